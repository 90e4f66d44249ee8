//! Every damage is noticed, and nothing panics.

use crate::played::{LIBRARY, RULEBOOKS, book, fair_game, game, signed_game};
use jantaku_record::log::{Log, LogProblem, MAX_HEADER, MAX_LINE, Replay, VERSION, Writer, check_walls};
use jantaku_rules::rulebook::library::Library;
use jantaku_table::shuffle::{Stream, key_of};

/// Reads, replays and checks the walls; the first thing that is wrong.
fn verdict(bytes: &[u8]) -> Result<(), String> {
    let log = Log::read(bytes).map_err(|error| error.to_string())?;
    let book = log.header.rules(&LIBRARY).map_err(|error| error.to_string())?;
    Replay::new(&log, &book)
        .to(usize::MAX)
        .map_err(|error| error.to_string())?;
    match check_walls(&log, &book).map_err(|error| error.to_string())? {
        verdict if verdict.is_proved() => Ok(()),
        verdict => Err(format!("{verdict:?}")),
    }
}

#[test]
fn notices_every_changed_bit() {
    // `JANTAKU_CHANGED=10000 cargo test --package jantaku-record --test logs changed_bit` changes as many in each log.
    let wanted = std::env::var("JANTAKU_CHANGED").map_or(300, |count| count.parse().unwrap());
    let sound = [
        fair_game("sanmatsuri").text(),
        game("ema-2025", "greedy", 11).1,
        signed_game("zan").text(),
    ];
    let mut lots = Stream::new(&key_of(1, 0));
    for text in sound {
        assert_eq!(verdict(text.as_bytes()), Ok(()));
        for _ in 0..wanted {
            let mut bytes = text.clone().into_bytes();
            let place = lots.below(bytes.len() as u32) as usize;
            bytes[place] ^= 1 << lots.below(8);
            assert!(verdict(&bytes).is_err(), "byte {place}");
        }
    }
}

#[test]
fn notices_changed_walls_even_with_a_valid_checksum() {
    let log = fair_game("ryanzou-chankan");
    let text = log.text();
    let mut lots = Stream::new(&key_of(2, 0));
    let header = text.find('\n').unwrap();
    let mut tried = 0;
    while tried < 400 {
        let place = header + lots.below((text.len() - header) as u32) as usize;
        let line = text[place..].find('\n').map_or("", |end| {
            let start = text[..place].rfind('\n').map_or(0, |start| start + 1);
            &text[start..place + end]
        });
        let bound = [
            "{\"fair\":",
            "{\"e\":{\"type\":\"dealt\"",
            "{\"e\":{\"type\":\"drew\"",
            "{\"e\":{\"type\":\"indicator\"",
        ];
        if !bound.iter().any(|beginning| line.starts_with(beginning)) {
            continue;
        }
        tried += 1;
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << lots.below(8);
        // Whoever changes a log can add it up anew.
        if let Some(end) = bytes.windows(7).position(|window| window == b"{\"sum\":") {
            bytes.truncate(end);
        }
        let Ok(mut changed) = Log::read(&bytes) else {
            continue;
        };
        changed.closed = true;
        let summed = changed.text();
        assert!(verdict(summed.as_bytes()).is_err(), "byte {place} of {line}");
    }
}

#[test]
fn reports_a_truncated_log() {
    let text = fair_game("zan").text();
    let mut lots = Stream::new(&key_of(3, 0));
    for _ in 0..200 {
        let end = lots.below(text.len() as u32) as usize;
        assert!(verdict(&text.as_bytes()[..end]).is_err(), "cut at {end}");
    }
    // It can still be replayed so far, also if the cut went through a line, or through a character of it.
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    let torn = [&text.as_bytes()[..end], b"{\"note\":\"\xe9\x9b"].concat();
    for bytes in [&text.as_bytes()[..end], &text.as_bytes()[..end + 20], &torn] {
        let cut = Log::read(bytes).unwrap();
        assert!(!cut.closed && cut.text() == text[..end]);
        assert!(Replay::new(&cut, &book(&cut)).to(usize::MAX).is_ok());
    }
}

