//! Manhattan distance: number of columns and rows between each tile and its goal.
//!
//! Single-tile metric: every move changes one of these numbers by one, so their sum is consistent.
//! Multi-tile metric: a move along a row changes the sum of the column distances by at most w − 1
//! and no row distance, and a move along a column the reverse; so each sum may be divided by its
//! longest slide and rounded up, and the two quotients may be added.

use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, MetricName, Size, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};

/// The sum of the distances of all tiles from their goals.
#[derive(Clone, Debug)]
pub struct Manhattan {
    size: Size,
    goal_column: Vec<u16>,
    goal_row: Vec<u16>,
}

/// Distances along rows and along columns, summed over the tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distances {
    /// Number of columns between tiles and their goals.
    pub columns: u32,
    /// Number of rows between tiles and their goals.
    pub rows: u32,
}

impl Memoised for Manhattan {
    type Memo = Distances;
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Manhattan {
    fn new(space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let size = space.size();
        let cells = space.goal_cells();
        Ok(Self {
            size,
            goal_column: cells.iter().map(|&cell| size.column(cell as usize) as u16).collect(),
            goal_row: cells.iter().map(|&cell| size.row(cell as usize) as u16).collect(),
        })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Manhattan {
    type Memo = Distances;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, state: &B) -> Distances {
        let mut sum = Distances { columns: 0, rows: 0 };
        for cell in 0..self.size.cells() {
            let tile = state.tile(cell);
            if tile != 0 {
                let (column, row) = (self.size.column(cell) as u16, self.size.row(cell) as u16);
                sum.columns += u32::from(column.abs_diff(self.goal_column[tile]));
                sum.rows += u32::from(row.abs_diff(self.goal_row[tile]));
            }
        }
        sum
    }

    #[inline]
    fn step(&self, mut sum: Distances, after: &B, slid: Slid) -> Distances {
        let size = after.size();
        let vertical = slid.is_vertical(size);
        for moved in slid.tiles(after) {
            let (line, goal, sum) = if vertical {
                let rows = (size.row(moved.from), size.row(moved.to));
                (rows, self.goal_row[moved.tile], &mut sum.rows)
            } else {
                let columns = (size.column(moved.from), size.column(moved.to));
                (columns, self.goal_column[moved.tile], &mut sum.columns)
            };
            // Modulo 2³²: see `resume`.
            *sum = sum.wrapping_add(u32::from((line.1 as u16).abs_diff(goal)));
            *sum = sum.wrapping_sub(u32::from((line.0 as u16).abs_diff(goal)));
        }
        sum
    }

    #[inline]
    fn value(&self, sum: Distances) -> u32 {
        match M::NAME {
            MetricName::Single => sum.columns.wrapping_add(sum.rows),
            MetricName::Multi => {
                let longest = |side: usize| (side - 1).max(1) as u32;
                sum.columns.div_ceil(longest(self.size.width()))
                    + sum.rows.div_ceil(longest(self.size.height()))
            }
        }
    }
    /// In the single-tile metric only the sum of both numbers, modulo 2³², matters.
    #[inline]
    fn resume(&self, state: &B, value: u32) -> Distances {
        match M::NAME {
            MetricName::Single => Distances { columns: value, rows: 0 },
            MetricName::Multi => Heuristic::<Sliding<B, M>>::start(self, state),
        }
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}
