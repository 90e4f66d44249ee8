//! Counts at a player's decision: what the hand could do, and which rule allows or forbids it.

use super::Coverage;
use super::moment::Moment;
use jantaku_rules::rulebook::choices::{Passing, Winners};
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::legal::Actions;
use jantaku_table::phase::{Phase, Turn};
use jantaku_table::{Action, Table, Why};

impl Coverage {
    /// Counts a decision; `table` is the state before it.
    pub(crate) fn decided(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        match table.phase() {
            Phase::Turn(turn) => self.in_turn(table, turn, legal, action),
            Phase::Claims(_) => self.claimed(table, seat, legal, action),
            Phase::Nagashi { .. } => self.key(Key::DrawsNagashiOptional),
            Phase::Showing { .. } => self.key_if(action == Action::Noten, Key::DrawsNotenCall),
            Phase::Yame { .. } => self.key(Key::GameYame),
            _ => {}
        }
    }

    fn in_turn(&mut self, table: &Table, turn: &Turn, legal: &Actions, action: Action) {
        let player = table.player(turn.seat);
        if legal.contains(&Action::Tsumo) {
            let declined = action != Action::Tsumo;
            let pocchi = turn.drawn.is_some_and(Tile::is_pocchi) && player.riichi.declared();
            self.moment_if(declined, Moment::TsumoDeclined);
            self.moment_if(declined && pocchi, Moment::PocchiDeclined);
            self.moment_if(kans_of(table, turn.seat) == 4, Moment::FourKansTsumo);
        } else if turn.drawn.is_some() && player.tracker.shanten() < 0 {
            let low = matches!(table.may_tsumo(turn.seat), Err(Why::NoYaku | Why::BelowMinimum));
            self.key_if(low, Key::ValueMinimum);
            self.moment_if(low, Moment::BelowMinimum);
        }
        let forbidden = |kind: Kind| turn.kuikae.has(kind);
        let held = player.hand.iter().any(|tile| forbidden(tile.kind()));
        self.key_if(!turn.kuikae.is_empty() && held, Key::ClaimsKuikae);
        self.kans_in_turn(table, turn, legal);
        self.riichi_in_turn(table, turn, legal);
        self.norths_in_turn(table, turn);
        if turn.drawn.is_some() && table.is_first_turn(turn.seat) {
            let outside = Kind::of_hand().filter(|&kind| kind.is_outside() && player.has(kind, 1));
            self.key_if(outside.count() >= 9, Key::DrawsNineTerminals);
        }
    }

    /// The hand could make a kan. A rule counts if nothing else forbids it.
    fn kans_in_turn(&mut self, table: &Table, turn: &Turn, legal: &Actions) {
        let player = table.player(turn.seat);
        let added = |meld: &jantaku_rules::win::Meld| meld.kind == MeldKind::Pon && player.has(meld.tiles[0].kind(), 1);
        let four = player.hand.iter().any(|tile| player.has(tile.kind(), 4));
        if !four && !player.melds.iter().any(added) {
            return;
        }
        let rules = &table.rules().settings.kan;
        let all: usize = table.all_seats().map(|seat| kans_of(table, seat)).sum();
        let after_draw = turn.drawn.is_some();
        let tiles = table.wall().left() >= usize::from(rules.tiles_left);
        let room = table.wall().has_room_for_kan();
        let few = rules.most == 0 || all < usize::from(rules.most);
        let fixed = player.riichi.declared();
        let made = legal
            .iter()
            .any(|action| matches!(action, Action::Ankan(_) | Action::Kakan(_)));
        self.key_if(!after_draw && (made || tiles && room && few), Key::KanAfterCall);
        let otherwise = after_draw && !fixed && !player.dead;
        self.key_if(
            otherwise && tiles && room && !few || rules.most == 0 && all >= 4 && made,
            Key::KanMost,
        );
        self.key_if(otherwise && few && !tiles, Key::KanTilesLeft);
        let fourth = turn.drawn.is_some_and(|tile| player.has(tile.kind(), 4));
        self.key_if(fixed && fourth && tiles && room && few, Key::KanInRiichiAllowed);
    }

    /// The hand is ready for riichi.
    fn riichi_in_turn(&mut self, table: &Table, turn: &Turn, legal: &Actions) {
        let player = table.player(turn.seat);
        let ready = turn.drawn.is_some() && player.tracker.shanten() <= 0 && player.is_closed();
        if !ready || player.riichi.declared() || player.dead {
            return;
        }
        let rules = &table.rules().settings.riichi;
        if !rules.played {
            return self.key(Key::RiichiPlayed);
        }
        let (left, least) = (table.wall().left(), usize::from(rules.tiles_left));
        let points = table.points()[turn.seat].0;
        let declares = legal.iter().any(|action| matches!(action, Action::Riichi { .. }));
        let (tiles, enough) = (left >= least, !rules.needs_points || points > rules.stick);
        self.key_if(
            enough && !tiles || least == 0 && left == 0 && declares,
            Key::RiichiTilesLeft,
        );
        // Flowers have shortened the live wall.
        let replaced = table.wall().replaced() > table.wall().kan_replacements();
        self.moment_if(enough && !tiles && replaced, Moment::RiichiTilesCounted);
        let decided = tiles && (rules.needs_points || declares);
        self.key_if(decided && points < rules.stick, Key::RiichiNeedsPoints);
        self.key_if(decided && points == rules.stick, Key::RiichiLastPoints);
        let is = |action: &Action, open: bool| matches!(action, Action::Riichi { open: o, .. } if *o == open);
        let open_only = legal.iter().any(|action| is(action, true)) && !legal.iter().any(|action| is(action, false));
        self.key_if(open_only, Key::RiichiWhileFuriten);
    }

    /// The hand holds a north that might be set aside.
    fn norths_in_turn(&mut self, table: &Table, turn: &Turn) {
        let rules = &table.rules().settings.aside;
        let player = table.player(turn.seat);
        if !rules.kita || !player.has(Kind::NORTH, 1) {
            return;
        }
        let drawn = turn.drawn.is_some_and(|tile| tile.kind() == Kind::NORTH);
        let held = player.riichi.declared() && !drawn;
        let tiles = table.wall().left() >= usize::from(rules.kita_tiles_left);
        let room = table.wall().has_room_for_aside();
        self.key_if(turn.drawn.is_none() && tiles && room, Key::AsideKitaAfterCall);
        self.key_if(held && tiles && room, Key::AsideKitaHeldInRiichi);
        self.key_if(turn.drawn.is_some() && !held && !tiles, Key::AsideKitaTilesLeft);
    }

    fn claimed(&mut self, table: &Table, seat: Seat, legal: &Actions, action: Action) {
        let rules = &table.rules().settings;
        if legal.contains(&Action::Ron) {
            let passed = &mut self.hand.let_go[usize::from(seat.0)];
            let again = *passed && rules.furiten.passing == Passing::NoEffect;
            *passed = action != Action::Ron;
            self.key_if(again, Key::FuritenPassing);
        }
        if action == Action::Ron {
            self.hand.rons += 1;
            let second = self.hand.rons == 2;
            self.key_if(second, Key::ClaimsWinners);
            self.moment_if(
                second && rules.claims.winners == Winners::FirstInTurn,
                Moment::SecondClaim,
            );
            self.key_if(self.hand.rons == 3, Key::DrawsTripleRon);
        }
    }
}

pub(super) fn kans_of(table: &Table, seat: Seat) -> usize {
    let melds = table.player(seat).melds.iter();
    melds.filter(|meld| meld.kind.is_kan()).count()
}
