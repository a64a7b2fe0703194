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
//! *Cost.* 30x30 in milliseconds; memory is that of the solution.

mod hand;
mod lines;
mod pieces;

use super::ida_star;
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::puzzle::tiles::{
    Board, Direction, Metric, MetricName, Position, Single, Slide, Sliding, Wide, solvable,
};
use crate::space::{Heuristic, StateSpace, Unsolvable};
use hand::Hand;
pub(super) use lines::Region;
pub use pieces::shorten;

/// Nodes for making a solution shorter, unless fewer are allowed: some hundredths of a second.
const NODES: u64 = 300_000;

/// A space in which some path can be built without looking for it.
pub trait Building: StateSpace {
    /// A path to the goal, made shorter within the limit, and the nodes that took.
    ///
    /// # Errors
    /// If there is none.
    fn build(&self, start: &Self::State, limit: &Limit) -> Result<Built<Self::Move>, Unsolvable>;
}

/// A path that was built, and what making it shorter took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built<M> {
    /// The moves.
    pub path: Vec<M>,
    /// States expanded.
    pub nodes: u64,
}

impl<B: Board, M: Metric> Building for Sliding<B, M> {
    fn build(&self, start: &B, limit: &Limit) -> Result<Built<Slide>, Unsolvable> {
        let position = |board: &B| Position::from_permutation(self.size(), board.tiles());
        let (start, goal) = (position(start), position(self.goal()));
        let path = solve(&start, &goal)?;
        Ok(shorten(&start, &path, M::NAME, limit))
    }
}

/// The solver in the form of the registry. The heuristic tells how far from the shortest its
/// solution can be.
pub(super) fn run<S: Building, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    _progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move> {
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let nodes = Some(limit.nodes.map_or(NODES, |most| most.min(NODES)));
    let outcome = match space.build(start, &Limit { nodes, ..limit.clone() }) {
        Err(reason) => Outcome::Unsolvable(reason),
        Ok(Built { path, nodes }) => {
            (statistics.expanded, statistics.generated) = (nodes, nodes + 1);
            let cost = path.iter().map(|&mv| space.cost(mv)).sum();
            let admissible = heuristic.properties().admissible;
            let least = if admissible { heuristic.value(heuristic.start(start)) } else { 0 };
            let lower_bound = least.min(cost);
            Outcome::Solved { path, cost, lower_bound, proven: lower_bound == cost }
        }
    };
    Report { outcome, statistics }
}

/// A solution in slides of one tile. It is not shortest.
///
/// # Errors
/// If there is none.
///
/// # Panics
/// If start and goal differ in size.
pub fn solve(start: &Position, goal: &Position) -> Result<Vec<Slide>, Unsolvable> {
    assert_eq!(start.size(), goal.size(), "start and goal differ in size");
    solvable(start.size(), start.tiles(), goal.tiles())?;
    let size = start.size();
    let mut hand = Hand::new(start);
    if size.is_line() {
        // Tiles are in the goal's order already.
        let (mut from, to) = (start.blank(), goal.blank());
        while from != to {
            from = if to > from { from + 1 } else { from - 1 };
            hand.step(from);
        }
        return Ok(merged(&hand.moves, MetricName::Single));
    }
    let mut region = Region::whole(size);
    while region.width.max(region.height) > 3 {
        let line = region.take_line(size, goal.blank());
        line.solve(&mut hand, goal);
    }
    rest(&mut hand, goal, &region);
    Ok(merged(&hand.moves, MetricName::Single))
}

/// Solves a region of at most 3x3 cells, all others being in place.
fn rest(hand: &mut Hand, goal: &Position, region: &Region) {
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
    let (start, goal) = (part(&hand.tiles), part(goal.tiles()));
    let space = Sliding::<Wide, Single>::new(&goal);
    let heuristic = Manhattan::new(&space).expect("Manhattan distance is for all boards");
    let start = Sliding::<Wide, Single>::board(&start);
    let report = ida_star::search(&space, &heuristic, &start, &Limit::none(), &mut ());
    let Outcome::Solved { path, .. } = report.outcome else {
        unreachable!("parity was checked, and lines in place do not change it")
    };
    for slide in path {
        let to = slide.direction.blank_step(hand.size, hand.blank());
        hand.step(to);
    }
}

/// Slides of single tiles counted in a metric, those that undo each other left out: in the
/// multi-tile metric what goes along one line without a turn is one move.
pub fn merged(directions: &[Direction], metric: MetricName) -> Vec<Slide> {
    let mut slides: Vec<Slide> = Vec::with_capacity(directions.len());
    for &direction in directions {
        match slides.last_mut() {
            Some(last) if last.direction == direction.inverse() => {
                last.count -= 1;
                if last.count == 0 {
                    slides.pop();
                }
            }
            Some(last) if metric == MetricName::Multi && last.direction == direction => {
                last.count += 1;
            }
            _ => slides.push(Slide::one(direction)),
        }
    }
    slides
}

#[cfg(test)]
mod tests;
