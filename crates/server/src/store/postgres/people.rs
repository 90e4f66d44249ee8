//! Finding and forgetting people.

use super::super::accounts::with_beside;
use super::super::forgetting::{Forgotten, SPEAK_OF_SOMEBODY, meant, played};
use super::super::{Person, StoreError};
use super::accounts;
use super::connection::Open;
use super::saved;
use crate::record::Record;
use crate::room::Place;
use crate::token::SessionHash;
use jantaku_record::log::Signer;
use std::collections::BTreeSet;

pub(super) async fn found(open: &mut Open, who: &str) -> Result<Vec<Person>, StoreError> {
    let mut records = Vec::new();
    for text in SPEAK_OF_SOMEBODY {
        records.extend(holding(open, text).await?);
    }
    let accounts = accounts::all(open).await?;
    let saved = saved::people(open).await?;
    Ok(meant(who, &records, &running(open).await?, &accounts, &saved))
}

/// Forgets these sessions in one commit, with the accounts that they lead to; how many games have changed, or at which tables they
/// still play.
pub(super) async fn forget(
    open: &mut Open,
    sessions: &[SessionHash],
    at: u64,
    signer: &Signer,
) -> Result<Result<usize, Vec<String>>, StoreError> {
    open.in_one_commit(async |open| {
        let (accounts, sessions) = accounts::led_to(open, sessions).await?;
        let running = running(open).await?;
        let (mut games, mut plays) = (BTreeSet::new(), BTreeSet::new());
        for session in &sessions {
            let records = holding(open, &session.to_string()).await?;
            plays.extend(played(&records, &running).into_iter().map(str::to_owned));
            games.extend(records.into_iter().map(|(game, _)| game));
        }
        if !plays.is_empty() {
            return Ok(Err(plays.into_iter().collect()));
        }
        for game in &games {
            forget_in(open, (game, running.contains(game)), &sessions, at, signer).await?;
        }
        saved::forget(open, &sessions).await?;
        for account in accounts.iter().flat_map(|account| with_beside(account)) {
            accounts::strike(open, &account).await?;
        }
        if !games.is_empty() || !accounts.is_empty() {
            open.rows("UPDATE forgetting SET n = n + 1", &[]).await?;
        }
        Ok(Ok(games.len()))
    })
    .await
}

async fn running(open: &mut Open) -> Result<BTreeSet<String>, StoreError> {
    let rows = open.rows("SELECT id FROM game WHERE state = 0", &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// The game and the text of every record that holds this.
async fn holding(open: &mut Open, text: &str) -> Result<Vec<(String, String)>, StoreError> {
    let all = "SELECT game, body FROM record WHERE position($1 IN body) > 0 ORDER BY game, n";
    let rows = open.rows(all, &[&text]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

async fn forget_in(
    open: &mut Open,
    (game, is_running): (&str, bool),
    sessions: &[SessionHash],
    at: u64,
    signer: &Signer,
) -> Result<(), StoreError> {
    let rows = open
        .rows("SELECT n, body FROM record WHERE game = $1 ORDER BY n", &[&game])
        .await?;
    let bodies: Vec<&str> = rows.iter().map(|row| row.get(1)).collect();
    let forgotten = Forgotten::of(&bodies, sessions, is_running);
    for (row, body) in rows.iter().zip(&bodies) {
        if let Some(body) = forgotten.rewritten(body) {
            let change = "UPDATE record SET body = $3 WHERE game = $1 AND n = $2";
            open.rows(change, &[&game, &row.get::<_, i32>(0), &body]).await?;
        }
    }
    let note =
        serde_json::to_string(&Record::Forgotten { at }).map_err(|error| StoreError::Broken(error.to_string()))?;
    let rows = open
        .rows("SELECT summary, place FROM game WHERE id = $1", &[&game])
        .await?;
    let summary: Option<&str> = rows.first().and_then(|row| row.get(0));
    let place: Option<i64> = rows.first().and_then(|row| row.get(1));
    // A hash of the address stays, so that the game goes on counting for it.
    let left = |place: i64| match forgotten.has_opened {
        true => Place(place as u64).forgotten(signer).0 as i64,
        false => place,
    };
    // Whoever has the game in memory must read it anew, so its tenure ends.
    let longer = "WITH longer AS (
            UPDATE game SET count = count + 1, epoch = epoch + 1, owner = NULL, place = $3
            WHERE id = $1 RETURNING id, count, epoch
        )
        INSERT INTO record (game, n, epoch, body) SELECT id, count - 1, epoch, $2 FROM longer";
    open.rows(longer, &[&game, &note, &place.map(left)]).await?;
    if let Some(summary) = summary.and_then(|text| forgotten.in_summary(text)) {
        open.rows("UPDATE game SET summary = $2 WHERE id = $1", &[&game, &summary])
            .await?;
    }
    Ok(())
}
