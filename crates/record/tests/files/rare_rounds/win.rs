//! Wins written down in a few numbers.

use jantaku_record::game::{Limit, RoundRecord, WinRecord};
use jantaku_record::hands::follow;
use jantaku_record::yaku::{RecordYaku, TenhouYaku};
use jantaku_rules::seat::{BySeat, Seat};

use super::script::{each, tiles};

/// A win, as a record tells it.
#[derive(Default)]
pub(super) struct Win {
    pub(super) seats: (u8, u8),
    pub(super) pao: Option<u8>,
    /// The yaku with their han, by Tenhou's numbers; for yakuman the han are left out.
    pub(super) yaku: &'static [(u8, u8)],
    pub(super) yakuman: &'static [u8],
    pub(super) worth: (u32, i32),
    pub(super) ura: &'static str,
    pub(super) deltas: &'static [i32],
}

impl Win {
    /// The record of it, with the hand as it then was.
    pub(super) fn record(self, round: &RoundRecord, before: BySeat<i32>) -> WinRecord {
        let hands = follow(round).expect("tiles that add up");
        let (winner, from) = (Seat(self.seats.0), Seat(self.seats.1));
        let own = &hands.seats()[usize::from(winner.0)];
        let (_, winning_tile) = round.last_tile().expect("events");
        let mut hand = own.clone();
        if winner != from {
            hand.closed.push(winning_tile);
        }
        let yaku = |number: u8| RecordYaku::Tenhou(TenhouYaku::numbered(number).expect("a yaku"));
        WinRecord {
            winner,
            from,
            pao: self.pao.map(Seat),
            hand: hand.sorted(),
            melds: own.melds.clone(),
            kita: own.kita,
            winning_tile,
            fu: Some(self.worth.0),
            points: self.worth.1,
            limit: limit(&self),
            yaku: self.yaku.iter().map(|(number, han)| (yaku(*number), *han)).collect(),
            yakuman: self.yakuman.iter().map(|number| yaku(*number)).collect(),
            dora: round.indicators().collect(),
            ura: tiles(self.ura),
            before,
            deltas: each(self.deltas),
            honba: round.honba,
            sticks: 0,
        }
    }
}

/// The limit that a sum of han reaches; below five han none of these hands has one.
fn limit(win: &Win) -> Option<Limit> {
    let han: u8 = win.yaku.iter().map(|(_, han)| han).sum();
    match han {
        _ if !win.yakuman.is_empty() => Some(Limit::Yakuman),
        0..=4 => None,
        5 => Some(Limit::Mangan),
        6..=7 => Some(Limit::Haneman),
        8..=10 => Some(Limit::Baiman),
        11..=12 => Some(Limit::Sanbaiman),
        _ => Some(Limit::Yakuman),
    }
}
