//! `jantaku rules keys`

use crate::failure::Failure;
use crate::page::{Column, Line, Page, Table};
use crate::{ink, screen};
use clap::Args;
use jantaku_rules::rulebook::settings::{Key, KeyInfo};
use serde_json::{Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct KeysArgs {
    /// Only keys with this prefix, such as `game`
    #[arg(default_value = "")]
    prefix: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &KeysArgs) -> Result<(), Failure> {
    let infos: Vec<KeyInfo> = Key::ALL.iter().map(|key| key.info()).collect();
    let asked: Vec<&KeyInfo> = infos
        .iter()
        .filter(|info| info.name.starts_with(&args.prefix))
        .collect();
    if asked.is_empty() {
        return Err(Failure::Asked(format!("no key begins with {:?}", args.prefix)));
    }
    if args.json {
        return screen::write_json(&asked.into_iter().map(as_json).collect::<Vec<_>>().into());
    }
    let mut page = Page::new(screen::width());
    let mut section = "";
    for info in asked {
        let own = info.name.split('.').next().unwrap_or_default();
        if own != section {
            page.heading(own);
            section = own;
        }
        write(&mut page, info);
    }
    screen::show(&page)
}

fn write(page: &mut Page, info: &KeyInfo) {
    page.hanging(
        4,
        Line::from("  ")
            .add(info.name.as_str(), ink::CODE)
            .text(format!("  {}", info.doc)),
    );
    if info.words().is_empty() {
        return page.hanging(8, Line::from("      ").add(info.shape.expected(), ink::FAINT));
    }
    let mut table = Table::new(&[Column::Left, Column::Wrap]);
    for (word, meaning) in info.words() {
        table.row([Line::from(format!("{word:?}")), Line::new(meaning.trim(), ink::FAINT)]);
    }
    page.table(6, &table);
}

fn as_json(info: &KeyInfo) -> Json {
    let words = info
        .words()
        .iter()
        .map(|(word, meaning)| json!({ "word": word, "says": meaning.trim() }));
    json!({ "key": info.name, "says": info.doc, "expected": info.shape.expected(), "words": words.collect::<Vec<_>>() })
}
