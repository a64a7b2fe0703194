//! `loyd bench` compares with known answers after it has measured.

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

#[test]
fn enumerations_have_a_signature_and_the_published_levels() {
    let bench = |metric: &str| {
        let ran = loyd(&[
            "bench",
            "enumerate",
            "3x3",
            "2x4",
            "--metric",
            metric,
            "--runs",
            "3",
            "--memory",
            "64MiB",
            "--format",
            "csv",
        ]);
        ran.succeeds().rows()
    };
    for (metric, radii) in [("single", ["31", "36"]), ("multi", ["24", "25"])] {
        let rows = bench(metric);
        for (row, radius) in rows.iter().zip(radii) {
            assert_eq!((&row["reference"][..], &row["radius"][..]), ("match", radius));
            assert!(row["share_of_copy_bandwidth"].parse::<f64>().is_ok_and(|share| share > 0.0));
        }
        assert_eq!((&rows[0]["states"][..], rows.len()), ("181440", 2));
        // Signatures of the program.
        let again = bench(metric);
        assert_eq!(again[0]["distances"], rows[0]["distances"]);
        assert_eq!(again[0]["moved_bytes"], rows[0]["moved_bytes"]);
    }
}

#[test]
fn boards_without_bitmaps_are_refused() {
    loyd(&["bench", "enumerate", "2x2"]).fails_with(2, "too small");
    loyd(&["bench", "enumerate", "7x2", "--memory", "1MiB"]).fails_with(2, "7x2");
}

#[test]
fn codecs_are_measured_on_whole_runs() {
    let ran = loyd(&["bench", "codec", "3x3", "--every", "3", "--format", "csv"]);
    let rows = ran.succeeds().rows();
    let bytes = |name: &str| -> u64 {
        let row = rows.iter().find(|row| row["codec"] == name).expect("a row for each codec");
        assert_eq!(row["levels"], "11");
        row["bytes"].parse().expect("a number")
    };
    let sizes = ["raw", "tiers", "fast", "dense"].map(bytes);
    assert!(sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
    loyd(&["bench", "codec", "2x2"]).fails_with(2, "too small");
}
