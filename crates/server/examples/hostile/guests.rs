//! Honest people whom the hostile clients aim at: those of the table that is watched by too many, and those who come to the lobby. And
//! tabs that nobody looks at, which answer pings and nothing else. And members, who sign in.

use crate::client::Client;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// Whoever needs longer to get in is kept out.
const PATIENCE: Duration = Duration::from_secs(10);
/// The password of members: nobody guesses it.
const PASSWORD: &str = "a password of honest members";
/// Tabs that nobody looks at.
const TABS: u8 = 200;

/// How it went for them.
#[derive(Default)]
pub(crate) struct Guests {
    /// Players who came back to their seats, newcomers who found the open table and opened one.
    pub(crate) returns: AtomicU64,
    pub(crate) newcomers: AtomicU64,
    /// Members who have signed in.
    pub(crate) members: AtomicU64,
    pub(crate) kept_out: AtomicU64,
    pub(crate) slowest_ms: AtomicU64,
    /// The server is about to stop: whoever is dropped from now on is no complaint.
    over: AtomicBool,
}

impl Guests {
    /// Seats four at a table, one of them at the address of the flood; the table.
    pub(crate) async fn seated(address: SocketAddr, flood: Ipv4Addr) -> (Arc<Guests>, String) {
        let guests = Arc::new(Guests::default());
        let mut host = person(address, Ipv4Addr::new(127, 2, 0, 1), 1);
        host.open("tenhou", &["me", "open", "open", "open"]).await;
        let (table, invites) = (host.table.clone(), host.invites.clone());
        let mut people = vec![host];
        for (number, invite) in (2..).zip(&invites) {
            let from = if number == 2 {
                flood
            } else {
                Ipv4Addr::new(127, 2, 0, number)
            };
            let mut friend = person(address, from, number);
            friend.join(&table, invite).await;
            people.push(friend);
        }
        for client in &mut people {
            client.connect().await;
        }
        // The first two come and go, the others stay.
        for (place, client) in people.into_iter().enumerate() {
            tokio::spawn(play(client, place < 2, Arc::clone(&guests)));
        }
        (guests, table)
    }

    /// Lets newcomers look for an open table in the lobby and open another.
    pub(crate) async fn welcome(self: Arc<Guests>, address: SocketAddr) {
        let mut host = person(address, Ipv4Addr::new(127, 2, 1, 1), 5);
        host.open("zan", &["me", "open", "open"]).await;
        host.connect().await;
        let table = host.table.clone();
        tokio::spawn(async move { while host.hear_text().await.is_some() {} });
        for number in 1..=u8::MAX {
            let came = timeout(PATIENCE, come(address, number, &table)).await;
            self.count(&self.newcomers, came == Ok(Some(())), "a newcomer");
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// Opens the account of a member; the sign-in name.
    pub(crate) async fn enrol(address: SocketAddr, number: u8) -> String {
        let mut client = person(address, Ipv4Addr::new(127, 2, 4, number), number);
        let asked = json!({ "name": "Member", "password": PASSWORD, "claim": false });
        let opened = client.post("/api/account/open", &asked).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
        opened.json()["login"].as_str().unwrap().to_owned()
    }

    /// Lets a member sign in on one device after another.
    pub(crate) async fn sign_in(self: Arc<Guests>, address: SocketAddr, login: String) {
        for number in 1..=u8::MAX {
            let signed_in = timeout(PATIENCE, sign_in(address, number, &login)).await.is_ok();
            self.count(&self.members, signed_in, "a member who signs in");
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// Sockets that answer pings and say nothing stay.
    pub(crate) fn open_tabs(self: &Arc<Guests>, address: SocketAddr, table: &str) {
        for number in 0..TABS {
            let mut tab = person(address, Ipv4Addr::new(127, 2, 3, number), number);
            tab.table = table.to_owned();
            let guests = Arc::clone(self);
            tokio::spawn(async move {
                tab.connect().await;
                while tab.hear_text().await.is_some() {}
                guests.complain("dropped: a tab that answers pings");
            });
        }
    }

    fn count(&self, fine: &AtomicU64, is_fine: bool, who: &str) {
        match is_fine {
            true => drop(fine.fetch_add(1, Relaxed)),
            false => self.complain(&format!("kept out: {who}")),
        }
    }

    fn complain(&self, what: &str) {
        if !self.over.load(Relaxed) {
            println!("{what}");
            self.kept_out.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn end(&self) {
        self.over.store(true, Relaxed);
    }
}

/// Tries until the server lets the member in.
async fn sign_in(address: SocketAddr, number: u8, login: &str) {
    let asked = json!({ "login": login, "password": PASSWORD, "claim": false });
    loop {
        let mut client = person(address, Ipv4Addr::new(127, 2, 5, number), number);
        let tried = client
            .try_ask("POST", "/api/account/sign-in", &asked.to_string(), "")
            .await;
        if tried.is_ok_and(|answer| answer.status == 200) {
            return;
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Finds the table of somebody else in the lobby, and opens another.
async fn come(address: SocketAddr, number: u8, table: &str) -> Option<()> {
    let mut client = person(address, Ipv4Addr::new(127, 2, 2, number), number);
    let listed = client.try_ask("GET", "/api/tables", "", "").await.ok()?;
    if !listed.body.contains(table) {
        println!("the lobby does not show the table");
        return None;
    }
    let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "Mika" });
    let opened = client
        .try_ask("POST", "/api/tables", &asked.to_string(), "")
        .await
        .ok()?;
    if opened.status != 200 {
        println!("no table can be opened: {}", opened.body);
        return None;
    }
    client.table = opened.json()["table"].as_str()?.to_owned();
    let in_seat = client.connected().await && client.hear().await?["seat"] == 0;
    in_seat.then_some(())
}

/// Plays, and leaves now and then without a word to come back at once.
async fn play(mut client: Client, comes_back: bool, guests: Arc<Guests>) {
    let mut left_at = Instant::now();
    loop {
        let Some(frame) = client.hear().await else {
            guests.complain("kept out: a socket was closed");
            return;
        };
        if client.react(&frame).await {
            return;
        }
        if is_asked(&frame) {
            sleep(Duration::from_millis(200)).await;
        }
        if comes_back && left_at.elapsed() >= Duration::from_secs(1) {
            client.drop_socket();
            let began = Instant::now();
            let back = timeout(PATIENCE, back(&mut client)).await.is_ok();
            guests.slowest_ms.fetch_max(began.elapsed().as_millis() as u64, Relaxed);
            guests.count(&guests.returns, back, "a player of the table that is watched");
            left_at = Instant::now();
        }
    }
}

/// Tries until the seat is there again.
async fn back(client: &mut Client) {
    loop {
        if client.connected().await
            && let Some(hello) = client.hear().await
            && hello["seat"].as_u64() == client.seat.map(u64::from)
        {
            client.react(&hello).await;
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

fn is_asked(frame: &Value) -> bool {
    frame["legal"].as_array().is_some_and(|legal| !legal.is_empty())
}

fn person(address: SocketAddr, from: Ipv4Addr, number: u8) -> Client {
    let mut client = Client::new(address, number);
    client.from = Some(from);
    client
}
