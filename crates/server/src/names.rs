//! Names that players type: cleaned, and different from those of bots and of others at the table.

use crate::room::Refused;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

/// Letters of a player's name.
const LONGEST: usize = 24;
/// What the client calls bots, beside their ids; `web/src/cast.ts` has their faces.
const BOT_NAMES: [&str; 13] = [
    "Hiyoko", "Usagi", "Risu", "Kame", "Neko", "Kuma", "Tanuki", "Panda", "Tora", "Kitsune", "Fukuro", "Okami", BOT,
];
const BOT: &str = "Bot";
/// Alphabets that have letters of the same shape.
const SIMILAR: [Script; 7] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Greek,
    Script::Armenian,
    Script::Cherokee,
    Script::Coptic,
    Script::Lisu,
];
/// What the eye passes over between letters.
const FINE: [char; 12] = [' ', '.', ',', ':', ';', '-', '_', '\'', '`', '~', '*', '·'];
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

/// May a player have this name?
///
/// # Errors
/// If somebody could take it for a bot's, or if a word in it mixes alphabets whose letters look the same.
pub fn check(name: &str) -> Result<(), Refused> {
    match name {
        name if is_reserved(name) => Err(Refused::ReservedName),
        name if mixes_alphabets(name) => Err(Refused::MixedAlphabets),
        _ => Ok(()),
    }
}

/// Does a word mix alphabets whose letters look the same? Scripts that are written together, such as Kanji, Kana and Latin, are no
/// such mixture, and faces made of signs have a letter here and there.
pub fn mixes_alphabets(name: &str) -> bool {
    let words = name.split(|c: char| !c.is_alphabetic() && !is_combining_mark(c));
    let has = |word: &str, script: Script| word.chars().any(|c| c.script() == script);
    let mut mixed = words.map(|word| SIMILAR.iter().filter(|script| has(word, **script)).count());
    mixed.any(|alphabets| alphabets > 1)
}

/// Would a person take this name for a bot's, or for that of a forgotten player? Also with a number, as second bots and players have,
/// with digits for letters, and with the word "bot".
pub fn is_reserved(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    if words.any(|word| look_alike(&without_number(word), BOT)) {
        return true;
    }
    // A digit at the end may be a number, or pass for a letter.
    let names = [
        without_number(name),
        name.to_owned(),
        name.chars().map(letter_of).collect(),
    ];
    let names = names.into_iter().flat_map(|name| [without_bot(&name), name]);
    let names: Vec<String> = names.collect();
    let ids = jantaku_bots::NAMES.iter().map(|(id, _)| *id);
    let mut reserved = ids.chain(BOT_NAMES).chain([FORGOTTEN]);
    reserved.any(|bot| names.iter().any(|name| look_alike(name, bot)))
}

/// The name without "bot" before or behind it.
fn without_bot(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let is_bot = |part: &[char]| look_alike(&String::from_iter(part), BOT);
    let rest = match letters.as_slice() {
        [rest @ .., a, b, c] if is_bot(&[*a, *b, *c]) => rest,
        [a, b, c, rest @ ..] if is_bot(&[*a, *b, *c]) => rest,
        all => all,
    };
    rest.iter().collect()
}

/// The letter that a digit or sign is written for.
const fn letter_of(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
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
    seen(one).iter().zip(seen(other)).any(|(one, other)| *one == other)
}

/// What the eye sees of a name: as it is, in small letters, and in capitals, where 1 and I are the same.
fn seen(name: &str) -> [String; 3] {
    let plain: String = name.nfkc().filter(|c| !FINE.contains(c)).map(full_size).collect();
    let drawn = |text: &str| skeleton(text).map(full_size).collect::<String>();
    [
        drawn(&plain).to_lowercase(),
        drawn(&plain.to_lowercase()).to_lowercase(),
        drawn(&plain.to_uppercase()),
    ]
}

/// The letter that a small capital, or a letter drawn like one, is a form of.
const fn full_size(c: char) -> char {
    match c {
        'ᴀ' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ɪ' => 'i',
        'ᴊ' => 'j',
        'ᴋ' | 'ĸ' => 'k',
        'ʟ' => 'l',
        'ᴍ' | 'ʍ' => 'm',
        'ɴ' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        other => other,
    }
}
