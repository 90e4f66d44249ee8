//! Writes mjlog. Records do not tell the copies of a tile apart, so each is given a free number when it is first seen.

use jantaku_record::game::{
    DrawReason, DrawRecord, GameRecord, Length, Limit, Outcome, RecordEvent, RoundRecord, WinRecord,
};
use jantaku_record::meld::MeldRecord;
use jantaku_record::tile_id::TileId;
use jantaku_record::yaku::RecordYaku;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{Kind, Tile};

pub(crate) fn write(game: &GameRecord) -> String {
    let setting = &game.setting;
    let flags = [
        (true, 0x01),
        (!setting.red_fives, 0x02),
        (!setting.open_tanyao, 0x04),
        (setting.length == Length::EastSouth, 0x08),
        (game.players == 3, 0x10),
    ];
    let flags: u32 = flags.into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum();
    let names = game.names.iter().enumerate();
    let names: String = names
        .map(|(seat, name)| format!(" n{seat}=\"{}\"", name.replace(' ', "%20")))
        .collect();
    let mut xml = format!("<mjloggm ver=\"2.3\"><GO type=\"{flags}\" lobby=\"0\"/><UN{names}/>");
    for (index, round) in game.rounds.iter().enumerate() {
        let standing = game.standing.as_ref().filter(|_| index + 1 == game.rounds.len());
        let owari = standing.map_or_else(String::new, |standing| {
            let seats = standing.scores.iter().zip(standing.points.iter());
            let values = seats.map(|(score, points)| format!("{},{:.1}", score / 100, f64::from(points.0) / 10.0));
            format!(" owari=\"{}\"", values.collect::<Vec<_>>().join(","))
        });
        xml += &Writer::new(setting.red_fives, round).round(round, &owari);
    }
    xml + "</mjloggm>\n"
}

/// A round in the making: which numbers are where.
struct Writer {
    red_fives: bool,
    free: Vec<u32>,
    held: Vec<Vec<u32>>,
    indicators: Vec<u32>,
    /// The calls of each seat, the oldest first: the numbers of their tiles, and the code.
    calls: Vec<Vec<(Vec<u32>, u32)>>,
    drawn: Option<u32>,
    /// The tile that can be claimed, or was won with a draw.
    last: u32,
}

impl Writer {
    fn new(red_fives: bool, round: &RoundRecord) -> Writer {
        Writer {
            red_fives,
            free: (0..136).collect(),
            held: vec![Vec::new(); round.hands.len()],
            indicators: Vec::new(),
            calls: vec![Vec::new(); round.hands.len()],
            drawn: None,
            last: 0,
        }
    }

    fn round(mut self, round: &RoundRecord, owari: &str) -> String {
        let indicator = self.take_free(round.indicator);
        self.indicators.push(indicator);
        let mut xml = format!(
            "<INIT seed=\"{},{},{},0,0,{indicator}\" ten=\"{}\" oya=\"{}\"",
            round.round,
            round.honba,
            round.sticks,
            hundreds(&round.scores),
            round.dealer.0
        );
        for (seat, hand) in round.hands.iter().enumerate() {
            self.held[seat] = hand.iter().map(|tile| self.take_free(*tile)).collect();
            xml += &format!(" hai{seat}=\"{}\"", list(&self.held[seat]));
        }
        xml += "/>";
        for event in &round.events {
            xml += &self.event(event);
        }
        match &round.outcome {
            Outcome::Draw(draw) => xml += &self.draw(draw, owari),
            Outcome::Wins(wins) => {
                let ura = wins.iter().map(|win| &win.ura).max_by_key(|ura| ura.len());
                let ura: Vec<u32> = ura.into_iter().flatten().map(|tile| self.take_free(*tile)).collect();
                for (place, win) in wins.iter().enumerate() {
                    let is_last = place + 1 == wins.len();
                    xml += &self.win(win, &ura, if is_last { owari } else { "" });
                }
            }
        }
        xml
    }

