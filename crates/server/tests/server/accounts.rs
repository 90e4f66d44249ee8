//! Accounts: signing in and out, what others learn of them, claimed games, and removal.

use crate::client::Client;
use crate::server::{Folder, HeldTime, Memory, config, serving, serving_from, serving_from_memory};
use jantaku_server::store::check;
use jantaku_server::token::SessionHash;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

pub(crate) const PASSWORD: &str = "correct horse";

/// Opens an account from this browser; what it was given.
pub(crate) async fn opened(client: &mut Client, name: &str, claim: bool) -> Value {
    let asked = json!({ "name": name, "password": PASSWORD, "claim": claim });
    let answer = client.post("/api/account/open", &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// Opens an account; what is typed to sign in to it.
pub(crate) async fn opened_login(client: &mut Client, name: &str) -> String {
    let account = opened(client, name, true).await;
    account["login"].as_str().unwrap().to_owned()
}

pub(crate) async fn signs_in(client: &mut Client, login: &str, password: &str, claim: bool) -> (u16, Value) {
    let asked = json!({ "login": login, "password": password, "claim": claim });
    let answer = client.post("/api/account/sign-in", &asked).await;
    (answer.status, answer.json())
}

/// Plays a game against bots to its end.
async fn plays(client: &mut Client) {
    let asked =
        json!({ "rules": "tenhou-sanma", "seats": ["me", "greedy", "greedy"], "name": "Mika", "listed": false });
    client.open_as(&asked).await;
    client.last = 0;
    client.public = 0;
    client.connect().await;
    client.play().await;
    client.drop_socket();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_keeps_games_and_seats_and_gets_a_new_token() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut browser = Client::new(running.address, 1);
    plays(&mut browser).await;
    browser.open("zan", &["me", "open", "open"]).await;
    let (table, guest) = (browser.table.clone(), browser.cookie.clone());
    let account = opened(&mut browser, "Mika", true).await;
    assert_eq!(account["name"], "Mika");
    assert_ne!(browser.cookie, guest, "the token is a new one");
    // Solo games are there too, though the lobby does not list them.
    let games = browser.get("/api/me/games").await.json();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["seat"]), (1, &json!(0)));
    let statistics = browser.get("/api/me/statistics").await.json();
    let book = &statistics["books"][0];
    assert_eq!((&statistics["games"], &book["games"]), (&json!(1), &json!(1)));
    assert_eq!(
        book["places"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_u64)
            .sum::<u64>(),
        1
    );
    // The seat is still hers, on every device where she signs in; the old token opens nothing.
    let mut phone = Client::new(running.address, 2);
    let login = account["login"].as_str().unwrap();
    assert_eq!(signs_in(&mut phone, login, PASSWORD, true).await.0, 200);
    let mut thief = Client::new(running.address, 3);
    thief.cookie = guest;
    for (client, seat) in [
        (&mut browser, json!(0)),
        (&mut phone, json!(0)),
        (&mut thief, json!(null)),
    ] {
        client.table = table.clone();
        client.last = 0;
        client.connect().await;
        let hello = client.heard(|frame| frame["t"] == "hello").await;
        assert_eq!(hello["seat"], seat);
    }
    assert_eq!(thief.get("/api/me/games").await.json(), json!([]));
    // So it is after a restart.
    running.stop().await;
    let running = serving(config(&folder)).await;
    phone.address = running.address;
    assert_eq!(phone.get("/api/account").await.json()["name"], "Mika");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_nobody() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut laptop = Client::new(running.address, 1);
    let login = opened_login(&mut laptop, "Mika").await;
    let mut phone = Client::new(running.address, 2);
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 200);
    phone.open("zan", &["me", "open", "open"]).await;
    phone.connect().await;
    assert_eq!(phone.heard(|frame| frame["t"] == "hello").await["seat"], 0);
    let devices = laptop.get("/api/account").await.json()["devices"].clone();
    assert_eq!(
        (devices[0]["own"].clone(), devices[1]["own"].clone()),
        (json!(true), json!(false))
    );
    let answer = laptop.post("/api/account/sign-out", &json!({ "device": 1 })).await;
    assert_eq!(answer.status, 200);
    // Its socket ends, and it comes back as nobody.
    while phone.hear_or_end().await.is_ok() {}
    assert_eq!(phone.get("/api/account").await.json(), Value::Null);
    phone.last = 0;
    phone.connect().await;
    assert_eq!(phone.heard(|frame| frame["t"] == "hello").await["seat"], json!(null));
    // A new password signs out whoever else is there.
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 200);
    let change = json!({ "old": PASSWORD, "new": "another password" });
    assert_eq!(laptop.post("/api/account/password", &change).await.status, 200);
    assert_eq!(phone.get("/api/account").await.json(), Value::Null);
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 403);
    assert_eq!(signs_in(&mut phone, &login, "another password", false).await.0, 200);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nothing_tells_whether_a_name_exists() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let login = opened_login(&mut mika, "Mika").await;
    // Another Mika is told nothing either.
    let mut other = Client::new(running.address, 2);
    assert_ne!(opened(&mut other, "Mika", true).await["login"], login.as_str());
    let mut stranger = Client::new(running.address, 3);
    let wrong = signs_in(&mut stranger, &login, "wrong password", true).await;
    let unknown = signs_in(&mut stranger, "nobody-ab2c", "wrong password", true).await;
    assert_eq!(wrong, unknown);
    assert_eq!((wrong.0, wrong.1["error"].as_str()), (403, Some("wrong-password")));
    // Nor do the limits: both names may be tried as often.
    let mut tries = [1, 1];
    for (name, tried) in [login.as_str(), "nobody-ab2c"].into_iter().zip(&mut tries) {
        while signs_in(&mut stranger, name, "wrong password", true).await.0 == 403 {
            *tried += 1;
        }
    }
    assert_eq!(tries, [20, 20]);
    // The right password does not help any more, from anywhere, until some time has passed.
    stranger.from = Some(Ipv4Addr::new(127, 0, 0, 2));
    let late = signs_in(&mut stranger, &login, PASSWORD, true).await;
    assert_eq!((late.0, late.1["error"].as_str()), (429, Some("too-often")));
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn an_address_tries_few_passwords_at_once() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut few = config(&folder);
    few.limits.sign_ins_per_address = 3;
    let running = serving_from(Arc::new(Memory::default()), few).await;
    let mut stranger = Client::new(running.address, 1);
    let mut guess = async |name: usize| {
        let tried = signs_in(&mut stranger, &format!("nobody-{name}"), "wrong password", false).await;
        tried.0
    };
    for name in 0..5 {
        assert_eq!(guess(name).await, if name < 3 { 403 } else { 429 }, "{name}");
    }
    // Eighteen more in ten minutes.
    tokio::time::advance(Duration::from_secs(34)).await;
    assert_eq!((guess(5).await, guess(6).await), (403, 429));
    // New accounts count with them.
    tokio::time::advance(Duration::from_secs(100)).await;
    let mut answers = Vec::new();
    for name in 0..5 {
        let asked = json!({ "name": format!("Mika{name}"), "password": PASSWORD, "claim": false });
        answers.push(
            Client::new(running.address, 1)
                .post("/api/account/open", &asked)
                .await
                .status,
        );
    }
    assert_eq!(answers, [200, 200, 200, 429, 429]);
    running.stop().await;
}

