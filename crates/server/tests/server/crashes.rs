//! A crash between answers: what a player was told is taken is never asked again, and a ruling stands.

use crate::client::Client;
use crate::client::answering::{claimed_by_two, drawn, find, five_of_pin_is_discarded, is};
use crate::server::{Folder, Memory, config, serving_from};
use futures_util::future::join_all;
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::tile::Tile;
use jantaku_server::config::Config;
use jantaku_server::store::{Append, Finished, Store, StoreError};
use jantaku_server::token::TableId;
use jantaku_server::{Running, start_with};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, oneshot};

/// People at one table, and everything that is stored of it.
struct Table {
    folder: Folder,
    store: Arc<Memory>,
    running: Running,
    people: Vec<Client>,
}

impl Table {
    async fn open(asked: &Value) -> Table {
        let folder = Folder::new();
        let store = Arc::new(Memory::default());
        let running = serving_from(Arc::clone(&store), config(&folder)).await;
        let people = Client::gather(asked, Client::new(running.address, 1)).await;
        Table {
            folder,
            store,
            running,
            people,
        }
    }

    /// The server is gone, and another begins with what was stored at this moment. Everybody comes back.
    async fn crash(&mut self) {
        self.store = Arc::new(self.store.copied());
        let next = serving_from(Arc::clone(&self.store), config(&self.folder)).await;
        assert_eq!(next.restored, 1);
        for person in &mut self.people {
            person.drop_socket();
            person.address = next.address;
            person.connect().await;
        }
        std::mem::replace(&mut self.running, next).stop().await;
    }

    /// Each discards what is drawn and claims nothing, until everybody is asked this.
    async fn play_until_asked(&mut self, word: &str) -> Vec<Value> {
        join_all(self.people.iter_mut().map(|person| play_until(person, word))).await
    }
}

