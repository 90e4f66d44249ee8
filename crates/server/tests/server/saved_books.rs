//! Rulebooks that people write in the browser, save and play.

use crate::client::Client;
use crate::client::asking::Answer;
use crate::costly_books::{KINDS, SIZES, header};
use crate::nodes::Shared;
use crate::server::{Folder, config, serving, serving_from_memory};
use jantaku_server::store::check;
use rusqlite::Connection;
use serde_json::{Value, json};

/// A club's rulebook in which a riichi stick costs so much.
fn club(id: &str, stick: u32) -> String {
    format!(
        "[rulebook]\nid = \"{id}\"\nname = {{ en = \"Our club\" }}\nextends = \"ryanzou-chankan\"\n\n\
         [[clause]]\nid = \"C-1\"\nsays = \"A stick costs {stick}.\"\nsets = {{ riichi.stick = {stick} }}\n"
    )
}

const LOCAL: &str = "\n[[clause]]\nid = \"C-2\"\nsays = \"Three triplets in a row.\"\nyaku.sanrenkou = { han = 2, when = \"consecutive-triplets >= 3\", name = { en = \"Three in a row\" }, over = [\"toitoi\"] }\n";

fn saving(text: &str, listed: bool) -> Value {
    json!({ "text": text, "listed": listed, "note": "first", "who": "Mika" })
}

async fn put(client: &mut Client, name: &str, body: &Value) -> Answer {
    let path = format!("/api/books/{name}");
    client.ask("PUT", &path, &body.to_string(), "").await
}

async fn delete(client: &mut Client, path: &str) -> Answer {
    client.ask("DELETE", path, "", "").await
}

