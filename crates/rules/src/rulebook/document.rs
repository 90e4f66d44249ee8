//! Parses TOML into values with line numbers.

use super::error::{ErrorKind, Errors};
use super::limits::{self, Limit};
use super::value::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its line.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) line: u32,
    pub(crate) content: Content,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
    /// A fraction, a date or a number too large for 64 bits. No key takes one.
    Foreign(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) line: u32,
    pub(crate) node: Node,
}

/// The entries of a document in file order, or none if it has too many bytes, is nested too deeply or is not TOML.
pub(crate) fn parse(text: &str, bytes: Limit, errors: &mut Errors<'_>) -> Option<Vec<Entry>> {
    if text.len() > bytes.most {
        let found = text.len().to_string();
        errors.add(0, "", ErrorKind::TooLarge, bytes.expected(), found);
        return None;
    }
    // Some editors write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = Lines::of(text);
    if let Some(offset) = too_deep(text) {
        let line = lines.at(offset);
        errors.add(line, "", ErrorKind::TooDeep, limits::NESTING.expected(), "");
        return None;
    }
    let (document, syntax) = DeTable::parse_recoverable(text);
    for wrong in &syntax {
        let line = wrong.span().map_or(1, |span| lines.at(span.start));
        // Further errors on a line are usually caused by the first.
        if errors.list.last().is_some_and(|last| last.line == line) {
            continue;
        }
        errors.add(line, "", ErrorKind::Syntax, "TOML", wrong.message().replace('\n', ", "));
    }
    syntax.is_empty().then(|| entries(document.get_ref(), &lines))
}

impl Node {
    /// The value without line numbers, or none if it contains something foreign to rulebooks.
    pub(crate) fn value(&self) -> Option<Value> {
        Some(match &self.content {
            Content::Bool(b) => Value::Bool(*b),
            Content::Int(i) => Value::Int(*i),
            Content::Text(text) => Value::Text(text.clone()),
            Content::List(items) => Value::List(items.iter().map(Node::value).collect::<Option<_>>()?),
            Content::Table(entries) => {
                let pairs = entries
                    .iter()
                    .map(|entry| Some((entry.key.clone(), entry.node.value()?)));
                Value::Table(pairs.collect::<Option<_>>()?)
            }
            Content::Foreign(_) => return None,
        })
    }

    /// Describes the value for an error message.
    pub(crate) fn describe(&self) -> String {
        match &self.content {
            Content::Foreign(text) => text.clone(),
            _ => self
                .value()
                .map_or("a value with a fraction or date".to_owned(), |value| value.describe()),
        }
    }
}

fn entries(table: &DeTable<'_>, lines: &Lines) -> Vec<Entry> {
    let mut placed: Vec<(usize, Entry)> = table
        .iter()
        .map(|(key, value)| {
            let start = key.span().start;
            (
                start,
                Entry {
                    key: key.get_ref().to_string(),
                    line: lines.at(start),
                    node: node(value, lines),
                },
            )
        })
        .collect();
    placed.sort_by_key(|(start, _)| *start);
    placed.into_iter().map(|(_, entry)| entry).collect()
}

/// Recursion is safe: the parser limits nesting.
fn node(value: &Spanned<DeValue<'_>>, lines: &Lines) -> Node {
    let content = match value.get_ref() {
        DeValue::Boolean(b) => Content::Bool(*b),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(int) => Content::Int(int),
            Err(_) => Content::Foreign(number.to_string()),
        },
        DeValue::String(text) => Content::Text(text.to_string()),
        DeValue::Array(items) => Content::List(items.iter().map(|item| node(item, lines)).collect()),
        DeValue::Table(table) => Content::Table(entries(table, lines)),
        DeValue::Float(number) => Content::Foreign(number.to_string()),
        DeValue::Datetime(date) => Content::Foreign(date.to_string()),
    };
    Node {
        line: lines.at(value.span().start),
        content,
    }
}

