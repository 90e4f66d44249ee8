//! Parses the text of an expression into a syntax tree.

use super::error::{ExpressionError, Problem};
use super::{DEEPEST, LONGEST};
use crate::facts::{self, Count, Flag, Meaning, VOCABULARY};
use crate::kind_set::KindSet;
use crate::nearest::nearest;
use crate::notation;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Atom(Atom),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Atom {
    Flag(Flag),
    /// At least this many, from 1 to the maximum of the count.
    AtLeast(Count, u8),
    /// Any of these kinds is in the word.
    AnyOf {
        word: usize,
        kinds: KindSet,
    },
    /// No other kind is in the word.
    NoneBut {
        word: usize,
        kinds: KindSet,
    },
}

pub(super) fn parse(text: &str) -> Result<Node, ExpressionError> {
    if text.len() > LONGEST {
        return Err(ExpressionError {
            position: LONGEST + 1,
            problem: Problem::TooLong,
        });
    }
    let characters: Vec<char> = text.chars().collect();
    let mut parser = Parser {
        characters: &characters,
        at: 0,
        depth: 0,
    };
    let node = parser.either()?;
    match parser.peek()? {
        (_, Token::End) => Ok(node),
        (at, token) => Err(expected(at, "\"and\", \"or\" or the end", &token)),
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Name(String),
    Number(String),
    Comparison(Comparison),
    Open,
    Close,
    End,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// Longer signs first, so that `<=` is not read as `<`.
    const SIGNS: [(&str, Comparison); 6] = [
        ("!=", Comparison::NotEqual),
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("=", Comparison::Equal),
        ("<", Comparison::Less),
        (">", Comparison::More),
    ];
}

struct Parser<'a> {
    characters: &'a [char],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    /// `a or b or …`
    fn either(&mut self) -> Result<Node, ExpressionError> {
        let mut parts = vec![self.both()?];
        while self.word("or")? {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Node::Or(parts)
        })
    }

    /// `a and b and …`
    fn both(&mut self) -> Result<Node, ExpressionError> {
        let mut parts = vec![self.single()?];
        while self.word("and")? {
            parts.push(self.single()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Node::And(parts)
        })
    }

    /// `not a`, `(a)`, or a fact.
    fn single(&mut self) -> Result<Node, ExpressionError> {
        let (at, token) = self.next()?;
        match token {
            Token::Open => self.deeper(at, |parser| {
                let inner = parser.either()?;
                parser.close()?;
                Ok(inner)
            }),
            Token::Name(name) if name == "not" => {
                self.deeper(at, |parser| parser.single().map(|inner| Node::Not(Box::new(inner))))
            }
            Token::Name(name) if name != "and" && name != "or" => self.fact(at, &name),
            other => Err(expected(at, "a fact", &other)),
        }
    }

    fn fact(&mut self, at: usize, name: &str) -> Result<Node, ExpressionError> {
        let Some(fact) = facts::named(name) else {
            let spelled = nearest(name, VOCABULARY.iter().map(|fact| fact.name));
            let nearest = spelled.or_else(|| facts::meant(name));
            return Err(error(
                at,
                Problem::UnknownFact {
                    name: name.to_owned(),
                    nearest,
                },
            ));
        };
        match fact.meaning {
            Meaning::Flag(flag) => Ok(Node::Atom(Atom::Flag(flag))),
            Meaning::Count(count) => self.comparison(at, name, count),
            Meaning::AnyOf { word } => self.tiles().map(|kinds| Node::Atom(Atom::AnyOf { word, kinds })),
            Meaning::NoneBut { word } => self.tiles().map(|kinds| Node::Atom(Atom::NoneBut { word, kinds })),
        }
    }

    /// Reads a comparison and expresses it by "at least" and its negation.
    fn comparison(&mut self, start: usize, name: &str, count: Count) -> Result<Node, ExpressionError> {
        let most = count.most;
        let (at, token) = self.next()?;
        let Token::Comparison(comparison) = token else {
            let expectation = format!("a comparison of {name} with a number from 0 to {most}");
            return Err(expected(at, &expectation, &token));
        };
        let (at, token) = self.next()?;
        let number = match &token {
            Token::Number(digits) => digits.parse().ok().filter(|n: &u8| *n <= most),
            _ => None,
        };
        let Some(n) = number else {
            return Err(expected(at, &format!("a number from 0 to {most}"), &token));
        };
        // None if all counts, or none, are at least `n`.
        let at_least = |n: u8| (1..=most).contains(&n).then_some(Node::Atom(Atom::AtLeast(count, n)));
        let below = |n: u8| at_least(n).map(|node| Node::Not(Box::new(node)));
        let always = || Err(error(start, Problem::AlwaysTrue));
        let never = || Err(error(start, Problem::NeverTrue));
        let both = |low: Option<Node>, high: Option<Node>| low.into_iter().chain(high).collect::<Vec<Node>>();
        match comparison {
            Comparison::AtLeast => at_least(n).map_or_else(always, Ok),
            Comparison::AtMost => below(n + 1).map_or_else(always, Ok),
            Comparison::More => at_least(n + 1).map_or_else(never, Ok),
            Comparison::Less => below(n).map_or_else(never, Ok),
            Comparison::Equal => Ok(Node::And(both(at_least(n), below(n + 1)))),
            Comparison::NotEqual => Ok(Node::Or(both(below(n), at_least(n + 1)))),
        }
    }

    /// `(19m19p)`: read as raw text, not as tokens.
    fn tiles(&mut self) -> Result<KindSet, ExpressionError> {
        let (at, token) = self.next()?;
        if token != Token::Open {
            return Err(expected(at, "tiles in brackets", &token));
        }
        let start = self.at;
        let length = self.characters[start..].iter().position(|c| *c == ')');
        let Some(length) = length else {
            return Err(expected(self.characters.len(), "\")\"", &Token::End));
        };
        self.at = start + length + 1;
        let text: String = self.characters[start..start + length].iter().collect();
        if text.trim().is_empty() {
            return Err(expected(start + length, "tiles in brackets", &Token::Close));
        }
        notation::kinds(&text).map_err(|wrong| error(start + wrong.position - 1, Problem::Tiles(wrong)))
    }

    fn deeper<T>(
        &mut self,
        at: usize,
        inner: impl FnOnce(&mut Self) -> Result<T, ExpressionError>,
    ) -> Result<T, ExpressionError> {
        if self.depth == DEEPEST {
            return Err(error(at, Problem::TooDeep));
        }
        self.depth += 1;
        let result = inner(self)?;
        self.depth -= 1;
        Ok(result)
    }

    fn close(&mut self) -> Result<(), ExpressionError> {
        match self.next()? {
            (_, Token::Close) => Ok(()),
            (at, other) => Err(expected(at, "\")\"", &other)),
        }
    }

    /// Takes the word if it comes next.
    fn word(&mut self, word: &str) -> Result<bool, ExpressionError> {
        let before = self.at;
        let found = matches!(self.next()?, (_, Token::Name(name)) if name == word);
        if !found {
            self.at = before;
        }
        Ok(found)
    }

    fn peek(&mut self) -> Result<(usize, Token), ExpressionError> {
        let before = self.at;
        let token = self.next();
        self.at = before;
        token
    }

    /// The next token and where it begins.
    fn next(&mut self) -> Result<(usize, Token), ExpressionError> {
        self.take_while(|c| c.is_ascii_whitespace());
        let at = self.at;
        let Some(&first) = self.characters.get(at) else {
            return Ok((at, Token::End));
        };
        let token = match first {
            'a'..='z' => Token::Name(self.take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')),
            '0'..='9' => Token::Number(self.take_while(|c| c.is_ascii_digit())),
            '(' | ')' => {
                self.at += 1;
                if first == '(' { Token::Open } else { Token::Close }
            }
            _ => {
                let here: String = self.characters[at..].iter().take(2).collect();
                let Some((sign, comparison)) = Comparison::SIGNS.into_iter().find(|(sign, _)| here.starts_with(sign))
                else {
                    let expectation = "a fact, a number, a bracket or a comparison".to_owned();
                    let found = format!("{:?}", first.to_string());
                    return Err(error(
                        at,
                        Problem::Expected {
                            expected: expectation,
                            found,
                        },
                    ));
                };
                self.at += sign.len();
                Token::Comparison(comparison)
            }
        };
        Ok((at, token))
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = &self.characters[self.at..];
        let taken: String = rest.iter().copied().take_while(|c| belongs(*c)).collect();
        self.at += taken.len();
        taken
    }
}

fn expected(at: usize, expected: &str, found: &Token) -> ExpressionError {
    let found = match found {
        Token::Name(text) | Token::Number(text) => format!("{text:?}"),
        Token::Comparison(comparison) => {
            let sign = Comparison::SIGNS.iter().find(|(_, other)| other == comparison);
            format!("{:?}", sign.map_or("", |(sign, _)| sign))
        }
        Token::Open => "\"(\"".to_owned(),
        Token::Close => "\")\"".to_owned(),
        Token::End => "the end".to_owned(),
    };
    error(
        at,
        Problem::Expected {
            expected: expected.to_owned(),
            found,
        },
    )
}

fn error(at: usize, problem: Problem) -> ExpressionError {
    ExpressionError {
        position: at + 1,
        problem,
    }
}
