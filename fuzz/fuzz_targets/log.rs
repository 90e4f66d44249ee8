//! Logs of games: what can be read is written again byte for byte, and replayed until something cannot have happened.
#![no_main]

use jantaku_fuzz::library;
use jantaku_record::log::{Log, Replay, check_walls};
use jantaku_record::verify::verify_log;
use jantaku_table::seen::Viewer;
use jantaku_table::view::View;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let log = match Log::read(bytes) {
        Ok(log) => log,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let text = log.text();
    let again = Log::read(text.as_bytes()).expect("a log that was written");
    assert_eq!(again.text(), text);
    let Ok(book) = log.header.rules(library()) else { return };
    let _ = check_walls(&log, &book);
    if let Err(difference) = verify_log(&log, &book) {
        assert!(!difference.to_string().is_empty());
    }
    let mut replay = Replay::new(&log, &book);
    while let Ok(Some(step)) = replay.step() {
        assert!(step.n <= log.lines.len());
        let table = replay.table();
        for seat in table.to_act() {
            table.legal(seat);
            View::of(table, Viewer::Seat(seat));
        }
    }
});
