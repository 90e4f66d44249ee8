//! One file for all tables: a thread takes whatever is waiting, writes it at once and syncs it.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

type Job = (String, oneshot::Sender<()>);

#[derive(Clone)]
pub(crate) struct Journal(Sender<Job>);

impl Journal {
    pub(crate) fn create(folder: &Path) -> std::io::Result<Journal> {
        std::fs::create_dir_all(folder)?;
        let file = File::create(folder.join("journal"))?;
        let (jobs, inbox) = channel();
        std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || write_all(file, &inbox))?;
        Ok(Journal(jobs))
    }

    /// Returns once the record is on the disk, or cannot be put there.
    pub(crate) async fn keep(&self, record: String) -> bool {
        let (done, kept) = oneshot::channel();
        self.0.send((record, done)).is_ok() && kept.await.is_ok()
    }
}

fn write_all(mut file: File, inbox: &Receiver<Job>) {
    let mut text = Vec::new();
    let mut waiting = Vec::new();
    while let Ok(first) = inbox.recv() {
        text.clear();
        for (record, done) in std::iter::once(first).chain(inbox.try_iter()) {
            text.extend_from_slice(record.as_bytes());
            text.push(b'\n');
            waiting.push(done);
        }
        if file.write_all(&text).and_then(|()| file.sync_data()).is_err() {
            return;
        }
        for done in waiting.drain(..) {
            let _ = done.send(());
        }
    }
}
