//! Nodes and the tables they own. Only the database's clock counts.
//!
//! A node that has not renewed its lease is dead for the others, unless they themselves have only just been heard again: when the
//! database was away, nobody could renew.

use super::super::{Claim, Epoch, NodeId, StoreError};
use super::connection::Open;
use super::{Node, migrations};
use crate::token::TableId;

/// Nodes that `$1` need not respect any more. `-infinity` marks those that have retired, or whose name another process has taken.
macro_rules! dead {
    () => {
        "SELECT id FROM node WHERE expires = '-infinity' OR expires <= now() AND \
         (SELECT since FROM node WHERE id = $1) <= now() - interval '3 seconds'"
    };
}

/// Enters a node; an earlier process of the same name loses its tables.
pub(super) async fn register(open: &mut Open, node: &Node) -> Result<NodeId, StoreError> {
    open.in_one_commit(async |open| {
        open.rows("SELECT pg_advisory_xact_lock($1)", &[&migrations::LOCK])
            .await?;
        let others = "SELECT name FROM node WHERE expires > now() AND name <> $1 AND NOT ($2 AND has_bus) LIMIT 1";
        if let Some(other) = open.rows(others, &[&node.name, &node.has_bus]).await?.first() {
            let other: String = other.get(0);
            return Err(StoreError::InUse(format!("the database, by node {other},")));
        }
        let gone = "DELETE FROM node WHERE expires < now() - interval '1 day'
            AND NOT EXISTS (SELECT 1 FROM game WHERE game.owner = node.id AND state = 0)";
        open.rows(gone, &[]).await?;
        open.rows("UPDATE node SET expires = '-infinity' WHERE name = $1", &[&node.name])
            .await?;
        let enter = "INSERT INTO node (name, has_bus, expires, since, forgettings)
            SELECT $1, $2, now() + interval '3 seconds', now(), n FROM forgetting RETURNING id";
        let rows = open.rows(enter, &[&node.name, &node.has_bus]).await?;
        rows.first()
            .map(id)
            .ok_or_else(|| StoreError::Broken("the node was not entered".to_owned()))
    })
    .await
}

fn id(row: &tokio_postgres::Row) -> NodeId {
    NodeId(row.get::<_, i64>(0).unsigned_abs())
}

pub(super) fn number(node: NodeId) -> i64 {
    node.0 as i64
}

pub(super) async fn renew(open: &mut Open, node: NodeId) -> Result<(), StoreError> {
    let renew = "UPDATE node SET expires = now() + interval '3 seconds',
            since = CASE WHEN expires <= now() THEN now() ELSE since END
        WHERE id = $1 AND expires > '-infinity' RETURNING id";
    match open.rows(renew, &[&number(node)]).await?.is_empty() {
        true => Err(StoreError::Fenced),
        false => Ok(()),
    }
}

pub(super) async fn claim(open: &mut Open, node: NodeId, table: &TableId) -> Result<Claim, StoreError> {
    let claim = concat!(
        "WITH taken AS (
            UPDATE game SET epoch = epoch + 1, owner = $1
            WHERE id = $2 AND (owner IS NULL OR owner = $1 OR owner IN (",
        dead!(),
        ")
                OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = game.owner))
            RETURNING id, epoch
        )
        INSERT INTO tenure (game, epoch, node) SELECT id, epoch, $1 FROM taken RETURNING epoch"
    );
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&number(node), &table.as_str()];
    if let Some(taken) = open.rows(claim, &values).await?.first() {
        return Ok(Claim::Ours(Epoch(taken.get::<_, i32>(0).unsigned_abs())));
    }
    let owner = "SELECT coalesce(owner, 0) FROM game WHERE id = $1";
    let owner = open.rows(owner, &[&table.as_str()]).await?;
    Ok(owner.first().map_or(Claim::NoTable, |row| Claim::Theirs(id(row))))
}

pub(super) async fn adopt(open: &mut Open, node: NodeId, most: usize) -> Result<Vec<(TableId, Epoch)>, StoreError> {
    let adopt = concat!(
        "WITH orphan AS (
            SELECT id FROM game WHERE state = 0 AND (owner IS NULL OR owner IN (",
        dead!(),
        "))
            LIMIT $2 FOR UPDATE SKIP LOCKED
        ), taken AS (
            UPDATE game SET epoch = epoch + 1, owner = $1 FROM orphan WHERE game.id = orphan.id
            RETURNING game.id, game.epoch
        )
        INSERT INTO tenure (game, epoch, node) SELECT id, epoch, $1 FROM taken RETURNING game, epoch"
    );
    let rows = open.rows(adopt, &[&number(node), &(most as i64)]).await?;
    Ok(rows.iter().filter_map(tenure).collect())
}

pub(super) async fn owned(open: &mut Open, node: NodeId) -> Result<Vec<(TableId, Epoch)>, StoreError> {
    let owned = "SELECT id, epoch FROM game WHERE state = 0 AND owner = $1";
    let rows = open.rows(owned, &[&number(node)]).await?;
    Ok(rows.iter().filter_map(tenure).collect())
}

fn tenure(row: &tokio_postgres::Row) -> Option<(TableId, Epoch)> {
    let epoch = Epoch(row.get::<_, i32>(1).unsigned_abs());
    TableId::read(row.get(0)).map(|table| (table, epoch))
}

pub(super) async fn forgettings(open: &mut Open) -> Result<u64, StoreError> {
    let rows = open.rows("SELECT n FROM forgetting", &[]).await?;
    Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0).unsigned_abs()))
}

pub(super) async fn outlived(open: &mut Open, tenures: &[(TableId, Epoch)]) -> Result<Vec<TableId>, StoreError> {
    let over = "SELECT t.id FROM unnest($1::text[], $2::int[]) AS t (id, epoch)
        WHERE NOT EXISTS (SELECT 1 FROM game WHERE game.id = t.id AND game.epoch = t.epoch)";
    let tables: Vec<&str> = tenures.iter().map(|(table, _)| table.as_str()).collect();
    let epochs: Vec<i32> = tenures.iter().map(|(_, epoch)| epoch.0 as i32).collect();
    let rows = open.rows(over, &[&tables, &epochs]).await?;
    Ok(rows.iter().filter_map(|row| TableId::read(row.get(0))).collect())
}

pub(super) async fn confirm(open: &mut Open, node: NodeId, forgettings: u64) -> Result<(), StoreError> {
    let confirm = "UPDATE node SET forgettings = $2 WHERE id = $1";
    open.rows(confirm, &[&number(node), &(forgettings as i64)])
        .await
        .map(drop)
}

pub(super) async fn unconfirmed(open: &mut Open, node: NodeId) -> Result<Vec<String>, StoreError> {
    let unconfirmed = "SELECT name FROM node WHERE id <> $1 AND forgettings < (SELECT n FROM forgetting)
        AND expires > now() - interval '3 seconds'";
    let rows = open.rows(unconfirmed, &[&number(node)]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

pub(super) async fn retire(open: &mut Open, node: NodeId) -> Result<(), StoreError> {
    open.in_one_commit(async |open| {
        let node = number(node);
        open.rows("UPDATE game SET owner = NULL WHERE owner = $1", &[&node])
            .await?;
        open.rows("UPDATE node SET expires = '-infinity' WHERE id = $1", &[&node])
            .await
            .map(drop)
    })
    .await
}
