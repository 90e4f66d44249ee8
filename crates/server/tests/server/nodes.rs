//! Several nodes with one database and one bus: a player may be at any of them, and a table goes on though its node does not.

use crate::accounts::{PASSWORD, opened_login, signs_in};
use crate::admin::submit;
use crate::client::{Client, numbered};
use crate::server::{Folder, config};
use crate::services::{self, Services};
use crate::unreliable::Unreliable;
use jantaku_record::log::Log;
use jantaku_record::verify::verify_log;
use jantaku_rules::rulebook::library::Library;
use jantaku_server::bus::{Bus, InProcess, Nats};
use jantaku_server::config::Config;
use jantaku_server::store::{Memory, Store};
use jantaku_server::token::{SessionHash, TableId};
use jantaku_server::{Running, start_on};
use serde_json::{Value, json};
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// Tables that an address may open, in the test of limits.
const MANY: usize = 60;

/// Something that nodes share.
pub(crate) struct Shared {
    memory: Memory,
    pub(crate) bus: Arc<dyn Bus>,
    database: Option<String>,
}

impl Shared {
    pub(crate) fn in_memory() -> Shared {
        Shared {
            memory: Memory::default(),
            bus: Arc::new(InProcess::default()),
            database: None,
        }
    }

    fn in_postgres() -> Shared {
        Shared {
            database: Some(Services::shared().database()),
            ..Shared::in_memory()
        }
    }

    pub(crate) async fn node(&self, name: &str) -> Node {
        self.node_with(name, |_| ()).await
    }

    async fn node_with(&self, name: &str, change: impl FnOnce(&mut Config)) -> Node {
        let folder = Folder::new();
        let mut config = config(&folder);
        change(&mut config);
        let (store, bus): (Arc<dyn Store>, Arc<dyn Bus>) = match &self.database {
            Some(database) => (
                Arc::new(services::open(database, name).unwrap()),
                Arc::new(Nats::connect(&Services::shared().nats, name).await.unwrap()),
            ),
            None => (Arc::new(self.memory.node(name)), Arc::clone(&self.bus)),
        };
        Node::start(folder, config, store, bus).await
    }

    /// A node with data in memory and a bus that is not quite that of the others.
    pub(crate) async fn node_at(&self, name: &str, bus: Arc<dyn Bus>) -> Node {
        let folder = Folder::new();
        let config = config(&folder);
        Node::start(folder, config, Arc::new(self.memory.node(name)), bus).await
    }

    /// A node that can be cut from the data and from the others.
    async fn frail(&self, name: &str, seed: u8) -> (Node, Arc<Memory>, Arc<Unreliable>) {
        let folder = Folder::new();
        let config = config(&folder);
        let store = Arc::new(self.memory.node(name));
        let bus = Unreliable::new(Arc::clone(&self.bus), seed);
        let node = Node::start(folder, config, Arc::clone(&store) as _, Arc::clone(&bus) as _).await;
        (node, store, bus)
    }
}

pub(crate) struct Node {
    pub(crate) running: Running,
    _folder: Folder,
}

