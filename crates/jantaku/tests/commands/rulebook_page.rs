//! The page on writing a rulebook, the JSON schema and the reader of files agree.

use crate::jantaku::jantaku;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::source::Source;
use serde_json::{Map, Value as Json};
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/RULEBOOKS.md");

/// A file with an unknown field `qqqqqqqq` in each kind of table, and the place of that table in the schema.
const TABLES: [(&str, &str); 11] = [
    ("[rulebook]\nqqqqqqqq = 1", "/properties/rulebook"),
    ("[rulebook.name]\nqqqqqqqq = 1", "/properties/rulebook/properties/name"),
    ("[[clause]]\nqqqqqqqq = 1", "/properties/clause/items"),
    (
        "[[clause]]\nreading = { qqqqqqqq = 1 }",
        "/properties/clause/items/properties/reading",
    ),
    (
        "[[clause]]\nyaku.x = { qqqqqqqq = 1 }",
        "/$defs/yaku/additionalProperties",
    ),
    ("[[option]]\nqqqqqqqq = 1", "/properties/option/items"),
    (
        "[[option]]\nalso = { qqqqqqqq = 1 }",
        "/properties/option/items/properties/also",
    ),
    (
        "[[option]]\nchoice.x = { qqqqqqqq = 1 }",
        "/properties/option/items/properties/choice/additionalProperties",
    ),
    (
        "[[option]]\nchoice.x.rewords.y = { qqqqqqqq = 1 }",
        "/properties/option/items/properties/choice/additionalProperties/properties/rewords/additionalProperties",
    ),
    (
        "[[clause]]\nalso = { qqqqqqqq = 1 }",
        "/properties/clause/items/properties/also",
    ),
    ("[[example]]\nqqqqqqqq = 1", "/properties/example/items"),
];

/// The fields that the reader knows in the table with the unknown one: its error names them all.
fn fields(text: &str) -> Vec<String> {
    let (_, errors) = Source::parse("x.toml", text);
    let unknown = errors.iter().find(|error| error.key.ends_with("qqqqqqqq"));
    let known = unknown
        .and_then(|error| error.expected.strip_prefix("one of "))
        .unwrap();
    let mut fields: Vec<String> = known.split(", ").map(str::to_owned).collect();
    fields.sort();
    fields
}

fn schema() -> Json {
    serde_json::from_str(&jantaku(&["rules", "schema"]).out).unwrap()
}

#[test]
fn the_schema_and_the_page_have_every_field_of_the_reader() {
    let schema = schema();
    for (text, place) in TABLES {
        let fields = fields(text);
        let properties = schema.pointer(place).unwrap()["properties"].as_object().unwrap();
        let mut known: Vec<&String> = properties.keys().collect();
        known.sort();
        assert_eq!(known, fields.iter().collect::<Vec<_>>(), "{place}");
        for field in fields {
            assert!(
                PAGE.contains(&format!("`{field}`")),
                "docs/RULEBOOKS.md does not explain {field} ({place})"
            );
        }
    }
}

#[test]
fn the_schema_takes_our_rulebooks_and_refuses_broken_ones() {
    let schema = schema();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/rulebooks");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(wrong(&schema, &schema, &json(&text)), None, "{}", path.display());
        read += 1;
    }
    assert_eq!(read, Library::builtin().sources().count());
    let good = "[rulebook]\nid = \"x\"\nname = { en = \"X\" }\n[[clause]]\nid = \"X-1\"\nsays = \"x\"\n";
    assert_eq!(wrong(&schema, &schema, &json(good)), None);
    for broken in [
        "",
        "[rulebook]\nid = \"x\"\n",
        "[rulebook]\nid = \"x y\"\nname = { en = \"X\" }\n",
        &format!("{good}sets = {{ game.begin = 1 }}\n"),
        &format!("{good}sets = {{ game.start = \"many\" }}\n"),
        &format!("{good}sets = {{ game.bust = \"never-ever\" }}\n"),
        &format!("{good}sets = {{ value.limits = [{{ name = \"mangan\", han = 5 }}] }}\n"),
        &format!("{good}sets = {{ kan.most = 256 }}\n"),
        &format!("{good}yaku.x = {{ han = 0 }}\n"),
        &format!("{good}moments = [\"hand-won\"]\n"),
        &format!("{good}kind = \"rule\"\n"),
    ] {
        assert!(wrong(&schema, &schema, &json(broken)).is_some(), "{broken}");
    }
}

