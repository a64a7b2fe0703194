//! `loyd plan enumerate`: what a run would need.

use crate::program::loyd;

fn plan(arguments: &[&str]) -> serde_json::Value {
    let ran = loyd(&[&["plan", "enumerate", "--format", "json"], arguments].concat());
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

#[test]
fn memory_is_what_the_run_then_holds() {
    let planned = plan(&["3x3"]);
    let ran = loyd(&["enumerate", "3x3", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(planned["memory_bytes"], found["peak_memory_bytes"]);
    assert_eq!((&planned["states"], &planned["engine"]), (&found["total"], &found["engine"]));
    assert!(planned["estimated_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
}

#[test]
fn larger_boards_and_slower_engines_take_longer() {
    let seconds = |arguments: &[&str]| plan(arguments)["estimated_seconds"].as_f64();
    let large = seconds(&["7x2", "--memory", "16GiB"]).expect("an estimate");
    let small = seconds(&["4x3"]).expect("an estimate");
    assert!(large > 10.0 * small, "{large} {small}");
    let slow = seconds(&["4x3", "--engine", "reference"]).expect("an estimate");
    assert!(slow > 5.0 * small, "{slow} {small}");
}
