//! Hints for a player who asks: what a bot would do that sees what the player sees. They are worked out on worker threads, once for
//! each prompt, and one that comes too late is told to nobody.

use super::Room;
use super::act::refusal;
use super::program::Thought;
use crate::wire::advice::{CurrencyWord, HintJson};
use crate::wire::frame::ServerFrame;
use crate::wire::prompt::RefusalJson;
use crate::wire::why::WhyWord;
use jantaku_bots::club::Club;
use jantaku_bots::{Bot, Reason, best_of};
use jantaku_record::review::SHOWN;
use jantaku_rules::seat::Seat;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;

/// A prompt by its number, and the hint once there is one.
#[derive(Clone)]
pub(super) struct Advice {
    n: u32,
    hint: Option<HintJson>,
}

/// What a bot thinks of a prompt.
pub(super) struct Opinion {
    seat: Seat,
    n: u32,
    best: Vec<Reason>,
}

impl Room {
    /// Answers with a hint, now or when it is worked out. A question about an earlier prompt gets no answer.
    pub(super) fn advise(&mut self, listener: u64, seat: Seat, n: u32) -> Result<(), RefusalJson> {
        if !self.game.allows_hints() {
            return Err(refusal(WhyWord::NoHints, "this table allows no hints"));
        }
        let Some(prompt) = self.asked_now(seat, n) else {
            return Ok(());
        };
        let place = usize::from(seat.0);
        if let Some(known) = self.advice[place].as_ref().filter(|advice| advice.n == n) {
            // Another device, or the page was loaded again.
            if let Some(hint) = known.hint.clone() {
                self.viewers.tell_one(listener, &ServerFrame::Hint(hint));
            }
            return Ok(());
        }
        self.advice[place] = Some(Advice { n, hint: None });
        let view = View::of(&self.game.table, Viewer::Seat(seat));
        let (thinkers, thoughts) = (self.around.thinkers.clone(), self.thoughts.clone());
        tokio::spawn(async move {
            let _turn = thinkers.hints.acquire().await;
            let weighing =
                crate::machine::spawn_blocking(move || best_of(&Club::default().explain(&view, &prompt), SHOWN));
            let best = weighing.await.unwrap_or_default();
            let _ = thoughts.send(Thought::Hint(Opinion { seat, n, best })).await;
        });
        Ok(())
    }

    /// Tells the player, if the prompt is still open.
    pub(super) fn take_opinion(&mut self, opinion: Opinion) {
        let Opinion { seat, n, best } = opinion;
        if self.asked_now(seat, n).is_none() || best.is_empty() {
            return;
        }
        let hint = HintJson {
            n,
            currency: CurrencyWord::of(&self.game.rules),
            best: best.iter().map(Into::into).collect(),
        };
        self.viewers.seat_mut(seat).put(&ServerFrame::Hint(hint.clone()));
        self.advice[usize::from(seat.0)] = Some(Advice { n, hint: Some(hint) });
    }

    /// What the seat is asked by this prompt, while it is open and leaves a choice.
    fn asked_now(&self, seat: Seat, n: u32) -> Option<Prompt> {
        let is_open = n == self.viewers.seat(seat).n && self.queue.is_empty();
        let prompt = is_open.then(|| self.game.table.prompt(seat)).flatten();
        prompt.filter(|prompt| prompt.legal.len() > 1)
    }
}
