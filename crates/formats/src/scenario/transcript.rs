//! A scenario told to people: what happened, what was paid and why, and how it stands now.

use super::report::Report;
use super::{legal, words};
use jantaku_rules::notation;
use jantaku_rules::rulebook::clause::ClauseRef;
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::transfer::Stake;
use jantaku_table::event::{Event, Party, Source, Standing};
use std::fmt::Write;

impl Report {
    /// The whole story, one line for each event.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        for event in &self.events {
            if let Some(line) = self.tell(event) {
                let _ = writeln!(text, "{line}");
            }
        }
        if let Some(refused) = &self.refused {
            let why = refused.refusal.why.text();
            let clause = self.clause(refused.refusal.clause);
            let _ = writeln!(
                text,
                "Refused, line {}: {:?}: {why}{clause}",
                refused.number, refused.line
            );
        }
        self.tell_state(&mut text);
        text
    }

    fn tell_state(&self, text: &mut String) {
        let standing = self.standing();
        let _ = writeln!(
            text,
            "Now: {}, {}, {} tiles left",
            standing_text(&standing),
            words::phase(self.table.phase()),
            self.table.wall().left()
        );
        for wind in self.winds() {
            let seat = self.seat(wind);
            let chips = match self.table.chips()[seat] {
                0 => String::new(),
                chips => format!(", {chips} chips"),
            };
            let may = legal::lines(&self.table, seat).join(", ");
            let may = if may.is_empty() { may } else { format!("; may {may}") };
            let _ = writeln!(text, "  {wind}: {}{chips}{may}", self.table.points()[seat]);
        }
        let Some(result) = self.table.result() else {
            return;
        };
        let unit = if result.unit == Stake::Chips { "chips" } else { "points" };
        for wind in self.winds() {
            let seat = self.seat(wind);
            let (place, points, score) = (result.places[seat], result.points[seat], result.score[seat]);
            let _ = writeln!(
                text,
                "Result: {wind} place {place}, {points} points, in all {score:+} {unit}"
            );
        }
    }

    fn tell(&self, event: &Event) -> Option<String> {
        let seat = |seat: &Seat| self.wind(*seat);
        Some(match event {
            Event::HandStarted(standing) => format!("{} begins", standing_text(standing)),
            Event::Dealt { seat: s, tiles } => format!("{} is dealt {}", seat(s), notation::sorted(tiles)),
            Event::Indicator(tile) => format!("indicator {}", one(*tile)),
            Event::Drew { seat: s, tile, source } => {
                let from = match source {
                    Source::Live => "",
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
                format!("{} calls {} {tiles} from {}", seat(s), meld.kind.word(), seat(from))
            }
            Event::KanDeclared { seat: s, meld } => {
                format!(
                    "{} declares {} {}",
                    seat(s),
                    meld.kind.word(),
                    notation::sorted(&meld.tiles)
                )
            }
            Event::SetAside { seat: s, tile } => format!("{} sets {} aside", seat(s), one(*tile)),
            Event::Shown { seat: s, tiles } => format!("{} shows {}", seat(s), notation::sorted(tiles)),
            Event::UraTurned(tiles) => format!("ura {}", notation::in_order(tiles)),
            Event::Missed { seat: s } => format!("{} lets a winning tile go", seat(s)),
            Event::Won {
                seat: s,
                from,
                tile,
                by,
            } => {
                let off = if by.is_tsumo() {
                    String::new()
                } else {
                    format!(" off {}", seat(from))
                };
                format!(
                    "{} wins on {} by {}{off}",
                    seat(s),
                    one(*tile),
                    by.word().replace('-', " ")
                )
            }
            Event::FourKansScored { seat: s } => format!("{} scores four kans", seat(s)),
            Event::NagashiScored { seat: s } => format!("{} scores nagashi", seat(s)),
            Event::Drawn { reason, .. } => format!("drawn: {}", words::reason(*reason).replace('-', " ")),
            Event::Paid {
                from,
                to,
                amount,
                stake,
                what,
                because,
            } => {
                let unit = if *stake == Stake::Points { "points" } else { "chips" };
                let (from, to) = (self.party(*from), self.party(*to));
                format!(
                    "  {from} to {to}: {amount} {unit}, {}{}",
                    words::what(*what),
                    self.clause(*because)
                )
            }
            Event::Chombo { seat: s } => format!("chombo by {}", seat(s)),
            Event::DeadHand { seat: s } => format!("{}'s hand is dead", seat(s)),
            Event::TimeUp => "time is up".to_owned(),
            Event::GameEnded { drawn } => format!("the game is over{}", if *drawn { ", a draw" } else { "" }),
            Event::Settled(_) | Event::HandEnded(_) => return None,
        })
    }

    fn party(&self, party: Party) -> &'static str {
        match party {
            Party::Seat(seat) => self.wind(seat).name(),
            Party::Sticks => "the table",
        }
    }

    /// ` [ZAN-19]`, where a clause decides.
    fn clause(&self, clause: ClauseRef) -> String {
        let clause = self.rules().clause(clause);
        clause.map_or(String::new(), |clause| format!(" [{}]", clause.id))
    }
}

fn one(tile: Tile) -> String {
    notation::in_order(&[tile])
}

fn standing_text(standing: &Standing) -> String {
    let round: Wind = standing.round;
    let mut text = format!("{round} {}", standing.dealer.0 + 1);
    if standing.honba > 0 {
        let _ = write!(text, ", {} honba", standing.honba);
    }
    if standing.sticks > 0 {
        let _ = write!(text, ", {} riichi sticks", standing.sticks);
    }
    text
}
