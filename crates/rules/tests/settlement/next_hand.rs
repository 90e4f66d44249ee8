//! After a hand: who deals next, with how many honba, and when the game ends.

use crate::checking::{case, han, points as points_of, ron, rules, those, tsumo};
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Wind::{East, North, South, West};
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::four_kans::FourKansWin;
use jantaku_rules::settlement::next_hand::{AfterHand, Follows, Standing};
use jantaku_rules::settlement::wins::{Liabilities, Winner};

const ABORTED: Ending = Ending::Aborted(Key::DrawsNineTerminals);

fn won(wins: &[Winner]) -> Ending<'_> {
    Ending::Won(wins)
}

fn drawn(spec: &str, tenpai: &[Wind]) -> Ending<'static> {
    let seats = rules(spec).seats();
    Ending::Drawn {
        tenpai: those(seats, tenpai),
    }
}

fn nagashi(spec: &str, winners: &[Wind], tenpai: &[Wind]) -> Ending<'static> {
    let seats = rules(spec).seats();
    Ending::Nagashi {
        winners: those(seats, winners),
        tenpai: those(seats, tenpai),
    }
}

fn chombo(spec: &str) -> Ending<'static> {
    Ending::Chombo {
        offenders: &[South],
        flowers: BySeat::all(rules(spec).seats(), 0),
    }
}

fn four_kans(seat: Wind) -> FourKansWin {
    FourKansWin {
        seat,
        yakuman: 1,
        liable: Liabilities::default(),
        fed: None,
    }
}

/// Whether the dealer of a hand with two honba stays, and how many honba there are then.
#[track_caller]
fn deal(clause: &str, spec: &str, ending: &Ending, expected: (bool, u8)) {
    let settled = ending.settled(&rules(spec).settings, 2);
    assert_eq!((settled.stays, settled.honba), expected, "{clause}, {spec}: {ending:?}");
}

#[test]
fn dealer_stays_by_winning_or_tenpai() {
    let rc = "ryanzou-chankan";
    deal("RC-09", rc, &won(&[tsumo(East, han(3))]), (true, 3));
    deal("RC-09", rc, &won(&[tsumo(South, han(3))]), (false, 0));
    let double = [ron(South, West, han(3)), ron(East, West, han(3))];
    deal("RC-09", rc, &won(&double), (true, 3));
    deal("RC-09", rc, &drawn(rc, &[East, South]), (true, 3));
    deal("RB-13", rc, &drawn(rc, &[South]), (false, 3));
    deal("RC-20", rc, &ABORTED, (true, 3));
    deal("RC-25", rc, &chombo(rc), (true, 2));
    deal("RC-55", rc, &Ending::FourKans(&four_kans(East)), (true, 3));
    deal("RC-55", rc, &Ending::FourKans(&four_kans(South)), (false, 0));
    // The deal passes after every hand, and there are no honba.
    let zj = "zung-jung";
    deal("ZJ-09", zj, &won(&[tsumo(East, han(3))]), (false, 0));
    deal("ZJ-09", zj, &drawn(zj, &[East]), (false, 0));
    deal(
        "ZJ-09",
        "zung-jung(dealer=stays)",
        &won(&[tsumo(East, han(3))]),
        (true, 0),
    );
    deal("ZJ-09", "zung-jung(dealer=stays)", &drawn(zj, &[East]), (false, 0));
}

#[test]
fn honba_count_where_either_win_pays_them() {
    let mut rules = rules("ryanzou-chankan");
    let by_dealer = by_dealer();
    let ending = won(&by_dealer);
    rules.settings.payment.honba_tsumo = 0;
    assert_eq!(ending.settled(&rules.settings, 2).honba, 3);
    (rules.settings.payment.honba_ron, rules.settings.payment.honba_tsumo) = (0, 100);
    assert_eq!(ending.settled(&rules.settings, 2).honba, 3);
    rules.settings.payment.honba_tsumo = 0;
    assert_eq!(ending.settled(&rules.settings, 2).honba, 0);
}

