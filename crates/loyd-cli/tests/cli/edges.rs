//! Puzzles from files of edges: jugs, a word ladder, exports of graphs, and files that are refused.

use crate::program::{Ran, file, folder, loyd};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.succeeds().stdout).expect("an object")
}

/// Two jugs of 5 and 3 litres: fill one, empty one, pour one into the other. Many moves cannot be taken back.
fn jugs() -> String {
    let mut rows = String::from("from,to,move\n");
    for a in 0..=5_u32 {
        for b in 0..=3_u32 {
            let (right, left) = (a.min(3 - b), b.min(5 - a));
            let moves = [
                ("fill-5", (5, b)),
                ("fill-3", (a, 3)),
                ("empty-5", (0, b)),
                ("empty-3", (a, 0)),
                ("5-to-3", (a - right, b + right)),
                ("3-to-5", (a + left, b - left)),
            ];
            for (name, (c, d)) in moves.into_iter().filter(|(_, after)| *after != (a, b)) {
                let _ = writeln!(rows, "{a}/{b},{c}/{d},{name}");
            }
        }
    }
    rows
}

#[test]
fn four_litres_are_measured_by_every_search() {
    let folder = folder();
    let jugs = file(&folder, "jugs.csv", jugs());
    let expected = "fill-5 5-to-3 empty-3 5-to-3 fill-5 5-to-3";
    for algorithm in ["bfs", "astar", "idastar", "bibfs", "mm", "nbs", "pea", "rbfs"] {
        let solve = ["solve", "--puzzle", &jugs, "0/0", "--goal", "4/3", "-a", algorithm, "--json"];
        let solved = object(&loyd(&solve));
        let fields = (&solved["moves"], &solved["length"], &solved["proven"]);
        assert_eq!(fields, (&expected.into(), &6.into(), &true.into()), "{algorithm}");
    }
    let verify = ["verify", "0/0", "--goal", "4/3", "--puzzle", &jugs, "--moves"];
    loyd(&[&verify[..], &[expected]].concat()).succeeds();
    let wrong = loyd(&[&verify[..], &["fill-5 fill-5"]].concat());
    let reason = "move 2: no edge from \"5/0\" has the name \"fill-5\"";
    assert!(wrong.code == Some(1) && wrong.stdout.contains(reason), "{}", wrong.stdout);
    let levels = object(&loyd(&["enumerate", &jugs, "--json"]));
    assert_eq!(levels["levels"], serde_json::json!([1, 2, 3, 2, 2, 2, 2, 2]));
    let reference = object(&loyd(&["enumerate", &jugs, "--engine", "reference", "--json"]));
    assert_eq!(reference["levels"], levels["levels"]);
    let listed = loyd(&["enumerate", &jugs, "--list", "7", "--format", "csv"]).rows();
    assert_eq!(listed.len(), 2);
    for row in &listed {
        let solve = ["solve", "--puzzle", &jugs, "0/0", "--goal", &row["state"], "--json"];
        assert_eq!(object(&loyd(&solve))["length"], 7);
    }
    let distances =
        loyd(&["distance", "--puzzle", &jugs, "0/0", "2/1", "--goal", "4/3", "--format", "csv"]);
    let lengths: Vec<String> = distances.rows().iter().map(|row| row["distance"].clone()).collect();
    assert_eq!(lengths[0], "6");
    let solved = ["solve", "--puzzle", &jugs, "2/1", "--goal", "4/3", "--json"];
    assert_eq!(object(&loyd(&solved))["length"].to_string(), lengths[1]);
    let audit = object(&loyd(&["audit", "zero", "--puzzle", &jugs, "--goal", "4/3", "--json"]));
    assert_eq!((&audit["admissible"], &audit["states"]), (&"proved".into(), &24.into()));
    // No edge leads back to a state with both jugs partly filled.
    loyd(&["solve", "--puzzle", &jugs, "0/0", "--goal", "2/1"]).fails_with(1, "").fails_with(1, "");
    let scrambled =
        loyd(&["scramble", "--puzzle", &jugs, "--goal", "4/3", "-n", "9", "--seed", "1"]);
    assert_eq!(scrambled.succeeds().rows().len(), 9);
    for ease in ["--easy", "--hard"] {
        loyd(&["scramble", "--puzzle", &jugs, "--goal", "4/3", "-n", "3", ease]).succeeds();
    }
    loyd(&["compare", "--puzzle", "river", "-n", "2"]).succeeds();
}

#[test]
fn a_word_ladder_uses_estimates_from_a_table() {
    let words = ["cold", "cord", "card", "ward", "warm", "word", "worm", "corm"];
    let near = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count();
    let mut rows = String::from("from;to\n");
    let mut estimates = String::from("position,value\n");
    for word in words {
        let _ = writeln!(estimates, "{word},{}", near(word, "warm"));
        for other in words.into_iter().filter(|other| near(word, other) == 1) {
            let _ = writeln!(rows, "{word};{other}");
        }
    }
    let folder = folder();
    let ladder = file(&folder, "ladder.csv", rows);
    let table = format!("table:{}", file(&folder, "letters.csv", estimates));
    let solve = ["solve", "--puzzle", &ladder, "cold", "--goal", "warm", "--json"];
    let solved = object(&loyd(&solve));
    assert_eq!((&solved["length"], &solved["proven"]), (&4.into(), &true.into()));
    let guided = object(&loyd(&[&solve[..], &["-H", &table]].concat()));
    assert_eq!(guided["length"], 4);
    let audit = ["audit", &table, "--puzzle", &ladder, "--goal", "warm", "--json"];
    assert_eq!(object(&loyd(&audit))["admissible"], "proved");
}

