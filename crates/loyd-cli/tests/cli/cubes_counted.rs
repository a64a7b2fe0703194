//! `loyd enumerate cube2`: levels, folders, limits, antipodes.

use crate::program::{folder, loyd};
use crate::run_folder::{EVERY_LEVEL, kill_until_done, name};
use serde_json::Value;
use std::fmt::Write;

const TABLES: &str = include_str!("../../../../data/cube_levels.csv");

/// The published levels as `--format csv` prints them.
fn published(metric: &str) -> String {
    let mut text = "depth,states\n".to_owned();
    for line in TABLES.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[..2] == ["2x2x2", metric] {
            let _ = writeln!(text, "{},{}", fields[2], fields[3]);
        }
    }
    assert!(text.lines().count() > 12, "{metric} is published");
    text
}

fn json(arguments: &[&str]) -> Value {
    let ran = loyd(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

#[test]
fn every_level_is_the_published_one() {
    for (metric, radius) in [("half", 11), ("quarter", 14)] {
        let command = ["enumerate", "cube2", "--metric", metric];
        let csv = loyd(&[&command[..], &["--format", "csv"]].concat());
        assert_eq!(csv.succeeds().stdout, published(metric));
        let object = json(&command);
        assert_eq!(object["puzzle"], "cube2");
        assert_eq!(object["metric"], metric);
        assert_eq!(object["start"], "UUUURRRRFFFFDDDDLLLLBBBB");
        assert_eq!(object["start_cell"], Value::Null);
        assert_eq!((&object["total"], &object["radius"]), (&3_674_160.into(), &radius.into()));
        assert_eq!((&object["complete"], &object["reference"]), (&true.into(), &"match".into()));
        assert_eq!(object["engine"], "memory");
    }
    let text = loyd(&["enumerate", "--puzzle", "cube2"]).succeeds().stdout.clone();
    assert!(text.starts_with("cube2, half-turn metric, from solved\n"), "{text}");
    assert!(text.contains("all there are; matches the published table"), "{text}");
}

#[test]
fn a_run_stopped_at_any_depth_resumes() {
    for (metric, radius) in [("half", 11), ("quarter", 14)] {
        let place = folder();
        let run = place.path().join("run");
        let run = name(&run);
        loyd(&["enumerate", "cube2", "-m", metric, "--depth", "0", "--dir", run]).succeeds();
        for depth in 1..radius {
            let object = json(&["enumerate", "--resume", run, "--depth", &depth.to_string()]);
            assert_eq!(object["resumed_at_depth"], depth - 1);
            assert_eq!(object["complete"], false);
        }
        loyd(&["verify", run, "--max-time", "5s"]).succeeds();
        let resumed = loyd(&["enumerate", "--resume", run, "--format", "csv", "--depth", "99"]);
        assert_eq!(resumed.succeeds().stdout, published(metric));
        let verified = json(&["verify", run, "--max-time", "5s"]);
        assert_eq!((&verified["valid"], &verified["puzzle"]), (&true.into(), &"cube2".into()));
        let again = loyd(&["enumerate", "--resume", run, "--format", "csv"]);
        assert_eq!(again.succeeds().stdout, published(metric));
    }
}

#[test]
#[cfg(unix)]
fn random_kills_change_no_table() {
    let cube = ["cube2", "--metric", "quarter", "--threads", "1"];
    kill_until_done(&cube, &EVERY_LEVEL, 3, &published("quarter"));
}

#[test]
fn a_folder_of_another_puzzle_is_refused() {
    let place = folder();
    let run = place.path().join("run");
    let run = name(&run);
    loyd(&["enumerate", "cube2", "--depth", "3", "--dir", run]).succeeds();
    let refused = |arguments: &[&str], what: &str| {
        loyd(&[&["enumerate"], arguments].concat()).fails_with(2, what);
    };
    refused(&["3x3", "--resume", run], "has the puzzle cube2, not tiles");
    refused(&["--resume", run, "--metric", "quarter"], "has the metric half, not quarter");
    refused(&["--resume", run, "--metric", "single"], "is not a metric of cube2");
    refused(&["cube2", "--puzzle", "tiles"], "not of --puzzle tiles");
    refused(&["3x3", "--puzzle", "cube2"], "not of --puzzle cube2");
    refused(&["tiles"], "say the size");
    refused(&["cube2", "--start", "corner"], "the start");
    refused(&["cube2", "--metric", "single"], "is not a metric of cube2");
    refused(&["cube2", "--engine", "frontier"], "this puzzle has no such engine");
    refused(&["cube2", "--engine", "disk"], "in a folder, and none is given: name one with --dir");
    refused(&["cube2", "--keep-levels", "2", "--dir", run], "for the bitmaps of the disk engine");
    loyd(&["diameter", "cube2"]).fails_with(2, "run `loyd enumerate cube2`");
}

#[test]
fn little_memory_is_refused_with_a_depth_that_fits() {
    let little = ["enumerate", "cube2", "--memory", "1MiB"];
    let refused = loyd(&little);
    refused.fails_with(2, "cube2 has 3674160 states; counting them takes 1.3 MiB");
    refused.fails_with(2, "set --memory, or stop early with --depth N (N up to");
    assert!(!refused.stderr.contains("--dir"), "{}", refused.stderr);
    let some = loyd(&[&little[..], &["--depth", "4", "--format", "csv"]].concat());
    let first: String =
        published("half").lines().take(6).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(some.succeeds().stdout, first);
}

#[test]
fn antipodes_are_printed_with_the_command_that_confirms_them() {
    let ran = loyd(&["enumerate", "cube2", "--antipodes", "2"]);
    let lines: Vec<&str> = ran.succeeds().stdout.lines().collect();
    let [title, boards @ ..] = &lines[lines.len() - 3..] else { panic!("{lines:?}") };
    assert_eq!(*title, "antipodes 2,644, 11 moves from UUUURRRRFFFFDDDDLLLLBBBB; 2 of them:");
    let hint = ran.stderr.lines().last().expect("a hint").trim();
    let [one, other] = boards else { panic!("{boards:?}") };
    assert_eq!(hint, format!("loyd solve --puzzle cube2 \"{one}\" \"{other}\""));
    let solved = loyd(&["solve", "--puzzle", "cube2", one, other, "--format", "csv"]);
    for row in solved.succeeds().rows() {
        assert_eq!(row["length"], "11");
    }
}

#[test]
fn plans_print_the_needs_of_a_run() {
    let plan = json(&["plan", "enumerate", "cube2", "--threads", "2"]);
    assert_eq!((&plan["puzzle"], &plan["engine"]), (&"cube2".into(), &"memory".into()));
    assert_eq!((&plan["states"], &plan["start_cell"]), (&3_674_160.into(), &Value::Null));
    let levels = plan["known_levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 12);
    assert!(plan["memory_bytes"].as_u64().expect("a number") < 64 << 20);
    let memory = plan["memory_bytes"].to_string();
    let ran = json(&["enumerate", "cube2", "--threads", "2", "--memory", &memory]);
    assert_eq!(ran["engine"], "memory");
    assert!(ran["peak_memory_bytes"].as_u64() <= plan["memory_bytes"].as_u64());
}
