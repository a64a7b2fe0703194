//! Requests, plans, and running a plan.

use crate::checkpoint::Checkpoints;
use crate::error::Unsuitable;
use crate::registry::{Engine, engines};
use crate::{EngineName, EnumerateError, Enumeration, Job, LevelProgress, Monitor};
use loyd_search::memory::granted;
use loyd_search::observe::Limit;
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use std::sync::Arc;

/// The enumeration to make: start, metric, depth, resources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<P: Puzzle> {
    /// The state at depth 0.
    pub start: P::Position,
    /// The metric.
    pub metric: P::Metric,
    /// The last level to count; `None` for all.
    pub depth: Option<u32>,
    /// The engine; `None` for the first suitable one.
    pub engine: Option<EngineName>,
    /// Memory limit in bytes.
    pub memory: u64,
    /// Maximum number of threads.
    pub threads: usize,
    /// Keeps the farthest states if there are at most this many; 0 keeps none.
    pub antipodes: usize,
    /// Keeps a sample of this size of every level, for checks by other means; the reference engine
    /// keeps none.
    pub samples: usize,
}

impl<P: Puzzle> Request<P> {
    /// Every level from a start; default metric, any engine, at most 8 GiB, one thread.
    pub fn new(start: P::Position) -> Self {
        Self {
            start,
            metric: P::Metric::default(),
            depth: None,
            engine: None,
            memory: 8 << 30,
            threads: 1,
            antipodes: 0,
            samples: 0,
        }
    }
}

/// A run with every choice, before any allocation.
#[derive(Clone, Debug)]
pub struct Plan<P: Puzzle> {
    request: Request<P>,
    engine: Option<EngineName>,
    job: Arc<dyn Job<P>>,
    states: Option<u128>,
}

/// Counts the reachable states without generating them.
struct States;

impl<P: Puzzle> SpaceVisitor<P> for States {
    type Output = Option<u128>;

    fn visit<S: Space<P>>(self, space: S) -> Option<u128> {
        space.states()
    }
}

/// The number of states reachable from a position; `None` if it is unknown.
pub fn states<P: Puzzle>(start: &P::Position, metric: P::Metric) -> Option<u128> {
    P::visit_space(start, metric, States)
}

impl<P: Puzzle> Plan<P> {
    /// Makes the choices that the request leaves open, with the engines of every puzzle; a
    /// puzzle with separate engines has a list of them for [`among`](Plan::among).
    ///
    /// # Errors
    /// If the memory limit is too low, with the memory needed and the depth that would fit; or if
    /// the requested engine is unsuitable for the puzzle.
    pub fn new(request: &Request<P>) -> Result<Self, EnumerateError> {
        Self::among(&engines(), request)
    }

    /// Works as [`new`](Plan::new) does, with a list of engines in order of preference. The last one must be
    /// the most general: its error is returned if none is suitable, unless another one could do the
    /// same without antipodes.
    ///
    /// # Errors
    /// The errors of [`new`](Plan::new).
    pub fn among(engines: &[Engine<P>], request: &Request<P>) -> Result<Self, EnumerateError> {
        let planned = |engine: &Engine<P>| {
            let job = (engine.job)(request)?;
            Ok(Self::with_job(request, Some(engine.name), job))
        };
        let none = |engine| EnumerateError::Unsuited {
            engine,
            puzzle: P::shape(&request.start),
            reason: Unsuitable::NoSuchEngine,
        };
        if let Some(name) = request.engine {
            let engine = engines.iter().find(|engine| engine.name == name);
            return planned(engine.ok_or_else(|| none(name))?);
        }
        let mut last = none(EngineName::Reference);
        let mut without_antipodes = None;
        for engine in engines {
            match planned(engine) {
                Ok(plan) => return Ok(plan),
                Err(why) => last = why,
            }
            if matches!(&last, EnumerateError::Unsuited { reason: Unsuitable::Antipodes, .. }) {
                without_antipodes = Some(last.clone());
            }
        }
        // An error about antipodes is more specific than that of an unsuitable engine.
        let unsuited = matches!(&last, EnumerateError::Unsuited { .. });
        Err(without_antipodes.filter(|_| unsuited).unwrap_or(last))
    }

    /// A plan with a job of the caller: by an engine that needs more than a request, or by one
    /// without a name (`None`).
    pub fn with_job(
        request: &Request<P>,
        engine: Option<EngineName>,
        job: Arc<dyn Job<P>>,
    ) -> Self {
        let states = states::<P>(&request.start, request.metric);
        Self { request: request.clone(), engine, job, states }
    }

