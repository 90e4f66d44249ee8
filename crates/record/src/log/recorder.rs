//! Writes logs.

use super::line::Written;
use super::{Header, Line, Signed, Signer, Told};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_table::fair::Bytes32;
use jantaku_table::phase::Phase;
use jantaku_table::wall::Wall;
use jantaku_table::{Event, Table};
use jantaku_wire::result_json::ResultJson;
use serde::Serialize;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
}

impl Writer {
    pub fn new(header: &Header) -> Writer {
        let mut writer = Writer { text: String::new() };
        writer.write(header);
        writer
    }

    pub fn line(&mut self, line: &Line) {
        self.write(&Written::from(line.clone()));
    }

    /// The log so far, without checksum.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The whole log, with its checksum as the last line.
    pub fn close(self) -> String {
        self.close_with(None)
    }

    /// The whole log, with its checksum signed as the last line.
    pub fn close_signed(self, signer: &Signer) -> String {
        let signed = signer.sign(Bytes32::hash(self.text.as_bytes()));
        self.close_with(Some(signed))
    }

    pub(super) fn close_with(mut self, signed: Option<Signed>) -> String {
        let sum = Written::sum_of(&self.text).signed(signed);
        self.write(&sum);
        self.text
    }

    fn write(&mut self, line: &impl Serialize) {
        // Serialising cannot fail: all map keys are strings.
        if let Ok(json) = serde_json::to_string(line) {
            self.text.push_str(&json);
            self.text.push('\n');
        }
    }
}

/// Writes the log of a game from its events alone.
#[derive(Clone)]
pub struct Recorder {
    writer: Writer,
    folded: Table,
}

impl Recorder {
    pub fn new(header: &Header, rules: &Arc<Rules>) -> Recorder {
        Recorder {
            writer: Writer::new(header),
            folded: Table::new(Arc::clone(rules)),
        }
    }

    pub fn event(&mut self, event: &Event) {
        if let Event::HandStarted(_) = event {
            put_face_down_wall(&mut self.folded);
        }
        self.folded.apply_trusted(event);
        self.writer.line(&Line::Told(Told::of(event, &self.folded)));
    }

    /// Adds a line that is not an event.
    pub fn line(&mut self, line: &Line) {
        self.writer.line(line);
    }

    /// The whole log, including the result if the game is over.
    pub fn close(self) -> String {
        self.with_result().close()
    }

    /// The same, signed.
    pub fn close_signed(self, signer: &Signer) -> String {
        self.with_result().close_signed(signer)
    }

    fn with_result(mut self) -> Writer {
        let rules = Arc::clone(self.folded.rules());
        if let (Some(result), Phase::GameOver { drawn }) = (self.folded.result(), self.folded.phase()) {
            self.writer.line(&Line::Over(ResultJson::of(result, *drawn, &rules)));
        }
        self.writer
    }
}

/// Puts a wall of which only the length is known. Events bring the tiles.
pub(super) fn put_face_down_wall(table: &mut Table) {
    let wall = Wall::new(table.rules(), table.rules().tiles.tiles());
    table.put_wall(wall.face_down());
}
