//! `jantaku` alone and `jantaku serve`: it says where it is, and stops when it is asked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that is killed if the test fails.
pub(crate) struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn folder(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("jantaku-{name}-{}", std::process::id()))
}

/// Starts it and reads what it says until it can be stopped.
pub(crate) fn start(args: &[&str], variables: &[(&str, &str)]) -> (Served, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jantaku"))
        .args(args)
        .env_remove("JANTAKU_DATA")
        .envs(variables.iter().copied())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let mut said = Vec::new();
    for line in out.lines().map(Result::unwrap) {
        let last = line.starts_with("Stop with");
        said.push(line);
        if last {
            break;
        }
    }
    (Served(child), said)
}

pub(super) fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn alone_it_serves_on_this_machine_and_says_where() {
    let data = folder("alone");
    for args in [&[][..], &["serve", "--listen", "127.0.0.1:0"][..]] {
        let (mut served, said) = start(args, &[("JANTAKU_DATA", data.to_str().unwrap())]);
        let address = said[0].strip_prefix("Jantaku is at http://").unwrap();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert_eq!(said[1], format!("Games are kept in {}", data.display()));
        assert!(get(address, "/healthz").starts_with("HTTP/1.1 200"));
        assert!(get(address, "/").contains("<title>Jantaku</title>"));

        // The data are taken: another one says so.
        let second = Command::new(env!("CARGO_BIN_EXE_jantaku"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("JANTAKU_DATA", &data)
            .output()
            .unwrap();
        assert_eq!(second.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&second.stderr).contains("is used by another Jantaku"));

        // It stops when it is asked to.
        Command::new("kill").arg(served.0.id().to_string()).status().unwrap();
        assert_eq!(served.0.wait().unwrap().code(), Some(0));
    }
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn serves_metrics_where_asked() {
    let data = folder("metrics");
    let data_path = data.to_str().unwrap();
    let args = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--metrics",
        "127.0.0.1:0",
        "--data",
        data_path,
    ];
    let (_served, said) = start(&args, &[]);
    let address = |prefix: &str| said.iter().find_map(|line| line.strip_prefix(prefix)).unwrap();
    let metrics = address("Metrics are at http://").strip_suffix("/metrics").unwrap();
    assert!(get(metrics, "/metrics").contains("jantaku_actions_total 0"));
    let public = address("Jantaku is at http://");
    assert!(!get(public, "/metrics").contains("jantaku_actions"));
    // An address that was asked for and cannot be had is a failure.
    let second = Command::new(env!("CARGO_BIN_EXE_jantaku"))
        .args(["serve", "--listen", "127.0.0.1:0", "--metrics", metrics, "--data"])
        .arg(data.join("second"))
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let says = String::from_utf8_lossy(&second.stderr);
    assert!(says.contains(&format!("cannot listen on {metrics}")), "{says}");
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn data_goes_where_the_system_keeps_it() {
    let home = folder("home");
    let path = home.to_str().unwrap();
    let shared = home.join("shared");
    let usual = home.join(".local/share/jantaku");
    // An empty variable is not set, and the XDG specification ignores a path that is not absolute.
    for (name, value, expected) in [
        ("JANTAKU_DATA", "", &usual),
        ("XDG_DATA_HOME", "", &usual),
        ("XDG_DATA_HOME", "data", &usual),
        ("XDG_DATA_HOME", shared.to_str().unwrap(), &shared.join("jantaku")),
    ] {
        let variables = [("HOME", path), ("XDG_DATA_HOME", ""), (name, value)];
        let (_served, said) = start(&["serve", "--listen", "127.0.0.1:0"], &variables);
        assert_eq!(
            said[1],
            format!("Games are kept in {}", expected.display()),
            "{name}={value}"
        );
    }
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn a_proxy_is_an_address_or_a_network() {
    for (proxy, expected) in [
        ("proxy.example", "expected an address such as 10.0.0.7 or ::1"),
        ("10.0.0.0/40", "expected an address such as 10.0.0.7"),
    ] {
        let refused = Command::new(env!("CARGO_BIN_EXE_jantaku"))
            .args(["serve", "--trusted-proxy", "127.0.0.1", "--trusted-proxy", proxy])
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let says = String::from_utf8_lossy(&refused.stderr);
        assert!(says.contains(expected), "{says}");
    }
}

/// Running games carry their own rulebooks, so a file that is gone or broken must not keep a server from starting.
#[test]
fn a_rulebook_file_that_cannot_be_used_is_left_out() {
    let data = folder("left-out");
    std::fs::create_dir_all(&data).unwrap();
    let head = |id: &str| format!("[rulebook]\nid = \"{id}\"\nname = {{ en = \"{id}\" }}\nextends = \"zan\"\n");
    let broken = head("broken") + "nonsense = 1\n";
    for (name, text) in [("good", head("good")), ("broken", broken)] {
        std::fs::write(data.join(format!("{name}.toml")), text).unwrap();
    }
    let books = ["gone", "broken", "good"].map(|name| data.join(format!("{name}.toml")).display().to_string());
    let mut args = vec!["serve", "--listen", "127.0.0.1:0"];
    args.extend(books.iter().flat_map(|book| ["--book", book]));
    let (served, said) = start(&args, &[("JANTAKU_DATA", data.to_str().unwrap())]);
    let address = said[0].strip_prefix("Jantaku is at http://").unwrap();
    let offered = get(address, "/api/rulebooks");
    assert!(offered.contains("\"id\":\"good\""), "{offered}");
    assert!(!offered.contains("\"id\":\"broken\""));
    drop(served);
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_folder_of_rulebooks_is_read_again_while_the_server_runs() {
    let data = folder("books");
    let books = data.join("books");
    std::fs::create_dir_all(&books).unwrap();
    let put = |name: &str| {
        let text = format!("[rulebook]\nid = \"{name}\"\nname = {{ en = \"{name}\" }}\nextends = \"zan\"\n");
        std::fs::write(books.join(format!("{name}.toml")), text).unwrap();
    };
    put("fridays");
    let args = ["serve", "--listen", "127.0.0.1:0", "--books", books.to_str().unwrap()];
    let (served, said) = start(&args, &[("JANTAKU_DATA", data.to_str().unwrap())]);
    let address = said[0].strip_prefix("Jantaku is at http://").unwrap();
    let offers = |name: &str| get(address, "/api/rulebooks").contains(&format!("\"id\":\"{name}\""));
    assert!(offers("fridays"));
    assert!(!offers("sundays"));
    put("sundays");
    while !offers("sundays") {
        std::thread::yield_now();
    }
    assert!(get(address, "/rules/sundays").starts_with("HTTP/1.1 200"));
    std::fs::remove_file(books.join("fridays.toml")).unwrap();
    while offers("fridays") {
        std::thread::yield_now();
    }
    drop(served);
    std::fs::remove_dir_all(&data).unwrap();
}

/// What the program prints for these arguments, or why it refuses.
fn said(args: &[&str]) -> Result<String, String> {
    let done = Command::new(env!("CARGO_BIN_EXE_jantaku")).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    match done.status.success() {
        true => Ok(text(done.stdout)),
        false => Err(text(done.stderr)),
    }
}

#[test]
fn every_flag_is_a_key_of_the_settings_file() {
    let printed = said(&["serve", "--print-config"]).unwrap();
    let help = said(&["serve", "--help"]).unwrap();
    let flags = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
    let flags = flags.map(|line| line.split([' ', '[']).next().unwrap());
    let elsewhere = ["config", "print-config", "color", "help"];
    let mut seen = 0;
    for flag in flags.filter(|flag| !elsewhere.contains(flag)) {
        let key = format!("{flag} = ");
        let has = |line: &str| line.trim_start_matches("# ").starts_with(&key);
        assert!(printed.lines().any(has), "--{flag} has no key:\n{printed}");
        seen += 1;
    }
    assert!(seen > 8, "the flags were not found:\n{help}");
}

#[test]
fn a_file_sets_what_flags_leave_open() {
    let place = folder("settings");
    std::fs::create_dir_all(&place).unwrap();
    let file = place.join("club.toml");
    let path = file.to_str().unwrap();
    let text = "listen = \"127.0.0.1:0\"\ndata = \"games\"\ntrusted-proxy = [\"10.0.0.0/8\"]\nlog = \"error\"\ntables-per-address = 7\n";
    std::fs::write(&file, text).unwrap();

    let printed = said(&["serve", "--config", path, "--print-config", "--log", "debug"]).unwrap();
    let games = place.join("games");
    let set = [
        "listen = \"127.0.0.1:0\"".to_owned(),
        format!("data = {:?}", games.to_str().unwrap()),
        "trusted-proxy = [\"10.0.0.0/8\"]".to_owned(),
        "log = \"debug\"".to_owned(),
        "tables-per-address = 7".to_owned(),
        "connections-per-address = 300".to_owned(),
    ];
    for line in &set {
        assert!(printed.lines().any(|printed| printed == line), "{line} in:\n{printed}");
    }
    // What nobody has set is printed as it is, not as an example of what could be.
    for line in [
        "no-pauses = false".to_owned(),
        "json-log = false".to_owned(),
        "book = []".to_owned(),
        "# metrics = \"127.0.0.1:8731\"".to_owned(),
        format!("# admin-key-file = {:?}", games.join("owner.key").to_str().unwrap()),
        "# store = none".to_owned(),
        "# keep-games = none".to_owned(),
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line} in:\n{printed}");
    }
    let again = place.join("again.toml");
    std::fs::write(&again, &printed).unwrap();
    let reprinted = said(&["serve", "--config", again.to_str().unwrap(), "--print-config"]).unwrap();
    assert_eq!(reprinted, printed);

    let (_served, says) = start(&["serve", "--config", path], &[]);
    assert!(says[1].contains(games.to_str().unwrap()), "{says:?}");

    for (wrong, expected) in [
        ("listne = \"127.0.0.1:0\"", "unknown field `listne`"),
        ("listen = 8631", "line 1"),
        (
            "trusted-proxy = [\"proxy.example\"]",
            "expected an address such as 10.0.0.7",
        ),
        ("log = \"loud\"", "unknown variant `loud`"),
    ] {
        std::fs::write(&file, wrong).unwrap();
        let refused = said(&["serve", "--config", path]).unwrap_err();
        assert!(refused.contains(expected) && refused.contains("club.toml"), "{refused}");
    }
    std::fs::remove_file(&file).unwrap();
    assert!(said(&["serve", "--config", path]).unwrap_err().contains("club.toml"));
    std::fs::remove_dir_all(&place).unwrap();
}

/// What is printed ends up in files and in questions to others.
#[test]
fn printed_settings_leave_passwords_in_the_environment() {
    let print = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jantaku"));
        command
            .args(["serve", "--print-config"])
            .args(args)
            .env("JANTAKU_STORE", "postgres://jantaku:secret@10.0.0.7/jantaku")
            .env("JANTAKU_BUS", "nats://jantaku:secret@10.0.0.8:4222");
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let printed = print(&[]);
    assert!(!printed.contains("secret"), "{printed}");
    for line in [
        "# store = the value of JANTAKU_STORE",
        "# bus = the value of JANTAKU_BUS",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line} in:\n{printed}");
    }
    let printed = print(&["--store", "postgres://mika@10.0.0.9/jantaku"]);
    assert!(
        printed.contains("store = \"postgres://mika@10.0.0.9/jantaku\""),
        "{printed}"
    );
}

/// Otherwise the server starts and turns everybody away.
#[test]
fn settings_that_would_keep_everybody_out_are_refused() {
    for (flag, wrong, expected) in [
        ("--public-origin", "mahjong.example", "such as https://mahjong.example"),
        ("--public-origin", "https://mahjong.example/play", "before the path"),
        ("--public-origin", "ftp://mahjong.example", "before the path"),
        ("--public-origin", "https://", "before the path"),
        ("--connections-per-address", "1", "expected at least 8"),
    ] {
        let refused = said(&["serve", "--print-config", flag, wrong]).unwrap_err();
        assert!(refused.contains(expected) && refused.contains(flag), "{refused}");
    }
    // Browsers leave out the usual port, and write names in small letters.
    let data = folder("origin");
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
    let (_served, says) = start(
        &[&args[..], &["--public-origin", "HTTPS://Mahjong.example:443/"]].concat(),
        &[],
    );
    assert_eq!(says[0], "Jantaku is at https://mahjong.example");
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_folder_of_logs_has_a_file_for_today() {
    let place = folder("logs");
    let (logs, data) = (place.join("logs"), place.join("data"));
    // Once the program makes the folder, once it is there and open to all.
    let open = place.join("open");
    std::fs::create_dir_all(&open).unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(&open, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let args = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--json-log",
        "--log",
        "info",
        "--data",
        data.to_str().unwrap(),
    ];
    for (logs, expected) in [(&logs, 0o700), (&open, 0o755)] {
        let (mut served, _) = start(&[&args[..], &["--log-to", logs.to_str().unwrap()]].concat(), &[]);
        Command::new("kill").arg(served.0.id().to_string()).status().unwrap();
        assert_eq!(served.0.wait().unwrap().code(), Some(0));
        let files: Vec<_> = std::fs::read_dir(logs)
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        let [file] = &files[..] else { panic!("{files:?}") };
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(logs), mode(file)), (expected, 0o600), "it names addresses");
        }
        let text = std::fs::read_to_string(file).unwrap();
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(last["fields"]["message"], "stopping", "{text}");
    }
    std::fs::remove_dir_all(&place).unwrap();
}

