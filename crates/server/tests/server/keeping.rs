//! What stays on the disk: finished games are kept as the operator says, and strangers get only so much of it.

use crate::client::Client;
use crate::server::{Folder, HeldTime, config, serving, serving_from_memory};
use jantaku_server::config::Config;
use jantaku_server::store::{Append, Book, Epoch, Finished, Keep, Mark, Sqlite, Store, Summary, check};
use jantaku_server::token::TableId;
use jantaku_table::fair::Bytes32;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{advance, timeout};

/// A day, in seconds.
const DAY: u32 = 86_400;

/// Stores a game of a hundred records that ended at this time; none for one that is not over.
async fn game(store: &Sqlite, place: u64, ended: Option<u32>) -> TableId {
    let table = TableId::random().unwrap();
    let summary = json!({ "id": table.to_string(), "name": "", "rules": "zan", "names": [], "points": [], "places": [],
        "ended": ended.unwrap_or(0), "rulebook": { "en": "", "ja": "", "romaji": "", "zh": "" } });
    let summary: Summary = serde_json::from_value(summary).unwrap();
    let over = Finished {
        summary,
        listed: true,
        sessions: Vec::new(),
        players: Vec::new(),
        tallies: Vec::new(),
    };
    let append = Append {
        table: table.clone(),
        epoch: Epoch::FIRST,
        first: 0,
        records: (0..100).map(|n| format!("{n:0>400}")).collect(),
        book: Some(Book {
            hash: book(),
            text: "book".into(),
            replaced: None,
        }),
        place: Some(place),
        mark: ended.map_or(Mark::Same, |_| Mark::Over(Box::new(over))),
    };
    let (done, kept) = oneshot::channel();
    store.append(append, done);
    kept.await.unwrap().unwrap();
    table
}

/// The hash of a rulebook whose text is `book`.
fn book() -> String {
    Bytes32::hash(b"book").to_string()
}

fn outdated(store: &Sqlite, games: Option<u32>, days: Option<u32>, now: u32) -> Vec<TableId> {
    store.outdated(Keep { games, days }, now.into(), 100).unwrap()
}

/// The writer and whoever asks must never wait for each other.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_address_has_stored_can_be_asked_while_games_end() {
    let folder = Folder::new();
    let store = Arc::new(Sqlite::open(folder.path()).unwrap());
    let is_done = Arc::new(AtomicBool::new(false));
    let asking = [(); 3].map(|()| {
        let (store, is_done) = (Arc::clone(&store), Arc::clone(&is_done));
        std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                let _ = store.stored_from(1..=1);
            }
        })
    });
    for n in 0..300 {
        let ended = timeout(Duration::from_secs(60), game(&store, 1, Some(n))).await;
        assert!(ended.is_ok(), "nothing is stored any more");
    }
    is_done.store(true, Ordering::Relaxed);
    for thread in asking {
        thread.join().unwrap();
    }
    assert!(store.stored_from(1..=1) >= 300 * 100 * 400);
}

#[tokio::test]
async fn the_oldest_finished_games_go_first_and_running_ones_never() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let now = 100 * DAY;
    let running = game(&store, 1, None).await;
    let mut games = Vec::new();
    for day in [99, 1, 50, 98, 2] {
        games.push(game(&store, 1, Some(day * DAY)).await);
    }
    let [newest, oldest, middle, second, early] = &games[..] else {
        panic!("five games");
    };
    assert_eq!(outdated(&store, None, None, now), []);
    assert_eq!(outdated(&store, Some(5), None, now), []);
    let of = |tables: &[&TableId]| tables.iter().copied().cloned().collect::<Vec<_>>();
    assert_eq!(outdated(&store, Some(2), None, now), of(&[oldest, early, middle]));
    assert_eq!(outdated(&store, None, Some(60), now), of(&[oldest, early]));
    assert_eq!(
        outdated(&store, Some(1), Some(60), now),
        of(&[oldest, early, middle, second])
    );
    // To ask for a running one is no use.
    assert_eq!(store.remove(of(&[oldest, early, &running])).unwrap(), 2);
    assert_eq!(store.records(oldest).unwrap(), [""; 0]);
    assert_eq!(store.records(&running).unwrap().len(), 100);
    assert_eq!(store.records(newest).unwrap().len(), 100);
    assert_eq!(store.finished(9).unwrap().len(), 3);
    store.close();
    let checked = check(folder.path()).unwrap();
    assert_eq!((checked.games, checked.records, checked.damage), (4, 400, Vec::new()));
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.records(&running).unwrap().len(), 100);
    store.close();
}

