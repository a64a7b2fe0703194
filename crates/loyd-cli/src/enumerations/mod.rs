//! The engines of a puzzle with their levels in files, on graphics cards and in several processes, for the
//! commands that enumerate.

mod estimate;
#[cfg(feature = "cluster")]
mod parts;

pub(crate) use estimate::{Estimate, Machine, SHORT, ShortRun};
#[cfg(feature = "cluster")]
pub(crate) use parts::Parts;

use crate::published;
use crate::run_folder::{Levels, RunFolderArgs};
use loyd::{AnyPlan, LevelsRequest};
#[cfg(feature = "cluster")]
use loyd_cluster::Network;
#[cfg(any(feature = "cluster", feature = "gpu"))]
use loyd_enumerate::Unsuitable;
use loyd_enumerate::lists::MemoryListStore;
use loyd_enumerate::{EngineName, EnumerateError};
#[cfg(feature = "cluster")]
use loyd_store::LockedFolder;
use loyd_store::RunFolder;
use loyd_store::certificate::Check;
use std::sync::Arc;

/// A plan, or the error of a request that no engine can carry out.
pub(crate) type Planned = Result<AnyPlan, EnumerateError>;

/// The enumerations of a puzzle. The defaults are those of the engines of every puzzle.
pub(crate) trait Enumerations: Sync {
    /// True if the disk engine keeps levels as coded bitmaps; otherwise it keeps lists.
    fn keeps_bitmaps(&self) -> bool {
        false
    }

    /// Makes the choices that a request leaves open; touches no folder. A run that may use a folder
    /// keeps its levels in files if they do not fit in memory.
    fn plan(&self, run_folder: &RunFolderArgs, request: &LevelsRequest) -> Planned {
        let in_folder = run_folder.is_in_folder();
        let in_files = || request.plan_in_lists(Arc::new(MemoryListStore::new()), false);
        if request.engine == Some(EngineName::Disk) && in_folder {
            return in_files();
        }
        let plan = match request.plan() {
            Err(EnumerateError::TooLarge { .. }) if request.engine.is_none() && in_folder => {
                return in_files();
            }
            plan => plan?,
        };
        let beyond = || plan.engine == Some(EngineName::Symmetric) && request.exceeds_memory();
        if request.engine.is_none() && in_folder && beyond() { in_files() } else { Ok(plan) }
    }

    /// The plan of a run on a graphics card; `adapter` is a part of its name, `budget` the bytes of its
    /// memory that may be used.
    #[cfg(feature = "gpu")]
    fn plan_on_card(
        &self,
        request: &LevelsRequest,
        _adapter: Option<&str>,
        _budget: Option<u64>,
    ) -> Planned {
        Err(no_engine(request, EngineName::Gpu))
    }

    /// The plan of a run on a graphics card where that is faster than any other engine. If `granted`,
    /// the card is asked for the memory.
    #[cfg(feature = "gpu")]
    fn plan_on_fast_card(
        &self,
        _request: &LevelsRequest,
        _quiet: bool,
        _granted: bool,
    ) -> Option<AnyPlan> {
        None
    }

    /// Gives the plan the files of a run, if its engine keeps levels in files.
    fn with_files(
        &self,
        _run_folder: &RunFolderArgs,
        run: &RunFolder,
        plan: AnyPlan,
        resume: bool,
    ) -> (Planned, Levels) {
        if plan.engine != Some(EngineName::Disk) {
            return (Ok(plan), Levels::Elsewhere);
        }
        let lists = Arc::new(run.list_store());
        (plan.request.plan_in_lists(lists.clone(), resume), Levels::Lists(lists))
    }

    /// Plans the part of one process of several, which share the run over a network. The folder is for
    /// its levels; levels without bitmaps stay in memory.
    #[cfg(feature = "cluster")]
    fn plan_part(
        &self,
        _run_folder: &RunFolderArgs,
        request: &LevelsRequest,
        network: &Arc<Network>,
        _folder: Option<LockedFolder>,
        _resume: bool,
    ) -> Result<(AnyPlan, Levels), EnumerateError> {
        Ok((request.plan_of_processes(network.clone())?, Levels::Elsewhere))
    }

    /// Predicts the needs of a run of several processes.
    #[cfg(feature = "cluster")]
    fn parts(
        &self,
        _run_folder: &RunFolderArgs,
        request: &LevelsRequest,
        _processes: usize,
    ) -> Result<Parts, EnumerateError> {
        Err(no_engine(request, EngineName::Disk))
    }

    /// Conditions on the levels of this puzzle alone.
    fn own_checks(&self, _certificate: &loyd_store::Certificate) -> Vec<Check> {
        Vec::new()
    }

    /// The estimated time of a run.
    fn estimate(&self, _run_folder: &RunFolderArgs, plan: &AnyPlan) -> Option<Estimate> {
        estimate::of_plan(plan, published::levels(&plan.request).as_deref())
    }

    /// Bytes of files that a run takes; `None` where they depend on unpublished levels.
    fn file_bytes(&self, _run_folder: &RunFolderArgs, plan: &AnyPlan) -> Option<u64> {
        if plan.engine != Some(EngineName::Disk) {
            return Some(plan.disk);
        }
        plan.request.list_bytes(&published::levels(&plan.request)?)
    }
}

/// The engines of every puzzle.
pub(crate) struct EveryPuzzle;

impl Enumerations for EveryPuzzle {}

#[cfg(any(feature = "cluster", feature = "gpu"))]
fn no_engine(request: &LevelsRequest, engine: EngineName) -> EnumerateError {
    let (puzzle, reason) = (request.start.shape(), Unsuitable::NoSuchEngine);
    EnumerateError::Unsuited { engine, puzzle, reason }
}
