//! Plants one fault after the other in the score sheets of played games: a wrong amount, a line missing or too much, a wrong payer
//! or payee, a wrong clause. Each must be caught.

use crate::{Heard, follow, rules};
use jantaku_audit::check::settled::{FinishedGame, Follower, SettledHand, Written};
use jantaku_rules::result::{GameEnd, final_result};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::sheet::ScoreSheet;
use jantaku_rules::units::Points;
use jantaku_table::Event;
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::response::{ByWind, TransferRow, YakuRow};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The rulebooks and choices that `make soak` plays, one a line.
const SPECS: &str = include_str!("../../../../tests/soak.txt");
const GAMES: u64 = 150;
/// A game of Zung Jung in which somebody other than the discarder answers for a win.
const RESPONSIBLE: u64 = 220;

/// A line by the kind of its sheet, its part and its id.
type Kind = (&'static str, &'static str, String);

/// Faults that nobody could see from the sheet, by part and fault, with the reason.
const UNSEEN: &[(&str, &str, &str)] = &[
    (
        "not-given",
        "missing",
        "a yaku that the hand misses by one fact is advice, and how near is near is not a matter of rules",
    ),
    (
        "other-reading",
        "missing",
        "whether a second reading wins is known only to whoever tries them all",
    ),
    (
        "other-reading",
        "chips",
        "which chips the other reading would bring is not on the sheet",
    ),
];

/// Something with sheets that can be checked.
trait Checked: Clone {
    fn rules(&self) -> &Rules;
    fn sheets(&self) -> Vec<(&'static str, &[LineRow])>;
    fn sheet_mut(&mut self, place: usize) -> &mut Vec<LineRow>;
    /// Lets the fields for programs say the same as the lines, as they would if the settlement itself were wrong.
    fn agree(&mut self, place: usize);
    fn found(&self) -> Option<String>;
}

impl Checked for SettledHand {
    fn rules(&self) -> &Rules {
        self.after.rules()
    }

    fn sheets(&self) -> Vec<(&'static str, &[LineRow])> {
        let four_kans = |event: &Event| matches!(event, Event::FourKansScored { .. });
        let kind = |sheet: &Written| match sheet {
            Written::Draw(_) => "draw",
            Written::Win(_) if self.won.len() > 1 => "several wins",
            Written::Win(_) if self.events.iter().any(four_kans) => "four kans",
            Written::Win(_) => "win",
        };
        self.sheets.iter().map(|sheet| (kind(sheet), sheet.lines())).collect()
    }

    fn sheet_mut(&mut self, place: usize) -> &mut Vec<LineRow> {
        self.sheets[place].lines_mut()
    }

    fn agree(&mut self, place: usize) {
        let Written::Win(sheet) = &mut self.sheets[place] else {
            return;
        };
        let (mut deltas, mut chips) = (sheet.deltas.0.map(|_| 0), sheet.chips.0.map(|_| 0));
        (sheet.yaku, sheet.transfers) = (Vec::new(), Vec::new());
        for line in &sheet.lines {
            let clause = line.clause.clone().unwrap_or_else(|| "-".to_owned());
            let is_yaku = self.after.rules().yaku.iter().any(|yaku| yaku.id == line.id);
            if line.part == "yaku" && is_yaku {
                sheet.yaku.push(YakuRow {
                    id: line.id.clone(),
                    name: line.names.en.clone(),
                    han: line.han,
                    yakuman: line.yakuman,
                    points: line.points,
                    clause,
                });
            } else if let ("payment", Some(from), Some(to)) = (line.part, line.from, line.to) {
                for (wind, sign) in [(Wind::named(from), -1), (Wind::named(to), 1)] {
                    let Some(wind) = wind.filter(|wind| wind.index() < deltas.len()) else {
                        continue;
                    };
                    deltas[wind] += sign * line.points.unwrap_or(0);
                    chips[wind] += sign * line.chips.unwrap_or(0);
                }
                sheet.transfers.push(TransferRow {
                    from,
                    to,
                    points: line.points,
                    chips: line.chips,
                    because: clause,
                    what: line.names.romaji.clone(),
                });
            }
        }
        (sheet.deltas, sheet.chips) = (ByWind(deltas), ByWind(chips));
    }

    fn found(&self) -> Option<String> {
        self.check().err()
    }
}

impl Checked for FinishedGame {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn sheets(&self) -> Vec<(&'static str, &[LineRow])> {
        vec![("result", &self.sheet)]
    }

    fn sheet_mut(&mut self, _place: usize) -> &mut Vec<LineRow> {
        &mut self.sheet
    }

    fn agree(&mut self, _place: usize) {}

