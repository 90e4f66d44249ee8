//! Requests that wait for an answer. Whoever asks is answered as soon as it turns out that nothing can be stored, not when it can be
//! again: by then nobody would be there to hear it.

use super::viewers::End;
use super::{Refused, Reply, Room};
use crate::store::StoreError;
use crate::token::SessionHash;
use std::sync::{Arc, Mutex, PoisonError};

/// A request that is being carried out.
pub(super) struct Request {
    /// How many records were stored when it came.
    stored: u32,
    /// Who leaves. Leaving is never refused: it is stored later.
    leaves: Option<SessionHash>,
    answer: Box<dyn FnOnce() + Send>,
}

/// A reply that is sent once.
pub(super) struct Once<T>(Arc<Mutex<Option<Reply<T>>>>);

impl<T> Once<T> {
    pub(super) fn send(&self, answer: Result<T, Refused>) {
        let reply = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = reply.map(|reply| reply.send(answer));
    }
}

impl Room {
    /// Begins a request that is refused if nothing can be stored.
    pub(super) fn asked<T: Send + 'static>(&mut self, reply: Reply<T>) -> Once<T> {
        self.begin(reply, None, || Err(Refused::NotStored))
    }

    /// Begins the request of somebody who leaves.
    pub(super) fn asked_to_leave(&mut self, session: SessionHash, reply: Reply<()>) -> Once<()> {
        self.begin(reply, Some(session), || Ok(()))
    }

    fn begin<T: Send + 'static>(
        &mut self,
        reply: Reply<T>,
        leaves: Option<SessionHash>,
        otherwise: fn() -> Result<T, Refused>,
    ) -> Once<T> {
        let shared = Arc::new(Mutex::new(Some(reply)));
        let early = Once(Arc::clone(&shared));
        self.request = Some(Request {
            stored: self.stored,
            leaves,
            answer: Box::new(move || early.send(otherwise())),
        });
        Once(shared)
    }

    /// Answers a request that cannot be stored now, if there is one. If nothing of it is stored it is given up, and this does not
    /// return. Otherwise it goes on once it can: a part of it is stored, or may be.
    pub(super) async fn answer_unstored(&mut self, why: &StoreError) {
        let Some(request) = self.request.take() else {
            return;
        };
        (request.answer)();
        if let Some(session) = request.leaves {
            if let Some(seat) = self.game.seat_of(session) {
                self.viewers.unseat(seat, End::Left);
            }
        } else if why.is_certain() && request.stored == self.stored {
            tracing::warn!(table = %self.game.id, %why, "a request is refused: nothing can be stored");
            self.gives_up.notify_one();
            std::future::pending::<()>().await;
        }
    }
}
