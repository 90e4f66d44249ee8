//! Plays a script: lines that answer the same tile are given together, players who are not named pass, draws are automatic.

use crate::error::ScenarioError;
use crate::file::{Scenario, Until};
use crate::line::{Line, Said};
use crate::meaning;
use crate::passing::pass_once;
use crate::report::{Refused, Report};
use crate::settlement::Settlement;
use jantaku_rules::seat::Seat;
use jantaku_table::action::Refusal;
use jantaku_table::event::{DrawReason, Event, Source};
use jantaku_table::phase::Phase;
use jantaku_table::shuffle::{key_of, shuffle};
use jantaku_table::stack::Stack;
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Table};
use std::sync::Arc;

/// How often to recut the wall until the right number of tiles is left after the draws: each kan or flower moves its end.
const CUTS: usize = 12;

pub(super) fn play(scenario: &Scenario) -> Result<Report, ScenarioError> {
    let mut stack = scenario.stack.clone();
    let mut played = play_with(scenario, &stack)?;
    if let Some(wanted) = scenario.stack.wall_left {
        for _ in 0..CUTS {
            let more = played.tiles_missing(wanted);
            let Some(cut) = stack
                .wall_left
                .and_then(|cut| cut.checked_add_signed(more))
                .filter(|_| more != 0)
            else {
                break;
            };
            stack.wall_left = Some(cut);
            // The wall has no more tiles to make up for those that kans and flowers take.
            let Ok(longer) = play_with(scenario, &stack) else { break };
            played = longer;
        }
    }
    Ok(Report {
        dealer: played.dealer,
        events: played.events,
        settlements: played.settlements,
        refused: played.refused,
        table: played.table,
    })
}

/// Plays a scenario with this stacked and cut wall.
fn play_with(scenario: &Scenario, stack: &Stack) -> Result<Play, ScenarioError> {
    let rules = &scenario.rules;
    let wall = stack
        .build(rules, &key_of(scenario.seed, 0))
        .map_err(ScenarioError::Wall)?;
    let mut play = Play {
        table: Table::standing_at(Arc::clone(rules), scenario.standing, scenario.points, scenario.chips),
        dealer: scenario.standing.dealer,
        offered: None,
        line: 0,
        events: Vec::new(),
        settlements: Vec::new(),
        refused: None,
        draws_to_come: stack.draws.len(),
        left_after_draws: None,
    };
    play.deal(wall);
    play.refused = play.follow(&scenario.script).err();
    play.show_hands();
    if play.refused.is_none() && scenario.until != Until::Script {
        play.play_on(scenario);
    }
    Ok(play)
}

/// The moment at which a tile was offered: to tell why a claim on it is refused after the turn has moved on, and for what a
/// referee says of the last tile of the wall.
pub(super) struct Offered {
    pub(super) table: Table,
    events: usize,
    settlements: usize,
    line: usize,
}

/// A script being played.
pub(super) struct Play {
    pub(super) table: Table,
    /// Who deals the hand of the script.
    dealer: Seat,
    pub(super) offered: Option<Offered>,
    line: usize,
    events: Vec<Event>,
    settlements: Vec<Settlement>,
    refused: Option<Refused>,
    /// Draws of the file that are still in the wall.
    draws_to_come: usize,
    /// Live tiles left when the last of them was drawn.
    left_after_draws: Option<usize>,
}

impl Play {
    /// How many more tiles (or fewer, if negative) the wall needed for this many to be left after the draws.
    fn tiles_missing(&self, wanted: usize) -> isize {
        match self.left_after_draws {
            Some(left) => wanted as isize - left as isize,
            // The wall ended before all draws were made.
            None => isize::from(self.draws_to_come > 0 && self.events.iter().any(is_exhausted)),
        }
    }

    fn follow(&mut self, script: &[Line]) -> Result<(), Refused> {
        let mut next = 0;
        while let Some(line) = script.get(next) {
            self.line = next;
            if matches!(line.said, Said::Chombo | Said::DeadHand) {
                self.return_to_last_tile();
            }
            let group = self.together(&script[next..]);
            next += match group {
                0 => self.do_line(next, line)?,
                _ => self.answer_together(next, &script[next..next + group])?,
            };
        }
        Ok(())
    }

