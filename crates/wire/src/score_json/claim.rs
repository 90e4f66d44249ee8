//! Checks a request against its rulebook, scores it and settles it.

use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, Score, score};
use jantaku_rules::seat::Wind;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Liabilities, Winner, settle_wins};
use jantaku_rules::transfer::Transfers;
use jantaku_rules::win::{MeldKind, Win};
use jantaku_rules::win_check::{WinFault, checked};
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
}

impl Claim {
    /// Checks a request against a rulebook.
    pub fn of(rules: &Rules, request: &Request) -> Result<Claim, RequestError> {
        let hand = &request.hand;
        let win = checked(rules, &hand.win).map_err(RequestError::Win)?;
        let named = [hand.fed_kan, hand.responsible].into_iter().flatten();
        let mut seats = named.chain(hand.pao.iter().map(|(_, liable)| *liable));
        if let Some(wind) = seats.find(|wind| wind.index() >= rules.seats()) {
            return Err(RequestError::Win(WinFault::NoSuchSeat(wind)));
        }
        let place = |(id, liable): &(String, Wind)| match rules.yaku.iter().position(|yaku| yaku.id == *id) {
            Some(place) => Ok((place as u16, *liable)),
            None => Err(RequestError::NoSuchYaku(id.clone())),
        };
        // Only a kan called on a discard has a feeder.
        let is_fed = win.melds.iter().any(|meld| meld.kind == MeldKind::Daiminkan);
        Ok(Claim {
            fed_kan: hand.fed_kan.filter(|_| is_fed),
            win,
            hand: HandState {
                honba: hand.honba,
                sticks: hand.sticks,
                ..HandState::bare(rules.seats())
            },
            pao: hand.pao.iter().map(place).collect::<Result<_, _>>()?,
            responsible: hand.responsible,
        })
    }

    /// Scores and settles the hand.
    pub fn settle(&self, rules: &Rules, id: Option<Value>) -> Response {
        let score = match score(rules, &self.win) {
            Ok(score) => score,
            Err(refused) => return refusal(rules, refused, id),
        };
        let transfers = self.transfers(rules, &score);
        Response::Sheet(Box::new(Sheet::new(rules, self, &score, &transfers, id)))
    }

    /// What the win moves.
    pub fn transfers(&self, rules: &Rules, score: &Score) -> Transfers {
        let fed_by = |yaku| self.pao.iter().find(|(place, _)| *place == yaku);
        let winner = Winner {
            liable: Liabilities::of(rules, score, |yaku| fed_by(yaku).map(|&(_, liable)| liable)),
            fed_kan: self.fed_kan,
            responsible: self.responsible,
            ..Winner::of(rules, &self.win, score)
        };
        settle_wins(rules, &self.hand, &[winner])
    }
}

fn refusal(rules: &Rules, refused: NotAWin, id: Option<Value>) -> Response {
    let clause = refused
        .key(rules)
        .map(|key| rules.clause_id(rules.because(key)).to_owned());
    let why = match refused {
        NotAWin::Incomplete => "not a complete hand",
        NotAWin::NoYaku => "no yaku",
        NotAWin::BelowMinimum => "below the minimum",
    };
    Response::NoWin(NoWin {
        id,
        win: false,
        why,
        clause,
    })
}
