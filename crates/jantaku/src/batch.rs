//! Answers a file line by line: one JSON object per line in, one per line out, in the same order.

use crate::failure::Failure;
use jantaku_wire::BYTE_ORDER_MARK;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

/// Answers a file, or standard input for `-`.
pub(crate) fn run(path: &Path, mut answer: impl FnMut(&str) -> String) -> Result<(), Failure> {
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| Failure::File(path.to_owned(), error))?;
        Box::new(BufReader::new(file))
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, line) in input.split(b'\n').enumerate() {
        let line = line.map_err(|error| Failure::File(path.to_owned(), error))?;
        // A line that is not UTF-8 is not JSON either and gets an error as its answer.
        let mut line = String::from_utf8_lossy(&line);
        if let (0, Some(text)) = (number, line.strip_prefix(BYTE_ORDER_MARK)) {
            line = Cow::Owned(text.to_owned());
        }
        writeln!(out, "{}", answer(&line)).map_err(Failure::Output)?;
    }
    out.flush().map_err(Failure::Output)
}
