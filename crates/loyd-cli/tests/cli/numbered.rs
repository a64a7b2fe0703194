//! Puzzles with numbers in their names, in every command that takes any puzzle.

use crate::program::{Ran, file, folder, loyd};
use crate::run_folder::name;
use serde_json::Value;

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.succeeds().stdout).expect("an object of JSON")
}

#[test]
fn towers_are_solved_checked_verified_and_replayed() {
    let solve = ["solve", "AAAAAAAA", "--puzzle", "hanoi-8x4", "--format", "json"];
    let solved = object(&loyd(&solve));
    assert_eq!((&solved["status"], &solved["length"]), (&"solved".into(), &33.into()));
    assert_eq!((&solved["proven"], &solved["algorithm"]), (&true.into(), &"astar".into()));
    let moves = solved["moves"].as_str().expect("moves");
    let verify = ["verify", "first-peg", "--moves", moves, "--puzzle", "hanoi-8x4"];
    assert!(loyd(&verify).succeeds().stdout.contains("reaches the goal in 33 moves"));
    let to_first =
        ["solve", "CCC", "--puzzle", "hanoi-3", "--goal", "first-peg", "--format", "csv"];
    assert_eq!(loyd(&to_first).succeeds().rows()[0]["length"], "7");
    let checked = object(&loyd(&["check", "ABC", "--puzzle", "hanoi-3x3", "--format", "json"]));
    assert_eq!((&checked["solvable"], &checked["misplaced"]), (&true.into(), &2.into()));

    let place = folder();
    let trace = place.path().join("t.trace");
    loyd(&["solve", "AB", "--puzzle", "hanoi-2", "--trace", name(&trace)]).succeeds();
    assert!(loyd(&["replay", name(&trace)]).succeeds().stdout.contains("BC"));
    loyd(&["verify", "AA", "--moves", "BC", "--puzzle", "hanoi-2"]).fails_with(1, "");
    loyd(&["solve", "AAD", "--puzzle", "hanoi-3x3"])
        .fails_with(2, "peg D: hanoi-3x3 has the pegs A to C");
}

#[test]
fn towers_are_enumerated_audited_compared_and_scrambled() {
    let place = folder();
    let levels = ["enumerate", "hanoi-8x4", "--start", "first-peg", "--format", "json"];
    let counted = object(&loyd(&levels));
    assert_eq!((&counted["total"], &counted["radius"]), (&65_536.into(), &33.into()));
    let reference = [&levels[..], &["--engine", "reference"]].concat();
    assert_eq!(object(&loyd(&reference))["levels"], counted["levels"]);
    let run = place.path().join("run");
    let stored = ["enumerate", "hanoi-6x3", "--dir", name(&run), "--format", "json"];
    assert_eq!(object(&loyd(&stored))["radius"], 63);
    loyd(&["verify", name(&run)]).succeeds();

    let audit = ["audit", "patterns:2", "--puzzle", "hanoi-5x3", "--format", "json"];
    let audited = object(&loyd(&audit));
    assert_eq!(
        (&audited["admissible"], &audited["consistent"]),
        (&"proved".into(), &"proved".into())
    );
    loyd(&["compare", "--puzzle", "hanoi-5x4", "-n", "3"]).succeeds();
    let scrambled = loyd(&["scramble", "-n", "5", "--seed", "3", "--puzzle", "hanoi-9x4"]);
    let table = file(&place, "positions.csv", &scrambled.succeeds().stdout);
    let rows = loyd(&["solve", "-i", &table, "--puzzle", "hanoi-9x4", "--format", "csv"])
        .succeeds()
        .rows();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row["proven"] == "true"));
}

#[test]
fn pancakes_rings_and_lamps_are_known_by_name() {
    for (puzzle, radius) in [("pancake-7", 8), ("lights-out-4x4", 7), ("burnt-pancake-4", 8)] {
        let counted = object(&loyd(&["enumerate", puzzle, "--format", "json"]));
        assert_eq!(
            (&counted["complete"], &counted["radius"]),
            (&true.into(), &radius.into()),
            "{puzzle}"
        );
    }
    assert!(loyd(&["enumerate", "pancake-7"]).succeeds().stdout.contains("published"));
    let solve = ["solve", "1A 2B", "--puzzle", "lights-out-3x3", "--format", "json"];
    assert_eq!(object(&loyd(&solve))["length"], 2);
    let scrambled = loyd(&["scramble", "-n", "3", "--puzzle", "topspin-8-4"]);
    let place = folder();
    let table = file(&place, "positions.csv", &scrambled.succeeds().stdout);
    let rows = loyd(&["solve", "-i", &table, "--puzzle", "topspin-8-4", "--format", "csv"])
        .succeeds()
        .rows();
    assert!(rows.iter().all(|row| row["proven"] == "true"));
    loyd(&["enumerate", "pancake-99"]).fails_with(2, "\"99\" is not a number from 2 to 64");
    loyd(&["enumerate", "hanoi-99"]).fails_with(2, "99 disks: a shape has 1 to 32 disks");
}

#[test]
fn a_solution_within_a_percentage_is_enough() {
    let board = "7 2 3 9 5 1 6 8 4 10 11 12 13 0 15 16 17 14 19 20 21 22 18 23 24";
    let solve = |within| {
        let ran = loyd(&[
            "solve",
            "--within",
            within,
            "-H",
            "linear-conflict",
            "--format",
            "json",
            board,
        ]);
        let solved = object(&ran);
        assert_eq!(solved["status"], "solved", "{solved}");
        let number = |field: &str| solved[field].as_f64().expect("a number");
        (number("length"), number("lower_bound"))
    };
    for (within, factor) in [("40%", 1.4), ("15", 1.15)] {
        let (length, bound) = solve(within);
        assert!(length <= bound * factor + 1e-6, "{length} {bound}");
    }
    loyd(&["solve", "--within", "-5%", board]).fails_with(2, "");
    loyd(&["solve", "--within", "x", board]).fails_with(2, "is not a percentage");
    loyd(&["solve", "--within", "5%", "--all", board]).fails_with(2, "cannot be used with");
    let inadmissible = ["solve", "--within", "5%", "-m", "multi", "-H", "linear-conflict", board];
    loyd(&inadmissible).fails_with(2, "--within compares solutions with lower bounds");
}
