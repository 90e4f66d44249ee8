//! Cleans names that players type.

pub fn shown_name(name: &str) -> String {
    let name = clean(name, 24);
    if name.is_empty() { "Guest".to_owned() } else { name }
}

/// Removes control and bidirectional characters, and shortens it.
pub(super) fn clean(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    };
    let shown: String = text.chars().filter(|c| !hidden(*c)).take(most).collect();
    shown.trim().to_owned()
}
