//! Records a hand from the events alone, as somebody would who sees every tile and knows the rules on ippatsu, the first
//! go-around, pao and responsibility for a discard.

use jantaku_rules::facts::of_reading::of_melds;
use jantaku_rules::notation;
use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::rulebook::choices::{AsideRinshan, DiscardPays, Responsible};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::Tile;
use jantaku_rules::win::{By, Meld, MeldKind, Riichi};
use jantaku_table::Event;
use jantaku_table::event::{Source, Standing};
use serde_json::{Map, Value, json};

/// A hand as somebody at the table writes it down.
pub struct Scorekeeper {
    standing: Standing,
    sides: BySeat<Side>,
    discards: Vec<(Seat, Tile)>,
    indicators: Vec<Tile>,
    ura: Vec<Tile>,
    sticks: u8,
    /// Whether the flowers of the deal are still being replaced.
    dealing: bool,
    interrupted: bool,
    /// The current run of replacement draws.
    row: Row,
}

#[derive(Clone, Default)]
struct Side {
    hand: Vec<Tile>,
    melds: Vec<Meld>,
    aside: Vec<Tile>,
    riichi: Riichi,
    ippatsu: bool,
    has_discarded: bool,
    /// The liable player of each yakuman, by its id.
    pao: Vec<(String, Seat)>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    replaced: bool,
    from_kan: bool,
    fed: Option<Seat>,
}

impl Scorekeeper {
    /// An empty sheet for a hand that begins so.
    pub fn new(rules: &Rules, standing: Standing) -> Scorekeeper {
        Scorekeeper {
            standing,
            sides: BySeat::from_fn(rules.seats(), |_| Side::default()),
            discards: Vec::new(),
            indicators: Vec::new(),
            ura: Vec::new(),
            sticks: standing.sticks,
            dealing: true,
            interrupted: false,
            row: Row::default(),
        }
    }

    /// Writes down what happened.
    pub fn event(&mut self, rules: &Rules, event: &Event) {
        match event {
            Event::Dealt { seat, tiles } => self.sides[*seat].hand.extend(tiles),
            Event::Indicator(tile) => self.indicators.push(*tile),
            Event::Drew { seat, tile, source } => {
                self.sides[*seat].hand.push(*tile);
                let aside = &rules.settings.aside;
                match source {
                    Source::Live => self.row = Row::default(),
                    _ if self.dealing => {}
                    Source::AfterKan => self.interrupt(true, true),
                    Source::AfterAside => self.interrupt(aside.ends_ippatsu, aside.ends_first_turn),
                }
                self.row.replaced = *source != Source::Live && !self.dealing;
                let full = self.sides[self.standing.dealer].hand.len() == 14;
                self.dealing &= !full || self.sides.iter().any(Side::holds_flower);
            }
            Event::RiichiDeclared { seat, open } => {
                let side = &mut self.sides[*seat];
                let double = !self.interrupted && !side.has_discarded;
                side.riichi = match (double, open) {
                    (false, false) => Riichi::Riichi,
                    (true, false) => Riichi::Double,
                    (false, true) => Riichi::Open,
                    (true, true) => Riichi::DoubleOpen,
                };
            }
            Event::Discarded { seat, tile, .. } => {
                self.row = Row::default();
                let side = &mut self.sides[*seat];
                side.take(*tile);
                side.has_discarded = true;
                side.ippatsu = false;
                self.discards.push((*seat, *tile));
            }
            Event::RiichiStands { seat } => {
                self.sides[*seat].ippatsu = true;
                self.sticks += 1;
            }
            Event::Called { seat, meld, from } => {
                self.interrupt(true, true);
                let side = &mut self.sides[*seat];
                let mut own = meld.tiles.clone();
                let called = self.discards.last().map(|(_, tile)| *tile);
                if let Some(place) = own.iter().position(|tile| Some(*tile) == called) {
                    own.remove(place);
                }
                own.iter().for_each(|tile| side.take(*tile));
                let certain_before = certain(rules, &side.melds);
                side.melds.push(meld.clone());
                let newly = certain(rules, &side.melds)
                    .into_iter()
                    .filter(|yaku| !certain_before.contains(yaku));
                side.pao.extend(newly.map(|yaku| (yaku, *from)));
                if meld.kind == MeldKind::Daiminkan {
                    self.row = Row {
                        replaced: false,
                        from_kan: true,
                        fed: Some(*from),
                    };
                }
            }
            Event::KanDeclared { seat, meld } => {
                self.row.from_kan = true;
                let side = &mut self.sides[*seat];
                let kind = meld.tiles[0].kind();
                let pon = side
                    .melds
                    .iter_mut()
                    .find(|pon| pon.kind == MeldKind::Pon && pon.tiles[0].kind() == kind);
                match pon.filter(|_| meld.kind == MeldKind::Kakan) {
                    Some(pon) => *pon = meld.clone(),
                    None => side.melds.push(meld.clone()),
                }
                side.hand.retain(|tile| tile.kind() != kind);
            }
            Event::SetAside { seat, tile } => {
                let side = &mut self.sides[*seat];
                side.take(*tile);
                side.aside.push(*tile);
            }
            Event::UraTurned(tiles) => self.ura = tiles.to_vec(),
            _ => {}
        }
    }

