//! Every hand that bots play, written down as on paper and settled by `jantaku settle`, moves what the table moved and leads to the
//! same next hand.

use jantaku_audit::check::scorekeeper::Scorekeeper;
use jantaku_audit::rig::Rigging;
use jantaku_bots::arena::{Arena, MIXED, Watcher};
use jantaku_rules::notation;
use jantaku_rules::rulebook::choices::{Bust, Chombo, DiscardPays, FourKans, Nagashi, Responsible, Winners, Yame};
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::settings::Settings;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::settlement::bust::is_bust;
use jantaku_rules::transfer::{Amount, What};
use jantaku_rules::win::Meld;
use jantaku_table::event::{DrawReason, Party, Standing};
use jantaku_table::wall::Wall;
use jantaku_table::{Action, Event, Table};
use jantaku_wire::settle_json::{Record, Settlement, settle};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rulebooks and choices that `make soak` plays, one a line.
const SPECS: &str = include_str!("../../../tests/soak.txt");
/// Hands of each rulebook, and how many more are played until every kind of ending has occurred.
const HANDS: u32 = 200;
const MOST_HANDS: u32 = 6_000;

/// Writes hands down, settles them and compares.
struct Paper {
    table: Table,
    keeper: Option<Scorekeeper>,
    record: Map<String, Value>,
    wins: Vec<Value>,
    riichi: Vec<&'static str>,
    dead: Vec<&'static str>,
    tenpai: Vec<&'static str>,
    nagashi: Vec<&'static str>,
    chombo: Vec<&'static str>,
    flowers: BTreeMap<&'static str, u8>,
    /// Hands left once the time is up.
    left: Option<u8>,
    asked: bool,
    paid: Vec<Event>,
    /// The winners, whose hands are written down once ura dora are turned.
    won: Vec<Event>,
    ended: Option<(Standing, Table)>,
    /// How the record of this hand begins by the settlement of the one before, unless it is the first of its game.
    beginning: Option<Value>,
    hands: u32,
    endings: BTreeMap<String, u32>,
}

impl Paper {
    fn new(table: Table) -> Paper {
        Paper {
            table,
            keeper: None,
            record: Map::new(),
            wins: Vec::new(),
            riichi: Vec::new(),
            dead: Vec::new(),
            tenpai: Vec::new(),
            nagashi: Vec::new(),
            chombo: Vec::new(),
            flowers: BTreeMap::new(),
            left: None,
            asked: false,
            paid: Vec::new(),
            won: Vec::new(),
            ended: None,
            beginning: None,
            hands: 0,
            endings: BTreeMap::new(),
        }
    }

