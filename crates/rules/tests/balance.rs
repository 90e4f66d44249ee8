//! Whatever the table, nothing is made and nothing lost: over random hands by every rulebook and random settings.

use jantaku_rules::rulebook::choices::*;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::bust::bust_chips;
use jantaku_rules::settlement::chips::flower_chips;
use jantaku_rules::settlement::chombo::settle_chombo;
use jantaku_rules::settlement::draw::settle_draw;
use jantaku_rules::settlement::four_kans::{FourKansWin, settle_four_kans};
use jantaku_rules::settlement::nagashi::settle_nagashi;
use jantaku_rules::settlement::wins::{ChipFacts, Liabilities, Winner, settle_wins};
use jantaku_rules::transfer::{Party, Transfer, chips_moved, points_moved};
use jantaku_rules::units::{Chips, Fu, Han, Points};
use jantaku_rules::value::Value;
use jantaku_rules::win::By;

const BOOKS: [&str; 6] = [
    "ryanzou-chankan",
    "ema-2025",
    "sanmatsuri",
    "zan",
    "tenhou",
    "zung-jung",
];
const HANDS_EACH: usize = 2_000;

#[test]
fn every_settlement_balances() {
    let mut dice = Dice(0x5eed_0001);
    for spec in BOOKS {
        let mut rules = Library::builtin().rules(spec).expect("a rulebook");
        for _ in 0..HANDS_EACH {
            other_settings(&mut rules, &mut dice);
            check_hand(&rules, &mut dice);
        }
    }
}

/// Settles one random hand in every way, and checks each.
fn check_hand(rules: &Rules, dice: &mut Dice) {
    let seats = rules.seats();
    let riichi = BySeat::from_fn(seats, |_| dice.coin());
    let own = riichi.iter().filter(|&&declared| declared).count() as u8;
    let hand = HandState {
        honba: dice.below(5) as u8,
        sticks: own + dice.below(3) as u8,
        riichi,
    };
    let all = rules.settings.riichi.stick * i32::from(hand.sticks);
    let wins = random_wins(rules.settings.value.scheme, seats, dice);
    let settled = settle_wins(rules, &hand, &wins);
    check(rules, &settled, all, &wins);
    let before = BySeat::from_fn(seats, |_| Points(dice.below(40) as i32 * 1_000));
    check(rules, &bust_chips(rules, &before, &settled), 0, &wins);

    let some = BySeat::from_fn(seats, |_| dice.coin());
    check(rules, &settle_draw(rules, &some), 0, &some);
    let won = some.iter().any(|&has_one| has_one) && rules.settings.draws.nagashi != Nagashi::Nothing;
    let sticks_won = matches!(rules.settings.draws.nagashi_as, NagashiAs::PaidDraw | NagashiAs::Win);
    check(
        rules,
        &settle_nagashi(rules, &hand, &some),
        if won && sticks_won { all } else { 0 },
        &some,
    );

    let seat = dice.wind(seats);
    let kans = FourKansWin {
        seat,
        yakuman: 1 + dice.below(3) as u8,
        liable: liabilities(seats, dice),
        fed: dice.coin().then(|| dice.wind(seats)),
    };
    check(rules, &settle_four_kans(rules, &hand, &kans), all, &kans);
    let flowers = BySeat::from_fn(seats, |_| dice.below(4) as u8);
    check(
        rules,
        &settle_chombo(rules, &hand, &[seat], &flowers),
        rules.settings.riichi.stick * i32::from(own),
        &seat,
    );
    check(rules, &flower_chips(rules, seat), 0, &seat);
}

/// The players' gains are what left the table, chips come from players only, and every amount is positive.
#[track_caller]
fn check(rules: &Rules, transfers: &[Transfer], from_table: i32, story: &dyn std::fmt::Debug) {
    let points: Points = points_moved(transfers, rules.seats()).iter().copied().sum();
    let chips: Chips = chips_moved(transfers, rules.seats()).iter().copied().sum();
    let taken = |t: &&Transfer| t.from == Party::Sticks;
    let sticks: i32 = transfers.iter().filter(taken).map(|t| t.amount.number()).sum();
    assert_eq!(points, Points(from_table), "{story:?}\n{transfers:#?}");
    assert_eq!(sticks, from_table, "{story:?}\n{transfers:#?}");
    assert_eq!(chips, Chips(0), "{story:?}\n{transfers:#?}");
    assert!(
        transfers
            .iter()
            .all(|t| t.amount.number() > 0 && t.from != t.to && t.to != Party::Sticks)
    );
}

