//! `loyd solve --trace` and `loyd replay`.

use crate::program::{Ran, command_in, loyd};
use loyd_cube::cube2::TwoByTwo;
use loyd_search::puzzle::{Puzzle, replay};
use loyd_tiles::solver::Tiles;
use std::collections::HashMap;
use std::fs;

const HARD: &str = "8 6 7 2 5 4 3 0 1";
const EASY: &str = "8 1 3 4 0 2 7 6 5";

fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Ran {
    Ran::of(command_in(folder).args(arguments))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Every row of a trace has the position of its parent after the move, with the cost of the move added.
fn check_rows<P: Puzzle>(ran: &Ran, metric: P::Metric, min_children: usize) {
    let rows = ran.succeeds().rows();
    let column = P::COLUMNS[0];
    let mut children = 0;
    for row in &rows {
        if !row["event"].ends_with("expansion") || row["parent"].is_empty() {
            continue;
        }
        children += 1;
        let parent = &rows[row["parent"].parse::<usize>().expect("a number")];
        let before = P::parse(&parent[column], None).expect("a position");
        let mv = P::parse_moves(&row["move"]).expect("a move");
        let (after, cost) = replay::<P>(&before, &mv, metric).expect("a legal move");
        assert_eq!((mv.len(), P::format(&after)), (1, row[column].clone()));
        let g = |of: &HashMap<String, String>| of["g"].parse::<u32>().expect("a number");
        assert_eq!(g(row), g(parent) + cost);
        assert_eq!(row["event"], parent["event"]);
    }
    assert!(children >= min_children, "{children} of {} steps", rows.len());
}

/// Records a search with every observable algorithm, and compares `replay` with the result.
/// Every trace has at least this many children of expanded states.
fn check_all_algorithms<P: Puzzle>(position: &str, min_children: usize) {
    let folder = folder();
    let observed = |algorithm: &loyd_search::search::AlgorithmName| algorithm.info().observed;
    for info in P::algorithms().iter().filter(|name| observed(name)).map(|name| name.info()) {
        for &metric in P::METRICS {
            let name = metric.to_string();
            let solve = ["solve", "-q", "--puzzle", P::NAME, "-a", info.name, "-m", &name];
            let trace = ["--trace", "t.trace", "--format", "json", position];
            let ran = run(&folder, &[&solve[..], &trace].concat());
            let solved: serde_json::Value =
                serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
            let replayed = run(&folder, &["replay", "t.trace", "--format", "csv"]);
            check_rows::<P>(&replayed, metric, min_children);
            let expansions =
                replayed.rows().iter().filter(|row| row["event"].ends_with("expansion")).count();
            assert_eq!(solved["expanded"], expansions, "{} {name}", info.name);
            let text = run(&folder, &["replay", "t.trace"]).succeeds().stdout.clone();
            assert!(
                text.contains(&format!(", {}, recorded by", P::metric_title(metric))),
                "{text}"
            );
            let moves = solved["moves"].as_str().expect("moves");
            let proven = if solved["proven"] == true { ", proven shortest" } else { "" };
            assert!(text.contains(&format!("moves{proven}: {moves}")), "{text}");
        }
    }
}

#[test]
fn traces_of_all_observed_algorithms_hang_together() {
    check_all_algorithms::<Tiles>(EASY, 4);
}

#[test]
fn traces_of_the_cube_hang_together() {
    check_all_algorithms::<TwoByTwo>("R U2 F' R2", 2);
}

#[test]
#[ignore = "half a minute: thousands of steps each"]
fn long_traces_of_the_cube_hang_together() {
    check_all_algorithms::<TwoByTwo>("R U2 F' R2 U", 4);
}

#[test]
fn the_same_search_is_made_with_and_without_a_trace() {
    let folder = folder();
    for algorithm in ["astar", "wastar(2)", "idastar-plain"] {
        let counts = |more: &[&str]| {
            let solve =
                ["solve", "-q", "-a", algorithm, "-H", "manhattan", "--format", "json", HARD];
            let ran = run(&folder, &[&solve[..], more].concat());
            let result: serde_json::Value =
                serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
            [result["expanded"].clone(), result["generated"].clone(), result["moves"].clone()]
        };
        assert_eq!(counts(&[]), counts(&["--trace", "t.trace"]), "{algorithm}");
    }
}

#[test]
fn a_trace_has_at_most_the_requested_steps() {
    let folder = folder();
    let solve = ["solve", "-q", "--trace", "t.trace", "--trace-steps", "50", HARD];
    run(&folder, &solve).succeeds();
    let text = run(&folder, &["replay", "t.trace"]).succeeds().stdout.clone();
    assert!(text.contains("the first 50 of them recorded"), "{text}");
    let some =
        run(&folder, &["replay", "t.trace", "--from", "10", "--count", "5", "--format", "csv"]);
    let steps: Vec<String> = some.succeeds().rows().iter().map(|row| row["step"].clone()).collect();
    assert_eq!(steps, ["10", "11", "12", "13", "14"]);
}

#[test]
fn a_stopped_search_leaves_a_trace() {
    let folder = folder();
    let solve = ["solve", "-q", "-a", "astar", "--max-nodes", "100", "--trace", "t.trace", HARD];
    assert_eq!(run(&folder, &solve).code, Some(3));
    let text = run(&folder, &["replay", "t.trace"]).succeeds().stdout.clone();
    assert!(text.contains("stopped by the node limit"), "{text}");
}

#[test]
fn impossible_traces_and_replays_are_refused() {
    let folder = folder();
    let solve = |more: &[&str]| run(&folder, &[&["solve"], more].concat());
    solve(&["--trace", "t", "-a", "idastar", HARD]).fails_with(2, "choose another --algorithm");
    solve(&["--trace", "t", HARD, EASY]).fails_with(2, "a trace is of one board");
    solve(&["--trace", "t", "-o", "t", HARD]).fails_with(2, "one file");
    solve(&["--trace", "no/t", HARD]).fails_with(4, "create the folder first");
    solve(&["--trace-steps", "5", HARD]).fails_with(2, "--trace");
    solve(&["--trace", "t", "1 2 3"]).fails_with(2, "");
    assert!(!folder.path().join("t").exists());
    let replay = |bytes: &[u8]| {
        fs::write(folder.path().join("f"), bytes).expect("a file");
        run(&folder, &["replay", "f"])
    };
    replay(b"").fails_with(2, "not a trace");
    replay(b"tiles\n1 2 3\n").fails_with(2, "not a trace");
    replay(b"loyd-trace 1\nsize 3x3\n\n").fails_with(2, "a trace of version 1");
    replay(b"loyd-trace 2\nshape 3x3\n\n").fails_with(2, "puzzle");
    replay(b"loyd-trace 2\npuzzle tiles\nshape 3x3\n\n").fails_with(2, "metric");
    replay(b"loyd-trace 2\npuzzle chess\n\n")
        .fails_with(2, "\"chess\" is not a puzzle of this loyd");
    run(&folder, &["replay", "missing"]).fails_with(2, "cannot read missing");
    run(&folder, &["replay", "."]).fails_with(2, "cannot read");

    solve(&["-q", "--trace", "t", EASY]).succeeds();
    let whole = fs::read(folder.path().join("t")).expect("a trace");
    let mut changed = whole.clone();
    let at = changed.len() - 30;
    changed[at] ^= 1;
    replay(&changed).fails_with(2, "corrupt");
    let cut = replay(&whole[..whole.len() - 10]);
    assert!(cut.succeeds().stderr.contains("has no end"), "{}", cut.stderr);
    loyd(&["replay", "--from", "x", "f"]).fails_with(2, "--from");
}
