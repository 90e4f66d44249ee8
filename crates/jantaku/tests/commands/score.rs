//! `jantaku score` with a hand.

use crate::jantaku::{jantaku, jantaku_in};

/// ZAN-38: 3 han by tsumo are 1,000 from the third player and 3,000 from the dealer.
#[test]
fn every_line_names_its_clause() {
    jantaku(&["score", "--rules", "zan", "123p789p123s67s99m +8s tsumo riichi"]).says(&[
        "south wins 4,000 by tsumo: 3 han",
        "Reading 123p 789p 123s 678s 99m | 8s two-sided",
        "Riichi 立直 1 han RB-20",
        "Fully concealed hand 門前清自摸和 1 han RB-20",
        "Pinfu 平和 1 han ZAN-57",
        "Total 3 han",
        "east to south 3,000 3 han by tsumo ZAN-38",
        "west to south 1,000 3 han by tsumo ZAN-38",
        "points -3,000 +4,000 -1,000",
    ]);
}

/// RB-25 by hand: 20, closed ron 10, a closed triplet of terminals 8, one of simples completed by ron 2, round wind pair 2, rounded up to 50.
#[test]
fn fu_are_told_group_by_group() {
    jantaku(&[
        "score",
        "--rules",
        "ema-2025",
        "999m234p678p88s11z +8s riichi from=west",
    ])
    .says(&[
        "1 han 50 fu",
        "Fu",
        "Every hand 20 fu RB-25",
        "Closed hand by ron 10 fu RB-25",
        "Closed triplet 999m 8 fu RB-25",
        "Open triplet 888s 2 fu RB-25",
        "Value pair 11z 2 fu RB-25",
        "Rounded up 8 fu RB-25",
        "Total fu 50 fu",
        "west to south 1,600 1 han 50 fu by ron RB-26",
    ]);
}

/// ZAN-05: a chip for ippatsu and one for each han of ura; ZAN-29: 1,000 for a honba; ZAN-31: the sticks.
#[test]
fn honba_sticks_and_chips_are_paid() {
    let hand = "123p789p123s67s99m +8s riichi ippatsu from=west ura=1m honba=2 sticks=1";
    jantaku(&["score", "--rules", "zan", hand]).says(&[
        // Riichi, ippatsu, pinfu and two ura: 5 han, a mangan.
        "Ura dora, next tile in the box (indicator 1m) 2 han ZAN-09",
        "west to south 8,000 mangan by ron ZAN-38",
        "west to south 2,000 2 honba ZAN-29",
        "table to south 1,000 1 riichi stick RB-14",
        "west to south 1 chip ippatsu ZAN-05",
        "west to south 2 chips 2 ura dora ZAN-05",
        "points 0 +11,000 -10,000",
        "chips 0 +3 -3",
    ]);
}

/// RC-64, RC-66: by ron the liable player pays half, the discarder the other half and the honba.
#[test]
fn the_liable_player_pays_a_share() {
    let hand = "23m99s[555z pon west][666z pon west][777z pon north] +1m pao=daisangen:north honba=1";
    jantaku(&["score", "--rules", "ryanzou-chankan", hand]).says(&[
        "Big three dragons 大三元 yakuman RB-23",
        "north fed the deciding set of the yakuman RC-64",
        "north to south 16,000 yakuman by ron, liable for a yakuman RC-66",
        "east to south 16,000 yakuman by ron RC-66",
        "east to south 300 1 honba RC-07",
        "points -16,300 +32,300 0 -16,000",
    ]);
}

#[test]
fn yaku_that_are_not_given_say_why() {
    let why = |rules: &str, hand: &str, lines: &[&str]| jantaku(&["score", "--rules", rules, hand]).says(lines);
    // RB-24: the greater yaku replaces the lesser.
    why(
        "tenhou",
        "112233m778899p1s +1s tsumo",
        &[
            "Not given",
            "Pure double chii 一盃口: Twice pure double chii replaces it RB-24",
            "Outside hand 混全帯么九: Terminals in all sets replaces it RB-24",
        ],
    );
    // RB-20: iipeikou is for closed hands.
    why(
        "tenhou",
        "112233m99s45p[777z pon west] +6p",
        &["Pure double chii 一盃口: only in a closed hand RB-20"],
    );
    // RC-44: no haitei with a replacement tile.
    why(
        "ryanzou-chankan",
        "123m456p678s7z[9999p ankan] +7z tsumo riichi rinshan last-tile",
        &[
            "After a replacement tile 嶺上開花 1 han RB-20",
            "Under the sea 海底摸月: not with a replacement tile RC-44",
        ],
    );
    // RB-20: pinfu needs a two-sided wait and a pair without value.
    why(
        "tenhou",
        "123m678m345p99p57s +6s riichi",
        &["Pinfu 平和: needs a two-sided wait RB-20"],
    );
    why(
        "tenhou",
        "123m678m345p55z67s +8s riichi",
        &["Pinfu 平和: not with a value pair RB-20"],
    );
    // RB-23: lesser yaku do not count beside a yakuman. RC-61: double on the pair only.
    why(
        "ryanzou-chankan",
        "22244466m44s666z +4s tsumo seat=east",
        &[
            "Green dragon 發: does not count with the yakuman Four concealed pons RB-23",
            "Four concealed pons on a pair wait 四暗刻単騎: needs a pair wait RC-61",
        ],
    );
    // ZAN-18: the player who deals in is in riichi too. RC-74: only the 2 of bamboo.
    why(
        "zan",
        "123p789p123s67s99m +8s open payer-riichi",
        &["Dealt into an open riichi オープンリーチ放銃: not with a payer in riichi"],
    );
    why(
        "ryanzou-chankan",
        "123m456p678s99p34s +5s robbing-a-kan",
        &["must be won on 2s RC-74"],
    );
    // ZJ-70: a pattern above the cap counts alone.
    why(
        "zung-jung",
        "1112345678999m +5m",
        &["Nine Gates", "is above the cap and counts alone ZJ-70"],
    );
}

