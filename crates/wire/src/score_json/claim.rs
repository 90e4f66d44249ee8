//! Checks a request against its rulebook, scores it and settles it.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::seat::Wind;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Liabilities, Winner, settle_wins};
use jantaku_rules::sheet::{ScoreSheet, Won};
use jantaku_rules::transfer::{Transfer, Transfers};
use jantaku_rules::win::Win;
use serde_json::Value;

use super::request::{Request, RequestError};
use super::response::{NoWin, Response, Sheet};

/// A claim that can lie on a table, and what lies beside it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub win: Win,
    pub hand: HandState,
    /// Who answers for which yaku, by its place in the rulebook.
    pub pao: Vec<(u16, Wind)>,
    pub fed_kan: Option<Wind>,
    pub responsible: Option<Wind>,
    /// Ippatsu was claimed, but a kan or a tile set aside has ended it.
    pub ippatsu_ended: bool,
}

impl Claim {
    /// Checks a request against a rulebook.
    pub fn of(rules: &Rules, request: &Request) -> Result<Claim, RequestError> {
        let hand = &request.hand;
        let win = hand.checked(rules).map_err(RequestError::hand(rules))?;
        let place = |id: &str| rules.yaku.iter().position(|yaku| yaku.id == id);
        let pao = hand.pao.iter();
        Ok(Claim {
            ippatsu_ended: hand.win.ippatsu && !win.ippatsu,
            win,
            hand: HandState {
                honba: hand.honba,
                sticks: hand.sticks,
                ..HandState::bare(rules.seats())
            },
            pao: pao
                .filter_map(|(id, liable)| Some((place(id)? as u16, *liable)))
                .collect(),
            fed_kan: hand.fed_kan.feeder(),
            responsible: hand.responsible,
        })
    }

    /// Scores and settles the hand.
    pub fn settle(&self, rules: &Rules, id: Option<Value>) -> Response {
        let score = match score(rules, &self.win) {
            Ok(score) => score,
            Err(refused) => return refusal(rules, refused, &self.win, id),
        };
        let transfers = self.transfers(rules, &score);
        Response::Sheet(Box::new(Sheet::new(rules, self, &score, &transfers, id)))
    }

    /// Its score sheet, with these payments.
    pub fn sheet(&self, rules: &Rules, score: &Score, transfers: &[Transfer]) -> ScoreSheet {
        ScoreSheet::of_win(rules, &self.won(score), transfers, |score| self.transfers(rules, score))
    }

    /// The hand that won, for its score sheet.
    pub fn won<'a>(&'a self, score: &'a Score) -> Won<'a> {
        Won {
            win: &self.win,
            score,
            honba: self.hand.honba,
            responsible: self.responsible,
            ippatsu_ended: self.ippatsu_ended,
        }
    }

    /// What the win moves.
    pub fn transfers(&self, rules: &Rules, score: &Score) -> Transfers {
        settle_wins(rules, &self.hand, &[self.winner(rules, score)])
    }

    /// The winner, with everybody who answers for the hand.
    pub(crate) fn winner(&self, rules: &Rules, score: &Score) -> Winner {
        let fed_by = |yaku| self.pao.iter().find(|(place, _)| *place == yaku);
        Winner {
            liable: Liabilities::of(rules, score, |yaku| fed_by(yaku).map(|&(_, liable)| liable)),
            fed_kan: self.fed_kan,
            responsible: self.responsible,
            ..Winner::of(rules, &self.win, score)
        }
    }
}

fn refusal(rules: &Rules, refused: NotAWin, win: &Win, id: Option<Value>) -> Response {
    let clause = refused
        .key_of(rules, win)
        .map(|key| rules.clause_id(rules.because(key)).to_owned());
    Response::NoWin(NoWin {
        id,
        win: false,
        why: why(refused),
        clause,
    })
}

pub(crate) const fn why(refused: NotAWin) -> &'static str {
    match refused {
        NotAWin::Incomplete => "not a complete hand",
        NotAWin::NoYaku => "no yaku",
        NotAWin::BelowMinimum => "below the minimum",
    }
}
