//! What can be said of a hand under one rulebook, so that a page offers that and nothing else.

use jantaku_rules::facts;
use jantaku_rules::notation;
use jantaku_rules::rulebook::choices::{
    AsideRinshan, Bust, Chombo, DealerStays, DiscardPays, FourKans, Nagashi, PocchiWild, Responsible, Scheme, Yame,
};
use jantaku_rules::rulebook::rules::{PaoYaku, Rules};
use jantaku_rules::rulebook::settings::Settings;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, MeldKind, Riichi};
use jantaku_table::fair::Bytes32;
use serde::Serialize;

use crate::names_json::NamesJson;

/// The flower tiles of a full box, all of which can win where a rulebook says so.
const ALL_FLOWERS: u8 = 8;

/// The fields of a request that mean something under a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Offered {
    /// The whole request: the rulebook with its overlays and options.
    pub rules: String,
    pub rulebook: NamesJson,
    /// Empty where the rulebook names none.
    pub edition: String,
    pub hash: String,
    pub seats: u8,
    /// How many winds can be the round wind.
    pub rounds: u8,
    /// All tiles of the box in their order.
    pub tiles: String,
    /// Points at the start of a game.
    pub start: i32,
    /// Do chips change hands?
    pub chips: bool,
    pub by: Vec<&'static str>,
    /// Kinds of riichi; empty where there is none.
    pub riichi: Vec<&'static str>,
    pub melds: Vec<&'static str>,
    /// One of each kind that can be set aside.
    pub aside: String,
    pub ippatsu: bool,
    pub rinshan: bool,
    pub replaces_aside: bool,
    pub last_tile: bool,
    pub first_turn: bool,
    pub payer_riichi: bool,
    pub sorted_in: bool,
    pub dora: bool,
    pub ura: bool,
    pub honba: bool,
    pub sticks: bool,
    /// Yaku that can make a player liable.
    pub pao: Vec<Liable>,
    pub fed_kan: bool,
    pub responsible: bool,
    pub settling: Settling,
}

/// A yaku with a liable player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Liable {
    pub id: String,
    pub names: NamesJson,
}

/// The fields of a hand record that mean something under a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Settling {
    /// How a hand is valued: `points`, `fu-and-han` or `han-table`.
    pub scheme: &'static str,
    /// Limits by name, lowest first.
    pub limits: Vec<String>,
    pub yakuman: bool,
    /// Does it matter who is tenpai at a draw?
    pub tenpai: bool,
    pub nagashi: bool,
    /// Reasons for an abortive draw.
    pub aborts: Vec<&'static str>,
    pub chombo: bool,
    /// Can a hand be dead?
    pub dead: bool,
    /// Do four kans score without a pair?
    pub four_kans: bool,
    /// How many flowers there are, where it matters who has them.
    pub flowers: u8,
    /// Chips for these are asked for.
    pub ippatsu: bool,
    pub ura: bool,
    pub pocchi: bool,
    pub yame: bool,
    /// Does a clock end the game?
    pub timed: bool,
    /// Can a player run out of points?
    pub bust: bool,
}

impl Offered {
    /// What can be said of a hand under this rulebook.
    pub fn of(rules: &Rules) -> Offered {
        let Settings {
            riichi,
            aside,
            tiles,
            pao,
            payment,
            dora,
            ..
        } = &rules.settings;
        let sets_aside = aside.kita || tiles.flowers > 0;
        let open = riichi.open;
        let double = rules.asks(facts::DOUBLE_RIICHI);
        let kinds = [
            (Riichi::Riichi, true),
            (Riichi::Double, double),
            (Riichi::Open, open),
            (Riichi::DoubleOpen, open && double),
        ];
        let kinds = kinds.into_iter().filter(|(_, played)| riichi.played && *played);
        let word = |riichi: Riichi| {
            Riichi::WORDS
                .iter()
                .find(|(_, of)| *of == riichi)
                .map(|(word, _)| *word)
        };
        let ways = By::WORDS.iter().filter(|(_, by)| can_win(rules, *by));
        let melds = MeldKind::WORDS.iter();
        let melds = melds.filter(|(_, kind)| *kind != MeldKind::Chii || rules.settings.claims.chii);
        let liable = |pao: &PaoYaku| {
            let yaku = rules.yaku.get(usize::from(pao.yaku))?;
            Some(Liable {
                id: yaku.id.clone(),
                names: (&yaku.names.complete()).into(),
            })
        };
        Offered {
            rules: rules.spec.clone(),
            rulebook: (&rules.names).into(),
            edition: rules.edition.clone(),
            hash: Bytes32(rules.hash).to_string(),
            seats: tiles.seats,
            rounds: rules.settings.most_rounds(),
            tiles: notation::in_order(rules.tiles.tiles()),
            start: rules.settings.game.start,
            chips: rules.settings.plays_chips(),
            by: ways.map(|(word, _)| *word).collect(),
            riichi: kinds.filter_map(|(kind, _)| word(kind)).collect(),
            melds: melds.map(|(word, _)| *word).collect(),
            aside: set_aside(rules),
            ippatsu: riichi.played && counts_ippatsu(rules),
            rinshan: rules.asks(facts::RINSHAN),
            replaces_aside: sets_aside && aside.rinshan == AsideRinshan::Always,
            last_tile: rules.asks(facts::LAST_TILE),
            first_turn: rules.asks(facts::FIRST_TURN),
            payer_riichi: riichi.played && rules.asks(facts::PAYER_IN_RIICHI),
            sorted_in: rules.asks(facts::SORTED_IN),
            dora: dora.played,
            ura: dora.ura && riichi.played,
            honba: payment.honba_ron > 0 || payment.honba_tsumo > 0,
            sticks: riichi.played,
            pao: rules.pao.iter().filter_map(liable).collect(),
            fed_kan: pao.rinshan,
            responsible: payment.discard == DiscardPays::Responsible
                && payment.responsible == Responsible::FirstToDiscard,
            settling: Settling::of(&rules.settings),
        }
    }
}

