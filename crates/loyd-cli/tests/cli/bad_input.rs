//! Every kind of bad input has its own message and exit code 2; nothing panics.

use crate::program::{file, folder, loyd, loyd_reading};

fn rejects(arguments: &[&str], message: &str) {
    let ran = loyd(arguments);
    ran.fails_with(2, message);
    assert_eq!(ran.stdout, "", "standard output has no results");
}

#[test]
fn wrong_count() {
    rejects(&["solve", "--size", "3x3", "1 2 3 4 5 6 7 0"], "a 3x3 board has 9 tiles");
    rejects(&["solve", "1 2 3 4 5 0"], "--size 2x3 or 3x2");
    rejects(&["solve", "1 2 3 4 5 6 0"], "do not make a square board");
}

#[test]
fn duplicate_and_missing_tile() {
    let ran = loyd(&["solve", "1 2 3 4 5 6 7 8 8"]);
    ran.fails_with(2, "tile 8 appears twice").fails_with(2, "; the blank (0) is missing");
    assert!(ran.stderr.contains("\n  1 2 3 4 5 6 7 8 8\n                  ^\n"), "{}", ran.stderr);
}

#[test]
fn out_of_range() {
    rejects(&["solve", "1 2 3 4 5 6 7 9 0"], "tile 9 does not exist");
    rejects(&["solve", "1 2 3 4 5 6 7 99999999999999999999999 0"], "far too large");
}

#[test]
fn negative() {
    rejects(&["solve", "1 2 3 4 5 6 7 -8 0"], "-8 is negative");
    rejects(&["solve", "-1 2 3 0"], "-1 is negative");
    rejects(&["-1", "2", "3", "0"], "-1 is negative");
}

#[test]
fn not_numeric() {
    let ran = loyd(&["solve", "1 2 3 4 y 6 7 8 0"]);
    ran.fails_with(2, "\"y\" is not a tile number\n  1 2 3 4 y 6 7 8 0\n          ^\n");
    rejects(&["1", "2", "y", "0"], "\"y\" is not a tile number");
    rejects(&["1", "2", "x", "0"], "the blank appears twice (at positions 3 and 4)");
}

#[test]
fn empty() {
    rejects(&["solve", ""], "the board is empty");
    rejects(&["solve"], "no board given");
    rejects(&["solve", "-"], "standard input holds no boards");
    rejects(&["solve", "1 2 3 0", "-"], "`-` reads boards from standard input and stands alone");
    let folder = folder();
    rejects(&["solve", "--input", &file(&folder, "empty", "")], "holds no boards");
    rejects(&["solve", "--input", &file(&folder, "b", "# only\n\n  # comments\n")], "no boards");
    rejects(&["solve", "--input", &file(&folder, "header.csv", "tiles\n")], "holds no boards");
}

#[test]
fn enormous_size() {
    rejects(&["solve", "--size", "1000000x1000000", "1 0"], "too large");
    rejects(&["solve", "--size", "99999999999999999999x2", "1 0"], "too large");
    rejects(&["scramble", "--size", "300x300"], "too large");
    rejects(&["enumerate", "4096x4096"], "too large");
    rejects(&["solve", "--size", "0x4", "1 0"], "no cells");
    rejects(&["solve", "--size", "4", "1 0"], "is not a size");
}

#[test]
fn goal_of_another_size_or_kind() {
    rejects(
        &["solve", "--goal", "1 2 3 0", "1 2 3 4 5 6 7 8 0"],
        "the board is 3x3 and the goal 2x2",
    );
    rejects(&["solve", "--goal", "blank-middle", "1 2 3 0"], "a goal is blank-last, blank-first");
    rejects(&["solve", "--goal", "1 2 2 0", "1 2 3 0"], "the goal: tile 2 appears twice");
    rejects(&["scramble", "--goal", "1 2 3 0", "--size", "3x3"], "4");
}

