//! Finished games as Tenhou's JSON.

use crate::client::Client;
use crate::server::{Folder, config, serving_from_memory};
use jantaku_record::read_game;
use jantaku_record::verify::books::Books;
use jantaku_record::verify::verify;

#[tokio::test(flavor = "multi_thread")]
async fn writes_games_that_others_can_read_and_verify() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    for (rules, seats) in [
        ("tenhou(length=east)", &["me", "club", "greedy", "club"][..]),
        ("tenhou-sanma(length=east)", &["me", "club", "greedy"]),
    ] {
        let mut player = Client::new(running.address, 1);
        player.open(rules, seats).await;
        let path = format!("/api/games/{}/tenhou", player.table);
        assert_eq!(player.get(&path).await.json()["error"], "not-over");
        player.connect().await;
        player.play().await;
        let info = player.get(&format!("/api/tables/{}", player.table)).await.json();
        assert_eq!(info["tenhou"], true);
        let answer = player.get(&path).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let game = read_game(answer.body.as_bytes()).unwrap();
        assert_eq!((game.players, game.names[1].as_str()), (seats.len(), "club"));
        let rules = Books::default().rules_of(&game).unwrap();
        let verified = verify(&game, &rules);
        assert_eq!(verified.mismatches, []);
        assert_eq!(verified.rounds, game.rounds.len());
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_games_that_tenhou_has_no_place_for() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut player = Client::new(running.address, 1);
    player.open("zan", &["me", "tsumogiri", "tsumogiri"]).await;
    player.connect().await;
    player.play().await;
    let info = player.get(&format!("/api/tables/{}", player.table)).await.json();
    assert_eq!(info["tenhou"], false);
    let answer = player.get(&format!("/api/games/{}/tenhou", player.table)).await;
    assert_eq!(
        (answer.status, answer.json()["error"].as_str()),
        (409, Some("not-tenhou"))
    );
    assert_eq!(player.get("/api/games/nosuchtable42/tenhou").await.status, 404);
    running.stop().await;
}
