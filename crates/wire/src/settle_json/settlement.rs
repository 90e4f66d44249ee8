//! What a hand moves and what follows it, as JSON says it.

use jantaku_rules::rulebook::choices::Chombo;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::Score;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::bust::is_bust;
use jantaku_rules::settlement::chips::flower_chips;
use jantaku_rules::settlement::ending::Ending;
use jantaku_rules::settlement::next_hand::{AfterHand, Follows, Standing};
use jantaku_rules::settlement::wins::Winner;
use jantaku_rules::sheet::{self, Part, ScoreSheet};
use jantaku_rules::transfer::{Amount, Party, Transfer, What, chips_moved, points_moved};
use jantaku_rules::units::Points;
use jantaku_rules::value::Value;
use jantaku_table::event::DrawReason;
use serde::Serialize;

use super::SettleError;
use super::next::{AfterSettlement, GameResult, NextHand};
use super::outcome::{Ended, Outcome, Won};
use super::record::{How, Record};
use crate::score_json::Claim;
use crate::score_json::line::LineRow;
use crate::score_json::response::{ByWind, Sheet, TransferRow};
use crate::words::ReasonWord;

/// A settled hand. Players are named by their winds in this hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settlement {
    pub rules: String,
    /// What does not add up, but was settled all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// `win`, `four-kans`, `draw`, `nagashi`, `abort` or `chombo`.
    pub ending: &'static str,
    /// Why the hand was aborted: `nine-terminals`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub wins: Vec<WinRow>,
    /// Who claimed the winning tile too, but does not win.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<Ruled<&'static str>>,
    /// Everything that moves, riichi sticks put down in this hand included.
    pub transfers: Vec<TransferRow>,
    pub deltas: ByWind,
    pub chips: ByWind,
    pub totals: Totals,
    /// Penalties that count at the end of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_uma: Vec<PenaltyRow>,
    pub bust: Vec<&'static str>,
    /// Whether the dealer stays.
    pub dealer_stays: Ruled<bool>,
    /// The round that overtime adds, where the next hand begins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overtime: Option<Ruled<&'static str>>,
    /// The next dealer's wind in this hand.
    pub next_dealer: &'static str,
    /// How the record of the next hand begins.
    pub next: NextHand,
    pub game: GameRow,
    /// Once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Every line with its clause and its words in every language: how the hand ended, what wins are worth, and all payments.
    pub lines: Vec<LineRow>,
    /// The same.
    #[serde(skip)]
    pub sheet: ScoreSheet,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WinRow {
    pub seat: &'static str,
    pub by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<&'static str>,
    /// `haneman`, `3 han 40 fu`
    pub worth: String,
    /// The score sheet of a hand that was written down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// The same.
    #[serde(skip)]
    pub score: Option<ScoreSheet>,
}

/// Something, and the clause that makes it so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruled<T> {
    pub is: T,
    pub because: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PenaltyRow {
    pub seat: &'static str,
    pub points: i32,
    pub because: String,
}

/// What everybody has after the hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Totals {
    pub points: ByWind,
    pub chips: ByWind,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameRow {
    pub over: bool,
    /// Whether nobody has reached the goal, so that the game is a draw.
    pub drawn: bool,
    /// Whether the dealer may end the game here and has not said so.
    pub dealer_may_end: bool,
    /// The clause that ends the game, or lets the dealer end it.
    pub because: Option<String>,
}

impl Outcome {
    pub(super) fn settlement(&self, rules: &Rules, record: &Record) -> Result<Settlement, SettleError> {
        self.end
            .with(&self.flowers, |ending| self.settle(rules, record, ending))
    }

