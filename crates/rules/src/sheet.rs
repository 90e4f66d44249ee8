//! The score sheet: every line of a settled hand, with its clause and its words in every language.
//!
//! Text, chat, JSON, transcripts and the browser only draw these lines. Within a sheet the yaku and dora lines add up to the value,
//! the fu lines to the fu, and the payments to what each player gains.

mod cite;
mod ending;
mod lines;
mod not_given;
mod uncounted;
pub(crate) mod words;

pub use cite::{cited, cited_for_miss};
pub use ending::Ended;
pub use lines::{reading_text, worth};
pub use words::{all as all_words, says_kong};

use crate::explain::{Explanation, explain};
use crate::reading::Shape;
use crate::rulebook::clause::ClauseRef;
use crate::rulebook::rules::Rules;
use crate::rulebook::settings::Key;
use crate::rulebook::yaku::Names;
use crate::score::Score;
use crate::seat::Wind;
use crate::settlement::wins::{ChipFacts, Winner};
use crate::transfer::{Amount, Party, Transfer, Transfers, What};
use crate::win::{By, Win};

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// How the hand is read.
    Reading,
    /// Yaku, and what makes their sum the value: a cap, the point of a hand without a pattern.
    Yaku,
    /// Dora, one line for each source.
    Dora,
    /// Fu, waived ones and the rounding included.
    Fu,
    /// What the hand counts in total.
    Value,
    /// Who pays whom, and who answers for it.
    Payment,
    /// Yaku that were not given.
    NotGiven,
    /// The next best reading.
    Other,
    /// How the hand or the game ended without a win.
    Ending,
}

impl Part {
    /// Its word in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Part::Reading => "reading",
            Part::Yaku => "yaku",
            Part::Dora => "dora",
            Part::Fu => "fu",
            Part::Value => "value",
            Part::Payment => "payment",
            Part::NotGiven => "not-given",
            Part::Other => "other-reading",
            Part::Ending => "ending",
        }
    }
}

/// How much a line adds, and of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    Han(i32),
    Fu(i32),
    Yakuman(i32),
    /// Points of the hand, or points paid.
    Points(i32),
    Chips(i32),
}

/// A method for each unit.
macro_rules! counted {
    ($($name:ident $unit:ident),+) => {
        impl Line {
            $(
                #[doc = concat!("How much it adds, if that is ", stringify!($name), ".")]
                #[must_use]
                pub const fn $name(&self) -> Option<i32> {
                    match self.counts {
                        Some(Counts::$unit(number)) => Some(number),
                        _ => None,
                    }
                }
            )+
        }
    };
}

counted!(han Han, fu Fu, yakuman Yakuman, points Points, chips Chips);

impl From<Amount> for Counts {
    fn from(amount: Amount) -> Counts {
        match amount {
            Amount::Points(points) => Counts::Points(points.0),
            Amount::Chips(chips) => Counts::Chips(chips.0),
        }
    }
}

/// The items with a line, and their ids.
macro_rules! items {
    ($($item:ident $id:literal),+ $(,)?) => {
        /// What a line is about.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Item {
            /// A yaku, by its place in the rulebook.
            Yaku(u16),
            /// How a hand ended without a win.
            Ended(Ended),
            $(#[doc = concat!("`", $id, "` in `words.toml`.")] $item,)+
        }

        impl Item {
            /// Every item whose words are in `words.toml`.
            pub const ALL: &'static [Item] = &[$(Item::$item),+];

            const fn word(self) -> &'static str {
                match self {
                    Item::Yaku(_) => "yaku",
                    Item::Ended(ended) => ended.word(),
                    $(Item::$item => $id,)+
                }
            }
        }
    };
}

