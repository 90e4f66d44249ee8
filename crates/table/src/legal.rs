//! The legal actions: what the table accepts, and nothing else.

use crate::action::Action;
use crate::phase::{Claims, Offered, Phase, Turn};
use crate::player::Player;
use crate::table::Table;
use arrayvec::ArrayVec;
use jantaku_rules::kind_set::KindSet;
use jantaku_rules::rulebook::choices::{KanInRiichi, Kuikae, RiichiFuriten};
use jantaku_rules::seat::Seat;
use jantaku_rules::suits::Suits;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{MeldKind, Riichi};

const HAND_TILES: usize = 14;

/// Room for the choices of any decision.
pub type Actions = ArrayVec<Action, 96>;

impl Table {
    /// Every action that [`Table::act`] accepts from this player now.
    pub fn legal(&self, seat: Seat) -> Actions {
        let mut actions = Actions::new();
        match &self.phase {
            Phase::Turn(turn) if turn.seat == seat => self.turn_actions(turn, &mut actions),
            Phase::Claims(claims) if claims.may[seat].any() && claims.answers[seat].is_none() => {
                self.claim_actions(claims, seat, &mut actions);
            }
            Phase::Nagashi { may, answers, .. } if may[seat] && answers[seat].is_none() => {
                actions.extend([Action::Nagashi, Action::Pass]);
            }
            Phase::Showing { may, answers, .. } if may[seat] && answers[seat].is_none() => {
                actions.extend([Action::Tenpai, Action::Noten]);
            }
            _ if self.yame().is_some_and(|(dealer, _)| dealer == seat) => {
                actions.extend([Action::EndGame, Action::PlayOn]);
            }
            _ => {}
        }
        actions
    }

    /// The players who have something to decide now.
    pub fn to_act(&self) -> ArrayVec<Seat, 4> {
        match &self.phase {
            Phase::Turn(turn) => ArrayVec::from_iter([turn.seat]),
            Phase::Claims(claims) => self
                .all_seats()
                .filter(|&s| claims.may[s].any() && claims.answers[s].is_none())
                .collect(),
            Phase::Nagashi { may, answers, .. } | Phase::Showing { may, answers, .. } => {
                self.all_seats().filter(|&s| may[s] && answers[s].is_none()).collect()
            }
            _ => self.yame().into_iter().map(|(dealer, _)| dealer).collect(),
        }
    }

