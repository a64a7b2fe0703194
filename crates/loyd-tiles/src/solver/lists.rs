//! The search of every algorithm but `idastar`: dispatch from names to few types.
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

use super::engine::{ListSearch, Watcher};
use super::puzzle::{ShapedVisitor, with_shaped_space};
use super::{Plan, estimates};
use crate::heuristic::{HeuristicName, LinearConflict, Manhattan, TileHeuristic, Unavailable};
use crate::pdb::Additive;
#[cfg(not(target_family = "wasm"))]
use crate::search::beam::TileBeam;
use crate::{Board, Metric, MetricName, Nibbles, Position, Single, Slide, Sliding};
use loyd_search::COMPACT;
#[cfg(not(target_family = "wasm"))]
use loyd_search::observe::Progress;
use loyd_search::observe::{Limit, Observer, OnProgress, Report};
use loyd_search::search::best_first::{self, Configuration};
#[cfg(not(target_family = "wasm"))]
use loyd_search::search::{AlgorithmName, Width};
use loyd_search::solver::Watching;
use std::sync::Arc;

/// Returns the search of a plan.
pub(super) fn prepare(
    plan: &Plan,
    additive: &[Arc<Additive>],
) -> Result<Box<dyn ListSearch>, Unavailable> {
    type Fifteen = Sliding<Nibbles<4, 16>, Single>;
    #[cfg(not(target_family = "wasm"))]
    if let Some(beam) = beam(plan, additive) {
        return Ok(beam);
    }
    let size = plan.goal.size();
    match (plan.metric, size.width(), size.height()) {
        (MetricName::Single, 4, 4) if !COMPACT => {
            let space = Fifteen::new(&plan.goal);
            let configuration = plan.algorithm.best_first().filter(|_| additive.is_empty());
            match (configuration, plan.heuristic.parts()) {
                (Some(configuration), [HeuristicName::Manhattan]) => {
                    Ok(best_first(configuration, Manhattan::new(&space)?, space))
                }
                (Some(configuration), [HeuristicName::LinearConflict]) => {
                    Ok(best_first(configuration, LinearConflict::new(&space)?, space))
                }
                _ => any_heuristic(plan, additive, space),
            }
        }
        (MetricName::Single, 3, 3) if !COMPACT => {
            any_heuristic(plan, additive, Sliding::<Nibbles<3, 9>, Single>::new(&plan.goal))
        }
        _ => with_shaped_space(&plan.goal, plan.metric, Shaped(plan, additive)),
    }
}

/// A beam search with tables of placements; `None` for other plans.
#[cfg(not(target_family = "wasm"))]
fn beam(plan: &Plan, additive: &[Arc<Additive>]) -> Option<Box<dyn ListSearch>> {
    let fits = plan.algorithm.name == AlgorithmName::Beam && plan.metric == MetricName::Single;
    if !fits || !plan.heuristic.parts().is_empty() {
        return None;
    }
    let beam = TileBeam::new(additive)?;
    let width = plan.algorithm.parameters.get().map(|Width(width)| width.get() as usize);
    Some(Box::new(Beam { beam, width }))
}

#[cfg(not(target_family = "wasm"))]
struct Beam {
    beam: TileBeam,
    width: Option<usize>,
}

#[cfg(not(target_family = "wasm"))]
impl ListSearch for Beam {
    fn run(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        watcher: Watcher<'_>,
    ) -> Report<Slide> {
        let mut unseen = |_: &Progress| ();
        let progress = match watcher {
            Watcher::Progress(progress) => progress,
            Watcher::Expansions(_) => &mut unseen,
        };
        self.beam.search(start, self.width, threads, limit, progress)
    }
}

/// A plan with its tables, for boards with a shape known only at run time.
struct Shaped<'a>(&'a Plan, &'a [Arc<Additive>]);

impl ShapedVisitor for Shaped<'_> {
    type Output = Result<Box<dyn ListSearch>, Unavailable>;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> Self::Output {
        any_heuristic(self.0, self.1, space)
    }
}

/// Any algorithm with any heuristic.
fn any_heuristic<B: Board, M: Metric>(
    plan: &Plan,
    additive: &[Arc<Additive>],
    space: Sliding<B, M>,
) -> Result<Box<dyn ListSearch>, Unavailable> {
    let heuristic = estimates::of_plan(plan, additive, &space)?;
    let algorithm = plan.algorithm.clone();
    Ok(lists(space, heuristic, move |space, heuristic, start, threads, limit, observer| {
        algorithm.run(space, heuristic, start, threads, limit, observer)
    }))
}

/// Best-first search, compiled for one heuristic.
fn best_first<B: Board, M: Metric, H: TileHeuristic<B, M>>(
    configuration: Configuration,
    heuristic: H,
    space: Sliding<B, M>,
) -> Box<dyn ListSearch> {
    lists(space, heuristic, move |space, heuristic, start, _, limit, observer| {
        best_first::search(space, heuristic, start, &configuration, limit, observer)
    })
}

fn lists<B: Board, M: Metric, H: TileHeuristic<B, M>>(
    space: Sliding<B, M>,
    heuristic: H,
    run: impl Fn(
        &Sliding<B, M>,
        &H,
        &B,
        usize,
        &Limit,
        &mut dyn Observer<Sliding<B, M>>,
    ) -> Report<Slide>
    + Send
    + Sync
    + 'static,
) -> Box<dyn ListSearch> {
    Box::new(Lists { space, heuristic, run })
}

/// A search with the types of its boards and heuristic.
struct Lists<B, M, H, R> {
    space: Sliding<B, M>,
    heuristic: H,
    run: R,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>, R> ListSearch for Lists<B, M, H, R>
where
    R: Fn(&Sliding<B, M>, &H, &B, usize, &Limit, &mut dyn Observer<Sliding<B, M>>) -> Report<Slide>
        + Send
        + Sync,
{
    fn run(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        watcher: Watcher<'_>,
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        let run = |observer: &mut dyn Observer<_>| {
            (self.run)(&self.space, &self.heuristic, &start, threads, limit, observer)
        };
        match watcher {
            Watcher::Progress(progress) => run(&mut OnProgress(progress)),
            Watcher::Expansions(watcher) => run(&mut Watching::new(watcher, &self.space)),
        }
    }
}
