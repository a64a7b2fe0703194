//! Puzzles for the commands that enumerate: their engines with levels in files, and their published
//! levels.

mod estimate;
#[cfg(feature = "cluster")]
mod parts;

pub(crate) use estimate::{Estimate, SHORT, ShortRun};
#[cfg(feature = "cluster")]
pub(crate) use parts::Parts;

use crate::family::Family;
use crate::run_folder::{Levels, RunFolderArgs};
#[cfg(feature = "cluster")]
use loyd_cluster::Network;
#[cfg(any(feature = "cluster", feature = "gpu"))]
use loyd_enumerate::Unsuitable;
use loyd_enumerate::lists::MemoryListStore;
use loyd_enumerate::{EngineName, EnumerateError, Plan, Request, symmetric};
#[cfg(feature = "cluster")]
use loyd_store::LockedFolder;
use loyd_store::RunFolder;
use loyd_store::certificate::Check;
use std::sync::Arc;

/// A puzzle for the commands that enumerate. The defaults are those of a puzzle of one shape whose
/// engines keep their levels in memory.
pub(crate) trait Enumerable: Family {
    /// The published levels from a start.
    fn published(start: &Self::Position, metric: Self::Metric) -> Option<Vec<u64>>;

    /// The arguments of `loyd enumerate` for a start.
    fn arguments(start: &Self::Position) -> String {
        let start = unless_usual::<Self>(start);
        let start = start.map_or_else(String::new, |start| format!(" --start {start}"));
        format!("{}{start}", Self::NAME)
    }

    /// The command that solves positions for a goal, without the positions.
    fn solve_command(goal: &Self::Position, metric: Self::Metric) -> String {
        let metric = metric_option::<Self>(metric);
        let goal = unless_usual::<Self>(goal);
        let goal = goal.map_or_else(String::new, |goal| format!(" --goal {goal}"));
        format!("loyd solve --puzzle {}{metric}{goal}", Self::NAME)
    }

    /// True if the disk engine keeps levels as coded bitmaps; otherwise it keeps lists.
    const KEEPS_BITMAPS: bool = false;

    /// Makes the choices that a request leaves open; touches no folder. A run that may use a folder
    /// keeps its levels in files if they do not fit in memory.
    fn plan_enumeration(
        run_folder: &RunFolderArgs,
        request: &Request<Self>,
    ) -> Result<Plan<Self>, EnumerateError> {
        let in_folder = run_folder.is_in_folder();
        let in_files = || {
            let job = Self::levels_in_lists(request, Arc::new(MemoryListStore::new()), false)?;
            Ok(Plan::with_job(request, Some(EngineName::Disk), job))
        };
        if request.engine == Some(EngineName::Disk) && in_folder {
            return in_files();
        }
        let plan = match Self::plan_levels(request) {
            Err(EnumerateError::TooLarge { .. }) if request.engine.is_none() && in_folder => {
                return in_files();
            }
            plan => plan?,
        };
        let beyond =
            || plan.engine() == Some(EngineName::Symmetric) && symmetric::exceeds_memory(request);
        if request.engine.is_none() && in_folder && beyond() { in_files() } else { Ok(plan) }
    }

    /// The plan of a run on a graphics card; `adapter` is a part of its name.
    #[cfg(feature = "gpu")]
    fn plan_on_card(
        request: &Request<Self>,
        _adapter: Option<&str>,
    ) -> Result<Plan<Self>, EnumerateError> {
        Err(EnumerateError::Unsuited {
            engine: EngineName::Gpu,
            puzzle: Self::shape(&request.start),
            reason: Unsuitable::NoSuchEngine,
        })
    }

    /// The plan of a run on a graphics card where that is faster than any other engine. If `granted`,
    /// the card is asked for the memory.
    #[cfg(feature = "gpu")]
    fn plan_on_fast_card(
        _request: &Request<Self>,
        _quiet: bool,
        _granted: bool,
    ) -> Option<Plan<Self>> {
        None
    }

    /// Gives the plan the files of a run, if its engine keeps levels in files.
    fn with_files(
        _run_folder: &RunFolderArgs,
        run: &RunFolder,
        plan: Plan<Self>,
        resume: bool,
    ) -> (Result<Plan<Self>, EnumerateError>, Levels) {
        if plan.engine() != Some(EngineName::Disk) {
            return (Ok(plan), Levels::Elsewhere);
        }
        let lists = Arc::new(run.list_store());
        let job = Self::levels_in_lists(plan.request(), lists.clone(), resume);
        let with = |job| Plan::with_job(plan.request(), Some(EngineName::Disk), job);
        (job.map(with), Levels::Lists(lists))
    }

    /// Plans the part of one process of several, which share the run over a network. The folder is for
    /// its levels; levels without bitmaps stay in memory.
    #[cfg(feature = "cluster")]
    fn plan_part(
        _run_folder: &RunFolderArgs,
        request: &Request<Self>,
        network: &Arc<Network>,
        _folder: Option<LockedFolder>,
        _resume: bool,
    ) -> Result<(Plan<Self>, Levels), EnumerateError> {
        let job = Self::levels_of_processes(request, network.clone())?;
        let plan = Plan::with_job(request, Some(EngineName::Symmetric), job);
        Ok((plan, Levels::Elsewhere))
    }

    /// Predicts the needs of a run of several processes.
    #[cfg(feature = "cluster")]
    fn parts(
        _run_folder: &RunFolderArgs,
        request: &Request<Self>,
        _processes: usize,
    ) -> Result<Parts, EnumerateError> {
        Err(EnumerateError::Unsuited {
            engine: EngineName::Disk,
            puzzle: Self::shape(&request.start),
            reason: Unsuitable::NoSuchEngine,
        })
    }

    /// Conditions on the levels of this puzzle alone.
    fn own_checks(_certificate: &loyd_store::Certificate) -> Vec<Check> {
        Vec::new()
    }

    /// The estimated time of a run.
    fn estimate(_run_folder: &RunFolderArgs, plan: &Plan<Self>) -> Option<Estimate> {
        let request = plan.request();
        estimate::of_plan(plan, Self::published(&request.start, request.metric).as_deref())
    }

    /// Bytes of files that a run takes; `None` where they depend on unpublished levels.
    fn file_bytes(_run_folder: &RunFolderArgs, plan: &Plan<Self>) -> Option<u64> {
        if plan.engine() != Some(EngineName::Disk) {
            return Some(plan.disk());
        }
        let request = plan.request();
        let levels = Self::published(&request.start, request.metric)?;
        symmetric::list_bytes(request, &levels)
    }
}

/// A position as text, unless it is the default goal.
fn unless_usual<P: Family>(position: &P::Position) -> Option<String> {
    let usual = P::parse(P::GOAL, None).ok();
    (usual.as_ref() != Some(position)).then(|| P::format(position))
}

/// The command that repeats an enumeration, without its engine.
pub(crate) fn again<P: Enumerable>(start: &P::Position, metric: P::Metric) -> String {
    format!("loyd enumerate {}{}", P::arguments(start), metric_option::<P>(metric))
}

/// The option for a metric; nothing for the default one.
pub(crate) fn metric_option<P: Enumerable>(metric: P::Metric) -> String {
    if metric == P::Metric::default() { String::new() } else { format!(" --metric {metric}") }
}
