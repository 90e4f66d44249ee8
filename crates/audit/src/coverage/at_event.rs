//! Counts at events.

use super::Coverage;
use super::at_decision::kans_of;
use super::moment::Moment;
use jantaku_rules::rulebook::choices::FourKans;
use jantaku_rules::rulebook::settings::Key;
use jantaku_rules::score::score;
use jantaku_rules::seat::{BySeat, Seat};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{Meld, MeldKind};
use jantaku_table::event::{DrawReason, Source, Standing};
use jantaku_table::phase::{Offered, Phase};
use jantaku_table::{Event, Table, Why};

impl Coverage {
    pub(crate) fn event(&mut self, before: &Table, event: &Event, after: &Table) {
        match event {
            Event::HandStarted(standing) => self.hand_started(before, *standing),
            Event::Indicator(_) => self.key_if(before.wall().turned() > 0, Key::KanIndicatorTurned),
            Event::Drew { seat, tile, source } => self.drew(before, after, *seat, *tile, *source),
            Event::RiichiDeclared { open, .. } => self.key_if(*open, Key::RiichiOpen),
            Event::Discarded { seat, tile, .. } => self.discarded(before, after, *seat, *tile),
            Event::RiichiStands { .. } => {
                self.key(Key::RiichiPlayed);
                self.key(Key::RiichiStick);
                let all = after.all_seats().all(|seat| after.player(seat).riichi.declared());
                self.key_if(all, Key::DrawsFourRiichi);
            }
            Event::Called { meld, from, .. } => self.called(before, after, meld, *from),
            Event::KanDeclared { meld, .. } => self.kan_declared(after, meld),
            Event::SetAside { seat, tile } if tile.kind().is_flower() => self.flower(before, after, *seat, *tile),
            Event::SetAside { seat, .. } => self.kita(before, after, *seat),
            Event::Missed { seat } => {
                let fixed = before.player(*seat).stick_paid;
                self.key(if fixed {
                    Key::FuritenPassingInRiichi
                } else {
                    Key::FuritenPassing
                });
            }
            Event::Won { seat, from, by, .. } => self.won(before, *seat, *from, *by),
            Event::FourKansScored { .. } => {
                self.key(Key::KanFourScoreAlone);
                self.key(Key::KanFourOnly);
                let fed = before.fourth_kan().is_some_and(|kan| kan.fed.is_some());
                self.moment_if(fed, Moment::FourthKanFed);
            }
            Event::NagashiScored { seat } => self.nagashi(before, *seat),
            Event::Shown { seat, .. } => {
                let player = before.player(*seat);
                self.moment_if(player.riichi_pending, Moment::OpenRiichiShown);
                let at_draw = self.hand.exhausted && player.riichi.declared();
                self.moment_if(at_draw, Moment::RiichiShownAtDraw);
            }
            Event::Drawn { reason, tenpai } => self.drawn(before, *reason, tenpai),
            Event::Paid { what, because, .. } => self.paid(before, *what, *because),
            Event::ChomboCalled { .. } => self.hand.chombo = true,
            Event::Chombo { .. } => {
                self.key(Key::PenaltyChombo);
                self.key(Key::PenaltyAfterUma);
                self.key(Key::CiteChomboRedealt);
                self.hand.chombo = false;
            }
            Event::DeadHand { .. } => self.key(Key::PenaltyDeadHand),
            Event::TimeUp => {
                self.key(Key::GameMinutes);
                self.key(Key::GameHandsAfterTime);
            }
            Event::Settled(settled) => self.settled(before, *settled),
            Event::HandEnded(next) => self.hand_ended(before, *next),
            Event::GameEnded { drawn } => self.game_ended(before, after, *drawn),
            Event::UraTurned(ura) => {
                self.key(Key::DoraUra);
                self.key_if(ura.len() > 1, Key::DoraKanUra);
            }
            Event::Dealt { .. }
            | Event::RulingUndone { .. }
            | Event::KanTurned { .. }
            | Event::Answered { .. }
            | Event::NagashiAsked { .. }
            | Event::TenpaiAsked { .. }
            | Event::YameAsked { .. } => {}
        }
    }

    fn hand_started(&mut self, before: &Table, standing: Standing) {
        let tiles = &before.rules().settings.tiles;
        self.hand = super::HandSoFar::default();
        self.key(Key::TilesSeats);
        self.key(Key::TilesRemoved);
        self.key(Key::WallDeal);
        self.key_if(tiles.reds.m + tiles.reds.p + tiles.reds.s == 0, Key::TilesReds);
        self.key_if(tiles.flowers == 0, Key::TilesFlowers);
        self.key_if(!tiles.pocchi, Key::TilesPocchi);
        let first = before.hands_played() == 0;
        self.key_if(first, Key::GameStart);
        let new_round = standing.round != before.standing().round && !first;
        self.moment_if(new_round && standing.honba > 0, Moment::HonbaIntoARound);
    }

