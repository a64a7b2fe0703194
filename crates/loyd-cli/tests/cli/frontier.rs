//! First levels by lists of states.

use crate::program::{folder, loyd};
use crate::run_folder::{EVERY_LEVEL, kill_until_done, name, published};
use std::fs;
use std::path::PathBuf;

/// The first lines of a table: a heading, and the levels to a depth.
fn first(table: &str, depth: usize) -> String {
    table.lines().take(depth + 2).fold(String::new(), |text, line| text + line + "\n")
}

#[test]
fn first_levels_are_the_published_ones() {
    for (board, depth, metric) in
        [("4x4", 20, "single"), ("8x2", 26, "single"), ("4x4", 10, "multi")]
    {
        let (width, height) = board.split_once('x').expect("a size");
        let deep = depth.to_string();
        let ran =
            loyd(&["enumerate", board, "--depth", &deep, "--metric", metric, "--format", "csv"]);
        ran.succeeds();
        assert_eq!(ran.stdout, first(&published(width, height, metric), depth), "{board} {metric}");
    }
}

#[test]
fn auto_chooses_lists_if_bitmaps_do_not_fit_a_depth() {
    let engine = |arguments: &[&str]| {
        let ran = loyd(&[&["plan", "enumerate", "--format", "json"], arguments].concat());
        let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        object["engine"].as_str().expect("a name").to_owned()
    };
    let place = folder();
    let run = name(place.path());
    assert_eq!(engine(&["4x4", "--depth", "20"]), "frontier");
    assert_eq!(engine(&["4x4", "--depth", "20", "--dir", run]), "frontier");
    assert_eq!(engine(&["5x5", "--depth", "60"]), "frontier");
    assert_eq!(engine(&["4x4", "--depth", "60", "--dir", run]), "disk");
    assert_eq!(engine(&["4x3", "--depth", "30"]), "memory");
    assert_eq!(engine(&["3x2", "--depth", "3"]), "reference");
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 0, "no file was created");
}

#[test]
fn a_plan_prints_the_size_of_lists() {
    let plan = |arguments: &[&str]| {
        let ran = loyd(&[&["plan", "enumerate", "--format", "json"], arguments].concat());
        let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        object
    };
    let plan_to_36 = plan(&["4x4", "--depth", "36", "--dir", "nowhere", "--memory", "8GiB"]);
    let disk = plan_to_36["disk_bytes"].as_u64().expect("it is published");
    assert!((15 << 30..40 << 30).contains(&disk), "{disk}");
    assert!(
        plan_to_36["estimated_seconds"].as_f64() > Some(20.0),
        "{}",
        plan_to_36["estimated_seconds"]
    );
    let unknown = plan(&["5x5", "--depth", "30", "--dir", "nowhere"]);
    assert!(unknown["disk_bytes"].is_null() && unknown["estimated_seconds"].is_null());
    assert_eq!(plan(&["5x5", "--depth", "30"])["disk_bytes"], 0);
}

#[test]
fn a_run_in_files_stops_goes_deeper_and_is_verified() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x4", "--dir", run, "--depth", "12"];
    loyd(&board).succeeds();
    let verified = loyd(&["verify", run]);
    verified.succeeds();
    assert!(verified.stdout.contains("depth 11, every checksum fits"), "{}", verified.stdout);
    assert!(verified.stdout.contains("solved, down to depth"), "{}", verified.stdout);
    let deeper = loyd(&["enumerate", "--resume", run, "--depth", "17", "--format", "json"]);
    deeper.succeeds();
    let object: serde_json::Value = serde_json::from_str(&deeper.stdout).expect("JSON");
    assert_eq!((&object["engine"], &object["reference"]), (&"frontier".into(), &"match".into()));
    assert_eq!(object["resumed_at_depth"], 11);
    assert!(object["bytes_written"].as_u64() > Some(100_000), "{}", object["bytes_written"]);
    let statistics = fs::read_to_string(place.path().join("statistics.csv")).expect("statistics");
    assert_eq!(statistics.lines().count(), 19);
    loyd(&["verify", run]).succeeds();
}

#[test]
fn a_complete_run_leaves_no_lists() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x2", "--metric", "multi", "--engine", "frontier", "--dir", run];
    let ran = loyd(&[&board[..], &["--format", "csv"]].concat());
    ran.succeeds();
    assert_eq!(ran.stdout, published("4", "2", "multi"));
    let files = fs::read_dir(place.path()).expect("a folder").count();
    assert_eq!(files, 4, "the run, its certificate, its statistics and its lock");
    loyd(&["verify", run]).succeeds();
}

#[test]
#[ignore = "a quarter of a minute: `killing` kills runs of lists too"]
#[cfg(unix)]
fn random_kills_change_no_level() {
    let board = ["4x4", "--engine", "frontier", "--depth", "15", "--memory", "64MiB"];
    kill_until_done(&board, &EVERY_LEVEL, 3, &first(&published("4", "4", "single"), 15));
}

fn data(place: &std::path::Path) -> PathBuf {
    let files = fs::read_dir(place).expect("a folder").flatten().map(|entry| entry.path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "data"))
        .max()
        .expect("lists of a level")
}

#[test]
fn damaged_files_are_never_used() {
    let place = folder();
    let run = name(place.path());
    loyd(&["enumerate", "4x4", "--dir", run, "--depth", "14"]).succeeds();
    let level = data(place.path());
    let mut bytes = fs::read(&level).expect("lists");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&level, &bytes).expect("room on the disk");
    let resume = ["enumerate", "--resume", run, "--depth", "16"];
    loyd(&resume).fails_with(2, "damaged");
    assert_eq!(loyd(&["verify", run]).code, Some(1));
    bytes.pop();
    fs::write(&level, &bytes).expect("room on the disk");
    loyd(&resume).fails_with(2, "its length has changed");
}

#[test]
fn impossible_requests_are_refused() {
    let place = folder();
    let run = name(place.path());
    let lists = ["enumerate", "4x4", "--engine", "frontier"];
    let with = |more: &[&str]| loyd(&[&lists[..], more].concat());
    with(&["--antipodes", "3"])
        .fails_with(2, "cannot be listed: its levels are counted without their positions");
    with(&["--memory", "1MiB"]).fails_with(2, "the frontier engine needs");
    let small = with(&["--memory", "20MiB", "--depth", "40", "--format", "csv"]);
    small.fails_with(3, "keep the lists in files with --dir FOLDER");
    assert!(small.stdout.lines().count() > 12, "the levels to there: {}", small.stdout);
    let huge = ["enumerate", "20x20", "--engine", "frontier", "--depth", "2"];
    loyd(&huge).fails_with(2, "exceed the key length");
    with(&["--dir", run, "--depth", "9"]).succeeds();
    with(&["--dir", run, "--depth", "9"]).fails_with(2, "holds a run already");
    loyd(&["enumerate", "--resume", run, "--engine", "disk"])
        .fails_with(2, "has the engine frontier");
}
