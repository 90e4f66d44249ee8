//! A file system in a file, and copies of it as a power cut would leave them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MIB: u64 = 512;

/// A mounted image. Unmounted and removed when dropped.
pub(crate) struct Image {
    file: PathBuf,
    mounted: PathBuf,
}

/// Only root may mount.
pub(crate) fn may_mount() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|user| user.stdout == b"0\n")
}

impl Image {
    /// A new ext4 file system in this folder.
    pub(crate) fn create(folder: &Path) -> Image {
        std::fs::create_dir_all(folder).unwrap();
        let file = folder.join("disk.img");
        std::fs::File::create(&file).unwrap().set_len(MIB << 20).unwrap();
        run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&file));
        Image::mounted(file, folder.join("disk"))
    }

    /// The image as it is at this moment, mounted as after a power cut: the file system replays its journal. Nothing is synced before,
    /// so what only the system's memory knows is not in it.
    pub(crate) fn copy(&self, folder: &Path) -> Image {
        let file = folder.join("copy.img");
        run(Command::new("cp").arg("--sparse=always").arg(&self.file).arg(&file));
        Image::mounted(file, folder.join("copy"))
    }

    /// The server's folder there.
    pub(crate) fn data(&self) -> PathBuf {
        self.mounted.join("data")
    }

    fn mounted(file: PathBuf, mounted: PathBuf) -> Image {
        std::fs::create_dir_all(&mounted).unwrap();
        run(Command::new("mount").args(["-o", "loop"]).arg(&file).arg(&mounted));
        Image { file, mounted }
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        let unmount = Command::new("umount").arg(&self.mounted).status();
        assert!(
            unmount.is_ok_and(|status| status.success()),
            "an image is still mounted"
        );
        let _ = std::fs::remove_file(&self.file);
    }
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?} failed");
}
