//! The waiting jobs, by stage.

use super::{Client, Stage, Work};
use loyd_search::observe::Cancel;
use std::collections::VecDeque;
use std::time::Instant;

/// A waiting job.
pub(super) struct WaitingJob {
    pub(super) number: u64,
    /// The client; `None` for a job of the server itself.
    pub(super) client: Option<Client>,
    pub(super) cancel: Cancel,
    pub(super) work: Box<dyn Work>,
    pub(super) since: Instant,
}

/// The queues.
#[derive(Default)]
pub(super) struct Queues {
    short: VecDeque<WaitingJob>,
    long: VecDeque<WaitingJob>,
    preparation: VecDeque<WaitingJob>,
}

impl Queues {
    fn of(&mut self, stage: Stage) -> &mut VecDeque<WaitingJob> {
        match stage {
            Stage::Short => &mut self.short,
            Stage::Long => &mut self.long,
            Stage::Preparation => &mut self.preparation,
        }
    }

    pub(super) fn add(&mut self, stage: Stage, job: WaitingJob) {
        self.of(stage).push_back(job);
    }

    /// The first job of a stage.
    pub(super) fn take(&mut self, stage: Stage) -> Option<WaitingJob> {
        self.of(stage).pop_front()
    }

    /// The first long job of the client with the fewest threads at work.
    pub(super) fn take_fairly(
        &mut self,
        threads_of: impl Fn(Client) -> usize,
    ) -> Option<WaitingJob> {
        let count = |job: &WaitingJob| job.client.map_or(0, &threads_of);
        let fewest = self.long.iter().enumerate().min_by_key(|(_, job)| count(job));
        let (index, _) = fewest?;
        self.long.remove(index)
    }

    /// The time at which the first long job was queued.
    pub(super) fn oldest_long(&self) -> Option<Instant> {
        self.long.front().map(|job| job.since)
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<WaitingJob> {
        [&mut self.short, &mut self.long, &mut self.preparation].into_iter().find_map(|queue| {
            let index = queue.iter().position(|job| job.number == number)?;
            queue.remove(index)
        })
    }

    /// The number of jobs that satisfy a condition.
    pub(super) fn count(&self, holds: impl Fn(&WaitingJob, Stage) -> bool) -> usize {
        let all = [
            (&self.short, Stage::Short),
            (&self.long, Stage::Long),
            (&self.preparation, Stage::Preparation),
        ];
        let count = |(queue, stage): (&VecDeque<WaitingJob>, Stage)| {
            queue.iter().filter(|job| holds(job, stage)).count()
        };
        all.into_iter().map(count).sum()
    }

    pub(super) fn len(&self) -> usize {
        self.short.len() + self.long.len() + self.preparation.len()
    }

    pub(super) fn clear(&mut self) {
        for queue in [&mut self.short, &mut self.long, &mut self.preparation] {
            queue.clear();
        }
    }
}
