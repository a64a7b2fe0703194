//! A stopped search exits with 3 and prints what it has proved, and the best solution so far.

#[cfg(unix)]
use crate::events::wait_until_it_listens;
use crate::program::{HARD, command, loyd, loyd_reading};
use loyd_tiles::{Position, parse_moves, parse_position};
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

/// The bounds that a stopped search of [`HARD`] proved.
fn bounds_of(stdout: &str) -> (u64, u64) {
    let object: serde_json::Value = serde_json::from_str(stdout).expect("JSON");
    assert_eq!((&object["status"], &object["proven"]), (&"stopped".into(), &false.into()));
    let moves = parse_moves(object["moves"].as_str().expect("moves")).expect("moves");
    let start = parse_position(HARD, None).expect("a board");
    assert_eq!(start.replay(&moves), Ok(Position::blank_last(start.size())));
    assert_eq!(object["length"], moves.len());
    (object["lower_bound"].as_u64().expect("a bound"), moves.len() as u64)
}

#[test]
fn stopped_by_nodes() {
    let ran = loyd(&["solve", "--max-nodes", "1e5", "--format", "json", HARD]);
    ran.fails_with(3, "larger limit");
    let (bound, length) = bounds_of(&ran.stdout);
    assert!(bound >= 58, "the Manhattan distance of the start is 58");
    assert!((80..300).contains(&length), "its shortest solution has 80 moves");
    let again = loyd(&["solve", "--max-nodes", "1e5", "--format", "json", HARD]);
    assert_eq!(bounds_of(&again.stdout), (bound, length));
}

#[test]
fn stopped_by_time() {
    // The default heuristic depends on the tables in the cache.
    let ran = loyd(&["solve", "-H", "manhattan", "--max-time", "200ms", "--quiet", HARD]);
    assert_eq!((ran.code, &ran.stderr[..]), (Some(3), ""));
    assert!(ran.stdout.starts_with("stopped by the time limit after "), "{}", ran.stdout);
    assert!(ran.stdout.contains("; proved: at least "), "{}", ran.stdout);
    assert!(ran.stdout.contains(", at most "), "{}", ran.stdout);
    assert!(ran.stdout.contains("\nmoves     "), "{}", ran.stdout);
}

#[test]
fn every_board_of_a_batch_has_its_own_limit() {
    let input = format!("{HARD}\n1 2 3 4 5 6 7 0 8\n{HARD}\n");
    let ran =
        loyd_reading(&["solve", "-", "--max-nodes", "1e4", "--format", "csv"], input.as_bytes());
    assert_eq!(ran.code, Some(3));
    let statuses: Vec<String> = ran.rows().iter().map(|row| row["status"].clone()).collect();
    assert_eq!(statuses, ["stopped", "solved", "stopped"]);
}

#[test]
fn a_stopped_enumeration_prints_its_finished_levels() {
    let ran = loyd(&["enumerate", "4x4", "--depth", "60", "--max-time", "1s", "--format", "csv"]);
    ran.fails_with(3, "are complete");
    assert!(ran.stdout.starts_with("depth,states\n0,1\n1,2\n2,4\n"), "{}", ran.stdout);
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
fn interrupt(id: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &id.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
#[cfg(unix)]
fn an_interrupt_reports_all_boards() {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut child = command()
        .args(["solve", "-", "--threads", "1", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "1 2 3 0\n{HARD}\n{HARD}\n").expect("it reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    // Results are flushed: the first is printed while the second board is searched.
    stdout.read_line(&mut line).expect("a line");
    assert!(line.contains("\"solved\""), "{line}");
    interrupt(child.id());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    let stopped: Vec<serde_json::Value> =
        rest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(stopped.len(), 2);
    for board in stopped {
        // A board has no moves if the interrupt precedes its first solution.
        assert_eq!(board["status"], "stopped", "{board}");
        assert!(board["lower_bound"].as_u64() >= Some(58), "{board}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_diameter_is_a_lower_bound() {
    let child = command()
        .args(["diameter", "4x3", "--engine", "reference", "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_until_it_listens(&child);
    std::thread::sleep(Duration::from_secs(1));
    interrupt(child.id());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(object["diameter"].is_null() && object["at_least"].is_u64());
}
