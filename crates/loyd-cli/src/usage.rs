//! Errors of the command line: arguments are repeated as typed, but shortened and without passwords.

use crate::shorthand::as_typed;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Error};
use loyd_search::quote::{self, without_password};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

/// True if the command has the option that silences notes.
pub(crate) fn is_quiet(matches: &ArgMatches) -> bool {
    let is_set = |of: &ArgMatches| matches!(of.try_get_one::<bool>("quiet"), Ok(Some(true)));
    matches.subcommand().is_some_and(|(_, of)| is_set(of) || is_quiet(of))
}

/// The error with its texts shortened.
pub(crate) fn shortened(mut error: Error) -> Error {
    const MAX_TIP: usize = 200;
    /// The places of the user's texts; suggestions and usage are the program's own.
    const TYPED: [ContextKind; 4] = [
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidValue,
        ContextKind::TrailingArg,
    ];
    for kind in TYPED {
        let short =
            |text: &String| quote::shortened(&without_password(as_typed(text))).into_owned();
        let value = match error.get(kind) {
            Some(ContextValue::String(text)) => ContextValue::String(short(text)),
            Some(ContextValue::Strings(texts)) => {
                ContextValue::Strings(texts.iter().map(short).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
    // A tip repeats the argument.
    let long = |value: &ContextValue| match value {
        ContextValue::StyledStrs(texts) => {
            texts.iter().any(|text| text.to_string().len() > MAX_TIP)
        }
        _ => false,
    };
    if error.get(ContextKind::Suggested).is_some_and(long) {
        error.remove(ContextKind::Suggested);
    }
    error
}

/// An argument as a shell takes it; control characters are escaped as bash, zsh and fish know them.
pub(crate) fn shell_word(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    if argument.chars().any(char::is_control) {
        let escaped = argument.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        });
        format!("$'{}'", escaped.collect::<String>())
    } else if !argument.is_empty() && argument.chars().all(is_plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// The option, or the command, for an argument without one.
pub(crate) fn hint(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg)?;
            let is_size = loyd::shape(argument).is_ok();
            // Commands that take boards take files of them.
            let usage = error.get(ContextKind::Usage).map(ToString::to_string);
            let is_file = ["--file", "--from", "--boards"].contains(&&argument[..])
                && usage.is_some_and(|usage| usage.contains("[BOARD]"));
            let size = || format!("hint: a size is given as --size {argument}");
            let file = || "hint: a file is given as --input FILE".to_owned();
            is_size.then(size).or_else(|| is_file.then(file))
        }
        ErrorKind::InvalidSubcommand => {
            let size = text(ContextKind::InvalidSubcommand)?;
            let example =
                || format!("hint: say which work: enumerate {size}, or solve --size {size}");
            loyd::shape(size).is_ok().then(example)
        }
        _ => None,
    }
}

/// True if the arguments ask for JSON, read before the parser has accepted them.
pub(crate) fn wants_json(arguments: &[OsString]) -> bool {
    let words: Vec<_> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let has = |option: &str| words.contains(&option);
    has("--json")
        || has("--format=json")
        || words.windows(2).any(|pair| pair == ["--format", "json"])
}

/// The words before `-h`, if it is among the arguments.
pub(crate) fn words_before_short_help(arguments: &[OsString]) -> Option<Vec<&str>> {
    let place = arguments.iter().position(|argument| argument == "-h")?;
    Some(arguments[1.min(place)..place].iter().filter_map(|word| word.to_str()).collect())
}

/// Prints an error as a JSON object on standard output: `{"status":"error","message":"…"}`.
pub(crate) fn print_as_json(message: &str) {
    let message = clipped(message.strip_prefix("error: ").unwrap_or(message).trim_end());
    let object = serde_json::json!({ "status": "error", "message": message });
    let _ = writeln!(std::io::stdout(), "{object}");
}

/// A message with long lines shortened.
pub(crate) fn clipped(message: &str) -> Cow<'_, str> {
    /// Characters of a line, and of its two ends where there are more.
    const MAX: usize = 2000;
    const ENDS: usize = 300;
    if message.lines().all(|line| line.len() <= MAX) {
        return message.into();
    }
    let clip = |line: &str| {
        let characters: Vec<char> = line.chars().collect();
        if characters.len() <= MAX {
            return line.to_owned();
        }
        let (first, last) = (&characters[..ENDS], &characters[characters.len() - ENDS..]);
        format!("{} … {}", first.iter().collect::<String>(), last.iter().collect::<String>())
    };
    message.lines().map(clip).collect::<Vec<_>>().join("\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_clipped_in_the_middle() {
        let name = "é".repeat(100_000);
        let message = format!("cannot read {name}: it does not exist\nsecond line");
        let clipped = clipped(&message);
        assert!(clipped.len() < 2000, "{}", clipped.len());
        assert!(clipped.starts_with("cannot read é") && clipped.contains("does not exist\nsecond"));
        assert_eq!(super::clipped("short\n"), "short\n");
    }

    #[test]
    fn arguments_can_be_pasted_into_a_shell() {
        assert_eq!(shell_word("a/b-1"), "a/b-1");
        assert_eq!(shell_word("my run's"), "'my run'\\''s'");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a\n\u{1b}'b"), "$'a\\x0a\\x1b\\'b'");
    }
}
