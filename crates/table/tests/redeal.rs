//! Hidden tiles dealt again: the viewer notices nothing, the table can be played on, and true tiles return only by chance.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::MeldKind;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::wall::deal_places;
use jantaku_table::{Action, Penalty, Phase, Table, View, Viewer, Wall};
use std::sync::Arc;

/// Every tile of the hand that is somewhere, sorted.
fn box_of(table: &Table) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = table.wall().undrawn().to_vec();
    for seat in table.all_seats() {
        let player = table.player(seat);
        tiles.extend(player.hand.iter().chain(&player.aside));
        tiles.extend(player.melds.iter().flat_map(|meld| &meld.tiles));
    }
    let uncalled = table.discards().iter().filter(|discard| !discard.called);
    tiles.extend(uncalled.map(|discard| discard.tile));
    tiles.sort_unstable();
    tiles
}

/// How many hidden tiles lie where they truly are, and how many should by chance.
#[derive(Default, Debug)]
struct Matches {
    places: u32,
    found: u32,
    expected: f64,
}

impl Matches {
    fn ratio(&self) -> f64 {
        f64::from(self.found) / self.expected
    }

    fn count(&mut self, (truth, dealt): (&Tile, &Tile), pool: &[Tile]) {
        let copies = pool.iter().filter(|tile| *tile == truth).count();
        self.places += 1;
        self.found += u32::from(truth == dealt);
        self.expected += copies as f64 / pool.len() as f64;
    }
}

#[derive(Default, Debug)]
struct Tally {
    worlds: u32,
    hands: Matches,
    riichi_hands: Matches,
    /// Closed hands in riichi that are the true ones, tile for tile.
    same_riichi_hands: u32,
    not_tenpai: u32,
    open_riichi: u32,
    face_down_kans: u32,
    flowers: u32,
    dead: u32,
    questions: u32,
}

impl Tally {
    fn add(&mut self, table: &Table, viewer: Viewer, lots: &mut Stream) {
        let other = table.redealt(viewer, lots);
        self.worlds += 1;
        assert_eq!(View::of(table, viewer), View::of(&other, viewer));
        assert_eq!(box_of(table), box_of(&other));
        assert_eq!(
            table.to_act().is_empty(),
            other.to_act().is_empty(),
            "somebody is asked"
        );
        self.questions += u32::from(table.turn().is_none());
        if let Viewer::Seat(seat) = viewer {
            assert_eq!(table.prompt(seat), other.prompt(seat));
        }
        for seat in other.all_seats() {
            // What is listed is accepted in the other world too, and leaves events that can happen there.
            for action in other.legal(seat) {
                let events = other.decide(seat, action);
                let events = events.unwrap_or_else(|refusal| panic!("{action:?}: {refusal:?}"));
                let mut folded = other.clone();
                for event in &events {
                    folded.apply(event).unwrap_or_else(|why| panic!("{event:?}: {why}"));
                }
            }
        }
        self.compare(table, &other, viewer);
    }

    fn compare(&mut self, table: &Table, other: &Table, viewer: Viewer) {
        let hidden = |seat: &Seat| !viewer.sees_hand_of(*seat);
        let concealed = |seat: &Seat| hidden(seat) && table.player(*seat).shown.is_none();
        let face_down = table.rules().settings.kan.face_down;
        // Indicators are counted too: they are few.
        let mut pool = table.wall().undrawn().to_vec();
        for seat in table.all_seats().filter(hidden) {
            let player = table.player(seat);
            if player.shown.is_none() {
                pool.extend(&player.hand);
            }
            let down = |kind: MeldKind| face_down && kind == MeldKind::Ankan;
            let kans = player.melds.iter().filter(|meld| down(meld.kind));
            pool.extend(kans.clone().flat_map(|meld| &meld.tiles));
            self.face_down_kans += kans.count() as u32;
            self.open_riichi += u32::from(player.riichi.is_open());
            self.dead += u32::from(player.dead);
            self.flowers += player.aside.len() as u32;
        }
        pool.retain(|tile| !tile.kind().is_flower());
        for seat in table.all_seats().filter(concealed) {
            let (truth, dealt) = (table.player(seat), other.player(seat));
            let riichi = truth.riichi.declared();
            let tally = if riichi {
                &mut self.riichi_hands
            } else {
                &mut self.hands
            };
            for pair in truth.hand.iter().zip(&dealt.hand) {
                tally.count(pair, &pool);
            }
            self.not_tenpai += u32::from(riichi && dealt.waits.is_empty());
            self.same_riichi_hands += u32::from(riichi && truth.tracker == dealt.tracker);
        }
    }
}

