//! `jantaku rules`

use crate::jantaku::{Run, jantaku, jantaku_in};

fn rules(args: &[&str]) -> Run {
    jantaku(&[&["rules"], args].concat())
}

#[test]
fn rulebooks_are_listed_with_their_options() {
    let run = rules(&["list"]);
    run.says(&[
        "hana Hana mahjong 花麻雀",
        "variation 1* | 2 | 3",
        "zan ZAN League sanma ZANリーグ三麻 3 players",
        "nagashi draw* | win",
    ]);
    run.does_not_say("\nriichi ");
    rules(&["list", "--all"]).says(&["riichi Riichi"]);
    let listed = rules(&["list", "--json"]).json();
    let zan = listed
        .as_array()
        .unwrap()
        .iter()
        .find(|rulebook| rulebook["id"] == "zan")
        .unwrap();
    assert_eq!(zan["players"], 3);
    let nagashi = zan["options"]
        .as_array()
        .unwrap()
        .iter()
        .find(|option| option["id"] == "nagashi")
        .unwrap();
    assert_eq!(
        (&nagashi["default"], &nagashi["clause"]),
        (&"draw".into(), &"ZAN-43".into())
    );
    assert_eq!(nagashi["choices"][1]["id"], "win");
}

#[test]
fn a_rulebook_is_shown_clause_by_clause() {
    rules(&["show", "zan"]).says(&[
        "ZAN League sanma",
        "zan, 3 players, 112 tiles",
        "nagashi=draw",
        "Clauses of zan",
        "ZAN-20 Everyone starts with 50,000 points.",
        "game.start = 50000",
        "ZAN-28",
        "Read as: It is 2,000 in all",
        "noten=in-all: What noten players pay at a draw. 2,000 in all.",
        "Clauses of riichi",
        "RB-01 Replaced by ZAN-09.",
        "RB-06 Except as in ZAN-19, ZAN-26, ZAN-27: Riichi is for a closed hand",
        "riichi.tiles-left = 4 until ZAN-27",
        "Yaku",
        "sanrenkou 2 han Three consecutive triplets 三連刻 ZAN-40",
        "consecutive-triplets >= 3",
    ]);
    let page = rules(&["show", "zan"]).out;
    assert!(!page.contains("Four players use 136 tiles") && !page.contains("Fu: 20 for every hand"));
    let shown = rules(&["show", "ryanzou-chankan+hana(variation=2)", "--json"]).json();
    assert_eq!(shown["rules"], "ryanzou-chankan+hana(variation=2)");
    // HN-30: four flowers, one dora each, no red tiles.
    assert_eq!(shown["tiles"], 140);
    assert_eq!(shown["settings"]["aside.han"]["value"], 1);
    assert_eq!(shown["settings"]["game.start"]["clause"], "RC-02");
}

#[test]
fn rulebooks_fit_the_terminal() {
    for rulebook in [
        "zan",
        "zung-jung",
        "hana",
        "ryanzou-chankan",
        "ema-2025",
        "sanmatsuri",
        "tenhou",
    ] {
        for width in [72, 80, 140] {
            let run = jantaku_in(width, &["rules", "show", rulebook], "");
            let columns = |line: &str| unicode_width::UnicodeWidthStr::width(line);
            let widest = run.out.lines().map(columns).max().unwrap_or(0);
            assert!(widest <= width, "{rulebook} takes {widest} of {width}");
        }
    }
}

#[test]
fn the_files_of_the_folder_have_no_errors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/rulebooks");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        rules(&["check", path.to_str().unwrap()]).says(&["no errors", "in this file"]);
    }
}