impl Node {
    async fn start(folder: Folder, config: Config, store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Node {
        let running = start_on(bus, config, Library::builtin(), |_| Ok(store)).await.unwrap();
        Node {
            running,
            _folder: folder,
        }
    }

    pub(crate) fn client(&self, number: u8) -> Client {
        Client::new(self.running.address, number)
    }
}

/// Runs a test in memory, and with PostgreSQL and NATS.
macro_rules! both {
    ($($name:ident)*) => {
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")] async fn $name() { super::$name(&super::Shared::in_postgres()).await })*
        }
        mod simulated {
            $(#[tokio::test(flavor = "multi_thread")] async fn $name() { super::$name(&super::Shared::in_memory()).await })*
        }
    };
}

both! {
    a_game_is_played_from_three_nodes
    a_node_that_stops_hands_its_tables_over
    every_node_shows_the_same_lobby
    an_address_has_the_same_limits_at_every_node
    everything_can_be_asked_of_any_node
    a_ban_holds_at_every_node
    the_owner_sees_the_people_and_logs_of_all_nodes
    tries_of_the_key_count_at_every_node
    the_owner_logs_in_and_out_at_every_node
}

/// A table at the first node, with players at all of these.
async fn gathered(nodes: &[&Node]) -> Vec<Client> {
    let mut seats = vec!["me"];
    seats.resize(nodes.len(), "open");
    seats.resize(3, "greedy");
    let mut host = nodes[0].client(1);
    host.open("zan", &seats).await;
    let (table, invites) = (host.table.clone(), host.invites.clone());
    let mut people = vec![host];
    for ((number, node), invite) in (2..).zip(&nodes[1..]).zip(&invites) {
        let mut guest = node.client(number);
        guest.join(&table, invite).await;
        people.push(guest);
    }
    for person in &mut people {
        person.connect().await;
    }
    people
}

/// Plays to the end of the game, each by itself.
async fn play_on(people: Vec<Client>) -> Vec<Client> {
    let playing = people.into_iter().map(|mut person| {
        tokio::spawn(async move {
            person.play().await;
            person
        })
    });
    all_of(playing.collect()).await
}

/// Plays until everybody has heard so many frames. Whoever has heard them plays on, because others may wait for an answer.
async fn play_until(people: Vec<Client>, frames: u32) -> Vec<Client> {
    let (left, _) = watch::channel(people.len());
    let left = Arc::new(left);
    let playing = people.into_iter().map(|mut person| {
        let left = Arc::clone(&left);
        tokio::spawn(async move {
            let mut all = left.subscribe();
            let mut has_heard = false;
            loop {
                if !has_heard && person.last >= frames {
                    has_heard = true;
                    left.send_modify(|left| *left -= 1);
                }
                tokio::select! {
                    frame = person.hear() => {
                        let frame = frame.expect("the socket stays open");
                        person.react(&frame).await;
                    }
                    () = async { all.wait_for(|left| *left == 0).await.map(drop).unwrap() } => return person,
                }
            }
        })
    });
    all_of(playing.collect()).await
}

async fn all_of(playing: Vec<JoinHandle<Client>>) -> Vec<Client> {
    let mut done = Vec::new();
    for player in playing {
        done.push(soon(player).await.unwrap());
    }
    done
}

/// Fails where something would be waited for without end. A socket is pinged, so its silence is no sign.
async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(120), what).await.expect("it never happens")
}

/// What everybody heard piece by piece is what is told now, at this node, and a game by the rules.
async fn nothing_is_lost(people: &mut [Client], node: &Node) {
    for person in people.iter_mut() {
        let told = numbered(&std::mem::take(&mut person.frames));
        person.address = node.running.address;
        person.last = 0;
        person.connect().await;
        while person.last < told.len() as u32 {
            person.hear().await.unwrap();
        }
        assert_eq!(numbered(&person.frames), told, "an event was lost, doubled or changed");
    }
    let log = people[0].get(&format!("/api/games/{}/log", people[0].table)).await;
    assert_eq!(log.status, 200, "{}", log.body);
    let log = Log::read(log.body.as_bytes()).unwrap();
    let book = log.header.rules(&Library::builtin()).unwrap();
    assert_eq!(verify_log(&log, &book).map(|_| ()), Ok(()));
}

async fn a_game_is_played_from_three_nodes(shared: &Shared) {
    let [one, two, three] = [
        shared.node("one").await,
        shared.node("two").await,
        shared.node("three").await,
    ];
    let people = gathered(&[&one, &two, &three]).await;
    let mut people = play_on(people).await;
    for node in [&three, &two, &one] {
        nothing_is_lost(&mut people, node).await;
    }
    for node in [one, two, three] {
        node.running.stop().await;
    }
}

async fn a_node_that_stops_hands_its_tables_over(shared: &Shared) {
    let [one, two, three] = [
        shared.node("one").await,
        shared.node("two").await,
        shared.node("three").await,
    ];
    let mut people = gathered(&[&one, &two, &three]).await;
    // The first player comes to another node, the others stay where they are: their sockets are never closed.
    people[0].address = three.running.address;
    people[0].connect().await;
    let people = play_until(people, 20).await;
    let ((), people) = tokio::join!(one.running.stop(), play_until(people, 60));
    let mut people = play_on(people).await;
    nothing_is_lost(&mut people, &two).await;
    for node in [two, three] {
        node.running.stop().await;
    }
}

