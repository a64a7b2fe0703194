//! Runs in a folder: `--dir` creates one, `--resume` continues it.

use crate::exit::Failure;
use crate::faults;
use crate::interrupt;
use crate::quantity::parse_duration;
use crate::usage::shell_word;
use clap::Args;
use loyd_codec::Effort;
use loyd_store::disk::{Disk, RealDisk};
use loyd_store::{
    CheckpointInterval, FileLevelStore, FileListStore, FolderKind, LevelsInMemory, Retention,
    RunFolder,
};
use loyd_tiles_enumerate::disk::{LevelStore, RunOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The folder of a run, and its options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Run folder")]
pub(crate) struct RunFolderArgs {
    /// Store the run in FOLDER: checkpoints, and a certificate when it is finished.
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume", group = "folder")]
    pub(crate) dir: Option<PathBuf>,
    /// Resume the run in FOLDER, with its --memory unless another limit is given; threads may differ
    /// from before.
    #[arg(long, value_name = "FOLDER", group = "folder")]
    pub(crate) resume: Option<PathBuf>,
    /// The interval of checkpoints: a time such as 10m, or `5levels` [default: 10m; within levels of
    /// the disk engine 1m].
    #[arg(long, value_name = "TIME|LEVELS", value_parser = parse_every, requires = "folder")]
    pub(crate) checkpoint_every: Option<CheckpointInterval>,
    /// The number of levels that the disk engine keeps, so that a run can resume from an older level if
    /// the last is damaged; or `room`: two while there is disk space, else one [default: room, or as
    /// before].
    #[arg(long, value_name = "N|room", value_parser = parse_keep)]
    pub(crate) keep_levels: Option<Retention>,
    /// The effort of compression in the disk engine: `fast`, `dense`, or `auto` (dense if the disk is
    /// the bottleneck).
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = parse_effort)]
    pub(crate) coding: Coding,
    /// The place of the levels of several processes: `files`, or `memory`, where --memory holds them too
    /// and every tenth level is copied to files (`--checkpoint-every 5levels`).
    #[arg(long, value_name = "PLACE", default_value = "files", value_parser = parse_place,
          help_heading = "Several processes")]
    pub(crate) levels: Place,
}

/// The place of the levels of several processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Files,
    Memory,
}

fn parse_place(text: &str) -> Result<Place, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "files" => Ok(Place::Files),
        "memory" => Ok(Place::Memory),
        _ => Err("say files or memory".to_owned()),
    }
}

/// The effort of compression in the disk engine; `None` chooses it by the bottleneck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Coding(pub(crate) Option<Effort>);

fn parse_effort(text: &str) -> Result<Coding, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "auto" => Ok(Coding(None)),
        "fast" => Ok(Coding(Some(Effort::Fast))),
        "dense" => Ok(Coding(Some(Effort::Dense))),
        _ => Err("say auto, fast or dense".to_owned()),
    }
}

/// `2`, `room`
fn parse_keep(text: &str) -> Result<Retention, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "room" => Ok(Retention::WhileSpace),
        number => match number.parse() {
            Ok(levels @ 1..=100) => Ok(Retention::Exactly(levels)),
            _ => Err("say room, or a number from 1 to 100".to_owned()),
        },
    }
}

/// `10m`, `5levels`, `1 level`
fn parse_every(text: &str) -> Result<CheckpointInterval, String> {
    let lower = text.trim().to_ascii_lowercase();
    let number = lower.strip_suffix("levels").or_else(|| lower.strip_suffix("level"));
    let Some(number) = number else {
        return parse_duration(text)
            .map(CheckpointInterval::Time)
            .map_err(|why| format!("{why}; or give a number of levels, such as 5levels"));
    };
    match number.trim().parse() {
        Ok(levels) if levels > 0 => Ok(CheckpointInterval::Levels(levels)),
        _ => Err("give the number of levels as 1level, 5levels, …".to_owned()),
    }
}

/// Between two checkpoints.
const EVERY: CheckpointInterval = CheckpointInterval::Time(Duration::from_secs(600));
/// Within a level of the disk engine.
const LEVEL_CHECKPOINT_EVERY: Duration = Duration::from_secs(60);
/// Levels in memory of which one is copied to files.
#[cfg(feature = "cluster")]
const COPY_EVERY: u32 = 10;

impl RunFolderArgs {
    pub(crate) fn every(&self) -> CheckpointInterval {
        self.checkpoint_every.unwrap_or(EVERY)
    }

    /// The interval between copies of levels that are in memory.
    #[cfg(feature = "cluster")]
    pub(crate) fn copy_every(&self) -> u32 {
        match self.checkpoint_every {
            Some(CheckpointInterval::Levels(levels)) => levels,
            _ => COPY_EVERY,
        }
    }

    /// The options of the disk engine for keeping a run.
    pub(crate) fn run_options(&self, resume: bool) -> RunOptions {
        let checkpoint_every = match self.checkpoint_every {
            None => Some(LEVEL_CHECKPOINT_EVERY),
            Some(CheckpointInterval::Time(time)) => Some(time),
            Some(CheckpointInterval::Levels(_)) => None,
        };
        let retained_levels = self.keep_levels.unwrap_or_default().required();
        RunOptions { resume, checkpoint_every, retained_levels, ..RunOptions::default() }
    }

