//! Some solution of any board, at once: line by line, as people do it.
//!
//! After I. Parberry, *A real-time algorithm for the (n² − 1)-puzzle*, Information Processing
//! Letters 56 (1995), which solves the first row and the first column and goes on with what is
//! left.
//!
//! ```text
//! region := the board
//! while region is larger than 3x3
//!     line := the border line across the longer side of region that does not hold the goal's blank
//!     bring every tile of line but the last two to its place, each past those before it
//!     bring the last two near the end of line; turn them in by a search of 2x3 cells
//!     region := region without line
//! solve region by IDA*
//! ```
//!
//! A tile is brought step by step: the blank walks around it to the cell in front of it, and the
//! tile slides there. Cells in place are never entered, so each tile costs O(w + h) moves and the
//! whole O(wh(w + h)).
//!
//! Departures from the paper:
//! 1. any width, height and goal: lines are taken from whichever side the goal's blank is not on,
//!    the longer side first, which keeps lines short and at least three more behind them;
//! 2. the last two tiles of a line by a search over 120 states instead of a table of cases;
//! 3. tiles turn corners as often as they can, because a turn takes the blank 3 moves and going
//!    straight on 5;
//! 4. what was found is made shorter afterwards ([`shorten`]): moves that undo each other first,
//!    then piece by piece.
//!
//! *Cost.* Time and memory are linear in the solution, O(wh(w + h)): about 2.65 n³ moves on n x n.
//! A move takes some ten nanoseconds, checking and writing included: `loyd solve -a constructive`
//! took 0.1 s of a processor for a 100x100 board, of 2.6 million moves, and 1.1 s for 256x256. Making it shorter takes at most so much again as [`WORK`] allows, whatever the size.
//! Limits are looked at for every tile and every piece.
//!
//! *Counts.* `expanded` and `generated` are of the searches: corners, the last region, and the
//! pieces. Bringing a tile to its place is no search and counts nothing.

mod lines;
mod pieces;
mod walker;

use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{
    Board, Direction, Metric, MetricName, Position, Single, Slide, Sliding, Wide, solvable,
};
pub(super) use lines::Region;
use loyd::clock::Stopwatch;
use loyd::observe::{Budget, Limit, Outcome, Report, Statistics, StopCause};
use loyd::search::ida_star;
use loyd::space::{Heuristic, StateSpace, Unsolvable};
pub use pieces::shorten;
use std::cmp::Ordering;
use walker::BlankWalker;
pub use walker::Nodes;

/// Work on making a solution shorter, counted in states expanded, unless less is allowed: some
/// hundredths of a second.
pub const WORK: u64 = 300_000;

/// A space in which some path can be built without looking for it.
pub trait Building: StateSpace {
    /// A path to the goal, made shorter within the limit.
    ///
    /// # Errors
    /// If there is none, or a limit was met before there was one.
    fn build(&self, start: &Self::State, limit: &Limit) -> Result<Built<Self::Move>, NotBuilt>;
}

/// A path that was built, and what its searches took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built<M> {
    /// The moves.
    pub path: Vec<M>,
    /// States expanded and generated.
    pub nodes: Nodes,
}

/// Why there is no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotBuilt {
    /// None exists.
    Unsolvable(Unsolvable),
    /// A limit was met, after so much searching.
    Stopped(StopCause, Nodes),
}

impl From<Unsolvable> for NotBuilt {
    fn from(reason: Unsolvable) -> Self {
        Self::Unsolvable(reason)
    }
}

impl<B: Board, M: Metric> Building for Sliding<B, M> {
    fn build(&self, start: &B, limit: &Limit) -> Result<Built<Slide>, NotBuilt> {
        let clock = Stopwatch::start();
        let position = |board: &B| Position::from_permutation(self.size(), board.tiles());
        let (start, goal) = (position(start), position(self.goal()));
        let Built { path, nodes } = solve_within(&start, &goal, limit)?;
        let left = limit.nodes.map_or(WORK, |most| most.saturating_sub(nodes.expanded).min(WORK));
        let time = limit.time.map(|most| most.saturating_sub(clock.elapsed()));
        let left = Limit { nodes: Some(left), time, ..limit.clone() };
        let shortened = shorten(&start, path, M::NAME, &left);
        Ok(Built { path: shortened.path, nodes: nodes + shortened.nodes })
    }
}

/// The solver in the form of the registry. The heuristic tells how far from the shortest its
/// solution can be.
pub(super) fn run<S: Building, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
) -> Report<S::Move> {
    let admissible = heuristic.properties().admissible;
    let least = || if admissible { heuristic.value(heuristic.start(start)) } else { 0 };
    let mut counted = Nodes::default();
    let outcome = match space.build(start, limit) {
        Err(NotBuilt::Unsolvable(reason)) => Outcome::Unsolvable(reason),
        Err(NotBuilt::Stopped(cause, nodes)) => {
            counted = nodes;
            Outcome::Stopped { cause, lower_bound: least(), best: None }
        }
        Ok(Built { path, nodes }) => {
            counted = nodes;
            let cost = path.iter().map(|&mv| space.cost(mv)).sum();
            let lower_bound = least().min(cost);
            Outcome::Solved { path, cost, lower_bound, proven: lower_bound == cost }
        }
    };
    let (expanded, generated) = (counted.expanded, counted.generated + 1);
    Report { outcome, statistics: Statistics { expanded, generated, ..Statistics::default() } }
}

