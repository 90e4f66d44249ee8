//! A win is paid what the hand is worth, and the order of its tiles does not matter.

use super::Found;
use crate::tally::score_of;
use jantaku_bots::arena::Ruling;
use jantaku_rules::rulebook::choices::{DiscardPays, Scheme};
use jantaku_rules::score::{Score, score};
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::win::Win;
use jantaku_table::event::Party;
use jantaku_table::phase::Phase;
use jantaku_table::{Action, Event, Table};

/// Claimed wins until they are settled.
pub struct Worth {
    claimed: BySeat<Option<Box<Score>>>,
}

impl Worth {
    pub fn new(seats: usize) -> Worth {
        Worth {
            claimed: BySeat::all(seats, None),
        }
    }

    /// A player claims a win.
    pub fn decided(&mut self, table: &Table, seat: Seat, action: Action) -> Found {
        if !matches!(action, Action::Tsumo | Action::Ron) {
            return Ok(());
        }
        let Some(found) = score_of(table, seat) else {
            return Err(format!("seat {} claims a win with a hand that cannot win", seat.0));
        };
        let win = match table.phase() {
            Phase::Claims(claims) => Some(table.ron_claim(seat, claims.from, claims.tile, claims.offered)),
            _ => table.tsumo_claim(seat),
        };
        self.claimed[seat] = Some(Box::new(found.clone()));
        win.map_or(Ok(()), |win| same_however_written(table, &win, &found))
    }

    /// A dead hand or a chombo withdraws the claim.
    pub fn ruled(&mut self, ruling: Ruling) {
        if let Ruling::Chombo(seat) | Ruling::DeadHand(seat) = ruling {
            self.claimed[seat] = None;
        }
    }

    /// All payments of a hand are made.
    pub fn settled(&mut self, table: &Table, events: &[Event]) -> Found {
        let won = events.iter().filter_map(|event| match event {
            Event::Won { seat, from, .. } => Some((*seat, *from)),
            _ => None,
        });
        let won: Vec<(Seat, Seat)> = won.collect();
        for &(seat, from) in &won {
            let Some(score) = self.claimed[seat].take() else {
                return Err(format!("seat {} wins without a claim", seat.0));
            };
            paid(table, events, seat, from, &score)?;
        }
        if !won.is_empty() {
            self.claimed = BySeat::all(table.seats(), None);
            if table.standing().sticks > 0 {
                return Err("sticks stay on the table after a win".to_owned());
            }
        }
        Ok(())
    }
}

fn paid(table: &Table, events: &[Event], winner: Seat, from: Seat, score: &Score) -> Found {
    let settings = &table.rules().settings;
    let mut by = BySeat::all(table.seats(), 0);
    for event in events {
        let Event::Paid {
            from: Party::Seat(payer),
            to,
            amount: Amount::Points(points),
            what,
            ..
        } = event
        else {
            continue;
        };
        let for_hand = matches!(what, What::Hand | What::Pao | What::RinshanPao);
        if for_hand && *to == Party::Seat(winner) {
            by[*payer] += points.0;
        }
    }
    let total: i32 = by.iter().sum();
    if settings.value.scheme != Scheme::Points {
        let expected = score.total.0;
        return if total == expected {
            Ok(())
        } else {
            Err(format!("a hand worth {expected} is paid {total}"))
        };
    }
    let value = score.value.points().0;
    let mut payments: Vec<i32> = table.others(winner).map(|seat| by[seat]).collect();
    payments.sort_unstable();
    let each = vec![value; payments.len()];
    let shared = settings.payment.shared_up_to;
    let mut one = vec![shared; payments.len()];
    if let Some(last) = one.last_mut() {
        *last = value * payments.len() as i32 - shared * (payments.len() as i32 - 1);
    }
    let by_discard = seat_pays(winner, from);
    let fair = match settings.payment.discard {
        DiscardPays::Discarder if by_discard => by[from] == value && payments.iter().sum::<i32>() == value,
        DiscardPays::Responsible if by_discard && value > shared => payments == one || payments == each,
        _ => payments == each,
    };
    if !fair {
        return Err(format!("a hand of {value} is paid {payments:?}"));
    }
    let cap = settings.value.cap;
    if cap > 0 && value > cap && score.lines(table.rules()).all(|line| line.worth != value) {
        return Err(format!("{value} points beyond the cap of {cap}"));
    }
    Ok(())
}

fn seat_pays(winner: Seat, from: Seat) -> bool {
    winner != from
}

/// The order of tiles does not matter, and one more dora never lowers the score.
fn same_however_written(table: &Table, win: &Win, found: &Score) -> Found {
    let rules = table.rules();
    let mut turned = win.clone();
    turned.hand.reverse();
    turned.melds.reverse();
    turned.aside.reverse();
    turned.dora.reverse();
    turned.ura.reverse();
    match score(rules, &turned) {
        Ok(again) if again.total == found.total && again.value == found.value => {}
        other => {
            return Err(format!(
                "with its tiles reversed the hand scores {other:?}, not {found:?}"
            ));
        }
    }
    let mut more = win.clone();
    if more.dora.is_full() || !rules.settings.dora.played {
        return Ok(());
    }
    let indicator: Tile = win.hand.first().copied().unwrap_or(win.tile);
    more.dora.push(indicator);
    match score(rules, &more) {
        Ok(again) if again.total >= found.total => Ok(()),
        other => Err(format!(
            "with one more indicator the hand scores {other:?}, not {found:?}"
        )),
    }
}
