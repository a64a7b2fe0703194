//! The traffic of an enumeration by several processes, predicted.
//!
//! A board of up to 12 cells is run as a whole by one process, with the bitmaps cut as for several, and the
//! bytes that would travel are counted. For larger boards 6x2 or 4x3 is run: bytes and time grow with the
//! bits of the bitmaps, for any share of travelling units.

use super::enumerations::sample_codec;
use super::file_costs;
use super::processes::{no_levels, task_of};
use crate::enumerations::ShortRun;
use crate::run_folder::RunFolderArgs;
use loyd_enumerate::{EngineName, Plan, Request};
use loyd_store::disk::MemoryDisk;
use loyd_store::{FileLevelStore, LockedFolder};
use loyd_tiles::Position;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::disk::{self, DiskPlan, RunOptions, TrafficCounter, UnitBytes, UnitKind};
use std::path::Path;
use std::sync::Arc;

/// The short run from which bytes and time are estimated.
pub(super) struct Sample {
    pub(super) board: String,
    /// Seconds of all threads together, a state.
    pub(super) core_seconds: f64,
    levels: Rates,
    partials: Rates,
    /// Bytes that travel in all; `None` if another board than that of the request was run.
    exact: Option<f64>,
}

/// Coded bytes for each bit of the bitmaps of one kind.
struct Rates {
    all: f64,
    /// For each bit that travels.
    travelling: f64,
}

impl Rates {
    fn new(bytes: UnitBytes, bits: f64, journeys: f64) -> Self {
        let all = bytes.all as f64 / bits;
        let travelling =
            if journeys > 0.0 { bytes.travelling as f64 / (bits * journeys) } else { all };
        Self { all, travelling }
    }
}

/// Predicted bytes, for each state.
pub(super) struct Traffic {
    /// Bytes of the levels in files, each once.
    pub(super) levels: f64,
    /// Bytes of partials.
    pub(super) partials: f64,
    /// Bytes that all processes send.
    pub(super) sent: f64,
}

impl Sample {
    /// Runs a board to its end, with the threads of the request, as one of some processes: some seconds.
    /// A part of the levels would not do, since the first ones have far more bytes a state.
    pub(super) fn of(
        run_folder: &RunFolderArgs,
        request: &Request<Tiles>,
        plan: &DiskPlan,
        processes: usize,
    ) -> Option<Self> {
        const MEMORY: u64 = 96 << 20;
        /// Processes for which 4x3 and 6x2 have many bands and columns, as large boards have.
        const MANY: usize = 4;
        let size = request.start.size();
        let is_small = size.cells() <= 12;
        let (sample, plan, processes) = if is_small {
            let memory = plan.task.memory;
            (Request { memory, ..request.clone() }, plan.clone(), processes)
        } else {
            let start = Position::blank_last(file_costs::sample(size)?);
            let sample = Request { start, memory: MEMORY, ..request.clone() };
            let task = task_of(&sample);
            let plan = DiskPlan::divided(&task, &*no_levels(run_folder).ok()?, MANY).ok()?;
            (sample, plan, MANY)
        };
        let nowhere = LockedFolder::create(Arc::new(MemoryDisk::new()), Path::new("")).ok()?;
        let store = Arc::new(FileLevelStore::new(nowhere));
        let codec = sample_codec(run_folder, store.codec());
        let division = plan.division(processes);
        let journeys =
            [UnitKind::Level, UnitKind::Partial].map(|kind| division.mean_journeys(kind));
        let counter = Arc::new(TrafficCounter::new(store, division));
        let options = RunOptions { rehearsal: Some(processes), ..RunOptions::default() };
        let request = Request { depth: None, ..sample };
        let job = disk::job(&request, counter.clone(), codec, options).ok()?;
        let sample = Plan::with_job(&request, Some(EngineName::Disk), job).into();
        let run = ShortRun::new(&sample, None)?;
        let (cpu, _) = file_costs::factors(size, request.metric);
        let (found_states, bits) = (run.states as f64, plan.bits_a_state());
        let [levels, partials] =
            [UnitKind::Level, UnitKind::Partial].map(|kind| counter.counted(kind));
        let travelling = (levels.travelling + partials.travelling) as f64;
        Some(Sample {
            board: request.start.size().to_string(),
            core_seconds: cpu * run.cpu_seconds / found_states,
            levels: Rates::new(levels, found_states * bits.0, journeys[0]),
            partials: Rates::new(partials, found_states * bits.1, journeys[1]),
            exact: is_small.then_some(travelling),
        })
    }

    /// Predicts the traffic of a plan for some processes.
    pub(super) fn predict(&self, plan: &DiskPlan, processes: usize, states: f64) -> Traffic {
        let (levels, partials) = plan.bits_a_state();
        let division = plan.division(processes);
        let travelling =
            |rates: &Rates, bits: f64, kind| rates.travelling * bits * division.mean_journeys(kind);
        let sent = travelling(&self.levels, levels, UnitKind::Level)
            + travelling(&self.partials, partials, UnitKind::Partial);
        Traffic {
            levels: self.levels.all * levels,
            partials: self.partials.all * partials,
            sent: self.exact.map_or(sent, |bytes| bytes / states),
        }
    }
}
