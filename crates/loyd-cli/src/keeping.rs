//! Runs kept in a folder: begun with `--dir`, continued with `--resume`.

use crate::exit::{Exit, Failure};
use crate::quantity::parse_duration;
use clap::Args;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Saved, StoreError, StoreFault};
use loyd_enumerate::{Enumeration, Plan};
use loyd_store::disk::RealDisk;
use loyd_store::{Every, RunFolder};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a run is kept.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Keeping")]
pub(crate) struct KeepingArgs {
    /// Keep the run in FOLDER: checkpoints to continue from, and a certificate when it is done.
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    pub(crate) dir: Option<PathBuf>,
    /// Continue the run in FOLDER; memory and threads may be others than before.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) resume: Option<PathBuf>,
    /// With --dir or --resume, write a checkpoint so often: a time such as 10m, or `5levels`.
    #[arg(long, value_name = "TIME|LEVELS", default_value = "10m", value_parser = parse_every)]
    pub(crate) checkpoint_every: Every,
}

/// `10m`, `5levels`, `1 level`
fn parse_every(text: &str) -> Result<Every, String> {
    let lower = text.trim().to_ascii_lowercase();
    let number = lower.strip_suffix("levels").or_else(|| lower.strip_suffix("level"));
    let Some(number) = number else {
        return parse_duration(text)
            .map(Every::Time)
            .map_err(|why| format!("{why}; or give a number of levels, such as 5levels"));
    };
    match number.trim().parse() {
        Ok(levels) if levels > 0 => Ok(Every::Levels(levels)),
        _ => Err("give the number of levels as 1level, 5levels, …".to_owned()),
    }
}

impl KeepingArgs {
    /// Opens the run to be continued, if one is.
    pub(crate) fn resumed(&self) -> Result<Option<RunFolder>, Failure> {
        let Some(folder) = &self.resume else { return Ok(None) };
        self.open(folder).map(Some)
    }

    /// Opens a run.
    pub(crate) fn open(&self, folder: &Path) -> Result<RunFolder, Failure> {
        let opened = RunFolder::open(Arc::new(RealDisk), folder, self.checkpoint_every);
        opened.map_err(|error| failure(&error))
    }

    /// Makes the folder of a new run, if it is to be kept.
    pub(crate) fn begun(&self, plan: &Plan) -> Result<Option<RunFolder>, Failure> {
        let Some(folder) = &self.dir else { return Ok(None) };
        let (disk, every) = (Arc::new(RealDisk), self.checkpoint_every);
        let run = RunFolder::create(disk, folder, plan.request(), plan.engine(), every);
        run.map(Some).map_err(|error| failure(&error))
    }
}

/// An error with its exit code.
pub(crate) fn failure(error: &StoreError) -> Failure {
    let exit = match error.fault {
        StoreFault::Environment => Exit::Environment,
        StoreFault::Data => Exit::BadInput,
    };
    Failure::Message { exit, text: error.message.clone() }
}

/// A run in a folder that says when a checkpoint could not be written, while the run goes on.
pub(crate) struct Kept {
    run: RunFolder,
    quiet: bool,
}

impl Kept {
    pub(crate) fn new(run: RunFolder, quiet: bool) -> Self {
        Self { run, quiet }
    }

    /// The run has ended: writes its certificate if it is finished, and tells what else there is
    /// to say.
    pub(crate) fn end(
        mut self,
        found: &Enumeration,
        plan: &Plan,
    ) -> Result<Option<String>, Failure> {
        if found.stopped.is_none() {
            return self.run.finish(found).map(|_| None).map_err(|error| failure(&error));
        }
        match &found.saved {
            Some(Err(error)) => Err(failure(error)),
            Some(Ok(())) => Ok(Some(format!(
                "the state is kept: continue with `loyd enumerate --resume {}`",
                quoted(self.run.folder())
            ))),
            None => {
                let engine = plan.engine().map_or("this", |engine| engine.info().name);
                Ok(Some(format!("nothing is kept: the {engine} engine cannot save its state")))
            }
        }
    }

    fn say(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

/// A path as a shell would take it.
fn quoted(path: &Path) -> String {
    let shown = path.display().to_string();
    if shown.contains(|c: char| c.is_whitespace() || "'\"$&;()*?[]<>|`\\".contains(c)) {
        format!("'{}'", shown.replace('\'', "'\\''"))
    } else {
        shown
    }
}

impl Checkpoints for Kept {
    fn is_due(&mut self, depth: u32) -> bool {
        self.run.is_due(depth)
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        self.run.save(boundary).inspect_err(|error| {
            let depth = boundary.snapshot.levels.len() - 1;
            let before = self.run.checkpoint_depth().map_or_else(
                || "there is none yet".to_owned(),
                |depth| format!("the one of depth {depth} is still there"),
            );
            self.say(&format!("warning: no checkpoint at depth {depth}, {before}: {error}"));
        })
    }

    fn saved(&mut self) -> Result<Option<Saved>, StoreError> {
        self.run.saved()
    }

    fn load(&mut self, index: usize, bitmap: &mut [u8]) -> Result<u64, StoreError> {
        self.run.load(index, bitmap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn checkpoints_are_by_time_or_levels() {
        assert_eq!(parse_every("10m"), Ok(Every::Time(Duration::from_secs(600))));
        assert_eq!(parse_every("1level"), Ok(Every::Levels(1)));
        assert_eq!(parse_every("5 levels"), Ok(Every::Levels(5)));
        for bad in ["0levels", "levels", "-1levels", "often", ""] {
            assert!(parse_every(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn paths_can_be_pasted_into_a_shell() {
        assert_eq!(quoted(Path::new("a/b-1")), "a/b-1");
        assert_eq!(quoted(Path::new("my run's")), "'my run'\\''s'");
    }
}
