//! A club edits, renames or deletes its rulebook file while games are on.

use crate::client::Client;
use crate::costly_books::{KINDS, SIZES, header};
use crate::server::{Folder, config};
use jantaku_record::log::Log;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::{Running, start};

/// A club's rulebook in which a riichi stick costs so much.
fn house(stick: u32, edition: &str) -> Library {
    let text = format!(
        "[rulebook]\nid = \"house\"\nname = {{ en = \"House\" }}\nextends = \"sanmatsuri\"\nedition = \"{edition}\"\n\
         [[clause]]\nid = \"H-1\"\nsays = \"A stick costs {stick}.\"\nsets = {{ riichi.stick = {stick} }}\n"
    );
    let mut library = Library::builtin();
    library.put("house.toml", &text);
    library
}

async fn serving(folder: &Folder, library: Library) -> Running {
    start(config(folder), library).await.unwrap()
}

/// The page of a rulebook from its summary on.
fn text_of(page: &str) -> &str {
    page.split_once("<section class=\"summary\"").unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_under_the_rulebook_it_began_with() {
    let folder = Folder::new();
    let running = serving(&folder, house(500, "first")).await;
    let mut host = Client::new(running.address, 1);
    host.open("house", &["me", "greedy", "greedy"]).await;
    let table = host.get(&format!("/api/tables/{}", host.table)).await.json();
    let hash = table["hash"].as_str().unwrap().to_owned();
    let first_page = host.get(&format!("/rules/{hash}")).await.body;
    play_some(&mut host, 40).await;
    running.stop().await;

    // The file is edited, then renamed, then deleted.
    let mut renamed = Library::builtin();
    renamed.put(
        "house2.toml",
        "[rulebook]\nid = \"house2\"\nname = { en = \"House\" }\nextends = \"sanmatsuri\"\n",
    );
    for (library, new_stick) in [
        (house(800, "second"), Some(800)),
        (renamed, None),
        (Library::builtin(), None),
    ] {
        let running = serving(&folder, library).await;
        assert!(running.restored >= 1);
        host.address = running.address;
        let table = host.get(&format!("/api/tables/{}", host.table)).await.json();

        assert_eq!(
            (
                table["stick"].as_i64(),
                table["edition"].as_str(),
                table["hash"].as_str()
            ),
            (Some(500), Some("first"), Some(hash.as_str()))
        );
        let page = host.get(&format!("/rules/{hash}")).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains("A stick costs 500.") && page.body.contains(&hash[..8]));
        // Links above the text go to this edition now. The text is the same, with the same clauses marked as replaced.
        assert!(text_of(&page.body) == text_of(&first_page) && page.body.contains("Replaced by"));
        assert!(page.body.contains(&format!("href=\"/rules/{hash}/statistics\"")));
        let seen = host.last;
        play_some(&mut host, seen + 20).await;
        let mut other = Client::new(running.address, 2);
        let asked = serde_json::json!({"rules": "house", "name": "B", "seats": ["me", "greedy", "greedy"]});
        let opened = other.post("/api/tables", &asked).await;
        assert_eq!(opened.status == 200, new_stick.is_some(), "{}", opened.body);
        if let Some(stick) = new_stick {
            let id = opened.json()["table"].as_str().unwrap().to_owned();
            let table = other.get(&format!("/api/tables/{id}")).await.json();
            assert_eq!(table["stick"], stick);
        }
        running.stop().await;
    }

    // To the end, without any file: the log carries the rulebook, and a rematch is played by it.
    let running = serving(&folder, Library::builtin()).await;
    host.address = running.address;
    host.connect().await;
    host.play().await;
    let log = host.get(&format!("/api/games/{}/log", host.table)).await;
    let log = Log::read(log.body.as_bytes()).unwrap();
    let book = log.header.rules(&Library::default()).unwrap();
    assert_eq!((book.same_edition, book.rules.settings.riichi.stick), (true, 500));
    let again = host
        .post(&format!("/api/tables/{}/rematch", host.table), &serde_json::json!({}))
        .await;
    let id = again.json()["table"].as_str().unwrap().to_owned();
    let next = host.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!(next["hash"], hash);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_offer_holds_for_new_tables_only() {
    let folder = Folder::new();
    let running = serving(&folder, house(500, "first")).await;
    let mut host = Client::new(running.address, 1);
    host.open("house", &["me", "greedy", "greedy"]).await;
    play_some(&mut host, 40).await;
    running.rulebooks().change_offer(house(800, "second"));
    let mut other = Client::new(running.address, 2);
    other.open("house", &["me", "greedy", "greedy"]).await;
    for (client, stick) in [(&mut host, 500), (&mut other, 800)] {
        let table = client.get(&format!("/api/tables/{}", client.table)).await.json();
        assert_eq!(table["stick"], stick);
    }
    let listed = host.get("/api/rulebooks").await.json();
    let house = listed.as_array().unwrap().iter().find(|book| book["id"] == "house");
    assert_eq!(house.unwrap()["edition"], "second");
    running.rulebooks().change_offer(Library::builtin());
    let asked = serde_json::json!({"rules": "house", "name": "B", "seats": ["me", "greedy", "greedy"]});
    assert_eq!(other.post("/api/tables", &asked).await.status, 400);
    let seen = host.last;
    play_some(&mut host, seen + 20).await;
    running.stop().await;
}

/// Plays until so many frames have come.
async fn play_some(client: &mut Client, frames: u32) {
    client.connect().await;
    while client.last < frames {
        let frame = client.hear().await.unwrap();
        client.react(&frame).await;
    }
    client.drop_socket();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hash_that_no_table_plays_by_has_no_page() {
    let folder = Folder::new();
    let running = serving(&folder, Library::builtin()).await;
    let mut client = Client::new(running.address, 1);
    assert_eq!(client.get(&format!("/rules/{}", "0".repeat(64))).await.status, 404);
    running.stop().await;
}

/// A club's library may hold anything: a table beside 200 costly rulebooks plays to its end, and each of them opens a table or is refused.
#[tokio::test(flavor = "multi_thread")]
async fn costly_rulebooks_harm_no_table() {
    let mut library = Library::builtin();
    for (kind, (_, text, _)) in KINDS.iter().enumerate() {
        for size in SIZES {
            let id = format!("x{kind}-{size}");
            library.put(&format!("{id}.toml"), &(header(&id) + &text(size)));
        }
    }
    let folder = Folder::new();
    let running = serving(&folder, library).await;
    let mut host = Client::new(running.address, 1);
    host.open("tenhou", &["me", "greedy", "greedy", "greedy"]).await;
    let playing = tokio::spawn(async move {
        host.connect().await;
        host.play().await
    });
    let mut stranger = Client::new(running.address, 2);
    let (mut opened, mut refused) = (0, 0);
    for kind in 0..KINDS.len() {
        for size in SIZES {
            let asked = serde_json::json!({"rules": format!("x{kind}-{size}"), "name": "B", "seats": ["me", "greedy", "greedy", "greedy"]});
            let answer = stranger.post("/api/tables", &asked).await;
            match answer.status {
                200 => opened += 1,
                400..500 => refused += 1,
                other => panic!("{other}: {}", answer.body),
            }
        }
    }
    assert_eq!(playing.await.unwrap()["t"], "over");
    assert!(opened >= 20 && refused >= 120, "{opened} opened, {refused} refused");
    running.stop().await;
}
