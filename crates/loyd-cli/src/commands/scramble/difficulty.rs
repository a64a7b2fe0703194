//! Easy and hard positions.
//!
//! Of a space whose distances fit into memory: all positions up to the smallest distance (easy), or from the largest
//! distance on (hard), within which a quarter of all positions are. They are equally likely; the goal is left out.
//! Of a larger space: the position with the lowest or highest estimate of 16 random ones. The estimate is the
//! highest value of the heuristics that `loyd check` prints.

use super::limit;
use crate::distance_table::DistanceTable;
use crate::exit::Failure;
use crate::platform;
use loyd::erased::{AnyTask, Checker, RandomTasks};
use loyd::spaces::space_of;
use loyd_search::observe::Cancel;
use loyd_search::random::Numbers;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Random positions of a large space, of which one is chosen.
const SAMPLE: usize = 16;

/// The requested end of the distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Difficulty {
    Easy,
    Hard,
}

impl Difficulty {
    /// The distances of its positions, by the number of positions at each distance.
    fn distances(self, counts: &[u64]) -> RangeInclusive<u32> {
        let total: u64 = counts.iter().sum();
        let radius = counts.len() as u32 - 1;
        let is_quarter = |states: u64| states.saturating_mul(4) >= total;
        let mut states = 0;
        let mut enough = |&(_, &level): &(u32, &u64)| {
            states += level;
            is_quarter(states)
        };
        let mut levels = (0..).zip(counts);
        match self {
            Self::Easy => 1..=levels.find(&mut enough).map_or(1, |(depth, _)| depth.max(1)),
            Self::Hard => {
                let mut farthest = (0..=radius).rev().zip(counts.iter().rev());
                farthest.find(&mut enough).map_or(radius, |(depth, _)| depth).max(1)..=radius
            }
        }
    }
}

/// Random positions of a difficulty.
pub(super) enum Difficult {
    /// The distances with the ranks of the difficulty, all of them.
    Ranks(DistanceTable, Vec<u64>, Box<Numbers>),
    /// Random positions with their estimates.
    Estimated(Difficulty, RandomTasks, Checker),
}

impl Difficult {
    /// The positions of a difficulty for a goal.
    ///
    /// # Errors
    /// If no position differs from the goal, or the work was stopped.
    pub(super) fn new(
        goal: &dyn AnyTask,
        difficulty: Difficulty,
        seed: u64,
        (cancel, quiet): (&Cancel, bool),
    ) -> Result<Self, Failure> {
        let (space, limit) = (space_of(goal, None)?, limit(cancel));
        let table = DistanceTable::of(space, platform::cores(), &limit, quiet)?;
        let Ok(table) = table else {
            let puzzle = goal.puzzle().puzzle();
            return Ok(Self::Estimated(difficulty, puzzle.random(seed), puzzle.checker(None)?));
        };
        let ranks = table.ranks(&difficulty.distances(&table.counts()));
        if ranks.is_empty() {
            return Err(Failure::input(format!(
                "{} has no position but the goal: choose a larger size",
                goal.shape()
            )));
        }
        Ok(Self::Ranks(table, ranks, Box::new(Numbers::new(seed))))
    }

    /// A random position.
    pub(super) fn position(&mut self, goal: &dyn AnyTask) -> Arc<dyn AnyTask> {
        match self {
            Self::Ranks(table, ranks, numbers) => {
                table.task(ranks[numbers.below(ranks.len() as u64) as usize])
            }
            Self::Estimated(difficulty, random, check) => {
                let mut estimate = |task: &Arc<dyn AnyTask>| {
                    let values = check(&**task).heuristics;
                    values.into_iter().filter_map(|(_, value)| value).max().unwrap_or_default()
                };
                let first = random(goal);
                let mut chosen = (estimate(&first), first);
                for _ in 1..SAMPLE {
                    let task = random(goal);
                    let value = estimate(&task);
                    let is_better = match difficulty {
                        Difficulty::Easy => value < chosen.0,
                        Difficulty::Hard => value > chosen.0,
                    };
                    if is_better {
                        chosen = (value, task);
                    }
                }
                chosen.1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_positions_is_easy_and_a_quarter_hard() {
        let counts = [1, 2, 4, 8, 16, 20, 9, 4];
        // 15 of 64 positions are at most 3 moves away, 31 at most 4; 33 are at least 5 moves away.
        assert_eq!(Difficulty::Easy.distances(&counts), 1..=4);
        assert_eq!(Difficulty::Hard.distances(&counts), 5..=7);
        assert_eq!(Difficulty::Easy.distances(&[1, 1]), 1..=1);
        assert_eq!(Difficulty::Hard.distances(&[1, 1]), 1..=1);
        assert!(Difficulty::Easy.distances(&[1]).contains(&1), "a range without a position");
        assert!(Difficulty::Hard.distances(&[1]).is_empty());
    }
}
