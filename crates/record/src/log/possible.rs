//! Whether an event can happen as the table stands: for logs from strangers, since a table takes every event that it is given.
//!
//! This is not the referee. It knows where every tile is and how many a hand holds; whether an action was legal, and what it
//! is worth, was decided when the log was written.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::{Amount, Stake};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::event::{Party, Source};
use jantaku_table::phase::Phase;
use jantaku_table::player::Player;
use jantaku_table::{Event, Table};

/// More than any payment comes to.
const MOST_PAID: i32 = 10_000_000;
/// More points than anybody ever has, or owes.
const MOST_POINTS: i32 = 1_000_000_000;
/// More penalties than a game bears.
const MOST_CHOMBOS: u8 = 100;

/// What is possible next, or in a few words what is wrong.
type Verdict = Result<(), &'static str>;

/// Keeps count of what a table does not: the tiles that nobody has seen yet.
#[derive(Clone, Debug)]
pub(super) struct Possible {
    all: Vec<Tile>,
    unseen: Vec<Tile>,
    ura_turned: bool,
    chombos: u8,
}

impl Possible {
    /// Before the first hand.
    pub(super) fn new(rules: &Rules) -> Possible {
        let all = rules.tiles.tiles().to_vec();
        Possible {
            unseen: all.clone(),
            all,
            ura_turned: false,
            chombos: 0,
        }
    }

    /// Is this possible at the table? Then it is counted as done.
    pub(super) fn take(&mut self, table: &Table, event: &Event) -> Verdict {
        match event {
            Event::HandStarted(standing) => {
                need(table.needs_wall(), "a hand begins while another is played")?;
                need(
                    *standing == table.next_standing(),
                    "it does not follow from the hand before",
                )?;
                self.unseen.clone_from(&self.all);
                self.ura_turned = false;
                Ok(())
            }
            Event::HandEnded(_) => {
                let settled = matches!(table.phase(), Phase::Settled(_) | Phase::Yame { .. });
                need(settled, "the hand is not settled")
            }
            Event::YameAsked { seat } => {
                let settled = matches!(table.phase(), Phase::Settled(_));
                need(
                    settled && *seat == table.standing().dealer,
                    "the game cannot be ended now",
                )
            }
            Event::Answered { seat, action } => need(
                table.turn().is_none() && table.legal(*seat).contains(action),
                "nobody asked for this answer",
            ),
            Event::GameEnded { .. } => need(
                table.needs_wall() && table.hands_played() > 0,
                "the game ends in the middle of a hand",
            ),
            Event::TimeUp => need(!table.is_over(), "the game is over"),
            Event::Paid { from, to, amount, .. } => paid(table, *from, *to, *amount),
            event => {
                let off = matches!(
                    table.phase(),
                    Phase::BeforeHand | Phase::Settled(_) | Phase::Yame { .. } | Phase::GameOver { .. }
                );
                need(!off, "no hand is played")?;
                self.in_hand(table, event)
            }
        }
    }

    fn in_hand(&mut self, table: &Table, event: &Event) -> Verdict {
        match event {
            Event::Dealt { seat, tiles } => {
                let player = table.player(*seat);
                let fresh = player.hand.is_empty() && player.before_first_discard && player.aside.is_empty();
                need(fresh && player.melds.is_empty(), "the player has tiles already")?;
                self.see(tiles)
            }
            Event::Indicator(tile) => {
                need(table.indicators().len() < 5, "all indicators are turned")?;
                self.see(&[*tile])
            }
            Event::Drew { seat, tile, source } => {
                let full = |seat: Seat| size(table.player(seat)) >= 14;
                // The dealer has drawn already when flowers of the deal are replaced.
                let dealing = table.discards().is_empty() && size(table.player(*seat)) < 13;
                let free = dealing || !table.all_seats().any(full);
                need(
                    free && size(table.player(*seat)) > 0,
                    "it is not the player's turn to draw",
                )?;
                need(*source != Source::Live || table.wall().left() > 0, "the wall is empty")?;
                self.see(&[*tile])
            }
            Event::UraTurned(tiles) => {
                need(!self.ura_turned, "the ura lie open already")?;
                need(tiles.len() <= table.indicators().len(), "more ura than indicators")?;
                self.ura_turned = true;
                self.see(tiles)
            }
            Event::NagashiAsked { .. } => {
                let asks = table.wall().left() == 0 && matches!(table.phase(), Phase::Claims(_));
                need(asks, "nagashi cannot be claimed now")
            }
            Event::TenpaiAsked { seat } => {
                let asks = table.wall().left() == 0 && table.turn().is_none() && table.is_tenpai(*seat);
                need(asks, "tenpai cannot be shown now")
            }
            Event::Chombo { .. } => {
                self.chombos += 1;
                need(self.chombos <= MOST_CHOMBOS, "more penalties than a game bears")
            }
            Event::Discarded { seat, tile, drawn } => {
                let player = table.player(*seat);
                need(size(player) == 14, "the player has no tile to spare")?;
                need(
                    !drawn || player.hand.last() == Some(tile),
                    "it is not the tile just drawn",
                )?;
                holds(player, &[*tile])
            }
            Event::RiichiDeclared { seat, .. } => {
                let player = table.player(*seat);
                need(
                    size(player) == 14 && !player.riichi.declared(),
                    "the player cannot declare riichi",
                )
            }
            Event::RiichiStands { seat } => {
                let last = table.discards().last().map(|discard| discard.seat);
                let pending = table.player(*seat).riichi_pending && last == Some(*seat);
                need(pending, "the player has not declared riichi")
            }
            Event::Called { seat, meld, from } => called(table, *seat, meld, *from),
            Event::KanDeclared { seat, meld } => kan(table.player(*seat), meld),
            Event::SetAside { seat, tile } => {
                let aside = tile.kind().is_flower() || tile.kind() == Kind::NORTH;
                need(aside, "this tile is not set aside")?;
                holds(table.player(*seat), &[*tile])
            }
            Event::KanTurned { seat, meld } => {
                let player = table.player(*seat);
                let mut kans = player.melds.iter().filter(|own| own.kind == MeldKind::Ankan);
                let next = kans.nth(usize::from(player.kans_turned));
                need(next == Some(meld), "the player has no such kan to turn")
            }
            Event::Shown { seat, tiles } => holds(table.player(*seat), tiles),
            _ => Ok(()),
        }
    }

