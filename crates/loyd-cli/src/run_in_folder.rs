//! A run that is stored in a folder while it continues.

use crate::exit::Failure;
use crate::faults;
use crate::interrupt;
use crate::registry::texts;
use crate::run_folder::{Levels, RunFolderArgs, quoted};
use loyd::{AnyEnumeration, AnyPlan};
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError, StoreFault};
use loyd_store::RunFolder;
use loyd_store::disk::RealDisk;
use std::io::Write;
use std::sync::Arc;

/// A run in a folder that says when a checkpoint could not be written, while the run continues.
pub(crate) struct RunInFolder {
    run: RunFolder,
    levels: Levels,
    /// Options that `--resume` needs beside the folder.
    again: String,
    quiet: bool,
}

impl RunInFolder {
    /// Makes the folder of a new run, or takes that of the run to be continued; where levels are
    /// stored in it, the plan gets its store.
    pub(crate) fn begin(
        run_folder: &RunFolderArgs,
        plan: AnyPlan,
        resumed: Option<RunFolder>,
        quiet: bool,
    ) -> Result<(AnyPlan, Option<Self>), Failure> {
        let (request, resume) = (plan.request.clone(), resumed.is_some());
        let run = match (resumed, &run_folder.dir) {
            (Some(run), _) => run,
            (None, Some(folder)) => {
                let place = (Arc::new(RealDisk) as _, &**folder);
                let run = request.create_run(place, plan.engine, run_folder.every(), None);
                run.map_err(|error| faults::of_store(&error))?
            }
            (None, None) => return Ok((plan, None)),
        };
        interrupt::checkpoint_follows();
        let enumerations = texts(request.puzzle()).enumerations();
        let (plan, levels) = enumerations.with_files(run_folder, &run, plan, resume);
        if let Some(fallback) = levels.fallback().filter(|_| !quiet) {
            let _ = writeln!(std::io::stderr(), "warning: {fallback}");
        }
        let plan = plan.map_err(|error| faults::of_enumeration(request.puzzle(), &error))?;
        Ok((plan, Some(Self { run, levels, again: String::new(), quiet })))
    }

    #[cfg(feature = "cluster")]
    /// The folder of one process of several; `again` are the options that continue the run.
    pub(crate) fn of_part(run: RunFolder, levels: Levels, again: String, quiet: bool) -> Self {
        interrupt::checkpoint_follows();
        Self { run, levels, again, quiet }
    }

    /// The run has ended: writes its certificate if it is finished, and tells what else there is
    /// to say.
    pub(crate) fn end(
        mut self,
        enumeration: &dyn AnyEnumeration,
        plan: &AnyPlan,
    ) -> Result<Option<String>, Failure> {
        let result = enumeration.result(None);
        if result.stopped.is_none() {
            let peak = self.levels.peak_bytes();
            let mut certified = enumeration.certify(&mut self.run, peak);
            if certified.as_ref().is_err_and(|error| error.fault == StoreFault::Full)
                && self.levels.make_room()
            {
                certified = enumeration.certify(&mut self.run, peak);
            }
            certified.map_err(|error| faults::of_store(&error))?;
            if result.complete {
                self.levels.clear();
            }
            return Ok(None);
        }
        match enumeration.saved() {
            Some(Err(error)) => Err(faults::of_store(error)),
            Some(Ok(())) => Ok(Some(format!(
                "the state is stored: continue with `loyd enumerate --resume {}{}`",
                quoted(self.run.folder()),
                self.again,
            ))),
            // Several processes keep nothing before the first level that all have in files.
            None if plan.keeps_state => Ok(Some(format!(
                "no level is stored yet: begin again with `loyd enumerate --resume {}{}`",
                quoted(self.run.folder()),
                self.again,
            ))),
            None => {
                let engine = plan.engine.map_or("this", |engine| engine.info().name);
                Ok(Some(format!("nothing is stored: the {engine} engine cannot save its state")))
            }
        }
    }

    fn say(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

impl Checkpoints for RunInFolder {
    fn is_due(&mut self, depth: u32) -> bool {
        self.run.is_due(depth)
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        self.run.save(boundary).inspect_err(|error| {
            let depth = boundary.snapshot.record.depth();
            let before = self.run.checkpoint_depth().map_or_else(
                || "the run has none yet".to_owned(),
                |depth| format!("the one of depth {depth} is still there"),
            );
            self.say(&format!("warning: no checkpoint at depth {depth}, {before}: {error}"));
        })
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.run.saved()
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        self.run.load(bytes)
    }
}
