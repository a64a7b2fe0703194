//! Additive pattern databases as a heuristic for any search and any board.
//!
//! A simple implementation: a move looks up the pattern that it affects, computed afresh from the
//! board, and reads one bit, or the value in a table of placements. A value without a predecessor is
//! found by walking to the goal. Searches with open and closed lists store the values of up to eight
//! patterns with each state; other searches that resume from stored states find most values in a
//! cache ([`recent`](super::recent)). The batched searches ([`crate::search::additive`]) do the same
//! without reading the board.

use super::recent::Recent;
use super::{Memoised, TileHeuristic, Unavailable};
use crate::pdb::additive::Lane;
use crate::pdb::pattern::Pattern;
use crate::pdb::{Additive, AdditiveTable, Layout, Table};
use crate::tile_order::MAX_TILES;
use crate::{Board, Metric, MetricName, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};
use std::sync::Arc;

/// Largest number of patterns in all views together.
const MAX_LANES: usize = 16;

/// A heuristic from pattern databases, in the single-tile metric.
#[derive(Clone, Debug)]
pub struct Databases {
    additive: Arc<Additive>,
    /// For each view and tile, the lane that contains the tile.
    lanes: Vec<Vec<u8>>,
    /// For each lane, the number of its table: that of the first lane with the same table.
    tables: Vec<u8>,
    /// For each lane with a table of states, the layout of the first one with as many tiles.
    layouts: Vec<Option<Arc<Layout>>>,
    recent: Arc<Recent>,
}

impl Databases {
    /// Returns the heuristic of these tables.
    ///
    /// # Errors
    /// [`Unavailable`] if there are more patterns than a memo holds.
    pub fn new(additive: Arc<Additive>) -> Result<Self, Unavailable> {
        if additive.lanes().len() > MAX_LANES {
            return Err(Unavailable {
                name: "pdb",
                reason: format!("more than {MAX_LANES} patterns: use fewer, larger ones"),
            });
        }
        let tiles = additive.goal().tiles().len();
        let lanes = additive.views().iter().map(|view| {
            let mut lanes = vec![0; tiles];
            for number in view.clone() {
                for &tile in &additive.lanes()[number].tiles {
                    lanes[usize::from(tile)] = number as u8;
                }
            }
            lanes
        });
        let lanes = lanes.collect();
        let all = additive.lanes();
        let same = |lane: &Lane| all.iter().position(|o| o.table.pattern() == lane.table.pattern());
        let tables = all.iter().map(|lane| same(lane).map_or(0, |number| number as u8)).collect();
        let states = || all.iter().filter_map(|lane| lane.table.states());
        let layout = |lane: &Lane| {
            let layout = lane.table.states()?.layout();
            let same = states().map(Table::layout).find(|o| o.tiles() == layout.tiles());
            Some(same.unwrap_or(layout).clone())
        };
        let layouts = all.iter().map(layout).collect();
        Ok(Self { additive, lanes, tables, layouts, recent: Arc::new(Recent::new()) })
    }

    fn lane_value(&self, number: usize, cell_of: &[u8], blank: usize) -> u8 {
        let lane = &self.additive.lanes()[number];
        let (cells, tiles) = pattern_cells(lane, cell_of);
        let (cells, blank) = (&cells[..tiles], usize::from(lane.map[blank]));
        match &lane.table {
            AdditiveTable::Placements(table) => narrow(table.value(cells)).unwrap_or(u8::MAX),
            AdditiveTable::States(table) => {
                let layout = self.layouts[number].as_ref().unwrap_or(table.layout());
                let key = self.key(number, layout.index(cells, blank));
                self.recent.get(key).unwrap_or_else(|| {
                    // Entries that are not distances may give a value above any pattern's distance.
                    let value =
                        narrow(table.distance_or_break(cells, blank)).unwrap_or_else(|| {
                            table.set_broken();
                            0
                        });
                    self.recent.put(key, value);
                    value
                })
            }
        }
    }

