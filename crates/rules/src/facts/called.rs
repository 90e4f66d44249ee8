//! The fact that somebody meant who wrote another word for it, or a yaku that asks for it.

use super::VOCABULARY;
use crate::nearest;

/// What players call a fact, or a yaku that asks for it.
const CALLED: &[(&str, &str)] = &[
    ("tsumo", "self drawn"),
    ("ron", "discarded"),
    ("robbing-a-kan", "chankan"),
    ("last-tile", "haitei houtei iipin mouyue chuupin raoyui"),
    ("first-turn", "tenhou chiihou renhou"),
    ("closed", "menzen concealed"),
    ("kans", "sankantsu suukantsu kong quad"),
    ("suits", "honitsu chinitsu flush uumensai five kinds"),
    ("all-simples", "tanyao"),
    ("all-terminals", "chinroutou"),
    ("all-outside", "honroutou"),
    ("thirteen-orphans", "kokushi"),
    ("similar-sequences", "sanshoku doujun"),
    ("similar-triplets", "doukou"),
    ("straight", "ittsuu ikkitsuukan"),
    ("every-set-outside", "chanta"),
    ("every-set-terminal", "junchan"),
    ("triplets", "toitoi pung"),
    ("sequences", "pinfu chow"),
    ("concealed-triplets", "sanankou suuankou ankou"),
    ("consecutive-triplets", "sanrenkou suurenkou"),
    ("seven-pairs", "chiitoitsu daisharin big wheels"),
    ("value-triplets", "yakuhai"),
    ("dragon-triplets", "sangen daisangen shousangen uumensai"),
    (
        "wind-triplets",
        "suushii daisuushii shousuushii sanpuukou sanfonkou uumensai",
    ),
    ("identical-pairs", "iipeikou ryanpeikou"),
    ("identical-sequences", "isshoku sanjun yonjun"),
    ("wind-pair", "uumensai"),
    ("dragon-pair", "uumensai"),
    ("all-green", "ryuuiisou"),
    ("winning-tile", "iipin mouyue chuupin raoyui"),
    ("sequence", "kinmonkou golden gate bridge"),
    ("only", "daisharin big wheels ryuuiisou benikujaku"),
    ("holds", "benikujaku"),
];

/// What players call a fact, or yaku that ask for it; empty if its name and meaning say it.
#[must_use]
pub fn called(fact: &str) -> &'static str {
    CALLED
        .iter()
        .find(|(name, _)| *name == fact)
        .map_or("", |(_, words)| words)
}

/// The fact that somebody meant who wrote something else.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    let called = CALLED
        .iter()
        .find(|(_, called)| called.split(' ').any(|called| called == word));
    let explained: Vec<(&str, &str)> = VOCABULARY.iter().map(|fact| (fact.name, fact.doc)).collect();
    called.map(|(name, _)| *name).or_else(|| {
        let words = CALLED.iter().copied().chain(explained);
        nearest::meant(word, &words.collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_from_local_yaku_to_their_facts() {
        for (yaku, facts) in [
            ("isshoku sanjun", &["identical-sequences"] as &[_]),
            ("daisharin", &["seven-pairs", "only"]),
            (
                "uumensai",
                &["suits", "wind-triplets", "wind-pair", "dragon-triplets", "dragon-pair"],
            ),
            ("kinmonkou", &["sequence"]),
            ("iipin mouyue", &["last-tile", "winning-tile"]),
            ("sanpuukou", &["wind-triplets"]),
            ("benikujaku", &["only", "holds"]),
        ] {
            for fact in facts {
                let known: Vec<&str> = called(fact).split(' ').collect();
                assert!(yaku.split(' ').all(|word| known.contains(&word)), "{yaku}: {fact}");
            }
        }
    }

    #[test]
    fn knows_no_other_facts() {
        for (name, _) in CALLED {
            assert!(super::super::named(name).is_some(), "{name}");
        }
        assert_eq!(meant("haitei"), Some("last-tile"));
        assert_eq!(meant("self-drawn"), Some("tsumo"));
        assert_eq!(meant("sanjun"), Some("identical-sequences"));
    }
}
