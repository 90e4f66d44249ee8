//! Conditions on a hand: expressions over the facts in [`VOCABULARY`](crate::facts::VOCABULARY), compiled into bit masks.
//!
//! `robbing-a-kan and winning-tile(2s)`: facts joined by `and`, `or`, `not` and brackets, counts compared with numbers
//! (`concealed-triplets >= 3`), and facts about tiles (`only(19m19p)`). An expression becomes a list of alternatives, each
//! tested with one comparison per word. So expressions cannot loop or run code, and their cost is limited in advance.

mod error;
mod normal_form;
mod parse;

pub use error::{ExpressionError, Problem};

use crate::facts::{Facts, Flag, WORDS};

/// Length limit of an expression.
pub const LONGEST: usize = 1_000;
/// Nesting limit of brackets and `not`.
pub const DEEPEST: u32 = 32;
/// Limit on the alternatives of an expression.
pub const MOST_TERMS: usize = 64;

/// One alternative: facts that must hold and facts that must not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Term {
    pub mask: [u64; WORDS],
    pub value: [u64; WORDS],
}

impl Term {
    /// Must this fact hold for it?
    pub(crate) fn asks_for(&self, flag: Flag) -> bool {
        self.value[flag.word] & (1 << flag.bit) != 0
    }

    /// Does it hold of these facts?
    pub fn holds(&self, facts: &Facts) -> bool {
        (0..WORDS).all(|i| facts.words[i] & self.mask[i] == self.value[i])
    }
}

/// Compiles an expression into alternatives. It holds if any of them does.
///
/// # Errors
/// A syntax error, an unknown fact, a condition that always or never holds, or one beyond the limits of this module.
pub fn compile(text: &str) -> Result<Vec<Term>, ExpressionError> {
    let mut steps = u64::MAX;
    compile_within(text, &mut steps)
}

/// The same for one of many expressions, which together may take so many steps. Takes those that it needs.
///
/// # Errors
/// As [`compile`], or [`Problem::NoStepsLeft`].
pub(crate) fn compile_within(text: &str, steps: &mut u64) -> Result<Vec<Term>, ExpressionError> {
    let tree = parse::parse(text)?;
    normal_form::terms(&tree, steps)
}

#[cfg(test)]
mod tests {
    use super::parse::{Atom, Node};
    use super::*;
    use crate::facts::{self, Count, Flag, Meaning, VOCABULARY};

    fn flag(terms: &[Term], flag: Flag) -> bool {
        let mut facts = Facts::default();
        facts.set(flag, true);
        terms.iter().any(|term| term.holds(&facts))
    }

    #[track_caller]
    fn check(text: &str, terms: usize) -> Vec<Term> {
        let compiled = compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(compiled.len(), terms, "{text}: {compiled:?}");
        compiled
    }

    #[test]
    fn compiles_to_few_alternatives() {
        assert!(flag(&check("tsumo", 1), facts::TSUMO));
        assert!(!flag(&check("tsumo and closed", 1), facts::TSUMO));
        assert!(flag(&check("tsumo or closed", 2), facts::TSUMO));
        assert!(flag(&check("not closed", 1), facts::TSUMO));
        check("tsumo and (closed or riichi)", 2);
        check("not (tsumo or closed)", 1);
        check("not not tsumo", 1);
        // A count is a row of bits, so a comparison with one bound tests one bit.
        assert_eq!(check("kans >= 2", 1)[0].mask[facts::CIRCUMSTANCES].count_ones(), 1);
        assert_eq!(check("kans > 1", 1), check("kans >= 2", 1));
        assert_eq!(check("kans < 2", 1), check("not kans >= 2", 1));
        assert_eq!(check("kans <= 1", 1), check("kans < 2", 1));
        assert_eq!(check("kans = 2", 1), check("kans >= 2 and kans < 3", 1));
        assert_eq!(check("kans = 4", 1), check("kans >= 4", 1));
        assert_eq!(check("kans = 0", 1), check("kans < 1", 1));
        check("kans != 2", 2);
        // Facts about tiles: one alternative per kind, but a single one for "only".
        check("triplet(567z)", 3);
        check("not triplet(567z)", 1);
        check("only(19m19p)", 1);
        check("not only(1234567m1234567p1234567s)", 42 - 21);
        check("all-honours and seven-pairs", 1);
        check("not only(23468s6z)", 42 - 6);
        // Redundant alternatives are dropped.
        check("tsumo or tsumo and closed", 1);
        check("kans >= 1 or kans >= 2", 1);
        check("(tsumo or ron) and (tsumo or ron)", 2);
        check("tsumo and not tsumo or ron", 1);
        check("kans >= 3 and kans < 2 or ron", 1);
    }

