//! Hands that show what a yaku asks for, each verified by the scorer of its rulebook.

mod asked;
mod draft;

use draft::Drafts;
use jantaku_rules::facts::VOCABULARY;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::score::{Score, score};
use jantaku_rules::win::Win;
use jantaku_rules::win_check::checked;

/// Drafts that are tried for a rulebook while a yaku has no hand, and those that are tried anyway, for plainer ones.
const DRAFTS: usize = 6_000;
const FEWEST: usize = 1_500;
/// Drafts by the tiles that conditions name, for yaku that chance does not meet.
const ASKED: usize = 4_000;

/// Hands that everybody knows these yaku by, before any others are tried.
const KNOWN: [&str; 24] = [
    "234m567m345p67s99s +8s",
    "234m567m345p67s88s +8s",
    "223344m567p78s99p +9s",
    "223344m556677p9s +9s",
    "123m456p789s55z66z +5z",
    "234m234p234s78p11z +9p",
    "123456789m78p11s +9p",
    "123m789p123s99m11z +1z",
    "123m789p123s99m11p +9m",
    "222m444p888s33p66s +6s",
    "222m444p888s77s12p +3p tsumo",
    "222m222p222s78p99s +9p",
    "123567m99m11z [777z pon] +9m",
    "1236789m234m55m +6m",
    "1133m5577p2244s6z +6z",
    "55566677z 234p 9s +9s",
    "19m19p19s1234567z +1z",
    "222m444p888s33p66s +6s tsumo",
    "111222333z44z55p +4z",
    "234p678p23678s33z +4s",
    "111p222p333p78s99s +9s",
    "2233445566778p +8p",
    "1112345678999p +5p",
    "234678p23678s44z +1s",
];

/// The words that bring the circumstances of a yaku about.
const CIRCUMSTANCES: [&str; 13] = [
    "",
    "tsumo",
    "riichi",
    "riichi ippatsu",
    "double",
    "open tsumo",
    "open payer-riichi",
    "open",
    "double-open tsumo",
    "tsumo last-tile",
    "last-tile",
    "tsumo first-turn seat=east",
    "first-turn",
];

/// A hand for every yaku of a rulebook, in its order: the plainest that was found. None for a yaku that was not met.
pub(crate) fn of_yaku(rules: &Rules) -> Vec<Option<Win>> {
    let mut best: Vec<Option<(usize, Win)>> = vec![None; rules.yaku.len()];
    let mut drafts = Drafts::new(rules);
    let known = KNOWN
        .iter()
        .flat_map(|hand| CIRCUMSTANCES.iter().map(move |words| format!("{hand} {words}")));
    let facts = VOCABULARY.iter().map(|fact| fact.example.to_owned());
    let written = known.chain(facts).filter_map(|line| line.parse().ok());
    for win in written {
        try_hand(&mut best, rules, &win);
    }
    for tried in 0..DRAFTS {
        if tried > FEWEST && best.iter().all(Option::is_some) {
            break;
        }
        if let Some(win) = drafts.next_win() {
            try_hand(&mut best, rules, &win);
        }
    }
    for _ in 0..ASKED {
        if best.iter().all(Option::is_some) {
            break;
        }
        if let Some(win) = drafts.next_asked() {
            try_hand(&mut best, rules, &win);
        }
    }
    best.into_iter().map(|found| found.map(|(_, win)| win)).collect()
}

/// Keeps a hand that the rulebook scores.
fn try_hand(best: &mut [Option<(usize, Win)>], rules: &Rules, win: &Win) {
    let Ok(win) = checked(rules, win) else {
        return;
    };
    if let Ok(score) = score(rules, &win) {
        keep(best, rules, &win, &score);
    }
}

/// Keeps a hand for each of its yaku that no plainer hand shows.
fn keep(best: &mut [Option<(usize, Win)>], rules: &Rules, win: &Win, score: &Score) {
    let yaku: Vec<usize> = score.lines(rules).map(|line| usize::from(line.yaku)).collect();
    let others = yaku.len().saturating_sub(1);
    let burden = 4 * others + 2 * win.melds.len() + win.aside.len() + usize::from(win.riichi.declared());
    for place in yaku {
        if best[place].as_ref().is_none_or(|(known, _)| burden < *known) {
            best[place] = Some((burden, win.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::rulebook::library::Library;

    /// Every yaku of every rulebook that its tiles allow has a hand that is given it.
    #[test]
    fn finds_a_hand_for_every_yaku() {
        let library = Library::builtin();
        let specs = library
            .list()
            .iter()
            .map(|listing| listing.source.id.clone())
            .collect::<Vec<_>>();
        let mut missing = Vec::new();
        for spec in specs {
            let rules = library.rules(&spec).unwrap();
            let found = of_yaku(&rules);
            assert_eq!(found.len(), rules.yaku.len());
            for (yaku, win) in rules.yaku.iter().zip(found) {
                match win {
                    None => missing.push(format!("{spec} {}", yaku.id)),
                    Some(win) => {
                        let score = score(&rules, &checked(&rules, &win).unwrap()).unwrap();
                        let given = score
                            .lines(&rules)
                            .any(|line| rules.yaku[usize::from(line.yaku)].id == yaku.id);
                        assert!(given, "{spec} {}", yaku.id);
                    }
                }
            }
        }
        // Without the 2 to 8 of man there are no sequences in three suits.
        missing.retain(|missing| !missing.ends_with(" sanshoku-doujun"));
        assert_eq!(missing, [] as [&str; 0]);
    }

    /// A club's own yaku is met without anybody having written a hand for it.
    #[test]
    fn finds_hands_for_local_yaku() {
        let mut library = Library::builtin();
        let club = r#"
            rulebook = { id = "club", name = { en = "Club" }, extends = "tenhou" }
            [[clause]]
            id = "C-1"
            says = "Local yaku."
            yaku.sanrenkou = { han = 2, when = "consecutive-triplets >= 3", name = { en = "Three in a row" } }
            yaku.uumensai = { han = 2, when = "standard and suits = 3 and (triplet(1234z) or pair(1234z)) and (triplet(567z) or pair(567z))", name = { en = "Five families" } }
            yaku.daisharin = { yakuman = 1, when = "identical-pairs = 2 and only(2345678p) and closed", name = { en = "Big wheel" } }
            yaku.wheels = { yakuman = 1, when = "seven-pairs and only(2345678s)", name = { en = "Big wheels of bamboo" } }
            yaku.kinmonkou = { han = 3, when = "sequence(1m) and sequence(3m) and sequence(5m) and sequence(7m) or sequence(1s) and sequence(3s) and sequence(5s) and sequence(7s)", name = { en = "Golden Gate" } }
            yaku.benikujaku = { yakuman = 1, when = "only(1579s7z) and holds(7z)", name = { en = "Red peacock" } }
            yaku.mouyue = { han = 5, when = "last-tile and tsumo and winning-tile(1p)", name = { en = "Moon" } }
            yaku.heaven = { han = 2, when = "triplet(1m) and triplet(5z) and pair(9s)", name = { en = "Heaven and earth" } }
        "#;
        assert_eq!(library.add(club), Ok("club".to_owned()));
        let rules = library.rules("club").unwrap();
        let found = of_yaku(&rules);
        let own = rules
            .yaku
            .iter()
            .zip(&found)
            .filter(|(yaku, _)| rules.clause_id(yaku.clause) == "C-1");
        let missing: Vec<&str> = own
            .filter(|(_, win)| win.is_none())
            .map(|(yaku, _)| yaku.id.as_str())
            .collect();
        assert_eq!(missing, [] as [&str; 0]);
    }
}