    /// The first player who has something to decide, in seat order.
    pub fn next_to_act(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn.seat),
            _ => self.to_act().first().copied(),
        }
    }

    fn turn_actions(&self, turn: &Turn, actions: &mut Actions) {
        let player = &self.players[turn.seat];
        if self.may_tsumo(turn.seat).is_ok() {
            actions.push(Action::Tsumo);
        }
        if !player.dead {
            self.kan_actions(turn, player, actions);
            if self.may_kita(turn, player) {
                actions.push(Action::Kita);
            }
            if turn.drawn.is_some() && self.has_nine_terminals(turn, player) {
                actions.push(Action::NineTerminals);
            }
        }
        if player.riichi.declared() {
            if let Some(tile) = turn.drawn {
                actions.push(Action::Discard { tile, drawn: true });
            }
            return;
        }
        self.discard_actions(turn, player, actions);
    }

    fn discard_actions(&self, turn: &Turn, player: &Player, actions: &mut Actions) {
        let held = player.hand.len().saturating_sub(usize::from(turn.drawn.is_some()));
        // Copies of a tile are one choice. Duplicates are unpredictable, so this avoids branching on them.
        let mut choices = [Action::Pass; HAND_TILES + 1];
        let (mut count, mut seen) = (0, 0u128);
        for &tile in &player.hand[..held] {
            choices[count] = Action::Discard { tile, drawn: false };
            count += usize::from((seen >> tile.index() & 1 == 0) & !turn.kuikae.has(tile.kind()));
            seen |= 1 << tile.index();
        }
        if let Some(tile) = turn.drawn.filter(|tile| !turn.kuikae.has(tile.kind())) {
            choices[count] = Action::Discard { tile, drawn: true };
            count += 1;
        }
        if self.may_declare(turn, player) {
            for choice in &choices[..count] {
                actions.push(*choice);
                self.riichi_actions(player, *choice, actions);
            }
        } else {
            actions.extend(choices[..count].iter().copied());
        }
    }

    /// The ways to declare riichi with a discard.
    fn riichi_actions(&self, player: &Player, discard: Action, actions: &mut Actions) {
        let Action::Discard { tile, drawn } = discard else {
            return;
        };
        let (closed, open) = self.riichi_with(player, tile.kind());
        let ways = [(closed, false), (open, true)].into_iter().filter(|(may, _)| *may);
        actions.extend(ways.map(|(_, open)| Action::Riichi { tile, drawn, open }));
    }

    /// Whether the player may declare riichi with any discard of this turn.
    pub(crate) fn may_declare(&self, turn: &Turn, player: &Player) -> bool {
        let rules = &self.rules.settings.riichi;
        let points = self.points[turn.seat].0;
        rules.played
            && turn.drawn.is_some()
            && !player.dead
            && player.is_closed()
            && !player.riichi.declared()
            && player.tracker.shanten() <= 0
            && self.wall.left() >= usize::from(rules.tiles_left)
            && (!rules.needs_points || points > rules.stick || points == rules.stick && rules.last_points)
    }

    /// Whether a closed and an open riichi may be declared with this discard.
    pub(crate) fn riichi_with(&self, player: &Player, kind: Kind) -> (bool, bool) {
        let mut after = player.tracker;
        after.remove(kind);
        if after.shanten() != 0 {
            return (false, false);
        }
        let waits = after.waits();
        let holds = |k: Kind| player.holds(k) - usize::from(k == kind);
        let draws = &self.rules.settings.draws;
        let any_wait = draws.fifth_tile_tenpai || draws.fifth_tile_melded;
        if !any_wait && waits.iter().all(|k| holds(k) >= 4) {
            return (false, false);
        }
        let rules = &self.rules.settings.riichi;
        let furiten = waits.meets(player.discarded | KindSet::of(kind));
        // A passed winning tile does not count: that furiten ends with this discard.
        let closed = rules.furiten == RiichiFuriten::Allowed || !furiten;
        (closed, rules.open)
    }

    fn kan_actions(&self, turn: &Turn, player: &Player, actions: &mut Actions) {
        if !self.may_kan_now(turn) || !self.has_room_for_kan() {
            return;
        }
        for kind in player.fours() {
            if !player.riichi.declared() || self.may_kan_in_riichi(turn, player, kind) {
                actions.push(Action::Ankan(kind));
            }
        }
        if player.riichi.declared() {
            return;
        }
        for meld in player.melds.iter().filter(|meld| meld.kind == MeldKind::Pon) {
            if let Some(kind) = meld
                .tiles
                .first()
                .map(|tile| tile.kind())
                .filter(|&kind| player.has(kind, 1))
            {
                actions.push(Action::Kakan(kind));
            }
        }
    }

    /// Whether a tile was drawn, or the rulebook allows a kan right after a call.
    pub(crate) fn may_kan_now(&self, turn: &Turn) -> bool {
        turn.drawn.is_some() || self.rules.settings.kan.after_call
    }

    pub(crate) fn has_room_for_kan(&self) -> bool {
        let most = self.rules.settings.kan.most;
        self.has_tiles_for_kan() && (most == 0 || self.kan_count() < most)
    }

    pub(crate) fn has_tiles_for_kan(&self) -> bool {
        let least = usize::from(self.rules.settings.kan.tiles_left);
        self.wall.left() >= least && self.wall.has_room_for_kan()
    }

    /// In riichi the drawn tile must be one of the four, and the hand must not change.
    pub(crate) fn may_kan_in_riichi(&self, turn: &Turn, player: &Player, kind: Kind) -> bool {
        if turn.drawn.is_none_or(|drawn| drawn.kind() != kind) {
            return false;
        }
        let mut without = player.tracker;
        (0..4).for_each(|_| without.remove(kind));
        let same_waits = without.shanten() == 0 && self.keeps_waits(player, kind, without.waits());
        match self.rules.settings.kan.in_riichi {
            KanInRiichi::Never => false,
            KanInRiichi::SameWaits => same_waits,
            KanInRiichi::SameReadings => same_waits && self.is_triplet_in_every_reading(player, kind),
        }
    }

    /// Whether a kan of this kind keeps the waits. Where a hand cannot wait for a fifth copy, the kind itself is a wait with three
    /// copies in hand, and none after the kan.
    fn keeps_waits(&self, player: &Player, kind: Kind, after: KindSet) -> bool {
        let draws = &self.rules.settings.draws;
        let counted = |waits: KindSet, drawn: usize| {
            if draws.fifth_tile_tenpai || draws.fifth_tile_melded {
                return waits;
            }
            let holds = |k: Kind| player.holds(k) - if k == kind { drawn } else { 0 };
            waits.iter().filter(|&k| holds(k) < 4).collect()
        };
        counted(after, 0) == counted(player.waits, 1)
    }

    /// Whether the three tiles held before the draw are a triplet in every reading of every completed hand.
    fn is_triplet_in_every_reading(&self, player: &Player, kind: Kind) -> bool {
        let mut before = Suits::default();
        let mut drawn_left = false;
        for tile in &player.hand {
            // One of the four is the tile just drawn.
            if tile.kind() == kind && !drawn_left {
                drawn_left = true;
                continue;
            }
            before.add(tile.kind());
        }
        player.waits.iter().all(|winning| {
            let mut complete = before;
            complete.add(winning);
            jantaku_rules::reading::is_triplet_in_every_reading(complete, player.melds.len(), kind)
        })
    }

    fn may_kita(&self, turn: &Turn, player: &Player) -> bool {
        let norths = player.has(Kind::NORTH, 1) && self.is_kita(Kind::NORTH);
        norths && self.may_kita_now(turn) && self.may_kita_in_riichi(turn, player) && self.has_tiles_for_kita()
    }

    pub(crate) fn may_kita_now(&self, turn: &Turn) -> bool {
        turn.drawn.is_some() || self.rules.settings.aside.kita_after_call
    }

    pub(crate) fn may_kita_in_riichi(&self, turn: &Turn, player: &Player) -> bool {
        let just_drawn = turn.drawn.is_some_and(|tile| tile.kind() == Kind::NORTH);
        !player.riichi.declared() || just_drawn || self.rules.settings.aside.kita_held_in_riichi
    }

    pub(crate) fn has_tiles_for_kita(&self) -> bool {
        let least = usize::from(self.rules.settings.aside.kita_tiles_left);
        self.wall.left() >= least && self.wall.has_room_for_aside()
    }

    fn has_nine_terminals(&self, turn: &Turn, player: &Player) -> bool {
        self.rules.settings.draws.nine_terminals
            && self.is_first_turn(turn.seat)
            && player.kinds().iter().filter(|kind| kind.is_outside()).count() >= 9
    }

    /// Whether the player has not discarded yet and no call has interrupted the first go-around.
    pub fn is_first_turn(&self, seat: Seat) -> bool {
        !self.interrupted && self.players[seat].before_first_discard
    }

    fn claim_actions(&self, claims: &Claims, seat: Seat, actions: &mut Actions) {
        let may = claims.may[seat];
        if may.win {
            actions.push(if seat == claims.from {
                Action::Tsumo
            } else {
                Action::Ron
            });
        }
        let kind = claims.tile.kind();
        let player = &self.players[seat];
        if may.kan {
            actions.push(Action::Daiminkan);
        }
        if may.pon {
            let own = player.copies(kind);
            each_choice(&own, &own, true, |pair| actions.push(Action::Pon(pair)));
        }
        if may.chii {
            for [a, b] in sequences_with(kind) {
                let forbidden = self.kuikae_after_chii(kind, a, b);
                if can_discard_after(player, [a, b], forbidden) {
                    let (first, second) = (player.copies(a), player.copies(b));
                    each_choice(&first, &second, false, |pair| actions.push(Action::Chii(pair)));
                }
            }
        }
        actions.push(Action::Pass);
    }

    /// Kinds that may not be discarded after a sequence with these two and the called kind.
    pub(crate) fn kuikae_after_chii(&self, called: Kind, a: Kind, b: Kind) -> KindSet {
        let same = KindSet::of(called);
        match self.rules.settings.claims.kuikae {
            Kuikae::Allowed => KindSet::EMPTY,
            Kuikae::NotTheSame => same,
            Kuikae::Forbidden => {
                let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
                let number = |i: usize| i % 9 + 1;
                let other = if called.index() < low && number(high) < 9 {
                    KindSet::of(Kind::at(high + 1))
                } else if called.index() > high && number(low) > 1 {
                    KindSet::of(Kind::at(low - 1))
                } else {
                    KindSet::EMPTY
                };
                same | other
            }
        }
    }

    /// Kinds that may not be discarded after a triplet of this kind.
    pub(crate) fn kuikae_after_pon(&self, called: Kind) -> KindSet {
        if self.rules.settings.claims.kuikae == Kuikae::Allowed {
            KindSet::EMPTY
        } else {
            KindSet::of(called)
        }
    }

    /// Whether a player may claim a discard for pon, kan and chii.
    pub(crate) fn may_call(&self, seat: Seat, from: Seat, tile: Tile) -> (bool, bool, bool) {
        let player = &self.players[seat];
        let kind = tile.kind();
        if player.dead || player.riichi != Riichi::None {
            return (false, false, false);
        }
        let pon = player.has(kind, 2) && can_discard_after(player, [kind, kind], self.kuikae_after_pon(kind));
        let kan = player.has(kind, 3) && self.has_room_for_kan();
        let chii = self.rules.settings.claims.chii
            && kind.is_suited()
            && self.after(from) == seat
            && sequences_with(kind).any(|[a, b]| can_discard_after(player, [a, b], self.kuikae_after_chii(kind, a, b)));
        (pon, kan, chii)
    }

    /// Whether melds may claim a tile offered like this.
    pub(crate) fn is_open_to_calls(&self, offered: Offered) -> bool {
        offered == Offered::Discard && !self.is_last_discard() && self.abort_after_discard().is_none()
    }

    /// Whether a discard now is the last one, which only a win may claim.
    pub(crate) fn is_last_discard(&self) -> bool {
        self.wall_is_empty() && !self.rules.settings.claims.last_discard
    }
}

