//! Why an action that is not legal is refused, and by which clause.

use crate::action::{Action, Refusal, Why};
use crate::phase::{Claims, Offered, Phase, Turn};
use crate::player::Player;
use crate::table::Table;
use jantaku_rules::reading::{Concealed, MeldSets, Set};
use jantaku_rules::rulebook::choices::{Nagashi, Yame};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Seat;
use jantaku_rules::suits::Suits;
use jantaku_rules::tile::{Kind, Tile};

impl Table {
    /// Why this player may not do this now.
    pub(crate) fn refusal(&self, seat: Seat, action: Action) -> Refusal {
        let why = match (&self.phase, action) {
            (Phase::GameOver { .. }, _) => Why::Over,
            (_, Action::Noten) => self.why_no_noten(seat),
            (_, Action::Nagashi) => self.why_no_nagashi(seat),
            (_, Action::EndGame) if self.rules.settings.game.yame == Yame::Never => Why::NotPlayed,
            (_, Action::EndGame) => Why::NotOffered,
            (Phase::Turn(turn), _) if turn.seat == seat => self.why_not_in_turn(turn, action),
            (Phase::Claims(claims), _) if seat != claims.from => self.why_not_claimed(claims, seat, action),
            (Phase::BeforeHand, _) => Why::Over,
            (Phase::Nagashi { .. } | Phase::Showing { .. } | Phase::Settled(_) | Phase::Yame { .. }, _) => {
                Why::NotOffered
            }
            _ => Why::NotYourTurn,
        };
        Refusal {
            why,
            clause: self.clause_against(seat, why, action),
        }
    }

    fn why_not_in_turn(&self, turn: &Turn, action: Action) -> Why {
        let player = &self.players[turn.seat];
        match action {
            Action::Discard { tile, drawn } => why_not_discarded(turn, player, tile, drawn),
            Action::Riichi { tile, drawn, open } => self.why_no_riichi(turn, player, tile, drawn, open),
            Action::Tsumo => self.may_tsumo(turn.seat).err().unwrap_or(Why::NotOffered),
            Action::Ankan(kind) | Action::Kakan(kind) => self.why_no_kan(turn, player, action, kind),
            Action::Kita => self.why_no_kita(turn, player),
            Action::NineTerminals if !self.rules.settings.draws.nine_terminals => Why::NotPlayed,
            Action::NineTerminals if player.dead => Why::DeadHand,
            Action::NineTerminals if !self.is_first_turn(turn.seat) => Why::NotFirstTurn,
            Action::NineTerminals => Why::NotNine,
            _ => Why::NotOffered,
        }
    }

    fn why_no_riichi(&self, turn: &Turn, player: &Player, tile: Tile, drawn: bool, open: bool) -> Why {
        let rules = &self.rules.settings.riichi;
        let points = self.points[turn.seat].0;
        if !rules.played || open && !rules.open {
            Why::NotPlayed
        } else if player.dead {
            Why::DeadHand
        } else if player.riichi.declared() {
            Why::AlreadyRiichi
        } else if !player.is_closed() {
            Why::NotClosed
        } else if !in_hand(turn, player, tile, drawn) {
            Why::NoSuchTile
        } else if self.wall.left() < usize::from(rules.tiles_left) {
            Why::TooFewTiles
        } else if rules.needs_points && (points < rules.stick || points == rules.stick && !rules.last_points) {
            Why::TooFewPoints
        } else if self.riichi_with(player, tile.kind()) == (false, true) {
            Why::FuritenOpenOnly
        } else if self.waits_for_a_fifth(player, tile.kind()) {
            Why::FifthTile
        } else {
            Why::NotTenpai
        }
    }

    /// After this discard, would the hand hold every copy of its own waits?
    fn waits_for_a_fifth(&self, player: &Player, discard: Kind) -> bool {
        let mut kept = Suits::default();
        for kind in Kind::of_hand() {
            (u8::from(kind == discard)..player.tracker.held(kind)).for_each(|_| kept.add(kind));
        }
        let held = |kind: Kind| player.holds(kind) - usize::from(kind == discard);
        Kind::of_hand().filter(|&kind| held(kind) >= 4).any(|kind| {
            let mut complete = kept;
            complete.add(kind);
            let hand = Concealed {
                tiles: complete,
                melds: MeldSets::new(player.melds.iter().filter_map(Set::of_meld)),
                winning: kind,
                ron: false,
                four_as_pairs: self.rules.settings.value.four_of_a_kind_pairs,
            };
            let mut found = false;
            hand.readings(|_| found = true);
            found
        })
    }