#[test]
fn nagashi_moves_the_deal() {
    // As a win: a dealer who is merely tenpai passes the deal.
    let rc = "ryanzou-chankan";
    deal("RC-09", rc, &nagashi(rc, &[South], &[East]), (false, 0));
    deal("RC-09", rc, &nagashi(rc, &[East], &[]), (true, 3));
    deal("SM-25", "sanmatsuri", &nagashi("zan", &[South], &[East]), (false, 0));
    deal(
        "ZAN-43",
        "zan(nagashi=win)",
        &nagashi("zan", &[South], &[East]),
        (false, 0),
    );
    // As a draw with payments: a dealer who is tenpai or paid stays.
    deal("ZAN-43", "zan", &nagashi("zan", &[South], &[]), (false, 3));
    deal("ZAN-43", "zan", &nagashi("zan", &[South], &[East]), (true, 3));
    deal("ZAN-43", "zan", &nagashi("zan", &[East], &[]), (true, 3));
    // As a draw: only tenpai counts.
    let draw = "sanmatsuri(nagashi=draw)";
    deal("SM-25", draw, &nagashi("zan", &[East], &[]), (false, 3));
    deal("SM-25", draw, &nagashi("zan", &[South], &[East]), (true, 3));
}

#[test]
fn the_deal_names_its_clause() {
    let rc = "ryanzou-chankan";
    let rules = rules(rc);
    let kans = four_kans(South);
    for (ending, clause) in [
        (won(&[]), "RC-09"),
        (Ending::FourKans(&kans), "RC-09"),
        (drawn(rc, &[]), "RC-09"),
        (nagashi(rc, &[South], &[]), "RC-09"),
        (Ending::Aborted(Key::KanFourth), "RC-20"),
        (chombo(rc), "RC-25"),
    ] {
        assert_eq!(rules.clause_id(ending.dealer_clause(&rules)), clause, "{ending:?}");
    }
}

#[test]
fn bust_chips_belong_to_the_hand() {
    let settle = |ending: Ending| {
        case("ZAN-06", "zan").by(|rules, hand| ending.settle(rules, hand, &points_of(&[10_000, 50_000, 90_000])))
    };
    settle(won(&[ron(South, East, han(6))]))
        .points(&[-12_000, 12_000, 0])
        .chips(&[-2, 2, 0]);
    settle(ABORTED).points(&[0, 0, 0]).chips(&[0, 0, 0]);
}

/// What is expected after a hand.
#[derive(PartialEq, Debug)]
enum Next {
    /// Another hand of this round and chair, with this many honba.
    Hand(Wind, u8, u8),
    /// The dealer is asked.
    Asked,
    /// The game ends by this clause.
    Ends(String),
    /// Nobody wins the game.
    Drawn,
}
use Next::{Asked, Drawn, Ends, Hand};

fn ends(clause: &str) -> Next {
    Ends(clause.to_owned())
}

