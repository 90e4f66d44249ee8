//! What the guide and the list of yaku say of a rulebook: numbers from its settings, the clauses behind each topic, and its yaku with an
//! example each.

use super::lobby::{AlsoJson, NamesJson};
use jantaku_rules::rulebook::choices::{DiscardPays, KanIndicator, Kuikae, Passing, Scheme};
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::source::{Also, ClauseAlso};
use jantaku_rules::rulebook::yaku::{Worth, Yaku};
use jantaku_rules::tile::Tile;
use jantaku_rules::win::{Meld, Win};
use serde::{Deserialize, Serialize};

/// A rulebook for learners: `GET /api/rulebooks/<spec>/lesson`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LessonJson {
    pub figures: Figures,
    pub topics: Vec<TopicJson>,
    /// The clauses that the topics and yaku name.
    pub clauses: Vec<ClauseJson>,
    /// In the order of a score sheet.
    pub yaku: Vec<YakuJson>,
}

/// The settings that the guide's sentences depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Figures {
    pub seats: u8,
    pub tiles: u16,
    pub start: i32,
    pub dora: bool,
    pub ura: bool,
    pub riichi: bool,
    pub stick: i32,
    /// Tiles that must be left in the wall for a riichi.
    pub riichi_tiles: u8,
    /// Must a player own the stick?
    pub riichi_needs_points: bool,
    pub yaku_needed: bool,
    /// The least han or points of a win.
    pub minimum: u8,
    /// Are the points of yaku added up, without han?
    pub adds_points: bool,
    pub fu: bool,
    /// Does every opponent pay for a win on a discard?
    pub all_pay: bool,
    /// Does a player who has discarded a wait win by self-draw only?
    pub furiten: bool,
    /// May a player who passes on a winning tile not win on a discard for a while?
    pub passing_counts: bool,
    /// May some tiles not be discarded right after a call?
    pub kuikae: bool,
    /// Does a kan bring a new indicator?
    pub kan_dora: bool,
    pub kita_han: u8,
    pub flower_han: u8,
    pub flower_fu: u8,
    pub flower_chips: u8,
    /// Points that pass from noten to tenpai players at the end of the wall.
    pub noten: i32,
    /// Points for a honba of a win on a discard.
    pub honba: i32,
}

/// The clauses behind something that the guide explains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TopicJson {
    /// `riichi`
    pub id: &'static str,
    pub clauses: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClauseJson {
    pub id: String,
    pub says: String,
    pub also: AlsoJson,
}

/// A yaku and a hand that has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct YakuJson {
    pub id: String,
    pub names: NamesJson,
    pub clause: String,
    /// Han of a closed hand; none where it is not worth han.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub closed: Option<u8>,
    /// Han of an open hand; 0 where it does not count in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub open: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub yakuman: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub points: Option<i32>,
    /// Does it add value without allowing a win?
    pub bonus: bool,
    pub example: Option<ExampleJson>,
}

/// A hand that was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ExampleJson {
    /// The concealed tiles without the winning one.
    pub hand: Vec<String>,
    /// The tiles of each meld.
    pub melds: Vec<Vec<String>>,
    pub aside: Vec<String>,
    pub tile: String,
    /// Was the winning tile drawn?
    pub drawn: bool,
}

/// A hand whose yaku are to be measured: `POST /api/near`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NearRequest {
    /// A request for a rulebook, or its hash.
    pub rules: String,
    /// All tiles of the hand, one of them after a plus sign, with melds and circumstances: `123m456p789s1122z +1z seat=east`.
    pub hand: String,
    /// Tiles that lie in the open elsewhere.
    #[serde(default)]
    pub seen: String,
}

/// How far a hand is from its yaku.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NearJson {
    /// Tiles that any complete hand lacks.
    pub missing: u8,
    /// The nearest first.
    pub yaku: Vec<NearYaku>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NearYaku {
    pub id: String,
    pub missing: u8,
}

/// What the guide explains, and the keys whose clauses say it.
const TOPICS: [(&str, &[Key]); 21] = [
    ("deal", &[Key::TilesSeats, Key::WallDeal, Key::GameStart]),
    ("win", &[Key::ValueYakuNeeded, Key::ValueMinimum, Key::ValueScheme]),
    ("turn", &[Key::FuritenOwnDiscards]),
    ("dora", &[Key::DoraPlayed, Key::TilesReds]),
    ("chii", &[Key::ClaimsChii, Key::ClaimsKuikae]),
    ("pon", &[Key::ClaimsKuikae]),
    ("kan", &[Key::KanIndicatorTurned, Key::KanTilesLeft, Key::KanMost]),
    (
        "riichi",
        &[Key::RiichiPlayed, Key::RiichiStick, Key::RiichiTilesLeft, Key::DoraUra],
    ),
    ("open-riichi", &[Key::RiichiOpen]),
    (
        "ron",
        &[Key::PaymentDiscard, Key::PaymentSharedUpTo, Key::ClaimsWinners],
    ),
    ("tsumo", &[Key::PaymentTsumoLoss, Key::PaymentHonbaTsumo]),
    ("kita", &[Key::AsideKita, Key::AsideKitaHan]),
    (
        "flower",
        &[Key::TilesFlowers, Key::AsideHan, Key::AsideFu, Key::AsideChips],
    ),
    ("pass", &[Key::FuritenPassing, Key::FuritenPassingInRiichi]),
    ("furiten", &[Key::FuritenOwnDiscards]),
    ("nine-terminals", &[Key::DrawsNineTerminals]),
    ("tenpai", &[Key::DrawsNoten, Key::DrawsNotenCall]),
    ("nagashi", &[Key::DrawsNagashi, Key::DrawsNagashiOptional]),
    ("end-game", &[Key::GameYame]),
    ("draw", &[Key::DrawsNoten, Key::GameDealerStays]),
    (
        "sheet",
        &[
            Key::ValueScheme,
            Key::ValueLimits,
            Key::ValueOthers,
            Key::PaymentHonbaRon,
            Key::PaymentSticksTo,
        ],
    ),
];

