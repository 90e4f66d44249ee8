//! A game that leads to a claim.
//!
//! The winner is dealt the finished hand with spare tiles in place of what is still to be called or drawn. Everybody else discards
//! what they draw, and the wall is arranged so that they draw what the winner needs, or tiles that do not matter.

use crate::claims::{Dice, Pool};
use jantaku_rules::dora::pointed_at;
use jantaku_rules::hand_text::{FedKan, HandText};
use jantaku_rules::rulebook::choices::AsideRinshan;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{NotAWin, score};
use jantaku_rules::seat::{BySeat, Seat, Wind};
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::transfer::{Transfer, points_moved};
use jantaku_rules::units::{Chips, Points};
use jantaku_rules::win::{By, Meld, MeldKind, Win};
use jantaku_table::event::{Event, Standing};
use jantaku_table::phase::{Claims, Offered, Phase, Turn};
use jantaku_table::shuffle::key_of;
use jantaku_table::stack::Stack;
use jantaku_table::{Action, Table};
use jantaku_wire::score_json::Claim;
use jantaku_wire::score_json::response::Sheet;
use jantaku_wire::won_hand::transfer_of;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many orders and stacked walls to try.
const ATTEMPTS: usize = 60;
/// More decisions than any of these games needs.
const DECISIONS: usize = 400;
/// Enough that nobody goes bust.
const POINTS: i32 = 900_000;

/// What the winner waits for or does next.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    /// Draws and discards once.
    Idle,
    /// Calls this tile from a player.
    Call {
        kind: MeldKind,
        own: Vec<Tile>,
        tile: Tile,
        from: Wind,
    },
    /// Draws the fourth tile and makes a closed kan, or adds it to a pon.
    Kan {
        tile: Tile,
        added: bool,
    },
    /// Draws a north and sets it aside.
    Kita(Tile),
    /// Draws a flower.
    Flower(Tile),
    Riichi,
    /// One player discards this tile and another calls pon, so that a kan can be added to it later.
    Feed {
        giver: Wind,
        taker: Wind,
    },
    /// A player discards the winning tile, and the winner lets it go.
    Early(Wind),
    Win,
}

/// Whether the responsible player's discard can only have come before the winning one if calls of others skipped the winner.
pub(crate) fn skips_the_winner(rules: &Rules, claim: &Claim) -> bool {
    let turns = |wind: Wind| (wind.index() + rules.seats() - claim.win.seat.index()) % rules.seats();
    let other = claim.responsible.filter(|&wind| wind != claim.win.from);
    other.is_some_and(|wind| turns(wind) > turns(claim.win.from) || claim.win.by == By::RobbingAKan)
}

/// Plays a game that ends with this claim.
pub(crate) fn reach(
    rules: &Arc<Rules>,
    claim: &Claim,
    hand: &HandText,
    sheet: &Sheet,
    dice: &mut Dice,
) -> Result<(), String> {
    let mut why = String::new();
    for attempt in 0..ATTEMPTS {
        match Game::new(rules, claim, hand, dice, attempt).and_then(|game| game.play(sheet)) {
            Ok(()) => return Ok(()),
            Err(error) => why = error,
        }
    }
    Err(why)
}

struct Game<'a> {
    table: Table,
    claim: &'a Claim,
    steps: VecDeque<Step>,
    /// Tiles that do not matter.
    junk: Vec<Tile>,
    /// Junk that was dealt to the winner.
    spare: Vec<Tile>,
    waits: Vec<Kind>,
    /// Closed kans that other players still have to make.
    kans: Vec<(Wind, Kind)>,
    payer_riichi: bool,
    /// Whether the payer declares riichi with the winning tile.
    late: bool,
    /// Whether the kan to be robbed is closed.
    closed: bool,
    /// Tiles to leave in the wall before a last replacement.
    left: usize,
    /// The dealer's first draw, if flowers of the deal were replaced after it.
    first: Option<Tile>,
}

