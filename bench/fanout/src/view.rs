//! What a seat is sent after a discard: the discard, the next draw, what it may do, and the clock. The frames have the names
//! and about the size of ours, and each seat's are encoded from structs.

use crate::table::SEATS;
use serde::{Deserialize, Serialize};

const HAND: [&str; 14] = [
    "1m", "2m", "4m", "0m", "7m", "3p", "5p", "6p", "6p", "8s", "9s", "1z", "5z", "7z",
];

#[derive(Deserialize, Serialize)]
pub(crate) struct Act {
    pub(crate) n: u32,
    a: Action,
}

#[derive(Deserialize, Serialize)]
struct Action {
    a: String,
    tile: String,
    drawn: bool,
}

#[derive(Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
enum Frame<'a> {
    E {
        n: u32,
        left: u32,
        spare: Option<u8>,
        e: Event<'a>,
    },
    Prompt {
        n: u32,
        legal: Vec<Discard<'a>>,
        after: Vec<Wait<'a>>,
        waits: Vec<Wait<'a>>,
        furiten: bool,
        no_win: Option<&'a str>,
        barred: Vec<Wait<'a>>,
        ms: Option<u32>,
        bank: u32,
    },
    Clock {
        seat: usize,
        ms: Option<u32>,
        bank: u32,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Event<'a> {
    Discarded {
        seat: usize,
        tile: &'a str,
        drawn: bool,
        riichi: bool,
    },
    Drawn {
        seat: usize,
        tile: Option<&'a str>,
        from: &'a str,
    },
}

#[derive(Serialize)]
struct Discard<'a> {
    a: &'a str,
    tile: &'a str,
    drawn: bool,
}

#[derive(Serialize)]
struct Wait<'a> {
    tile: &'a str,
    unseen: u8,
    no_yaku: bool,
}

/// The frames of one seat, one a line. `n` is the number of the last one, `turn` the seat that draws.
pub(crate) fn encoded(seat: usize, turn: usize, n: u32, act: Option<&Act>) -> String {
    let mut text = Vec::with_capacity(1024);
    let left = 69 - n / 2 % 70;
    if let Some(act) = act {
        let e = Event::Discarded {
            seat: (turn + SEATS - 1) % SEATS,
            tile: &act.a.tile,
            drawn: act.a.drawn,
            riichi: false,
        };
        let spare = Some(4);
        put(
            &mut text,
            &Frame::E {
                n: n - 1,
                left,
                spare,
                e,
            },
        );
        let e = Event::Drawn {
            seat: turn,
            tile: (seat == turn).then_some(HAND[13]),
            from: "wall",
        };
        put(
            &mut text,
            &Frame::E {
                n,
                left: left.saturating_sub(1),
                spare,
                e,
            },
        );
    }
    let legal = HAND.iter().take(if seat == turn { 14 } else { 0 });
    let discard = |(place, tile)| Discard {
        a: "discard",
        tile,
        drawn: place == 13,
    };
    let after = HAND.iter().take(if seat == turn { 6 } else { 0 }).map(|tile| Wait {
        tile,
        unseen: 3,
        no_yaku: false,
    });
    put(
        &mut text,
        &Frame::Prompt {
            n,
            legal: legal.copied().enumerate().map(discard).collect(),
            after: after.collect(),
            waits: Vec::new(),
            furiten: false,
            no_win: None,
            barred: Vec::new(),
            ms: None,
            bank: 0,
        },
    );
    put(
        &mut text,
        &Frame::Clock {
            seat: turn,
            ms: None,
            bank: 0,
        },
    );
    text.pop();
    String::from_utf8(text).unwrap_or_default()
}

fn put(text: &mut Vec<u8>, frame: &Frame<'_>) {
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(&mut *text, frame);
    text.push(b'\n');
}