async fn saved(client: &mut Client, text: &str, listed: bool) -> Value {
    let answer = client.post("/api/books", &saving(text, listed)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn seats() -> [&'static str; 4] {
    ["me", "greedy", "greedy", "greedy"]
}

async fn stick(client: &mut Client) -> i64 {
    let path = format!("/api/tables/{}", client.table);
    client.get(&path).await.json()["stick"].as_i64().unwrap()
}

/// A rulebook is saved, still there after a restart, played, changed and removed; the game keeps its edition.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_keeps_the_edition_that_it_began_with() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let book = saved(&mut mika, &club("our-club", 500), true).await;
    assert_eq!(
        (
            &book["name"],
            &book["request"],
            &book["edition"],
            &book["mine"],
            &book["seats"]
        ),
        (
            &json!("our-club"),
            &json!("our-club"),
            &json!(1),
            &json!(true),
            &json!(4)
        )
    );
    running.stop().await;
    let running = serving(config(&folder)).await;
    mika.address = running.address;
    let mut sora = Client::new(running.address, 2);
    let list = sora.get("/api/books").await.json();
    assert_eq!(
        (&list["books"][0]["name"], &list["books"][0]["mine"]),
        (&json!("our-club"), &json!(false))
    );
    sora.open("our-club", &seats()).await;
    assert_eq!(stick(&mut sora).await, 500);
    let path = format!("/api/tables/{}", sora.table);
    let hash = sora.get(&path).await.json()["hash"].as_str().unwrap().to_owned();
    let page = sora.get(&format!("/rules/{hash}")).await.body;
    assert!(page.contains("A stick costs 500."));

    let edit = json!({ "text": club("our-club", 800), "listed": true, "note": "dearer", "who": "Mika", "edition": 1 });
    let answer = put(&mut mika, "our-club", &edit).await;
    assert_eq!(
        (answer.status, &answer.json()["edition"]),
        (200, &json!(2)),
        "{}",
        answer.body
    );
    let mut tomo = Client::new(running.address, 3);
    tomo.open("our-club", &seats()).await;
    assert_eq!((stick(&mut tomo).await, stick(&mut sora).await), (800, 500));
    assert_eq!(delete(&mut mika, "/api/books/our-club").await.status, 200);
    let asked = json!({ "rules": "our-club", "name": "B", "seats": seats() });
    assert_eq!(tomo.post("/api/tables", &asked).await.status, 400);
    running.stop().await;

    let running = serving(config(&folder)).await;
    for client in [&mut sora, &mut tomo] {
        client.address = running.address;
    }
    assert_eq!((stick(&mut tomo).await, stick(&mut sora).await), (800, 500));
    sora.connect().await;
    assert_eq!(sora.play().await["t"], "over");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_rulebook_is_only_for_whoever_has_its_key() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let option = "\n[[option]]\nid = \"length\"\nclause = \"C-1\"\nsays = \"How long?\"\ndefault = \"long\"\nchoice.long = { says = \"Long\", sets = { game.rounds = 2 } }\nchoice.short = { says = \"Short\", sets = { game.rounds = 1 } }\n";
    let book = saved(&mut mika, &(club("secret", 500) + option), false).await;
    let request = book["request"].as_str().unwrap().to_owned();
    let key = request.strip_prefix("secret~").unwrap();
    let mut sora = Client::new(running.address, 2);
    assert_eq!(sora.get("/api/books").await.json()["books"], json!([]));
    assert_eq!(
        mika.get("/api/books").await.json()["books"][0]["request"],
        request.as_str()
    );
    assert_eq!(mika.get("/api/books/secret").await.status, 200);
    for wrong in ["secret", "secret~", "secret~abc"] {
        assert_eq!(sora.get(&format!("/api/books/{wrong}")).await.status, 404, "{wrong}");
        let asked = json!({ "rules": wrong, "name": "B", "seats": seats() });
        assert_eq!(sora.post("/api/tables", &asked).await.status, 400, "{wrong}");
        assert_eq!(sora.get(&format!("/rules/{wrong}")).await.status, 404, "{wrong}");
    }
    assert_eq!(
        sora.get(&format!("/api/books/{request}")).await.json()["book"]["mine"],
        false
    );
    for path in [
        format!("/rules/{request}"),
        format!("/api/rulebooks/{request}/scoring"),
        format!("/compare?left={request}&right=tenhou"),
        format!("/api/books/vocabulary?base={request}"),
    ] {
        assert_eq!(sora.get(&path).await.status, 200, "{path}");
    }
    sora.open(&format!("{request}(length=short)+hana"), &seats()).await;
    let table = sora.get(&format!("/api/tables/{}", sora.table)).await;
    assert_eq!((table.json()["stick"].as_i64(), table.status), (Some(500), 200));
    assert_eq!(table.json()["rules"], "secret(length=short)+hana");
    let lobby = mika.get("/api/tables").await.body;
    assert!(!table.body.contains(key) && !lobby.contains(key), "the key is told");
    let score = json!({ "rules": request, "hand": "234567m34555p67s", "win": "8s", "riichi": "riichi" });
    assert_eq!(sora.post("/api/score", &score).await.json()["win"], true);
    assert_eq!(sora.post("/api/scores", &json!([score])).await.json()[0]["win"], true);
    // Others may clone it, but not change it.
    let clone = json!({ "text": club("copy", 500), "listed": true, "who": "Sora", "based_on": { "name": request, "edition": 1 } });
    let clone = sora.post("/api/books", &clone).await.json();
    assert_eq!(clone["based_on"], json!({ "name": "secret", "edition": 1 }));
    let edit = json!({ "text": club("secret", 1), "listed": true, "who": "Sora", "edition": 1 });
    assert_eq!(put(&mut sora, &request, &edit).await.json()["error"], "not-your-book");
    assert_eq!(put(&mut sora, "secret", &edit).await.json()["error"], "no-book");
    assert_eq!(delete(&mut sora, &format!("/api/books/{request}")).await.status, 403);
    running.stop().await;
}

/// Where the links of a page lead, without those to its own parts.
fn links(page: &str) -> Vec<String> {
    let parts = page.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let found = parts.map(|(link, _)| link.replace("&amp;", "&"));
    found.filter(|link| link.starts_with('/')).collect()
}

/// What a link asks the server for; pages of the client ask for the rulebook that their address names.
fn asked_by(link: &str) -> String {
    let named = |at: &str| link.strip_prefix(at).map(|spec| spec.replace("%2B", "+"));
    match (named("/score?rules="), named("/write?from=")) {
        (Some(spec), _) => format!("/api/rulebooks/{spec}/scoring"),
        (_, Some(spec)) => format!("/api/books/{}", spec.split(['(', '+']).next().unwrap()),
        _ => link.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_link_of_a_private_rulebook_works() {
    let folder = Folder::new();
    let mut config = config(&folder);
    config.limits.simulated_games = 1;
    let running = serving_from_memory(config).await;
    let mut mika = Client::new(running.address, 1);
    let book = saved(&mut mika, &club("secret", 500), false).await;
    let request = book["request"].as_str().unwrap().to_owned();
    let key = request.strip_prefix("secret~").unwrap();
    let mut sora = Client::new(running.address, 2);
    let spec = format!("{request}+hana(variation=1)");
    while sora.get(&format!("/api/rulebooks/{spec}/statistics")).await.status == 202 {
        tokio::task::yield_now().await;
    }
    let statistics = format!("/rules/{spec}/statistics");
    for (page, expected) in [
        (
            format!("/rules/{spec}"),
            vec!["/score?rules=", "/compare?left=", "/write?from=", &statistics],
        ),
        (statistics.clone(), vec!["/rules/", "/api/rulebooks/"]),
        (format!("/compare?left={request}&right=tenhou"), vec!["/rules/"]),
    ] {
        let shown = sora.get(&page).await.body;
        let links = links(&shown);
        for start in expected {
            let is_there = |link: &&String| link.starts_with(start) && link.contains(key);
            assert!(links.iter().any(|link| is_there(&link)), "{page}: {start} {links:?}");
        }
        for link in &links {
            assert_eq!(sora.get(&asked_by(link)).await.status, 200, "{page}: {link}");
        }
        // The key is in addresses, never in what people read over a shoulder.
        let read: String = shown
            .split('<')
            .filter_map(|part| part.split_once('>'))
            .map(|(_, text)| text)
            .collect();
        assert!(!read.contains(key), "{page}");
    }
    let page = sora.get(&statistics).await.body;
    let command = "jantaku --book secret.toml sim --rules 'secret+hana(variation=1)'";
    assert!(
        page.contains(&command.replace('\'', "&#39;")) || page.contains(command),
        "{page}"
    );

    // Whoever plays it sees it by its hash, without the key.
    sora.open(&spec, &seats()).await;
    let table = sora.get(&format!("/api/tables/{}", sora.table)).await.json();
    let hash = table["hash"].as_str().unwrap();
    let mut tomo = Client::new(running.address, 3);
    for path in [format!("/rules/{hash}"), format!("/rules/{hash}/statistics")] {
        let shown = tomo.get(&path).await.body;
        assert!(!shown.contains(key), "{path}");
        for link in links(&shown) {
            assert_eq!(tomo.get(&asked_by(&link)).await.status, 200, "{path}: {link}");
        }
    }
    let score = json!({ "rules": hash, "hand": "234567m34555p67s", "win": "8s", "riichi": "riichi" });
    assert_eq!(tomo.post("/api/score", &score).await.json()["win"], true);
    assert_eq!(tomo.post("/api/scores", &json!([score])).await.json()[0]["win"], true);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_rulebook_is_not_saved() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let broken = club("our-club", 500).replace("riichi.stick", "riichi.stik");
    let answer = mika.post("/api/books", &saving(&broken, true)).await;
    let error = &answer.json()["errors"][0];
    assert_eq!(
        (answer.status, &answer.json()["error"]),
        (422, &json!("broken-book")),
        "{}",
        answer.body
    );
    assert_eq!(
        (&error["line"], &error["kind"]),
        (&json!(9), &json!("unknown-key")),
        "{error}"
    );
    assert!(error["hint"].as_str().unwrap().contains("riichi.stick"), "{error}");
    assert!(
        error["column"].as_u64().is_some() && error["command"] == "jantaku rules keys",
        "{error}"
    );
    // An example with another result, a name that ships or is reserved, and building on a saved rulebook.
    let example = "\n[[example]]\nclause = \"C-1\"\ngiven = { han = 1, fu = 30 }\nexpect = { south = 9 }\n";
    let answer = mika
        .post("/api/books", &saving(&(club("our-club", 500) + example), true))
        .await;
    assert_eq!(
        (answer.status, &answer.json()["errors"][0]["kind"]),
        (422, &json!("example")),
        "{}",
        answer.body
    );
    for (id, status, word) in [
        ("zan", 409, "name-taken"),
        ("check", 422, "broken-book"),
        ("Zan", 422, "broken-book"),
    ] {
        let answer = mika.post("/api/books", &saving(&club(id, 500), true)).await;
        assert_eq!((answer.status, &answer.json()["error"]), (status, &json!(word)), "{id}");
    }
    assert_eq!(mika.get("/api/books").await.json()["books"], json!([]));
    saved(&mut mika, &club("our-club", 500), true).await;
    let answer = mika.post("/api/books", &saving(&club("our-club", 700), true)).await;
    assert_eq!((answer.status, &answer.json()["error"]), (409, &json!("name-taken")));
    let child = club("child", 500).replace("ryanzou-chankan", "our-club");
    let answer = mika.post("/api/books", &saving(&child, true)).await;
    assert!(answer.body.contains("clone the one you mean"), "{}", answer.body);
    // Neither is a change that breaks it or renames it.
    for text in [broken, club("renamed", 500)] {
        let edit = json!({ "text": text, "listed": true, "who": "Mika", "edition": 1 });
        assert_eq!(put(&mut mika, "our-club", &edit).await.status, 422);
    }
    assert_eq!(
        mika.get("/api/books/our-club").await.json()["history"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    running.stop().await;
}

/// 422 is for texts with errors, which it lists.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_without_a_text_is_a_bad_request() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    for path in ["/api/books", "/api/books/check", "/api/books/try", "/api/books/changes"] {
        let answer = mika.post(path, &json!({ "listed": true })).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]),
            (400, &json!("bad-request")),
            "{path}"
        );
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn editions_show_what_changed_and_conflicts_the_newer_one() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    saved(&mut mika, &club("our-club", 500), true).await;
    let edit = |stick: u32, edition: u32| json!({ "text": club("our-club", stick), "listed": true, "note": format!("{stick}"), "who": "Mika", "edition": edition });
    assert_eq!(put(&mut mika, "our-club", &edit(800, 1)).await.status, 200);
    let answer = put(&mut mika, "our-club", &edit(900, 1)).await;
    let newer = answer.json();
    assert_eq!((answer.status, &newer["error"]), (409, &json!("edited-meanwhile")));
    assert_eq!(
        (&newer["book"]["book"]["edition"], &newer["book"]["text"]),
        (&json!(2), &json!(club("our-club", 800)))
    );
    // The same text is no new edition, and whether it is listed is no part of the text.
    let mut same = edit(800, 2);
    assert_eq!(put(&mut mika, "our-club", &same).await.json()["edition"], 2);
    same["listed"] = json!(false);
    let hidden = put(&mut mika, "our-club", &same).await.json();
    assert_eq!((&hidden["edition"], &hidden["listed"]), (&json!(2), &json!(false)));
    let second = mika.get("/api/books/our-club/editions/2").await.json();
    assert_eq!(
        (&second["before"], &second["edition"]["note"]),
        (&json!(1), &json!("800"))
    );
    let word = &second["words"][0];
    assert_eq!(
        (&word["name"], &word["before"], &word["after"], &word["after_clause"]),
        (&json!("riichi.stick"), &json!("500"), &json!("800"), &json!("C-1"))
    );
    let lines: Vec<&Value> = second["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["kind"] != "same")
        .collect();
    assert_eq!(
        lines.iter().filter(|line| line["kind"] == "added").count(),
        2,
        "{lines:?}"
    );
    let first = mika.get("/api/books/our-club/editions/1").await.json();
    assert_eq!((&first["before"], &first["lines"]), (&Value::Null, &json!([])));
    assert_eq!(mika.get("/api/books/our-club/editions/3").await.status, 404);
    let toml = mika.get("/api/books/our-club/toml").await;
    assert_eq!(toml.body, club("our-club", 800));
    assert!(
        toml.head.contains("application/toml") && toml.head.contains("our-club.toml"),
        "{}",
        toml.head
    );
    // Only the latest fifty are kept.
    for n in 3..=55 {
        let answer = put(&mut mika, "our-club", &edit(1000 + n, n - 1)).await;
        assert_eq!(answer.json()["edition"], n, "{}", answer.body);
    }
    let history = mika.get("/api/books/our-club").await.json()["history"].clone();
    let numbers: Vec<u64> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["edition"].as_u64().unwrap())
        .collect();
    assert_eq!((numbers.len(), numbers[0], numbers[49]), (50, 55, 6));
    assert_eq!(mika.get("/api/books/our-club/editions/5").await.status, 404);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_checked_with_hands_for_its_yaku() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let text = club("our-club", 500)
        + LOCAL
        + "\n[[example]]\nclause = \"C-1\"\ngiven = { han = 1, fu = 30 }\nexpect = { south = 9 }\n";
    let answer = mika.post("/api/books/check", &json!({ "text": text })).await;
    let checked = answer.json();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(
        (&checked["book"]["name"], &checked["book"]["clauses"]),
        (&json!("our-club"), &json!(2))
    );
    let example = &checked["examples"][0];
    assert_eq!((&example["passed"], &example["clause"]), (&json!(false), &json!("C-1")));
    assert!(example["why"].as_str().unwrap().contains("south 1"), "{example}");
    let yaku = &checked["yaku"][0];
    assert_eq!(
        (&yaku["id"], &yaku["excludes"], &yaku["worth"]),
        (&json!("sanrenkou"), &json!(["toitoi"]), &json!("2 han"))
    );
    assert!(yaku["names"]["en"] == "Three in a row" && yaku["line"] == 14, "{yaku}");
    let text = club("our-club", 500) + LOCAL;
    let attempt = |hand: &Value| json!({ "text": text, "yaku": "sanrenkou", "hand": hand });
    let made = mika
        .post("/api/books/try", &attempt(&yaku["hand"]["hand"]))
        .await
        .json();
    assert_eq!(
        (&made["made"], &made["error"], &made["sheet"]["win"]),
        (&json!(true), &Value::Null, &json!(true)),
        "{made}"
    );
    let near = yaku["near"].as_array().unwrap();
    assert!(!near.is_empty(), "{yaku}");
    for near in near {
        let tried = mika.post("/api/books/try", &attempt(&near["hand"])).await.json();
        assert_eq!(
            (&tried["made"], &tried["error"]),
            (&json!(false), &Value::Null),
            "{near} {tried}"
        );
        let said = |why: &Value| {
            ["en", "de", "ja", "zh"]
                .iter()
                .all(|tag| !why[tag].as_str().unwrap().is_empty())
        };
        assert!(said(&tried["why"]) && said(&near["why"]));
    }
    // By hand: 111 222 333p make it, 111 222 444p do not.
    for (hand, is_made) in [
        ("333p78s99s [111p pon] [222p pon] +9s", true),
        ("444p78s99s [111p pon] [222p pon] +9s", false),
    ] {
        let tried = mika.post("/api/books/try", &attempt(&json!(hand))).await.json();
        assert_eq!(tried["made"], is_made, "{hand}: {tried}");
    }
    let tried = mika.post("/api/books/try", &attempt(&json!("123m +x"))).await.json();
    assert!(tried["error"].as_str().is_some(), "{tried}");
    let mut other = attempt(&json!("111p222p333p78s99s +9s"));
    other["yaku"] = json!("none-such");
    assert_eq!(mika.post("/api/books/try", &other).await.json()["error"], "no-yaku");
    let words = mika.get("/api/books/vocabulary?base=zan").await.json();
    let names = |list: &str, field: &str| -> Vec<String> {
        let all = words[list].as_array().unwrap().iter();
        all.map(|word| word[field].as_str().unwrap().to_owned()).collect()
    };
    assert!(names("facts", "name").contains(&"consecutive-triplets".to_owned()));
    assert!(names("keys", "key").contains(&"riichi.stick".to_owned()));
    assert!(names("yaku", "id").contains(&"toitoi".to_owned()));
    assert_eq!(mika.get("/api/books/vocabulary?base=nothing").await.status, 400);
    let schema = mika.get("/api/books/schema").await;
    assert!(schema.status == 200 && schema.json()["title"] == "Jantaku rulebook" && schema.head.contains("etag"));
    running.stop().await;
}

/// What bots play before and after a change; whoever has not begun it sees nothing of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_played_by_bots_before_and_after() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let text = club("our-club", 500).replace("ryanzou-chankan", "zan") + &LOCAL.replace("sanrenkou", "three-in-a-row");
    let asked = json!({ "before": "zan", "after": { "text": text }, "hands": 100, "seed": 7 });
    let job = mika.post("/api/books/changes", &asked).await;
    assert_eq!(job.status, 200, "{}", job.body);
    let path = format!("/api/books/changes/{}", job.json()["id"].as_str().unwrap());
    let mut sora = Client::new(running.address, 2);
    assert_eq!(sora.get(&path).await.status, 404);
    saved(&mut sora, &club("any", 1), true).await;
    assert_eq!(
        (sora.get(&path).await.status, delete(&mut sora, &path).await.status),
        (404, 404)
    );
    let done = loop {
        let job = mika.get(&path).await.json();
        match job["state"].as_str().unwrap() {
            "waiting" | "running" => tokio::task::yield_now().await,
            _ => break job,
        }
    };
    assert_eq!(done["state"], "done", "{done}");
    let result = &done["result"];
    for side in ["before", "after"] {
        let played = &result[side];
        let number = |key: &str| played[key].as_u64().unwrap();
        assert!(
            number("hands") >= 100 && number("won") + number("drawn") == number("hands"),
            "{played}"
        );
        assert_eq!(played["places"].as_array().unwrap().len(), 3);
        assert_eq!(played["data"]["hands"], played["hands"]);
    }
    assert!(
        result["before"]["command"]
            .as_str()
            .unwrap()
            .starts_with("jantaku sim --rules 'zan' --seats club --games")
    );
    assert!(
        result["after"]["command"]
            .as_str()
            .unwrap()
            .starts_with("jantaku --book our-club.toml sim --rules 'our-club'")
    );
    assert!(
        result["words"]
            .as_array()
            .unwrap()
            .iter()
            .any(|word| word["name"] == "riichi.stick")
    );
    let new = result["yaku"]
        .as_array()
        .unwrap()
        .iter()
        .find(|yaku| yaku["id"] == "three-in-a-row")
        .unwrap();
    assert!(new["before"].is_null() && new["after"].is_u64(), "{new}");
    // The same again is there at once; an unfinished one can be cancelled.
    assert_eq!(mika.post("/api/books/changes", &asked).await.json()["state"], "done");
    let long = json!({ "before": "zan", "after": { "rules": "tenhou" }, "hands": 10_000 });
    let job = mika.post("/api/books/changes", &long).await.json();
    let path = format!("/api/books/changes/{}", job["id"].as_str().unwrap());
    let second = json!({ "before": "zan", "after": { "rules": "tenhou" }, "hands": 9_999 });
    assert_eq!(
        mika.post("/api/books/changes", &second).await.json()["error"],
        "too-often"
    );
    assert_eq!(delete(&mut mika, &path).await.status, 200);
    assert_eq!(mika.get(&path).await.json()["state"], "cancelled");
    let broken = json!({ "before": "zan", "after": { "text": "[rulebook]\nid = \"x\"\n" } });
    assert_eq!(mika.post("/api/books/changes", &broken).await.status, 422);
    let unknown = json!({ "before": "none-such", "after": { "rules": "zan" } });
    assert_eq!(mika.post("/api/books/changes", &unknown).await.status, 404);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_saves_without_end() {
    let folder = Folder::new();
    let mut config = config(&folder);
    config.limits.books_per_person = 2;
    config.limits.books_per_address = 3;
    config.limits.disk_per_address = 100_000;
    let running = serving_from_memory(config).await;
    let [mut mika, mut sora] = [1, 2].map(|seed| Client::new(running.address, seed));
    for (n, client) in [(1, &mut mika), (2, &mut sora)] {
        saved(client, &club(&format!("club-{n}"), 500), false).await;
    }
    saved(&mut mika, &club("club-3", 500), false).await;
    for client in [&mut mika, &mut sora] {
        let answer = client.post("/api/books", &saving(&club("club-4", 500), true)).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]),
            (429, &json!("too-many-books"))
        );
    }
    // What is saved counts as what tables store.
    let long = format!("{}# {}\n", club("club-1", 500), "x".repeat(99_000));
    let edit = |text: String, edition: u32| json!({ "text": text, "listed": false, "who": "Mika", "edition": edition });
    assert_eq!(put(&mut mika, "club-1", &edit(long.clone(), 1)).await.status, 200);
    assert_eq!(
        put(&mut mika, "club-1", &edit(long + "#\n", 2)).await.json()["error"],
        "disk-used-here"
    );
    let huge = format!("{}# {}\n", club("club-1", 500), "x".repeat(300_000));
    assert_eq!(put(&mut mika, "club-1", &edit(huge, 2)).await.status, 422);
    running.stop().await;
}

