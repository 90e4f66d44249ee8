//! What changed between two texts: in words, and line by line.

use crate::wire::books::{BookChange, ChangeKind, LineChange, LineKind};
use jantaku_rules::rulebook::diff::{Diff, Difference};
use jantaku_rules::rulebook::resolved::Resolved;
use jantaku_rules::rulebook::settings::Key;

/// Lines around a change that are shown with it.
const AROUND: usize = 3;
/// Comparisons of lines; texts that differ more are shown as removed and added as a whole.
const MOST_COMPARED: usize = 4_000_000;

/// What two rulebooks play differently.
pub(crate) fn words(before: &Resolved, after: &Resolved) -> Vec<BookChange> {
    let Diff {
        keys, yaku, options, ..
    } = Diff::of(before, after);
    let of = |kind: ChangeKind| {
        move |Difference { name, left, right }: Difference| {
            let key = Key::named(&name).filter(|_| kind == ChangeKind::Key);
            BookChange {
                kind,
                says: key.map(|key| key.info().doc.to_owned()).unwrap_or_default(),
                name,
                before: left.value,
                after: right.value,
                before_clause: left.clause,
                after_clause: right.clause,
            }
        }
    };
    let keys = keys.into_iter().map(of(ChangeKind::Key));
    let yaku = yaku.into_iter().map(of(ChangeKind::Yaku));
    keys.chain(yaku)
        .chain(options.into_iter().map(of(ChangeKind::Option)))
        .collect()
}

/// The lines of two texts, with those left out that are far from any change.
pub(crate) fn lines(before: &str, after: &str) -> Vec<LineChange> {
    if before == after {
        return Vec::new();
    }
    folded(compared(
        &before.lines().collect::<Vec<_>>(),
        &after.lines().collect::<Vec<_>>(),
    ))
}

/// All lines of both texts in order, the shared ones once.
fn compared(before: &[&str], after: &[&str]) -> Vec<LineChange> {
    let same = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (old, new) = (&before[same..], &after[same..]);
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut all = Vec::new();
    let (mut at, mut now) = (0u32, 0u32);
    let mut push = |kind: LineKind, text: &str| {
        at += u32::from(kind != LineKind::Added);
        now += u32::from(kind != LineKind::Removed);
        all.push(LineChange {
            kind,
            before: (kind != LineKind::Added).then_some(at),
            after: (kind != LineKind::Removed).then_some(now),
            text: text.to_owned(),
        });
    };
    before[..same].iter().for_each(|line| push(LineKind::Same, line));
    middle(old, new, &mut push);
    before[before.len() - end..]
        .iter()
        .for_each(|line| push(LineKind::Same, line));
    all
}

/// The longest lines in common stay, by a table of how many follow from each pair of places.
fn middle(old: &[&str], new: &[&str], push: &mut impl FnMut(LineKind, &str)) {
    if old.len().saturating_mul(new.len()) > MOST_COMPARED {
        old.iter().for_each(|line| push(LineKind::Removed, line));
        return new.iter().for_each(|line| push(LineKind::Added, line));
    }
    let wide = new.len() + 1;
    let mut common = vec![0u32; (old.len() + 1) * wide];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            let skipped = common[(i + 1) * wide + j].max(common[i * wide + j + 1]);
            common[i * wide + j] = match one == other {
                true => common[(i + 1) * wide + j + 1] + 1,
                false => skipped,
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            push(LineKind::Same, old[i]);
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[(i + 1) * wide + j] >= common[i * wide + j + 1] {
            push(LineKind::Removed, old[i]);
            i += 1;
        } else {
            push(LineKind::Added, new[j]);
            j += 1;
        }
    }
}

/// Leaves out lines that are far from any change.
fn folded(all: Vec<LineChange>) -> Vec<LineChange> {
    let mut is_near = vec![false; all.len()];
    for (place, _) in all.iter().enumerate().filter(|(_, line)| line.kind != LineKind::Same) {
        let until = (place + AROUND + 1).min(all.len());
        is_near[place.saturating_sub(AROUND)..until].fill(true);
    }
    let mut shown: Vec<LineChange> = Vec::new();
    for (line, is_near) in all.into_iter().zip(is_near) {
        if is_near {
            shown.push(line);
        } else if shown.last().is_none_or(|last| last.kind != LineKind::Gap) {
            shown.push(LineChange {
                kind: LineKind::Gap,
                before: None,
                after: None,
                text: String::new(),
            });
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> String {
        let sign = |line: LineChange| match line.kind {
            LineKind::Same => format!(" {}", line.text),
            LineKind::Added => format!("+{}", line.text),
            LineKind::Removed => format!("-{}", line.text),
            LineKind::Gap => "…".to_owned(),
        };
        lines(before, after).into_iter().map(sign).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn shows_changed_lines_with_those_around() {
        assert_eq!(shown("a\nb\nc", "a\nb\nc"), "");
        assert_eq!(shown("a\nb\nc", "a\nx\nc"), " a|-b|+x| c");
        assert_eq!(shown("", "a\nb"), "+a|+b");
        assert_eq!(shown("a\nb\nc\nd", "b\nd\ne"), "-a| b|-c| d|+e");
        let long: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let changed = long.join("\n").replace("\n10\n", "\nten\n");
        assert_eq!(shown(&long.join("\n"), &changed), "…| 7| 8| 9|-10|+ten| 11| 12| 13|…");
    }

    #[test]
    fn numbers_lines_of_both_texts() {
        let lines = lines("a\nb\nc", "a\nx\ny\nc");
        let numbers: Vec<_> = lines.iter().map(|line| (line.before, line.after)).collect();
        assert_eq!(
            numbers,
            [
                (Some(1), Some(1)),
                (Some(2), None),
                (None, Some(2)),
                (None, Some(3)),
                (Some(3), Some(4))
            ]
        );
    }

    #[test]
    fn gives_up_on_texts_that_share_little() {
        let before = "a\n".repeat(3_000);
        let after = "b\na\n".repeat(3_000);
        let all = lines(&before, &after);
        let count = |kind| all.iter().filter(|line| line.kind == kind).count();
        assert!(count(LineKind::Removed) + count(LineKind::Added) >= 3_000);
    }
}
