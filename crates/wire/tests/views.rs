//! The golden views of `tests/views`: one corpus for the three folds of a view. Here the table's own state ([`View::of`]) and the fold of what a
//! viewer sees ([`View::apply`]) must come to what stands there; `web/src/view.golden.test.ts` holds the browser's fold to the same files.
//!
//! Each file is a hand as lines of JSON. First the table; then each event in full, under `seen` what the viewers see who do not see all
//! of it (null for nothing), and after some events the `views` of everybody. `JANTAKU_WRITE_VIEWS=1 cargo test --package jantaku-wire --test views` writes
//! them anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::Meld;
use jantaku_table::shuffle::{Stream, key_of};
use jantaku_table::{Action, Event, Table, View, Viewer, Wall};
use jantaku_wire::event_json::EventJson;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// The files, the rulebooks of their hands, and what must happen in them.
const HANDS: [(&str, &str, &[&str]); 7] = [
    (
        "zan",
        "zan",
        &["riichi-stands", "kan-declared", "set-aside", "ura-turned", "won"],
    ),
    (
        "zung-jung",
        "zung-jung(concealed-kong=face-down)",
        &["kan-turned", "called", "won"],
    ),
    (
        "sanmatsuri",
        "sanmatsuri",
        &["riichi-stands", "set-aside", "ura-turned", "called"],
    ),
    (
        "ryanzou-chankan",
        "ryanzou-chankan",
        &["riichi-stands", "shown", "called", "drawn"],
    ),
    (
        "hana",
        "ryanzou-chankan+hana(variation=3)",
        &["riichi-stands", "set-aside", "kan-declared", "won"],
    ),
    ("ema-2025", "ema-2025", &["riichi-stands", "called", "missed"]),
    (
        "tenhou",
        "tenhou",
        &["riichi-stands", "kan-declared", "ura-turned", "won"],
    ),
];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/views/{name}.jsonl"))
}

fn viewers(rules: &Rules) -> Vec<(String, Viewer)> {
    let seats = (0..rules.seats() as u8).map(|seat| (seat.to_string(), Viewer::Seat(Seat(seat))));
    seats.chain([("spectator".to_owned(), Viewer::Spectator)]).collect()
}

fn tiles(tiles: &[Tile]) -> Vec<String> {
    let mut names: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    names.sort_unstable();
    names
}

fn melds(melds: &[Meld]) -> Vec<String> {
    let mut names: Vec<String> = melds
        .iter()
        .map(|meld| format!("{} {}", meld.kind.word(), tiles(&meld.tiles).join(" ")))
        .collect();
    names.sort_unstable();
    names
}

/// A view in words that no fold is made of.
fn written(view: &View) -> Value {
    let side = |seat: u8| {
        let side = &view.seats[Seat(seat)];
        let river = view.discards.iter().filter(|discard| discard.seat == Seat(seat));
        let river: Vec<String> = river
            .map(|one| {
                let marks = [(one.drawn, " drawn"), (one.riichi, " riichi"), (one.called, " called")];
                let marks = marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark);
                format!("{}{}", one.tile, marks.collect::<String>())
            })
            .collect();
        json!({
            "hand": side.hand.as_ref().map(|hand| tiles(hand)),
            "count": side.count,
            "drawn": side.drawn.map(|tile| tile.to_string()),
            "melds": melds(&side.melds),
            "hidden_kans": side.hidden_kans,
            "aside": tiles(&side.aside),
            "river": river,
            "riichi": side.riichi.map(|riichi| json!({ "open": riichi.open, "stands": riichi.stands })),
            "shown": side.shown.as_ref().map(|shown| tiles(shown)),
            "dead": side.dead,
        })
    };
    json!({
        "dealer": view.standing.dealer.0,
        "honba": view.standing.honba,
        "sticks": view.standing.sticks,
        "points": view.points.iter().map(|points| points.0).collect::<Vec<_>>(),
        "chips": view.chips.iter().map(|chips| chips.0).collect::<Vec<_>>(),
        "indicators": view.indicators.iter().map(Tile::to_string).collect::<Vec<_>>(),
        "ura": view.ura.iter().map(Tile::to_string).collect::<Vec<_>>(),
        "left": view.wall_left(),
        "sides": (0..view.rules().seats() as u8).map(side).collect::<Vec<_>>(),
    })
}