    fn drew(&mut self, before: &Table, after: &Table, seat: Seat, tile: Tile, source: Source) {
        self.hand.last_draw = Some(source);
        self.key_if(tile.is_pocchi(), Key::TilesPocchi);
        let flower = tile.kind().is_flower();
        let fixed = before.player(seat).riichi.declared();
        self.moment_if(flower && fixed, Moment::FlowerInRiichi);
        if source == Source::Live {
            return;
        }
        // Replacement tiles beyond four for kans matter only once they are used.
        let planned = usize::from(before.rules().settings.replacement_tiles());
        self.key_if(planned <= 4 || after.wall().replaced() > 4, Key::WallReplacements);
        let (ippatsu, first) = (is_ippatsu(before), is_first_turn(before));
        self.moment_if(ippatsu && !is_ippatsu(after), Moment::IppatsuEnded);
        self.moment_if(first && !is_first_turn(after), Moment::FirstTurnEnded);
        if source == Source::AfterAside {
            self.key_if(ippatsu, Key::AsideEndsIppatsu);
            self.key_if(first, Key::AsideEndsFirstTurn);
        } else {
            let late = after.wall().turned() < 1 + after.wall().kan_replacements();
            self.moment_if(flower && late, Moment::FlowerBeforeIndicator);
        }
    }

    fn discarded(&mut self, before: &Table, after: &Table, seat: Seat, tile: Tile) {
        self.hand.rons = 0;
        self.hand.let_go[usize::from(seat.0)] = false;
        let kind = tile.kind();
        let player = after.player(seat);
        let furiten = player.waits.meets(player.discarded);
        self.key_if(player.riichi_pending && furiten, Key::RiichiWhileFuriten);
        let just_called = before.turn().is_some_and(|turn| turn.drawn.is_none());
        let called = before.discards().last().filter(|last| just_called && last.called);
        self.key_if(
            called.is_some_and(|last| last.tile.kind() == tile.kind()),
            Key::ClaimsKuikae,
        );
        for other in after.others(seat) {
            let player = after.player(other);
            if player.waits.has(kind) {
                self.waited_for(after, other, seat, tile);
            }
            let callable = player.has(tile.kind(), 2) && !player.riichi.declared();
            self.key_if(after.wall().left() == 0 && callable, Key::ClaimsLastDiscard);
        }
        let winds = after.discards();
        let wind = winds
            .first()
            .map(|first| first.tile.kind())
            .filter(|kind| kind.is_honour());
        let same = winds.len() == 4 && winds.iter().all(|discard| Some(discard.tile.kind()) == wind);
        let is_wind = wind.is_some_and(|kind| kind.index() < Kind::HAKU.index());
        self.key_if(same && is_wind, Key::DrawsFourWinds);
    }

    /// A discard that completes another player's hand.
    fn waited_for(&mut self, after: &Table, seat: Seat, from: Seat, tile: Tile) {
        let player = after.player(seat);
        let furiten = player.waits.meets(player.discarded);
        let wins = || score(after.rules(), &after.ron_claim(seat, from, tile, Offered::Discard)).is_ok();
        self.key_if(furiten && wins(), Key::FuritenOwnDiscards);
        let low = matches!(
            after.may_ron(seat, from, tile, Offered::Discard),
            Err(Why::NoYaku | Why::BelowMinimum)
        );
        self.key_if(low, Key::ValueMinimum);
        self.moment_if(low, Moment::BelowMinimum);
    }

    fn called(&mut self, before: &Table, after: &Table, meld: &Meld, from: Seat) {
        self.key_if(meld.kind == MeldKind::Chii, Key::ClaimsChii);
        self.moment_if(is_ippatsu(before), Moment::IppatsuEnded);
        self.moment_if(is_first_turn(before), Moment::FirstTurnEnded);
        self.key_if(before.player(from).nagashi, Key::DrawsNagashiCalled);
        if meld.kind.is_kan() {
            self.kans_made(after);
        }
    }

    fn kan_declared(&mut self, after: &Table, meld: &Meld) {
        self.kans_made(after);
        if meld.kind != MeldKind::Ankan {
            return;
        }
        self.key(Key::KanFaceDown);
        if let Phase::Claims(claims) = after.phase() {
            let kind = claims.tile.kind();
            let waited = after.others(claims.from).any(|seat| after.player(seat).waits.has(kind));
            self.key_if(waited, Key::KanClosedRobbedBy);
            self.key_if(waited, Key::KanClosedAlsoRobbedBy);
        }
    }

