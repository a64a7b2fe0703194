//! A folder among others, and the checks of a process on it.

use crate::program::command;
use crate::seeds::{Seed, Truth};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// A process that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// Address space of a process, in KiB.
const MEMORY: u32 = 2 << 20;

/// The number of processes by exit code.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) content: usize,
    pub(crate) failed: usize,
    pub(crate) refused: usize,
    pub(crate) stopped: usize,
    pub(crate) environment: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, code: i32) {
        *match code {
            0 => &mut self.content,
            1 => &mut self.failed,
            2 => &mut self.refused,
            3 => &mut self.stopped,
            _ => &mut self.environment,
        } += 1;
    }
}

/// A folder for runs, beside files that must not change.
pub(crate) struct Place {
    root: TempDir,
    runs: Cell<u32>,
    before: BTreeMap<PathBuf, State>,
}

/// The state of a file, without its time of access.
#[derive(PartialEq, Eq, Debug)]
struct State {
    contents: Option<Vec<u8>>,
    changed: SystemTime,
}

impl Place {
    pub(crate) fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        for folder in ["runs", "outside", "outside/deep"] {
            fs::create_dir(root.path().join(folder)).expect("a folder");
        }
        let place = Self { root, runs: Cell::new(0), before: BTreeMap::new() };
        for name in ["victim", "level-0014-0.ball", "units-0014-0.data", "deep/lists-0009-0.index"]
        {
            place.outside(name, "a protected file\n");
        }
        symlink(place.root.path().join("outside/victim"), place.root.path().join("outside/link"))
            .expect("a link");
        let before = place.look();
        Self { before, ..place }
    }

    /// The folder that is changed.
    pub(crate) fn folder(&self) -> PathBuf {
        self.root.path().join("run")
    }

    /// A file that must not change.
    pub(crate) fn victim(&self) -> PathBuf {
        self.root.path().join("outside/victim")
    }

    /// A folder for a run from which cases are made.
    pub(crate) fn fresh(&self) -> PathBuf {
        self.runs.set(self.runs.get() + 1);
        self.root.path().join(format!("runs/{}", self.runs.get()))
    }

    /// A file beside the runs.
    pub(crate) fn outside(&self, name: &str, content: &str) -> PathBuf {
        let path = self.root.path().join("outside").join(name);
        fs::write(&path, content).expect("a file");
        path
    }

    /// Puts a seed's files into the folder.
    pub(crate) fn lay_out(&self, seed: &Seed) {
        let folder = self.folder();
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        for (name, bytes) in &seed.files {
            fs::write(folder.join(name), bytes).expect("a file");
        }
    }

    fn look(&self) -> BTreeMap<PathBuf, State> {
        let mut states = BTreeMap::new();
        let mut folders = vec![self.root.path().join("outside")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.file_name().is_some_and(|name| name == "boards.csv") {
                    continue;
                }
                let metadata = fs::symlink_metadata(&path).expect("a file");
                if metadata.is_dir() {
                    folders.push(path);
                    continue;
                }
                let contents = metadata.is_file().then(|| fs::read(&path).expect("a file"));
                let changed = metadata.modified().expect("a time");
                states.insert(path, State { contents, changed });
            }
        }
        states
    }

    pub(crate) fn assert_nothing_else_changed(&self, what: &str) {
        assert_eq!(self.look(), self.before, "{what}: something outside was changed");
        let mut names: Vec<_> = fs::read_dir(self.root.path())
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        assert_eq!(names, ["outside", "run", "runs"], "{what}: something was made outside");
    }

    /// Runs a command on the folder with bounded memory; returns the exit code of loyd.
    pub(crate) fn run(&self, seed: &Seed, arguments: &[&str], what: &str) -> i32 {
        let loyd = command();
        let mut limited = Command::new("sh");
        limited
            .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")])
            .arg(loyd.get_program())
            .args(arguments)
            .arg(self.folder())
            .env("LOYD_CACHE", self.root.path().join("runs/cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (code, stdout, stderr) = wait(limited.spawn().expect("loyd starts"), what);
        let report = format!("{what}: {arguments:?}: {code:?}\n{stdout}{stderr}");
        let Some(code) = code else { panic!("{report}: it was ended by a signal") };
        assert!((0..=4).contains(&code), "{report}");
        for never in ["panicked", "internal error", "memory allocation"] {
            assert!(!stderr.contains(never), "{report}");
        }
        assert!(code != 2 || stderr.len() < 2_000, "{report}: the message is too long");
        if code == 0 {
            seed.truth.assert(&stdout, arguments, &report);
        }
        code
    }
}

/// Waits for a process; returns its code and output.
fn wait(mut child: Child, what: &str) -> (Option<i32>, String, String) {
    let reader = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = from.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = reader(Box::new(child.stdout.take().expect("a pipe")));
    let stderr = reader(Box::new(child.stderr.take().expect("a pipe")));
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a process") {
            break status;
        }
        if began.elapsed() > PATIENCE {
            let standing =
                fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
            let _ = child.kill();
            panic!("{what}: it hangs: {standing}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    (status.code(), stdout.join().expect("its results"), stderr.join().expect("its messages"))
}

impl Truth {
    fn assert(&self, stdout: &str, arguments: &[&str], report: &str) {
        let rows = || stdout.lines().skip(1);
        match self {
            _ if arguments[0] == "verify" => assert!(stdout.contains("verified"), "{report}"),
            Truth::Levels(table) => {
                let printed: String = rows().flat_map(|row| [row, "\n"]).collect();
                assert!(
                    !printed.is_empty() && table.starts_with(&printed),
                    "{report}: a wrong table"
                );
            }
            Truth::Lengths(lengths) => {
                for (id, length) in lengths {
                    let row = rows().find(|row| row.starts_with(&format!("{id},")));
                    let is_right = row.is_none_or(|row| row.contains(&format!(",{length},")));
                    assert!(is_right, "{report}: a wrong length");
                }
            }
            Truth::Results => {
                assert!(stdout.contains("idastar") || rows().count() == 0, "{report}: no results");
            }
        }
    }
}

pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}
