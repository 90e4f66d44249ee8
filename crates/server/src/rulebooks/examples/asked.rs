//! What conditions ask of certain tiles, so that hands can be drawn that may fulfil them.

use jantaku_rules::kind_set::KindSet;
use jantaku_rules::notation;
use jantaku_rules::rulebook::rules::Rules;

/// One alternative of a condition. It is a guess: whether a hand makes the yaku is for the scorer to say.
#[derive(Clone, Default, Debug)]
pub(super) struct Asked {
    pub only: Option<KindSet>,
    pub sequences: Vec<KindSet>,
    pub triplets: Vec<KindSet>,
    pub pair: Option<KindSet>,
    pub winning: Option<KindSet>,
    pub in_pairs: bool,
}

/// Alternatives that are kept of a rulebook, and sets of one alternative: a hand has four.
const MOST: usize = 256;
const MOST_SETS: usize = 4;

impl Asked {
    /// The alternatives that name tiles, of all yaku.
    pub(super) fn of(rules: &Rules) -> Vec<Asked> {
        let parts = rules.yaku.iter().flat_map(|yaku| yaku.when.split(" or "));
        parts.filter_map(Asked::by).take(MOST).collect()
    }

    /// Reads one alternative; none if it names no tiles or more sets than a hand has.
    fn by(part: &str) -> Option<Asked> {
        let mut asked = Asked {
            in_pairs: part.contains("seven-pairs"),
            ..Asked::default()
        };
        for wish in part.split(" and ").map(|wish| wish.trim_start_matches('(')) {
            let Some((fact, tiles)) = wish.split_once('(') else {
                continue;
            };
            let Ok(kinds) = notation::kinds(tiles.trim_end_matches(')')) else {
                continue;
            };
            match fact.trim() {
                "only" => asked.only = Some(kinds),
                "sequence" => asked.sequences.push(kinds),
                "triplet" => asked.triplets.push(kinds),
                "pair" => asked.pair = Some(kinds),
                "winning-tile" => asked.winning = Some(kinds),
                _ => {}
            }
        }
        let sets = asked.sequences.len() + asked.triplets.len();
        let names_tiles = sets > 0 || [asked.only, asked.pair, asked.winning].iter().any(Option::is_some);
        (names_tiles && sets <= MOST_SETS).then_some(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tiles_of_an_alternative() {
        let asked = Asked::by("closed and (sequence(1m) and sequence(3m)) and pair(5z)").unwrap();
        let of = |tiles| notation::kinds(tiles).unwrap();
        assert_eq!(asked.sequences, [of("1m"), of("3m")]);
        assert_eq!((asked.pair, asked.only, asked.in_pairs), (Some(of("5z")), None, false));
        let wheels = Asked::by("seven-pairs and only(2345678p)").unwrap();
        assert_eq!((wheels.only, wheels.in_pairs), (Some(of("2345678p")), true));
        assert!(Asked::by("closed and suits = 1").is_none());
        assert!(Asked::by("triplet(1m) and triplet(2m) and triplet(3m) and triplet(4m) and triplet(5m)").is_none());
    }
}