#[tokio::test]
async fn whoever_asks_too_often_waits_to_be_told() {
    let folder = Folder::new();
    let mut few = config(&folder);
    few.limits.sign_ins_per_address = 1;
    few.pauses.refusal = Duration::from_millis(300);
    let running = serving_from(Arc::new(Memory::default()), few).await;
    let mut stranger = Client::new(running.address, 1);
    assert_eq!(
        signs_in(&mut stranger, "nobody-1", "wrong password", false).await.0,
        403
    );
    let began = std::time::Instant::now();
    assert_eq!(
        signs_in(&mut stranger, "nobody-2", "wrong password", false).await.0,
        429
    );
    assert!(began.elapsed() >= Duration::from_millis(300));
    running.stop().await;
}

/// A store that cannot answer shows when it is asked: anybody can send tokens without end.
#[tokio::test(start_paused = true)]
async fn the_store_is_asked_who_it_is_only_within_the_limits() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let mut small = config(&folder);
    small.limits.requests_per_address = 20;
    let running = serving_from(Arc::clone(&store), small).await;
    let mut stranger = Client::new(running.address, 1);
    stranger.open("zan", &["me", "open", "open"]).await;
    let name = stranger.cookie.split_once('=').unwrap().0.to_owned();
    store.set_away(true);
    let mut answers = Vec::new();
    for token in 0..40 {
        stranger.cookie = format!("{name}={token:064x}");
        answers.push(stranger.get("/api/account").await.status);
    }
    let (asked, turned_away) = answers.split_at(19);
    assert_eq!((asked, turned_away), (&[503; 19][..], &[429; 21][..]));
    store.set_away(false);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_signed_in_comes_back_whatever_others_ask_for() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let mut small = config(&folder);
    small.limits.requests_per_address = 60;
    let running = serving_from_memory(small).await;
    let mut host = Client::new(running.address, 1);
    opened(&mut host, "Mika", false).await;
    host.open("zan", &["me", "open", "open"]).await;
    let mut greedy = Client::new(running.address, 2);
    while greedy.get("/healthz").await.status == 200 {}
    assert_eq!(Client::new(running.address, 3).get("/").await.status, 429);
    assert_eq!(host.get("/api/account").await.json()["name"], "Mika");
    assert!(host.connected().await, "the player is kept out");
    assert_eq!(host.hear().await.unwrap()["seat"], 0);
    running.stop().await;
}

