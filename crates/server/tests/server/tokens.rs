//! Ids, codes and what is kept of them.

use jantaku_server::token::{CodeHash, TableId, code};

#[test]
fn codes_differ_and_hashes_say_nothing_of_them() {
    let [one, other] = [code(), code()].map(Result::unwrap);
    assert_eq!((one.len(), other.len()), (26, 26));
    assert_ne!(one, other);
    let kept = CodeHash::of(&one);
    assert!(!serde_json::to_string(&kept).unwrap().contains(&one));
    assert_eq!(kept, CodeHash::of(&one));
    assert_ne!(kept, CodeHash::of(&other));
}

#[test]
fn reads_only_what_can_be_a_table() {
    let id = TableId::random().unwrap();
    assert_eq!(TableId::read(id.as_str()), Some(id));
    for text in ["", "abc", "../../etc/pass", "abcdefghijkmnpq"] {
        assert_eq!(TableId::read(text), None, "{text}");
    }
}
