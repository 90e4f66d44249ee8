//! Names that players type: cleaned, and different from those of bots and of others at the table.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// Letters of a player's name.
const LONGEST: usize = 24;
/// What the client calls bots, beside their ids.
const BOT_NAMES: [&str; 5] = ["Neko", "Kuma", "Tora", "Usagi", "Bot"];
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
    let mut marks = 0;
    let few_marks = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    };
    let visible = text.nfc().filter(|c| !is_hidden(*c)).filter(few_marks);
    let spaced: String = visible.map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let short: String = words.join(" ").chars().take(most).collect();
    short.trim_end().to_owned()
}

/// Control characters, those that change the direction of text, and those that are drawn as nothing.
fn is_hidden(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        )
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}')
        || matches!(c, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Would a person take this name for a bot's, or for that of a forgotten player?
pub fn is_reserved(name: &str) -> bool {
    let ids = jantaku_bots::NAMES.iter().map(|(id, _)| *id);
    ids.chain(BOT_NAMES).chain([FORGOTTEN]).any(|bot| look_alike(name, bot))
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
