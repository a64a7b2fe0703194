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

#[test]
fn published_levels_are_shown_where_there_are_any() {
    let planned = plan(&["4x4", "--start", "edge", "--depth", "8", "--memory", "1GiB"]);
    let levels = planned["known_levels"].as_array().expect("levels");
    assert_eq!((levels.len(), &levels[80]), (81, &2.into()));
    assert_eq!(planned["disk_bytes"], 0);
    assert_eq!(plan(&["3x3", "--start", "centre"])["known_levels"], serde_json::Value::Null);
    let ran = loyd(&["plan", "enumerate", "3x3", "--start", "centre"]);
    assert!(ran.succeeds().stdout.contains("\nlevels    not published"), "{}", ran.stdout);
}

#[test]
fn antipodes_that_are_kept_need_memory() {
    let memory = |arguments: &[&str]| plan(arguments)["memory_bytes"].as_u64().expect("a number");
    let one = ["4x3", "--engine", "memory", "--threads", "1"];
    let none = memory(&one);
    let few = memory(&[&one[..], &["--antipodes", "1"]].concat());
    let many = memory(&[&one[..], &["--antipodes", "1e7"]].concat());
    assert!(few >= none + 65_536 * 8 && many >= few + 9_900_000 * 8, "{none} {few} {many}");
    let limited = ["enumerate", "4x3", "--engine", "memory", "--memory", "64MiB"];
    loyd(&[&limited[..], &["--antipodes", "1e7"]].concat()).fails_with(2, "set --memory");
}
