//! Comparisons kept in folders: killed, interrupted, continued, refused.

use crate::compare::timeless;
use crate::keeping::name;
use crate::program::{Ran, command, file, folder, loyd};
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
    let begun = folder.join("comparison.json").exists();
    let mut arguments = if begun { vec!["compare", "--resume"] } else { BOARDS.to_vec() };
    if !begun {
        arguments.push("--dir");
    }
    arguments.extend([name(folder), "--format", "csv"]);
    arguments
}

/// Kills a comparison until it gets through; how often.
pub(crate) fn kill_until_done(seed: u64) -> u32 {
    let whole = loyd(&[&BOARDS[..], &["--format", "csv"]].concat());
    whole.succeeds();
    let place = folder();
    let folder = place.path().join("kept");
    let (mut random, mut kills, mut kept) = (seed, 0, 0);
    let ran = loop {
        let mut child = command()
            .args(arguments(&folder))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("loyd starts");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        std::thread::sleep(Duration::from_millis(4 * u64::from(kills) + (random >> 33) % 8));
        let _ = child.kill();
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        if ran.code.is_some() {
            break ran;
        }
        let now = results(&folder);
        assert!(now >= kept, "{now} results where there were {kept}");
        (kills, kept) = (kills + 1, now);
        assert!(kills < 400, "it never got through");
    };
    ran.succeeds();
    assert_eq!(timeless(&ran.stdout), timeless(&whole.stdout));
    assert_eq!(results(&folder), 300, "every run was done once");
    kills
}

#[test]
fn killed_at_random_moments_nothing_that_was_done_is_lost() {
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
fn an_interrupt_reports_what_is_done_and_says_how_to_go_on() {
    let place = folder();
    let folder = place.path().join("kept");
    // The second algorithm would take hours on boards of this size.
    let child = command()
        .args(["compare", "--size", "5x5", "--count", "3", "--memory", "1GiB"])
        .args(["-a", "greedy,idastar-plain", "-H", "manhattan", "--dir", name(&folder)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("loyd starts");
    while results(&folder) < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    ran.fails_with(3, "stopped after 3 of 6 runs; continue with `loyd compare --resume ");
    assert!(ran.stdout.contains("done             3 of 6 runs"), "{}", ran.stdout);
    assert_eq!(results(&folder), 3);
}

#[test]
fn other_comparisons_and_damaged_ones_are_refused() {
    let place = folder();
    let boards = file(&place, "boards.txt", "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n");
    let kept = place.path().join("kept");
    let begin =
        ["compare", "-i", &boards, "-a", "idastar", "-H", "manhattan", "--dir", name(&kept)];
    loyd(&begin).succeeds();
    loyd(&begin).fails_with(2, "holds a comparison already: continue it with --resume");
    let resume = ["compare", "--resume", name(&kept)];
    loyd(&resume).succeeds();
    loyd(&[&resume[..], &["-a", "astar"]].concat()).fails_with(2, "cannot be used with");

    fs::write(&boards, "1 2 3 4 5 6 7 0 8\n1 2 3 4 0 6 7 5 8\n").expect("a writable folder");
    loyd(&resume).fails_with(2, "holds another comparison than its arguments mean today");
    fs::write(&boards, "1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n").expect("a writable folder");
    loyd(&resume).succeeds();

    let results = kept.join("results-0001.jsonl");
    let text = fs::read_to_string(&results).expect("results");
    fs::write(&results, text.replacen("\"expanded\":", "\"expanded\":9", 1)).expect("writable");
    loyd(&resume).fails_with(2, "damaged: the checksum of line 1 does not fit");
    fs::write(kept.join("comparison.json"), "{}").expect("writable");
    loyd(&resume).fails_with(2, "damaged");

    let elsewhere = place.path().join("run");
    loyd(&["enumerate", "3x2", "--dir", name(&elsewhere)]).succeeds();
    loyd(&["compare", "--resume", name(&elsewhere)]).fails_with(2, "holds no comparison");
    loyd(&["compare", "--dir", name(&elsewhere)]).fails_with(2, "is not empty");
}
