//! A crash between answers: what a player was told is taken is never asked again, and a ruling stands.

use crate::client::Client;
use crate::client::answering::{claimed_by_two, drawn, find, five_of_pin_is_discarded, is};
use crate::server::{Folder, Memory, config, serving_from};
use futures_util::future::join_all;
use jantaku_rules::notation;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::tile::Tile;
use jantaku_server::Running;
use serde_json::{Value, json};
use std::sync::Arc;

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
async fn two_chombos_are_ruled_while_claims_are_open() {
    let mut table = Table::open(&claimed_by_two()).await;
    five_of_pin_is_discarded(&mut table.people).await;
    for seat in [0, 3] {
        table.people[0].rule_chombo(seat).await;
    }
    table.crash().await;
    for (person, word) in [(1, "chii"), (2, "pon")] {
        let prompt = table.people[person].asked(word).await;
        table.people[person].confirmed(&prompt, "pass").await;
    }
    for seat in [0, 3] {
        let stands = table.people[0].heard(|frame| is(frame, "chombo")).await;
        assert_eq!(stands["e"]["seat"], seat);
    }
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
