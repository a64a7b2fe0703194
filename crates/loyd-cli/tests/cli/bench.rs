//! `loyd bench solve` compares lengths after solving.

use crate::program::{file, folder, loyd};

#[test]
fn right_and_wrong_lengths() {
    let folder = folder();
    let right = file(&folder, "right.csv", "tiles,optimal_length\n8 6 7 2 5 4 3 0 1,31\n");
    let wrong = file(&folder, "wrong.csv", "tiles,optimal_length\n8 6 7 2 5 4 3 0 1,29\n");
    let bench = |path: &str| {
        loyd(&[
            "bench",
            "solve",
            "--input",
            path,
            "--algorithm",
            "idastar-plain",
            "--heuristic",
            "manhattan",
            "--heuristic",
            "max(hamming,manhattan)",
            "--format",
            "csv",
        ])
    };
    let ran = bench(&right);
    let rows = ran.succeeds().rows();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["solved"][..], &rows[0]["wrong"][..]), ("1", "0"));
    // Never above Manhattan's value, so the same search.
    assert_eq!(rows[0]["generated"], rows[1]["generated"]);
    let ran = bench(&wrong);
    assert_eq!((ran.code, &ran.rows()[0]["wrong"][..]), (Some(1), "1"));
}

#[test]
fn the_built_in_set_has_known_lengths() {
    let ran = loyd(&["bench", "solve", "--count", "2", "--max-nodes", "1e5", "--format", "json"]);
    assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.stderr);
    let row: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&row["boards"], &row["wrong"]), (&2.into(), &0.into()));
}
