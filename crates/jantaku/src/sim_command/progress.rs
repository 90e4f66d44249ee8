//! A bar that shows how many games are played, on a terminal and nowhere else.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const WIDTH: u64 = 40;
const EVERY: Duration = Duration::from_millis(200);

/// Does the work and shows meanwhile how much is done.
pub(super) fn shown<T>(done: &AtomicU64, all: u64, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                draw(done.load(Ordering::Relaxed), all);
                std::thread::park_timeout(EVERY);
            }
            eprint!("\r{:width$}\r", "", width = WIDTH as usize + 40);
        });
        let result = work();
        over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}

fn draw(done: u64, all: u64) {
    let filled = (done * WIDTH).checked_div(all).unwrap_or(WIDTH).min(WIDTH) as usize;
    eprint!(
        "\r[{:#<filled$}{:empty$}] {done} of {all} games ",
        "",
        "",
        empty = WIDTH as usize - filled
    );
    let _ = std::io::stderr().flush();
}
