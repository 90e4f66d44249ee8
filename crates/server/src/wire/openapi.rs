//! The description of the HTTP API: `crates/server/src/http/openapi.json` is this and nothing else.

mod books;

use super::account::*;
use super::advice::{ReviewJson, ReviewProgress};
use super::friends::*;
use super::lesson::{LessonJson, NearJson, NearRequest};
use super::lobby::*;
use super::passkeys::*;
use super::table::TableInfo;
use jantaku_wire::score_json::offered::Offered;
use jantaku_wire::score_json::response::Sheet;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// One thing that can be asked.
struct Operation {
    method: &'static str,
    path: &'static str,
    says: &'static str,
    /// Parameters of the query, each with what it means.
    queries: Vec<(&'static str, &'static str)>,
    /// What the body is, with an example.
    asks: Option<(Value, Value)>,
    /// By status: what the answer means and what is in it.
    answers: Vec<(&'static str, &'static str, Answer)>,
}

enum Answer {
    Json(Value),
    /// A text of this type.
    Text(&'static str),
}

/// Schemas of what is sent to the server and of what it answers; they name what is optional differently.
struct Schemas {
    asked: SchemaGenerator,
    answered: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        Schemas {
            asked: settings.clone().for_deserialize().into_generator(),
            answered: settings.for_serialize().into_generator(),
        }
    }

    fn asks<T: JsonSchema>(&mut self, example: Value) -> Option<(Value, Value)> {
        Some((Schema::to_value(self.asked.subschema_for::<T>()), example))
    }

    fn ok<T: JsonSchema>(&mut self, says: &'static str) -> (&'static str, &'static str, Answer) {
        ("200", says, Answer::Json(self.of::<T>()))
    }

    fn of<T: JsonSchema>(&mut self) -> Value {
        Schema::to_value(self.answered.subschema_for::<T>())
    }

    /// All that were named. One that is asked and answered must be the same in both.
    fn components(mut self) -> Map<String, Value> {
        let mut all = self.answered.take_definitions(true);
        for (name, schema) in self.asked.take_definitions(true) {
            if let Some(other) = all.get(&name) {
                assert_eq!(*other, schema, "{name} is answered otherwise than asked for");
            }
            all.insert(name, schema);
        }
        all
    }
}

fn get(path: &'static str, says: &'static str, answers: Vec<(&'static str, &'static str, Answer)>) -> Operation {
    Operation {
        method: "get",
        path,
        says,
        queries: Vec::new(),
        asks: None,
        answers,
    }
}

fn post(
    path: &'static str,
    says: &'static str,
    asks: Option<(Value, Value)>,
    answer: (&'static str, &'static str, Answer),
) -> Operation {
    Operation {
        method: "post",
        path,
        says,
        queries: Vec::new(),
        asks,
        answers: vec![answer],
    }
}

fn done() -> (&'static str, &'static str, Answer) {
    ("200", "Done.", Answer::Json(json!({ "type": "object" })))
}

fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let s = schemas;
    let wait = |s: &mut Schemas| {
        (
            "202",
            "It is being worked out; ask again after `Retry-After` seconds or two.",
            Answer::Json(s.of::<ReviewProgress>()),
        )
    };
    let figures = Answer::Json(
        json!({ "type": "object", "required": ["rules", "games", "hands", "yaku", "values", "lengths", "places"] }),
    );
    let scored = || json!({ "type": "object" });
    let mut all = vec![
        get(
            "/api/openapi.json",
            "This description.",
            vec![("200", "OpenAPI 3.1.", Answer::Json(json!({ "type": "object" })))],
        ),
        get(
            "/api/rulebooks",
            "The rulebooks and overlays that a table can play by, with their options.",
            vec![s.ok::<Vec<RulebookInfo>>("In the order of the lobby.")],
        ),
        get(
            "/api/rulebooks/{spec}/scoring",
            "What can be said of a hand under a rulebook.",
            vec![s.ok::<Offered>("Circumstances, tiles and seats.")],
        ),
        get(
            "/api/rulebooks/{spec}/statistics",
            "What happened in many games of bots under a rulebook; the first to ask has them played.",
            vec![("200", "What `jantaku sim --json` prints.", figures), wait(s)],
        ),
        get(
            "/api/rulebooks/{spec}/lesson",
            "A rulebook for learners: figures, clauses by topic, and yaku with an example each. It may be named by its hash.",
            vec![s.ok::<LessonJson>("Examples may be missing while they are looked for.")],
        ),
        post(
            "/api/near",
            "How many tiles a hand lacks for each yaku that it can still make.",
            s.asks::<NearRequest>(json!({ "rules": "tenhou", "hand": "123456789m1p35s +7z", "seen": "44s" })),
            s.ok::<NearJson>("The nearest first."),
        ),
        get(
            "/api/bots",
            "The bots that can take a seat.",
            vec![s.ok::<Vec<BotInfo>>("From the weakest.")],
        ),
        get(
            "/api/key",
            "The key that signs the logs of this server.",
            vec![(
                "200",
                "Ed25519, and its fingerprint.",
                Answer::Json(
                    json!({ "type": "object", "required": ["key", "fingerprint"], "properties": { "key": { "type": "string" }, "fingerprint": { "type": "string" } } }),
                ),
            )],
        ),
        get(
            "/api/tables",
            "The tables of the lobby.",
            vec![s.ok::<TableList>("One's own first.")],
        ),
        post(
            "/api/tables",
            "Open a table. Whoever has no session gets one as a cookie.",
            s.asks::<CreateTable>(json!({ "rules": "zan", "seats": ["me", "club", "club"], "name": "Mika" })),
            s.ok::<Created>("The table."),
        ),
        get(
            "/api/tables/{id}",
            "A table: rulebook, players, settings.",
            vec![s.ok::<TableInfo>("The table.")],
        ),
        post(
            "/api/tables/{id}/join",
            "Sit down.",
            s.asks::<JoinTable>(json!({ "name": "Sora", "invite": "k7…" })),
            s.ok::<Joined>("The seat."),
        ),
        post(
            "/api/tables/{id}/start",
            "Fill the open seats with bots, as the host.",
            s.asks::<FillSeats>(json!({ "bot": "club" })),
            done(),
        ),
        post(
            "/api/tables/{id}/bots",
            "Choose when bots take the open seats, as the host.",
            s.asks::<FillAfter>(json!({ "after": 60, "bot": "club" })),
            done(),
        ),
        get(
            "/api/tables/{id}/elsewhere",
            "Tables where others wait for a game that whoever waits alone at this one would play too.",
            vec![s.ok::<Vec<TableSummary>>("The one with the most people first.")],
        ),
        post(
            "/api/find",
            "Look for a game by its rulebook: a seat where people wait, or a new table that waits for others.",
            s.asks::<FindGame>(json!({ "rules": ["zan", "tenhou-sanma"], "name": "Mika", "after": 60, "bot": "club" })),
            s.ok::<FoundGame>("Tables to sit down at, or the table that is open."),
        ),
        post(
            "/api/tables/{id}/invite",
            "Make an invitation for a seat.",
            s.asks::<InviteTo>(json!({ "seat": 1 })),
            s.ok::<Invitation>("Works once."),
        ),
        post(
            "/api/tables/{id}/withdraw",
            "Withdraw an invitation, or all of one's own; as the host those of everybody.",
            s.asks::<Withdraw>(json!({ "code": "k7…" })),
            s.ok::<Withdrawn>("How many there were."),
        ),
        post(
            "/api/tables/{id}/referee",
            "Make an invitation for a referee, as the host.",
            None,
            s.ok::<SeatLink>("Works once."),
        ),
        post(
            "/api/tables/{id}/link",
            "Make a code that lets another device take over one's seat.",
            None,
            s.ok::<SeatLink>("Works once."),
        ),
        post("/api/tables/{id}/leave", "Leave the table.", None, done()),
        post(
            "/api/tables/{id}/settings",
            "Change who may come, as the host. What is left out stays.",
            s.asks::<TableSettings>(json!({ "spectators": false })),
            done(),
        ),
        post("/api/tables/{id}/close", "Close the table, as its owner.", None, done()),
        post(
            "/api/tables/{id}/rematch",
            "Play again. All players get the same table.",
            s.asks::<PlayAgain>(json!({})),
            s.ok::<Created>("The next table."),
        ),
        get(
            "/api/games",
            "Finished games, the latest first.",
            vec![s.ok::<Vec<GameSummary>>("Those that may be seen.")],
        ),
        get(
            "/api/games/search",
            "Finished games by player and rulebook, page by page: `player`, `rules`, and `after` from the page before.",
            vec![s.ok::<GamePage>("The latest first.")],
        ),
        get(
            "/api/games/{id}/log",
            "The log of a finished game, one JSON object a line.",
            vec![(
                "200",
                "docs/FORMAT.md describes it.",
                Answer::Text("application/jsonl; charset=utf-8"),
            )],
        ),
        get(
            "/api/games/{id}/tenhou",
            "A finished game as Tenhou's JSON, which other viewers read; not every rulebook can be written in it.",
            vec![("200", "The game.", Answer::Json(json!({ "type": "object" })))],
        ),
        get(
            "/api/games/{id}/review",
            "What a bot thinks of every decision of a finished game.",
            vec![s.ok::<ReviewJson>("The review."), wait(s)],
        ),
        post(
            "/api/score",
            "Score a hand: one object of `jantaku score --batch`.",
            Some((
                score_request(),
                json!({ "rules": "tenhou", "hand": "123m456p789s111z5z", "win": "5z", "riichi": "riichi" }),
            )),
            s.ok::<Sheet>("The score sheet; `{ \"win\": false, \"why\": … }` if the hand does not win."),
        ),
        post(
            "/api/scores",
            "Score up to 32 hands, such as one under every rulebook. An answer may be an error of its hand.",
            Some((
                json!({ "type": "array", "maxItems": 32, "items": score_request() }),
                json!([{ "rules": "tenhou", "hand": "123m456p789s111z5z", "win": "5z" }]),
            )),
            (
                "200",
                "In the same order.",
                Answer::Json(json!({ "type": "array", "items": scored() })),
            ),
        ),
        post(
            "/api/settle",
            "Settle a hand of a game on real tiles: one object of `jantaku settle --batch`.",
            Some((
                json!({ "type": "object", "required": ["rules"], "properties": { "rules": { "type": "string" } } }),
                json!({ "rules": "sanmatsuri", "draw": { "tenpai": ["south", "west"] }, "riichi": ["south"] }),
            )),
            ("200", "What moves, and the next hand.", Answer::Json(scored())),
        ),
        get(
            "/api/account",
            "The account that the browser is signed in to.",
            vec![s.ok::<Option<AccountInfo>>("`null` for a guest.")],
        ),
        post(
            "/api/account/open",
            "Open an account.",
            s.asks::<OpenAccount>(json!({ "name": "Mika", "password": "eight letters at least", "claim": true })),
            s.ok::<AccountInfo>("The account."),
        ),
        post(
            "/api/account/sign-in",
            "Sign in.",
            s.asks::<EnterAccount>(json!({ "login": "mika-4821", "password": "…", "claim": false })),
            s.ok::<AccountInfo>("The account."),
        ),
        post(
            "/api/account/sign-out",
            "Sign this device out, another one, or all others.",
            s.asks::<SignOut>(json!({ "others": true })),
            done(),
        ),
        post(
            "/api/account/password",
            "Change the password. All other devices are signed out.",
            s.asks::<ChangePassword>(json!({ "old": "…", "new": "…" })),
            done(),
        ),
        post(
            "/api/account/delete",
            "Remove the account, and the name from every game.",
            s.asks::<DeleteAccount>(json!({ "password": "…" })),
            done(),
        ),
        get(
            "/api/account/passkeys",
            "Whether passkeys can be used here, and those of the account.",
            vec![s.ok::<PasskeyList>("None for guests.")],
        ),
        post(
            "/api/account/passkeys/challenge",
            "Ask for a challenge that a passkey signs. It is for this browser, works once and for two minutes.",
            s.asks::<AskChallenge>(json!({ "purpose": "sign-in" })),
            s.ok::<PasskeyChallenge>("The challenge."),
        ),
        post(
            "/api/account/passkeys/add",
            "Add a passkey to the account.",
            s.asks::<PasskeyAnswer>(json!({ "challenge": "…", "response": {}, "label": "Phone" })),
            done(),
        ),
        post(
            "/api/account/passkeys/remove",
            "Remove a passkey.",
            s.asks::<RemovePasskey>(json!({ "id": "…" })),
            done(),
        ),
        post(
            "/api/account/passkeys/open",
            "Open an account with a passkey and no password.",
            s.asks::<PasskeyAnswer>(json!({ "challenge": "…", "response": {}, "name": "Mika", "claim": true })),
            s.ok::<AccountInfo>("The account."),
        ),
        post(
            "/api/account/passkeys/sign-in",
            "Sign in with a passkey.",
            s.asks::<PasskeyAnswer>(json!({ "challenge": "…", "response": {} })),
            s.ok::<AccountInfo>("The account."),
        ),
        post(
            "/api/account/passkeys/password",
            "Set a password, with a passkey instead of the one before. All other devices are signed out.",
            s.asks::<PasskeyAnswer>(json!({ "challenge": "…", "response": {}, "password": "eight letters at least" })),
            done(),
        ),
        post(
            "/api/account/passkeys/delete",
            "Remove the account with a passkey instead of the password.",
            s.asks::<PasskeyAnswer>(json!({ "challenge": "…", "response": {} })),
            done(),
        ),
        get(
            "/api/friends",
            "One's friends, requests, invitations, and people to ask.",
            vec![s.ok::<FriendsInfo>("With an account only.")],
        ),
        get(
            "/api/friends/news",
            "What waits for an answer.",
            vec![s.ok::<FriendsNews>("Nothing for guests.")],
        ),
        post(
            "/api/friends/add",
            "Ask somebody to become a friend.",
            s.asks::<AddFriend>(json!({ "code": "k7…" })),
            done(),
        ),
        post(
            "/api/friends/change",
            "Answer a request, remove a friend, block somebody.",
            s.asks::<ChangeFriend>(json!({ "id": "…", "act": "accept" })),
            done(),
        ),
        post(
            "/api/friends/code",
            "Make another code by which others can ask. The one before leads nowhere.",
            None,
            s.ok::<FriendsInfo>("With the new code."),
        ),
        post(
            "/api/friends/invite",
            "Invite a friend to the table where one sits.",
            s.asks::<InviteFriend>(json!({ "id": "…", "table": "…" })),
            done(),
        ),
        post(
            "/api/friends/answer",
            "Take a seat by a friend's invitation, or decline it.",
            s.asks::<AnswerInvitation>(json!({ "from": "…", "table": "…", "accept": true })),
            s.ok::<Joined>("The seat."),
        ),
        get(
            "/api/account/export",
            "Everything that is kept of the player.",
            vec![(
                "200",
                "Account, games, logs, statistics and saved rulebooks; `/api/books/{name}/toml` has their texts.",
                Answer::Json(
                    json!({ "type": "object", "required": ["account", "passkeys", "friends", "games", "logs", "statistics", "books"] }),
                ),
            )],
        ),
        get(
            "/api/me/games",
            "Finished games of whoever asks.",
            vec![s.ok::<Vec<OwnGame>>("The latest first.")],
        ),
        get(
            "/api/me/statistics",
            "Results and habits of whoever asks, by rulebook.",
            vec![s.ok::<Statistics>("Void games are not counted.")],
        ),
    ];
    all.extend(books::operations(s));
    all
}

