//! Bots, including those that play for an absent player. They think on worker threads, so a slow bot
//! holds up only its own turn.

use super::Room;
use crate::company::StandIn;
use crate::record::Sitter;
use jantaku_bots::{Bot, greedy::Greedy};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_table::prompt::Prompt;
use jantaku_table::seen::{Seen, Viewer};
use jantaku_table::view::View;
use jantaku_table::{Action, Event, Table};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The bot that plays for an absent player.
pub(crate) const STAND_IN: &str = "greedy";

/// Limits how many bots of a server think at once.
#[derive(Clone)]
pub struct Thinkers(Arc<Semaphore>);

impl Default for Thinkers {
    /// One for each processor.
    fn default() -> Thinkers {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinkers(Arc::new(Semaphore::new(processors)))
    }
}

pub(super) struct Thought {
    seat: Seat,
    /// How many events there were when it was asked.
    events: usize,
    /// The bot and its choice; nothing, if it failed.
    chosen: Option<(Program, Action)>,
}

/// A bot, and how many events of the game it has followed; none before it sits down.
pub(super) struct Program {
    bot: Box<dyn Bot>,
    followed: Option<usize>,
}

impl Program {
    fn named(name: &str, seed: u64) -> Program {
        let bot = jantaku_bots::named(name, seed).unwrap_or_else(|| Box::new(Greedy::default()));
        Program { bot, followed: None }
    }

    /// What the seat has seen of these events since the bot last followed them.
    fn news(&self, events: &[Event], viewer: Viewer, rules: &Rules) -> Vec<Seen> {
        let since = self.followed.filter(|_| self.bot.wants_feed()).unwrap_or(events.len());
        let new = events.get(since..).unwrap_or_default();
        new.iter().filter_map(|event| event.seen_by(viewer, rules)).collect()
    }

    /// Lets the bot follow the game up to this number of events, and decide.
    fn choose(&mut self, events: usize, news: &[Seen], view: &View, prompt: &Prompt) -> Action {
        let followed = self.followed.replace(events);
        match followed {
            None if self.bot.wants_feed() => self.bot.sit(view),
            _ => news.iter().for_each(|seen| self.bot.see(seen)),
        }
        self.bot.choose(view, prompt)
    }
}

impl Room {
    /// Does a bot decide for this seat now?
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
        let seed = events as u64 * 4 + u64::from(seat.0);
        let mut program = self.bots[place].take().unwrap_or_else(|| Program::named(name, seed));
        let viewer = Viewer::Seat(seat);
        let view = View::of(table, viewer);
        let news = program.news(&self.game.events, viewer, table.rules());
        let (thinkers, thoughts) = (self.around.thinkers.clone(), self.thoughts.clone());
        tokio::spawn(async move {
            let _turn = thinkers.0.acquire().await;
            let thinking = tokio::task::spawn_blocking(move || {
                let action = program.choose(events, &news, &view, &prompt);
                (program, action)
            });
            let chosen = thinking.await.ok();
            let _ = thoughts.send(Thought { seat, events, chosen }).await;
        });
    }

    /// Does what a bot has decided, if the table has not gone on meanwhile. A bot that fails plays as if its time were over.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let Thought { seat, events, chosen } = thought;
        self.is_thinking = false;
        let (program, action) = chosen.unzip();
        self.bots[usize::from(seat.0)] = program;
        let legal = self.game.table.legal(seat);
        let is_stale = events != self.game.events.len() || !self.queue.is_empty() || !self.is_program(seat);
        if is_stale || legal.is_empty() {
            return;
        }
        let action = action.filter(|action| legal.contains(action));
        let action = action.unwrap_or_else(|| time_out(&self.game.table, seat));
        if self.decide(seat, action, Some(StandIn::Bot)).await.is_err() {
            tracing::error!(table = %self.game.id, ?action, "the action of a bot was refused");
        }
    }
}

/// What is done for a player who ran out of time: discard the drawn tile, pass, show tenpai, play on.
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

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_bots::habit::Habit;
    use jantaku_rules::rulebook::library::Library;
    use jantaku_table::shuffle::key_of;
    use jantaku_table::wall::Wall;

    /// Folds what it is shown and compares it with what it is asked with.
    struct Follower {
        habit: Habit,
        folded: Option<View>,
    }

    impl Bot for Follower {
        fn choose(&mut self, view: &View, prompt: &Prompt) -> Action {
            assert!(self.folded.as_ref() == Some(view), "the feed leads to another view");
            self.habit.choose(view, prompt)
        }

        fn sit(&mut self, view: &View) {
            assert!(self.folded.replace(view.clone()).is_none(), "it sits down twice");
        }

        fn see(&mut self, seen: &Seen) {
            self.folded.as_mut().expect("it sits").apply(seen);
        }
    }

    #[test]
    fn a_bot_follows_the_game_between_its_turns() {
        let rules = Arc::new(Library::builtin().rules("zan").expect("a rulebook"));
        let mut table = Table::new(Arc::clone(&rules));
        let mut events = Vec::new();
        let mut programs: Vec<Program> = (0..3)
            .map(|seed| Program {
                bot: Box::new(Follower {
                    habit: Habit::random(seed),
                    folded: None,
                }),
                followed: None,
            })
            .collect();
        while !table.is_over() && table.hands_played() < 3 {
            if table.needs_wall() {
                let wall = Wall::of_key(&rules, &key_of(7, table.hands_played().into()));
                table.begin_hand(wall, &mut events);
                continue;
            }
            let seat = table.next_to_act().expect("somebody to act");
            let viewer = Viewer::Seat(seat);
            let program = &mut programs[usize::from(seat.0)];
            let news = program.news(&events, viewer, &rules);
            let (view, prompt) = (View::of(&table, viewer), table.prompt(seat).expect("a prompt"));
            let action = program.choose(events.len(), &news, &view, &prompt);
            table.act(seat, action, &mut events).expect("a legal action");
        }
        assert!(programs.iter().all(|program| program.followed > Some(50)));
    }
}
