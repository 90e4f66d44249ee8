//! The statistics of a rulebook, counted in games among bots.

use crate::client::Client;
use crate::server::{Folder, config};
use jantaku_audit::simulation::Simulation;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::Config;
use jantaku_server::{Running, start};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::Arc;

async fn serving(folder: &Folder, games: u64) -> Running {
    let mut config: Config = config(folder);
    config.limits.simulated_games = games;
    start(config, Library::builtin()).await.unwrap()
}

/// Asks until the games are played.
async fn counted(client: &mut Client, spec: &str) -> Value {
    loop {
        let answer = client.get(&format!("/api/rulebooks/{spec}/statistics")).await;
        match answer.status {
            202 => {
                let progress = answer.json()["progress"].as_f64().unwrap();
                assert!((0.0..=1.0).contains(&progress));
            }
            _ => return answer.json(),
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_on_the_page_gives_the_same_figures() {
    let folder = Folder::new();
    let running = serving(&folder, 4).await;
    let mut client = Client::new(running.address, 1);
    let spec = "ryanzou-chankan+hana(variation=1)";
    let waiting = client.get(&format!("/rules/{spec}/statistics")).await;
    assert_eq!(waiting.status, 200);
    assert!(waiting.body.contains("<progress"), "{}", waiting.body);
    let figures = counted(&mut client, spec).await;
    let simulation = Simulation {
        rules: Arc::new(Library::builtin().rules(spec).unwrap()),
        bots: vec!["club".to_owned()],
        games: 4,
        seed: 0,
        threads: NonZeroUsize::new(2).unwrap(),
        check: None,
        rig: 0,
    };
    let tally = simulation.run(&|| ()).unwrap().tally;
    assert_eq!(figures, jantaku_audit::statistics::as_json(&simulation, &tally));
    let page = client.get(&format!("/rules/{spec}/statistics")).await.body;
    let command = format!("jantaku sim --rules '{spec}' --seats club --games 4 --seed 0 --json");
    assert!(page.contains(&command), "{page}");
    for part in ["ends", "yaku", "values", "places", "lengths"] {
        assert!(page.contains(&format!("<h2 id=\"{part}\">")), "{part}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_language_has_the_page_and_the_rulebook_leads_to_it() {
    let folder = Folder::new();
    let running = serving(&folder, 1).await;
    let mut client = Client::new(running.address, 1);
    counted(&mut client, "zan").await;
    for (language, title) in [
        ("en", "Statistics"),
        ("de", "Statistik"),
        ("ja", "統計"),
        ("zh-TW", "統計"),
        ("zh-CN", "统计"),
    ] {
        let page = client.get(&format!("/rules/zan/statistics?lang={language}")).await;
        assert!(page.status == 200 && page.body.contains(title));
        let book = client.get(&format!("/rules/zan?lang={language}")).await.body;
        assert!(book.contains(&format!("<a href=\"/rules/zan/statistics\">{title}</a>")));
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_rulebooks_and_too_many_at_once_are_refused() {
    let folder = Folder::new();
    let running = serving(&folder, 1_000_000).await;
    let mut client = Client::new(running.address, 1);
    for path in ["/rules/nowhere/statistics", "/api/rulebooks/nowhere/statistics"] {
        assert_eq!(client.get(path).await.status, 404);
    }
    let books = [
        "zan",
        "zung-jung",
        "sanmatsuri",
        "ryanzou-chankan",
        "tenhou",
        "tenhou-sanma",
        "ema-2025",
        "mleague",
    ];
    let library = Library::builtin();
    let known = books.into_iter().filter(|book| library.rules(book).is_ok());
    let more = (1..=3).map(|variation| format!("ryanzou-chankan+hana(variation={variation})"));
    let mut refused = 0;
    for spec in known.map(str::to_owned).chain(more) {
        let answer = client.get(&format!("/api/rulebooks/{spec}/statistics")).await;
        assert!([202, 429].contains(&answer.status), "{}", answer.body);
        if answer.status == 429 {
            assert_eq!(answer.json()["error"], "busy");
            refused += 1;
        }
    }
    assert!(refused > 0);
    let page = client.get("/rules/ryanzou-chankan+hana(variation=3)/statistics").await;
    assert!(page.status == 503 && page.body.contains("Try again"));
    // Games in progress do not keep the server from stopping.
    running.stop().await;
}