/// What a browser would send: a table is opened and closed again. Returns the answer to the first.
fn open_and_close(address: &str, body: &str) -> String {
    let post = |path: &str, cookie: &str, body: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n{cookie}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let opened = post("/api/tables", "", body);
    let between = |text: &str, from: &str, to: &str| {
        let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{text}"));
        rest.split_once(to).unwrap().0.to_owned()
    };
    let cookie = format!("Cookie: {}\r\n", between(&opened, "set-cookie: ", ";"));
    let table = between(&opened, "\"table\":\"", "\"");
    let closed = post(&format!("/api/tables/{table}/close"), &cookie, "{}");
    assert!(closed.starts_with("HTTP/1.1 200"), "{closed}");
    opened
}

#[test]
fn a_player_is_forgotten_once_the_server_has_stopped() {
    let data = folder("forget");
    let path = data.to_str().unwrap();
    let forget = |args: &[&str]| said(&[&["forget", "--data", path], args].concat());
    assert!(forget(&["Mika"]).unwrap_err().contains("holds no data of a server"));
    let (mut served, says) = start(&["serve", "--listen", "127.0.0.1:0", "--data", path], &[]);
    let address = says[0].strip_prefix("Jantaku is at http://").unwrap();
    assert!(
        says.iter()
            .any(|line| line.contains("/admin") && line.contains("owner.key")),
        "{says:?}"
    );
    for name in ["Mika", "Mika", "Sora"] {
        let asked = format!("{{\"rules\":\"zan\",\"seats\":[\"me\",\"open\",\"open\"],\"name\":\"{name}\"}}");
        open_and_close(address, &asked);
    }
    let refused = forget(&["Mika"]).unwrap_err();
    assert!(
        refused.contains("a server uses") && refused.contains("admin page"),
        "{refused}"
    );
    Command::new("kill").arg(served.0.id().to_string()).status().unwrap();
    assert_eq!(served.0.wait().unwrap().code(), Some(0));
    let listed = forget(&["Mika"]).unwrap();
    assert!(
        listed.contains("Nothing is changed") && listed.lines().count() == 3,
        "{listed}"
    );
    // Two browsers have the same name: which one is meant?
    let refused = forget(&["--yes", "Mika"]).unwrap_err();
    assert!(refused.contains("several people"), "{refused}");
    let session = listed.split_whitespace().next().unwrap();
    let forgotten = forget(&["--yes", session]).unwrap();
    assert!(forgotten.contains("Forgotten in 1 game."), "{forgotten}");
    assert_eq!(forget(&["Mika"]).unwrap().lines().count(), 2);
    assert!(
        forget(&["--yes", "--all", "Mika"])
            .unwrap()
            .contains("Forgotten in 1 game.")
    );
    let nobody = forget(&["Mika"]).unwrap_err();
    assert!(nobody.contains("nobody is stored as Mika"), "{nobody}");
    assert_eq!(forget(&["Sora"]).unwrap().lines().count(), 2);
    assert!(said(&["check", path]).unwrap().contains("Nothing is changed or lost"));
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn sizes_are_written_with_their_unit() {
    let args = [
        "serve",
        "--print-config",
        "--disk",
        "20GiB",
        "--free-disk",
        "0B",
        "--keep-games",
        "500",
        "--keep-accounts",
        "730",
    ];
    let printed = said(&args).unwrap();
    for line in [
        "disk = \"20GiB\"",
        "free-disk = \"0B\"",
        "disk-per-address = \"1GiB\"",
        "keep-games = 500",
        "keep-accounts = 730",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line} in:\n{printed}");
    }
    for wrong in ["20", "GiB", "-1GiB", "many"] {
        let refused = said(&["serve", "--print-config", &format!("--disk={wrong}")]).unwrap_err();
        assert!(refused.contains("expected a size such as 500MiB"), "{refused}");
    }
}

