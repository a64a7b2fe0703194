//! The distance of every position of a small space, in memory.

use crate::exit::Failure;
use crate::progress::{Display, Status};
use loyd::erased::AnyTask;
use loyd::spaces::AnySpace;
use loyd_report::numbers::{bytes, count, duration, grouped};
use loyd_search::audit::{Distances, Incomplete};
use loyd_search::observe::Limit;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// States whose distances are computed: a byte each.
pub(crate) const MAX_STATES: u64 = 1 << 28;

/// The distances of all positions from the goal of a space.
pub(crate) struct DistanceTable {
    space: Box<dyn AnySpace>,
    states: u64,
    distances: Distances,
}

impl DistanceTable {
    /// The distances in a space; `Err` with the space if its states have no ranks or are too many.
    ///
    /// # Errors
    /// If the memory does not suffice, or a limit was reached.
    pub(crate) fn of(
        space: Box<dyn AnySpace>,
        threads: usize,
        limit: &Limit,
        quiet: bool,
    ) -> Result<Result<Self, Box<dyn AnySpace>>, Failure> {
        let Some(states) = space.size().filter(|&states| states <= MAX_STATES) else {
            return Ok(Err(space));
        };
        let display = Display::new(quiet, false, 1, 1);
        let mut report = |done: u64| {
            display.status(|| {
                let seconds = display.elapsed().as_secs_f64();
                Status::of(done as f64 / states.max(1) as f64, seconds)
                    .with(format!("distances of {} of {} states", count(done), count(states)))
                    .with(duration(seconds))
            });
        };
        let distances = space.distances(threads, limit, &mut report);
        display.finish();
        let distances = distances.map_err(|why| match why {
            Incomplete::TooLarge { states, bytes: needed } => Failure::input(format!(
                "the distances of the {} states of {} take {}: allow more --memory",
                grouped(states),
                space.shape(),
                bytes(needed)
            )),
            Incomplete::TooFar => {
                Failure::input(format!("{}: {why}: choose a smaller size", space.shape()))
            }
            Incomplete::Stopped(_) => Failure::stopped(why.to_string()),
        })?;
        Ok(Ok(Self { space, states, distances }))
    }

    /// The distance of a position; `None` if it cannot reach the goal.
    ///
    /// # Errors
    /// The reason why the space does not have the position.
    pub(crate) fn distance(&self, task: &dyn AnyTask) -> Result<Option<u32>, String> {
        Ok(self.distances.get(self.space.task_rank(task)?))
    }

    /// The largest distance.
    pub(crate) fn radius(&self) -> u32 {
        self.distances.radius()
    }

    /// The number of positions at each distance.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.radius() as usize + 1];
        for distance in (0..self.states).filter_map(|rank| self.distances.get(rank)) {
            counts[distance as usize] += 1;
        }
        counts
    }

    /// The ranks of the positions within some distances.
    pub(crate) fn ranks(&self, within: &RangeInclusive<u32>) -> Vec<u64> {
        let is_within =
            |rank: &u64| self.distances.get(*rank).is_some_and(|it| within.contains(&it));
        (0..self.states).filter(is_within).collect()
    }

    /// The position of a rank.
    pub(crate) fn task(&self, rank: u64) -> Arc<dyn AnyTask> {
        self.space.task(rank)
    }
}
