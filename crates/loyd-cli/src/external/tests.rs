//! The texts of estimates, and programs that misbehave.

use super::{External, value};
use crate::exit::{Exit, Failure};
use loyd::PuzzleName;
use loyd_search::observe::Cancel;

#[test]
fn estimates_are_whole_numbers() {
    for (text, number) in [("0", 0), (" 17\n", 17), ("3.0", 3), ("4294967295", u32::MAX)] {
        assert_eq!(value(text), Some(number), "{text:?}");
    }
    for text in ["", "-1", "1.5", "NaN", "inf", "1e10", "two", "1 2"] {
        assert_eq!(value(text), None, "{text:?}");
    }
}

/// The estimates of two boards by a program.
#[cfg(unix)]
fn estimated(line: &str) -> Result<Vec<u32>, Failure> {
    let goal = PuzzleName::Tiles.puzzle().goal(Some("3x3"), None).expect("a goal");
    let external = External::open(&format!("command:{line}"), &*goal, &Cancel::new());
    let mut external = external.expect("a program")?;
    external.estimates(&["1 2 3 4 5 6 7 0 8".to_owned(), goal.start()])
}

#[cfg(unix)]
#[test]
fn a_program_answers_each_position() {
    let line = "while read -r count; do for i in $(seq $count); do read -r board; echo ${#board}; done; done";
    assert_eq!(estimated(line).expect("numbers"), [17, 17]);
    let goal =
        "read -r count; read -r one; echo 1; read -r two; test \"$two\" = \"$LOYD_GOAL\" && echo 0";
    assert_eq!(estimated(goal).expect("numbers"), [1, 0]);
}

#[cfg(unix)]
#[test]
fn a_program_that_misbehaves_is_named_with_the_reason() {
    for (line, reason) in [
        ("exit 3", "it ended (exit status: 3) after 0 of 2 estimates"),
        ("echo 1; exit 0", "after 1 of 2 estimates"),
        ("echo far; sleep 9", "its estimate of 1 2 3 4 5 6 7 0 8 is \"far\""),
        ("echo 1; echo -3; sleep 9", "is \"-3\": estimates are whole numbers from 0 on"),
        ("no-such-program-of-loyd", "it ended (exit status: 127)"),
    ] {
        let why = estimated(line).expect_err(line);
        assert_eq!(why.exit(), Exit::Environment, "{why}");
        let text = why.to_string();
        assert!(text.contains(reason), "{line}: {text}");
    }
    let why = estimated(" ").expect_err("no program");
    assert_eq!(why.exit(), Exit::BadInput, "{why}");
}