fn missing(tile: Tile) -> String {
    format!("no {tile} left")
}

impl<'a> Game<'a> {
    fn new(
        rules: &Arc<Rules>,
        claim: &'a Claim,
        hand: &HandText,
        dice: &mut Dice,
        attempt: usize,
    ) -> Result<Game<'a>, String> {
        let win = &claim.win;
        let waits = waits(rules, win);
        let mut pool = Pool::of(rules);
        let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
        let all = win.hand.iter().chain(melded).chain([&win.tile]).chain(&win.aside);
        for &tile in all.chain(&win.dora).chain(&win.ura) {
            pool.take(tile).ok_or_else(|| missing(tile))?;
        }
        let held = |kind: Kind| {
            let melded = win.melds.iter().flat_map(|meld| &meld.tiles);
            let mut all = win.hand.iter().chain(melded).chain([&win.tile]).chain(&win.aside);
            all.any(|tile| tile.kind() == kind)
        };
        let near = |kind: Kind| {
            let mut called = win.melds.iter().flat_map(|meld| &meld.tiles);
            called.any(|tile| kind.is_suited() && tile.kind().index().abs_diff(kind.index()) <= 3)
        };
        let free = |kind: Kind| !kind.is_flower() && !waits.contains(&kind);
        // The winner's tiles.
        let (mut dealt, mut steps, mut spare) = (win.hand.to_vec(), Vec::new(), Vec::new());
        for meld in &win.melds {
            let (own, more) = steps_of(rules, win, meld, dice);
            dealt.extend(own);
            if !matches!(meld.kind, MeldKind::Daiminkan | MeldKind::Ankan) {
                let tile = pool.draw(dice, |kind| free(kind) && !near(kind) && !held(kind));
                let tile = tile.or_else(|| pool.draw(dice, |kind| free(kind) && !held(kind)));
                spare.extend(tile);
                dealt.extend(tile);
            }
            steps.push(more);
        }
        let mut flowers: Vec<Tile> = win
            .aside
            .iter()
            .copied()
            .filter(|tile| tile.kind().is_flower())
            .collect();
        let norths = win.aside.iter().filter(|tile| !tile.kind().is_flower());
        steps.extend(norths.map(|&tile| vec![Step::Kita(tile)]));
        for i in (1..steps.len()).rev() {
            steps.swap(i, dice.below(i + 1));
        }
        if win.rinshan {
            last_for_rinshan(rules, hand, &mut steps, &mut flowers, dice)?;
        }
        // Flowers of the deal are replaced by the tiles that the winner should have.
        let mut replacements: Vec<Tile> = dealt.drain(..flowers.len().min(dealt.len())).collect();
        dealt.extend(flowers);
        let late = win.first_turn || attempt % 2 == 1;
        let mut game = Game {
            table: Table::standing_at(
                Arc::clone(rules),
                Standing {
                    round: win.round,
                    dealer: Seat(0),
                    honba: hand.honba,
                    sticks: hand.sticks - u8::from(win.riichi.declared()) - u8::from(win.payer_riichi && !late),
                },
                BySeat::all(rules.seats(), Points(POINTS)),
                BySeat::all(rules.seats(), Chips(0)),
            ),
            claim,
            steps: VecDeque::new(),
            junk: Vec::new(),
            spare,
            kans: Vec::new(),
            payer_riichi: win.payer_riichi,
            late,
            closed: win.first_turn || win.riichi.is_double(),
            left: attempt % 4,
            first: None,
            waits: waits.clone(),
        };
        game.order(rules, steps, dice);
        // Everybody else's tiles.
        let own_kans = win.melds.iter().filter(|meld| meld.kind.is_kan()).count();
        let more_kans =
            win.dora.len().saturating_sub(1 + own_kans) + usize::from(attempt % 8 > 3 && win.dora.len() > 1);
        let others: Vec<Wind> = Wind::ALL[..rules.seats()]
            .iter()
            .copied()
            .filter(|&wind| wind != win.seat)
            .collect();
        let mut hands: [Vec<Tile>; 4] = Default::default();
        if win.by == By::RobbingAKan {
            let copies = if game.closed { 3 } else { 2 };
            for _ in 0..copies {
                let tile = pool.draw(dice, |kind| kind == win.tile.kind());
                hands[win.from.index()].push(tile.ok_or_else(|| missing(win.tile))?);
            }
        }
        if win.payer_riichi {
            let hand = &mut hands[win.from.index()];
            for _ in 0..6 {
                let first = pairable(&mut pool, dice, &free, hand).ok_or("no pairs for the payer")?;
                hand.extend(first);
            }
            hand.extend(pool.draw(dice, |kind| free(kind) && !hand.iter().any(|tile| tile.kind() == kind)));
        }
        for _ in 0..more_kans {
            let kinds: Vec<Kind> = Kind::of_hand()
                .filter(|&kind| pool.0.iter().filter(|t| t.kind() == kind).count() == 4)
                .collect();
            let kind = *kinds.get(dice.below(kinds.len())).ok_or("no kan for another player")?;
            let who = others[dice.below(others.len())];
            if hands[who.index()].len() > 4 {
                return Err("no room for a kan".to_owned());
            }
            for _ in 0..4 {
                hands[who.index()].extend(pool.draw(dice, |other| other == kind));
            }
            game.kans.push((who, kind));
        }
        let mut dora = win.dora.to_vec();
        let mut ura = win.ura.to_vec();
        if rules.settings.dora.played {
            for list in [&mut dora, &mut ura] {
                while list.len() < 5 {
                    let tile = pool.draw(dice, |kind| {
                        !kind.is_flower() && !held(pointed_at(&rules.settings, kind))
                    });
                    list.push(tile.ok_or("no indicator that points at nothing")?);
                }
            }
        }
        hands[win.seat.index()] = dealt;
        for wind in others {
            // Waits may be dealt: nobody discards them.
            while hands[wind.index()].len() < 13 {
                let tile = pool.draw(dice, |kind| !kind.is_flower() && kind != win.tile.kind());
                hands[wind.index()].push(tile.ok_or("no tiles to deal")?);
            }
        }
        game.junk = pool.0.iter().copied().filter(|tile| free(tile.kind())).collect();
        let mut first = game.tile_for(Wind::East)?;
        if win.seat == Wind::East && !replacements.is_empty() {
            // The dealer's last replacement counts as the tile drawn.
            if game.steps.front() == Some(&Step::Win) {
                first = replacements.pop().ok_or("no replacement")?;
                replacements.push(win.tile);
            } else {
                game.first = Some(first);
            }
        }
        let stack = Stack {
            hands,
            draws: vec![first],
            replacements,
            dora,
            ura,
            wall_left: None,
        };
        let wall = stack
            .build(rules, &key_of(attempt as u64, 0))
            .map_err(|error| format!("{error:?}"))?;
        game.cut_for(Wind::East);
        game.table.begin_hand(wall, &mut Vec::new());
        Ok(game)
    }

    /// Puts the steps in an order that the circumstances allow.
    fn order(&mut self, rules: &Rules, steps: Vec<Vec<Step>>, dice: &mut Dice) {
        let win = &self.claim.win;
        let mut all = VecDeque::new();
        let double = win.riichi.is_double();
        if win.by == By::RobbingAKan && !self.closed {
            let givers = Wind::ALL[..rules.seats()]
                .iter()
                .filter(|&&wind| wind != win.seat && wind != win.from);
            let givers: Vec<Wind> = givers.copied().collect();
            all.push_back(Step::Feed {
                giver: givers[dice.below(givers.len())],
                taker: win.from,
            });
        }
        if !win.first_turn && !double {
            all.push_back(Step::Idle);
        }
        if double {
            all.push_back(Step::Riichi);
        }
        let mut flat: Vec<Step> = steps.into_iter().flatten().collect();
        let last = if win.rinshan && win.riichi.declared() && !double {
            flat.pop()
        } else {
            None
        };
        all.extend(flat);
        if win.riichi.declared() && !double {
            all.push_back(Step::Riichi);
        }
        if win.riichi.declared() && !win.ippatsu {
            all.push_back(Step::Idle);
        }
        // With rinshan after riichi, the kan or the tile set aside comes last.
        all.extend(last);
        if win.rinshan && double {
            // The last step is already there; no turn may come between.
            if let Some(place) = all.iter().rposition(|step| *step == Step::Idle) {
                all.remove(place);
            }
        }
        if let Some(wind) = self.claim.responsible.filter(|&wind| wind != win.from) {
            all.push_back(Step::Early(wind));
        }
        all.push_back(Step::Win);
        self.steps = all;
    }

    fn winner(&self) -> Seat {
        self.table.seat_of(self.claim.win.seat)
    }

    /// Whether the payer has declared riichi, if it must be declared before the winning tile.
    fn is_ready(&self) -> bool {
        self.kans.is_empty() && (!self.payer_riichi || self.late)
    }

    fn junk(&mut self) -> Result<Tile, String> {
        self.junk.pop().ok_or_else(|| "no junk left".to_owned())
    }

    /// The tile that a player should draw next.
    fn tile_for(&mut self, wind: Wind) -> Result<Tile, String> {
        let win = &self.claim.win;
        let own = wind == win.seat;
        let copy = |game: &Game| {
            let mut undrawn = game.table.wall().undrawn().iter();
            undrawn
                .find(|tile| tile.kind() == win.tile.kind() && **tile != win.tile)
                .copied()
        };
        match self.steps.front() {
            _ if self.kans.iter().any(|(who, _)| *who == wind) => self.junk(),
            Some(Step::Call { tile, from, .. }) if *from == wind => Ok(*tile),
            Some(Step::Kan { tile, .. } | Step::Kita(tile) | Step::Flower(tile)) if own => Ok(*tile),
            Some(Step::Feed { giver, .. }) if *giver == wind => Ok(copy(self).unwrap_or(win.tile)),
            Some(Step::Early(early)) if *early == wind => Ok(copy(self).unwrap_or(win.tile)),
            Some(Step::Win) if wind == win.from && !win.rinshan && self.is_ready() => Ok(win.tile),
            _ => self.junk(),
        }
    }

    /// Moves a tile to a place in the wall.
    fn put(&mut self, place: usize, tile: Tile) -> Result<(), String> {
        let wall = *self.table.wall();
        let mut row = wall.row().to_vec();
        let end = row.len() - wall.replaced();
        let front = end - wall.undrawn().len();
        let dora = self.table.rules().settings.dora.played;
        let fixed =
            |place: usize| dora && (0..5).any(|i| [0, 1].contains(&(wall.indicator_place(i).wrapping_sub(place))));
        let from = (front..end)
            .rev()
            .filter(|&i| !fixed(i) || i == place)
            .find(|&i| row[i] == tile);
        let from = match row.get(place) {
            Some(&there) if there == tile => place,
            _ => from.ok_or_else(|| missing(tile))?,
        };
        row.swap(place, from);
        self.table.put_wall(wall.with_row(&row));
        Ok(())
    }

    /// Shortens the wall before the last draws.
    fn cut_for(&mut self, next: Wind) {
        let win = &self.claim.win;
        let seats = self.table.seats();
        let mut wall = *self.table.wall();
        if !win.last_tile {
            return;
        }
        let turns = |from: Wind, to: Wind| match (to.index() + seats - from.index()) % seats {
            0 => seats,
            turns => turns,
        };
        let cut = match self.steps.front() {
            Some(Step::Win) if !win.rinshan && next == win.from && self.is_ready() => Some((1, 0)),
            // The riichi must find the tiles that it needs.
            Some(Step::Riichi) if win.ippatsu && !win.rinshan && next == win.seat => {
                Some((1, turns(win.seat, win.from)))
            }
            Some(Step::Kan { .. } | Step::Kita(_) | Step::Flower(_))
                if self.steps.len() == 2 && win.rinshan && next == win.seat =>
            {
                Some((1, self.left))
            }
            Some(Step::Call { from, .. }) if self.steps.len() == 2 && win.rinshan && next == *from => {
                Some((1, self.left))
            }
            _ => None,
        };
        if let Some((drawn, left)) = cut
            && wall.left() > drawn + left
        {
            wall.cut_to(drawn, left);
            self.table.put_wall(wall);
        }
    }

    /// Arranges the next draw and the next replacement, then acts.
    fn act(&mut self, seat: Seat, action: Action, next: Wind) -> Result<Vec<Event>, String> {
        if matches!(action, Action::Tsumo | Action::Ron) {
            return self.act_now(seat, action);
        }
        let draw = self.tile_for(next)?;
        if matches!(action, Action::Discard { .. } | Action::Riichi { .. } | Action::Pass) {
            self.cut_for(next);
        }
        let wall = *self.table.wall();
        let front = wall.row().len() - wall.replaced() - wall.undrawn().len();
        let win = &self.claim.win;
        let wins_next = self.steps.front() == Some(&Step::Win) || matches!(self.steps.front(), Some(Step::Flower(_)));
        let replacement = if win.rinshan && wins_next {
            win.tile
        } else {
            self.junk()?
        };
        if wall.left() > 0 {
            self.put(front, draw)?;
        }
        let place = wall.replacement_place(wall.replaced());
        if place != front {
            self.put(place, replacement)?;
        }
        self.act_now(seat, action)
    }

    fn act_now(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        let done = self.table.act(seat, action, &mut events);
        done.map_err(|refusal| {
            format!(
                "{action:?} of seat {}: {}, before {:?}",
                seat.0,
                refusal.why.text(),
                self.steps
            )
        })?;
        Ok(events)
    }

    fn play(mut self, sheet: &Sheet) -> Result<(), String> {
        for _ in 0..DECISIONS {
            let won = match *self.table.phase() {
                Phase::Turn(turn) if turn.seat == self.winner() => self.own_turn(&turn)?,
                Phase::Turn(turn) => self.other_turn(&turn)?,
                Phase::Claims(claims) => self.claims(&claims)?,
                ref phase => return Err(format!("the hand ended: {phase:?}, before {:?}", self.steps)),
            };
            if let Some(events) = won {
                return self.same_pay(&events, sheet);
            }
        }
        Err(format!("too long, before {:?}", self.steps))
    }

    fn own_turn(&mut self, turn: &Turn) -> Result<Option<Vec<Event>>, String> {
        let (seat, next) = (turn.seat, self.table.wind(self.table.after(turn.seat)));
        let own = self.claim.win.seat;
        let win = &self.claim.win;
        let Some(drawn) = turn.drawn else {
            let place = self.spare.iter().position(|tile| !turn.kuikae.has(tile.kind()));
            let tile = self.spare.remove(place.ok_or("only forbidden discards")?);
            let drawn = false;
            return self.act(seat, Action::Discard { tile, drawn }, next).map(|_| None);
        };
        let aside = &self.table.player(seat).aside;
        if matches!(self.steps.front(), Some(Step::Flower(flower)) if aside.contains(flower)) {
            self.steps.pop_front();
        }
        let (drawn, just) = self.first.take().map_or((drawn, true), |first| (first, false));
        match self.steps.front().cloned() {
            Some(Step::Win) if win.by.is_tsumo() && drawn == win.tile && turn.row.is_some() == self.replaced_last() => {
                let claimed = self.table.tsumo_claim(seat).ok_or("no tsumo")?;
                self.same_claim(&claimed)?;
                return self.act(seat, Action::Tsumo, next).map(Some);
            }
            Some(Step::Kan { tile, added }) if drawn == tile => {
                self.steps.pop_front();
                let kind = tile.kind();
                let action = if added {
                    Action::Kakan(kind)
                } else {
                    Action::Ankan(kind)
                };
                self.act(seat, action, own)?;
            }
            Some(Step::Kita(tile)) if drawn == tile => {
                self.steps.pop_front();
                self.act(seat, Action::Kita, own)?;
            }
            Some(Step::Riichi) => {
                self.steps.pop_front();
                let open = win.riichi.is_open();
                self.act(
                    seat,
                    Action::Riichi {
                        tile: drawn,
                        drawn: just,
                        open,
                    },
                    next,
                )?;
            }
            step => {
                let done = matches!(step, Some(Step::Idle))
                    || step == Some(Step::Early(own)) && drawn.kind() == win.tile.kind();
                if done {
                    self.steps.pop_front();
                }
                self.act(
                    seat,
                    Action::Discard {
                        tile: drawn,
                        drawn: just,
                    },
                    next,
                )?;
            }
        }
        Ok(None)
    }

    /// Whether the winning tile is a replacement, of the deal or not.
    fn replaced_last(&self) -> bool {
        self.claim.win.rinshan
            || self
                .table
                .turn()
                .is_some_and(|turn| turn.row.is_some_and(|row| row.dealing))
    }

    fn other_turn(&mut self, turn: &Turn) -> Result<Option<Vec<Event>>, String> {
        let (seat, next) = (turn.seat, self.table.wind(self.table.after(turn.seat)));
        let wind = self.table.wind(seat);
        let win = &self.claim.win;
        let Some(drawn) = turn.drawn else {
            let hand = self.table.player(seat).hand.clone();
            let waits = self.waits.clone();
            let fits = |tile: &&Tile| !waits.contains(&tile.kind()) && !turn.kuikae.has(tile.kind());
            let tile = *hand.iter().find(fits).ok_or("only waits to discard")?;
            return self
                .act(seat, Action::Discard { tile, drawn: false }, next)
                .map(|_| None);
        };
        let robbed = self.steps.front() == Some(&Step::Win) && wind == win.from && drawn == win.tile;
        let started = !win.riichi.is_double() || !self.steps.contains(&Step::Riichi);
        let action = if robbed && win.by == By::RobbingAKan {
            if self.closed {
                Action::Ankan(drawn.kind())
            } else {
                Action::Kakan(drawn.kind())
            }
        } else if robbed && win.by == By::RobbingAKita {
            Action::Kita
        } else if let Some(place) = self.kans.iter().position(|(who, _)| *who == wind).filter(|_| started) {
            let (_, kind) = self.kans.remove(place);
            self.act(seat, Action::Ankan(kind), wind)?;
            return Ok(None);
        } else if self.payer_riichi && wind == win.from && (!self.late || drawn == win.tile) {
            self.payer_riichi = false;
            Action::Riichi {
                tile: drawn,
                drawn: true,
                open: false,
            }
        } else {
            Action::Discard {
                tile: drawn,
                drawn: true,
            }
        };
        if self.steps.front() == Some(&Step::Early(wind)) && drawn.kind() == win.tile.kind() {
            self.steps.pop_front();
        }
        self.act(seat, action, next)?;
        Ok(None)
    }

    fn claims(&mut self, claims: &Claims) -> Result<Option<Vec<Event>>, String> {
        let winner = self.winner();
        let win = &self.claim.win;
        let from = self.table.wind(claims.from);
        let next = self.table.wind(self.table.after(claims.from));
        let seats = self.table.to_act();
        // The winner answers last.
        let Some(&seat) = seats.iter().find(|&&seat| seat != winner).or(seats.first()) else {
            return Err("nobody may claim".to_owned());
        };
        let wind = self.table.wind(seat);
        let ways = [
            (By::Ron, Offered::Discard),
            (
                By::RobbingAKan,
                if self.closed { Offered::Ankan } else { Offered::Kakan },
            ),
            (By::RobbingAKita, Offered::Kita),
        ];
        match self.steps.front().cloned() {
            Some(Step::Win)
                if seat == winner
                    && claims.tile == win.tile
                    && from == win.from
                    && ways.contains(&(win.by, claims.offered)) =>
            {
                let claimed = self.table.ron_claim(seat, claims.from, claims.tile, claims.offered);
                self.same_claim(&claimed)?;
                return self.act(seat, Action::Ron, next).map(Some);
            }
            Some(Step::Call {
                kind,
                own,
                tile,
                from: giver,
            }) if seat == winner && claims.tile == tile && from == giver => {
                self.steps.pop_front();
                let legal = self.table.legal(seat);
                let same = |pair: &[Tile; 2]| {
                    let mut pair = pair.to_vec();
                    let mut own = own.clone();
                    pair.sort_unstable();
                    own.sort_unstable();
                    pair == own
                };
                let action = legal.iter().find(|action| match action {
                    Action::Pon(pair) => kind == MeldKind::Pon && same(pair),
                    Action::Chii(pair) => kind == MeldKind::Chii && same(pair),
                    Action::Daiminkan => kind == MeldKind::Daiminkan,
                    _ => false,
                });
                self.act(seat, *action.ok_or("the call is not legal")?, wind)?;
            }
            Some(Step::Feed { giver, taker })
                if wind == taker && from == giver && claims.tile.kind() == win.tile.kind() =>
            {
                let legal = self.table.legal(seat);
                let pon = legal.iter().find(|action| matches!(action, Action::Pon(_)));
                self.steps.pop_front();
                self.act(seat, *pon.ok_or("no pon")?, wind)?;
            }
            _ => {
                self.act(seat, Action::Pass, next)?;
            }
        }
        Ok(None)
    }

    /// The table's claim is the one that was scored.
    fn same_claim(&self, at_table: &Win) -> Result<(), String> {
        let win = &self.claim.win;
        let sorted = |tiles: &[Tile]| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            tiles
        };
        let melds = |win: &Win| {
            let mut melds: Vec<_> = win
                .melds
                .iter()
                .map(|meld| (meld.kind as u8, sorted(&meld.tiles)))
                .collect();
            melds.sort_unstable();
            melds
        };
        let flags = |win: &Win| {
            let when = (
                win.riichi,
                win.ippatsu,
                win.rinshan,
                win.last_tile,
                win.first_turn,
                win.payer_riichi,
            );
            (win.by, win.seat, win.from, win.round, win.tile, when)
        };
        let same = sorted(&win.hand) == sorted(&at_table.hand)
            && melds(win) == melds(at_table)
            && sorted(&win.aside) == sorted(&at_table.aside)
            && flags(win) == flags(at_table)
            && at_table.dora.starts_with(&win.dora);
        match same {
            true => Ok(()),
            false => Err(format!("the table has {at_table:?}")),
        }
    }

    fn same_pay(&self, events: &[Event], sheet: &Sheet) -> Result<(), String> {
        let dealer = |seat: Seat| Wind::at(usize::from(seat.0));
        let paid: Vec<Transfer> = events.iter().filter_map(|event| transfer_of(event, dealer)).collect();
        let moved = points_moved(&paid, self.table.seats());
        let scored = BySeat::from_fn(self.table.seats(), |wind| sheet.deltas.0[Wind::at(wind)]);
        match moved.map(|points| points.0) == scored {
            true => Ok(()),
            false => Err(format!("the table pays {moved:?}, the score sheet {scored:?}")),
        }
    }
}