/// After a restart nobody is known, and whatever account changes must not make the server forget who is signed in.
#[tokio::test(start_paused = true)]
async fn whoever_is_signed_in_has_an_allowance_of_their_own() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let mut small = config(&folder);
    small.limits.requests_per_address = 60;
    let running = serving_from(Arc::clone(&store), small.clone()).await;
    let mut mika = Client::new(running.address, 1);
    let login = opened_login(&mut mika, "Mika").await;
    let mut phone = Client::new(running.address, 2);
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 200);
    let left = phone.cookie.clone();
    assert_eq!(phone.post("/api/account/sign-out", &json!({})).await.status, 200);
    running.stop().await;
    let running = serving_from(Arc::clone(&store), small).await;
    mika.address = running.address;
    let mut greedy = Client::new(running.address, 3);
    while greedy.get("/healthz").await.status == 200 {}
    // She plays nowhere, and the server has not seen her since it started.
    assert_eq!(mika.get("/api/account").await.json()["name"], "Mika");
    // Others change accounts, from elsewhere.
    let mut other = Client::new(running.address, 4);
    other.from = Some(Ipv4Addr::new(127, 0, 0, 2));
    opened(&mut other, "Sora", true).await;
    assert_eq!(mika.get("/api/account").await.json()["name"], "Mika");
    // A token that was signed out, one that nobody was given and none at all have no allowance here.
    greedy.cookie = left;
    greedy.address = running.address;
    assert_eq!(greedy.get("/api/account").await.status, 429);
    let name = mika.cookie.split_once('=').unwrap().0.to_owned();
    greedy.cookie = format!("{name}={}", "7".repeat(64));
    assert_eq!(greedy.get("/api/account").await.status, 429);
    // Her own allowance has an end too.
    let mut served = 0;
    while mika.get("/api/account").await.status == 200 {
        served += 1;
    }
    assert!((90..=110).contains(&served), "{served}");
    running.stop().await;
}

/// A store that cannot answer shows when it is asked.
#[tokio::test(start_paused = true)]
async fn beyond_the_limits_the_store_is_asked_of_tokens_that_were_given_out_only() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let mut small = config(&folder);
    small.limits.requests_per_address = 20;
    let running = serving_from(Arc::clone(&store), small).await;
    let mut mika = Client::new(running.address, 1);
    opened(&mut mika, "Mika", true).await;
    let mut greedy = Client::new(running.address, 3);
    while greedy.get("/healthz").await.status == 200 {}
    store.set_away(true);
    let name = mika.cookie.split_once('=').unwrap().0.to_owned();
    for token in 0..50 {
        greedy.cookie = format!("{name}={token:064x}");
        assert_eq!(greedy.get("/api/account").await.status, 429, "the store was asked");
    }
    store.set_away(false);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_ends_the_token_before() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut browser = Client::new(running.address, 1);
    let first = opened_login(&mut browser, "Mika").await;
    let before = browser.cookie.clone();
    let second = opened_login(&mut browser, "Sora").await;
    assert_eq!(signs_in(&mut browser, &second, PASSWORD, false).await.0, 200);
    let devices = browser.get("/api/account").await.json()["devices"].clone();
    assert_eq!(devices.as_array().unwrap().len(), 1, "{devices}");
    let mut thief = Client::new(running.address, 2);
    thief.cookie = before;
    assert_eq!(thief.get("/api/account").await.json(), Value::Null);
    assert_eq!(signs_in(&mut thief, &first, PASSWORD, false).await.0, 200);
    running.stop().await;
}

