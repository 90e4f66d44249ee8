//! Where games are kept if nothing else is said.

use std::env::var_os;
use std::path::PathBuf;

/// The folder that the system sets apart for the data of programs; else one beside where the program was started.
pub(super) fn of_data() -> PathBuf {
    if let Some(folder) = var_os("JANTAKU_DATA") {
        return folder.into();
    }
    let home = |rest: &str| var_os("HOME").map(|home| PathBuf::from(home).join(rest));
    let folder = if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else if cfg!(target_os = "windows") {
        var_os("APPDATA").map(PathBuf::from)
    } else {
        var_os("XDG_DATA_HOME")
            .map(PathBuf::from)
            .or_else(|| home(".local/share"))
    };
    folder.unwrap_or_default().join("jantaku")
}