    fn settle(&self, rules: &Rules, record: &Record, ending: &Ending) -> Result<Settlement, SettleError> {
        let settings = &rules.settings;
        let seats = rules.seats();
        let winds = || winds(rules);
        let stick = settings.riichi.stick;
        let put_down: Vec<Transfer> = winds()
            .filter(|&wind| self.hand.riichi[wind])
            .map(|wind| Transfer {
                from: Party::Player(wind),
                to: Party::Sticks,
                amount: Amount::Points(Points(stick)),
                what: What::Sticks,
                because: rules.because(Key::RiichiStick),
            })
            .collect();
        let before = BySeat::from_fn(seats, |place| {
            let wind = Wind::at(place);
            self.points[wind] - Points(if self.hand.riichi[wind] { stick } else { 0 })
        });
        let flowers = winds().flat_map(|wind| (0..self.flowers[wind]).flat_map(move |_| flower_chips(rules, wind)));
        let transfers = ending.settle(rules, &self.hand, &before);
        let taken: i32 = transfers
            .iter()
            .filter(|t| t.from == Party::Sticks)
            .map(|t| t.amount.number())
            .sum();
        let left = i32::from(self.hand.sticks) - taken / stick.max(1);
        let all: Vec<Transfer> = put_down.into_iter().chain(flowers).chain(transfers).collect();

        let deltas = points_moved(&all, seats);
        let chips = chips_moved(&all, seats).map(|chips| chips.0);
        let points = BySeat::from_fn(seats, |place| self.points[Wind::at(place)] + deltas[Wind::at(place)]);
        let settled = ending.settled(settings, record.honba);
        let standing = Standing {
            round: record.round,
            dealer: record.dealer,
            honba: record.honba,
            sticks: left.clamp(0, 255) as u8,
        };
        let after = AfterHand {
            rules,
            standing,
            points: &BySeat::from_fn(seats, |place| points[record.wind_of(Seat(place as u8), seats)]),
            settled,
            out_of_time: record.last_hand,
            hands: 0,
        };
        let asked = after.follows();
        let follows = match (asked, record.yame) {
            (Follows::Question, Some(ends)) => after.answered(ends),
            (Follows::Question, None) => Follows::Question,
            (_, Some(_)) => {
                let why = "the dealer is not asked whether to end the game here";
                return Err(SettleError::ruled(rules, Key::GameYame, "yame", why));
            }
            (follows, None) => follows,
        };
        let next = match follows {
            Follows::AnotherHand(next) => next,
            _ => standing.next(seats, settled.stays, settled.honba),
        };
        let stays = next.dealer == record.dealer;
        let deal_passes_by_yame = asked == Follows::Question && record.yame == Some(true);
        let overtime = next.round != record.round && next.round.index() >= usize::from(settings.game.rounds);
        let chips_now = BySeat::from_fn(seats, |place| self.chips[Wind::at(place)] + chips[Wind::at(place)]);
        let after = AfterSettlement {
            rules,
            record,
            next,
            points: &points,
            chips: &chips_now,
            penalties: self.penalties(rules),
        };
        let sheet = self.sheet(rules, &all);
        Ok(Settlement {
            rules: rules.spec.clone(),
            warnings: self.warnings(rules, record),
            ending: self.end.word(),
            reason: match self.end {
                Ended::Aborted(reason) => Some(ReasonWord::from(reason).text()),
                _ => None,
            },
            wins: self.wins(rules, &all),
            passed_over: self.passed_over(rules),
            transfers: sheet
                .part(Part::Payment)
                .filter_map(|line| TransferRow::of(rules, line))
                .collect(),
            deltas: ByWind(deltas.map(|points| points.0)),
            chips: ByWind(chips),
            totals: Totals {
                points: ByWind(points.map(|points| points.0)),
                chips: ByWind(chips_now),
            },
            after_uma: self.after_uma(rules),
            bust: winds()
                .filter(|&wind| is_bust(settings, points[wind]))
                .map(Wind::name)
                .collect(),
            dealer_stays: Ruled {
                is: stays,
                because: match deal_passes_by_yame {
                    true => clause(rules, Key::GameYame),
                    false => rules.clause_id(ending.dealer_clause(rules)).to_owned(),
                },
            },
            overtime: (overtime && matches!(follows, Follows::AnotherHand(_))).then(|| Ruled {
                is: next.round.name(),
                because: clause(rules, Key::GameOvertime),
            }),
            next_dealer: after.wind_of(next.dealer).name(),
            next: after.next_hand(),
            game: GameRow {
                over: matches!(follows, Follows::End { .. }),
                drawn: matches!(follows, Follows::End { drawn: true, .. }),
                dealer_may_end: follows == Follows::Question,
                because: match follows {
                    Follows::AnotherHand(_) => None,
                    Follows::Question => Some(clause(rules, Key::GameYame)),
                    Follows::End { key, .. } => Some(clause(rules, key)),
                },
            },
            result: match follows {
                Follows::End { drawn, .. } => Some(after.result(drawn)),
                _ => None,
            },
            lines: LineRow::all_of(rules, &sheet),
            sheet,
        })
    }

    /// Sums that no game has: points and sticks that are not those of the start, and chips that are not 0.
    fn warnings(&self, rules: &Rules, record: &Record) -> Vec<String> {
        let settings = &rules.settings;
        let sticks = settings.riichi.stick * i32::from(record.sticks);
        let points = self.points.iter().map(|points| points.0).sum::<i32>() + sticks;
        let start = settings.game.start * rules.seats() as i32;
        let chips: i32 = self.chips.iter().sum();
        let of_points =
            format!("the points before the hand and its sticks add up to {points}, but the game started with {start}");
        let of_chips = format!("the chips before the hand add up to {chips}, not 0");
        let found = [(points != start, of_points), (chips != 0, of_chips)];
        found.into_iter().filter_map(|(is, text)| is.then_some(text)).collect()
    }

    fn winners(&self) -> &[Won] {
        match &self.end {
            Ended::Won { winners, .. } => winners,
            _ => &[],
        }
    }