/// 222333444m may be three triplets or three of one sequence. RB-21, RB-20, RB-26.
#[test]
fn the_other_reading_is_shown() {
    jantaku(&["score", "--rules", "tenhou", "222333444m56p11z +7p riichi"]).says(&[
        "222m 333m 444m 567p 11z | 7p two-sided",
        "Three concealed pons 三暗刻 2 han",
        "Other reading",
        "234m 234m 234m 567p 11z | 7p two-sided",
        "less",
    ]);
}

/// ZAN-15: drawn after riichi the pocchi is the tile that pays most, a red 5 here (ZAN-10): four han, a mangan by ZAN-38. ZAN-05: a chip from each.
#[test]
fn a_tile_that_stands_for_another_is_told() {
    jantaku(&["score", "--rules", "zan", "123p789p123s67s99m +5rz tsumo riichi"]).says(&[
        "south wins 8,000 by tsumo: mangan",
        "Reading 123p 789p 123s 567s 99m | 5s two-sided",
        "The pocchi counts as 5s ZAN-15",
        "Pocchi standing for a red tile 5rz 1 han ZAN-15",
        "east to south 1 chip the pocchi drawn ZAN-05",
    ]);
    // RC-70: with tenhou any tile may be the last; on the pair four concealed triplets are double (RC-61), so three yakuman in all.
    let hand = "222m444p666s88s77z +8s tsumo first-turn seat=east";
    jantaku(&["score", "--rules", "ryanzou-chankan", hand]).says(&[
        "east wins 144,000 by tsumo: 3 yakuman",
        "Taken as the winning tile 7z RC-70",
        "Four concealed pons on a pair wait 四暗刻単騎 2 yakuman RC-61",
    ]);
}

/// EMA-30: several yakuman in a hand are paid as one.
#[test]
fn yakuman_that_do_not_add_up() {
    let hand = "1z222z[555z pon east][666z pon west][777z pon north] +1z";
    jantaku(&["score", "--rules", "ema-2025", hand]).says(&[
        "south wins 32,000 by ron from east: yakuman",
        "Big three dragons 大三元 yakuman",
        "All honours 字一色 yakuman",
        "Only one yakuman counts -1 yakuman EMA-30",
        "Total yakuman",
    ]);
    // RB-23, RC-59: elsewhere they add up.
    jantaku(&["score", "--rules", "ryanzou-chankan", hand]).says(&["south wins 64,000", "Total 2 yakuman"]);
}

#[test]
fn a_hand_that_does_not_win_says_why() {
    jantaku(&["score", "--rules", "tenhou", "123m678m345p99p57s +6s"]).says(&[
        "No win: no yaku RB-12",
        "Not given",
        "Pinfu",
    ]);
    let run = jantaku(&["score", "--rules", "tenhou", "123m678m345p99p57s +9s"]);
    run.says(&["No win: the hand is not complete", "It needs 6s."]);
    // ZJ-81: five points are needed with that mod.
    let run = jantaku(&[
        "score",
        "--rules",
        "zung-jung(minimum=five)",
        "123m678p99s57s[111s pon west] +6s",
    ]);
    run.says(&["No win: no pattern ZJ-81"]);
}

