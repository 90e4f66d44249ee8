//! What cannot lie beside a win: honba, sticks, liability and who fed a kan.

use super::{FedKan, HandText};
use crate::facts::of_reading::of_melds;
use crate::reading::{MeldSets, Set};
use crate::rulebook::choices::{AsideRinshan, DiscardPays, Responsible};
use crate::rulebook::rules::{PaoYaku, Rules};
use crate::seat::Wind;
use crate::terms::Terms;
use crate::tile::Kind;
use crate::win::{Meld, MeldKind, Win};
use crate::win_check::{WinFault, checked};
use std::fmt;

/// A contradiction in what is said beside the win: within itself, with the win or with the rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandFault {
    /// A tsumo names another player as discarder.
    TsumoFrom,
    /// A fed kan, but no win on its replacement tile.
    FedKanWithoutRinshan,
    /// A fed kan, but no daiminkan from that player.
    NotFedBy(Wind),
    /// Nobody fed the kan, but no other kan or tile set aside led to the replacement tile.
    FedBySomebody,
    /// The rulebook lets the feeder pay, and nobody is named.
    WhoFedTheKan,
    /// This field names the winner.
    TheWinner(&'static str),
    /// The rulebook, or this way of winning, has nothing of this.
    None(&'static str, &'static str),
    /// The responsible player discarded the tile before, but all copies are elsewhere.
    NoEarlierDiscard(Kind),
    /// A pao for a yaku that the rulebook does not have.
    NoSuchYaku(String),
    /// A pao for a yaku that makes nobody liable.
    NoPao(String),
    /// The melds do not make this yaku certain.
    PaoNotCertain(String),
    /// The deciding set did not come from this player.
    PaoNotFrom(String, Wind),
    /// The win itself is impossible.
    Win(WinFault),
}

impl fmt::Display for HandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Terms::JAPANESE)
    }
}

impl HandFault {
    /// The message in the words of a rulebook.
    #[must_use]
    pub fn said(&self, terms: &Terms) -> String {
        let mut said = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut said, terms);
        said
    }

    fn write(&self, f: &mut dyn fmt::Write, terms: &Terms) -> fmt::Result {
        match self {
            HandFault::TsumoFrom => write!(f, "from: a {} has no payer; leave it out", terms.tsumo),
            HandFault::FedKanWithoutRinshan => f.write_str("fed_kan: only with rinshan"),
            HandFault::NotFedBy(wind) => write!(f, "fed_kan: there is no daiminkan from {wind} among the melds"),
            HandFault::FedBySomebody => f.write_str("fed_kan: only a daiminkan can have led to this rinshan"),
            HandFault::WhoFedTheKan => write!(
                f,
                "fed_kan is missing: name the player whose discard began the {} (in a line: fed-kan=west), or none if the replacement tile did not follow it",
                terms.kan
            ),
            HandFault::TheWinner(key) => write!(f, "{key}: name another player than the winner"),
            HandFault::None(key, why) => write!(f, "{key}: {why}"),
            HandFault::NoEarlierDiscard(kind) => {
                write!(
                    f,
                    "responsible: no {kind} is left that could have been discarded before"
                )
            }
            HandFault::NoSuchYaku(id) => write!(f, "pao: the rulebook has no yaku {id:?}"),
            HandFault::NoPao(id) => write!(f, "pao: nobody is liable for {id} in this rulebook"),
            HandFault::PaoNotCertain(id) => write!(f, "pao: the melds do not make {id} certain"),
            HandFault::PaoNotFrom(id, wind) => write!(f, "pao: no called set that decides {id} came from {wind}"),
            HandFault::Win(fault) => fault.write(f, terms),
        }
    }
}

impl std::error::Error for HandFault {}

impl HandText {
    /// Checks the win and everything beside it against a rulebook, and returns the win ready for [`score`](crate::score()).
    ///
    /// # Errors
    /// The first thing that cannot happen at a table, or a question that the rulebook leaves open without an answer here.
    pub fn checked(&self, rules: &Rules) -> Result<Win, HandFault> {
        let win = checked(rules, &self.win).map_err(HandFault::Win)?;
        let named = [self.fed_kan.feeder(), self.responsible].into_iter().flatten();
        let mut seats = named.chain(self.pao.iter().map(|(_, liable)| *liable));
        if let Some(wind) = seats.find(|wind| wind.index() >= rules.seats()) {
            return Err(HandFault::Win(WinFault::NoSuchSeat(wind)));
        }
        self.check_table(rules, &win)?;
        self.check_fed_kan(rules, &win)?;
        self.pao
            .iter()
            .try_for_each(|(id, liable)| check_pao(rules, &win, id, *liable))?;
        Ok(win)
    }

