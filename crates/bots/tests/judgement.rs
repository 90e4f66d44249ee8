//! What the bots for good players do in situations that a player can work out: folding, calling, riichi, kans, dora.

use jantaku_bots::{Reason, best_of, named};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::key_of;
use jantaku_table::stack::Stack;
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;

const EAST: Seat = Seat(0);
const SOUTH: Seat = Seat(1);
const BOTS: [&str; 2] = ["club", "strong:5"];

struct Scene {
    table: Table,
    events: Vec<Event>,
}

impl Scene {
    /// A first hand with these tiles for East and South; an empty hand is left to chance.
    fn new(spec: &str, [east, south]: [&str; 2], draws: &str, dora: &str) -> Scene {
        let tiles = |text: &str| notation::tiles(text).expect("tiles");
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        let stack = Stack {
            draws: tiles(draws),
            dora: tiles(dora),
            ..Stack::default()
        };
        let stack = stack
            .with_hand(Wind::East, tiles(east))
            .with_hand(Wind::South, tiles(south));
        let wall = stack.build(&rules, &key_of(3, 0)).expect("a wall");
        let mut scene = Scene {
            table: Table::new(rules),
            events: Vec::new(),
        };
        scene.table.begin_hand(wall, &mut scene.events);
        scene
    }

    /// The player whose turn it is acts.
    fn act(mut self, is: impl Fn(&Action) -> bool) -> Scene {
        let seat = self.table.turn().expect("a turn").seat;
        let legal = self.table.legal(seat);
        let action = *legal
            .iter()
            .find(|action| is(action))
            .unwrap_or_else(|| panic!("{legal:?}"));
        self.table.act(seat, action, &mut self.events).expect("it is legal");
        self
    }

    fn discard(self, kind: &str) -> Scene {
        let asked = tile(kind);
        self.act(|action| matches!(action, Action::Discard { tile, .. } if *tile == asked))
    }

    fn riichi(self, kind: &str, shows: bool) -> Scene {
        let asked = tile(kind);
        self.act(|action| matches!(action, Action::Riichi { tile, open, .. } if *tile == asked && *open == shows))
    }

    /// Nobody claims the discard.
    fn pass(mut self) -> Scene {
        while self.table.turn().is_none() {
            let seat = self.table.next_to_act().expect("somebody is asked");
            self.table
                .act(seat, Action::Pass, &mut self.events)
                .expect("it is legal");
        }
        self
    }

    /// What each bot does.
    fn chosen(&self, seat: Seat) -> [Action; 2] {
        let prompt = self.table.prompt(seat).expect("it is asked");
        let view = View::of(&self.table, Viewer::Seat(seat));
        BOTS.map(|name| {
            let chosen = named(name, 0).expect("a bot").choose(&view, &prompt);
            let first = self.reasons(name, seat).first().map(|reason| reason.action);
            assert!(first == Some(chosen), "{name} says {first:?} and does {chosen:?}");
            chosen
        })
    }

    /// What a bot says of everything that can be done.
    fn reasons(&self, bot: &str, seat: Seat) -> Vec<Reason> {
        let prompt = self.table.prompt(seat).expect("it is asked");
        let view = View::of(&self.table, Viewer::Seat(seat));
        named(bot, 0).expect("a bot").explain(&view, &prompt)
    }
}

fn tile(text: &str) -> Tile {
    notation::tile(text).expect("a tile")
}

fn discarded(action: Action) -> Option<Kind> {
    match action {
        Action::Discard { tile, .. } | Action::Riichi { tile, .. } => Some(tile.kind()),
        _ => None,
    }
}

fn kind(text: &str) -> Kind {
    tile(text).kind()
}

#[test]
fn folds_a_far_hand_with_the_only_safe_tile() {
    // East waits for 47s. Of South's tiles only the east wind cannot be won on: East has discarded it.
    let scene = Scene::new("tenhou", ["234567m234p56s88p", "1379m1589p259s12z"], "1z 6s", "9s");
    let scene = scene.riichi("1z", false).pass();
    assert_eq!(scene.chosen(SOUTH).map(discarded), [Some(kind("1z")); 2]);
}

#[test]
fn pushes_a_mangan_in_tenpai_against_a_riichi() {
    // All simples, three colours and a two-sided wait: a riichi on 58s is worth 8,000 at least, and it has no safe tile.
    let scene = Scene::new("tenhou", ["234567m234p56s88p", "345m345p34588s67s"], "1z 9m", "9s");
    let scene = scene.riichi("1z", false).pass();
    let chosen = scene.chosen(SOUTH);
    let declares = |action: &Action| matches!(action, Action::Riichi { tile: with, .. } if *with == tile("9m"));
    assert!(chosen.iter().all(declares), "{chosen:?}");
}

#[test]
fn never_discards_into_an_open_riichi() {
    // East shows a wait for 69s. Without its 6s South would be in tenpai for 5z and 9m: four concealed triplets, a yakuman by tsumo.
    let scene = Scene::new("zan", ["123789p22244s78s", "111999p77755z6s9m"], "1m 9m", "3z");
    let scene = scene.riichi("1m", true).pass();
    let chosen = scene.chosen(SOUTH).map(discarded);
    let is_safe = |chosen: &Option<Kind>| chosen.is_some_and(|chosen| chosen != kind("6s"));
    assert!(chosen.iter().all(is_safe), "{chosen:?}");
}

#[test]
fn pons_a_dragon_that_makes_the_hand_tenpai() {
    let scene = Scene::new("tenhou", ["", "234m567p45s88s55z1z"], "5z", "9s").discard("5z");
    let chosen = scene.chosen(SOUTH);
    assert!(matches!(chosen, [Action::Pon(_), Action::Pon(_)]), "{chosen:?}");
}

