//! Waits for events of a process, never for a time: on a busy machine everything takes many times longer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

/// The limit of every wait: only a process that hangs reaches it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// The interval between two looks.
const LOOK_EVERY: Duration = Duration::from_millis(1);

pub(crate) fn wait_until(condition: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "never {condition}");
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Waits until a process has a handler for SIGINT. On systems without such a file, the process is taken to
/// have one.
#[cfg(unix)]
pub(crate) fn wait_until_it_listens(child: &Child) {
    const SIGINT: u64 = 1 << 1;
    wait_until("a handler for SIGINT", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        caught.is_none_or(|mask| mask & SIGINT != 0)
    });
}

/// Waits until `observe` has returned a new value `changes` times, or until the process has ended. Returns
/// true if the process is still running.
pub(crate) fn wait_for_changes<T: PartialEq>(
    child: &mut Child,
    changes: u64,
    mut observe: impl FnMut() -> T,
) -> bool {
    let (mut last, mut count) = (observe(), 0);
    let mut has_ended = false;
    wait_until("enough changes", || {
        has_ended = child.try_wait().expect("a process").is_some();
        let now = observe();
        if now != last {
            (last, count) = (now, count + 1);
        }
        has_ended || count >= changes
    });
    !has_ended
}

/// A random sequence of kills: each comes after a number of changes, and a moment later.
pub(crate) struct Killer {
    random: u64,
    growth: u64,
    /// Kills so far.
    pub(crate) kills: u32,
}

impl Killer {
    /// With each kill the limit of the number of changes grows by `growth`, so that at last a process gets
    /// through.
    pub(crate) fn new(seed: u64, growth: u64) -> Self {
        Self { random: seed, growth, kills: 0 }
    }

    /// A random number below a limit.
    pub(crate) fn roll(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 33) % limit
    }

    /// Waits for the next kill. Returns false if the process has ended by itself.
    pub(crate) fn wait<T: PartialEq>(
        &mut self,
        child: &mut Child,
        observe: impl FnMut() -> T,
    ) -> bool {
        let limit = 2 + u64::from(self.kills) * self.growth;
        let changes = 1 + self.roll(limit);
        let moment = Duration::from_millis(self.roll(20));
        let running = wait_for_changes(child, changes, observe);
        std::thread::sleep(moment);
        running
    }

    /// Kills a process after the next number of changes, unless it ends before.
    pub(crate) fn kill<T: PartialEq>(&mut self, child: &mut Child, observe: impl FnMut() -> T) {
        if self.wait(child, observe) {
            child.kill().expect("a process that runs");
        }
    }

    /// Counts a process that was killed.
    pub(crate) fn count(&mut self) {
        self.kills += 1;
        assert!(self.kills < 2_000, "it never got through");
    }
}

/// A file with its length and the time of its last change.
pub(crate) type FileState = (PathBuf, u64, Option<SystemTime>);

/// The files in a folder and in those below it, sorted.
pub(crate) fn files_in(folder: &Path) -> Vec<FileState> {
    let mut files = Vec::new();
    // A file may vanish at any time.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => files.extend(files_in(&path)),
            Ok(metadata) => files.push((path, metadata.len(), metadata.modified().ok())),
            Err(_) => {}
        }
    }
    files.sort();
    files
}
