//! Searches side by side: the same boards, counted, judged, refused.

use crate::program::{file, folder, loyd};
use std::collections::HashMap;

/// The rows of a comparison's CSV, its comments skipped.
pub(crate) fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.expect("a row of CSV")).collect()
}

/// What of the rows does not depend on time.
pub(crate) fn timeless(text: &str) -> Vec<Vec<(String, String)>> {
    let rows = rows(text).into_iter().map(|row| {
        let mut fields: Vec<(String, String)> =
            row.into_iter().filter(|(name, _)| !name.ends_with("seconds")).collect();
        fields.sort();
        fields
    });
    rows.collect()
}

/// The value of a line of the header.
pub(crate) fn fact<'a>(text: &'a str, name: &str) -> &'a str {
    let start = format!("# {name}: ");
    text.lines().find_map(|line| line.strip_prefix(&start)).expect("a line of the header")
}

const GRID: [&str; 10] =
    ["compare", "--size", "3x3,4x2", "--count", "12", "--format", "csv", "--memory", "1GiB", "-q"];

fn compared(more: &[&str]) -> String {
    let ran = loyd(&[&GRID, more].concat());
    ran.succeeds();
    ran.stdout
}

#[test]
fn every_algorithm_runs_with_every_heuristic_on_the_boards_of_scramble() {
    let text = compared(&[
        "-a",
        "astar,wastar(1.5|3),bfs,greedy,idastar",
        "-H",
        "manhattan,linear-conflict",
    ]);
    let rows = rows(&text);
    // Breadth-first search takes no heuristic and runs once.
    assert_eq!(rows.len(), 2 * 12 * (5 * 2 + 1));
    for size in ["3x3", "4x2"] {
        let drawn = loyd(&["scramble", "--size", size, "--count", "12", "--seed", "1"]);
        for (drawn, id) in drawn.rows().iter().zip(1..) {
            let id = id.to_string();
            let of_board = rows.iter().filter(|row| row["boards"] == size && row["id"] == id);
            let of_board: Vec<_> = of_board.collect();
            assert_eq!(of_board.len(), 11);
            let solved = loyd(&["solve", "--size", size, "--format", "csv", &drawn["tiles"]]);
            let length: f64 = solved.rows()[0]["length"].parse().expect("a length");
            for row in of_board {
                assert_eq!(row["tiles"], drawn["tiles"]);
                assert_eq!(row["optimal_length"], format!("{length}"));
                let found: f64 = row["length"].parse().expect("a length");
                let bound = match &row["algorithm"][..] {
                    "wastar(1.5)" => 1.5,
                    "wastar(3)" => 3.0,
                    "greedy" => f64::INFINITY,
                    _ => 1.0,
                };
                assert!(found >= length && found <= bound * length, "{row:?}");
                let proven = matches!(&row["algorithm"][..], "astar" | "bfs" | "idastar");
                assert!(!proven || row["proven"] == "true", "{row:?}");
                assert!(row["estimate"].is_empty() == (row["algorithm"] == "bfs"), "{row:?}");
            }
        }
    }
}

#[test]
fn the_command_in_the_header_does_the_same_again() {
    let text = compared(&["-a", "astar(ties=fifo|lifo)", "-H", "max(hamming,manhattan)"]);
    let command = fact(&text, "command");
    let words: Vec<String> = command.split(' ').map(|word| word.replace('\'', "")).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words.remove(0), "loyd");
    words.extend(["--format", "csv"]);
    let again = loyd(&words);
    again.succeeds();
    assert_eq!(timeless(&again.stdout), timeless(&text));
    assert_eq!(fact(&again.stdout, "command"), command);
}

#[test]
fn several_runs_at_once_find_the_same() {
    let lists = ["-a", "astar,idastar", "-H", "manhattan"];
    let alone = compared(&lists);
    let together = compared(&[&lists[..], &["--threads", "3"]].concat());
    assert_eq!(timeless(&together), timeless(&alone));
}

