//! Counts at a win.

use super::at_decision::kans_of;
use super::moment::Moment;
use super::{Coverage, Paying};
use crate::tally::score_of;
use jantaku_rules::dora::pointed_at;
use jantaku_rules::explain::{NotGiven, WhyNot, explain};
use jantaku_rules::facts;
use jantaku_rules::fu::{self, FuFor};
use jantaku_rules::reading::{Concealed, MeldSets, Set, Shape, Wait};
use jantaku_rules::rulebook::choices::Scheme;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::rulebook::yaku::Worth;
use jantaku_rules::score::{NotAWin, Score, fu_context, is_wild, score};
use jantaku_rules::seat::{Seat, Wind};
use jantaku_rules::suits::Suits;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Win};
use jantaku_table::Table;
use jantaku_table::event::Source;
use jantaku_table::phase::Phase;

impl Coverage {
    /// Counts a win; `table` is the state before it.
    pub(super) fn won(&mut self, before: &Table, seat: Seat, from: Seat, by: By) {
        let win = match before.phase() {
            Phase::Claims(claims) => Some(before.ron_claim(seat, claims.from, claims.tile, claims.offered)),
            _ => before.tsumo_claim(seat),
        };
        let (Some(win), Some(score)) = (win, score_of(before, seat)) else {
            return;
        };
        self.hand.winners += 1;
        self.hand.win = Some(Paying {
            tsumo: by.is_tsumo(),
            yakuman: score.value.yakuman(),
        });
        self.moment(Moment::HandWon);
        self.moment_if(self.hand.chombo, Moment::ChomboBesideWin);
        self.several_winners();
        self.how_it_came(before, seat, from, &win, &score);
        self.yaku_of(before, &win, &score);
        self.value_of(&win, &score);
        self.tiles_of(before, &win, &score);
        self.aside_of(before, &win, &score);
        if win.tile.kind().is_flower() {
            return;
        }
        self.waits_of(before, seat, &win, &score);
        if !score.value.is_yakuman() && before.rules().settings.value.scheme == Scheme::FuAndHan {
            self.fu_of(before, &win, &score);
        }
    }

    fn several_winners(&mut self) {
        let winners = self.hand.winners;
        self.key_if(winners == 2, Key::ClaimsWinners);
        self.key_if(winners == 3, Key::DrawsTripleRon);
    }

    fn how_it_came(&mut self, before: &Table, seat: Seat, from: Seat, win: &Win, score: &Score) {
        let robbed = win.by == By::RobbingAKan;
        let tsumo = win.by.is_tsumo();
        self.moment_if(robbed, Moment::KanRobbed);
        self.moment_if(robbed && win.first_turn, Moment::KanRobbedAtFirst);
        self.moment_if(win.by == By::RobbingAFlower, Moment::FlowerRobbed);
        let special = robbed || win.rinshan || win.last_tile;
        let more = score.value.is_yakuman() || win.tile.is_red() || is_wild(before.rules(), win);
        self.moment_if(special, Moment::SpecialWin);
        self.moment_if(special && more, Moment::SpecialWinWithMore);
        self.moment_if(win.rinshan && win.last_tile, Moment::LastTileAfterKan);
        self.moment_if(win.riichi.is_double() && win.last_tile, Moment::DoubleRiichiLastTile);
        let declares = !tsumo && before.player(from).riichi_pending;
        self.moment_if(declares, Moment::RiichiDiscardWonOn);
        self.moment_if(!tsumo && kans_of(before, from) == 4, Moment::FourKansWonOn);
        self.key_if(tsumo, Key::PaymentTsumoLoss);
        self.key_if(!tsumo, Key::PaymentDiscard);
        let row = before.turn().and_then(|turn| turn.row).filter(|_| tsumo);
        let after_aside = self.hand.last_draw == Some(Source::AfterAside);
        self.key_if(
            row.is_some_and(|row| !row.from_kan && !row.dealing),
            Key::AsideRinshanCounts,
        );
        self.moment_if(
            row.is_some_and(|row| row.from_kan) && after_aside,
            Moment::FlowerAfterKan,
        );
        let rules = &before.rules().settings;
        let above = rules.value.scheme == Scheme::Points && score.value.points().0 > rules.payment.shared_up_to;
        if !tsumo && above {
            let discards = before.discards();
            let since = discards.iter().rposition(|discard| discard.seat == seat).unwrap_or(0);
            let mut round = discards[since..].iter();
            let first = round.find(|discard| discard.tile.kind() == win.tile.kind());
            let first = first.map(|first| first.seat);
            self.moment_if(first == Some(seat), Moment::WinnerResponsible);
            let another = first.is_some_and(|first| first != seat && first != from);
            self.key_if(another, Key::PaymentResponsible);
        }
    }