/// Twelve games are kept of four hundred, so the file need not grow after the first few dozen.
#[tokio::test]
async fn space_of_removed_games_is_used_again() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let keep = Some(12);
    let mut sizes = Vec::new();
    for number in 0..400 {
        game(&store, 1, Some(number)).await;
        let old = outdated(&store, keep, None, DAY);
        store.remove(old).unwrap();
        if number % 100 == 99 {
            sizes.push(store.space().unwrap().used);
        }
    }
    let length = || std::fs::metadata(folder.path().join("jantaku.db")).unwrap().len();
    assert!(sizes[3] <= sizes[0], "{sizes:?}");
    store.close();
    // A game has about 50 KB.
    assert!(length() < 40 * 50_000, "{}", length());
    assert_eq!(check(folder.path()).unwrap().damage, []);
}

#[tokio::test]
async fn a_rulebook_goes_with_the_last_game_that_plays_by_it() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let games = [game(&store, 1, Some(1)).await, game(&store, 1, Some(2)).await];
    let [first, last] = games;
    store.remove(vec![first]).unwrap();
    assert_eq!(store.book(&book()).unwrap().as_deref(), Some("book"));
    store.remove(vec![last]).unwrap();
    assert_eq!(store.book(&book()).unwrap(), None);
    store.close();
}

#[tokio::test]
async fn what_an_address_has_stored_is_known_after_a_restart_and_given_back() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let over = game(&store, 7, Some(1)).await;
    let running = game(&store, 7, None).await;
    game(&store, 8, None).await;
    // A hundred records of 400 letters each, and what links them.
    let stored = store.stored_from(7..=7);
    assert!((80_000..120_000).contains(&stored), "{stored}");
    store.close();
    let store = Sqlite::open(folder.path()).unwrap();
    store.records(&running).unwrap();
    assert!(
        (80_000..120_000).contains(&store.stored_from(7..=7)),
        "{}",
        store.stored_from(7..=7)
    );
    store.remove(vec![over]).unwrap();
    assert!(
        (40_000..60_000).contains(&store.stored_from(7..=7)),
        "{}",
        store.stored_from(7..=7)
    );
    assert_eq!(store.stored_from(9..=9), 0);
    store.close();
}

/// Plays a game among bots to its end.
async fn played(host: &mut Client) {
    host.open("zan", &["tsumogiri", "tsumogiri", "tsumogiri"]).await;
    host.last = 0;
    host.connect().await;
    while host.hear().await.unwrap()["t"] != "over" {}
    host.drop_socket();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_removes_what_need_not_be_kept() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let mut tables = Vec::new();
    for _ in 0..3 {
        played(&mut host).await;
        tables.push(host.table.clone());
    }
    host.open("zan", &["me", "open", "open"]).await;
    running.stop().await;
    let keep = Keep {
        games: Some(1),
        days: None,
    };
    let keeping = Config {
        keep,
        ..config(&folder)
    };
    let running = serving(keeping).await;
    host.address = running.address;
    let listed = loop {
        let listed = host.get("/api/games").await.json();
        if listed.as_array().unwrap().len() == 1 {
            break listed;
        }
        tokio::task::yield_now().await;
    };
    let kept = listed[0]["id"].as_str().unwrap();
    for table in &tables {
        let log = host.get(&format!("/api/games/{table}/log")).await;
        assert_eq!(log.status, if table == kept { 200 } else { 404 });
    }
    assert_eq!(
        host.get(&format!("/api/tables/{}", host.table.clone())).await.json()["status"],
        "open"
    );
    running.stop().await;
    let checked = check(folder.path()).unwrap();
    assert_eq!((checked.games, checked.damage), (2, Vec::new()));
}

