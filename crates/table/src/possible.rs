//! Whether an event from an untrusted source, such as a log, can happen in the current state.
//!
//! This checks where tiles are and how many a hand holds. It does not check that an action was legal or what it was worth:
//! the table that wrote the event decided that.

use crate::event::{Event, Party, Source};
use crate::phase::Phase;
use crate::player::Player;
use crate::table::Table;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::Amount;
use jantaku_rules::win::{Meld, MeldKind};
use std::fmt;

/// Above any payment.
const MOST_PAID: i32 = 10_000_000;
/// Above any balance or debt.
const MOST_POINTS: i32 = 1_000_000_000;
/// Above the penalties of any game.
const MOST_CHOMBOS: u32 = 100;

/// Why an event cannot happen in the current state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impossible(pub &'static str);

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Impossible {}

type Verdict = Result<(), Impossible>;

impl Table {
    /// Folds an event into the state if it can happen there.
    ///
    /// If the tiles of a hand are not known, put a face-down wall ([`Wall::face_down`](crate::Wall::face_down)) before its first event;
    /// the events bring the tiles.
    ///
    /// # Errors
    /// Says what is impossible about the event. The table is unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        self.possible(event)?;
        self.apply_trusted(event);
        Ok(())
    }

    fn possible(&self, event: &Event) -> Verdict {
        self.has_seats_of(event)?;
        match event {
            Event::HandStarted(standing) => {
                need(self.needs_wall(), "a hand begins while another is played")?;
                need(
                    *standing == self.next_standing(),
                    "it does not follow from the hand before",
                )
            }
            Event::HandEnded(_) => {
                let settled = matches!(self.phase, Phase::Settled(_) | Phase::Yame { .. });
                need(settled && self.hands_played < u16::MAX, "the hand is not settled")
            }
            Event::YameAsked { seat } => {
                let settled = matches!(self.phase, Phase::Settled(_));
                need(settled && *seat == self.standing.dealer, "the game cannot be ended now")
            }
            Event::Answered { seat, action } => {
                let asked = self.turn().is_none() && self.legal(*seat).contains(action);
                need(asked, "nobody asked for this answer")
            }
            Event::GameEnded { .. } => need(
                self.needs_wall() && self.hands_played > 0,
                "the game ends in the middle of a hand",
            ),
            Event::TimeUp => need(!self.is_over(), "the game is over"),
            Event::RulingUndone { penalty, seat, void } => {
                let undone = self.undone(*penalty, *seat);
                need(undone == Some(*void), "there is no such ruling to undo")
            }
            Event::Paid { from, to, amount, .. } => self.can_pay(*from, *to, *amount),
            event => {
                let off = matches!(
                    self.phase,
                    Phase::BeforeHand | Phase::Settled(_) | Phase::Yame { .. } | Phase::GameOver { .. }
                );
                need(!off, "no hand is played")?;
                self.possible_in_hand(event)
            }
        }
    }

    fn possible_in_hand(&self, event: &Event) -> Verdict {
        match event {
            Event::Dealt { seat, tiles } => {
                let player = &self.players[*seat];
                let fresh = player.hand.is_empty() && player.before_first_discard && player.aside.is_empty();
                need(fresh && player.melds.is_empty(), "the player has tiles already")?;
                self.are_unseen(tiles)
            }
            Event::Indicator(tile) => {
                need(!self.indicators.is_full(), "all indicators are turned")?;
                self.are_unseen(&[*tile])
            }
            Event::Drew { seat, tile, source } => {
                let held = size(&self.players[*seat]);
                // The dealer has drawn already when flowers of the deal are replaced.
                let dealing = self.discards.is_empty() && held < 13;
                let free = dealing || self.players.iter().all(|player| size(player) < 14);
                need(free && held > 0, "it is not the player's turn to draw")?;
                need(*source != Source::Live || self.wall.left() > 0, "the wall is empty")?;
                self.are_unseen(&[*tile])
            }
            Event::UraTurned(tiles) => {
                need(self.ura.is_empty(), "the ura lie open already")?;
                need(tiles.len() <= self.indicators.len(), "more ura than indicators")?;
                self.are_unseen(tiles)
            }
            Event::NagashiAsked { .. } => {
                let asks = self.wall_is_empty() && matches!(self.phase, Phase::Claims(_));
                need(asks, "nagashi cannot be claimed now")
            }
            Event::TenpaiAsked { seat } => {
                let asks = self.wall_is_empty() && self.turn().is_none() && self.is_tenpai(*seat);
                need(asks, "tenpai cannot be shown now")
            }
            Event::Chombo { .. } => {
                let given: u32 = self.chombos.iter().map(|&count| u32::from(count)).sum();
                need(given < MOST_CHOMBOS, "more penalties than a game bears")
            }
            Event::Discarded { seat, tile, drawn } => {
                let player = &self.players[*seat];
                need(size(player) == 14, "the player has no tile to spare")?;
                need(
                    !drawn || player.hand.last() == Some(tile),
                    "it is not the tile just drawn",
                )?;
                holds(player, &[*tile])
            }
            Event::RiichiDeclared { seat, .. } => {
                let player = &self.players[*seat];
                let may = size(player) == 14 && !player.riichi.declared();
                need(may, "the player cannot declare riichi")
            }
            Event::RiichiStands { seat } => {
                let last = self.discards.last().map(|discard| discard.seat);
                let pending = self.players[*seat].riichi_pending && last == Some(*seat);
                need(pending, "the player has not declared riichi")
            }
            Event::Called { seat, meld, from } => self.can_call(*seat, meld, *from),
            Event::KanDeclared { seat, meld } => can_kan(&self.players[*seat], meld),
            Event::SetAside { seat, tile } => {
                let player = &self.players[*seat];
                let aside = tile.kind().is_flower() || tile.kind() == Kind::NORTH;
                need(aside && !player.aside.is_full(), "this tile is not set aside")?;
                holds(player, &[*tile])
            }
            Event::KanTurned { seat, meld } => {
                let player = &self.players[*seat];
                let mut kans = player.melds.iter().filter(|own| own.kind == MeldKind::Ankan);
                let next = kans.nth(usize::from(player.kans_turned));
                need(next == Some(meld), "the player has no such kan to turn")
            }
            Event::Shown { seat, tiles } => holds(&self.players[*seat], tiles),
            _ => Ok(()),
        }
    }

    fn has_seats_of(&self, event: &Event) -> Verdict {
        let is_seat = |seat: &Seat| usize::from(seat.0) < self.seats();
        let sits = |party: &Party| match party {
            Party::Seat(seat) => is_seat(seat),
            Party::Sticks => true,
        };
        let all = match event {
            Event::HandStarted(standing) | Event::HandEnded(standing) => is_seat(&standing.dealer),
            Event::Dealt { seat, .. }
            | Event::Drew { seat, .. }
            | Event::Discarded { seat, .. }
            | Event::RiichiDeclared { seat, .. }
            | Event::RiichiStands { seat }
            | Event::KanDeclared { seat, .. }
            | Event::SetAside { seat, .. }
            | Event::Answered { seat, .. }
            | Event::Missed { seat }
            | Event::TenpaiAsked { seat }
            | Event::YameAsked { seat }
            | Event::FourKansScored { seat }
            | Event::NagashiScored { seat }
            | Event::Shown { seat, .. }
            | Event::KanTurned { seat, .. }
            | Event::ChomboCalled { seat }
            | Event::Chombo { seat }
            | Event::DeadHand { seat }
            | Event::RulingUndone { seat, .. } => is_seat(seat),
            Event::Called { seat, from, .. } | Event::Won { seat, from, .. } => is_seat(seat) && is_seat(from),
            Event::NagashiAsked { seats: flags } | Event::Drawn { tenpai: flags, .. } => flags.len() == self.seats(),
            Event::Paid { from, to, .. } => sits(from) && sits(to),
            Event::Indicator(_) | Event::UraTurned(_) | Event::TimeUp | Event::Settled(_) | Event::GameEnded { .. } => {
                true
            }
        };
        need(all, "nobody sits there")
    }

    /// Newly revealed tiles must not exceed the copies not yet seen in this hand.
    fn are_unseen(&self, tiles: &[Tile]) -> Verdict {
        for tile in tiles {
            let copies = |tiles: &[Tile]| tiles.iter().filter(|other| *other == tile).count();
            let with_players = self.players.iter().map(|player| {
                let melds = player.melds.iter().map(|meld| copies(&meld.tiles)).sum::<usize>();
                copies(&player.hand) + copies(&player.aside) + melds
            });
            // A called discard is part of a meld.
            let in_rivers = self.discards.iter().filter(|one| !one.called && one.tile == *tile);
            let turned = copies(&self.indicators) + copies(&self.ura);
            let seen = with_players.sum::<usize>() + in_rivers.count() + turned + copies(tiles);
            need(
                seen <= copies(self.rules.tiles.tiles()),
                "all copies of this tile are seen already",
            )?;
        }
        Ok(())
    }

    fn can_call(&self, seat: Seat, meld: &Meld, from: Seat) -> Verdict {
        let player = &self.players[seat];
        let discard = self.discards.last().filter(|last| last.seat == from && !last.called);
        let discard = discard.ok_or(Impossible("there is no such discard to call"))?;
        need(matches!(self.phase, Phase::Claims(_)), "the discard is gone")?;
        need(
            seat != from && size(player) == 13 && !player.melds.is_full(),
            "the player cannot call",
        )?;
        need(
            !matches!(meld.kind, MeldKind::Ankan | MeldKind::Kakan),
            "this is no call",
        )?;
        need(is_set(meld), "these tiles are no set")?;
        let mut own = meld.tiles.clone();
        let place = own.iter().position(|tile| *tile == discard.tile);
        own.remove(place.ok_or(Impossible("the set has not the discard in it"))?);
        holds(player, &own)
    }

    fn can_pay(&self, from: Party, to: Party, amount: Amount) -> Verdict {
        need(!self.needs_wall(), "payments stand at the end of a hand")?;
        let fits = (0..=MOST_PAID).contains(&amount.number());
        need(fits && from != to, "this is no payment")?;
        for party in [from, to] {
            let balance = match (party, amount) {
                (Party::Seat(seat), Amount::Points(_)) => self.points[seat].0,
                (Party::Seat(seat), Amount::Chips(_)) => self.chips[seat].0,
                (Party::Sticks, Amount::Points(_)) => 0,
                (Party::Sticks, Amount::Chips(_)) => return Err(Impossible("sticks are points")),
            };
            need(balance.abs() <= MOST_POINTS - MOST_PAID, "more than there is")?;
        }
        Ok(())
    }
}

