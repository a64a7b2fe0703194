//! A search with levels as lists as a [`Job`]: of any puzzle, in any representation.

use super::ListStore;
use super::error::ListError;
use super::form::ListForm;
use super::level_loop::{HEADROOM, ListLoop, ListStep, ListTask};
use crate::checkpoint::Checkpoints;
use crate::record::RunRecord;
use crate::{Counted, EnumerateError, Job, Monitor};
use loyd_search::memory::granted;
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes the representation of a run.
pub(crate) type MakeForm = Box<dyn Fn() -> Box<dyn ListForm> + Send + Sync>;

/// A planned search.
pub(crate) struct ListJob {
    pub(crate) method: &'static str,
    pub(crate) task: ListTask,
    pub(crate) form: MakeForm,
    /// The minimum memory for any level, in bytes.
    pub(crate) least: u64,
    /// The maximum memory in bytes.
    pub(crate) memory: u64,
    pub(crate) store: Arc<dyn ListStore>,
    pub(crate) saved: Option<RunRecord>,
    pub(crate) depth: Option<u32>,
    /// All states, if their number is known.
    pub(crate) states: Option<u128>,
}

impl fmt::Debug for ListJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListJob").field("task", &self.task).finish_non_exhaustive()
    }
}

/// Opens the store of a run that is to be continued; `None` if it holds no level.
///
/// # Errors
/// If it cannot be opened, or contains another run than `wanted`.
pub(crate) fn open<P: Puzzle>(
    store: &dyn ListStore,
    wanted: &RunRecord,
    states: Option<u128>,
) -> Result<Option<RunRecord>, ListError> {
    let opened = store.open();
    let saved = opened.map_err(|reason| ListError::Store { depth: 0, at: "opened", reason })?;
    if let Some(saved) = &saved {
        let checked = saved.check(wanted, states).and_then(|()| saved.positions::<P>());
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

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        _checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError> {
        let needed = self.least + HEADROOM;
        if !granted(needed) {
            return Err(EnumerateError::OutOfMemory { bytes: needed });
        }
        let (task, store) = (self.task.clone(), self.store.clone());
        let mut run = ListLoop::new(task, (self.form)(), store, self.saved.as_ref())?;
        let setup = monitor.elapsed();
        let known = run.levels();
        let depth = known.len() as u32 - 1;
        let total: u64 = known.iter().map(|level| level.states).sum();
        let last = known[depth as usize].states;
        monitor.resumed(total - last);
        monitor.level(depth, last, run.memory());
        let mut stopped = monitor.check(depth, 0, run.memory());
        let mut exhausted = false;
        let mut found = u128::from(total);
        let states = self.states.unwrap_or(u128::MAX);
        while stopped.is_none() && !exhausted {
            let depth = run.levels().len() as u32;
            if self.depth.is_some_and(|last| depth > last) {
                break;
            }
            match run.step(monitor, self.depth == Some(depth))? {
                ListStep::Level(level) => {
                    monitor.level(depth, level.states, run.memory());
                    found += u128::from(level.states);
                    // Then a damaged list was read, and the run might never end.
                    exhausted = found > states;
                    let cancelled = monitor.cancel().is_cancelled();
                    stopped = cancelled.then_some(StopCause::Cancelled);
                }
                ListStep::Stopped(cause) => stopped = Some(cause),
                ListStep::Complete => exhausted = true,
            }
        }
        let levels = run.levels();
        let most = self.depth.map_or(usize::MAX, |last| last as usize + 1);
        let levels = &levels[..levels.len().min(most)];
        let mut samples = run.record().positions::<P>().unwrap_or_default();
        samples.truncate(levels.len());
        Ok(Counted {
            levels: levels.iter().map(|level| level.states).collect(),
            exhausted,
            stopped,
            setup,
            peak_memory_bytes: run.peak(),
            bytes_read: levels.iter().map(|level| level.bytes_read).sum(),
            bytes_written: levels.iter().map(|level| level.bytes_written).sum(),
            resumed_at: self.saved.as_ref().map(RunRecord::depth),
            earlier: Duration::from_secs_f64(known.iter().map(|level| level.seconds).sum()),
            saved: stopped.is_some().then_some(Ok(())),
            samples,
            statistics: levels.to_vec(),
            ..Counted::default()
        })
    }
}