/// Whether the player holds these two and, after a call with them, a tile that may be discarded.
pub(crate) fn can_discard_after(player: &Player, two: [Kind; 2], forbidden: KindSet) -> bool {
    !(player.kinds_without(two) - forbidden).is_empty()
}

/// The pairs of kinds that make a sequence with this one.
pub(crate) fn sequences_with(kind: Kind) -> impl Iterator<Item = [Kind; 2]> {
    let (i, n) = (kind.index(), i32::from(kind.number()));
    [(-2, -1), (-1, 1), (1, 2)]
        .into_iter()
        .filter(move |(a, b)| kind.is_suited() && n + a >= 1 && n + b <= 9)
        .map(move |(a, b)| [a, b].map(|d| Kind::at((i as i32 + d) as usize)))
}

/// Each different pair of a tile from either list, or of two tiles of the `same` list.
fn each_choice(first: &[Tile], second: &[Tile], same: bool, mut each: impl FnMut([Tile; 2])) {
    let mut seen = ArrayVec::<[Tile; 2], 8>::new();
    for (i, &a) in first.iter().enumerate() {
        for (j, &b) in second.iter().enumerate() {
            if same && j <= i {
                continue;
            }
            let pair = if same && b < a { [b, a] } else { [a, b] };
            if !seen.contains(&pair) && seen.try_push(pair).is_ok() {
                each(pair);
            }
        }
    }
}
