//! The tables of the database, in numbered steps. Each runs once, under a lock, whichever node comes first.
//!
//! A step must leave everything in place that the version before it reads and writes, so that old nodes go on beside new ones
//! while they are replaced one by one.

use super::super::StoreError;
use super::connection::Open;

/// Any number, the same for all nodes: what they lock while they change the layout or enter themselves.
pub(super) const LOCK: i64 = 0x004a_414e_5441_4b55;
/// What nodes lock together that open tables, and alone while unused rulebooks are removed.
pub(super) const BOOKS: i64 = LOCK + 1;

/// `count` is the number of the next record, `owner` the node that has the table, `epoch` its tenure. They change with almost every
/// append, so rows leave room to be rewritten in their page, and no index has `count`, `bytes` or `epoch`. `forgetting` counts how
/// often somebody was forgotten, and nodes say how much of that they know; those of the first layout do not. `account.bytes` is what
/// `roll::bytes` says of its text.
const STEPS: [&str; 4] = [
    "
    CREATE TABLE node (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        has_bus boolean NOT NULL,
        expires timestamptz NOT NULL,
        since timestamptz NOT NULL
    );
    CREATE TABLE game (
        id text PRIMARY KEY,
        state smallint NOT NULL DEFAULT 0,
        epoch integer NOT NULL,
        owner bigint,
        count integer NOT NULL,
        bytes bigint NOT NULL,
        place bigint,
        book text NOT NULL,
        ended bigint NOT NULL DEFAULT 0,
        summary text
    ) WITH (fillfactor = 50);
    CREATE INDEX game_owner ON game (owner) WHERE state = 0;
    CREATE INDEX game_ended ON game (state, ended);
    CREATE INDEX game_place ON game (place);
    CREATE TABLE tenure (
        game text NOT NULL,
        epoch integer NOT NULL,
        node bigint NOT NULL,
        since timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (game, epoch)
    );
    CREATE TABLE record (
        game text NOT NULL,
        n integer NOT NULL,
        epoch integer NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (game, n)
    );
    CREATE TABLE book (hash text PRIMARY KEY, body text NOT NULL, replaced text);
    CREATE TABLE signer (one integer PRIMARY KEY CHECK (one = 1), seed bytea NOT NULL);
    CREATE TABLE shared_text (name text PRIMARY KEY, body text NOT NULL);
",
    "
    CREATE TABLE account (id text PRIMARY KEY, name text NOT NULL UNIQUE, version integer NOT NULL, body text NOT NULL);
    CREATE TABLE account_session (session text PRIMARY KEY, account text NOT NULL, n integer NOT NULL);
    CREATE INDEX session_account ON account_session (account);
    CREATE TABLE forgetting (one integer PRIMARY KEY CHECK (one = 1), n bigint NOT NULL);
    INSERT INTO forgetting VALUES (1, 0);
    ALTER TABLE node ADD COLUMN forgettings bigint;
",
    "
    ALTER TABLE account
        ADD COLUMN place bigint,
        ADD COLUMN used bigint NOT NULL DEFAULT extract(epoch FROM now())::bigint,
        ADD COLUMN bytes bigint GENERATED ALWAYS AS (512 + 4 * octet_length(body)) STORED;
    CREATE INDEX account_place ON account (place);
    CREATE INDEX account_used ON account (used);
",
    "
    CREATE TABLE saved (
        name text PRIMARY KEY,
        version integer NOT NULL,
        owner text NOT NULL,
        place bigint,
        listed boolean NOT NULL,
        bytes bigint NOT NULL,
        edition integer NOT NULL,
        body text NOT NULL
    );
    CREATE INDEX saved_owner ON saved (owner);
    CREATE INDEX saved_place ON saved (place);
    CREATE TABLE saved_edition (
        book text NOT NULL,
        n integer NOT NULL,
        about text NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (book, n)
    );
",
];

/// Brings the layout up to date. One that is a step ahead works too: another node is newer.
pub(super) async fn migrate(open: &mut Open) -> Result<(), StoreError> {
    open.in_one_commit(async |open| {
        open.rows("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
        open.run("CREATE TABLE IF NOT EXISTS layout (step integer PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())")
            .await?;
        let rows = open.rows("SELECT coalesce(max(step), 0) FROM layout", &[]).await?;
        let has = rows.first().map_or(0, |row| row.get::<_, i32>(0));
        let known = STEPS.len() as i32;
        if has > known + 1 {
            return Err(StoreError::Broken(format!(
                "the layout of the database is {has}, this program knows {known} and can work with {}; update this node",
                known + 1
            )));
        }
        for (step, number) in STEPS.iter().zip(1..).skip(has.unsigned_abs() as usize) {
            open.run(step).await?;
            open.rows("INSERT INTO layout (step) VALUES ($1)", &[&number]).await?;
            tracing::info!(step = number, "the layout of the database is changed");
        }
        Ok(())
    })
    .await
}
