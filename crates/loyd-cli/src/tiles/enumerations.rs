//! Enumerations of sliding tiles: engines with levels in files, in several processes and on cards.

use super::file_costs;
#[cfg(feature = "cluster")]
use super::processes;
use super::published::known_levels;
#[cfg(feature = "cluster")]
use crate::enumerations::Parts;
use crate::enumerations::{Enumerations, Estimate, Planned, SHORT, ShortRun};
use crate::run_folder::{Levels, RunFolderArgs};
use loyd::{AnyPlan, LevelsRequest};
#[cfg(feature = "cluster")]
use loyd_cluster::Network;
use loyd_enumerate::{EngineName, EnumerateError, LevelSummary, Plan, Request, Unsuitable};
use loyd_store::certificate::Check;
use loyd_store::disk::MemoryDisk;
use loyd_store::tiles::check_colours;
use loyd_store::{Certificate, FileLevelStore, LevelCodec, LockedFolder, RunFolder};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{Position, Size};
use loyd_tiles_enumerate::disk::Bottleneck;
use loyd_tiles_enumerate::{self as tiles, disk, frontier};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The engines of boards.
pub(crate) struct TileEngines;

impl Enumerations for TileEngines {
    fn keeps_bitmaps(&self) -> bool {
        true
    }

    /// A run that may use a folder is done in files if it does not fit in memory: its first levels
    /// as lists, others as bitmaps.
    fn plan(&self, run_folder: &RunFolderArgs, request: &LevelsRequest) -> Planned {
        let request = &request.typed::<Tiles>();
        if !request.start.is_board() {
            return Ok(Plan::new(request)?.into());
        }
        let in_folder = run_folder.is_in_folder();
        let in_memory =
            || tiles::plan(&Request { engine: Some(EngineName::Memory), ..request.clone() });
        let on_disk = if let Some(engine) = request.engine {
            engine == EngineName::Disk && in_folder
        } else {
            let beyond = matches!(in_memory(), Err(EnumerateError::DoesNotFit { .. }));
            in_folder && beyond && !frontier::is_shallow(request)
        };
        let plan = if on_disk { without_files(run_folder, request) } else { tiles::plan(request) };
        Ok(plan?.into())
    }

    #[cfg(feature = "gpu")]
    fn plan_on_card(
        &self,
        request: &LevelsRequest,
        adapter: Option<&str>,
        budget: Option<u64>,
    ) -> Planned {
        Ok(super::gpu::plan(&from_board(request)?, adapter, budget)?.into())
    }

    #[cfg(feature = "gpu")]
    fn plan_on_fast_card(
        &self,
        request: &LevelsRequest,
        quiet: bool,
        granted: bool,
    ) -> Option<AnyPlan> {
        Some(super::gpu::for_large_space(&from_board(request).ok()?, quiet, granted)?.into())
    }

    fn with_files(
        &self,
        run_folder: &RunFolderArgs,
        run: &RunFolder,
        plan: AnyPlan,
        resume: bool,
    ) -> (Planned, Levels) {
        let request = plan.typed::<Tiles>().request();
        match plan.engine {
            Some(EngineName::Disk) => {
                let units = Arc::new(run.level_store().retaining(run_folder.keep_levels));
                let plan = with_units(run_folder, request, units.clone(), resume);
                (plan.map(AnyPlan::from), Levels::Units(units))
            }
            Some(EngineName::Frontier) => {
                let lists = Arc::new(run.list_store());
                let job = frontier::job(request, lists.clone(), resume);
                let with = |job| Plan::with_job(request, Some(EngineName::Frontier), job);
                (job.map(|job| with(job).into()), Levels::Lists(lists))
            }
            _ => (Ok(plan), Levels::Elsewhere),
        }
    }

