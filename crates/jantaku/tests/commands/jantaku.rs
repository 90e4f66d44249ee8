//! One run of the binary, and what it is held against.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run has said.
pub(crate) struct Run {
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
    /// The exit code.
    pub(crate) code: i32,
}

/// Runs it with these arguments, 160 columns wide.
pub(crate) fn jantaku(args: &[&str]) -> Run {
    jantaku_in(160, args, "")
}

/// Runs it in a terminal of this width, with this as standard input.
pub(crate) fn jantaku_in(columns: usize, args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jantaku"))
        .args(args)
        .env("COLUMNS", columns.to_string())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code().unwrap(),
    }
}

impl Run {
    /// Has it ended well, and said each of these lines, in this order? Runs of spaces are taken as one.
    #[track_caller]
    pub(crate) fn says(&self, lines: &[&str]) {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.says_anyhow(lines);
    }

    /// The same, however it ended.
    #[track_caller]
    pub(crate) fn says_anyhow(&self, lines: &[&str]) {
        let said: Vec<String> = self.out.lines().map(one_spaced).collect();
        let mut from = 0;
        for line in lines {
            let found = said[from..].iter().position(|said| said.contains(line));
            let Some(found) = found else {
                panic!("{line:?} is not said after line {from} of\n{}", self.out)
            };
            from += found + 1;
        }
    }

    /// Does it say this nowhere?
    #[track_caller]
    pub(crate) fn does_not_say(&self, text: &str) {
        assert!(!self.out.contains(text), "{text:?} is said in\n{}", self.out);
    }

    /// Was it refused with this message and nothing else?
    #[track_caller]
    pub(crate) fn is_refused(&self, message: &str) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        assert!(self.err.contains(message), "{message:?} is not in {}", self.err);
        assert_eq!(self.out, "");
    }

    /// Its output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        serde_json::from_str(&self.out).unwrap()
    }
}

fn one_spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn it_shows_what_it_can_do() {
    jantaku(&["help"]).says(&["A mahjong table that plays house rules", "score", "rules", "result"]);
    jantaku(&["--version"]).says(&[concat!("jantaku ", env!("CARGO_PKG_VERSION"))]);
    jantaku(&["--nonsense"]).is_refused("unexpected argument '--nonsense'");
    jantaku(&["rules", "lsit"]).is_refused("unrecognized subcommand 'lsit'");
}

#[test]
fn colours_are_only_for_those_who_see_them() {
    const ESCAPE: char = '\u{1b}';
    let hand = ["score", "123m456p789s1122z +1z"];
    assert!(!jantaku(&hand).out.contains(ESCAPE));
    assert!(
        jantaku(&[&hand[..], &["--color", "always"]].concat())
            .out
            .contains(ESCAPE)
    );
    assert!(
        !jantaku(&[&hand[..], &["--color", "never"]].concat())
            .out
            .contains(ESCAPE)
    );
}