items! {
    Reading "reading", ThirteenOrphans "thirteen-orphans", AllFlowers "all-flowers", FourKansAlone "four-kans-alone",
    WaitTwoSided "wait-two-sided", WaitClosed "wait-closed", WaitEdge "wait-edge", WaitPair "wait-pair", WaitTriplet "wait-triplet",
    StandsFor "stands-for", TakenAsWinning "taken-as-winning",
    NoPattern "no-pattern", Capped "capped", HighestAlone "highest-alone", OneYakuman "one-yakuman",
    Dora "dora", DoraSkipping "dora-skipping", DoraByFlower "dora-by-flower", DoraKita "dora-kita",
    Ura "ura", UraSkipping "ura-skipping", UraByFlower "ura-by-flower", UraKita "ura-kita",
    Red "red", RedPocchi "red-pocchi", RedStandIn "red-stand-in", Kita "kita", Flower "flower",
    FuBase "fu-base", FuClosedRon "fu-closed-ron", FuTsumo "fu-tsumo",
    FuOpenTriplet "fu-open-triplet", FuClosedTriplet "fu-closed-triplet", FuOpenKan "fu-open-kan", FuClosedKan "fu-closed-kan",
    FuPair "fu-pair", FuClosedWait "fu-closed-wait", FuEdgeWait "fu-edge-wait", FuPairWait "fu-pair-wait",
    FuAside "fu-aside", FuSevenPairs "fu-seven-pairs", FuOpenMinimum "fu-open-minimum",
    FuTsumoWaived "fu-tsumo-waived", FuAsideWaived "fu-aside-waived", FuTsumoLost "fu-tsumo-lost", FuRounding "fu-rounding",
    Total "total", FuTotal "fu-total", Limit "limit",
    Hand "hand", Pao "pao", RinshanPao "rinshan-pao", Honba "honba", Riichi "riichi", Sticks "sticks", OwnStick "own-stick",
    Noten "noten", Nagashi "nagashi", FourKans "four-kans", Chombo "chombo",
    Ippatsu "ippatsu", UraChips "ura-chips", Pocchi "pocchi", Yakuman "yakuman", AllFlowersChips "all-flowers-chips",
    FlowerChips "flower-chips", FlowerReturned "flower-returned", Bust "bust", Leftover "leftover", Place "place", Uma "uma", Oka "oka", Game "game",
    Substitute "substitute", Responsible "responsible", Liable "liable",
    OtherReading "other-reading",
    CountedYakuman "counted-yakuman", Kiriage "kiriage",
    YakumanChips "yakuman-chips", IppatsuChips "ippatsu-chips", UraDoraChips "ura-dora-chips", PocchiChips "pocchi-chips",
}

impl Item {
    /// Are its tiles the indicators behind it?
    #[must_use]
    pub const fn is_by_indicator(self) -> bool {
        let turned = matches!(
            self,
            Item::Dora | Item::DoraSkipping | Item::DoraByFlower | Item::DoraKita
        );
        turned || matches!(self, Item::Ura | Item::UraSkipping | Item::UraByFlower | Item::UraKita)
    }

    /// Its id on a sheet: that of the yaku, or of its entry in `words.toml`.
    pub fn id(self, rules: &Rules) -> &str {
        match self {
            Item::Yaku(place) => &rules.yaku[usize::from(place)].id,
            other => other.word(),
        }
    }
}

/// One line of a score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub part: Part,
    pub what: Item,
    pub names: Names,
    /// Why it is not given, or what the other reading counts.
    pub why: Option<Names>,
    /// The tiles or the reading that it is about; empty for none.
    pub tiles: String,
    /// None where the line adds nothing.
    pub counts: Option<Counts>,
    pub from: Option<Party>,
    pub to: Option<Party>,
    pub clause: ClauseRef,
}

/// A hand that won, or four kans that scored by themselves.
#[derive(Clone, Copy, Debug)]
pub struct Won<'a> {
    pub win: &'a Win,
    pub score: &'a Score,
    /// Counters on the table.
    pub honba: u8,
    /// The responsible player, where the rulebook has one.
    pub responsible: Option<Wind>,
    /// Ippatsu was claimed, but a kan or a tile set aside has ended it.
    pub ippatsu_ended: bool,
}

