//! The engine as a [`Job`]: planned from a request, a store and a codec.

use super::division::ProcessGroup;
use super::listed_levels::ListedLevels;
use super::{
    DiskError, DiskLoop, DiskPlan, DiskStep, DiskTask, LevelRecord, LevelStore, LevelSummary,
    UnitCodec,
};
use crate::{ensure_order, positions};
use loyd_enumerate::level_loop::{Begin, LevelEngine, LevelOrder, Step, Storage, count_levels};
use loyd_enumerate::{EngineResult, EnumerateError, Job, Monitor, Request};
use loyd_search::observe::StopCause;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use std::sync::Arc;
use std::time::Duration;

/// Options of a run with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Resume from the last committed level, if it exists; otherwise the job deletes all contents.
    pub resume: bool,
    /// Time between two checkpoints within a level; `None` for no checkpoints.
    pub checkpoint_every: Option<Duration>,
    /// Levels that the store retains regardless of space, including the last one.
    pub retained_levels: usize,
    /// The number of states of the first levels that lists may contain, see
    /// [`DiskPlan::listed_states`]; `None` for the most useful number.
    pub listed_states: Option<u64>,
    /// Plan as one of this many processes does, and give all partials to the store, as these do: for
    /// predictions of their traffic by a [`TrafficCounter`](super::TrafficCounter).
    pub rehearsal: Option<usize>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            resume: true,
            checkpoint_every: None,
            retained_levels: 1,
            listed_states: None,
            rehearsal: None,
        }
    }
}

/// Plans the engine for a request with a store and a codec; allocates nothing.
///
/// # Errors
/// If the board is too small for bitmaps of this kind, if not even the smallest segments fit the
/// memory limit, or if the store cannot be opened or contains another run.
pub fn job(
    request: &Request<Tiles>,
    store: Arc<dyn LevelStore>,
    codec: Arc<dyn UnitCodec>,
    options: RunOptions,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    planned(request, store, codec, options, None)
}

/// Works as [`job`] does, for one process of a group that runs the same request. Checkpoints within a
/// level are not written: processes agree on whole levels only.
///
/// # Errors
/// The errors of [`job`].
pub fn job_of_group(
    request: &Request<Tiles>,
    store: Arc<dyn LevelStore>,
    codec: Arc<dyn UnitCodec>,
    options: RunOptions,
    group: Arc<dyn ProcessGroup>,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    let options = RunOptions { checkpoint_every: None, ..options };
    planned(request, store, codec, options, Some(group))
}

fn planned(
    request: &Request<Tiles>,
    store: Arc<dyn LevelStore>,
    codec: Arc<dyn UnitCodec>,
    options: RunOptions,
    group: Option<Arc<dyn ProcessGroup>>,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    ensure_order(request)?;
    let size = request.start.size();
    let (memory, threads, processes) = match &group {
        None => (request.memory, request.threads, options.rehearsal.unwrap_or(1)),
        Some(group) => (group.min_memory(), group.max_threads(), group.processes()),
    };
    let task = DiskTask {
        width: size.width(),
        height: size.height(),
        metric: request.metric,
        start: request.start.blank(),
        threads,
        memory,
        samples: request.samples,
    };
    let at = "opening it".to_owned();
    let opened = if options.resume { store.open() } else { Ok(None) };
    let record = opened.map_err(|reason| DiskError::Store { depth: 0, at, reason })?;
    let mut plan = match &record {
        Some(record) => DiskPlan::resume(&task, record, &*codec)?,
        None => DiskPlan::divided(&task, &*codec, processes)?,
    };
    plan.task.threads = request.threads;
    plan.checkpoint_every = options.checkpoint_every;
    plan.retained_levels = options.retained_levels.max(1);
    plan.listed_states = options.listed_states.unwrap_or(plan.listed_states);
    if options.rehearsal.is_some() {
        plan.partials = 0;
    }
    Ok(Arc::new(OnDisk { plan, record, store, codec, size, depth: request.depth, group }))
}

/// The engine without a store.
///
/// # Errors
/// Always: levels must be stored somewhere.
pub(crate) fn without_store(
    _request: &Request<Tiles>,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    Err(EnumerateError::NeedsFolder)
}