/// Plays a hand towards tenpai, with calls by lot, and writes it down.
fn played(spec: &str, seed: u64) -> String {
    let rules = Arc::new(Library::builtin().rules(spec).unwrap());
    let mut table = Table::new(Arc::clone(&rules));
    let mut lots = Stream::new(&key_of(seed, u32::MAX));
    let mut events = Vec::new();
    table.begin_hand(Wall::of_key(&rules, &key_of(seed, 0)), &mut events);
    while let Some(seat) = table.next_to_act() {
        let legal = table.legal(seat);
        let distance = |action: &Action| match action {
            Action::Discard { tile, .. } => {
                let mut after = table.player(seat).tracker;
                after.remove(tile.kind());
                after.shanten()
            }
            Action::Pass => 20,
            Action::NineTerminals => 40,
            _ => -2,
        };
        let quiet = legal
            .iter()
            .copied()
            .min_by_key(|action| distance(action).max(0))
            .unwrap();
        let best = legal.iter().copied().min_by_key(distance).unwrap();
        let claims = table.turn().is_none();
        let lets_go = claims && best != Action::Ron && lots.below(8) > 0;
        let action = match (lets_go, legal.contains(&Action::Pass)) {
            (true, true) => Action::Pass,
            (true, false) => quiet,
            _ => best,
        };
        table.act(seat, action, &mut events).unwrap();
    }
    let settings = &rules.settings;
    let head = json!({
        "rules": spec, "seats": rules.seats(), "start": settings.game.start, "stick": settings.riichi.stick,
    });
    let mut text = format!("{head}\n");
    let mut folded = Table::new(Arc::clone(&rules));
    for (number, event) in events.iter().enumerate() {
        put_wall(&mut folded, event);
        folded.apply(event).unwrap();
        let mut seen = Map::new();
        let full = serde_json::to_value(EventJson::of(event, &rules, |seat| seat.0)).unwrap();
        for (name, viewer) in viewers(&rules) {
            let told = told(event, viewer, &rules);
            if told != full {
                seen.insert(name, told);
            }
        }
        let mut line = json!({ "e": full, "left": folded.wall().left() });
        if !seen.is_empty() {
            line["seen"] = Value::Object(seen);
        }
        if is_worth_a_look(event) || number + 1 == events.len() {
            let views = viewers(&rules).into_iter();
            let views = views.map(|(name, viewer)| (name, written(&View::of(&folded, viewer))));
            line["views"] = Value::Object(views.collect());
        }
        text += &format!("{line}\n");
    }
    text
}

fn told(event: &Event, viewer: Viewer, rules: &Rules) -> Value {
    let seen = event.seen_by(viewer, rules);
    let json = seen.map(|seen| EventJson::of_seen(&seen, rules, |seat| seat.0));
    serde_json::to_value(json).unwrap()
}

fn is_worth_a_look(event: &Event) -> bool {
    matches!(
        event,
        Event::RiichiStands { .. }
            | Event::Called { .. }
            | Event::KanDeclared { .. }
            | Event::KanTurned { .. }
            | Event::UraTurned(_)
    )
}

/// A wall of which only the length is known.
fn put_wall(table: &mut Table, event: &Event) {
    if let Event::HandStarted(_) = event {
        let wall = Wall::new(table.rules(), table.rules().tiles.tiles());
        table.put_wall(wall.face_down());
    }
}