/// Where brackets are nested too deeply, if they are: the parser takes long to give such text up. Brackets in texts and comments do not
/// count; in text that is not TOML they may.
fn too_deep(text: &str) -> Option<usize> {
    let (bytes, mut at, mut depth) = (text.as_bytes(), 0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => at = end_of(bytes, at, b"\n"),
            b'"' | b'\'' => {
                let triple = [byte; 3];
                let mark = if bytes[at..].starts_with(&triple) {
                    &triple[..]
                } else {
                    &triple[..1]
                };
                at = end_of(bytes, at + mark.len(), mark);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limits::NESTING.most {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Behind the next mark that is not escaped. A text of one line ends with its line.
fn end_of(bytes: &[u8], mut at: usize, mark: &[u8]) -> usize {
    let escapes = mark.first() == Some(&b'"');
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if escapes => at += 2,
            _ if bytes[at..].starts_with(mark) => return at + mark.len(),
            b'\n' if mark.len() == 1 => return at,
            _ => at += 1,
        }
    }
    at
}

/// Byte offsets of the line breaks.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(i, _)| i)
                .collect(),
        )
    }

    fn at(&self, offset: usize) -> u32 {
        self.0.partition_point(|newline| *newline < offset) as u32 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(u32, ErrorKind)]) {
        let mut errors = Errors::of("x.toml");
        parse(text, limits::FILE_BYTES, &mut errors);
        let found: Vec<_> = errors.list.iter().map(|error| (error.line, error.kind)).collect();
        assert_eq!(found, expected, "{:?}", errors.list);
    }

    #[test]
    fn reports_errors_in_hostile_documents() {
        check("a = 1\nb = [1, 2]\n", &[]);
        check("a = 1\nb = \n", &[(2, ErrorKind::Syntax)]);
        check("a = 1\na = 2\n", &[(2, ErrorKind::Syntax)]);
        check(&"#".repeat(limits::FILE_BYTES.most + 1), &[(0, ErrorKind::TooLarge)]);
        check(&"#".repeat(10_000_000), &[(0, ErrorKind::TooLarge)]);
        let nested = |open: &str, close: &str| format!("a = {}1{}", open.repeat(1_000), close.repeat(1_000));
        check(&nested("[", "]"), &[(1, ErrorKind::TooDeep)]);
        check(&nested("{b=", "}"), &[(1, ErrorKind::TooDeep)]);
        check(&format!("{}a = 1", "a.".repeat(1_000)), &[(1, ErrorKind::Syntax)]);
        check(&"[".repeat(200_000), &[(1, ErrorKind::TooDeep)]);
        let sixteen = |text: &str| format!("a = {}{text}{}", "[".repeat(16), "]".repeat(16));
        check(&sixteen(""), &[]);
        check(&format!("\n{}", sixteen("[]")), &[(2, ErrorKind::TooDeep)]);
    }

    #[test]
    fn brackets_in_texts_and_comments_are_not_nested() {
        let many = "[{".repeat(20);
        check(&format!("a = \"{many}\" # {many}\nb = '{many}'\n"), &[]);
        check(&format!("a = \"\\\"{many}\"\n"), &[]);
        check(&format!("a = \"\"\"\n\"{many}\n\"\"\"\nb = '''\n'{many}\n'''\n"), &[]);
        check(&format!("a = \"\\\\\"\nb = {many}"), &[(2, ErrorKind::TooDeep)]);
    }

    #[test]
    fn entries_keep_order_and_lines() {
        let mut errors = Errors::of("x.toml");
        let read = parse(
            "z = 1\na = [\n  2,\n  0.5,\n]\nb.d = \"x\"\nb.c = 99999999999999999999\n",
            limits::FILE_BYTES,
            &mut errors,
        )
        .unwrap();
        let keys: Vec<_> = read.iter().map(|entry| (entry.key.as_str(), entry.line)).collect();
        assert_eq!(keys, [("z", 1), ("a", 2), ("b", 6)]);
        let Content::List(items) = &read[1].node.content else {
            panic!("{read:?}")
        };
        assert_eq!((items[0].line, items[1].line), (3, 4));
        assert_eq!(items[1].describe(), "0.5");
        assert_eq!(read[1].node.value(), None);
        let Content::Table(inner) = &read[2].node.content else {
            panic!("{read:?}")
        };
        assert_eq!(
            (inner[0].key.as_str(), inner[1].key.as_str(), inner[1].line),
            ("d", "c", 7)
        );
        assert_eq!(inner[1].node.describe(), "99999999999999999999");
    }
}