/// A hand as `jantaku score --batch` reads it.
fn score_request() -> Value {
    let text = |says: &str| json!({ "type": "string", "description": says });
    let flag = |says: &str| json!({ "type": "boolean", "default": false, "description": says });
    let wind = |says: &str| json!({ "enum": ["east", "south", "west", "north"], "description": says });
    let count = |says: &str| json!({ "type": "integer", "minimum": 0, "default": 0, "description": says });
    json!({
        "type": "object",
        "required": ["rules", "hand", "win"],
        "additionalProperties": false,
        "properties": {
            "id": { "description": "Echoed back." },
            "rules": text("Rulebook, overlays and options: `zan`, `ryanzou-chankan+hana(variation=1)`."),
            "hand": text("Concealed tiles without the winning one: `123m406p12z`."),
            "win": text("The winning tile."),
            "melds": { "type": "array", "items": { "type": "object", "required": ["kind", "tiles"], "additionalProperties": false, "properties": { "kind": { "enum": ["chii", "pon", "daiminkan", "kakan", "ankan"] }, "tiles": text("`555s`"), "from": wind("Whose tile it was.") } } },
            "aside": text("Norths or flowers set aside: `44z`."),
            "by": { "enum": ["tsumo", "ron", "robbing-a-kan", "robbing-a-kita", "robbing-a-flower"], "default": "ron" },
            "seat": wind("The winner."), "from": wind("Who pays; not for tsumo."), "round": wind("The round."),
            "riichi": { "enum": ["none", "riichi", "double", "open", "double-open"], "default": "none" },
            "ippatsu": flag("Within the first turn after riichi."), "rinshan": flag("On a replacement tile."),
            "last_tile": flag("On the last tile."), "first_turn": flag("In the first turn without calls."),
            "dora": text("Indicators."), "ura": text("Indicators below them."),
            "honba": count("Counters."), "sticks": count("Riichi sticks, the winner's included."),
            "payer_riichi": flag("Is who pays in riichi?"),
            "pao": { "type": "object", "description": "Who is liable for which yakuman.", "additionalProperties": wind("Who.") },
            "fed_kan": { "enum": ["east", "south", "west", "north", "none"], "description": "Whose discard began the kan before this replacement tile." },
            "responsible": wind("The responsible player, where it is not the discarder."),
            "sorted_in": flag("Was the tile drawn sorted into the hand?"),
            "replaces_aside": flag("Did the replacement tile follow a north or flower although the hand has a kan?"),
        },
    })
}

