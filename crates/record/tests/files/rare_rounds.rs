//! Rare rounds, written by hand. The expected outcomes are from the site's published rules.

mod forbidden;
mod liability;
mod script;
mod win;

use std::sync::Arc;

use jantaku_record::game::{DrawReason, FinalStanding, GameRecord, Length, RoundRecord, TableSetting, Tenths};
use jantaku_record::verify::mismatch::Mismatch;
use jantaku_record::verify::verify;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::BySeat;

use script::{Script, each};
use win::Win;

/// Waits for 3s with a straight: two han and 40 fu closed, 2,600 points.
const STRAIGHT: &str = "123456789m55p24s";
/// The same shape elsewhere.
const OTHER_STRAIGHT: &str = "123456789p88s24s";
/// A triplet of dragons that waits for 3s.
const DRAGONS: &str = "234m678p11s24s777z";

fn rules(spec: &str) -> Arc<Rules> {
    Arc::new(Library::builtin().rules(spec).expect("a shipped rulebook"))
}

fn game(rounds: Vec<RoundRecord>, standing: Option<FinalStanding>) -> GameRecord {
    let players = rounds[0].hands.len();
    GameRecord {
        players,
        setting: TableSetting {
            red_fives: true,
            open_tanyao: true,
            length: Length::EastSouth,
            fast: false,
            lobby: 0,
            special: false,
        },
        names: vec![String::new(); players],
        rounds,
        standing,
    }
}

/// Plays a round, and looks whether the next one begins as told: round, honba, sticks and points.
#[track_caller]
fn check(rules: &Arc<Rules>, round: RoundRecord, next: (u8, u32, u32), points: &[i32]) {
    let mut hands = vec!["-"; points.len()];
    let dealer = usize::from(next.0) % 4;
    hands[dealer] = "19m19p19s1234567z";
    let words = format!("{dealer}+1m");
    let after = Script::standing(rules, next, points, &hands, &words);
    let nothing = vec![0; points.len()];
    let after = after.drawn(DrawReason::NineTerminals, &nothing, &[dealer]);
    assert_eq!(verify(&game(vec![round, after], None), rules).mismatches, []);
}

/// Plays a round that is the last of its game.
#[track_caller]
fn check_last(rules: &Arc<Rules>, round: RoundRecord, scores: &[i32], tenths: &[i32]) {
    let standing = FinalStanding {
        scores: each(scores),
        points: BySeat::from_fn(tenths.len(), |seat| Tenths(tenths[seat])),
    };
    let played = verify(&game(vec![round], Some(standing)), rules);
    assert_eq!(played.mismatches, []);
}

/// What is found wrong with a round.
fn mismatches(rules: &Arc<Rules>, round: RoundRecord) -> Vec<Mismatch> {
    verify(&game(vec![round], None), rules).mismatches
}

/// A straight won by ron: two han, 40 fu.
fn straight(winner: u8, from: u8, deltas: &'static [i32]) -> Win {
    Win {
        seats: (winner, from),
        yaku: &[(24, 2)],
        worth: (40, 2_600),
        deltas,
        ..Win::default()
    }
}

fn yakuman(winner: u8, from: u8, yakuman: &'static [u8], points: i32, deltas: &'static [i32]) -> Win {
    Win {
        seats: (winner, from),
        yakuman,
        worth: (0, points),
        deltas,
        ..Win::default()
    }
}

#[test]
fn the_first_of_two_winners_takes_sticks_and_honba() {
    let rules = rules("tenhou");
    let hands = ["-", STRAIGHT, OTHER_STRAIGHT, "-"];
    let round = Script::standing(&rules, (0, 2, 1), &[25_000, 25_000, 24_000, 25_000], &hands, "0x3s").won(vec![
        straight(1, 0, &[-3_200, 4_200, 0, 0]),
        straight(2, 0, &[-2_600, 0, 2_600, 0]),
    ]);
    check(&rules, round, (1, 0, 0), &[19_200, 29_200, 26_600, 25_000]);
}

