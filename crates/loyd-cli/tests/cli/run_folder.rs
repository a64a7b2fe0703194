//! Runs in folders: stopped, killed, refused by the disk, resumed, verified.

use crate::events::{Killer, files_in, wait_until};
use crate::program::{Ran, command, loyd};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::tempdir;

const TABLES: &str = include_str!("../../../../data/sliding_tile_levels.csv");

/// The published levels as `--format csv` prints them.
pub(crate) fn published(width: &str, height: &str, metric: &str) -> String {
    let mut text = "depth,states\n".to_owned();
    for line in TABLES.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[..3] == [width, height, metric] {
            let _ = writeln!(text, "{},{}", fields[5], fields[6]);
        }
    }
    assert!(text.lines().count() > 20, "{width}x{height} {metric} is published");
    text
}

pub(crate) fn name(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Checkpoints as often as can be.
pub(crate) const EVERY_LEVEL: [&str; 2] = ["--checkpoint-every", "1level"];

/// The arguments that begin or resume a run.
fn arguments<'a>(board: &'a [&'a str], options: &'a [&'a str], folder: &'a Path) -> Vec<&'a str> {
    let mut arguments = vec!["enumerate"];
    if folder.join("run.json").exists() {
        arguments.extend(["--resume", name(folder)]);
    } else {
        arguments.extend(board);
        arguments.extend(["--dir", name(folder)]);
    }
    arguments.extend(options);
    arguments.extend(["--format", "csv", "--quiet"]);
    arguments
}

/// Kills a run after more and more changes of its folder until it gets through; returns the number of kills.
pub(crate) fn kill_until_done(board: &[&str], options: &[&str], seed: u64, expected: &str) -> u32 {
    let place = tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let mut killer = Killer::new(seed, 8);
    loop {
        let mut child = command()
            .args(arguments(board, options, &folder))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("loyd starts");
        killer.kill(&mut child, || files_in(&folder));
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
            loyd(&["verify", name(&folder), "--max-time", "5s"]).succeeds();
            return killer.kills;
        }
        assert_eq!(output.status.code(), None, "{}", String::from_utf8_lossy(&output.stderr));
        killer.count();
    }
}

#[test]
#[cfg(unix)]
fn random_kills_change_no_table_of_any_engine() {
    // The multi-tile metric on two threads: `killing::five_hundred_kills_of_resumable_commands`.
    let six = ["6x2", "--threads", "1"];
    let kills = kill_until_done(&six, &EVERY_LEVEL, 0, &published("6", "2", "single"));
    assert!(kills >= 4, "only {kills} kills before the run was done");
}

