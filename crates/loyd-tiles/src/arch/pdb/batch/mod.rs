//! The steps of a batched depth-first search with additive pattern databases
//! ([`crate::search::additive`]): list the children of some nodes, compute the indices of their
//! bits in the tables, and test the children by the bits.
//!
//! Each step is one function over a [`Batch`], in two versions: `portable`, which `avx2` compiles
//! for that instruction set and `simd128` runs with vectors for the indices, and `avx512`, eight
//! children at a time. All leave the same batch.

// One short function per step and per group, which must be inlined to be compiled for an instruction set.
#![allow(clippy::inline_always)]
// Elsewhere there is one version of most steps, which needs no processor features.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod gather;
mod kernel;
mod portable;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod simd128;

#[cfg(test)]
mod tests;

pub(crate) use kernel::Kernel;

use super::index::Weights;

/// Number of nodes in a batch: enough that the lines of one arrive while the next is processed.
pub(crate) const NODES: usize = 16;

/// Largest number of children of a batch, plus space for a vector stored after the last of them.
pub(crate) const CHILDREN: usize = 4 * NODES + 8;

pub(crate) const MAX_VIEWS: usize = 4;

/// Largest number of patterns in all views together.
pub(crate) const MAX_LANES: usize = super::index::MAX_PATTERNS;

/// A node's values and its slack within the bound: the values modulo 4, two bits per pattern, and
/// above them the slack `(bound - g - h) / 2`, eight bits per view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Margins(pub(crate) u64);

/// Bit offset in [`Margins`] of the slack of the first view.
const SLACK: u32 = 2 * MAX_LANES as u32;

impl Margins {
    /// Returns margins without slack.
    pub(crate) fn new(residues: u32) -> Self {
        Self(u64::from(residues))
    }

    /// The slack of a view, `(bound - g - h) / 2`.
    #[inline]
    pub(crate) fn slack(self, view: usize) -> u8 {
        (self.0 >> (SLACK + 8 * view as u32)) as u8
    }

    pub(crate) fn with_slack(self, view: usize, slack: u8) -> Self {
        let shift = SLACK + 8 * view as u32;
        Self(self.0 & !(0xff << shift) | u64::from(slack) << shift)
    }

    /// The margins after a move that changed the value of a pattern to one whose upper bit modulo 4
    /// is `bit`; false if the view lacks the slack for it.
    #[inline(always)]
    pub(crate) fn after(self, lane: usize, view: usize, bit: u64) -> (Self, bool) {
        let residue = self.0 >> (2 * lane) & 3;
        // One more than 0, 1, 2, 3 is 1, 2, 3, 0: the upper bits of these are 0, 1, 1, 0.
        let rises = 1 ^ bit ^ (residue ^ residue >> 1) & 1;
        let changed = residue.wrapping_add(2 * rises).wrapping_sub(1) & 3;
        let shift = SLACK + 8 * view as u32;
        let fits = self.0 >> shift & 0xff >= rises;
        let next = (self.0 ^ (residue ^ changed) << (2 * lane)).wrapping_sub(rises << shift);
        (Self(next), fits)
    }
}

/// The origin of a node and its blank, in one word.
///
/// | bits | |
/// |---|---|
/// | 0–31 | the index of its parent in the trail |
/// | 32–47 | the state of the automaton |
/// | 48–52 | the cell of the blank |
/// | 53–54 | the direction by which it was reached |
/// | 55–63 | its depth |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meta(pub(crate) u64);

impl Meta {
    #[inline]
    pub(crate) fn new(
        trail: u32,
        state: u16,
        blank: usize,
        direction: usize,
        depth: usize,
    ) -> Self {
        let word = u64::from(trail) | u64::from(state) << 32;
        Self(word | (blank as u64) << 48 | (direction as u64) << 53 | (depth as u64) << 55)
    }

    #[inline]
    pub(crate) fn trail(self) -> u32 {
        self.0 as u32
    }

    /// Returns the word with the index in the trail replaced.
    pub(crate) fn with_trail(self, trail: u32) -> Self {
        Self(self.0 & !0xffff_ffff | u64::from(trail))
    }

