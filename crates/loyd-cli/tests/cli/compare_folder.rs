//! Comparisons in folders: killed, interrupted, resumed, refused.

use crate::compare::timeless;
use crate::events::{Killer, files_in, wait_until};
use crate::program::{Ran, command, file, folder, loyd};
use crate::run_folder::name;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const BOARDS: [&str; 11] = [
    "compare",
    "--size",
    "3x3",
    "--count",
    "150",
    "-a",
    "idastar-plain,idastar",
    "-H",
    "manhattan",
    "--memory",
    "1GiB",
];

/// Begins or continues in a folder.
fn arguments(folder: &Path) -> Vec<&str> {
    let resumes = folder.join("comparison.json").exists();
    let mut arguments = if resumes { vec!["compare", "--resume"] } else { BOARDS.to_vec() };
    if !resumes {
        arguments.push("--dir");
    }
    arguments.extend([name(folder), "--format", "csv"]);
    arguments
}

/// Kills a comparison until it gets through; returns the number of kills.
pub(crate) fn kill_until_done(seed: u64) -> u32 {
    let whole = loyd(&[&BOARDS[..], &["--format", "csv"]].concat());
    whole.succeeds();
    let place = folder();
    let folder = place.path().join("comparison");
    let (mut killer, mut stored) = (Killer::new(seed, 8), 0);
    let ran = loop {
        let mut child = command()
            .args(arguments(&folder))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("loyd starts");
        killer.kill(&mut child, || files_in(&folder));
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        if ran.code.is_some() {
            break ran;
        }
        let now = results(&folder);
        assert!(now >= stored, "{now} results where there were {stored}");
        stored = now;
        killer.count();
    };
    ran.succeeds();
    assert_eq!(timeless(&ran.stdout), timeless(&whole.stdout));
    assert_eq!(results(&folder), 300, "every run was done once");
    killer.kills
}

#[test]
fn random_kills_lose_no_finished_run() {
    assert!(kill_until_done(7) > 0, "it was done before it was killed");
}

/// Whole lines in all files of results.
fn results(folder: &Path) -> usize {
    let files = fs::read_dir(folder).map_or_else(|_| Vec::new(), |files| files.flatten().collect());
    let texts = files
        .iter()
        .filter(|file| file.file_name().to_string_lossy().starts_with("results-"))
        .map(|file| fs::read_to_string(file.path()).expect("a file of results"));
    texts.map(|text| text.matches('\n').count()).sum()
}

