//! One bit per state, and how distances are read from it.
//!
//! A move of a pattern tile changes the distance h to the goal by exactly one, and also changes the
//! parity of the sum of the tiles' coordinates: the parity of h is that of the sum's difference
//! from its value at the goal. So the bit `(h >> 1) & 1` of a state and the occupied cells give h
//! modulo 4, and if h of a state is known, h after a move follows by reading one bit (Breyer & Korf
//! 2010 need 1.6 bits where parity does not help). At the start of a search h is found by walking
//! down to the goal, always to a neighbour with h − 1.

use super::layout::{Layout, occupied};
use super::pattern::Pattern;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bytes of a table, in memory or in a mapped file.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of all states of a pattern to the goal, one bit each.
///
/// The pattern is canonical ([`Pattern::canonical`]).
#[derive(Clone)]
pub struct Table {
    pattern: Pattern,
    layout: Arc<Layout>,
    bytes: Bytes,
    broken: Broken,
}

/// Largest number of steps of a walk: more steps mean that the entries are not distances. A
/// 24-puzzle takes at most 208 moves; other boards of up to 64 cells have patterns of few tiles.
pub(crate) const LONGEST_WALK: u32 = 1000;

/// A flag: true if a walk over a table's entries failed to reach the goal. All clones of a table
/// share it.
///
/// Files are checked completely before they become tables, so only a file that was forged,
/// checksums included, can lead to this. A search with such a table stops
/// ([`StopCause::BrokenTable`](loyd_search::observe::StopCause::BrokenTable)).
#[derive(Clone, Debug, Default)]
pub(crate) struct Broken(Arc<AtomicBool>);

impl Broken {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A table of the wrong length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a table of this pattern has {expected} bytes, not {found}")]
pub struct WrongLength {
    /// The length that the layout requires.
    pub expected: usize,
    /// The actual length.
    pub found: usize,
}

impl Table {
    /// Wraps the bytes of a table: bit i of the layout is bit `i % 8` of byte `i / 8`.
    ///
    /// # Errors
    /// [`WrongLength`] if the number of bytes is not that of the layout.
    ///
    /// # Panics
    /// If the layout does not belong to this pattern.
    pub fn new(pattern: Pattern, layout: Arc<Layout>, bytes: Bytes) -> Result<Self, WrongLength> {
        assert_eq!((pattern.size(), pattern.tiles()), (layout.size(), layout.tiles()));
        let (expected, found) = (layout.bytes(), (*bytes).as_ref().len());
        if expected != found {
            return Err(WrongLength { expected, found });
        }
        Ok(Self { pattern, layout, bytes, broken: Broken::default() })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The indices of its states.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The bits.
    pub fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The bit of a state: the tile of slot i is on `cells[i]`, the blank on `blank`.
    pub fn bit(&self, cells: &[u8], blank: usize) -> bool {
        self.bit_at(self.layout.index(cells, blank))
    }

    /// The bit at an index of the layout: the upper bit of h modulo 4.
    ///
    /// # Panics
    /// If the index is beyond the table.
    #[inline]
    pub fn bit_at(&self, index: usize) -> bool {
        self.bytes()[index / 8] >> (index % 8) & 1 == 1
    }

    /// h modulo 4.
    pub fn residue(&self, cells: &[u8], blank: usize) -> u32 {
        let parity = self.layout.parity(cells) ^ self.layout.parity(self.pattern.cells());
        u32::from(self.bit(cells, blank)) << 1 | parity
    }

    /// The distance to the goal, by walking there: h steps of at most 4k lookups.
    ///
    /// Returns `None` if the walk ends elsewhere or does not end: the bits are not distances, or
    /// the state cannot reach the goal.
    pub fn distance(&self, cells: &[u8], blank: usize) -> Option<u32> {
        let mut cells = cells.to_vec();
        let mut blank = blank;
        let mut residue = self.residue(&cells, blank);
        let mut distance = 0;
        loop {
            if self.is_goal(&cells, blank) {
                return Some(distance);
            }
            if distance > LONGEST_WALK {
                return None;
            }
            let next_residue = (residue + 3) % 4;
            let (slot, to) = self.moves(&cells, blank).into_iter().find(|&(slot, to)| {
                let from = std::mem::replace(&mut cells[slot], to);
                let is_nearer = self.residue(&cells, usize::from(from)) == next_residue;
                cells[slot] = from;
                is_nearer
            })?;
            blank = usize::from(std::mem::replace(&mut cells[slot], to));
            residue = next_residue;
            distance += 1;
        }
    }

    /// The distance to the goal of a state that can reach it. If the bits do not lead there, the
    /// result is 0, and the table is [broken](Self::is_broken) from then on.
    pub fn distance_or_break(&self, cells: &[u8], blank: usize) -> u32 {
        self.distance(cells, blank).unwrap_or_else(|| {
            self.broken.set();
            0
        })
    }

    /// Marks the table as broken: its bits do not lead to the goal.
    pub(crate) fn set_broken(&self) {
        self.broken.set();
    }

    /// Returns true if a walk over this table or a clone of it failed to reach the goal.
    pub fn is_broken(&self) -> bool {
        self.broken.get()
    }

    /// Returns true if all tiles are at their goal cells and the blank can reach its own.
    pub fn is_goal(&self, cells: &[u8], blank: usize) -> bool {
        cells == self.pattern.cells() && {
            let occupied = occupied(cells);
            self.layout.node_of(occupied, blank)
                == self.layout.node_of(occupied, self.pattern.blank())
        }
    }

    /// The moves of pattern tiles, as slot and target cell. After a move the blank is where the
    /// tile was.
    pub fn moves(&self, cells: &[u8], blank: usize) -> Vec<(usize, u8)> {
        let node = self.layout.node(self.layout.node_of(occupied(cells), blank));
        let size = self.pattern.size();
        let mut moves = Vec::new();
        for (slot, &cell) in cells.iter().enumerate() {
            let (cell, width) = (usize::from(cell), size.width());
            let neighbours = [
                (size.row(cell) > 0).then(|| cell - width),
                (size.column(cell) > 0).then(|| cell - 1),
                (size.column(cell) + 1 < width).then(|| cell + 1),
                (size.row(cell) + 1 < size.height()).then(|| cell + width),
            ];
            let free = neighbours.into_iter().flatten().filter(|&to| node.region >> to & 1 == 1);
            moves.extend(free.map(|to| (slot, to as u8)));
        }
        moves
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}
