//! How far a run is, where somebody watches.

use crate::ink;
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// How often it is looked at: quick enough for the eye.
const PAUSE: Duration = Duration::from_millis(50);
/// Columns of the bar.
const BAR: usize = 30;

/// Shows a bar on a terminal as long as there is something to be done; elsewhere it shows nothing.
pub(super) fn watch(all: usize, done: &dyn Fn() -> Option<usize>) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    // A short run is over before a bar could be seen.
    std::thread::sleep(PAUSE);
    let mut shown = false;
    while let Some(done) = done() {
        draw(done, all);
        shown = true;
        std::thread::sleep(PAUSE);
    }
    if shown {
        let _ = write!(anstream::stderr(), "\r\x1b[K");
    }
}

fn draw(done: usize, all: usize) {
    let full = done * BAR / all.max(1);
    let mut out = anstream::stderr().lock();
    // A bar that cannot be shown is no reason to stop.
    let _ = write!(
        out,
        "\r{}{}{:#}{}{}{:#} {done} of {all} games",
        ink::GAIN,
        "━".repeat(full),
        ink::GAIN,
        ink::FAINT,
        "━".repeat(BAR - full),
        ink::FAINT
    );
    let _ = out.flush();
}