    #[cfg(feature = "cluster")]
    fn plan_part(
        &self,
        run_folder: &RunFolderArgs,
        request: &LevelsRequest,
        network: &Arc<Network>,
        folder: Option<LockedFolder>,
        resume: bool,
    ) -> Result<(AnyPlan, Levels), EnumerateError> {
        let folder = folder.ok_or(EnumerateError::NeedsFolder)?;
        let request = from_board(request)?;
        let (plan, levels) = processes::plan_part(run_folder, &request, network, folder, resume)?;
        Ok((plan.into(), levels))
    }

    #[cfg(feature = "cluster")]
    fn parts(
        &self,
        run_folder: &RunFolderArgs,
        request: &LevelsRequest,
        processes: usize,
    ) -> Result<Parts, EnumerateError> {
        processes::parts(run_folder, &from_board(request)?, processes)
    }

    fn own_checks(&self, certificate: &Certificate) -> Vec<Check> {
        check_colours(certificate).into_iter().collect()
    }

    fn estimate(&self, run_folder: &RunFolderArgs, plan: &AnyPlan) -> Option<Estimate> {
        match plan.engine {
            Some(EngineName::Disk) => file_costs::estimate(run_folder, plan.typed()),
            Some(EngineName::Frontier) => estimate_of_lists(plan),
            // A plan runs nothing on a card.
            Some(EngineName::Gpu) => None,
            _ => estimate(plan.typed()),
        }
    }

    fn file_bytes(&self, run_folder: &RunFolderArgs, plan: &AnyPlan) -> Option<u64> {
        let plan = plan.typed();
        match plan.engine() {
            Some(EngineName::Frontier) if !run_folder.is_in_folder() => Some(0),
            Some(EngineName::Frontier) => bytes_of_lists(plan),
            _ => Some(plan.disk()),
        }
    }
}

/// A request that starts from a single board, as the engines made for boards do.
#[cfg(any(feature = "cluster", feature = "gpu"))]
fn from_board(request: &LevelsRequest) -> Result<Request<Tiles>, EnumerateError> {
    let request = request.typed::<Tiles>();
    if request.start.is_board() {
        return Ok(request);
    }
    Err(EnumerateError::Unsuited {
        engine: request.engine.unwrap_or(EngineName::Disk),
        puzzle: request.start.size().to_string(),
        reason: Unsuitable::Start,
    })
}

/// The plan of the disk engine with levels that stay in memory, for predictions and for runs of a small
/// board.
pub(super) fn without_files(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
) -> Result<Plan<Tiles>, EnumerateError> {
    let nowhere = LockedFolder::create(Arc::new(MemoryDisk::new()), Path::new(""));
    // A new disk in memory has no other user.
    let nowhere = nowhere.map_err(EnumerateError::Store)?;
    let units = Arc::new(FileLevelStore::new(nowhere));
    let codec = sample_codec(run_folder, units.codec());
    with_codec(run_folder, request, units, codec, false)
}

fn with_units(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    units: Arc<FileLevelStore>,
    resume: bool,
) -> Result<Plan<Tiles>, EnumerateError> {
    let codec = codec(run_folder, units.codec());
    with_codec(run_folder, request, units, codec, resume)
}

fn with_codec(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    units: Arc<FileLevelStore>,
    codec: Arc<LevelCodec>,
    resume: bool,
) -> Result<Plan<Tiles>, EnumerateError> {
    without_antipodes(request)?;
    let job = disk::job(request, units, codec, run_folder.run_options(resume))?;
    Ok(Plan::with_job(request, Some(EngineName::Disk), job))
}

/// The codec of a store, with the requested effort.
pub(super) fn codec(run_folder: &RunFolderArgs, codec: LevelCodec) -> Arc<LevelCodec> {
    Arc::new(match run_folder.coding.0 {
        Some(effort) => codec.with_effort(effort),
        None => codec,
    })
}

/// The codec of a sample in memory: its bytes must not depend on the load of the machine, so threads that
/// wait for each other do not count as waits for a disk.
pub(super) fn sample_codec(run_folder: &RunFolderArgs, units: LevelCodec) -> Arc<LevelCodec> {
    codec(run_folder, units.with_bottleneck(Bottleneck::Cpu))
}