    fn wind(&self, seat: Seat) -> &'static str {
        self.table.wind(seat).name()
    }

    fn by_wind<T: Copy>(&self, of: &BySeat<T>, number: impl Fn(T) -> i32) -> Value {
        let entry = |seat: Seat| (self.wind(seat).to_owned(), Value::from(number(of[seat])));
        self.table.all_seats().map(entry).collect()
    }

    fn start(&mut self, standing: Standing) {
        let fresh = Paper::new(self.table.clone());
        let (hands, endings, left) = (self.hands, std::mem::take(&mut self.endings), self.left);
        let beginning = self.beginning.take();
        *self = Paper {
            hands,
            endings,
            left: left.map(|left| left.saturating_sub(1)),
            ..fresh
        };
        self.keeper = Some(Scorekeeper::new(self.table.rules(), standing));
        let round = format!("{}-{}", standing.round, standing.dealer.0 + 1);
        self.record
            .insert("rules".into(), self.table.rules().spec.as_str().into());
        self.record.insert("round".into(), round.into());
        self.record.insert("honba".into(), standing.honba.into());
        self.record.insert("sticks".into(), standing.sticks.into());
        self.record
            .insert("points".into(), self.by_wind(self.table.points(), |points| points.0));
        if self.table.rules().settings.plays_chips() {
            self.record
                .insert("chips".into(), self.by_wind(self.table.chips(), |chips| chips.0));
        }
        for (key, value) in beginning.iter().flat_map(|next| next.as_object()).flatten() {
            let here = self.record.entry(key).or_insert_with(|| value.clone());
            assert_eq!(here, value, "{key} of the next hand, {}", self.table.rules().spec);
        }
    }

    fn see(&mut self, event: &Event) {
        let rules = Arc::clone(self.table.rules());
        let last_tile = self.table.wall().left() == 0;
        // Winds are those of the hand, which begins with this event.
        if !matches!(event, Event::HandStarted(_))
            && let Some(keeper) = &mut self.keeper
        {
            keeper.event(&rules, event);
        }
        match event {
            Event::RiichiStands { seat } => self.riichi.push(self.wind(*seat)),
            Event::DeadHand { seat } => self.dead.push(self.wind(*seat)),
            Event::SetAside { seat, tile } if tile.kind().is_flower() => {
                *self.flowers.entry(self.wind(*seat)).or_default() += 1;
            }
            Event::Won { seat, from, by, .. } => {
                let won = json!({
                    "seat": self.wind(*seat),
                    "by": by.word(),
                    "from": (!by.is_tsumo()).then(|| self.wind(*from)),
                    "event": format!("{event:?}"),
                });
                self.wins.push(won);
                self.record.insert("last tile".into(), last_tile.into());
            }
            Event::FourKansScored { seat } => {
                let meld = |meld: &Meld| {
                    let from = meld.from.map_or_else(String::new, |from| format!(" {from}"));
                    format!("[{} {}{from}]", notation::in_order(&meld.tiles), meld.kind.word())
                };
                let mut hand: String = self.table.player(*seat).melds.iter().map(meld).collect();
                let liable = self.keeper.as_ref().expect("a hand").liable(*seat);
                let liable: Vec<String> = liable.map(|(yaku, wind)| format!("{yaku}:{wind}")).collect();
                if !liable.is_empty() {
                    hand += &format!(" pao={}", liable.join(","));
                }
                match self.table.fourth_kan().and_then(|kan| kan.fed) {
                    Some(fed) => hand += &format!(" fed-kan={}", self.wind(fed)),
                    None if hand.contains("daiminkan") => hand += " fed-kan=none",
                    None => {}
                }
                self.wins
                    .push(json!({ "seat": self.wind(*seat), "by": "four-kans", "hand": hand }));
            }
            Event::NagashiScored { seat } => self.nagashi.push(self.wind(*seat)),
            Event::Chombo { seat } => self.chombo.push(self.wind(*seat)),
            Event::Drawn { reason, tenpai } => {
                self.tenpai = self
                    .table
                    .all_seats()
                    .filter(|&s| tenpai[s])
                    .map(|s| self.wind(s))
                    .collect();
                let word = match reason {
                    DrawReason::Exhausted | DrawReason::Chombo => return,
                    DrawReason::NineTerminals => "nine-terminals",
                    DrawReason::FourWinds => "four-winds",
                    DrawReason::FourRiichi => "four-riichi",
                    DrawReason::FourKans => "four-kans",
                    DrawReason::TripleRon => "triple-ron",
                };
                self.record.insert("abort".into(), word.into());
            }
            Event::TimeUp => {
                self.left.get_or_insert(rules.settings.game.hands_after_time);
            }
            Event::YameAsked { .. } => self.asked = true,
            Event::Answered { action, .. } if self.asked => {
                self.record.insert("yame".into(), (*action == Action::EndGame).into());
            }
            _ => {}
        }
    }

    /// The record as JSON. Hands are complete only once ura dora are turned.
    fn record(&self, won: &[Event]) -> Value {
        let mut record = self.record.clone();
        let last_tile = record.remove("last tile") == Some(true.into());
        let rules = self.table.rules();
        let keeper = self.keeper.as_ref().expect("a hand");
        let mut wins = self.wins.clone();
        for (win, event) in wins.iter_mut().zip(won) {
            let win = win.as_object_mut().expect("an object");
            if win.remove("event").is_some() {
                let request = keeper.request(rules, event, last_tile, false);
                win.insert("hand".into(), serde_json::from_str(&request).expect("a request"));
            }
        }
        record.insert("riichi".into(), json!(self.riichi));
        record.insert("dead".into(), json!(self.dead));
        record.insert("flowers".into(), json!(self.flowers));
        record.insert("last_hand".into(), (self.left == Some(0)).then_some(true).into());
        if !self.chombo.is_empty() {
            record.insert("chombo".into(), json!(self.chombo));
        } else if !wins.is_empty() {
            record.insert("wins".into(), json!(wins));
        } else if !record.contains_key("abort") {
            record.insert("draw".into(), json!({ "tenpai": self.tenpai, "nagashi": self.nagashi }));
        }
        Value::Object(record)
    }

    fn compare(&mut self, standing: Standing, before: &Table, over: Option<bool>, won: &[Event]) {
        let rules = before.rules();
        let json = self.record(won);
        // Only a rigged wall is so short, and no hand is accepted that claims both.
        let impossible = |win: &Value| {
            let hand = &win["hand"];
            let double = hand["riichi"]
                .as_str()
                .is_some_and(|riichi| riichi.starts_with("double"));
            hand["last_tile"] == true && (hand["first_turn"] == true || hand["ippatsu"] == true && double)
        };
        if json["wins"].as_array().is_some_and(|wins| wins.iter().any(impossible)) {
            return;
        }
        let told = || format!("{}: {json}", rules.spec);
        let settled = |json: &Value| -> Settlement {
            let record = Record::read(json).unwrap_or_else(|error| panic!("{error}\n{}", told()));
            settle(rules, &record).unwrap_or_else(|error| panic!("{error}\n{}", told()))
        };
        let settlement = settled(&json);
        let party = |party: &Party| match party {
            Party::Seat(seat) => before.wind(*seat).name(),
            Party::Sticks => "sticks",
        };
        let paid = self.paid.iter().filter_map(|event| match event {
            Event::Paid {
                from,
                to,
                amount,
                what,
                because,
            } if *what != What::Flower => {
                let clause = rules.clause_id(*because).to_owned();
                let (points, chips) = match amount {
                    Amount::Points(points) => (Some(points.0), None),
                    Amount::Chips(chips) => (None, Some(chips.0)),
                };
                Some((party(from), party(to), points, chips, clause))
            }
            _ => None,
        });
        let rows = settlement.lines.iter().filter(|row| {
            row.part == "payment" && row.to.is_some_and(|to| to != "sticks") && !row.id.starts_with("flower-")
        });
        let rows = rows.map(|row| {
            let clause = row.clause.clone().unwrap_or_default();
            (
                row.from.unwrap_or_default(),
                row.to.unwrap_or_default(),
                row.points,
                row.chips,
                clause,
            )
        });
        assert_eq!(rows.collect::<Vec<_>>(), paid.collect::<Vec<_>>(), "{}", told());
        for wind in Wind::ALL.into_iter().take(rules.seats()) {
            let seat = before.seat_of(wind);
            let (points, chips) = (before.points()[seat], before.chips()[seat]);
            assert_eq!(
                settlement.totals.points.0[wind],
                points.0,
                "points of {wind}, {}",
                told()
            );
            assert_eq!(settlement.totals.chips.0[wind], chips.0, "chips of {wind}, {}", told());
            let bust = settlement.bust.contains(&wind.name());
            assert_eq!(bust, is_bust(&rules.settings, points), "{wind} bust, {}", told());
        }
        let next = &settlement.next;
        let round = format!("{}-{}", standing.round, standing.dealer.0 + 1);
        assert_eq!(
            (&next.round, next.honba, next.sticks),
            (&round, standing.honba, standing.sticks),
            "{}",
            told()
        );
        assert_eq!(
            settlement.next_dealer,
            before.wind(standing.dealer).name(),
            "{}",
            told()
        );
        let game = &settlement.game;
        assert_eq!(
            (game.over, game.drawn),
            (over.is_some(), over == Some(true)),
            "{}",
            told()
        );
        assert!(
            !game.over || game.because.as_ref().is_some_and(|clause| clause != "–"),
            "{}",
            told()
        );
        if self.asked {
            let mut unanswered = json.clone();
            unanswered["yame"] = Value::Null;
            assert!(settled(&unanswered).game.dealer_may_end, "{}", told());
        }
        let result = settlement.result.as_ref().map(|result| &result.by_chair);
        assert_eq!(result, self.table.result(), "{}", told());
        self.beginning = (!game.over).then(|| json!(settlement.next));
        self.hands += 1;
        let mut kinds = vec![match settlement.reason {
            Some(reason) => format!("abort {reason}"),
            None => settlement.ending.to_owned(),
        }];
        if let count @ 2.. = settlement.wins.len() {
            kinds.push(format!("{count} winners"));
        }
        kinds.extend((!settlement.bust.is_empty()).then(|| "bust".to_owned()));
        let ids = settlement.lines.iter().map(|line| line.id.as_str());
        let paid = ids.filter(|id| ["pao", "rinshan-pao", "responsible"].contains(id));
        kinds.extend(paid.map(str::to_owned));
        kinds.extend(game.over.then(|| "game over".to_owned()));
        kinds.extend(self.asked.then(|| "dealer asked".to_owned()));
        kinds.extend((json["last_hand"] == true).then(|| "out of time".to_owned()));
        let mut lines = settlement
            .wins
            .iter()
            .filter_map(|win| win.sheet.as_ref())
            .flat_map(|sheet| &sheet.lines);
        kinds.extend(
            lines
                .any(|line| line.id == "all-flowers")
                .then(|| "all flowers".to_owned()),
        );
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.endings.entry(kind).or_default() += 1;
        }
    }
}