    #[test]
    fn reports_errors_with_their_position() {
        let rows = [
            ("tsumo and", 10, "a fact, found the end"),
            ("", 1, "a fact, found the end"),
            ("and tsumo", 1, "a fact, found \"and\""),
            ("tsumo closed", 7, "\"and\", \"or\" or the end, found \"closed\""),
            ("(tsumo", 7, "\")\", found the end"),
            ("tsumo)", 6, "\"and\", \"or\" or the end, found \")\""),
            ("tusmo", 1, "a fact, found \"tusmo\"; did you mean \"tsumo\"?"),
            ("zzzzzzzz", 1, "a fact (see `jantaku rules facts`), found \"zzzzzzzz\""),
            (
                "kans",
                5,
                "a comparison of kans with a number from 0 to 4, found the end",
            ),
            (
                "kans and tsumo",
                6,
                "a comparison of kans with a number from 0 to 4, found \"and\"",
            ),
            ("kans >= tsumo", 9, "a number from 0 to 4, found \"tsumo\""),
            ("kans >= 5", 9, "a number from 0 to 4, found \"5\""),
            (
                "kans >= 99999999999999999999",
                9,
                "a number from 0 to 4, found \"99999999999999999999\"",
            ),
            ("tsumo >= 1", 7, "\"and\", \"or\" or the end, found \">=\""),
            ("only", 5, "tiles in brackets, found the end"),
            ("only()", 6, "tiles in brackets, found \")\""),
            (
                "only(12x)",
                8,
                "tiles in brackets: 'x' is neither a digit nor one of m p s z f g",
            ),
            ("only(12m", 9, "\")\", found the end"),
            (
                "tsumo & ron",
                7,
                "a fact, a number, a bracket or a comparison, found \"&\"",
            ),
            ("役満", 1, "a fact, a number, a bracket or a comparison, found \"役\""),
            ("kans >= 0", 1, "a condition that can fail, found one that always holds"),
            ("kans > 4", 1, "a condition that can hold, found one that never does"),
            (
                "tsumo and not tsumo",
                1,
                "a condition that can hold, found one that never does",
            ),
            (
                "kans > 2 and kans < 2",
                1,
                "a condition that can hold, found one that never does",
            ),
            (
                "winning-tile(1p) and winning-tile(2p)",
                1,
                "a condition that can hold, found one that never does",
            ),
            (
                "tsumo or not tsumo",
                1,
                "a condition that can fail, found one that always holds",
            ),
            (
                "kans < 3 or kans > 1",
                1,
                "a condition that can fail, found one that always holds",
            ),
        ];
        for (text, position, expected) in rows {
            let error = compile(text).unwrap_err();
            assert_eq!(
                (error.position, error.problem.to_string().as_str()),
                (position, expected),
                "{text}"
            );
        }
    }

    #[test]
    fn expressions_are_bounded() {
        let problem = |text: &str| compile(text).unwrap_err().problem;
        assert_eq!(problem(&"tsumo or ".repeat(200)), Problem::TooLong);
        assert_eq!(
            problem(&format!("{}tsumo{}", "(".repeat(33), ")".repeat(33))),
            Problem::TooDeep
        );
        assert_eq!(problem(&format!("{}tsumo", "not ".repeat(33))), Problem::TooDeep);
        check(&format!("{}tsumo{}", "(".repeat(32), ")".repeat(32)), 1);
        assert_eq!(problem("holds(123456789m) and pair(123456789m)"), Problem::TooManyTerms);
        // Dozens of alternatives each, of which few remain: the work is limited too.
        assert!(compile(&["not only(1m)"; 3].join(" and ")).is_ok());
        assert_eq!(problem(&["not only(1m)"; 40].join(" and ")), Problem::TooManyTerms);
        let different: Vec<String> = (1..=9).map(|i| format!("not only({i}m)")).collect();
        assert_eq!(problem(&different.join(" and ")), Problem::TooManyTerms);
    }

    #[test]
    fn the_vocabulary_compiles() {
        for fact in VOCABULARY {
            let text = match fact.meaning {
                Meaning::Count(_) => format!("{} >= 1", fact.name),
                Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => format!("{}(2345s)", fact.name),
                Meaning::Flag(_) => fact.name.to_owned(),
            };
            assert!(compile(&text).is_ok(), "{text}");
        }
    }

