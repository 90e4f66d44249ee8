//! What everybody sees of a game, and the pauses in it.

use super::people::SEATS;
use serde_json::Value;
use tokio::time::Instant;

/// A discard that nobody called, as anybody can see it, and who was asked.
#[derive(Clone)]
pub(super) struct Pause {
    pub(super) game: u64,
    pub(super) from: usize,
    pub(super) tile: String,
    pub(super) drawn: bool,
    /// The number of the discard in its hand and in its game.
    pub(super) turn: usize,
    pub(super) discard: usize,
    /// Copies of the tile that all can see.
    pub(super) copies: usize,
    pub(super) melds: usize,
    pub(super) riichis: usize,
    /// From the discard to the next draw.
    pub(super) ms: f64,
    /// When each player answered who was asked.
    pub(super) answered: [Option<f64>; SEATS],
    /// The bank that whoever draws next should have, going by what anybody could time, and the one that is shown.
    pub(super) expected_bank: f64,
    pub(super) next_bank: f64,
}

/// What everybody sees.
#[derive(Default)]
pub(super) struct Sight {
    game: u64,
    /// The tile that somebody may think about, and since when.
    pub(super) lying: Option<(Instant, Pause)>,
    shown: Vec<String>,
    turn: usize,
    discard: usize,
    melds: usize,
    riichis: usize,
    /// What should be left in each bank, and the clock of the turn: since when it runs, and for how long the bank is not touched.
    banks: [f64; SEATS],
    clock: Option<(Instant, f64)>,
}

impl Sight {
    pub(super) fn of(game: u64) -> Sight {
        Sight {
            game,
            ..Sight::default()
        }
    }

    /// Notes the clock of a player who has the turn.
    pub(super) fn clock(&mut self, seat: usize, ms: f64, bank: f64) {
        // Every hand begins with full banks.
        if self.turn == 0 {
            self.banks = [bank; SEATS];
        }
        self.banks[seat] = bank;
        self.clock = Some((Instant::now(), ms));
    }

    /// Notes an event; if it ends a pause, that one.
    pub(super) fn event(&mut self, event: &Value) -> Option<Pause> {
        let kind = event["type"].as_str().unwrap();
        let ended = self.lying.take();
        match kind {
            "hand-started" => {
                let discard = self.discard;
                *self = Sight::of(self.game);
                self.discard = discard;
            }
            "indicator" => self.shown.push(kind_of(&event["tile"])),
            "riichi-declared" => self.riichis += 1,
            "called" => {
                self.melds += 1;
                let tiles = event["tiles"].as_str().unwrap();
                let suit = tiles.chars().last().unwrap();
                let numbers = tiles.chars().filter(char::is_ascii_digit);
                // The claimed tile, which was the last to be shown, is among them.
                self.shown.pop();
                self.shown
                    .extend(numbers.map(|number| format!("{number}{suit}").replace('0', "5")));
            }
            "discarded" => {
                let tile = kind_of(&event["tile"]);
                let from = event["seat"].as_u64().unwrap() as usize;
                if let Some((since, ms)) = self.clock.take() {
                    let used = since.elapsed().as_secs_f64() * 1000.0 - ms;
                    self.banks[from] = (self.banks[from] - used.max(0.0)).max(0.0);
                }
                self.turn += 1;
                self.discard += 1;
                let pause = Pause {
                    game: self.game,
                    from,
                    drawn: event["drawn"] == true,
                    turn: self.turn,
                    discard: self.discard,
                    copies: self.shown.iter().filter(|other| **other == tile).count(),
                    melds: self.melds,
                    riichis: self.riichis,
                    ms: 0.0,
                    answered: [None; SEATS],
                    expected_bank: self.banks[(from + 1) % SEATS],
                    next_bank: -1.0,
                    tile: tile.clone(),
                };
                self.shown.push(tile);
                self.lying = Some((Instant::now(), pause));
            }
            // A riichi stands once nobody has won on its tile; the draw follows at the same moment.
            "riichi-stands" => self.lying = ended,
            "drew" => {
                let (since, mut pause) = ended?;
                pause.ms = since.elapsed().as_secs_f64() * 1000.0;
                return Some(pause);
            }
            _ => {}
        }
        None
    }
}

/// The kind of a tile; a red five is a five.
pub(super) fn kind_of(tile: &Value) -> String {
    tile.as_str().unwrap().replace('0', "5")
}