    /// Opens the run of `--resume`.
    pub(crate) fn resumed(&self) -> Result<Option<RunFolder>, Failure> {
        let Some(folder) = &self.resume else { return Ok(None) };
        ensure_kind(folder, FolderKind::Enumeration)?;
        let run = RunFolder::open(Arc::new(RealDisk), folder, self.every());
        run.map(Some).map_err(|error| faults::of_store(&error))
    }

    /// The options of the disk engine, each true if it is present.
    pub(crate) fn disk_options(&self) -> [(&'static str, bool); 2] {
        [("--keep-levels", self.keep_levels.is_some()), ("--coding", self.coding != Coding(None))]
    }

    /// True if the run may use a folder.
    pub(crate) fn is_in_folder(&self) -> bool {
        self.dir.is_some() || self.resume.is_some()
    }

    /// Bytes a second that can be written where the folder is or will be, safely; `None` if it
    /// is unknown. Writes a file of 64 MiB three times and removes it.
    pub(crate) fn write_speed(&self) -> Option<f64> {
        const BYTES: usize = 64 << 20;
        const TRIES: usize = 3;
        let folder = self.dir.as_ref().or(self.resume.as_ref())?;
        let folder = std::path::absolute(folder).ok()?;
        let there = folder.ancestors().find(|folder| folder.is_dir())?;
        let file = there.join(format!(".loyd-{}.tmp", std::process::id()));
        let piece = vec![0x5a; 4 << 20];
        interrupt::unfinished(&file);
        let write = |_| {
            let began = Instant::now();
            let result = RealDisk.create(&file).and_then(|mut to| {
                for _ in 0..BYTES / piece.len() {
                    to.write_all(&piece)?;
                }
                to.sync()
            });
            let seconds = began.elapsed().as_secs_f64();
            let _ = RealDisk.remove(&file);
            result.ok().map(|()| BYTES as f64 / seconds)
        };
        // Other programs only slow it down.
        let speed = (0..TRIES).filter_map(write).reduce(f64::max);
        interrupt::finished(&file);
        speed
    }
}

/// The levels of a run, if they have separate files.
pub(crate) enum Levels {
    /// In the run's checkpoints, or not at all.
    Elsewhere,
    Units(Arc<FileLevelStore>),
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    Memory(Arc<LevelsInMemory>),
    Lists(Arc<FileListStore>),
}

impl Levels {
    /// The loss of a level that was noticed at the start.
    pub(crate) fn fallback(&self) -> Option<String> {
        match self {
            Levels::Units(units) => units.fallback().map(|fallback| String::clone(&fallback)),
            Levels::Elsewhere | Levels::Memory(_) | Levels::Lists(_) => None,
        }
    }

    pub(crate) fn peak_bytes(&self) -> u64 {
        match self {
            Levels::Elsewhere => 0,
            Levels::Units(units) => units.peak_bytes(),
            Levels::Memory(units) => units.peak_bytes(),
            Levels::Lists(lists) => lists.peak_bytes(),
        }
    }

    /// Removes an older level; returns true if there was one.
    pub(crate) fn make_room(&self) -> bool {
        match self {
            Levels::Elsewhere | Levels::Memory(_) | Levels::Lists(_) => false,
            Levels::Units(units) => LevelStore::drop_optional(&**units).unwrap_or(false),
        }
    }

    pub(crate) fn clear(&self) {
        match self {
            Levels::Elsewhere => {}
            Levels::Units(units) => units.clear(),
            Levels::Memory(units) => units.clear(),
            Levels::Lists(lists) => lists.clear(),
        }
    }
}

/// Refuses a folder of another kind, with the command that takes it; ignores other folders.
pub(crate) fn ensure_kind(folder: &Path, expected: FolderKind) -> Result<(), Failure> {
    let (what, command) = match FolderKind::of(&RealDisk, folder) {
        Some(kind) if kind == expected => return Ok(()),
        None => return Ok(()),
        Some(FolderKind::Enumeration) => ("an enumeration", "enumerate"),
        Some(FolderKind::Solves) => ("boards that are solved", "solve"),
        Some(FolderKind::Comparison) => ("a comparison", "compare"),
    };
    let (name, quoted) = (folder.display(), quoted(folder));
    Err(Failure::input(format!(
        "{name} holds {what}: continue it with `loyd {command} --resume {quoted}`"
    )))
}

/// A path as a shell would take it.
pub(crate) fn quoted(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_by_time_or_levels() {
        assert_eq!(parse_every("10m"), Ok(CheckpointInterval::Time(Duration::from_secs(600))));
        assert_eq!(parse_every("1level"), Ok(CheckpointInterval::Levels(1)));
        assert_eq!(parse_every("5 levels"), Ok(CheckpointInterval::Levels(5)));
        for bad in ["0levels", "levels", "-1levels", "often", ""] {
            assert!(parse_every(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn levels_are_retained_by_count_or_size() {
        assert_eq!(parse_keep("2"), Ok(Retention::Exactly(2)));
        assert_eq!(parse_keep("Room"), Ok(Retention::WhileSpace));
        for bad in ["0", "101", "-1", "all", ""] {
            assert!(parse_keep(bad).is_err(), "{bad}");
        }
    }
}
