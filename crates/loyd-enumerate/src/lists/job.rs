//! A search with levels as lists as a [`Job`]: of any puzzle, in any representation.

use super::ListStore;
use super::error::ListError;
use super::form::ListForm;
use super::level_loop::{HEADROOM, ListLoop, ListStep, ListTask};
use crate::level_loop::{Begin, LevelEngine, LevelOrder, Step, Storage, count_levels};
use crate::record::RunRecord;
use crate::{EngineResult, EnumerateError, Job, Monitor};
use loyd_search::memory::granted;
use loyd_search::puzzle::Puzzle;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes the representation of a run.
pub type MakeForm = Box<dyn Fn() -> Box<dyn ListForm> + Send + Sync>;

/// A planned search.
pub struct ListJob {
    /// A description of the method.
    pub method: &'static str,
    /// The search and its resources.
    pub task: ListTask,
    /// The representation of its levels.
    pub form: MakeForm,
    /// The minimum memory for any level, in bytes.
    pub min_memory: u64,
    /// The maximum memory in bytes.
    pub memory: u64,
    /// The store of its lists.
    pub store: Arc<dyn ListStore>,
    /// The record in the store, if the run is continued.
    pub saved: Option<RunRecord>,
    /// The last level to count; `None`: all levels that fit in memory.
    pub depth: Option<u32>,
    /// The number of all states, if the puzzle defines it.
    pub states: Option<u128>,
}

impl fmt::Debug for ListJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListJob").field("task", &self.task).finish_non_exhaustive()
    }
}

/// Opens the store of a run that is to be continued; `None` if it holds no level.
///
/// # Errors
/// If it cannot be opened, or contains another run than `requested`.
pub fn open<P: Puzzle>(
    store: &dyn ListStore,
    requested: &RunRecord,
    states: Option<u128>,
) -> Result<Option<RunRecord>, ListError> {
    let opened = store.open();
    let saved = opened.map_err(|reason| ListError::Store { depth: 0, at: "opened", reason })?;
    if let Some(saved) = &saved {
        let checked = saved.check(requested, states).and_then(|()| saved.positions::<P>());
        checked.map_err(|what| ListError::Record { what })?;
    }
    Ok(saved)
}

impl<P: Puzzle> Job<P> for ListJob {
    fn method(&self) -> &'static str {
        self.method
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        false
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError> {
        let needed = self.min_memory + HEADROOM;
        if !granted(needed) {
            return Err(EnumerateError::OutOfMemory { bytes: needed });
        }
        let (task, store) = (self.task.clone(), self.store.clone());
        let run = ListLoop::new(task, (self.form)(), store, self.saved.as_ref())?;
        let earlier = run.levels().iter().map(|level| level.seconds).sum();
        let begin = Begin {
            resumed_at: self.saved.as_ref().map(RunRecord::depth),
            earlier: Duration::from_secs_f64(earlier),
            ..Begin::of(monitor)
        };
        let mut engine = Engine { run, states: self.states };
        let counted = count_levels::<P>(&mut engine, begin, self.depth, monitor)?;
        let levels = engine.run.levels();
        let max_levels = self.depth.map_or(usize::MAX, |last| last as usize + 1);
        let levels = &levels[..levels.len().min(max_levels)];
        let mut samples = engine.run.record().positions::<P>().unwrap_or_default();
        samples.truncate(levels.len());
        Ok(EngineResult {
            levels: levels.iter().map(|level| level.states).collect(),
            peak_memory_bytes: engine.run.peak(),
            bytes_read: levels.iter().map(|level| level.bytes_read).sum(),
            bytes_written: levels.iter().map(|level| level.bytes_written).sum(),
            samples,
            statistics: levels.to_vec(),
            ..counted
        })
    }
}

/// A search that stores its levels.
struct Engine {
    run: ListLoop,
    /// The number of all states, if the puzzle defines it.
    states: Option<u128>,
}

impl LevelEngine for Engine {
    fn counts(&self) -> Vec<u64> {
        self.run.levels().iter().map(|level| level.states).collect()
    }

    fn memory(&self) -> u64 {
        self.run.memory()
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        match self.run.step(monitor, order.is_last())? {
            ListStep::Level(_) => {
                // A damaged list can contain more states than the space, and the run might never end.
                let total: u128 = self.counts().into_iter().map(u128::from).sum();
                let is_damaged = self.states.is_some_and(|states| total > states);
                Ok(if is_damaged { Step::Complete } else { Step::Level })
            }
            ListStep::Stopped(cause) => Ok(Step::Stopped(cause)),
            ListStep::Complete => Ok(Step::Complete),
        }
    }

    fn storage(&self) -> Storage {
        Storage::Levels
    }
}