#[test]
#[cfg(unix)]
fn an_interrupt_reports_finished_boards_and_the_command() {
    let place = folder();
    let folder = place.path().join("comparison");
    // The second algorithm would take hours on boards of this size.
    let child = command()
        .args(["compare", "--size", "5x5", "--count", "3", "--memory", "1GiB"])
        .args(["-a", "greedy,idastar-plain", "-H", "manhattan", "--dir", name(&folder)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("loyd starts");
    wait_until("three results", || results(&folder) >= 3);
    std::thread::sleep(Duration::from_millis(100));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    ran.fails_with(3, "stopped after 3 of 6 runs; continue with `loyd compare --resume ");
    assert!(ran.stdout.contains("3 of 6 runs"), "{}", ran.stdout);
    assert_eq!(results(&folder), 3);
}

#[test]
fn foreign_and_damaged_comparisons_are_refused() {
    let place = folder();
    let boards = file(&place, "boards.txt", "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n");
    let folder = place.path().join("comparison");
    let begin =
        ["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "--dir", name(&folder)];
    loyd(&begin).succeeds();
    loyd(&begin).fails_with(
        2,
        "holds a comparison already (comparison.json is in it): continue it with --resume",
    );
    let resume = ["compare", "--resume", name(&folder)];
    loyd(&resume).succeeds();
    loyd(&[&resume[..], &["-a", "astar"]].concat()).fails_with(2, "cannot be used with");

    fs::write(&boards, "1 2 3 4 5 6 7 0 8\n1 2 3 4 0 6 7 5 8\n").expect("a writable folder");
    loyd(&resume).fails_with(2, "holds another comparison than its arguments mean today");
    fs::write(&boards, "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n").expect("a writable folder");
    loyd(&resume).succeeds();

    let results = folder.join("results-0001.jsonl");
    let text = fs::read_to_string(&results).expect("results");
    fs::write(&results, text.replacen("\"expanded\":", "\"expanded\":9", 1)).expect("writable");
    loyd(&resume).fails_with(2, "damaged: the checksum of line 1 does not fit");
    fs::write(folder.join("comparison.json"), "{}").expect("writable");
    loyd(&resume).fails_with(2, "damaged");

    let elsewhere = place.path().join("run");
    loyd(&["enumerate", "3x2", "--dir", name(&elsewhere)]).succeeds();
    loyd(&["compare", "--resume", name(&elsewhere)]).fails_with(2, "holds no comparison");
    loyd(&["compare", "--dir", name(&elsewhere)])
        .fails_with(2, "holds a run already (run.json is in it): choose");
}

/// The objects of a kind in a stream of JSON.
fn objects(text: &str, kind: &str) -> Vec<serde_json::Value> {
    let objects = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    objects.filter(|object: &serde_json::Value| object["type"] == kind).collect()
}

#[test]
fn a_resumed_comparison_prints_every_run() {
    let place = folder();
    let folder = place.path().join("comparison");
    let begin = ["compare", "--count", "6", "-a", "astar,idastar", "-H", "manhattan,hamming"];
    let begin = [&begin[..], &["--runs", "2", "--memory", "1GiB", "--format", "json"]].concat();
    let whole = loyd(&[&begin[..], &["--dir", name(&folder)]].concat());
    whole.succeeds();
    assert_eq!(objects(&whole.stdout, "run").len(), 48);
    let file = folder.join("results-0001.jsonl");
    let text = fs::read_to_string(&file).expect("results");
    for count in [0, 1, 17, 48] {
        let lines: Vec<&str> = text.split_inclusive('\n').take(count).collect();
        fs::write(&file, lines.concat()).expect("a writable folder");
        let again = loyd(&["compare", "--resume", name(&folder), "--format", "json"]);
        again.succeeds();
        let runs = objects(&again.stdout, "run");
        let mut different: Vec<String> = runs
            .iter()
            .map(|run| {
                ["algorithm", "heuristic", "id", "repeat"].map(|it| run[it].to_string()).concat()
            })
            .collect();
        different.sort();
        different.dedup();
        assert_eq!((runs.len(), different.len()), (48, 48), "{count} were stored");
        let _ = fs::remove_file(folder.join("results-0002.jsonl"));
        fs::write(&file, &text).expect("a writable folder");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_names_the_files_of_results() {
    let place = folder();
    let report = place.path().join("report.csv");
    // The second algorithm would take hours on boards of this size.
    let mut child = command()
        .args(["compare", "--size", "5x5", "--count", "2", "--memory", "1GiB", "--format", "json"])
        .args(["-a", "greedy,idastar-plain", "-H", "manhattan", "-o", name(&report)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("loyd starts");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe")));
    for _ in 0..3 {
        lines.next().expect("a line").expect("text");
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    lines.by_ref().for_each(drop);
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    ran.fails_with(3, &format!("stopped after 2 of 4 runs; results are in {}", name(&report)));
    let text = fs::read_to_string(&report).expect("the report");
    assert_eq!(crate::compare::rows(&text).len(), 2);
}

/// Runs a comparison in a shell that lets no file grow beyond this many blocks of 512 bytes.
#[cfg(target_os = "linux")]
fn with_small_files(blocks: u32, arguments: &[&str]) -> Ran {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]).arg(command().get_program()).args(arguments);
    Ran::of(&mut shell)
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_results_fail_at_the_end() {
    let place = folder();
    let folder = place.path().join("comparison");
    let begin = ["compare", "--count", "60", "-a", "astar", "-H", "manhattan", "--memory", "1GiB"];
    let ran = with_small_files(16, &[&begin[..], &["--dir", name(&folder)]].concat());
    ran.fails_with(4, "results-0001.jsonl");
    assert!(!ran.stderr.contains("stopped after"), "{}", ran.stderr);
    let stored = results(&folder);
    assert!((5..60).contains(&stored), "{stored} results");
    // The report has all finished runs, also the one that was not stored.
    assert!(ran.stdout.contains(&format!("{} of 60 runs", stored + 1)), "{}", ran.stdout);
    let again = loyd(&["compare", "--resume", name(&folder), "--format", "csv"]);
    again.succeeds();
    assert_eq!(crate::compare::rows(&again.stdout).len(), 60);
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_report_does_not_cost_the_others() {
    let place = folder();
    let [large, small, third] =
        ["large.html", "small.md", "third.txt"].map(|name| place.path().join(name));
    let begin = ["compare", "--count", "4", "-a", "astar", "-H", "manhattan", "--memory", "1GiB"];
    let files = ["-o", name(&large), "-o", name(&small), "-o", name(&third)];
    let ran = with_small_files(16, &[&begin[..], &files].concat());
    ran.fails_with(4, "large.html");
    assert!(!large.exists() && small.exists() && third.exists(), "{}", ran.stderr);
    assert!(ran.stdout.contains("4 of 4"), "{}", ran.stdout);
}

#[test]
fn concurrent_processes_in_a_folder_are_refused_but_one() {
    for round in 0..12 {
        let place = folder();
        let folder = place.path().join("comparison");
        let start = |seed: u64| {
            std::thread::sleep(Duration::from_millis(seed * (round % 4)));
            command()
                .args([
                    "compare",
                    "--size",
                    "2x2",
                    "--count",
                    "3",
                    "-a",
                    "astar",
                    "-H",
                    "manhattan",
                ])
                .args([
                    "--full",
                    "--memory",
                    "1GiB",
                    "--seed",
                    &seed.to_string(),
                    "--dir",
                    name(&folder),
                ])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("loyd starts")
        };
        let running: Vec<_> = (1..=4).map(start).collect();
        let ran: Vec<Ran> = running
            .into_iter()
            .map(|child| Ran::from(child.wait_with_output().expect("it ends")))
            .collect();
        let won: Vec<&Ran> = ran.iter().filter(|ran| ran.code == Some(0)).collect();
        assert_eq!(won.len(), 1, "round {round}");
        for lost in ran.iter().filter(|ran| ran.code != Some(0)) {
            assert!(matches!(lost.code, Some(2 | 4)), "{}", lost.stderr);
        }
        // The folder has the results that the working process printed.
        let again = loyd(&["compare", "--full", "--resume", name(&folder)]);
        again.succeeds();
        let command = |ran: &Ran| {
            ran.stdout.lines().find(|line| line.starts_with("command")).map(str::to_owned)
        };
        assert!(command(&again).is_some(), "{}", again.stdout);
        assert_eq!(command(&again), command(won[0]), "round {round}");
        assert_eq!(results(&folder), 3, "round {round}");
    }
}
