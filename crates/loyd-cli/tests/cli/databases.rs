//! Pattern databases and all shortest solutions, as `loyd solve` offers them.

use crate::program::{command, loyd, loyd_reading};

const BOARD: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

#[test]
fn auto_names_its_databases_and_stores_them() {
    let cache = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        let output = command()
            .env("LOYD_CACHE", cache.path())
            .args(["solve", "--format", "json", "-g", "blank-first", BOARD])
            .output()
            .expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("\"length\":57,\"proven\":true"), "{text}");
        assert!(text.contains("\"heuristic\":\"pdb:6-6-3\""), "{text}");
    }
    let files = std::fs::read_dir(cache.path()).expect("the cache").count();
    assert!(files >= 3, "{files} files stored");
    let empty = tempfile::tempdir().expect("a folder");
    let output = command()
        .env("LOYD_CACHE", empty.path())
        .args(["solve", "--no-cache", "-g", "blank-first", BOARD])
        .output()
        .expect("it runs");
    assert!(output.status.success());
    assert_eq!(std::fs::read_dir(empty.path()).expect("a folder").count(), 0);
}

#[test]
fn partitions_come_from_files_tiles_and_masks() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.txt");
    std::fs::write(&file, "A A A\nA B B\nB B _\n").expect("a file");
    for heuristic in [format!("pdb:{}", file.display()), "pdb:0x1e/0x1e0".into()] {
        let ran = loyd(&["solve", "-H", &heuristic, "8 6 7 2 5 4 3 0 1"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.contains("length    31, proven shortest"), "{}", ran.stdout);
        assert!(ran.stdout.contains(&heuristic), "{}", ran.stdout);
    }
}

#[test]
fn invalid_partitions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.txt");
    std::fs::write(&file, "A A A A\nA A A B\n").expect("a file");
    let bad = format!("pdb:{}", file.display());
    for (heuristic, board, expected) in [
        ("pdb:7-9", BOARD, "did you mean"),
        ("pdb:", BOARD, "needs a name"),
        ("pdb:7-8", "1 2 3 4 5 6 7 0 8", "pdb:4-4"),
        ("pdb:nowhere.txt", BOARD, "nowhere.txt"),
        (&bad, BOARD, "0 blanks"),
        ("pdb:0x32/0x22", BOARD, "twice"),
        ("pdb:0x10000", BOARD, "tile 16"),
    ] {
        let ran = loyd(&["solve", "-H", heuristic, board]);
        assert_eq!(ran.code, Some(2), "{heuristic}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{heuristic}: {}", ran.stderr);
    }
    for metric in ["single", "multi"] {
        let little = ["--memory", "20MiB", "--no-cache", "--metric", metric];
        let ran = loyd(&[&["solve", "-H", "pdb:7-8", BOARD], &little[..]].concat());
        assert_eq!(ran.code, Some(4), "{metric}: {}", ran.stderr);
        assert!(ran.stderr.contains("--memory"), "{metric}: {}", ran.stderr);
    }
}

#[test]
fn all_shortest_solutions_are_counted_in_every_format() {
    let board = "8 6 7 2 5 4 3 0 1";
    let ran = loyd(&["solve", "--all=2", board]);
    assert!(
        ran.stdout.contains("40 shortest solutions, of which 2 (--all=N prints N):"),
        "{}",
        ran.stdout
    );
    let ran = loyd(&["solve", "--all", "--format", "json", board]);
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(value["solutions"], 40);
    assert_eq!(value["all_moves"].as_array().expect("a list").len(), 40);
    let input = format!("{board}\n1 2 3 4 5 6 8 7 0\n");
    let ran = loyd_reading(&["solve", "--all", "--format", "csv", "-"], input.as_bytes());
    let mut rows = csv::Reader::from_reader(ran.stdout.as_bytes());
    let at = rows.headers().expect("a header").iter().position(|name| name == "solutions");
    let at = at.expect("a column");
    let counts: Vec<String> =
        rows.records().map(|row| row.expect("a row")[at].to_owned()).collect();
    assert_eq!(counts, ["40", ""]);
}
