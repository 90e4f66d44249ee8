//! `jantaku rules limits`

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen};
use clap::Args;
use jantaku_rules::rulebook::limits;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct LimitsArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &LimitsArgs) -> Result<(), Failure> {
    if args.json {
        let limits = limits::ALL.iter();
        let limits: Vec<_> = limits
            .map(|limit| json!({ "most": limit.most, "what": limit.what }))
            .collect();
        return screen::write_json(&limits.into());
    }
    let mut page = Page::new(screen::width());
    page.line("Rulebooks come from strangers, so there is at most:");
    let mut table = Table::new(&[Column::Right, Column::Wrap]);
    for limit in limits::ALL {
        table.row([Line::new(limit.most.to_string(), ink::CODE), Line::from(limit.what)]);
    }
    page.table(2, &table);
    screen::show(&page)
}
