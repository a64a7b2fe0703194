//! `loyd plan` predicts the needs of runs.

use crate::program::loyd;

fn plan(arguments: &[&str]) -> serde_json::Value {
    let ran = loyd(&[&["plan", "enumerate", "--format", "json"], arguments].concat());
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

#[test]
fn planned_memory_is_that_of_the_run() {
    let planned = plan(&["3x3"]);
    let ran = loyd(&["enumerate", "3x3", "--format", "json"]);
    let enumeration: serde_json::Value =
        serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(planned["memory_bytes"], enumeration["peak_memory_bytes"]);
    assert_eq!(
        (&planned["states"], &planned["engine"]),
        (&enumeration["total"], &enumeration["engine"])
    );
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
fn published_levels_are_printed() {
    let planned = plan(&["4x4", "--start", "edge", "--depth", "8", "--memory", "1GiB"]);
    let levels = planned["known_levels"].as_array().expect("levels");
    assert_eq!((levels.len(), &levels[80]), (81, &2.into()));
    assert_eq!(planned["disk_bytes"], 0);
    assert_eq!(plan(&["3x3", "--start", "centre"])["known_levels"], serde_json::Value::Null);
    let ran = loyd(&["plan", "enumerate", "3x3", "--start", "centre"]);
    assert!(ran.succeeds().stdout.contains("\nlevels    not published"), "{}", ran.stdout);
}

#[test]
fn stored_antipodes_need_memory() {
    let memory = |arguments: &[&str]| plan(arguments)["memory_bytes"].as_u64().expect("a number");
    let one = ["4x3", "--engine", "memory", "--threads", "1"];
    let none = memory(&one);
    let few = memory(&[&one[..], &["--antipodes", "1"]].concat());
    let many = memory(&[&one[..], &["--antipodes", "1e7"]].concat());
    assert!(few >= none + 65_536 * 8 && many >= few + 9_900_000 * 8, "{none} {few} {many}");
    let limited = ["enumerate", "4x3", "--engine", "memory", "--memory", "64MiB"];
    loyd(&[&limited[..], &["--antipodes", "1e7"]].concat()).fails_with(2, "set --memory");
}

fn plan_solve(arguments: &[&str]) -> serde_json::Value {
    let ran = loyd(&[&["plan", "solve", "--format", "json"], arguments].concat());
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

/// A board of some ten million expansions: the prediction for its last iterations after a short trial is
/// right up to a factor.
#[test]
fn expected_nodes_are_about_those_that_a_search_takes() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let how = ["--goal", "blank-first", "--heuristic", "linear-conflict", "--threads", "1", board];
    let planned = plan_solve(&how);
    let iterations = planned["iterations"].as_array().expect("a list");
    let ran = loyd(&[&["solve", "--format", "json"], &how[..]].concat());
    let result: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    let length = result["length"].as_u64().expect("a length");
    let in_all = |bound: u64| {
        let row = iterations.iter().find(|row| row["bound"] == bound).expect("a row");
        row["in_all"].as_f64().expect("a number")
    };
    let expanded = result["expanded"].as_f64().expect("a number");
    assert!(in_all(length - 2) / 2.0 < expanded, "{} {expanded}", in_all(length - 2));
    assert!(expanded < in_all(length) * 2.0, "{} {expanded}", in_all(length));
    assert!(
        iterations.windows(2).all(|pair| pair[0]["in_all"].as_f64() < pair[1]["in_all"].as_f64())
    );
    assert!(planned["expanded_per_second"].as_f64() > Some(1e5));
}

#[test]
fn random_boards_are_planned_for_by_size() {
    let planned = plan_solve(&["--size", "4x4", "--heuristic", "manhattan"]);
    let mean = planned["mean_heuristic"].as_f64().expect("a mean");
    // The tiles' mean distances add up to 36.94 (Korf, Reid & Edelkamp 2001).
    assert!((mean - 36.94).abs() < 0.1, "{mean}");
    let length = planned["mean_length"].as_f64().expect("a mean");
    assert!((length - 52.59).abs() < 0.01, "{length}");
    let typical = planned["iterations"].as_array().expect("a list").iter();
    assert_eq!(typical.filter(|row| row["typical"] == true).count(), 1);
    let ran = loyd(&["plan", "solve", "--size", "3x3", "--heuristic", "manhattan"]);
    assert!(ran.succeeds().stdout.contains("bound"), "{}", ran.stdout);
    let ran = loyd(&["plan", "solve", "--size", "3x3", "-H", "pdb:4-4", "--format", "csv"]);
    assert!(ran.succeeds().stdout.starts_with("id,bound,expected,standard_error,in_all,"));
}

#[test]
fn impossible_plans_are_refused() {
    loyd(&["plan", "solve"]).fails_with(2, "give boards, or the --size");
    loyd(&["plan", "solve", "--size", "4x4", "--metric", "multi", "-H", "walking-distance"])
        .fails_with(2, "single-tile metric");
    loyd(&["plan", "solve", "--size", "3x3", "--algorithm", "astar"]).fails_with(2, "idastar");
    loyd(&["plan", "solve", "--size", "7x1"]).fails_with(2, "nothing to predict");
    loyd(&["plan", "solve", "1 2 3 4 5 6 8 7 0"]).fails_with(1, "");
    loyd(&["plan", "solve", "1 2 3 4"]).fails_with(2, "");
}

#[test]
fn several_processes_share_memory_files_and_time() {
    let of = |more: &[&str]| -> serde_json::Value {
        let command = ["plan", "enumerate", "5x2", "--memory", "512MiB", "--threads", "2"];
        let ran = loyd(&[&command[..], &["--format", "json"], more].concat());
        serde_json::from_str(&ran.succeeds().stdout).expect("one object")
    };
    let number = |plan: &serde_json::Value, name: &str| plan[name].as_f64().expect("a number");
    let two = of(&["--processes", "2", "--network", "100kb/s"]);
    let four = of(&["--processes", "4", "--network", "100Mb/s"]);
    // One unit in N stays, so half and three quarters travel. A board this small has unequal parts.
    let ratio = number(&four, "network_bytes") / number(&two, "network_bytes");
    assert!((1.4..1.9).contains(&ratio), "{ratio}");
    let megabytes = number(&two, "network_bytes") / 1e6;
    assert!((0.25..0.5).contains(&megabytes), "{megabytes}");
    let seconds = number(&two, "sent_bytes") / 12.5e3;
    assert!((number(&two, "network_seconds") - seconds).abs() < 1e-6 * seconds);
    assert!(number(&four, "disk_bytes") < 0.8 * number(&two, "disk_bytes"));
    assert!(number(&two, "memory_bytes") <= 512.0 * 1_048_576.0);
    assert_eq!(two["bottleneck"], "network");
    let other = of(&["--processes", "2", "--cores", "8", "--disk-rate", "1kB/s"]);
    assert_eq!((&other["cores"], &other["bottleneck"]), (&8.into(), &"disk".into()));
    let traffic = number(&other, "estimated_traffic_bytes");
    assert!((number(&other, "disk_seconds") - traffic / 1e3).abs() < 1.0);
    let end = |name: &str| number(&other, name) / number(&other, "estimated_seconds");
    assert!(end("estimated_min_seconds") < 1.0 && end("estimated_max_seconds") > 1.0);
    let text = loyd(&["plan", "enumerate", "3x3", "--processes", "2", "--memory", "64MiB"]);
    assert!(text.succeeds().stdout.contains("give --network"), "{}", text.stdout);
    let resident = ["plan", "enumerate", "4x4", "--processes", "4", "--levels", "memory"];
    loyd(&[&resident[..], &["--memory", "64GiB"]].concat()).fails_with(2, "are allowed");
    loyd(&[&resident[..], &["--memory", "400GiB", "--depth", "70"]].concat()).succeeds();
    loyd(&[&resident[..], &["--memory", "400GiB", "--disk-rate", "1GB/s"]].concat())
        .fails_with(2, "--disk-rate");
    loyd(&["plan", "enumerate", "4x3", "--network", "1Gb/s"]).fails_with(2, "--processes");
}
