//! Reads logs with bounded sizes, and reports the line of an error.

use super::line::Written;
use super::{Header, Log, LogError, LogProblem, MAX_HEADER, MAX_LINE, MAX_LOG, VERSION};
use jantaku_table::fair::Bytes32;
use jantaku_wire::BYTE_ORDER_MARK;
use jantaku_wire::hex::Hex32;
use serde::Deserialize;

/// The start of a log of any version.
#[derive(Deserialize)]
struct Beginning {
    log: String,
    version: u64,
}

impl Log {
    /// Parses a log without replaying it. An unfinished last line is ignored.
    ///
    /// # Errors
    /// The first problem, with its line.
    pub fn read(bytes: &[u8]) -> Result<Log, LogError> {
        if bytes.len() > MAX_LOG {
            return Err(LogProblem::TooLong.at(1));
        }
        let (text, torn) = whole_lines(bytes)?;
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let mut lines = text.split_inclusive('\n').enumerate();
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let header = header(first).map_err(|problem| problem.at(1))?;
        let mut log = Log {
            header,
            lines: Vec::new(),
            closed: false,
            signed: None,
        };
        let mut read = first.len();
        for (place, line) in lines {
            let (number, before) = (place + 1, &text[..read]);
            read += line.len();
            log.take(line, before).map_err(|problem| problem.at(number))?;
        }
        match log.closed && torn {
            true => Err(LogProblem::AfterTheEnd.at(log.lines.len() + 3)),
            false => Ok(log),
        }
    }

    fn take(&mut self, line: &str, before: &str) -> Result<(), LogProblem> {
        if self.closed {
            return Err(LogProblem::AfterTheEnd);
        }
        let written: Written = json(line, MAX_LINE)?;
        if let Some(Hex32(sum)) = written.sum {
            self.closed = true;
            return self.close(written, sum, before);
        }
        self.lines.push(written.line().ok_or(LogProblem::NotOneThing)?);
        Ok(())
    }

    /// The last line may hold a signature and nothing else, and both must match the text before it.
    fn close(&mut self, written: Written, sum: Bytes32, before: &str) -> Result<(), LogProblem> {
        self.signed = written.signature().ok_or(LogProblem::Signature)?;
        if Written::sum_of(before).signed(self.signed) != written {
            return Err(LogProblem::Sum);
        }
        match self.signed {
            Some(signed) if !signed.is_of(sum) => Err(LogProblem::Signature),
            _ => Ok(()),
        }
    }
}

/// Everything up to the last newline, and whether there is more.
fn whole_lines(bytes: &[u8]) -> Result<(&str, bool), LogError> {
    // Without any newline, keep the text to report what is wrong with it.
    let end = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(bytes.len(), |end| end + 1);
    let whole = &bytes[..end];
    let text = std::str::from_utf8(whole).map_err(|error| {
        let before = &whole[..error.valid_up_to()];
        LogProblem::NotText.at(1 + before.iter().filter(|byte| **byte == b'\n').count())
    })?;
    Ok((text, end < bytes.len()))
}

fn header(line: &str) -> Result<Header, LogProblem> {
    let beginning: Beginning = json(line, MAX_HEADER).map_err(|problem| match problem {
        LogProblem::LineTooLong => problem,
        _ => LogProblem::NotALog,
    })?;
    if beginning.log != "jantaku" {
        return Err(LogProblem::NotALog);
    }
    if beginning.version == 0 || beginning.version > u64::from(VERSION) {
        return Err(LogProblem::Version(beginning.version));
    }
    json(line, MAX_HEADER)
}

fn json<'a, T: Deserialize<'a>>(line: &'a str, longest: usize) -> Result<T, LogProblem> {
    if line.len() > longest {
        return Err(LogProblem::LineTooLong);
    }
    serde_json::from_str(line).map_err(|error| {
        // The message may quote the file, which may contain control characters.
        LogProblem::Json(error.to_string().replace(char::is_control, "?"))
    })
}