/// What is saved at one node is offered at the other at once.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_offer_what_others_have_saved() {
    let shared = Shared::in_memory();
    let (one, two) = (shared.node("one").await, shared.node("two").await);
    let mut mika = Client::new(one.running.address, 1);
    saved(&mut mika, &club("our-club", 500), true).await;
    let mut sora = Client::new(two.running.address, 2);
    assert_eq!(sora.get("/api/books").await.json()["books"][0]["name"], "our-club");
    sora.open("our-club", &seats()).await;
    assert_eq!(stick(&mut sora).await, 500);
    let edit = json!({ "text": club("our-club", 800), "listed": true, "who": "Mika", "edition": 1 });
    assert_eq!(put(&mut mika, "our-club", &edit).await.status, 200);
    sora.open("our-club", &seats()).await;
    assert_eq!(stick(&mut sora).await, 800);
}

/// Changed and lost rows are found, and a backup has everything.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_finds_damaged_rulebooks() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    saved(&mut mika, &club("our-club", 500), true).await;
    running.stop().await;
    let copy = Folder::new();
    std::fs::create_dir_all(copy.path()).unwrap();
    let backup = copy.path().join("backup.db");
    jantaku_server::store::backup(folder.path(), &backup).unwrap();
    assert_eq!(check(folder.path()).unwrap().damage, []);
    for (change, said) in [
        ("UPDATE saved SET listed = 0", "the saved rulebook our-club was changed"),
        (
            "UPDATE saved_edition SET text = replace(text, '500', '900')",
            "edition 1 of the saved rulebook our-club was changed",
        ),
        (
            "DELETE FROM saved_edition",
            "the latest edition of the saved rulebook our-club is missing",
        ),
        ("DELETE FROM saved", "the saved rulebook our-club is missing"),
    ] {
        let damaged = Folder::new();
        jantaku_server::store::restore(&backup, damaged.path()).unwrap();
        assert_eq!(check(damaged.path()).unwrap().damage, [], "the backup is whole");
        let connection = Connection::open(damaged.path().join("jantaku.db")).unwrap();
        connection.execute(change, []).unwrap();
        drop(connection);
        let damage = check(damaged.path()).unwrap().damage;
        assert!(
            damage.iter().any(|damage| damage.to_string().contains(said)),
            "{change}: {damage:?}"
        );
    }
}

