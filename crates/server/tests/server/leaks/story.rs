//! A game that is written down: bots play it without a server, with some hands rigged towards what is rare.

use jantaku_audit::rig::{Part, Plot};
use jantaku_bots::{Bot, named};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::MeldKind;
use jantaku_table::seen::Viewer;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::view::View;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What each player says after so many events that everybody sees. Two questions can follow on one event, so these are lists.
pub(super) type Script = HashMap<(Seat, u32), Vec<Action>>;

/// Hands of a story: as many as fit into one request to open a table.
const MOST_HANDS: usize = 8;

pub(super) struct Story {
    pub(super) rules: Arc<Rules>,
    pub(super) hands: Vec<Hand>,
    pub(super) script: Script,
}

pub(super) struct Hand {
    /// The table before it.
    pub(super) before: Table,
    pub(super) row: Vec<Tile>,
    /// Public events before it.
    pub(super) first: u32,
    pub(super) events: Vec<Event>,
}

impl Hand {
    /// Public events up to its end.
    pub(super) fn end(&self) -> u32 {
        self.first + public(&self.events)
    }
}

/// How many of these everybody sees.
pub(super) fn public(events: &[Event]) -> u32 {
    let seen = events.iter().filter(|event| event.private_to().is_none());
    seen.count() as u32
}

/// What a player does by the script; whoever is asked only in another world lets the tile go.
pub(super) fn choose(script: &Script, seat: Seat, public: u32, legal: &[Action]) -> Option<Action> {
    let said = script.get(&(seat, public)).map_or(&[][..], Vec::as_slice);
    let done = said
        .iter()
        .find(|action| **action != Action::Pass && legal.contains(action));
    // A kong that lies face down may be one of other tiles.
    let is_kong = |action: &&Action| matches!(action, Action::Ankan(_));
    let kong = || said.iter().find(is_kong).and_then(|_| legal.iter().find(is_kong));
    done.or_else(kong)
        .or_else(|| legal.iter().find(|action| **action == Action::Pass))
        .copied()
}

/// What players of a rigged hand go for, by the wind of the hand.
pub(super) type Parts = [Option<Part>; 4];

impl Story {
    /// The story of a seed: half of its hands are rigged.
    pub(super) fn of(rules: &Arc<Rules>, seed: u64) -> Story {
        const BOTS: [&str; 6] = ["greedy", "greedy", "greedy", "kan-happy", "call-everything", "random"];
        let mut lots = Stream::new(&key_of(seed, u32::MAX));
        let names: Vec<&str> = (0..rules.seats())
            .map(|_| BOTS[lots.below(BOTS.len() as u32) as usize])
            .collect();
        let wall = |hand: usize| {
            let key = key_of(seed, hand as u32);
            let plot = (lots.below(2) == 0).then(|| Plot::draw(rules, &key)).flatten();
            match plot {
                Some(plot) => (plot.wall, plot.parts),
                None => (Wall::of_key(rules, &key), [const { None }; 4]),
            }
        };
        Story::told(rules, &names, MOST_HANDS, wall)
    }

    /// The story of one hand with this wall.
    pub(super) fn of_hand(rules: &Arc<Rules>, wall: &Wall, parts: &Parts) -> Story {
        Story::told(rules, &["tsumogiri"; 4], 1, |_| (*wall, parts.clone()))
    }

    fn told(rules: &Arc<Rules>, bots: &[&str], hands: usize, mut wall: impl FnMut(usize) -> (Wall, Parts)) -> Story {
        let mut bots: Vec<Box<dyn Bot>> = (0..).zip(bots).map(|(seat, name)| named(name, seat).unwrap()).collect();
        let mut story = Story {
            rules: Arc::clone(rules),
            hands: Vec::new(),
            script: Script::new(),
        };
        let mut parts = [const { None }; 4];
        let mut table = Table::new(Arc::clone(rules));
        while !(table.is_over() || table.needs_wall() && story.hands.len() == hands) {
            if table.needs_wall() {
                let (wall, new) = wall(story.hands.len());
                parts = new;
                let row = wall.row().to_vec();
                let first = story.hands.last().map_or(0, Hand::end);
                let before = table.clone();
                let mut events = Vec::new();
                // A wall that a plot has shortened would need more than its tiles to be built again.
                table.begin_hand(Wall::stacked(rules, &row), &mut events);
                story.hands.push(Hand {
                    before,
                    row,
                    first,
                    events,
                });
                continue;
            }
            let hand = story.hands.last_mut().unwrap();
            let seat = table.next_to_act().unwrap();
            let action = match &mut parts[table.wind(seat).index()] {
                Some(part) => part.choose(&table.legal(seat)),
                None => {
                    let prompt = table.prompt(seat).unwrap();
                    bots[usize::from(seat.0)].choose(&View::of(&table, Viewer::Seat(seat)), &prompt)
                }
            };
            story.script.entry((seat, hand.end())).or_default().push(action);
            table.act_legally(seat, action, &mut hand.events);
        }
        story
    }

    /// What happens in it, in words.
    pub(super) fn words(&self) -> BTreeSet<&'static str> {
        let events = self.hands.iter().flat_map(|hand| &hand.events);
        events.filter_map(word).collect()
    }
}

fn word(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::RiichiStands { .. } => "riichi",
        Event::RiichiDeclared { open: true, .. } => "open riichi",
        Event::Called { meld, .. } if meld.kind == MeldKind::Chii => "chii",
        Event::Called { meld, .. } if meld.kind == MeldKind::Pon => "pon",
        Event::Called { .. } => "daiminkan",
        Event::KanDeclared { meld, .. } if meld.kind == MeldKind::Ankan => "ankan",
        Event::KanDeclared { .. } => "kakan",
        Event::SetAside { tile, .. } if tile.kind().is_flower() => "flower",
        Event::SetAside { .. } => "kita",
        Event::Missed { .. } => "missed",
        Event::Won { seat, from, .. } if seat == from => "tsumo",
        Event::Won { .. } => "ron",
        Event::UraTurned(_) => "ura",
        Event::Drawn { .. } => "draw",
        _ => return None,
    })
}