fn description() -> String {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    let refused = schemas.of::<ErrorBody>();
    let errors = json!({ "type": "object", "required": ["error"], "properties": { "error": { "type": "string" } } });
    for operation in operations(&mut schemas) {
        let refusal = if operation.path.starts_with("/api/sco") || operation.path == "/api/settle" {
            &errors
        } else {
            &refused
        };
        let content = |schema: &Value| json!({ "application/json": { "schema": schema } });
        let mut answers = Map::new();
        for (status, says, answer) in &operation.answers {
            let content = match answer {
                Answer::Json(schema) => content(schema),
                Answer::Text(kind) => json!({ *kind: { "schema": { "type": "string" } } }),
            };
            answers.insert((*status).to_owned(), json!({ "description": says, "content": content }));
        }
        if operation.method == "get" {
            answers.insert(
                "304".to_owned(),
                json!({ "description": "Nothing has changed since `If-None-Match`." }),
            );
        }
        answers.insert("429".to_owned(), json!({ "description": "Too many requests from this address; wait a little.", "content": content(&refused) }));
        answers.insert("default".to_owned(), json!({ "description": "Refused: a word for programs and a sentence for people.", "content": content(refusal) }));
        let mut described = json!({ "summary": operation.says, "responses": answers });
        if let Some((schema, example)) = &operation.asks {
            described["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema, "example": example } } });
        }
        let names: Vec<&str> = operation
            .path
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect();
        let in_path = names.iter().map(|name| {
            let mut parameter = json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string", "maxLength": 200 } });
            if let Some((_, says, example)) = IN_PATH.iter().find(|(known, ..)| known == name) {
                (parameter["description"], parameter["example"]) = ((*says).into(), (*example).into());
            }
            parameter
        });
        let in_query = operation.queries.iter().map(|(name, says)| json!({ "name": name, "in": "query", "description": says, "schema": { "type": "string", "maxLength": 200 } }));
        let parameters: Vec<Value> = in_path.chain(in_query).collect();
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = described;
    }
    let all = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Jantaku", "version": env!("CARGO_PKG_VERSION"),
            "description": "What the pages of a Jantaku server use. A session is a cookie that the server gives to whoever first opens a table or sits down. Requests that change something must come from the server's own pages, or without an `Origin`. Addresses that ask too often are refused for a while with 429. Answers to GET have an `ETag`.",
        },
        "paths": paths,
        "components": { "schemas": schemas.components() },
    });
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

