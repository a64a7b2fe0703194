//! The jobs of the pool: the next one of each kind of thread, and the limits of new ones.

use super::queues::{Queues, WaitingJob};
use super::{Client, Kind, Limits, Stage};
use crate::error::ApiError;
use loyd_search::observe::Cancel;
use std::collections::HashMap;
use std::time::Duration;

/// The jobs of the pool.
#[derive(Default)]
pub(super) struct State {
    pub(super) queues: Queues,
    /// Running jobs, by number.
    pub(super) running: HashMap<u64, RunningJob>,
    pub(super) last: u64,
    pub(super) completed: u64,
    pub(super) stopping: bool,
}

/// A running job.
pub(super) struct RunningJob {
    pub(super) client: Option<Client>,
    pub(super) cancel: Cancel,
    pub(super) stage: Stage,
    pub(super) threads: usize,
}

impl State {
    /// The next job for a kind of thread.
    pub(super) fn take(&mut self, kind: Kind) -> Option<(WaitingJob, Stage)> {
        /// The time for which short jobs precede a long job.
        const PATIENCE: Duration = Duration::from_millis(250);
        match kind {
            Kind::Preparation => self.first(Stage::Preparation),
            Kind::Short => self.first(Stage::Short),
            Kind::Any => {
                let is_overdue =
                    self.queues.oldest_long().is_some_and(|it| it.elapsed() > PATIENCE);
                let short = if is_overdue { None } else { self.first(Stage::Short) };
                short.or_else(|| self.long()).or_else(|| self.first(Stage::Short))
            }
        }
    }

    fn first(&mut self, stage: Stage) -> Option<(WaitingJob, Stage)> {
        self.queues.take(stage).map(|job| (job, stage))
    }

    fn long(&mut self) -> Option<(WaitingJob, Stage)> {
        let Self { queues, running, .. } = self;
        let threads_of = |client: Client| {
            let is_long = |it: &&RunningJob| it.stage == Stage::Long && it.client == Some(client);
            running.values().filter(is_long).map(|it| it.threads).sum()
        };
        queues.take_fairly(threads_of).map(|job| (job, Stage::Long))
    }

    /// Refuses a job if the queue or the client has reached its limit for this kind of job.
    ///
    /// # Errors
    /// If a limit is reached, or the pool is stopping.
    pub(super) fn admit(
        &self,
        limits: Limits,
        client: Option<Client>,
        stage: Stage,
    ) -> Result<(), ApiError> {
        if self.stopping {
            return Err(ApiError::stopping());
        }
        let Limits { queue, jobs_per_client, .. } = limits;
        let same = |other: Stage| (other == Stage::Short) == (stage == Stage::Short);
        if self.queues.count(|_, other| same(other)) >= queue {
            let message = format!("{queue} requests are waiting, which is the limit: try again");
            return Err(ApiError::busy(message));
        }
        if client.is_none() {
            return Ok(());
        }
        let at_work = self.running.values().filter(|it| same(it.stage) && it.client == client);
        let waiting = self.queues.count(|job, other| same(other) && job.client == client);
        if at_work.count() + waiting < jobs_per_client {
            return Ok(());
        }
        Err(ApiError::busy(format!(
            "this address has {jobs_per_client} requests running or waiting, which is the limit: wait for \
             one of them"
        )))
    }
}
