//! Requests to stop: every command ends soon with code 3 and leaves no unfinished file.

use crate::events::{FileState, PATIENCE, files_in, wait_until, wait_until_it_listens};
use crate::program::{HARD, Ran, command_in, folder, leave_out};
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Sends a signal by its name.
fn send(signal: &str, to: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &to.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -{signal}");
}

/// Runs a command in a folder, sends it a signal after a wait, and returns its output and the time
/// from the signal to its end.
fn interrupted(
    place: &tempfile::TempDir,
    arguments: &[&str],
    signal: &str,
    wait: impl FnOnce(),
) -> (Ran, Duration) {
    let mut command = command_in(place);
    command.env("LOYD_CACHE", place.path().join("cache")).args(arguments);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("it starts");
    // It stays open: the end of input is not a signal.
    let input = child.stdin.take();
    wait_until_it_listens(&child);
    wait();
    send(signal, &child);
    let began = Instant::now();
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    drop(input);
    (ran, began.elapsed())
}

/// Commands that take seconds at least.
const LONG: &[&[&str]] = &[
    &["plan", "solve", "--size", "5x5", "-H", "manhattan"],
    &["plan", "solve", "--size", "4x4", "-H", "pdb:6-6-3"],
    &["plan", "enumerate", "4x4", "--depth", "40"],
    &["enumerate", "5x4", "--depth", "40"],
    &["enumerate", "4x3", "--engine", "reference"],
    &["enumerate", "7x2", "--memory", "3GiB", "--depth", "60"],
    &["audit", "walking-distance", "--size", "4x3"],
    &["audit", "manhattan", "--size", "4x4", "--count", "1000"],
    &["scramble", "--count", "1e9", "-o", "boards"],
    &["pdb", "build", "7-8"],
    &["diameter", "4x3"],
    &["compare", "--size", "4x4", "--count", "50", "-a", "idastar", "-H", "manhattan"],
    &["bench", "solve", "--count", "100", "--heuristic", "manhattan"],
    &["solve", "-"],
    &["solve", "-H", "manhattan", HARD],
    &["solve", "-a", "astar", "--trace", "t", HARD],
];