#[test]
fn no_limit_of_free_disk_lets_tables_be_opened() {
    for nothing in ["none", "0"] {
        let data = folder(&format!("free-disk-{nothing}"));
        let (_served, says) = start(
            &["serve", "--listen", "127.0.0.1:0", "--free-disk", nothing],
            &[("JANTAKU_DATA", data.to_str().unwrap())],
        );
        let address = says[0].rsplit('/').next().unwrap().to_owned();
        let body = r#"{"rules":"zan","seats":["me","greedy","greedy"],"name":"Mika"}"#;
        assert!(open_and_close(&address, body).starts_with("HTTP/1.1 200"));
        std::fs::remove_dir_all(&data).unwrap();
    }
}

#[test]
fn printed_paths_mean_the_same_from_any_folder() {
    let place = folder("anywhere");
    std::fs::create_dir_all(&place).unwrap();
    let printed = Command::new(env!("CARGO_BIN_EXE_jantaku"))
        .args([
            "serve",
            "--print-config",
            "--data",
            "games",
            "--log-to",
            "logs",
            "--admin-key-file",
            "key",
        ])
        .current_dir(&place)
        .output()
        .unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    for (key, name) in [("data", "games"), ("log-to", "logs"), ("admin-key-file", "key")] {
        let line = format!("{key} = {:?}", place.join(name).to_str().unwrap());
        assert!(printed.lines().any(|printed| printed == line), "{line} in:\n{printed}");
    }
    // A folder of logs in a file is meant from where the file lies, as every path is.
    let file = place.join("club.toml");
    std::fs::write(&file, "log-to = \"logs\"\n").unwrap();
    let printed = said(&["serve", "--config", file.to_str().unwrap(), "--print-config"]).unwrap();
    assert!(
        printed.contains(&format!("log-to = {:?}", place.join("logs").to_str().unwrap())),
        "{printed}"
    );
    std::fs::remove_dir_all(&place).unwrap();
}

