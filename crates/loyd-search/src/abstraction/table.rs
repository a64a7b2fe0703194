//! The stored distances of abstract states.

use super::cells::Cells;
use super::options::Storage;
use super::residues;

/// The distance of every abstract state from the goal, in units of charge.
#[derive(Debug)]
pub struct Table {
    pub(super) cells: Cells,
    pub(super) storage: Storage,
    pub(super) size: u64,
    pub(super) histogram: Vec<u64>,
    pub(super) saturated: bool,
}

impl Table {
    /// The table of stored bytes, those of [`read_bytes`](Self::read_bytes). The caller must check
    /// that stored bytes are unchanged: no search notices a wrong entry.
    ///
    /// `levels` has the number of ranks at each distance. In a [saturated](Table::saturated) table the
    /// last one, at [`Storage`]'s largest value, has the ranks that are at least so far away.
    ///
    /// # Errors
    /// `None` if the number of bytes does not fit the storage and size, the levels have more ranks
    /// than there are, or the system refuses the memory.
    pub fn from_bytes(
        storage: Storage,
        size: u64,
        mut levels: Vec<u64>,
        bytes: &[u8],
    ) -> Option<Self> {
        let total = levels.iter().fold(0, |sum: u64, &level| sum.saturating_add(level));
        let saturated = levels.len() > storage.limit() as usize;
        if total > size || levels.is_empty() || levels.len() > storage.limit() as usize + 1 {
            return None;
        }
        if saturated {
            levels.pop();
            while levels.len() > 1 && levels.last() == Some(&0) {
                levels.pop();
            }
        }
        let bits = if storage == Storage::Residues { residues::BITS } else { storage.bits() };
        let cells = Cells::of_bytes(size, bits, bytes)?;
        Some(Self { cells, storage, size, histogram: levels, saturated })
    }

    /// Fills a buffer with the stored bytes from an offset on, a multiple of 8. There are
    /// [`bytes`](Self::bytes) of them, the same on every machine.
    pub fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        self.cells.read_bytes(offset, buffer);
    }

    /// The number of ranks at each distance, as [`from_bytes`](Self::from_bytes) reads it.
    pub fn levels(&self) -> Vec<u64> {
        let mut levels = self.histogram.clone();
        if self.saturated {
            levels.resize(self.storage.limit() as usize, 0);
            levels.push(self.unreached());
        }
        levels
    }

    /// The form in which entries are stored.
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// Number of entries, empty ones included.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Bytes that the entries take.
    pub fn bytes(&self) -> u64 {
        self.cells.bytes()
    }

    /// Number of states at each distance, from 0 up to the largest that is stored exactly.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Number of ranks without a distance: not canonical, not connected to the goal or, in a
    /// [saturated](Table::saturated) table, too far from it.
    pub fn unreached(&self) -> u64 {
        self.size - self.histogram.iter().sum::<u64>()
    }

    /// True if there may be states farther from the goal than an entry can hold. They are read as
    /// [`maximum`](Table::maximum).
    pub fn saturated(&self) -> bool {
        self.saturated
    }

    /// The largest value that is read from this table; also the value of ranks without a distance.
    pub fn maximum(&self) -> u32 {
        if self.saturated { self.storage.limit() } else { self.histogram.len() as u32 - 1 }
    }

    /// The mean of the stored distances, without unreached ranks; 0 if the table has no distance.
    pub fn mean(&self) -> f64 {
        let states: u64 = self.histogram.iter().sum();
        let weighted = |(distance, &count): (usize, &u64)| distance as f64 * count as f64;
        let sum: f64 = self.histogram.iter().enumerate().map(weighted).sum();
        if states == 0 { 0.0 } else { sum / states as f64 }
    }

    /// The value of a rank: its distance, or [`maximum`](Table::maximum) if none is stored. `None`
    /// if the table has only residues.
    #[inline]
    pub fn value(&self, rank: u64) -> Option<u32> {
        if self.storage == Storage::Residues {
            return None;
        }
        let entry = self.cells.get(rank);
        Some(if entry == self.cells.empty() { self.maximum() } else { entry })
    }

    /// The distance of a rank modulo 3; `None` if it has no distance.
    #[inline]
    pub fn residue(&self, rank: u64) -> Option<u32> {
        let entry = self.cells.get(rank);
        (entry != self.cells.empty()).then_some(entry % 3)
    }
}
