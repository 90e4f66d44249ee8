//! Yaku and settings that cannot be played, with the errors they must give.

use crate::hostile::check_clause;
use jantaku_rules::rulebook::error::ErrorKind::{self, *};

#[test]
fn yaku() {
    let yaku = |fields: &str| format!("yaku.x = {{ {fields} }}");
    let check = |fields: &str, expected: &[(&str, ErrorKind)]| check_clause(&yaku(fields), expected);
    check("han = 1, when = \"tsumo\"", &[]);
    check("han = 1, each = \"kita\", bonus = true", &[]);
    check("when = \"tsumo\"", &[("yaku.x.han", Incomplete)]);
    check("han = 1", &[("yaku.x.when", Incomplete)]);
    check("", &[("yaku.x.han", Incomplete), ("yaku.x.when", Incomplete)]);
    check("han = 1, yakuman = 1, when = \"tsumo\"", &[("yaku.x", TwoWorths)]);
    check("points = 10, when = \"tsumo\"", &[("yaku.x", WorthUnfit)]);
    check(
        "yakuman = 1, open = 0, when = \"tsumo\"",
        &[("yaku.x.open", WorthUnfit)],
    );
    check("han = 0, when = \"tsumo\"", &[("yaku.x.han", WrongValue)]);
    check("han = 14, when = \"tsumo\"", &[("yaku.x.han", WrongValue)]);
    check("han = 1, open = -1, when = \"tsumo\"", &[("yaku.x.open", WrongValue)]);
    check("yakuman = 7, when = \"tsumo\"", &[("yaku.x.yakuman", WrongValue)]);
    check("han = 1, when = 1", &[("yaku.x.when", WrongValue)]);
    check("han = 1, when = \"\"", &[("yaku.x.when", Expression)]);
    check("han = 1, when = \"tusmo\"", &[("yaku.x.when", Expression)]);
    check(
        "han = 1, when = \"tsumo and not tsumo\"",
        &[("yaku.x.when", Expression)],
    );
    check("han = 1, when = \"kans > 9\"", &[("yaku.x.when", Expression)]);
    check(
        "han = 1, when = \"tsumo\", each = \"tsumo\"",
        &[("yaku.x.each", NotACount)],
    );
    check(
        "han = 1, when = \"tsumo\", each = \"kitas\"",
        &[("yaku.x.each", NotACount)],
    );
    check(
        "han = 1, when = \"tsumo\", beside = \"both\"",
        &[("yaku.x.beside", WrongValue)],
    );
    check("han = 1, when = \"tsumo\", bonus = 1", &[("yaku.x.bonus", WrongValue)]);
    check(
        "han = 1, when = \"tsumo\", over = [\"pinfu\"]",
        &[("yaku.x.over", UnknownYaku)],
    );
    check(
        "han = 1, when = \"tsumo\", waive-fu = true",
        &[("yaku.x.waive-fu", UnknownKey)],
    );
    check(
        "han = 1, when = \"tsumo\", name = \"x\"",
        &[("yaku.x.name", WrongValue)],
    );
    check(
        "han = 1, when = \"tsumo\", name = { fr = \"x\" }",
        &[("yaku.x.name.fr", UnknownKey)],
    );
    check_clause("yaku.x = 1", &[("yaku.x", WrongValue)]);
    check_clause("yaku = 1", &[("clause.yaku", WrongValue)]);
    check_clause("yaku.\"a b\" = { han = 1 }", &[("yaku", WrongName)]);
    // Inherits the other fields from the parent, so it is complete.
    check_clause("yaku.tsumo = { han = 2 }", &[]);
    check_clause(
        "sets = { value.scheme = \"points\" }, off = [\"riichi\", \"tsumo\", \"toitoi\", \"daisangen\"]",
        &[],
    );
}

/// An error in one field does not keep others from being reported.
#[test]
fn errors_of_one_yaku_do_not_hide_each_other() {
    check_clause(
        "yaku.x = { when = \"tsumo and\", han = 1, over = [\"nosuch\"] }",
        &[("yaku.x.when", Expression), ("yaku.x.over", UnknownYaku)],
    );
    check_clause(
        "yaku.x = { when = \"tsumo and\", over = [\"x\"], points = 1 }",
        &[
            ("yaku.x.when", Expression),
            ("yaku.x", WorthUnfit),
            ("yaku.x.over", Contradiction),
        ],
    );
    check_clause(
        "yaku.x = { han = 14, beside = \"both\" }",
        &[
            ("yaku.x.han", WrongValue),
            ("yaku.x.beside", WrongValue),
            ("yaku.x.when", Incomplete),
        ],
    );
    check_clause(
        "yaku.x = { when = \"tusmo\" }",
        &[("yaku.x.when", Expression), ("yaku.x.han", Incomplete)],
    );
}

/// Yaku that replace each other would never count.
#[test]
fn refuses_cycles_of_yaku() {
    let yaku = |id: &str, over: &str| format!("{id} = {{ han = 1, when = \"tsumo\", over = [{over}] }}");
    let check = |yaku: &[String], expected: &[(&str, ErrorKind)]| {
        check_clause(&format!("yaku = {{ {} }}", yaku.join(", ")), expected);
    };
    check(&[yaku("a", "\"a\"")], &[("yaku.a.over", Contradiction)]);
    check(
        &[yaku("a", "\"b\""), yaku("b", "\"a\"")],
        &[("yaku.b.over", Contradiction)],
    );
    check(
        &[
            yaku("a", "\"b\""),
            yaku("b", "\"c\""),
            yaku("c", "\"d\""),
            yaku("d", "\"b\""),
        ],
        &[("yaku.d.over", Contradiction)],
    );
    // Two cycles that share a yaku.
    check(
        &[yaku("a", "\"b\", \"c\""), yaku("b", "\"a\""), yaku("c", "\"a\"")],
        &[("yaku.b.over", Contradiction), ("yaku.c.over", Contradiction)],
    );
    // Two paths to one yaku are not a cycle.
    check(
        &[
            yaku("a", "\"b\", \"c\""),
            yaku("b", "\"d\""),
            yaku("c", "\"b\", \"d\""),
            yaku("d", ""),
        ],
        &[],
    );
    // A yaku that is not played replaces nothing.
    let off = [yaku("a", "\"b\""), yaku("b", "\"a\"")].join(", ");
    check_clause(&format!("yaku = {{ {off} }}, off = [\"b\"]"), &[]);
}

