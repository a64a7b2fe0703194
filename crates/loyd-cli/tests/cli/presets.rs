//! The experiments of other works, made small.

use crate::compare::rows;
use crate::program::loyd;

#[test]
fn levels_are_those_of_the_paper() {
    let ran = loyd(&[
        "compare", "--preset", "lehman", "--count", "12", "--memory", "1GiB", "--format",
        "markdown",
    ]);
    ran.succeeds();
    for shown in [
        "The memory engine counts 181,440 states at 32 levels",
        "The reference engine counts 181,440 states at 32 levels",
        "all 32 levels that the paper has too are the same",
        "all 13 levels that the paper has too are the same",
        "| 22 | 23,952 | 23,952 |",
        "| 12 | 7,808 | 7,808 | 15,500 |",
        "in lists of searches | 8 | 76.1 TiB | 83.6912 | 76.1167 | measured",
        "| positions of 15 tiles | 7.5 | 71.4 TiB | 78.4605 | 71.3594 | computed |",
        "| 43,300,000,000,000,000,000 | 54 | 2,126,580,512 TB |",
    ] {
        assert!(ran.stdout.contains(shown), "no {shown:?} in\n{}", ran.stdout);
    }
}

#[test]
fn the_searches_of_the_applet_agree() {
    // Nearly all of the 15-puzzles are more than such a limit allows.
    let ran = loyd(&[
        "compare",
        "--preset",
        "borowski",
        "--count",
        "2",
        "--max-nodes",
        "30000",
        "--memory",
        "1GiB",
        "--format",
        "csv",
    ]);
    assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.stderr);
    let rows = rows(&ran.stdout);
    assert_eq!(rows.len(), 2 * 2 * 9);
    let small = rows.iter().filter(|row| row["boards"] == "3x3");
    assert!(small.clone().all(|row| row["proven"] == "true" && row["ratio"] == "1"));
    assert!(rows.iter().any(|row| row["heuristic"] == "pdb:6-6-3"));
}
