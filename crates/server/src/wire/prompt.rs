//! What a player is asked, and why something is refused.

use super::why::WhyWord;
use super::worth::WorthJson;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::Riichi;
use jantaku_table::action::{Refusal, Why};
use jantaku_table::prompt::{AfterDiscard, Prompt, WaitHint};
use jantaku_table::{Action, Table};
use jantaku_wire::action_json::ActionJson;
use serde::Serialize;

/// What a player may do now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PromptJson {
    /// The number of the last frame before it; an answer must carry it.
    pub n: u32,
    /// Everything that may be done; empty while there is nothing to decide.
    pub legal: Vec<ActionJson>,
    /// For each discard after which the hand is tenpai, what it would wait for.
    pub after: Vec<AfterJson>,
    /// What the hand waits for now, if it is tenpai.
    pub waits: Vec<WaitJson>,
    pub furiten: bool,
    /// If the tile completes the hand but may not be won on: why.
    pub no_win: Option<RefusalJson>,
    /// Tiles of the hand that may not be discarded after the call, with the reason.
    pub barred: Vec<BarredJson>,
    /// Milliseconds for the decision; none without a clock.
    pub ms: Option<u32>,
    /// Milliseconds in the bank after that.
    pub bank: u32,
}

/// A tile that may not be discarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BarredJson {
    pub tile: String,
    pub why: RefusalJson,
}

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusalJson {
    pub why: WhyWord,
    pub says: String,
    pub clause: Option<String>,
}

/// What a hand would wait for after a discard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AfterJson {
    pub tile: String,
    pub waits: Vec<WaitJson>,
    /// The same waits with a riichi declared by this discard; empty where none may be.
    pub in_riichi: Vec<WaitJson>,
    pub furiten: bool,
}

/// A tile that a hand waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WaitJson {
    pub tile: String,
    /// Copies that the player cannot see.
    pub unseen: u8,
    /// Would a ron on it be without yaku?
    pub no_yaku: bool,
    /// What a win on a discard would bring; none where the hand may not win so.
    pub ron: Option<WorthJson>,
    /// The same for a tile that one draws.
    pub tsumo: Option<WorthJson>,
}

impl PromptJson {
    /// What the table asks this seat now; without anything legal where it asks nothing. Clocks and numbers are the server's to add.
    pub fn of(table: &Table, seat: Seat) -> PromptJson {
        match table.prompt(seat) {
            Some(prompt) => PromptJson::asking(table, &prompt),
            None => PromptJson::waiting(table, seat),
        }
    }

    /// How the hand of this seat stands, without a question.
    pub fn waiting(table: &Table, seat: Seat) -> PromptJson {
        PromptJson {
            waits: WaitJson::all(&table.wait_hints(seat), table, seat),
            furiten: table.is_furiten(seat),
            ..PromptJson::default()
        }
    }

    fn asking(table: &Table, prompt: &Prompt) -> PromptJson {
        let win = match table.turn() {
            Some(_) => Action::Tsumo,
            None => Action::Ron,
        };
        let no_win = prompt.no_win.map(|why| {
            let clause = table.clause_against(prompt.seat, why, win);
            RefusalJson::of(Refusal { why, clause }, table)
        });
        PromptJson {
            legal: prompt.legal.iter().map(|&action| action.into()).collect(),
            after: prompt
                .after
                .iter()
                .map(|after| AfterJson::of(after, table, prompt.seat))
                .collect(),
            waits: WaitJson::all(&prompt.waits, table, prompt.seat),
            furiten: prompt.furiten,
            no_win,
            barred: barred(table, prompt.seat),
            ..PromptJson::default()
        }
    }
}

impl RefusalJson {
    pub fn of(refusal: Refusal, table: &Table) -> RefusalJson {
        RefusalJson {
            why: refusal.why.into(),
            says: refusal.why.text_in(table.rules()).to_owned(),
            clause: table.rules().clause(refusal.clause).map(|clause| clause.id.clone()),
        }
    }

    /// A refusal of the server itself.
    pub fn plain(why: WhyWord, says: &str) -> RefusalJson {
        RefusalJson {
            why,
            says: says.to_owned(),
            clause: None,
        }
    }
}

impl AfterJson {
    fn of(after: &AfterDiscard, table: &Table, seat: Seat) -> AfterJson {
        let waits = |hints: &[WaitHint], riichi| match hints {
            [] => Vec::new(),
            hints => WaitJson::all(hints, &table.having_discarded(seat, after, riichi), seat),
        };
        AfterJson {
            tile: after.tile.to_string(),
            waits: waits(&after.waits, Riichi::None),
            in_riichi: waits(&after.in_riichi, after.riichi),
            furiten: after.furiten,
        }
    }
}

impl WaitJson {
    /// The waits of a seat, valued at this table.
    fn all(hints: &[WaitHint], table: &Table, seat: Seat) -> Vec<WaitJson> {
        let rules = table.rules();
        let wait = |hint: &WaitHint| {
            let [ron, tsumo] = table.expected_wins(seat, hint.kind);
            WaitJson {
                tile: hint.kind.to_string(),
                unseen: hint.unseen,
                no_yaku: hint.no_yaku,
                ron: WorthJson::of(rules, &ron),
                tsumo: WorthJson::of(rules, &tsumo),
            }
        };
        hints.iter().map(wait).collect()
    }
}

/// The tiles that a call bars from being discarded.
fn barred(table: &Table, seat: Seat) -> Vec<BarredJson> {
    let Some(turn) = table.turn().filter(|turn| turn.seat == seat && !turn.kuikae.is_empty()) else {
        return Vec::new();
    };
    let mut tiles: Vec<Tile> = table.player(seat).hand.to_vec();
    tiles.retain(|tile| turn.kuikae.has(tile.kind()));
    tiles.dedup();
    let reason = |tile: Tile| {
        let clause = table.clause_against(seat, Why::Kuikae, Action::Discard { tile, drawn: false });
        RefusalJson::of(
            Refusal {
                why: Why::Kuikae,
                clause,
            },
            table,
        )
    };
    let barred = tiles.into_iter().map(|tile| BarredJson {
        tile: tile.to_string(),
        why: reason(tile),
    });
    barred.collect()
}