/// A solution in slides of one tile. It is not shortest.
///
/// # Errors
/// If there is none.
///
/// # Panics
/// If start and goal differ in size.
pub fn solve(start: &Position, goal: &Position) -> Result<Vec<Slide>, Unsolvable> {
    match solve_within(start, goal, &Limit::none()) {
        Ok(built) => Ok(built.path),
        Err(NotBuilt::Unsolvable(reason)) => Err(reason),
        Err(NotBuilt::Stopped(..)) => unreachable!("there was no limit"),
    }
}

/// As [`solve`], unless a limit is met before.
///
/// # Errors
/// If there is none, or a limit was met.
///
/// # Panics
/// If start and goal differ in size.
pub fn solve_within(
    start: &Position,
    goal: &Position,
    limit: &Limit,
) -> Result<Built<Slide>, NotBuilt> {
    assert_eq!(start.size(), goal.size(), "start and goal differ in size");
    solvable(start.size(), start.tiles(), goal.tiles())?;
    let (size, budget) = (start.size(), Budget::start(limit));
    let mut walker = BlankWalker::new(start, budget.clone());
    if size.is_line() {
        // Tiles are in the goal's order already.
        let (mut from, to) = (start.blank(), goal.blank());
        while from != to {
            from = if to > from { from + 1 } else { from - 1 };
            walker.step(from);
        }
        return Ok(Built { path: walker.moves, nodes: walker.nodes });
    }
    let mut region = Region::whole(size);
    while region.width.max(region.height) > 3 {
        let line = region.take_line(size, goal.blank());
        let solved = line.solve(&mut walker, goal);
        solved.map_err(|cause| NotBuilt::Stopped(cause, walker.nodes))?;
    }
    let left = Limit {
        nodes: limit.nodes.map(|most| most.saturating_sub(walker.nodes.expanded)),
        time: limit.time.map(|most| most.saturating_sub(budget.elapsed())),
        ..limit.clone()
    };
    let solved = rest(&mut walker, goal, &region, &left);
    solved.map_err(|cause| NotBuilt::Stopped(cause, walker.nodes))?;
    Ok(Built { path: walker.moves, nodes: walker.nodes })
}

/// Solves a region of at most 3x3 cells, all others being in place.
fn rest(
    walker: &mut BlankWalker,
    goal: &Position,
    region: &Region,
    limit: &Limit,
) -> Result<(), StopCause> {
    let cells: Vec<usize> = region.cells(goal.size()).collect();
    // The tiles of the region, numbered anew as their goal cells are.
    let mut number = vec![0; goal.tiles().len()];
    let tiles = cells.iter().map(|&cell| goal.tiles()[cell]).filter(|&tile| tile != 0);
    for (index, tile) in tiles.enumerate() {
        number[tile as usize] = index as u16 + 1;
    }
    let part = |tiles: &[u16]| {
        let tiles = cells.iter().map(|&cell| number[tiles[cell] as usize]).collect();
        Position::from_permutation(region.size(), tiles)
    };
    let (start, goal) = (part(&walker.tiles), part(goal.tiles()));
    let space = Sliding::<Wide, Single>::new(&goal);
    let heuristic = Manhattan::new(&space).expect("Manhattan distance is for all boards");
    let start = Sliding::<Wide, Single>::board(&start);
    let report = ida_star::search(&space, &heuristic, &start, limit, &mut ());
    walker.nodes.expanded += report.statistics.expanded;
    walker.nodes.generated += report.statistics.generated - 1;
    match report.outcome {
        Outcome::Solved { path, .. } => {
            for slide in path {
                let to = slide.direction.blank_step(walker.size, walker.blank());
                walker.step(to);
            }
            Ok(())
        }
        Outcome::Stopped { cause, .. } => Err(cause),
        Outcome::Unsolvable(_) => {
            unreachable!("parity was checked, and lines in place do not change it")
        }
    }
}

/// Slides of single tiles counted in a metric, those that undo each other left out: in the
/// multi-tile metric what goes along one line without a turn is one move.
pub fn merged(directions: &[Direction], metric: MetricName) -> Vec<Slide> {
    joined(directions.iter().map(|&direction| Slide::one(direction)), metric)
}

/// As [`merged`], of slides of that metric or of single tiles.
fn joined(slides: impl Iterator<Item = Slide>, metric: MetricName) -> Vec<Slide> {
    let mut joined: Vec<Slide> = Vec::with_capacity(slides.size_hint().0);
    for slide in slides {
        let Slide { direction, count } = slide;
        match joined.last_mut() {
            Some(last) if last.direction == direction.inverse() => match last.count.cmp(&count) {
                Ordering::Greater => last.count -= count,
                Ordering::Equal => drop(joined.pop()),
                Ordering::Less => *last = Slide { direction, count: count - last.count },
            },
            Some(last) if metric == MetricName::Multi && last.direction == direction => {
                last.count += count;
            }
            _ => joined.push(slide),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
