//! Which hands can win under a rulebook, found by scoring one hand of each sort. So the bot understands every rulebook.

use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::score;
use jantaku_rules::seat::Wind;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_rules::win::{By, Meld, MeldKind, Riichi, Win};

/// The sorts of hands that win without any further yaku.
#[derive(Clone, Debug)]
pub(crate) struct Prospects {
    /// A closed hand, with riichi if the rulebook has it.
    pub closed: bool,
    pub any: bool,
    /// An open hand without terminals and honours.
    pub simples: bool,
    /// An open hand of one suit and honours.
    pub one_suit: bool,
    pub triplets: bool,
    /// The honours of which a triplet is enough to win, by round and seat.
    value: [[u64; 4]; 4],
}

/// Sets without a yaku, and the tile that completes the last of them.
const PLAIN_SETS: &str = "234p789s56p";
const LAST: &str = "4p";

impl Prospects {
    pub(crate) fn of(rules: &Rules) -> Prospects {
        let riichi = rules.settings.riichi.played;
        let wins = |pon: &[&str], hand: &str, last: &str| is_win(rules, &open(pon, hand, last));
        let mut closed = open(&[], "111p234p789s33z56p", LAST);
        closed.by = By::Tsumo;
        closed.from = closed.seat;
        if riichi {
            closed.riichi = Riichi::Riichi;
        }
        let mut value = [[0; 4]; 4];
        for round in Wind::ALL {
            for seat in Wind::ALL.into_iter().take(rules.seats()) {
                for kind in Kind::of_hand().filter(|kind| kind.is_honour()) {
                    let mut win = open(&[&format!("{kind}")], &format!("22s{PLAIN_SETS}"), LAST);
                    (win.round, win.seat) = (round, seat);
                    win.from = Wind::at((seat.index() + 1) % rules.seats());
                    if is_win(rules, &win) {
                        value[round.index()][seat.index()] |= 1 << kind.index();
                    }
                }
            }
        }
        Prospects {
            closed: is_win(rules, &closed),
            any: wins(&["1p"], "234p789s33z56s", "4s"),
            simples: wins(&["2p"], "345p678s55s34s", "2s"),
            one_suit: wins(&["1p"], "234p789p33z56p", "4p"),
            triplets: wins(&["1p", "4s"], "777p999s3z", "3z"),
            value,
        }
    }

    /// Whether a triplet of this kind is enough for this seat in this round.
    pub(crate) fn is_value(&self, kind: Kind, round: Wind, seat: Wind) -> bool {
        self.value[round.index()][seat.index()] >> kind.index() & 1 == 1
    }
}

/// South wins by ron from west in the east round.
fn open(pons: &[&str], hand: &str, last: &str) -> Win {
    let tiles = |text: &str| notation::tiles(text).unwrap_or_default();
    let pon = |text: &&str| Meld {
        kind: MeldKind::Pon,
        tiles: tiles(text).iter().flat_map(|&tile| [tile; 3]).take(3).collect(),
        from: Some(Wind::West),
    };
    let hand = tiles(hand).into_iter().take(13).collect();
    let tile = notation::tile(last).unwrap_or(Tile::plain(Kind::EAST));
    Win::ron(hand, tile).off(Wind::West).with_melds(pons.iter().map(pon))
}

fn is_win(rules: &Rules, win: &Win) -> bool {
    score(rules, win).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    fn of(spec: &str) -> Prospects {
        Prospects::of(&Library::builtin().rules(spec).unwrap())
    }

    fn value(prospects: &Prospects, round: Wind, seat: Wind) -> String {
        let value = |kind: &Kind| prospects.is_value(*kind, round, seat);
        Kind::of_hand()
            .filter(value)
            .map(|kind| kind.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn riichi_rulebooks_want_a_yaku() {
        let tenhou = of("tenhou");
        assert!(tenhou.closed && tenhou.simples && tenhou.one_suit && tenhou.triplets);
        assert!(!tenhou.any);
        assert!(!of("tenhou(open-tanyao=closed-only)").simples);
        assert_eq!(value(&tenhou, Wind::East, Wind::South), "1z 2z 5z 6z 7z");
        assert_eq!(value(&tenhou, Wind::South, Wind::South), "2z 5z 6z 7z");
    }

    #[test]
    fn house_rules_are_understood() {
        // ZAN-23: north is everybody's value tile.
        assert_eq!(value(&of("zan"), Wind::East, Wind::West), "1z 3z 4z 5z 6z 7z");
        // SM-27: it is nobody's.
        assert_eq!(value(&of("sanmatsuri"), Wind::East, Wind::West), "1z 3z 5z 6z 7z");
        // ZJ-13: a hand with no pattern wins; not with the minimum of ZJ-81.
        assert!(of("zung-jung").any);
        let minimum = of("zung-jung(minimum=five)");
        assert!(!minimum.any && minimum.simples);
    }
}
