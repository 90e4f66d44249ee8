//! The start of a game: the server's chain, the players' commitments, their reveals. It never waits for anybody for long.

use super::act::refusal;
use super::{Room, unix_time};
use crate::record::Record;
use crate::token;
use crate::wire::fair::{FairInfo, FairStep};
use crate::wire::frame::ServerFrame;
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use jantaku_table::fair::Bytes32;
use jantaku_wire::hex::Hex32;
use tokio::time::Instant;

/// A player who failed to reveal this often is not asked to commit again.
const MOST_FAULTS: u8 = 2;

/// What players have sent for the current step.
pub(super) struct Gathering {
    commits: Vec<Option<Bytes32>>,
    reveals: Vec<Option<Bytes32>>,
    /// When the step ends, whoever is missing.
    pub(super) until: Option<Instant>,
}

impl Gathering {
    pub(super) fn new(seats: usize) -> Gathering {
        Gathering {
            commits: vec![None; seats],
            reveals: vec![None; seats],
            until: None,
        }
    }
}

impl Room {
    /// Takes the next step of the start if it is due. Returns whether anything happened.
    pub(super) async fn advance_start(&mut self, now: Instant) -> bool {
        match FairStep::of(&self.game) {
            None => self.begin_chain().await,
            Some(FairStep::Commit) => {
                let limit = now + self.around.config.pauses.promise;
                let late = now >= *self.start.until.get_or_insert(limit);
                if !late
                    && self
                        .game
                        .seats()
                        .any(|seat| self.may_commit(seat) && !self.has_committed(seat))
                {
                    return false;
                }
                let commits = self.start.commits.iter().map(|commit| commit.map(Hex32)).collect();
                self.start.until = None;
                self.keep(Record::Commits { commits }).await;
                self.tell_fair();
                true
            }
            Some(FairStep::Reveal) => {
                let limit = now + self.around.config.pauses.promise;
                let late = now >= *self.start.until.get_or_insert(limit);
                let missing = self.not_revealed();
                if !late && !missing.is_empty() {
                    return false;
                }
                self.start.until = None;
                if missing.is_empty() {
                    self.fix_walls().await;
                } else {
                    self.void(missing).await;
                }
                true
            }
            Some(FairStep::Fixed) => false,
        }
    }

    /// Do we wait for this player? Not for bots, absent players, or those who failed to reveal too often.
    fn may_commit(&self, seat: Seat) -> bool {
        let faults = self.game.chairs[usize::from(seat.0)].faults;
        !self.is_program(seat) && faults < MOST_FAULTS
    }

    fn has_committed(&self, seat: Seat) -> bool {
        self.start.commits[usize::from(seat.0)].is_some()
    }

    /// The seats that have committed but not revealed.
    fn not_revealed(&self) -> Vec<u8> {
        let commits = self.game.start.commits.iter().flatten();
        let missing = (0..).zip(commits.zip(&self.start.reveals));
        missing
            .filter(|(_, (commit, reveal))| commit.is_some() && reveal.is_none())
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The chain is stored and synced before anybody is told of it.
    async fn begin_chain(&mut self) -> bool {
        let Ok(last) = token::random() else {
            tracing::error!(table = %self.game.id, "no randomness for a wall");
            return false;
        };
        let attempt = self.game.start.attempt.saturating_add(1);
        self.start = Gathering::new(self.game.chairs.len());
        self.keep(Record::Chain {
            attempt,
            last: Hex32(last),
            rules: Some(Hex32(Bytes32(self.game.rules.hash))),
        })
        .await;
        self.players_changed();
        self.tell_fair();
        true
    }

    async fn fix_walls(&mut self) {
        let drawn = self.game.draw_lots(&self.start.reveals);
        let reveals = self.start.reveals.iter().map(|reveal| reveal.map(Hex32)).collect();
        let at = unix_time();
        let lots = drawn.clone().map(|order| Record::Lots { order });
        self.keep_all([Record::Reveals { reveals, at }].into_iter().chain(lots))
            .await;
        if let Some(order) = drawn {
            self.change_seats(&order);
        }
        self.time_up_at = self.game.time_left(at).map(|left| Instant::now() + left);
        self.tell_fair();
        self.players_changed();
    }

    async fn void(&mut self, faults: Vec<u8>) {
        tracing::info!(table = %self.game.id, ?faults, "a start is void");
        self.keep(Record::Void { faults }).await;
        self.begin_chain().await;
    }

    pub(super) fn commit(&mut self, seat: Seat, hash: &str) -> Result<(), RefusalJson> {
        let hash = Bytes32::from_hex(hash).ok_or_else(|| refusal(WhyWord::BadFrame, "64 hex digits are expected"))?;
        let asked = FairStep::of(&self.game) == Some(FairStep::Commit);
        if !asked || self.has_committed(seat) || self.game.chairs[usize::from(seat.0)].faults >= MOST_FAULTS {
            return Err(refusal(WhyWord::NotNow, "no commitment is awaited"));
        }
        self.start.commits[usize::from(seat.0)] = Some(hash);
        Ok(())
    }

    pub(super) fn reveal(&mut self, seat: Seat, entropy: &str) -> Result<(), RefusalJson> {
        let place = usize::from(seat.0);
        let entropy =
            Bytes32::from_hex(entropy).ok_or_else(|| refusal(WhyWord::BadFrame, "64 hex digits are expected"))?;
        let start = &self.game.start;
        let commit = start.commits.as_ref().and_then(|commits| commits[place]);
        let (Some(commit), Some(head), None) = (commit, start.head, &start.reveals) else {
            return Err(refusal(WhyWord::NotNow, "nothing is to be revealed"));
        };
        if self.game.terms().commitment(seat, head, entropy) != commit {
            return Err(refusal(WhyWord::NotNow, "this is not what was promised"));
        }
        self.start.reveals[place] = Some(entropy);
        Ok(())
    }

    pub(super) fn tell_fair(&mut self) {
        if let Some(fair) = self.fair() {
            self.viewers.put_all(&ServerFrame::Fair(fair));
        }
    }

    /// What everybody may know of the walls, once the start has begun.
    pub(super) fn fair(&self) -> Option<FairInfo> {
        FairInfo::of(&self.game, self.telling.hands_closed(), self.around.signer.key())
    }
}