#[test]
fn three_winners_are_a_draw() {
    let rules = rules("tenhou");
    let hands = ["-", STRAIGHT, OTHER_STRAIGHT, DRAGONS];
    let round = Script::standing(&rules, (0, 1, 1), &[25_000, 25_000, 24_000, 25_000], &hands, "0x3s");
    let round = round.drawn(DrawReason::TripleRon, &[0; 4], &[1, 2, 3]);
    check(&rules, round, (0, 2, 1), &[25_000, 25_000, 24_000, 25_000]);
}

#[test]
fn a_robbed_kan_keeps_ippatsu_and_turns_no_indicator() {
    let rules = rules("tenhou");
    let hands = ["-", "123456789m55p2s9s", "33s147m147p1234z8p", "-"];
    let words = "0x3s 2pon 2-1z idle2 1+4s 1r 1-9s 1R 2+3s 2kakan3s";
    // Riichi, ippatsu, chankan and the straight; the stick comes back.
    let win = Win {
        seats: (1, 2),
        yaku: &[(1, 1), (2, 1), (3, 1), (24, 2)],
        worth: (40, 8_000),
        ura: "1z",
        deltas: &[0, 9_000, -8_000, 0],
        ..Win::default()
    };
    let round = Script::new(&rules, &hands, words).won(vec![win]);
    check(&rules, round, (1, 0, 0), &[25_000, 33_000, 17_000, 25_000]);
}

#[test]
fn a_late_indicator_is_turned_with_the_next_kan() {
    let rules = rules("tenhou");
    let hands = ["-", "111z2222z147m147p", STRAIGHT, "-"];
    let words = "0x1z 1kan 1+9s 1ankan2z dora5z dora6z 1+3s 1=";
    let round = Script::new(&rules, &hands, words).won(vec![straight(2, 1, &[0, -2_600, 2_600, 0])]);
    check(&rules, round, (1, 0, 0), &[25_000, 22_400, 27_600, 25_000]);
}

#[test]
fn four_kans_of_two_players_are_a_draw() {
    let rules = rules("tenhou");
    let hands = ["111222z147m147p1s", "333444z258m258p9s", "-", "-"];
    let words = "0+1z 0ankan1z dora1m 0+2z 0ankan2z dora2m 0+9m 0= 1+3z 1ankan3z dora3m 1+4z 1ankan4z dora4m 1+9m 1=";
    let round = Script::new(&rules, &hands, words).drawn(DrawReason::FourKans, &[0; 4], &[]);
    check(&rules, round, (0, 1, 0), &[25_000; 4]);
}

#[test]
fn four_kans_of_one_player_go_on() {
    let rules = rules("tenhou");
    let hands = ["111m222p333s777s5z", "-", "-", "-"];
    let words = "0+1m 0ankan1m dora1z 0+2p 0ankan2p dora2z 0+3s 0ankan3s dora3z 0+7s 0ankan7s dora4z 0+9m 0= 1x5z";
    // Two yakuman for the dealer; who is below nothing ends the game.
    let win = yakuman(0, 1, &[41, 51], 96_000, &[96_000, -96_000, 0, 0]);
    let round = Script::new(&rules, &hands, words).won(vec![win]);
    check_last(
        &rules,
        round,
        &[121_000, -71_000, 25_000, 25_000],
        &[1_310, -1_210, 50, -150],
    );
}

#[test]
fn two_nagashi_pay_each_other() {
    let rules = rules("tenhou");
    let hands = [
        "2468m2468p2468s1z",
        "357m357p357s2345z",
        "2468m2468p2468s6z",
        "357m357p357s1237z",
    ];
    let round = Script::standing(
        &rules,
        (0, 3, 1),
        &[24_000, 25_000, 25_000, 25_000],
        &hands,
        "idle70/13",
    );
    let round = round.drawn(DrawReason::Nagashi, &[-8_000, 6_000, -4_000, 6_000], &[]);
    check(&rules, round, (1, 4, 1), &[16_000, 31_000, 21_000, 31_000]);
}

