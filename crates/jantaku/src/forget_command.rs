//! `jantaku forget`: removes a player's names and sessions from the games that a server has stored, and their account.

use crate::failure::Failure;
use crate::serve_command::data_folder;
use crate::{screen, words};
use clap::Args;
use jantaku_server::ServeError;
use jantaku_server::room::unix_time;
use jantaku_server::store::{NotForgotten, Person, Sqlite, Store, StoreError};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct ForgetArgs {
    /// A name, a sign-in name, the first digits of a session (at least 8), or the id of a game: everybody who played it
    who: String,
    /// Forget the one person who is found; without it they are only listed
    #[arg(long)]
    yes: bool,
    /// Forget everybody who is found
    #[arg(long, requires = "yes")]
    all: bool,
    /// The folder of the data [default: JANTAKU_DATA, or the system's folder for application data]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// A running server is asked on its admin page instead: it has the games in memory.
pub(crate) fn run(args: &ForgetArgs) -> Result<ExitCode, Failure> {
    let folder = args.data.clone().unwrap_or_else(data_folder);
    if !folder.join("jantaku.db").exists() {
        return Err(Failure::Asked(format!(
            "{} holds no data of a server",
            folder.display()
        )));
    }
    let failed = |error: StoreError| match error {
        StoreError::InUse(_) => Failure::Asked(format!(
            "a server uses {}: forget people on its admin page, or stop it first",
            folder.display()
        )),
        error => ServeError::Store(error).into(),
    };
    let store = Sqlite::open(&folder).map_err(failed)?;
    let done = forget(args, &store);
    store.close();
    screen::write(&done?)?;
    let kept: Vec<String> = std::fs::read_dir(&folder)
        .map(|files| {
            files
                .filter_map(Result::ok)
                .map(|file| file.file_name().to_string_lossy().into_owned())
        })
        .map(|names| {
            names
                .filter(|name| ["before-restore-", "damaged-"].iter().any(|why| name.starts_with(why)))
                .collect()
        })
        .unwrap_or_default();
    if args.yes && !kept.is_empty() {
        screen::write(&format!(
            "Still unchanged in that folder: {}. Delete them if you can.\n",
            kept.join(", ")
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn forget(args: &ForgetArgs, store: &Sqlite) -> Result<String, Failure> {
    let broken = |error| Failure::from(ServeError::Store(error));
    let found = store.people(&args.who).map_err(broken)?;
    if found.is_empty() {
        return Err(Failure::Asked(format!(
            "nobody is stored as {}: give a name, at least 8 digits of a session, or a game",
            args.who
        )));
    }
    let list: String = found.iter().map(line).collect();
    if !args.yes {
        return Ok(format!("{list}Nothing is changed. Add --yes to forget them.\n"));
    }
    if found.len() > 1 && !args.all {
        return Err(Failure::Asked(format!(
            "several people are found; name one by the digits of the session, or add --all\n{list}"
        )));
    }
    let sessions = found.iter().map(|person| person.session).collect();
    let games = store.forget(sessions, unix_time()).map_err(|error| match error {
        NotForgotten::Store(error) => broken(error),
        shown @ NotForgotten::Shown(_) => Failure::Asked(format!("{}: {shown}", args.who)),
        plays @ NotForgotten::Plays(_) => Failure::Asked(format!("{}: {plays}; close it first", args.who)),
    })?;
    let accounts = found.iter().filter(|person| person.account.is_some()).count();
    let with_them = match accounts {
        0 => String::new(),
        accounts => format!(", and {} deleted", words::plural(accounts, "account", "accounts")),
    };
    Ok(format!(
        "{list}Forgotten in {}{with_them}. Backups made before still hold everything.\n",
        words::plural(games, "game", "games")
    ))
}

fn line(person: &Person) -> String {
    let names: Vec<&str> = person.names.iter().map(String::as_str).collect();
    let session = person.session.to_string();
    let account = person.account.as_ref().map(|login| format!("  account {login}"));
    let mut stored = words::plural(person.games.len(), "game", "games");
    if !person.books.is_empty() {
        let books = words::plural(person.books.len(), "saved rulebook", "saved rulebooks");
        stored = format!("{stored}, {books}");
    }
    format!(
        "{}  {stored}  {}{}\n",
        &session[..12],
        names.join(", "),
        account.unwrap_or_default()
    )
}
