//! The words of a score sheet in every language, read from `words.toml`.

use crate::rulebook::document::{self, Content, Entry};
use crate::rulebook::error::Errors;
use crate::rulebook::limits::FILE_BYTES;
use crate::rulebook::rules::Rules;
use crate::rulebook::yaku::Names;
use std::collections::BTreeMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("words.toml");

pub(crate) type Sections = BTreeMap<String, BTreeMap<String, Names>>;

/// The words of one entry, such as `line`, `fu-base`.
pub(super) fn find(rules: &Rules, section: &str, id: &str) -> Option<Names> {
    let entries = entries(section)?;
    let chinese = says_kong(rules).then(|| entries.get(&format!("{id}.chinese")));
    chinese.flatten().or_else(|| entries.get(id)).cloned()
}

/// The same; an entry that is missing is called by its id.
pub(super) fn words(rules: &Rules, section: &str, id: &str) -> Names {
    find(rules, section, id).unwrap_or_else(|| Names::same(id))
}

/// Does the rulebook use Chinese words: kong, pung, chow? One with a Chinese name and no Japanese one does.
#[must_use]
pub fn says_kong(rules: &Rules) -> bool {
    let names = &rules.names;
    !names.zh.is_empty() && names.ja.is_empty() && names.romaji.is_empty()
}

fn entries(section: &str) -> Option<&'static BTreeMap<String, Names>> {
    static SECTIONS: OnceLock<Sections> = OnceLock::new();
    SECTIONS.get_or_init(|| read("words.toml", TEXT)).get(section)
}

/// Every section with its entries.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str, &'static Names)> {
    static SECTIONS: [&str; 6] = ["line", "why", "limit", "by", "fact", "end"];
    SECTIONS.into_iter().flat_map(|section| {
        let entries = entries(section).into_iter().flatten();
        entries.map(move |(id, names)| (section, id.as_str(), names))
    })
}

/// The sections of a file of words; none if it is no TOML, which tests find.
pub(crate) fn read(file: &str, text: &str) -> Sections {
    let mut errors = Errors::of(file);
    let sections = document::parse(text, FILE_BYTES, &mut errors).unwrap_or_default();
    let fields = |entry: Entry| match entry.node.content {
        Content::Table(fields) => fields,
        _ => Vec::new(),
    };
    let names = |entry: Entry| {
        let mut names = Names::default();
        for field in fields(entry) {
            if let (Some(place), Content::Text(text)) = (names.in_language(&field.key), field.node.content) {
                *place = text;
            }
        }
        names
    };
    let named = |entry: Entry| (entry.key.clone(), names(entry));
    let section = |entry: Entry| (entry.key.clone(), fields(entry).into_iter().map(named).collect());
    sections.into_iter().map(section).collect()
}

impl Names {
    /// The same in every language.
    pub fn same(text: &str) -> Names {
        Names {
            en: text.to_owned(),
            de: text.to_owned(),
            ja: text.to_owned(),
            romaji: text.to_owned(),
            zh: text.to_owned(),
        }
    }

    fn in_language(&mut self, language: &str) -> Option<&mut String> {
        Some(match language {
            "en" => &mut self.en,
            "de" => &mut self.de,
            "ja" => &mut self.ja,
            "romaji" => &mut self.romaji,
            "zh" => &mut self.zh,
            _ => return None,
        })
    }

    /// Names in every language: one that is missing is the nearest there is. German players say the Japanese words, Chinese ones read
    /// them in their own characters.
    #[must_use]
    pub fn complete(&self) -> Names {
        let Names { en, de, ja, romaji, zh } = self;
        let first = |order: [&str; 4]| {
            order
                .into_iter()
                .find(|name| !name.is_empty())
                .unwrap_or_default()
                .to_owned()
        };
        let (german, chinese) = (capitalised(romaji), in_chinese(ja));
        Names {
            en: first([en, romaji, zh, ja]),
            de: first([de, &german, en, zh]),
            ja: first([ja, zh, romaji, en]),
            romaji: first([romaji, en, zh, ja]),
            zh: first([zh, &chinese, romaji, en]),
        }
    }

    /// Fills a place such as `{yaku}` with names.
    #[must_use]
    pub fn with(mut self, place: &str, filling: &Names) -> Names {
        let place = format!("{{{place}}}");
        let filling = filling.complete();
        self.en = self.en.replace(&place, &filling.en);
        self.de = self.de.replace(&place, &filling.de);
        self.ja = self.ja.replace(&place, &filling.ja);
        self.romaji = self.romaji.replace(&place, &filling.romaji);
        self.zh = self.zh.replace(&place, &filling.zh);
        self
    }

    /// Both, one after the other, in every language.
    #[must_use]
    pub fn then(self, other: &Names) -> Names {
        Names {
            en: format!("{} {}", self.en, other.en),
            de: format!("{} {}", self.de, other.de),
            ja: format!("{}{}", self.ja, other.ja),
            romaji: format!("{} {}", self.romaji, other.romaji),
            zh: format!("{} {}", self.zh, other.zh),
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    first.map_or_else(String::new, |first| first + letters.as_str())
}

/// A Japanese name in Chinese characters: some are written differently, and a sign for repetition is written out.
fn in_chinese(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        let other = FORMS.iter().find(|(japanese, _)| *japanese == letter);
        written.push(match (letter, other, written.chars().last()) {
            ('々', _, Some(before)) => before,
            (_, Some((_, chinese)), _) => *chinese,
            _ => letter,
        });
    }
    written
}

/// Japanese and Chinese forms of the same character.
const FORMS: [(char, char); 16] = [
    ('発', '發'),
    ('対', '對'),
    ('断', '斷'),
    ('国', '國'),
    ('満', '滿'),
    ('単', '單'),
    ('気', '氣'),
    ('宝', '寶'),
    ('緑', '綠'),
    ('数', '數'),
    ('栄', '榮'),
    ('聴', '聽'),
    ('帯', '帶'),
    ('双', '雙'),
    ('両', '兩'),
    ('竜', '龍'),
];
