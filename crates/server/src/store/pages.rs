//! Reads rows from the pages of a database file without SQLite, whatever became of its header and of the trees above the rows.
//!
//! A row is recognised by its shape: how many columns it has, and of which types. Rows that a page lists are sure; in a page whose
//! list cannot be read, every place is tried.

use super::wal::Versions;
use std::collections::HashSet;

/// The size of a page; SQLite's default, which we never change.
pub(super) const PAGE: usize = 4096;
/// Where the first page begins after the header of the file.
const HEADER: usize = 100;
/// The kind of a page that holds rows of a table.
const LEAF: u8 = 13;
/// No row of ours is longer.
const LONGEST: usize = 16 << 20;

/// What is wrong with the header of a database file: with the wrong format a reader sees everything and a writer nothing.
pub fn header_damage(file: &[u8]) -> Option<String> {
    let header = file.get(..HEADER)?;
    let is = |at: usize, expected: &[u8]| header[at..].starts_with(expected);
    let format = |at: usize| [1, 2].contains(&header[at]);
    // Until SQLite first moves its log into the file, the file has neither tables nor an encoding.
    let is_empty = is(44, &[0; 4]) && is(56, &[0; 4]);
    let parts = [
        ("first words", is(0, b"SQLite format 3\0")),
        ("size of a page", is(16, &(PAGE as u16).to_be_bytes())),
        ("format", format(18) && format(19)),
        ("layout of a page", is(20, &[0, 64, 32, 32])),
        ("encoding", is(56, &[0, 0, 0, 1]) || is_empty),
    ];
    let (wrong, _) = parts.into_iter().find(|(_, is_right)| !is_right)?;
    Some(format!("the {wrong} in the header of the database was changed"))
}

/// A value in a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The number of the row itself, which is not stored among the values.
    Row,
    Integer,
    Text,
    Blob,
    IntegerOrNull,
    TextOrNull,
}

impl Column {
    fn takes(self, value: &Value) -> bool {
        match value {
            Value::Null => matches!(self, Column::Row | Column::IntegerOrNull | Column::TextOrNull),
            Value::Integer(_) => matches!(self, Column::Integer | Column::IntegerOrNull),
            Value::Text(_) => matches!(self, Column::Text | Column::TextOrNull),
            Value::Blob(_) => self == Column::Blob,
        }
    }
}

/// A row of the table with this number among the shapes.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub table: usize,
    pub values: Vec<Value>,
}

/// The pages of a database: its file, with what its log has changed since.
pub struct Pages<'a> {
    file: &'a [u8],
    log: Versions,
}