#[test]
fn an_unsolvable_board_is_not_bad_input() {
    let ran = loyd(&["solve", "2 1 3 4 5 6 7 8 0"]);
    assert_eq!((ran.code, &ran.stderr[..]), (Some(1), ""));
    assert!(ran.stdout.starts_with("unsolvable: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("parities"), "{}", ran.stdout);
}

#[test]
fn unreadable_files() {
    let folder = folder();
    rejects(
        &["solve", "--input", "/no/such/file"],
        "cannot read /no/such/file: the file does not exist",
    );
    let path = folder.path().to_str().expect("a path that is text");
    rejects(&["solve", "--input", path], "it is a folder");
}

#[test]
fn csv_without_the_column() {
    let folder = folder();
    let path = file(&folder, "boards.csv", "id,board\n1,1 2 3 0\n");
    rejects(&["solve", "--input", &path], "has no column `tiles`; its columns are: id, board");
    let ran = loyd_reading(&["solve", "-"], b"name,number\nx,1\n");
    ran.fails_with(2, "standard input has no column `tiles`");
}

#[test]
fn binary_junk() {
    let folder = folder();
    let junk = b"\x7fELF\x02\x01\x01\0\0\0";
    rejects(&["solve", "--input", &file(&folder, "junk", junk)], "is not text");
    rejects(&["solve", "--input", &file(&folder, "junk.csv", junk)], "is not text");
    rejects(&["solve", "--input", &file(&folder, "latin", b"1 2 3 \xe9")], "is not text");
    loyd_reading(&["solve", "-"], b"\xff\xfe1\0 \0").fails_with(2, "is not text");
    // Control characters must not reach the terminal.
    let ran = loyd(&["solve", "1 2 \x1b[31m 0"]);
    ran.fails_with(2, "is not a tile number");
    assert!(!ran.stderr.contains('\x1b'), "{:?}", ran.stderr);
}

#[test]
fn endless_input_ends() {
    #[cfg(unix)]
    loyd(&["solve", "--input", "/dev/zero"]).fails_with(2, "is not text");
}

#[test]
fn devices_are_not_files() {
    rejects(&["replay", "/dev/zero"], "cannot read /dev/zero: it is a device");
    let hosts = ["enumerate", "3x3", "--hosts", "/dev/zero", "--process", "0"];
    rejects(&hosts, if cfg!(feature = "cluster") { "it is a device" } else { "--features" });
}

#[test]
fn a_wrong_heuristic_lists_those_of_the_puzzle() {
    rejects(&["solve", "-H", "foo", "--puzzle", "cube2", "R U"], "orientation, permutation, pdb:");
    let tiles = loyd(&["solve", "-H", "foo", "1 2 3 4 5 6 7 0 8"]);
    tiles.fails_with(2, "zero, hamming, gaschnig, manhattan");
    assert!(!tiles.stderr.contains("corners"), "{}", tiles.stderr);
}

#[test]
fn bad_moves() {
    rejects(&["verify", "--moves", "U X", "1 2 3 0"], "'X' is not a move");
    rejects(&["verify", "--moves", "U0", "1 2 3 0"], "impossible number of tiles");
    rejects(&["verify", "--moves", "U", "1 2 3 3"], "appears twice");
    rejects(&["verify", "--moves", "U"], "BOARD");
}

#[test]
fn absurd_options() {
    let board = "1 2 3 0";
    for (option, value, message) in [
        ("--threads", "0", "at least one thread"),
        ("--threads", "1000000", "at most 4096 threads"),
        ("--threads", "two", "not a number of threads"),
        ("--memory", "1KiB", "too little"),
        ("--memory", "lots", "write an amount such as 8GiB"),
        ("--max-time", "0s", "more than 0s"),
        ("--max-time", "-5s", "not a length of time"),
        ("--max-time", "9999999d", "longer than a century"),
        ("--max-nodes", "-1", "negative"),
        ("--max-nodes", "1e40", "too large"),
        ("--max-nodes", "0", "leaves nothing"),
        ("--format", "yaml", "possible values: text, json, csv"),
        ("--heuristic", "manhatan", "did you mean manhattan?"),
        ("--heuristic", "max(manhattan", "brackets do not match"),
        ("--heuristic", "twice(manhattan)", "only max takes brackets"),
        ("--algorithm", "idstar", "did you mean idastar?"),
        ("--pruning", "99", "from 1 to 24"),
        ("--metric", "sngle", "did you mean single?"),
        ("--no-such-option", "", "unexpected argument"),
    ] {
        rejects(&["solve", option, value, board], message);
    }
    rejects(&["slove", board], "some similar subcommands exist: 'serve', 'solve'");
    rejects(&["man", "solv"], "did you mean solve?");
    rejects(&["scramble", "--count", "0"], "leaves nothing");
    rejects(&["scramble", "--seed", "x"], "write a seed, a whole number such as 42");
    rejects(&["enumerate", "3x3", "--start", "9"], "cell 9 is not on a 3x3 board");
    rejects(&["enumerate", "3x3", "--start", "middle"], "corner, edge, centre");
    rejects(&["enumerate", "3x3", "--engine", "refrence"], "did you mean reference?");
    rejects(&["enumerate", "5x5", "--memory", "1GiB"], "--depth");
}

#[test]
fn an_inadmissible_heuristic_gets_a_warning_and_no_proof() {
    let board = ["solve", "--metric", "multi", "-H", "linear-conflict", "867254301"];
    let of = |algorithm: &[&str]| loyd(&[&board[..], algorithm].concat());
    for algorithm in [&[][..], &["-a", "astar"]] {
        let ran = of(algorithm);
        ran.succeeds();
        assert!(ran.stderr.contains("linear-conflict may overestimate"), "{}", ran.stderr);
        assert!(ran.stdout.contains("not proven shortest"), "{}", ran.stdout);
    }
    for algorithm in [&["-a", "greedy"][..], &["--quiet"]] {
        assert!(!of(algorithm).stderr.contains("overestimate"), "{algorithm:?}");
    }
    let single = loyd(&["solve", "-H", "linear-conflict", "867254301"]);
    assert!(!single.stderr.contains("overestimate"), "{}", single.stderr);
}
