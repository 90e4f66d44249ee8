//! A folder of rulebook files that is read again while the server runs.

use crate::failure::Failure;
use crate::shelf;
use jantaku_rules::rulebook::error::RulebookError;
use jantaku_rules::rulebook::library::Library;
use jantaku_scenario::example;
use jantaku_server::rulebooks::Rulebooks;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::time::{MissedTickBehavior, interval};

/// How often the folder is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// More files than any club has, so that a wrong folder does not keep the server busy.
const MOST_FILES: usize = 1_000;

/// When each file was last changed, and how long it is.
type Stamps = BTreeMap<String, (Option<SystemTime>, u64)>;
/// The text of each file.
type Texts = BTreeMap<String, String>;

pub(super) struct BookFolder {
    path: PathBuf,
    /// The rulebooks that do not lie in the folder.
    base: Library,
    stamps: Stamps,
    /// The text that each file had when it could last be used.
    used: Texts,
    /// Whether the last look failed, which is said once.
    is_lost: bool,
}

impl BookFolder {
    pub(super) fn open(path: PathBuf, base: Library) -> Result<BookFolder, Failure> {
        stamps(&path).map_err(|error| Failure::File(path.clone(), error))?;
        Ok(BookFolder {
            path,
            base,
            stamps: Stamps::new(),
            used: Texts::new(),
            is_lost: false,
        })
    }

    /// All rulebooks as the folder is now.
    pub(super) fn library(&mut self) -> Library {
        self.reread().unwrap_or_else(|| self.base.clone())
    }

    /// Offers what changes in the folder, for ever.
    pub(super) async fn watch(mut self, rulebooks: Arc<Rulebooks>) {
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            let rulebooks = Arc::clone(&rulebooks);
            let looked = tokio::task::spawn_blocking(move || {
                if let Some(library) = self.reread() {
                    rulebooks.change_offer(library);
                }
                self
            });
            match looked.await {
                Ok(folder) => self = folder,
                Err(error) => return tracing::error!(%error, "the folder of rulebooks is not read any more"),
            }
        }
    }

    /// All rulebooks, if a file has changed since the last time. A file that cannot be used keeps its last usable text.
    fn reread(&mut self) -> Option<Library> {
        let stamps = match stamps(&self.path) {
            Ok(stamps) => stamps,
            Err(error) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    let folder = self.path.display();
                    tracing::warn!(%error, %folder, "the folder of rulebooks cannot be read; what it held is still offered");
                }
                return None;
            }
        };
        self.is_lost = false;
        if stamps == self.stamps {
            return None;
        }
        let texts = self.texts(&stamps);
        self.stamps = stamps;
        let (library, used) = self.usable(texts);
        for (file, text) in &used {
            if self.used.get(file) != Some(text) {
                tracing::info!(file, "rulebook read");
            }
        }
        for file in self.used.keys().filter(|file| !self.stamps.contains_key(*file)) {
            tracing::info!(file, "rulebook removed; running games go on");
        }
        self.used = used;
        Some(library)
    }

    fn texts(&self, stamps: &Stamps) -> Texts {
        let read = |file: &String| match shelf::read(&self.path.join(file)) {
            Ok(text) => Some((file.clone(), text)),
            Err(error) => {
                tracing::warn!(file, %error, "rulebook cannot be read");
                self.used
                    .get_key_value(file)
                    .map(|(file, text)| (file.clone(), text.clone()))
            }
        };
        stamps.keys().filter_map(read).collect()
    }

    /// A library without errors. Files may build on one another, so all are checked again whenever one of them falls back to its last
    /// usable text or is left out.
    fn usable(&self, mut texts: Texts) -> (Library, Texts) {
        loop {
            let mut library = self.base.clone();
            let ids: Vec<(String, String)> = texts
                .iter()
                .map(|(file, text)| (file.clone(), library.put(file, text)))
                .collect();
            let wrong = ids.iter().map(|(file, id)| (file, example::errors(&library, id)));
            let mut wrong: Vec<(&String, Vec<RulebookError>)> =
                wrong.filter(|(_, errors)| !errors.is_empty()).collect();
            if wrong.is_empty() {
                return (library, texts);
            }
            // A file on top of a broken one may be right once that one is.
            let is_at_fault =
                |(file, errors): &(&String, Vec<RulebookError>)| errors.iter().any(|error| error.file == **file);
            if wrong.iter().any(is_at_fault) {
                wrong.retain(is_at_fault);
            }
            for (file, errors) in wrong {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                let errors = errors.join("; ");
                match self.used.get(file) {
                    Some(before) if texts.get(file) != Some(before) => {
                        tracing::warn!(
                            file,
                            errors,
                            "rulebook cannot be used; its last usable text is still offered"
                        );
                        texts.insert(file.clone(), before.clone());
                    }
                    _ => {
                        tracing::warn!(file, errors, "rulebook cannot be used and is left out");
                        texts.remove(file);
                    }
                }
            }
        }
    }
}

