//! What a viewer knows of the table, folded from the events seen or taken from the state. Both give the same view.

use crate::event::{Event, Party, Source, Standing};
use crate::player::Player;
use crate::referee::Penalty;
use crate::seen::{Seen, Viewer, lies_face_down};
use crate::table::{Discard, Discards, Table};
use crate::wall::Wall;
use arrayvec::ArrayVec;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::units::{Chips, Points};
use jantaku_rules::win::{AsideTiles, Indicators, MeldKind, Melds, Tiles};
use std::sync::Arc;

/// A player's side as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatView {
    /// Concealed tiles, sorted, if the viewer may see them.
    pub hand: Option<Tiles>,
    /// The number of concealed tiles.
    pub count: u8,
    /// The tile just drawn, if the viewer may see it.
    pub drawn: Option<Tile>,
    /// Without kans that lie face down.
    pub melds: Melds,
    pub hidden_kans: u8,
    pub aside: AsideTiles,
    pub riichi: Option<RiichiView>,
    pub shown: Option<Tiles>,
    pub dead: bool,
}

/// A riichi as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiichiView {
    pub open: bool,
    pub stands: bool,
}

/// What a viewer knows.
///
/// ```
/// use jantaku_rules::{rulebook::library::Library, seat::Seat};
/// use jantaku_table::{Table, View, Viewer, Wall, shuffle::key_of};
/// use std::sync::Arc;
///
/// let rules = Arc::new(Library::builtin().rules("tenhou").expect("a rulebook of ours"));
/// let mut table = Table::new(Arc::clone(&rules));
/// let mut view = View::new(Arc::clone(&rules), Viewer::Seat(Seat(1)));
/// let mut events = Vec::new();
/// table.begin_hand(Wall::of_key(&rules, &key_of(1, 0)), &mut events);
/// for event in &events {
///     if let Some(seen) = event.seen_by(view.viewer(), &rules) {
///         view.apply(&seen);
///     }
/// }
/// assert_eq!(view, View::of(&table, Viewer::Seat(Seat(1))));
/// assert_eq!(view.seats[Seat(0)].hand, None);
/// assert_eq!(view.seats[Seat(0)].count, 14);
/// ```
#[derive(Clone, Debug)]
pub struct View {
    rules: Arc<Rules>,
    viewer: Viewer,
    wall: Wall,
    pub standing: Standing,
    pub points: BySeat<Points>,
    pub chips: BySeat<Chips>,
    pub seats: BySeat<SeatView>,
    /// All discards of the hand in order.
    pub discards: Discards,
    pub indicators: Indicators,
    /// Ura turned at the end of the hand.
    pub ura: Indicators,
    standing_before: Standing,
    points_before: BySeat<Points>,
    chips_before: BySeat<Chips>,
    /// The view before the first chombo of the hand was called.
    before_chombo: Option<Box<View>>,
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        (self.viewer, self.wall_left(), self.standing) == (other.viewer, other.wall_left(), other.standing)
            && self.points == other.points
            && self.chips == other.chips
            && self.seats == other.seats
            && self.discards == other.discards
            && self.indicators == other.indicators
            && self.ura == other.ura
    }
}

impl View {
    /// The view of a table at which nothing has been dealt.
    pub fn new(rules: Arc<Rules>, viewer: Viewer) -> View {
        View::of(&Table::new(rules), viewer)
    }

    /// What this viewer knows of the table now, equal to the fold of everything seen so far.
    pub fn of(table: &Table, viewer: Viewer) -> View {
        View {
            rules: Arc::clone(&table.rules),
            viewer,
            wall: table.wall.face_down(),
            standing: table.standing,
            points: table.points,
            chips: table.chips,
            seats: BySeat::from_fn(table.seats(), |seat| side(table, viewer, Seat(seat as u8))),
            discards: table.discards.clone(),
            indicators: table.indicators.clone(),
            ura: table.ura.clone(),
            standing_before: table.standing_before,
            points_before: table.points_before,
            chips_before: BySeat::from_fn(table.seats(), |seat| {
                let seat = Seat(seat as u8);
                table.chips[seat] - table.hand_chips[seat]
            }),
            before_chombo: table
                .before_chombo
                .as_ref()
                .map(|before| Box::new(View::of(before, viewer))),
        }
    }

    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Tiles left to draw in turn.
    pub fn wall_left(&self) -> usize {
        self.wall.left()
    }

    /// Takes over the length of a wall that is shorter than usual, as a stacked one may be.
    pub fn see_wall(&mut self, wall: &Wall) {
        self.wall = wall.face_down();
    }