async fn every_node_shows_the_same_lobby(shared: &Shared) {
    let [one, two] = [shared.node("one").await, shared.node("two").await];
    let mut host = one.client(1);
    host.open("zan", &["me", "open", "open"]).await;
    let mut guest = two.client(2);
    let open = |list: &Value| {
        list["tables"][0]["players"]
            .as_array()
            .map(|all| all.iter().filter(|one| one["kind"] == "open").count())
    };
    shows(&mut guest, |list| {
        list["tables"][0]["id"] == host.table && open(list) == Some(2)
    })
    .await;
    guest
        .post(&format!("/api/tables/{}/join", host.table), &json!({ "name": "Sora" }))
        .await;
    shows(&mut host, |list| open(list) == Some(1)).await;
    // A table of one's own is first, wherever it is; one that is not listed is nobody else's to see.
    let mut own = two.client(3);
    own.open_as(&json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Rin" }))
        .await;
    let table = own.table.clone();
    own.address = one.running.address;
    shows(&mut own, |list| {
        list["tables"][0]["id"] == table && list["tables"][0]["mine"] == true
    })
    .await;
    shows(&mut host, |list| list["tables"].as_array().unwrap().len() == 1).await;
    // A node that comes later learns of everything.
    let three = shared.node("three").await;
    let mut late = three.client(4);
    shows(&mut late, |list| open(list) == Some(1)).await;
    let closed = host
        .post(&format!("/api/tables/{}/close", host.table), &json!({}))
        .await;
    assert_eq!(closed.status, 200, "{}", closed.body);
    shows(&mut late, |list| list["tables"].as_array().unwrap().is_empty()).await;
    for node in [one, two, three] {
        node.running.stop().await;
    }
}

/// Waits until the lobby shows something.
async fn shows(client: &mut Client, what: impl Fn(&Value) -> bool) {
    let began = Instant::now();
    loop {
        let list = client.get("/api/tables").await.json();
        if what(&list) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "the lobby shows {list}");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn an_address_has_the_same_limits_at_every_node(shared: &Shared) {
    let few = |config: &mut Config| {
        config.limits.listed_per_address = 2;
        config.limits.tables_per_address = MANY;
    };
    let [one, two] = [shared.node_with("one", few).await, shared.node_with("two", few).await];
    let mut asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    let mut here = one.client(1);
    let mut there = two.client(1);
    here.open_as(&asked).await;
    there.open_as(&asked).await;
    let both = |list: &Value| list["tables"].as_array().unwrap().len() == 2;
    shows(&mut here, both).await;
    shows(&mut there, both).await;
    for client in [&mut here, &mut there] {
        let refused = client.post("/api/tables", &asked).await;
        assert_eq!(refused.json()["error"], "too-many-listed");
    }
    // What is left of the tables that an address may open is used up at one node, and then the other has none.
    asked["seats"] = json!(["nobody"]);
    let refused = |status: u16, body: &str| (status == 429).then(|| assert!(body.contains("too-often"), "{body}"));
    let mut left = 0;
    for (client, most) in [(&mut here, MANY), (&mut there, MANY / 2)] {
        left = 0;
        loop {
            let answer = client.post("/api/tables", &asked).await;
            if refused(answer.status, &answer.body).is_some() {
                break;
            }
            left += 1;
            assert!(left < most, "the other node's uses do not count");
            sleep(Duration::from_millis(20)).await;
        }
    }
    assert!(left < MANY / 2);
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// Who is banned at one node is let in by none, and the sockets that are open are closed.
async fn a_ban_holds_at_every_node(shared: &Shared) {
    let [one, two] = [shared.node("one").await, shared.node("two").await];
    let mut people = gathered(&[&one, &two]).await;
    let session = SessionHash::of(people[1].cookie.split_once('=').unwrap().1);
    let mut owner = one.client(9);
    let key = std::fs::read_to_string(&one.running.key).unwrap();
    let login = submit(&mut owner, "/admin/login", &format!("key={}", key.trim())).await;
    assert_eq!(login.status, 303, "{}", login.body);
    let ban = submit(&mut owner, "/admin/ban", &format!("whom={session}&hours=1")).await;
    assert_eq!(ban.status, 303, "{}", ban.body);
    let closed = async {
        loop {
            if let Err(code) = people[1].hear_or_end().await {
                return code;
            }
        }
    };
    assert_eq!(soon(closed).await, 4403, "the socket at the other node is closed");
    assert_eq!(people[1].get("/api/tables").await.status, 403);
    people[1].address = one.running.address;
    assert_eq!(people[1].get("/api/tables").await.status, 403);
    for node in [one, two] {
        node.running.stop().await;
    }
}

async fn the_owner_sees_the_people_and_logs_of_all_nodes(shared: &Shared) {
    let named = |name: &'static str| move |config: &mut Config| config.node = name.to_owned();
    let one = shared.node_with("one", named("one")).await;
    let two = shared
        .node_with("two", |config| {
            named("two")(config);
            let mut log = config.log.clone();
            log.write_all(b"something happened at two").unwrap();
        })
        .await;
    let people = gathered(&[&two, &one]).await;
    let mut owner = one.client(9);
    let key = std::fs::read_to_string(&one.running.key).unwrap();
    let login = submit(&mut owner, "/admin/login", &format!("key={}", key.trim())).await;
    assert_eq!(login.status, 303, "{}", login.body);
    let session = SessionHash::of(people[0].cookie.split_once('=').unwrap().1);
    let sees = async |owner: &mut Client, path: &str, what: &str| {
        while !owner.get(path).await.body.contains(what) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    soon(sees(&mut owner, "/admin/people", &session.to_string())).await;
    soon(sees(&mut owner, "/admin/log", "node=two")).await;
    let log = owner.get("/admin/log").await.body;
    assert!(!log.contains("something happened at two"), "{log}");
    soon(sees(&mut owner, "/admin/log?node=two", "something happened at two")).await;
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// Whoever guesses the owner's key gets no more tries by going round.
async fn tries_of_the_key_count_at_every_node(shared: &Shared) {
    let [one, two] = [shared.node("one").await, shared.node("two").await];
    let mut thief = one.client(9);
    while submit(&mut thief, "/admin/login", "key=open sesame, please")
        .await
        .status
        != 429
    {}
    thief.address = two.running.address;
    let mut tries = 0;
    while submit(&mut thief, "/admin/login", "key=open sesame, please")
        .await
        .status
        != 429
    {
        tries += 1;
        assert!(tries < 9, "the other node's tries do not count");
        sleep(Duration::from_millis(200)).await;
    }
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// Behind a proxy every request may reach another node.
async fn the_owner_logs_in_and_out_at_every_node(shared: &Shared) {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let key = folder.path().join("key");
    std::fs::write(&key, "correct horse battery").unwrap();
    let one = shared
        .node_with("one", |config| config.admin_key = Some(key.clone()))
        .await;
    let two = shared
        .node_with("two", |config| config.admin_key = Some(key.clone()))
        .await;
    let mut owner = one.client(9);
    let login = submit(&mut owner, "/admin/login", "key=correct horse battery").await;
    assert_eq!(login.status, 303, "{}", login.body);
    owner.address = two.running.address;
    assert_eq!(owner.get("/admin").await.status, 200);
    let cookie = owner.cookie.clone();
    assert_eq!(submit(&mut owner, "/admin/logout", "").await.status, 303);
    for node in [&two, &one] {
        (owner.address, owner.cookie) = (node.running.address, cookie.clone());
        while owner.get("/admin").await.status == 200 {
            sleep(Duration::from_millis(10)).await;
        }
    }
    // Nor at a node that comes later.
    let three = shared
        .node_with("three", |config| config.admin_key = Some(key.clone()))
        .await;
    (owner.address, owner.cookie) = (three.running.address, cookie.clone());
    assert_eq!(owner.get("/admin").await.status, 401);
    three.running.stop().await;
    owner.address = one.running.address;
    // Neither can a login be made up or made to last longer.
    let (_, token) = cookie.split_once('=').unwrap();
    let (until, rest) = token.split_once('.').unwrap();
    let later = until.parse::<u64>().unwrap() + 1;
    for forged in [
        format!("{later}.{rest}"),
        format!("{token}0"),
        "9999999999.0.0".to_owned(),
    ] {
        owner.cookie = format!("jantaku-admin={forged}");
        assert_eq!(owner.get("/admin").await.status, 401, "{forged}");
    }
    for node in [one, two] {
        node.running.stop().await;
    }
}

async fn everything_can_be_asked_of_any_node(shared: &Shared) {
    let [one, two] = [shared.node("one").await, shared.node("two").await];
    let mut host = one.client(1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = |what: &str| format!("/api/tables/{}/{what}", host.table);
    let (invite, close, settings, link, leave, info) = (
        path("invite"),
        path("close"),
        path("settings"),
        path("link"),
        path("leave"),
        format!("/api/tables/{}", host.table),
    );
    let mut away = two.client(1);
    away.cookie = host.cookie.clone();
    let invited = away.post(&invite, &json!({ "seat": 2 })).await;
    assert_eq!(invited.json()["seat"], 2, "{}", invited.body);
    assert_eq!(away.post(&settings, &json!({ "spectators": false })).await.status, 200);
    assert_eq!(host.get(&info).await.json()["spectators"], false);
    assert_eq!(away.get(&info).await.json()["spectators"], false);
    // The seat moves to another device, whose code was made at one node and is used at the other.
    let code = host.post(&link, &json!({})).await.json()["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut device = two.client(3);
    device.join(&host.table, &code).await;
    assert_eq!(device.seat, Some(0));
    let refused = away.post(&close, &json!({})).await;
    assert_eq!(
        refused.status, 403,
        "the session before it has no seat: {}",
        refused.body
    );
    assert_eq!(device.post(&leave, &json!({})).await.status, 200);
    let missing = away.get("/api/tables/aaaaaaaaaaaaaa").await;
    assert_eq!(missing.status, 404, "{}", missing.body);
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// The owner is cut from the data and from the others, as if it had died. Its tables go on elsewhere, and the sockets of players at
/// other nodes stay open.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_goes_on_without_its_node() {
    let shared = Shared::in_memory();
    let (one, data, bus) = shared.frail("one", 1).await;
    let [two, three] = [shared.node("two").await, shared.node("three").await];
    let mut people = gathered(&[&one, &two, &three]).await;
    people[0].address = three.running.address;
    people[0].connect().await;
    let people = play_until(people, 20).await;
    data.set_away(true);
    bus.cut(true);
    let mut people = play_on(people).await;
    nothing_is_lost(&mut people, &two).await;
    // It was only paused, and learns what has happened.
    data.set_away(false);
    bus.cut(false);
    is_well(&mut one.client(9), 200).await;
    nothing_is_lost(&mut people, &one).await;
    for node in [one, two, three] {
        node.running.stop().await;
    }
}

/// Players stay at an owner that cannot reach the data, while another node goes on with the table.
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_without_data_is_fenced_and_its_players_go_on() {
    let shared = Shared::in_memory();
    let (one, data, _bus) = shared.frail("one", 1).await;
    let two = shared.node("two").await;
    let people = gathered(&[&one, &two]).await;
    let people = play_until(people, 20).await;
    data.set_away(true);
    // The players at both nodes go on once the second has adopted the table.
    let mut people = play_on(people).await;
    data.set_away(false);
    is_well(&mut one.client(9), 200).await;
    nothing_is_lost(&mut people, &one).await;
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// The others hear nothing of it over the bus, and have the game in memory.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_forgotten_at_one_node_is_shown_at_none() {
    let shared = Shared::in_memory();
    let one = shared.node("one").await;
    let (two, data, bus) = shared.frail("two", 1).await;
    let mut people = play_on(gathered(&[&two]).await).await;
    let player = &mut people[0];
    let log = format!("/api/games/{}/log", player.table);
    let name = "Mika";
    let before = player.get(&log).await.body;
    assert!(before.contains(name), "{before}");
    bus.cut(true);
    let session = SessionHash::of(player.cookie.split_once('=').unwrap().1);
    let mut owner = one.client(9);
    let key = std::fs::read_to_string(&one.running.key).unwrap();
    let login = submit(&mut owner, "/admin/login", &format!("key={}", key.trim())).await;
    assert_eq!(login.status, 303, "{}", login.body);
    let forgotten = submit(&mut owner, "/admin/forget", &format!("session={session}")).await;
    assert_eq!(forgotten.status, 303, "{}", forgotten.body);
    let after = player.get(&log).await.body;
    assert!(!after.contains(name) && after.contains("Deleted player"), "{after}");
    // Without the data it cannot know, and shows nothing.
    data.set_away(true);
    is_well(player, 503).await;
    let unknown = async {
        while player.get(&log).await.status == 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    soon(unknown).await;
    for node in [one, two] {
        node.running.stop().await;
    }
}

/// Whoever is deleted at one node is nobody at all of them, also where nodes hear nothing of each other, and a table that they have
/// left at another node goes on without their name.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_deleted_at_one_node_is_known_at_none() {
    let shared = Shared::in_memory();
    let one = shared.node("one").await;
    let (two, _, bus) = shared.frail("two", 1).await;
    let mut mika = one.client(1);
    let login = opened_login(&mut mika, "Mikaela").await;
    let mut sora = two.client(2);
    let asked =
        json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Sora", "listed": true, "spectators": true });
    sora.open_as(&asked).await;
    let path = |what: &str| format!("/api/tables/{}/{what}", sora.table);
    let (join, leave) = (path("join"), path("leave"));
    assert_eq!(mika.post(&join, &json!({ "name": "Mikaela" })).await.status, 200);
    assert_eq!(mika.post(&leave, &json!({})).await.status, 200);
    let mut phone = two.client(3);
    assert_eq!(signs_in(&mut phone, &login, PASSWORD, false).await.0, 200);
    phone.table = sora.table.clone();
    phone.connect().await;
    phone.heard(|frame| frame["t"] == "hello").await;
    let delete = json!({ "password": PASSWORD });
    let gone = mika.post("/api/account/delete", &delete).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    bus.cut(true);
    soon(async { while phone.hear_or_end().await.is_ok() {} }).await;
    assert_eq!(phone.get("/api/account").await.json(), Value::Null);
    bus.cut(false);
    sora.connect().await;
    let hello = soon(sora.heard(|frame| frame["t"] == "hello")).await;
    assert_eq!((&hello["seat"], &hello["host"]), (&json!(0), &json!(true)));
    for node in [one, two] {
        node.running.stop().await;
    }
    let id = TableId::read(&sora.table).unwrap();
    let records = shared.memory.records(&id).unwrap();
    assert!(!records.iter().any(|record| record.contains("Mikaela")), "{records:?}");
}

/// A proxy sends nobody to a node that the data do not answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_cut_off_from_the_data_says_so() {
    let shared = Shared::in_memory();
    let (one, data, _bus) = shared.frail("one", 1).await;
    let mut proxy = one.client(1);
    assert_eq!(proxy.get("/healthz").await.status, 200);
    data.set_away(true);
    let unwell = is_well(&mut proxy, 503).await;
    assert!(unwell.contains("the database does not answer"), "{unwell}");
    data.set_away(false);
    is_well(&mut proxy, 200).await;
    one.running.stop().await;
}

/// Waits until a node answers a health check like this; what it says.
async fn is_well(proxy: &mut Client, status: u16) -> String {
    let wait = async {
        loop {
            let answer = proxy.get("/healthz").await;
            if answer.status == status {
                return answer.body;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    soon(wait).await
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_may_be_lost_doubled_and_reordered() {
    let shared = Shared::in_memory();
    let (one, _, first) = shared.frail("one", 1).await;
    let (two, _, second) = shared.frail("two", 2).await;
    let mut people = gathered(&[&one, &two]).await;
    for bus in [&first, &second] {
        bus.fail(10);
    }
    people = play_until(people, 300).await;
    for bus in [&first, &second] {
        bus.fail(0);
    }
    let mut people = play_on(people).await;
    for node in [&one, &two] {
        nothing_is_lost(&mut people, node).await;
    }
    for node in [one, two] {
        node.running.stop().await;
    }
}