    fn event(&mut self, event: &RecordEvent) -> String {
        match *event {
            RecordEvent::Draw { seat, tile } => {
                let id = self.take_free(tile);
                self.held[usize::from(seat.0)].push(id);
                self.drawn = Some(id);
                self.last = id;
                format!("<{}{id}/>", ["T", "U", "V", "W"][usize::from(seat.0)])
            }
            RecordEvent::Discard { seat, tile, tsumogiri } => {
                let drawn = self.drawn.take();
                let id = match drawn {
                    Some(drawn) if tsumogiri => self.take_held(seat, tile, |id| id == drawn),
                    _ => self.take_held(seat, tile, |id| Some(id) != drawn),
                };
                self.last = id;
                format!("<{}{id}/>", ["D", "E", "F", "G"][usize::from(seat.0)])
            }
            RecordEvent::Riichi { seat } => format!("<REACH who=\"{}\" step=\"1\"/>", seat.0),
            RecordEvent::RiichiAccepted { seat } => format!("<REACH who=\"{}\" step=\"2\"/>", seat.0),
            RecordEvent::Dora { indicator } => {
                let id = self.take_free(indicator);
                self.indicators.push(id);
                format!("<DORA hai=\"{id}\"/>")
            }
            RecordEvent::Kita { seat } => {
                let id = self.take_held(seat, Tile::plain(Kind::NORTH), |_| true);
                self.last = id;
                self.called(seat, vec![id], id << 8 | 0x20)
            }
            RecordEvent::Call { seat, meld } => self.call(seat, &meld),
        }
    }

    fn call(&mut self, seat: Seat, meld: &MeldRecord) -> String {
        let own: Vec<u32> = meld
            .laid()
            .iter()
            .map(|tile| self.take_held(seat, *tile, |_| true))
            .collect();
        let called = self.last;
        let giver = meld
            .given()
            .map_or(0, |(from, _)| (u32::from(from.0) + 4 - u32::from(seat.0)) % 4);
        let mut ids = own.clone();
        if !matches!(meld, MeldRecord::Ankan { .. } | MeldRecord::Kakan { .. }) {
            ids.push(called);
        }
        ids.sort_unstable();
        let place = ids.iter().position(|id| *id == called).unwrap_or(0) as u32;
        let code = match meld {
            MeldRecord::Chii { .. } => {
                let kind = ids[0] / 4;
                let run = kind / 9 * 7 + kind % 9;
                let copies = (ids[0] % 4) << 3 | (ids[1] % 4) << 5 | (ids[2] % 4) << 7;
                (run * 3 + place) << 10 | copies | 0x04 | giver
            }
            MeldRecord::Pon { .. } => {
                let fourth = (0..4)
                    .find(|copy| ids.iter().all(|id| id % 4 != *copy))
                    .expect("one is not in it");
                (ids[0] / 4 * 3 + place) << 9 | fourth << 5 | 0x08 | giver
            }
            MeldRecord::Kakan { .. } => {
                let calls = &self.calls[usize::from(seat.0)];
                let pon = calls
                    .iter()
                    .find(|(ids, code)| code & 0x08 != 0 && code & 0x04 == 0 && ids[0] / 4 == own[0] / 4);
                self.last = own[0];
                pon.expect("the pon it is added to").1 ^ (0x08 | 0x10)
            }
            MeldRecord::Daiminkan { .. } => called << 8 | giver,
            MeldRecord::Ankan { .. } => ids[0] << 8,
        };
        self.drawn = None;
        self.called(seat, ids, code)
    }

    fn called(&mut self, seat: Seat, ids: Vec<u32>, code: u32) -> String {
        let calls = &mut self.calls[usize::from(seat.0)];
        match calls
            .iter_mut()
            .find(|(_, pon)| code & 0x14 == 0x10 && *pon ^ code == 0x18)
        {
            Some((_, pon)) => *pon = code,
            None => calls.push((ids, code)),
        }
        format!("<N who=\"{}\" m=\"{code}\"/>", seat.0)
    }

