//! Reads JSON and reports duplicate keys, of which serde would silently drop one.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Map, Value};

/// A value, and the first key that is repeated in one of its objects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Read {
    /// Holds the first of repeated values.
    pub(crate) value: Value,
    pub(crate) twice: Option<String>,
}

pub(crate) fn read(text: &str) -> Result<Read, Error> {
    let twice = RefCell::new(None);
    let mut json = serde_json::Deserializer::from_str(text);
    let value = Node { twice: &twice }.deserialize(&mut json)?;
    json.end()?;
    Ok(Read {
        value,
        twice: twice.into_inner(),
    })
}

#[derive(Clone, Copy)]
struct Node<'a> {
    twice: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(Key(key)) = entries.next_key()? {
            let value = entries.next_value_seed(self)?;
            if object.contains_key(&key) {
                self.twice.borrow_mut().get_or_insert(key);
            } else {
                object.insert(key, value);
            }
        }
        Ok(Value::Object(object))
    }
}

#[derive(serde::Deserialize)]
struct Key(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_stand() {
        for text in [
            "null",
            "[true, -3, 4.5, 18446744073709551615, \"\\u00e4\\n\", [], {}]",
            "{\"b\": {\"a\": 1}, \"a\": {\"a\": [{\"a\": 2}]}}",
        ] {
            let read = read(text).unwrap();
            assert_eq!(read.value, serde_json::from_str::<Value>(text).unwrap());
            assert_eq!(read.twice, None, "{text}");
        }
    }

    #[test]
    fn the_first_key_said_twice_is_told() {
        let twice = |text: &str| read(text).unwrap().twice;
        assert_eq!(twice("{\"a\": 1, \"a\": 1}").as_deref(), Some("a"));
        assert_eq!(twice("[{\"b\": {\"c\": 1, \"d\": 2, \"c\": 3}}]").as_deref(), Some("c"));
        assert!(read("{\"a\": 1} x").is_err() && read("{\"a\"").is_err());
        assert!(read(&"[".repeat(10_000)).is_err());
    }
}
