//! What happens at a table, told to people.

use crate::words::{ReasonWord, WhatWord};
use jantaku_rules::notation;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::sheet::{says_kong, won_by};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::What;
use jantaku_rules::win::{By, MeldKind};
use jantaku_table::Penalty;
use jantaku_table::event::{Event, Party, Source, Standing};
use std::fmt::Write;

/// Tells the events of a game one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Teller {
    /// Has the hand ended without a win? Chips for flowers then go back.
    drawn: bool,
}

impl Teller {
    /// One line for the next event, as [`tell`] has it.
    pub fn tell(&mut self, event: &Event, rules: &Rules, name: &dyn Fn(Seat) -> String) -> Option<String> {
        match event {
            Event::HandStarted(_) => self.drawn = false,
            Event::Drawn { .. } => self.drawn = true,
            _ => {}
        }
        match event {
            Event::Paid {
                from,
                to,
                amount,
                what: What::Flower,
                because,
            } if self.drawn => {
                let returned = Event::Paid {
                    from: *from,
                    to: *to,
                    amount: *amount,
                    what: What::FlowerReturned,
                    because: *because,
                };
                tell(&returned, rules, name)
            }
            _ => tell(event, rules, name),
        }
    }
}

/// One line for an event, with players called by these names; nothing for what only the table needs to know.
pub fn tell(event: &Event, rules: &Rules, name: &dyn Fn(Seat) -> String) -> Option<String> {
    let seat = |seat: &Seat| name(*seat);
    Some(match event {
        Event::HandStarted(next) => format!("{} begins", standing(next)),
        Event::Dealt { seat: s, tiles } => format!("{} is dealt {}", seat(s), notation::sorted(tiles)),
        Event::Indicator(tile) => format!("indicator {}", one(*tile)),
        Event::Drew { seat: s, tile, source } => {
            let from = match source {
                Source::Live => "",
                Source::AfterKan if says_kong(rules) => " after the kong",
                Source::AfterKan => " after the kan",
                Source::AfterAside => " as a replacement",
            };
            format!("{} draws {}{from}", seat(s), one(*tile))
        }
        Event::Discarded { seat: s, tile, drawn } => {
            format!(
                "{} discards {}{}",
                seat(s),
                one(*tile),
                if *drawn { ", just drawn" } else { "" }
            )
        }
        Event::RiichiDeclared { seat: s, open } => {
            format!("{} declares {}riichi", seat(s), if *open { "open " } else { "" })
        }
        Event::RiichiStands { seat: s } => format!("{} pays the stick", seat(s)),
        Event::Called { seat: s, meld, from } => {
            let tiles = notation::sorted(&meld.tiles);
            format!(
                "{} calls {} {tiles} from {}",
                seat(s),
                call(meld.kind, rules),
                seat(from)
            )
        }
        Event::KanDeclared { seat: s, meld } => {
            format!(
                "{} declares {} {}",
                seat(s),
                call(meld.kind, rules),
                notation::sorted(&meld.tiles)
            )
        }
        Event::SetAside { seat: s, tile } => format!("{} sets {} aside", seat(s), one(*tile)),
        Event::Shown { seat: s, tiles } => format!("{} shows {}", seat(s), notation::sorted(tiles)),
        Event::KanTurned { seat: s, meld } => format!("{} turns {}", seat(s), notation::sorted(&meld.tiles)),
        Event::UraTurned(tiles) => format!("ura {}", notation::in_order(tiles)),
        Event::Missed { seat: s } => format!("{} lets a winning tile go", seat(s)),
        Event::Won {
            seat: s,
            from,
            tile,
            by,
        } => {
            let (who, tile, how) = (seat(s), one(*tile), won_by(rules, *by).romaji);
            match by {
                By::Tsumo => format!("{who} wins on {tile} by {how}"),
                By::Ron if says_kong(rules) => format!("{who} wins on {tile}, discarded by {}", seat(from)),
                _ => format!("{who} wins on {tile} by {how} off {}", seat(from)),
            }
        }
        Event::FourKansScored { seat: s } => format!("{} scores four kans", seat(s)),
        Event::NagashiScored { seat: s } => format!("{} scores nagashi", seat(s)),
        Event::Drawn { reason, .. } => format!("drawn: {}", ReasonWord::from(*reason).text().replace('-', " ")),
        Event::Paid {
            from,
            to,
            amount,
            what,
            because,
        } => {
            let (number, unit) = (amount.number(), amount.stake().word());
            let party = |party: &Party| match party {
                Party::Seat(seat) => name(*seat),
                Party::Sticks => "the table".to_owned(),
            };
            let (from, to) = (party(from), party(to));
            format!(
                "  {from} to {to}: {number} {unit}, {}{}",
                WhatWord::from(*what).text(),
                clause(*because, rules)
            )
        }
        Event::YameAsked { seat: s } => format!("{} may end the game", seat(s)),
        Event::ChomboCalled { seat: s } => format!("the referee calls a chombo on {}", seat(s)),
        Event::Chombo { seat: s } => format!("chombo by {}", seat(s)),
        Event::DeadHand { seat: s } => format!("{}'s hand is dead", seat(s)),
        Event::RulingUndone { penalty, seat: s, void } => {
            let what = match penalty {
                Penalty::Chombo => format!("the chombo on {} is undone, and the hand goes on", seat(s)),
                Penalty::DeadHand => format!("{}'s hand is no longer dead", seat(s)),
            };
            let again = if *void { "; the hand is dealt again" } else { "" };
            format!("{what}{again}")
        }
        Event::TimeUp => "time is up".to_owned(),
        Event::GameEnded { drawn } => format!("the game is over{}", if *drawn { ", a draw" } else { "" }),
        Event::Answered { .. }
        | Event::NagashiAsked { .. }
        | Event::TenpaiAsked { .. }
        | Event::Settled(_)
        | Event::HandEnded(_) => return None,
    })
}

/// The word of a call: `pon`, or `pung` in a rulebook with Chinese words.
fn call(kind: MeldKind, rules: &Rules) -> &'static str {
    match kind {
        _ if !says_kong(rules) => kind.word(),
        MeldKind::Chii => "chow",
        MeldKind::Pon => "pung",
        MeldKind::Daiminkan => "kong",
        MeldKind::Kakan => "added kong",
        MeldKind::Ankan => "concealed kong",
    }
}

/// ` [ZAN-19]`, where a clause decides.
pub fn clause(clause: ClauseRef, rules: &Rules) -> String {
    rules
        .clause(clause)
        .map_or(String::new(), |clause| format!(" [{}]", clause.id))
}

fn one(tile: Tile) -> String {
    notation::in_order(&[tile])
}

/// `east 1, 2 honba, 1 riichi sticks`
pub fn standing(standing: &Standing) -> String {
    let round: Wind = standing.round;
    let mut text = format!("{round} {}", standing.dealer.0 + 1);
    if standing.honba > 0 {
        let _ = write!(text, ", {} honba", standing.honba);
    }
    if standing.sticks > 0 {
        let s = if standing.sticks == 1 { "" } else { "s" };
        let _ = write!(text, ", {} riichi stick{s}", standing.sticks);
    }
    text
}
