//! Runs with levels in files that are killed many times: committed and marked work is never lost, and the
//! table is right.

use crate::events::Killer;
use crate::program::{command, folder, loyd};
use crate::run_folder::{self, EVERY_LEVEL, name, published};
use crate::{compare_folder, pdb, solve_folder};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Level, pass and segments.
type At = (u64, u64, u64);

/// The progress of a run, by its folder: the level after the last one committed, and its mark.
fn place(run: &Path) -> At {
    if run.join("certificate.json").exists() {
        return (u64::MAX, 0, 0);
    }
    let document = fs::read_to_string(run.join("level.json")).unwrap_or_default();
    let Ok(pointer) = serde_json::from_str::<serde_json::Value>(&document) else {
        assert_eq!(document, "", "level.json is whole or not there");
        return (0, 0, 0);
    };
    let levels = pointer["levels"].as_array().expect("levels");
    let next = levels[0]["depth"].as_u64().expect("a depth") + 1;
    for level in levels {
        for kind in ["data", "index"] {
            let name = level["name"].as_str().expect("a name");
            let there = run.join(format!("{name}.{kind}")).exists();
            assert!(there, "level.json names {level}, which is not there");
        }
    }
    mark(&fs::read(run.join("level.mark")).unwrap_or_default())
        .filter(|&(depth, ..)| depth == next)
        .unwrap_or((next, 0, 0))
}

/// The contents of a mark: a header in JSON follows its length, at byte 12.
fn mark(bytes: &[u8]) -> Option<At> {
    let length = u32::from_le_bytes(bytes.get(12..16)?.try_into().ok()?) as usize;
    let header = bytes.get(16..16 + length).expect("a mark is whole or not there");
    let header: serde_json::Value = serde_json::from_slice(header).expect("a header");
    let number = |member: &str| header[member].as_u64().expect("a number");
    Some((number("depth"), number("pass"), number("segments")))
}

/// Kills a run until it gets through, after a number of commits and marks whose limit grows by `growth` each
/// time. Returns the number of kills, and of those before which the run had made progress.
fn kill_until_done(board: &[&str], seed: u64, growth: u64, expected: &str) -> (u32, u32) {
    let at = folder();
    let run = at.path().join("run");
    let options = ["--memory", "20MiB", "--checkpoint-every", "1ms", "--format", "csv", "--quiet"];
    // The files that change with a commit or a mark; level.json is small.
    let progress = || {
        let marked = fs::metadata(run.join("level.mark")).and_then(|mark| mark.modified()).ok();
        (fs::read(run.join("level.json")).ok(), marked)
    };
    let mut killer = Killer::new(seed, growth);
    let (mut before, mut advanced) = ((0, 0, 0), 0);
    loop {
        let resume = ["enumerate", "--resume", name(&run)];
        let new = [&["enumerate"], board, &["--dir", name(&run)]].concat();
        let is_new = !run.join("run.json").exists();
        let mut child = command()
            .args(if is_new { &new[..] } else { &resume[..] })
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("loyd starts");
        killer.kill(&mut child, progress);
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
            loyd(&["verify", name(&run), "--max-time", "5s"]).succeeds();
            return (killer.kills, advanced);
        }
        assert_eq!(output.status.code(), None, "{}", String::from_utf8_lossy(&output.stderr));
        let now = place(&run);
        assert!(now >= before, "{now:?} after {before:?}: something was lost");
        advanced += u32::from(now > before);
        before = now;
        killer.count();
    }
}

/// Width, height and metric.
type Board = ([&'static str; 2], &'static str);

/// Boards whose runs in files take less than a second, and boards with many units in each level.
const SMALL: [Board; 2] = [(["5", "2"], "single"), (["5", "2"], "multi")];
const LARGE: [Board; 3] = [(["4", "3"], "single"), (["6", "2"], "single"), (["4", "3"], "multi")];

fn kill_at_least(times: u32, growth: u64, min_runs: usize, boards: &[Board]) {
    let (mut kills, mut advanced, mut runs) = (0, 0, 0);
    for (seed, &(size, metric)) in (1..).zip(boards.iter().cycle()) {
        if kills >= times && runs >= min_runs {
            break;
        }
        let board = [&size.join("x"), "--engine", "disk", "--metric", metric];
        let (killed, moved) =
            kill_until_done(&board, seed, growth, &published(size[0], size[1], metric));
        (kills, advanced, runs) = (kills + killed, advanced + moved, runs + 1);
    }
    eprintln!("{kills} kills in {runs} runs; after {advanced} of them the run was further on");
    assert!(advanced > 0, "no kill came after a checkpoint");
}

#[test]
fn kills_lose_no_committed_or_marked_work() {
    kill_at_least(8, 2, 2, &SMALL);
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored --nocapture thousand"]
fn a_thousand_kills_lose_no_committed_or_marked_work() {
    kill_at_least(1_000, 1, 3, &LARGE);
}

/// Kills a resumable command at random until it gets through; returns the number of kills.
type Killed = (&'static str, fn(u64) -> u32);

/// One for each kind of folder.
const EVERYTHING: [Killed; 6] = [
    ("enumerate in memory", |seed| {
        let board = ["4x3", "--metric", "multi", "--engine", "memory", "--threads", "2"];
        run_folder::kill_until_done(&board, &EVERY_LEVEL, seed, &published("4", "3", "multi"))
    }),
    ("enumerate on disk", |seed| {
        let board = ["4x3", "--engine", "disk", "--metric", "single"];
        kill_until_done(&board, seed, 2, &published("4", "3", "single")).0
    }),
    ("enumerate by lists", |seed| {
        let table = published("4", "4", "single");
        let levels: String = table.split_inclusive('\n').take(2 + 20).collect();
        let board = ["4x4", "--engine", "frontier", "--depth", "20"];
        run_folder::kill_until_done(&board, &["--memory", "64MiB"], seed, &levels)
    }),
    ("solve", |seed| {
        let (output, kills) = solve_folder::kill_until_done(&[solve_folder::LONG], "2", seed);
        let result: serde_json::Value = serde_json::from_str(&output).expect("a result");
        assert_eq!((&result["length"], &result["proven"]), (&61.into(), &true.into()));
        kills
    }),
    ("compare", compare_folder::kill_until_done),
    ("pdb build", pdb::kill_until_done),
];

fn kill_everything(times: u32) {
    let mut kills = [0; EVERYTHING.len()];
    for seed in 1.. {
        for (kills, (_, killed)) in kills.iter_mut().zip(EVERYTHING) {
            *kills += killed(seed);
        }
        if kills.iter().sum::<u32>() >= times {
            break;
        }
    }
    for ((what, _), kills) in EVERYTHING.iter().zip(kills) {
        eprintln!("{kills} kills of {what}");
        assert!(kills > 0, "{what} was done before it was killed");
    }
}

/// Other kinds of folders have such a test beside their own tests.
#[test]
fn a_table_survives_kills_while_it_is_built() {
    assert!((1..6).any(|seed| pdb::kill_until_done(seed) > 0), "it was done before it was killed");
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored --nocapture five_hundred"]
fn five_hundred_kills_of_resumable_commands() {
    kill_everything(500);
}
