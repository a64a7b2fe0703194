//! Folders of every kind of run, and the commands that continue them.

use crate::case::Place;
use crate::program::{HARD, command, loyd};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

const TABLES: &str = include_str!("../../../../data/sliding_tile_levels.csv");

pub(crate) struct Seed {
    pub(crate) name: &'static str,
    /// The files as they were left.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Commands, without the folder, which comes last.
    pub(crate) commands: Vec<Vec<&'static str>>,
    pub(crate) truth: Truth,
}

/// The results of a process that ends with 0.
pub(crate) enum Truth {
    /// Rows of a published table.
    Levels(String),
    /// The lengths of boards by id.
    Lengths(Vec<(&'static str, u64)>),
    /// The number of results.
    Results,
}

fn published(board: [&str; 3]) -> Truth {
    let rows = TABLES.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|fields| fields[..3] == board);
    let rows: String = rows.flat_map(|fields| [fields[5], ",", fields[6], "\n"]).collect();
    assert!(rows.len() > 40, "{board:?} is published");
    Truth::Levels(rows)
}

fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |path: &Path| fs::read(path).expect("a file");
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().expect("a name"), read(&entry.path())))
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A seed of every kind.
pub(crate) fn all(place: &Place) -> Vec<Seed> {
    let memory = |name, metric| enumeration(place, name, ["5", "2", metric], "memory", "14");
    let disk = |name, metric| enumeration(place, name, ["5", "2", metric], "disk", "14");
    let lists = |name, metric| enumeration(place, name, ["4", "3", metric], "frontier", "9");
    vec![
        memory("memory", "single"),
        memory("memory, multi", "multi"),
        disk("disk", "single"),
        disk("disk, multi", "multi"),
        lists("frontier", "single"),
        lists("frontier, multi", "multi"),
        finished(place),
        solves(place),
        comparison(place),
        marked(place),
    ]
}

const RESUME: [&str; 9] =
    ["enumerate", "--depth", "18", "--memory", "20MiB", "--format", "csv", "--quiet", "--resume"];
const VERIFY: [&str; 5] = ["verify", "--max-time", "50ms", "--quiet", "--threads=1"];

/// A run that was stopped after a level, without a certificate.
fn enumeration(
    place: &Place,
    what: &'static str,
    board: [&'static str; 3],
    engine: &str,
    depth: &str,
) -> Seed {
    let run = place.fresh();
    let size = [board[0], board[1]].join("x");
    let how = ["enumerate", &size, "--engine", engine, "--metric", board[2], "--depth", depth];
    let options = ["--checkpoint-every", "1level", "--memory", "20MiB", "--dir", name(&run)];
    loyd(&[&how[..], &options].concat()).succeeds();
    let mut files = read(&run);
    // The state after a kill before its end.
    files.retain(|(name, _)| !["certificate.json", "statistics.csv"].contains(&name.as_str()));
    let commands = vec![RESUME.to_vec(), VERIFY.to_vec()];
    Seed { name: what, files, commands, truth: published(board) }
}

/// A run that was killed within a level, just after it had written a mark.
fn marked(place: &Place) -> Seed {
    for _ in 0..40 {
        let run = place.fresh();
        let how = ["enumerate", "4x3", "--engine", "disk", "--memory", "20MiB", "--quiet"];
        let options = ["--checkpoint-every", "1ms", "--dir", name(&run)];
        let mut run_to_kill = command();
        let run_to_kill = run_to_kill.args(how).args(options).stdout(Stdio::null());
        let mut child = run_to_kill.spawn().expect("loyd starts");
        let running = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while running(&mut child) && !is_within_a_level(&run) {}
        let _ = child.kill();
        child.wait().expect("it ends");
        if is_within_a_level(&run) {
            let go_on = [
                "enumerate",
                "--depth",
                "28",
                "--memory",
                "20MiB",
                "--format",
                "csv",
                "--quiet",
                "--max-time",
                "10s",
                "--checkpoint-every",
                "1ms",
                "--resume",
            ];
            let commands = vec![go_on.to_vec(), VERIFY.to_vec()];
            let truth = published(["4", "3", "single"]);
            return Seed { name: "mark", files: read(&run), commands, truth };
        }
    }
    panic!("no run was killed between the mark of a level and its end");
}

/// True if a run has a mark for the level after the last one committed, and enough levels before it.
fn is_within_a_level(run: &Path) -> bool {
    let Ok(mark) = fs::read(run.join("level.mark")) else { return false };
    // A header in JSON follows its length, at byte 12.
    let length =
        mark.get(12..16).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("4 bytes")));
    let header = length.and_then(|length| mark.get(16..16 + length as usize));
    let level = fs::read(run.join("level.json")).unwrap_or_default();
    let depth = |json: &[u8], path: &str| {
        let json: Option<Value> = serde_json::from_slice(json).ok();
        json.and_then(|json| json.pointer(path)?.as_u64())
    };
    let marked = header.and_then(|header| depth(header, "/depth"));
    let (Some(marked), Some(committed)) = (marked, depth(&level, "/levels/0/depth")) else {
        return false;
    };
    marked == committed + 1 && (12..28).contains(&committed)
}

/// A complete run.
fn finished(place: &Place) -> Seed {
    let run = place.fresh();
    let how = ["enumerate", "5x2", "--engine", "disk", "--memory", "20MiB", "--dir", name(&run)];
    loyd(&how).succeeds();
    let commands = vec![RESUME.to_vec(), VERIFY.to_vec()];
    let truth = published(["5", "2", "single"]);
    Seed { name: "certificate", files: read(&run), commands, truth }
}

/// A finished board and two that were stopped.
fn solves(place: &Place) -> Seed {
    let run = place.fresh();
    let boards = format!("id,tiles\na,1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15\nb,{HARD}\nc,{HARD}\n");
    let input = place.outside("boards.csv", &boards);
    let how = ["solve", "--input", name(&input), "-H", "manhattan", "--max-nodes", "300000"];
    let options = ["--threads", "1", "--checkpoint-every", "1ms", "--dir", name(&run)];
    let ran = loyd(&[&how[..], &options].concat());
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    let go_on = [
        "solve",
        "--max-nodes",
        "100000",
        "--max-time",
        "10s",
        "--threads",
        "1",
        "--format",
        "csv",
        "--quiet",
        "--resume",
    ];
    let truth = Truth::Lengths(vec![("a", 3)]);
    Seed { name: "solve", files: read(&run), commands: vec![go_on.to_vec()], truth }
}

/// A comparison with results in two files.
fn comparison(place: &Place) -> Seed {
    let run = place.fresh();
    let how = ["compare", "--size", "2x2", "--count", "6", "-a", "bfs,idastar", "-H", "manhattan"];
    let options = ["--format", "csv", "--quiet", "--dir", name(&run)];
    loyd(&[&how[..], &options].concat()).succeeds();
    let mut files = read(&run);
    let results = files.iter_mut().find(|(name, _)| name.starts_with("results-"));
    let (_, results) = results.expect("a file of results");
    let lines: Vec<Vec<u8>> =
        results.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let (first, second) = lines.split_at(lines.len() / 2);
    *results = first.concat();
    files.push(("results-0002.jsonl".to_owned(), second[..second.len() - 1].concat()));
    let go_on = ["compare", "--format", "csv", "--quiet", "--resume"];
    Seed { name: "compare", files, commands: vec![go_on.to_vec()], truth: Truth::Results }
}
