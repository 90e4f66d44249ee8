//! Finds the known word that somebody meant, for "did you mean": by its spelling or by its meaning.

use strsim::levenshtein;

/// Longer words are hardly typing mistakes, and the search takes quadratic time.
const LONGEST: usize = 64;

/// The candidate with the fewest changed letters, if there are few enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().take(LONGEST + 1).count();
    if letters > LONGEST {
        return None;
    }
    let measured = candidates
        .into_iter()
        .map(|candidate| (levenshtein(word, candidate), candidate));
    let near = measured.filter(|(changes, _)| *changes <= 1 + letters / 4);
    near.min().map(|(_, candidate)| candidate)
}

/// Words for what several names mean are no hint to one of them.
const MOST_MEANT: usize = 4;

/// The candidate, given with what it means, that shares the rarest words with the one that is unknown: `number-of-players` means
/// `tiles.seats`, which is explained as "The number of players".
pub fn meant<'a>(word: &str, candidates: &[(&'a str, &'a str)]) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let spoken: Vec<Vec<String>> = candidates
        .iter()
        .map(|(name, meaning)| words(name).chain(words(meaning)).collect())
        .collect();
    let mut scores = vec![0; candidates.len()];
    for asked in words(word) {
        let says: Vec<usize> = (0..spoken.len())
            .filter(|&place| spoken[place].iter().any(|word| is_same(word, &asked)))
            .collect();
        if says.len() <= MOST_MEANT {
            says.iter()
                .for_each(|&place| scores[place] += MOST_MEANT + 1 - says.len());
        }
    }
    let best = *scores.iter().max().filter(|score| **score > 0)?;
    let place = scores.iter().position(|score| *score == best)?;
    Some(candidates[place].0)
}

/// Words that say something, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| word.len() > 3 || word.bytes().any(|byte| byte.is_ascii_digit()))
        .map(str::to_lowercase)
}

/// The same word, whatever its ending: point and points, deal and dealer.
fn is_same(word: &str, other: &str) -> bool {
    let (short, long) = if word.len() < other.len() {
        (word, other)
    } else {
        (other, word)
    };
    long.strip_prefix(short)
        .is_some_and(|ending| ending.len() <= 3 && (short.len() > 3 || ending.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;
    use crate::rulebook::settings::Key;

    #[test]
    fn finds_facts_and_keys_by_what_they_mean() {
        for (asked, expected) in [
            ("self-drawn", "tsumo"),
            ("sanshoku", "similar-sequences"),
            ("toitoi", "triplets"),
            ("longest-row", "consecutive-triplets"),
            ("bamboo-and-green-dragon", "all-green"),
            ("zzzzzzzz", ""),
            ("tile", ""),
        ] {
            assert_eq!(facts::meant(asked).unwrap_or_default(), expected, "{asked}");
        }
        let infos: Vec<_> = Key::ALL.iter().map(|key| key.info()).collect();
        let keys: Vec<(&str, &str)> = infos.iter().map(|info| (info.name.as_str(), info.doc)).collect();
        for (asked, expected) in [
            ("rules.number-of-players", "tiles.seats"),
            ("game.bonus-tiles", "tiles.flowers"),
        ] {
            assert_eq!(meant(asked, &keys).unwrap_or_default(), expected, "{asked}");
        }
    }
}
