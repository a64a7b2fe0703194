//! `enumerate --list`: the positions of one level.

use crate::program::{loyd, loyd_reading};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// The distance of every 3x2 board from the goal, by a plain search over texts.
fn distances() -> HashMap<String, u32> {
    let mut distances = HashMap::from([("1 2 3 4 5 0".to_owned(), 0)]);
    let mut queue = VecDeque::from(["1 2 3 4 5 0".to_owned()]);
    while let Some(board) = queue.pop_front() {
        let distance = distances[&board];
        let tiles: Vec<&str> = board.split(' ').collect();
        let blank = tiles.iter().position(|tile| *tile == "0").expect("a blank");
        let (column, row) = (blank % 3, blank / 3);
        for cell in 0..6_usize {
            if (cell % 3).abs_diff(column) + (cell / 3).abs_diff(row) == 1 {
                let mut next = tiles.clone();
                next.swap(cell, blank);
                let next = next.join(" ");
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    distances
}

#[test]
fn every_level_has_the_boards_at_its_distance() {
    let distances = distances();
    assert_eq!(distances.len(), 360);
    for depth in [0, 1, 7, 20, 21] {
        let list = depth.to_string();
        let rows = loyd(&["enumerate", "3x2", "--list", &list, "--format", "csv"]).rows();
        let listed: BTreeSet<&str> = rows.iter().map(|row| &row["tiles"][..]).collect();
        let expected: BTreeSet<&str> =
            distances.iter().filter(|(_, at)| **at == depth).map(|(board, _)| &board[..]).collect();
        assert_eq!((&listed, rows.len()), (&expected, expected.len()), "depth {depth}");
        assert!(rows.iter().all(|row| row["distance"] == list), "depth {depth}");
    }
}

#[test]
fn lists_are_deterministic_and_limited() {
    let all = loyd(&["enumerate", "3x3", "--list", "20", "--format", "csv"]);
    let boards = all.succeeds().rows();
    assert_eq!(boards.len(), 16_993, "the published level");
    let three = loyd(&["enumerate", "3x3", "--list", "20=3", "--format", "csv"]);
    let first: Vec<&str> = all.stdout.lines().take(4).collect();
    assert_eq!(three.stdout.lines().collect::<Vec<_>>(), first);
    assert!(
        three.stderr.contains("note: 3 of the 16,993 positions at depth 20"),
        "{}",
        three.stderr
    );
    let last = loyd(&["enumerate", "3x3", "--list", "last", "--format", "json"]);
    assert_eq!(last.stdout.lines().count(), 2);
    assert!(last.stdout.lines().all(|line| line.contains("\"distance\":31")), "{}", last.stdout);
}

#[test]
fn solve_and_distance_read_lists_of_every_puzzle() {
    for (arguments, options) in [
        (
            &["3x3", "--metric", "multi", "--start", "centre", "--list", "9=4"][..],
            &["-m", "multi"][..],
        ),
        (&["cube2", "--list", "5=4"], &["--puzzle", "cube2"]),
        (&["pyraminx", "--list", "4=4"], &["--puzzle", "pyraminx"]),
        (&["cube3", "--list", "2=4"], &["--puzzle", "cube3"]),
        (&["4x4", "--list", "8=4"], &[]),
    ] {
        let csv = [&["enumerate"], arguments, &["--format", "csv"]].concat();
        let list = loyd(&csv);
        assert_eq!(list.succeeds().rows().len(), 4, "{arguments:?}");
        let solved = loyd_reading(
            &[&["solve", "-", "--format", "csv"], options].concat(),
            list.stdout.as_bytes(),
        );
        for row in solved.succeeds().rows() {
            assert_eq!(row["length"], row["distance"], "{arguments:?}: {row:?}");
        }
    }
}

#[test]
fn bad_lists_are_refused() {
    for (list, message) in [
        ("x", "is not a depth: write a number such as 20, or `last`"),
        ("", "is not a depth: write a number such as 20, or `last`"),
        ("-1", "is not a depth: write a number such as 20, or `last`"),
        ("3=0", "3"),
        ("3=x", "x"),
        ("=4", "is not a depth: write a number such as 20, or `last`"),
        ("32", "--list 32: the farthest position of 3x3 is 31 moves from the start"),
    ] {
        let list = format!("--list={list}");
        loyd(&["enumerate", "3x3", &list]).fails_with(2, message);
    }
    for option in
        [&["--depth", "3"][..], &["--dir", "run"], &["--antipodes", "1"], &["--engine", "memory"]]
    {
        let ran = loyd(&[&["enumerate", "3x3", "--list", "3"], option].concat());
        ran.fails_with(2, "--list prints the positions of one");
    }
    let ran = loyd(&["enumerate", "5x5", "--list", "30", "--memory", "1MiB"]);
    ran.fails_with(2, "choose a smaller depth, or more --memory");
    loyd(&["plan", "enumerate", "3x3", "--list", "3"]).fails_with(2, "a plan runs nothing");
}