    /// The request to score a win, as JSON. Honba and sticks are included if it is the only win.
    pub fn request(&self, rules: &Rules, won: &Event, last_tile: bool, alone: bool) -> String {
        let Event::Won { seat, from, tile, by } = won else {
            return String::new();
        };
        let side = &self.sides[*seat];
        let (mut hand, mut aside) = (side.hand.clone(), side.aside.clone());
        if by.is_tsumo() {
            let drawn_from = if tile.kind().is_flower() { &mut aside } else { &mut hand };
            let place = drawn_from.iter().rposition(|other| other == tile);
            place.map(|place| drawn_from.remove(place));
        }
        let meld = |meld: &Meld| {
            let from = meld.from.map(Wind::name);
            json!({ "kind": meld.kind.word(), "tiles": notation::in_order(&meld.tiles), "from": from })
        };
        let pao = side
            .pao
            .iter()
            .map(|(yaku, seat)| (yaku.clone(), self.wind(*seat).name().into()));
        let rinshan = by.is_tsumo() && !tile.kind().is_flower() && self.is_rinshan(rules);
        let responsible = (!by.is_tsumo())
            .then(|| self.responsible(rules, *seat, *tile))
            .flatten();
        let in_riichi = side.riichi.declared();
        let request = json!({
            "rules": rules.spec,
            "hand": notation::sorted(&hand),
            "melds": side.melds.iter().map(meld).collect::<Vec<_>>(),
            "aside": notation::in_order(&aside),
            "win": tile.to_string(),
            "by": by.word(),
            "seat": self.wind(*seat).name(),
            "from": (!by.is_tsumo()).then(|| self.wind(*from).name()),
            "round": self.standing.round.name(),
            "riichi": Riichi::WORDS.iter().find(|(_, riichi)| *riichi == side.riichi).map(|(word, _)| word),
            "ippatsu": side.ippatsu,
            "rinshan": rinshan,
            "replaces_aside": rinshan && !self.row.from_kan,
            "last_tile": last_tile && matches!(by, By::Tsumo | By::Ron),
            "first_turn": !self.interrupted && !side.has_discarded,
            "dora": notation::in_order(&self.indicators),
            "ura": notation::in_order(if in_riichi { &self.ura } else { &[] }),
            "honba": if alone { self.standing.honba } else { 0 },
            "sticks": if alone { self.sticks } else { 0 },
            "payer_riichi": !by.is_tsumo() && self.sides[*from].riichi.declared(),
            "pao": pao.collect::<Map<String, Value>>(),
            "fed_kan": rinshan.then(|| self.row.fed.map_or("none", |seat| self.wind(seat).name())),
            "responsible": responsible.map(Wind::name),
        });
        request.to_string()
    }

    /// Who is liable for which yakuman of a player.
    pub fn liable(&self, winner: Seat) -> impl Iterator<Item = (&str, Wind)> {
        let pao = self.sides[winner].pao.iter();
        pao.map(|(yaku, seat)| (yaku.as_str(), self.wind(*seat)))
    }

    fn interrupt(&mut self, ippatsu: bool, first_turn: bool) {
        self.interrupted |= first_turn;
        if ippatsu {
            self.sides
                .as_mut_slice()
                .iter_mut()
                .for_each(|side| side.ippatsu = false);
        }
    }

    fn is_rinshan(&self, rules: &Rules) -> bool {
        self.row.replaced && (self.row.from_kan || rules.settings.aside.rinshan == AsideRinshan::Always)
    }

    /// Who first discarded the winning tile since the winner's last discard, which counts too.
    fn responsible(&self, rules: &Rules, winner: Seat, tile: Tile) -> Option<Wind> {
        let payment = &rules.settings.payment;
        if payment.discard != DiscardPays::Responsible || payment.responsible == Responsible::Discarder {
            return None;
        }
        let since = self.discards.iter().rposition(|(seat, _)| *seat == winner).unwrap_or(0);
        let mut since = self.discards[since..].iter();
        let first = since.find(|(_, discard)| discard.kind() == tile.kind());
        first.map(|(seat, _)| self.wind(*seat))
    }

    fn wind(&self, seat: Seat) -> Wind {
        let seats = self.sides.len();
        Wind::at((usize::from(seat.0) + seats - usize::from(self.standing.dealer.0)) % seats)
    }
}

impl Side {
    fn take(&mut self, tile: Tile) {
        if let Some(place) = self.hand.iter().rposition(|other| *other == tile) {
            self.hand.remove(place);
        }
    }

    fn holds_flower(&self) -> bool {
        self.hand.iter().any(|tile| tile.kind().is_flower())
    }
}

/// The yakuman with pao that these melds make certain.
fn certain(rules: &Rules, melds: &[Meld]) -> Vec<String> {
    let facts = of_melds(&MeldSets::new(melds.iter().filter_map(Set::of_meld)));
    let certain = rules.pao.iter().filter(|pao| pao.when.holds(&facts));
    certain
        .map(|pao| rules.yaku[usize::from(pao.yaku)].id.clone())
        .collect()
}
