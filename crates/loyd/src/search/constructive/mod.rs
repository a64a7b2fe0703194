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
use crate::observe::{Limit, Outcome};
use crate::puzzle::tiles::solvable;
use crate::puzzle::tiles::{Direction, MetricName, Position, Single, Slide, Sliding, Wide};
use crate::space::Unsolvable;
use hand::Hand;
use lines::Region;
pub use pieces::{Shortened, shorten};

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
