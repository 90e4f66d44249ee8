//! Events as JSON: one mapping for logs, the network and reports, whatever they call the seats.
//!
//! Hidden parts are left out: `{"type":"drew","seat":2,"source":"live"}` is a draw that the reader may not see.

pub use crate::event_reading::EventFault;
pub use crate::words::{
    CallWord, PartyJson, PenaltyWord, ReasonWord, SourceWord, SticksWord, WhatWord, WinWord, WindWord,
};

use crate::action_json::ActionJson;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_table::Event;
use jantaku_table::event::Standing;
use jantaku_table::seen::Seen;
use serde::{Deserialize, Serialize};

/// One event; `S` is how seats are written: a number for a chair, or a wind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventJson<S> {
    /// A hand begins.
    HandStarted(StandingJson<S>),
    /// Thirteen tiles; without them where the reader may not see them.
    Dealt {
        seat: S,
        /// The tiles in the order of the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tiles: Option<String>,
    },
    /// An indicator is turned.
    Indicator {
        tile: String,
    },
    /// A tile is drawn.
    Drew {
        seat: S,
        /// The tile, where the reader may see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tile: Option<String>,
        source: SourceWord,
    },
    Discarded {
        seat: S,
        tile: String,
        drawn: bool,
    },
    /// The discard that follows declares riichi.
    RiichiDeclared {
        seat: S,
        open: bool,
    },
    /// The riichi stands and its stick is paid.
    RiichiStands {
        seat: S,
    },
    /// A discard is claimed for a meld.
    Called {
        seat: S,
        call: CallWord,
        /// All tiles of the meld, the claimed one too.
        tiles: String,
        from: S,
    },
    /// A kan on one's own turn; without tiles if it lies face down.
    KanDeclared {
        seat: S,
        call: CallWord,
        /// The tiles, for a kakan the added one first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tiles: Option<String>,
        /// Who gave the tile of the pon that a kakan adds to, by the wind of this hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        fed: Option<WindWord>,
    },
    /// A north or flower is set aside.
    SetAside {
        seat: S,
        tile: String,
    },
    /// An answer to a question: told to that player only.
    Answered {
        seat: S,
        action: ActionJson,
    },
    /// A winning tile was let go: told to that player only.
    Missed {
        seat: S,
    },
    /// These players may claim nagashi.
    NagashiAsked {
        seats: Vec<S>,
    },
    /// A player may show tenpai or call noten: told to that player only.
    TenpaiAsked {
        seat: S,
    },
    /// The dealer may end the game.
    YameAsked {
        seat: S,
    },
    /// A player wins.
    Won {
        seat: S,
        /// Who gave the tile; the winner for a tsumo.
        from: S,
        tile: String,
        by: WinWord,
    },
    /// Four kans of one player score without the pair.
    FourKansScored {
        seat: S,
    },
    /// A player is paid for discarding only terminals and honours.
    NagashiScored {
        seat: S,
    },
    /// A player shows the concealed tiles.
    Shown {
        seat: S,
        tiles: String,
    },
    /// A kan that lay face down is turned.
    KanTurned {
        seat: S,
        tiles: String,
    },
    /// The tiles beneath the indicators.
    UraTurned {
        tiles: String,
    },
    /// Nobody wins.
    Drawn {
        reason: ReasonWord,
        /// Who is tenpai, at an exhaustive draw.
        tenpai: Vec<S>,
    },
    /// Points or chips move.
    Paid {
        from: PartyJson<S>,
        to: PartyJson<S>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        points: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        chips: Option<i32>,
        what: WhatWord,
        /// The clause that says so; a dash where none does.
        because: String,
    },
    /// The referee calls a chombo, which a win at the same moment undoes.
    ChomboCalled {
        seat: S,
    },
    /// The chombo stands and voids the hand.
    Chombo {
        seat: S,
    },
    /// The referee declares a hand dead.
    DeadHand {
        seat: S,
    },
    /// A ruling is withdrawn.
    RulingUndone {
        penalty: PenaltyWord,
        seat: S,
        /// Does the hand, played to its end with the dead hand, not count, to be dealt again?
        void: bool,
    },
    TimeUp,
    /// All payments of the hand are made.
    Settled {
        dealer_stays: bool,
        /// May the dealer end the game, if it is the last hand?
        may_yame: bool,
        honba: u8,
        /// Was the hand void, to be dealt again?
        void: bool,
    },
    /// The next hand will stand like this.
    HandEnded(StandingJson<S>),
    /// The game is over.
    GameEnded {
        drawn: bool,
    },
}

/// Where the game stands before a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StandingJson<S> {
    pub round: WindWord,
    /// The number of the hand in the round, from 1.
    pub hand: u8,
    pub dealer: S,
    pub honba: u8,
    pub sticks: u8,
}

impl<S> EventJson<S> {
    /// An event as a viewer sees it.
    pub fn of_seen(seen: &Seen, rules: &Rules, seat: impl Fn(Seat) -> S) -> EventJson<S> {
        match seen {
            Seen::All(event) => EventJson::of(event, rules, seat),
            Seen::DealtHidden { seat: who } => EventJson::Dealt {
                seat: seat(*who),
                tiles: None,
            },
            Seen::DrewHidden { seat: who, source } => EventJson::Drew {
                seat: seat(*who),
                tile: None,
                source: (*source).into(),
            },
            Seen::KanHidden { seat: who } => EventJson::KanDeclared {
                seat: seat(*who),
                call: CallWord::Ankan,
                tiles: None,
                fed: None,
            },
        }
    }

