//! Enumerations by several processes: the part of each, and the needs of a run.

use super::enumerations::{codec, without_antipodes};
use super::traffic::{Sample, Traffic};
use crate::enumerations::Parts;
use crate::run_folder::{Levels, Place, RunFolderArgs};
use loyd_cluster::{ClusterStore, Network};
use loyd_enumerate::processes::Processes;
use loyd_enumerate::{EngineError, EngineFault, EngineName, EnumerateError, Plan, Request, states};
use loyd_store::disk::{MemoryDisk, RealDisk};
use loyd_store::{FileLevelStore, LevelCodec, LevelsInMemory, LockedFolder, Retention};
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::disk::{self, DiskError, DiskPlan, DiskTask, RunOptions};
use std::path::Path;
use std::sync::Arc;

/// The plan of one process in a connected run.
pub(super) fn plan_part(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    network: &Arc<Network>,
    folder: LockedFolder,
    resume: bool,
) -> Result<(Plan<Tiles>, Levels), EnumerateError> {
    without_antipodes(request)?;
    if run_folder.levels == Place::Memory {
        return part_in_memory(run_folder, request, network, &folder, resume);
    }
    let keep = run_folder.keep_levels.unwrap_or_default().required().max(2);
    let units = FileLevelStore::new(folder).retaining(Some(Retention::Exactly(keep)));
    let units = Arc::new(units);
    let codec = codec(run_folder, units.codec());
    let store = Arc::new(ClusterStore::new(network.clone(), units.clone()));
    let options = RunOptions { retained_levels: keep, ..run_folder.run_options(resume) };
    let job = disk::job_of_group(request, store.clone(), codec, options, store)?;
    Ok((Plan::with_job(request, Some(EngineName::Disk), job), Levels::Units(units)))
}

/// The folders for copies of levels, in that of a part.
const COPIES: [&str; 2] = ["copy-a", "copy-b"];

/// The plan of one process with its levels in memory.
fn part_in_memory(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    network: &Arc<Network>,
    folder: &LockedFolder,
    resume: bool,
) -> Result<(Plan<Tiles>, Levels), EnumerateError> {
    let place = |name: &str| {
        LockedFolder::create(Arc::new(RealDisk), &folder.path().join(name))
            .map_err(EnumerateError::Store)
    };
    let [one, other] = COPIES.map(place);
    let (allowed, processes) = (network.min_memory(), network.processes());
    let bytes = level_memory(run_folder, request, allowed, network.max_threads(), processes)?;
    let levels = LevelsInMemory::new(bytes, [one?, other?], run_folder.copy_every());
    let levels = Arc::new(levels.map_err(EnumerateError::Store)?);
    let codec = codec(run_folder, levels.codec());
    let store = ClusterStore::new(network.clone(), levels.clone()).reserving(bytes);
    let store = Arc::new(store);
    let options = run_folder.run_options(resume);
    let job = disk::job_of_group(request, store.clone(), codec, options, store)?;
    Ok((Plan::with_job(request, Some(EngineName::Disk), job), Levels::Memory(levels)))
}

/// Bytes of memory for the levels of one process, of those that are allowed: all but what the engine
/// needs for segments of a good size.
fn level_memory(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    allowed: u64,
    threads: usize,
    processes: usize,
) -> Result<u64, EnumerateError> {
    let codec = no_levels(run_folder)?;
    let task = DiskTask { threads, memory: allowed, ..task_of(request) };
    let plan = DiskPlan::divided(&task, &*codec, processes).map_err(wrong)?;
    let needed = bytes_of_levels(&plan, processes);
    // The engine needs a minimum.
    let minimum = match DiskPlan::divided(&DiskTask { memory: 0, ..task }, &*codec, processes) {
        Err(DiskError::TooBig { needed, .. }) => needed,
        _ => 0,
    };
    if needed + minimum > allowed {
        let (engine, puzzle) = (EngineName::Disk, request.start.size().to_string());
        let needed = needed + minimum;
        return Err(EnumerateError::DoesNotFit { engine, puzzle, needed, allowed });
    }
    Ok(needed)
}