    fn yaku_of(&mut self, before: &Table, win: &Win, score: &Score) {
        let rules = before.rules();
        let (mut greater, mut yakuman, mut sum, mut lines) = (false, 0, 0, 0);
        for line in score.lines(rules) {
            let place = usize::from(line.yaku);
            self.yaku[place] += 1;
            greater |= !rules.yaku[place].over.is_empty();
            lines += 1;
        }
        for place in score.yaku.iter() {
            let worth = rules.table.counted(place).worth;
            yakuman += usize::from(matches!(worth, Worth::Yakuman(_)));
            if let Worth::Points(points) = worth {
                sum += points;
            }
        }
        let overridden = |not: &NotGiven| matches!(not.why, WhyNot::Overridden(_));
        let lesser = || explain(rules, win).not_given.iter().any(overridden);
        self.moment_if(greater && lesser(), Moment::GreaterYaku);
        self.key_if(yakuman > 1, Key::ValueYakumanAdd);
        let points = rules.settings.value.scheme == Scheme::Points;
        self.key_if(points && sum > rules.settings.value.cap, Key::ValueCap);
        self.key_if(points && lines == 0, Key::ValueChicken);
        self.key_if(points && lines == 0, Key::ValueMinimum);
    }

    fn value_of(&mut self, win: &Win, score: &Score) {
        let value = score.value;
        self.key(Key::ValueScheme);
        self.key_if(value.is_yakuman(), Key::ValueYakuman);
        self.key_if(value.han().0 >= 13, Key::ValueCountedYakuman);
        self.key_if(
            matches!((value.han().0, value.fu().0), (4, 30) | (3, 60)),
            Key::ValueKiriage,
        );
        let heaven = win.by == By::Tsumo && win.first_turn && win.seat == Wind::East;
        self.key_if(heaven, Key::ValueTenhouAnyTile);
    }

    fn tiles_of(&mut self, before: &Table, win: &Win, score: &Score) {
        let rules = before.rules();
        self.key_if(score.dora.red > 0, Key::TilesReds);
        self.key_if(score.dora.red > 0, Key::TilesRedNumber);
        self.key_if(score.dora.dora > 0, Key::DoraPlayed);
        let all = || {
            let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
            win.hand.iter().chain(melded).chain([&win.tile])
        };
        self.key_if(all().any(|tile| tile.is_pocchi()), Key::PocchiDora);
        self.moment_if(all().any(|tile| tile.kind() == Kind::NORTH), Moment::NorthsInAWin);
        let wild = is_wild(rules, win);
        self.key_if(wild, Key::PocchiIsWild);
        let stands_for = score.reading.winning;
        let red = stands_for.is_suited() && stands_for.number() == rules.settings.tiles.red_number;
        self.key_if(wild && red, Key::PocchiRedAsAll);
        if score.reading.shape == Shape::SevenPairs {
            let four = all().any(|tile| all().filter(|other| other.kind() == tile.kind()).count() == 4);
            self.key_if(four, Key::ValueFourOfAKindPairs);
        }
    }