#[test]
#[cfg(unix)]
fn every_command_ends_soon_after_a_request_to_stop() {
    for (number, arguments) in LONG.iter().enumerate() {
        for (turn, signal) in ["INT", "TERM", "HUP"].into_iter().enumerate() {
            if (turn + number) % 3 > 0 {
                continue;
            }
            let place = folder();
            let after = Duration::from_millis(100 + 100 * (number as u64 % 3));
            let (ran, took) = interrupted(&place, arguments, signal, || std::thread::sleep(after));
            assert_eq!(ran.code, Some(3), "{arguments:?}, {signal}: {}", ran.stderr);
            assert!(ran.stderr.contains("stop"), "{arguments:?}, {signal}: {}", ran.stderr);
            assert!(took < PATIENCE, "{arguments:?}, {signal}: {took:?}");
            let mut files = fs::read_dir(place.path()).expect("a folder").flatten();
            let unfinished = files.find(|file| file.file_name().to_string_lossy().contains(".tmp"));
            assert!(unfinished.is_none(), "{arguments:?}, {signal}: {unfinished:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn boards_are_stopped_and_not_invalid_while_tables_are_built() {
    const BOARDS: [&str; 2] = [HARD, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"];
    let place = folder();
    let mut arguments = vec!["solve", "-H", "pdb:7-8", "--goal", "blank-first", "--format", "csv"];
    arguments.extend(BOARDS);
    let (ran, _) = interrupted(&place, &arguments, "INT", || {
        let is_lock = |(file, ..): &FileState| file.extension().is_some_and(|its| its == "lock");
        wait_until("a locked table", || files_in(place.path()).iter().any(is_lock));
    });
    let rows: Vec<&str> = ran.stdout.lines().skip(1).collect();
    assert_eq!(rows.len(), BOARDS.len(), "{}{}", ran.stdout, ran.stderr);
    assert!(rows.iter().all(|row| !row.contains(",invalid,")), "{}{}", ran.stdout, ran.stderr);
}

/// The terminal's contents during `loyd replay` and after it. Runs `meanwhile` with the number of the
/// process; `None` without script(1).
fn on_a_terminal(meanwhile: impl FnOnce(&dyn Fn(&str))) -> Option<(String, String)> {
    const LINES: &str = "stty -g > before; sh -c 'echo $$ > pid; exec \"$LOYD\" replay t'; \
                         echo $? > code; stty -g > after; diff before after > difference";
    let place = folder();
    let solve = ["solve", "-q", "-a", "astar", "--trace", "t", "8 6 7 2 5 4 3 0 1"];
    Ran::of(command_in(&place).args(solve)).succeeds();
    let mut script = Command::new("script");
    script.args(["-qec", LINES, "/dev/null"]).current_dir(place.path());
    script.env("LOYD", command_in(&place).get_program()).env("TERM", "xterm");
    let script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut script) = script else {
        leave_out("no script(1) for a terminal");
        return None;
    };
    // Its input stays open: the end of it is a key.
    let input = script.stdin.take();
    let screen = Arc::new(Mutex::new(Vec::new()));
    let mut stdout = script.stdout.take().expect("a pipe");
    let reader = std::thread::spawn({
        let screen = screen.clone();
        move || {
            let mut buffer = [0; 4096];
            while let Ok(bytes @ 1..) = stdout.read(&mut buffer) {
                screen.lock().expect("no panic").extend(&buffer[..bytes]);
            }
        }
    });
    let text = || String::from_utf8_lossy(&screen.lock().expect("no panic")).into_owned();
    let entered = || text().matches(ENTERED).count();
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap_or_default();
    let is_stopped = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", read("pid").trim()));
        state.unwrap_or_default().rsplit(')').next().is_some_and(|rest| rest.starts_with(" T"))
    };
    wait_until("the other screen", || entered() == 1 && !read("pid").trim().is_empty());
    meanwhile(&|signal| {
        // The answer to a signal may be drawn in several pieces.
        std::thread::sleep(Duration::from_millis(100));
        let before = entered();
        let sent = Command::new("kill").args([&format!("-{signal}"), read("pid").trim()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill -{signal}");
        match signal {
            "TSTP" | "STOP" => wait_until("a stopped process", is_stopped),
            "CONT" => wait_until("the other screen again", || entered() > before),
            _ => {}
        }
    });
    script.wait().expect("it ends");
    drop(input);
    reader.join().expect("no panic");
    assert_eq!(read("difference"), "", "the modes of the terminal");
    Some((read("code").trim().to_owned(), text()))
}

const ENTERED: &str = "\u{1b}[?1049h";
const LEFT: &str = "\u{1b}[?1049l";
const CURSOR: &str = "\u{1b}[?25h";

/// Asserts that the terminal was restored.
fn assert_restored(screen: &str) {
    let last = |what: &str| screen.rfind(what);
    assert!(last(ENTERED).is_some(), "the other screen was entered: {screen:?}");
    assert!(last(LEFT) > last(ENTERED), "the other screen is left: {screen:?}");
    assert!(last(CURSOR) > last("\u{1b}[?25l"), "the cursor is shown: {screen:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_gives_the_terminal_back() {
    for signal in ["TERM", "HUP", "INT"] {
        let Some((code, screen)) = on_a_terminal(|send| send(signal)) else { return };
        assert_eq!(code, "3", "{signal}");
        assert_restored(&screen);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_suspended_replay_gives_the_terminal_back_and_takes_it_again() {
    let recording = on_a_terminal(|send| {
        send("TSTP");
        send("CONT");
        send("STOP");
        send("CONT");
        send("TERM");
    });
    let Some((code, screen)) = recording else { return };
    assert_eq!(code, "3");
    assert_eq!(screen.matches(ENTERED).count(), 3, "{screen:?}");
    assert_eq!(screen.matches(LEFT).count(), 3, "{screen:?}");
    assert_restored(&screen);
}

/// Outside of the session of the terminal the process gets no signal at its end.
#[test]
fn replay_ends_with_its_terminal() {
    let place = folder();
    let trace = place.path().join("trace");
    let board = "1 2 3 4 5 6 7 0 8";
    let mut record = command_in(&place);
    let recorded = record.args(["solve", "-a", "astar", "--trace"]).arg(&trace).arg(board).output();
    assert!(recorded.expect("it starts").status.success());
    let nix::pty::OpenptyResult { master, slave } =
        nix::pty::openpty(None, None).expect("the system has terminals");
    // A copy is not inherited by the process, which would keep its own terminal open.
    let copy = master.try_clone().expect("a descriptor more");
    drop(master);
    let mut master = fs::File::from(copy);
    let mut replay = command_in(&place);
    replay.arg("replay").arg(&trace).env("TERM", "xterm");
    let copy = || Stdio::from(slave.try_clone().expect("a descriptor more"));
    let mut child =
        replay.stdin(copy()).stdout(copy()).stderr(Stdio::null()).spawn().expect("it starts");
    drop((replay, slave));
    let mut screen = Vec::new();
    while !String::from_utf8_lossy(&screen).contains("\x1b[?1049h") {
        let mut part = [0; 4096];
        let length = master.read(&mut part).expect("it draws");
        screen.extend(&part[..length]);
    }
    drop(master);
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("its status") {
            break status;
        }
        if began.elapsed() > PATIENCE {
            drop(child.kill());
            panic!("the process continues after its terminal was closed");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(3));
}
