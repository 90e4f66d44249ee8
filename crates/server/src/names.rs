//! Names that players type: cleaned, and different from those of bots and of others at the table.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

/// Letters of a player's name.
const LONGEST: usize = 24;
/// What the client calls bots, beside their ids; `web/src/cast.ts` has their faces.
const BOT_NAMES: [&str; 13] = [
    "Hiyoko", "Usagi", "Risu", "Kame", "Neko", "Kuma", "Tanuki", "Panda", "Tora", "Kitsune", "Fukuro", "Okami", "Bot",
];
/// What a player is called who was forgotten.
pub const FORGOTTEN: &str = "Deleted player";
/// Marks that a letter may carry; more would cover the lines around it.
const MOST_MARKS: usize = 2;

/// A name as it is shown; `Guest` if nothing visible is left.
pub fn shown_name(name: &str) -> String {
    let name = clean(name, LONGEST);
    if name.is_empty() { "Guest".to_owned() } else { name }
}

/// Removes what cannot be seen, and shortens the rest.
pub fn clean(text: &str, most: usize) -> String {
    let (mut letter, mut marks) = (' ', 0);
    let is_drawn = |c: &char| {
        if !is_combining_mark(*c) {
            (letter, marks) = (*c, 0);
            return true;
        }
        marks += 1;
        // A mark of another script is drawn anyhow, or not at all.
        marks <= MOST_MARKS && !c.script_extension().intersection(letter.script_extension()).is_empty()
    };
    let visible = text.nfc().filter(|c| !is_hidden(*c)).filter(is_drawn);
    let spaced: String = visible.map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let short: String = words.join(" ").chars().take(most).collect();
    short.trim_end().to_owned()
}

/// What Unicode has not assigned, or left to private use; control characters, those that change the direction of text, and those that
/// are drawn as nothing or as a blank.
fn is_hidden(c: char) -> bool {
    (c.is_control() || c.script() == Script::Unknown) && !c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        )
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{16fe4}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}')
        || matches!(c, '\u{13430}'..='\u{13455}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}')
        || matches!(c, '\u{e0000}'..='\u{10ffff}')
}

/// Would a person take this name for a bot's, or for that of a forgotten player? Also with a number, as second bots and players have.
pub fn is_reserved(name: &str) -> bool {
    // A digit at the end may be a number, or pass for a letter.
    let names = [without_number(name), name.to_owned()];
    let ids = jantaku_bots::NAMES.iter().map(|(id, _)| *id);
    let mut reserved = ids.chain(BOT_NAMES).chain([FORGOTTEN]);
    reserved.any(|bot| names.iter().any(|name| look_alike(name, bot)))
}

/// The name without digits and signs around it, and without a Roman number behind it.
fn without_number(name: &str) -> String {
    let is_sign = |c: char| !c.is_alphabetic() || matches!(c, '\u{2160}'..='\u{2188}');
    let plain: String = name.trim_matches(is_sign).nfkc().collect();
    let bare = plain.trim_matches(is_sign);
    let is_number = |word: &str| word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    match bare.rsplit_once(' ') {
        Some((before, last)) if is_number(last) => before.trim_end_matches(is_sign).to_owned(),
        _ => bare.to_owned(),
    }
}

/// The name, with a number if it looks like one of the others.
pub fn distinct<'a>(name: &str, others: impl Iterator<Item = &'a str> + Clone) -> String {
    let is_free = |name: &String| !others.clone().any(|other| look_alike(name, other));
    let numbered = (2..).map(|number: u32| {
        let number = format!(" {number}");
        let short: String = name.chars().take(LONGEST - number.len()).collect();
        format!("{}{number}", short.trim_end())
    });
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

/// Can one name be mistaken for the other? Letters that look the same count as the same, whatever their script or case.
pub fn look_alike(one: &str, other: &str) -> bool {
    let seen = |name: &str| -> String {
        let plain: String = name.nfkc().filter(|c| *c != ' ').collect();
        skeleton(&plain).flat_map(char::to_lowercase).collect()
    };
    seen(one) == seen(other) || seen(&one.to_lowercase()) == seen(&other.to_lowercase())
}