/// A game of a rulebook, after a hand of this round and chair without honba.
struct Game(&'static str, Wind, u8);

impl Game {
    #[track_caller]
    fn after(&self, ending: &Ending, points: &[i32], expected: Next) {
        self.check(ending, points, false, None, expected);
    }

    #[track_caller]
    fn after_time(&self, ending: &Ending, points: &[i32], expected: Next) {
        self.check(ending, points, true, None, expected);
    }

    /// After a tenpai dealer says whether the game ends.
    #[track_caller]
    fn answered(&self, ends: bool, points: &[i32], expected: Next) {
        self.check(&drawn(self.0, &[East]), points, false, Some(ends), expected);
    }

    #[track_caller]
    fn check(&self, ending: &Ending, points: &[i32], out_of_time: bool, answer: Option<bool>, expected: Next) {
        let &Game(spec, round, dealer) = self;
        let rules = rules(spec);
        let standing = Standing {
            round,
            dealer: Seat(dealer),
            honba: 0,
            sticks: 1,
        };
        let after = AfterHand {
            rules: &rules,
            standing,
            points: &points_of(points),
            settled: ending.settled(&rules.settings, 0),
            out_of_time,
            hands: 0,
        };
        let next = match answer.map_or_else(|| after.follows(), |ends| after.answered(ends)) {
            Follows::AnotherHand(next) => {
                assert_eq!(next.sticks, 1, "RB-13: sticks stay until won");
                Hand(next.round, next.dealer.0, next.honba)
            }
            Follows::Question => Asked,
            Follows::End { drawn: true, .. } => Drawn,
            Follows::End { drawn: false, key } => ends(rules.clause_id(rules.because(key))),
        };
        assert_eq!(next, expected, "{spec}, {round:?} {dealer}, {ending:?}, {points:?}");
    }
}

const EVEN: [i32; 4] = [25_000; 4];
const FIRST_HAS_GOAL: [i32; 4] = [30_000, 25_000, 25_000, 20_000];
const NOBODY_HAS_GOAL: [i32; 4] = [29_900, 25_100, 25_000, 20_000];
const DEALER_LEADS: [i32; 4] = [20_000, 20_000, 25_000, 35_000];

fn by_dealer() -> [Winner; 1] {
    [tsumo(East, han(3))]
}

fn by_another() -> [Winner; 1] {
    [tsumo(West, han(3))]
}

#[test]
fn the_deal_passes_round_the_table() {
    let rc = "ryanzou-chankan";
    Game(rc, East, 0).after(&won(&by_another()), &EVEN, Hand(East, 1, 0));
    Game(rc, East, 0).after(&won(&by_dealer()), &EVEN, Hand(East, 0, 1));
    Game(rc, East, 3).after(&won(&by_another()), &FIRST_HAS_GOAL, Hand(South, 0, 0));
    Game(rc, East, 3).after(&drawn(rc, &[South]), &EVEN, Hand(South, 0, 1));
    Game(rc, South, 2).after(&won(&by_another()), &FIRST_HAS_GOAL, Hand(South, 3, 0));
    Game("zan", East, 2).after(&won(&by_another()), &[50_000; 3], Hand(South, 0, 0));
}

#[test]
fn west_then_north_until_the_goal() {
    let rc = "ryanzou-chankan";
    let passes = by_another();
    let passes = won(&passes);
    Game(rc, South, 3).after(&passes, &FIRST_HAS_GOAL, ends("RB-15"));
    Game(rc, South, 3).after(&passes, &NOBODY_HAS_GOAL, Hand(West, 0, 0));
    // West is played out in full.
    Game(rc, West, 0).after(&passes, &FIRST_HAS_GOAL, Hand(West, 1, 0));
    Game(rc, West, 2).after(&passes, &FIRST_HAS_GOAL, Hand(West, 3, 0));
    Game(rc, West, 3).after(&passes, &FIRST_HAS_GOAL, ends("RC-10"));
    Game(rc, West, 3).after(&passes, &NOBODY_HAS_GOAL, Hand(North, 0, 0));
    Game(rc, North, 0).after(&passes, &NOBODY_HAS_GOAL, Hand(North, 1, 0));
    Game(rc, North, 0).after(&passes, &FIRST_HAS_GOAL, ends("RC-10"));
    Game(rc, North, 3).after(&passes, &FIRST_HAS_GOAL, ends("RC-10"));
    Game(rc, North, 3).after(&passes, &NOBODY_HAS_GOAL, Drawn);
    // A dealer who stays in north with the goal reached may play on, or by the option may not.
    let stays = by_dealer();
    let stays = won(&stays);
    Game(rc, North, 0).after(&stays, &FIRST_HAS_GOAL, Asked);
    let any = "ryanzou-chankan(north-round=any-hand)";
    Game(any, North, 0).after(&stays, &FIRST_HAS_GOAL, ends("RC-10"));
    Game(any, North, 0).after(&ABORTED, &FIRST_HAS_GOAL, ends("RC-10"));
    Game(any, North, 0).after(&ABORTED, &NOBODY_HAS_GOAL, Hand(North, 0, 1));
    Game(any, West, 0).after(&stays, &FIRST_HAS_GOAL, Hand(West, 0, 1));
    Game(any, West, 2).after(&passes, &FIRST_HAS_GOAL, Hand(West, 3, 0));
    Game(any, South, 3).after(&ABORTED, &FIRST_HAS_GOAL, Hand(South, 3, 1));
}

#[test]
fn sudden_death_in_one_more_round() {
    let (passes, stays) = (by_another(), by_dealer());
    let (passes, stays) = (won(&passes), won(&stays));
    Game("tenhou", South, 3).after(&passes, &FIRST_HAS_GOAL, ends("RB-15"));
    Game("tenhou", South, 3).after(&passes, &NOBODY_HAS_GOAL, Hand(West, 0, 0));
    Game("tenhou", West, 0).after(&passes, &FIRST_HAS_GOAL, ends("TH-01"));
    Game("tenhou", West, 0).after(&passes, &NOBODY_HAS_GOAL, Hand(West, 1, 0));
    Game("tenhou", West, 3).after(&passes, &NOBODY_HAS_GOAL, ends("TH-01"));
    Game("tenhou", West, 3).after(&stays, &NOBODY_HAS_GOAL, Hand(West, 3, 1));
    Game("tenhou", West, 1).after(&stays, &FIRST_HAS_GOAL, Hand(West, 1, 1));
    Game("tenhou(extra-round=any-hand)", West, 1).after(&stays, &FIRST_HAS_GOAL, ends("TH-01"));
}

#[test]
fn the_dealer_may_end_the_last_hand() {
    let rc = "ryanzou-chankan";
    let (passes, stays) = (by_another(), by_dealer());
    let (passes, stays) = (won(&passes), won(&stays));
    // Whatever the rank; without the goal the answer decides between west and a repeat.
    Game(rc, South, 3).after(&stays, &FIRST_HAS_GOAL, Asked);
    Game(rc, South, 3).after(&stays, &NOBODY_HAS_GOAL, Asked);
    Game(rc, South, 3).after(&drawn(rc, &[East]), &FIRST_HAS_GOAL, Asked);
    Game(rc, South, 3).after(&nagashi(rc, &[East], &[]), &FIRST_HAS_GOAL, Asked);
    Game(rc, West, 3).after(&stays, &FIRST_HAS_GOAL, Asked);
    Game(rc, South, 2).after(&stays, &FIRST_HAS_GOAL, Hand(South, 2, 1));
    Game(rc, East, 3).after(&stays, &FIRST_HAS_GOAL, Hand(East, 3, 1));
    Game(rc, West, 1).after(&stays, &FIRST_HAS_GOAL, Hand(West, 1, 1));
    Game(rc, South, 3).after(&ABORTED, &FIRST_HAS_GOAL, Hand(South, 3, 1));
    Game(rc, South, 3).after(&chombo(rc), &FIRST_HAS_GOAL, Hand(South, 3, 0));
    let first = "ryanzou-chankan(yame=first-place)";
    Game(first, South, 3).after(&stays, &FIRST_HAS_GOAL, Hand(South, 3, 1));
    Game(first, South, 3).after(&stays, &DEALER_LEADS, Asked);
    // Only in first place; a tie is the next dealer's, who is the same player.
    Game("zan", South, 2).after(&stays, &[40_000, 50_000, 60_000], Asked);
    Game("zan", South, 2).after(&stays, &[60_000, 30_000, 60_000], Asked);
    Game("zan", South, 2).after(&stays, &[60_000, 40_000, 50_000], Hand(South, 2, 1));
    Game("zan", South, 2).after(&passes, &[60_000, 40_000, 50_000], ends("ZAN-35"));
    // First place with the goal ends the game without a question; a tie is the first dealer's.
    Game("tenhou", South, 3).after(&stays, &DEALER_LEADS, ends("TH-16"));
    Game("tenhou", South, 3).after(&stays, &[20_000, 25_100, 25_000, 29_900], Hand(South, 3, 1));
    Game("tenhou", South, 3).after(&stays, &[20_000, 34_000, 15_000, 31_000], Hand(South, 3, 1));
    Game("tenhou", South, 3).after(&stays, &[35_000, 10_000, 20_000, 35_000], Hand(South, 3, 1));
    Game("tenhou", South, 2).after(&stays, &[20_000, 20_000, 35_000, 25_000], Hand(South, 2, 1));
    Game("tenhou", West, 0).after(&stays, &[35_000, 25_000, 20_000, 20_000], ends("TH-16"));
    Game("tenhou", South, 3).after(&ABORTED, &DEALER_LEADS, Hand(South, 3, 1));
    // Never: the dealer plays on.
    Game("ema-2025", South, 3).after(&stays, &[20_000, 20_000, 25_000, 55_000], Hand(South, 3, 1));
    Game("ema-2025", South, 3).after(&passes, &[30_000; 4], ends("EMA-01"));
}

#[test]
fn the_answer_stands_for_a_repeat() {
    let rc = "ryanzou-chankan";
    Game(rc, South, 3).answered(true, &FIRST_HAS_GOAL, ends("RC-28"));
    Game(rc, South, 3).answered(false, &FIRST_HAS_GOAL, Hand(South, 3, 1));
    Game(rc, South, 3).answered(true, &NOBODY_HAS_GOAL, Hand(West, 0, 1));
    Game(rc, North, 3).answered(true, &NOBODY_HAS_GOAL, Drawn);
}

#[test]
fn the_game_ends_at_once() {
    let (passes, stays) = (by_another(), by_dealer());
    let (passes, stays) = (won(&passes), won(&stays));
    let rc = "ryanzou-chankan";
    Game(rc, East, 1).after(&stays, &[50_100, 30_000, 20_000, -100], ends("RC-11"));
    Game(rc, East, 1).after(&passes, &[50_000, 30_000, 20_000, 0], Hand(East, 2, 0));
    Game("zan", East, 1).after(&passes, &[80_000, 70_000, 0], ends("ZAN-30"));
    Game("zan", East, 1).after(&chombo("zan"), &[80_000, 73_000, -3_000], ends("ZAN-30"));
    Game("ema-2025", East, 1).after(&passes, &[80_000, 40_000, 10_000, -10_000], Hand(East, 2, 0));
    // The time is up; a chombo is no hand.
    Game("ema-2025", East, 1).after_time(&stays, &[30_000; 4], ends("EMA-28"));
    Game("ema-2025", East, 1).after_time(&chombo("ema-2025"), &[30_000; 4], Hand(East, 1, 0));
}

#[test]
fn sixteen_hands_without_repeats() {
    let (passes, stays) = (by_another(), by_dealer());
    Game("zung-jung", East, 0).after(&won(&stays), &[90, -30, -30, -30], Hand(East, 1, 0));
    Game("zung-jung", West, 3).after(&won(&passes), &[0; 4], Hand(North, 0, 0));
    Game("zung-jung", North, 2).after(&won(&passes), &[0; 4], Hand(North, 3, 0));
    Game("zung-jung", North, 3).after(&won(&stays), &[0; 4], ends("ZJ-09"));
}

/// A dealer who is always tenpai would stay for ever.
#[test]
fn a_game_ends_after_512_hands() {
    let rules = rules("tenhou");
    let follows = |hands: u16| {
        let after = AfterHand {
            rules: &rules,
            standing: Standing {
                round: East,
                dealer: Seat(0),
                honba: 0,
                sticks: 0,
            },
            points: &points_of(&EVEN),
            settled: drawn("tenhou", &[East]).settled(&rules.settings, 0),
            out_of_time: false,
            hands,
        };
        after.follows()
    };
    assert!(matches!(follows(511), Follows::AnotherHand(_)));
    assert!(matches!(follows(512), Follows::End { drawn: false, .. }));
}
