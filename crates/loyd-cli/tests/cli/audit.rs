//! `loyd audit`: proofs, counterexamples and samples.

use crate::program::loyd;
use loyd_tiles::{Position, Size, parse_moves, parse_position};
use serde_json::Value;

fn audit(arguments: &[&str], code: i32) -> Value {
    let ran = loyd(&[&["audit", "--format", "json", "--quiet"], arguments].concat());
    assert_eq!(ran.code, Some(code), "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn manhattan_is_proved_on_the_eight_puzzle() {
    let verdict = audit(&["manhattan", "--size", "3x3"], 0);
    assert_eq!(
        (&verdict["admissible"], &verdict["consistent"]),
        (&"proved".into(), &"proved".into())
    );
    assert_eq!((&verdict["states"], &verdict["radius"]), (&181_440.into(), &31.into()));
    // Each of the 9 blank cells has 20,160 states; the cells have 24 neighbours in all.
    assert_eq!(verdict["moves"], 24 * 20_160);
    // A. Reinefeld, IJCAI 1993: the average shortest solution of the 8-puzzle.
    let mean = verdict["mean_distance"].as_f64().expect("a number");
    assert!((mean - 21.972).abs() < 0.001, "{mean}");
    // Eight tiles, of which each is on each cell equally often: 8 times the mean distance of two
    // cells, 16/9, less nothing for the blank: 14.
    assert_eq!(verdict["mean_estimate"], 14.0);
    let b = verdict["branching_factor"].as_f64().expect("a number");
    assert!((1.1..1.5).contains(&b), "{b}");
    let states: u64 = verdict["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|pair| pair[1].as_u64())
        .sum();
    assert_eq!(states, 181_440);
}

#[test]
fn a_counterexample_is_a_board() {
    let verdict = audit(&["linear-conflict", "--size", "3x3", "--metric", "multi"], 1);
    assert_eq!(verdict["admissible"], "refuted");
    let example = &verdict["overestimate"];
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
        let verdict = audit(&[heuristic, "--size", "3x3", "--goal", goal, "--count", "3"], 0);
        assert_eq!(verdict["consistent"], "proved", "{heuristic}");
    }
}

#[test]
fn large_boards_are_sampled() {
    let verdict = audit(&["manhattan", "--size", "4x4", "--count", "4", "--seed", "1"], 0);
    assert_eq!(verdict["thoroughness"], "sample");
    assert_eq!(verdict["admissible"], "not refuted");
    let pairs = verdict["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.iter().filter_map(|pair| pair[2].as_u64()).sum::<u64>(), 4);
    let ran = loyd(&["audit", "manhattan", "--size", "4x4", "--count", "2"]);
    assert!(ran.succeeds().stderr.contains("too many to look at"), "{}", ran.stderr);
    // A sample of a small board is one too.
    let verdict = audit(&["hamming", "--size", "3x3", "--sample", "--count", "5"], 0);
    assert_eq!(verdict["thoroughness"], "sample");
}

#[test]
fn impossible_audits_are_refused() {
    loyd(&["audit", "manhatan", "--size", "3x3"]).fails_with(2, "did you mean manhattan?");
    loyd(&["audit", "manhattan"]).fails_with(2, "--size 3x3");
    loyd(&["audit", "manhattan", "--size", "3x3", "--goal", "1 2 3 0"]).fails_with(2, "goal");
    loyd(&["audit", "pdb:4-4", "--size", "3x3", "--metric", "multi"])
        .fails_with(2, "multi-tile metric");
    // Boards that take too long are skipped, with another exit code.
    let ran = loyd(&["audit", "manhattan", "--size", "5x5", "--count", "1", "--max-nodes", "1000"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(ran.stdout.contains("took longer than allowed"), "{}", ran.stdout);
}

#[test]
fn a_stopped_audit_reports_its_distance() {
    let short = ["zero", "--size", "4x3", "--max-time", "1s", "--count", "1"];
    let verdict = audit(&short, 3);
    assert_eq!(verdict["thoroughness"], "every state up to a distance");
    assert_eq!(verdict["stopped_by"], "the time limit");
    assert_eq!((&verdict["admissible"], &verdict["radius"]), (&"not refuted".into(), &Value::Null));
    let distance = verdict["complete_to_distance"].as_u64().expect("a distance");
    assert!(distance >= 5, "{distance}");
    // Every state of those distances: the published levels of 4x3.
    let levels = [1u64, 2, 4, 9, 20, 37];
    let pairs = verdict["pairs"].as_array().expect("pairs");
    for (depth, &states) in levels.iter().enumerate() {
        let at = pairs.iter().filter(|pair| pair[0] == depth);
        assert_eq!(at.filter_map(|pair| pair[2].as_u64()).sum::<u64>(), states, "distance {depth}");
    }
    let ran = loyd(&[&["audit"], &short[..]].concat());
    assert_eq!(ran.code, Some(3));
    for part in
        ["stopped by the time limit after", "of 239,500,800", "proved for the states looked at"]
    {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
}

#[test]
#[ignore = "a minute: cargo test --release -p loyd-cli --test cli -- --ignored twelve_cells"]
fn walking_distance_is_proved_on_twelve_cells() {
    let verdict = audit(&["walking-distance", "--size", "4x3", "--count", "3"], 0);
    assert_eq!(verdict["thoroughness"], "every state");
    assert_eq!((&verdict["consistent"], &verdict["radius"]), (&"proved".into(), &53.into()));
    assert_eq!(verdict["states"], 239_500_800);
    // Each of the 12 blank cells has 11!/2 states; the cells have 34 neighbours in all.
    assert_eq!(verdict["moves"], 34 * 19_958_400u64);
}

#[test]
fn progress_of_an_audit_has_a_bar_and_fits() {
    let short = ["audit", "zero", "--size", "4x3", "--max-time", "1500ms", "--count", "1"];
    let ran = loyd(&[&short[..], &["--progress"]].concat());
    let line = ran.stderr.lines().find(|line| line.starts_with('[')).expect("a bar");
    assert!(line.contains(" %") && line.contains("distance"), "{line}");
    assert!(line.chars().count() <= 80, "{line}");
}
