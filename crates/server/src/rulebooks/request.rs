//! A request for a rulebook with the keys of private ones: `club-book~k7q2(length=east)+hana`.

/// A request without its keys, and the rulebooks that it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keyed {
    /// What the library reads: `club-book(length=east)+hana`.
    pub plain: String,
    pub parts: Vec<KeyedPart>,
}

/// A rulebook or overlay of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyedPart {
    pub name: String,
    pub key: Option<String>,
}

impl Keyed {
    pub(crate) fn read(request: &str) -> Keyed {
        let (mut plain, mut parts) = (Vec::new(), Vec::new());
        for part in request.split('+') {
            let end = part.find('(').unwrap_or(part.len());
            let (named, options) = part.split_at(end);
            let (name, key) = match named.split_once('~') {
                Some((name, key)) => (name, Some(key.trim().to_owned())),
                None => (named, None),
            };
            plain.push(format!("{name}{options}"));
            parts.push(KeyedPart {
                name: name.trim().to_owned(),
                key,
            });
        }
        Keyed {
            plain: plain.join("+"),
            parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_keys_out_of_a_request() {
        let part = |name: &str, key: Option<&str>| KeyedPart {
            name: name.to_owned(),
            key: key.map(str::to_owned),
        };
        for (request, plain, parts) in [
            ("zan", "zan", vec![part("zan", None)]),
            (
                "club~k7(a=b)+hana",
                "club(a=b)+hana",
                vec![part("club", Some("k7")), part("hana", None)],
            ),
            (
                "zan(a=x~y) + over~k",
                "zan(a=x~y) + over",
                vec![part("zan", None), part("over", Some("k"))],
            ),
            ("", "", vec![part("", None)]),
        ] {
            let keyed = Keyed::read(request);
            assert_eq!((keyed.plain.as_str(), keyed.parts), (plain, parts), "{request}");
        }
    }
}