/// Stops a run within its levels, and waits for it.
#[cfg(unix)]
fn stop(board: &[&str], folder: &Path, signal: &str) -> Ran {
    let child = command()
        .args(board)
        .args(["--dir", name(folder), "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("loyd starts");
    wait_until("a run in the folder", || folder.join("run.json").exists());
    std::thread::sleep(Duration::from_millis(60));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args([signal, &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    Ran::from(child.wait_with_output().expect("it ends"))
}

#[test]
#[cfg(unix)]
fn signals_save_the_state_and_print_the_command() {
    for signal in ["-INT", "-TERM"] {
        let place = tempdir().expect("a temporary folder");
        let folder = place.path().join("my run");
        // This many checkpoints outlast the arrival of the signal.
        let board = ["enumerate", "6x2", "--checkpoint-every", "1level"];
        let ran = stop(&board, &folder, signal);
        ran.fails_with(3, "the state is stored: continue with `loyd enumerate --resume '");
        assert!(ran.stdout.contains("not all there are"), "{}", ran.stdout);
        loyd(&["verify", name(&folder)]).succeeds();
        let depth =
            (ran.stdout.lines().filter(|line| line.starts_with("    ")).count() + 2).to_string();
        let resumed =
            loyd(&["enumerate", "--resume", name(&folder), "--depth", &depth, "--format", "json"]);
        resumed.succeeds();
        let object: serde_json::Value = serde_json::from_str(&resumed.stdout).expect("JSON");
        assert_eq!(object["reference"], "match");
        assert!(object["resumed_at_depth"].is_u64());
    }
}

#[test]
fn a_resumed_run_goes_deeper() {
    let place = tempdir().expect("a temporary folder");
    let folder = name(place.path());
    loyd(&["enumerate", "3x3", "--depth", "10", "--dir", folder]).succeeds();
    loyd(&["verify", folder]).succeeds();
    let again = loyd(&["enumerate", "--resume", folder, "--format", "csv"]);
    again.succeeds();
    assert_eq!(again.stdout.lines().count(), 12, "the depth of the first command");
    let deeper = loyd(&["enumerate", "--resume", folder, "--depth", "40", "--format", "json"]);
    deeper.succeeds();
    let object: serde_json::Value = serde_json::from_str(&deeper.stdout).expect("JSON");
    assert_eq!((&object["radius"], &object["reference"]), (&31.into(), &"match".into()));
    let report = loyd(&["enumerate", "3x3", "--resume", folder, "--format", "json"]);
    report.succeeds();
    assert!(report.stderr.contains("the run is finished"), "{}", report.stderr);
    assert!(report.stdout.contains("\"radius\":31"), "{}", report.stdout);
    loyd(&["verify", folder, "--format", "json"]).succeeds();
}

#[test]
fn without_a_folder_no_file_is_written() {
    let place = tempdir().expect("a temporary folder");
    let ran = command().args(["enumerate", "3x3"]).current_dir(place.path()).output();
    assert!(ran.is_ok_and(|ran| ran.status.success()));
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 0);
}

#[test]
fn runs_that_cannot_resume_are_refused() {
    let place = tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let run = name(&folder);
    loyd(&["enumerate", "3x3", "--depth", "12", "--dir", run, "--start", "4"]).succeeds();
    let refused = |arguments: &[&str], code: i32, what: &str| {
        loyd(&[&["enumerate"], arguments].concat()).fails_with(code, what);
    };
    refused(&["3x3", "--dir", run], 2, "holds a run already");
    refused(&["4x3", "--resume", run], 2, "has the board 3x3, not 4x3");
    refused(&["--resume", run, "--metric", "multi"], 2, "has the metric single, not multi");
    refused(&["--resume", run, "--start", "corner"], 2, "has the start cell 4, not 8");
    refused(&["--resume", run, "--engine", "reference"], 2, "has the engine memory, not reference");
    refused(&["--resume", run, "--dir", run], 2, "cannot be used with");
    refused(&["--dir", run], 2, "WxH");
    refused(&["--resume", name(place.path())], 2, "holds no run");
    refused(&["--resume", "no such folder"], 2, "holds no run");
    refused(&["3x3", "--dir", run, "--checkpoint-every", "0levels"], 2, "5levels");
    let file = place.path().join("file");
    fs::write(&file, "x").expect("room on the disk");
    // Other folders stay unchanged.
    let other = place.path().join("other");
    fs::create_dir(&other).and_then(|()| fs::write(other.join("letter"), "x")).expect("room");
    refused(&["3x3", "--dir", name(&other)], 2, "is not empty (\"letter\" is in it)");
    loyd(&["solve", "--dir", name(&other), "1 2 3 0"]).fails_with(2, "is not empty");
    assert_eq!(fs::read_dir(&other).expect("a folder").count(), 1);
    refused(&["3x3", "--dir", name(&file)], 4, "must be a folder");
    refused(&["3x3", "--dir", name(&file.join("in it"))], 4, "file");
}

#[test]
fn damaged_files_are_never_used() {
    let place = tempdir().expect("a temporary folder");
    let folder = name(place.path());
    loyd(&["enumerate", "4x2", "--depth", "12", "--dir", folder]).succeeds();
    let level = place.path().join("level-0012-0.ball");
    let whole = fs::read(&level).expect("a checkpoint");
    let broken = |bytes: &[u8], what: &str| {
        fs::write(&level, bytes).expect("room on the disk");
        loyd(&["enumerate", "--resume", folder, "--depth", "30"]).fails_with(2, what);
        let verified = loyd(&["verify", folder]);
        assert_eq!(verified.code, Some(1));
        assert!(verified.stdout.contains("WRONG"), "{}", verified.stdout);
    };
    let mut flipped = whole.clone();
    *flipped.last_mut().expect("bytes") ^= 1;
    broken(&flipped, "is damaged");
    broken(&whole[..whole.len() / 2], "is damaged");
    broken(b"", "is damaged");
    fs::write(&level, &whole).expect("room on the disk");
    loyd(&["verify", folder]).succeeds();
    fs::remove_file(&level).expect("a file");
    loyd(&["enumerate", "--resume", folder, "--depth", "30"]).fails_with(4, "level-0012-0.ball");
    let certificate = place.path().join("certificate.json");
    let text = fs::read_to_string(&certificate).expect("a certificate");
    fs::write(&certificate, text.replace("\"total\": ", "\"total\": 1")).expect("room");
    let verified = loyd(&["verify", folder]);
    assert!(verified.code == Some(1) && verified.stdout.contains("checksum does not fit"));
    loyd(&["verify", name(&certificate)]).fails_with(2, "is not a folder");
    loyd(&["verify", "a", "b"]).fails_with(2, "--moves");
}

/// Runs loyd with files limited to some blocks of 512 bytes, as a quota or a full disk would.
#[cfg(unix)]
fn with_small_files(blocks: u32, arguments: &[&str]) -> Ran {
    let program = command();
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(script).arg(program.get_program()).args(arguments);
    Ran::of(&mut shell)
}

#[test]
#[cfg(unix)]
fn a_failed_checkpoint_does_not_stop_the_run() {
    let place = tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let options = ["--dir", name(&folder), "--checkpoint-every", "1level", "--format", "csv"];
    let ran = with_small_files(60, &[&["enumerate", "5x2"], &options[..]].concat());
    ran.succeeds();
    assert!(ran.stderr.contains("warning: no checkpoint at depth"), "{}", ran.stderr);
    assert!(ran.stdout.ends_with("\n54,2\n55,1\n") || ran.stdout.lines().count() > 50);
    loyd(&["verify", name(&folder)]).succeeds();
}

#[test]
#[cfg(unix)]
fn a_certificate_that_cannot_be_written_costs_no_result() {
    let place = tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let arguments = ["enumerate", "4x3", "--dir", name(&folder), "--format", "csv"];
    let ran = with_small_files(4, &arguments);
    ran.fails_with(4, "certificate.json");
    assert_eq!(ran.stdout, published("4", "3", "single"));
    // The run is still one that can be continued.
    let again = loyd(&["enumerate", "--resume", name(&folder), "--format", "csv"]);
    again.succeeds();
    assert_eq!(again.stdout, published("4", "3", "single"));
}

/// A disk of 128 KiB, where this user may mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    use crate::program::leave_out;
    let place = tempdir().expect("a temporary folder");
    let script = "mount -t tmpfs -o size=128k loyd \"$1\" || exit 77
        \"$0\" enumerate 5x2 --dir \"$1/run\" --checkpoint-every 3levels --format csv > \"$1/../full.csv\"
        code=$?
        df \"$1\" >&2
        exit $code";
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    let inner = place.path().join("disk");
    fs::create_dir(&inner).expect("a folder");
    unshare.arg(command().get_program()).arg(&inner);
    let Ok(output) = unshare.output() else {
        leave_out("no unshare(1) for a full disk");
        return;
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(77) || stderr.contains("unshare") {
        leave_out("this user may not mount a full disk");
        return;
    }
    assert!(stderr.contains("free some space"), "{stderr}");
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let table = fs::read_to_string(place.path().join("full.csv")).expect("results");
    assert!(table.starts_with("depth,states\n0,1\n") && table.lines().count() > 50);
}

#[test]
fn a_folder_of_another_kind_is_refused_with_its_command() {
    let place = tempdir().expect("a temporary folder");
    let [run, boards, comparison] = ["run", "boards", "a comparison"].map(|n| place.path().join(n));
    loyd(&["enumerate", "3x2", "--dir", name(&run)]).succeeds();
    loyd(&["solve", "1 2 3 4 5 6 7 0 8", "--dir", name(&boards)]).succeeds();
    let compare = ["compare", "--size", "2x2", "--count", "1", "-a", "bfs", "--dir"];
    loyd(&[&compare[..], &[name(&comparison)]].concat()).succeeds();
    let refused = |arguments: &[&str], folder: &Path, command: &str| {
        loyd(&[arguments, &[name(folder)]].concat()).fails_with(2, command);
    };
    let (enumerate, solve) = (["enumerate", "--resume"], ["solve", "--resume"]);
    refused(&enumerate, &boards, "`loyd solve --resume ");
    refused(&["verify"], &boards, "`loyd solve --resume ");
    refused(&solve, &run, "`loyd enumerate --resume ");
    let resume = format!("`loyd compare --resume '{}'`", name(&comparison));
    for arguments in [&enumerate[..], &solve, &["verify"]] {
        refused(arguments, &comparison, &resume);
    }
}

#[test]
fn a_resumed_run_has_the_memory_limit_of_its_beginning() {
    const LIMIT: u64 = 300 << 20;
    let folder = tempdir().expect("a folder");
    let run = folder.path().join("run");
    let run = run.to_str().expect("a path that is text");
    let peak = |arguments: &[&str]| {
        let ran = loyd(&[&["enumerate"], arguments, &["--format", "json", "--quiet"]].concat());
        let result: serde_json::Value =
            serde_json::from_str(&ran.succeeds().stdout).expect("one object");
        result["peak_memory_bytes"].as_u64().expect("a number of bytes")
    };
    let begin = ["7x2", "--engine", "disk", "--dir", run, "--depth", "6", "--memory", "300MiB"];
    assert!(peak(&begin) <= LIMIT);
    assert!(peak(&["--resume", run, "--depth", "7"]) <= LIMIT, "the limit of the beginning");
}
