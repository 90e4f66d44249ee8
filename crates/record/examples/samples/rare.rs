//! What a game shows that few games do.

use jantaku_record::game::{GameRecord, Outcome, RecordEvent};
use jantaku_record::yaku::RecordYaku;
use std::collections::BTreeSet;

/// One thing that a game can show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rare {
    Call(&'static str),
    Kita,
    /// By how many players.
    DoubleRon(usize),
    Pao,
    Drawn(u8),
    Yaku(&'static str),
    Yakuman(&'static str),
    BelowZero,
    Overtime,
}

impl Rare {
    /// A yaku is one of many: what needs code of its own counts for more.
    pub(crate) fn weight(&self) -> usize {
        if matches!(self, Rare::Yaku(_)) { 1 } else { 4 }
    }
}

pub(crate) fn of(game: &GameRecord) -> BTreeSet<Rare> {
    let mut found = BTreeSet::new();
    for round in &game.rounds {
        for event in &round.events {
            match event {
                RecordEvent::Call { meld, .. } => drop(found.insert(Rare::Call(meld.name()))),
                RecordEvent::Kita { .. } => drop(found.insert(Rare::Kita)),
                _ => {}
            }
        }
        match &round.outcome {
            Outcome::Draw(draw) => drop(found.insert(Rare::Drawn(draw.reason as u8))),
            Outcome::Wins(wins) => {
                if wins.len() > 1 {
                    found.insert(Rare::DoubleRon(game.players));
                }
                for win in wins {
                    found.extend(win.pao.map(|_| Rare::Pao));
                    found.extend(win.yaku.iter().filter_map(|(yaku, _)| Some(Rare::Yaku(id(yaku)?))));
                    found.extend(win.yakuman.iter().filter_map(|yaku| Some(Rare::Yakuman(id(yaku)?))));
                }
            }
        }
        let winds = if game.setting.length == jantaku_record::game::Length::East {
            1
        } else {
            2
        };
        if usize::from(round.round) / 4 >= winds {
            found.insert(Rare::Overtime);
        }
    }
    let scores = game.standing.iter().flat_map(|standing| standing.scores.iter());
    if scores.into_iter().any(|score| *score < 0) {
        found.insert(Rare::BelowZero);
    }
    found
}

fn id(yaku: &RecordYaku) -> Option<&'static str> {
    match yaku {
        RecordYaku::Tenhou(yaku) => Some(yaku.id()),
        RecordYaku::Other(_) => None,
    }
}