#[derive(Debug)]
struct OnDisk {
    plan: DiskPlan,
    record: Option<LevelRecord>,
    store: Arc<dyn LevelStore>,
    codec: Arc<dyn UnitCodec>,
    size: Size,
    depth: Option<u32>,
    group: Option<Arc<dyn ProcessGroup>>,
}

/// The result of a run that stops before all processes of the group have a common level.
fn stopped_early(cause: StopCause, levels: &[LevelSummary]) -> EngineResult<Tiles> {
    let states = levels.iter().map(|level| level.states).collect::<Vec<_>>();
    EngineResult {
        levels: if states.is_empty() { vec![1] } else { states },
        stopped: Some(cause),
        ..EngineResult::default()
    }
}

impl Job<Tiles> for OnDisk {
    fn method(&self) -> &'static str {
        match self.plan.task.metric {
            MetricName::Single => {
                "one bit a state, coded in bands and columns, each level read once and written once"
            }
            MetricName::Multi => {
                "one bit a row and column class, coded in bands and columns, written once a level"
            }
        }
    }

    fn memory(&self) -> u64 {
        self.plan.bytes()
    }

    fn disk(&self) -> u64 {
        self.plan.store_bytes()
    }

    fn passes(&self) -> Vec<usize> {
        self.plan.passes()
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<Tiles>, EnumerateError> {
        let (plan, store, codec) = (self.plan.clone(), self.store.clone(), &*self.codec);
        let bytes = plan.bytes();
        let (mut stopped, mut listed_levels) = (None, 0);
        let group = self.group.clone();
        let run = match &self.record {
            Some(record) => DiskLoop::resume_among(plan, record, store, codec, group),
            None => match ListedLevels::make(&plan, self.depth, monitor)? {
                Some(listed) if listed.stopped.is_some() && group.is_some() => {
                    let cause = monitor.cause_of_stop();
                    return Ok(stopped_early(cause, &listed.levels));
                }
                Some(listed) => {
                    stopped = listed.stopped;
                    listed_levels = listed.levels.len();
                    DiskLoop::start_with(plan, store, codec, listed, group)
                }
                None => DiskLoop::start_among(plan, store, codec, group),
            },
        };
        let run = match run {
            Err(DiskError::Interrupted) => {
                return Ok(stopped_early(monitor.cause_of_stop(), &[]));
            }
            run => run?,
        };
        // Levels of an earlier part of the run.
        let resumed = if listed_levels > 0 { 0 } else { run.levels().len() };
        let earlier = run.levels()[..resumed].iter().map(|level| level.seconds).sum();
        let begin = Begin {
            resumed_at: self.record.as_ref().map(LevelRecord::depth),
            earlier: Duration::from_secs_f64(earlier),
            setup: Duration::from_secs_f64(run.setup_seconds()),
            stopped: stopped.or(monitor.stop_cause()),
            is_reported: listed_levels > 0,
        };
        let mut engine = Engine { run, memory: bytes };
        let counted = count_levels(&mut engine, begin, self.depth, monitor)?;
        let run = engine.run;
        let max_levels = self.depth.map_or(usize::MAX, |last| last as usize + 1);
        let levels = &run.levels()[..run.levels().len().min(max_levels)];
        let sum = |bytes: fn(&LevelSummary) -> u64| run.levels().iter().map(bytes).sum();
        Ok(EngineResult {
            levels: levels.iter().map(|level| level.states).collect(),
            bytes_read: sum(|level| level.bytes_read),
            bytes_written: sum(|level| level.bytes_written),
            samples: run.samples().into_iter().map(|boards| positions(self.size, boards)).collect(),
            statistics: levels.to_vec(),
            ..counted
        })
    }
}

/// A run that stores its levels.
struct Engine {
    run: DiskLoop,
    memory: u64,
}

impl LevelEngine for Engine {
    fn counts(&self) -> Vec<u64> {
        self.run.levels().iter().map(|level| level.states).collect()
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn step(
        &mut self,
        _order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        let (bytes, cancel) = (self.memory, monitor.stop_flag());
        let step = self.run.step(cancel.flag(), &mut |progress| {
            monitor.share(progress.depth, progress.share(), progress.bytes, bytes);
        })?;
        Ok(match step {
            DiskStep::Level(_) => Step::Level,
            DiskStep::Interrupted => Step::Stopped(monitor.cause_of_stop()),
            DiskStep::Complete => Step::Complete,
        })
    }

    fn storage(&self) -> Storage {
        Storage::Levels
    }
}
