//! Counts at the end of a hand and of a game.

use super::Coverage;
use super::moment::Moment;
use jantaku_rules::rulebook::choices::Nagashi;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::{NotAWin, score};
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::settlement::bust::is_bust;
use jantaku_rules::tile::{HAND_KINDS, Kind, Tile};
use jantaku_rules::transfer::What;
use jantaku_table::Table;
use jantaku_table::event::Standing;
use jantaku_table::phase::{Offered, Settled};
use jantaku_table::table::calculator;

impl Coverage {
    /// Counts an exhaustive draw with these players tenpai.
    pub(super) fn wall_ended(&mut self, before: &Table, tenpai: &BySeat<bool>) {
        let rules = &before.rules().settings;
        self.hand.exhausted = true;
        self.key(Key::WallDeadWall);
        let ready = tenpai.iter().filter(|&&tenpai| tenpai).count();
        let some = (1..before.seats()).contains(&ready);
        self.key_if(rules.draws.noten == 0 && some, Key::DrawsNoten);
        for seat in before.all_seats() {
            let player = before.player(seat);
            let nagashi = player.nagashi && !player.before_first_discard;
            let played = rules.draws.nagashi != Nagashi::Nothing;
            self.key_if(nagashi && !played, Key::DrawsNagashi);
            self.moment_if(nagashi && player.dead, Moment::NagashiOfADeadHand);
            let unasked = !rules.draws.noten_call && tenpai[seat] && !player.riichi.declared();
            self.key_if(unasked, Key::DrawsNotenCall);
            if tenpai[seat] && has_no_yaku(before, seat) {
                self.moment(Moment::TenpaiWithoutYaku);
            }
            if let Some(melded) = waits_for_a_fifth(before, seat) {
                self.key(Key::DrawsFifthTileTenpai);
                self.key_if(melded, Key::DrawsFifthTileMelded);
            }
        }
    }

    /// Counts a payment.
    pub(super) fn paid(&mut self, before: &Table, what: What, because: ClauseRef) {
        self.named(because);
        let several = self.hand.winners > 1;
        let win = self.hand.win;
        let yakuman = win.map_or(0, |win| win.yakuman);
        let tsumo = win.is_some_and(|win| win.tsumo);
        match what {
            What::Ippatsu | What::Ura | What::Pocchi => {
                self.key_if(tsumo, Key::ChipsTsumoTimes);
                self.key_if(yakuman > 0, Key::ChipsBesideYakuman);
            }
            What::Yakuman => self.key_if(yakuman > 1, Key::ChipsEachYakuman),
            What::Bust => self.key_if(self.hand.exhausted, Key::ChipsBustByNoten),
            What::Pao => {
                self.key(Key::PaoYaku);
                self.key(Key::PaoCovered);
                self.key_if(!tsumo && before.standing().honba > 0, Key::PaoRonHonba);
                self.moment_if(!tsumo && yakuman > 1, Moment::PaoAmongSeveral);
            }
            What::Honba => self.key_if(several, Key::PaymentHonbaTo),
            What::Sticks | What::OwnStick => self.key_if(several, Key::PaymentSticksTo),
            _ => {}
        }
    }

    /// Counts a settled hand.
    pub(super) fn settled(&mut self, before: &Table, settled: Settled) {
        let rules = &before.rules().settings;
        let points = before.points();
        self.hand.settled = Some(settled);
        self.key(Key::GameDealerStays);
        let bust = points.iter().any(|&points| is_bust(rules, points));
        self.moment_if(points.iter().any(|points| points.0 <= 0), Moment::OutOfPoints);
        let below = points.iter().any(|points| points.0 < 0);
        self.moment_if(self.hand.winners > 1 && below, Moment::SeveralBust);
        self.key_if(bust || below, Key::GameBust);
        self.moment_if(settled.void && bust, Moment::ChomboBusts);
        let last_dealer = usize::from(before.standing().dealer.0) + 1 == before.seats();
        let last_round = before.standing().round.index() + 1 >= usize::from(rules.game.rounds);
        self.key_if(settled.may_yame && last_dealer && last_round, Key::GameYame);
        let goal = points.iter().any(|points| points.0 >= rules.game.goal);
        let overtime = before.standing().round.index() >= usize::from(rules.game.rounds);
        self.key_if(overtime && goal, Key::GameSuddenDeathEnds);
    }

    /// Counts the change to the next hand.
    pub(super) fn hand_ended(&mut self, before: &Table, next: Standing) {
        let rules = &before.rules().settings.game;
        let overtime = next.round.index() >= usize::from(rules.rounds) && rules.rounds < 4;
        self.key_if(overtime, Key::GameOvertime);
        self.key_if(overtime && rules.goal > 0, Key::GameGoal);
    }

    pub(super) fn game_ended(&mut self, before: &Table, after: &Table, drawn: bool) {
        self.moment(Moment::GameOver);
        // Going bust ends a game before rounds or goal matter.
        let rules = &before.rules().settings;
        let bust = before.points().iter().any(|&points| is_bust(rules, points));
        self.key_if(!bust, Key::GameRounds);
        self.key_if(!bust, Key::GameGoal);
        self.key(Key::ResultIs);
        self.key_if(drawn, Key::GameOvertime);
        self.key_if(before.standing().sticks > 0, Key::GameLeftoverSticks);
        let points = before.points().as_slice();
        let tied = (1..points.len()).any(|place| points[..place].contains(&points[place]));
        self.key_if(tied, Key::GameTies);
        self.key_if(tied, Key::ResultTiedUma);
        self.moment_if(tied, Moment::Tie);
        for line in after.result().into_iter().flat_map(|result| &result.lines) {
            self.named(line.because);
        }
    }
}

/// Whether a tenpai hand has no yaku with any of its waits, not counting the yaku of the last discard.
fn has_no_yaku(table: &Table, seat: Seat) -> bool {
    let waits = table.player(seat).waits;
    let from = table.after(seat);
    let refused = |kind: Kind| {
        let mut claim = table.ron_claim(seat, from, Tile::plain(kind), Offered::Discard);
        claim.last_tile = false;
        matches!(
            score(table.rules(), &claim),
            Err(NotAWin::NoYaku | NotAWin::BelowMinimum)
        )
    };
    let mut waited = waits.iter();
    !waits.is_empty() && waited.all(refused)
}

/// If the player holds all four copies of every wait: whether some of them are in melds.
fn waits_for_a_fifth(table: &Table, seat: Seat) -> Option<bool> {
    let player = table.player(seat);
    let fours = || Kind::of_hand().filter(|&kind| player.holds(kind) >= 4);
    fours().next()?;
    let mut counts = [0; HAND_KINDS];
    for tile in player.hand.iter().filter(|tile| !tile.kind().is_flower()) {
        counts[tile.kind().index()] += 1;
    }
    let removed = table.rules().settings.tiles.removed;
    let calculator = calculator(table.rules());
    let completes = |kind: Kind| {
        let mut with = counts;
        with[kind.index()] += 1;
        calculator.shanten(&with) < 0
    };
    let possible = Kind::of_hand().any(|kind| player.holds(kind) < 4 && !removed.has(kind) && completes(kind));
    let fifth = fours().find(|&kind| !possible && completes(kind))?;
    Some(usize::from(counts[fifth.index()]) < 4)
}