impl Settling {
    fn of(settings: &Settings) -> Settling {
        let Settings {
            value,
            draws,
            penalty,
            kan,
            chips,
            aside,
            tiles,
            game,
            ..
        } = settings;
        let limits = value.limits.iter().map(|limit| &limit.name);
        let rows = value.others.iter().map(|row| &row.name);
        let scheme = value.scheme;
        let named = match scheme {
            Scheme::FuAndHan => limits.cloned().collect(),
            Scheme::HanTable => rows.filter(|name| !name.is_empty()).cloned().collect(),
            Scheme::Points => Vec::new(),
        };
        let aborts = [
            ("nine-terminals", draws.nine_terminals),
            ("four-winds", draws.four_winds),
            ("four-riichi", draws.four_riichi),
            ("four-kans", kan.fourth == FourKans::AbortiveDraw),
            ("triple-ron", draws.triple_ron),
        ];
        let flowers_count = [aside.chips, chips.flowers_ron, chips.flowers_tsumo, aside.han];
        Settling {
            scheme: Scheme::WORDS[scheme as usize].0,
            limits: named,
            yakuman: scheme != Scheme::Points,
            tenpai: draws.noten > 0 || game.dealer_stays == DealerStays::OnWinOrTenpai,
            nagashi: draws.nagashi != Nagashi::Nothing,
            aborts: aborts
                .into_iter()
                .filter(|(_, played)| *played)
                .map(|(word, _)| word)
                .collect(),
            chombo: penalty.chombo != Chombo::Nothing,
            dead: penalty.dead_hand,
            four_kans: kan.four_score_alone,
            flowers: if flowers_count.into_iter().any(|worth| worth > 0) {
                tiles.flowers
            } else {
                0
            },
            ippatsu: chips.ippatsu > 0,
            ura: chips.ura > 0,
            pocchi: chips.pocchi > 0,
            yame: matches!(game.yame, Yame::FirstPlaceMay | Yame::AnyPlaceMay),
            timed: game.minutes > 0,
            bust: game.bust != Bust::Never,
        }
    }
}

fn can_win(rules: &Rules, by: By) -> bool {
    let aside = &rules.settings.aside;
    match by {
        By::Tsumo | By::Ron => true,
        By::RobbingAKan => rules.asks(facts::ROBBING_A_KAN),
        By::RobbingAKita => aside.kita_robbed,
        By::RobbingAFlower => aside.all_win && rules.settings.tiles.flowers == ALL_FLOWERS,
    }
}

fn counts_ippatsu(rules: &Rules) -> bool {
    let Settings { chips, pocchi, .. } = &rules.settings;
    rules.asks(facts::IPPATSU) || chips.ippatsu > 0 || pocchi.wild == PocchiWild::Ippatsu
}