/// Rather builds a hand, declares riichi and makes kans than wins.
fn choose(table: &Table, seat: Seat, lots: &mut Stream) -> Action {
    let legal = table.legal(seat);
    let mut rank = |action: &Action| match action {
        Action::Riichi { open, .. } => i32::from(!open && lots.below(2) == 0) - 20,
        Action::Ankan(_) | Action::Kita | Action::Kakan(_) => -19,
        Action::Discard { tile, .. } => {
            let mut after = table.player(seat).tracker;
            after.remove(tile.kind());
            i32::from(after.shanten())
        }
        Action::Pass | Action::PlayOn => 20,
        _ if lots.below(3) == 0 => 10,
        _ => 30,
    };
    let best = legal.iter().min_by_key(|action| rank(action));
    *best.expect("something to do")
}

/// The wall with four tiles of a kind for the player after the dealer.
fn with_four_of_a_kind(wall: &Wall, kind: Kind) -> Wall {
    let mut row = wall.row().to_vec();
    let places = &deal_places(4)[1][..4];
    for (done, &place) in places.iter().enumerate() {
        let free = |from: &usize| row[*from].kind() == kind && !places[..done].contains(from);
        let from = (0..row.len()).find(free).expect("four of a kind");
        row.swap(place, from);
    }
    wall.with_row(&row)
}

fn tally(spec: &str, seeds: u64) -> Tally {
    let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
    let mut tally = Tally::default();
    for seed in 0..seeds {
        let mut table = Table::new(Arc::clone(&rules));
        let mut lots = Stream::new(&key_of(seed, u32::MAX));
        let mut events = Vec::new();
        for hand in 0..4 {
            if table.is_over() {
                break;
            }
            let mut wall = Wall::of_key(&rules, &key_of(seed, hand));
            if rules.settings.kan.face_down {
                wall = with_four_of_a_kind(&wall, Kind::at(7 * hand as usize));
            }
            table.begin_hand(wall, &mut events);
            while let Some(seat) = table.next_to_act() {
                let viewer = match lots.below(table.seats() as u32 + 1) as u8 {
                    number if usize::from(number) < table.seats() => Viewer::Seat(Seat(number)),
                    _ => Viewer::Spectator,
                };
                tally.add(&table, viewer, &mut lots);
                let culprit = Seat(lots.below(table.seats() as u32) as u8);
                match lots.below(400) {
                    0 if table.turn().is_some() && Penalty::DeadHand.is_played(&rules) => {
                        table.dead_hand(culprit, &mut events).expect("a hand is played");
                    }
                    1 if matches!(table.phase(), Phase::Claims(_)) && Penalty::Chombo.is_played(&rules) => {
                        table.chombo(culprit, &mut events).expect("a hand is played");
                    }
                    _ => {
                        let action = choose(&table, seat, &mut lots);
                        table.act(seat, action, &mut events).expect("a legal action");
                    }
                }
            }
            // What was shown at the end of the hand stays.
            tally.add(&table, Viewer::Seat(Seat(0)), &mut lots);
        }
    }
    println!("{spec}: {tally:?}");
    tally
}

#[test]
fn redealt_tables_keep_the_view_and_return_true_tiles_only_by_chance() {
    let books = [
        "tenhou",
        "zan",
        "sanmatsuri",
        "ema-2025",
        "ryanzou-chankan",
        "zung-jung(bonus-tiles=yes,concealed-kong=face-down)",
        "ryanzou-chankan+hana(variation=3)",
        "tenhou+hana(variation=1)",
        "tenhou-sanma",
    ];
    let mut all = Tally::default();
    let (mut found, mut expected) = (0, 0.0);
    for spec in books {
        let tally = tally(spec, 6);
        let ratio = tally.hands.ratio();
        assert!((0.9..1.1).contains(&ratio), "{spec}: {ratio} of chance");
        found += tally.riichi_hands.found;
        expected += tally.riichi_hands.expected;
        all.same_riichi_hands += tally.same_riichi_hands;
        all.not_tenpai += tally.not_tenpai;
        all.riichi_hands.places += tally.riichi_hands.places;
        all.open_riichi += tally.open_riichi;
        all.face_down_kans += tally.face_down_kans;
        all.flowers += tally.flowers;
        all.dead += tally.dead;
        all.questions += tally.questions;
    }
    // Hands built to be tenpai resemble each other a little more than random ones.
    assert!(f64::from(found) < expected * 1.3, "{found} of {expected} by chance");
    // Late in a hand with three players there may be just one tenpai hand left, or none of an ordinary shape.
    let forced = all.same_riichi_hands + all.not_tenpai;
    assert!(forced * 500 < all.riichi_hands.places / 13, "{all:?}");
    let reached = [
        all.riichi_hands.places / 13,
        all.open_riichi,
        all.face_down_kans,
        all.flowers,
        all.dead,
        all.questions,
    ];
    assert!(reached.iter().all(|&count| count >= 50), "{reached:?}");
}
