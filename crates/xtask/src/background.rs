//! A command that runs in the background of steps that leave a core idle.

use crate::steps::{Count, Outcome, Steps, typed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A running command. Its output is buffered until its end, so that outputs do not mix.
///
/// It is ended when it is dropped; programs that it started may continue for a while.
pub(crate) struct Background {
    name: &'static str,
    typed: String,
    child: Child,
    /// Gives its output and its time; taken when it is waited for.
    reader: Option<JoinHandle<(Vec<String>, Duration)>>,
}

/// An ended command.
struct Finished {
    took: Duration,
    tests: Count,
    /// Its lines on standard output and standard error, in their order.
    lines: Vec<String>,
    outcome: Outcome,
}

impl Background {
    pub(crate) fn start(name: &'static str, mut command: Command) -> Result<Self, String> {
        let typed = typed(&command);
        let failed = |error: std::io::Error| format!("cannot start {typed}: {error}");
        let (output, stdout) = std::io::pipe().map_err(failed)?;
        let stderr = stdout.try_clone().map_err(failed)?;
        let began = Instant::now();
        let child = command.stdout(stdout).stderr(stderr).spawn().map_err(failed)?;
        // The command holds ends of the pipe, which would keep it open.
        drop(command);
        let reader = std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut lines = Vec::new();
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                lines.push(String::from_utf8_lossy(&line).trim_end().to_owned());
                line.clear();
            }
            (lines, began.elapsed())
        });
        Ok(Self { name, typed, child, reader: Some(reader) })
    }

    /// Waits for its end, shows its output, and adds it and its tests to the steps.
    ///
    /// # Errors
    /// The failure of the command, or that it ran no test.
    pub(crate) fn finish(self, steps: &mut Steps) -> Outcome {
        let name = self.name;
        println!("\n== {name} (in parallel with the steps above)");
        let Finished { took, tests, lines, outcome } = self.wait()?;
        for line in &lines {
            // A closed terminal must not keep the steps from finishing.
            let _ = writeln!(std::io::stdout(), "{line}");
        }
        outcome.map_err(|reason| format!("step `{name}` failed after {took:.1?}: {reason}"))?;
        steps.add(name, took, tests);
        Ok(())
    }

    fn wait(mut self) -> Result<Finished, String> {
        let reader = self.reader.take().ok_or("its output is gone")?;
        let (lines, took) = reader.join().map_err(|_| "its output could not be read")?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let mut tests = Count::default();
        for line in &lines {
            tests.add_line(line);
        }
        let outcome = if !status.success() {
            Err(format!("repeat it with\n    {}", self.typed))
        } else if tests.passed == 0 {
            Err("it ran no test".to_owned())
        } else {
            Ok(())
        };
        Ok(Finished { took, tests, lines, outcome })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Both fail if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Background {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Background::start("shell", command).expect("a shell starts")
    }

    #[test]
    fn output_and_tests_of_a_command_are_collected() {
        let ended = shell("echo one; echo two >&2; echo 'test result: ok. 5 passed; 0 failed'");
        let ended = ended.wait().expect("it ends");
        assert_eq!(ended.lines[..2], ["one", "two"]);
        assert_eq!(ended.tests, Count { passed: 5, failed: 0, ignored: 0 });
        assert_eq!(ended.outcome, Ok(()));
    }

    #[test]
    fn a_command_without_tests_fails() {
        let ended = shell("echo 'test result: ok. 0 passed'").wait().expect("it ends");
        assert_eq!(ended.outcome, Err("it ran no test".to_owned()));
    }

    #[test]
    fn failure_of_a_command_is_reported() {
        let ended = shell("exit 3").wait().expect("it ends");
        assert_eq!(ended.outcome, Err("repeat it with\n    sh -c 'exit 3'".to_owned()));
    }

    #[test]
    fn a_command_that_is_dropped_ends() {
        let began = Instant::now();
        drop(shell("exec sleep 600"));
        assert!(began.elapsed() < Duration::from_secs(300));
    }
}
