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