async fn play_until(person: &mut Client, word: &str) -> Value {
    loop {
        let prompt = person.asked("").await;
        if find(&prompt, word).is_some() {
            return prompt;
        }
        let quiet = find(&prompt, "pass").or_else(|| drawn(&prompt));
        person.answer(&prompt, &quiet.expect("something quiet")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_claims_is_answered() {
    let mut table = Table::open(&claimed_by_two()).await;
    let [asked, _] = five_of_pin_is_discarded(&mut table.people).await;
    table.people[1].confirmed(&asked, "pass").await;
    table.crash().await;
    table.people[1].not_asked_before(|frame| frame["t"] == "prompt").await;
    let prompt = table.people[2].asked("pon").await;
    table.people[2].confirmed(&prompt, "pon").await;
    let called = table.people[1].not_asked_before(|frame| is(frame, "called")).await;
    assert_eq!(called["e"]["seat"], 2);
    table.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chombo_is_agreed_while_claims_are_open() {
    let mut table = Table::open(&claimed_by_two()).await;
    five_of_pin_is_discarded(&mut table.people).await;
    let [east, others @ ..] = table.people.as_mut_slice() else {
        panic!("three people");
    };
    let chombo = json!({ "ask": "penalty", "penalty": "chombo", "seat": 3 });
    east.ask_for(&chombo).await;
    for other in others {
        other.vote(true).await;
    }
    let is_agreed = |frame: &Value| frame["t"] == "agreement" && frame["outcome"]["how"] == "agreed";
    east.heard(is_agreed).await;
    // It waits for the claims, and nothing else is decided before.
    east.ask_for(&chombo).await;
    assert_eq!(east.heard(|frame| frame["t"] == "refused").await["why"], "not-now");
    table.crash().await;
    for (person, word) in [(1, "chii"), (2, "pon")] {
        let prompt = table.people[person].asked(word).await;
        table.people[person].confirmed(&prompt, "pass").await;
    }
    let stands = table.people[0].heard(|frame| is(frame, "chombo")).await;
    assert_eq!(stands["e"]["seat"], 3);
    table.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_has_called_noten() {
    let hands = ["234678p23678s11z", "234678p23678s22z", "1149p1149s34567z"];
    let wall = json!({ "hands": hands, "dora": "9m" });
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika", "walls": [wall] });
    let mut table = Table::open(&asked).await;
    let asked = table.play_until_asked("noten").await;
    table.people[0].confirmed(&asked[0], "noten").await;
    table.crash().await;
    table.people[0].not_asked_before(|frame| frame["t"] == "prompt").await;
    let prompt = table.people[1].asked("noten").await;
    table.people[1].confirmed(&prompt, "tenpai").await;
    let drawn = table.people[0].not_asked_before(|frame| is(frame, "drawn")).await;
    assert_eq!(drawn["e"]["tenpai"], json!([1]));
    table.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_has_claimed_nagashi() {
    let book = "ryanzou-chankan";
    let seats = ["me", "open", "tsumogiri", "tsumogiri"];
    let asked = json!({ "rules": book, "seats": seats, "name": "Mika", "walls": [rivers_of_terminals(book)] });
    let mut table = Table::open(&asked).await;
    let asked = table.play_until_asked("nagashi").await;
    table.people[0].confirmed(&asked[0], "nagashi").await;
    table.crash().await;
    table.people[0].not_asked_before(|frame| frame["t"] == "prompt").await;
    let prompt = table.people[1].asked("nagashi").await;
    table.people[1].confirmed(&prompt, "pass").await;
    let paid = table.people[0]
        .not_asked_before(|frame| is(frame, "nagashi-scored"))
        .await;
    assert_eq!(paid["e"]["seat"], 0);
    table.running.stop().await;
}

/// East and south draw nothing but terminals and honours; everybody holds simples.
fn rivers_of_terminals(book: &str) -> Value {
    let rules = Library::builtin().rules(book).unwrap();
    let tiles = rules.tiles.tiles().iter();
    let (mut outside, mut simples): (Vec<Tile>, Vec<Tile>) = tiles.partition(|tile| tile.kind().is_outside());
    let mut hand = || (0..13).map(|_| simples.swap_remove(simples.len() / 3)).collect();
    let hands: [Vec<Tile>; 4] = std::array::from_fn(|_| hand());
    let draws: Vec<Tile> = (0..70)
        .filter_map(|draw| match draw % 4 {
            0 | 1 => outside.pop(),
            _ => simples.pop().or_else(|| outside.pop()),
        })
        .collect();
    let hands: Vec<String> = hands.iter().map(|hand| notation::in_order(hand)).collect();
    json!({ "hands": hands, "draws": notation::in_order(&draws) })
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_has_read_the_score_sheet() {
    let hands = ["234678p23678s11z", "1147p1149s22334z", "2689p1149s34567z"];
    let wall = json!({ "hands": hands, "draws": "4s", "dora": "9m" });
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "tsumogiri"], "name": "Mika", "walls": [wall] });
    let mut table = Table::open(&asked).await;
    let [winner, other] = table.people.as_mut_slice() else {
        panic!("two people");
    };
    let win = async {
        let prompt = winner.asked("tsumo").await;
        let tsumo = find(&prompt, "tsumo").unwrap();
        winner.answer(&prompt, &tsumo).await;
        winner.heard(|frame| is(frame, "hand-ended")).await;
    };
    tokio::join!(win, other.heard(|frame| is(frame, "hand-ended")));
    let awaited = |frame: &Value| frame["t"] == "awaited";
    table.people[0].say(&json!({ "t": "ready" })).await;
    table.people[0]
        .heard(|frame| awaited(frame) && frame["seats"] == json!([1]))
        .await;
    table.crash().await;
    let told = table.people[0].heard(awaited).await;
    assert_eq!(told["seats"], json!([1]));
    table.running.stop().await;
}

/// Stores everything but records of one kind, which it holds back.
#[derive(Default)]
struct Holds {
    kind: &'static str,
    memory: Memory,
    held: Mutex<Vec<Done>>,
    is_held: Notify,
}

type Done = oneshot::Sender<Result<(), StoreError>>;

impl Store for Holds {
    fn append(&self, append: Append, done: Done) {
        if append.records.iter().any(|record| record.contains(self.kind)) {
            self.held.lock().unwrap().push(done);
            return self.is_held.notify_one();
        }
        self.memory.append(append, done);
    }

    fn records(&self, table: &TableId) -> Result<Vec<String>, StoreError> {
        self.memory.records(table)
    }

    fn book(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.memory.book(hash)
    }

    fn running(&self) -> Result<Vec<TableId>, StoreError> {
        self.memory.running()
    }

    fn finished(&self, most: usize) -> Result<Vec<Finished>, StoreError> {
        self.memory.finished(most)
    }

    fn close(&self) {}
}

impl Holds {
    /// A server with such a store.
    async fn serving(kind: &'static str, folder: &Folder) -> (Arc<Holds>, Running) {
        let store = Arc::new(Holds {
            kind,
            ..Holds::default()
        });
        let given = Arc::clone(&store);
        let open = |_: &Config| Ok(given as Arc<dyn Store>);
        let running = start_with(config(folder), Library::builtin(), open).await.unwrap();
        (store, running)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_confirmed_when_it_is_stored() {
    let folder = Folder::new();
    let (store, running) = Holds::serving(r#""r":"next""#, &folder).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "tsumogiri", "tsumogiri"], "name": "Mika" });
    let mut people = Client::gather(&asked, Client::new(running.address, 1)).await;
    let mut host = people.remove(0);
    host.play().await;
    let path = format!("/api/tables/{}/rematch", host.table);
    let mut again = Client::new(running.address, 1);
    again.cookie = host.cookie.clone();
    let confirmed = tokio::spawn(async move { again.post(&path, &json!({})).await });
    store.is_held.notified().await;
    // Any other answer of the server comes later than a confirmation that did not wait.
    for _ in 0..20 {
        assert_eq!(host.get("/api/tables").await.status, 200);
    }
    assert!(!confirmed.is_finished());
    for done in store.held.lock().unwrap().drain(..) {
        done.send(Ok(())).unwrap();
    }
    assert_eq!(confirmed.await.unwrap().status, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_used_up_by_sitting_down_and_not_before() {
    let folder = Folder::new();
    let (store, running) = Holds::serving(r#""r":"sat""#, &folder).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("zan", &["me", "open", "tsumogiri"]).await;
    let mut guest = Client::new(running.address, 2);
    let path = format!("/api/tables/{}/join", host.table);
    let asked = json!({ "name": "Sora", "invite": invite });
    let joining = tokio::spawn(async move { guest.post(&path, &asked).await });
    store.is_held.notified().await;
    let next = serving_from(Arc::new(store.memory.copied()), config(&folder)).await;
    let mut guest = Client::new(next.address, 2);
    guest.join(&host.table, &invite).await;
    assert_eq!(guest.seat, Some(1));
    joining.abort();
    next.stop().await;
    for done in store.held.lock().unwrap().drain(..) {
        done.send(Ok(())).unwrap();
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_read_just_now_is_not_gone() {
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), config(&folder)).await;
    store.set_away(true);
    let mut client = Client::new(running.address, 1);
    client.table = TableId::random().unwrap().to_string();
    client.connect().await;
    // A browser comes back after this code; after 4404 it would not.
    assert_eq!(client.hear_or_end().await, Err(1013));
    store.set_away(false);
    client.connect().await;
    assert_eq!(client.hear_or_end().await, Err(4404));
    running.stop().await;
}