    /// How the hand ended, and everything that it moved.
    fn sheet(&self, rules: &Rules, all: &[Transfer]) -> ScoreSheet {
        let honba = self.hand.honba;
        let of_draw = |ended, who: &[Wind]| ScoreSheet::of_draw(rules, ended, None, who, honba, all);
        match &self.end {
            Ended::Won { winners, .. } => {
                let wins: Vec<Winner> = winners.iter().map(|won| won.winner.clone()).collect();
                ScoreSheet::of_payments(rules, &wins, honba, all)
            }
            Ended::FourKans { kans, .. } => {
                let win = Winner::tsumo(kans.seat, Value::Yakuman(kans.yakuman));
                ScoreSheet::of_payments(rules, &[win], honba, all)
            }
            Ended::Draw { tenpai, nagashi } => {
                let who: Vec<Wind> = winds(rules).filter(|wind| nagashi[*wind]).collect();
                match who.is_empty() {
                    // Where noten players pay nothing, nobody is asked.
                    true if rules.settings.draws.noten > 0 => {
                        let exhausted = sheet::Ended::Drawn(DrawReason::Exhausted);
                        ScoreSheet::of_draw(rules, exhausted, Some(tenpai), &[], honba, all)
                    }
                    true => of_draw(sheet::Ended::Drawn(DrawReason::Exhausted), &[]),
                    false => of_draw(sheet::Ended::Nagashi, &who),
                }
            }
            Ended::Aborted(reason) => of_draw(sheet::Ended::Drawn(*reason), &[]),
            Ended::Chombo(offenders) => of_draw(sheet::Ended::Drawn(DrawReason::Chombo), offenders),
        }
    }

    fn wins(&self, rules: &Rules, all: &[Transfer]) -> Vec<WinRow> {
        let row = |seat: Wind, by: How, from: Option<Wind>, value: &Value, scored: Option<&(Claim, Score)>| {
            let to = |transfer: &&Transfer| transfer.to == Party::Player(seat);
            let received: Vec<Transfer> = all.iter().filter(to).copied().collect();
            WinRow {
                seat: seat.name(),
                by: by.word(),
                from: from.map(Wind::name),
                worth: sheet::worth(rules, value).romaji,
                sheet: scored.map(|(claim, score)| Sheet::new(rules, claim, score, &received, None)),
                score: scored.map(|(claim, score)| claim.sheet(rules, score, &received)),
            }
        };
        let won = |Won { winner, scored }: &Won| {
            let from = (!winner.by.is_tsumo()).then_some(winner.from);
            row(winner.seat, How::By(winner.by), from, &winner.value, scored.as_ref())
        };
        let kans = match &self.end {
            Ended::FourKans { kans, scored } => Some(row(
                kans.seat,
                How::FourKans,
                None,
                &Value::Yakuman(kans.yakuman),
                scored.as_deref(),
            )),
            _ => None,
        };
        self.winners().iter().map(won).chain(kans).collect()
    }

    /// Chombo that count at the end of the game, those of this hand included.
    fn penalties(&self, rules: &Rules) -> BySeat<u8> {
        let mut penalties = self.penalties;
        if let Ended::Chombo(offenders) = &self.end
            && rules.settings.penalty.chombo == Chombo::AfterUma
        {
            for wind in offenders {
                penalties[*wind] = penalties[*wind].saturating_add(1);
            }
        }
        penalties
    }

    fn passed_over(&self, rules: &Rules) -> Vec<Ruled<&'static str>> {
        let Ended::Won { passed_over, .. } = &self.end else {
            return Vec::new();
        };
        let row = |wind: &Wind| Ruled {
            is: wind.name(),
            because: clause(rules, Key::ClaimsWinners),
        };
        passed_over.iter().map(row).collect()
    }

    fn after_uma(&self, rules: &Rules) -> Vec<PenaltyRow> {
        let penalty = &rules.settings.penalty;
        let Ended::Chombo(offenders) = &self.end else {
            return Vec::new();
        };
        let row = |wind: &Wind| PenaltyRow {
            seat: wind.name(),
            points: -penalty.after_uma,
            because: clause(rules, Key::PenaltyAfterUma),
        };
        let counted = offenders.iter().filter(|_| penalty.chombo == Chombo::AfterUma);
        counted.map(row).collect()
    }
}

fn winds(rules: &Rules) -> impl Iterator<Item = Wind> {
    Wind::ALL.into_iter().take(rules.seats())
}

impl Ended {
    fn word(&self) -> &'static str {
        match self {
            Ended::Won { .. } => "win",
            Ended::FourKans { .. } => "four-kans",
            Ended::Draw { nagashi, .. } if nagashi.iter().any(|&claimed| claimed) => "nagashi",
            Ended::Draw { .. } => "draw",
            Ended::Aborted(_) => "abort",
            Ended::Chombo(_) => "chombo",
        }
    }
}

fn clause(rules: &Rules, key: Key) -> String {
    rules.clause_id(rules.because(key)).to_owned()
}
