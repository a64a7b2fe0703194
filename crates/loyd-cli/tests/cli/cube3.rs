//! The 3x3x3 cube on the command line: published levels, runs in folders, solutions replayed by
//! `verify`, impossible cubes.

use crate::program::{Ran, file, folder, loyd, loyd_reading};

const TABLES: &str = include_str!("../../../../data/cube_levels.csv");

/// A command with the option of the puzzle.
fn cube(arguments: &[&str]) -> Ran {
    loyd(&[arguments, &["--puzzle", "cube3"]].concat())
}

/// The published levels to a depth, as numbers.
fn published(metric: &str, depth: usize) -> Vec<u64> {
    let of_row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[..2] == ["3x3x3", metric]).then(|| fields[3].parse().expect("a number"))
    };
    let levels: Vec<u64> = TABLES.lines().filter_map(of_row).take(depth + 1).collect();
    assert_eq!(levels.len(), depth + 1, "{metric} is published");
    levels
}

/// The levels that a command printed as CSV.
fn levels(ran: &Ran) -> Vec<u64> {
    let rows = ran.succeeds().rows();
    rows.iter().map(|row| row["states"].parse().expect("a number")).collect()
}

fn count(metric: &str, depth: &str, more: &[&str]) -> Ran {
    let arguments = ["enumerate", "cube3", "-m", metric, "--depth", depth, "--format", "csv"];
    loyd(&[&arguments[..], more].concat())
}

#[test]
fn levels_are_the_published_ones() {
    assert_eq!(levels(&count("quarter", "7", &[])), published("quarter", 7));
    assert_eq!(levels(&count("half", "6", &[])), published("half", 6));
    let reference = count("half", "4", &["--engine", "reference"]);
    assert_eq!(levels(&reference), published("half", 4));
    // The states that *Exploring the Limits of Computing Through Exhaustive Search* reached.
    let six: u64 = levels(&count("quarter", "6", &[])).iter().sum();
    assert_eq!(six, 983_926);
}

#[test]
fn a_run_in_a_folder_goes_deeper_later_and_is_verified() {
    let place = folder();
    let run = place.path().join("run").display().to_string();
    count("half", "4", &["--dir", &run]).succeeds();
    let deeper = loyd(&["enumerate", "--resume", &run, "--depth", "6", "--format", "csv"]);
    assert_eq!(levels(&deeper), published("half", 6));
    assert!(loyd(&["verify", &run]).succeeds().stdout.contains("verified"));
}

#[test]
fn missing_antipodes_are_reported() {
    count("half", "4", &["--antipodes", "3"]).fails_with(2, "antipodes");
    count("half", "4", &["--engine", "memory"]).fails_with(2, "no ranks");
    let plan = loyd(&["plan", "enumerate", "cube3", "--depth", "8"]);
    assert!(plan.succeeds().stdout.contains("published to depth 15"), "{}", plan.stdout);
}

/// Replays a solution by another command.
fn assert_solves(moves: &str, scramble: &str, metric: &str) {
    cube(&["verify", "-m", metric, "--moves", moves, scramble]).succeeds();
}

#[test]
fn short_scrambles_are_solved_optimally_in_both_metrics() {
    // Distances: that of the first is its length, as it is within the radius of unique paths.
    const SCRAMBLES: [(&str, u32, u32); 3] = [("R U F'", 3, 3), ("R2 L2", 2, 4), ("M", 2, 2)];
    for (scramble, half, quarter) in SCRAMBLES {
        for (metric, length) in [("half", half), ("quarter", quarter)] {
            let ran = cube(&["solve", "-m", metric, "--format", "csv", scramble]);
            let row = &ran.succeeds().rows()[0];
            assert_eq!((&row["length"], &row["proven"][..]), (&length.to_string(), "true"));
            assert_solves(&row["moves"], scramble, metric);
        }
    }
}

#[test]
fn any_cube_is_solved_at_once_by_two_phases() {
    let cubes = cube(&["scramble", "--count", "3", "--seed", "1", "--format", "csv"]);
    let arguments = ["solve", "-a", "two-phase", "--max-nodes", "1e5", "--format", "csv", "-"];
    let puzzle = ["--puzzle", "cube3"];
    let ran = loyd_reading(&[&arguments[..], &puzzle].concat(), cubes.stdout.as_bytes());
    let rows = ran.rows();
    assert_eq!(rows.len(), 3, "{}{}", ran.stdout, ran.stderr);
    for row in rows {
        let length: u32 = row["length"].parse().expect("a length");
        assert!(length <= 24, "{row:?}");
        assert_solves(&row["moves"], &row["facelets"], "half");
    }
}

