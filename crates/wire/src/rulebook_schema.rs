//! `jantaku rules schema`: the format of rulebooks as a JSON schema, made from the keys that the reader knows.

use jantaku_rules::rulebook::setting::{Field, Shape};
use jantaku_rules::rulebook::settings::Key;
use serde_json::{Map, Value as Json, json};

/// The schema, for editors that complete and check TOML by one.
#[must_use]
pub fn schema() -> Json {
    let rulebook = table(
        "What the rulebook is called and what it is built on.",
        &["id", "name"],
        json!({
            "id": name("The name of the rulebook: that of the file, without `.toml`."),
            "name": names(&["en"]),
            "edition": text("The edition of the text that it follows."),
            "extends": name("The rulebook that it starts from."),
            "with": list(name("An overlay."), "Overlays between the parent and its own clauses, in order."),
            "overlay": flag("Can it be laid on any other rulebook?"),
            "base": name("The rulebook that an overlay is laid on when it is asked for alone."),
            "hidden": flag("Is it only there for others to build on?"),
        }),
    );
    let clause = changing(
        "A rule of the book.",
        &["id", "says"],
        json!({
            "id": name("Its number in the book."),
            "says": text("The rule, as players read it."),
            "also": also(),
            "kind": { "description": "A rule that binds people and not the table.", "const": "etiquette" },
            "reading": reading(),
            "replaces": list(name("A clause."), "Clauses of parents or overlays that do not hold beside it, where their data does not show it."),
            "amends": list(name("A clause."), "Clauses of parents or overlays of which a part does not hold beside it."),
        }),
    );
    let reworded = table(
        "What the clause says with this choice.",
        &[],
        json!({ "says": text("The rule."), "also": also(), "reading": reading() }),
    );
    let choice = changing(
        "One answer.",
        &["says"],
        json!({
            "says": text("The answer, as the lobby shows it."),
            "also": also(),
            "clause": name("The clause behind it, if it is not the option's."),
            "rewords": { "description": "Clauses that say something else with this choice.", "type": "object", "additionalProperties": reworded },
        }),
    );
    let option = table(
        "What a table may agree on.",
        &["id", "clause", "says", "default", "choice"],
        json!({
            "id": name("Its name, as in `rulebook(option=choice)`."),
            "clause": name("The clause that leaves it open."),
            "says": text("The question, as the lobby shows it."),
            "also": also(),
            "default": name("The choice that applies if nobody chooses."),
            "choice": { "description": "The answers by name.", "type": "object", "additionalProperties": choice },
        }),
    );
    let example = table(
        "A worked example, which `jantaku rules check` works out again.",
        &["clause", "given", "expect"],
        json!({
            "clause": name("The clause that it illustrates."),
            "given": { "description": "A hand, a value or final points.", "type": "object" },
            "expect": { "description": "Who gets and pays what.", "type": "object" },
        }),
    );
    let mut schema = table(
        "A rulebook of Jantaku.",
        &["rulebook"],
        json!({
            "rulebook": rulebook,
            "clause": list(clause, "The rules, in the order of the book."),
            "option": list(option, "What a table may agree on."),
            "example": list(example, "Worked examples."),
        }),
    );
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Jantaku rulebook".into();
    schema["$defs"] = json!({ "sets": sets(), "yaku": yaku() });
    schema
}

/// Every key in its section.
fn sets() -> Json {
    let mut sections = Map::new();
    for key in Key::ALL {
        let info = key.info();
        let Some((section, field)) = info.name.split_once('.') else {
            continue;
        };
        let empty = || table("", &[], json!({}));
        let section = sections.entry(section).or_insert_with(empty);
        section["properties"][field] = described(of_shape(&info.shape), info.doc);
    }
    table("Values that it sets.", &[], sections.into())
}

fn yaku() -> Json {
    let one = table(
        "What the yaku is; only what changes, if the parent has it.",
        &[],
        json!({
            "name": names(&[]),
            "when": text("What it asks of the hand, in facts: see `jantaku rules facts`."),
            "unless": text("A case to take out of the condition so far, in facts."),
            "han": number("Han in a closed hand.", 1, 13),
            "open": number("Han in an open hand; 0 if it does not count there.", 0, 13),
            "yakuman": number("Yakuman, instead of han.", 1, 6),
            "points": number("Points, instead of han.", 1, 1_000_000),
            "each": text("A fact that counts, by which the worth is multiplied."),
            "bonus": flag("Does it add value without being a yaku?"),
            "beside": { "description": "How it combines with others.", "enum": ["adds", "alone", "no-other-yakuman"] },
            "over": list(name("A yaku."), "Yaku that do not count when this one does."),
            "waives-fu": flag("Do the fu of a tsumo and of tiles set aside not count with it?"),
        }),
    );
    json!({ "description": "Yaku that it adds or changes.", "type": "object", "additionalProperties": one })
}

