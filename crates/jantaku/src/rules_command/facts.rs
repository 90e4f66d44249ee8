//! `jantaku rules facts`

use crate::failure::Failure;
use crate::page::{Line, Page};
use crate::{ink, screen};
use clap::Args;
use jantaku_rules::facts::VOCABULARY;
use serde_json::{Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct FactsArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &FactsArgs) -> Result<(), Failure> {
    if args.json {
        let facts = VOCABULARY
            .iter()
            .map(|fact| json!({ "name": fact.name, "use": fact.usage(), "says": fact.doc, "example": fact.example }));
        return screen::write_json(&facts.collect::<Vec<Json>>().into());
    }
    let mut page = Page::new(screen::width());
    page.line("A yaku asks for facts with `and`, `or`, `not` and brackets; counts are compared: `kans >= 2`.");
    page.line("Each fact is followed by a hand it holds for, as `jantaku score` reads it.");
    page.blank();
    for fact in VOCABULARY {
        page.line(Line::new(fact.usage(), ink::CODE).text(format!("  {}", fact.doc)));
        page.line(Line::from("    ").add(fact.example, ink::FAINT));
    }
    screen::show(&page)
}
