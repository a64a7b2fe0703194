//! A heuristic from outside that is opened for one goal after the other.

use super::External;
use crate::exit::Failure;
use loyd::erased::AnyTask;
use loyd_search::observe::Cancel;
use std::time::{Duration, Instant};

/// The heuristic of the last goal.
pub(crate) struct Opened {
    heuristic: String,
    cancel: Cancel,
    last: Option<(String, External)>,
    setup: Duration,
}

impl Opened {
    /// A heuristic that no goal has yet.
    pub(crate) fn new(heuristic: &str, cancel: &Cancel) -> Self {
        let (heuristic, cancel) = (heuristic.to_owned(), cancel.clone());
        Self { heuristic, cancel, last: None, setup: Duration::ZERO }
    }

    /// Time to start programs and to read tables.
    pub(crate) fn setup(&self) -> Duration {
        self.setup
    }

    /// The heuristic for the goal of a task.
    ///
    /// # Errors
    /// If the program cannot be started, or the table cannot be read.
    pub(crate) fn of_goal(&mut self, task: &dyn AnyTask) -> Result<&mut External, Failure> {
        let goal = format!("{} {}", task.shape(), task.goal());
        let last = self.last.take().filter(|(of, _)| *of == goal);
        let last = if let Some(last) = last {
            last
        } else {
            let began = Instant::now();
            let external = External::open(&self.heuristic, task, &self.cancel);
            let Some(external) = external.transpose()? else {
                unreachable!("the text names a heuristic from outside")
            };
            self.setup += began.elapsed();
            (goal, external)
        };
        Ok(&mut self.last.insert(last).1)
    }
}