fn of_shape(shape: &Shape) -> Json {
    match shape {
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::True => json!({ "const": true }),
        Shape::Number { from, to } => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Shape::Text | Shape::Tiles => json!({ "type": "string" }),
        Shape::Word(words) => {
            let word = |(word, says): &(&str, &str)| json!({ "const": word, "description": says.trim() });
            json!({ "oneOf": words.iter().map(word).collect::<Vec<_>>() })
        }
        Shape::List(each) => json!({ "type": "array", "items": of_shape(each) }),
        Shape::Record(fields) => {
            let required: Vec<&str> = fields
                .iter()
                .filter(|field| field.required)
                .map(|field| field.name.as_str())
                .collect();
            let field = |field: &Field| (field.name.clone(), described(of_shape(&field.shape), field.doc));
            table("", &required, fields.iter().map(field).collect::<Map<_, _>>().into())
        }
    }
}

/// A table that says it changes values and yaku.
fn changing(says: &str, required: &[&str], mut fields: Json) -> Json {
    fields["sets"] = json!({ "$ref": "#/$defs/sets" });
    fields["yaku"] = json!({ "$ref": "#/$defs/yaku" });
    fields["off"] = list(name("A yaku."), "Yaku that it switches off.");
    table(says, required, fields)
}

fn table(says: &str, required: &[&str], fields: Json) -> Json {
    let table = json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false });
    described(table, says)
}

fn described(mut schema: Json, says: &str) -> Json {
    if !says.is_empty() {
        schema["description"] = says.into();
    }
    schema
}

fn text(says: &str) -> Json {
    json!({ "description": says, "type": "string" })
}

fn name(says: &str) -> Json {
    json!({ "description": says, "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9-]{0,47}$" })
}

fn flag(says: &str) -> Json {
    json!({ "description": says, "type": "boolean" })
}

fn number(says: &str, from: i64, to: i64) -> Json {
    json!({ "description": says, "type": "integer", "minimum": from, "maximum": to })
}

fn list(items: Json, says: &str) -> Json {
    json!({ "description": says, "type": "array", "items": items })
}

fn names(required: &[&str]) -> Json {
    let names = ["en", "de", "ja", "romaji", "zh"].map(|language| (language.to_owned(), json!({ "type": "string" })));
    table(
        "Its name in the languages of the players.",
        required,
        Map::from_iter(names).into(),
    )
}

fn reading() -> Json {
    let fields = json!({
        "chosen": text("How the table plays it."),
        "also": also(),
        "instead": text("The other reading."),
        "instead-also": also(),
    });
    table("How an open text is read.", &["chosen"], fields)
}

fn also() -> Json {
    let says = ["de", "ja", "zh"].map(|language| (language.to_owned(), json!({ "type": "string" })));
    table("The same in other languages.", &[], Map::from_iter(says).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jantaku_rules::meanings;

    /// Every description in a schema.
    fn descriptions(schema: &Json, found: &mut Vec<String>) {
        match schema {
            Json::Object(fields) => {
                if let Some(Json::String(says)) = fields.get("description") {
                    found.push(says.clone());
                }
                fields.values().for_each(|part| descriptions(part, found));
            }
            Json::Array(parts) => parts.iter().for_each(|part| descriptions(part, found)),
            _ => {}
        }
    }

    #[test]
    fn every_description_is_translated() {
        let mut all = Vec::new();
        descriptions(&schema(), &mut all);
        assert!(all.len() > 200);
        let keys: Vec<&str> = meanings::all()
            .keys
            .values()
            .map(|meaning| meaning.en.as_str())
            .collect();
        let is_missing = |says: &&String| !keys.contains(&says.as_str()) && meanings::sentence(says).also.de.is_empty();
        let missing: Vec<_> = all.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "add to meanings.toml: {missing:?}");
    }
}
