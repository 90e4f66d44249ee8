//! The known word nearest to one that is not known, for "did you mean".

/// Longer words are no slips of the pen, and the search is quadratic.
const LONGEST: usize = 64;

/// The candidate that takes the fewest letters to change, if they are few.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
    if letters.len() > LONGEST {
        return None;
    }
    let most = 1 + letters.len() / 4;
    let measured = candidates
        .into_iter()
        .map(|candidate| (distance(&letters, candidate), candidate));
    measured
        .filter(|(changes, _)| *changes <= most)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, drop or replace.
fn distance(word: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in other.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, own) in word.iter().enumerate() {
            let replaced = diagonal + usize::from(*own != letter);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended_and_strangers_left_alone() {
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
