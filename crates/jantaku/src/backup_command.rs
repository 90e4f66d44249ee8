//! `jantaku backup` and `jantaku restore`: all games of a server and its signing key in one file.

use crate::failure::Failure;
use crate::screen;
use crate::serve_command::data_folder;
use clap::Args;
use jantaku_server::ServeError;
use jantaku_server::store;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file of the backup
    file: PathBuf,
    /// The folder of the data [default: JANTAKU_DATA, or the system's folder for application data]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl BackupArgs {
    fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(data_folder)
    }
}

pub(crate) fn backup(args: &BackupArgs) -> Result<ExitCode, Failure> {
    let data = args.data();
    store::backup(&data, &args.file).map_err(ServeError::Store)?;
    screen::write(&format!("{} is saved in {}\n", data.display(), args.file.display()))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(args: &BackupArgs) -> Result<ExitCode, Failure> {
    let data = args.data();
    let before = store::restore(&args.file, &data).map_err(ServeError::Store)?;
    let kept = before.map_or(String::new(), |before| {
        format!("What was there before is kept in {}\n", before.display())
    });
    screen::write(&format!(
        "{} is restored from {}; check it with `jantaku check`\n{kept}",
        data.display(),
        args.file.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