#[test]
fn refuses_unknown_content() {
    let log = fair_game("zan");
    let check = |change: &dyn Fn(&str) -> String, expected: &str| {
        let error = verdict(change(&log.text()).as_bytes()).unwrap_err();
        assert!(error.contains(expected), "{error}");
    };
    check(&|_| String::new(), "line 1: expected the first line of a log");
    check(&|_| "[1,2]".to_owned(), "line 1: expected the first line of a log");
    check(
        &|text| text.replace("\"log\":\"jantaku\"", "\"log\":\"else\""),
        "line 1: expected the first line of a log",
    );
    check(
        &|text| text.replacen(&format!("\"version\":{VERSION}"), "\"version\":99", 1),
        &format!("line 1: a log of version 99; this program reads 1 to {VERSION}"),
    );
    check(
        &|text| text.replacen("\"start\":", "\"begin\":", 1),
        "line 1: unknown field `begin`",
    );
    check(
        &|text| text.replacen("{\"e\":", "{\"f\":", 1),
        "line 6: unknown field `f`",
    );
    check(
        &|text| text.replacen("{\"e\":", "{\"note\":1,\"e\":", 1),
        "line 6: expected just one of",
    );
    check(
        &|text| format!("{text}{{\"note\":1}}\n"),
        "unexpected content after the last line",
    );
    check(&|text| format!("{text}{{"), "unexpected content after the last line");
    check(
        &|text| text.replacen("\"seat\":0", "\"seat\":1", 1),
        "the log was changed",
    );
    check(
        &|text| format!("{}\n", "x".repeat(MAX_HEADER)) + text,
        "line 1: longer than",
    );
    check(
        &|text| text.replacen('\n', &format!("\n{}\n", "x".repeat(MAX_LINE)), 1),
        "line 2: longer than",
    );
    let long = vec![b'\n'; (16 << 20) + 1];
    assert_eq!(Log::read(&long).unwrap_err().problem, LogProblem::TooLong);
    assert_eq!(Log::read(b"{}\n\xff\n").unwrap_err().to_string(), "line 2: not UTF-8");
}

#[test]
fn notices_another_rulebook() {
    let log = fair_game("zan");
    let check = |change: &dyn Fn(&mut Log), expected: &str| {
        let mut changed = log.clone();
        change(&mut changed);
        let error = changed.header.rules(&LIBRARY).unwrap_err().to_string();
        assert!(error.starts_with("line 1: ") && error.contains(expected), "{error}");
    };
    check(
        &|log| log.header.book = Some("nonsense".to_owned()),
        "its rulebook cannot be played",
    );
    check(&|log| log.header.hash.0.0[0] ^= 1, "does not match its hash");
    check(
        &|log| *log.header.book.as_mut().unwrap() += "#",
        "does not match its hash",
    );
    check(&|log| log.header.players.truncate(2), "different seats");
    check(&|log| log.header.stick = 500, "different riichi sticks");
    // No file is needed; only a log of version 1 asks the library.
    assert!(log.header.rules(&Library::default()).unwrap().same_edition);
    let mut older = log.clone();
    older.header.book = None;
    assert!(!older.header.rules(&LIBRARY).unwrap().same_edition);
    older.header.rules = "ema-2025".to_owned();
    let error = older.header.rules(&LIBRARY).unwrap_err().to_string();
    assert!(error.contains("different tiles"), "{error}");
    older.header.rules = "nonsense".to_owned();
    assert!(older.header.rules(&LIBRARY).is_err());
}

/// Events out of order, doubled, left out or with other words in them, added up anew: an error or another game, never a panic.
#[test]
fn hostile_events_are_refused() {
    let mut lots = Stream::new(&key_of(4, 0));
    let mut refused = 0;
    for (seed, spec) in (20..).zip(RULEBOOKS) {
        let log = Log::read(game(spec, "random", seed).1.as_bytes()).unwrap();
        for _ in 0..60 {
            let mut lines: Vec<String> = log.text().lines().map(str::to_owned).collect();
            lines.pop();
            for _ in 0..=lots.below(3) {
                disturb(&mut lines, &mut lots);
            }
            let text = lines.join("\n") + "\n";
            if let Ok(changed) = Log::read(text.as_bytes()) {
                let mut writer = Writer::new(&changed.header);
                changed.lines.iter().for_each(|line| writer.line(line));
                refused += u32::from(verdict(writer.close().as_bytes()).is_err());
            }
        }
    }
    assert!(refused > 250, "{refused}");
}

fn disturb(lines: &mut Vec<String>, lots: &mut Stream) {
    let mut place = || 1 + lots.below(lines.len() as u32 - 1) as usize;
    let (one, other) = (place(), place());
    match lots.below(6) {
        0 => lines.swap(one, other),
        1 => drop(lines.remove(one)),
        2 => lines.insert(one, lines[other].clone()),
        3 => {
            let seat = format!("\"seat\":{}", lots.below(5));
            lines[one] = lines[one].replacen("\"seat\":0", &seat, 1);
        }
        4 => {
            // Other digits: tiles, seats, points, counters.
            let digit = char::from(b'0' + lots.below(10) as u8);
            let digits: Vec<usize> = lines[one]
                .match_indices(|c: char| c.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            if !digits.is_empty() {
                let at = digits[lots.below(digits.len() as u32) as usize];
                lines[one].replace_range(at..=at, &digit.to_string());
            }
        }
        _ => {
            // Without what it says of the wall, a line is taken at its word.
            for line in lines.iter_mut() {
                if let Some(end) = line.find(",\"left\"") {
                    line.replace_range(end.., "}");
                }
            }
        }
    }
}
