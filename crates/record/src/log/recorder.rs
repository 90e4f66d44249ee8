//! Writing a log.

use super::line::Written;
use super::{Header, Line, Told};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::phase::Phase;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::result_json::ResultJson;
use serde::Serialize;
use std::sync::Arc;

/// Puts lines together to a log.
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
}

impl Writer {
    /// A log that has just begun.
    pub fn new(header: &Header) -> Writer {
        let mut writer = Writer { text: String::new() };
        writer.write(header);
        writer
    }

    /// One more line.
    pub fn line(&mut self, line: &Line) {
        self.write(&Written::from(line.clone()));
    }

    /// The log so far, as it is while the game goes on.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole log, with the sum of its bytes as the last line.
    pub fn close(mut self) -> String {
        let sum = Written::sum_of(&self.text);
        self.write(&sum);
        self.text
    }

    fn write(&mut self, line: &impl Serialize) {
        // Nothing in a line can fail to be written: no map has keys other than strings, and a string takes everything.
        if let Ok(json) = serde_json::to_string(line) {
            self.text.push_str(&json);
            self.text.push('\n');
        }
    }
}

/// Writes the log of a game from nothing but its events, with the wall as it stands after each.
#[derive(Clone)]
pub struct Recorder {
    writer: Writer,
    folded: Table,
}

impl Recorder {
    /// A game that has not begun.
    pub fn new(header: &Header, rules: &Arc<Rules>) -> Recorder {
        Recorder {
            writer: Writer::new(header),
            folded: Table::new(Arc::clone(rules)),
        }
    }

    /// Something happened.
    pub fn event(&mut self, event: &Event) {
        if let Event::HandStarted(_) = event {
            put_face_down_wall(&mut self.folded);
        }
        self.folded.apply_trusted(event);
        self.writer.line(&Line::Told(Told::of(event, &self.folded)));
    }

    /// One more line that is no event.
    pub fn line(&mut self, line: &Line) {
        self.writer.line(line);
    }

    /// The whole log; with the result, if the game is over.
    pub fn close(mut self) -> String {
        let rules = Arc::clone(self.folded.rules());
        if let (Some(result), Phase::GameOver { drawn }) = (self.folded.result(), self.folded.phase()) {
            self.writer.line(&Line::Over(ResultJson::of(result, *drawn, &rules)));
        }
        self.writer.close()
    }
}

/// A wall of which only the length is known: events bring the tiles.
pub(super) fn put_face_down_wall(table: &mut Table) {
    let wall = Wall::new(table.rules(), table.rules().tiles.tiles());
    table.put_wall(wall.face_down());
}
