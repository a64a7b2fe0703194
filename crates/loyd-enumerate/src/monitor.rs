//! Progress reports from an engine to its caller, the limits of the run, and its checkpoints.

use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use loyd_search::observe::{Budget, Cancel, Limit, StopCause};
use std::time::Duration;

/// A report from a running enumeration: once a level, and a few times a second in long ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelProgress {
    /// The level being counted, or just finished.
    pub depth: u32,
    /// States counted at this depth so far.
    pub states: u64,
    /// States counted at all depths so far.
    pub total: u64,
    /// The part of these that an earlier run counted.
    pub earlier: u64,
    /// The number of states of the space, if known.
    pub of: Option<u128>,
    /// The finished share of the work for this level, if known.
    pub share: Option<f64>,
    /// Bytes read from and written to files for this level so far.
    pub file_bytes: u64,
    /// Time since the level began.
    pub level_elapsed: Duration,
    /// True if the level is complete, so that `states` is final.
    pub finished: bool,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Memory in use by the engine, in bytes.
    pub memory_bytes: u64,
}

#[derive(Clone, Copy)]
struct Counting {
    states: u64,
    share: Option<f64>,
    file_bytes: u64,
    finished: bool,
}

/// Reports progress, stops the run at its limits, and has the storage of its checkpoints.
pub struct Monitor<'a> {
    budget: Budget,
    /// Set at the limit, for the threads of an engine.
    stop: Cancel,
    cause: Option<StopCause>,
    progress: &'a mut (dyn FnMut(&LevelProgress) + Send),
    of: Option<u128>,
    finished_total: u64,
    earlier: u64,
    last_report: Duration,
    level_start: Duration,
    checkpoints: Option<&'a mut dyn Checkpoints>,
    /// The depth of the checkpoint that was opened, and the time of the search before it.
    resumption: (Option<u32>, Duration),
    /// Bytes of the checkpoint that are not loaded yet.
    unread: u64,
    bytes_read: u64,
}

/// The interval between two reports inside a level.
const REPORT_EVERY: Duration = Duration::from_millis(200);

impl<'a> Monitor<'a> {
    /// A monitor with a running clock; `of` is the number of states of the space, if known.
    pub fn new(
        limit: &Limit,
        of: Option<u128>,
        progress: &'a mut (dyn FnMut(&LevelProgress) + Send),
    ) -> Self {
        Self {
            budget: Budget::start(limit),
            stop: Cancel::new(),
            cause: None,
            progress,
            of,
            finished_total: 0,
            earlier: 0,
            last_report: Duration::ZERO,
            level_start: Duration::ZERO,
            checkpoints: None,
            resumption: (None, Duration::ZERO),
            unread: 0,
            bytes_read: 0,
        }
    }

    /// Adds storage for checkpoints.
    #[must_use]
    pub fn with_checkpoints(self, checkpoints: Option<&'a mut dyn Checkpoints>) -> Self {
        Self { checkpoints, ..self }
    }

    /// Opens the checkpoint to resume from, if there is one. The engine must [`load`](Monitor::load) all its
    /// bytes.
    ///
    /// # Errors
    /// If it cannot be read, or differs from the written one.
    pub fn saved(&mut self) -> Result<Option<Snapshot>, StoreError> {
        let Some(checkpoints) = self.checkpoints.as_deref_mut() else { return Ok(None) };
        let Some((snapshot, bytes)) = checkpoints.saved()? else { return Ok(None) };
        self.unread = bytes;
        self.resumption = (Some(snapshot.record.depth()), snapshot.elapsed);
        Ok(Some(snapshot))
    }

    /// Reads the next bytes of that checkpoint.
    ///
    /// # Errors
    /// If they cannot be read, differ from the written ones, or are fewer.
    pub fn load(&mut self, bytes: &mut [u8]) -> Result<(), StoreError> {
        self.unread = self.unread.checked_sub(bytes.len() as u64).ok_or_else(other_size)?;
        if let Some(checkpoints) = self.checkpoints.as_deref_mut() {
            self.bytes_read += checkpoints.load(bytes)?;
        }
        Ok(())
    }