#[test]
fn table_and_view_match_the_golden_views() {
    for (name, spec, happens) in HANDS {
        if std::env::var_os("JANTAKU_WRITE_VIEWS").is_some() {
            let is = |text: &String, word: &&str| text.contains(&format!(r#""type":"{word}""#));
            let rich = |text: &String| text.len() < 90_000 && happens.iter().all(|word| is(text, word));
            let text = (0..20_000).map(|seed| played(spec, seed)).find(rich);
            let text = text.unwrap_or_else(|| panic!("{name}: no such hand"));
            std::fs::write(file(name), text).unwrap();
        }
        let text = std::fs::read_to_string(file(name)).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let rules = Arc::new(
            Library::builtin()
                .rules(lines.next().unwrap()["rules"].as_str().unwrap())
                .unwrap(),
        );
        let mut table = Table::new(Arc::clone(&rules));
        let mut views: Vec<(String, View)> = viewers(&rules)
            .into_iter()
            .map(|(name, viewer)| (name, View::new(Arc::clone(&rules), viewer)))
            .collect();
        let mut looks = 0;
        for (number, line) in (2..).zip(lines) {
            let json: EventJson<u8> = serde_json::from_value(line["e"].clone()).unwrap();
            let event = json.read(&rules, table.standing().dealer).unwrap();
            put_wall(&mut table, &event);
            table
                .apply(&event)
                .unwrap_or_else(|impossible| panic!("{name}:{number}: {impossible}"));
            assert_eq!(line["left"], table.wall().left(), "{name}:{number}");
            for (who, view) in &mut views {
                let full = &line["e"];
                let expected = line.get("seen").and_then(|seen| seen.get(&*who)).unwrap_or(full);
                assert_eq!(&told(&event, view.viewer(), &rules), expected, "{name}:{number} {who}");
                if let Some(seen) = event.seen_by(view.viewer(), &rules) {
                    view.apply(&seen);
                }
                if let Some(expected) = line.get("views").map(|views| &views[&*who]) {
                    assert_eq!(
                        &written(&View::of(&table, view.viewer())),
                        expected,
                        "{name}:{number} {who}, the table"
                    );
                    assert_eq!(&written(view), expected, "{name}:{number} {who}, the fold");
                    looks += 1;
                }
            }
        }
        assert!(looks >= 2 * views.len(), "{name}: {looks} looks");
        for word in happens {
            assert!(text.contains(&format!(r#""type":"{word}""#)), "{name}: no {word}");
        }
    }
}

/// What stands in the files does not come from a fold alone: here it is counted from the bare lines.
#[test]
fn golden_views_add_up() {
    for (name, _, _) in HANDS {
        let text = std::fs::read_to_string(file(name)).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let head = lines.next().unwrap();
        let seats = head["seats"].as_u64().unwrap() as usize;
        let (start, stick) = (head["start"].as_i64().unwrap(), head["stick"].as_i64().unwrap());
        let mut points = vec![start; seats];
        let (mut rivers, mut drawn, mut called) = (vec![0; seats], 0, vec![0; seats]);
        for line in lines {
            let event = &line["e"];
            let seat = event["seat"].as_u64().unwrap_or(0) as usize;
            match event["type"].as_str().unwrap() {
                "drew" => drawn += 1,
                "discarded" => rivers[seat] += 1,
                "called" => called[event["from"].as_u64().unwrap() as usize] += 1,
                "riichi-stands" => points[seat] -= stick,
                "paid" => {
                    let amount = event["points"].as_i64().unwrap_or(0);
                    for (party, change) in [("from", -amount), ("to", amount)] {
                        if let Some(seat) = event[party].as_u64() {
                            points[seat as usize] += change;
                        }
                    }
                }
                _ => {}
            }
            let views = line.get("views").and_then(Value::as_object);
            for view in views.into_iter().flat_map(Map::values) {
                assert_eq!(view["points"], json!(points), "{name}");
                for (seat, side) in view["sides"].as_array().unwrap().iter().enumerate() {
                    let river = side["river"].as_array().unwrap();
                    assert_eq!(river.len(), rivers[seat], "{name}");
                    let gone = river.iter().filter(|one| one.as_str().unwrap().ends_with(" called"));
                    assert_eq!(gone.count(), called[seat], "{name}");
                    let sets = side["melds"].as_array().unwrap().len() as u64 + side["hidden_kans"].as_u64().unwrap();
                    assert!(
                        (13..=14).contains(&(side["count"].as_u64().unwrap() + 3 * sets)),
                        "{name}"
                    );
                }
                if name == "tenhou" {
                    // 136 tiles, 13 for each of four, 14 in the dead wall, which a replacement keeps at 14.
                    assert_eq!(view["left"], 136 - 4 * 13 - 14 - drawn);
                }
            }
        }
    }
}
