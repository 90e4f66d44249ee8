//! What a yaku asks of a hand: an expression compiles within its bounds or is refused, and never holds together with its opposite.
#![no_main]

use jantaku_rules::expression::{LONGEST, MOST_TERMS, Term, compile};
use jantaku_rules::facts::{Facts, Meaning, VOCABULARY, WINNING};
use jantaku_rules::tile::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u64, &str)| {
    let (lots, text) = input;
    let Ok(terms) = compile(text) else { return };
    assert!(text.len() <= LONGEST && (1..=MOST_TERMS).contains(&terms.len()));
    let Ok(opposite) = compile(&format!("not ({text})")) else {
        return;
    };
    let mut lots = Lots(lots);
    for _ in 0..64 {
        let facts = lots.facts();
        let holds = |terms: &[Term]| terms.iter().any(|term| term.holds(&facts));
        assert_ne!(holds(&terms), holds(&opposite), "{text}: {facts:?}");
    }
});

struct Lots(u64);

impl Lots {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) ^ mixed >> 31
    }

    /// Any facts, with counts as the rows of bits that they are.
    fn facts(&mut self) -> Facts {
        let mut facts = Facts::default();
        for fact in VOCABULARY {
            let lot = self.draw();
            match fact.meaning {
                Meaning::Flag(flag) => facts.set(flag, lot & 1 == 1),
                Meaning::Count(count) => facts.count(count, lot as usize % (usize::from(count.most) + 1)),
                Meaning::AnyOf { word } | Meaning::NoneBut { word } => {
                    facts.words[word] |= lot & self.draw() & self.draw() & ALL_KINDS
                }
            }
        }
        // There is just one winning tile, and the compiler counts on that.
        facts.words[WINNING] = 1 << (self.draw() % KINDS as u64);
        facts
    }
}

/// One bit for each kind of tile.
const ALL_KINDS: u64 = (1 << KINDS) - 1;
