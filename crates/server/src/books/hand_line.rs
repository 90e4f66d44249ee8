//! A win as `jantaku score` reads it: `123m456p11z [555s pon west] +1z tsumo seat=east`.

use jantaku_rules::notation;
use jantaku_rules::seat::Wind;
use jantaku_rules::win::{By, Riichi, Win};

pub(super) fn written(win: &Win) -> String {
    let mut words = vec![notation::sorted(&win.hand)];
    for meld in &win.melds {
        let from = meld.from.map(|wind| format!(" {wind}")).unwrap_or_default();
        words.push(format!(
            "[{} {}{from}]",
            notation::sorted(&meld.tiles),
            meld.kind.word()
        ));
    }
    words.push(format!("+{}", win.tile));
    if win.by != By::Ron {
        words.push(win.by.word().to_owned());
    }
    if win.riichi != Riichi::None {
        let word = Riichi::WORDS.iter().find(|(_, riichi)| *riichi == win.riichi);
        words.extend(word.map(|(word, _)| (*word).to_owned()));
    }
    let flags = [
        ("ippatsu", win.ippatsu),
        ("rinshan", win.rinshan),
        ("replaces-aside", win.replaces_aside),
        ("last-tile", win.last_tile),
        ("first-turn", win.first_turn),
        ("payer-riichi", win.payer_riichi),
        ("sorted-in", win.sorted_in),
    ];
    words.extend(
        flags
            .iter()
            .filter(|(_, is_set)| *is_set)
            .map(|(word, _)| (*word).to_owned()),
    );
    let winds = [
        ("seat", win.seat, Wind::South),
        ("round", win.round, Wind::East),
        ("from", win.from, if win.by.is_tsumo() { win.seat } else { Wind::East }),
    ];
    let said = winds.iter().filter(|(_, wind, usual)| wind != usual);
    words.extend(said.map(|(word, wind, _)| format!("{word}={wind}")));
    for (word, tiles) in [
        ("aside", &win.aside[..]),
        ("dora", &win.dora[..]),
        ("ura", &win.ura[..]),
    ] {
        if !tiles.is_empty() {
            words.push(format!("{word}={}", notation::sorted(tiles)));
        }
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebooks::examples::of_yaku;
    use jantaku_rules::hand_text::HandText;
    use jantaku_rules::rulebook::library::Library;

    /// Every example hand of every rulebook is read back as the same hand.
    #[test]
    fn writes_hands_that_are_read_back() {
        let library = Library::builtin();
        let mut read = 0;
        for listing in library.list() {
            let rules = library.rules(&listing.source.id).unwrap();
            for win in of_yaku(&rules).into_iter().flatten() {
                let line = written(&win);
                let hand: HandText = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
                let sorted = |win: &Win| {
                    let mut win = win.clone();
                    win.hand.sort();
                    win.aside.sort();
                    win.melds.iter_mut().for_each(|meld| meld.tiles.sort());
                    win
                };
                assert_eq!(sorted(&hand.win), sorted(&win), "{line}");
                read += 1;
            }
        }
        assert!(read > 300, "{read}");
    }
}