    /// A yaku that somebody must be liable for, whose feeder the text leaves out: all sets that decide it were called.
    pub fn feeder_unsaid<'a>(&self, rules: &'a Rules, win: &Win) -> Option<&'a str> {
        let mut fed = rules.pao.iter().filter(|pao| {
            let deciding = Deciding { win, pao };
            let mut melds = deciding.melds().peekable();
            melds.peek().is_some() && melds.all(|meld| meld.kind.is_open())
        });
        let id = |pao: &PaoYaku| rules.yaku.get(usize::from(pao.yaku)).map(|yaku| yaku.id.as_str());
        fed.find_map(|pao| id(pao).filter(|id| !self.pao.iter().any(|(said, _)| said == id)))
    }

    /// Checks what lies on the table and who is responsible.
    fn check_table(&self, rules: &Rules, win: &Win) -> Result<(), HandFault> {
        const HERE: &str = "there is none in this rulebook";
        let payment = &rules.settings.payment;
        let honba = if win.by.is_tsumo() {
            payment.honba_tsumo
        } else {
            payment.honba_ron
        };
        let shared = payment.discard != DiscardPays::Responsible;
        let other = self.responsible.is_some_and(|wind| wind != win.from);
        // In the first go-around nobody after the discarder has discarded yet.
        let too_late = self.responsible.is_some_and(|wind| wind.index() >= win.from.index());
        let faults = [
            (self.honba > 0 && honba == 0, "honba", HERE),
            (self.sticks > 0 && !rules.settings.riichi.played, "sticks", HERE),
            (self.responsible.is_some() && shared, "responsible", HERE),
            (
                self.responsible.is_some() && win.by.is_tsumo(),
                "responsible",
                "nobody is responsible for a tile from the wall",
            ),
            (
                other && win.first_turn && too_late,
                "responsible",
                "this player has not discarded yet in the first go-around",
            ),
            (
                other && payment.responsible == Responsible::Discarder,
                "responsible",
                "in this rulebook it is the discarder",
            ),
        ];
        if let Some((_, key, why)) = faults.into_iter().find(|(holds, ..)| *holds) {
            return Err(HandFault::None(key, why));
        }
        let kind = win.tile.kind();
        let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
        let held = win.hand.iter().chain(melded).filter(|tile| tile.kind() == kind).count();
        if other && held + 2 > rules.tiles.copies_of(kind) {
            return Err(HandFault::NoEarlierDiscard(kind));
        }
        Ok(())
    }

    fn check_fed_kan(&self, rules: &Rules, win: &Win) -> Result<(), HandFault> {
        let called = || win.melds.iter().filter(|meld| meld.kind == MeldKind::Daiminkan);
        let aside = rules.settings.aside.rinshan == AsideRinshan::Always && !win.aside.is_empty();
        let unfed = aside
            || win
                .melds
                .iter()
                .any(|meld| matches!(meld.kind, MeldKind::Kakan | MeldKind::Ankan));
        match self.fed_kan {
            FedKan::By(wind) if !called().any(|meld| meld.from.is_none_or(|from| from == wind)) => {
                Err(HandFault::NotFedBy(wind))
            }
            FedKan::Nobody if !unfed => Err(HandFault::FedBySomebody),
            FedKan::Unsaid if win.rinshan && rules.settings.pao.rinshan && called().next().is_some() => {
                Err(HandFault::WhoFedTheKan)
            }
            _ => Ok(()),
        }
    }
}

/// Liability for one yaku, and what of the melds decides it.
struct Deciding<'a> {
    win: &'a Win,
    pao: &'a PaoYaku,
}

impl Deciding<'_> {
    fn certain_without(&self, left_out: Option<usize>) -> bool {
        let melds = self.win.melds.iter().enumerate().filter(|(i, _)| Some(*i) != left_out);
        let sets = MeldSets::new(melds.filter_map(|(_, meld)| Set::of_meld(meld)));
        self.pao.when.holds(&of_melds(&sets))
    }

    /// The melds without which the yaku would not be certain.
    fn melds(&self) -> impl Iterator<Item = &Meld> {
        let melds = self.win.melds.iter().enumerate();
        let decides = |(i, _): &(usize, &Meld)| self.certain_without(None) && !self.certain_without(Some(*i));
        melds.filter(decides).map(|(_, meld)| meld)
    }
}

/// Checks that these melds can make this player liable for this yaku.
fn check_pao(rules: &Rules, win: &Win, id: &str, liable: Wind) -> Result<(), HandFault> {
    let id = || id.to_owned();
    let place = rules.yaku.iter().position(|yaku| yaku.id == id());
    let place = place.ok_or_else(|| HandFault::NoSuchYaku(id()))?;
    let pao = rules.pao.iter().find(|pao| usize::from(pao.yaku) == place);
    let pao = pao.ok_or_else(|| HandFault::NoPao(id()))?;
    let deciding = Deciding { win, pao };
    if !deciding.certain_without(None) {
        return Err(HandFault::PaoNotCertain(id()));
    }
    let from_them = |meld: &Meld| meld.kind.is_open() && meld.from.is_none_or(|from| from == liable);
    match deciding.melds().any(from_them) {
        true => Ok(()),
        false => Err(HandFault::PaoNotFrom(id(), liable)),
    }
}
