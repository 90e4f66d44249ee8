//! What the events and score sheets of simulated games say: clauses in force, and the words of the rulebook's game.

use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Watcher};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::yaku::Names;
use jantaku_rules::seat::Seat;
use jantaku_rules::sheet::{Line, ScoreSheet};
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::ended_hand::EndedHand;
use jantaku_wire::event_text::tell;
use jantaku_wire::sheet_text::of_win;
use jantaku_wire::won_hand::WonHand;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The rulebooks and choices that `make soak` plays, one a line.
const SPECS: &str = include_str!("../../../tests/soak.txt");
const GAMES: u64 = 30;

/// Collects the lines of every sheet, and every event in words.
struct Reader {
    table: Table,
    won: Vec<WonHand>,
    paid: Vec<Event>,
    ended: EndedHand,
    lines: Vec<Line>,
    told: BTreeSet<String>,
}

impl Reader {
    fn of(spec: &str, games: u64) -> Reader {
        let rules = Arc::new(Library::builtin().rules(spec).expect("a rulebook"));
        let mut reader = Reader {
            table: Table::new(Arc::clone(&rules)),
            won: Vec::new(),
            paid: Vec::new(),
            ended: EndedHand::default(),
            lines: Vec::new(),
            told: BTreeSet::new(),
        };
        for seed in 0..games {
            let arena = Arena::new(&rules, &[MIXED], seed).expect("a bot");
            let played = arena.directed(Rigging::new(seed, 50)).play(&mut reader);
            played.expect("the game ends");
        }
        reader
    }

    fn settle(&mut self) {
        let (rules, wind) = (self.table.rules(), |seat| self.table.wind(seat));
        let won = self.won.iter().map(|won| of_win(rules, won, &self.paid, wind));
        let sheets: Vec<ScoreSheet> = won.chain(self.ended.sheet(rules, wind)).collect();
        self.lines.extend(sheets.into_iter().flat_map(|sheet| sheet.lines));
    }
}

impl Watcher for Reader {
    fn begins(&mut self, table: &Table) {
        self.table = table.clone();
    }

    fn wall(&mut self, _table: &Table, wall: &Wall) {
        self.table.put_wall(*wall);
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        for event in events {
            let name = |seat: Seat| format!("Player {}", seat.0);
            self.told.extend(tell(event, self.table.rules(), &name));
            self.ended.event(event);
            match event {
                Event::HandStarted(_) => (self.won, self.paid) = (Vec::new(), Vec::new()),
                Event::Won { seat, from, tile, .. } => self.won.extend(WonHand::at(&self.table, *seat, *from, *tile)),
                Event::FourKansScored { seat } => self.won.extend(WonHand::of_four_kans(&self.table, *seat)),
                Event::Paid { .. } => self.paid.push(event.clone()),
                Event::Settled(_) => self.settle(),
                _ => {}
            }
            self.table.apply_trusted(event);
        }
        if let Some(result) = self.table.result() {
            let sheet = ScoreSheet::of_result(self.table.rules(), result);
            self.lines.extend(sheet.lines);
        }
    }
}

/// The rules page folds away what another clause replaces, so a link from a sheet must not lead there.
#[test]
fn sheets_cite_no_clause_that_is_replaced() {
    for spec in SPECS.lines() {
        let resolved = Library::builtin().resolve(spec).expect("a rulebook");
        let reader = Reader::of(spec, GAMES);
        let rules = reader.table.rules();
        let cited: BTreeSet<_> = reader.lines.iter().map(|line| line.clause).collect();
        assert!(cited.len() > 10, "{spec}: {} clauses", cited.len());
        let folded: Vec<&str> = cited
            .iter()
            .filter(|clause| resolved.replaced(**clause).is_some_and(|replaced| replaced.whole))
            .map(|clause| rules.clause_id(*clause))
            .collect();
        assert!(folded.is_empty(), "{spec}: {folded:?}");
    }
}

/// Words that only riichi players use, in every language.
const RIICHI_WORDS: &str = "riichi ron tsumo pon chii chi kan kans ankan kakan daiminkan dora ura honba han fu yaku yakuman mangan \
    kita pocchi furiten tenpai noten nagashi chombo ippatsu rinshan chankan haitei houtei kokushi menzen stick sticks";
const RIICHI_CHARACTERS: &str = "リーチ 立直 ロン 榮和 栄和 ツモ ドラ 寶牌 本場 役満 役滿 満貫 滿貫 一発 供託";

fn banned_in<'a>(text: &str, names: &[&str], characters: &'a str) -> Option<&'a str> {
    let lower = text.to_lowercase();
    let word = lower
        .split(|letter: char| !letter.is_alphabetic())
        .find(|word| names.contains(word))
        .map(|_| "a riichi word");
    word.or(characters.split(' ').find(|word| text.contains(*word)))
}

#[test]
fn zung_jung_is_told_without_riichi_words() {
    let names: Vec<&str> = RIICHI_WORDS.split_whitespace().collect();
    for spec in SPECS.lines().filter(|spec| spec.starts_with("zung-jung")) {
        let Reader { told, lines, .. } = Reader::of(spec, GAMES);
        let written = lines.iter().flat_map(|line| {
            [Some(&line.names), line.why.as_ref()]
                .into_iter()
                .flatten()
                .flat_map(|names: &Names| {
                    let Names { en, de, ja, romaji, zh } = names;
                    [en, de, ja, romaji, zh]
                })
        });
        let all: BTreeSet<&String> = told.iter().chain(written).collect();
        let wrong: Vec<&&String> = all
            .iter()
            .filter(|text| banned_in(text, &names, RIICHI_CHARACTERS).is_some())
            .collect();
        assert!(wrong.is_empty(), "{spec}: {wrong:#?}");
        for said in [
            " calls pung ",
            " calls chow ",
            "concealed kong",
            ", discarded by ",
            " by self-draw",
            " after the kong",
        ] {
            assert!(told.iter().any(|line| line.contains(said)), "{spec}: {said}");
        }
    }
    assert!(banned_in("Player 1 wins by ron", &names, RIICHI_CHARACTERS).is_some());
    assert!(banned_in("満貫", &names, RIICHI_CHARACTERS).is_some());
}