#[test]
fn a_wait_for_a_tile_in_your_own_kan_is_tenpai() {
    let rules = rules("tenhou");
    let hands = ["-", "222m13m456p789s11z", "-", "-"];
    let round = Script::new(&rules, &hands, "0x9m 1+2m 1ankan2m dora9s 1+9p 1= idle67");
    let round = round.drawn(DrawReason::Exhaustive, &[-1_000, 3_000, -1_000, -1_000], &[1]);
    check(&rules, round, (1, 1, 0), &[24_000, 28_000, 24_000, 24_000]);
}

#[test]
fn four_riichi_are_a_draw() {
    let rules = rules("tenhou");
    let hands = [
        "123456789m11p24s",
        "345678p34588s67s",
        "234567m234567p6z",
        "345678m345p678s7z",
    ];
    let words = "0+1z 0r 0= 0R 1+2z 1r 1= 1R 2+3z 2r 2= 2R 3+5z 3r 3= 3R";
    let round = Script::new(&rules, &hands, words).drawn(DrawReason::FourRiichi, &[0; 4], &[0, 1, 2, 3]);
    check(&rules, round, (0, 1, 4), &[24_000; 4]);
}

#[test]
fn a_first_draw_wins() {
    let rules = rules("tenhou");
    let round = Script::new(&rules, &["-", STRAIGHT, "-", "-"], "0x1z 1+3s").won(vec![yakuman(
        1,
        1,
        &[38],
        32_000,
        &[-16_000, 32_000, -8_000, -8_000],
    )]);
    check(&rules, round, (1, 0, 0), &[9_000, 57_000, 17_000, 17_000]);
    // With three players the missing player's share is lost; a kita before it ends the first go-around.
    let rules = self::rules("tenhou-sanma");
    let hand = "123456789p55s24s";
    let round = Script::new(&rules, &["-", hand, "-"], "0x1z 1+3s").won(vec![yakuman(
        1,
        1,
        &[38],
        24_000,
        &[-16_000, 24_000, -8_000],
    )]);
    check(&rules, round, (1, 0, 0), &[19_000, 59_000, 27_000]);
}

#[test]
fn riichi_with_the_last_stick_is_allowed_and_zero_points_is_not_bust() {
    let rules = rules("tenhou");
    // Seat 0 stakes its last 1,000; then seat 1 pays just what it has.
    let hands = ["123m456p789s1122z", "-", STRAIGHT, "-"];
    let words = "0+9s 0r 0= 0R 1x3s";
    let points = [1_000, 2_600, 48_200, 48_200];
    let win = Win {
        deltas: &[0, -2_600, 3_600, 0],
        ..straight(2, 1, &[])
    };
    let round = Script::standing(&rules, (4, 0, 0), &points, &hands, words).won(vec![win]);
    check(&rules, round, (5, 0, 0), &[0, 0, 51_800, 48_200]);
}

#[test]
fn a_north_set_aside_may_be_won_on() {
    let rules = rules("tenhou-sanma");
    // Ippatsu counts, chankan does not: double riichi, ippatsu, seven pairs.
    let hands = ["1199m1155p3377s4z", "-", "-"];
    let words = "0+9s 0r 0= 0R 1+4z 1kita";
    let win = Win {
        seats: (0, 1),
        yaku: &[(21, 2), (2, 1), (22, 2)],
        worth: (25, 12_000),
        ura: "1z",
        deltas: &[13_000, -12_000, 0],
        ..Win::default()
    };
    let round = Script::new(&rules, &hands, words).won(vec![win]);
    check(&rules, round, (0, 1, 0), &[47_000, 23_000, 35_000]);
}
