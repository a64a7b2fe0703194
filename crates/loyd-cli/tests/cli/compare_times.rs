//! Comparisons: times relative to the fastest search, warm-up runs, charts.

use crate::compare::rows;
use crate::program::{Ran, command_in, folder, loyd};
use serde_json::Value;
use std::collections::HashMap;

/// The times of an algorithm: for each board those of its runs.
fn times(rows: &[HashMap<String, String>], algorithm: &str) -> Vec<Vec<f64>> {
    let of_board = |id: usize| {
        let runs = rows.iter().filter(|row| row["algorithm"] == algorithm);
        let runs = runs.filter(|row| row["id"] == id.to_string());
        runs.map(|row| row["seconds"].parse().expect("a number")).collect()
    };
    (1..=12).map(of_board).collect()
}

/// The sum of the medians over the boards.
fn sum(times: &[Vec<f64>]) -> f64 {
    times.iter().map(|of_board| median(of_board)).sum()
}

/// The median of three numbers.
fn median(three: &[f64]) -> f64 {
    let mut sorted = three.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[1]
}

/// The sentences, the numbers and the pictures of times.
#[test]
fn times_are_compared_with_those_of_the_fastest_search() {
    let folder = folder();
    let mut command = command_in(&folder);
    command.args([
        "compare",
        "--size",
        "3x3",
        "--count",
        "12",
        "-a",
        "astar,bfs",
        "-H",
        "manhattan",
    ]);
    command.args(["--warmup", "1", "--runs", "3", "-o", "all.json", "-o", "runs.csv"]);
    command.args(["-o", "charts.svg", "--max-time", "10s"]);
    let ran = Ran::of(&mut command);
    ran.succeeds();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let runs = rows(&read("runs.csv"));
    assert_eq!(runs.len(), 2 * 12 * 3, "warm-up runs are not reported");
    for name in ["all.json", "runs.meta.json"] {
        let report: Value = serde_json::from_str(&read(name)).expect("JSON");
        assert!(report["warm-up"].as_str().is_some_and(|text| text.starts_with("1 run ")));
        let tables = report["sections"][1]["tables"].as_array().expect("tables");
        let is_of_times = |table: &&Value| {
            table["caption"].as_str().is_some_and(|text| text.starts_with("Times as multiples"))
        };
        let table = tables.iter().find(is_of_times).expect("a table");
        let row = &table["rows"][0];
        let other = row["algorithm"].as_str().expect("a name");
        let fastest = if other == "bfs" { "astar" } else { "bfs" };
        assert!(ran.stdout.contains(&format!("times faster than {other}")), "{}", ran.stdout);
        let (of_fastest, of_other) = (times(&runs, fastest), times(&runs, other));
        let pairs = || of_fastest.iter().zip(&of_other);
        let is_faster = pairs().filter(|(one, two)| median(one) < median(two)).count();
        let is_slower = pairs().filter(|(one, two)| median(one) > median(two)).count();
        assert_eq!(row["boards"], 12);
        assert_eq!((&row["faster"], &row["slower"]), (&is_faster.into(), &is_slower.into()));
        let number = |name: &str| row[name].as_f64().expect("a number");
        let ratio = sum(&of_other) / sum(&of_fastest);
        assert!((number("ratio") / ratio - 1.0).abs() < 1e-3, "{row} {ratio}");
        assert!(number("deviation") >= 0.0 && (0.0..=1.0).contains(&number("p")), "{row}");
    }
    let charts = read("charts.svg");
    for heading in [
        "3x3: boards solved within a limit (time of a search)",
        "3x3: boards solved within a limit (expanded states)",
        "3x3: time of a search against astar, manhattan",
        "3x3: expanded states against astar, manhattan",
    ] {
        assert!(charts.contains(heading), "{heading}");
    }
}

#[test]
fn warmup_and_pictures_are_checked_before_any_run() {
    for (arguments, what) in [
        (&["--warmup", "-1"][..], "--warmup"),
        (&["--warmup", "many"], "many"),
        (&["--warmup", "1001"], "at most 1000 runs"),
        (&["--warmup", ""], "--warmup"),
        (&["--warmup", "1.5"], "1.5"),
        (&["--runs", "0"], "at least once"),
        (&["-o", "charts.png"], "pictures .svg"),
        (&["-o", "charts.svg", "-o", "charts.svg"], "named twice"),
        (&["--preset", "lehman", "-o", "charts.svg"], "write .html"),
        (&["--preset", "lehman", "--warmup", "1"], "remove --warmup"),
        (&["--resume", "somewhere", "--warmup", "1"], "cannot be used with"),
    ] {
        let ran = loyd(&[&["compare"], arguments].concat());
        ran.fails_with(2, what);
    }
    let ran = loyd(&["compare", "-o", "nowhere/charts.svg"]);
    ran.fails_with(4, "nowhere/charts.svg");
}