    fn aside_of(&mut self, before: &Table, win: &Win, score: &Score) {
        let rules = &before.rules().settings;
        let norths = win.aside.iter().any(|tile| tile.kind() == Kind::NORTH);
        let points_north = |tile: &Tile| pointed_at(rules, tile.kind()) == Kind::NORTH;
        let indicators = || win.dora.iter().chain(&win.ura);
        self.key_if(norths, Key::AsideKitaHan);
        self.moment_if(norths, Moment::KitaInAWin);
        self.moment_if(norths && indicators().any(points_north), Moment::KitaIsDora);
        if !win.aside.iter().any(|tile| tile.kind().is_flower()) {
            return;
        }
        self.key(Key::AsideHan);
        self.key_if(indicators().any(|tile| tile.kind().is_flower()), Key::AsideIndicator);
        self.key_if(score.waived_fu, Key::CiteFlowerFuWaived);
        self.key_if(score.reading.shape == Shape::SevenPairs, Key::CiteFlowersWithSevenPairs);
        self.moment_if(score.value.is_yakuman(), Moment::YakumanWithFlowers);
        self.moment_if(score.facts.get(facts::FLOWER_SETS) > 0, Moment::FullSetOfFlowers);
    }

    fn waits_of(&mut self, before: &Table, seat: Seat, win: &Win, found: &Score) {
        let rules = before.rules();
        let mut complete = Suits::default();
        let waits = {
            let mut tracker = before.player(seat).tracker;
            if win.by.is_tsumo() {
                tracker.remove(win.tile.kind());
            }
            tracker.waits()
        };
        win.hand
            .iter()
            .chain([&win.tile])
            .for_each(|tile| complete.add(tile.kind()));
        let mut readings = 0;
        let concealed = Concealed {
            tiles: complete,
            melds: MeldSets::new(win.melds.iter().filter_map(Set::of_meld)),
            winning: win.tile.kind(),
            ron: !win.by.is_tsumo(),
            four_as_pairs: rules.settings.value.four_of_a_kind_pairs,
        };
        concealed.readings(|_| readings += 1);
        // Choosing the best of several readings matters only if another is worth less.
        let less = || explain(rules, win).others.iter().any(|other| other.total < found.total);
        self.moment_if(readings > 1 && less(), Moment::SeveralReadings);
        let triplet = found.reading.wait == Wait::Triplet;
        self.moment_if(triplet && !win.by.is_tsumo(), Moment::TripletByRon);
        let others = waits.iter().filter(|&kind| kind != win.tile.kind());
        let mut refused = others.map(|kind| {
            let tile = Tile::plain(kind);
            score(rules, &Win { tile, ..win.clone() })
        });
        let only = refused.any(|found| matches!(found, Err(NotAWin::NoYaku)));
        self.moment_if(only, Moment::OnlyThisTile);
    }

    fn fu_of(&mut self, before: &Table, win: &Win, score: &Score) {
        let rules = before.rules();
        let context = fu_context(rules, win, &score.facts, score.waived_fu);
        let both = |pair: Kind| {
            let is = |wind: Wind| pair.index() == Kind::EAST.index() + wind.index();
            is(win.seat) && is(win.round)
        };
        let mut keys = arrayvec::ArrayVec::<Key, 16>::new();
        fu::lines(&rules.settings, &context, &score.reading, |line| {
            let key = match line.what {
                FuFor::Base => Key::FuBase,
                FuFor::ClosedRon => Key::FuClosedRon,
                FuFor::Tsumo => Key::FuTsumo,
                FuFor::Set(_) => Key::FuTriplet,
                FuFor::Pair(pair) if both(pair) => Key::FuDoubleWind,
                FuFor::Pair(_) => Key::FuValuePair,
                FuFor::SingleWait(_) => Key::FuSingleWait,
                FuFor::Aside => Key::AsideFu,
                FuFor::SevenPairs => Key::FuSevenPairs,
                FuFor::OpenMinimum => Key::FuOpenMinimum,
            };
            keys.push(key);
        });
        keys.into_iter().for_each(|key| self.key(key));
        self.key_if(win.by.is_tsumo(), Key::FuTsumoWhen);
    }
}
