//! Walking Distance: K. Takahashi ("takaken"), *How to write a program that solves the 15-puzzle*,
//! web page in Japanese, 2001–2002.
//!
//! For the rows, consider only how many tiles of each goal row are in each row and where the blank
//! is; the fewest moves that put this right are a lower bound on the moves along columns. Likewise
//! for the columns. No move counts for both, so the two bounds may be added. The tables of all
//! these states ([`WalkingTable`]) are built at the start; a move follows one link per tile.
//!
//! Departures from the original:
//!
//! 1. Any size and any goal. A table depends on the number and length of the lines and on the goal
//!    line of the blank, so a square board whose goal blank is on the diagonal needs only one.
//! 2. The multi-tile metric: the table counts a slide over any number of lines as one move. Each
//!    line crossed passes on one tile, so a slide is a chain of the same links.
//! 3. An axis whose table would be too large (5 lines of 4 cells and more, 7 lines of 2, 4 lines of
//!    8) has no table. In the single-tile metric it uses Manhattan distance and linear conflicts
//!    across its lines instead, in the multi-tile metric Manhattan distance divided by the longest
//!    slide. So on 5x5 and larger this *is* linear conflict. Both substitutes are consistent and
//!    depend only on moves across their lines, so they may be added as well.

use super::axis::Axis;
use super::linear_conflict::AxisConflict;
use super::walking_key::AxisShape;
use super::walking_table::{Link, Toward, WalkingTable};
use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, MetricName, Slid, Sliding};
use loyd_search::memory::granted;
use loyd_search::space::{Heuristic, Properties};
use std::sync::Arc;

/// The fewest moves that take all tiles to their rows, plus the fewest that take all tiles to their
/// columns, where tiles of one goal line are indistinguishable.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    rows: AxisDistance,
    columns: AxisDistance,
}

/// The memo: one value per axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walked {
    rows: u32,
    columns: u32,
}

impl Memoised for WalkingDistance {
    type Memo = Walked;
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for WalkingDistance {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        for axis in [Axis::Rows, Axis::Columns] {
            let needed =
                WalkingTable::memory(shape(axis, space)).filter(|_| !space.size().is_line());
            if needed.is_some_and(|bytes| !granted(bytes)) {
                let reason = "its tables need more memory than the system grants".into();
                return Err(Unavailable { name: "walking-distance", reason });
            }
        }
        let rows = AxisDistance::new(Axis::Rows, space, None);
        let columns = AxisDistance::new(Axis::Columns, space, Some(&rows));
        Ok(Self { rows, columns })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for WalkingDistance {
    type Memo = Walked;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &B) -> Walked {
        Walked {
            rows: self.rows.start::<B, M>(Axis::Rows, state),
            columns: self.columns.start::<B, M>(Axis::Columns, state),
        }
    }

    #[inline]
    fn step(&self, mut memo: Walked, after: &B, slid: Slid) -> Walked {
        match Axis::crossed_by(slid, after.size()) {
            Axis::Rows => memo.rows = self.rows.step::<B, M>(Axis::Rows, memo.rows, after, slid),
            Axis::Columns => {
                memo.columns = self.columns.step::<B, M>(Axis::Columns, memo.columns, after, slid);
            }
        }
        memo
    }

    #[inline]
    fn value(&self, memo: Walked) -> u32 {
        self.rows.value::<M>(memo.rows) + self.columns.value::<M>(memo.columns)
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}

/// The part of the heuristic for one axis. Its memo is a [`Link`] or a sum.
///
/// Methods take the axis as an argument so that they are compiled once for each axis.
#[derive(Clone, Debug)]
enum AxisDistance {
    /// Looked up in a table.
    Walked { shape: AxisShape, table: Arc<WalkingTable>, goal_line: Box<[u16]> },
    /// From line conflicts, because the table would be too large.
    Conflicts { count: AxisConflict, longest_slide: u32 },
}

fn shape<B: Board, M: Metric>(axis: Axis, space: &Sliding<B, M>) -> AxisShape {
    let size = space.size();
    let goal_blank = axis.line(size, space.goal().blank());
    AxisShape { lines: axis.lines(size), cells: axis.cells(size), goal_blank }
}

impl AxisDistance {
    /// `other` may share its table.
    fn new<B: Board, M: Metric>(axis: Axis, space: &Sliding<B, M>, other: Option<&Self>) -> Self {
        let (size, shape) = (space.size(), shape(axis, space));
        let table = match other {
            Some(Self::Walked { shape: lent, table, .. }) if *lent == shape => {
                Some(Arc::clone(table))
            }
            // On a single line tiles keep their order, and Manhattan distance is exact.
            _ if size.is_line() => None,
            _ => WalkingTable::build(shape, M::NAME).map(Arc::new),
        };
        let Some(table) = table else {
            let longest_slide = shape.lines.saturating_sub(1).max(1) as u32;
            return Self::Conflicts { count: AxisConflict::new(axis, space), longest_slide };
        };
        let goal_line = |cell: u16| axis.line(size, cell as usize) as u16;
        Self::Walked {
            shape,
            table,
            goal_line: space.goal_cells().into_iter().map(goal_line).collect(),
        }
    }

    fn start<B: Board, M: Metric>(&self, axis: Axis, state: &B) -> u32 {
        match (self, M::NAME) {
            (Self::Walked { table, goal_line, .. }, _) => {
                let size = state.size();
                let tiles = (0..size.cells()).filter(|&cell| cell != state.blank());
                let tiles =
                    tiles.map(|cell| (axis.line(size, cell), goal_line[state.tile(cell)] as usize));
                table.find(axis.line(size, state.blank()), tiles).to_bits()
            }
            (Self::Conflicts { count, .. }, MetricName::Single) => count.start(axis, state),
            (Self::Conflicts { count, .. }, MetricName::Multi) => count.start_distance(axis, state),
        }
    }

    #[inline]
    fn step<B: Board, M: Metric>(&self, axis: Axis, memo: u32, after: &B, slid: Slid) -> u32 {
        match (self, M::NAME) {
            (Self::Walked { table, goal_line, .. }, _) => {
                let lines = axis.lines(after.size());
                let toward = Toward::of(slid);
                let follow = |link: Link, tile: usize| {
                    table.follow(link.state(), toward, goal_line[tile] as usize, lines)
                };
                let tiles = slid.tiles(after).map(|moved| moved.tile);
                tiles.fold(Link::from_bits(memo), follow).to_bits()
            }
            (Self::Conflicts { count, .. }, MetricName::Single) => {
                count.step(axis, memo, after, slid)
            }
            (Self::Conflicts { count, .. }, MetricName::Multi) => {
                count.step_distance(axis, memo, after, slid)
            }
        }
    }

    #[inline]
    fn value<M: Metric>(&self, memo: u32) -> u32 {
        match (self, M::NAME) {
            (Self::Walked { .. }, _) => Link::from_bits(memo).value(),
            (Self::Conflicts { .. }, MetricName::Single) => memo,
            (Self::Conflicts { longest_slide, .. }, MetricName::Multi) => {
                memo.div_ceil(*longest_slide)
            }
        }
    }
}
