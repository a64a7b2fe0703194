//! Enumerations by several processes: started by one command or by a list of hosts, killed,
//! interrupted, continued, mixed up.

#[cfg(target_os = "linux")]
use crate::events::{Killer, PATIENCE, files_in, wait_until};
use crate::program::{Ran, command, file, folder, loyd};
use crate::run_folder::{name, published};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
#[cfg(target_os = "linux")]
use std::time::Instant;

pub(crate) const SMALL: [&str; 6] = ["--memory", "48MiB", "--threads", "1", "--format", "csv"];

fn spawn(arguments: &[&str]) -> Child {
    let mut command = command();
    command.args(arguments).args(SMALL).arg("--quiet");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("loyd starts")
}

pub(crate) fn ran(child: Child) -> Ran {
    Ran::from(child.wait_with_output().expect("it ends"))
}

#[test]
fn three_processes_print_the_published_levels_and_verify() {
    let at = folder();
    let run = at.path().join("run");
    let ends = ran(spawn(&["enumerate", "5x2", "--dir", name(&run), "--processes", "3"]));
    assert_eq!(ends.succeeds().stdout, published("5", "2", "single"));
    assert_eq!(ends.stderr, "");
    let verified = loyd(&["verify", name(&run)]);
    assert!(verified.succeeds().stdout.contains("the levels are the published ones"));
    // A finished run starts no process.
    let again = ran(spawn(&["enumerate", "--resume", name(&run), "--processes", "3"]));
    assert_eq!(again.succeeds().stdout, published("5", "2", "single"));
    let files = fs::read_dir(run.join("process-1")).expect("a folder");
    assert!(files.flatten().all(|file| !file.file_name().to_string_lossy().starts_with("units-")));
}

#[test]
fn the_multi_tile_metric_from_any_start() {
    let at = folder();
    let run = at.path().join("run");
    let command = ["enumerate", "5x2", "--metric", "multi", "--start", "2"];
    let several = [&command[..], &["--dir", name(&run), "--processes", "2"]].concat();
    let one = [&command[..], &["--format", "csv", "--engine", "reference"]].concat();
    assert_eq!(ran(spawn(&several)).succeeds().stdout, loyd(&one).succeeds().stdout);
}

#[test]
fn options_unavailable_to_several_processes_are_refused() {
    let at = folder();
    let run = at.path().join("run");
    let refused = |arguments: &[&str], message: &str| {
        let with_folder = [&["enumerate"], arguments, &["--dir", name(&run)]].concat();
        loyd(&with_folder).fails_with(2, message);
        assert!(!run.exists(), "{arguments:?}");
    };
    let two = ["--processes", "2"];
    refused(&[&["4x3", "--engine", "memory"][..], &two].concat(), "--engine disk");
    refused(&[&["4x3", "--keep-levels", "1"][..], &two].concat(), "--keep-levels must be 2");
    refused(&[&["4x3", "--checkpoint-every", "1m"][..], &two].concat(), "--checkpoint-every");
    refused(&[&["4x3", "--stall-limit", "10ms"][..], &two].concat(), "--stall-limit");
    refused(&["4x3", "--processes", "0"], "from 1 to");
    let hosts = file(&at, "hosts.txt", "127.0.0.1:1\n127.0.0.1:2\n");
    refused(&["4x3", "--hosts", &hosts], "give --process");
    refused(&["4x3", "--hosts", &hosts, "--process", "2"], "process 2 does not exist");
    refused(&["4x3", "--hosts", &hosts, "--processes", "2"], "cannot be used with");
    let bad = file(&at, "bad.txt", "127.0.0.1:1\nnode\n");
    refused(&["4x3", "--hosts", &bad, "--process", "0"], "line 2");
    refused(&["4x3", "--hosts", "nowhere.txt", "--process", "0"], "nowhere.txt");
    loyd(&["enumerate", "4x3", "--processes", "2"]).fails_with(2, "--dir");
}

#[test]
fn a_shared_run_resumes_only_with_its_process_count() {
    let at = folder();
    let run = at.path().join("run");
    let first = ["enumerate", "5x2", "--dir", name(&run), "--processes", "2", "--depth", "9"];
    ran(spawn(&first)).succeeds();
    let resume = ["enumerate", "--resume", name(&run)];
    loyd(&resume).fails_with(2, "--processes 2");
    loyd(&[&resume[..], &["--processes", "3"]].concat()).fails_with(2, "process 0 of 2");
    loyd(&[&first[..], &["--quiet"]].concat()).fails_with(2, "--resume");
    let all = ran(spawn(&[&resume[..], &["--processes", "2", "--depth", "99"]].concat()));
    assert_eq!(all.succeeds().stdout, published("5", "2", "single"));
    let alone = at.path().join("alone");
    loyd(&["enumerate", "3x3", "--dir", name(&alone), "--quiet"]).succeeds();
    let several = ["enumerate", "--resume", name(&alone), "--processes", "2"];
    loyd(&several).fails_with(2, "a run of one process");
}