#[test]
fn files_and_sets_bring_their_boards_and_their_lengths() {
    let folder = folder();
    let boards = file(
        &folder,
        "boards.csv",
        "id,tiles,optimal_length\na,1 2 3 4 5 6 0 7 8,2\nb,1 2 0 3,1\n",
    );
    let ran =
        loyd(&["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "--format", "csv"]);
    ran.succeeds();
    let ids: Vec<String> = rows(&ran.stdout).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids, ["a", "b"]);
    let set =
        ["compare", "--set", "korf100", "--ids", "12,42", "-a", "idastar", "-H", "linear-conflict"];
    let ran = loyd(&[&set[..], &["--format", "csv"]].concat());
    ran.succeeds();
    let lengths: Vec<String> = rows(&ran.stdout).iter().map(|row| row["length"].clone()).collect();
    assert_eq!(lengths, ["45", "42"]);
}

#[test]
fn a_length_that_is_not_the_published_one_is_an_error() {
    let folder = folder();
    let boards = file(&folder, "wrong.csv", "tiles,optimal_length\n1 2 3 4 5 6 0 7 8,4\n");
    let page = folder.path().join("report.html");
    let page = page.to_str().expect("a path that is text");
    let ran = loyd(&["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "-o", page]);
    let alarm = "wrong.csv board 1: idastar, manhattan proves 2 moves, the published length is 4";
    ran.fails_with(1, alarm);
    assert!(ran.stdout.contains(&format!("ERROR: {alarm}")), "{}", ran.stdout);
    assert!(std::fs::read_to_string(page).expect("the page").contains(alarm));
}

#[test]
fn limits_are_named_and_counted() {
    let limited =
        ["compare", "--count", "8", "-a", "astar", "-H", "manhattan", "--max-nodes", "20"];
    let ran = loyd(&[&limited[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let lines: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.first().expect("lines")["type"], "comparison");
    let summary = lines.last().expect("lines");
    assert_eq!((&summary["type"], lines.len()), (&"summary".into(), 8 + 2));
    let endings = &summary["sections"][0]["tables"][0]["rows"][0];
    let stopped = lines.iter().filter(|line| line["ending"] == "node limit").count();
    assert!(stopped > 0 && endings["node_limit"] == stopped, "{endings}");
}

#[test]
fn what_cannot_be_compared_is_refused_before_any_work() {
    let folder = folder();
    let boards = file(&folder, "boards.txt", "1 2 3 4 5 6 7 0 8\n");
    let cases: [(&[&str], i32, &str); 14] = [
        (&["-a", "asta"], 2, "did you mean astar?"),
        (&["-H", "manhatan"], 2, "did you mean manhattan?"),
        (&["-a", "wastar(0.5)"], 2, "from 1 to 1000"),
        (&["-a", "astar|bfs"], 2, "alternatives are written in brackets"),
        (&["-a", "astar,,bfs"], 2, "an empty entry"),
        (&["-H", "pdb:6-6-3"], 2, "no partition of 3x3 boards"),
        (&["--ids", "3"], 2, "name one of them"),
        (&["-i", &boards, "--ids", "3"], 2, "has the id 3"),
        (&["-i", &boards, "--set", "korf100"], 2, "cannot be used with"),
        (&["--threads", "8", "--memory", "4MiB"], 2, "less than 1 MiB"),
        (&["-o", "missing/report.html"], 4, "create the folder first"),
        (&["-o", "report.pdf"], 2, "reports are .html, .md, .csv, .json or .txt"),
        (&["-o", "a.csv", "-o", "./a.csv"], 2, "named twice"),
        (&["--resume", "missing"], 2, "holds no comparison"),
    ];
    for (arguments, code, message) in cases {
        let ran = crate::program::Ran::of(
            crate::program::command_in(&folder).arg("compare").args(arguments),
        );
        ran.fails_with(code, message);
        assert!(ran.stdout.is_empty(), "{arguments:?}: {}", ran.stdout);
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn what_a_size_cannot_have_is_left_out_there() {
    let ran = loyd(&[
        "compare",
        "--size",
        "3x3,3x2",
        "--count",
        "2",
        "-a",
        "idastar",
        "-H",
        "manhattan,pdb:4-4",
        "--format",
        "csv",
    ]);
    ran.succeeds();
    assert!(
        ran.stderr.contains("warning: 3x2: ") && ran.stderr.contains("left out"),
        "{}",
        ran.stderr
    );
    assert_eq!(rows(&ran.stdout).len(), 2 * 2 + 2);
}

#[test]
fn what_an_inadmissible_heuristic_finds_is_not_called_proven() {
    let ran = loyd(&[
        "compare",
        "--metric",
        "multi",
        "--count",
        "5",
        "-a",
        "astar",
        "-H",
        "linear-conflict,manhattan",
        "--format",
        "csv",
    ]);
    assert!(ran.stderr.contains("linear-conflict may overestimate"), "{}", ran.stderr);
    ran.succeeds();
    for row in rows(&ran.stdout) {
        assert_eq!(row["proven"] == "true", row["heuristic"] == "manhattan", "{row:?}");
    }
}
