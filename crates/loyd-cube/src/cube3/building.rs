//! Table building: progress, cancellation, errors.

use loyd_search::observe::Cancel;
use loyd_search::solver::Unavailable;

/// The threads that build a table, its cancel flag and its progress reports.
#[derive(Clone)]
pub struct Building<'a> {
    /// Threads.
    pub threads: usize,
    /// Stops the work.
    pub cancel: Cancel,
    /// Receives the progress, from any thread, thousands of times for each distance.
    pub progress: &'a (dyn Fn(&BuildProgress) + Sync),
}

impl Building<'_> {
    /// Work without progress reports and cancellation.
    pub fn unwatched(threads: usize) -> Self {
        Self { threads, cancel: Cancel::new(), progress: &|_| () }
    }

    /// Tells the progress; true if the work is to end.
    pub(super) fn tell(&self, progress: &BuildProgress) -> bool {
        (self.progress)(progress);
        self.cancel.is_cancelled()
    }
}

/// Progress of building a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The distance whose entries are being found.
    pub distance: u32,
    /// Entries found.
    pub done: u64,
    /// Entries to be found, about.
    pub entries: u64,
}

/// The reason why a table was not built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// [`Building::cancel`] was set.
    #[error("stopped before the table was complete")]
    Stopped,
    /// Memory is insufficient, or the metric has no such table.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Without a cancel flag the build completes, or the table is unavailable.
impl From<BuildError> for Unavailable {
    fn from(error: BuildError) -> Self {
        let reason = error.to_string();
        match error {
            BuildError::Unavailable(unavailable) => unavailable,
            BuildError::Stopped => Self { name: "a table", reason },
        }
    }
}