/// Free addresses of this machine, in a file.
pub(crate) fn hosts(at: &tempfile::TempDir, processes: usize) -> String {
    let bound = |_| TcpListener::bind("127.0.0.1:0").expect("a port");
    let listeners: Vec<TcpListener> = (0..processes).map(bound).collect();
    let address = |listener: &TcpListener| format!("{}\n", listener.local_addr().expect("bound"));
    file(at, "hosts.txt", listeners.iter().map(address).collect::<String>())
}

#[test]
fn processes_of_a_host_list_have_separate_folders() {
    let at = folder();
    let list = hosts(&at, 3);
    let run = |number: usize| at.path().join(format!("machine-{number}"));
    let start = |number: usize| {
        let mut command = command();
        command.args(["enumerate", "5x2", "--dir", name(&run(number)), "--hosts", &list]);
        command.args(SMALL).arg("--quiet").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // Schedulers set different variables.
        match number {
            0 => command.args(["--process", "0"]),
            1 => command.env("SLURM_PROCID", "1"),
            _ => command.env("JOB_COMPLETION_INDEX", "2"),
        };
        command.spawn().expect("loyd starts")
    };
    let ends: Vec<Ran> = [2, 1, 0].map(start).into_iter().map(ran).collect();
    assert_eq!(ends[2].succeeds().stdout, published("5", "2", "single"));
    for end in &ends[..2] {
        assert_eq!(end.succeeds().stdout, "");
    }
    loyd(&["verify", name(&run(0))]).succeeds();
    assert!(run(1).join("process-1/certificate.json").exists());
}

#[test]
fn processes_with_different_requests_do_not_begin() {
    let at = folder();
    let list = hosts(&at, 2);
    let start = |number: &str, board: &str, limit: &str| {
        let run = at.path().join(number);
        let command = ["enumerate", board, "--dir", name(&run), "--hosts", &list];
        spawn(&[&command[..], &["--process", number, "--stall-limit", limit]].concat())
    };
    let ends = [start("0", "5x2", "5m"), start("1", "4x2", "5m")].map(ran);
    for end in ends {
        end.fails_with(2, "the same puzzle");
    }
    let alone = ran(start("0", "5x2", "1s"));
    alone.fails_with(4, "process 1").fails_with(4, "is not connected after 1 s");
}

/// The processes that one has started.
#[cfg(target_os = "linux")]
fn children(of: &Child) -> Vec<u32> {
    let tasks = format!("/proc/{0}/task/{0}/children", of.id());
    let text = fs::read_to_string(tasks).unwrap_or_default();
    text.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

fn kill(signal: &str, process: u32) {
    // It may have ended already.
    let _ = Command::new("kill")
        .args([&format!("-{signal}"), &process.to_string()])
        .stderr(Stdio::null())
        .status();
}

/// Waits until no process uses the folders of a run: killed processes take a moment to end.
#[cfg(target_os = "linux")]
fn wait_until_gone(processes: &[u32]) {
    let is_there = |process: &u32| Path::new(&format!("/proc/{process}")).exists();
    wait_until("the end of all processes", || !processes.iter().any(is_there));
}

/// True if each process of a run has a document in its folder.
#[cfg(target_os = "linux")]
fn all_have_started(run: &Path, processes: &str) -> bool {
    let processes: usize = processes.parse().expect("a number");
    let document = |process: usize| match process {
        0 => run.join("run.json"),
        process => run.join(format!("process-{process}/run.json")),
    };
    (0..processes).all(|process| document(process).exists())
}

/// Kills a random process of a run until it gets through, after more and more changes of the records and
/// checkpoints of all processes; returns the number of kills. `more` options are given each time.
#[cfg(target_os = "linux")]
fn kill_until_done(
    board: &[&str],
    processes: &str,
    seed: u64,
    more: &[&str],
    expected: &str,
) -> u32 {
    let at = folder();
    let run = at.path().join("run");
    // Units of levels grow all the time.
    let records = || {
        let mut files = files_in(&run);
        files.retain(|(path, ..)| {
            path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with("units-"))
        });
        files
    };
    let mut killer = Killer::new(seed, 24);
    loop {
        let resume = ["enumerate", "--resume", name(&run), "--processes", processes];
        let new =
            [&["enumerate"], board, &["--dir", name(&run), "--processes", processes]].concat();
        // Without the folders of all processes a run can neither be resumed nor restarted in its folder.
        let is_new = !all_have_started(&run, processes);
        if is_new {
            let _ = fs::remove_dir_all(&run);
        }
        let arguments = if is_new { &new[..] } else { &resume[..] };
        let mut child = spawn(&[arguments, more].concat());
        killer.wait(&mut child, records);
        let others = children(&child);
        let all: Vec<u32> = std::iter::once(child.id()).chain(others.iter().copied()).collect();
        let victim = all[killer.roll(all.len() as u64) as usize];
        kill("KILL", victim);
        let killed = Instant::now();
        let own = victim == child.id();
        let end = ran(child);
        assert!(killed.elapsed() < PATIENCE, "{}", end.stderr);
        wait_until_gone(&others);
        if end.code == Some(0) {
            assert_eq!(end.stdout, expected);
            loyd(&["verify", name(&run), "--max-time", "5s"]).succeeds();
            return killer.kills;
        }
        if own {
            assert_eq!(end.code, None, "it ended by itself: {}", end.stderr);
        } else {
            end.fails_with(4, "process ");
            assert!(end.stderr.lines().count() == 1, "{}", end.stderr);
        }
        killer.count();
    }
}

