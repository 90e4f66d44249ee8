use jantaku_rules::nearest::*;

#[test]
fn suggests_only_close_matches() {
    let words = ["tsumo", "ron", "robbing-a-kan", "rinshan"];
    let rows = [
        ("tsumo", Some("tsumo")),
        ("tusmo", Some("tsumo")),
        ("tsum", Some("tsumo")),
        ("rinsham", Some("rinshan")),
        ("robbing-a-kong", Some("robbing-a-kan")),
        ("pinfu", None),
        ("", None),
    ];
    for (word, expected) in rows {
        assert_eq!(nearest(word, words), expected, "{word}");
    }
    assert_eq!(nearest(&"x".repeat(1_000), words), None);
}