fn set_aside(rules: &Rules) -> String {
    let kita = rules.settings.aside.kita;
    let may_lie = |kind: &Kind| kind.is_flower() || kita && *kind == Kind::NORTH;
    let mut kinds: Vec<Kind> = rules
        .tiles
        .tiles()
        .iter()
        .map(|tile| tile.kind())
        .filter(may_lie)
        .collect();
    kinds.dedup();
    let tiles: Vec<Tile> = kinds.into_iter().map(Tile::plain).collect();
    notation::in_order(&tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score_json::score_line;
    use jantaku_rules::rulebook::library::Library;
    use serde_json::{Value, json};

    fn offered(spec: &str) -> Offered {
        Offered::of(&Library::builtin().rules(spec).unwrap())
    }

    /// Three players without chii; open riichi (ZAN-16), four flowers (ZAN-11), a pocchi (ZAN-14), chips for ippatsu and ura (ZAN-05),
    /// and no pao (ZAN-33).
    #[test]
    fn offers_what_zan_has() {
        let zan = offered("zan");
        assert_eq!(zan.riichi, ["riichi", "double", "open", "double-open"]);
        assert_eq!((zan.seats, zan.aside.as_str()), (3, "1234f"));
        assert!(zan.tiles.contains("5r") && !zan.melds.contains(&"chii"));
        assert!(zan.payer_riichi && zan.ippatsu && zan.ura && zan.chips && zan.honba);
        assert!(zan.pao.is_empty() && !zan.fed_kan && !zan.responsible && !zan.sorted_in);
        let settling = zan.settling;
        assert!(settling.ippatsu && settling.ura && settling.pocchi && settling.nagashi && settling.tenpai);
        assert_eq!((settling.flowers, settling.aborts.len()), (4, 0));
    }

    /// No riichi and no dora; blessings (ZJ-60) and a responsible player (ZJ-74).
    #[test]
    fn offers_what_zung_jung_has() {
        let zung_jung = offered("zung-jung");
        assert!(zung_jung.riichi.is_empty() && zung_jung.aside.is_empty());
        assert!(zung_jung.responsible && zung_jung.first_turn && zung_jung.last_tile && zung_jung.rinshan);
        assert!(!zung_jung.dora && !zung_jung.ura && !zung_jung.honba && !zung_jung.sticks && !zung_jung.ippatsu);
        assert_eq!(zung_jung.by, ["tsumo", "ron", "robbing-a-kan"]);
        let settling = &zung_jung.settling;
        assert_eq!(
            (settling.scheme, settling.tenpai, settling.yakuman),
            ("points", false, false)
        );
        // The bonus tiles of ZJ-80.
        assert_eq!(offered("zung-jung(bonus-tiles=yes)").aside, "1234f1234g");
    }

    /// Eight flowers (HN-01), of which the last can be robbed (HN-26), on a club with pao (RC-64) and a sorted-in tile (RC-52).
    #[test]
    fn offers_what_hana_has() {
        let hana = offered("hana(variation=1)");
        assert_eq!(hana.aside, "1234f1234g");
        assert!(hana.by.contains(&"robbing-a-flower") && hana.sorted_in && !hana.pao.is_empty());
        assert!(!offered("hana(variation=2)").by.contains(&"robbing-a-flower"));
        assert!(!offered("tenhou").sorted_in && offered("tenhou-sanma").aside == "4z");
    }

    /// Whatever a rulebook does not offer is refused, or makes no difference.
    #[test]
    fn what_is_not_offered_does_not_count() {
        let library = Library::builtin();
        let hands = [
            json!({ "hand": "234p678p23678s11z", "win": "1s", "by": "tsumo" }),
            json!({ "hand": "111999p111s9s111z", "win": "9s", "by": "tsumo", "seat": "east" }),
            json!({ "hand": "345p678p345s6799s", "win": "8s" }),
        ];
        let mut unoffered = 0;
        for listing in library.list() {
            let rules = listing.source.id.as_str();
            let said = serde_json::to_value(offered(rules)).unwrap();
            let flags = ["ippatsu", "last_tile", "first_turn", "payer_riichi", "sorted_in"];
            for flag in flags.into_iter().filter(|flag| said[*flag] == json!(false)) {
                for hand in &hands {
                    let answer = |hand: &Value| -> Value {
                        serde_json::from_str(&score_line(&library, &hand.to_string())).unwrap()
                    };
                    let mut plain = hand.clone();
                    plain["rules"] = json!(rules);
                    if flag == "ippatsu" && said["riichi"] != json!([]) {
                        plain["riichi"] = json!("riichi");
                    }
                    let mut with = plain.clone();
                    with[flag] = json!(true);
                    let (plain, with) = (answer(&plain), answer(&with));
                    assert!(
                        with.get("error").is_some() || with == plain,
                        "{rules} {flag} {hand}: {with}"
                    );
                    unoffered += 1;
                }
            }
        }
        assert!(unoffered > 30, "{unoffered}");
    }
}
