//! A rulebook on one page: who plays with what, for how long, for what result, and what is special about it.

use super::words::{In, filled};
use crate::http::language::Language;
use jantaku_rules::rulebook::choices::{Bust, Nagashi, Overtime, PocchiWild, ResultKind, Scheme, Winners};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use maud::{Markup, html};

/// One line of the summary: what it is about, what holds, and the keys whose clauses say so.
struct Row {
    title: In,
    says: Vec<String>,
    keys: Vec<Key>,
}

pub(super) fn summary(rules: &Rules, language: Language) -> Markup {
    let rows = [
        players(rules, language),
        length(rules, language),
        result(rules, language),
        scoring(rules, language),
    ];
    let special = special(rules);
    html! {
        section.summary id="summary" {
            h2 { (SUMMARY.pick(language)) }
            dl {
                @for row in &rows {
                    div {
                        dt { (row.title.pick(language)) }
                        dd { (row.says.join(language.pause())) " " (because(rules, &row.keys)) }
                    }
                }
                @if !special.is_empty() {
                    div {
                        dt { (SPECIAL.pick(language)) }
                        dd { ul { @for (says, key) in &special { li { (says.pick(language)) " " (because(rules, &[*key])) } } } }
                    }
                }
            }
        }
    }
}

/// Links to the clauses that set these keys, each once.
fn because(rules: &Rules, keys: &[Key]) -> Markup {
    let mut ids: Vec<&str> = Vec::new();
    for id in keys
        .iter()
        .filter_map(|key| rules.clause(rules.because(*key)))
        .map(|clause| clause.id.as_str())
    {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    html! { span.cites { @for id in ids { a href={ "#" (id) } { (id) } " " } } }
}

fn players(rules: &Rules, language: Language) -> Row {
    let tiles = &rules.settings.tiles;
    let say = |words: In, n: usize| filled(words.pick(language), n);
    let mut says = vec![say(PLAYERS, rules.seats()), say(TILES, rules.tiles.tiles().len())];
    let mut keys = vec![Key::TilesSeats];
    let reds = tiles.reds.m + tiles.reds.p + tiles.reds.s;
    for (count, words, key) in [
        (usize::from(reds), REDS, Key::TilesReds),
        (usize::from(tiles.flowers), FLOWERS, Key::TilesFlowers),
        (usize::from(tiles.pocchi), POCCHI, Key::TilesPocchi),
    ] {
        if count > 0 {
            says.push(say(words, count));
            keys.push(key);
        }
    }
    Row {
        title: TABLE,
        says,
        keys,
    }
}

fn length(rules: &Rules, language: Language) -> Row {
    let game = &rules.settings.game;
    let rounds = match game.rounds {
        1 => ONE_ROUND,
        2 => TWO_ROUNDS,
        4 => FOUR_ROUNDS,
        _ => ROUNDS,
    };
    let mut says = vec![filled(rounds.pick(language), game.rounds)];
    let mut keys = vec![Key::GameRounds];
    if game.minutes > 0 {
        says.push(filled(MINUTES.pick(language), game.minutes));
        keys.push(Key::GameMinutes);
    }
    let overtime = match game.overtime {
        Overtime::Nothing => None,
        Overtime::SuddenDeath => Some(SUDDEN_DEATH),
        Overtime::WestThenNorth => Some(WEST_NORTH),
    };
    if let Some(words) = overtime {
        says.push(words.pick(language).to_owned());
        keys.push(Key::GameOvertime);
    }
    let bust = match game.bust {
        Bust::Never => None,
        Bust::BelowZero => Some(BUST_BELOW),
        Bust::AtZero => Some(BUST_AT),
    };
    if let Some(words) = bust {
        says.push(words.pick(language).to_owned());
        keys.push(Key::GameBust);
    }
    Row {
        title: LENGTH,
        says,
        keys,
    }
}

fn result(rules: &Rules, language: Language) -> Row {
    let (game, result) = (&rules.settings.game, &rules.settings.result);
    let number = |n: i32| language.number(i64::from(n));
    let mut says = vec![filled(START.pick(language), number(game.start))];
    let mut keys = vec![Key::GameStart];
    if game.goal > 0 {
        says.push(filled(GOAL.pick(language), number(game.goal)));
        keys.push(Key::GameGoal);
    }
    match result.kind {
        ResultKind::Points => says.push(AS_POINTS.pick(language).to_owned()),
        ResultKind::ChipChart => says.push(AS_CHIPS.pick(language).to_owned()),
        ResultKind::Uma => {
            let uma: Vec<String> = result
                .uma
                .iter()
                .map(|points| language.signed(i64::from(*points)))
                .collect();
            says.push(filled(UMA.pick(language), uma.join(" / ")));
            if result.oka > 0 {
                says.push(filled(OKA.pick(language), number(result.oka)));
            }
            keys.push(Key::ResultUma);
        }
    }
    keys.push(Key::ResultIs);
    if rules.settings.plays_chips() {
        says.push(CHIPS.pick(language).to_owned());
        keys.extend([Key::ChipsIppatsu, Key::AsideChips]);
    }
    Row {
        title: RESULT,
        says,
        keys,
    }
}

fn scoring(rules: &Rules, language: Language) -> Row {
    let value = &rules.settings.value;
    let (words, key) = match value.scheme {
        Scheme::FuAndHan => (FU_AND_HAN, Key::ValueLimits),
        Scheme::HanTable => (HAN_TABLE, Key::ValueDealer),
        Scheme::Points => (ADDED, Key::ValueScheme),
    };
    let mut says = vec![words.pick(language).to_owned()];
    let mut keys = vec![key];
    if value.cap > 0 {
        says.push(filled(CAP.pick(language), language.number(i64::from(value.cap))));
        keys.push(Key::ValueCap);
    }
    if value.minimum > 0 {
        says.push(filled(MINIMUM.pick(language), value.minimum));
        keys.push(Key::ValueMinimum);
    }
    Row {
        title: SCORING,
        says,
        keys,
    }
}

/// What a player of another table would ask about first.
fn special(rules: &Rules) -> Vec<(In, Key)> {
    let settings = &rules.settings;
    let all = [
        (!settings.riichi.played, NO_RIICHI, Key::RiichiPlayed),
        (settings.riichi.open, OPEN_RIICHI, Key::RiichiOpen),
        (!settings.claims.chii, NO_CHII, Key::ClaimsChii),
        (settings.aside.kita, KITA, Key::AsideKita),
        (settings.aside.han > 0, FLOWER_DORA, Key::AsideHan),
        (settings.aside.fu > 0, FLOWER_FU, Key::AsideFu),
        (settings.aside.chips > 0, FLOWER_CHIPS, Key::AsideChips),
        (
            settings.pocchi.wild != PocchiWild::Never,
            WILD_POCCHI,
            Key::PocchiIsWild,
        ),
        (
            settings.riichi.played && settings.claims.winners == Winners::FirstInTurn,
            HEAD_BUMP,
            Key::ClaimsWinners,
        ),
        (settings.payment.tsumo_loss, TSUMO_LOSS, Key::PaymentTsumoLoss),
        (settings.value.kiriage, KIRIAGE, Key::ValueKiriage),
        (
            settings.draws.nagashi == Nagashi::Mangan,
            NAGASHI_MANGAN,
            Key::DrawsNagashi,
        ),
        (
            settings.draws.nagashi == Nagashi::Yakuman,
            NAGASHI_YAKUMAN,
            Key::DrawsNagashi,
        ),
        (settings.draws.nine_terminals, ABORTS, Key::DrawsNineTerminals),
        (settings.pao.rinshan, RINSHAN_PAO, Key::PaoRinshan),
        (settings.kan.four_score_alone, FOUR_KANS, Key::KanFourScoreAlone),
    ];
    all.into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, words, key)| (words, key))
        .collect()
}