impl<'a> Pages<'a> {
    pub fn of(file: &'a [u8], log: &[u8]) -> Pages<'a> {
        let log = super::wal::versions(log);
        Pages { file, log }
    }

    /// Is something wrong with a page in the log?
    pub fn has_doubts(&self) -> bool {
        !self.log.doubtful.is_empty()
    }

    /// All rows of these shapes: those that their page lists first, then those found in damaged pages. Where something is wrong with
    /// a page in the log, the rows of the version before come too: after, or `earlier_first`.
    pub fn rows(&self, shapes: &[Vec<Column>], earlier_first: bool) -> Vec<Row> {
        let unused = self.unused();
        let (mut sure, mut doubtful, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for number in (1..=self.count()).filter(|number| !unused.contains(number)) {
            let Some(newest) = self.page(number) else {
                continue;
            };
            let Some(before) = self.log.doubtful.get(&number) else {
                self.rows_of(number, newest, shapes, &mut sure, &mut found);
                continue;
            };
            let before = before.as_deref().or_else(|| self.in_file(number));
            let mut versions = vec![Some(newest), before];
            if earlier_first {
                versions.reverse();
            }
            for page in versions.into_iter().flatten() {
                self.rows_of(number, page, shapes, &mut doubtful, &mut found);
            }
        }
        sure.extend(doubtful);
        sure.extend(found);
        sure
    }

    fn rows_of(&self, number: usize, page: &[u8], shapes: &[Vec<Column>], sure: &mut Vec<Row>, found: &mut Vec<Row>) {
        let first = if number == 1 { HEADER } else { 0 };
        let row = |at: usize| self.row(page, at, shapes);
        let listed: Vec<Option<Row>> = listed(page, first).into_iter().map(row).collect();
        let is_whole = page.get(first) == Some(&LEAF) && listed.iter().all(Option::is_some);
        sure.extend(listed.into_iter().flatten());
        if !is_whole {
            found.extend((first..PAGE).filter_map(row));
        }
    }

    fn count(&self) -> usize {
        let newest = self.log.newest.keys().copied().max().unwrap_or_default();
        (self.file.len() / PAGE).max(newest)
    }

    fn page(&self, number: usize) -> Option<&[u8]> {
        let in_log = self.log.newest.get(&number).map(Vec::as_slice);
        in_log.or_else(|| self.in_file(number))
    }

    fn in_file(&self, number: usize) -> Option<&[u8]> {
        let first = number.checked_sub(1)?.checked_mul(PAGE)?;
        self.file.get(first..first.checked_add(PAGE)?)
    }

    /// Pages that hold nothing any more.
    fn unused(&self) -> HashSet<usize> {
        let mut unused = HashSet::new();
        let sure = |number: usize| self.page(number).filter(|_| !self.log.doubtful.contains_key(&number));
        let mut next = sure(1).and_then(|page| word(page, 32)).unwrap_or_default();
        while let Some(trunk) = sure(next).filter(|_| unused.insert(next)) {
            let leaves = word(trunk, 4).unwrap_or_default().min(PAGE / 4 - 2);
            unused.extend((0..leaves).filter_map(|leaf| word(trunk, 8 + 4 * leaf)));
            next = word(trunk, 0).unwrap_or_default();
        }
        unused
    }

    /// The row that begins here, if it has one of the shapes.
    fn row(&self, page: &[u8], at: usize, shapes: &[Vec<Column>]) -> Option<Row> {
        let (length, at) = varint(page, at)?;
        let (number, at) = varint(page, at)?;
        let length = usize::try_from(length)
            .ok()
            .filter(|length| (2..LONGEST).contains(length))?;
        // The head is always in the page itself; most places fail here.
        let head = page.get(at..)?;
        let table = shapes.iter().position(|shape| has_shape(head, length, shape))?;
        let payload = self.payload(page, at, length)?;
        let mut values = values(&payload)?;
        if shapes[table].first() == Some(&Column::Row) {
            values[0] = Value::Integer(number);
        }
        Some(Row { table, values })
    }

    /// The bytes of a row, which may go on in further pages.
    fn payload(&self, page: &[u8], at: usize, length: usize) -> Option<Vec<u8>> {
        const MOST: usize = PAGE - 35;
        const LEAST: usize = (PAGE - 12) * 32 / 255 - 23;
        let local = match length {
            ..=MOST => length,
            _ => Some(LEAST + (length - LEAST) % (PAGE - 4))
                .filter(|local| *local <= MOST)
                .unwrap_or(LEAST),
        };
        let mut payload = page.get(at..at + local)?.to_vec();
        let mut next = if local < length { word(page, at + local)? } else { 0 };
        while payload.len() < length {
            let more = self.page(next)?;
            payload.extend_from_slice(&more[4..PAGE.min(4 + length - payload.len())]);
            next = word(more, 0)?;
        }
        Some(payload)
    }
}

/// Where the rows of a page begin, as it lists them.
fn listed(page: &[u8], first: usize) -> Vec<usize> {
    let short = |at: usize| Some(usize::from(u16::from_be_bytes(page.get(at..at + 2)?.try_into().ok()?)));
    let count = short(first + 3).unwrap_or_default().min(PAGE / 4);
    (0..count).filter_map(|place| short(first + 8 + 2 * place)).collect()
}

/// Whether the head of a row tells of a shape and of this length.
fn has_shape(head: &[u8], length: usize, shape: &[Column]) -> bool {
    let types = || {
        let (size, mut at) = varint(head, 0)?;
        let size = usize::try_from(size).ok()?;
        let mut total = size;
        for column in shape {
            let (kind, after) = varint(head, at)?;
            total = total.checked_add(size_of_kind(kind)?)?;
            column.takes(&sample(kind)).then_some(())?;
            at = after;
        }
        (at == size && total == length).then_some(())
    };
    types().is_some()
}

/// A value of the type that a number in the head of a row stands for.
fn sample(kind: i64) -> Value {
    match kind {
        0 => Value::Null,
        1..=9 => Value::Integer(0),
        _ if kind % 2 == 0 => Value::Blob(Vec::new()),
        _ => Value::Text(String::new()),
    }
}

/// How many bytes a value takes; none for types that we do not store.
fn size_of_kind(kind: i64) -> Option<usize> {
    Some(match kind {
        0 | 8 | 9 => 0,
        1..=4 => kind as usize,
        5 => 6,
        6 => 8,
        12.. => usize::try_from((kind - 12) / 2).ok()?,
        _ => return None,
    })
}

fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let (size, mut at) = varint(payload, 0)?;
    let mut body = usize::try_from(size).ok()?;
    let mut values = Vec::new();
    while at < usize::try_from(size).ok()? {
        let (kind, after) = varint(payload, at)?;
        let bytes = payload.get(body..body + size_of_kind(kind)?)?;
        values.push(match sample(kind) {
            Value::Integer(_) => Value::Integer(match kind {
                8 => 0,
                9 => 1,
                _ => integer(bytes),
            }),
            Value::Text(_) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
            Value::Blob(_) => Value::Blob(bytes.to_vec()),
            Value::Null => Value::Null,
        });
        (at, body) = (after, body + bytes.len());
    }
    Some(values)
}

/// A number of one to eight bytes with its sign.
fn integer(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|first| first & 0x80 != 0) {
        -1
    } else {
        0
    };
    bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte))
}

/// A number of one to nine bytes, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number: i64 = 0;
    for place in 0..9 {
        let byte = *bytes.get(at + place)?;
        if place == 8 {
            return Some((number << 8 | i64::from(byte), at + 9));
        }
        number = number << 7 | i64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, at + place + 1));
        }
    }
    None
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(bytes)).ok()
}