    #[inline]
    pub(crate) fn state(self) -> usize {
        (self.0 >> 32) as usize & 0xffff
    }

    #[inline]
    pub(crate) fn blank(self) -> usize {
        (self.0 >> 48) as usize & 31
    }

    #[inline]
    pub(crate) fn direction(self) -> usize {
        (self.0 >> 53) as usize & 3
    }

    /// The number of moves from the start, modulo 512.
    #[inline]
    pub(crate) fn depth(self) -> usize {
        (self.0 >> 55) as usize
    }
}

/// A state within a search, and its slack within the bound.
///
/// `C` is 16 or 32 cells, `L` the number of patterns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Node<const C: usize, const L: usize> {
    /// The cells of each pattern's tiles in the frame of its table, one byte each.
    pub(crate) lanes: [u64; L],
    /// The tile on each cell.
    pub(crate) cells: [u8; C],
    /// Values and slack.
    pub(crate) margins: Margins,
    /// Trail, automaton, blank.
    pub(crate) meta: Meta,
}

/// A child under test, in one word: data just written in pieces cannot be read as a whole without a
/// stall.
///
/// | bits | |
/// |---|---|
/// | 0–15 | the state of the automaton |
/// | 16–23 | the index of its parent in the batch |
/// | 24–31 | the direction |
/// | 32–39 | the tile that moves |
/// | 40–47 | the view that tests it |
/// | 48–55 | the pattern that tests it |
/// | 56–63 | the cell of its parent's blank |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Child(pub(crate) u64);

impl Child {
    #[inline]
    pub(crate) fn state(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub(crate) fn parent(self) -> usize {
        (self.0 >> 16) as usize & (NODES - 1)
    }

    #[inline]
    pub(crate) fn direction(self) -> usize {
        (self.0 >> 24) as usize & 3
    }

    #[inline]
    pub(crate) fn tile(self) -> u8 {
        (self.0 >> 32) as u8 & 31
    }

    #[inline]
    pub(crate) fn view(self) -> usize {
        (self.0 >> 40) as usize & (MAX_VIEWS - 1)
    }

    #[inline]
    pub(crate) fn lane(self) -> usize {
        (self.0 >> 48) as usize & (MAX_LANES - 1)
    }

    /// True if both words are of the same child of a batch.
    #[inline]
    pub(crate) fn same_child(self, other: Self) -> bool {
        // Parent and direction.
        (self.0 ^ other.0) as u32 >> 16 == 0
    }

    /// The cell of the blank before the move.
    #[inline]
    pub(crate) fn blank(self) -> usize {
        (self.0 >> 56) as usize & 31
    }
}

/// Nodes, and those of their children that have passed all tests so far.
pub(crate) struct Batch<const C: usize, const L: usize> {
    /// The nodes; only the first `count` are valid.
    pub(crate) nodes: Box<[Node<C, L>; NODES]>,
    pub(crate) count: usize,
    /// Index in the trail of the first node; the others follow.
    pub(crate) trail: u32,
    pub(crate) length: usize,
    pub(crate) children: [Child; CHILDREN],
    pub(crate) margins: [Margins; CHILDREN],
    /// Indices of the bits that test them.
    pub(crate) bits: [u64; CHILDREN],
}

impl<const C: usize, const L: usize> Batch<C, L> {
    /// Returns a batch without nodes.
    pub(crate) fn new() -> Self {
        const { assert!(C == 16 || C == 32) };
        let node = Node {
            lanes: [0; L],
            cells: [0; C],
            margins: Margins::default(),
            meta: Meta::default(),
        };
        Self {
            nodes: Box::new([node; NODES]),
            count: 0,
            trail: 0,
            length: 0,
            children: [Child::default(); CHILDREN],
            margins: [Margins::default(); CHILDREN],
            bits: [0; CHILDREN],
        }
    }
}

/// The table of a pattern as the kernels read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<'a> {
    /// The bits: whole words of 64.
    pub(crate) bytes: &'a [u8],
    /// The layout's records: first node and region numbers of each set of occupied cells.
    pub(crate) records: &'a [[u64; 2]],
    /// Number of bits between nodes.
    pub(crate) stride: u32,
    /// For each cell of the blank and direction, in the frame of the table: the change to the byte
    /// of the tile that moves (low byte), and the cell of the blank after the move (high byte).
    pub(crate) moves: &'a [[u16; 4]; 32],
    /// The cell of the table's frame for each cell of the board.
    pub(crate) frame: [u8; 32],
    /// The tile of each byte of the pattern, or [`NO_TILE`].
    pub(crate) tiles: [u8; 8],
}

