//! An immediate, non-optimal solution of any board: line by line, as people solve it.
//!
//! After I. Parberry, *A real-time algorithm for the (n² − 1)-puzzle*, Information Processing
//! Letters 56 (1995), which solves the first row and the first column and continues with the rest.
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
//! A tile is moved step by step: the blank walks around it to the cell in front of it, and the tile
//! slides there. Solved cells are never entered again, so each tile costs O(w + h) moves and the
//! whole board O(wh(w + h)).
//!
//! Departures from the paper:
//! 1. Any width, height and goal: lines are taken from the sides away from the goal's blank, across
//!    the longer side first, which keeps lines short and leaves at least three lines.
//! 2. The last two tiles of a line are solved by a search over 120 states instead of a table of
//!    cases.
//! 3. Tiles turn corners as often as possible, because a turn takes the blank 3 moves and going
//!    straight on 5.
//! 4. The solution is shortened afterwards ([`shorten`]): first moves that undo each other are
//!    removed, then it is improved piece by piece.
//!
//! *Cost.* Time and memory are linear in the solution length, O(wh(w + h)): about 2.65 n³ moves on
//! n x n. A move takes some ten nanoseconds, including checking and writing: `loyd solve -a
//! constructive` took 0.1 s of CPU time for a 100x100 board, of 2.6 million moves, and 1.1 s for
//! 256x256. Shortening adds at most the time that [`WORK`] allows, for any size. Limits are checked
//! for every tile and every piece.
//!
//! *Counts.* `expanded` and `generated` count the states of searches: corners, the last region, and
//! the pieces. Bringing a tile to its place is not a search and counts nothing.

#[cfg(not(target_family = "wasm"))]
pub mod line_beam;
mod lines;
mod pieces;
mod walker;

use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{
    Board, Direction, Metric, MetricName, Position, Single, Slide, Sliding, Wide, solvable,
};
pub(super) use lines::Region;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Budget, Limit, Outcome, Report, Statistics, StopCause};
use loyd_search::search::ida_star;
use loyd_search::space::{Heuristic, StateSpace, Unsolvable};
pub use pieces::{improve, shorten};
use std::cmp::Ordering;
use walker::BlankWalker;
pub use walker::Nodes;

/// Default limit on the work of shortening a solution, in states expanded: some hundredths of a
/// second.
pub const WORK: u64 = 300_000;

/// A space in which some path can be constructed without search.
pub trait Building: StateSpace {
    /// Returns a path to the goal, shortened within the limit.
    ///
    /// # Errors
    /// [`NotBuilt`] if there is no path, or a limit was reached before one was found.
    fn build(&self, start: &Self::State, limit: &Limit) -> Result<Built<Self::Move>, NotBuilt>;
}

/// A constructed path, and the nodes of its searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built<M> {
    /// The moves.
    pub path: Vec<M>,
    /// States expanded and generated.
    pub nodes: Nodes,
}

/// The reason why there is no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotBuilt {
    /// No path exists.
    Unsolvable(Unsolvable),
    /// A limit was reached after this many nodes.
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
        let work = limit.nodes.map_or(WORK, |max| max.saturating_sub(nodes.expanded).min(WORK));
        let time = limit.time.map(|max| max.saturating_sub(clock.elapsed()));
        let remaining = Limit { nodes: Some(work), time, ..limit.clone() };
        let shortened = shorten(&start, path, M::NAME, &remaining);
        Ok(Built { path: shortened.path, nodes: nodes + shortened.nodes })
    }
}

/// Runs the solver as the registry calls it. The heuristic gives the lower bound on the solution
/// length.
pub(super) fn run<S: Building, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
) -> Report<S::Move> {
    let admissible = heuristic.properties().admissible;
    let lower_bound = || if admissible { heuristic.value(heuristic.start(start)) } else { 0 };
    let mut counted = Nodes::default();
    let outcome = match space.build(start, limit) {
        Err(NotBuilt::Unsolvable(reason)) => Outcome::Unsolvable(reason),
        Err(NotBuilt::Stopped(cause, nodes)) => {
            counted = nodes;
            Outcome::Stopped { cause, lower_bound: lower_bound(), best: None }
        }
        Ok(Built { path, nodes }) => {
            counted = nodes;
            let cost = path.iter().map(|&mv| space.cost(mv)).sum();
            Outcome::solved(path, cost, lower_bound())
        }
    };
    let (expanded, generated) = (counted.expanded, counted.generated + 1);
    Report::new(outcome, Statistics { expanded, generated, ..Statistics::default() })
}

/// Returns a solution in slides of one tile; it is not optimal.
///
/// # Errors
/// [`Unsolvable`] if no path exists.
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

/// Like [`solve`], but stops when a limit is reached.
///
/// # Errors
/// [`NotBuilt`] if there is no solution, or a limit was reached.
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
        // Tiles are already in the goal's order.
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
    let remaining = Limit {
        nodes: limit.nodes.map(|max| max.saturating_sub(walker.nodes.expanded)),
        time: limit.time.map(|max| max.saturating_sub(budget.elapsed())),
        ..limit.clone()
    };
    let solved = rest(&mut walker, goal, &region, &remaining);
    solved.map_err(|cause| NotBuilt::Stopped(cause, walker.nodes))?;
    Ok(Built { path: walker.moves, nodes: walker.nodes })
}

/// Solves a region of at most 3x3 cells when all other cells are solved.
fn rest(
    walker: &mut BlankWalker,
    goal: &Position,
    region: &Region,
    limit: &Limit,
) -> Result<(), StopCause> {
    let cells: Vec<usize> = region.cells(goal.size()).collect();
    // The tiles of the region, renumbered like their goal cells.
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

/// Converts single-tile slides to moves of a metric, and removes slides that undo each other; in
/// the multi-tile metric, consecutive slides in one direction are one move.
pub fn merged(directions: &[Direction], metric: MetricName) -> Vec<Slide> {
    join_slides(directions.iter().map(|&direction| Slide::one(direction)), metric)
}

/// Like [`merged`], for slides of that metric or of single tiles.
fn join_slides(slides: impl Iterator<Item = Slide>, metric: MetricName) -> Vec<Slide> {
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
