//! The result of a round: first what the file says, then what follows from the events.

use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::Tile;

use super::node::Node;
use super::weave::Ending;
use super::worth::{self, Worth};
use crate::error::{Fault, ReadError};
use crate::game::{DrawReason, DrawRecord, Outcome, RecordEvent, RoundRecord, WinRecord, sort_tiles};
use crate::hands::Hands;
use crate::yaku::{RecordYaku, TenhouYaku};

/// The name of a round that was won.
pub(super) const WON: &str = "和了";
/// All are tenpai: nothing is paid.
pub(super) const ALL_TENPAI: &str = "全員聴牌";
/// All are noten: nothing is paid.
pub(super) const ALL_NOTEN: &str = "全員不聴";
const STICK: i32 = 1_000;

/// The names of the rounds that nobody won.
pub(super) const DRAWS: [(DrawReason, &str); 7] = [
    (DrawReason::Exhaustive, "流局"),
    (DrawReason::Nagashi, "流し満貫"),
    (DrawReason::NineTerminals, "九種九牌"),
    (DrawReason::FourWinds, "四風連打"),
    (DrawReason::FourRiichi, "四家立直"),
    (DrawReason::TripleRon, "三家和了"),
    (DrawReason::FourKans, "四槓散了"),
];

/// What the file says.
pub(super) enum Told {
    Wins(Vec<ToldWin>),
    Draw {
        reason: DrawReason,
        all_tenpai: bool,
        deltas: BySeat<i32>,
    },
}

/// What the file says about one win.
pub(super) struct ToldWin {
    winner: Seat,
    from: Seat,
    pao: Option<Seat>,
    worth: Worth,
    yaku: Vec<(RecordYaku, u8)>,
    yakuman: Vec<RecordYaku>,
    deltas: BySeat<i32>,
}

impl Told {
    pub(super) fn read(node: &Node<'_>, players: usize) -> Result<Told, ReadError> {
        let name = node.item(0, "result")?;
        let text = name.text("result")?;
        if text == WON {
            return wins(node, players);
        }
        let deltas = match node.len() {
            1 => BySeat::all(players, 0),
            _ => node.item(1, "deltas")?.by_seat("deltas", players)?,
        };
        let reason = match text {
            ALL_TENPAI | ALL_NOTEN => DrawReason::Exhaustive,
            _ => {
                let named = DRAWS.iter().find(|(_, name)| *name == text);
                named.ok_or_else(|| name.bad("result"))?.0
            }
        };
        Ok(Told::Draw {
            reason,
            all_tenpai: text == ALL_TENPAI,
            deltas,
        })
    }

    /// What the last event must be.
    pub(super) fn ending(&self) -> Ending {
        match self {
            Told::Wins(wins) => match wins.first() {
                Some(win) if win.from != win.winner => Ending::OnGiven(win.from),
                win => Ending::OnDraw(win.map(|win| win.winner)),
            },
            Told::Draw { reason, .. } => match reason {
                DrawReason::NineTerminals => Ending::OnDraw(None),
                DrawReason::TripleRon => Ending::OnGivenByAny,
                _ => Ending::Unclaimed,
            },
        }
    }

    /// The outcome of a round whose events are known. `ura` are the round's ura indicators.
    pub(super) fn complete(self, round: &RoundRecord, hands: &Hands, ura: &[Tile]) -> Outcome {
        let mut before = round.scores;
        let mut sticks = round.sticks;
        for seat in round.paid_sticks() {
            before[seat] -= STICK;
            sticks += 1;
        }
        match self {
            Told::Wins(wins) => {
                let mut complete = Vec::new();
                for win in wins {
                    let deltas = win.deltas;
                    complete.push(win.complete(round, hands, ura, before, sticks));
                    sticks = 0;
                    for (score, delta) in before.as_mut_slice().iter_mut().zip(deltas.iter()) {
                        *score = score.saturating_add(*delta);
                    }
                }
                Outcome::Wins(complete)
            }
            Told::Draw {
                reason,
                all_tenpai,
                deltas,
            } => {
                let last = round.last_tile().map(|(seat, _)| seat);
                let shows = |seat: usize| match reason {
                    DrawReason::Exhaustive => all_tenpai || deltas.as_slice()[seat] > 0,
                    DrawReason::FourRiichi => true,
                    DrawReason::NineTerminals => last == Some(Seat(seat as u8)),
                    DrawReason::TripleRon => last != Some(Seat(seat as u8)),
                    DrawReason::Nagashi | DrawReason::FourWinds | DrawReason::FourKans => false,
                };
                let hands = hands.seats().iter().enumerate();
                let shown = hands.map(|(seat, hand)| shows(seat).then(|| hand.sorted()));
                Outcome::Draw(DrawRecord {
                    reason,
                    before,
                    deltas,
                    shown: shown.collect(),
                })
            }
        }
    }
}

