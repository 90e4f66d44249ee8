//! Writes the files from which the fuzzer starts, out of the repository's own rulebooks, facts and scenarios, into `fuzz/seeds`; and
//! beside them a dictionary of the words that rulebooks, hands and files are made of.
//!
//! `cargo run --manifest-path fuzz/Cargo.toml --example seeds`

use jantaku_fuzz::{books, play::some_events};
use jantaku_record::log::{Header, LogPlayer, Recorder};
use jantaku_record::{read_game, write_tenhou_json};
use jantaku_rules::facts::VOCABULARY;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::seat::Wind;
use jantaku_rules::win::Meld;
use jantaku_server::store::{Sqlite, Store};
use jantaku_wire::score_json::request::Request;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = Seeds(root.join("fuzz/seeds"));
    let hands = hands(&root)?;
    seeds.write("hand", hands.iter().map(String::clone))?;
    seeds.write("score_json", hands.iter().filter_map(|hand| as_json(hand)))?;
    seeds.write("settle_json", RECORDS.map(str::to_owned))?;
    seeds.write("tiles", hands.iter().filter_map(|hand| tiles(hand)))?;
    seeds.write("scenario", scenarios(&root.join("tests/scenarios"))?)?;
    seeds.write("rulebook", rulebooks(&root.join("crates/rules/rulebooks"))?)?;
    seeds.write("when", whens(&root.join("crates/rules/rulebooks"))?)?;
    let game = read_game(MJLOG.as_bytes()).expect("a short game");
    seeds.write("mjlog", [MJLOG.to_owned()])?;
    seeds.write("tenhou_json", [write_tenhou_json(&game).expect("a game in JSON")])?;
    seeds.write("client_frame", FRAMES.map(str::to_owned))?;
    seeds.write("decide", (0..33).map(decisions))?;
    seeds.write("canonical", books().iter().map(|rules| rules.canonical()))?;
    let signed = signed_logs(&root.join("tests/logs"))?;
    seeds.write("log", books().iter().map(log).chain(signed))?;
    seeds.write("key", KEYS.map(|words| words.concat()))?;
    seeds.write("pages", [database()?])?;
    fs::write(root.join("fuzz/seeds/words.dict"), dictionary())
}

/// Hands of games on real tiles, in text and as JSON.
const RECORDS: [&str; 6] = [
    "south ron from east: 3 han 40 fu, west ron from east: mangan, riichi south, honba 1, sticks 2",
    "players Anna Ben Carla, east-2, anna tsumo: 123p789p123s67s99m +8s riichi dora=9s, flowers none, points 50000 50000 50000",
    "north four-kans: [1111m ankan][2222p ankan][3333s ankan][9999s daiminkan east] fed-kan=east",
    "draw tenpai s w; nagashi e; flowers south 2; last-hand",
    "chombo east south, penalties west 1, chips 3 -1 -2",
    r#"{"rules":"zan","round":"south-3","wins":[{"seat":"south","by":"ron","from":"east","han":4}],"flowers":{},"yame":true}"#,
];

/// A key in full, its fingerprint, and a signature.
const KEYS: [[&str; 2]; 3] = [
    ["ef00f144617d6b73a3e61e642ec2def2", "77795ed931c6de8626a58a3bba194496"],
    ["6a84 b4d9 976e 4b20 ", "725c 7b30 f2bf 08ee"],
    [
        "d87400fdbe859d050f01a5187c0326d2714725743a12a36837cc75f805b69ac8",
        "50e42c56375bfa21152dbec0434735b8c12bc048f1029838ef3345a651b73f06",
    ],
];

/// Logs that a server signed.
fn signed_logs(folder: &Path) -> Result<Vec<String>> {
    let logs = texts(folder, "jsonl")?;
    Ok(logs.into_iter().filter(|log| log.contains("\"signature\":")).collect())
}

/// A new database, after the two bytes that tell where its log begins.
fn database() -> Result<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("jantaku-seeds-{}", std::process::id()));
    let store = Sqlite::open(&folder).expect("a new database");
    store.close();
    let file = fs::read(folder.join("jantaku.db"))?;
    fs::remove_dir_all(folder)?;
    Ok([&[0xff, 0xff], file.as_slice()].concat())
}

/// The folder of all seeds.
struct Seeds(PathBuf);