/// Refuses antipodes, which levels in files do not have.
pub(super) fn without_antipodes(request: &Request<Tiles>) -> Result<(), EnumerateError> {
    if request.antipodes == 0 {
        return Ok(());
    }
    Err(EnumerateError::Unsuited {
        engine: EngineName::Disk,
        puzzle: request.start.size().to_string(),
        reason: Unsuitable::Antipodes,
    })
}

/// Runs the engine of the plan on a small board. `None` if the number of states is
/// unknown, or no small board suits the engine.
fn estimate(plan: &Plan<Tiles>) -> Option<Estimate> {
    const SAMPLES: [(usize, usize); 4] = [(4, 3), (3, 3), (2, 2), (1, 1)];
    // Sets of states are for the first levels, whose sizes are unknown.
    let is_countable = plan.is_exhaustive() || plan.request().depth.is_none();
    let is_board = plan.request().start.is_board();
    let states = plan.states().filter(|_| is_countable && is_board)?;
    let sample = SAMPLES.iter().find_map(|&(width, height)| {
        let size = Size::new(width, height)?;
        let fewer = size.cells() <= plan.request().start.size().cells();
        let request = Request {
            start: Position::blank_last(size),
            depth: None,
            engine: plan.engine(),
            antipodes: 0,
            ..plan.request().clone()
        };
        tiles::plan(&request).ok().filter(|_| fewer)
    })?;
    // The memory engine takes as long for the first levels as for those with the most states, so a part of
    // the levels would make a state too expensive: the limit is several times what it needs.
    let limit = if sample.engine() == Some(EngineName::Memory) { 7 * SHORT } else { SHORT };
    let sample = AnyPlan::from(sample);
    let run = ShortRun::new(&sample, Some(limit))?;
    let share = states as f64 / run.states as f64;
    let growth = plan.memory() as f64 / sample.memory as f64;
    Some(Estimate {
        cpu_seconds: run.cpu_seconds * share,
        setup_seconds: run.setup_seconds * growth,
        traffic: 0.0,
        range: Estimate::RANGE,
        sample: sample.request.start.shape(),
    })
}

/// Bytes of a state in a coded list where levels are large; thinner ones have more.
const LIST_BYTES: f64 = 1.6;

/// The levels of lists: the published ones, down to the requested depth.
fn levels_of_lists(plan: &Plan<Tiles>) -> Option<Vec<u64>> {
    let Request { start, metric, depth, .. } = plan.request();
    let mut levels = known_levels(start.size(), *metric, start.blank())?;
    levels.truncate(depth.map_or(usize::MAX, |depth| depth as usize + 1));
    Some(levels)
}

/// The bytes of lists in files: of a level that is made and the two before it. The last is only
/// counted.
fn bytes_of_lists(plan: &Plan<Tiles>) -> Option<u64> {
    let levels = levels_of_lists(plan)?;
    let stored = &levels[..levels.len() - 1];
    let sums = (0..stored.len()).map(|last| stored[last.saturating_sub(2)..=last].iter().sum());
    sums.max().map(|states: u64| (states as f64 * LIST_BYTES) as u64)
}

/// Works as [`estimate`] does, for lists: runs their first levels on the requested board. Large levels come
/// several times faster a state than small ones, so it is too long.
fn estimate_of_lists(plan: &AnyPlan) -> Option<Estimate> {
    const LONGER: Duration = Duration::from_secs(2);
    let states: u64 = levels_of_lists(plan.typed())?.iter().sum();
    let ShortRun { enumeration, setup_seconds, cpu_share, .. } = ShortRun::new(plan, Some(LONGER))?;
    let seconds_a_state = |level: &LevelSummary| level.seconds / level.states as f64;
    let fastest = enumeration.statistics().iter().skip(1).map(seconds_a_state).reduce(f64::min)?;
    let sample = plan.request.start.shape();
    let cpu_seconds = fastest * cpu_share * states as f64;
    let range = Estimate::RANGE;
    Some(Estimate { cpu_seconds, setup_seconds, traffic: 0.0, range, sample })
}
