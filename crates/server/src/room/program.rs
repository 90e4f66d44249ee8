//! Programs at the table: bots, and those who play for somebody who is away. They think on threads of their own, so a slow bot
//! keeps nobody waiting but its own table's turn.

use super::Room;
use crate::record::Sitter;
use jantaku_bots::{Bot, greedy::Greedy};
use jantaku_rules::seat::Seat;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;
use jantaku_table::{Action, Table};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The bot that plays for somebody who is away.
pub(super) const STAND_IN: &str = "greedy";

/// How many bots of a server may think at once.
#[derive(Clone)]
pub struct Thinkers(Arc<Semaphore>);

impl Default for Thinkers {
    /// One for each processor.
    fn default() -> Thinkers {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinkers(Arc::new(Semaphore::new(processors)))
    }
}

/// What a bot has decided.
pub(super) struct Thought {
    seat: Seat,
    /// How many events there were when it was asked.
    events: usize,
    /// The bot and its choice; nothing, if it failed.
    chosen: Option<(Box<dyn Bot>, Action)>,
}

impl Room {
    /// Does a program decide for this seat now?
    pub(super) fn is_program(&self, seat: Seat) -> bool {
        !self.game.is_person(seat) || self.game.chairs[usize::from(seat.0)].left || self.viewers.seat(seat).away
    }

    /// Lets the program of this seat think, unless one of this table does already. Its answer comes as a [`Thought`].
    pub(super) fn think(&mut self, seat: Seat) {
        let table = &self.game.table;
        let Some(prompt) = table.prompt(seat).filter(|_| !self.is_thinking) else {
            return;
        };
        self.is_thinking = true;
        let place = usize::from(seat.0);
        let events = self.game.events.len();
        let name = match &self.game.chairs[place].sitter {
            Sitter::Bot { id } => id.as_str(),
            Sitter::Open | Sitter::Person { .. } => STAND_IN,
        };
        let mut bot = self.bots[place].take().unwrap_or_else(|| {
            let named = jantaku_bots::named(name, events as u64 * 4 + u64::from(seat.0));
            named.unwrap_or_else(|| Box::new(Greedy::default()))
        });
        let view = View::of(table, Viewer::Seat(seat));
        let (thinkers, thoughts) = (self.around.thinkers.clone(), self.thoughts.clone());
        tokio::spawn(async move {
            let _turn = thinkers.0.acquire().await;
            let thinking = tokio::task::spawn_blocking(move || {
                let action = bot.choose(&view, &prompt);
                (bot, action)
            });
            let chosen = thinking.await.ok();
            let _ = thoughts.send(Thought { seat, events, chosen }).await;
        });
    }

    /// Does what a bot has decided, if the table has not gone on meanwhile. A bot that fails plays as if its time were over.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { seat, events, chosen } = thought;
        self.is_thinking = false;
        let (bot, action) = chosen.unzip();
        self.bots[usize::from(seat.0)] = bot;
        let legal = self.game.table.legal(seat);
        let is_stale = events != self.game.events.len() || !self.queue.is_empty() || !self.is_program(seat);
        if is_stale || legal.is_empty() {
            return;
        }
        let action = action.filter(|action| legal.contains(action));
        let action = action.unwrap_or_else(|| time_out(&self.game.table, seat));
        if self.decide(seat, action).await.is_err() {
            tracing::error!(table = %self.game.id, ?action, "the action of a bot was refused");
        }
    }
}

/// What happens to a player whose time is over: the drawn tile goes, a claim is passed, tenpai is shown, the game goes on.
pub(super) fn time_out(table: &Table, seat: Seat) -> Action {
    let legal = table.legal(seat);
    let find = |wanted: fn(&Action) -> bool| legal.iter().copied().find(wanted);
    find(|action| matches!(action, Action::Pass | Action::PlayOn | Action::Tenpai))
        .or_else(|| find(|action| matches!(action, Action::Discard { drawn: true, .. })))
        .or_else(|| {
            legal
                .iter()
                .copied()
                .rev()
                .find(|action| matches!(action, Action::Discard { .. }))
        })
        .or_else(|| legal.first().copied())
        .unwrap_or(Action::Pass)
}
