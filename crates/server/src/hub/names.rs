//! Names as they may be shown.

pub fn shown_name(name: &str) -> String {
    let name = clean(name, 24);
    if name.is_empty() { "Guest".to_owned() } else { name }
}

/// Without control characters and such as turn the direction of writing; not too long.
pub(super) fn clean(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    };
    let shown: String = text.chars().filter(|c| !hidden(*c)).take(most).collect();
    shown.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_hide_nothing() {
        assert_eq!(shown_name(" Mika\u{202e} \n"), "Mika");
        assert_eq!(shown_name("\u{2067}M\u{61c}i\u{2028}k\u{2060}a\u{e0041}"), "Mika");
        assert_eq!(shown_name("\u{200b}\t"), "Guest");
        assert_eq!(shown_name(&"あ".repeat(99)).chars().count(), 24);
        assert_eq!(shown_name("<b>"), "<b>");
    }
}
