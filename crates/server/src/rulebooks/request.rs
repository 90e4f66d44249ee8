//! A request for a rulebook with the keys of private ones: `club-book~k7q2(length=east)+hana`.

use jantaku_rules::rulebook::library::Library;
use std::sync::LazyLock;

static BUILTIN: LazyLock<Library> = LazyLock::new(Library::builtin);

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

    /// The files that the command line needs for it beside what ships with the program.
    pub(crate) fn files(&self) -> Vec<String> {
        let others = self.parts.iter().filter(|part| BUILTIN.source(&part.name).is_none());
        others.map(|part| format!("{}.toml", part.name)).collect()
    }

    /// A request that names the same rulebooks, with the keys of this one.
    pub(crate) fn onto(&self, plain: &str) -> String {
        let with_key = |part: &str| {
            let end = part.find('(').unwrap_or(part.len());
            let (name, options) = part.split_at(end);
            let own = self.parts.iter().find(|own| own.name == name.trim());
            // A listed rulebook is found with any key: what is no key is left out.
            let key = own.and_then(|own| own.key.as_deref()).filter(|key| is_key(key));
            key.map_or_else(|| part.to_owned(), |key| format!("{name}~{key}{options}"))
        };
        plain.split('+').map(with_key).collect::<Vec<_>>().join("+")
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
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

    #[test]
    fn puts_its_keys_onto_another_request() {
        let keyed = Keyed::read("over~k7(a=b)+hana~<b>");
        assert_eq!(keyed.onto("base+over(a=b)+hana"), "base+over~k7(a=b)+hana");
        assert_eq!(Keyed::read("zan").onto("zan(length=east)"), "zan(length=east)");
    }
}
