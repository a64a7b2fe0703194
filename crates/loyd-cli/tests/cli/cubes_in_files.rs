//! `loyd enumerate cube3 --dir` with levels in files: chosen where they do not fit in memory, stopped and
//! resumed at every level, killed, damaged, verified.

use crate::program::{folder, loyd};
use crate::run_folder::name;
#[cfg(unix)]
use crate::run_folder::{EVERY_LEVEL, kill_until_done};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const TABLES: &str = include_str!("../../../../data/cube_levels.csv");

/// The published levels to a depth as `--format csv` prints them.
fn published(puzzle: &str, metric: &str, depth: usize) -> String {
    let mut text = "depth,states\n".to_owned();
    for line in TABLES.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[..2] == [puzzle, metric] && fields[2].parse::<usize>().is_ok_and(|d| d <= depth) {
            let _ = writeln!(text, "{},{}", fields[2], fields[3]);
        }
    }
    assert!(text.lines().count() > depth.min(10), "{puzzle} {metric} is published");
    text
}

fn json(arguments: &[&str]) -> Value {
    let ran = loyd(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

const IN_FILES: [&str; 2] = ["--engine", "disk"];

#[test]
fn planned_files_are_close_to_the_files() {
    for (metric, depth) in [("half", "6"), ("quarter", "8")] {
        let place = folder();
        let run = place.path().join("run");
        let run = name(&run);
        let request = ["cube3", "-m", metric, "--depth", depth, "--dir", run, "--engine", "disk"];
        let planned = json(&[&["plan", "enumerate"], &request[..]].concat())["disk_bytes"].as_u64();
        loyd(&[&["enumerate"], &request[..]].concat()).succeeds();
        let files = fs::read_dir(run)
            .expect("a folder")
            .map(|file| file.and_then(|file| file.metadata()).expect("a file").len());
        let files: u64 = files.sum();
        let planned = planned.expect("a figure");
        assert!(files <= planned && planned <= 2 * files, "{metric}: {planned} planned, {files}");
    }
}

#[test]
fn a_run_stopped_at_any_depth_resumes() {
    for (metric, depths) in [("half", 5), ("quarter", 7)] {
        let place = folder();
        let run = place.path().join("run");
        let run = name(&run);
        let begin = ["enumerate", "cube3", "-m", metric, "--depth", "0", "--dir", run];
        loyd(&[&begin[..], &IN_FILES].concat()).succeeds();
        for depth in 1..=depths {
            let depth_text = depth.to_string();
            let object = json(&["enumerate", "--resume", run, "--depth", &depth_text]);
            // The last level is counted and not stored.
            assert_eq!(object["resumed_at_depth"], (depth - 1_u32).saturating_sub(1));
            assert_eq!(
                (&object["engine"], &object["reference"]),
                (&"disk".into(), &"match".into())
            );
            assert!(depth < 3 || object["bytes_written"].as_u64() > Some(0));
        }
        let verified = json(&["verify", run]);
        assert_eq!((&verified["valid"], &verified["puzzle"]), (&true.into(), &"cube3".into()));
        let levels = "the level in files is intact";
        assert!(
            verified["checks"].as_array().expect("checks").iter().any(|c| c["check"] == levels)
        );
    }
}

#[test]
fn a_whole_space_is_counted_in_files() {
    let place = folder();
    let run = name(place.path());
    let command = ["enumerate", "cube2", "-m", "quarter", "--format", "csv", "--dir", run];
    let ran = loyd(&[&command[..], &IN_FILES, &["--memory", "8MiB"]].concat());
    assert_eq!(ran.succeeds().stdout, published("2x2x2", "quarter", 20));
    loyd(&["verify", run]).succeeds();
    let files = fs::read_dir(place.path()).expect("a folder").flatten();
    assert!(files.into_iter().all(|file| !file.file_name().to_string_lossy().contains("lists")));
}

#[test]
fn auto_chooses_files_if_levels_exceed_memory() {
    let planned = |depth: &str, options: &[&str]| {
        let plan = ["plan", "enumerate", "cube3", "-m", "quarter", "--memory", "64MiB", "--depth"];
        json(&[&plan[..], &[depth], options].concat())["engine"].clone()
    };
    assert_eq!(planned("11", &["--dir", "nowhere"]), "disk");
    assert_eq!(planned("5", &["--dir", "nowhere"]), "symmetric");
    assert_eq!(planned("11", &[]), "symmetric");
    // In several passes.
    let place = folder();
    let command = ["enumerate", "cube3", "-m", "quarter", "--memory", "16MiB", "--threads", "2"];
    let little = [&command[..], &["--depth", "8", "--dir", name(place.path())], &IN_FILES].concat();
    let object = json(&little);
    assert_eq!((&object["engine"], &object["reference"]), (&"disk".into(), &"match".into()));
    assert!(object["peak_memory_bytes"].as_u64() <= Some(16 << 20));
    let refused = loyd(&["enumerate", "cube3", "--depth", "5", "--engine", "disk"]);
    refused.fails_with(2, "in a folder, and none is given: name one with --dir");
    let place = folder();
    let options = ["enumerate", "cube3", "--depth", "5", "--keep-levels", "2", "--dir"];
    let refused = loyd(&[&options[..], &[name(place.path())], &IN_FILES].concat());
    refused.fails_with(2, "for the bitmaps of the disk engine");
}

#[test]
#[cfg(unix)]
fn random_kills_change_no_table() {
    let cube = ["cube3", "-m", "quarter", "--depth", "7", "--threads", "1", "--engine", "disk"];
    kill_until_done(&cube, &EVERY_LEVEL, 5, &published("3x3x3", "quarter", 7));
}

#[test]
fn damaged_files_are_never_used() {
    let place = folder();
    let run = name(place.path());
    let begin = ["enumerate", "cube3", "--depth", "5", "--dir", run];
    loyd(&[&begin[..], &IN_FILES].concat()).succeeds();
    let files = fs::read_dir(place.path()).expect("a folder").flatten().map(|entry| entry.path());
    let mut data: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "data")).collect();
    data.sort();
    let level = data.last().expect("lists of a level");
    let mut bytes = fs::read(level).expect("lists");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(level, &bytes).expect("room on the disk");
    let resume = ["enumerate", "--resume", run, "--depth", "6"];
    loyd(&resume).fails_with(2, "is damaged: the checksum of list");
    assert_eq!(loyd(&["verify", run]).code, Some(1));
    bytes.pop();
    fs::write(level, &bytes).expect("room on the disk");
    loyd(&resume).fails_with(2, "its length has changed");
}