/// The kinds that complete the hand.
fn waits(rules: &Rules, win: &Win) -> Vec<Kind> {
    let with = |kind: Kind| Win {
        tile: Tile::plain(kind),
        by: By::Ron,
        riichi: win.riichi,
        ..win.clone()
    };
    let completes = |kind: &Kind| !matches!(score(rules, &with(*kind)), Err(NotAWin::Incomplete));
    Kind::of_hand().filter(completes).collect()
}

fn pairable(pool: &mut Pool, dice: &mut Dice, free: &dyn Fn(Kind) -> bool, hand: &[Tile]) -> Option<[Tile; 2]> {
    let counts = |kind: Kind, pool: &Pool| pool.0.iter().filter(|tile| tile.kind() == kind).count();
    let kinds: Vec<Kind> = Kind::of_hand()
        .filter(|&kind| free(kind) && counts(kind, pool) >= 2 && !hand.iter().any(|tile| tile.kind() == kind))
        .collect();
    let kind = *kinds.get(dice.below(kinds.len()))?;
    Some([
        pool.draw(dice, |other| other == kind)?,
        pool.draw(dice, |other| other == kind)?,
    ])
}

/// The tiles of a meld that the winner is dealt, and how it comes about.
fn steps_of(rules: &Rules, win: &Win, meld: &Meld, dice: &mut Dice) -> (Vec<Tile>, Vec<Step>) {
    let mut tiles = meld.tiles.to_vec();
    let called = tiles.remove(dice.below(tiles.len()));
    let seats = rules.seats();
    let other = Wind::at((win.seat.index() + 1 + dice.below(seats - 1)) % seats);
    let left = Wind::at((win.seat.index() + seats - 1) % seats);
    let from = meld
        .from
        .unwrap_or(if meld.kind == MeldKind::Chii { left } else { other });
    let call = |kind, own: &[Tile]| Step::Call {
        kind,
        own: own.to_vec(),
        tile: called,
        from,
    };
    match meld.kind {
        MeldKind::Chii | MeldKind::Pon | MeldKind::Daiminkan => (tiles.clone(), vec![call(meld.kind, &tiles)]),
        MeldKind::Ankan => (
            tiles,
            vec![Step::Kan {
                tile: called,
                added: false,
            }],
        ),
        MeldKind::Kakan => {
            let tile = tiles.remove(dice.below(tiles.len()));
            (
                tiles.clone(),
                vec![call(MeldKind::Pon, &tiles), Step::Kan { tile, added: true }],
            )
        }
    }
}

