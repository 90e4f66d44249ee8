//! What all tables share: rulebooks, the key that signs logs, and texts that nodes leave for each other.

use super::super::StoreError;
use super::connection::Open;
use crate::token;
use jantaku_record::log::Signer;
use jantaku_table::fair::Bytes32;

pub(super) async fn text(open: &mut Open, hash: &str) -> Result<Option<String>, StoreError> {
    let rows = open.rows("SELECT body FROM book WHERE hash = $1", &[&hash]).await?;
    Ok(rows.first().map(|row| row.get(0)))
}

pub(super) async fn replaced(open: &mut Open, hash: &str) -> Result<Option<String>, StoreError> {
    let rows = open.rows("SELECT replaced FROM book WHERE hash = $1", &[&hash]).await?;
    Ok(rows.first().and_then(|row| row.get(0)))
}

/// The key of these data; the first node makes it.
pub(super) async fn signer(open: &mut Open) -> Result<Signer, StoreError> {
    let no_randomness = |_| StoreError::Broken("the system gives no randomness for a signing key".to_owned());
    let new = token::random().map_err(no_randomness)?;
    open.rows(
        "INSERT INTO signer VALUES (1, $1) ON CONFLICT DO NOTHING",
        &[&new.0.as_slice()],
    )
    .await?;
    let rows = open.rows("SELECT seed FROM signer", &[]).await?;
    let seed = rows
        .first()
        .and_then(|row| <[u8; 32]>::try_from(row.get::<_, &[u8]>(0)).ok());
    seed.map(|seed| Signer::of_seed(Bytes32(seed)))
        .ok_or_else(|| StoreError::Broken("the key that signs logs is damaged".to_owned()))
}

pub(super) async fn shared_text(open: &mut Open, name: &str) -> Result<Option<String>, StoreError> {
    let rows = open
        .rows("SELECT body FROM shared_text WHERE name = $1", &[&name])
        .await?;
    Ok(rows.first().map(|row| row.get(0)))
}

pub(super) async fn swap_text(
    open: &mut Open,
    name: &str,
    before: Option<&str>,
    after: &str,
) -> Result<bool, StoreError> {
    let rows = match before {
        None => {
            let share = "INSERT INTO shared_text VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name";
            open.rows(share, &[&name, &after]).await?
        }
        Some(before) => {
            let swap = "UPDATE shared_text SET body = $3 WHERE name = $1 AND body = $2 RETURNING name";
            open.rows(swap, &[&name, &before, &after]).await?
        }
    };
    Ok(!rows.is_empty())
}
