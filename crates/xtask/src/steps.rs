//! Named steps, timed, one after the other; commands may run in the background. The first failure
//! ends the run.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The message for a person.
pub(crate) type Outcome = Result<(), String>;

pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("xtask lies two folders below the root").to_path_buf()
}

/// The cargo that runs this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// A command as it would be typed, its own environment variables first.
pub(crate) fn typed(command: &Command) -> String {
    let quoted = |text: &str| {
        if text.contains([' ', '"']) { format!("'{text}'") } else { text.to_owned() }
    };
    let variables = command.get_envs().filter_map(|(name, value)| {
        Some(format!("{}={}", name.display(), quoted(&value?.to_string_lossy())))
    });
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    variables.chain(words.map(|word| quoted(&word.to_string_lossy()))).collect::<Vec<_>>().join(" ")
}

/// The test runner's summary of the number of tests.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
}

impl Count {
    /// Adds a line of libtest, `test result: ok. 5 passed; 0 failed; 1 ignored; …`, of nextest, `Summary
    /// [ 1.2s] 5 tests run: 5 passed (1 slow), 1 skipped`, of Vitest, `Tests  5 passed | 1 skipped (6)`, or of
    /// pytest, `1 failed, 5 passed in 1.20s`.
    pub(crate) fn add_line(&mut self, line: &str) {
        if let Some((_, result)) =
            line.trim().strip_prefix("Summary [").and_then(|line| line.split_once(" run: "))
        {
            self.add_counts(result.split(','));
        }
        if let Some(result) = line.trim().strip_prefix("Tests ") {
            self.add_vitest(result);
        }
        if let Some((counts, _)) = line.trim_matches(['=', ' ']).split_once(" in ")
            && counts.contains(" passed")
        {
            // Of pytest.
            self.add_counts(counts.split(','));
        }
        let Some(result) = line.trim().strip_prefix("test result: ") else { return };
        let (_, counts) = result.split_once(". ").unwrap_or_default();
        for part in counts.split(';') {
            let Some((number, what)) = part.trim().split_once(' ') else { continue };
            let number: u64 = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }

    /// Adds the tests of another run.
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }

    fn add_vitest(&mut self, result: &str) {
        self.add_counts(result.split(['|', '(']));
    }

    /// Adds parts such as `5 passed`.
    fn add_counts<'a>(&mut self, parts: impl Iterator<Item = &'a str>) {
        for part in parts {
            let mut words = part.split_whitespace();
            let (Some(number), Some(what)) = (words.next(), words.next()) else { continue };
            let number: u64 = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "skipped" => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// The steps done so far.
pub(crate) struct Steps {
    began: Instant,
    done: Vec<(&'static str, Duration)>,
    pub(crate) tests: Count,
}

impl Steps {
    /// No step yet; the time of all of them begins now.
    pub(crate) fn begin() -> Self {
        Self { began: Instant::now(), done: Vec::new(), tests: Count::default() }
    }

    /// Adds a step that has ended, and the tests it ran.
    pub(crate) fn add(&mut self, name: &'static str, took: Duration, tests: Count) {
        self.done.push((name, took));
        self.tests.add(tests);
    }

    pub(crate) fn run(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) -> Outcome {
        println!("\n== {name}");
        let started = Instant::now();
        let result = work();
        let took = started.elapsed();
        result.map_err(|reason| format!("step `{name}` failed after {took:.1?}: {reason}"))?;
        self.done.push((name, took));
        Ok(())
    }

    pub(crate) fn command(&mut self, name: &'static str, mut command: Command) -> Outcome {
        self.run(name, || succeed(&mut command))
    }

    /// Runs a command as a step, and counts the tests that it says it ran.
    pub(crate) fn tests(&mut self, name: &'static str, mut command: Command) -> Outcome {
        let mut count = self.tests;
        self.run(name, || count_tests(&mut command, &mut count))?;
        self.tests = count;
        Ok(())
    }

    /// One line a step, and the tests counted.
    pub(crate) fn print_summary(&self) {
        println!("\n== summary");
        self.print_times();
        let Count { passed, failed, ignored } = self.tests;
        println!("tests: {passed} passed, {failed} failed, {ignored} skipped");
    }

    pub(crate) fn print_times(&self) {
        for (name, took) in &self.done {
            println!("{name:<28} {:>7.1} s", took.as_secs_f64());
        }
        println!("{:<28} {:>7.1} s", "all", self.began.elapsed().as_secs_f64());
    }
}

/// Runs a command to its end, its output on the terminal.
pub(crate) fn succeed(command: &mut Command) -> Outcome {
    println!("{}", typed(command));
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("repeat it with\n    {}", typed(command))) }
}

/// The standard output of a command that succeeds; `None` if it fails or is not there.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn count_tests(command: &mut Command, count: &mut Count) -> Outcome {
    println!("{}", typed(command));
    // Some runners report on standard error.
    let (output, stdout) = std::io::pipe().map_err(|error| cannot_start(command, &error))?;
    let stderr = stdout.try_clone().map_err(|error| cannot_start(command, &error))?;
    command.stdout(stdout).stderr(stderr);
    let mut child = command.spawn().map_err(|error| cannot_start(command, &error))?;
    // The command holds ends of the pipe, which would keep it open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    for line in BufReader::new(output).lines() {
        let line = line.map_err(|error| error.to_string())?;
        count.add_line(&line);
        // A closed terminal must not keep the tests from finishing.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("repeat it with\n    {}", typed(command)));
    }
    if count.passed == 0 { Err("it ran no test".into()) } else { Ok(()) }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start {}: {error}", command.get_program().display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_test_runner_are_counted() {
        let mut count = Count::default();
        count
            .add_line("test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out");
        count.add_line("test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured");
        count.add_line("test result_of_something ... ok");
        assert_eq!(count, Count { passed: 7, failed: 3, ignored: 1 });
        let mut nextest = Count::default();
        nextest.add_line(
            "     Summary [  12.345s] 9 tests run: 7 passed (1 slow), 2 failed, 3 skipped",
        );
        assert_eq!(nextest, Count { passed: 7, failed: 2, ignored: 3 });
        count.add_line("      Tests  1 failed | 20 passed | 2 skipped (23)");
        assert_eq!(count, Count { passed: 27, failed: 4, ignored: 3 });
        count.add_line("1 failed, 3 passed, 1 skipped, 2 warnings in 272.88s (0:04:32)");
        assert_eq!(count, Count { passed: 30, failed: 5, ignored: 4 });
    }

    #[test]
    fn commands_are_shown_in_shell_syntax() {
        let mut command = Command::new("cargo");
        command.args(["run", "--", "1 2 0"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(typed(&command), "RUSTDOCFLAGS='-D warnings' cargo run -- '1 2 0'");
    }
}
