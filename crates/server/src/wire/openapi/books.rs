//! What can be asked about saved rulebooks.

use super::{Answer, Operation, Schemas, done, get, post};
use crate::wire::books::changes::{ChangesJob, CompareBooks};
use crate::wire::books::check::{CheckBook, CheckedBook, TriedHand, TryHand};
use crate::wire::books::vocabulary::{Meanings, Vocabulary};
use crate::wire::books::{BookConflict, BookEdition, BookInfo, BookList, BrokenBook, ChangeBook, SaveBook, SavedBook};
use serde_json::json;

const TEXT: &str = "[rulebook]\nid = \"our-club\"\nname = { en = \"Our club\" }\nextends = \"tenhou\"\n\n[[clause]]\nid = \"C-1\"\nsays = \"A stick costs 500.\"\nsets = { riichi.stick = 500 }\n";

pub(super) fn operations(s: &mut Schemas) -> Vec<Operation> {
    let broken = |s: &mut Schemas| {
        (
            "422",
            "The text has errors, each with its place; nothing is saved.",
            Answer::Json(s.of::<BrokenBook>()),
        )
    };
    let conflict = |s: &mut Schemas| {
        (
            "409",
            "`name-taken`, or `edited-meanwhile` with the latest edition.",
            Answer::Json(s.of::<BookConflict>()),
        )
    };
    let changing = |method, says, asks, answers| Operation {
        method,
        path: "/api/books/{name}",
        says,
        queries: Vec::new(),
        asks,
        answers,
    };
    let also = |mut operation: Operation, more: Vec<_>| {
        operation.answers.extend(more);
        operation
    };
    let save = post(
        "/api/books",
        "Save a new rulebook; its name is the id in its text. Whoever has no session gets one as a cookie.",
        s.asks::<SaveBook>(json!({ "text": TEXT, "listed": false, "note": "First edition", "who": "Mika" })),
        s.ok::<BookInfo>("It can be played at once."),
    );
    let edit = json!({ "text": TEXT, "listed": true, "note": "A stick costs 500.", "who": "Mika", "edition": 1 });
    let asks = s.asks::<ChangeBook>(edit);
    let saved = vec![s.ok::<BookInfo>("Saved."), broken(s), conflict(s)];
    let check = post(
        "/api/books/check",
        "Check a text: errors with their places, worked examples, and test hands for the yaku that it adds.",
        s.asks::<CheckBook>(json!({ "text": TEXT })),
        s.ok::<CheckedBook>("Also for a text with errors."),
    );
    let with_key = "A name, or a request with the key of a private rulebook.";
    let vocabulary = get(
        "/api/books/vocabulary",
        "Facts, keys and limits of rulebooks, and the yaku and clauses of one that is built on.",
        vec![s.ok::<Vocabulary>("For completion and for controls.")],
    );
    let tried = post(
        "/api/books/try",
        "Does a hand make a yaku of a text, and why not?",
        s.asks::<TryHand>(json!({ "text": TEXT, "yaku": "tanyao", "hand": "234m567m345p67s88s +8s" })),
        s.ok::<TriedHand>("With the score sheet, if the hand wins."),
    );
    let changes = post(
        "/api/books/changes",
        "What does a change do? Bots play many hands under both rulebooks. One such job runs at a time.",
        s.asks::<CompareBooks>(json!({ "before": "tenhou", "after": { "text": TEXT }, "hands": 1000 })),
        s.ok::<ChangesJob>("Ask for it by its id."),
    );
    vec![
        get(
            "/api/books",
            "Saved rulebooks: one's own, and those that others have listed.",
            vec![s.ok::<BookList>("One's own first.")],
        ),
        also(save, vec![broken(s), conflict(s)]),
        get(
            "/api/books/{name}",
            with_key,
            vec![s.ok::<SavedBook>("Its text and history.")],
        ),
        changing(
            "put",
            "Save the next edition. Games that are on keep the edition they began with.",
            asks,
            saved,
        ),
        changing(
            "delete",
            "Remove a rulebook. Games that are on go on.",
            None,
            vec![done()],
        ),
        get(
            "/api/books/{name}/editions/{edition}",
            "An edition, and what it changed.",
            vec![s.ok::<BookEdition>("In words and as lines.")],
        ),
        get(
            "/api/books/{name}/toml",
            "The latest text as a file, which can be saved again elsewhere.",
            vec![("200", "TOML.", Answer::Text("application/toml"))],
        ),
        check,
        also(tried, vec![broken(s)]),
        Operation {
            queries: vec![(
                "base",
                "What is built on: a request such as `zan`; `riichi` without it.",
            )],
            ..vocabulary
        },
        get(
            "/api/books/schema",
            "The JSON schema of rulebooks: what `jantaku rules schema` prints.",
            vec![("200", "JSON schema.", Answer::Json(json!({ "type": "object" })))],
        ),
        get(
            "/api/books/meanings",
            "Translations of what facts, keys, words, fields and kinds of errors mean.",
            vec![s.ok::<Meanings>("In German, Japanese and Chinese.")],
        ),
        also(changes, vec![broken(s)]),
        get(
            "/api/books/changes/{id}",
            "How far such a job is, and its result.",
            vec![s.ok::<ChangesJob>("Only for whoever began it.")],
        ),
        Operation {
            method: "delete",
            ..get("/api/books/changes/{id}", "Cancel such a job.", vec![done()])
        },
    ]
}
