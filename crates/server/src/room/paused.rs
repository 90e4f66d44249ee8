//! A room that cannot store: it retries, tells its players why nothing moves, and lets them leave.
//!
//! The table has already applied what is waiting to be stored, so nothing here may show the table's state beyond what was told.

use super::act::refusal;
use super::viewers::seat_of;
use super::{Command, End, Refused, Room};
use crate::store::StoreError;
use crate::wire::frame::{ClientFrame, ServerFrame};
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// How long to wait before trying to store again.
const RETRY: Duration = Duration::from_millis(300);

impl Room {
    /// Waits until storing may be tried again, answering commands meanwhile.
    pub(super) async fn wait_to_store(&mut self, why: &StoreError) {
        if !self.is_paused {
            self.is_paused = true;
            tracing::warn!(table = %self.game.id, %why, "nothing can be stored: the table pauses and tries again until it can");
            self.notice(why);
        }
        let again = Instant::now() + RETRY;
        loop {
            self.viewers.flush();
            tokio::select! {
                biased;
                () = sleep_until(again) => return,
                command = self.commands.recv() => match command {
                    Some(command) => self.obey_paused(command, why).await,
                    None => return sleep_until(again).await,
                },
            }
        }
    }

    /// Goes on once everything is stored.
    pub(super) fn resume(&mut self) {
        if std::mem::take(&mut self.is_paused) {
            tracing::info!(table = %self.game.id, "the table can store again and goes on");
            self.asks_again = true;
            let what = String::new();
            self.viewers.put_all(&ServerFrame::Notice { what });
        }
    }

    /// Ends the table because its records are damaged. Other tables are not affected.
    pub(super) async fn stop_damaged(&mut self, why: &StoreError) {
        tracing::error!(table = %self.game.id, %why, "a table is damaged and stops");
        self.notice(why);
        self.viewers.close(End::Damaged);
        self.finish().await;
    }

    /// Ends the room because another node goes on with the table. Everybody finds it there by coming back.
    pub(super) async fn stop_fenced(&mut self) {
        tracing::info!(table = %self.game.id, "another node may have the table now");
        self.around.metrics.fenced.inc();
        self.viewers.close(End::Restart);
        self.finish().await;
    }

    fn notice(&mut self, why: &StoreError) {
        let what = match why {
            StoreError::Full => "disk-full",
            StoreError::Damaged(_) => "damaged",
            StoreError::InUse(_)
            | StoreError::Locked
            | StoreError::Away(_)
            | StoreError::Fenced
            | StoreError::Broken(_) => "not-stored",
        };
        let what = what.to_owned();
        self.viewers.put_all(&ServerFrame::Notice { what });
    }

    /// Ends the task of the room without storing anything more.
    async fn finish(&mut self) {
        self.end.notify_one();
        std::future::pending::<()>().await;
    }

    fn take_step(&mut self, listener: u64, step: impl FnOnce(&mut Room, Seat) -> Result<(), RefusalJson>) {
        let seat = self.viewers.who(listener).and_then(|(viewer, _)| seat_of(viewer));
        if let Some(Err(refused)) = seat.map(|seat| step(self, seat)) {
            self.refuse(listener, refused);
        }
    }

    /// Whatever would have to be stored is refused, except leaving, which is stored later.
    async fn obey_paused(&mut self, command: Command, why: &StoreError) {
        match command {
            Command::Connect(listener, since) => {
                let seat = listener.session.and_then(|session| self.game.seat_of(session));
                let has_left =
                    |late: &Command| matches!(late, Command::Leave(who, _) if listener.session == Some(*who));
                self.late.retain(|late| !has_left(late));
                // To come back is stored.
                if seat.is_some_and(|seat| self.game.chairs[usize::from(seat.0)].left) {
                    self.late.push_back(Command::Connect(listener, since));
                } else {
                    self.admit(listener, since);
                    self.notice(why);
                }
            }
            // The steps of a start are gathered in memory, and the time for them goes on: whoever sent one must not be blamed.
            Command::Said(listener, ClientFrame::Commit { hash }) => {
                self.take_step(listener, |room, seat| room.commit(seat, &hash));
            }
            Command::Said(listener, ClientFrame::Reveal { entropy }) => {
                self.take_step(listener, |room, seat| room.reveal(seat, &entropy));
            }
            Command::Said(listener, ClientFrame::Hint { .. } | ClientFrame::Ping) => {
                tracing::trace!(listener, "not needed while nothing is stored");
            }
            Command::Said(listener, _) => {
                let refused = refusal(WhyWord::NotStored, "the server cannot store anything at the moment");
                self.refuse(listener, refused);
            }
            Command::Gone(listener) => self.disconnect(listener),
            Command::Leave(session, reply) => {
                let answer = match self.game.seat_of(session) {
                    Some(seat) => {
                        self.viewers.unseat(seat, End::Left);
                        self.late.push_back(Command::Leave(session, oneshot::channel().0));
                        Ok(())
                    }
                    None => Err(Refused::NotSeated),
                };
                let _ = reply.send(answer);
            }
            // The guest has signed in, and nobody asks for this again.
            Command::Claim(guest, player, reply) => {
                self.late.push_back(Command::Claim(guest, player, oneshot::channel().0));
                let _ = reply.send(Ok(()));
            }
            Command::Rematch(session, reply) => drop(reply.send(self.rematch(session))),
            Command::Story(reply) => drop(reply.send(self.story())),
            Command::Log(reply) => drop(reply.send(self.log())),
            Command::Join { reply, .. } => drop(reply.send(Err(Refused::NotStored))),
            Command::Invite(_, _, _, reply) => drop(reply.send(Err(Refused::NotStored))),
            Command::Uninvite(_, _, reply) => drop(reply.send(Err(Refused::NotStored))),
            Command::Fill(_, _, reply)
            | Command::FillAfter(_, _, _, reply)
            | Command::InviteReferee(_, _, reply)
            | Command::Link(_, _, reply)
            | Command::Next(_, reply)
            | Command::Withdraw(_, reply)
            | Command::Settings(_, _, _, reply)
            | Command::Close(_, reply)
            | Command::Shut(reply) => {
                let _ = reply.send(Err(Refused::NotStored));
            }
            Command::Fenced => self.stop_fenced().await,
            Command::Stop(done) => {
                self.say_goodbye();
                let _ = done.send(());
                self.finish().await;
            }
        }
    }
}