#[test]
fn exports_of_graphs_have_the_levels_and_lengths_of_their_puzzle() {
    let folder = folder();
    let db = format!("sqlite:{}", folder.path().join("6.db").display());
    loyd(&["graph", "build", "3x2", "--db", &db]).succeeds();
    let expected = object(&loyd(&["enumerate", "3x2", "--json"]))["levels"].clone();
    for name in ["six.csv", "six.parquet"] {
        let path = folder.path().join(name);
        let export = path.to_str().expect("text");
        loyd(&["graph", "export", "--db", &db, "-o", export]).succeeds();
        assert_eq!(object(&loyd(&["enumerate", export, "--json"]))["levels"], expected, "{name}");
        for board in ["4 5 0 1 2 3", "1 2 3 4 0 5", "5 4 3 2 1 0"] {
            let tiles = loyd(&["solve", "--size", "3x2", board, "--json"]);
            if tiles.code != Some(0) {
                continue;
            }
            let states = loyd(&["solve", "--puzzle", export, board, "--json"]);
            assert_eq!(object(&states)["length"], object(&tiles)["length"], "{name}: {board}");
        }
        // The levels of the export itself are a perfect heuristic.
        let table = format!("table:{export}");
        let audit = object(&loyd(&["audit", &table, "--puzzle", export, "--json"]));
        assert_eq!((&audit["states"], &audit["admissible"]), (&360.into(), &"proved".into()));
    }
}

#[test]
fn wrong_files_are_refused_in_one_line() {
    let folder = folder();
    let refused = |name: &str, content: &[u8], reason: &str| {
        let path = file(&folder, name, content);
        for arguments in [&["solve", "--puzzle", &path, "a"][..], &["enumerate", &path]] {
            let ran = loyd(arguments);
            ran.fails_with(2, reason);
            assert!(ran.stdout.is_empty() && ran.stderr.contains(name), "{}", ran.stderr);
        }
    };
    refused("empty.csv", b"", "the file has no rows");
    refused("header.csv", b"from,to\n", "the file has no rows");
    refused("columns.csv", b"from,target\na,b\n", "the file lacks the column `to`");
    refused("cell.csv", b"from,to\na,b\nb,\n", "line 3: the cell `to` is empty");
    refused("short.csv", b"from,to\na,b\nb\n", "line 3 has 1 cell");
    refused("bytes.csv", b"from,to\na,\xff\n", "line 2 is not UTF-8");
    refused("same.csv", b"from,to,move\na,b,x\na,c,x\n", "line 3: the move \"x\"");
    refused("parent.csv", b"key,parent\na,\nb,c\n", "line 3: the parent \"c\" has no row");
    refused("text.parquet", b"from,to\na,b\n", "as Parquet");
    let missing = folder.path().join("missing.csv");
    let missing = missing.to_str().expect("text");
    loyd(&["solve", "--puzzle", missing, "a"]).fails_with(2, "cannot read");
    fs::create_dir(folder.path().join("dir.csv")).expect("a folder");
    let directory = folder.path().join("dir.csv");
    loyd(&["enumerate", directory.to_str().expect("text")]).fails_with(2, "it is a folder");
    let huge = file(&folder, "huge.csv", "");
    let sparse = fs::OpenOptions::new().write(true).open(&huge).expect("a file");
    if sparse.set_len(5 << 30).is_ok() {
        loyd(&["solve", "--puzzle", &huge, "a"]).fails_with(2, "it is longer than 4.0 GiB");
    }
}

#[test]
fn wrong_states_and_repeated_rows_are_reported() {
    let folder = folder();
    let graph = file(&folder, "line.csv", "from,to\na,b\nb,c\na,b\n");
    let solve = ["solve", "--puzzle", &graph];
    let with = |more: &[&str]| loyd(&[&solve[..], more].concat());
    with(&["x"]).fails_with(2, "\"x\" is not one of the 3 states of line-");
    with(&["a", "--goal", "x"]).fails_with(2, "the goal: \"x\" is not one of the 3 states");
    with(&["c", "--goal", "a"]).fails_with(1, "");
    let ran = with(&["a", "--goal", "c"]);
    assert!(ran.succeeds().stderr.contains("rows that repeat an edge are skipped: 1"));
    with(&["a", "--goal", "c", "-H", "manhattan"]).fails_with(2, "is not a heuristic of a file");
    loyd(&["enumerate", &graph, "--start", "x"]).fails_with(2, "the start: \"x\" is not one");
    let db = format!("sqlite:{}", folder.path().join("x.db").display());
    loyd(&["graph", "build", &graph, "--db", &db]).fails_with(2, "may have no inverses");
    let by_length = ["scramble", "--puzzle", &graph, "--goal", "c", "--moves", "--json"];
    loyd(&by_length).succeeds();
}
