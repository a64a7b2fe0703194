//! Additive databases: sums over disjoint patterns, from several views of the board.
//!
//! A *view* is a partition of the tiles into patterns, taken directly or through a symmetry of the
//! board that fixes the goal's blank: the tiles of a rotated or reflected pattern are looked up in
//! the same table. The value of a view is the sum over its patterns, and the heuristic is the
//! maximum over the views; both are consistent with tables of states, and admissible only with
//! tables of placements ([`super::standard`]).

use super::encoding::Encoding;
use super::pattern::{Pattern, PatternError};
use super::standard::StandardTable;
use super::table::Table;
use crate::{Position, cell_maps};
use loyd_search::insertion::insertion_sort;
use std::ops::Range;

/// A table whose values are added up.
#[derive(Clone, Debug)]
pub enum AdditiveTable {
    /// The distances of states.
    States(Table),
    /// The least distances of placements.
    Placements(StandardTable),
}

impl AdditiveTable {
    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        match self {
            Self::States(table) => table.pattern(),
            Self::Placements(table) => table.pattern(),
        }
    }

    /// The encoding of the values.
    pub fn encoding(&self) -> Encoding {
        match self {
            Self::States(_) => Encoding::Bit,
            Self::Placements(_) => Encoding::Excess,
        }
    }

    /// The table, if it has the distances of states.
    pub fn states(&self) -> Option<&Table> {
        match self {
            Self::States(table) => Some(table),
            Self::Placements(_) => None,
        }
    }

    /// The table, if it has the least distances of placements.
    pub fn placements(&self) -> Option<&StandardTable> {
        match self {
            Self::States(_) => None,
            Self::Placements(table) => Some(table),
        }
    }

    /// The value of a state: the tile of slot i is on `cells[i]`, the blank on `blank`. It is 0 if
    /// the table turns out to be broken.
    fn value(&self, cells: &[u8], blank: usize) -> u32 {
        match self {
            Self::States(table) => table.distance_or_break(cells, blank),
            Self::Placements(table) => table.value(cells),
        }
    }

    /// Returns true if the table turned out to be broken ([`Table::is_broken`]).
    pub fn is_broken(&self) -> bool {
        self.states().is_some_and(Table::is_broken)
    }
}

/// One pattern of one view.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The tiles, named by the cells on which the goal has them.
    pub pattern: Pattern,
    /// The table of the canonical pattern.
    pub table: AdditiveTable,
    /// Maps cells of the board to cells of the table's pattern.
    pub map: Vec<u8>,
    /// The tile of each slot.
    pub tiles: Vec<u16>,
}

/// A heuristic from pattern databases.
#[derive(Clone, Debug)]
pub struct Additive {
    goal: Position,
    lanes: Vec<Lane>,
    /// The range of lanes of each view.
    views: Vec<Range<usize>>,
}

impl Additive {
    /// Builds the heuristic for `goal` from partitions of the tiles, each given as disjoint
    /// patterns, and adds symmetric views while there are fewer than `views` views.
    ///
    /// Each tile that a partition omits becomes a pattern. `table` finds or builds the table of a
    /// canonical pattern, and is called once for each.
    ///
    /// # Errors
    /// If patterns overlap or belong to another goal, and the errors of `table`.
    pub fn new<E: From<PatternError>>(
        goal: &Position,
        partitions: &[Vec<Pattern>],
        views: usize,
        mut table: impl FnMut(&Pattern) -> Result<AdditiveTable, E>,
    ) -> Result<Self, E> {
        let (size, blank) = (goal.size(), goal.blank());
        let mut additive_tables: Vec<AdditiveTable> = Vec::new();
        let mut additive = Self { goal: goal.clone(), lanes: Vec::new(), views: Vec::new() };
        let symmetries = cell_maps(size).into_iter().filter(|map| map[blank] == blank);
        for symmetry in symmetries {
            for patterns in partitions {
                if additive.views.len() >= views.max(1) {
                    return Ok(additive);
                }
                let mut lanes = Vec::new();
                for pattern in complete(goal, patterns)? {
                    let cells: Vec<usize> =
                        pattern.cells().iter().map(|&cell| symmetry[usize::from(cell)]).collect();
                    let pattern = Pattern::new(size, blank, &cells)?;
                    lanes.push(Lane::new(
                        goal,
                        pattern,
                        |canonical| -> Result<AdditiveTable, E> {
                            if let Some(table) =
                                additive_tables.iter().find(|table| table.pattern() == canonical)
                            {
                                return Ok(table.clone());
                            }
                            additive_tables.push(table(canonical)?);
                            Ok(additive_tables[additive_tables.len() - 1].clone())
                        },
                    )?);
                }
                additive.add_view(lanes);
            }
        }
        Ok(additive)
    }

    /// Adds a view with these lanes, unless an equal one exists.
    fn add_view(&mut self, mut lanes: Vec<Lane>) {
        insertion_sort(&mut lanes, |a, b| a.pattern < b.pattern);
        let same = |range: &Range<usize>| {
            let patterns = self.lanes[range.clone()].iter().map(|lane| &lane.pattern);
            patterns.eq(lanes.iter().map(|lane| &lane.pattern))
        };
        if !self.views.iter().any(same) {
            let first = self.lanes.len();
            self.lanes.append(&mut lanes);
            self.views.push(first..self.lanes.len());
        }
    }

    /// The goal.
    pub fn goal(&self) -> &Position {
        &self.goal
    }