impl Watcher for Paper {
    fn begins(&mut self, table: &Table) {
        self.table = table.clone();
        self.left = None;
        self.beginning = None;
    }

    fn wall(&mut self, _table: &Table, wall: &Wall) {
        self.table.put_wall(*wall);
    }

    fn events(&mut self, _table: &Table, events: &[Event]) {
        let won: Vec<Event> = events
            .iter()
            .filter(|event| matches!(event, Event::Won { .. }))
            .cloned()
            .collect();
        if !won.is_empty() {
            self.won = won;
        }
        for event in events {
            if let Event::HandStarted(standing) = event {
                self.table.apply_trusted(event);
                self.start(*standing);
                continue;
            }
            self.see(event);
            match event {
                Event::Paid { what, .. } if *what != What::Leftover => self.paid.push(event.clone()),
                Event::HandEnded(next) => self.ended = Some((*next, self.table.clone())),
                _ => {}
            }
            self.table.apply_trusted(event);
        }
        if let Some((next, before)) = self.ended.take() {
            let over = events.iter().find_map(|event| match event {
                Event::GameEnded { drawn } => Some(*drawn),
                _ => None,
            });
            let won = std::mem::take(&mut self.won);
            self.compare(next, &before, over, &won);
        }
    }
}

/// The kinds of ending and payment that a rulebook has.
fn kinds(rules: &Rules) -> Vec<&'static str> {
    let Settings {
        draws,
        kan,
        claims,
        game,
        penalty,
        pao,
        payment,
        aside,
        ..
    } = &rules.settings;
    let several = claims.winners == Winners::All;
    let all = [
        ("win", true),
        ("draw", true),
        ("game over", true),
        (
            "dealer asked",
            matches!(game.yame, Yame::FirstPlaceMay | Yame::AnyPlaceMay),
        ),
        ("out of time", game.minutes > 0),
        ("all flowers", aside.all_win),
        ("2 winners", several),
        ("3 winners", several && rules.seats() > 3 && !draws.triple_ron),
        ("nagashi", draws.nagashi != Nagashi::Nothing),
        ("four-kans", kan.four_score_alone),
        ("abort nine-terminals", draws.nine_terminals),
        ("abort four-winds", draws.four_winds),
        ("abort four-riichi", draws.four_riichi),
        ("abort four-kans", kan.fourth == FourKans::AbortiveDraw),
        ("abort triple-ron", several && rules.seats() > 3 && draws.triple_ron),
        ("chombo", penalty.chombo != Chombo::Nothing),
        ("bust", game.bust != Bust::Never),
        ("pao", !pao.yaku.is_empty()),
        ("rinshan-pao", pao.rinshan),
        (
            "responsible",
            payment.responsible != Responsible::Discarder && payment.discard == DiscardPays::Responsible,
        ),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(kind, _)| kind).collect()
}

#[test]
fn settles_every_hand_as_the_table_does() {
    let library = Library::builtin();
    let mut never = Vec::new();
    for spec in SPECS.lines() {
        let rules = Arc::new(library.rules(spec).expect("a rulebook"));
        let kinds = kinds(&rules);
        let mut paper = Paper::new(Table::new(Arc::clone(&rules)));
        let is_done = |paper: &Paper| kinds.iter().all(|kind| paper.endings.contains_key(*kind));
        for seed in 0.. {
            if paper.hands >= MOST_HANDS || paper.hands >= HANDS && is_done(&paper) {
                break;
            }
            let arena = Arena::new(&rules, &[MIXED], seed).expect("a bot");
            let played = arena.directed(Rigging::new(seed, 70)).play(&mut paper);
            played.expect("the game ends");
        }
        println!("{spec}: {} hands, {:?}", paper.hands, paper.endings);
        let missing = kinds.iter().filter(|kind| !paper.endings.contains_key(**kind));
        never.extend(missing.map(|kind| format!("{kind} under {spec}")));
    }
    assert!(never.is_empty(), "never compared: {never:#?}");
}