    fn why_no_kan(&self, turn: &Turn, player: &Player, action: Action, kind: Kind) -> Why {
        let is_added = matches!(action, Action::Kakan(_));
        let most = self.rules.settings.kan.most;
        if player.dead {
            Why::DeadHand
        } else if !player.has(kind, if is_added { 1 } else { 4 }) {
            Why::NoSuchTile
        } else if is_added && player.pon_of(kind).is_none() {
            Why::NoPon
        } else if !self.may_kan_now(turn) {
            Why::NeedsADraw
        } else if player.riichi.declared() && turn.drawn.is_none_or(|drawn| drawn.kind() != kind) {
            Why::NotJustDrawn
        } else if most > 0 && self.kan_count() >= most {
            Why::TooManyKans
        } else if !self.has_tiles_for_kan() {
            Why::TooFewTiles
        } else {
            Why::ChangesTheHand
        }
    }

    fn why_no_kita(&self, turn: &Turn, player: &Player) -> Why {
        if !self.rules.settings.aside.kita {
            Why::NotPlayed
        } else if player.dead {
            Why::DeadHand
        } else if !player.has(Kind::NORTH, 1) {
            Why::NoSuchTile
        } else if !self.may_kita_now(turn) {
            Why::NeedsADraw
        } else if !self.may_kita_in_riichi(turn, player) {
            Why::NotJustDrawn
        } else {
            Why::TooFewTiles
        }
    }

    fn why_no_nagashi(&self, seat: Seat) -> Why {
        if self.rules.settings.draws.nagashi == Nagashi::Nothing {
            Why::NotPlayed
        } else if self.players[seat].dead {
            Why::DeadHand
        } else {
            Why::NotOffered
        }
    }

    fn why_no_noten(&self, seat: Seat) -> Why {
        if self.players[seat].riichi.declared() {
            Why::MustShow
        } else if self.rules.settings.draws.noten_call {
            Why::NotOffered
        } else {
            Why::NotPlayed
        }
    }

    fn why_not_claimed(&self, claims: &Claims, seat: Seat, action: Action) -> Why {
        let player = &self.players[seat];
        match action {
            Action::Ron => match self.may_ron(seat, claims.from, claims.tile, claims.offered) {
                Err(why) => why,
                Ok(_) => Why::NotPlayed,
            },
            Action::Pon(_) | Action::Chii(_) | Action::Daiminkan => {
                if player.dead {
                    Why::DeadHand
                } else if player.riichi.declared() {
                    Why::HandIsFixed
                } else if claims.offered != Offered::Discard
                    || self.is_last_discard()
                    || self.abort_after_discard().is_some()
                {
                    Why::OnlyToWin
                } else {
                    self.why_not_called(claims, seat, action)
                }
            }
            _ => Why::NotYourTurn,
        }
    }

    fn why_not_called(&self, claims: &Claims, seat: Seat, action: Action) -> Why {
        let player = &self.players[seat];
        let kind = claims.tile.kind();
        match action {
            Action::Chii(_) if !self.rules.settings.claims.chii => Why::NotPlayed,
            Action::Chii(_) if self.after(claims.from) != seat => Why::NotFromTheLeft,
            Action::Daiminkan if !player.has(kind, 3) => Why::NoSuchTile,
            Action::Daiminkan if self.has_tiles_for_kan() => Why::TooManyKans,
            Action::Daiminkan => Why::TooFewTiles,
            Action::Pon(_) if !player.has(kind, 2) => Why::NoSuchTile,
            Action::Chii(own) if own.iter().any(|tile| !player.hand.contains(tile)) => Why::NoSuchTile,
            Action::Chii(own) if !is_sequence([kind, own[0].kind(), own[1].kind()]) => Why::NotASequence,
            _ => Why::Kuikae,
        }
    }

