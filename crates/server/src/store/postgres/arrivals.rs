//! Takes in what is moved from a data folder. It is one transaction, over the connection that reads.

use super::super::moving::{BookRow, GameRow};
use super::super::openers::bytes;
use super::super::{AccountRow, SavedEdition, SavedRow, StoreError};
use super::connection::Open;
use super::{LATER, Postgres, accounts, saved};

impl Postgres {
    /// Begins the move, with the key that signs logs; refuses a database that has games.
    pub(in crate::store) fn begin_move(&self, seed: [u8; 32]) -> Result<(), StoreError> {
        self.call(async move |with| {
            let begin = async |open: &mut Open| {
                if !open.rows("SELECT 1 FROM game LIMIT 1", &[]).await?.is_empty() {
                    let why = "the database has games already; use an empty one".to_owned();
                    return Err(StoreError::Broken(why));
                }
                open.run("BEGIN").await?;
                open.rows("UPDATE signer SET seed = $1", &[&seed.as_slice()])
                    .await
                    .map(drop)
            };
            with.reads.within(LATER, begin).await
        })
    }

    pub(in crate::store) fn take_book(&self, (hash, text, replaced): BookRow) -> Result<(), StoreError> {
        self.call(async move |with| {
            let keep = async |open: &mut Open| {
                let keep = "INSERT INTO book (hash, body, replaced) VALUES ($1, $2, $3)";
                open.rows(keep, &[&hash, &text, &replaced]).await.map(drop)
            };
            with.reads.within(LATER, keep).await
        })
    }

    pub(in crate::store) fn take_account(&self, row: AccountRow) -> Result<(), StoreError> {
        self.call(async move |with| {
            let keep = async |open: &mut Open| match accounts::write(open, &AccountRow { version: 0, ..row }).await? {
                true => Ok(()),
                false => Err(StoreError::Broken(
                    "the database has accounts already; use an empty one".to_owned(),
                )),
            };
            with.reads.within(LATER, keep).await
        })
    }

    /// Takes in a saved rulebook with all its editions, the oldest first.
    pub(in crate::store) fn take_saved(&self, row: SavedRow, editions: Vec<SavedEdition>) -> Result<(), StoreError> {
        self.call(async move |with| {
            let keep = async |open: &mut Open| {
                let taken =
                    || StoreError::Broken("the database has saved rulebooks already; use an empty one".to_owned());
                for (version, edition) in (0..).zip(&editions) {
                    let row = SavedRow { version, ..row.clone() };
                    if !saved::write(open, &row, Some(edition), u32::MAX).await? {
                        return Err(taken());
                    }
                }
                Ok(())
            };
            with.reads.within(LATER, keep).await
        })
    }

    pub(in crate::store) fn take_text(&self, name: &'static str, text: String) -> Result<(), StoreError> {
        self.call(async move |with| {
            let keep = async |open: &mut Open| {
                let keep = "INSERT INTO shared_text VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = $2";
                open.rows(keep, &[&name, &text]).await.map(drop)
            };
            with.reads.within(LATER, keep).await
        })
    }

    pub(in crate::store) fn take_game(&self, game: GameRow, records: Vec<String>) -> Result<(), StoreError> {
        self.call(async move |with| {
            let keep = async |open: &mut Open| {
                let (state, count) = (game.state as i16, records.len() as i32);
                let size = bytes(records.iter()) as i64;
                let enter = "INSERT INTO game (id, state, epoch, count, bytes, place, book, ended, summary)
                    VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)";
                open.rows(
                    enter,
                    &[
                        &game.id,
                        &state,
                        &count,
                        &size,
                        &game.place,
                        &game.book,
                        &game.ended,
                        &game.summary,
                    ],
                )
                .await?;
                let all = "INSERT INTO record (game, n, epoch, body)
                    SELECT $1, r.n - 1, 1, r.body FROM unnest($2::text[]) WITH ORDINALITY AS r (body, n)";
                open.rows(all, &[&game.id, &records]).await.map(drop)
            };
            with.reads.within(LATER, keep).await
        })
    }

    pub(in crate::store) fn commit_move(&self) -> Result<(), StoreError> {
        self.call(async move |with| with.reads.within(LATER, async |open| open.run("COMMIT").await).await)
    }

    /// Leaves the database as it was.
    pub(in crate::store) fn undo(&self) {
        let _ = self.call(async move |with| with.reads.within(LATER, async |open| open.run("ROLLBACK").await).await);
    }
}