    /// Tiles come to light, each of which must be among those that nobody has seen.
    fn see(&mut self, tiles: &[Tile]) -> Verdict {
        for tile in tiles {
            let place = self.unseen.iter().position(|other| other == tile);
            self.unseen
                .swap_remove(place.ok_or("all copies of this tile are seen already")?);
        }
        Ok(())
    }
}

fn need(holds: bool, otherwise: &'static str) -> Verdict {
    holds.then_some(()).ok_or(otherwise)
}

/// Tiles in the hand, each meld counted as three.
fn size(player: &Player) -> usize {
    player.hand.len() + 3 * player.melds.len()
}

fn holds(player: &Player, tiles: &[Tile]) -> Verdict {
    let mut hand = player.hand.clone();
    for tile in tiles {
        let place = hand.iter().position(|other| other == tile);
        hand.swap_remove(place.ok_or("the player does not hold this tile")?);
    }
    Ok(())
}

fn called(table: &Table, seat: Seat, meld: &Meld, from: Seat) -> Verdict {
    let player = table.player(seat);
    let discard = table.discards().last().filter(|last| last.seat == from && !last.called);
    let discard = discard.ok_or("there is no such discard to call")?;
    need(matches!(table.phase(), Phase::Claims(_)), "the discard is gone")?;
    need(
        seat != from && size(player) == 13 && player.melds.len() < 4,
        "the player cannot call",
    )?;
    need(
        !matches!(meld.kind, MeldKind::Ankan | MeldKind::Kakan),
        "this is no call",
    )?;
    need(is_set(meld), "these tiles are no set")?;
    let mut own = meld.tiles.clone();
    let place = own.iter().position(|tile| *tile == discard.tile);
    own.remove(place.ok_or("the set has not the discard in it")?);
    holds(player, &own)
}

fn kan(player: &Player, meld: &Meld) -> Verdict {
    need(size(player) == 14 && is_set(meld), "the player cannot make this kan")?;
    match meld.kind {
        MeldKind::Ankan => {
            need(player.melds.len() < 4, "the player has four melds")?;
            holds(player, &meld.tiles)
        }
        MeldKind::Kakan => {
            let pon = player.pon_of(meld.tiles[0].kind()).ok_or("there is no such pon")?;
            need(
                pon.tiles[..] == meld.tiles[1..] && pon.from == meld.from,
                "the pon was another",
            )?;
            holds(player, &meld.tiles[..1])
        }
        _ => Err("this kan needs a discard"),
    }
}

/// Three in a row, or all of a kind; as many as there must be, the reading of the event has seen to.
fn is_set(meld: &Meld) -> bool {
    let kinds = || meld.tiles.iter().map(|tile| tile.kind());
    if kinds().any(Kind::is_flower) {
        return false;
    }
    if meld.kind != MeldKind::Chii {
        return kinds().all(|kind| Some(kind) == kinds().next());
    }
    let mut row: Vec<usize> = kinds().map(Kind::index).collect();
    row.sort_unstable();
    let suited = kinds().all(|kind| kind.index() < Kind::EAST.index());
    suited && row[0] + 1 == row[1] && row[1] + 1 == row[2] && row[0] / 9 == row[2] / 9
}

fn paid(table: &Table, from: Party, to: Party, amount: Amount) -> Verdict {
    need(!table.needs_wall(), "payments stand at the end of a hand")?;
    need(
        (0..=MOST_PAID).contains(&amount.number()) && from != to,
        "this is no payment",
    )?;
    for party in [from, to] {
        match (party, amount) {
            (Party::Seat(seat), Amount::Points(_)) => {
                need(
                    table.points()[seat].0.abs() <= MOST_POINTS - MOST_PAID,
                    "more points than there are",
                )?;
            }
            (Party::Seat(seat), Amount::Chips(_)) => {
                need(
                    table.chips()[seat].0.abs() <= MOST_POINTS - MOST_PAID,
                    "more chips than there are",
                )?;
            }
            (Party::Sticks, amount) => need(amount.stake() == Stake::Points, "sticks are points")?,
        }
    }
    Ok(())
}
