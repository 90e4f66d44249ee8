//! The admin page: who gets in, and what the owner can do there.

use crate::client::Client;
use crate::client::answering::is;
use crate::client::asking::Answer;
use crate::server::{Folder, config, serving};
use jantaku_server::config::Config;
use jantaku_server::token::SessionHash;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;
use tokio::time::timeout;

/// A form, as a browser sends it from one of our pages.
pub(crate) async fn submit(client: &mut Client, path: &str, body: &str) -> Answer {
    let origin = format!("http://{}", client.address);
    submit_from(client, path, body, Some(&origin)).await
}

async fn submit_from(client: &mut Client, path: &str, body: &str, origin: Option<&str>) -> Answer {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let head = format!("{origin}Content-Type: application/x-www-form-urlencoded\r\n");
    client.ask("POST", path, body, &head).await
}

fn key(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path().join("owner.key"))
        .unwrap()
        .trim()
        .to_owned()
}

/// The owner, logged in.
async fn owner(address: std::net::SocketAddr, folder: &Folder) -> Client {
    let mut owner = Client::new(address, 9);
    let answer = submit(&mut owner, "/admin/login", &format!("key={}", key(folder))).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    owner
}

/// Everybody comes through a proxy, except the owner.
fn proxied(folder: &Folder) -> Config {
    let mut config = config(folder);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    config
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owners_key_opens_the_page() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    client.open("zan", &["me", "open", "open"]).await;
    for path in ["/admin", "/admin/people", "/admin/log", "/admin/storage"] {
        let answer = client.get(path).await;
        assert!(answer.status == 401 && !answer.body.contains("Mika"), "{path}");
        assert!(answer.head.contains("no-store"), "{}", answer.head);
    }
    for path in ["close", "ban", "unban", "forget", "logout"] {
        let answer = submit(
            &mut client,
            &format!("/admin/{path}"),
            "table=x&whom=192.0.2.1&session=x",
        )
        .await;
        assert_eq!(answer.status, 401, "{path}");
    }
    let mut guest = Client::new(running.address, 2);
    assert_eq!(submit(&mut guest, "/admin/login", "key=wrong").await.status, 403);
    assert_eq!(guest.cookie, "");
    let right = format!("key={}", key(&folder));
    for origin in [None, Some("https://evil.example")] {
        assert_eq!(
            submit_from(&mut guest, "/admin/login", &right, origin).await.status,
            403
        );
    }
    let answer = submit(&mut guest, "/admin/login", &right).await;
    let cookie = answer
        .head
        .lines()
        .find(|line| line.to_lowercase().starts_with("set-cookie"))
        .unwrap();
    for part in [
        "jantaku-admin=",
        "HttpOnly",
        "SameSite=Strict",
        "Path=/admin",
        "Max-Age=",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let page = guest.get("/admin").await;
    assert!(page.status == 200 && page.body.contains("Mika") && page.body.contains(&client.table));
    // Changes come from our own pages alone.
    let close = format!("table={}", client.table);
    for origin in [None, Some("https://evil.example")] {
        assert_eq!(
            submit_from(&mut guest, "/admin/close", &close, origin).await.status,
            403
        );
    }
    let mut another = Client::new(running.address, 3);
    submit(&mut another, "/admin/login", &right).await;
    let before = guest.cookie.clone();
    assert_eq!(submit(&mut guest, "/admin/logout", "").await.status, 303);
    guest.cookie = before;
    assert_eq!(guest.get("/admin").await.status, 401, "the login has ended");
    running.stop().await;
    let running = serving(config(&folder)).await;
    (guest.address, another.address) = (running.address, running.address);
    assert_eq!(guest.get("/admin").await.status, 401, "also after a restart");
    assert_eq!(another.get("/admin").await.status, 200, "others hold");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_cannot_be_guessed_for_long() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut client = Client::new(running.address, 1);
    let mut answers = Vec::new();
    for _ in 0..11 {
        answers.push(submit(&mut client, "/admin/login", "key=wrong").await.status);
    }
    assert_eq!((answers.pop(), answers), (Some(429), vec![403; 10]));
    let right = format!("key={}", key(&folder));
    assert_eq!(submit(&mut client, "/admin/login", &right).await.status, 429);
    running.stop().await;
}

/// Over plain HTTP anybody on the way could read the key.
#[tokio::test(flavor = "multi_thread")]
async fn plain_http_from_afar_is_refused() {
    let folder = Folder::new();
    let running = serving(proxied(&folder)).await;
    let mut client = Client::new(running.address, 1);
    assert_eq!(client.get("/admin").await.status, 401, "from this machine");
    client.forwarded = Some("203.0.113.9");
    assert_eq!(client.get("/admin").await.status, 403);
    let right = format!("key={}", key(&folder));
    assert_eq!(submit(&mut client, "/admin/login", &right).await.status, 403);
    running.stop().await;
    let mut secure = proxied(&folder);
    secure.public_origin = Some("https://mahjong.example".to_owned());
    let running = serving(secure).await;
    client.address = running.address;
    assert_eq!(client.get("/admin").await.status, 401, "the proxy speaks HTTPS");
    let plain = client.ask("GET", "/admin", "", "X-Forwarded-Proto: http\r\n").await;
    assert_eq!(plain.status, 403);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_sees_and_closes_a_table() {
    let folder = Folder::new();
    let config = config(&folder);
    let mut log = config.log.clone();
    let running = serving(config).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "<b>Mika", "table": "<i>ours", "listed": true,
        "spectators": true });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let [host, guest] = people.as_mut_slice() else {
        panic!("two people");
    };
    // The game begins once both are ready.
    tokio::join!(host.asked("discard"), guest.heard(|frame| is(frame, "hand-started")));
    let mut owner = owner(running.address, &folder).await;
    let page = owner.get("/admin").await.body;
    let session = SessionHash::of(people[0].cookie.split_once('=').unwrap().1).to_string();
    for text in [
        "&lt;i&gt;ours",
        "&lt;b&gt;Mika",
        "Sora",
        "playing",
        "Bots: 1",
        &session[..12],
        "KiB",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("<b>Mika") && !page.contains("<i>ours"));
    let page = owner.get("/admin/people").await.body;
    for text in ["127.0.0.1", "Sora", &people[0].table] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let page = owner.get("/admin?lang=de").await.body;
    assert!(
        page.contains("<html lang=\"de\"") && page.contains("Tische") && page.contains("Tisch schließen"),
        "{page}"
    );
    log.write_all(b"a line <of> the log\n").unwrap();
    assert!(owner.get("/admin/log").await.body.contains("a line &lt;of&gt; the log"));
    let table = people[0].table.clone();
    let closed = submit(&mut owner, "/admin/close", &format!("table={table}")).await;
    assert_eq!(closed.status, 303, "{}", closed.body);
    for person in &mut people {
        person
            .heard(|frame| frame["t"] == "notice" && frame["what"] == "closed-by-operator")
            .await;
    }
    assert_eq!(
        owner.get(&format!("/api/tables/{table}")).await.json()["status"],
        "closed"
    );
    assert!(!owner.get("/admin").await.body.contains(&table));
    // Neither a table that is closed nor one that never was can be closed.
    for table in [table.as_str(), "nothing"] {
        assert_eq!(
            submit(&mut owner, "/admin/close", &format!("table={table}"))
                .await
                .status,
            409
        );
    }
    running.stop().await;
}

