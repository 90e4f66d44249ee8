//! Packs the files that browsers get, so that the program carries them small and sends them as they are.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The built client, and what the server's own pages need.
const FOLDERS: [(&str, &[&str]); 2] = [
    ("web-dist", &["css", "html", "js", "mp3", "svg", "webmanifest"]),
    ("src/http", &["css", "js", "json"]),
];

fn main() -> Result<(), Error> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(Error::other("OUT_DIR is not set"))?);
    for (folder, kinds) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_sent = path
                .extension()
                .is_some_and(|kind| kinds.iter().any(|one| kind == *one));
            if is_sent {
                pack(&path, &out)?;
            }
        }
    }
    Ok(())
}

fn pack(path: &Path, out: &Path) -> Result<(), Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(path)?)?;
    fs::write(out.join(format!("{name}.gz")), encoder.finish()?)
}
