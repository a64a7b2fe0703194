//! Processes whose addresses are limited (`ulimit -v`): refused memory is an error with advice or a
//! stop with the results so far, never an abort or a panic.

use crate::program::{HARD, Ran, command, folder};
use std::process::Command;

/// Runs with this many MiB of addresses besides those of the program's own file, in a folder: a program
/// that does not fit is ended by the system before it begins.
fn limited(mebibytes: u32, place: &tempfile::TempDir, arguments: &[&str]) -> Ran {
    let program = command();
    let file = std::fs::metadata(program.get_program()).expect("the program is there");
    let mebibytes = u64::from(mebibytes) + file.len().div_ceil(1 << 20);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v $(($1 * 1024)) && shift && exec \"$@\"", "sh"]);
    shell.arg(mebibytes.to_string()).arg(program.get_program()).args(arguments);
    shell.env("LOYD_CACHE", place.path().join("cache"));
    Ran::of(shell.current_dir(place.path()))
}

/// Commands that need memory, one of each kind.
const HUNGRY: &[&[&str]] = &[
    &["enumerate", "4x4", "--depth", "22", "--max-time", "400ms"],
    &["enumerate", "4x4", "--depth", "22", "--max-time", "400ms", "--memory", "64GiB"],
    &["enumerate", "5x5", "--depth", "24", "--metric", "multi", "--max-time", "400ms"],
    &["enumerate", "4x4", "--engine", "reference", "--depth", "18", "--max-time", "400ms"],
    &["enumerate", "4x3", "--max-time", "500ms"],
    &["enumerate", "4x3", "--metric", "multi", "--max-time", "500ms"],
    &["enumerate", "4x3", "--engine", "reference", "--max-time", "500ms"],
    &["enumerate", "4x3", "--engine", "disk", "--dir", "run", "--max-time", "500ms"],
    &["solve", "-a", "astar", "-H", "manhattan", "--max-time", "400ms", HARD],
    &["solve", "-a", "astar", "-H", "manhattan", "--max-time", "400ms", "--memory", "64GiB", HARD],
    &["solve", "-a", "bfs", "--max-time", "400ms", HARD],
    &["solve", "-a", "bibfs", "--max-time", "400ms", HARD],
    &["solve", "-a", "nbs", "--max-time", "400ms", HARD],
    &["solve", "-H", "walking-distance", "--max-time", "400ms", HARD],
    &["solve", "-H", "pdb:6-6-3", "--max-time", "400ms", HARD],
    &["solve", "--max-time", "500ms", "--threads", "8", HARD],
    &["pdb", "build", "7-8", "--max-time", "500ms"],
    &["pdb", "build", "6-6-3", "--encoding", "class", "--max-time", "500ms"],
    &["audit", "manhattan", "--size", "4x3", "--max-time", "500ms"],
    &["audit", "walking-distance", "--size", "3x3"],
    &["diameter", "4x3", "--max-time", "500ms"],
    &["plan", "enumerate", "5x4"],
];

/// With fewer MiB of addresses, pieces that are too small to be asked for may be refused: the process
/// then prints an error and ends in order.
const ENOUGH_FOR_SMALL_PIECES: u32 = 60;

fn assert_orderly(mebibytes: u32, arguments: &[&str]) {
    let ran = limited(mebibytes, &folder(), arguments);
    let what = format!("{mebibytes} MiB, {arguments:?}: {:?}: {}", ran.code, ran.stderr);
    assert!(matches!(ran.code, Some(0 | 2 | 3 | 4)), "{what}");
    for wrong in ["panicked", "internal error", "bug in loyd"] {
        assert!(!ran.stderr.contains(wrong), "{what}");
    }
    if mebibytes >= ENOUGH_FOR_SMALL_PIECES {
        assert!(!ran.stderr.contains("memory allocation"), "{what}");
    }
    if ran.code == Some(4) {
        let advice = ["--memory", "ulimit", "--threads", "--depth", "--sample", "smaller"];
        assert!(advice.iter().any(|advice| ran.stderr.contains(advice)), "no advice: {what}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn refused_memory_is_no_abort() {
    for (number, arguments) in HUNGRY.iter().enumerate() {
        assert_orderly([60, 200, 350][number % 3], arguments);
    }
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored any_limit"]
fn any_address_limit_ends_in_order() {
    for mebibytes in [10, 20, 40, 60, 80, 100, 130, 160, 200, 300, 500, 1000] {
        for arguments in HUNGRY {
            assert_orderly(mebibytes, arguments);
        }
    }
}
