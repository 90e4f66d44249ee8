//! Winning hands of kobalab's majiang-core, scored by the rules of Tenhou: yaku, fu, han and every payment agree.

use std::io::Read;

use flate2::read::GzDecoder;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Wind;
use jantaku_wire::score_json::Scorer;
use serde_json::{Value, json};

use crate::shared;

#[test]
fn all_hands_score_the_same_as_majiang_core() {
    let Some(file) = shared::find("facts/kobalab-hule.jsonl.gz") else {
        return;
    };
    let packed = std::fs::File::open(file).expect("a readable file");
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("gzipped text");
    let library = Library::builtin();
    let mut scorer = Scorer::new(&library);
    let mut wrong = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fact: Value = serde_json::from_str(line).expect("JSON");
        let request = request(&fact);
        let sheet = scorer.score_line(&request.to_string());
        let sheet: Value = serde_json::from_str(&sheet).expect("JSON");
        if summary(&sheet) != expected(&fact) {
            let (ours, theirs) = (summary(&sheet), expected(&fact));
            wrong.push(format!(
                "line {index}: {request}\n{sheet}\nours   {ours}\ntheirs {theirs}"
            ));
        }
    }
    println!(
        "{} of {} hands agree",
        text.lines().count() - wrong.len(),
        text.lines().count()
    );
    assert_eq!(text.lines().count(), 10_000);
    assert!(wrong.is_empty(), "{} disagree; first:\n{}", wrong.len(), wrong[0]);
}

/// The hand as a score request.
fn request(fact: &Value) -> Value {
    let param = &fact["param"];
    let seat = param["menfeng"].as_u64().expect("a seat") as usize;
    let mut parts = fact["shoupai"].as_str().expect("a hand").split(',');
    let mut hand = tiles(parts.next().expect("concealed tiles"));
    let ron = fact.get("rongpai").and_then(Value::as_str);
    let drawn = match ron {
        Some(tile) => tiles(tile).remove(0),
        None => hand.pop().expect("a drawn tile"),
    };
    let flag = |name: &str| param["hupai"].get(name).is_some();
    let riichi = match param["hupai"].get("lizhi").and_then(Value::as_u64) {
        Some(1) => "riichi",
        Some(2) => "double",
        _ => "none",
    };
    let indicators = |key: &str| -> String {
        let list = param[key].as_array().map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(Value::as_str).flat_map(tiles).collect()
    };
    let mut request = json!({
        "rules": "tenhou", "hand": hand.concat(), "win": drawn,
        "melds": parts.map(|meld_text| meld(meld_text, seat)).collect::<Vec<_>>(),
        "by": if ron.is_some() { "ron" } else { "tsumo" },
        "seat": Wind::at(seat).name(), "round": Wind::at(param["zhuangfeng"].as_u64().expect("a wind") as usize).name(),
        "riichi": riichi, "ippatsu": flag("yifa"), "rinshan": flag("lingshang"), "last_tile": flag("haidi"),
        "dora": indicators("baopai"), "ura": indicators("fubaopai"),
        "honba": param["jicun"]["changbang"], "sticks": param["jicun"]["lizhibang"],
    });
    if let Some(tile) = ron {
        request["from"] = giver(tile, seat).expect("a discarder").name().into();
    }
    request
}

/// `m340` and `z1s5` in our spelling, tile by tile.
fn tiles(text: &str) -> Vec<String> {
    let mut tiles = Vec::new();
    let mut suit = ' ';
    for c in text.chars() {
        match c {
            'm' | 'p' | 's' | 'z' => suit = c,
            '0'..='9' => tiles.push(format!("{c}{suit}")),
            _ => {}
        }
    }
    tiles
}

