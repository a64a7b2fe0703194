//! Standard tables: for each placement of the tiles, the least distance over all regions of the
//! blank.
//!
//! Values are stored as their excess over the sum of Manhattan distances, which is even: half of it
//! in four bits. If it does not fit, the entry is 15 and the value is a lower bound.
//!
//! ```text
//! entry = number of the set of occupied cells · k! + rank(order)      even entries in low nibbles
//! ```
//!
//! Standard tables are added up like the zero-aware ones and are never above them; they exist for
//! comparison with published node counts (Korf & Felner 2002). The sum is admissible and not
//! consistent: after a move of a pattern tile the least distance may belong to another region of the
//! blank, and differ by 3 or more.

use super::layout::{Layout, occupied};
use super::pattern::{Pattern, PatternError};
use super::table::{Bytes, WrongLength};
use crate::Size;
use crate::tile_order::{self, orders};
use loyd_search::insertion::insertion_sort;
use std::fmt;
use std::sync::Arc;

/// The largest half excess that an entry can hold.
pub const SATURATED: u8 = 15;

/// The least distances of all placements of a pattern.
#[derive(Clone)]
pub struct StandardTable {
    pattern: Pattern,
    layout: Arc<Layout>,
    bytes: Bytes,
}

impl StandardTable {
    /// Number of entries.
    pub fn entries(layout: &Layout) -> usize {
        layout.sets() * orders(layout.tiles())
    }

    /// Number of bytes of a table; allocates nothing.
    ///
    /// # Errors
    /// [`PatternError`] if the board is too large or there are too many placements.
    pub fn bytes_of(size: Size, tiles: usize) -> Result<u64, PatternError> {
        Ok((Layout::sets_of(size, tiles)? as u64 * orders(tiles) as u64).div_ceil(2))
    }

    /// Wraps the bytes of a table.
    ///
    /// # Errors
    /// [`WrongLength`] if the bytes are not half a byte per entry.
    ///
    /// # Panics
    /// If the layout does not belong to this pattern.
    pub fn new(pattern: Pattern, layout: Arc<Layout>, bytes: Bytes) -> Result<Self, WrongLength> {
        assert_eq!((pattern.size(), pattern.tiles()), (layout.size(), layout.tiles()));
        let (expected, found) = (Self::entries(&layout).div_ceil(2), (*bytes).as_ref().len());
        if expected != found {
            return Err(WrongLength { expected, found });
        }
        Ok(Self { pattern, layout, bytes })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The layout of the sets of occupied cells.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The entries, two per byte.
    pub fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The value of a placement: the tile of slot i is on `cells[i]`.
    pub fn value(&self, cells: &[u8]) -> u32 {
        let mut slots: [u8; tile_order::MAX_TILES] = std::array::from_fn(|slot| slot as u8);
        let slots = &mut slots[..cells.len()];
        insertion_sort(slots, |&a, &b| cells[usize::from(a)] < cells[usize::from(b)]);
        let set = self.layout.set_of(occupied(cells));
        let entry = set * orders(cells.len()) + tile_order::rank(slots);
        let excess = self.bytes()[entry / 2] >> (4 * (entry % 2)) & 15;
        let tiles = cells.iter().zip(self.pattern.cells());
        let manhattan: u32 =
            tiles.map(|(&cell, &goal)| distance(self.pattern.size(), cell, goal)).sum();
        manhattan + 2 * u32::from(excess)
    }
}

/// The Manhattan distance of two cells.
pub(super) fn distance(size: Size, a: u8, b: u8) -> u32 {
    let (a, b) = (usize::from(a), usize::from(b));
    (size.column(a).abs_diff(size.column(b)) + size.row(a).abs_diff(size.row(b))) as u32
}

impl fmt::Debug for StandardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StandardTable").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}
