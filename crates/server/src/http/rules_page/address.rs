//! How the pages of a rulebook name it in their links, so that they work for whoever sees the page.

use crate::rulebooks::Rulebooks;
use crate::rulebooks::request::Keyed;
use crate::store::Store;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;

/// What names a rulebook in links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    /// The request with the keys of private rulebooks, or the hash of an edition that its request no longer gives.
    spec: String,
    /// Can the latest edition be read, so that it can be compared and copied?
    pub is_request: bool,
    /// The files that the command line needs beside what ships with the program.
    pub files: Vec<String>,
}

impl Address {
    /// The address of rules that somebody asked for by a request or by a hash.
    pub(super) fn of(asked: &str, rules: &Rules, rulebooks: &Rulebooks, store: &dyn Store) -> Address {
        let is_hash = Bytes32::from_hex(asked).is_some();
        let request = if is_hash { &rules.spec } else { asked };
        let keyed = Keyed::read(request);
        let is_request = !is_hash
            || rulebooks
                .of_request(request, store)
                .is_ok_and(|now| now.hash == rules.hash);
        Address {
            files: keyed.files(),
            spec: if is_request {
                keyed.onto(&rules.spec)
            } else {
                asked.to_owned()
            },
            is_request,
        }
    }

    /// The page of the rulebook.
    pub(super) fn page(&self) -> String {
        format!("/rules/{}", self.spec)
    }

    pub(super) fn statistics(&self) -> String {
        format!("/rules/{}/statistics", self.spec)
    }

    pub(super) fn data(&self) -> String {
        format!("/api/rulebooks/{}/statistics", self.spec)
    }

    /// As a query has it, where a plus sign is a space.
    pub(super) fn in_query(&self) -> String {
        self.spec.replace('+', "%2B")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Memory;
    use jantaku_rules::rulebook::library::Library;

    fn address(asked: &str) -> Address {
        let (rulebooks, store) = (Rulebooks::new(Library::builtin()), Memory::default());
        let rules = rulebooks.of_spec(asked, &store).unwrap();
        Address::of(asked, &rules, &rulebooks, &store)
    }

    #[test]
    fn names_a_rulebook_by_its_request() {
        let address = address("hana(variation=1)");
        assert_eq!(address.page(), "/rules/ryanzou-chankan+hana(variation=1)");
        assert_eq!(address.in_query(), "ryanzou-chankan%2Bhana(variation=1)");
        assert!(address.is_request && address.files.is_empty());
    }
}