/// Scrambles as other programs write them, one a line; without a number the line number counts, and
/// comments are skipped.
#[test]
fn files_have_a_scramble_in_each_line() {
    let place = folder();
    let lines = "// Ten of today\n\n1. R U F'\n2) L2 D   // easy\n# end\n\n3. M\nR' U2\n";
    let lines = file(&place, "scrambles.txt", lines);
    let ran = cube(&["solve", "-i", &lines, "--format", "csv"]);
    let rows = ran.succeeds().rows();
    let lengths: Vec<_> = rows.iter().map(|row| (&row["id"][..], &row["length"][..])).collect();
    assert_eq!(lengths, [("3", "3"), ("4", "2"), ("7", "2"), ("8", "2")]);
}

/// A table of scrambles with the stickers that they make, which other commands read.
#[test]
fn scrambles_are_moves_and_stickers() {
    let ran = cube(&["scramble", "--count", "3", "--seed", "1"]);
    let rows = ran.succeeds().rows();
    assert!(ran.stdout.starts_with("id,puzzle,scramble,facelets,goal\n1,cube3,"), "{}", ran.stdout);
    for row in &rows {
        assert!(row["scramble"].split(' ').count() <= 21, "{row:?}");
        let replayed = cube(&["check", "--format", "csv", &row["scramble"]]).rows()[0].clone();
        assert_eq!(replayed["facelets"], row["facelets"]);
    }
    let arguments = ["solve", "-a", "two-phase", "--format", "csv", "--puzzle", "cube3", "-"];
    let solved = loyd_reading(&arguments, ran.stdout.as_bytes()).succeeds().rows();
    let of = |rows: &[std::collections::HashMap<String, String>]| {
        rows.iter().map(|row| row["facelets"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of(&solved), of(&rows));
    let text = cube(&["scramble", "--count", "3", "--seed", "1", "--format", "text"]);
    let moves: Vec<&str> = rows.iter().map(|row| &row["scramble"][..]).collect();
    assert_eq!(text.stdout.lines().collect::<Vec<_>>(), moves);
}

/// Without a limit the first solution of at most 21 moves is enough; with one, solutions are improved
/// until then. Neither is proved optimal, and both are success.
#[test]
fn two_phases_improve_only_within_a_limit() {
    let scrambled = cube(&["scramble", "--seed", "17", "--format", "csv"]).rows()[0].clone();
    let solve = |limit: &[&str]| {
        let arguments = ["solve", "-a", "two-phase", "--format", "csv", &scrambled["facelets"]];
        let row = cube(&[&arguments[..], limit].concat()).succeeds().rows()[0].clone();
        assert_eq!((&row["status"][..], &row["proven"][..]), ("solved", "false"), "{row:?}");
        assert_solves(&row["moves"], &scrambled["facelets"], "half");
        row["length"].parse::<u32>().expect("a length")
    };
    let first = solve(&[]);
    assert!(first <= 21);
    assert!(solve(&["--max-time", "1"]) < first);
    // A few nodes are too few for the superflip, which is 20 moves away.
    let superflip = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";
    let arguments = ["solve", "-a", "two-phase", "--threads", "1", superflip];
    let stopped = cube(&[&arguments[..], &["--max-nodes", "1"]].concat());
    stopped.fails_with(3, "with a larger limit");
    assert!(stopped.stdout.starts_with("stopped by the node limit"), "{}", stopped.stdout);
    cube(&arguments).succeeds();
}

#[test]
fn impossible_cubes_are_refused_with_the_reason() {
    const WRONG: [(&str, &str); 7] = [
        ("UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "corner"),
        ("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "edge"),
        ("UUUUUUUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "two pieces are exchanged"),
        ("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBUB", "10 stickers"),
        ("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB", "54"),
        ("R U Q", "\"Q\""),
        ("(R U", "not closed"),
    ];
    for (text, reason) in WRONG {
        cube(&["check", text]).fails_with(2, reason);
        cube(&["solve", text]).fails_with(2, reason);
    }
}

/// The net that `check` draws is a position for every command.
#[test]
fn a_printed_net_is_read() {
    for (puzzle, rows, scramble) in [("cube3", 9, "R U F' D2 L B"), ("cube2", 6, "R U F' R2")] {
        let drawn = loyd(&["check", "--puzzle", puzzle, scramble]);
        let net: Vec<&str> = drawn.stdout.lines().take(rows).collect();
        let net = net.join("\n");
        let again = loyd(&["check", "--puzzle", puzzle, &net]);
        again.succeeds();
        assert_eq!(again.stdout, drawn.stdout, "{puzzle}");
    }
}
