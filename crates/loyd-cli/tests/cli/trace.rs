//! `loyd solve --trace` and `loyd replay`.

use crate::program::{Ran, command_in, loyd};
use loyd_tiles::{parse_moves, parse_position};
use std::fs;

const HARD: &str = "8 6 7 2 5 4 3 0 1";
const EASY: &str = "8 1 3 4 0 2 7 6 5";

/// Runs in a folder.
fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> Ran {
    Ran::of(command_in(folder).args(arguments))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Every row of a trace is what it says: the board of the parent after the move, one farther.
fn check_rows(ran: &Ran, metric: &str) {
    let rows = ran.succeeds().rows();
    let multi = metric == "multi";
    let mut children = 0;
    for row in &rows {
        if !row["event"].ends_with("expansion") || row["parent"].is_empty() {
            continue;
        }
        children += 1;
        let parent = &rows[row["parent"].parse::<usize>().expect("a number")];
        let before = parse_position(&parent["tiles"], None).expect("a board");
        let mv = parse_moves(&row["move"]).expect("a move");
        assert!(multi || mv[0].count == 1);
        assert_eq!(before.replay(&mv).expect("legal").to_line(), row["tiles"]);
        let number = |name: &str, of: &std::collections::HashMap<String, String>| {
            of[name].parse::<u64>().expect("a number")
        };
        assert_eq!(number("g", row), number("g", parent) + 1);
        assert_eq!(row["event"], parent["event"]);
    }
    assert!(children > 3, "{children} of {} steps", rows.len());
}

#[test]
fn traces_of_all_observed_algorithms_hang_together() {
    let folder = folder();
    for algorithm in loyd::search::AlgorithmName::ALL {
        let info = algorithm.info();
        if !info.observed {
            continue;
        }
        for metric in ["single", "multi"] {
            let solve = [
                "solve", "-q", "-a", info.name, "-m", metric, "--trace", "t.trace", "--format",
                "json",
            ];
            let ran = run(&folder, &[&solve[..], &[EASY]].concat());
            let solved: serde_json::Value =
                serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
            let replayed = run(&folder, &["replay", "t.trace", "--format", "csv"]);
            check_rows(&replayed, metric);
            let expansions =
                replayed.rows().iter().filter(|row| row["event"].ends_with("expansion")).count();
            assert_eq!(solved["expanded"], expansions, "{} {metric}", info.name);
            let text = run(&folder, &["replay", "t.trace"]).succeeds().stdout.clone();
            let moves = solved["moves"].as_str().expect("moves");
            assert!(
                text.contains(&format!(
                    "moves{}: {moves}",
                    match solved["proven"] {
                        serde_json::Value::Bool(true) => ", proven shortest",
                        _ => "",
                    }
                )),
                "{text}"
            );
        }
    }
}

#[test]
fn the_same_search_is_made_with_and_without_a_trace() {
    let folder = folder();
    for algorithm in ["astar", "wastar(2)", "idastar-plain"] {
        let counts = |more: &[&str]| {
            let solve =
                ["solve", "-q", "-a", algorithm, "-H", "manhattan", "--format", "json", HARD];
            let ran = run(&folder, &[&solve[..], more].concat());
            let found: serde_json::Value =
                serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
            [found["expanded"].clone(), found["generated"].clone(), found["moves"].clone()]
        };
        assert_eq!(counts(&[]), counts(&["--trace", "t.trace"]), "{algorithm}");
    }
}

#[test]
fn a_trace_has_no_more_steps_than_asked_for() {
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
fn what_cannot_be_traced_or_replayed_is_said() {
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
    replay(b"").fails_with(2, "no trace");
    replay(b"tiles\n1 2 3\n").fails_with(2, "no trace");
    replay(b"loyd-trace 1\nsize 3x3\n\n").fails_with(2, "metric");
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