    fn found(&self) -> Option<String> {
        self.check().err()
    }
}

/// What was planted, and what nobody noticed.
#[derive(Default)]
struct Garden {
    lines: BTreeMap<Kind, usize>,
    planted: BTreeMap<(&'static str, &'static str), usize>,
    unnoticed: BTreeMap<(&'static str, &'static str), BTreeSet<String>>,
}

impl Garden {
    /// Plants every fault in every kind of line that was not seen before.
    fn plant(&mut self, seen: &mut BTreeSet<Kind>, truth: &impl Checked) {
        assert_eq!(truth.found(), None, "{}", truth.rules().spec);
        for (sheet, (kind, lines)) in truth.sheets().into_iter().enumerate() {
            for (place, line) in lines.iter().enumerate() {
                let of = (kind, line.part, line.id.clone());
                *self.lines.entry(of.clone()).or_default() += 1;
                if seen.insert(of) {
                    self.plant_in(truth, sheet, place, line);
                }
            }
        }
    }

    fn plant_in(&mut self, truth: &impl Checked, sheet: usize, place: usize, line: &LineRow) {
        let mut forged = truth.clone();
        for (fault, forgery) in forgeries(truth.rules(), line) {
            let lines = forged.sheet_mut(sheet);
            let kept = lines.clone();
            lines.splice(place..=place, forgery);
            forged.agree(sheet);
            *self.planted.entry((line.part, fault)).or_default() += 1;
            if forged.found().is_none() {
                let what = format!("{} {} {} {fault}", truth.rules().spec, line.part, line.id);
                self.unnoticed.entry((line.part, fault)).or_default().insert(what);
            }
            *forged.sheet_mut(sheet) = kept;
        }
    }
}

/// All that can be wrong with a line: what is written in its place.
fn forgeries(rules: &Rules, line: &LineRow) -> Vec<(&'static str, Vec<LineRow>)> {
    let mut all = vec![("missing", Vec::new()), ("too much", vec![line.clone(), line.clone()])];
    let mut change = |fault, change: &dyn Fn(&mut LineRow)| {
        let mut forged = line.clone();
        change(&mut forged);
        if forged != *line {
            all.push((fault, vec![forged]));
        }
    };
    for by in [-1000, -100, -1, 1, 100, 1000] {
        let more = |number: &mut Option<i32>| *number = number.map(|number| number + by);
        change("han", &|line| more(&mut line.han));
        change("fu", &|line| more(&mut line.fu));
        change("yakuman", &|line| more(&mut line.yakuman));
        change("points", &|line| more(&mut line.points));
        change("chips", &|line| more(&mut line.chips));
    }
    for party in [
        None,
        Some("east"),
        Some("south"),
        Some("west"),
        Some("north"),
        Some("sticks"),
    ] {
        change("payer", &|line| line.from = party);
        change("payee", &|line| line.to = party);
    }
    change("no clause", &|line| line.clause = None);
    change("unknown clause", &|line| line.clause = Some("XX-1".to_owned()));
    for clause in &rules.clauses {
        change("clause", &|line| line.clause = Some(clause.id.clone()));
    }
    all
}

/// Plants faults in the games of some rulebooks.
fn planted(specs: impl Iterator<Item = &'static str>) -> Garden {
    let mut garden = Garden::default();
    let mut seen: BTreeMap<&str, BTreeSet<Kind>> = BTreeMap::new();
    for spec in specs {
        let rules = rules(spec);
        // The choices of one rulebook share most lines.
        let seen = seen.entry(spec.split('(').next().unwrap_or(spec)).or_default();
        for seed in (0..GAMES).chain([RESPONSIBLE]) {
            let (mut follower, mut chombo) = (Follower::default(), Vec::new());
            follow(&rules, seed, |table, heard| {
                let Heard::Event(event) = heard else { return };
                if let Event::Chombo { seat } = event {
                    chombo.push(*seat);
                }
                if let Some(hand) = follower.event(table, event) {
                    garden.plant(seen, &hand);
                }
                if let Some(game) = FinishedGame::at(table, event, &chombo) {
                    garden.plant(seen, &game);
                }
            });
        }
    }
    garden
}

/// A game that never comes up in play: ties, substitutes, penalties and sticks at once.
fn finished(rules: &Arc<Rules>, points: [i32; 4], substitute: Option<u8>) -> FinishedGame {
    let seats = rules.seats();
    let end = GameEnd {
        sticks: 3,
        substitutes: BySeat::from_fn(seats, |seat| substitute.is_some_and(|it| usize::from(it) == seat)),
        chombo: BySeat::from_fn(seats, |seat| u8::from(seat == 1)),
        next_dealer: Seat(2),
        ..GameEnd::with_points(BySeat::from_fn(seats, |seat| Points(points[seat])))
    };
    let sheet = ScoreSheet::of_result(rules, &final_result(rules, &end));
    FinishedGame {
        rules: Arc::clone(rules),
        end,
        sheet: LineRow::all_of(rules, &sheet),
    }
}

#[track_caller]
fn all_is_noticed(garden: &Garden) {
    let listed = |part: &str, fault: &str| UNSEEN.iter().any(|(unseen, of, _)| (*unseen, *of) == (part, fault));
    for ((part, fault), what) in &garden.unnoticed {
        assert!(listed(part, fault), "nobody noticed {what:#?}");
    }
}

#[test]
fn catches_every_fault_in_hands_and_games() {
    let garden = planted(SPECS.lines());
    all_is_noticed(&garden);
    for (part, fault, _) in UNSEEN {
        let of = (*part, *fault);
        let noticed = garden.planted.contains_key(&of) && !garden.unnoticed.contains_key(&of);
        assert!(!noticed, "{part} {fault} is noticed after all");
    }
    let lacks = |(kind, part, id): &&(&'static str, &'static str, &str)| {
        !garden.lines.contains_key(&(*kind, *part, (*id).to_owned()))
    };
    let missing: Vec<_> = KINDS.iter().filter(lacks).collect();
    assert!(missing.is_empty(), "no game had {missing:?}");
    let planted: usize = garden.planted.values().sum();
    println!("{planted} faults in {} kinds of lines", garden.lines.len());
}

/// What the games must bring up, or the faults were planted in too few lines.
const KINDS: [(&str, &str, &str); 47] = [
    ("win", "reading", "all-flowers"),
    ("win", "reading", "stands-for"),
    ("win", "yaku", "capped"),
    ("win", "yaku", "no-pattern"),
    ("win", "yaku", "highest-alone"),
    ("win", "dora", "dora-by-flower"),
    ("win", "dora", "dora-kita"),
    ("win", "dora", "red-pocchi"),
    ("win", "fu", "fu-aside-waived"),
    ("win", "not-given", "dora"),
    ("win", "not-given", "red"),
    ("win", "not-given", "kita"),
    ("win", "not-given", "flower"),
    ("win", "not-given", "fu-aside"),
    ("win", "not-given", "kiriage"),
    ("win", "payment", "responsible"),
    ("win", "payment", "liable"),
    ("win", "payment", "pao"),
    ("win", "payment", "rinshan-pao"),
    ("win", "payment", "honba"),
    ("win", "payment", "bust"),
    ("win", "payment", "ura-chips"),
    ("win", "payment", "ippatsu"),
    ("win", "payment", "pocchi"),
    ("win", "payment", "all-flowers-chips"),
    ("win", "payment", "yakuman"),
    ("several wins", "payment", "hand"),
    ("several wins", "payment", "honba"),
    ("several wins", "payment", "sticks"),
    ("several wins", "payment", "own-stick"),
    ("four kans", "yaku", "suukantsu"),
    ("four kans", "payment", "four-kans"),
    ("draw", "ending", "exhausted"),
    ("draw", "ending", "tenpai"),
    ("draw", "ending", "noten"),
    ("draw", "ending", "nagashi"),
    ("draw", "ending", "nine-terminals"),
    ("draw", "ending", "four-winds"),
    ("draw", "ending", "four-riichi"),
    ("draw", "ending", "chombo"),
    ("draw", "payment", "noten"),
    ("draw", "payment", "nagashi"),
    ("draw", "payment", "chombo"),
    ("draw", "payment", "flower-returned"),
    ("result", "payment", "leftover"),
    ("result", "ending", "place"),
    ("result", "ending", "oka"),
];

#[test]
fn catches_every_fault_in_results() {
    let mut garden = Garden::default();
    for spec in ["ema-2025", "tenhou", "ryanzou-chankan", "zung-jung"] {
        let rules = rules(spec);
        for (points, substitute) in [
            ([41_000, 20_300, 20_300, 15_400], Some(3)),
            ([30_000, 30_000, 25_600, 11_400], None),
            ([24_200, 24_200, 24_200, 24_400], None),
        ] {
            garden.plant(&mut BTreeSet::new(), &finished(&rules, points, substitute));
        }
    }
    all_is_noticed(&garden);
    for id in ["substitute", "uma", "oka", "game", "chombo"] {
        assert!(
            garden.lines.contains_key(&("result", "ending", id.to_owned())),
            "no line {id}"
        );
    }
}
