//! `loyd diameter`: a radius for each kind of start, and their largest.

use crate::program::{folder, loyd};

#[test]
fn json_is_one_object_with_all_starts() {
    let ran = loyd(&["diameter", "3x3", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    let starts = object["starts"].as_array().expect("starts");
    let of = |name: &str| starts.iter().map(|start| start[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("start_cell"), [8, 1, 4]);
    assert_eq!(of("radius"), [31, 31, 30]);
    assert_eq!(of("reference"), ["match", "none", "none"]);
    assert_eq!((&object["diameter"], &object["complete"]), (&31.into(), &true.into()));
}

#[test]
fn every_start_has_the_radius_that_enumerate_finds() {
    let rows = loyd(&["diameter", "4x2", "--format", "csv"]).succeeds().rows();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let ran = loyd(&["enumerate", "4x2", "--start", &row["start_cell"], "--format", "json"]);
        let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        assert_eq!(object["radius"].to_string(), row["radius"]);
    }
}

#[test]
fn a_stopped_run_prints_its_levels() {
    let ran = loyd(&[
        "diameter",
        "4x3",
        "--engine",
        "reference",
        "--max-time",
        "300ms",
        "--format",
        "json",
    ]);
    ran.fails_with(3, "0 of 4 starts are complete");
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert!(object["diameter"].is_null());
    // A busy machine may not get far.
    assert!(object["at_least"].as_u64().is_some_and(|depth| depth < 53));
}

#[test]
fn a_board_that_cannot_be_completed_is_refused() {
    loyd(&["diameter", "5x5"]).fails_with(2, "5x5");
}

#[test]
fn a_diameter_in_a_folder_continues_to_that_of_memory() {
    let folder = folder();
    let runs = folder.path().join("runs");
    let runs = runs.to_str().expect("a name");
    let disk = ["--engine", "disk", "--memory", "64MiB", "--format", "json"];
    let of = |place: &[&str]| loyd(&[&["diameter", "4x3"], place, &disk].concat());
    of(&["--dir", runs, "--max-time", "10ms"])
        .fails_with(3, "continue with `loyd diameter 4x3 --resume");
    of(&["--dir", runs]).fails_with(2, "is not empty");
    of(&["--resume", runs, "--metric", "multi"]).fails_with(2, "metric");
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let ran = of(&["--resume", runs]);
    let memory = loyd(&["diameter", "4x3", "--format", "json"]);
    let levels = |text: &str| {
        let starts = parse(text)["starts"].as_array().cloned().expect("starts");
        let of = |start: serde_json::Value| {
            (start["start_cell"].clone(), start["radius"].clone(), start["antipodes"].clone())
        };
        starts.into_iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(levels(&ran.succeeds().stdout), levels(&memory.succeeds().stdout));
    // All are finished: their certificates are read.
    let again = loyd(&["diameter", "4x3", "--resume", runs, "--format", "json"]);
    assert_eq!(levels(&again.succeeds().stdout), levels(&memory.stdout));
    loyd(&["verify", &format!("{runs}/start-11")]).succeeds();
    loyd(&["diameter", "3x3", "--resume", runs]).fails_with(2, "the board 4x3, not 3x3");
}

#[test]
#[cfg(feature = "cluster")]
fn several_processes_count_the_diameter() {
    let folder = folder();
    let runs = folder.path().join("runs");
    let runs = runs.to_str().expect("a name");
    let of = |place: &[&str]| {
        let several = ["diameter", "4x2", "--processes", "2", "--memory", "256MiB"];
        loyd(&[&several[..], place, &["--threads", "1", "--format", "json"]].concat())
    };
    of(&[]).fails_with(2, "--dir");
    of(&["--dir", runs, "--max-time", "1ms"])
        .fails_with(3, &format!("--resume {runs} --processes 2"));
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let several = parse(&of(&["--resume", runs]).succeeds().stdout);
    let one = parse(&loyd(&["diameter", "4x2", "--format", "json"]).succeeds().stdout);
    assert_eq!((&several["diameter"], &several["complete"]), (&one["diameter"], &true.into()));
    let radii = |object: &serde_json::Value| -> Vec<serde_json::Value> {
        let starts = object["starts"].as_array().expect("starts");
        starts.iter().map(|start| start["radius"].clone()).collect()
    };
    assert_eq!(radii(&several), radii(&one));
    // Their certificates are read.
    assert_eq!(radii(&parse(&of(&["--resume", runs]).succeeds().stdout)), radii(&one));
}