    fn kans_made(&mut self, after: &Table) {
        let all: usize = after.all_seats().map(|seat| kans_of(after, seat)).sum();
        let by_one = after.all_seats().any(|seat| kans_of(after, seat) == 4);
        // Four kans that end the hand or score are counted when they do.
        let rules = &after.rules().settings.kan;
        let goes_on = rules.fourth != FourKans::AbortiveDraw;
        self.key_if(all == 4 && !by_one && goes_on, Key::KanFourth);
        self.key_if(all == 4 && by_one && !rules.four_score_alone, Key::KanFourScoreAlone);
        self.key_if(all > 4, Key::KanMost);
    }

    fn flower(&mut self, before: &Table, after: &Table, seat: Seat, tile: Tile) {
        let player = before.player(seat);
        self.key(Key::TilesFlowers);
        self.moment(Moment::FlowerAside);
        let nobody = usize::from(tile.kind().number()) > before.seats();
        self.moment_if(nobody, Moment::FlowerOfNobody);
        let dealt = matches!(before.phase(), Phase::Flowers { .. });
        self.moment_if(dealt, Moment::FlowerOfTheDeal);
        self.key_if(before.wall().left() == 0, Key::AsideReplacedAtEnd);
        let nagashi = player.nagashi && !player.before_first_discard;
        self.moment_if(nagashi || before.is_furiten(seat), Moment::FlowerChangesNothing);
        let aside = after.player(seat).aside.len();
        let all = aside == usize::from(before.rules().settings.tiles.flowers);
        self.key_if(all, Key::AsideAllWin);
    }

    fn kita(&mut self, before: &Table, after: &Table, seat: Seat) {
        self.key(Key::AsideKita);
        let turn = before.turn();
        let replaced = turn.and_then(|turn| turn.row).is_some_and(|row| !row.from_kan);
        self.moment_if(replaced, Moment::KitaAfterKita);
        self.moment_if(after.player(seat).waits.has(Kind::NORTH), Moment::NorthAfterKita);
        let waited = after
            .others(seat)
            .any(|other| after.player(other).waits.has(Kind::NORTH));
        self.key_if(waited, Key::AsideKitaRobbed);
        let drawn = turn.and_then(|turn| turn.drawn).map(Tile::kind) == Some(Kind::NORTH);
        let wins = drawn && before.player(seat).riichi.declared() && before.may_tsumo(seat).is_ok();
        self.moment_if(wins, Moment::WinningNorthAside);
    }

    fn nagashi(&mut self, before: &Table, seat: Seat) {
        self.hand.nagashi += 1;
        self.key(Key::DrawsNagashi);
        self.key(Key::DrawsNagashiAs);
        self.key(Key::CiteDealAfterNagashi);
        self.key_if(self.hand.nagashi == 2, Key::DrawsNagashiTogether);
        self.key_if(before.player(seat).stick_paid, Key::DrawsNagashiOwnStick);
        self.key_if(
            !before.rules().settings.draws.nagashi_optional,
            Key::DrawsNagashiOptional,
        );
        self.moment_if(self.hand.chombo, Moment::ChomboBesideNagashi);
    }

    fn drawn(&mut self, before: &Table, reason: DrawReason, tenpai: &BySeat<bool>) {
        let aborts = !matches!(reason, DrawReason::Exhausted | DrawReason::Chombo);
        self.moment_if(aborts, Moment::AbortiveDraw);
        self.key_if(aborts, Key::CiteDealAfterAbort);
        let by_discard = !matches!(reason, DrawReason::NineTerminals | DrawReason::TripleRon);
        self.moment_if(aborts && by_discard, Moment::DiscardAborts);
        match reason {
            DrawReason::Exhausted => self.wall_ended(before, tenpai),
            DrawReason::NineTerminals => self.key(Key::DrawsNineTerminals),
            DrawReason::FourWinds => self.key(Key::DrawsFourWinds),
            DrawReason::FourRiichi => self.key(Key::DrawsFourRiichi),
            DrawReason::FourKans => self.key(Key::KanFourth),
            DrawReason::TripleRon => self.key(Key::DrawsTripleRon),
            DrawReason::Chombo => {}
        }
    }
}

fn is_ippatsu(table: &Table) -> bool {
    table.all_seats().any(|seat| table.player(seat).ippatsu)
}

fn is_first_turn(table: &Table) -> bool {
    table.all_seats().any(|seat| table.is_first_turn(seat))
}