/// Whoever knows the sign-in name can use up its attempts, but not those of the owner who is signed in.
#[tokio::test(start_paused = true)]
async fn nobody_keeps_an_owner_from_changing_the_password() {
    let _held = HeldTime::new();
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    let login = opened_login(&mut mika, "Mika").await;
    let mut stranger = Client::new(running.address, 2);
    while signs_in(&mut stranger, &login, "wrong password", true).await.0 == 403 {}
    let change = json!({ "old": PASSWORD, "new": "another password" });
    assert_eq!(mika.post("/api/account/password", &change).await.status, 200);
    let gone = mika
        .post("/api/account/delete", &json!({ "password": "another password" }))
        .await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_brings_the_games_and_seats_of_the_guest() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut laptop = Client::new(running.address, 1);
    let login = opened_login(&mut laptop, "Mika").await;
    let mut phone = Client::new(running.address, 2);
    plays(&mut phone).await;
    phone.open("zan", &["open", "me", "open"]).await;
    let table = phone.table.clone();
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, true).await.0, 200);
    for client in [&mut phone, &mut laptop] {
        assert_eq!(client.get("/api/me/games").await.json().as_array().unwrap().len(), 1);
        client.table = table.clone();
        client.last = 0;
        client.connect().await;
        assert_eq!(client.heard(|frame| frame["t"] == "hello").await["seat"], 1);
    }
    // Whoever does not want that leaves the guest's games behind.
    let mut shared = Client::new(running.address, 3);
    plays(&mut shared).await;
    assert_eq!(signs_in(&mut shared, &login, PASSWORD, false).await.0, 200);
    assert_eq!(shared.get("/api/me/games").await.json().as_array().unwrap().len(), 1);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_exported_and_everything_is_deleted() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    plays(&mut mika).await;
    let game = mika.table.clone();
    opened(&mut mika, "Mika", true).await;
    let export = mika.get("/api/account/export").await;
    assert!(export.head.to_lowercase().contains("attachment"));
    let export = export.json();
    assert_eq!(
        (&export["account"]["name"], &export["games"][0]["game"]["id"]),
        (&json!("Mika"), &json!(game))
    );
    assert!(!export.to_string().contains("argon2"), "no password, not even hashed");
    // Whoever still plays finishes first.
    let delete = |password: &str| json!({ "password": password });
    mika.open("zan", &["me", "open", "open"]).await;
    let plays = mika.post("/api/account/delete", &delete(PASSWORD)).await;
    assert_eq!(
        (plays.status, plays.json()["error"].as_str()),
        (409, Some("still-plays"))
    );
    assert_eq!(
        mika.post(&format!("/api/tables/{}/close", mika.table), &json!({}))
            .await
            .status,
        200
    );
    assert_eq!(
        mika.post("/api/account/delete", &delete("wrong password")).await.status,
        403
    );
    let gone = mika.post("/api/account/delete", &delete(PASSWORD)).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(mika.get("/api/account").await.json(), Value::Null);
    let log = mika.get(&format!("/api/games/{game}/log")).await.body;
    assert!(log.contains("Deleted player") && !log.contains("Mika"));
    running.stop().await;
    let found = check(folder.path()).unwrap();
    assert_eq!(found.damage, []);
    let bytes: Vec<u8> = std::fs::read_dir(folder.path())
        .unwrap()
        .filter_map(|file| std::fs::read(file.unwrap().path()).ok())
        .flatten()
        .collect();
    assert!(
        !bytes.windows(4).any(|found| found == b"Mika"),
        "her name is on no page"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_passwords_and_names_are_refused() {
    let folder = Folder::new();
    let running = serving_from_memory(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    for (name, password, error) in [
        ("Mika", "seven77", "bad-password"),
        ("Mika", &"x".repeat(257), "bad-password"),
        ("Neko", PASSWORD, "reserved-name"),
    ] {
        let asked = json!({ "name": name, "password": password, "claim": true });
        let refused = client.post("/api/account/open", &asked).await;
        assert_eq!((refused.status, refused.json()["error"].as_str()), (400, Some(error)));
    }
    for path in ["sign-out", "password", "delete"] {
        let asked = match path {
            "sign-out" => json!({}),
            "password" => json!({ "old": PASSWORD, "new": PASSWORD }),
            _ => json!({ "password": PASSWORD }),
        };
        let refused = client.post(&format!("/api/account/{path}"), &asked).await;
        assert_eq!(
            (refused.status, refused.json()["error"].as_str()),
            (403, Some("not-signed-in"))
        );
    }
    // What says whom one plays as is not for clients to say.
    let mut mika = Client::new(running.address, 2);
    plays(&mut mika).await;
    let (_, token) = mika.cookie.split_once('=').unwrap();
    let session = SessionHash::of(token).to_string();
    let answer = client
        .ask(
            "GET",
            "/api/me/games",
            "",
            &format!("X-Jantaku-Plays-As: {session}\r\n"),
        )
        .await;
    assert_eq!((answer.status, answer.json()), (200, json!([])));
    running.stop().await;
}
