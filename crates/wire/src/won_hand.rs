//! A winning hand at a table, and its score sheet with the actual payments.

use crate::score_json::Claim;
use crate::score_json::response::Sheet;
use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::score::{Score, score, score_four_kans};
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::settlement::HandState;
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::{self, Transfer, What};
use jantaku_rules::win::Win;
use jantaku_table::Table;
use jantaku_table::event::{Event, Party};
use jantaku_table::phase::Phase;

#[derive(Clone, Debug)]
pub struct WonHand {
    pub seat: Seat,
    pub win: Win,
    pub score: Score,
    /// Who answers for it in place of the discarder.
    pub responsible: Option<Wind>,
    /// Who is liable for which yaku, by its place in the rulebook.
    pub pao: Vec<(u16, Wind)>,
    /// Who fed the kan that led to the winning tile.
    pub fed_kan: Option<Wind>,
    /// Honba and sticks that lay on the table.
    pub hand: HandState,
}

impl WonHand {
    /// The claim as it was made at this table, before anything was paid for it.
    pub fn at(before: &Table, seat: Seat, from: Seat, tile: Tile) -> Option<WonHand> {
        let win = match before.phase() {
            Phase::Claims(claims) => before.ron_claim(seat, from, tile, claims.offered),
            _ => before.tsumo_claim(seat)?,
        };
        let score = score(before.rules(), &win).ok()?;
        Some(WonHand::of(before, seat, win, score))
    }

    /// Four kans that scored without the pair at this table, before anything was paid for them.
    pub fn of_four_kans(before: &Table, seat: Seat) -> Option<WonHand> {
        let win = before.four_kans_claim(seat)?;
        let kans = MeldSets::new(win.melds.iter().filter_map(Set::of_meld));
        let score = score_four_kans(before.rules(), win.seat, &kans);
        Some(WonHand::of(before, seat, win, score))
    }

    fn of(before: &Table, seat: Seat, win: Win, score: Score) -> WonHand {
        let standing = before.standing();
        let hand = HandState {
            honba: standing.honba,
            sticks: standing.sticks,
            ..HandState::bare(before.seats())
        };
        let fed = before.turn().and_then(|turn| turn.row?.fed);
        WonHand {
            seat,
            responsible: before.responsible(seat, &win),
            pao: before.liable_for(seat).collect(),
            fed_kan: fed.map(|fed| before.wind(fed)),
            win,
            score,
            hand,
        }
    }

    /// Its score sheet, with what this winner was paid by these events of the same hand.
    pub fn sheet(&self, table: &Table, paid: &[Event]) -> Sheet {
        let transfers = self.received(paid, |seat| table.wind(seat));
        Sheet::new(table.rules(), &self.claim(), &self.score, &transfers, None)
    }

    /// What this winner was paid for the win by these events of the same hand.
    pub(crate) fn received(&self, paid: &[Event], wind: impl Fn(Seat) -> Wind) -> Vec<Transfer> {
        let all = paid.iter().filter_map(|event| transfer_of(event, &wind));
        all.filter(|transfer| is_for_the_win(transfer, self.win.seat)).collect()
    }

    /// The claim that `jantaku score` would settle in the same way.
    pub fn claim(&self) -> Claim {
        Claim {
            ippatsu_ended: false,
            win: self.win.clone(),
            hand: self.hand,
            pao: self.pao.clone(),
            fed_kan: self.fed_kan,
            responsible: self.responsible,
        }
    }
}

/// Was this paid to a winner for the win? Chips for flowers were paid before it.
pub fn is_for_the_win(transfer: &Transfer, winner: Wind) -> bool {
    transfer.to == transfer::Party::Player(winner) && transfer.what != What::Flower
}

/// A payment between seats as one between winds.
pub fn transfer_of(event: &Event, wind: impl Fn(Seat) -> Wind) -> Option<Transfer> {
    let Event::Paid {
        from,
        to,
        amount,
        what,
        because,
    } = event
    else {
        return None;
    };
    let party = |party: &Party| match party {
        Party::Seat(seat) => transfer::Party::Player(wind(*seat)),
        Party::Sticks => transfer::Party::Sticks,
    };
    Some(Transfer {
        from: party(from),
        to: party(to),
        amount: *amount,
        what: *what,
        because: *because,
    })
}
