//! Runs the program under test.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The exit code and the output of a run.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Runs a command with nothing on standard input.
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.stdin(Stdio::null()).output().expect("the program starts");
        Self::from(output)
    }

    /// Asserts the exit code, a part of standard error, and that the program did not panic.
    pub(crate) fn fails_with(&self, code: i32, message: &str) -> &Self {
        assert_eq!(self.code, Some(code), "exit code; standard error:\n{}", self.stderr);
        assert!(self.stderr.contains(message), "no {message:?} in:\n{}", self.stderr);
        assert!(!self.stderr.contains("internal error"), "{}", self.stderr);
        self
    }

    /// Asserts success.
    pub(crate) fn succeeds(&self) -> &Self {
        assert_eq!(self.code, Some(0), "exit code; standard error:\n{}", self.stderr);
        self
    }

    /// The rows of a CSV result, each from the column names to the values.
    pub(crate) fn rows(&self) -> Vec<std::collections::HashMap<String, String>> {
        let mut reader = csv::Reader::from_reader(self.stdout.as_bytes());
        reader.deserialize().map(|row| row.expect("a row of CSV")).collect()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("results are text"),
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }
}

/// The program, with a cache of tables that is not the user's.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loyd"));
    command.env("LOYD_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    command
}

/// The program, to be run in a folder.
pub(crate) fn command_in(folder: &tempfile::TempDir) -> Command {
    let mut command = command();
    command.current_dir(folder.path());
    command
}

/// Runs with nothing on standard input.
pub(crate) fn loyd(arguments: &[&str]) -> Ran {
    loyd_reading(arguments, b"")
}

/// Runs with something on standard input.
pub(crate) fn loyd_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that needs no input may end before it is written.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Ran::from(output)
}

/// A board of the 15-puzzle that takes any search far longer than a test may.
pub(crate) const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

/// A file in a folder that lives as long as the test.
pub(crate) fn file(folder: &tempfile::TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("a writable folder");
    path.to_str().expect("a path that is text").to_owned()
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Skips a test that the system does not support, with a printed line. Fails if `LOYD_REQUIRE_SYSTEM` is 1, as
/// `cargo xtask test` sets it unless it is set already.
#[cfg(unix)]
pub(crate) fn leave_out(lacking: &str) {
    let required = std::env::var_os("LOYD_REQUIRE_SYSTEM").is_some_and(|value| value == "1");
    assert!(!required, "{lacking}; LOYD_REQUIRE_SYSTEM=0 leaves tests out that need it");
    // Written to the stream itself: the test runner hides what `eprintln` prints.
    let _ = writeln!(std::io::stderr(), "\nSKIPPED: {lacking}");
}