impl Won<'_> {
    fn winner(&self) -> Winner {
        let Won { win, score, .. } = self;
        Winner {
            responsible: self.responsible,
            chips: ChipFacts {
                ura: score.dora.ura,
                ..ChipFacts::default()
            },
            ..Winner::ron(win.seat, win.by, win.from, score.value)
        }
    }
}

/// Everything that a hand moved, and why.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoreSheet {
    pub lines: Vec<Line>,
}

impl ScoreSheet {
    /// The sheet of a win that was settled by these transfers. `settle` settles the same win as another reading would score it.
    pub fn of_win(
        rules: &Rules,
        won: &Won,
        transfers: &[Transfer],
        settle: impl Fn(&Score) -> Transfers,
    ) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        sheet.reading(won);
        sheet.yaku(won);
        sheet.dora(won);
        sheet.fu(won);
        let winner = won.winner();
        sheet.value(&winner);
        sheet.payments(&[winner], won.honba, transfers);
        // Four kans without the pair are no complete hand that could be read in another way.
        if won.score.reading.shape != Shape::FourKans {
            let explanation = explain(rules, won.win);
            sheet.not_given(&explanation.not_given, &won.score.facts, Some(won.win));
            sheet.lost_claims(won);
            sheet.not_for_a_kita(won);
            sheet.uncounted(won);
            sheet.other_reading(won, &explanation, settle);
        } else {
            sheet.beside_four_kans(won);
        }
        sheet.done
    }

    /// The sheet of a hand with these wins, without the lines of their tiles: what each is worth, then every payment.
    pub fn of_payments(rules: &Rules, wins: &[Winner], honba: u8, transfers: &[Transfer]) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        for win in wins {
            let first = sheet.done.lines.len();
            sheet.value(win);
            for line in &mut sheet.done.lines[first..] {
                line.to = Some(Party::Player(win.seat));
            }
        }
        sheet.payments(wins, honba, transfers);
        sheet.done
    }

    /// The lines of one part.
    pub fn part(&self, part: Part) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.part == part)
    }

    /// The lines of a hand that does not win: the yaku that it misses by one fact.
    pub fn of_refusal(rules: &Rules, explanation: &Explanation) -> ScoreSheet {
        let mut sheet = Writer::new(rules);
        for facts in explanation.facts.iter().take(1) {
            sheet.not_given(&explanation.not_given, facts, None);
        }
        sheet.done
    }
}

/// How a hand was won: `ron`, `robbing a kan`.
#[must_use]
pub fn won_by(rules: &Rules, by: By) -> Names {
    words::words(rules, "by", by.word())
}

/// How a hand ended without a win: `exhaustive draw`.
#[must_use]
pub fn ended(rules: &Rules, ended: Ended) -> Names {
    words::words(rules, "end", ended.word())
}

/// What a payment to a winner is for: `haneman by ron`.
#[must_use]
pub fn purpose(rules: &Rules, won: &Won, transfer: &Transfer) -> Names {
    Writer::new(rules).purpose(Some(&won.winner()), won.honba, transfer)
}

/// A sheet in the making.
struct Writer<'a> {
    rules: &'a Rules,
    done: ScoreSheet,
}