impl LessonJson {
    /// `examples` has a hand for each yaku, as far as one was found, and `also` the clauses in other languages.
    pub fn of(rules: &Rules, examples: &[Option<Win>], also: &[ClauseAlso]) -> LessonJson {
        let topics: Vec<TopicJson> = TOPICS.iter().map(|(id, keys)| TopicJson::of(rules, id, keys)).collect();
        let yaku = rules.yaku.iter().enumerate();
        let example = |place: usize| examples.get(place).and_then(Option::as_ref);
        let yaku: Vec<YakuJson> = yaku
            .map(|(place, yaku)| YakuJson::of(rules, yaku, example(place)))
            .collect();
        let cited = |id: &str| {
            topics
                .iter()
                .any(|topic| topic.clauses.iter().any(|clause| clause == id))
        };
        let named = |id: &str| yaku.iter().any(|yaku| yaku.clause == id);
        let clauses = rules.clauses.iter().enumerate();
        let clauses = clauses.filter(|(_, clause)| cited(&clause.id) || named(&clause.id));
        let clauses = clauses.map(|(place, clause)| ClauseJson {
            id: clause.id.clone(),
            says: clause.says.clone(),
            also: AlsoJson::from(also.get(place).map_or(&Also::default(), |also| &also.says)),
        });
        LessonJson {
            figures: Figures::of(rules),
            clauses: clauses.collect(),
            topics,
            yaku,
        }
    }
}

impl Figures {
    fn of(rules: &Rules) -> Figures {
        let settings = &rules.settings;
        let furiten = &settings.furiten;
        Figures {
            seats: rules.seats() as u8,
            tiles: rules.tiles.tiles().len() as u16,
            start: settings.game.start,
            dora: settings.dora.played,
            ura: settings.dora.ura,
            riichi: settings.riichi.played,
            stick: settings.riichi.stick,
            riichi_tiles: settings.riichi.tiles_left,
            riichi_needs_points: settings.riichi.needs_points,
            yaku_needed: settings.value.yaku_needed,
            minimum: settings.value.minimum,
            adds_points: settings.value.scheme == Scheme::Points,
            fu: settings.value.scheme == Scheme::FuAndHan,
            all_pay: settings.payment.discard != DiscardPays::Discarder,
            furiten: furiten.own_discards,
            passing_counts: furiten.passing != Passing::NoEffect,
            kuikae: settings.claims.kuikae != Kuikae::Allowed,
            kan_dora: settings.kan.indicator != KanIndicator::Never,
            kita_han: settings.aside.kita_han,
            flower_han: settings.aside.han,
            flower_fu: settings.aside.fu,
            flower_chips: settings.aside.chips,
            noten: settings.draws.noten,
            honba: settings.payment.honba_ron,
        }
    }
}

impl TopicJson {
    /// A topic with the clauses that set its keys, each once.
    fn of(rules: &Rules, id: &'static str, keys: &[Key]) -> TopicJson {
        let mut clauses: Vec<String> = Vec::new();
        for clause in keys.iter().map(|key| rules.because(*key)) {
            let id = rules.clause_id(clause);
            if clause != ClauseRef::NONE && !clauses.iter().any(|known| known == id) {
                clauses.push(id.to_owned());
            }
        }
        TopicJson { id, clauses }
    }
}

impl YakuJson {
    fn of(rules: &Rules, yaku: &Yaku, example: Option<&Win>) -> YakuJson {
        let (mut closed, mut open, mut yakuman, mut points) = (None, None, None, None);
        match yaku.worth {
            Worth::Han { closed: c, open: o } => (closed, open) = (Some(c), Some(o)),
            Worth::Yakuman(n) => yakuman = Some(n),
            Worth::Points(n) => points = Some(n),
        }
        YakuJson {
            id: yaku.id.clone(),
            names: (&yaku.names).into(),
            clause: rules.clause_id(yaku.clause).to_owned(),
            closed,
            open,
            yakuman,
            points,
            bonus: yaku.bonus,
            example: example.map(ExampleJson::of),
        }
    }
}

impl ExampleJson {
    fn of(win: &Win) -> ExampleJson {
        let written = |tiles: &[Tile]| tiles.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut hand = win.hand.to_vec();
        hand.sort_unstable();
        ExampleJson {
            hand: written(&hand),
            melds: win.melds.iter().map(|meld: &Meld| written(&meld.tiles)).collect(),
            aside: written(&win.aside),
            tile: win.tile.to_string(),
            drawn: win.by.is_tsumo(),
        }
    }
}
