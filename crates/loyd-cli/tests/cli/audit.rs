//! `loyd audit`: proofs, counterexamples and samples.

use crate::program::loyd;
use loyd::puzzle::tiles::{Position, Size, parse_moves, parse_position};
use serde_json::Value;

fn audit(arguments: &[&str], code: i32) -> Value {
    let ran = loyd(&[&["audit", "--format", "json", "--quiet"], arguments].concat());
    assert_eq!(ran.code, Some(code), "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn manhattan_is_proved_on_the_eight_puzzle() {
    let found = audit(&["manhattan", "--size", "3x3"], 0);
    assert_eq!((&found["admissible"], &found["consistent"]), (&"proved".into(), &"proved".into()));
    assert_eq!((&found["states"], &found["radius"]), (&181_440.into(), &31.into()));
    // Each of the 9 blank cells has 20,160 states; the cells have 24 neighbours in all.
    assert_eq!(found["moves"], 24 * 20_160);
    // A. Reinefeld, IJCAI 1993: the average shortest solution of the 8-puzzle.
    let mean = found["mean_distance"].as_f64().expect("a number");
    assert!((mean - 21.972).abs() < 0.001, "{mean}");
    // Eight tiles, of which each is on each cell equally often: 8 times the mean distance of two
    // cells, 16/9, less nothing for the blank: 14.
    assert_eq!(found["mean_estimate"], 14.0);
    let b = found["branching_factor"].as_f64().expect("a number");
    assert!((1.1..1.5).contains(&b), "{b}");
    let counted: u64 = found["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pair| pair[1].as_u64())
        .sum();
    assert_eq!(counted, 181_440);
}

#[test]
fn a_counterexample_is_a_board_that_shows_it() {
    let found = audit(&["linear-conflict", "--size", "3x3", "--metric", "multi"], 1);
    assert_eq!(found["admissible"], "refuted");
    let example = &found["overestimate"];
    let size = Size::new(3, 3).expect("a size");
    let tiles = example["tiles"].as_str().expect("a board");
    let start = parse_position(tiles, Some(size)).expect("a board");
    let moves = parse_moves(example["moves"].as_str().expect("moves")).expect("moves");
    assert_eq!(start.replay(&moves).expect("legal moves"), Position::blank_last(size));
    assert_eq!(example["distance"], moves.len());
    assert!(example["estimate"].as_u64() > example["distance"].as_u64());
    let check = loyd(&["check", "--metric", "multi", "--format", "json", tiles]);
    let values: Value = serde_json::from_str(&check.succeeds().stdout).expect("JSON");
    assert_eq!(values["linear-conflict"], example["estimate"]);
}

#[test]
fn maxima_databases_and_any_goal_are_audited() {
    let goal = "0 8 7 6 5 4 3 2 1";
    for heuristic in ["max(hamming,linear-conflict)", "pdb:0x1e/0x1e0", "walking-distance"] {
        let found = audit(&[heuristic, "--size", "3x3", "--goal", goal, "--count", "3"], 0);
        assert_eq!(found["consistent"], "proved", "{heuristic}");
    }
}

#[test]
fn large_boards_are_sampled() {
    let found = audit(&["manhattan", "--size", "4x4", "--count", "4", "--seed", "1"], 0);
    assert_eq!(found["thoroughness"], "sample");
    assert_eq!(found["admissible"], "not refuted");
    let pairs = found["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.iter().filter_map(|pair| pair[2].as_u64()).sum::<u64>(), 4);
    let ran = loyd(&["audit", "manhattan", "--size", "4x4", "--count", "2"]);
    assert!(ran.succeeds().stderr.contains("too many to look at"), "{}", ran.stderr);
    // A sample of a small board is one too.
    let found = audit(&["hamming", "--size", "3x3", "--sample", "--count", "5"], 0);
    assert_eq!(found["thoroughness"], "sample");
}

#[test]
fn what_cannot_be_audited_is_said() {
    loyd(&["audit", "manhatan", "--size", "3x3"]).fails_with(2, "did you mean manhattan?");
    loyd(&["audit", "manhattan"]).fails_with(2, "--size 3x3");
    loyd(&["audit", "manhattan", "--size", "3x3", "--goal", "1 2 3 0"]).fails_with(2, "goal");
    loyd(&["audit", "pdb:4-4", "--size", "3x3", "--metric", "multi"])
        .fails_with(2, "multi-tile metric");
    loyd(&["audit", "zero", "--size", "4x3", "--max-time", "10ms"])
        .fails_with(3, "nothing is proved");
    // Boards that take too long are left out, and the exit code says so.
    let ran = loyd(&["audit", "manhattan", "--size", "5x5", "--count", "1", "--max-nodes", "1000"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(ran.stdout.contains("took longer than allowed"), "{}", ran.stdout);
}