    pub fn apply(&mut self, seen: &Seen) {
        match seen {
            Seen::All(event) => self.apply_event(event),
            Seen::DealtHidden { seat } => {
                self.wall.take(13);
                self.seats[*seat].count = 13;
            }
            Seen::DrewHidden { seat, source } => {
                self.take_from_wall(*source);
                self.seats[*seat].count += 1;
            }
            Seen::KanHidden { seat } => {
                self.seats[*seat].count -= 4;
                self.seats[*seat].hidden_kans += 1;
            }
        }
    }

    fn take_from_wall(&mut self, source: Source) {
        match source {
            Source::Live => self.wall.take(1),
            Source::AfterKan => self.wall.take_replacement(true),
            Source::AfterAside => self.wall.take_replacement(false),
        }
    }

    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::HandStarted(standing) => self.start_hand(*standing),
            Event::Dealt { seat, tiles } => {
                self.wall.take(13);
                tiles.iter().for_each(|&tile| self.add(*seat, tile));
            }
            Event::Indicator(tile) => {
                lay(&mut self.indicators, *tile);
                self.wall.turn_indicator();
            }
            Event::Drew { seat, tile, source } => {
                self.take_from_wall(*source);
                self.add(*seat, *tile);
                self.seats[*seat].drawn = self.viewer.sees_hand_of(*seat).then_some(*tile);
            }
            Event::Discarded { seat, tile, drawn } => {
                self.remove(*seat, *tile);
                let riichi = self.seats[*seat].riichi.is_some_and(|riichi| !riichi.stands);
                let discard = Discard {
                    seat: *seat,
                    tile: *tile,
                    drawn: *drawn,
                    riichi,
                    called: false,
                };
                lay(&mut self.discards, discard);
            }
            Event::RiichiDeclared { seat, open } => {
                self.seats[*seat].riichi = Some(RiichiView {
                    open: *open,
                    stands: false,
                });
            }
            Event::RiichiStands { seat } => {
                self.points[*seat] -= Points(self.rules.settings.riichi.stick);
                self.standing.sticks += 1;
                if let Some(riichi) = &mut self.seats[*seat].riichi {
                    riichi.stands = true;
                }
            }
            Event::Called { seat, meld, .. } => {
                let called = self.discards.last_mut().map(|discard| {
                    discard.called = true;
                    discard.tile
                });
                let mut own = meld.tiles.clone();
                if let Some(place) = own.iter().position(|&tile| Some(tile) == called) {
                    own.remove(place);
                }
                own.iter().for_each(|&tile| self.remove(*seat, tile));
                lay(&mut self.seats[*seat].melds, meld.clone());
            }
            Event::KanDeclared { seat, meld } => {
                let side = &mut self.seats[*seat];
                if meld.kind == MeldKind::Kakan {
                    let kind = meld.tiles[0].kind();
                    let pon = |m: &&mut jantaku_rules::win::Meld| m.kind == MeldKind::Pon && m.tiles[0].kind() == kind;
                    side.melds.iter_mut().filter(pon).for_each(|pon| *pon = meld.clone());
                    self.remove(*seat, meld.tiles[0]);
                } else {
                    lay(&mut side.melds, meld.clone());
                    if let Some(shown) = &mut side.shown {
                        shown.retain(|tile| !meld.tiles.contains(tile));
                    }
                    meld.tiles.iter().for_each(|&tile| self.remove(*seat, tile));
                }
            }
            Event::SetAside { seat, tile } => {
                self.remove(*seat, *tile);
                lay(&mut self.seats[*seat].aside, *tile);
            }
            Event::Shown { seat, tiles } => {
                let mut tiles = tiles.clone();
                tiles.sort_unstable();
                self.seats[*seat].shown = Some(tiles);
            }
            Event::KanTurned { seat, meld } => {
                let side = &mut self.seats[*seat];
                if side.hidden_kans > 0 {
                    side.hidden_kans -= 1;
                    lay(&mut side.melds, meld.clone());
                }
            }
            Event::UraTurned(tiles) => self.ura = tiles.clone(),
            Event::Paid {
                from, to, amount, what, ..
            } => {
                self.pay(*from, *to, *amount);
                // Leftover sticks may be split at the end: whatever the amount, none remains.
                if *what == What::Leftover {
                    self.standing.sticks = 0;
                }
            }
            Event::DeadHand { seat } => self.seats[*seat].dead = true,
            Event::ChomboCalled { .. } if self.before_chombo.is_none() => {
                self.before_chombo = Some(Box::new(self.clone()));
            }
            Event::RulingUndone { penalty, seat, void } => self.undo(*penalty, *seat, *void),
            Event::Won { .. } | Event::FourKansScored { .. } | Event::NagashiScored { .. } => self.before_chombo = None,
            _ => {}
        }
    }

    fn undo(&mut self, penalty: Penalty, seat: Seat, void: bool) {
        match (penalty, void) {
            (Penalty::Chombo, _) => {
                if let Some(before) = self.before_chombo.take() {
                    *self = *before;
                }
            }
            (Penalty::DeadHand, false) => self.seats[seat].dead = false,
            (Penalty::DeadHand, true) => {
                let seats = self.seats.as_mut_slice().iter_mut();
                seats.for_each(|side| side.dead = false);
                self.standing = self.standing_before;
                self.points = self.points_before;
                self.chips = self.chips_before;
            }
        }
    }

    fn start_hand(&mut self, standing: Standing) {
        self.standing = standing;
        self.standing_before = standing;
        self.points_before = self.points;
        self.chips_before = self.chips;
        self.before_chombo = None;
        self.wall = blank_wall(&self.rules);
        self.seats = BySeat::all(self.rules.seats(), SeatView::default());
        for seat in 0..self.rules.seats() {
            let seat = Seat(seat as u8);
            self.seats[seat].hand = self.viewer.sees_hand_of(seat).then(Tiles::new);
        }
        self.discards.clear();
        self.indicators.clear();
        self.ura.clear();
    }

    fn add(&mut self, seat: Seat, tile: Tile) {
        let side = &mut self.seats[seat];
        side.count += 1;
        if let Some(hand) = &mut side.hand {
            let place = hand.partition_point(|&other| other <= tile);
            if !hand.is_full() {
                hand.insert(place, tile);
            }
        }
    }

    fn remove(&mut self, seat: Seat, tile: Tile) {
        let side = &mut self.seats[seat];
        side.count = side.count.saturating_sub(1);
        side.drawn = None;
        if let Some(hand) = &mut side.hand
            && let Some(place) = hand.iter().position(|&other| other == tile)
        {
            hand.remove(place);
        }
    }

    fn pay(&mut self, from: Party, to: Party, amount: Amount) {
        for (party, change) in [(from, -amount), (to, amount)] {
            match (party, change) {
                (Party::Seat(seat), Amount::Points(points)) => self.points[seat] += points,
                (Party::Seat(seat), Amount::Chips(chips)) => self.chips[seat] += chips,
                (Party::Sticks, _) => {
                    let stick = self.rules.settings.riichi.stick.max(1);
                    let sticks = i32::from(self.standing.sticks) + change.number() / stick;
                    self.standing.sticks = sticks.clamp(0, 255) as u8;
                }
            }
        }
    }
}