/// The code with which a socket is closed. Pings would keep one open forever that should be closed.
async fn end(client: &mut Client) -> u16 {
    let closed = async {
        loop {
            if let Err(end) = client.hear_or_end().await {
                return end;
            }
        }
    };
    timeout(Duration::from_secs(60), closed)
        .await
        .expect("the socket is closed")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_ends_sockets_and_lasts_until_it_is_lifted() {
    let folder = Folder::new();
    let running = serving(proxied(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika", "listed": true });
    let mut host = Client::new(running.address, 1);
    host.forwarded = Some("198.51.100.4");
    let mut people = Client::gather(&asked, host).await;
    let mut rude = people.pop().unwrap();
    rude.forwarded = Some("203.0.113.9");
    rude.connect().await;
    rude.heard(|frame| frame["t"] == "hello").await;
    let mut owner = owner(running.address, &folder).await;
    assert!(owner.get("/admin/people").await.body.contains("203.0.113.9"));
    // Not the owner, and not what is no address.
    for (whom, expected) in [("127.0.0.0/8", "own address"), ("nowhere", "Enter an address")] {
        let answer = submit(&mut owner, "/admin/ban", &format!("whom={whom}&hours=1")).await;
        assert!(
            answer.status == 409 && answer.body.contains(expected),
            "{}",
            answer.body
        );
    }
    let ban = "whom=203.0.113.0%2F24&hours=1&note=rude";
    assert_eq!(submit(&mut owner, "/admin/ban", ban).await.status, 303);
    assert_eq!(end(&mut rude).await, 4403);
    let refused = rude.get("/api/tables").await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (403, Some("banned"))
    );
    rude.connect().await;
    assert_eq!(end(&mut rude).await, 4403);
    assert_eq!(people[0].get("/api/tables").await.status, 200);
    running.stop().await;

    let running = serving(proxied(&folder)).await;
    (rude.address, owner.address) = (running.address, running.address);
    assert_eq!(rude.get("/api/tables").await.status, 403, "bans are stored");
    let mut owner = crate::admin::owner(running.address, &folder).await;
    let page = owner.get("/admin/people").await.body;
    assert!(
        page.contains("203.0.113.0/24") && page.contains("rude") && page.contains("left"),
        "{page}"
    );
    assert_eq!(
        submit(&mut owner, "/admin/unban", "whom=203.0.113.0%2F24").await.status,
        303
    );
    assert_eq!(rude.get("/api/tables").await.status, 200);
    let session = SessionHash::of(rude.cookie.split_once('=').unwrap().1);
    assert_eq!(
        submit(&mut owner, "/admin/ban", &format!("whom={session}&hours=0"))
            .await
            .status,
        303
    );
    assert_eq!(rude.get("/api/tables").await.status, 403);
    rude.cookie.clear();
    assert_eq!(rude.get("/api/tables").await.status, 200, "only the session is banned");
    running.stop().await;
}

/// Whoever has one address of such a network has all of them.
#[tokio::test(flavor = "multi_thread")]
async fn the_button_beside_an_ipv6_address_bans_its_network() {
    let folder = Folder::new();
    let running = serving(proxied(&folder)).await;
    let mut rude = Client::new(running.address, 1);
    rude.forwarded = Some("2001:db8:1:2::9");
    rude.open("zan", &["me", "open", "open"]).await;
    rude.connect().await;
    rude.heard(|frame| frame["t"] == "hello").await;
    let mut owner = owner(running.address, &folder).await;
    let page = owner.get("/admin/people").await.body;
    assert!(page.contains("<code>2001:db8:1:2::9</code>"), "{page}");
    assert!(page.contains("name=\"whom\" value=\"2001:db8:1:2::/64\""), "{page}");
    let ban = "whom=2001%3Adb8%3A1%3A2%3A%3A%2F64&hours=1";
    assert_eq!(submit(&mut owner, "/admin/ban", ban).await.status, 303);
    assert_eq!(end(&mut rude).await, 4403);
    for (address, expected) in [
        ("2001:db8:1:2::9", 403),
        ("2001:db8:1:2:ffff::1", 403),
        ("2001:db8:1:3::9", 200),
    ] {
        rude.forwarded = Some(address);
        assert_eq!(rude.get("/api/tables").await.status, expected, "{address}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_forgotten_while_the_server_runs() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mikaela", "listed": true });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let mut owner = owner(running.address, &folder).await;
    let session = SessionHash::of(people[0].cookie.split_once('=').unwrap().1);
    let body = format!("session={session}");
    let refused = submit(&mut owner, "/admin/forget", &body).await;
    assert!(
        refused.status == 409 && refused.body.contains(&people[0].table),
        "{}",
        refused.body
    );
    let [mika, sora] = people.as_mut_slice() else {
        panic!("two people");
    };
    tokio::join!(mika.play(), sora.play());
    let page = owner.get("/admin/storage?who=Mikaela").await.body;
    assert!(
        page.contains(&session.to_string()) && page.contains("Forget for good"),
        "{page}"
    );
    let forgotten = submit(&mut owner, "/admin/forget", &body).await;
    assert_eq!(forgotten.status, 303, "{}", forgotten.body);
    // Whoever looks at the game is sent to look again.
    assert_eq!(end(sora).await, 1012);
    sora.connect().await;
    let hello = sora.heard(|frame| frame["t"] == "hello").await;
    let names: Vec<&Value> = (0..2).map(|seat| &hello["table"]["players"][seat]["name"]).collect();
    assert_eq!(names, ["Deleted player", "Sora"]);
    assert_eq!(hello["seat"], 1);
    let log = sora.get(&format!("/api/games/{}/log", sora.table)).await.body;
    assert!(!log.contains("Mikaela") && log.contains("Deleted player"));
    assert!(!sora.get("/api/games").await.body.contains("Mikaela"));
    let page = owner.get("/admin/storage?who=Mikaela").await.body;
    assert!(page.contains("None.") && !page.contains(&session.to_string()));
    running.stop().await;
    assert_eq!(jantaku_server::store::check(folder.path()).unwrap().damage, []);
}
