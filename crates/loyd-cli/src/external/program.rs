//! A program that estimates positions.
//!
//! ```text
//! loyd writes     3                      the number of positions
//!                 1 2 3 4 5 6 7 0 8      a position on each line, as `loyd scramble` prints it
//!                 …
//! the program     1                      writes a whole number for each, on a separate line
//!                 …
//! ```
//!
//! This is repeated until standard input ends. The goal and the puzzle are in the variables `LOYD_GOAL` and
//! `LOYD_PUZZLE`. What the program writes to standard error is shown.

use super::value;
use crate::exit::Failure;
use crate::platform::shell;
use loyd::erased::AnyTask;
use loyd_search::observe::Cancel;
use loyd_search::quote::{quoted, shortened};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time for the answer to one block of positions.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Between two looks at a request to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Lines that may wait to be read.
const LINES: usize = 1 << 12;

/// Bytes of the longest line of an answer.
const MAX_LINE: u64 = 256;

/// A running program.
pub(crate) struct Program {
    line: String,
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: Receiver<std::io::Result<String>>,
    cancel: Cancel,
}

impl Program {
    /// Starts the program of a command line, by the shell of the system.
    pub(super) fn start(line: &str, goal: &dyn AnyTask, cancel: &Cancel) -> Result<Self, Failure> {
        if line.is_empty() {
            return Err(Failure::input(
                "command: names no program: write -H command:'python3 mine.py'",
            ));
        }
        let child = shell::command(line)
            .env("LOYD_PUZZLE", goal.shape())
            .env("LOYD_GOAL", goal.goal())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let failed = |why: &dyn std::fmt::Display| {
            Failure::environment(format!("cannot start {}: {why}", quoted(line)))
        };
        let mut child = child.map_err(|why| failed(&why))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"its input or output is closed"));
        };
        let (sender, receiver) = sync_channel(LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut text = String::new();
                let read = std::io::Read::take(&mut output, MAX_LINE).read_line(&mut text);
                let is_end = matches!(read, Ok(0) | Err(_));
                let line = match read {
                    Ok(0) => return,
                    read => read.map(|_| text),
                };
                if sender.send(line).is_err() || is_end {
                    return;
                }
            }
        });
        let (line, input) = (line.to_owned(), Some(BufWriter::new(input)));
        Ok(Self { line, child, input, output: receiver, cancel: cancel.clone() })
    }

    /// The answers of the program.
    pub(super) fn estimates(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure> {
        let mut values = Vec::with_capacity(positions.len());
        // A pipe holds few positions: the program may answer before it has read all of them.
        let text = format!("{}\n{}\n", positions.len(), positions.join("\n"));
        let input = self.input.take();
        let writer = thread::spawn(move || {
            let mut input = input?;
            input.write_all(text.as_bytes()).and_then(|()| input.flush()).ok()?;
            Some(input)
        });
        let due = Instant::now() + MAX_WAIT;
        while values.len() < positions.len() {
            let line = self.next_line(due, values.len(), positions.len())?;
            let position = &positions[values.len()];
            let value = value(&line).ok_or_else(|| {
                self.failure(&format!(
                    "its estimate of {position} is {}: estimates are whole numbers from 0 on",
                    quoted(&shortened(line.trim_end()))
                ))
            })?;
            values.push(value);
        }
        self.input = writer.join().ok().flatten();
        Ok(values)
    }

    /// The next line of the program, before a point in time.
    fn next_line(&mut self, due: Instant, read: usize, of: usize) -> Result<String, Failure> {
        loop {
            if self.cancel.is_cancelled() {
                return Err(Failure::stopped("stopped while a heuristic was computed"));
            }
            match self.output.recv_timeout(LOOK) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(why)) => return Err(self.failure(&why.to_string())),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= due => {
                    let wait = MAX_WAIT.as_secs();
                    return Err(self.failure(&format!(
                        "it wrote {read} of {of} estimates in {wait} s: does it flush its output?"
                    )));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait();
                    let end = status.map_or_else(|why| why.to_string(), |it| it.to_string());
                    let reason = format!("it ended ({end}) after {read} of {of} estimates");
                    return Err(self.failure(&reason));
                }
            }
        }
    }

    fn failure(&self, reason: &str) -> Failure {
        Failure::environment(format!("the heuristic {}: {reason}", quoted(&self.line)))
    }
}

/// Ends the program: its input is closed; a program that does not end then is killed with its children.
impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        let due = Instant::now() + Duration::from_millis(200);
        while Instant::now() < due {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        shell::kill(&mut self.child);
    }
}