/// What the parts of an address are, each with an example.
const IN_PATH: [(&str, &str, &str); 3] = [
    (
        "spec",
        "A rulebook with its options and overlays, with the key of a private one, or by the hash of what a table plays by.",
        "ryanzou-chankan+hana(variation=1)",
    ),
    (
        "name",
        "A saved rulebook, with the key of a private one of somebody else.",
        "our-club~k7q2",
    ),
    ("edition", "The number of an edition, from 1.", "1"),
];

#[test]
fn the_description_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/openapi.json");
    let expected = description();
    if std::env::var_os("JANTAKU_WRITE_WIRE").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "openapi.json is old: run `make wire`");
}

/// Every route of the API is described, and nothing else.
#[test]
fn every_route_is_described() {
    let sources = [
        include_str!("../http.rs"),
        include_str!("../http/account.rs"),
        include_str!("../http/finding.rs"),
        include_str!("../http/friends.rs"),
        include_str!("../http/passkeys.rs"),
        include_str!("../http/books.rs"),
    ];
    let mut routes = std::collections::BTreeSet::new();
    for source in sources {
        for part in source.split(".route(").skip(1) {
            let mut quoted = part.split('"');
            let (Some(path), Some(rest)) = (quoted.nth(1), part.split_once("\",").map(|(_, rest)| rest)) else {
                continue;
            };
            let rest = rest.split(".route(").next().unwrap_or_default();
            // The last one ends with its function.
            let rest = rest.split("\n}").next().unwrap_or_default();
            for method in ["get", "post", "put", "delete"] {
                if path.starts_with("/api/") && rest.contains(&format!("{method}(")) {
                    routes.insert((path.to_owned(), method));
                }
            }
        }
    }
    let described = operations(&mut Schemas::new());
    let described = described.iter().map(|one| (one.path.to_owned(), one.method)).collect();
    assert_eq!(routes, described);
}