fn side(table: &Table, viewer: Viewer, seat: Seat) -> SeatView {
    let player: &Player = &table.players[seat];
    let own = viewer.sees_hand_of(seat);
    let hidden = |kind: MeldKind| !own && lies_face_down(&table.rules, kind);
    let seen = player.melds.iter().filter(|meld| !hidden(meld.kind));
    let face_down = player.melds.iter().filter(|meld| hidden(meld.kind));
    let turned = face_down.clone().take(usize::from(player.kans_turned));
    let mut hand = own.then(|| player.hand.clone());
    if let Some(tiles) = &mut hand {
        tiles.sort_unstable();
    }
    SeatView {
        hand,
        count: player.hand.len() as u8,
        drawn: player.drawn.filter(|_| own),
        melds: seen.chain(turned).cloned().collect(),
        hidden_kans: face_down.skip(usize::from(player.kans_turned)).count() as u8,
        aside: player.aside.clone(),
        riichi: player.riichi.declared().then(|| RiichiView {
            open: player.riichi.is_open(),
            stands: player.stick_paid,
        }),
        shown: player.shown.clone(),
        dead: player.dead,
    }
}

/// Appends to a list unless it is full. The events of a game never overflow one, but a view may be fed anything.
fn lay<T, const N: usize>(list: &mut ArrayVec<T, N>, one: T) {
    if !list.is_full() {
        list.push(one);
    }
}

/// A wall of which only the length is known.
fn blank_wall(rules: &Rules) -> Wall {
    let blank = [Tile::plain(Kind::EAST); crate::wall::MOST_TILES];
    let len = rules.tiles.tiles().len().min(blank.len());
    Wall::stacked(rules, &blank[..len])
}