#[test]
fn contradictions() {
    // The error points at the key that was set last.
    let check = |sets: &str, expected: &[(&str, ErrorKind)]| check_clause(&format!("sets = {{ {sets} }}"), expected);
    check("tiles.seats = 5", &[("tiles.seats", OutOfRange)]);
    check("tiles.seats = 255", &[("tiles.seats", OutOfRange)]);
    check("tiles.flowers = 5", &[("tiles.flowers", OutOfRange)]);
    check("tiles.red-number = 0", &[("tiles.red-number", OutOfRange)]);
    check("tiles.red-number = 10", &[("tiles.red-number", OutOfRange)]);
    check("tiles.reds = { p = 5 }", &[("tiles.reds", OutOfRange)]);
    // Shanten tables exist for all 34 kinds, and without the 2 to 8 of man.
    for removed in ["1m", "4z", "5z", "1f", "345678m", "12345678m", "2345678m4z", "2345678p"] {
        check(
            &format!("tiles.reds = {{}}, tiles.removed = \"{removed}\""),
            &[("tiles.removed", OutOfRange)],
        );
    }
    check(
        "tiles.reds = { m = 1 }, tiles.removed = \"2345678m\"",
        &[("tiles.removed", Contradiction)],
    );
    check("pocchi.wild = \"ippatsu\"", &[("pocchi.wild", Contradiction)]);
    check("pocchi.dora = true", &[("pocchi.dora", Contradiction)]);
    // A fifth kan has neither an indicator nor a replacement tile.
    check(
        "kan.most = 5",
        &[("kan.most", Contradiction), ("kan.most", Contradiction)],
    );
    check("kan.most = 0", &[("kan.most", Contradiction)]);
    check("wall.replacements = 3", &[("wall.replacements", Contradiction)]);
    check("wall.dead-wall = \"none\"", &[("wall.dead-wall", Contradiction)]);
    check("dora.played = false", &[("dora.played", Contradiction)]);
    check(
        "dora.ura = false, dora.kan-ura = true",
        &[("dora.kan-ura", Contradiction)],
    );
    check(
        "riichi.played = false, riichi.open = true",
        &[("riichi.open", Contradiction)],
    );
    check("draws.nagashi-as = \"win\"", &[("draws.nagashi-as", Contradiction)]);
    check("draws.noten = 2_000", &[("draws.noten", NotBalanced)]);
    check("pao.yaku = [\"pinfu\"]", &[("pao.yaku", UnknownYaku)]);
    check("result.uma = [15_000, 5_000, -20_000]", &[("result.uma", NotBalanced)]);
    check(
        "result.uma = [15_000, 5_000, -5_000, -14_000]",
        &[("result.uma", NotBalanced)],
    );
    check("result.uma = []", &[("result.uma", NotBalanced)]);
    check("game.start = 26_000", &[("game.start", NotBalanced)]);
    check(
        "game.start = -1",
        &[("game.start", OutOfRange), ("game.start", NotBalanced)],
    );
    check("result.oka = 0", &[("result.oka", NotBalanced)]);
    check(
        "result.second = [{ from = 1, chips = 1 }, { from = 2, chips = 2 }]",
        &[("result.second", NotInOrder)],
    );
    check(
        "result.kind = \"chip-chart\"",
        &[
            ("result.kind", Incomplete),
            ("result.kind", Incomplete),
            ("result.kind", NotBalanced),
        ],
    );
    let limit = |han: u8, base: u32| format!("{{ name = \"x\", han = {han}, base = {base} }}");
    check(
        &format!("value.limits = [{}, {}]", limit(5, 2), limit(4, 3)),
        &[("value.limits", NotInOrder)],
    );
    check(
        &format!("value.limits = [{}, {}]", limit(5, 2), limit(6, 2)),
        &[("value.limits", NotInOrder)],
    );
    check(
        &format!("value.limits = [{}]", limit(0, 2)),
        &[("value.limits", OutOfRange)],
    );
    check("value.yakuman = 1_000_000_000", &[("value.yakuman", OutOfRange)]);
    check(
        "value.scheme = \"han-table\"",
        &[("value.scheme", Incomplete), ("value.scheme", Incomplete)],
    );
    check(
        "payment.discard = \"each-opponent\"",
        &[("payment.discard", Contradiction)],
    );
    check("fu.base = 0", &[("fu.base", Incomplete)]);
    check("fu.triplet = 8", &[("fu.triplet", OutOfRange)]);
    check("fu.tsumo-when = \"tusmo\"", &[("fu.tsumo-when", Expression)]);
    check("kan.closed-robbed-by = \"(\"", &[("kan.closed-robbed-by", Expression)]);
    check("game.rounds = 0", &[("game.rounds", OutOfRange)]);
    check("game.overtime = \"sudden-death\"", &[("game.overtime", Contradiction)]);
}