/// Whoever is forgotten leaves no rulebook behind.
#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_removes_its_rulebooks() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    saved(&mut mika, &club("our-club", 500), true).await;
    let account = json!({ "name": "Mika", "password": "correct horse", "claim": true });
    assert_eq!(mika.post("/api/account/open", &account).await.status, 200);
    assert_eq!(
        mika.get("/api/books").await.json()["books"][0]["mine"],
        true,
        "it moves with its author"
    );
    let export = mika.get("/api/account/export").await.json();
    assert_eq!(export["books"][0]["name"], "our-club");
    let delete = json!({ "password": "correct horse" });
    assert_eq!(mika.post("/api/account/delete", &delete).await.status, 200);
    let mut sora = Client::new(running.address, 2);
    assert_eq!(sora.get("/api/books").await.json()["books"], json!([]));
    running.stop().await;
}

/// Strangers send costly texts everywhere while a table plays to its end: each is refused or answered.
#[tokio::test(flavor = "multi_thread")]
async fn costly_texts_harm_no_table() {
    let folder = Folder::new();
    let mut config = config(&folder);
    config.limits.books_per_person = usize::MAX;
    config.limits.books_per_address = usize::MAX;
    config.limits.drafts_per_address = usize::MAX;
    let running = serving_from_memory(config).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou", &seats()).await;
    let playing = tokio::spawn(async move {
        host.connect().await;
        host.play().await
    });
    let mut stranger = Client::new(running.address, 2);
    let (mut saved, mut refused) = (0, 0);
    for (kind, (_, text, _)) in KINDS.iter().enumerate() {
        for size in SIZES {
            let id = format!("x{kind}-{size}");
            let text = header(&id) + &text(size);
            let requests = [
                ("/api/books/check", json!({ "text": text })),
                (
                    "/api/books/try",
                    json!({ "text": text, "yaku": "tanyao", "hand": "234m567m345p67s88s +8s" }),
                ),
                ("/api/books", saving(&text, false)),
            ];
            for (path, body) in requests {
                let body = body.to_string();
                // A body that is too long is not read to its end, and whoever writes it may not hear the refusal.
                let is_long = body.len() > 512 << 10;
                let answer = match stranger.try_ask("POST", path, &body, "").await {
                    Err(_) if is_long => {
                        refused += 1;
                        continue;
                    }
                    answered => answered.unwrap(),
                };
                match answer.status {
                    200 if path == "/api/books" => saved += 1,
                    200 | 404 => {}
                    413 | 422 => refused += 1,
                    other => panic!("{path} {id}: {other}: {}", answer.body),
                }
            }
        }
    }
    // The first that can be played is played by bots, and cancelled.
    let list = stranger.get("/api/books").await.json();
    let request = list["books"][0]["request"].as_str().unwrap().to_owned();
    let asked = json!({ "before": "tenhou", "after": { "rules": request }, "hands": 100 });
    let job = stranger.post("/api/books/changes", &asked).await;
    assert_eq!(job.status, 200, "{}", job.body);
    let path = format!("/api/books/changes/{}", job.json()["id"].as_str().unwrap());
    assert_eq!(delete(&mut stranger, &path).await.status, 200);
    assert_eq!(playing.await.unwrap()["t"], "over");
    assert!(saved > 20 && refused > 200, "{saved} saved, {refused} refused");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_checks_only_so_many_texts() {
    let folder = Folder::new();
    let mut config = config(&folder);
    config.limits.drafts_per_address = 4;
    let running = serving_from_memory(config).await;
    let mut mika = Client::new(running.address, 1);
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(mika.post("/api/books/check", &json!({ "text": "" })).await.status);
    }
    assert_eq!(answers, [200, 200, 429]);
    running.stop().await;
}
