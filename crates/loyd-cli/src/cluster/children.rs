//! Processes of this machine, started by process 0.
//!
//! ```text
//! process 0                                  child
//! starts it with the same arguments   ──▶    listens at a free port of the loopback interface
//! reads the address                   ◀──    address on standard output
//! writes a new secret, all addresses  ──▶    reads them, connects
//! keeps its standard input open              ends when it closes: process 0 has ended
//! ```
//!
//! The messages of a child on standard error are shown only if it ends before it is connected: later,
//! its errors reach process 0 over the network.

use super::role::CHILD;
use crate::exit::{Exit, Failure};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The children of process 0; they are ended when this is dropped.
pub(crate) struct Children(Vec<One>);

struct One {
    number: usize,
    child: Child,
    address: Receiver<String>,
    /// The last bytes of its standard error.
    stderr_tail: Arc<Mutex<Vec<u8>>>,
}

/// Bytes of standard error in a message.
const MAX_TAIL: usize = 4096;
/// The time for a child to begin.
const START: Duration = Duration::from_secs(30);
/// The time for a child to end by itself.
const END: Duration = Duration::from_secs(10);

impl Children {
    /// No children.
    pub(crate) fn none() -> Self {
        Children(Vec::new())
    }

    /// Starts all processes but this one, with the arguments of this one.
    pub(super) fn start(processes: usize, run: u64) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            Failure::environment(format!("cannot start another process of loyd: {error}"))
        };
        let program = std::env::current_exe().map_err(failed)?;
        let mut children = Children::none();
        for number in 1..processes {
            let mut command = Command::new(&program);
            command.args(std::env::args_os().skip(1));
            command.env(CHILD, format!("{processes}:{number}:{run}"));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().map_err(failed)?;
            let stderr_tail = Arc::new(Mutex::new(Vec::new()));
            if let Some(stderr) = child.stderr.take() {
                let stderr_tail = stderr_tail.clone();
                thread::spawn(move || keep_end(stderr, &stderr_tail));
            }
            let (sender, address) = channel();
            if let Some(stdout) = child.stdout.take() {
                thread::spawn(move || {
                    let mut lines = BufReader::new(stdout).lines();
                    if let Some(Ok(line)) = lines.next() {
                        let _ = sender.send(line);
                    }
                    lines.for_each(drop);
                });
            }
            children.0.push(One { number, child, address, stderr_tail });
        }
        Ok(children)
    }

    /// Waits for the addresses of the children.
    pub(super) fn addresses(
        &mut self,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<String>, Failure> {
        let deadline = Instant::now() + START;
        let mut addresses = Vec::new();
        while let Some(one) = self.0.get(addresses.len()) {
            match one.address.recv_timeout(Duration::from_millis(50)) {
                Ok(address) => addresses.push(address),
                Err(_) if interrupted() => {
                    let text = "stopped before the processes were connected".to_owned();
                    return Err(Failure::Message { exit: Exit::Stopped, text });
                }
                Err(_) => {
                    if let Some(message) = self.exit_message() {
                        return Err(Failure::environment(message));
                    }
                    if Instant::now() > deadline {
                        return Err(Failure::environment(format!(
                            "process {} did not begin within {} s",
                            addresses.len() + 1,
                            START.as_secs()
                        )));
                    }
                }
            }
        }
        Ok(addresses)
    }

    /// Tells all children the secret of the run and the addresses of all processes.
    pub(super) fn tell(&mut self, secret: &str, hosts: &[String]) {
        for one in &mut self.0 {
            if let Some(stdin) = &mut one.child.stdin {
                // A child that is gone is noticed elsewhere.
                let _ =
                    writeln!(stdin, "{secret}\n{}", hosts.join("\n")).and_then(|()| stdin.flush());
            }
        }
    }

    /// The message about a child that has ended.
    pub(super) fn exit_message(&mut self) -> Option<String> {
        self.0.iter_mut().find_map(|one| {
            let status = one.child.try_wait().ok().flatten()?;
            // Its last message may still be on the way.
            thread::sleep(Duration::from_millis(50));
            let stderr = one.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
            let stderr = String::from_utf8_lossy(&stderr);
            let stderr = stderr.trim().trim_start_matches("error: ");
            let number = one.number;
            Some(match stderr {
                "" => format!("process {number} ended before it was connected ({status})"),
                stderr => format!("process {number} ended before it was connected: {stderr}"),
            })
        })
    }

    /// Waits until all children have ended; those that do not are killed.
    pub(crate) fn wait(&mut self) {
        let deadline = Instant::now() + END;
        for one in &mut self.0 {
            drop(one.child.stdin.take());
            while matches!(one.child.try_wait(), Ok(None)) {
                if Instant::now() > deadline {
                    let _ = one.child.kill();
                    let _ = one.child.wait();
                    break;
                }
                thread::sleep(Duration::from_millis(10));
            }
        }
        self.0.clear();
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for one in &mut self.0 {
            let _ = one.child.kill();
            let _ = one.child.wait();
        }
    }
}

/// Reads to the end and keeps the last bytes.
fn keep_end(mut from: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&buffer[..read]);
        let excess = tail.len().saturating_sub(MAX_TAIL);
        tail.drain(..excess);
    }
}
