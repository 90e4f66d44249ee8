//! Reviews of finished games.

use super::Hub;
use crate::jobs::{Doing, Jobs, Progress};
use crate::room::{Refused, Story};
use crate::token::TableId;
use crate::wire::advice::ReviewJson;
use bytes::Bytes;
use jantaku_record::review::Reviewer;
use jantaku_record::verify::follow;
use std::sync::Arc;

/// Reviews that are kept, the latest; each has a few hundred thousand bytes.
const KEPT: usize = 32;
/// Games that may wait for their turn.
const MOST_WAITING: usize = 8;

/// Reviews as JSON, by table.
pub(super) type Reviews = Jobs<TableId, Bytes>;

pub(super) fn none() -> Reviews {
    Jobs::new(KEPT, MOST_WAITING)
}

impl Hub {
    /// The review of a game that is over. The first to ask has it begun.
    pub async fn review(self: &Arc<Hub>, table: &str) -> Result<Progress<Bytes>, Refused> {
        let id = TableId::read(table).ok_or(Refused::NoTable)?;
        if let Some(begun) = self.reviews.find(&id) {
            return Ok(begun);
        }
        if self.reviews.is_full() {
            return Err(Refused::ReviewsBusy);
        }
        let story = self.story(id.clone()).await?;
        let (table, events) = (id.clone(), story.events.len());
        let work = move |doing: &Doing| review(&table, &story, &|done| doing.report(done));
        Ok(self.reviews.begin(id, events, work))
    }
}

/// The review of a game, or nothing if it cannot be followed.
fn review(table: &TableId, story: &Story, progress: &dyn Fn(usize)) -> Option<Bytes> {
    let mut reviewer = Reviewer::new("club", vec![true; story.rules.seats()], progress);
    let wall = |hand: u16| story.walls.get(usize::from(hand).checked_sub(1)?).cloned();
    if let Err(difference) = follow(&story.rules, &story.events, &wall, &mut reviewer) {
        tracing::error!(%table, %difference, "a game cannot be reviewed");
        return None;
    }
    let review = ReviewJson::of(&story.rules, &reviewer.decisions);
    serde_json::to_vec(&review).ok().map(Bytes::from)
}