    /// The request.
    pub fn request(&self) -> &Request<P> {
        &self.request
    }

    /// The chosen engine; `None` for one without a name.
    pub fn engine(&self) -> Option<EngineName> {
        self.engine
    }

    /// A description of the method.
    pub fn method(&self) -> &'static str {
        self.job.method()
    }

    /// The maximum memory in bytes, an upper bound.
    pub fn memory(&self) -> u64 {
        self.job.memory()
    }

    /// The memory of a separate device in bytes, beside [`memory`](Plan::memory).
    pub fn device_memory(&self) -> u64 {
        self.job.device_memory()
    }

    /// The bytes that a level sends between memory and a separate device, an upper bound.
    pub fn device_transfers(&self) -> u64 {
        self.job.device_transfers()
    }

    /// The maximum size of files in bytes, an estimate.
    pub fn disk(&self) -> u64 {
        self.job.disk()
    }

    /// The number of segments of each pass over a level; see [`Job::passes`].
    pub fn passes(&self) -> Vec<usize> {
        self.job.passes()
    }

    /// Returns whether the memory covers all states, so that without a depth limit every state
    /// would be reached.
    pub fn is_exhaustive(&self) -> bool {
        self.job.is_exhaustive()
    }

    /// Returns whether the state can be saved between levels.
    pub fn keeps_state(&self) -> bool {
        self.job.keeps_state()
    }

    /// The number of reachable states; `None` if it is unknown, or above `u128`.
    pub fn states(&self) -> Option<u128> {
        self.states
    }
}

/// Runs a plan.
///
/// Calls `progress` once a level and a few times a second in long ones. A run that reaches `limit`,
/// or the memory limit of its request, returns its finished levels. Nodes are counted states; an engine that
/// counts them at the end of a level stops there. [`Limit::memory`] and [`Limit::share`] are not used.
///
/// # Errors
/// If the system refuses memory, or if a complete enumeration counted a wrong number of states.
pub fn run<P: Puzzle>(
    plan: &Plan<P>,
    limit: &Limit,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
) -> Result<Enumeration<P>, EnumerateError> {
    run_with(plan, limit, progress, None)
}

/// Works as [`run`] does, with storage for checkpoints: it resumes from the saved state, saves its state when
/// a checkpoint is due, and when it is stopped. Engines that cannot save their state (see
/// [`Plan::keeps_state`]) ignore it.
///
/// # Errors
/// The errors of [`run`], and an unusable saved state.
pub fn run_with<P: Puzzle>(
    plan: &Plan<P>,
    limit: &Limit,
    progress: &mut (dyn FnMut(&LevelProgress) + Send),
    checkpoints: Option<&mut dyn Checkpoints>,
) -> Result<Enumeration<P>, EnumerateError> {
    let Request { start, metric, .. } = &plan.request;
    // Bitmaps are allocated fallibly; the structures with them are not.
    if plan.is_exhaustive() && !granted(plan.memory()) {
        return Err(EnumerateError::OutOfMemory { bytes: plan.memory() });
    }
    let checkpoints = checkpoints.map(|store| store as &mut dyn Checkpoints);
    let mut monitor = Monitor::new(limit, plan.states(), progress).with_checkpoints(checkpoints);
    let counted = plan.job.run(&mut monitor)?;
    let total = counted.levels.iter().sum();
    let expected = plan.states().unwrap_or(u128::MAX);
    // The requested depth may be the radius: then no states remain, although no further level was
    // tried.
    let complete = u128::from(total) == expected;
    if u128::from(total) > expected || counted.exhausted && !complete {
        let engine = plan.engine;
        return Err(EnumerateError::WrongTotal {
            engine,
            puzzle: P::shape(start),
            metric: metric.to_string(),
            start: P::format(start),
            total,
            expected,
        });
    }
    Ok(Enumeration {
        start: start.clone(),
        metric: *metric,
        radius: complete.then(|| counted.levels.len() as u32 - 1),
        levels: counted.levels,
        total,
        complete,
        engine: plan.engine,
        seconds: (counted.earlier + monitor.elapsed().saturating_sub(counted.setup)).as_secs_f64(),
        setup_seconds: counted.setup.as_secs_f64(),
        peak_memory_bytes: counted.peak_memory_bytes,
        bytes_read: counted.bytes_read,
        bytes_written: counted.bytes_written,
        antipodes: counted.deepest.filter(|_| complete),
        samples: counted.samples,
        resumed_at: counted.resumed_at,
        statistics: counted.statistics,
        saved: counted.saved.filter(|_| !complete),
        stopped: counted.stopped.filter(|_| !complete),
    })
}