    /// All lanes of all views.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The range of lanes of each view.
    pub fn views(&self) -> &[Range<usize>] {
        &self.views
    }

    /// The value of each lane for a position, each found by walking to the goal.
    ///
    /// # Panics
    /// If the position has another size.
    pub fn lane_values(&self, position: &Position) -> Vec<u32> {
        assert_eq!(position.size(), self.goal.size());
        let value = |lane: &Lane| {
            let (cells, blank) = lane.see(position);
            lane.table.value(&cells, blank)
        };
        self.lanes.iter().map(value).collect()
    }

    /// Returns true if a table turned out to be broken ([`Table::is_broken`]); values are then no
    /// longer lower bounds.
    pub fn is_broken(&self) -> bool {
        self.lanes.iter().any(|lane| lane.table.is_broken())
    }

    /// The sum of each view, given the values of the lanes.
    pub fn sums(&self, lane_values: &[u32]) -> Vec<u32> {
        self.views.iter().map(|view| lane_values[view.clone()].iter().sum()).collect()
    }

    /// The value for a position: a lower bound on the number of moves to the goal.
    ///
    /// # Panics
    /// If the position has another size.
    pub fn value(&self, position: &Position) -> u32 {
        self.sums(&self.lane_values(position)).into_iter().max().unwrap_or(0)
    }
}

impl Lane {
    fn new<E>(
        goal: &Position,
        pattern: Pattern,
        table: impl FnOnce(&Pattern) -> Result<AdditiveTable, E>,
    ) -> Result<Self, E> {
        let (canonical, map) = pattern.canonical();
        let tile_home_on = |&cell: &u8| {
            let home = map.iter().position(|&image| image == cell);
            goal.tiles()[home.expect("symmetries are permutations")]
        };
        let tiles = canonical.cells().iter().map(tile_home_on).collect();
        Ok(Self { table: table(&canonical)?, pattern, map, tiles })
    }

    /// A position in the frame of the table: the cells of the slots' tiles, and the cell of the
    /// blank.
    pub fn see(&self, position: &Position) -> (Vec<u8>, usize) {
        let mut cell_of = [0; Pattern::MAX_CELLS];
        for (cell, &tile) in position.tiles().iter().enumerate() {
            cell_of[usize::from(tile)] = self.map[cell];
        }
        let cells = self.tiles.iter().map(|&tile| cell_of[usize::from(tile)]).collect();
        (cells, usize::from(cell_of[0]))
    }
}

/// The given patterns, plus a one-tile pattern for each tile that is in none of them.
fn complete(goal: &Position, patterns: &[Pattern]) -> Result<Vec<Pattern>, PatternError> {
    let (size, blank) = (goal.size(), goal.blank());
    let mut occupied = vec![false; size.cells()];
    occupied[blank] = true;
    for pattern in patterns {
        assert_eq!((pattern.size(), pattern.blank()), (size, blank), "a pattern of this goal");
        for &cell in pattern.cells() {
            if std::mem::replace(&mut occupied[usize::from(cell)], true) {
                return Err(PatternError::Twice { tile: usize::from(cell) });
            }
        }
    }
    let mut all = patterns.to_vec();
    for (cell, _) in occupied.iter().enumerate().filter(|(_, occupied)| !**occupied) {
        all.push(Pattern::new(size, blank, &[cell])?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;
    use crate::Size;

    #[test]
    fn a_pattern_of_all_tiles_is_the_distance_and_views_agree_with_symmetry() {
        let size = Size::new(3, 2).expect("a size");
        let goal = Position::blank_last(size);
        let all = vec![Pattern::new(size, 5, &[0, 1, 2, 3, 4]).expect("valid")];
        let table =
            |pattern: &Pattern| Ok::<_, PatternError>(AdditiveTable::States(naive::table(pattern)));
        let additive = Additive::new(&goal, &[all], 2, table).expect("disjoint");
        let reference = crate::pdb::naive::distances(additive.lanes()[0].table.pattern());
        let mut compared = 0;
        for ((cells, blank), distance) in reference {
            // The state in the canonical frame, mapped back to the board.
            let lane = &additive.lanes()[0];
            let back = |cell: u8| lane.map.iter().position(|&image| image == cell).expect("a cell");
            let mut tiles = vec![0u64; 6];
            for (slot, &cell) in cells.iter().enumerate() {
                tiles[back(cell)] = u64::from(lane.tiles[slot]);
            }
            assert_eq!(tiles[back(blank)], 0);
            let position = Position::new(size, &tiles).expect("a board");
            assert_eq!(additive.value(&position), distance);
            compared += 1;
        }
        assert_eq!(compared, 360);
    }

    #[test]
    fn omitted_tiles_become_patterns_of_one() {
        let size = Size::new(3, 3).expect("a size");
        let goal = Position::blank_first(size);
        let some = vec![Pattern::new(size, 0, &[1, 3]).expect("valid")];
        let table =
            |pattern: &Pattern| Ok::<_, PatternError>(AdditiveTable::States(naive::table(pattern)));
        let additive = Additive::new(&goal, &[some], 4, table).expect("disjoint");
        // Reflected in the diagonal, the partition is unchanged.
        assert_eq!(additive.views().len(), 1);
        assert_eq!(additive.lanes().len(), 7);
        assert_eq!(additive.views()[0], 0..7);
        assert_eq!(additive.value(&goal), 0);
    }
}