    /// The value of a lane after a move of one of its tiles.
    #[inline]
    fn after(&self, number: usize, before: u8, cell_of: &[u8], blank: usize) -> u8 {
        let lane = &self.additive.lanes()[number];
        let AdditiveTable::States(table) = &lane.table else {
            return self.lane_value(number, cell_of, blank);
        };
        let (cells, tiles) = pattern_cells(lane, cell_of);
        let layout = self.layouts[number].as_ref().unwrap_or(table.layout());
        let index = layout.index(&cells[..tiles], usize::from(lane.map[blank]));
        // One more and one less differ in the upper bit of the value modulo 4.
        let more = before.wrapping_add(1);
        let rises = table.bit_at(index) == (more >> 1 & 1 == 1);
        let value = if rises { more } else { before.wrapping_sub(1) };
        self.recent.put(self.key(number, index), value);
        value
    }

    /// The key of the cached value at an index of a lane's table.
    fn key(&self, number: usize, index: usize) -> u64 {
        index as u64 * MAX_LANES as u64 + u64::from(self.tables[number])
    }

    /// Properties of such tables; none in the multi-tile metric, where one move may move several
    /// tiles.
    pub(super) fn promises<M: Metric>(&self) -> Properties {
        let states = self.additive.lanes().iter().all(|lane| lane.table.states().is_some());
        match M::NAME {
            MetricName::Single => Properties { consistent: states, ..Properties::CONSISTENT },
            MetricName::Multi => Properties::NONE,
        }
    }
}

impl Memoised for Databases {
    /// The value of each lane.
    type Memo = [u8; MAX_LANES];
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Databases {
    fn new(_: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let reason = "its tables must be built or loaded first".into();
        Err(Unavailable { name: "pdb", reason })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Databases {
    type Memo = [u8; MAX_LANES];
    /// Depends on the metric.
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &B) -> Self::Memo {
        let cell_of = cells_of_tiles(state);
        let mut memo = [0; MAX_LANES];
        for (number, value) in memo.iter_mut().enumerate().take(self.additive.lanes().len()) {
            *value = self.lane_value(number, &cell_of, state.blank());
        }
        memo
    }

    fn step(&self, mut memo: Self::Memo, after: &B, slid: Slid) -> Self::Memo {
        let cell_of = cells_of_tiles(after);
        // In the single-tile metric the tile is now where the blank was.
        let tile = after.tile(usize::from(slid.blank_from));
        for view in &self.lanes {
            let number = usize::from(view[tile]);
            let blank = usize::from(slid.blank_to);
            memo[number] = self.after(number, memo[number], &cell_of, blank);
        }
        memo
    }

    fn resume(&self, state: &B, _value: u32) -> Self::Memo {
        self.recent.enable();
        Heuristic::<Sliding<B, M>>::start(self, state)
    }

    fn pack_memo(&self, memo: Self::Memo) -> Option<u64> {
        let values = memo.first_chunk().filter(|_| self.additive.lanes().len() <= 8);
        values.map(|&values| u64::from_le_bytes(values))
    }

    fn unpack_memo(&self, _state: &B, _value: u32, packed: u64) -> Self::Memo {
        let mut memo = [0; MAX_LANES];
        memo[..8].copy_from_slice(&packed.to_le_bytes());
        memo
    }

    fn value(&self, memo: Self::Memo) -> u32 {
        let sum = |view: &std::ops::Range<usize>| memo[view.clone()].iter().map(|&v| u32::from(v));
        self.additive.views().iter().map(|view| sum(view).sum()).max().unwrap_or(0)
    }

    fn properties(&self) -> Properties {
        self.promises::<M>()
    }
}

fn narrow(value: u32) -> Option<u8> {
    u8::try_from(value).ok()
}

/// For each tile, its cell.
#[inline]
fn cells_of_tiles<B: Board>(board: &B) -> [u8; Pattern::MAX_CELLS] {
    let mut cell_of = [0; Pattern::MAX_CELLS];
    for cell in 0..board.size().cells() {
        cell_of[board.tile(cell)] = cell as u8;
    }
    cell_of
}

/// The cells of a lane's tiles in the frame of its table, and their number.
#[inline]
fn pattern_cells(lane: &Lane, cell_of: &[u8]) -> ([u8; MAX_TILES], usize) {
    let mut cells = [0; MAX_TILES];
    for (cell, &tile) in cells.iter_mut().zip(&lane.tiles) {
        *cell = lane.map[usize::from(cell_of[usize::from(tile)])];
    }
    (cells, lane.tiles.len())
}

#[cfg(test)]
mod tests;