    /// A fixed sequence of numbers, so that failures can be reproduced.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    fn random_expression(numbers: &mut Numbers, depth: usize) -> String {
        match numbers.below(if depth == 0 { 4 } else { 8 }) {
            4 => format!("not {}", random_expression(numbers, depth - 1)),
            5 | 6 => {
                let word = ["and", "or"][numbers.below(2)];
                let left = random_expression(numbers, depth - 1);
                format!("{left} {word} {}", random_expression(numbers, depth - 1))
            }
            7 => format!("({})", random_expression(numbers, depth - 1)),
            _ => {
                // A small vocabulary, so that facts repeat.
                let names = [
                    "tsumo",
                    "closed",
                    "kans",
                    "triplets",
                    "flower-sets",
                    "winning-tile",
                    "only",
                    "holds-honours",
                ];
                let name = names[numbers.below(names.len())];
                match facts::named(name).unwrap().meaning {
                    Meaning::Count(count) => {
                        let comparison = ["=", "!=", "<", "<=", ">", ">="][numbers.below(6)];
                        format!("{name} {comparison} {}", numbers.below(usize::from(count.most) + 1))
                    }
                    Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => {
                        format!(
                            "{name}({})",
                            ["1m", "19m19p19s1234567z", "123456789s"][numbers.below(3)]
                        )
                    }
                    Meaning::Flag(_) => name.to_owned(),
                }
            }
        }
    }

    fn random_facts(numbers: &mut Numbers) -> Facts {
        let mut facts = Facts::default();
        for fact in VOCABULARY {
            match fact.meaning {
                Meaning::Flag(flag) => facts.set(flag, numbers.below(2) == 1),
                Meaning::Count(count) => facts.count(count, numbers.below(usize::from(count.most) + 1)),
                _ => {}
            }
        }
        facts.words[facts::WINNING] = 1 << numbers.below(42);
        let few = |numbers: &mut Numbers| (0..numbers.below(6)).fold(0, |set, _| set | 1 << numbers.below(42));
        facts.words[facts::HOLDS] = facts.words[facts::WINNING] | few(numbers);
        facts.words[facts::TRIPLETS] = few(numbers);
        facts
    }

    /// Evaluates the syntax tree directly.
    fn evaluate(node: &Node, facts: &Facts) -> bool {
        let at_least = |count: &Count, n: u8| facts.get(*count) >= usize::from(n);
        match node {
            Node::Atom(Atom::Flag(flag)) => facts.is(*flag),
            Node::Atom(Atom::AtLeast(count, n)) => at_least(count, *n),
            Node::Atom(Atom::AnyOf { word, kinds }) => facts.words[*word] & kinds.bits() != 0,
            Node::Atom(Atom::NoneBut { word, kinds }) => facts.words[*word] & !kinds.bits() == 0,
            Node::Not(inner) => !evaluate(inner, facts),
            Node::And(parts) => parts.iter().all(|part| evaluate(part, facts)),
            Node::Or(parts) => parts.iter().any(|part| evaluate(part, facts)),
        }
    }

    #[test]
    fn alternatives_agree_with_the_syntax_tree() {
        let mut numbers = Numbers(0x5eed);
        let (mut compared, mut refused) = (0, 0);
        for _ in 0..3_000 {
            let text = random_expression(&mut numbers, 4);
            let tree = match parse::parse(&text) {
                Ok(tree) => tree,
                Err(_) => continue,
            };
            let terms = match normal_form::terms(&tree, &mut { u64::MAX }) {
                Ok(terms) => terms,
                Err(error) => {
                    let never = match error.problem {
                        Problem::NeverTrue => Some(false),
                        Problem::AlwaysTrue => Some(true),
                        _ => None,
                    };
                    if let Some(constant) = never {
                        refused += 1;
                        for _ in 0..50 {
                            assert_eq!(evaluate(&tree, &random_facts(&mut numbers)), constant, "{text}");
                        }
                    }
                    continue;
                }
            };
            compared += 1;
            for _ in 0..50 {
                let facts = random_facts(&mut numbers);
                let holds = terms.iter().any(|term| term.holds(&facts));
                assert_eq!(holds, evaluate(&tree, &facts), "{text}\n{terms:?}\n{facts:?}");
            }
        }
        assert!(
            compared > 1_500 && refused > 10,
            "{compared} compared, {refused} constant"
        );
    }
}