fn need(holds: bool, otherwise: &'static str) -> Verdict {
    holds.then_some(()).ok_or(Impossible(otherwise))
}

/// Tiles in hand, counting three for each meld.
fn size(player: &Player) -> usize {
    player.hand.len() + 3 * player.melds.len()
}

fn holds(player: &Player, tiles: &[Tile]) -> Verdict {
    let mut hand = player.hand.clone();
    for tile in tiles {
        let place = hand.iter().position(|other| other == tile);
        hand.swap_remove(place.ok_or(Impossible("the player does not hold this tile"))?);
    }
    Ok(())
}

fn can_kan(player: &Player, meld: &Meld) -> Verdict {
    need(size(player) == 14 && is_set(meld), "the player cannot make this kan")?;
    match meld.kind {
        MeldKind::Ankan => {
            need(!player.melds.is_full(), "the player has four melds")?;
            holds(player, &meld.tiles)
        }
        MeldKind::Kakan => {
            let pon = player.pon_of(meld.tiles[0].kind());
            let pon = pon.ok_or(Impossible("there is no such pon"))?;
            need(
                pon.tiles[..] == meld.tiles[1..] && pon.from == meld.from,
                "the pon was another",
            )?;
            holds(player, &meld.tiles[..1])
        }
        _ => Err(Impossible("this kan needs a discard")),
    }
}

/// Three in a row, or three or four of a kind.
fn is_set(meld: &Meld) -> bool {
    let kinds = || meld.tiles.iter().map(|tile| tile.kind());
    let count = if meld.kind.is_kan() { 4 } else { 3 };
    if kinds().any(Kind::is_flower) || meld.tiles.len() != count {
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
