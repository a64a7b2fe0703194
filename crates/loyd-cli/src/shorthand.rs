//! A bare `loyd BOARD…` means `loyd solve BOARD…`.
//!
//! The first argument decides: a command, `help` or a word that might be a misspelt command is
//! left to the parser; what looks like a board, or an option that is not about the program
//! itself, gets `solve` put before it.

use crate::cli::Cli;
use clap::CommandFactory;
use std::ffi::OsString;

/// The arguments as the parser shall see them; the first one is the program's name.
pub(crate) fn expand(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut shielded: Vec<OsString> = Vec::new();
    let mut takes_file = false;
    for argument in arguments {
        let next_takes_file = argument.to_str().is_some_and(|option| FILES.contains(&option));
        shielded.push(if takes_file { argument } else { shield(argument) });
        takes_file = next_takes_file;
    }
    let first = shielded.get(1).and_then(|first| first.to_str());
    if first.is_some_and(means_solve) {
        shielded.insert(1, "solve".into());
    }
    shielded
}

/// Options whose values are names of files, where a leading space would mean another file.
const FILES: [&str; 8] =
    ["-o", "--output", "-i", "--input", "--dir", "--resume", "--trace", "--plot"];

fn is_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A tile cannot be negative, but its message should come from the board parser and not be about
/// an unknown option `-1`; a leading space tells them apart and means nothing in a value.
fn shield(argument: OsString) -> OsString {
    if argument.to_str().is_some_and(is_negative) {
        let mut shielded = OsString::from(" ");
        shielded.push(argument);
        return shielded;
    }
    argument
}

/// A value without the space that shields negative numbers.
pub(crate) fn as_typed(text: &str) -> &str {
    text.strip_prefix(' ').filter(|text| is_negative(text)).unwrap_or(text)
}

fn means_solve(first: &str) -> bool {
    if matches!(first, "-h" | "--help" | "-V" | "--version" | "help") {
        return false;
    }
    if first.starts_with('-') || first.is_empty() {
        return true;
    }
    if Cli::command().find_subcommand(first).is_some() {
        return false;
    }
    let hexadecimal = first.len() > 3 && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    first.contains(|c: char| c.is_ascii_digit() || c.is_whitespace()) || hexadecimal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(arguments: &[&str]) -> Vec<OsString> {
        let program = std::iter::once("loyd").chain(arguments.iter().copied());
        expand(program.map(OsString::from)).split_off(1)
    }

    #[test]
    fn boards_and_options_mean_solve() {
        for first in ["1 2 3 0", "1", "fedcba9876543210", "--input", "-", "-1", "1,2,3,0", "", "--"]
        {
            assert_eq!(expanded(&[first])[0], "solve", "{first}");
        }
    }

    #[test]
    fn negative_numbers_are_no_options_and_files_keep_their_names() {
        assert_eq!(expanded(&["solve", "-1 2"]), ["solve", " -1 2"]);
        assert_eq!(as_typed(" -1 2"), "-1 2");
        assert_eq!(as_typed(" 1"), " 1");
        assert_eq!(expanded(&["solve", "-o", "-1", "-2"]), ["solve", "-o", "-1", " -2"]);
    }

    #[test]
    fn commands_help_and_misspelt_words_are_left_alone() {
        for first in ["solve", "scramble", "help", "--help", "-V", "slove"] {
            assert_eq!(expanded(&[first]), [first], "{first}");
        }
        assert!(expanded(&[]).is_empty());
    }
}
