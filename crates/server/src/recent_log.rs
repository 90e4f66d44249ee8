//! The last lines of the log, for the admin page.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Lines that are kept, and letters of the longest.
const LINES: usize = 400;
const LETTERS: usize = 600;

/// Shared between whoever logs and whoever shows it. One write is one line.
#[derive(Clone, Debug, Default)]
pub struct RecentLog(Arc<Mutex<VecDeque<String>>>);

impl RecentLog {
    /// The latest first.
    pub fn lines(&self) -> Vec<String> {
        self.all().iter().rev().cloned().collect()
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for RecentLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let line: String = text.trim_end().chars().take(LETTERS).collect();
        let mut all = self.all();
        if all.len() >= LINES {
            all.pop_front();
        }
        all.push_back(line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_lines_are_kept() {
        let mut log = RecentLog::default();
        for number in 0..1000 {
            log.write_all(format!("line {number}\n").as_bytes()).unwrap();
        }
        let lines = log.lines();
        assert_eq!((lines.len(), lines[0].as_str()), (LINES, "line 999"));
    }
}