    fn draw(&self, draw: &DrawRecord, owari: &str) -> String {
        let reason = match draw.reason {
            DrawReason::Exhaustive => "",
            DrawReason::Nagashi => " type=\"nm\"",
            DrawReason::NineTerminals => " type=\"yao9\"",
            DrawReason::FourWinds => " type=\"kaze4\"",
            DrawReason::FourRiichi => " type=\"reach4\"",
            DrawReason::TripleRon => " type=\"ron3\"",
            DrawReason::FourKans => " type=\"kan4\"",
        };
        let shown = draw.shown.iter().zip(&self.held).enumerate();
        let shown: String = shown
            .filter(|(_, (shown, _))| shown.is_some())
            .map(|(seat, (_, held))| format!(" hai{seat}=\"{}\"", list(held)))
            .collect();
        let paid = paid(&draw.before, &draw.deltas);
        format!("<RYUUKYOKU{reason} sc=\"{paid}\"{shown}{owari}/>")
    }

    fn win(&self, win: &WinRecord, ura: &[u32], owari: &str) -> String {
        let seat = usize::from(win.winner.0);
        let mut hand = self.held[seat].clone();
        if win.from != win.winner {
            hand.push(self.last);
        }
        hand.sort_unstable();
        let codes: Vec<u32> = self.calls[seat].iter().rev().map(|(_, code)| *code).collect();
        let limit = win.limit.map_or(0, |limit| {
            1 + Limit::ALL.iter().position(|known| *known == limit).expect("a limit")
        });
        let yaku: Vec<u32> = win
            .yaku
            .iter()
            .flat_map(|(yaku, han)| [number(yaku), u32::from(*han)])
            .collect();
        let yakuman: Vec<u32> = win.yakuman.iter().map(number).collect();
        let attribute = |name: &str, numbers: &[u32]| match numbers {
            [] => String::new(),
            numbers => format!(" {name}=\"{}\"", list(numbers)),
        };
        let ura = if win.ura.is_empty() { &[] } else { ura };
        format!(
            "<AGARI ba=\"{},{}\" hai=\"{}\"{} machi=\"{}\" ten=\"{},{},{limit}\"{}{} doraHai=\"{}\"{} who=\"{}\" fromWho=\"{}\"{} sc=\"{}\"{owari}/>",
            win.honba,
            win.sticks,
            list(&hand),
            attribute("m", &codes),
            self.last,
            win.fu.unwrap_or_default(),
            win.points,
            attribute("yaku", &yaku),
            attribute("yakuman", &yakuman),
            list(&self.indicators),
            attribute("doraHaiUra", ura),
            win.winner.0,
            win.from.0,
            win.pao.map_or_else(String::new, |pao| format!(" paoWho=\"{}\"", pao.0)),
            paid(&win.before, &win.deltas),
        )
    }

    /// A copy that nobody has seen yet.
    fn take_free(&mut self, tile: Tile) -> u32 {
        let is_it = |id: &u32| TileId::new(*id).is_some_and(|id| id.tile(self.red_fives) == tile);
        let place = self.free.iter().position(is_it).expect("a copy is left");
        self.free.remove(place)
    }

    fn take_held(&mut self, seat: Seat, tile: Tile, fits: impl Fn(u32) -> bool) -> u32 {
        let red_fives = self.red_fives;
        let held = &mut self.held[usize::from(seat.0)];
        let is_it = |id: &u32| fits(*id) && TileId::new(*id).is_some_and(|id| id.tile(red_fives) == tile);
        let place = held.iter().position(is_it).expect("a tile of the hand");
        held.remove(place)
    }
}

fn number(yaku: &RecordYaku) -> u32 {
    match yaku {
        RecordYaku::Tenhou(yaku) => yaku.number().into(),
        RecordYaku::Other(name) => panic!("Tenhou has no {name}"),
    }
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn hundreds(points: &BySeat<i32>) -> String {
    points
        .iter()
        .map(|points| (points / 100).to_string())
        .collect::<Vec<_>>()
        .join(",")
}

fn paid(before: &BySeat<i32>, deltas: &BySeat<i32>) -> String {
    let seats = before.iter().zip(deltas.iter());
    seats
        .map(|(before, delta)| format!("{},{}", before / 100, delta / 100))
        .collect::<Vec<_>>()
        .join(",")
}