    pub fn of(event: &Event, rules: &Rules, seat: impl Fn(Seat) -> S) -> EventJson<S> {
        match event {
            Event::HandStarted(standing) => EventJson::HandStarted(standing_json(standing, seat)),
            Event::HandEnded(standing) => EventJson::HandEnded(standing_json(standing, seat)),
            Event::Dealt { seat: who, tiles } => EventJson::Dealt {
                seat: seat(*who),
                tiles: Some(notation::in_order(tiles)),
            },
            Event::Indicator(tile) => EventJson::Indicator { tile: tile.to_string() },
            Event::Drew {
                seat: who,
                tile,
                source,
            } => EventJson::Drew {
                seat: seat(*who),
                tile: Some(tile.to_string()),
                source: (*source).into(),
            },
            Event::Discarded { seat: who, tile, drawn } => EventJson::Discarded {
                seat: seat(*who),
                tile: tile.to_string(),
                drawn: *drawn,
            },
            Event::RiichiDeclared { seat: who, open } => EventJson::RiichiDeclared {
                seat: seat(*who),
                open: *open,
            },
            Event::RiichiStands { seat: who } => EventJson::RiichiStands { seat: seat(*who) },
            Event::Called { seat: who, meld, from } => EventJson::Called {
                seat: seat(*who),
                call: meld.kind.into(),
                tiles: notation::in_order(&meld.tiles),
                from: seat(*from),
            },
            Event::KanDeclared { seat: who, meld } => EventJson::KanDeclared {
                seat: seat(*who),
                call: meld.kind.into(),
                tiles: Some(notation::in_order(&meld.tiles)),
                fed: meld.from.map(Wind::into),
            },
            Event::SetAside { seat: who, tile } => EventJson::SetAside {
                seat: seat(*who),
                tile: tile.to_string(),
            },
            Event::Answered { seat: who, action } => EventJson::Answered {
                seat: seat(*who),
                action: (*action).into(),
            },
            Event::Missed { seat: who } => EventJson::Missed { seat: seat(*who) },
            Event::NagashiAsked { seats } => EventJson::NagashiAsked {
                seats: those(seats, seat),
            },
            Event::TenpaiAsked { seat: who } => EventJson::TenpaiAsked { seat: seat(*who) },
            Event::YameAsked { seat: who } => EventJson::YameAsked { seat: seat(*who) },
            Event::Won {
                seat: who,
                from,
                tile,
                by,
            } => EventJson::Won {
                seat: seat(*who),
                from: seat(*from),
                tile: tile.to_string(),
                by: (*by).into(),
            },
            Event::FourKansScored { seat: who } => EventJson::FourKansScored { seat: seat(*who) },
            Event::NagashiScored { seat: who } => EventJson::NagashiScored { seat: seat(*who) },
            Event::Shown { seat: who, tiles } => EventJson::Shown {
                seat: seat(*who),
                tiles: notation::in_order(tiles),
            },
            Event::KanTurned { seat: who, meld } => EventJson::KanTurned {
                seat: seat(*who),
                tiles: notation::in_order(&meld.tiles),
            },
            Event::UraTurned(tiles) => EventJson::UraTurned {
                tiles: notation::in_order(tiles),
            },
            Event::Drawn { reason, tenpai } => EventJson::Drawn {
                reason: (*reason).into(),
                tenpai: those(tenpai, seat),
            },
            Event::Paid {
                from,
                to,
                amount,
                what,
                because,
            } => EventJson::Paid {
                from: PartyJson::of(*from, &seat),
                to: PartyJson::of(*to, &seat),
                points: amount.points().map(|points| points.0),
                chips: amount.chips().map(|chips| chips.0),
                what: (*what).into(),
                because: rules.clause_id(*because).to_owned(),
            },
            Event::ChomboCalled { seat: who } => EventJson::ChomboCalled { seat: seat(*who) },
            Event::Chombo { seat: who } => EventJson::Chombo { seat: seat(*who) },
            Event::DeadHand { seat: who } => EventJson::DeadHand { seat: seat(*who) },
            Event::RulingUndone {
                penalty,
                seat: who,
                void,
            } => EventJson::RulingUndone {
                penalty: (*penalty).into(),
                seat: seat(*who),
                void: *void,
            },
            Event::TimeUp => EventJson::TimeUp,
            Event::Settled(settled) => EventJson::Settled {
                dealer_stays: settled.stays,
                may_yame: settled.may_yame,
                honba: settled.honba,
                void: settled.void,
            },
            Event::GameEnded { drawn } => EventJson::GameEnded { drawn: *drawn },
        }
    }
}

fn those<S>(flags: &BySeat<bool>, seat: impl Fn(Seat) -> S) -> Vec<S> {
    let seats = (0..flags.len() as u8).map(Seat);
    seats.filter(|&who| flags[who]).map(seat).collect()
}

fn standing_json<S>(standing: &Standing, seat: impl Fn(Seat) -> S) -> StandingJson<S> {
    StandingJson {
        round: standing.round.into(),
        hand: standing.dealer.0 + 1,
        dealer: seat(standing.dealer),
        honba: standing.honba,
        sticks: standing.sticks,
    }
}