impl<'a> Writer<'a> {
    fn new(rules: &'a Rules) -> Writer<'a> {
        Writer {
            rules,
            done: ScoreSheet::default(),
        }
    }

    fn words(&self, section: &str, id: &str) -> Names {
        words::words(self.rules, section, id)
    }

    /// Adds a line with the words of its item, for more to be filled in.
    fn line(&mut self, part: Part, what: Item, counts: Option<Counts>, clause: ClauseRef) -> &mut Line {
        let names = match what {
            Item::Yaku(place) => self.rules.yaku[usize::from(place)].names.complete(),
            Item::Ended(ended) => self.words("end", ended.word()),
            other => self.words("line", other.word()),
        };
        let at = self.done.lines.len();
        self.done.lines.push(Line {
            part,
            what,
            names,
            why: None,
            tiles: String::new(),
            counts,
            from: None,
            to: None,
            clause,
        });
        &mut self.done.lines[at]
    }

    fn by_key(&mut self, part: Part, what: Item, counts: Option<Counts>, key: Key) -> &mut Line {
        self.line(part, what, counts, self.rules.because(key))
    }

    /// Every transfer, after a line for each player who pays in another's place.
    fn payments(&mut self, wins: &[Winner], honba: u8, transfers: &[Transfer]) {
        for win in wins {
            self.answering(win, transfers);
        }
        for transfer in transfers {
            let win = wins.iter().find(|win| transfer.to == Party::Player(win.seat));
            let names = self.purpose(win, honba, transfer);
            let line = self.line(
                Part::Payment,
                item_of(transfer),
                Some(transfer.amount.into()),
                transfer.because,
            );
            (line.names, line.from, line.to) = (names, Some(transfer.from), Some(transfer.to));
        }
    }

    fn answering(&mut self, win: &Winner, transfers: &[Transfer]) {
        let pays = |payer: Wind, what: What| {
            let between = (Party::Player(payer), Party::Player(win.seat));
            let paid = move |transfer: &&Transfer| (transfer.from, transfer.to) == between && transfer.what == what;
            transfers.iter().find(paid)
        };
        let elsewhere = |wind: &Wind| *wind != win.from && *wind != win.seat;
        let shared = self.rules.settings.payment.shared_up_to;
        if let Some(payer) = win.responsible.filter(elsewhere)
            && pays(payer, What::Hand).is_some_and(|transfer| transfer.amount.number() > shared)
        {
            let line = self.by_key(Part::Payment, Item::Responsible, None, Key::PaymentResponsible);
            line.from = Some(Party::Player(payer));
        }
        for payer in Wind::ALL.into_iter().filter(|&payer| pays(payer, What::Pao).is_some()) {
            let line = self.by_key(Part::Payment, Item::Liable, None, Key::PaoYaku);
            line.from = Some(Party::Player(payer));
        }
    }

    fn purpose(&self, win: Option<&Winner>, honba: u8, transfer: &Transfer) -> Names {
        let number = |number: i32| Names::same(&number.to_string());
        let stick = self.rules.settings.riichi.stick.max(1);
        let item = item_of(transfer);
        let names = match item {
            Item::Sticks if transfer.amount.number() == stick => self.words("line", "stick"),
            _ => self.words("line", item.word()),
        };
        let names = names.with(
            "n",
            &match (item, win) {
                (Item::Honba, _) => number(honba.into()),
                (Item::UraChips, Some(win)) => number(win.chips.ura.into()),
                (Item::Sticks, _) => number(transfer.amount.number() / stick),
                _ => Names::default(),
            },
        );
        match win {
            Some(win) => names
                .with("worth", &worth(self.rules, &win.value))
                .with("by", &won_by(self.rules, win.by)),
            None => names,
        }
    }
}

const fn item_of(transfer: &Transfer) -> Item {
    match transfer.what {
        What::Hand => Item::Hand,
        What::Pao => Item::Pao,
        What::RinshanPao => Item::RinshanPao,
        What::Honba => Item::Honba,
        What::Sticks if matches!(transfer.to, Party::Sticks) => Item::Riichi,
        What::Sticks => Item::Sticks,
        What::OwnStick => Item::OwnStick,
        What::Noten => Item::Noten,
        What::Nagashi => Item::Nagashi,
        What::FourKans => Item::FourKans,
        What::Chombo => Item::Chombo,
        What::Ippatsu => Item::Ippatsu,
        What::Ura => Item::UraChips,
        What::Pocchi => Item::Pocchi,
        What::Yakuman => Item::Yakuman,
        What::AllFlowers => Item::AllFlowersChips,
        What::Flower => Item::FlowerChips,
        What::FlowerReturned => Item::FlowerReturned,
        What::Bust => Item::Bust,
        What::Leftover => Item::Leftover,
        What::Place => Item::Place,
        What::Uma => Item::Uma,
        What::Oka => Item::Oka,
        What::Game => Item::Game,
        What::Substitute => Item::Substitute,
    }
}
