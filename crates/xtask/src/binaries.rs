//! The test binaries of the workspace, several at a time.
//!
//! `cargo test` runs one binary after the other, so that a binary with one long test leaves the other
//! cores idle. Here every core runs binaries of its own, those that take longest first, so that none of
//! them is left for the end.

use crate::steps::{Count, Outcome, Steps, cargo, typed};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// The binaries that take longest, the longest first. The order of the others does not matter.
const LONGEST: [&str; 10] = [
    "cli",
    "servers",
    "cubes",
    "engines",
    "search",
    "store",
    "cluster",
    "loyd_tiles",
    "readme",
    "graph",
];

/// Threads of one binary on a machine with this many cores: tests that wait for processes and servers
/// leave room for others, and on large machines the last binaries need more.
fn threads(cores: usize) -> usize {
    (cores / 4).max(2)
}

/// A test binary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Binary {
    path: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
    /// The name of its target: of a package, or of a file in `tests`.
    name: String,
}

impl Binary {
    /// The binary in a line of cargo's messages in JSON; `None` for a line that names none.
    fn of(line: &str) -> Option<Self> {
        if !line.contains("\"reason\":\"compiler-artifact\"") || !line.contains("\"test\":true}") {
            return None;
        }
        let path = PathBuf::from(text(line, "executable")?);
        let folder = Path::new(&text(line, "manifest_path")?).parent()?.to_path_buf();
        let target = &line[line.find("\"target\":")?..];
        Some(Self { path, folder, name: text(target, "name")? })
    }

    /// The place in the order of running.
    fn place(&self) -> usize {
        LONGEST.iter().position(|name| *name == self.name).unwrap_or(LONGEST.len())
    }
}

/// The text of a field of an object in JSON: the first of that name. Paths may have escaped signs.
fn text(json: &str, field: &str) -> Option<String> {
    let start = json.find(&format!("\"{field}\":\""))? + field.len() + 4;
    let mut text = String::new();
    let mut signs = json[start..].chars();
    loop {
        match signs.next()? {
            '"' => return Some(text),
            '\\' => text.push(signs.next()?),
            sign => text.push(sign),
        }
    }
}

/// Builds all test binaries.
pub(crate) fn build(steps: &mut Steps) -> Result<Vec<Binary>, String> {
    let mut binaries = Vec::new();
    steps.run("tests: build", || {
        binaries = built()?;
        Ok(())
    })?;
    Ok(binaries)
}

/// Runs test binaries with these variables of the environment, then the examples of the documentation.
pub(crate) fn run(
    steps: &mut Steps,
    binaries: Vec<Binary>,
    variables: &[(&str, OsString)],
) -> Outcome {
    let mut count = steps.tests;
    steps.run("tests", || run_all(binaries, variables, &mut count))?;
    steps.tests = count;
    steps.tests("tests: documentation", cargo(&["test", "--workspace", "--doc"]))
}

fn built() -> Result<Vec<Binary>, String> {
    // Examples have no tests, and the lints compile them.
    let targets = ["--lib", "--bins", "--tests"];
    let arguments =
        [&["test", "--workspace", "--no-run"], &targets[..], &["--message-format"]].concat();
    let mut command = cargo(&arguments);
    command.arg("json-render-diagnostics").stdout(Stdio::piped());
    println!("{}", typed(&command));
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let stdout = child.stdout.take().ok_or("cargo has no output")?;
    let mut found = Vec::new();
    for line in BufReader::new(stdout).lines() {
        found.extend(Binary::of(&line.map_err(|error| error.to_string())?));
    }
    if !child.wait().map_err(|error| error.to_string())?.success() {
        return Err("the tests cannot be built".to_owned());
    }
    if found.is_empty() {
        return Err("cargo built no test".to_owned());
    }
    found.sort_by_key(Binary::place);
    Ok(found)
}

/// Runs binaries on all cores; all of them run even if one fails.
fn run_all(binaries: Vec<Binary>, variables: &[(&str, OsString)], count: &mut Count) -> Outcome {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let before = count.passed;
    let (queue, failed) = (Mutex::new(binaries.into_iter()), Mutex::new(BTreeMap::new()));
    let total = Mutex::new(*count);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(binary) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                    let result = run_one(&binary, threads(cores), variables, &total);
                    if let (Err(reason), Ok(mut failed)) = (result, failed.lock()) {
                        failed.insert(binary.path, reason);
                    }
                }
            });
        }
    });
    *count = total.into_inner().map_err(|_| "a test could not be counted")?;
    let failed = failed.into_inner().map_err(|_| "a test could not be counted")?;
    if let Some((_, reason)) = failed.first_key_value() {
        return Err(format!("{} of the test binaries failed; {reason}", failed.len()));
    }
    if count.passed == before { Err("they ran no test".to_owned()) } else { Ok(()) }
}

/// Runs one binary and prints its output at its end, so that outputs do not mix.
fn run_one(
    binary: &Binary,
    threads: usize,
    variables: &[(&str, OsString)],
    total: &Mutex<Count>,
) -> Outcome {
    let mut command = Command::new(&binary.path);
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
    command.envs(variables.iter().cloned());
    command.env("RUST_TEST_THREADS", threads.to_string());
    let began = Instant::now();
    let output = command.output().map_err(|error| format!("{}: {error}", binary.path.display()))?;
    let seconds = began.elapsed().as_secs_f64();
    let mut count = Count::default();
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().for_each(|line| count.add_line(line));
    let mut total = total.lock().map_err(|_| "a test could not be counted")?;
    total.add(count);
    let mut all = std::io::stdout().lock();
    // A closed terminal must not keep the tests from finishing.
    let _ = write!(all, "\n   {} ({seconds:.1} s)\n{text}", binary.path.display());
    if output.status.success() {
        return Ok(());
    }
    let _ = all.write_all(&output.stderr);
    Err(format!("repeat it with\n    cd {} && {}", binary.folder.display(), typed(&command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_read_from_the_messages_of_cargo() {
        let line = r#"{"reason":"compiler-artifact","package_id":"p","manifest_path":"/a \"b\"/Cargo.toml","target":{"kind":["test"],"name":"cli","src_path":"x"},"profile":{"opt_level":"2","test":true},"features":[],"filenames":[],"executable":"/t/cli-1","fresh":true}"#;
        let expected = Binary {
            path: PathBuf::from("/t/cli-1"),
            folder: PathBuf::from("/a \"b\""),
            name: "cli".to_owned(),
        };
        assert_eq!(Binary::of(line), Some(expected));
        assert_eq!(Binary::of(&line.replace("true},\"f", "false},\"f")), None);
        assert_eq!(Binary::of(&line.replace("\"/t/cli-1\"", "null")), None);
        assert_eq!(Binary::of(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
