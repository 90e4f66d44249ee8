//! Bots, including those that play for an absent player. They think on worker threads, so a slow bot
//! holds up only its own turn.

use super::Room;
use super::hints::Opinion;
use crate::company::StandIn;
use crate::machine;
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
use tokio::time::Instant;

/// The bot that plays for an absent player.
pub(crate) const STAND_IN: &str = "greedy";

/// Limits how many bots of a server think at once. Hints wait for each other and never for bots.
#[derive(Clone)]
pub struct Thinkers {
    pub(super) bots: Arc<Semaphore>,
    pub(super) hints: Arc<Semaphore>,
}

impl Thinkers {
    /// Whoever asks for a hint, or for something that takes as long, waits for a turn here.
    pub(crate) fn for_hints(&self) -> Arc<Semaphore> {
        Arc::clone(&self.hints)
    }
}

impl Default for Thinkers {
    /// One for each processor.
    fn default() -> Thinkers {
        let processors = machine::processors();
        Thinkers {
            bots: Arc::new(Semaphore::new(processors)),
            hints: Arc::new(Semaphore::new(processors.div_ceil(2))),
        }
    }
}

/// What comes back from a worker thread.
pub(super) enum Thought {
    Choice {
        seat: Seat,
        /// How many events there were when it was asked.
        events: usize,
        /// The bot and its choice; nothing, if it failed.
        chosen: Option<(Program, Action)>,
    },
    Hint(Opinion),
}

/// What a bot does when its time has come, unless the table goes on before.
pub(super) struct Chosen {
    seat: Seat,
    events: usize,
    action: Action,
}

/// A bot, and how many events of the game it has followed; none before it sits down.
pub(super) struct Program {
    bot: Box<dyn Bot>,
    followed: Option<usize>,
}

impl Program {
    fn named(name: &str, seed: u64) -> Program {
        let bot = jantaku_bots::seated(name, seed).unwrap_or_else(|| Box::new(Greedy::default()));
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
            let _turn = thinkers.bots.acquire().await;
            let thinking = machine::spawn_blocking(move || {
                let action = program.choose(events, &news, &view, &prompt);
                (program, action)
            });
            let chosen = thinking.await.ok();
            let _ = thoughts.send(Thought::Choice { seat, events, chosen }).await;
        });
    }

    /// Takes what a bot has decided, if the table has not gone on meanwhile. A bot that fails plays as if its time were over. In its
    /// turn it waits until it may act, so that nobody sees how long it thought.
    pub(super) async fn take_thought(&mut self, thought: Thought) {
        let (seat, events, chosen) = match thought {
            Thought::Choice { seat, events, chosen } => (seat, events, chosen),
            Thought::Hint(opinion) => return self.take_opinion(opinion),
        };
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
        let chosen = Chosen { seat, events, action };
        match self.bot_waits(Instant::now()) {
            true => self.chosen = Some(chosen),
            false => self.carry_out_choice(chosen).await,
        }
    }

    /// Is a bot's turn not over yet? It has nothing to wait for when it is asked about another player's tile.
    fn bot_waits(&self, now: Instant) -> bool {
        self.game.table.turn().is_some() && self.bot_at.is_some_and(|at| now < at)
    }

    /// Lets the bot of a seat think, or do what it has chosen when its time has come. Returns whether anything happened.
    pub(super) async fn advance_bot(&mut self, seat: Seat, now: Instant) -> bool {
        let events = self.game.events.len();
        let is_current = |chosen: &mut Chosen| (chosen.seat, chosen.events) == (seat, events);
        match self.chosen.take_if(is_current) {
            Some(chosen) if self.bot_waits(now) => self.chosen = Some(chosen),
            Some(chosen) => {
                self.carry_out_choice(chosen).await;
                return true;
            }
            None => self.think(seat),
        }
        false
    }

    async fn carry_out_choice(&mut self, chosen: Chosen) {
        let Chosen { seat, action, .. } = chosen;
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
