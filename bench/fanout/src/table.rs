//! A table: four seats that discard in turn, for ever.

use crate::journal::Journal;
use crate::view::{self, Act};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{self, Receiver, Sender};

/// Messages that may wait for a table.
const INBOX: usize = 256;
pub(crate) const SEATS: usize = 4;

pub(crate) enum Said {
    Here(usize, Sender<Utf8Bytes>),
    Act(usize, Act),
}

pub(crate) fn begin(journal: Journal) -> Sender<Said> {
    let (inbox, said) = mpsc::channel(INBOX);
    tokio::spawn(run(said, journal));
    inbox
}

async fn run(mut inbox: Receiver<Said>, journal: Journal) {
    let mut seats: [Option<Sender<Utf8Bytes>>; SEATS] = Default::default();
    let mut n = 0;
    while let Some(said) = inbox.recv().await {
        match said {
            Said::Here(seat, out) if seat < SEATS => {
                seats[seat] = Some(out);
                if seats.iter().all(Option::is_some) {
                    tell(&mut seats, n, None);
                }
            }
            Said::Act(seat, act) if act.n == n && seat == turn(n) => {
                let Ok(record) = serde_json::to_string(&act) else {
                    return;
                };
                if !journal.keep(record).await {
                    return;
                }
                n += 2;
                tell(&mut seats, n, Some(&act));
            }
            Said::Here(..) | Said::Act(..) => {}
        }
    }
}

/// Whose turn it is after the frame with this number.
fn turn(n: u32) -> usize {
    n as usize / 2 % SEATS
}

/// Whoever is too slow to take a view loses the socket.
fn tell(seats: &mut [Option<Sender<Utf8Bytes>>; SEATS], n: u32, act: Option<&Act>) {
    for (seat, out) in seats.iter_mut().enumerate() {
        let view = view::encoded(seat, turn(n), n, act);
        if out.as_ref().is_some_and(|out| out.try_send(view.into()).is_err()) {
            *out = None;
        }
    }
}