    /// Returns whether a checkpoint is due after level `depth`.
    pub fn is_due(&mut self, depth: u32) -> bool {
        self.checkpoints.as_deref_mut().is_some_and(|checkpoints| checkpoints.is_due(depth))
    }

    pub(crate) fn checkpoints(&mut self) -> Option<&mut (dyn Checkpoints + 'a)> {
        self.checkpoints.as_deref_mut()
    }

    /// The depth of the checkpoint that was opened, and the time of the search before it.
    pub(crate) fn resumption(&self) -> (Option<u32>, Duration) {
        self.resumption
    }

    /// The bytes that were read to resume.
    ///
    /// # Errors
    /// If the engine did not take all bytes of the checkpoint.
    pub(crate) fn bytes_read(&self) -> Result<u64, StoreError> {
        if self.unread > 0 { Err(other_size()) } else { Ok(self.bytes_read) }
    }

    /// Reports if a report is due, and returns whether to stop. Must be called every few thousand
    /// expansions. `states` were counted at this depth so far.
    pub fn check(&mut self, depth: u32, states: u64, memory_bytes: u64) -> Option<StopCause> {
        if self.budget.elapsed() >= self.last_report + REPORT_EVERY {
            self.report(
                depth,
                Counting { states, share: None, file_bytes: 0, finished: false },
                memory_bytes,
            );
        }
        self.stopped_with(states)
    }

    /// Works as [`check`](Monitor::check) does, for levels that are counted only at their end:
    /// reports the finished `share` of the work, and the bytes read from and written to files for
    /// this level.
    pub fn share(
        &mut self,
        depth: u32,
        share: f64,
        file_bytes: u64,
        memory_bytes: u64,
    ) -> Option<StopCause> {
        if self.budget.elapsed() >= self.last_report + REPORT_EVERY {
            let level = Counting { states: 0, share: Some(share), file_bytes, finished: false };
            self.report(depth, level, memory_bytes);
        }
        self.stop_cause()
    }

    /// Sets the number of states that were counted before this run was resumed.
    pub fn resumed(&mut self, total: u64) {
        self.finished_total = total;
        self.earlier = total;
    }

    /// Reports a finished level. Must be called once for each, including the level of the start.
    pub fn level(&mut self, depth: u32, states: u64, memory_bytes: u64) {
        self.report(
            depth,
            Counting { states, share: None, file_bytes: 0, finished: true },
            memory_bytes,
        );
        self.finished_total += states;
        self.stop_cause();
        self.level_start = self.budget.elapsed();
    }

    /// The flag for threads of an engine, set by [`check`](Monitor::check) and [`share`](Monitor::share) once
    /// a limit is reached.
    pub fn stop_flag(&self) -> Cancel {
        self.stop.clone()
    }

    /// The limit that is reached, if any: the first one.
    pub fn stop_cause(&mut self) -> Option<StopCause> {
        self.stopped_with(0)
    }

    /// The limit that stopped an engine; an interrupt, if another process stopped it.
    pub fn cause_of_stop(&self) -> StopCause {
        self.cause.unwrap_or(StopCause::Cancelled)
    }

    /// The limit that is reached with this number of states of an unfinished level.
    fn stopped_with(&mut self, states: u64) -> Option<StopCause> {
        if self.cause.is_none() {
            let counted = self.finished_total - self.earlier + states;
            self.cause = self.budget.exceeded(counted);
            if self.cause.is_some() {
                self.stop.cancel();
            }
        }
        self.cause
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    fn report(&mut self, depth: u32, level: Counting, memory_bytes: u64) {
        let Counting { states, share, file_bytes, finished } = level;
        self.last_report = self.budget.elapsed();
        (self.progress)(&LevelProgress {
            depth,
            states,
            total: self.finished_total + states,
            earlier: self.earlier,
            of: self.of,
            share,
            file_bytes,
            level_elapsed: self.last_report.saturating_sub(self.level_start),
            finished,
            elapsed: self.last_report,
            memory_bytes,
        });
    }
}

fn other_size() -> StoreError {
    StoreError::data("the saved state is unusable: it is of another size; start the run again")
}
