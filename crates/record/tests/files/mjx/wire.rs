//! The JSON of mjx, field by field; what is 0 or empty is left out there.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Wire {
    #[serde(default)]
    pub(super) who: u32,
    pub(super) public_observation: Public,
    pub(super) private_observation: Private,
    #[serde(default)]
    pub(super) legal_actions: Vec<Action>,
    #[serde(default)]
    pub(super) round_terminal: Terminal,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Terminal {
    pub(super) wins: Vec<Shown>,
    pub(super) no_winner: NoWinner,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct NoWinner {
    pub(super) tenpais: Vec<Shown>,
}

#[derive(Deserialize)]
pub(super) struct Shown {
    #[serde(default)]
    pub(super) who: u32,
    pub(super) hand: Hand,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Public {
    pub(super) init_score: Score,
    #[serde(default)]
    pub(super) dora_indicators: Vec<u32>,
    #[serde(default)]
    pub(super) events: Vec<Event>,
}

#[derive(Deserialize)]
pub(super) struct Score {
    #[serde(default)]
    pub(super) round: u8,
    #[serde(default)]
    pub(super) honba: u32,
    #[serde(default)]
    pub(super) riichi: u32,
    pub(super) tens: Vec<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Private {
    pub(super) init_hand: Hand,
    #[serde(default)]
    pub(super) draw_history: Vec<u32>,
    pub(super) curr_hand: Hand,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hand {
    #[serde(default)]
    pub(super) closed_tiles: Vec<u32>,
    #[serde(default)]
    pub(super) opens: Vec<u32>,
}

#[derive(Deserialize)]
pub(super) struct Event {
    #[serde(default)]
    pub(super) who: u32,
    #[serde(default, rename = "type")]
    pub(super) kind: EventType,
    #[serde(default)]
    pub(super) tile: u32,
    #[serde(default)]
    pub(super) open: u32,
}

#[derive(Deserialize)]
pub(super) struct Action {
    #[serde(default)]
    pub(super) who: u32,
    #[serde(default, rename = "type")]
    pub(super) kind: ActionType,
    #[serde(default)]
    pub(super) tile: u32,
    #[serde(default)]
    pub(super) open: u32,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum EventType {
    #[default]
    #[serde(rename = "EVENT_TYPE_DISCARD")]
    Discard,
    #[serde(rename = "EVENT_TYPE_TSUMOGIRI")]
    Tsumogiri,
    #[serde(rename = "EVENT_TYPE_RIICHI")]
    Riichi,
    #[serde(rename = "EVENT_TYPE_CLOSED_KAN")]
    ClosedKan,
    #[serde(rename = "EVENT_TYPE_ADDED_KAN")]
    AddedKan,
    #[serde(rename = "EVENT_TYPE_TSUMO")]
    Tsumo,
    #[serde(rename = "EVENT_TYPE_ABORTIVE_DRAW_NINE_TERMINALS")]
    NineTerminals,
    #[serde(rename = "EVENT_TYPE_CHI")]
    Chi,
    #[serde(rename = "EVENT_TYPE_PON")]
    Pon,
    #[serde(rename = "EVENT_TYPE_OPEN_KAN")]
    OpenKan,
    #[serde(rename = "EVENT_TYPE_RON")]
    Ron,
    #[serde(rename = "EVENT_TYPE_DRAW")]
    Draw,
    #[serde(rename = "EVENT_TYPE_RIICHI_SCORE_CHANGE")]
    RiichiScoreChange,
    #[serde(rename = "EVENT_TYPE_NEW_DORA")]
    NewDora,
    #[serde(rename = "EVENT_TYPE_ABORTIVE_DRAW_FOUR_RIICHIS")]
    FourRiichis,
    #[serde(rename = "EVENT_TYPE_ABORTIVE_DRAW_THREE_RONS")]
    ThreeRons,
    #[serde(rename = "EVENT_TYPE_ABORTIVE_DRAW_FOUR_KANS")]
    FourKans,
    #[serde(rename = "EVENT_TYPE_ABORTIVE_DRAW_FOUR_WINDS")]
    FourWinds,
    #[serde(rename = "EVENT_TYPE_EXHAUSTIVE_DRAW_NORMAL")]
    ExhaustiveNormal,
    #[serde(rename = "EVENT_TYPE_EXHAUSTIVE_DRAW_NAGASHI_MANGAN")]
    ExhaustiveNagashi,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum ActionType {
    #[default]
    #[serde(rename = "ACTION_TYPE_DISCARD")]
    Discard,
    #[serde(rename = "ACTION_TYPE_TSUMOGIRI")]
    Tsumogiri,
    #[serde(rename = "ACTION_TYPE_RIICHI")]
    Riichi,
    #[serde(rename = "ACTION_TYPE_CLOSED_KAN")]
    ClosedKan,
    #[serde(rename = "ACTION_TYPE_ADDED_KAN")]
    AddedKan,
    #[serde(rename = "ACTION_TYPE_TSUMO")]
    Tsumo,
    #[serde(rename = "ACTION_TYPE_ABORTIVE_DRAW_NINE_TERMINALS")]
    NineTerminals,
    #[serde(rename = "ACTION_TYPE_CHI")]
    Chi,
    #[serde(rename = "ACTION_TYPE_PON")]
    Pon,
    #[serde(rename = "ACTION_TYPE_OPEN_KAN")]
    OpenKan,
    #[serde(rename = "ACTION_TYPE_RON")]
    Ron,
    #[serde(rename = "ACTION_TYPE_NO")]
    No,
    #[serde(rename = "ACTION_TYPE_DUMMY")]
    Dummy,
}
