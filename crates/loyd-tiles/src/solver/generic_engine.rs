//! The engine of every algorithm but `idastar`: dispatch from names to few types.
//!
//! Algorithms with open and closed lists spend their time waiting for memory, and the others exist
//! for comparison, so boards whose shape is known only at run time suffice for most, with the
//! heuristic chosen at run time. Configurations whose time is measured have their own types: 4x4
//! and 3x3 in the single-tile metric, 4x4 with Manhattan distance and linear conflict.
//!
//! | boards | type |
//! |---|---|
//! | 4x4, 3x3, single tiles | `Nibbles` |
//! | up to 16 cells | `Word64` |
//! | up to 25 cells | `Word128` |
//! | others | `Wide` |

use super::{Plan, Search, Tiles, Watch};
use crate::heuristic::{
    Databases, HeuristicName, LinearConflict, Manhattan, Maximum, Memoised, TileHeuristic,
    Unavailable,
};
use crate::{
    Board, Metric, MetricName, Multi, Nibbles, Position, Single, Slide, Sliding, Wide, Word64,
    Word128,
};
use loyd_search::COMPACT;
use loyd_search::observe::{Limit, Observer, OnProgress, Progress, Report};
use loyd_search::search::AlgorithmSpec;
use loyd_search::search::best_first::{self, Configuration};
use loyd_search::solver::Watching;

/// Returns the engine of a plan.
pub(super) fn prepare(
    plan: &Plan,
    databases: &[Databases],
) -> Result<Box<dyn Search>, Unavailable> {
    match plan.metric {
        MetricName::Single => single(plan, databases),
        MetricName::Multi => shaped::<Multi>(plan, databases),
    }
}

fn single(plan: &Plan, databases: &[Databases]) -> Result<Box<dyn Search>, Unavailable> {
    type Fifteen = Nibbles<4, 16>;
    let size = plan.goal.size();
    match (size.width(), size.height()) {
        _ if COMPACT => shaped::<Single>(plan, databases),
        (4, 4) => {
            if let Some(configuration) =
                plan.algorithm.best_first().filter(|_| databases.is_empty())
            {
                match plan.heuristic.parts() {
                    [HeuristicName::Manhattan] => {
                        return Lists::<Fifteen, Single, Manhattan>::prepare(plan, configuration);
                    }
                    [HeuristicName::LinearConflict] => {
                        return Lists::<Fifteen, Single, LinearConflict>::prepare(
                            plan,
                            configuration,
                        );
                    }
                    _ => {}
                }
            }
            Any::<Fifteen, Single>::prepare(plan, databases)
        }
        (3, 3) => Any::<Nibbles<3, 9>, Single>::prepare(plan, databases),
        _ => shaped::<Single>(plan, databases),
    }
}

/// Builds the engine for a shape known only at run time.
fn shaped<M: Metric>(plan: &Plan, databases: &[Databases]) -> Result<Box<dyn Search>, Unavailable> {
    let cells = plan.goal.size().cells();
    if cells <= Word64::MAX_CELLS {
        Any::<Word64, M>::prepare(plan, databases)
    } else if cells <= Word128::MAX_CELLS && !COMPACT {
        Any::<Word128, M>::prepare(plan, databases)
    } else {
        Any::<Wide, M>::prepare(plan, databases)
    }
}

/// Any algorithm with any heuristic.
struct Any<B, M> {
    space: Sliding<B, M>,
    heuristic: Maximum,
    algorithm: AlgorithmSpec,
}

impl<B: Board, M: Metric> Any<B, M> {
    fn prepare(plan: &Plan, databases: &[Databases]) -> Result<Box<dyn Search>, Unavailable> {
        let space = Sliding::<B, M>::new(&plan.goal);
        let heuristic = Maximum::of(plan.heuristic.parts(), &space)?.and(databases.to_vec());
        Ok(Box::new(Self { space, heuristic, algorithm: plan.algorithm.clone() }))
    }
}

impl<B: Board, M: Metric> Any<B, M> {
    fn run(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        observer: &mut dyn Observer<Sliding<B, M>>,
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        self.algorithm.run(&self.space, &self.heuristic, &start, threads, limit, observer)
    }
}

impl<B: Board, M: Metric> Search for Any<B, M> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        self.run(start, threads, limit, &mut OnProgress(progress))
    }

    fn watch(
        &self,
        start: &Position,
        limit: &Limit,
        watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        let watching = &mut Watching::new(watcher, &self.space);
        self.algorithm.name.info().observed.then(|| self.run(start, 1, limit, watching))
    }
}

/// Best-first search, compiled for one heuristic.
struct Lists<B, M, H> {
    space: Sliding<B, M>,
    heuristic: H,
    configuration: Configuration,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M> + Memoised> Lists<B, M, H> {
    fn prepare(plan: &Plan, configuration: Configuration) -> Result<Box<dyn Search>, Unavailable> {
        let space = Sliding::<B, M>::new(&plan.goal);
        let heuristic = H::new(&space)?;
        Ok(Box::new(Self { space, heuristic, configuration }))
    }
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> Lists<B, M, H> {
    fn run(
        &self,
        start: &Position,
        limit: &Limit,
        observer: &mut dyn Observer<Sliding<B, M>>,
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        let (space, heuristic) = (&self.space, &self.heuristic);
        best_first::search(space, heuristic, &start, &self.configuration, limit, observer)
    }
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> Search for Lists<B, M, H> {
    fn solve(
        &self,
        start: &Position,
        _threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        self.run(start, limit, &mut OnProgress(progress))
    }

    fn watch(
        &self,
        start: &Position,
        limit: &Limit,
        watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        Some(self.run(start, limit, &mut Watching::new(watcher, &self.space)))
    }
}