fn stamps(folder: &Path) -> io::Result<Stamps> {
    let mut stamps = Stamps::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') || !name.ends_with(".toml") {
            continue;
        }
        // A file that has gone meanwhile is no file.
        let Ok(found) = std::fs::metadata(entry.path()) else {
            continue;
        };
        if found.is_file() {
            stamps.insert(name, (found.modified().ok(), found.len()));
        }
        if stamps.len() > MOST_FILES {
            return Err(io::Error::other(format!("it holds more than {MOST_FILES} rulebooks")));
        }
    }
    Ok(stamps)
}

#[cfg(test)]
mod tests {
    use super::BookFolder;
    use jantaku_rules::rulebook::library::Library;
    use std::path::PathBuf;

    /// A folder that is removed again.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("jantaku-books-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir(&folder).unwrap();
            Folder(folder)
        }

        fn write(&self, file: &str, text: &str) {
            std::fs::write(self.0.join(file), text).unwrap();
        }

        fn open(&self) -> BookFolder {
            BookFolder::open(self.0.clone(), Library::builtin()).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn book(id: &str, base: &str, noten: &str) -> String {
        format!(
            "[rulebook]\nid = {id:?}\nname = {{ en = \"A book\" }}\nextends = {base:?}\n[[clause]]\nid = \"{}-1\"\nsays = \"Noten.\"\nsets = {{ draws.noten = {noten} }}\n",
            id.to_uppercase()
        )
    }

    fn noten(library: &Library, id: &str) -> i32 {
        library.rules(id).unwrap().settings.draws.noten
    }

    #[test]
    fn reads_what_changes_and_nothing_else() {
        let folder = Folder::new("changes");
        folder.write("notes.txt", "not a rulebook");
        folder.write(".hidden.toml", "not a rulebook");
        folder.write("alpha.toml", &book("alpha", "tenhou", "1_500"));
        let mut books = folder.open();
        assert_eq!(noten(&books.library(), "alpha"), 1_500);
        assert!(books.reread().is_none());
        folder.write("alpha.toml", &book("alpha", "tenhou", "6_000"));
        assert_eq!(noten(&books.reread().unwrap(), "alpha"), 6_000);
        std::fs::remove_file(folder.0.join("alpha.toml")).unwrap();
        assert!(books.reread().unwrap().rules("alpha").is_err());
    }

    #[test]
    fn a_broken_file_keeps_its_last_usable_text() {
        let folder = Folder::new("broken");
        folder.write("alpha.toml", &book("alpha", "tenhou", "1_500"));
        folder.write("beta.toml", &book("beta", "tenhou", "\"many\""));
        let mut books = folder.open();
        let library = books.library();
        assert_eq!(noten(&library, "alpha"), 1_500);
        assert!(library.source("beta").is_none());
        folder.write("alpha.toml", &book("alpha", "tenhou", "\"a great many\""));
        folder.write("beta.toml", &book("beta", "tenhou", "4_500"));
        let library = books.reread().unwrap();
        assert_eq!((noten(&library, "alpha"), noten(&library, "beta")), (1_500, 4_500));
    }

    #[test]
    fn files_may_build_on_one_another_in_any_order() {
        let folder = Folder::new("layers");
        folder.write("alpha.toml", &book("alpha", "omega", "1_500"));
        folder.write("omega.toml", &book("omega", "tenhou", "4_500"));
        let mut books = folder.open();
        assert_eq!(noten(&books.library(), "alpha"), 1_500);
        std::fs::remove_file(folder.0.join("omega.toml")).unwrap();
        let library = books.reread().unwrap();
        assert!(library.source("alpha").is_none() && library.source("omega").is_none());
    }

    #[test]
    fn a_file_on_top_of_a_broken_one_is_changed_all_the_same() {
        let folder = Folder::new("top");
        folder.write("alpha.toml", &book("alpha", "omega", "1_500"));
        folder.write("omega.toml", &book("omega", "tenhou", "4_500"));
        let mut books = folder.open();
        let _ = books.library();
        folder.write("omega.toml", &book("omega", "tenhou", "\"many\""));
        let library = books.reread().unwrap();
        assert_eq!((noten(&library, "alpha"), noten(&library, "omega")), (1_500, 4_500));
        folder.write("alpha.toml", &book("alpha", "omega", "6_000"));
        let library = books.reread().unwrap();
        assert_eq!((noten(&library, "alpha"), noten(&library, "omega")), (6_000, 4_500));
    }

    #[test]
    fn a_folder_that_is_gone_takes_nothing_away() {
        let folder = Folder::new("gone");
        assert!(BookFolder::open(folder.0.join("nowhere"), Library::builtin()).is_err());
        folder.write("alpha.toml", &book("alpha", "tenhou", "1_500"));
        let mut books = folder.open();
        assert_eq!(noten(&books.library(), "alpha"), 1_500);
        std::fs::remove_dir_all(&folder.0).unwrap();
        assert!(books.reread().is_none());
        std::fs::create_dir(&folder.0).unwrap();
        assert!(books.reread().unwrap().source("alpha").is_none());
    }
}
