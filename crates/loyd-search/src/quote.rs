//! Input quoted in messages: shortened, and without characters that control a terminal.

use std::borrow::Cow;

/// Maximum number of characters of the input that a message repeats.
const MAX: usize = 60;

/// The text on one line, cut after 60 characters; a longer text is followed by its length.
pub fn shortened(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !c.is_control();
    if text.len() <= MAX && text.chars().all(plain) {
        return text.into();
    }
    let shown: String = text.chars().take(MAX).map(|c| if plain(c) { c } else { ' ' }).collect();
    match text.chars().count() {
        all if all > MAX => format!("{shown}… ({all} characters)").into(),
        _ => shown.into(),
    }
}

/// The text in quotes with control characters escaped, cut after 60 characters.
pub fn quoted(text: &str) -> String {
    let all = text.chars().count();
    if all <= MAX {
        return format!("{text:?}");
    }
    let shown: String = text.chars().take(MAX).collect();
    format!("{:?} ({all} characters)", shown + "…")
}

/// The text without a possible password, if it may be the address of a database server.
pub fn without_password(text: &str) -> String {
    const SERVERS: [&str; 4] = ["mysql", "mariadb", "postgres", "postgresql"];
    match text.split_once(':') {
        Some(("sqlite" | "memory", _)) => text.to_owned(),
        Some((scheme, rest))
            if SERVERS.contains(&scheme) || rest.starts_with("//") || rest.contains('@') =>
        {
            format!("{scheme}:…")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_repeated_whole() {
        assert_eq!(shortened("-5"), "-5");
        assert_eq!(quoted("a\n\"b"), r#""a\n\"b""#);
        assert_eq!(shortened("é".repeat(60).as_str()), "é".repeat(60));
    }

    #[test]
    fn long_texts_are_cut_and_counted() {
        let long = "9é".repeat(1 << 20);
        for text in [shortened(&long).into_owned(), quoted(&long)] {
            assert!(text.contains("2097152 characters") && text.len() < 200, "{text}");
        }
        assert!(!shortened("a\x1b[31m").contains('\x1b') && !quoted("a\x1b[31m").contains('\x1b'));
    }
}