    /// The clause behind a refusal, where a setting decides it.
    pub fn clause_against(&self, seat: Seat, why: Why, action: Action) -> ClauseRef {
        let key = match (why, action) {
            (Why::NotPlayed, Action::Riichi { open: true, .. }) => Key::RiichiOpen,
            (Why::NotPlayed, Action::Chii(_)) => Key::ClaimsChii,
            (Why::NotPlayed, Action::Kita) => Key::AsideKita,
            (Why::NotPlayed, Action::NineTerminals) => Key::DrawsNineTerminals,
            (Why::NotPlayed | Why::NoYaku, Action::Ron) if self.offers(Offered::Kita) => Key::AsideKitaRobbed,
            (Why::NotPlayed | Why::ClosedKan, Action::Ron) => Key::KanClosedRobbedBy,
            (Why::NotFromTheLeft | Why::NotASequence, _) => Key::ClaimsChii,
            (Why::NotPlayed | Why::NotOffered, Action::EndGame) => Key::GameYame,
            (Why::NotOffered, Action::Nagashi) if self.was_called(seat) => Key::DrawsNagashiCalled,
            (Why::NotPlayed | Why::NotOffered, Action::Nagashi) => Key::DrawsNagashi,
            (Why::NotPlayed | Why::NotOffered | Why::MustShow, Action::Noten) => Key::DrawsNotenCall,
            (Why::NotPlayed, _) => Key::RiichiPlayed,
            (Why::NoYaku, _) if self.rules.settings.value.yaku_needed => Key::ValueYakuNeeded,
            (Why::NoYaku | Why::BelowMinimum, _) => Key::ValueMinimum,
            (Why::Furiten, _) => self.furiten_by(seat),
            (Why::Kuikae, _) => Key::ClaimsKuikae,
            (Why::NotJustDrawn, Action::Kita) => Key::AsideKitaHeldInRiichi,
            (Why::HandIsFixed | Why::AlreadyRiichi | Why::NotClosed | Why::NotTenpai, _) => Key::RiichiPlayed,
            (Why::FifthTile, _) => Key::DrawsFifthTileTenpai,
            (Why::ChangesTheHand | Why::NotJustDrawn, _) => Key::KanInRiichiAllowed,
            (Why::TooFewPoints, _) => Key::RiichiNeedsPoints,
            (Why::TooFewTiles, Action::Riichi { .. }) => Key::RiichiTilesLeft,
            (Why::TooFewTiles, Action::Kita) => Key::AsideKitaTilesLeft,
            (Why::TooFewTiles, _) => Key::KanTilesLeft,
            (Why::OnlyToWin, _) if self.is_last_discard() => Key::ClaimsLastDiscard,
            (Why::OnlyToWin, _) => match self.abort_after_discard() {
                Some(after) => after.key(),
                None => return ClauseRef::NONE,
            },
            (Why::DeadHand, _) => Key::PenaltyDeadHand,
            (Why::FuritenOpenOnly, _) => Key::RiichiWhileFuriten,
            (Why::TooManyKans, _) => Key::KanMost,
            (Why::NeedsADraw, Action::Kita) => Key::AsideKitaAfterCall,
            (Why::NeedsADraw, Action::Ankan(_) | Action::Kakan(_)) => Key::KanAfterCall,
            (Why::NotFirstTurn | Why::NotNine, _) => Key::DrawsNineTerminals,
            _ => return ClauseRef::NONE,
        };
        self.rules.because(key)
    }
}

impl Table {
    /// Is a tile offered in this way now?
    fn offers(&self, way: Offered) -> bool {
        matches!(&self.phase, Phase::Claims(claims) if claims.offered == way)
    }

    /// Was one of the player's discards called?
    fn was_called(&self, seat: Seat) -> bool {
        self.discards
            .iter()
            .any(|discard| discard.seat == seat && discard.called)
    }

    /// Which of the three furiten it is; furiten by one's own discards comes first, since it lasts as long as the hand does not change.
    fn furiten_by(&self, seat: Seat) -> Key {
        let player = &self.players[seat];
        if player.waits.meets(player.discarded) && self.rules.settings.furiten.own_discards {
            Key::FuritenOwnDiscards
        } else if player.passed_in_riichi {
            Key::FuritenPassingInRiichi
        } else {
            Key::FuritenPassing
        }
    }
}

fn in_hand(turn: &Turn, player: &Player, tile: Tile, drawn: bool) -> bool {
    if drawn {
        return turn.drawn == Some(tile);
    }
    let held = player.hand.len() - usize::from(turn.drawn.is_some());
    player.hand[..held].contains(&tile)
}

fn why_not_discarded(turn: &Turn, player: &Player, tile: Tile, drawn: bool) -> Why {
    if player.riichi.declared() && !drawn {
        Why::HandIsFixed
    } else if !in_hand(turn, player, tile, drawn) {
        Why::NoSuchTile
    } else if turn.kuikae.has(tile.kind()) {
        Why::Kuikae
    } else {
        Why::NotOffered
    }
}

fn is_sequence(mut kinds: [Kind; 3]) -> bool {
    kinds.sort_unstable_by_key(|kind| kind.index());
    let first = kinds[0];
    let follows = |(i, kind): (usize, &Kind)| {
        kind.is_suited() && kind.suit() == first.suit() && kind.index() == first.index() + i
    };
    kinds.iter().enumerate().all(follows)
}
