//! A client that answers as a test tells it, and notices when it is asked twice.

use super::Client;
use serde_json::{Value, json};

/// East draws a 5p and discards it; south may call it for a sequence and west for a triplet, and north plays by itself.
pub(crate) fn claimed_by_two() -> Value {
    let hands = [
        "19m19p19s1234567z",
        "34p258m258s12345z",
        "55p147m147s34567z",
        "2468m2468s11223z",
    ];
    let wall = json!({ "hands": hands, "draws": "5p", "dora": "9m" });
    json!({ "rules": "ema-2025", "seats": ["me", "open", "open", "tsumogiri"], "name": "Mika", "walls": [wall] })
}

impl Client {
    /// Takes the open seats of a table, one new client each, and lets everybody listen and be ready.
    pub(crate) async fn gather(asked: &Value, mut host: Client) -> Vec<Client> {
        host.open_as(asked).await;
        let (address, table) = (host.address, host.table.clone());
        let invites = host.invites.clone();
        let mut people = vec![host];
        for (number, invite) in (200..).zip(&invites) {
            let mut guest = Client::new(address, number);
            guest.join(&table, invite).await;
            people.push(guest);
        }
        for person in &mut people {
            person.connect().await;
            person.is_ready = false;
            person.say(&json!({ "t": "ready" })).await;
        }
        people
    }

    /// The next frame that is looked for; walls are fixed on the way.
    pub(crate) async fn heard(&mut self, found: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.hear().await.expect("the socket stays open");
            match frame["t"].as_str() {
                Some("hello") => self.fix_wall(&frame["fair"].clone()).await,
                Some("fair") => self.fix_wall(&frame).await,
                _ => {}
            }
            if found(&frame) {
                return frame;
            }
        }
    }

    /// The prompt in which this may be done.
    pub(crate) async fn asked(&mut self, word: &str) -> Value {
        self.heard(|frame| find(frame, word).is_some()).await
    }

    /// Hears the next frame that is looked for, and is asked nothing up to it.
    pub(crate) async fn not_asked_before(&mut self, found: impl Fn(&Value) -> bool) -> Value {
        self.heard(|frame| {
            assert!(find(frame, "").is_none(), "asked again: {frame}");
            found(frame)
        })
        .await
    }

    pub(crate) async fn answer(&mut self, prompt: &Value, action: &Value) {
        self.say(&json!({ "t": "act", "n": prompt["n"], "a": action })).await;
    }

    /// Answers, and hears that the answer is taken.
    pub(crate) async fn confirmed(&mut self, prompt: &Value, word: &str) {
        let action = find(prompt, word).expect("a legal answer");
        self.answer(prompt, &action).await;
        let taken = self.not_asked_before(|frame| is(frame, "answered")).await;
        assert_eq!(taken["e"]["action"], action);
        self.not_asked_before(|frame| frame["t"] == "prompt").await;
    }

    /// Asks the table for something.
    pub(crate) async fn ask_for(&mut self, what: &Value) {
        self.say(&json!({ "t": "ask", "what": what })).await;
    }

    /// Answers the question that is open for this client, as soon as it is.
    pub(crate) async fn vote(&mut self, agrees: bool) {
        let (seat, answered) = (json!(self.seat), self.answered);
        let is_new = |question: &Value| question["n"].as_u64() > Some(answered);
        let asked = self
            .heard(|frame| {
                let awaited = frame["question"]["awaited"].as_array();
                is_new(&frame["question"]) && awaited.is_some_and(|awaited| awaited.contains(&seat))
            })
            .await;
        self.answered = asked["question"]["n"].as_u64().unwrap();
        self.say(&json!({ "t": "vote", "n": asked["question"]["n"], "agrees": agrees }))
            .await;
    }
}

/// The first of these people asks for a chombo, the others agree, and the first hears that it is called.
pub(crate) async fn agree_on_chombo(people: &mut [Client], seat: u8) {
    let (first, others) = people.split_first_mut().expect("somebody");
    first
        .ask_for(&json!({ "ask": "penalty", "penalty": "chombo", "seat": seat }))
        .await;
    for other in others {
        other.vote(true).await;
    }
    let called = first.heard(|frame| is(frame, "chombo-called")).await;
    assert_eq!(called["e"]["seat"], seat);
}

/// Plays [`claimed_by_two`] up to the claims; what south and west are asked.
pub(crate) async fn five_of_pin_is_discarded(people: &mut [Client]) -> [Value; 2] {
    let [east, south, west] = people else {
        panic!("three people");
    };
    let discard = async {
        let prompt = east.asked("discard").await;
        east.answer(&prompt, &drawn(&prompt).unwrap()).await;
    };
    let asked = tokio::join!(discard, south.asked("chii"), west.asked("pon"));
    [asked.1, asked.2]
}

/// An action of a prompt by its word, or any of them.
pub(crate) fn find(frame: &Value, word: &str) -> Option<Value> {
    let legal = frame["legal"].as_array().filter(|_| frame["t"] == "prompt")?;
    let found = legal.iter().find(|action| word.is_empty() || action["a"] == word);
    found.cloned()
}

/// The discard of the tile just drawn.
pub(crate) fn drawn(prompt: &Value) -> Option<Value> {
    let legal = prompt["legal"].as_array()?;
    let found = legal
        .iter()
        .find(|action| action["a"] == "discard" && action["drawn"] == true);
    found.cloned()
}

/// Is it this event?
pub(crate) fn is(frame: &Value, event: &str) -> bool {
    frame["t"] == "e" && frame["e"]["type"] == event
}