/// EMA-30: 4 han 30 fu are a mangan. RB-26: otherwise 7,700.
#[test]
fn several_rulebooks_stand_side_by_side() {
    let args = [
        "score",
        "22334m567p678s55s +4m riichi",
        "--rules",
        "ema-2025",
        "--rules",
        "tenhou",
    ];
    let wide = jantaku_in(140, &args, "");
    wide.says(&[
        "Tenhou 天鳳 tenhou ·",
        "south wins 8,000 by ron from east: mangan south wins 7,700 by ron from east: 4 han 30 fu",
        "Total",
        "ema-2025 mangan -8,000 +8,000 0 0",
        "tenhou 4 han 30 fu -7,700 +7,700 0 0",
    ]);
    let narrow = jantaku_in(80, &args, "");
    narrow.says(&[
        "south wins 8,000 by ron from east: mangan",
        "south wins 7,700 by ron from east: 4 han 30 fu",
        "Total",
    ]);
    for (run, width) in [(wide, 140), (narrow, 80)] {
        // Characters of other scripts take two columns; counting them as two bytes of three is enough for a bound.
        let widest = run
            .out
            .lines()
            .map(|line| line.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum::<usize>())
            .max();
        assert!(widest <= Some(width), "{widest:?}\n{}", run.out);
    }
}

/// ZAN-09: there are no 2 to 8 of characters.
#[test]
fn a_hand_that_one_rulebook_does_not_know() {
    let args = [
        "score",
        "22334m567p678s99s +4m riichi",
        "--rules",
        "zan",
        "--rules",
        "tenhou",
    ];
    jantaku(&args).says(&[
        "Impossible hand: there is no 2m in the box",
        "zan impossible hand",
        "tenhou 3 han 30 fu",
    ]);
}

#[test]
fn a_chat_gets_plain_lines() {
    let run = jantaku(&[
        "score",
        "--chat",
        "--rules",
        "zan",
        "123p789p123s67s99m",
        "+8s",
        "tsumo",
        "riichi",
        "ippatsu",
    ]);
    run.says(&[
        "ZAN League sanma (zan): south wins 8,000 by tsumo: mangan",
        "123p 789p 123s 678s 99m | 8s two-sided",
        "Riichi 1 han (RB-20), Ippatsu 1 han (RB-20), Fully concealed hand 1 han (RB-20), Pinfu 1 han (ZAN-57)",
        "east to south 5,000: mangan by tsumo (ZAN-38)",
        "east to south 1 chip: ippatsu (ZAN-05)",
        "east -5,000, south +8,000, west -3,000",
        "Chips: east -1, south +2, west -1",
    ]);
}

/// The chat has every line of the sheet: fu, counters, sticks, who answers for a payment, and why a hand does not win.
#[test]
fn a_chat_explains_every_payment() {
    let chat = |rules: &str, hand: &str| jantaku(&["score", "--chat", "--rules", rules, hand]);
    chat(
        "zung-jung",
        "555z666z77z111z22z +2z seat=east from=south responsible=west",
    )
    .says(&[
        "Above the cap -235 points (ZJ-70)",
        "west: responsible: first to discard the winning tile (ZJ-74)",
        "west to east 910",
    ]);
    chat(
        "tenhou",
        "12p99s[555z pon west][666z pon west][777z pon west] +3p tsumo pao=daisangen:west",
    )
    .says(&[
        "Big three dragons yakuman (RB-23)",
        "west: fed the deciding set of the yakuman (TH-14)",
        "west to south 32,000: yakuman by tsumo, liable for a yakuman",
    ]);
    chat("tenhou", "123m678m345p99p57s +6s riichi honba=2 sticks=1").says(&[
        "Every hand 20 fu (RB-25), Closed hand by ron 10 fu (RB-25)",
        "east to south 600: 2 honba (TH-03)",
        "table to south 1,000: 1 riichi stick (RB-14)",
    ]);
    chat("tenhou", "123m678m345p99p57s +6s").says(&["no win, no yaku (RB-12)"]);
    chat("ryanzou-chankan", "1111m33p4455s667z +7z").says(&["no win, not a complete hand (RC-43)"]);
}

#[test]
fn what_is_no_hand_is_refused() {
    let score = |hand: &str| jantaku(&["score", "--rules", "zan", hand]);
    score("123p789p123s67s99m").is_refused("no winning tile: add it with a plus, as in +1z");
    score("123p789p +8s").is_refused("6 concealed tiles: expected 13 without the winning tile");
    score("123p789p123s67s99m +8x").is_refused("'x' is neither a digit nor one of m p s z f g");
    score("123p789p123s67s99m +8s happily").is_refused("unknown word \"happily\": see `jantaku score --help`");
    score("11111m789p123s67s +8s").is_refused("five 1m: at most four exist");
    score("123p789p123s67s99m +8s seat=north").is_refused("there is no north seat in this rulebook");
    jantaku(&["score", "--rules", "zzan", "123p"]).is_refused("did you mean \"zan\"?");
    jantaku(&["score", "--rules", "zan(nagashi=never)", "123p"]).is_refused("nagashi: expected draw or win");
    jantaku(&["score"]).is_refused("<HAND>");
}
