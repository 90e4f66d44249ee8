//! What a contest found, as a table for people and as JSON for scripts.

use std::fmt;

use jantaku_rules::rulebook::error::RulebookError;
use serde_json::{Map, Value, json};

/// The name of this engine in every contest.
pub(crate) const OURS: &str = "ours";
/// The engine that the bars of the project are measured against.
pub(crate) const RIVAL: &str = "riichienv";

/// The rulebook that the other engines play, and that ours are measured against.
pub(crate) const PUBLIC: &str = "tenhou";

/// The time one engine took for one piece of work.
pub(crate) struct Entry {
    /// Its name, which is also the beginning of its key in the JSON.
    pub engine: &'static str,
    /// Nanoseconds for one hand, or one step.
    pub ns: f64,
}

/// One piece of work and the engines that did it.
pub(crate) struct Contest {
    pub key: &'static str,
    pub title: &'static str,
    /// The engines, in the order in which they are shown.
    pub entries: Vec<Entry>,
}

impl Contest {
    /// How many times as fast as the rival this engine is, if both took part.
    fn ratio(&self) -> Option<f64> {
        Some(self.ns(RIVAL)? / self.ns(OURS)?)
    }

    /// How many times as long as the public rulebook a club's takes, if both took part.
    fn ratio_to_public(&self) -> Option<f64> {
        Some(self.ns(OURS)? / self.ns(PUBLIC)?)
    }

    fn ns(&self, engine: &str) -> Option<f64> {
        let entry = self.entries.iter().find(|entry| entry.engine == engine)?;
        Some(entry.ns)
    }
}

/// Why nothing was timed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Two engines gave different answers, so their times cannot be compared.
    Disagreement {
        input: String,
        answers: [(&'static str, i64); 2],
    },
    /// A rulebook that comes with the program does not load.
    Rulebook(Vec<RulebookError>),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Disagreement { input, answers } => {
                let [(one, answer), (other, its_answer)] = answers;
                write!(f, "{one} says {answer} and {other} says {its_answer} of {input}")
            }
            Failure::Rulebook(errors) => errors.iter().try_for_each(|error| writeln!(f, "{error}")),
        }
    }
}

/// Checks that two engines answer every input alike.
pub(crate) fn agree<T: fmt::Debug>(
    inputs: &[T],
    (one, answer): (&'static str, impl Fn(&T) -> i64),
    (other, its_answer): (&'static str, impl Fn(&T) -> i64),
) -> Result<(), Failure> {
    for input in inputs {
        let answers = [(one, answer(input)), (other, its_answer(input))];
        if answers[0].1 != answers[1].1 {
            return Err(Failure::Disagreement {
                input: format!("{input:?}"),
                answers,
            });
        }
    }
    Ok(())
}

/// One object with a key for each contest.
pub(crate) fn json(contests: &[Contest]) -> Map<String, Value> {
    let objects = contests.iter().map(|contest| {
        let mut object = Map::new();
        for entry in &contest.entries {
            object.insert(format!("{}_ns", entry.engine), json!(rounded(entry.ns)));
        }
        if let Some(ratio) = contest.ratio() {
            object.insert("ratio".to_owned(), json!(rounded(ratio)));
        }
        if let Some(ratio) = contest.ratio_to_public() {
            object.insert(format!("ratio_to_{PUBLIC}"), json!(rounded(ratio)));
        }
        (contest.key.to_owned(), Value::Object(object))
    });
    objects.collect()
}

/// One line for each contest.
pub(crate) fn table(contests: &[Contest]) -> String {
    let width = contests.iter().map(|c| c.title.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}  ns each, one thread, median\n", "");
    for contest in contests {
        let entries = contest.entries.iter();
        let times = entries.map(|entry| format!("{} {:.1}", entry.engine, entry.ns));
        let times = times.collect::<Vec<_>>().join("   ");
        let rival = contest.ratio().map(|r| format!("   ({r:.2} × {RIVAL})"));
        let public = contest
            .ratio_to_public()
            .map(|r| format!("   ({r:.2} × the time of {PUBLIC})"));
        let ratio = rival.or(public).unwrap_or_default();
        text.push_str(&format!("{:width$}  {times}{ratio}\n", contest.title));
    }
    text
}

/// Two digits after the point are more than the clock can tell.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
