//! The maximum of the distances of several tables, each used from several views.
//!
//! A *view* is a pattern and the table of its canonical form, with the map of cells from one to the
//! other; the map may exchange rows and columns. Symmetries of the board that fix the goal's blank
//! give more views of the same tables.

use super::frame::Axis;
use super::table::Table;
use crate::pdb::{Pattern, PatternError};
use crate::{Position, Size, cell_maps};

/// One pattern, seen through a table.
#[derive(Clone, Debug)]
pub struct View {
    /// The tiles, named by the cells on which the goal has them.
    pub pattern: Pattern,
    /// The number of its table.
    pub table: usize,
    /// Maps cells of the board to cells of the table's pattern.
    pub map: Vec<u8>,
    /// True if the map turns rows into columns.
    pub transposed: bool,
    /// The tile of each slot of the table's pattern.
    pub tiles: Vec<u16>,
}

impl View {
    /// The corresponding axis in the table.
    pub fn axis(&self, axis: Axis) -> Axis {
        if self.transposed { axis.other() } else { axis }
    }
}

/// A heuristic for the multi-tile metric.
#[derive(Clone, Debug)]
pub struct Views {
    goal: Position,
    tables: Vec<Table>,
    all: Vec<View>,
}

impl Views {
    /// Builds the maximum over the patterns and their images under symmetries that fix the goal's
    /// blank. `table` finds or builds the table of a canonical pattern, and is called once for
    /// each.
    ///
    /// # Errors
    /// The errors of `table`.
    ///
    /// # Panics
    /// If a pattern belongs to another goal.
    pub fn new<E: From<PatternError>>(
        goal: &Position,
        patterns: &[Pattern],
        mut table: impl FnMut(&Pattern) -> Result<Table, E>,
    ) -> Result<Self, E> {
        let (size, blank) = (goal.size(), goal.blank());
        let mut made = Self { goal: goal.clone(), tables: Vec::new(), all: Vec::new() };
        for symmetry in cell_maps(size).into_iter().filter(|map| map[blank] == blank) {
            for pattern in patterns {
                assert_eq!((pattern.size(), pattern.blank()), (size, blank), "of this goal");
                let cells: Vec<usize> =
                    pattern.cells().iter().map(|&cell| symmetry[usize::from(cell)]).collect();
                let pattern = Pattern::new(size, blank, &cells)?;
                if made.all.iter().any(|view| view.pattern == pattern) {
                    continue;
                }
                let (canonical, map) = pattern.canonical();
                let found = made.tables.iter().position(|table| *table.pattern() == canonical);
                let number = found.unwrap_or(made.tables.len());
                if found.is_none() {
                    made.tables.push(table(&canonical)?);
                }
                let home = |&cell: &u8| {
                    let home = map.iter().position(|&image| image == cell);
                    goal.tiles()[home.expect("symmetries are permutations")]
                };
                let tiles = canonical.cells().iter().map(home).collect();
                let transposed = transposes(size, &map);
                made.all.push(View { pattern, table: number, map, transposed, tiles });
            }
        }
        Ok(made)
    }

    /// The goal.
    pub fn goal(&self) -> &Position {
        &self.goal
    }

    /// The tables.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The views.
    pub fn views(&self) -> &[View] {
        &self.all
    }

    /// For each view, the distance from the class of `position` along `axis` to the goal's class
    /// along `target`. The position must be able to reach the goal.
    pub fn distances(&self, position: &Position, target: Axis, axis: Axis) -> Vec<u32> {
        let mut cell_of = vec![0; position.tiles().len()];
        for (cell, &tile) in position.tiles().iter().enumerate() {
            cell_of[usize::from(tile)] = cell;
        }
        let distance = |view: &View| {
            let cells: Vec<u8> =
                view.tiles.iter().map(|&tile| view.map[cell_of[usize::from(tile)]]).collect();
            let blank = usize::from(view.map[cell_of[0]]);
            self.tables[view.table].distance_or_break(
                view.axis(target),
                view.axis(axis),
                blank,
                &cells,
            )
        };
        self.all.iter().map(distance).collect()
    }

    /// Returns true if a table turned out to be broken ([`Table::is_broken`]).
    pub fn is_broken(&self) -> bool {
        self.tables.iter().any(Table::is_broken)
    }

    /// A lower bound on the number of moves to the goal.
    pub fn value(&self, position: &Position) -> u32 {
        if *position == self.goal {
            return 0;
        }
        let pairs = Axis::ALL.iter().flat_map(|&target| Axis::ALL.map(|axis| (target, axis)));
        let bounds = pairs.map(|(target, axis)| {
            1 + self.distances(position, target, axis).into_iter().max().unwrap_or(0)
        });
        bounds.min().unwrap_or(0)
    }
}

/// Returns true if a symmetry maps rows to columns.
fn transposes(size: Size, map: &[u8]) -> bool {
    size.width() > 1 && size.row(usize::from(map[0])) != size.row(usize::from(map[1]))
}