    /// How many of the next lines answer one moment: different players' claims on a tile, or to nagashi.
    fn together(&self, lines: &[Line]) -> usize {
        let mut to_nagashi = None;
        let mut group = 0;
        for line in lines {
            let nagashi = line.said == Said::Nagashi;
            let chombo = line.said == Said::Chombo;
            let another = to_nagashi.is_some_and(|moment| moment != nagashi) && !chombo;
            // A player may be found out in a chombo and claim nagashi.
            let both = |other: &Line| chombo && other.said == Said::Nagashi || nagashi && other.said == Said::Chombo;
            let again = lines[..group]
                .iter()
                .any(|earlier| earlier.wind == line.wind && !both(earlier));
            if !(nagashi || chombo || self.answers(line)) || another || again {
                break;
            }
            if !chombo {
                to_nagashi = Some(nagashi);
            }
            group += 1;
        }
        group
    }

    /// Does a line answer a tile? A tsumo does where the last flower wins as soon as it is revealed.
    fn answers(&self, line: &Line) -> bool {
        let own_flower = matches!(self.table.phase(), Phase::Claims(claims) if claims.from == self.seat(line));
        line.said.answers_a_tile() || line.said == Said::Tsumo && own_flower
    }

    /// Plays the lines that answer one moment, and returns how many there were.
    fn answer_together(&mut self, first: usize, lines: &[Line]) -> Result<usize, Refused> {
        if lines.iter().any(|line| line.said == Said::Nagashi) {
            self.pass_tiles();
        } else if let Some(claim) = lines.iter().find(|line| line.said != Said::Chombo) {
            self.pass_up_to(claim);
        }
        // A wrong line is found before the table decides on those beside it.
        let wrong = lines.iter().position(|line| self.would_refuse(line).is_some());
        let refusal = wrong.and_then(|place| Some((place, self.would_refuse(&lines[place])?)));
        let given = &lines[..wrong.unwrap_or(lines.len())];
        let before = self.events.len();
        // A chombo is said first: the table holds it until it knows whether somebody wins.
        let chombo_first = given.iter().filter(|line| line.said == Said::Chombo);
        for line in chombo_first.chain(given.iter().filter(|line| line.said != Said::Chombo)) {
            self.give(line).map_err(|refusal| self.refused(first, line, refusal))?;
        }
        // Nothing else happens while answers are missing; what comes up once they are given is a moment of its own.
        let said = |event: &Event| matches!(event, Event::Answered { .. } | Event::ChomboCalled { .. });
        let still_open = self.events[before..].iter().all(said);
        if let Some((place, refusal)) = refusal
            && !(place > 0 && self.comes_up_for(&lines[place], still_open))
        {
            return Err(self.refused(first + place, &lines[place], refusal));
        }
        if still_open {
            self.pass_offer();
        }
        if given.iter().any(|line| line.said == Said::Chombo) {
            self.pass_nagashi();
        }
        Ok(given.len())
    }

    /// Does a line claim the tile that comes up when the lines before it are carried out, as a flower after a kan?
    fn comes_up_for(&self, line: &Line, still_open: bool) -> bool {
        let mut later = self.table.clone();
        if still_open {
            pass_once(&mut later, &mut Vec::new());
        }
        let seat = self.seat(line);
        let action = meaning::action(&later, seat, line.said);
        matches!(later.phase(), Phase::Claims(_)) && action.is_some_and(|action| later.decide(seat, action).is_ok())
    }

    /// A line that answers nothing: all tiles that are open go by first, except for a referee's word on one hand, and
    /// except for the player's own last flower, which a tsumo takes.
    fn do_line(&mut self, number: usize, line: &Line) -> Result<usize, Refused> {
        if !matches!(line.said, Said::DeadHand | Said::TimeUp) {
            let shows = !matches!(line.said, Said::Tenpai | Said::Noten);
            while (self.is_open() || shows && self.is_showing()) && self.would_refuse(line).is_some() {
                self.pass_offer();
            }
        }
        self.give(line).map_err(|refusal| self.refused(number, line, refusal))?;
        Ok(1)
    }

    /// A ruling right after the last tile is about that tile, although nobody could claim it and the hand is drawn.
    fn return_to_last_tile(&mut self) {
        let Some(offered) = self.offered.take_if(|offered| {
            let since = &self.events[offered.events..];
            offered.line + 1 == self.line && self.table.turn().is_none() && since.iter().any(is_exhausted)
        }) else {
            return;
        };
        self.table = offered.table;
        self.events.truncate(offered.events);
        self.settlements.truncate(offered.settlements);
    }

