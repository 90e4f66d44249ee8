//! Yaku that a hand did not get, and why.

use super::cite::cited_beside_yakuman;
use super::{Item, Part, Won, Writer, cited_for_miss};
use crate::explain::{Miss, NotGiven, Wanted, WhyNot, explain};
use crate::expression::Term;
use crate::facts::{self, Facts};
use crate::kind_set::KindSet;
use crate::notation;
use crate::reading::MeldSets;
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::settings::Key;
use crate::rulebook::yaku::Names;
use crate::score::yakuman_of_kans;
use crate::tile::Tile;
use crate::win::{By, Win};

impl Writer<'_> {
    pub(super) fn not_given(&mut self, list: &[NotGiven], facts: &Facts, win: Option<&Win>) {
        for NotGiven { yaku, why } in list {
            let (reason, clause) = self.reason(*yaku, why, facts, win);
            self.line(Part::NotGiven, Item::Yaku(*yaku), None, clause).why = Some(reason);
        }
    }

    /// What the claim named and the hand does not get: an ippatsu that was ended, ura dora without riichi.
    pub(super) fn lost_claims(&mut self, won: &Won) {
        let rules = self.rules;
        let win = won.win;
        let mut conditions = rules.terms.iter();
        let ippatsu = conditions.position(|terms| terms.iter().any(|term| term.asks_for(facts::IPPATSU)));
        if let Some(place) = ippatsu.filter(|_| won.ippatsu_ended) {
            let claimed = Win {
                ippatsu: true,
                ..win.clone()
            };
            let told = explain(rules, &claimed).not_given;
            let told = told.iter().find(|not_given| usize::from(not_given.yaku) == place);
            let clause = match told.map(|not_given| &not_given.why) {
                _ if !win.melds.iter().any(|meld| meld.kind.is_kan()) => rules.because(Key::AsideEndsIppatsu),
                // A rulebook may say it of replacement tiles rather than of kans.
                Some(why @ WhyNot::Misses(_)) => self.reason(place as u16, why, &won.score.facts, Some(win)).1,
                _ => rules.because_or(Key::CiteIppatsuEnded, rules.yaku[place].clause),
            };
            let why = self.words("why", "interrupted");
            self.line(Part::NotGiven, Item::Yaku(place as u16), None, clause).why = Some(why);
        }
        if !win.ura.is_empty() && !win.riichi.declared() {
            let why = self.words("why", "only-in-riichi");
            let clause = rules.because_or(Key::CiteUraInRiichi, rules.because(Key::DoraUra));
            self.line(Part::NotGiven, Item::Ura, None, clause).why = Some(why);
        }
    }

    /// What a kan robbed of this tile would have given, and a north set aside does not.
    pub(super) fn not_for_a_kita(&mut self, won: &Won) {
        let (rules, Won { win, score, .. }) = (self.rules, won);
        if win.by != By::RobbingAKita || score.value.is_yakuman() {
            return;
        }
        let mut of_a_kan = score.facts;
        of_a_kan.set(facts::ROBBING_A_KITA, false);
        of_a_kan.set(facts::ROBBING_A_KAN, true);
        let asks = |term: &Term| term.asks_for(facts::ROBBING_A_KAN) && term.holds(&of_a_kan);
        for place in (0..rules.yaku.len()).filter(|place| rules.terms[*place].iter().any(asks)) {
            let why = self.words("why", "no-han-for-a-kita");
            let what = Item::Yaku(place as u16);
            self.by_key(Part::NotGiven, what, None, Key::AsideKitaRobbed).why = Some(why);
        }
    }

    /// Other yakuman of four kans without the pair, where only the kans count.
    pub(super) fn beside_four_kans(&mut self, won: &Won) {
        let (rules, score) = (self.rules, won.score);
        if !rules.settings.kan.four_only {
            return;
        }
        let all = yakuman_of_kans(rules, &MeldSets::new(score.reading.sets()));
        for place in all.without(&score.yaku).iter() {
            let why = self.words("why", "four-kans-only");
            let what = Item::Yaku(place as u16);
            self.by_key(Part::NotGiven, what, None, Key::KanFourOnly).why = Some(why);
        }
    }

    fn reason(&self, yaku: u16, why: &WhyNot, facts: &Facts, win: Option<&Win>) -> (Names, ClauseRef) {
        let of = |place: u16| &self.rules.yaku[usize::from(place)];
        let because = |id: &str, other: u16| self.words("why", id).with("yaku", &of(other).names);
        match why {
            WhyNot::Overridden(by) => (because("replaced", *by), of(*by).over_by),
            WhyNot::OpenHand => (self.words("why", "open-hand"), of(yaku).clause),
            WhyNot::BesideYakuman(other) => (
                because("beside-yakuman", *other),
                cited_beside_yakuman(self.rules, of(yaku), of(*other)),
            ),
            WhyNot::PaysMoreWithout => {
                let yaku = of(yaku);
                let clause = if yaku.waives_fu {
                    self.rules.because_or(Key::CiteFlowerFuWaived, yaku.waives_by)
                } else {
                    yaku.clause
                };
                (self.words("why", "pays-more-without"), clause)
            }
            WhyNot::BesideAlone(other) => (because("beside-alone", *other), of(*other).clause),
            WhyNot::BesideHighest(other) => (because("beside-highest", *other), self.rules.because(Key::ValueCap)),
            WhyNot::Misses(miss) => (self.miss(miss), cited_for_miss(self.rules, yaku, miss, facts, win)),
        }
    }

    fn miss(&self, miss: &Miss) -> Names {
        let number = |n: u8| Names::same(&n.to_string());
        let counted = |id: &str, asked, has| {
            self.words("why", id)
                .with("n", &number(asked))
                .with("has", &number(has))
        };
        let with_tiles = |id: &str, kinds: KindSet| {
            let tiles: Vec<Tile> = kinds.iter().map(Tile::plain).collect();
            self.words("why", id)
                .with("tiles", &Names::same(&notation::sorted(&tiles)))
        };
        let names = match miss.wanted {
            Wanted::Yes => self.words("why", "needs"),
            Wanted::No => self.words("why", "not-with"),
            Wanted::AtLeast { asked, has } => counted("at-least", asked, has),
            Wanted::AtMost { asked, has } => counted("at-most", asked, has),
            Wanted::WinningTile(kinds) => with_tiles("winning-tile", kinds),
            Wanted::Without(kinds) if miss.fact == "holds" => with_tiles("not-with-tiles", kinds),
            Wanted::Without(kinds) => with_tiles("not-with-those", kinds),
        };
        names.with("fact", &self.words("fact", miss.fact))
    }
}