#[test]
fn passes_a_wind_that_leaves_the_hand_without_a_yaku() {
    // North is neither South's wind nor that of the round, so the open hand could never win.
    let scene = Scene::new("tenhou", ["", "234m567p45s88s44z1z"], "4z", "9s").discard("4z");
    assert_eq!(scene.chosen(SOUTH), [Action::Pass; 2]);
}

#[test]
fn declares_riichi_with_a_good_wait() {
    let scene = Scene::new("tenhou", ["234m567p34588s67s", ""], "9m", "1z");
    let chosen = scene.chosen(EAST);
    let declares =
        |action: &Action| matches!(action, Action::Riichi { tile: with, open: false, .. } if *with == tile("9m"));
    assert!(chosen.iter().all(declares), "{chosen:?}");
}

#[test]
fn keeps_the_dora_among_loose_tiles() {
    // 9p, 1p and north are loose. The indicator makes 9p dora.
    let scene = Scene::new("tenhou", ["234m567p34588s19p", ""], "4z", "8p");
    let chosen = scene.chosen(EAST).map(discarded);
    let is_loose = |chosen: &Option<Kind>| [Some(kind("1p")), Some(kind("4z"))].contains(chosen);
    assert!(chosen.iter().all(is_loose), "{chosen:?}");
}

#[test]
fn makes_a_kan_in_tenpai_and_none_with_a_far_hand_or_against_a_riichi() {
    let near = Scene::new("tenhou", ["8888p234678m34s9s", ""], "9s", "1z");
    assert_eq!(near.chosen(EAST), [Action::Ankan(kind("8p")); 2]);
    let far = Scene::new("tenhou", ["8888p147m147s123z", ""], "5z", "1z");
    assert!(far.chosen(EAST).map(discarded).iter().all(Option::is_some));
    let threatened = Scene::new("tenhou", ["234567m234p56s99p", "8888p234678m34s9s"], "1z 9s", "1z");
    let threatened = threatened.riichi("1z", false).pass();
    assert!(threatened.chosen(SOUTH).map(discarded).iter().all(Option::is_some));
}

#[test]
fn explains_a_win_a_kan_and_a_north_beside_the_discards() {
    for bot in BOTS {
        let won = Scene::new("tenhou", ["234m567p34588s67s", ""], "8s", "1z").reasons(bot, EAST);
        assert_eq!(won[0].action, Action::Tsumo);
        assert!(won[0].expected >= won[1].expected, "{won:?}");
        assert!(won.iter().any(|reason| discarded(reason.action).is_some()));
        let kan = Scene::new("tenhou", ["8888p234678m34s9s", ""], "9s", "1z").reasons(bot, EAST);
        assert_eq!(kan[0].action, Action::Ankan(kind("8p")));
        let far = Scene::new("tenhou", ["8888p147m147s123z", ""], "5z", "1z").reasons(bot, EAST);
        assert!(far.iter().any(|reason| reason.action == Action::Ankan(kind("8p"))));
        let north = Scene::new("tenhou-sanma", ["234678p23678s11z", ""], "4z", "9m").reasons(bot, EAST);
        assert!(north.iter().any(|reason| reason.action == Action::Kita), "{north:?}");
    }
}

#[test]
fn values_a_kan_that_it_leaves_no_higher_than_its_discard() {
    let scene = Scene::new("tenhou", ["234567m234p56s99p", "8888p234678m34s9s"], "1z 9s", "1z");
    let scene = scene.riichi("1z", false).pass();
    for bot in BOTS {
        let reasons = scene.reasons(bot, SOUTH);
        let kan = reasons.iter().find(|reason| reason.action == Action::Ankan(kind("8p")));
        assert!(
            kan.expect("a kan").expected <= reasons[0].expected,
            "{bot}: {reasons:?}"
        );
    }
}

#[test]
fn explains_a_win_on_a_discard_beside_a_pass() {
    let scene = Scene::new("tenhou", ["", "234m567p45s88s456s"], "6s", "9s").discard("6s");
    for bot in BOTS {
        let reasons = scene.reasons(bot, SOUTH);
        assert_eq!(reasons[0].action, Action::Ron);
        assert!(reasons.iter().any(|reason| reason.action == Action::Pass));
    }
}

#[test]
fn counts_useful_tiles_and_danger_as_a_player_would() {
    // Without 9m it waits for 258s, since 34567 is a run and 67, or 34 and a run. It holds one 5s and two 8s: 4 + 3 + 2 are left.
    let reasons = Scene::new("tenhou", ["234m567p34588s67s", ""], "9m", "1z").reasons("club", EAST);
    assert_eq!(discarded(reasons[0].action), Some(kind("9m")));
    assert_eq!(reasons[0].useful, 9);
    // East waits for 47s and has discarded the east wind: nobody wins on it.
    let scene = Scene::new("tenhou", ["234567m234p56s88p", "1379m1589p259s12z"], "1z 6s", "9s");
    let reasons = scene.riichi("1z", false).pass().reasons("club", SOUTH);
    let danger = |text: &str| {
        let of = reasons
            .iter()
            .find(|reason| discarded(reason.action) == Some(kind(text)));
        of.expect("a discard").danger
    };
    assert!(danger("1z") < 0.001);
    assert!(danger("5s") > danger("9s"), "{reasons:?}");
}

#[test]
fn offers_each_choice_once() {
    let reasons = Scene::new("tenhou", ["234m567p34588s99m", ""], "9m", "1z").reasons("club", EAST);
    let best = best_of(&reasons, 3);
    assert_eq!(best.len(), 3);
    for (place, one) in best.iter().enumerate() {
        assert!(best[..place].iter().all(|other| !other.is_for(one.action)), "{best:?}");
    }
}