impl ToldWin {
    fn complete(self, round: &RoundRecord, hands: &Hands, ura: &[Tile], before: BySeat<i32>, sticks: u32) -> WinRecord {
        let seat = &hands.seats()[usize::from(self.winner.0)];
        let mut hand = seat.closed.clone();
        let last = round.last_tile().map(|(_, tile)| tile);
        let winning_tile = last.unwrap_or(round.indicator);
        if self.from != self.winner {
            hand.push(winning_tile);
        }
        sort_tiles(&mut hand);
        let riichi = RecordEvent::Riichi { seat: self.winner };
        WinRecord {
            winner: self.winner,
            from: self.from,
            pao: self.pao,
            hand,
            melds: seat.melds.clone(),
            kita: seat.kita,
            winning_tile,
            fu: self.worth.fu,
            points: self.worth.points,
            limit: self.worth.limit,
            yaku: self.yaku,
            yakuman: self.yakuman,
            dora: round.indicators().collect(),
            ura: match round.events.contains(&riichi) {
                true => ura.to_vec(),
                false => Vec::new(),
            },
            before,
            deltas: self.deltas,
            honba: round.honba,
            sticks,
        }
    }
}

/// The name, then payments and particulars in turn, one pair for each winner.
fn wins(node: &Node<'_>, players: usize) -> Result<Told, ReadError> {
    let length = node.len();
    let winners = length.saturating_sub(1) / 2;
    if !(1..players).contains(&winners) || length != 2 * winners + 1 {
        let field = "result";
        return Err(node.error(Fault::WrongLength { field, length }));
    }
    let mut wins = Vec::new();
    for pair in 0..winners {
        let deltas = node.item(2 * pair + 1, "deltas")?.by_seat("deltas", players)?;
        wins.push(win(&node.item(2 * pair + 2, "win")?, deltas, players)?);
    }
    Ok(Told::Wins(wins))
}

/// Winner, discarder, liable player (the winner if there is none), worth, then the yaku.
fn win(node: &Node<'_>, deltas: BySeat<i32>, players: usize) -> Result<ToldWin, ReadError> {
    let seat = |index| node.item(index, "seat")?.seat("seat", players);
    let winner = seat(0)?;
    let worth = node.item(3, "worth")?;
    let mut win = ToldWin {
        winner,
        from: seat(1)?,
        pao: Some(seat(2)?).filter(|pao| *pao != winner),
        worth: worth::read(worth.text("worth")?, players).ok_or_else(|| worth.bad("worth"))?,
        yaku: Vec::new(),
        yakuman: Vec::new(),
        deltas,
    };
    for item in node.items()?.skip(4) {
        match yaku(item.text("yaku")?).ok_or_else(|| item.bad("yaku"))? {
            (yaku, None) => win.yakuman.push(yaku),
            (_, Some(0)) => {}
            (yaku, Some(han)) => win.yaku.push((yaku, han)),
        }
    }
    Ok(win)
}

/// `立直(1飜)` or `国士無双(役満)`.
fn yaku(text: &str) -> Option<(RecordYaku, Option<u8>)> {
    let (name, worth) = text.strip_suffix(')')?.rsplit_once('(')?;
    let yaku = match TenhouYaku::written(name) {
        Some(yaku) => RecordYaku::Tenhou(yaku),
        None => RecordYaku::Other(name.to_string()),
    };
    if worth.ends_with("役満") {
        return Some((yaku, None));
    }
    let han = worth.strip_suffix(['飜', '翻'])?.parse().ok()?;
    Some((yaku, Some(han)))
}