/// Bytes of the levels of one process, the last one and the next, with their indices and models.
fn bytes_of_levels(plan: &DiskPlan, processes: usize) -> u64 {
    /// Bytes of an index for each unit of the board.
    const ENTRY: u64 = 40;
    /// Coding models, and files that are written in large pieces.
    const SMALL: u64 = 16 << 20;
    let segmentation = &plan.segmentation;
    let units = (segmentation.layout.cells() * segmentation.units()) as u64;
    let twice = plan.travelling_levels() * (1.0 - 1.0 / processes as f64);
    let units_of_all = plan.store_bytes() as f64 * (1.0 + twice) * plan.unequal_shares(processes);
    (units_of_all / processes as f64) as u64 + 2 * ENTRY * units + SMALL
}

/// The codec of a store without levels, for plans.
pub(super) fn no_levels(run_folder: &RunFolderArgs) -> Result<Arc<LevelCodec>, EnumerateError> {
    let nowhere = LockedFolder::create(Arc::new(MemoryDisk::new()), Path::new(""));
    let nowhere = nowhere.map_err(EnumerateError::Store)?;
    Ok(codec(run_folder, FileLevelStore::new(nowhere).codec()))
}

fn wrong(error: DiskError) -> EnumerateError {
    EnumerateError::from(EngineError::new(EngineFault::Input, error))
}

/// The enumeration of a request, for the disk engine.
pub(super) fn task_of(request: &Request<Tiles>) -> DiskTask {
    let size = request.start.size();
    DiskTask {
        width: size.width(),
        height: size.height(),
        metric: request.metric,
        start: request.start.blank(),
        threads: request.threads,
        memory: request.memory,
        samples: request.samples,
    }
}

/// Predicts the needs of a run of several processes, each on a separate machine.
pub(super) fn parts(
    run_folder: &RunFolderArgs,
    request: &Request<Tiles>,
    processes: usize,
) -> Result<Parts, EnumerateError> {
    without_antipodes(request)?;
    let codec = no_levels(run_folder)?;
    let (_, windows) = Network::windows(request.memory, processes);
    let allowed = request.memory.saturating_sub(windows);
    let in_memory = run_folder.levels == Place::Memory;
    let levels_in_memory = if in_memory {
        level_memory(run_folder, request, allowed, request.threads, processes)?
    } else {
        0
    };
    let task = DiskTask { memory: allowed.saturating_sub(levels_in_memory), ..task_of(request) };
    let mut plan = DiskPlan::divided(&task, &*codec, processes).map_err(wrong)?;
    if !in_memory {
        plan.retained_levels = run_folder.keep_levels.unwrap_or_default().required().max(2);
    }
    let all = states::<Tiles>(&request.start, request.metric).map(|states| states as f64);
    let sample = match all.filter(|_| request.depth.is_none()) {
        None => None,
        Some(states) => {
            let sample = Sample::of(run_folder, request, &plan, processes);
            sample.map(|sample| (sample.predict(&plan, processes, states), sample, states))
        }
    };
    let (both, others) = (plan.travelling_levels(), 1.0 - 1.0 / processes as f64);
    let of_each = |amount: f64| amount / processes as f64;
    let network_bytes = sample.as_ref().map(|(traffic, _, states)| traffic.sent * states);
    let file_bytes = sample.as_ref().map(|(Traffic { levels, partials, .. }, _, states)| {
        // Each unit is written and read by its processes; with several processes, all partials too.
        (2.0 * levels * (1.0 + both * others) + 2.0 * partials) * states
    });
    Ok(Parts {
        memory: plan.bytes() + windows + levels_in_memory,
        passes: plan.passes(),
        disk_bytes: of_each(plan.store_bytes() as f64 * (1.0 + both * others)) as u64,
        network_bytes: network_bytes.map(|bytes| bytes as u64),
        cpu_seconds: sample
            .as_ref()
            .map(|(_, sample, states)| of_each(sample.core_seconds * states)),
        // Levels in memory are copied to files too rarely to matter.
        traffic: if in_memory { Some(0.0) } else { file_bytes.map(of_each) },
        sent_bytes: network_bytes.map(|bytes| of_each(bytes) as u64),
        unequal: plan.unequal_shares(processes),
        sample: sample.map(|(_, sample, _)| sample.board),
    })
}
