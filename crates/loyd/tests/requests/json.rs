//! The objects of JSON: their fields, in order, with their values.

use loyd::record::json;
use loyd::{SolveRequest, solve};
use serde_json::Value;

/// A result of each kind, puzzle by puzzle, one on a line.
const RESULTS: &str = include_str!("results.jsonl");

/// A position of each puzzle with its shape, a solution, and moves of which one is illegal or that end
/// elsewhere.
const POSITIONS: [(&str, &str, &str, [&str; 2]); 6] = [
    ("tiles", "3x3", "1 2 3 4 5 6 0 7 8", ["L L", "L L L"]),
    ("cube2", "cube2", "R U", ["U' R'", "R"]),
    ("cube3", "cube3", "R U", ["U' R'", "R"]),
    ("twisty", "pyraminx", "R U", ["U' R'", "R"]),
    ("hanoi", "hanoi-2x3", "AA", ["AB AC BC", "BA"]),
    ("edges", "river", "FGC", ["cabbage alone goat", "wolf"]),
];

#[test]
fn results_have_pinned_fields() {
    let results: Vec<String> = results().iter().map(Value::to_string).collect();
    assert!(results.iter().eq(RESULTS.lines()), "{}", results.join("\n"));
}

fn results() -> Vec<Value> {
    let mut results = Vec::new();
    for (puzzle, shape, position, solutions) in POSITIONS {
        let check = loyd::check(puzzle, position).shape(shape).run();
        results.push(json(&check.expect("a position")));
        for moves in solutions {
            let replay = loyd::replay(puzzle, position, moves).shape(shape).run();
            results.push(json(&replay.expect("moves")));
        }
        let levels = loyd::enumerate(puzzle).shape(shape).depth(2);
        results.push(json(&levels.run().expect("levels")));
    }
    let unsolvable = loyd::check("tiles", "2 1 3 4 5 6 7 8 0");
    results.push(json(&unsolvable.run().expect("a board")));
    let levels = loyd::enumerate("tiles").shape("3x2").antipodes(1);
    for levels in [levels.clone().depth(2), levels] {
        results.push(json(&levels.run().expect("levels")));
    }
    for request in searches() {
        results.push(json(&request.run().expect("a position")));
    }
    results.extend(loyd::puzzles().iter().map(json));
    results.iter_mut().for_each(shorten);
    results
}

/// Searches with lists, of all solutions, of a position without one, with limits, and of a cube.
fn searches() -> [SolveRequest; 6] {
    let easy = || solve("tiles", "1 2 3 4 0 6 7 5 8");
    let hard = || solve("tiles", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1").heuristic("manhattan");
    [
        easy().algorithm("astar").heuristic("manhattan"),
        easy().heuristic("manhattan").all(10),
        solve("tiles", "2 1 3 4 5 6 7 8 0").all(1),
        hard().max_nodes(1000).all(1),
        hard().algorithm("astar").max_nodes(1000),
        solve("cube3", "R U").algorithm("two-phase"),
    ]
}

/// Replaces values that may depend on the machine by zeros, messages and lists of names by their beginnings.
fn shorten(result: &mut Value) {
    let mut numbers = vec!["seconds", "setup_seconds", "peak_memory_bytes", "bytes"];
    if result["status"] == "stopped" {
        numbers.extend(["length", "lower_bound", "moves", "expanded", "generated"]);
    }
    for name in numbers {
        if let Some(value) = result.get_mut(name) {
            *value = 0.into();
        }
    }
    for name in ["metrics", "goals", "algorithms", "heuristics"] {
        if let Some(Value::Array(list)) = result.get_mut(name) {
            list.truncate(1);
            list[0][1] = "…".into();
        }
    }
    if let Some(message) = result.get_mut("message") {
        *message = "…".into();
    }
}