    fn give(&mut self, line: &Line) -> Result<(), Refusal> {
        let seat = self.seat(line);
        let before = self.table.clone();
        let mut events = Vec::new();
        let done = match meaning::action(&self.table, seat, line.said) {
            Some(action) => self.table.act(seat, action, &mut events),
            None => match line.said {
                Said::Chombo => self.table.chombo(seat, &mut events),
                Said::DeadHand => self.table.dead_hand(seat, &mut events),
                _ => self.table.time_up(&mut events),
            },
        };
        self.record(before, events);
        done.map_err(|refusal| self.refusal_when_offered(line).unwrap_or(refusal))
    }

    /// Plays on with bots that discard what they draw and claim nothing.
    fn play_on(&mut self, scenario: &Scenario) {
        let hands = self.table.hands_played();
        let mut dealt = 0;
        while !self.table.is_over() {
            let hand_over = self.table.needs_wall() || matches!(self.table.phase(), Phase::Yame { .. });
            if scenario.until == Until::Hand && (hand_over || self.table.hands_played() > hands) {
                return;
            }
            if self.table.needs_wall() {
                dealt += 1;
                let mut tiles = scenario.rules.tiles.tiles().to_vec();
                shuffle(&key_of(scenario.seed, dealt), &mut tiles);
                self.deal(Wall::new(&scenario.rules, &tiles));
                continue;
            }
            let before = self.table.clone();
            let mut events = Vec::new();
            let moved = bot_moves(&mut self.table, &mut events);
            self.record(before, events);
            if !moved {
                return;
            }
        }
    }

    fn deal(&mut self, wall: Wall) {
        let mut then = wall;
        then.take(13 * self.table.seats() + 1);
        self.see_draw(then.left());
        let mut events = Vec::new();
        self.table.begin_hand(wall, &mut events);
        self.settlements.extend(Settlement::find_all(&self.table, &events));
        self.events.extend(events);
        self.offered = matches!(self.table.phase(), Phase::Claims(_)).then(|| Offered {
            table: self.table.clone(),
            events: self.events.len(),
            settlements: self.settlements.len(),
            line: self.line,
        });
    }

    /// Records what happened, with its settlements.
    pub(super) fn record(&mut self, before: Table, events: Vec<Event>) {
        let settlements = self.settlements.len();
        self.settlements.extend(Settlement::find_all(&before, &events));
        let mut then = before;
        for (number, event) in (self.events.len() + 1..).zip(&events) {
            then.apply_trusted(event);
            match event {
                Event::Discarded { .. } | Event::KanDeclared { .. } | Event::SetAside { .. } => {
                    self.offered = Some(Offered {
                        table: then.clone(),
                        events: number,
                        settlements,
                        line: self.line,
                    });
                }
                Event::Drew {
                    source: Source::Live, ..
                } => self.see_draw(then.wall().left()),
                _ => {}
            }
        }
        self.events.extend(events);
    }

    /// Notes a draw in turn that left this many tiles in the live wall.
    fn see_draw(&mut self, left: usize) {
        if self.draws_to_come == 1 {
            self.left_after_draws = Some(left);
        }
        self.draws_to_come = self.draws_to_come.saturating_sub(1);
    }

    pub(super) fn seat(&self, line: &Line) -> Seat {
        let seats = self.table.seats();
        Seat(((usize::from(self.dealer.0) + line.wind.index()) % seats) as u8)
    }

    fn refused(&self, number: usize, line: &Line, refusal: Refusal) -> Refused {
        Refused {
            number: number + 1,
            line: line.text.clone(),
            refusal,
        }
    }
}

fn is_exhausted(event: &Event) -> bool {
    matches!(
        event,
        Event::Drawn {
            reason: DrawReason::Exhausted,
            ..
        }
    )
}

/// Discards the drawn tile for the player in turn; false if there is nothing to do.
fn bot_moves(table: &mut Table, events: &mut Vec<Event>) -> bool {
    let Some(&seat) = table.to_act().first() else {
        return false;
    };
    let legal = table.legal(seat);
    let quiet = |action: &&Action| matches!(action, Action::Pass | Action::PlayOn | Action::Tenpai);
    let discard =
        |drawn: bool| move |action: &&Action| matches!(action, Action::Discard { drawn: d, .. } if *d == drawn);
    let found = legal.iter().find(quiet).or_else(|| legal.iter().find(discard(true)));
    let action = found.or_else(|| legal.iter().rfind(discard(false))).copied();
    action.is_some_and(|action| table.act(seat, action, events).is_ok())
}
