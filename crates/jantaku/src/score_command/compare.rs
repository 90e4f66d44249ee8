//! A hand under several rulebooks: sheets side by side if the terminal is wide enough, and a table of totals.

use super::scored::Scored;
use super::sheet;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, words};
use jantaku_rules::seat::Wind;
use jantaku_rules::transfer::Stake;

/// The narrowest sheet beside another.
const NARROWEST: usize = 60;

pub(super) fn page(scored: &[Scored], width: usize) -> Page {
    if let [only] = scored {
        return sheet::page(only, width);
    }
    let mut page = Page::new(width);
    // As many side by side as fit, all of the same width.
    let beside = (1..=scored.len())
        .rev()
        .find(|n| Page::share(width, *n) >= NARROWEST)
        .unwrap_or(1);
    for row in scored.chunks(beside) {
        let sheets: Vec<Page> = row
            .iter()
            .map(|one| sheet::page(one, Page::share(width, beside)))
            .collect();
        page.append(Page::beside(&sheets));
        page.blank();
    }
    page.heading("Totals");
    page.table(0, &totals(scored));
    page
}

fn totals(scored: &[Scored]) -> Table {
    let seats = scored.iter().map(|one| one.rules.seats()).max().unwrap_or(0);
    let with_chips = scored.iter().any(|one| chips(one) != 0);
    let winds = || Wind::ALL.into_iter().take(seats);
    let mut columns = vec![Column::Left, Column::Left];
    columns.extend(vec![Column::Right; seats + 1]);
    let mut table = Table::new(&columns);
    let chips_head = if with_chips { "winner's chips" } else { "" };
    let heads = ["", ""].into_iter().chain(winds().map(Wind::name)).chain([chips_head]);
    table.row(heads.map(|head| Line::new(head, ink::FAINT)));
    for one in scored {
        let mut row = vec![Line::new(one.rules.spec.as_str(), ink::STRONG)];
        match &one.sheet {
            Err(_) => row.push(Line::new("impossible hand", ink::LOSS)),
            Ok(sheet) => match &sheet.explanation.outcome {
                Err(_) => row.push(Line::new("no win", ink::LOSS)),
                Ok(score) => {
                    row.push(one.worth(score).into());
                    let gains = sheet.balance(&one.rules, Stake::Points);
                    let gain = |wind: Wind| gains.as_slice().get(wind.index()).map(|gain| words::gain(*gain));
                    row.extend(winds().map(|wind| gain(wind).unwrap_or_default()));
                    row.push(if with_chips {
                        words::gain(chips(one))
                    } else {
                        Line::default()
                    });
                }
            },
        }
        table.row(row);
    }
    table
}

/// The chips of the winner.
fn chips(scored: &Scored) -> i32 {
    scored.sheet.as_ref().map_or(0, |sheet| {
        sheet.balance(&scored.rules, Stake::Chips)[sheet.claim.win.seat]
    })
}