/// `m34-0`, `z111=1`: the sign follows the called tile; a digit after it was added to a pon.
fn meld(text: &str, seat: usize) -> Value {
    let tiles = tiles(text);
    let same = tiles
        .iter()
        .all(|tile| tile.replace('0', "5") == tiles[0].replace('0', "5"));
    let sign = text.find(['-', '=', '+']);
    let kind = match (tiles.len(), sign) {
        (4, None) => "ankan",
        (4, Some(at)) if at + 1 < text.len() => "kakan",
        (4, Some(_)) => "daiminkan",
        _ if same => "pon",
        _ => "chii",
    };
    json!({ "kind": kind, "tiles": tiles.concat(), "from": giver(text, seat).map(Wind::name) })
}

/// Who gave the marked tile: `-` the player before, `=` opposite, `+` after.
fn giver(text: &str, seat: usize) -> Option<Wind> {
    let turns = match text.chars().find(|c| "-=+".contains(*c))? {
        '-' => 3,
        '=' => 2,
        _ => 1,
    };
    Some(Wind::at((seat + turns) % 4))
}

/// What both tell of a hand: yaku with their han, fu, han, yakuman and the payments.
fn summary(sheet: &Value) -> Value {
    let mut yaku: Vec<Value> = sheet["yaku"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .map(|yaku| json!([yaku["id"], yaku.get("han").unwrap_or(&json!("*"))]))
        .collect();
    let yakuman = sheet["yakuman"] != 0;
    for (key, id) in [("dora", "dora"), ("red", "red"), ("ura", "ura")] {
        if sheet["dora"][key] != 0 && !yakuman {
            yaku.push(json!([id, sheet["dora"][key]]));
        }
    }
    yaku.sort_by_key(ToString::to_string);
    let fu = if yakuman { &Value::Null } else { &sheet["fu"] };
    let deltas: Vec<&Value> = Wind::ALL.iter().map(|wind| &sheet["deltas"][wind.name()]).collect();
    json!({ "yaku": yaku, "fu": fu, "han": sheet["han"], "yakuman": sheet["yakuman"], "deltas": deltas })
}

fn expected(fact: &Value) -> Value {
    let expected = &fact["expected"];
    let list = expected["hupai"].as_array().map_or(&[][..], Vec::as_slice);
    let mut yaku: Vec<Value> = list
        .iter()
        .map(|yaku| json!([id(yaku["name"].as_str().expect("a name")), yaku["fanshu"]]))
        .collect();
    yaku.sort_by_key(ToString::to_string);
    json!({
        "yaku": yaku, "fu": expected["fu"], "han": expected["fanshu"].as_u64().unwrap_or(0),
        "yakuman": expected["damanguan"].as_u64().unwrap_or(0), "deltas": expected["fenpei"],
    })
}

/// Their names in our rulebooks; only those that occur.
fn id(name: &str) -> &str {
    match name {
        "立直" => "riichi",
        "ダブル立直" => "double-riichi",
        "一発" => "ippatsu",
        "門前清自摸和" => "menzen-tsumo",
        "平和" => "pinfu",
        "断幺九" => "tanyao",
        "一盃口" => "iipeikou",
        "二盃口" => "ryanpeikou",
        "翻牌 白" => "haku",
        "翻牌 發" => "hatsu",
        "翻牌 中" => "chun",
        "嶺上開花" => "rinshan",
        "海底摸月" => "haitei",
        "河底撈魚" => "houtei",
        "七対子" => "chiitoitsu",
        "一気通貫" => "ittsuu",
        "三色同順" => "sanshoku-doujun",
        "三色同刻" => "sanshoku-doukou",
        "三暗刻" => "sanankou",
        "対々和" => "toitoi",
        "小三元" => "shousangen",
        "混老頭" => "honroutou",
        "混全帯幺九" => "chanta",
        "純全帯幺九" => "junchan",
        "混一色" => "honitsu",
        "清一色" => "chinitsu",
        "四暗刻" => "suuankou",
        "国士無双" => "kokushi",
        "ドラ" => "dora",
        "赤ドラ" => "red",
        "裏ドラ" => "ura",
        _ if name.starts_with("場風") => "round-wind",
        _ if name.starts_with("自風") => "seat-wind",
        _ => name,
    }
}