#[test]
fn a_club_builds_on_what_is_there_and_is_told_all_its_errors() {
    let folder = std::env::temp_dir().join(format!("jantaku-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let header =
        "[rulebook]\nid = \"club\"\nname = { en = \"Our club\" }\nextends = \"zan\"\n[[clause]]\nid = \"C-1\"\n";
    let good = file(
        "club.toml",
        &format!("{header}says = \"We start with 60,000.\"\nsets = {{ game.start = 60_000 }}\n"),
    );
    rules(&["check", &good]).says(&["club.toml: no errors", "3 players, 112 tiles"]);
    jantaku(&["--book", &good, "rules", "why", "club", "game.start"]).says(&[
        "game.start = 60000",
        "C-1 club.toml:8",
        "before: ZAN-20",
    ]);
    // A book on either side of the command.
    let other = file(
        "other.toml",
        "[rulebook]\nid = \"other\"\nname = { en = \"Another club\" }\nextends = \"club\"\n",
    );
    jantaku(&[
        "--book",
        &good,
        "rules",
        "why",
        "other",
        "game.start",
        &format!("--book={other}"),
    ])
    .says(&["C-1"]);
    jantaku(&[
        "--book",
        &good,
        "score",
        "--rules",
        "club",
        "123p789p123s67s99m +8s riichi",
    ])
    .says(&["Our club club", "2 han"]);
    let bad = file(
        "club.toml",
        &format!(
            "{header}says = \"x\"\nsets = {{ game.strat = 1, game.bust = \"soon\" }}\nyaku.a = {{ han = 1, when = \"tusmo\" }}\n"
        ),
    );
    let run = rules(&["check", &bad]);
    assert_eq!(run.code, 1);
    run.says_anyhow(&[
        "club.toml:8: game.bust:",
        "club.toml:8: game.strat:",
        "club.toml:9: yaku.a.when: expected a fact, found \"tusmo\"; did you mean \"tsumo\"?",
        "3 errors",
    ]);
    jantaku(&["--book", &bad, "rules", "list"]).is_refused("club.toml:8: game.strat: expected a known key");
    std::fs::remove_dir_all(&folder).unwrap();
    rules(&["check", &good]).is_refused("club.toml");
}

/// 1 han and 30 fu by ron are 1,000 from whoever discards to a non-dealer, under any rulebook with fu (RB-13).
#[test]
fn worked_examples_are_run() {
    let folder = std::env::temp_dir().join(format!("jantaku-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.toml");
    let check = |given: &str, expect: &str| {
        let header = "[rulebook]\nid = \"mine\"\nname = { en = \"Mine\" }\nextends = \"tenhou\"\n";
        let clause = "[[clause]]\nid = \"M-1\"\nsays = \"x\"\n";
        let example = format!("[[example]]\nclause = \"M-1\"\ngiven = {{ {given} }}\nexpect = {{ {expect} }}\n");
        std::fs::write(&path, format!("{header}{clause}{example}")).unwrap();
        rules(&["check", path.to_str().unwrap()])
    };
    let value = "seat = \"south\", from = \"west\", han = 1, fu = 30, by = \"ron\"";
    check(value, "south = 1000, west = -1000").says(&["no errors", "1 worked example"]);
    let run = check(value, "south = 1100, west = -1100");
    assert_eq!(run.code, 1);
    run.says_anyhow(&[
        "mine.toml:9: example.expect: expected what comes of M-1: east 0, south 1000, west -1000, north 0, found east 0, south 1100, west -1100, north 0",
        "1 error",
    ]);
    jantaku(&["--book", path.to_str().unwrap(), "rules", "list"]).is_refused("mine.toml:9: example.expect");
    for (given, expect, error) in [
        (
            "han = 300, fu = 30",
            "south = 0",
            "mine.toml:9: example.given.han: expected a whole number from 0 to 99, found 300",
        ),
        (
            "han = 1, fu = 30, seat = \"up\"",
            "south = 0",
            "mine.toml:9: example.given.seat: expected one of east, south",
        ),
        (
            "han = 1, fu = 30, seat = \"east\"",
            "south = 0",
            "mine.toml:9: example.given.from: expected somebody other",
        ),
        (
            "hand = \"123m\", win = \"1m\"",
            "south = 0",
            "mine.toml:9: example.given: expected a hand that wins, found",
        ),
        (
            value,
            "points = { up = 1 }",
            "mine.toml:9: example.expect.points: expected one of east",
        ),
        (
            "rules = \"chess\", han = 1",
            "south = 0",
            "mine.toml:9: example.given.rules: expected a rulebook that can be played",
        ),
    ] {
        let run = check(given, expect);
        assert_eq!(run.code, 1, "{given}");
        run.says_anyhow(&[error, "1 error"]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// SM-22: a honba is 200 by ron, against the EMA's 300.
#[test]
fn a_value_names_its_clause_and_those_before_it() {
    rules(&["why", "sanmatsuri", "payment.honba-ron"]).says(&[
        "payment.honba-ron = 200",
        "SM-22 sanmatsuri.toml:",
        "before: EMA-21 ema-2025.toml:",
        "before: RB-14 riichi.toml:",
    ]);
    rules(&["why", "hana(variation=2)", "aside.han"]).says(&["aside.han = 1", "by option variation=2"]);
    rules(&["why", "zan", "yaku.pinfu"]).says(&["yaku.pinfu Pinfu 平和", "ZAN-57", "before: RB-20"]);
    rules(&["why", "zan", "game.bust"]).says(&["game.bust = \"at-zero\"", "at-zero: At zero or below.", "ZAN-30"]);
    rules(&["why", "zan", "kan.face-down"]).says(&["kan.face-down = false", "No clause sets it"]);
    let stays = rules(&["why", "zung-jung(dealer=stays)", "game.dealer-stays"]);
    stays.says(&[
        "game.dealer-stays = \"on-win\"",
        "by option dealer=stays",
        "dealer=stays: Whether East deals again after a win. East deals again after a win.",
        "before: ZJ-09",
        "never",
    ]);
    stays.does_not_say("passes after every hand");
    rules(&["why", "hana(variation=3,flower-fu=2)", "aside.fu"]).is_refused("variation=3 (HN-40) sets aside.fu to 0");
    rules(&["why", "zan", "game.strat"]).is_refused("did you mean \"game.start\"?");
    rules(&["why", "zan", "start"]).is_refused("did you mean \"game.start\"?");
    rules(&["why", "zan", "pinfu"]).says(&["yaku.pinfu Pinfu 平和", "ZAN-57"]);
    rules(&["why", "zna", "game.start"]).is_refused("see `jantaku rules list`");
}

/// SM-01 to SM-05 against the EMA's own book.
#[test]
fn two_rulebooks_are_compared() {
    let run = rules(&["diff", "ema-2025", "sanmatsuri"]);
    run.says(&[
        "Settings",
        "tiles.seats",
        "ema-2025 4",
        "sanmatsuri 3",
        "draws.noten",
        "ema-2025 3000 EMA-18",
        "sanmatsuri 2000 SM-23",
    ]);
    run.says(&["Options"]);
    rules(&["diff", "zan", "zan"]).says(&["No differences."]);
    let diff = rules(&["diff", "zan", "zan(nagashi=win)", "--json"]).json();
    assert_eq!(diff["settings"][0]["name"], "draws.nagashi-as");
    assert_eq!(
        (&diff["settings"][0]["b"]["value"], &diff["yaku"]),
        (&"\"win\"".into(), &serde_json::json!([]))
    );
}

#[test]
fn gaps_are_told() {
    let run = rules(&["gaps", "zan"]);
    run.says(&[
        "Clauses without data",
        "ZAN-51",
        "Keys that no clause sets",
        "kan.face-down",
        "Open points",
        "ZAN-28 It is 2,000 in all",
    ]);
    rules(&["gaps"]).says(&["ema-2025", "zung-jung"]);
}

#[test]
fn facts_and_keys_have_a_reference() {
    rules(&["facts"]).says(&[
        "tsumo The winning tile was drawn.",
        "123m456p789s1122z +1z tsumo",
        "kans >= 1 … 4",
        "only(TILES)",
    ]);
    assert!(rules(&["facts", "--json"]).json().as_array().unwrap().len() > 60);
    rules(&["keys"]).says(&[
        "tiles.seats The number of players: 3 or 4.",
        "game.bust",
        "\"at-zero\" At zero or below.",
        "penalty.dead-hand",
    ]);
    rules(&["keys", "game"]).does_not_say("tiles.seats");
    rules(&["keys", "nothing"]).is_refused("no key begins with \"nothing\"");
}

#[test]
fn a_new_rulebook_has_no_errors_with_all_its_comments_removed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("new");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    for (place, base) in ["tenhou", "zan", "zung-jung", "ema-2025", "ryanzou-chankan"]
        .iter()
        .enumerate()
    {
        let file = folder.join(format!("our-club-{place}.toml"));
        let file = file.to_str().unwrap();
        let name = file.strip_suffix(".toml").unwrap();
        rules(&["new", name, "--from", base]).says(&[&format!("starts from {base}"), "rules check", "rules keys"]);
        rules(&["check", file]).says(&["no errors"]);
        let text = std::fs::read_to_string(file).unwrap();
        // Every commented line of TOML is an example that works.
        let is_sentence = |line: &str| line.ends_with(['.', ':']) || line.contains("#:schema");
        let shown = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(example) if !is_sentence(line) => example,
            _ => line,
        });
        let shown: Vec<&str> = shown.collect();
        std::fs::write(file, shown.join("\n")).unwrap();
        rules(&["check", file]).says(&["no errors", "4 clauses in this file"]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn new_overwrites_nothing_and_refuses_names_that_are_taken() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-refused");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(path("mine.toml"), "kept").unwrap();
    for (args, expected) in [
        (&["new", &path("mine")][..], "exists"),
        (&["new", &path("zan")][..], "already called zan"),
        (&["new", &path("a b")][..], "letters, digits and dashes"),
        (&["new", &path("x"), "--from", "tenhuo"][..], "did you mean \"tenhou\"?"),
        (&["new", &path("x"), "--from", "hana"][..], "no rulebook to start from"),
        (
            &["new", &path("x"), "--from", "zan(nagashi=win)"][..],
            "no rulebook to start from",
        ),
    ] {
        let run = rules(args);
        assert!(run.code != 0 && run.err.contains(expected), "{args:?}: {}", run.err);
    }
    assert_eq!(std::fs::read_to_string(path("mine.toml")).unwrap(), "kept");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lists_the_limits() {
    rules(&["limits"]).says(&[
        "262144 bytes in a file",
        "128 yaku in a rulebook",
        "10000000 steps to check a file",
    ]);
    assert_eq!(rules(&["limits", "--json"]).json()[0]["most"], 262_144);
}
