//! What sockets say: actions of players, questions to the table and their answers, and the steps of a start.

use super::Room;
use super::viewers::seat_of;
use crate::record::Record;
use crate::wire::frame::{ClientFrame, ServerFrame};
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_rules::seat::Seat;
use jantaku_table::Action;

impl Room {
    /// Handles a frame from a socket.
    pub(super) async fn hear(&mut self, listener: u64, frame: ClientFrame) {
        let Some((viewer, session)) = self.viewers.who(listener) else {
            return;
        };
        let seat = seat_of(viewer);
        let heard = match (frame, seat) {
            (ClientFrame::Ping, _) => Ok(()),
            (ClientFrame::Ask { what }, _) => self.ask_table(session, what).await,
            (ClientFrame::Vote { n, agrees }, _) => self.vote(session, n, agrees).await,
            (_, None) => Err(refusal(WhyWord::NotSeated, "you only watch this table")),
            (ClientFrame::Act { n, a }, Some(seat)) => match Action::try_from(&a) {
                Ok(action) => self.answer(seat, n, action).await,
                Err(_) => Err(refusal(WhyWord::BadFrame, "the tiles cannot be read")),
            },
            (ClientFrame::Hint { n }, Some(seat)) => self.advise(listener, seat, n),
            (ClientFrame::Ready, Some(seat)) => {
                if self.is_between_hands() && !self.game.chairs[usize::from(seat.0)].ready {
                    self.keep(Record::Ready { seat: seat.0 }).await;
                    self.tell_awaited();
                    Ok(())
                } else {
                    self.is_ready(seat).await
                }
            }
            (ClientFrame::NotReady, Some(seat)) => {
                self.is_not_ready(seat).await;
                Ok(())
            }
            (ClientFrame::Back, Some(seat)) => {
                self.is_back(seat);
                Ok(())
            }
            (ClientFrame::Say { say }, Some(seat)) => self.say(seat, say),
            (ClientFrame::Mute { seat: other, on }, Some(seat)) => {
                self.mute(seat, other, on);
                Ok(())
            }
            (ClientFrame::Commit { hash }, Some(seat)) => self.commit(seat, &hash),
            (ClientFrame::Reveal { entropy }, Some(seat)) => self.reveal(seat, &entropy),
        };
        if let Err(refused) = heard {
            self.refuse(listener, refused);
        }
    }

    pub(super) fn refuse(&mut self, listener: u64, refused: RefusalJson) {
        tracing::debug!(table = %self.game.id, listener, why = refused.says, "refused");
        self.around.metrics.refusals.inc();
        self.viewers.tell_one(listener, &ServerFrame::Refused(refused));
    }

    /// Handles a player's action. A player who was not asked learns nothing from the refusal, whatever the table is waiting for.
    async fn answer(&mut self, seat: Seat, n: u32, action: Action) -> Result<(), RefusalJson> {
        if n != self.viewers.seat(seat).n {
            return Err(refusal(WhyWord::Stale, "the answer is to an earlier question"));
        }
        if !self.queue.is_empty() || self.game.table.legal(seat).is_empty() {
            return Err(refusal(WhyWord::NotYourTurn, "it is not your turn"));
        }
        self.decide(seat, action, None).await?;
        self.is_back(seat);
        Ok(())
    }

    /// The player decides again, not a bot. Only what a person did at the table counts, not any message.
    fn is_back(&mut self, seat: Seat) {
        if std::mem::take(&mut self.viewers.seat_mut(seat).away) {
            if let Some(done) = self.done_for(seat) {
                self.viewers.seat_mut(seat).put(&done);
            }
            self.players_changed();
        }
    }
}

pub(super) fn refusal(why: WhyWord, says: &str) -> RefusalJson {
    RefusalJson::plain(why, says)
}
