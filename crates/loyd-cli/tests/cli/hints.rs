//! Hints are valid: a command that a message names runs, an option that it names exists.

use crate::names::arguments;
use crate::program::{Ran, command_in, folder};

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Commands whose messages have hints, and their exit codes. `RUN` is a folder with a stopped enumeration,
/// `SOLVES` one with stopped searches.
const CASES: [(&str, i32); 44] = [
    ("loyd 15", 2),
    ("loyd cube3", 2),
    ("loyd pyraminx", 2),
    ("loyd 5x4", 2),
    ("loyd diameter 4x4", 2),
    ("loyd diameter 5x5", 2),
    ("loyd diameter 4x3 --memory 1MiB", 2),
    ("loyd enumerate 4x4", 2),
    ("loyd enumerate 5x5", 2),
    ("loyd enumerate 4x3 --memory 1MiB", 2),
    ("loyd enumerate cube3", 2),
    ("loyd enumerate megaminx", 2),
    ("loyd enumerate 3x3 --adapter 0", 2),
    ("loyd enumerate 3x3 --keep-levels", 2),
    ("loyd enumerate 3x3 --coding fast", 2),
    ("loyd enumerate 3x3 --depth 5", 0),
    ("loyd enumerate 3x3", 0),
    ("loyd enumerate cube2 --depth 4", 0),
    ("loyd solve --resume RUN", 2),
    ("loyd compare --resume RUN", 2),
    ("loyd enumerate --resume SOLVES", 2),
    ("loyd enumerate 3x3 --dir RUN", 2),
    ("loyd solve 3x3", 2),
    ("loyd solve '2 1 3 4 5 6 7 8 0'", 1),
    ("loyd solve '1 2 3 4 5 6 7 8 0' -a bfs -H manhattan", 2),
    ("loyd solve '1 2 3 4 5 6 7 8 0' -a astar --pruning full", 2),
    ("loyd solve '8 6 7 2 5 4 3 0 1' -a two-phase", 2),
    ("loyd solve '1 2 3 4 5 6 7 8 0' -o a.csv --format json", 2),
    ("loyd solve --puzzle cube3 'D2 F2 U R2' -H no-such", 2),
    ("loyd solve '1 2 3 0' --size 3x3", 2),
    ("loyd solve '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1' -H manhattan --dir NEW --max-nodes 10", 3),
    ("loyd solve '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1' -H pdb:7-8 --memory 1MiB", 4),
    ("loyd check '2 1 3 4 5 6 7 8 0'", 1),
    ("loyd pdb verify 7-8", 2),
    ("loyd pdb verify g1 --puzzle cube3", 2),
    ("loyd pdb build --size 4x4 no-such", 2),
    ("loyd pdb list --puzzle cube2", 2),
    ("loyd plan solve", 2),
    ("loyd plan solve --size 3x3 -H manhattan", 0),
    ("loyd plan enumerate 4x4", 2),
    ("loyd scramble --puzzle no-such", 2),
    ("loyd graph path '1 2 3 4 5 6 7 8 0' --db sqlite:none.db", 2),
    ("loyd graph build 3x3 --db sqlite:new.db --max-time 1ms --strategy row", 3),
    ("loyd audit manhattan", 2),
];

#[test]
fn hints_name_existing_options() {
    let (mut followed, mut faults) = (0, Vec::new());
    for (line, code) in CASES {
        let folder = folder();
        let ran = run(line, &folder);
        let text = format!("{}\n{}", ran.stdout, ran.stderr);
        if ran.code != Some(code) {
            faults.push(format!("{line}: {:?} and not {code}\n{text}", ran.code));
        }
        for hint in commands(&text) {
            followed += 1;
            if outcome(&hint, &folder) == Some(2) {
                faults.push(format!("{line}: `{hint}` ends with 2\n{text}"));
            }
        }
        if code != 0 {
            let existing = options_of(line, &folder);
            // Options within a command are those of that command.
            let own: String = ran.stderr.split('`').step_by(2).collect();
            let unknown: Vec<_> = options(&own).difference(&existing).cloned().collect();
            if !unknown.is_empty() {
                faults.push(format!("{line}: names {unknown:?}\n{text}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(followed >= 15, "only {followed} hints have commands");
}

/// Runs a line as a shell would, in a folder that has what the lines name.
fn run(line: &str, folder: &TempDir) -> Ran {
    let begin = |arguments: &[&str]| {
        Ran::of(own(folder).args(arguments)).fails_with(3, "");
    };
    if line.contains("RUN") {
        begin(&["enumerate", "7x2", "--dir", "RUN", "--max-time", "1s", "--memory", "1GiB"]);
    }
    if line.contains("SOLVES") {
        let hard = crate::program::HARD;
        begin(&["solve", hard, "-H", "manhattan", "--dir", "SOLVES", "--max-nodes", "10"]);
    }
    Ran::of(own(folder).args(&arguments(line)[1..]))
}

/// The program in a folder, with a cache there.
fn own(folder: &TempDir) -> Command {
    let mut command = command_in(folder);
    command.env("LOYD_CACHE", folder.path().join("tables"));
    command
}

/// The commands that a message names: in backquotes, or on a line with an indentation.
fn commands(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2).filter(|part| part.starts_with("loyd "));
    let indented = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with("loyd ")));
    quoted.chain(indented).map(str::to_owned).collect()
}

/// The exit code of a command, its placeholders replaced; `None` if it runs for longer than a usage error.
fn outcome(hint: &str, folder: &TempDir) -> Option<i32> {
    let position = match hint {
        _ if hint.contains("3x3") => "1 2 3 4 5 6 7 0 8",
        _ if hint.contains("--puzzle cube") => "R U",
        _ if hint.contains("--puzzle") => "R",
        _ if hint.contains("5x4") => "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 0 19",
        _ => "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
    };
    let arguments = arguments(hint).into_iter().skip(1).map(|argument| match &argument[..] {
        "FOLDER" => "new-folder".to_owned(),
        "N" => "1".to_owned(),
        "POSITION" | "BOARD" => position.to_owned(),
        _ => argument,
    });
    let mut child = own(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        if began.elapsed() > Duration::from_secs(1) {
            child.kill().expect("a child");
            child.wait().expect("a child");
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The options that a text names.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split(|c: char| !is_part(c));
    let named =
        words.filter(|word| word.len() > 3 && word.starts_with("--") && !word.starts_with("---"));
    named.map(|word| word.trim_end_matches('-').to_owned()).collect()
}

fn options_of(line: &str, folder: &TempDir) -> BTreeSet<String> {
    let words = arguments(line);
    let is_group = matches!(&words[1][..], "graph" | "pdb" | "bench" | "plan");
    let names = if is_group { &words[1..3] } else { &words[1..2] };
    let is_bare = !names[0].chars().all(char::is_alphabetic)
        || ["cube", "pyraminx"].iter().any(|puzzle| names[0].starts_with(puzzle));
    let solve = ["solve".to_owned()];
    let mut help = own(folder);
    help.args(if is_bare { &solve[..] } else { names }).arg("--help");
    options(&Ran::of(&mut help).succeeds().stdout)
}