impl Seeds {
    fn write(&self, target: &str, seeds: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<()> {
        let folder = self.0.join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.into_iter().enumerate() {
            fs::write(folder.join(format!("{number:04}")), seed)?;
        }
        Ok(())
    }
}

/// The hands of the fact tables, and one for each fact.
fn hands(root: &Path) -> Result<BTreeSet<String>> {
    let mut hands: BTreeSet<String> = VOCABULARY.iter().map(|fact| fact.example.to_owned()).collect();
    for page in texts(&root.join("tests/facts"), "md")? {
        let cells = page.lines().filter_map(|line| line.split('|').nth(2));
        hands.extend(
            cells
                .filter(|cell| cell.contains(" +"))
                .map(|cell| cell.trim().to_owned()),
        );
    }
    Ok(hands)
}

/// The same hand as a request.
fn as_json(hand: &str) -> Option<String> {
    let request = Request::of_line("zan", hand).ok()?;
    let win = &request.hand.win;
    let meld = |meld: &Meld| json!({ "kind": meld.kind.word(), "tiles": notation::sorted(&meld.tiles), "from": meld.from.map(Wind::name) });
    let rules = ["zan", "tenhou", "zung-jung", "ryanzou-chankan+hana(variation=2)"];
    let said = json!({
        "rules": rules[hand.len() % rules.len()],
        "hand": notation::sorted(&win.hand),
        "melds": win.melds.iter().map(meld).collect::<Vec<_>>(),
        "aside": notation::sorted(&win.aside),
        "win": win.tile.to_string(),
        "by": win.by.word(),
        "seat": win.seat.name(),
        "from": Some(win.from.name()).filter(|_| !win.by.is_tsumo()),
        "round": win.round.name(),
        "riichi": if win.riichi.declared() { "riichi" } else { "none" },
        "ippatsu": win.ippatsu,
        "dora": notation::sorted(&win.dora),
        "ura": notation::sorted(&win.ura),
        "honba": request.hand.honba,
        "sticks": request.hand.sticks,
    });
    let fields = said.as_object()?.iter().filter(|(_, value)| !value.is_null());
    Some(Value::Object(fields.map(|(key, value)| (key.clone(), value.clone())).collect()).to_string())
}

fn tiles(hand: &str) -> Option<String> {
    let tiles: String = hand
        .split_once(" +")?
        .0
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .collect();
    notation::tiles(&tiles).ok().map(|_| tiles)
}

/// Scenarios without what is expected of them.
fn scenarios(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in sorted(folder)?.into_iter().filter(|path| path.is_dir()) {
        for text in texts(&entry, "json")? {
            let mut scenario: Value = serde_json::from_str(&text).expect("a scenario");
            let fields = scenario.as_object_mut().expect("an object");
            fields.retain(|key, _| !["clauses", "expect", "story"].contains(&key.as_str()));
            found.push(scenario.to_string());
        }
    }
    Ok(found)
}

/// Each clause and option of our rulebooks as a small rulebook of its own.
fn rulebooks(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for text in texts(folder, "toml")? {
        let parts: Vec<&str> = text.split("\n[[").skip(1).collect();
        let base = match text.contains("seats = 3") || text.contains("\"sanma\"") {
            true => "extends = \"riichi\"\nwith = [\"sanma\"]",
            false => "extends = \"riichi\"",
        };
        let header = |base: &str| format!("[rulebook]\nid = \"x\"\nname = {{ en = \"X\" }}\n{base}\n");
        found.extend(
            parts
                .chunks(6)
                .map(|some| format!("{}\n[[{}", header(base), some.join("\n[["))),
        );
        let id = text.split('"').nth(1).unwrap_or_default();
        let changed = "[[clause]]\nid = \"X-1\"\nsays = \"x\"\nsets = { game.start = 1_000 }\n";
        found.push(format!("{}\n{changed}", header(&format!("extends = \"{id}\""))));
    }
    Ok(found)
}

/// What our yaku ask, each with some lots before it.
fn whens(folder: &Path) -> Result<Vec<String>> {
    let mut found = BTreeSet::new();
    for text in texts(folder, "toml")? {
        let asked = text.split("when = \"").skip(1).filter_map(|rest| rest.split_once('"'));
        found.extend(asked.map(|(when, _)| format!("12345678{when}")));
    }
    Ok(found.into_iter().collect())
}

/// Which rulebook, the seed of the wall, and moves that are mostly legal.
fn decisions(number: u8) -> Vec<u8> {
    let mut bytes = vec![number, number, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend((0..=250).map(|i: u8| match number / 11 {
        0 => 0,
        1 => i.wrapping_mul(37) % 200,
        _ => i.wrapping_mul(91),
    }));
    bytes
}

/// The beginning of a game in which everyone does the last thing on the list; broken off, since a changed log has another sum.
fn log(rules: &Arc<Rules>) -> String {
    let player = |seat: usize| LogPlayer {
        name: seat.to_string(),
        bot: None,
    };
    let header = Header::of(rules, (0..rules.seats()).map(player).collect());
    let mut recorder = Recorder::new(&header, rules);
    for event in some_events(rules) {
        recorder.event(&event);
    }
    let text = recorder.close();
    text.split_inclusive('\n')
        .filter(|line| !line.starts_with("{\"sum\""))
        .collect()
}

fn dictionary() -> String {
    let mut words: BTreeSet<String> = VOCABULARY.iter().map(|fact| fact.name.to_owned()).collect();
    for key in Key::ALL {
        let info = key.info();
        words.extend(info.words().iter().map(|(word, _)| format!("\\\"{word}\\\"")));
        words.insert(info.name);
    }
    words.extend(WORDS.iter().map(|word| (*word).to_owned()));
    words.iter().map(|word| format!("\"{word}\"\n")).collect()
}

fn texts(folder: &Path, ending: &str) -> Result<Vec<String>> {
    let paths = sorted(folder)?.into_iter();
    paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .map(fs::read_to_string)
        .collect()
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// A short game with a call, a kakan, a riichi and a double ron.
const MJLOG: &str = r#"<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="%41" n1="B" n2="C" n3="D"/><INIT seed="0,0,1,2,3,135" ten="250,250,240,250" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" hai1="37,41,45,53,56,60,64,68,69,116,117,76,80" hai2="73,77,81,84,89,92,96,100,104,108,112,128,120" hai3="1,2,5,6,88,90,109,110,113,114,121,124,125"/><T118/><D118/><N who="1" m="45675"/><E37/><V131/><F131/><W127/><REACH who="3" step="1"/><G1/><REACH who="3" ten="250,250,240,240" step="2"/><T126/><D126/><U119/><N who="1" m="45683"/><U99/><DORA hai="98"/><E99/><AGARI ba="0,2" hai="1,2,5" machi="99" ten="30,8000,1" yaku="1,1,53,0" doraHai="135,98" doraHaiUra="9,10" who="3" fromWho="1" sc="250,0,250,-80,240,0,240,100"/><AGARI ba="0,0" hai="1,2" m="45683" machi="99" ten="30,1000,0" yaku="7,1" doraHai="135,98" who="2" fromWho="1" sc="250,0,170,-10,240,10,340,0" owari="250,-5.0,160,-34.0,250,-5.0,340,44.0"/></mjloggm>"#;

const FRAMES: [&str; 12] = [
    r#"{"t":"act","n":7,"a":{"a":"discard","tile":"5p","drawn":true}}"#,
    r#"{"t":"act","n":1,"a":{"a":"riichi","tile":"5rz","drawn":false,"open":true}}"#,
    r#"{"t":"act","n":2,"a":{"a":"ankan","kind":"1z"}}"#,
    r#"{"t":"act","n":3,"a":{"a":"kakan","kind":"0m"}}"#,
    r#"{"t":"act","n":4,"a":{"a":"pon","tiles":"05p"}}"#,
    r#"{"t":"act","n":5,"a":{"a":"chii","tiles":"34s"}}"#,
    r#"{"t":"act","n":6,"a":{"a":"nine-terminals"}}"#,
    r#"{"t":"act","n":6,"a":{"a":"end-game"}}"#,
    r#"{"t":"ping"}"#,
    r#"{"t":"commit","hash":"00"}"#,
    r#"{"t":"reveal","entropy":"ff"}"#,
    r#"{"t":"referee","penalty":"dead-hand","seat":2}"#,
];

/// Words that no list has.
const WORDS: [&str; 60] = [
    "[[clause]]",
    "[[option]]",
    "[option.choice.x]",
    "[[example]]",
    "[rulebook]",
    "extends = \\\"riichi\\\"",
    "with = [\\\"sanma\\\"]",
    "overlay = true",
    "base = \\\"ryanzou-chankan\\\"",
    "sets = { ",
    "yaku.x = { han = 1, when = \\\"",
    "off = [\\\"",
    "over = [\\\"",
    "and not (",
    " or ",
    " >= ",
    "only(19m)",
    "-9223372036854775808",
    "2147483647",
    "4294967295",
    "255",
    "\\\"rules\\\":",
    "\\\"hand\\\":",
    "\\\"melds\\\":",
    "\\\"win\\\":",
    "\\\"by\\\":",
    "\\\"tsumo\\\"",
    "\\\"ron\\\"",
    "\\\"chankan\\\"",
    "\\\"seat\\\":",
    "\\\"round\\\":",
    "\\\"from\\\":",
    "\\\"riichi\\\":",
    "\\\"aside\\\":",
    "\\\"dora\\\":",
    "\\\"ura\\\":",
    "\\\"pao\\\":",
    "\\\"honba\\\":",
    "\\\"sticks\\\":",
    "\\\"script\\\":",
    "\\\"until\\\":",
    "\\\"game\\\"",
    "\\\"deal\\\":",
    "\\\"draws\\\":",
    "\\\"replacements\\\":",
    "\\\"wall_left\\\":",
    "\\\"points\\\":",
    "\\\"chips\\\":",
    "\\\"east\\\":",
    "<AGARI ",
    "<RYUUKYOKU ",
    "<INIT ",
    "<REACH ",
    "<N who=\\\"1\\\" m=\\\"",
    " owari=\\\"",
    "5rz",
    "3rp",
    "[555s pon west]",
    "[9999p ankan]",
    " riichi ippatsu",
];
