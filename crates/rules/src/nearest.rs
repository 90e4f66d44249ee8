//! Finds the closest known word, for "did you mean".

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_close_matches() {
        let words = ["tsumo", "ron", "robbing-a-kan", "rinshan"];
        let rows = [
            ("tsumo", Some("tsumo")),
            ("tusmo", Some("tsumo")),
            ("tsum", Some("tsumo")),
            ("rinsham", Some("rinshan")),
            ("robbing-a-kong", Some("robbing-a-kan")),
            ("pinfu", None),
            ("", None),
        ];
        for (word, expected) in rows {
            assert_eq!(nearest(word, words), expected, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(1_000), words), None);
    }
}
