//! Standard output that is closed, full or open for reading only: every loss is an error.

use crate::program::{Ran, command, folder};
use std::process::{Command, Stdio};

const BOARD: &str = "867254301";

/// Commands that print something, one of each kind.
const PRINTING: &[&[&str]] = &[
    &[],
    &["--version"],
    &["--help"],
    &["help"],
    &["help", "solve"],
    &["solve", "--help"],
    &["solve", BOARD],
    &["solve", "--format", "json", BOARD],
    &["solve", "--format", "csv", BOARD],
    &["check", BOARD],
    &["scramble", "--seed", "1"],
    &["enumerate", "2x2"],
    &["enumerate", "2x2", "--format", "csv"],
    &["diameter", "2x2"],
    &["verify", "--moves", "L", "1 2 3 4 5 6 7 0 8"],
    &["plan", "enumerate", "2x2"],
    &["audit", "manhattan", "--size", "2x2"],
    &["bench", "enumerate", "3x3", "--runs", "1"],
    &["compare", "--size", "3x3", "--count", "1", "-a", "idastar", "-H", "manhattan"],
    &["pdb", "list"],
    &["completions", "bash"],
    &["man"],
    &["man", "solve"],
];

/// Runs with standard output as the shell makes it.
fn redirected(arguments: &[&str], how: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("\"$0\" \"$@\" {how}")]).arg(command().get_program());
    shell.env("LOYD_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    Ran::of(shell.args(arguments))
}

#[test]
#[cfg(unix)]
fn results_for_a_closed_standard_output_are_an_error() {
    for arguments in PRINTING {
        for how in [">&-", "1</dev/null"] {
            let ran = redirected(arguments, how);
            assert_eq!(ran.code, Some(4), "{arguments:?} {how}: {}", ran.stderr);
            assert!(ran.stderr.contains("standard output"), "{arguments:?} {how}: {}", ran.stderr);
        }
        let ran = redirected(arguments, ">/dev/null");
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn results_for_a_full_device_are_an_error() {
    for arguments in PRINTING {
        redirected(arguments, ">/dev/full").fails_with(4, "free some space");
    }
}

#[test]
#[cfg(unix)]
fn results_in_a_file_need_no_standard_output() {
    let folder = folder();
    let path = folder.path().join("solved");
    let path = path.to_str().expect("text");
    redirected(&["solve", "-o", path, BOARD], ">&-").succeeds();
    assert!(std::fs::read_to_string(path).expect("the file").contains("length    31"));
}

#[test]
#[cfg(unix)]
fn a_requested_null_device_is_not_a_closed_stream() {
    // Open for reading and writing, as in programs that discard the output of a child.
    let null = std::fs::File::options().read(true).write(true).open("/dev/null").expect("a device");
    let status = command().arg("--version").stdout(Stdio::from(null)).status();
    assert_eq!(status.expect("it starts").code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_trace_loses_no_answer() {
    // One that is full at its end, and one that is full while the search continues.
    let long = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let long = ["-g", "blank-first", "-H", "linear-conflict", "--max-nodes", "30000", long];
    for (arguments, code, line) in [(&[BOARD][..], 4, "length    31"), (&long[..], 4, "at least")] {
        let trace = ["solve", "-q", "-a", "astar", "--trace", "/dev/full"];
        let ran = Ran::of(command().args([&trace[..], arguments].concat()));
        ran.fails_with(code, "the trace is not stored: cannot write to /dev/full");
        assert!(ran.stdout.contains(line), "{}", ran.stdout);
    }
}
