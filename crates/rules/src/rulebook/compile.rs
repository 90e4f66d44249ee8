//! Compiles a resolved rulebook for play.

use super::canonical;
use super::check;
use super::conditions::Conditions;
use super::error::{ErrorKind, RulebookError, error};
use super::limits::{self, Limit};
use super::resolved::{Place, Resolved, ResolvedYaku};
use super::rules::{PaoYaku, Rules};
use super::settings::{Key, Settings};
use super::source::WorthPatch;
use super::yaku::{Beside, Names, Worth, Yaku};
use crate::condition::Condition;
use crate::expression::Term;
use crate::tile_set::TileSet;
use crate::value::Totals;
use crate::yaku_table::YakuTable;
use std::sync::Arc;

/// Compiles a rulebook.
///
/// # Errors
/// Everything that cannot be played: contradictions, values out of range, and rulebooks beyond the size limits.
pub fn compile(resolved: &Resolved) -> Result<Rules, Vec<RulebookError>> {
    let mut conditions = Conditions::default();
    let checked = check(resolved, &mut conditions)?;
    let Checked { settings, yaku, terms } = checked;
    let rules =
        Rules {
            spec: resolved.spec.to_string(),
            names: resolved.names.clone(),
            edition: resolved.edition.clone(),
            canonical: Arc::default(),
            hash: Default::default(),
            tiles: TileSet::of(&settings.tiles),
            table: YakuTable::new(&yaku, &terms),
            totals: Totals::new(&settings),
            tsumo_fu: condition(&settings.fu.tsumo_when, Condition::Always, &mut conditions),
            closed_robbed_by: condition(&settings.kan.closed_robbed_by, Condition::Never, &mut conditions).or(
                condition(&settings.kan.closed_also_robbed_by, Condition::Never, &mut conditions),
            ),
            pao: pao(&settings.pao.yaku, &yaku, &terms),
            settings,
            yaku,
            terms,
            clauses_also: Vec::new(),
            clauses: resolved.clauses.iter().map(|clause| clause.clause.clone()).collect(),
            set_by: Key::ALL.iter().map(|key| resolved.because(*key)).collect(),
            first_set_by: Key::ALL.iter().map(|key| resolved.first_because(*key)).collect(),
            options: resolved.options.clone(),
        };
    let text = canonical::write(&rules, Key::ALL);
    if text.len() > limits::MERGED_BYTES.most {
        let Place { file, line } = &resolved.header;
        let (expected, found) = (limits::MERGED_BYTES.expected(), text.len().to_string());
        return Err(vec![error(file, *line, "", ErrorKind::TooLarge, expected, found)]);
    }
    // Computed now so that the first score does not have to wait.
    crate::splits::tables();
    Ok(rules.kept_as(&text))
}

/// A rulebook without contradictions, whose conditions are compiled.
pub(super) struct Checked {
    settings: Settings,
    yaku: Vec<Yaku>,
    terms: Vec<Vec<Term>>,
}

/// Everything that can be wrong with a rulebook but the size of its text, without the work to prepare it for play.
pub(super) fn check(resolved: &Resolved, conditions: &mut Conditions) -> Result<Checked, Vec<RulebookError>> {
    let settings = resolved.settings();
    conditions.begin();
    let mut errors = check::check(resolved, &settings, conditions);
    let yaku: Vec<Yaku> = resolved.yaku.iter().filter_map(compile_yaku).collect();
    bound(resolved, "yaku", yaku.len(), limits::YAKU, &mut errors);
    let counted = yaku.iter().take(limits::YAKU.most);
    let terms: Vec<Vec<Term>> = counted
        .map(|yaku| compile_when(resolved, yaku, conditions, &mut errors))
        .collect();
    let alternatives = terms.iter().map(Vec::len).sum();
    bound(resolved, "when", alternatives, limits::ALTERNATIVES, &mut errors);
    match errors.is_empty() {
        true => Ok(Checked { settings, yaku, terms }),
        false => Err(errors),
    }
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
fn compile_when(
    resolved: &Resolved,
    yaku: &Yaku,
    conditions: &mut Conditions,
    errors: &mut Vec<RulebookError>,
) -> Vec<Term> {
    conditions.compile(&yaku.when).unwrap_or_else(|wrong| {
        let when = resolved.yaku(&yaku.id).and_then(|yaku| yaku.when.as_ref());
        let Place { file, line } = when.map_or(&resolved.header, |when| &when.place);
        let key = format!("yaku.{}.when", yaku.id);
        let kind = wrong.problem.kind();
        errors.push(error(file, *line, &key, kind, wrong.problem.to_string(), ""));
        Vec::new()
    })
}

/// A setting's expression. `check` has made sure that it compiles.
fn condition(text: &str, empty: Condition, conditions: &mut Conditions) -> Condition {
    if text.is_empty() {
        return empty;
    }
    conditions.compile(text).map_or(Condition::Never, Condition::Where)
}

fn bound(resolved: &Resolved, key: &str, count: usize, limit: Limit, errors: &mut Vec<RulebookError>) {
    if count > limit.most {
        let Place { file, line } = &resolved.header;
        let (expected, found) = (limit.expected(), count.to_string());
        errors.push(error(file, *line, key, ErrorKind::TooMany, expected, found));
    }
}
