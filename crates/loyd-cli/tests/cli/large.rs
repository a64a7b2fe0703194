//! Boards of thousands of cells: solved within the limits, from reading to printing.

use crate::events::{PATIENCE, wait_until};
use crate::program::{Ran, command, loyd, loyd_reading};
use loyd_tiles::{Position, Scrambler, Size, Slide, parse_moves, parse_position, random_position};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn board(width: usize, height: usize, seed: u64) -> Position {
    random_position(Size::new(width, height).expect("a size"), seed)
}

fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

fn moves(object: &serde_json::Value) -> Vec<Slide> {
    parse_moves(object["moves"].as_str().expect("moves")).expect("moves")
}

/// The whole process: read, solved, made shorter, replayed, printed.
#[test]
fn a_board_of_160_by_160_is_solved_and_replayed() {
    let start = board(160, 160, 1);
    let ran = loyd_reading(
        &["solve", "-a", "constructive", "--format", "json", "-"],
        start.to_line().as_bytes(),
    );
    ran.succeeds();
    let object = json(&ran);
    let moves = moves(&object);
    assert_eq!(object["length"], moves.len());
    assert_eq!(start.replay(&moves), Ok(Position::blank_last(start.size())));
    assert_ne!(object["expanded"], 300_000);
}

/// One algorithm of each kind stops soon after the time limit.
#[test]
fn a_time_limit_holds_on_the_largest_boards() {
    let start = board(256, 256, 2).to_line();
    for algorithm in ["constructive", "idastar", "idastar-plain", "astar", "human", "human(tiles)"]
    {
        let began = Instant::now();
        let arguments = [
            "solve",
            "-a",
            algorithm,
            "--max-time",
            "200ms",
            "--memory",
            "2GiB",
            "--format",
            "json",
        ];
        let ran = loyd_reading(&[&arguments[..], &["-q", "-"]].concat(), start.as_bytes());
        ran.fails_with(3, "");
        assert!(began.elapsed() < PATIENCE, "{algorithm}: {:?}", began.elapsed());
        let object = json(&ran);
        assert_eq!(object["status"], "stopped", "{algorithm}");
        let bound = object["lower_bound"].as_u64().expect("a bound");
        assert!(bound > 10_000_000, "{algorithm}: {bound}");
    }
}

/// A search that is stopped on a large board comes with a solution if the time was enough.
#[test]
fn a_stopped_search_of_a_large_board_has_a_solution() {
    let start = board(40, 40, 3);
    let ran = loyd_reading(
        &["solve", "--max-time", "3s", "--format", "json", "-q", "-"],
        start.to_line().as_bytes(),
    );
    ran.fails_with(3, "");
    let moves = moves(&json(&ran));
    assert_eq!(start.replay(&moves), Ok(Position::blank_last(start.size())));
}

#[test]
fn boards_with_few_lines_are_solved_too() {
    let mut scrambler = Scrambler::new(4);
    for (width, height) in [(2, 500), (500, 2), (3, 300), (1, 2000), (2000, 1)] {
        let goal = Position::blank_last(Size::new(width, height).expect("a size"));
        let start = scrambler.position(&goal);
        let size = format!("{width}x{height}");
        let input = start.to_line();
        let ran = loyd_reading(
            &["solve", "-a", "constructive", "-s", &size, "--format", "json", "-"],
            input.as_bytes(),
        );
        ran.succeeds();
        assert_eq!(start.replay(&moves(&json(&ran))).as_ref(), Ok(&goal), "{size}");
        loyd_reading(&["check", "-s", &size, "-"], input.as_bytes()).succeeds();
        assert_eq!(parse_position(&input, Some(start.size())), Ok(start));
    }
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
fn interrupt(id: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &id.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// A run that has answered a small board and is at work on large ones; what it writes is not read.
#[cfg(unix)]
fn at_work(boards: &str) -> (std::process::Child, std::io::BufReader<std::process::ChildStdout>) {
    use std::io::{BufRead, BufReader, Write};
    let mut child = command()
        .args(["solve", "-", "-a", "constructive", "--threads", "1", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "1 2 3 0\n{boards}").expect("it reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    assert!(line.contains("\"solved\""), "{line}");
    (child, stdout)
}

#[test]
#[cfg(unix)]
fn an_interrupt_is_answered_while_a_solution_is_built() {
    use std::io::Read;
    let (mut child, mut stdout) = at_work(&format!("{}\n", board(256, 256, 5).to_line()).repeat(3));
    let began = Instant::now();
    interrupt(child.id());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    let stopped = rest.lines().filter(|line| line.contains("\"stopped\"")).count();
    assert!(rest.lines().count() == 3 && stopped >= 2, "{stopped} stopped");
}

#[test]
#[cfg(unix)]
fn an_interrupt_is_answered_without_a_reader() {
    use std::io::Read;
    let (mut child, mut stdout) = at_work(&format!("{}\n", board(100, 100, 6).to_line()));
    // The first letter of the result: megabytes are to follow, and a pipe holds 64 KiB.
    stdout.read_exact(&mut [0]).expect("a letter");
    std::thread::sleep(Duration::from_millis(100));
    interrupt(child.id());
    let mut status = None;
    wait_until("an end without a reader", || {
        status = child.try_wait().expect("it can be asked");
        status.is_some()
    });
    assert_eq!(status.and_then(|status| status.code()), Some(3));
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    assert!(stderr.contains("stopped while a result was being written"), "{stderr}");
}

#[test]
fn an_unsolvable_large_board_has_no_solution() {
    let mut tiles = board(100, 100, 7).tiles().to_vec();
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
    let (a, b) = if blank < 2 { (2, 3) } else { (0, 1) };
    tiles.swap(a, b);
    let line = tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    let ran = loyd_reading(&["solve", "-a", "constructive", "-"], line.as_bytes());
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert_eq!(loyd(&["solve", "-a", "constructive", "2 1 3 0"]).code, Some(1));
}

/// Lengths that a search has proved: of boards near to the goal the shortest solution is found nearly always.
#[test]
fn a_beam_finds_the_shortest_solution_of_boards_near_to_the_goal() {
    for size in ["6x6", "7x7"] {
        let scramble =
            ["scramble", "--size", size, "--length", "40", "--count", "40", "--seed", "2"];
        let boards = loyd(&[&scramble[..], &["--format", "csv", "--quiet"]].concat());
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("boards.csv");
        std::fs::write(&file, &boards.succeeds().stdout).expect("written");
        let name = file.display().to_string();
        let search = ["-a", "beam(1000)", "-H", "linear-conflict", "--format", "json"];
        let solved = loyd(&[&["solve", "--input", &name][..], &search].concat());
        let lengths: Vec<String> = solved
            .succeeds()
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .map(|result| result["length"].to_string())
            .collect();
        assert_eq!(lengths.len(), 40);
        let shortest = lengths.iter().filter(|length| *length == "40").count();
        assert!(shortest >= 38, "{size}: {lengths:?}");
    }
}