/// The room of a finished game stays in memory for two minutes, and every minute the server looks for games to remove.
#[tokio::test(start_paused = true)]
async fn a_finished_game_is_removed_within_three_minutes() {
    let held = HeldTime::new();
    let folder = Folder::new();
    let mut keeping = config(&folder);
    keeping.keep.games = Some(0);
    let running = serving_from_memory(keeping).await;
    let mut host = Client::new(running.address, 1);
    let pass = async |seconds: u32| {
        for _ in 0..seconds {
            advance(Duration::from_secs(1)).await;
            tokio::task::yield_now().await;
        }
    };
    pass(10).await;
    played(&mut host).await;
    pass(20).await;
    let mut viewer = Client::new(running.address, 2);
    viewer.table = host.table.clone();
    viewer.connect().await;
    viewer.heard(|frame| frame["t"] == "hello").await;
    viewer.drop_socket();
    assert_eq!(viewer.get("/api/games").await.json().as_array().unwrap().len(), 1);
    pass(180).await;
    let mut left = usize::MAX;
    // Time stands still from here.
    for _ in 0..300 {
        left = viewer.get("/api/games").await.json().as_array().unwrap().len();
        if left == 0 {
            break;
        }
    }
    assert_eq!(left, 0);
    running.stop().await;
    drop(held);
}

async fn opened(client: &mut Client) -> (u16, Option<String>) {
    let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "x" });
    let answer = client.post("/api/tables", &asked).await;
    (answer.status, answer.json()["error"].as_str().map(str::to_owned))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_has_used_its_space_opens_no_table_and_plays_on() {
    let folder = Folder::new();
    let small = || {
        let mut config = config(&folder);
        config.limits.disk_per_address = 8000;
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config
    };
    let running = serving(small()).await;
    let mut stranger = Client::new(running.address, 1);
    stranger.forwarded = Some("203.0.113.9");
    let mut other = Client::new(running.address, 2);
    other.forwarded = Some("198.51.100.4");
    stranger.open("zan", &["me", "greedy", "greedy"]).await;
    stranger.connect().await;
    while stranger.public < 120 {
        let frame = stranger.hear().await.unwrap();
        stranger.react(&frame).await;
    }
    let used = Some("disk-used-here".to_owned());
    assert_eq!(opened(&mut stranger).await, (507, used.clone()));
    assert_eq!(opened(&mut other).await.0, 200);
    running.stop().await;
    // It is not forgotten, and the game goes on to its end.
    let running = serving(small()).await;
    (stranger.address, other.address) = (running.address, running.address);
    assert_eq!(opened(&mut stranger).await, (507, used.clone()));
    stranger.connect().await;
    assert_eq!(stranger.play().await["t"], "over");
    let rematch = format!("/api/tables/{}/rematch", stranger.table);
    let rematch = stranger.post(&rematch, &json!({})).await;
    assert_eq!(
        (rematch.status, rematch.json()["error"].as_str()),
        (507, used.as_deref())
    );
    assert_eq!(opened(&mut other).await.0, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_share_of_the_disk_keeps_tables_from_being_opened() {
    for small in [
        |config: &mut Config| config.limits.disk = 4096,
        |config: &mut Config| config.limits.free_disk = u64::MAX,
    ] {
        let folder = Folder::new();
        let mut config = config(&folder);
        small(&mut config);
        let running = serving(config).await;
        let mut client = Client::new(running.address, 1);
        assert_eq!(opened(&mut client).await, (507, Some("disk-used".to_owned())));
        assert_eq!(client.get("/api/tables").await.status, 200);
        running.stop().await;
    }
}

/// Links, invitations and settings are stored each time: one who asks without end is refused, and others are not.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_fills_the_disk_with_what_is_asked_of_a_table() {
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.disk_per_table = 2_500;
    let running = serving(small).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "greedy", "greedy"]).await;
    let link = format!("/api/tables/{}/link", host.table);
    let mut stored = 0;
    let refused = loop {
        let answer = host.post(&link, &json!({})).await;
        if answer.status != 200 {
            break answer;
        }
        stored += 1;
        assert!(stored < 20, "it has no end");
    };
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (429, Some("too-often"))
    );
    // The game goes on, other tables are not affected, and whoever wants to leave does.
    host.connect().await;
    host.asked("discard").await;
    let mut other = Client::new(running.address, 2);
    other.open("zan", &["me", "greedy", "greedy"]).await;
    assert_eq!(
        other
            .post(&format!("/api/tables/{}/link", other.table), &json!({}))
            .await
            .status,
        200
    );
    assert_eq!(
        host.post(&format!("/api/tables/{}/leave", host.table), &json!({}))
            .await
            .status,
        200
    );
    running.stop().await;
}