fn random_wins(scheme: Scheme, seats: usize, dice: &mut Dice) -> Vec<Winner> {
    let from = dice.wind(seats);
    let mut wins = Vec::new();
    if dice.coin() {
        wins.push(Winner::tsumo(from, random_value(scheme, dice)));
    } else {
        let others = Wind::ALL.into_iter().take(seats).filter(|&seat| seat != from);
        wins.extend(
            others
                .filter(|_| dice.coin())
                .map(|seat| Winner::ron(seat, By::Ron, from, Value::of_han(1))),
        );
    }
    if wins.is_empty() {
        wins.push(Winner::tsumo(from, Value::of_han(1)));
    }
    for win in &mut wins {
        win.value = random_value(scheme, dice);
        win.liable = liabilities(seats, dice);
        win.fed_kan = dice.coin().then(|| dice.wind(seats));
        win.responsible = dice.coin().then(|| dice.wind(seats));
        win.chips = ChipFacts {
            ippatsu: dice.coin(),
            ura: dice.below(5) as u8,
            pocchi: dice.coin(),
            all_flowers: dice.coin(),
        };
    }
    wins
}

fn random_value(scheme: Scheme, dice: &mut Dice) -> Value {
    if scheme == Scheme::Points {
        return Value::Points(Points(1 + dice.below(480) as i32));
    }
    match dice.below(4) as u8 {
        0 => Value::Han {
            han: Han(1 + dice.below(14) as u8),
            fu: Fu(20 + 10 * dice.below(9) as u8),
        },
        yakuman => Value::Yakuman(yakuman),
    }
}

fn liabilities(seats: usize, dice: &mut Dice) -> Liabilities {
    let mut liable = Liabilities::default();
    for _ in 0..dice.below(4) {
        liable.add(dice.wind(seats), dice.below(3) as u8);
    }
    liable
}

/// Turns every switch that a settlement looks at.
fn other_settings(rules: &mut Rules, dice: &mut Dice) {
    let settings = &mut rules.settings;
    settings.payment.honba_to = dice.of([HonbaTo::Each, HonbaTo::First, HonbaTo::NextDealer]);
    settings.payment.sticks_to = dice.of([SticksTo::First, SticksTo::OwnThenFirst, SticksTo::NextDealer]);
    settings.payment.discard = dice.of([
        DiscardPays::Discarder,
        DiscardPays::EachOpponent,
        DiscardPays::Responsible,
    ]);
    settings.payment.tsumo_loss = dice.coin();
    settings.pao.covers = dice.of([PaoCovers::OwnYakuman, PaoCovers::WholeHand]);
    settings.pao.ron_honba = dice.of([PaoHonba::Discarder, PaoHonba::Liable]);
    settings.pao.rinshan = dice.coin();
    settings.pao.tsumo = dice.coin();
    settings.pao.ron = dice.coin();
    settings.pao.after_kan = dice.coin();
    settings.draws.nagashi = dice.of([Nagashi::Nothing, Nagashi::Mangan, Nagashi::Yakuman]);
    settings.draws.nagashi_as = dice.of([
        NagashiAs::Draw,
        NagashiAs::DrawWithHonba,
        NagashiAs::PaidDraw,
        NagashiAs::Win,
    ]);
    settings.draws.nagashi_together = dice.of([NagashiTogether::EachPays, NagashiTogether::Cancel]);
    settings.draws.nagashi_own_stick = dice.coin();
    settings.game.bust = dice.of([Bust::Never, Bust::BelowZero, Bust::AtZero]);
    settings.game.dealer_stays = dice.of([DealerStays::Never, DealerStays::OnWinOrTenpai]);
    settings.penalty.chombo = dice.of([Chombo::Nothing, Chombo::ReverseMangan, Chombo::AfterUma]);
    settings.chips.bust = dice.below(4) as u8;
    settings.chips.ippatsu = dice.below(3) as u8;
    settings.chips.yakuman_tsumo = dice.below(6) as u8;
    settings.chips.each_yakuman = dice.coin();
    settings.aside.chips = dice.below(2) as u8;
}

/// A small repeatable source of chance (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn wind(&mut self, seats: usize) -> Wind {
        Wind::at(self.below(seats as u64) as usize)
    }

    fn of<T: Copy, const N: usize>(&mut self, choices: [T; N]) -> T {
        choices[self.below(N as u64) as usize]
    }
}
