//! Heuristics from outside: programs in Python and tables.

use crate::program::loyd;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Manhattan distance times a factor, in the protocol of `command:`.
const MANHATTAN: &str = r#"
import os, sys
factor = int(sys.argv[1])
width = int(os.environ["LOYD_PUZZLE"].split("x")[0])
goal = os.environ["LOYD_GOAL"].split()
place = {tile: divmod(cell, width) for cell, tile in enumerate(goal)}
def distance(board):
    total = 0
    for cell, tile in enumerate(board.split()):
        if tile != "0":
            row, column = divmod(cell, width)
            total += abs(row - place[tile][0]) + abs(column - place[tile][1])
    return factor * total
while count := sys.stdin.readline():
    for _ in range(int(count)):
        print(distance(sys.stdin.readline()))
    sys.stdout.flush()
"#;

/// A folder with the program, and the heuristic that names it.
fn heuristic(factor: u32) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.py");
    fs::write(&file, MANHATTAN).expect("written");
    let heuristic = format!("command:python3 '{}' {factor}", file.display());
    (folder, heuristic)
}

fn audited(heuristic: &str, code: i32) -> Value {
    let ran = loyd(&["audit", heuristic, "--size", "3x3", "--format", "json", "--quiet"]);
    assert_eq!(ran.code, Some(code), "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn manhattan_in_python_equals_ours_on_every_state() {
    let (_folder, heuristic) = heuristic(1);
    let (theirs, ours) = (audited(&heuristic, 0), audited("manhattan", 0));
    for field in [
        "states",
        "moves",
        "admissible",
        "consistent",
        "radius",
        "mean_distance",
        "mean_estimate",
        "errors",
    ] {
        assert_eq!(theirs[field], ours[field], "{field}");
    }
    assert_eq!(theirs["admissible"], "proved");
}

#[test]
fn an_overestimate_is_refuted_by_a_board() {
    let (_folder, heuristic) = heuristic(2);
    let verdict = audited(&heuristic, 1);
    assert_eq!(verdict["admissible"], "refuted");
    let example = &verdict["overestimate"];
    let moves = example["moves"].as_str().expect("moves");
    let tiles = example["tiles"].as_str().expect("a board");
    let ran = loyd(&["verify", "--moves", moves, tiles, "--format", "json"]);
    let replayed: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(replayed["length"], example["distance"]);
    assert!(example["estimate"].as_u64() > example["distance"].as_u64());
}

#[test]
fn searches_use_it() {
    let (_folder, heuristic) = heuristic(1);
    let solved = |algorithm: &str| -> Value {
        let board = "8 6 7 2 5 4 3 0 1";
        let ran = loyd(&["solve", "-a", algorithm, "-H", &heuristic, "--format", "json", board]);
        serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
    };
    let best = solved("astar");
    assert_eq!((&best["status"], &best["length"]), (&"solved".into(), &31.into()));
    assert_eq!((&best["proven"], &best["heuristic"]), (&false.into(), &heuristic[..].into()));
    for algorithm in ["wastar(2)", "beam(100)"] {
        assert!(solved(algorithm)["length"].as_u64() >= Some(31), "{algorithm}");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let (_folder, heuristic) = heuristic(1);
    for (arguments, reason) in [
        (&["-a", "idastar"][..], "idastar takes no heuristic from outside"),
        (&["--all"], "--all is for the heuristics of loyd"),
        (&["--within", "5%"], "--within is for the heuristics of loyd"),
    ] {
        let ran = loyd(&[&["solve", "-H", &heuristic, "867254301"], arguments].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    }
    let large = loyd(&["audit", &heuristic, "--size", "5x5"]);
    assert_eq!(large.code, Some(2), "{}", large.stderr);
}

#[test]
fn a_table_has_a_value_for_every_state_or_names_the_missing_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| -> PathBuf {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        file
    };
    // The twelve states of 2x2, breadth first; the last one is missing.
    let mut states: Vec<(Vec<usize>, u32)> = vec![(vec![1, 2, 3, 0], 0)];
    let mut next = 0;
    while let Some((state, distance)) = states.get(next).cloned() {
        let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
        for cell in [blank ^ 1, blank ^ 2] {
            let mut child = state.clone();
            child.swap(blank, cell);
            if states.iter().all(|(other, _)| *other != child) {
                states.push((child, distance + 1));
            }
        }
        next += 1;
    }
    let line = |(state, distance): &(Vec<usize>, u32)| {
        let tiles: Vec<String> = state.iter().map(ToString::to_string).collect();
        format!("{},{distance}\n", tiles.join(" "))
    };
    let lines: Vec<String> = states.iter().map(line).collect();
    assert_eq!(lines.len(), 12);
    let whole = file("whole.csv", &format!("position,value\n{}", lines.concat()));
    let part = file("part.csv", &format!("position,value\n{}", lines[..11].concat()));
    let named = |file: &PathBuf| format!("table:{}", file.display());
    let ran = loyd(&["solve", "-H", &named(&whole), "0 1 3 2", "--format", "json"]);
    let solved: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(solved["length"], 2);
    let ran = loyd(&["audit", &named(&whole), "--size", "2x2", "--format", "json", "--quiet"]);
    let verdict: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(verdict["admissible"], "proved");
    let ran = loyd(&["audit", &named(&part), "--size", "2x2"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("part.csv has no value for "), "{}", ran.stderr);
    for (name, text, reason) in [
        ("header.csv", "tile,far\n1 2 3 0,0\n", "a table of estimates has a column position"),
        ("board.csv", "position,value\n1 2 3,0\n", "line 2: \"1 2 3\" is not a position"),
        ("value.csv", "position,value\n1 2 3 0,near\n", "line 2: \"near\" is not a whole number"),
    ] {
        let ran = loyd(&["audit", &named(&file(name, text)), "--size", "2x2"]);
        assert_eq!(ran.code, Some(2), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{name}: {}", ran.stderr);
    }
}

#[test]
fn comparisons_take_programs_and_tables() {
    let (folder, program) = heuristic(1);
    let table = folder.path().join("part.csv");
    fs::write(&table, "position,value\n1 2 3 4 5 6 7 8 0,0\n").expect("written");
    let compared = |heuristics: &str, algorithms: &str| {
        let arguments = ["compare", "--count", "3", "--format", "csv", "-a", algorithms];
        loyd(&[&arguments[..], &["-H", heuristics]].concat())
    };
    let ran = compared(&format!("manhattan,{program}"), "astar,idastar");
    let rows = ran.succeeds().rows();
    let of = |name: &str, algorithm: &str| -> Vec<(String, String)> {
        let is_of = |row: &&std::collections::HashMap<String, String>| {
            row["heuristic"] == name && row["algorithm"] == algorithm
        };
        let values = rows.iter().filter(is_of);
        values.map(|row| (row["length"].clone(), row["estimate"].clone())).collect()
    };
    let theirs = of(&program, "astar");
    assert_eq!(theirs.len(), 3, "{rows:?}");
    assert_eq!(theirs, of("manhattan", "astar"));
    assert!(rows.iter().all(|row| row["generated"] != "0"), "{rows:?}");
    assert!(of(&program, "idastar").is_empty(), "an algorithm without estimates of many states");
    assert!(ran.stderr.contains("takes no heuristic from outside"), "{}", ran.stderr);
    compared(&program, "idastar").fails_with(2, "takes no heuristic from outside");
    let ran = compared(&format!("table:{}", table.display()), "astar");
    ran.fails_with(2, "part.csv has no value for ");
    compared("table:missing.csv", "astar").fails_with(2, "missing.csv");
    #[cfg(unix)]
    compared("command:exit 3", "astar").fails_with(4, "it ended (exit status: 3)");
    compared("command:", "astar").fails_with(2, "names no program");
}

#[cfg(feature = "graph")]
#[test]
fn levels_of_a_stored_graph_are_a_perfect_heuristic() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("3x2.db").display());
    loyd(&["graph", "build", "3x2", "--db", &database, "--quiet"]).succeeds();
    for file in ["3x2.csv", "3x2.parquet"] {
        let name = folder.path().join(file).display().to_string();
        loyd(&["graph", "export", "--db", &database, "-o", &name, "--quiet"]).succeeds();
        let heuristic = format!("table:{name}");
        let ran = loyd(&["audit", &heuristic, "--size", "3x2", "--format", "json", "--quiet"]);
        let verdict: Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        assert_eq!((&verdict["admissible"], &verdict["states"]), (&"proved".into(), &360.into()));
        assert_eq!(verdict["mean_distance"], verdict["mean_estimate"]);
        // The table has the positions of another size.
        let ran = loyd(&["audit", &heuristic, "--size", "2x2"]);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        let unit = if file.ends_with("csv") { "line 2" } else { "row 1" };
        assert!(ran.stderr.contains(unit) && ran.stderr.contains(file), "{}", ran.stderr);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn damaged_parquet_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("2x2.db").display());
    let whole = folder.path().join("2x2.parquet").display().to_string();
    loyd(&["graph", "build", "2x2", "--db", &database, "--quiet"]).succeeds();
    loyd(&["graph", "export", "--db", &database, "-o", &whole, "--quiet"]).succeeds();
    let bytes = fs::read(&whole).expect("written");
    let damaged = folder.path().join("damaged.parquet");
    let name = format!("table:{}", damaged.display());
    let cuts = [0, 4, bytes.len() / 2, bytes.len() - 1].map(|length| bytes[..length].to_vec());
    let text = b"position,value\n1 2 3 0,0\n".to_vec();
    for content in cuts.into_iter().chain([text]) {
        fs::write(&damaged, &content).expect("written");
        let ran = loyd(&["audit", &name, "--size", "2x2"]);
        assert_eq!(ran.code, Some(2), "{} bytes: {}", content.len(), ran.stderr);
        assert!(ran.stderr.contains("damaged.parquet as Parquet: "), "{}", ran.stderr);
    }
    for missing in ["missing.parquet", "."] {
        let name = format!("table:{}", folder.path().join(missing).display());
        let ran = loyd(&["audit", &name, "--size", "2x2"]);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_misbehaves_is_named_with_the_reason() {
    for (line, reason) in [
        ("exit 3", "it ended (exit status: 3) after 0 of 12 estimates"),
        ("echo 1; exit 0", "after 1 of 12 estimates"),
        ("echo far; sleep 1", "is \"far\": estimates are whole numbers from 0 on"),
        ("echo 1; echo -3; sleep 1", "is \"-3\": estimates are whole numbers from 0 on"),
        ("no-such-program-of-loyd", "it ended (exit status: 127)"),
    ] {
        let ran = loyd(&["audit", &format!("command:{line}"), "--size", "2x2"]);
        assert_eq!(ran.code, Some(4), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{line}: {}", ran.stderr);
    }
    let ran = loyd(&["audit", "command: ", "--size", "2x2"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    // The goal and the puzzle are in the environment, and the answers may come one by one.
    let line = "while read -r count; do for i in $(seq $count); do read -r board; \
                if [ \"$board\" = \"$LOYD_GOAL\" ]; then echo 0; else echo 1; fi; done; done";
    loyd(&["audit", &format!("command:{line}"), "--size", "2x2"]).succeeds();
}
