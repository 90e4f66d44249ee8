//! Where games are kept if nothing else is said.

use std::env::var_os;
use std::ffi::OsString;
use std::path::PathBuf;

/// The folder that the system sets apart for the data of programs; else one beside where the program was started.
pub(super) fn of_data() -> PathBuf {
    told_by(|name| var_os(name))
}

/// What is empty counts as not set at all.
fn told_by(var: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let path = |name: &str| var(name).filter(|text| !text.is_empty()).map(PathBuf::from);
    if let Some(folder) = path("JANTAKU_DATA") {
        return folder;
    }
    let home = |rest: &str| path("HOME").map(|home| home.join(rest));
    let folder = if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else if cfg!(target_os = "windows") {
        path("APPDATA")
    } else {
        // What is not absolute is to be taken for a mistake, says the specification.
        path("XDG_DATA_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| home(".local/share"))
    };
    folder.unwrap_or_default().join("jantaku")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_empty_is_not_set() {
        let told = |set: &[(&str, &str)]| {
            let set: Vec<(String, OsString)> = set
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.into()))
                .collect();
            told_by(|name| {
                set.iter()
                    .find(|(other, _)| other == name)
                    .map(|(_, text)| text.clone())
            })
        };
        let home = ("HOME", "/home/mika");
        assert_eq!(told(&[home]), PathBuf::from("/home/mika/.local/share/jantaku"));
        assert_eq!(
            told(&[home, ("XDG_DATA_HOME", "")]),
            PathBuf::from("/home/mika/.local/share/jantaku")
        );
        assert_eq!(
            told(&[home, ("XDG_DATA_HOME", "data")]),
            PathBuf::from("/home/mika/.local/share/jantaku")
        );
        assert_eq!(told(&[home, ("XDG_DATA_HOME", "/srv")]), PathBuf::from("/srv/jantaku"));
        assert_eq!(
            told(&[home, ("JANTAKU_DATA", "")]),
            PathBuf::from("/home/mika/.local/share/jantaku")
        );
        assert_eq!(told(&[home, ("JANTAKU_DATA", "games")]), PathBuf::from("games"));
    }
}
