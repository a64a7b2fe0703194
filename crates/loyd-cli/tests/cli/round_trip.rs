//! Round trips: one command reads the output of another.

use crate::program::{loyd, loyd_reading};

#[test]
fn scramble_then_solve_then_verify() {
    for (size, goal) in [("3x3", "blank-last"), ("4x2", "blank-first"), ("2x3", "5 4 3 2 1 0")] {
        let boards =
            loyd(&["scramble", "--size", size, "--goal", goal, "--count", "8", "--seed", "3"]);
        assert!(boards.succeeds().stdout.starts_with("id,puzzle,width,height,goal,tiles\n"));
        let ran = loyd_reading(&["solve", "-", "--format", "csv"], boards.stdout.as_bytes());
        let (solved, boards) = (ran.succeeds().rows(), boards.rows());
        assert_eq!(solved.len(), 8);
        for (solution, board) in solved.iter().zip(&boards) {
            assert_eq!((&solution["id"], &solution["proven"][..]), (&board["id"], "true"));
            let ran = loyd(&[
                "verify",
                "--size",
                size,
                "--goal",
                goal,
                "--moves",
                &solution["moves"],
                "--format",
                "csv",
                &board["tiles"],
            ]);
            assert_eq!(ran.succeeds().rows()[0]["length"], solution["length"]);
        }
    }
}

/// The moves of a board lead from the goal to it.
#[test]
fn scrambles_of_boards_are_replayed_from_the_goal() {
    for (size, goal, tiles) in [
        ("3x3", "blank-last", "1 2 3 4 5 6 7 8 0"),
        ("5x2", "blank-first", "0 1 2 3 4 5 6 7 8 9"),
        (
            "6x6",
            "blank-first",
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35",
        ),
    ] {
        let scramble = ["scramble", "-s", size, "-g", goal, "-n", "3", "--seed", "5", "--moves"];
        let ran = loyd(&scramble);
        assert!(ran.succeeds().stdout.starts_with("id,puzzle,scramble,width,height,goal,tiles\n"));
        for row in ran.rows() {
            let verify = ["verify", "-s", size, "-g", &row["tiles"], "--moves", &row["scramble"]];
            loyd(&[&verify[..], &[tiles]].concat()).succeeds();
        }
        let text = loyd(&[&scramble[..], &["--format", "text"]].concat());
        let solve = ["solve", "-s", size, "-g", goal, "-a", "constructive", "-"];
        let solved = loyd_reading(&solve, text.stdout.as_bytes());
        assert_eq!(solved.succeeds().stdout.lines().count(), 4, "{}", solved.stdout);
    }
}

#[test]
fn every_format_of_scramble_has_the_same_boards() {
    let scramble = |format: &str| {
        let ran = loyd(&["scramble", "--count", "5", "--seed", "42", "--format", format]);
        ran.succeeds().stdout.clone()
    };
    let text: Vec<String> = scramble("text").lines().map(str::to_owned).collect();
    let json: Vec<String> = scramble("json")
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|object| object["tiles"].as_str().expect("tiles").to_owned())
        .collect();
    assert_eq!(text, json);
    assert_eq!(scramble("csv").lines().count(), 6);
    let checked = loyd_reading(&["check", "-"], text.join("\n").as_bytes());
    assert_eq!(checked.succeeds().stdout.matches("\nsolvable\n").count(), 5);
}

#[test]
fn a_seed_always_gives_the_same_boards() {
    let ran = loyd(&["scramble", "--size", "3x3", "--seed", "1", "--format", "text"]);
    assert_eq!(ran.succeeds().stdout, "4 2 6 3 8 5 1 0 7\n");
}

#[test]
fn a_random_seed_is_printed() {
    let ran = loyd(&["scramble"]);
    assert!(ran.succeeds().stderr.starts_with("seed "), "{}", ran.stderr);
    let seed = ran.stderr.split_whitespace().nth(1).expect("a number").to_owned();
    assert_eq!(loyd(&["scramble", "--seed", &seed]).stdout, ran.stdout);
}

#[test]
fn boards_may_be_written_in_many_ways() {
    for board in [
        "1 2 3 4 5 6 7 0 8",
        "1,2,3,4,5,6,7,0,8",
        "123456708",
        "1 2 3\n4 5 6\n7 0 8",
        "1;2;3;4;5;6;7;0;8",
    ] {
        let ran = loyd(&["solve", "--format", "csv", board]);
        assert_eq!(ran.succeeds().rows()[0]["moves"], "L", "{board}");
    }
    let spread = loyd(&["1", "2", "3", "4", "5", "6", "7", "0", "8", "--format", "csv"]);
    assert_eq!(spread.succeeds().rows()[0]["moves"], "L");
    let rows = loyd(&["1 2 3 / 4 0 5", "--format", "csv"]);
    assert_eq!(rows.succeeds().rows()[0]["moves"], "L");
}
