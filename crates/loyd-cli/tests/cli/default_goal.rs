//! One default goal: antipodes of `enumerate` have the same distance in `solve`.

use crate::names::arguments;
use crate::program::loyd;
use loyd_tiles::{parse_position, parse_size};

/// Runs the command that confirms antipodes, and returns the lengths it proves.
fn confirmed(stderr: &str) -> Vec<u64> {
    let command = stderr.lines().last().expect("a command").trim();
    let words = arguments(command.strip_prefix("loyd ").expect("a command of loyd"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = loyd(&[&words[..], &["--format", "json"]].concat());
    let of = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object["proven"], true, "{command}");
        object["length"].as_u64().expect("a length")
    };
    ran.succeeds().stdout.lines().map(of).collect()
}

#[test]
fn the_command_that_is_printed_confirms_the_antipodes() {
    for (arguments, count, radius) in [
        (&["3x3"][..], 2, 31),
        (&["3x3", "--start", "corner", "--metric", "multi"], 1, 24),
        (&["3x3", "--start", "0"], 2, 31),
        (&["3x3", "--start", "edge"], 2, 31),
        (&["3x3", "--start", "centre", "--metric", "multi"], 4, 24),
        (&["4x2"], 1, 36),
        (&["2x4", "--start", "edge"], 1, 36),
        (&["3x2", "--start", "3", "--metric", "multi"], 1, 20),
        (&["5x1"], 1, 4),
    ] {
        let ran = loyd(&[&["enumerate", "--antipodes", "9"][..], arguments].concat());
        let lines: Vec<&str> = ran.succeeds().stdout.lines().collect();
        let boards = &lines[lines.len() - count..];
        for board in boards {
            let size = parse_size(arguments[0]).ok();
            assert!(parse_position(board, size).is_ok(), "{board} of {arguments:?}");
        }
        assert!(lines[lines.len() - count - 1].starts_with("antipodes "), "{arguments:?}");
        assert_eq!(confirmed(&ran.stderr), vec![radius; count.min(3)], "{arguments:?}");
    }
}

#[test]
fn antipodes_need_no_goal_to_be_solved() {
    let ran = loyd(&["enumerate", "3x3", "--antipodes", "2", "--quiet"]);
    assert_eq!(ran.stderr, "");
    for board in ran.succeeds().stdout.lines().rev().take(2) {
        let solved = loyd(&["solve", "--format", "csv", board]);
        assert_eq!(solved.succeeds().rows()[0]["length"], "31", "{board}");
    }
    // In JSON they are fields of the objects; the command is on standard error as always.
    let ran = loyd(&["enumerate", "3x3", "--antipodes", "2", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(object["start_cell"], 8);
    assert_eq!(confirmed(&ran.stderr), [31, 31]);
}

#[test]
fn counts_do_not_depend_on_the_corner() {
    let levels = |start: &str| {
        let ran = loyd(&["enumerate", "4x2", "--format", "csv", "--start", start]);
        ran.succeeds().stdout.clone()
    };
    for corner in ["0", "3", "4", "7"] {
        assert_eq!(levels(corner), levels("corner"), "{corner}");
    }
}

#[test]
fn an_unsolvable_board_names_a_reachable_goal() {
    let board = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    for arguments in
        [&["solve", board][..], &["check", board], &["solve", "--format", "json", board]]
    {
        let ran = loyd(arguments);
        assert_eq!(ran.code, Some(1));
        assert!(ran.stdout.contains("to blank-first it can be solved: add --goal blank-first"));
    }
    let check = loyd(&["check", "--goal", "blank-first", board]);
    assert!(check.succeeds().stdout.contains("\nsolvable\n"), "{}", check.stdout);
    // On odd boards the goals with names are in one half.
    let odd = loyd(&["solve", "2 1 3 4 5 6 7 8 0"]);
    assert!(!odd.stdout.contains("--goal"), "{}", odd.stdout);
}
