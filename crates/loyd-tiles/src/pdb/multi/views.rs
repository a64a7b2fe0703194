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
        let mut views = Self { goal: goal.clone(), tables: Vec::new(), all: Vec::new() };
        for symmetry in cell_maps(size).into_iter().filter(|map| map[blank] == blank) {
            for pattern in patterns {
                assert_eq!((pattern.size(), pattern.blank()), (size, blank), "of this goal");
                let cells: Vec<usize> =
                    pattern.cells().iter().map(|&cell| symmetry[usize::from(cell)]).collect();
                let pattern = Pattern::new(size, blank, &cells)?;
                if views.all.iter().any(|view| view.pattern == pattern) {
                    continue;
                }
                let (canonical, map) = pattern.canonical();
                let index = views.tables.iter().position(|table| *table.pattern() == canonical);
                let number = index.unwrap_or(views.tables.len());
                if index.is_none() {
                    views.tables.push(table(&canonical)?);
                }
                let home = |&cell: &u8| {
                    let home = map.iter().position(|&image| image == cell);
                    goal.tiles()[home.expect("symmetries are permutations")]
                };
                let tiles = canonical.cells().iter().map(home).collect();
                let transposed = transposes(size, &map);
                views.all.push(View { pattern, table: number, map, transposed, tiles });
            }
        }
        Ok(views)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::{Partition, catalogue, multi};
    use std::collections::BTreeMap;

    /// The boards one slide away: the blank goes to any cell of its row or column.
    fn slides_of(tiles: &[u16], width: usize) -> Vec<Vec<u16>> {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        let mut boards = Vec::new();
        for step in [-1, 1, -(width as isize), width as isize] {
            let (mut board, mut at) = (tiles.to_vec(), blank);
            loop {
                let to = at as isize + step;
                let leaves_row =
                    step.abs() == 1 && to.div_euclid(width as isize) as usize != at / width;
                if to < 0 || to as usize >= tiles.len() || leaves_row {
                    break;
                }
                board.swap(at, to as usize);
                at = to as usize;
                boards.push(board.clone());
            }
        }
        boards
    }

    /// The distance of every board from the goal, by breadth-first search over plain boards.
    fn all_distances(goal: &[u16], width: usize) -> BTreeMap<Vec<u16>, u32> {
        let mut distances = BTreeMap::from([(goal.to_vec(), 0)]);
        let (mut level, mut distance) = (vec![goal.to_vec()], 0);
        while !level.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for board in level.iter().flat_map(|board| slides_of(board, width)) {
                if !distances.contains_key(&board) {
                    distances.insert(board.clone(), distance);
                    next.push(board);
                }
            }
            level = next;
        }
        distances
    }

    /// The partition of the catalogue, or halves in the order of the cells.
    fn partition(size: Size, blank: usize) -> Partition {
        catalogue::find("4-4", size, blank).unwrap_or_else(|| {
            let cells: Vec<usize> = (0..size.cells()).filter(|&cell| cell != blank).collect();
            let halves = cells.chunks(4).map(|cells| Pattern::new(size, blank, cells));
            let halves = halves.collect::<Result<_, _>>().expect("patterns");
            Partition::new(halves).expect("a partition")
        })
    }

    fn views(goal: &Position, partition: &Partition) -> Views {
        let table = |pattern: &Pattern| multi::build(pattern, 1);
        Views::new(goal, partition.patterns(), table).expect("small patterns")
    }

    /// On a square board, symmetries that fix the goal's blank turn rows into columns: their views are
    /// used beside those that do not.
    #[test]
    fn values_are_lower_bounds_whether_views_are_transposed_or_not() {
        for (w, h, blank) in [(3, 3, 0), (3, 3, 4), (4, 2, 7), (2, 4, 0)] {
            let size = Size::new(w, h).expect("a size");
            let goal = Position::blank_on(size, blank);
            let views = views(&goal, &partition(size, blank));
            let transposed = views.all.iter().filter(|view| view.transposed).count();
            assert_eq!(w == h, 0 < transposed && transposed < views.all.len());
            let distances = all_distances(goal.tiles(), w);
            let near = distances.iter().filter(|(_, distance)| **distance < 4);
            let (mut compared, mut exact) = (0, 0);
            for (tiles, &distance) in near.chain(distances.iter().step_by(97)) {
                let tiles: Vec<u64> = tiles.iter().map(|&tile| tile.into()).collect();
                let value = views.value(&Position::new(size, &tiles).expect("a board"));
                assert!(value <= distance, "{size} {tiles:?}: {value} above {distance}");
                compared += 1;
                exact += u32::from(value == distance);
            }
            assert!(compared > 200 && exact > compared / 4, "{size}: {exact} of {compared}");
        }
    }
}