#[test]
fn the_page_lists_every_limit() {
    let (_, limits) = PAGE.split_once("## Limits").unwrap();
    for limit in jantaku_rules::rulebook::limits::ALL {
        let (mut digits, mut number) = (limit.most.to_string(), String::new());
        while digits.len() > 3 {
            number = format!(",{}{number}", digits.split_off(digits.len() - 3));
        }
        let row = format!("| {} | {digits}{number} |", limit.what);
        assert!(limits.contains(&row), "docs/RULEBOOKS.md lacks the row {row}");
    }
}

/// A TOML text as the JSON that an editor checks.
fn json(text: &str) -> Json {
    let table: toml::Table = text.parse().unwrap();
    serde_json::to_value(table).unwrap()
}

/// The first thing wrong with a value by a schema, for the words that ours uses; any other word fails the test.
fn wrong(root: &Json, schema: &Json, value: &Json) -> Option<String> {
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    for (word, asked) in schema.as_object().unwrap() {
        let holds = match word.as_str() {
            "$schema" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let place = asked.as_str().unwrap().trim_start_matches('#');
                return wrong(root, root.pointer(place).unwrap(), value);
            }
            "type" => match asked.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64(),
                other => panic!("type {other}"),
            },
            "const" => value == asked,
            "enum" => asked.as_array().unwrap().contains(value),
            "oneOf" => {
                let fits = |one: &&Json| wrong(root, one, value).is_none();
                asked.as_array().unwrap().iter().filter(fits).count() == 1
            }
            "minimum" => value.as_i64() >= asked.as_i64(),
            "maximum" => value.as_i64() <= asked.as_i64(),
            "pattern" => {
                assert_eq!(asked, "^[A-Za-z0-9][A-Za-z0-9-]{0,47}$");
                let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
                value.as_str().is_none_or(|name| {
                    (1..=48).contains(&name.len()) && name.chars().all(fits) && !name.starts_with('-')
                })
            }
            "required" => asked
                .as_array()
                .unwrap()
                .iter()
                .all(|field| value.get(field.as_str().unwrap()).is_some()),
            "items" => {
                let items = value.as_array().into_iter().flatten();
                if let Some(why) = items.filter_map(|item| wrong(root, asked, item)).next() {
                    return Some(why);
                }
                true
            }
            "properties" | "additionalProperties" => {
                for (field, inner) in value.as_object().unwrap_or(&none) {
                    let of = match (word.as_str(), properties.get(field)) {
                        ("properties", Some(of)) => of,
                        ("additionalProperties", None) if asked.is_object() => asked,
                        ("additionalProperties", None) => return Some(format!("{field} is unknown")),
                        _ => continue,
                    };
                    if let Some(why) = wrong(root, of, inner) {
                        return Some(format!("{field}: {why}"));
                    }
                }
                true
            }
            other => panic!("the schema uses {other:?}, which this test does not know"),
        };
        if !holds {
            return Some(format!("{value} is not {word} {asked}"));
        }
    }
    None
}

#[test]
fn the_page_shows_a_rulebook_that_works() {
    let (_, block) = PAGE.split_once("```toml file=fridays.toml\n").unwrap();
    let (text, _) = block.split_once("```").unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("fridays.toml"), text).unwrap();
    let (_, commands) = PAGE.split_once("```sh\n").unwrap();
    let (commands, _) = commands.split_once("```").unwrap();
    let mut run = 0;
    for command in commands.lines().filter(|command| !command.ends_with(" serve")) {
        let mut words: Vec<String> = Vec::new();
        for (place, part) in command.strip_prefix("jantaku ").unwrap().split('"').enumerate() {
            match place % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        let file = folder.join("fridays.toml").to_string_lossy().into_owned();
        let words: Vec<&str> = words
            .iter()
            .map(|word| if word == "fridays.toml" { file.as_str() } else { word })
            .collect();
        let ran = jantaku(&words);
        assert_eq!(ran.code, 0, "{command}: {}{}", ran.out, ran.err);
        run += 1;
    }
    assert_eq!(run, 3);
    // F-2 gives the hand its two han, F-1 and the option the rest of the page.
    let scored = jantaku(&[
        "--book",
        &folder.join("fridays.toml").to_string_lossy(),
        "score",
        "--rules",
        "fridays(uma=small)",
        "222333444p6799s +8s riichi",
    ]);
    assert!(
        scored.out.contains("F-2") && scored.out.contains("May 2026"),
        "{}",
        scored.out
    );
}
