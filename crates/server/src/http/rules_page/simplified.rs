//! Chinese in simplified characters, by the same table as in the client.

use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../../../web/src/text/simplified.txt");

struct Table {
    /// Words that are called otherwise, longer ones first.
    words: Vec<(&'static str, &'static str)>,
    characters: HashMap<char, char>,
}

static PARSED: LazyLock<Table> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut table = Table {
        words: Vec::new(),
        characters: HashMap::new(),
    };
    for line in lines {
        if let Some(pairs) = line.strip_prefix('=') {
            let all: Vec<char> = pairs.chars().collect();
            table
                .characters
                .extend(all.chunks_exact(2).map(|pair| (pair[0], pair[1])));
        } else if let Some(word) = line.split_once(' ') {
            table.words.push(word);
        }
    }
    table.words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    table
});

/// What encloses Japanese words on a page: they keep their characters.
const JAPANESE: [&str; 2] = ["<span lang=\"ja\">", "</span>"];

/// A text, also a whole page, in simplified characters.
pub(super) fn of(text: &str) -> String {
    let table = &*PARSED;
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if rest.starts_with(JAPANESE[0]) {
            let end = rest.find(JAPANESE[1]).unwrap_or(rest.len());
            let (japanese, after) = rest.split_at(end);
            done.push_str(japanese);
            rest = after;
        } else if next.is_ascii() {
            done.push(next);
            rest = &rest[1..];
        } else if let Some((word, called)) = table.words.iter().find(|(word, _)| rest.starts_with(word)) {
            done.push_str(called);
            rest = &rest[word.len()..];
        } else {
            done.push(table.characters.get(&next).copied().unwrap_or(next));
            rest = &rest[next.len_utf8()..];
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn words_go_before_characters() {
        assert_eq!(
            of("<p lang=\"en\">伺服器的儲存空間 么九牌 什麼</p>"),
            "<p lang=\"en\">服务器的存储空间 幺九牌 什么</p>"
        );
        assert_eq!(of("東風戰：榮和、槓、寶牌指示牌"), "东风战：荣和、杠、宝牌指示牌");
        assert_eq!(of(""), "");
    }

    #[test]
    fn keeps_japanese_words() {
        assert_eq!(
            of("東 <span lang=\"ja\">国士無双</span> 無"),
            "东 <span lang=\"ja\">国士無双</span> 无"
        );
        assert_eq!(of("<span lang=\"ja\">無"), "<span lang=\"ja\">無");
    }
}
