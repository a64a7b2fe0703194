//! A bare `loyd BOARD…` means `loyd solve BOARD…`.
//!
//! | arguments | meaning |
//! |---|---|
//! | a board, or an option that is not about the program itself | `solve` before them |
//! | options and then a command | the command first |
//! | turns of a cube | `solve --puzzle cube3` before them |
//! | a file | `solve --input` before it |
//! | nothing, and a pipe or file as standard input | `solve -` |
//! | `--json`, where a command has `--format` | `--format=json` |
//! | a command, `help`, a word that might be a misspelt command | left to the parser |

use crate::cli::Cli;
use clap::CommandFactory;
use loyd::PuzzleName;
use std::ffi::OsString;
use std::io::{BufRead, IsTerminal};

/// The arguments as the parser shall see them; the first one is the program's name.
pub(crate) fn expand(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut shielded: Vec<OsString> = Vec::new();
    let mut takes_file = false;
    for argument in arguments {
        let next_takes_file = argument.to_str().is_some_and(|option| FILES.contains(&option));
        shielded.push(if takes_file { argument } else { shield(argument) });
        takes_file = next_takes_file;
    }
    if shielded.len() == 1 && has_input() {
        shielded.extend(["solve", "-"].map(OsString::from));
        return shielded;
    }
    let Some(first) = shielded.get(1).and_then(|first| first.to_str()) else { return shielded };
    let words = || shielded[1..].iter().filter_map(|word| word.to_str());
    let command = |word: &str| Cli::command().find_subcommand(word).is_some();
    // An option has one value at most.
    let at = words().take(3).position(command).filter(|&at| at > 0);
    let after_option = at.filter(|_| first.starts_with('-') && !is_about_program(first));
    let prefix: &[&str] = if after_option.is_some() || command(first) {
        &[]
    } else if words().all(is_turns) {
        &["solve", "--puzzle", "cube3"]
    } else if is_file(first) {
        &["solve", "--input"]
    } else if means_solve(first) {
        &["solve"]
    } else {
        &[]
    };
    if let Some(at) = after_option {
        shielded[1..=at + 1].rotate_right(1);
    }
    shielded.splice(1..1, prefix.iter().map(OsString::from));
    expand_json(&mut shielded);
    shielded
}

/// Replaces `--json` by the option that it abbreviates, if the command has that one.
fn expand_json(arguments: &mut [OsString]) {
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    let Some(place) = options.position(|argument| argument == "--json") else { return };
    let mut command = Cli::command();
    for word in arguments[..place].iter().filter_map(|word| word.to_str()) {
        command = command.find_subcommand(word).cloned().unwrap_or(command);
    }
    if command.get_arguments().any(|argument| argument.get_id() == "format") {
        arguments[place] = OsString::from("--format=json");
    }
}

/// True if standard input brings bytes; waits for the first ones of a pipe, and leaves them there.
fn has_input() -> bool {
    let mut input = std::io::stdin().lock();
    !input.is_terminal() && input.fill_buf().is_ok_and(|bytes| !bytes.is_empty())
}

/// The commands for a puzzle whose name is all that was given: `loyd cube3`, `loyd 15`.
pub(crate) fn commands_for(arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> =
        arguments.get(1..)?.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let ([name] | ["solve", name]) = words[..] else { return None };
    let tiles: Option<usize> = name.parse().ok().filter(|tiles| (3..=9999).contains(tiles));
    let square = loyd::square_of(name).or_else(|| {
        let side = (tiles? + 1).isqrt();
        (side * side == tiles? + 1).then(|| format!("{side}x{side}"))
    });
    let option = match (square, loyd::shape(name), PuzzleName::named(name)) {
        (Some(size), ..) | (None, Ok((PuzzleName::Tiles, size)), _) => format!("--size {size}"),
        (None, Ok((_, shape)), _) => format!("--puzzle {shape}"),
        (None, Err(_), Ok(puzzle)) => format!("--puzzle {}", puzzle.name()),
        _ => return None,
    };
    Some(format!(
        "{name} is a puzzle, and no position or command is given: `loyd scramble {option}` prints a random \
         position, `loyd solve {option} POSITION` solves one"
    ))
}

/// True for a name of an existing file that cannot be a board.
fn is_file(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && std::path::Path::new(text).is_file()
}

/// True for turns of a 3x3x3 cube with spaces between them: `R U2 F'`.
fn is_turns(text: &str) -> bool {
    let is_turn = |turn: &str| {
        let mut letters = turn.chars();
        let is_face = letters.next().is_some_and(|face| "URFDLBMESxyz".contains(face));
        is_face && letters.all(|c| matches!(c, 'w' | '2' | '3' | '\'' | '’'))
    };
    !text.trim().is_empty() && text.split_whitespace().all(is_turn)
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
    if is_about_program(first) {
        return false;
    }
    if first.starts_with('-') || first.is_empty() {
        return true;
    }
    let hexadecimal = first.len() > 3 && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    first.contains(|c: char| c.is_ascii_digit() || c.is_whitespace()) || hexadecimal
}

fn is_about_program(first: &str) -> bool {
    matches!(first, "-h" | "--help" | "-V" | "--version" | "help")
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
    fn a_puzzle_alone_is_answered_with_its_commands() {
        let answer = |words: &[&str]| {
            let program = std::iter::once("loyd").chain(words.iter().copied());
            commands_for(&program.map(OsString::from).collect::<Vec<_>>())
        };
        for (name, option) in [
            ("15", "--size 4x4"),
            ("8", "--size 3x3"),
            ("24-puzzle", "--size 5x5"),
            ("5x4", "--size 5x4"),
            ("cube3", "--puzzle cube3"),
            ("rubik", "--puzzle cube3"),
            ("pyraminx", "--puzzle pyraminx"),
        ] {
            let commands = answer(&[name]).unwrap_or_default();
            assert!(commands.contains(&format!("`loyd scramble {option}`")), "{name}: {commands}");
        }
        for words in [&["1 2 3 0"][..], &["16"], &["solve"], &["15", "14"], &["help"], &[]] {
            assert_eq!(answer(words), None, "{words:?}");
        }
    }

    #[test]
    fn turns_and_options_before_a_command_are_understood() {
        let cube = ["solve", "--puzzle", "cube3"];
        assert_eq!(expanded(&["R U2 F'"]), [&cube[..], &["R U2 F'"]].concat());
        assert_eq!(expanded(&["R", "U2", "Fw'"]), [&cube[..], &["R", "U2", "Fw'"]].concat());
        assert_eq!(expanded(&["--quiet", "solve", "1"]), ["solve", "--quiet", "1"]);
        assert_eq!(expanded(&["--help", "solve"]), ["--help", "solve"]);
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
