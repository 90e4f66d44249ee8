//! No interference: with everything that a viewer may not know dealt differently, and everybody doing the same in public, the
//! viewer's stream is the same, byte for byte and frame for frame, whether or not others could have claimed something.

mod deal;
mod story;
mod wire;

use crate::server::{Folder, HeldTime, config, serving_from_memory};
use jantaku_audit::rig::{Part, Want};
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_table::Event;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::stack::Stack;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use story::{Hand, Story, public};
use wire::{Heard, play};

/// Moments of a story at which the rest is hidden, beside its end.
const MOMENTS: usize = 6;
/// Stories that are looked through for what is wanted.
const MOST_STORIES: u64 = 300;

/// What was different between worlds that looked alike to a viewer.
#[derive(Default)]
struct Differences {
    worlds: u32,
    /// Somebody else saw something else: what would have been noticed, had it been told to the viewer.
    others: u32,
    /// Somebody else could claim what they could not before.
    claims: u32,
    /// A concealed hand in riichi, and a kong face down.
    riichi: u32,
    kongs: u32,
}

/// Plays stories until everything that is wanted has happened.
async fn check(spec: &str, wanted: &[&'static str]) -> Differences {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut config = config(&folder);
    config.limits.tables_per_address = usize::MAX;
    config.limits.listed_per_address = usize::MAX;
    let running = serving_from_memory(config).await;
    let rules = Arc::new(Library::builtin().rules(spec).unwrap());
    let mut missing: BTreeSet<&str> = wanted.iter().copied().collect();
    let mut found = Differences::default();
    for seed in 0..MOST_STORIES {
        if missing.is_empty() {
            break;
        }
        let story = Story::of(&rules, seed);
        let words = story.words();
        // The first has to bring at least half of it, the others what is left.
        let new = words.iter().filter(|word| missing.contains(*word)).count();
        if new == 0 || missing.len() == wanted.len() && 2 * new < wanted.len() {
            continue;
        }
        missing.retain(|word| !words.contains(word));
        look_at(running.address, spec, &story, seed, &mut found).await;
    }
    assert!(missing.is_empty(), "{spec}: {missing:?} did not happen");
    // It proves nothing unless what is hidden was different, and others could claim what they could not before.
    assert!(
        found.others > 0 && 2 * found.others >= found.worlds,
        "{spec}: {} of {}",
        found.others,
        found.worlds
    );
    assert!(found.claims > 0, "{spec}: nobody could claim anything else");
    running.stop().await;
    found
}

/// Every viewer at the end of the story, and some at moments before it.
async fn look_at(address: SocketAddr, spec: &str, story: &Story, seed: u64, found: &mut Differences) {
    let seats = story.rules.seats();
    let end = story.hands.last().unwrap().end();
    let mut dice = Stream::new(&key_of(seed, 0));
    let moments = moments(story);
    let mut looks: Vec<(usize, u32)> = (0..=seats).map(|viewer| (viewer, end)).collect();
    for number in 0..MOMENTS {
        let moment = moments[dice.below(moments.len() as u32) as usize];
        looks.push((number % (seats + 1), moment));
    }
    let rows: Vec<Vec<Tile>> = story.hands.iter().map(|hand| hand.row.clone()).collect();
    let first = play(address, spec, story, &rows, end).await;
    for (viewer, until) in looks {
        let seat = (viewer < seats).then_some(Seat(viewer as u8));
        let mut other = rows.clone();
        for (hand, row) in story
            .hands
            .iter()
            .zip(&mut other)
            .filter(|(hand, _)| hand.first < until)
        {
            let until = until.min(hand.end());
            if let Some(dealt) = deal::differently(hand, &story.script, seat, until, &mut dice) {
                *row = dealt.row;
                found.riichi += u32::from(dealt.riichi);
                found.kongs += u32::from(dealt.kong);
            }
        }
        let second = play(address, spec, story, &other, until).await;
        let what = format!("{spec}, story {seed}, viewer {viewer}, up to {until}");
        same_stream(&first[viewer], &second[viewer], until == end, &what);
        let others = first.iter().zip(&second).enumerate();
        let others: Vec<_> = others
            .filter(|(place, _)| *place != viewer)
            .map(|(_, both)| both)
            .collect();
        let offers = |heard: &Heard| -> Vec<u32> { heard.offers.iter().copied().filter(|at| *at < until).collect() };
        found.worlds += 1;
        found.others += u32::from(
            others
                .iter()
                .any(|(one, other)| !other.frames.iter().zip(&one.frames).all(|(a, b)| a == b)),
        );
        found.claims += u32::from(others.iter().any(|(one, other)| offers(one) != offers(other)));
    }
}

/// The second may stop earlier than the first, but not say less until then.
fn same_stream(first: &Heard, second: &Heard, whole: bool, what: &str) {
    for (place, (one, other)) in first.frames.iter().zip(&second.frames).enumerate() {
        assert_eq!(one, other, "{what}, frame {place}");
    }
    assert!(first.frames.len() >= second.frames.len(), "{what}: more frames");
    assert!(
        !whole || first.frames.len() == second.frames.len(),
        "{what}: fewer frames"
    );
}

/// The public events after which the table waits: a tile that others might claim, or somebody's turn.
fn moments(story: &Story) -> Vec<u32> {
    let of = |hand: &Hand| -> Vec<u32> {
        let after = |place: usize| hand.first + public(&hand.events[..=place]);
        let asked = |at: u32| story.script.keys().any(|(_, asked)| *asked == at);
        let waits = |(place, event): &(usize, &Event)| {
            matches!(
                event,
                Event::Discarded { .. } | Event::KanDeclared { .. } | Event::SetAside { .. }
            ) || matches!(event, Event::Drew { .. }) && asked(after(*place))
        };
        let places = hand.events.iter().enumerate().filter(waits);
        places.map(|(place, _)| after(place)).collect()
    };
    story.hands.iter().flat_map(of).collect()
}

/// What happens in any game with riichi.
const RIICHI: [&str; 9] = [
    "riichi",
    "pon",
    "ankan",
    "kakan",
    "daiminkan",
    "ron",
    "tsumo",
    "missed",
    "draw",
];

macro_rules! books {
    ($($name:ident: $spec:literal, $more:expr;)+) => {$(
        #[tokio::test(start_paused = true)]
        async fn $name() {
            let found = check($spec, &[&RIICHI[..], &$more].concat()).await;
            assert!(found.riichi > 0, "no other hand in riichi");
        }
    )+};
}

books! {
    zan: "zan", ["open riichi", "ura"];
    sanmatsuri: "sanmatsuri", ["kita", "ura"];
    ryanzou_chankan: "ryanzou-chankan", ["chii", "ura"];
    hana_1: "ryanzou-chankan+hana(variation=1)", ["chii", "flower"];
    hana_2: "ryanzou-chankan+hana(variation=2)", ["chii", "flower"];
    hana_3: "ryanzou-chankan+hana(variation=3)", ["chii", "flower"];
    ema_2025: "ema-2025", ["chii", "ura"];
    tenhou: "tenhou", ["chii", "ura"];
    tenhou_sanma: "tenhou-sanma", ["kita", "ura"];
}

#[tokio::test(start_paused = true)]
async fn zung_jung() {
    check(
        "zung-jung(bonus-tiles=yes)",
        &[
            "chii",
            "pon",
            "ankan",
            "kakan",
            "daiminkan",
            "ron",
            "tsumo",
            "flower",
            "draw",
        ],
    )
    .await;
}

/// South waits for 6p and 9p, and east makes a kong of all 9p, or of something else, face down.
#[tokio::test(start_paused = true)]
async fn kongs_face_down() {
    let _held = HeldTime::new();
    let spec = "zung-jung(concealed-kong=face-down)";
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let rules = Arc::new(Library::builtin().rules(spec).unwrap());
    let mut stack = Stack::default();
    stack.hands[0] = notation::tiles("9999p1234567s12z").unwrap();
    stack.hands[1] = notation::tiles("123456m78955s78p").unwrap();
    let wall = stack.build(&rules, &key_of(1, 0)).unwrap();
    let parts = [Some(Part::new([Want::Kan])), Some(Part::default()), None, None];
    let story = Story::of_hand(&rules, &wall, &parts);
    assert!(story.words().contains("ankan"));
    let mut found = Differences::default();
    for seed in 0..4 {
        look_at(running.address, spec, &story, seed, &mut found).await;
    }
    assert!(found.kongs > 0, "no other kong face down");
    running.stop().await;
}