#[test]
fn an_owners_key_that_can_be_guessed_is_refused() {
    let place = folder("owner");
    std::fs::create_dir_all(&place).unwrap();
    let key = place.join("key");
    std::fs::write(&key, "secret\n").unwrap();
    let refused = said(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        place.join("data").to_str().unwrap(),
        "--admin-key-file",
        key.to_str().unwrap(),
    ]);
    assert!(refused.unwrap_err().contains("at least 16 letters"));
    std::fs::remove_dir_all(&place).unwrap();
}

#[test]
fn a_certificate_needs_its_key() {
    let refused = said(&["serve", "--tls-cert", "cert.pem"]).unwrap_err();
    assert!(refused.contains("--tls-key"), "{refused}");
    let place = folder("half");
    std::fs::create_dir_all(&place).unwrap();
    let file = place.join("club.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\ntls-key = \"key.pem\"").unwrap();
    let config = ["serve", "--config", file.to_str().unwrap()];
    assert!(
        said(&config)
            .unwrap_err()
            .contains("tls-cert and tls-key need each other")
    );
    std::fs::write(
        &file,
        "listen = \"127.0.0.1:0\"\ntls-cert = \"cert.pem\"\ntls-key = \"key.pem\"",
    )
    .unwrap();
    let refused = said(&config).unwrap_err();
    assert!(refused.contains(place.join("cert.pem").to_str().unwrap()), "{refused}");
    std::fs::remove_dir_all(&place).unwrap();
}

/// A setting that cannot be kept stops the start; it must not be left out without a word.
#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_not_unicode_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let refused = Command::new(env!("CARGO_BIN_EXE_jantaku"))
        .args(["serve", "--print-config", "--log", "debug", "--data"])
        .arg(OsStr::from_bytes(b"games-\xff"))
        .output()
        .unwrap();
    let says = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && says.contains("invalid UTF-8"), "{says}");
}
