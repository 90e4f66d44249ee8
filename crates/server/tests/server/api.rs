//! The API as its description says it is.

use crate::client::Client;
use crate::client::asking::Answer;
use crate::server::{Folder, config};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::start;

/// Asks for what has changed since this tag.
async fn asks(client: &mut Client, path: &str, known: &str) -> Answer {
    client
        .ask("GET", path, "", &format!("If-None-Match: {known}\r\n"))
        .await
}

fn tag_of(answer: &Answer) -> Option<String> {
    answer
        .head
        .lines()
        .find_map(|line| Some(line.strip_prefix("etag: ")?.to_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_has_not_changed_is_not_sent_again() {
    let folder = Folder::new();
    let running = start(config(&folder), Library::builtin()).await.unwrap();
    let mut client = Client::new(running.address, 1);
    for path in ["/api/openapi.json", "/api/rulebooks", "/api/games", "/api/tables"] {
        let first = client.get(path).await;
        let tag = tag_of(&first).unwrap();
        assert!(first.status == 200 && tag.starts_with("W/\""));
        for known in [
            tag.as_str(),
            "*",
            &format!("\"other\", {tag}"),
            tag.trim_start_matches("W/"),
        ] {
            let again = asks(&mut client, path, known).await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path} {known}");
            assert_eq!(tag_of(&again), Some(tag.clone()));
        }
        assert_eq!(asks(&mut client, path, "W/\"other\"").await.status, 200);
    }
    // A new table is a new answer.
    let before = tag_of(&client.get("/api/tables").await).unwrap();
    client.open("zan", &["me", "open", "open"]).await;
    let after = asks(&mut client, "/api/tables", &before).await;
    assert_eq!(after.status, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_served() {
    let folder = Folder::new();
    let running = start(config(&folder), Library::builtin()).await.unwrap();
    let mut client = Client::new(running.address, 1);
    let description = client.get("/api/openapi.json").await.json();
    assert_eq!(description["openapi"], "3.1.0");
    for (path, says) in description["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/") && says.is_object());
    }
    // Every example of a body that needs no table is answered as described.
    for path in ["/api/score", "/api/scores", "/api/settle", "/api/tables"] {
        let example = &description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"];
        let answer = client.post(path, example).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    }
    running.stop().await;
}