const SUMMARY: In = In(["At a glance", "Auf einen Blick", "概要", "一覽"]);
const SPECIAL: In = In(["Special", "Besonderheiten", "特徴", "特別之處"]);
const TABLE: In = In(["Table", "Tisch", "卓", "牌桌"]);
const LENGTH: In = In(["Length", "Dauer", "長さ", "長度"]);
const RESULT: In = In(["Start and result", "Start und Ergebnis", "持ち点と結果", "起始分與結果"]);
const SCORING: In = In(["Scoring", "Wertung", "点数計算", "計分"]);
const PLAYERS: In = In(["# players", "# Spieler", "#人打ち", "#人"]);
const TILES: In = In(["# tiles", "# Steine", "牌#枚", "#張牌"]);
const REDS: In = In(["# of them red", "davon # rot", "赤牌#枚", "紅牌#張"]);
const FLOWERS: In = In(["# flowers", "# Blumen", "花牌#枚", "花牌#張"]);
const POCCHI: In = In(["# pocchi", "# Pocchi", "ポッチ#枚", "紅點白板#張"]);
const ONE_ROUND: In = In(["the east round", "die Ostrunde", "東風戦", "東風戰"]);
const TWO_ROUNDS: In = In(["the east and south rounds", "Ost- und Südrunde", "東南戦", "東南戰"]);
const FOUR_ROUNDS: In = In([
    "four rounds, one for each wind",
    "vier Runden, eine je Wind",
    "一荘戦（東南西北）",
    "四圈（東南西北）",
]);
const ROUNDS: In = In(["# rounds", "# Runden", "#場", "#圈"]);
const MINUTES: In = In(["# minutes", "# Minuten", "#分", "#分鐘"]);
const SUDDEN_DEATH: In = In([
    "one more round until somebody reaches the goal",
    "eine weitere Runde, bis jemand das Ziel erreicht",
    "目標点に達するまで延長",
    "未達目標分則延長一圈",
]);
const WEST_NORTH: In = In([
    "a west and a north round until somebody reaches the goal",
    "West- und Nordrunde, bis jemand das Ziel erreicht",
    "目標点に達するまで西入・北入",
    "未達目標分則西入、北入",
]);
const BUST_BELOW: In = In([
    "ends below 0 points",
    "endet unter 0 Punkten",
    "0点未満で終了（トビ）",
    "低於0分即結束",
]);
const BUST_AT: In = In([
    "ends at 0 points or less",
    "endet bei 0 Punkten oder weniger",
    "0点以下で終了（トビ）",
    "0分以下即結束",
]);
const START: In = In(["# points to start with", "# Punkte zu Beginn", "#点持ち", "起始#分"]);
const GOAL: In = In(["goal # points", "Ziel # Punkte", "#点以上で終了", "目標#分"]);
const AS_POINTS: In = In([
    "points are the result",
    "Punkte sind das Ergebnis",
    "点数がそのまま結果",
    "分數即結果",
]);
const AS_CHIPS: In = In([
    "places and points become chips",
    "Plätze und Punkte werden Chips",
    "順位と点数をチップに換算",
    "名次與分數換算為籌碼",
]);
const UMA: In = In(["uma #", "Uma #", "ウマ #", "名次馬點 #"]);
const OKA: In = In(["oka #", "Oka #", "オカ #", "頭名賞 #"]);
const CHIPS: In = In([
    "chips during the game",
    "Chips während des Spiels",
    "対局中にチップの授受あり",
    "對局中有籌碼",
]);
const FU_AND_HAN: In = In(["han and fu", "Han und Fu", "翻と符", "翻與符"]);
const HAN_TABLE: In = In([
    "a table by han, without fu",
    "Tabelle nach Han, ohne Fu",
    "翻数表（符なし）",
    "依翻數查表，不計符",
]);
const ADDED: In = In([
    "points of all patterns are added",
    "Punkte aller Muster werden addiert",
    "役の点数を合計",
    "各番種分數相加",
]);
const CAP: In = In(["at most # points", "höchstens # Punkte", "上限#点", "上限#分"]);
const MINIMUM: In = In(["at least # to win", "mindestens # zum Gewinnen", "#縛り", "#起和"]);
const NO_RIICHI: In = In(["No riichi.", "Kein Riichi.", "リーチなし。", "無立直。"]);
const OPEN_RIICHI: In = In(["Open riichi.", "Offenes Riichi.", "オープンリーチあり。", "有開立直。"]);
const NO_CHII: In = In(["No chii.", "Kein Chii.", "チーなし。", "不可吃。"]);
const KITA: In = In([
    "North is set aside.",
    "Nord wird herausgelegt.",
    "北抜きあり。",
    "可拔北。",
]);
const FLOWER_DORA: In = In(["Flowers are dora.", "Blumen sind Dora.", "花牌はドラ。", "花牌為寶牌。"]);
const FLOWER_FU: In = In(["Flowers give fu.", "Blumen geben Fu.", "花牌に符がつく。", "花牌計符。"]);
const FLOWER_CHIPS: In = In([
    "Flowers pay chips at once.",
    "Blumen bringen sofort Chips.",
    "花牌はその場でチップ。",
    "花牌即付籌碼。",
]);
const WILD_POCCHI: In = In([
    "A pocchi drawn in riichi is any tile.",
    "Ein im Riichi gezogener Pocchi ist jeder Stein.",
    "リーチ後のポッチはオールマイティ。",
    "立直後摸到紅點白板可當任意牌。",
]);
const HEAD_BUMP: In = In([
    "Only the next player in turn wins on a discard.",
    "Nur der nächste Spieler gewinnt einen Abwurf.",
    "頭ハネ。",
    "截和。",
]);
const TSUMO_LOSS: In = In([
    "The missing player's share of a tsumo is not paid.",
    "Bei Tsumo entfällt der Anteil des fehlenden Spielers.",
    "ツモ損あり。",
    "有自摸損。",
]);
const KIRIAGE: In = In([
    "4 han 30 fu is a mangan.",
    "4 Han 30 Fu sind ein Mangan.",
    "切り上げ満貫。",
    "切上滿貫。",
]);
const NAGASHI_MANGAN: In = In([
    "Nagashi is a mangan.",
    "Nagashi ist ein Mangan.",
    "流し満貫あり。",
    "有流局滿貫。",
]);
const NAGASHI_YAKUMAN: In = In([
    "Nagashi is a yakuman.",
    "Nagashi ist ein Yakuman.",
    "流し役満あり。",
    "有流局役滿。",
]);
const ABORTS: In = In([
    "Abortive draws.",
    "Abbruch bei neun Endsteinen und Ähnlichem.",
    "途中流局あり。",
    "有途中流局。",
]);
const RINSHAN_PAO: In = In([
    "Who feeds a kan pays for a win on its replacement.",
    "Wer ein Kan ermöglicht, zahlt den Gewinn mit dem Ersatzstein.",
    "大明槓の責任払いあり。",
    "大明槓包牌。",
]);
const FOUR_KANS: In = In([
    "Four kans score without a pair.",
    "Vier Kans zählen ohne Paar.",
    "四槓子は雀頭なしで成立。",
    "四槓無將亦計。",
]);