/// Moves what leads to the replacement tile to the end.
fn last_for_rinshan(
    rules: &Rules,
    hand: &HandText,
    steps: &mut Vec<Vec<Step>>,
    flowers: &mut Vec<Tile>,
    dice: &mut Dice,
) -> Result<(), String> {
    let always = rules.settings.aside.rinshan == AsideRinshan::Always;
    let pays = rules.settings.pao.rinshan;
    let fits = |steps: &Vec<Step>| match (steps.last(), hand.fed_kan) {
        (
            Some(Step::Call {
                kind: MeldKind::Daiminkan,
                from,
                ..
            }),
            FedKan::By(fed),
        ) => *from == fed,
        (
            Some(Step::Call {
                kind: MeldKind::Daiminkan,
                ..
            }),
            FedKan::Unsaid,
        ) => !pays,
        (Some(Step::Kan { .. }), fed) => fed.feeder().is_none(),
        (Some(Step::Kita(_)), fed) => fed.feeder().is_none() && always,
        _ => false,
    };
    let places: Vec<usize> = (0..steps.len()).filter(|&i| fits(&steps[i])).collect();
    let flower = always && !flowers.is_empty() && hand.fed_kan.feeder().is_none();
    if flower && (places.is_empty() || dice.percent(40)) {
        steps.push(vec![Step::Flower(flowers.pop().ok_or("no flower")?)]);
        return Ok(());
    }
    let place = *places
        .get(dice.below(places.len()))
        .ok_or("nothing leads to the replacement tile")?;
    let last = steps.remove(place);
    steps.push(last);
    Ok(())
}
