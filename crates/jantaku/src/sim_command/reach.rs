//! How often each clause decided something, and which never did.

use super::report::whole;
use crate::ink;
use crate::page::{Column, Table};
use jantaku_audit::coverage::{Coverage, Reach};
use jantaku_rules::rulebook::rules::Rules;
use serde_json::{Map, Value, json};

/// Clause, count and text of all clauses that are in force.
pub(super) fn table(rules: &Rules, coverage: &Coverage) -> Table {
    let mut table = Table::new(&[Column::Left, Column::Right, Column::Left]);
    for (clause, reach) in rules.clauses.iter().zip(coverage.reach(rules)) {
        let count = match reach {
            Reach::Decided(n) => whole(n),
            Reach::NotInForce => continue,
            Reach::CannotComeUp | Reach::Beyond(_) => "–".to_owned(),
        };
        let says = match reach {
            Reach::CannotComeUp => format!("(not played here) {}", clause.says),
            Reach::Beyond(reason) => format!("({reason}) {}", clause.says),
            _ => clause.says.clone(),
        };
        table.row([clause.id.clone(), count, says]);
    }
    table
}

/// The count of each clause, or the reason why it has none.
pub(super) fn as_json(rules: &Rules, coverage: &Coverage) -> Value {
    let reach = rules.clauses.iter().zip(coverage.reach(rules));
    let told = reach.map(|(clause, reach)| {
        let told = match reach {
            Reach::Decided(n) => json!(n),
            Reach::NotInForce => json!("not in force"),
            Reach::CannotComeUp => json!("not played here"),
            Reach::Beyond(reason) => json!(reason),
        };
        (clause.id.clone(), told)
    });
    Value::Object(told.collect::<Map<_, _>>())
}

/// The counts of the clauses that can decide something.
pub(super) fn counts(rules: &Rules, coverage: &Coverage) -> Vec<u64> {
    let counted = coverage.reach(rules).into_iter().filter_map(|reach| match reach {
        Reach::Decided(n) => Some(n),
        _ => None,
    });
    counted.collect()
}

/// Prints the clauses that never decided anything; true if there are any.
pub(super) fn print_missed(rules: &Rules, coverage: &Coverage) -> bool {
    let missed = coverage.unreached(rules);
    for &clause in &missed {
        let says = rules.clause(clause).map_or("", |clause| clause.says.as_str());
        anstream::eprintln!(
            "{}never reached{:#}: {} {says}",
            ink::LOSS,
            ink::LOSS,
            rules.clause_id(clause)
        );
    }
    !missed.is_empty()
}