/// The number of no tile: a byte of a pattern that is not used.
pub(crate) const NO_TILE: u8 = 0xff;

/// All data that a step reads besides the batch.
///
/// All numbers are within the tables that they index, for any batch: the kernels truncate or check
/// the others.
#[derive(Clone, Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) views: usize,
    pub(crate) lanes: Vec<Lane<'a>>,
    #[cfg(target_arch = "x86_64")]
    lane_words: avx512::LaneWords,
    /// Indexed by view and tile: the lane in the low eight bits, above it the shift to the tile's
    /// byte.
    seats: Box<[u16; 32 * MAX_VIEWS + 2]>,
    /// Changes, indexed by lane, cell of the blank and direction.
    moves: Box<[u16; 128 * MAX_LANES + 2]>,
    /// The target cells of the blank, one byte per direction.
    targets: [u32; 32],
    /// Next states of the automaton, indexed by state, 16 bits per direction; one row for every
    /// number that a state can be.
    rows: &'a [u64],
    weights: &'a Weights,
    /// Number of bits of the lower and of the upper half of a set of cells.
    halves: (u32, u32),
    /// Colexicographic ranks of both halves; see [`crate::pdb::Layout`].
    low: &'a [u32],
    high: &'a [u32],
}

/// Number of states for which [`Tables`] needs rows.
pub(crate) const ROWS: usize = 1 << 16;

/// Number of bits for a record's first node.
pub(crate) const FIRST: u32 = 28;

impl<'a> Tables<'a> {
    /// Builds the tables of a board from lanes, seats by view and tile, targets by cell of the
    /// blank, the rows of the automaton, and the ranks of half sets of cells.
    ///
    /// # Panics
    /// If an index would be outside its table.
    #[allow(clippy::too_many_arguments)] // Made in one place.
    pub(crate) fn new(
        lanes: Vec<Lane<'a>>,
        seats: &[[(u8, u8); 32]],
        targets: &[[u8; 4]; 32],
        rows: &'a [u64],
        weights: &'a Weights,
        halves: (u32, u32),
        low: &'a [u32],
        high: &'a [u32],
    ) -> Self {
        assert!((1..=MAX_VIEWS).contains(&seats.len()) && (1..=MAX_LANES).contains(&lanes.len()));
        assert!(rows.len() >= ROWS);
        assert!(halves.0 + halves.1 <= 25);
        assert!(low.len() >= 1 << halves.0);
        assert!(high.len() >= (halves.0 as usize + 1) << halves.1);
        let mut flat = Box::new([0; 32 * MAX_VIEWS + 2]);
        for (i, &(lane, shift)) in seats.iter().flatten().enumerate() {
            assert!(usize::from(lane) < lanes.len() && shift < 64);
            flat[i] = u16::from(lane) | u16::from(shift) << 8;
        }
        let mut moves = Box::new([0; 128 * MAX_LANES + 2]);
        for (lane, changes) in lanes.iter().zip(moves.chunks_exact_mut(128)) {
            assert!(!lane.records.is_empty() && lane.bytes.len().is_multiple_of(8));
            for (place, &change) in changes.iter_mut().zip(lane.moves.as_flattened()) {
                *place = change;
            }
        }
        Self {
            views: seats.len(),
            #[cfg(target_arch = "x86_64")]
            lane_words: avx512::LaneWords::new(&lanes),
            lanes,
            seats: flat,
            moves,
            targets: targets.map(u32::from_le_bytes),
            rows,
            weights,
            halves,
            low,
            high,
        }
    }
}
