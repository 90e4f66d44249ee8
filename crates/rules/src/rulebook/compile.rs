//! Compiles a resolved rulebook for play.

use super::canonical::{self, LARGEST_CANONICAL};
use super::check;
use super::error::{ErrorKind, RulebookError, error};
use super::resolved::{Place, Resolved, ResolvedYaku};
use super::rules::{PaoYaku, Rules};
use super::settings::Key;
use super::source::WorthPatch;
use super::yaku::{Beside, Names, Worth, Yaku};
use crate::condition::Condition;
use crate::expression::{self, Term};
use crate::tile_set::TileSet;
use crate::value::Totals;
use crate::yaku_table::{MOST_TERMS, MOST_YAKU, YakuTable};
use std::sync::Arc;

/// Compiles a rulebook.
///
/// # Errors
/// Everything that cannot be played: contradictions, values out of range, and rulebooks beyond the size limits.
pub fn compile(resolved: &Resolved) -> Result<Rules, Vec<RulebookError>> {
    let settings = resolved.settings();
    let mut errors = check::check(resolved, &settings);
    let yaku: Vec<Yaku> = resolved.yaku.iter().filter_map(compile_yaku).collect();
    let terms: Vec<Vec<Term>> = yaku
        .iter()
        .map(|yaku| compile_when(resolved, yaku, &mut errors))
        .collect();
    bound(resolved, "yaku", yaku.len(), MOST_YAKU, &mut errors);
    bound(
        resolved,
        "when",
        terms.iter().map(Vec::len).sum(),
        MOST_TERMS,
        &mut errors,
    );
    if !errors.is_empty() {
        return Err(errors);
    }
    let rules = Rules {
        spec: resolved.spec.to_string(),
        names: resolved.names.clone(),
        edition: resolved.edition.clone(),
        canonical: Arc::default(),
        hash: Default::default(),
        tiles: TileSet::of(&settings.tiles),
        table: YakuTable::new(&yaku, &terms),
        totals: Totals::new(&settings),
        tsumo_fu: condition(&settings.fu.tsumo_when, Condition::Always),
        closed_robbed_by: condition(&settings.kan.closed_robbed_by, Condition::Never)
            .or(condition(&settings.kan.closed_also_robbed_by, Condition::Never)),
        pao: pao(&settings.pao.yaku, &yaku, &terms),
        settings,
        yaku,
        terms,
        clauses: resolved.clauses.iter().map(|clause| clause.clause.clone()).collect(),
        set_by: Key::ALL.iter().map(|key| resolved.because(*key)).collect(),
        first_set_by: Key::ALL.iter().map(|key| resolved.first_because(*key)).collect(),
        options: resolved.options.clone(),
    };
    let text = canonical::write(&rules, Key::ALL);
    if text.len() > LARGEST_CANONICAL {
        let Place { file, line } = &resolved.header;
        let expected = format!("at most {LARGEST_CANONICAL} bytes, including everything it builds on");
        let found = format!("{} bytes", text.len());
        return Err(vec![error(file, *line, "", ErrorKind::TooLarge, expected, found)]);
    }
    // Computed now so that the first score does not have to wait.
    crate::splits::tables();
    Ok(rules.kept_as(&text))
}

/// The yaku that make a player liable, with their conditions.
fn pao(ids: &[String], yaku: &[Yaku], terms: &[Vec<Term>]) -> Vec<PaoYaku> {
    let named = yaku
        .iter()
        .zip(terms)
        .enumerate()
        .filter(|(_, (yaku, _))| ids.contains(&yaku.id));
    let liable = |(place, (_, terms)): (usize, (&Yaku, &Vec<Term>))| PaoYaku {
        yaku: place as u16,
        when: Condition::Where(terms.clone()),
    };
    named.map(liable).collect()
}

/// The yaku, if it is played, valid and complete.
fn compile_yaku(yaku: &ResolvedYaku) -> Option<Yaku> {
    let asks = !yaku.asks_broken && (yaku.when.is_some() || !yaku.each.is_empty());
    let worth = yaku.worth.as_ref().filter(|_| yaku.played && asks)?;
    let named = if yaku.names.en.is_empty() {
        &yaku.id
    } else {
        &yaku.names.en
    };
    // A yaku with only a count needs at least one.
    let counted = || format!("{} >= 1", yaku.each);
    let by = |is_set: bool, clause| if is_set { clause } else { yaku.given_by };
    Some(Yaku {
        id: yaku.id.clone(),
        names: Names {
            en: named.clone(),
            ..yaku.names.clone()
        },
        when: yaku.when.as_ref().map_or_else(counted, |when| when.value.clone()),
        unless: yaku.unless.clone(),
        worth: match worth.value {
            WorthPatch::Han(closed) => Worth::Han {
                closed,
                open: yaku.open.unwrap_or(closed),
            },
            WorthPatch::Yakuman(n) => Worth::Yakuman(n),
            WorthPatch::Points(points) => Worth::Points(points),
        },
        each: yaku.each.clone(),
        bonus: yaku.bonus,
        beside: yaku.beside,
        over: yaku.over.iter().map(|over| over.value.clone()).collect(),
        waives_fu: yaku.waives_fu,
        clause: yaku.given_by,
        asked_by: yaku.asked_by,
        over_by: by(!yaku.over.is_empty(), yaku.over_by),
        beside_by: by(yaku.beside != Beside::default(), yaku.beside_by),
        waives_by: by(yaku.waives_fu, yaku.waives_by),
        clauses: yaku.changes.iter().map(|change| change.clause).collect(),
    })
}

/// The alternatives of a yaku's expression. Errors in expressions of a file were reported when it was read.
fn compile_when(resolved: &Resolved, yaku: &Yaku, errors: &mut Vec<RulebookError>) -> Vec<Term> {
    expression::compile(&yaku.when).unwrap_or_else(|wrong| {
        let when = resolved.yaku(&yaku.id).and_then(|yaku| yaku.when.as_ref());
        let Place { file, line } = when.map_or(&resolved.header, |when| &when.place);
        let key = format!("yaku.{}.when", yaku.id);
        errors.push(error(
            file,
            *line,
            &key,
            ErrorKind::Expression,
            wrong.problem.to_string(),
            "",
        ));
        Vec::new()
    })
}

/// A setting's expression. `check` has made sure that it compiles.
fn condition(text: &str, empty: Condition) -> Condition {
    if text.is_empty() {
        return empty;
    }
    expression::compile(text).map_or(Condition::Never, Condition::Where)
}

fn bound(resolved: &Resolved, key: &str, count: usize, most: usize, errors: &mut Vec<RulebookError>) {
    if count > most {
        let Place { file, line } = &resolved.header;
        let expected = format!("at most {most} in the whole rulebook, counting each alternative of an expression");
        errors.push(error(file, *line, key, ErrorKind::TooMany, expected, count.to_string()));
    }
}