#[test]
#[ignore = "a minute: runs of several processes that are killed"]
#[cfg(target_os = "linux")]
fn kills_of_random_processes_lose_no_common_level() {
    // The other metric: `two_hundred_kills_of_random_processes`.
    let kills = kill_until_done(&["4x3"], "2", 1, &[], &published("4", "3", "single"));
    eprintln!("{kills} kills");
    assert!(kills > 2, "{kills}");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored --nocapture two_hundred"]
fn two_hundred_kills_of_random_processes() {
    let mut kills = 0;
    for seed in 1.. {
        let (board, metric) = match seed % 3 {
            0 => (&["6x2"][..], ["6", "2", "single"]),
            1 => (&["4x3"][..], ["4", "3", "single"]),
            _ => (&["4x3", "--metric", "multi"][..], ["4", "3", "multi"]),
        };
        let processes = ["2", "3", "4"][seed as usize / 3 % 3];
        let [width, height, metric] = metric;
        kills += kill_until_done(board, processes, seed, &[], &published(width, height, metric));
        if kills >= 200 {
            break;
        }
    }
    eprintln!("{kills} kills");
}

#[test]
#[cfg(target_os = "linux")]
fn a_request_to_stop_stops_all_and_prints_the_command() {
    let at = folder();
    let run = at.path().join("run");
    let mut command = command();
    command.args(["enumerate", "4x3", "--dir", name(&run), "--processes", "3"]).args(SMALL);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("loyd starts");
    let has_levels = |process: usize| run.join(format!("process-{process}/level.json")).exists();
    wait_until("levels of all processes", || (0..3).all(has_levels));
    let others = children(&child);
    assert_eq!(others.len(), 2);
    // A signal to another process stops all.
    kill("TERM", others[1]);
    let end = ran(child);
    end.fails_with(3, "--processes 3").fails_with(3, "stopped by");
    wait_until_gone(&others);
    let all = ran(spawn(&["enumerate", "--resume", name(&run), "--processes", "3"]));
    assert_eq!(all.succeeds().stdout, published("4", "3", "single"));
}

/// The levels of the 3x3x3 as one process counts them.
fn levels_of_cube(metric: &str, depth: &str) -> String {
    let one = ["enumerate", "cube3", "--metric", metric, "--depth", depth, "--format", "csv"];
    let levels = loyd(&one).succeeds().stdout.clone();
    assert!(levels.lines().count() > 5);
    levels
}

#[test]
fn several_processes_share_the_cube() {
    for (metric, processes) in [("half", "2"), ("quarter", "4")] {
        let several = ["enumerate", "cube3", "--metric", metric, "--depth", "6"];
        let several = [&several[..], &["--processes", processes]].concat();
        assert_eq!(ran(spawn(&several)).succeeds().stdout, levels_of_cube(metric, "6"));
    }
    let all = ran(spawn(&["enumerate", "cube2", "--processes", "3"]));
    let one = loyd(&["enumerate", "cube2", "--format", "csv"]);
    assert_eq!(all.succeeds().stdout, one.succeeds().stdout);
    loyd(&["enumerate", "cube3", "--depth", "4", "--processes", "2", "--engine", "memory"])
        .fails_with(2, "--engine symmetric");
    loyd(&["plan", "enumerate", "cube3", "--depth", "4", "--processes", "2"])
        .fails_with(2, "--processes requires tiles");
}

#[test]
#[cfg(target_os = "linux")]
fn a_shared_cube_continues_after_kills() {
    let cube = ["cube3", "--metric", "quarter", "--depth", "8"];
    let more = ["--checkpoint-every", "1level"];
    let kills = kill_until_done(&cube, "3", 5, &more, &levels_of_cube("quarter", "8"));
    eprintln!("{kills} kills");
}

#[test]
fn parts_of_two_runs_are_not_mixed() {
    let at = folder();
    let run = |name: &str| at.path().join(name);
    for folder in ["one", "other"].map(run) {
        let first = ["enumerate", "5x2", "--dir", name(&folder), "--processes", "2"];
        ran(spawn(&[&first[..], &["--depth", "12"]].concat())).succeeds();
    }
    fs::rename(run("one/process-1"), run("one/moved")).expect("a folder");
    fs::rename(run("other/process-1"), run("one/process-1")).expect("a folder");
    let one = run("one");
    let resume = ["enumerate", "--resume", name(&one), "--processes", "2", "--depth", "99"];
    let mixed = ran(spawn(&resume));
    assert!(matches!(mixed.code, Some(2 | 4)), "{:?}", mixed.code);
    assert!(mixed.stderr.contains("its folder belongs to another run"), "{}", mixed.stderr);
    fs::remove_dir_all(run("one/process-1")).expect("a folder");
    let missing = ran(spawn(&resume));
    missing.fails_with(4, "process 1").fails_with(4, "holds no run");
    fs::rename(run("one/moved"), run("one/process-1")).expect("a folder");
    assert_eq!(ran(spawn(&resume)).succeeds().stdout, published("5", "2", "single"));
}

#[test]
fn levels_may_stay_in_memory() {
    let at = folder();
    let run = at.path().join("run");
    let memory = ["--levels", "memory", "--checkpoint-every", "4levels"];
    let first = ["enumerate", "5x2", "--dir", name(&run), "--processes", "2", "--depth", "30"];
    ran(spawn(&[&first[..], &memory].concat())).succeeds();
    let copies =
        ["copy-a", "copy-b"].map(|copy| run.join("process-1").join(copy).join("level.json"));
    assert!(copies.iter().all(|copy| copy.exists()), "{copies:?}");
    let resume = ["enumerate", "--resume", name(&run), "--processes", "2", "--depth", "99"];
    let all = ran(spawn(&[&resume[..], &memory].concat()));
    assert_eq!(all.succeeds().stdout, published("5", "2", "single"));
    assert!(copies.iter().all(|copy| !copy.exists()));
    let other = at.path().join("other");
    let alone = ["enumerate", "5x2", "--dir", name(&other), "--levels", "memory"];
    loyd(&alone).fails_with(2, "--levels memory");
    let large =
        ["enumerate", "4x4", "--dir", name(&other), "--processes", "2", "--levels", "memory"];
    ran(spawn(&large)).fails_with(2, "are allowed");
}

#[test]
fn planned_traffic_is_close_to_measured_traffic() {
    assert_planned_traffic("4x3", "multi", "3");
}

#[test]
#[ignore = "two more runs of this kind take half a minute on a busy machine"]
fn planned_traffic_of_other_runs_is_close_to_measured_traffic() {
    assert_planned_traffic("6x2", "single", "2");
    assert_planned_traffic("4x3", "single", "3");
}

fn assert_planned_traffic(size: &str, metric: &str, processes: &str) {
    let at = folder();
    let run = at.path().join("run");
    let options = ["-m", metric, "--processes", processes, "--coding", "fast"];
    let planned = ["plan", "enumerate", size, "--memory", "64MiB", "--format", "json"];
    let planned = loyd(&[&planned[..], &options].concat());
    let planned: serde_json::Value =
        serde_json::from_str(&planned.succeeds().stdout).expect("one object");
    let planned = planned["network_bytes"].as_f64().expect("a number") / 1_048_576.0;
    let command = ["enumerate", size, "--memory", "64MiB", "--dir", name(&run)];
    let run = loyd(&[&command[..], &options].concat());
    let (_, sent) = run.succeeds().stderr.split_once("exchanged ").expect("the bytes");
    let (sent, unit) = sent.split_once(' ').expect("a unit");
    assert!(unit.starts_with("MiB"), "{unit}");
    let sent: f64 = sent.parse().expect("a number");
    let ratio = planned / sent;
    assert!((0.9..1.1).contains(&ratio), "{size} {metric}: {planned} MiB planned, {sent} sent");
}
