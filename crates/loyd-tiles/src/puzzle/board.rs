//! Boards as searches hold them: size in the type, tiles packed.
//!
//! | type | cells | bytes | for |
//! |---|---|---|---|
//! | [`Nibbles`] | at most 16 | 8 + 8 | the 64-bit state of Kpuzzle3: cell i in bits 4i..4i+4 |
//! | [`Bytes`] | at most 256 | one per cell | 5x4 to 8x8 |
//! | [`Wide`] | any | two per cell | everything else |
//!
//! [`crate::boards`] lists the sizes that have a type.

use super::Size;
use super::packed::Packed64;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A board with one blank cell, cheap to copy and to change.
pub trait Board: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Returns the board with these tiles in reading order. The tiles must be a permutation of
    /// `0..cells`, and `size` must be the type's own for typed boards (as ensured by
    /// [`crate::boards::with_board`]).
    fn new(size: Size, tiles: &[u16]) -> Self;

    /// Width and height; constant for typed boards.
    fn size(&self) -> Size;

    /// The tile on a cell, 0 for the blank.
    fn tile(&self, cell: usize) -> usize;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// Slides the tile on `cell` into the blank; the two must be adjacent.
    fn slide_from(&mut self, cell: usize);

    /// A compact form of the board, without anything that its size implies.
    type Packed: Clone + Eq + Hash + Debug + Send + Sync;

    /// Returns the compact form of the board.
    fn packed(&self) -> Self::Packed;

    /// Restores the board from its compact form; `size` must be the board's size.
    fn unpacked(size: Size, packed: &Self::Packed) -> Self;

    /// Number of heap bytes that [`packed`](Board::packed) allocates.
    fn packed_on_heap(_size: Size) -> usize {
        0
    }

    /// The tiles in reading order.
    fn tiles(&self) -> Vec<u16> {
        (0..self.size().cells()).map(|cell| self.tile(cell) as u16).collect()
    }
}

pub(super) fn blank_of(tiles: &[u16]) -> usize {
    tiles.iter().position(|&tile| tile == 0).expect("a board has a blank")
}

#[inline]
fn const_size<const W: usize, const N: usize>() -> Size {
    const { assert!(W > 0 && N.is_multiple_of(W)) };
    Size::new(W, N / W).expect("compiled-in sizes are valid")
}

/// A board of up to 16 cells in one 64-bit word, four bits a cell, cell 0 lowest.
#[derive(Clone, Copy, Debug)]
pub struct Nibbles<const W: usize, const N: usize> {
    word: u64,
    blank: u8,
}

impl<const W: usize, const N: usize> Nibbles<W, N> {
    /// The whole state in 64 bits (Kpuzzle3, *64 bit configuration*).
    #[inline]
    pub fn word(self) -> u64 {
        self.word
    }
}

impl<const W: usize, const N: usize> PartialEq for Nibbles<W, N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<const W: usize, const N: usize> Eq for Nibbles<W, N> {}

impl<const W: usize, const N: usize> Hash for Nibbles<W, N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word.hash(state);
    }
}

impl<const W: usize, const N: usize> Board for Nibbles<W, N> {
    fn new(size: Size, tiles: &[u16]) -> Self {
        const { assert!(N <= 16) };
        debug_assert_eq!(size, const_size::<W, N>());
        let word = tiles.iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile));
        Self { word, blank: blank_of(tiles) as u8 }
    }

    #[inline]
    fn size(&self) -> Size {
        const_size::<W, N>()
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        (self.word >> (4 * cell) & 15) as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank as usize
    }

    #[inline]
    fn slide_from(&mut self, cell: usize) {
        let tile = self.word >> (4 * cell) & 15;
        // The blank's nibble is zero, so adding and removing are both exclusive or.
        self.word ^= tile << (4 * cell) | tile << (4 * self.blank);
        self.blank = cell as u8;
    }

    type Packed = Packed64;

    #[inline]
    fn packed(&self) -> Packed64 {
        Packed64::new(self.word)
    }

    #[inline]
    fn unpacked(_size: Size, packed: &Packed64) -> Self {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let word = packed.word();
        // The lowest zero nibble is the blank's: unused nibbles lie above the board's cells.
        let zeros = word.wrapping_sub(ONES) & !word & ONES << 3;
        Self { word, blank: (zeros.trailing_zeros() / 4) as u8 }
    }
}

/// A board of up to 256 cells, one byte per cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<const W: usize, const N: usize> {
    tiles: [u8; N],
    blank: u8,
}

impl<const W: usize, const N: usize> Hash for Bytes<W, N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.tiles);
    }
}

impl<const W: usize, const N: usize> Board for Bytes<W, N> {
    fn new(size: Size, tiles: &[u16]) -> Self {
        const { assert!(N <= 256) };
        debug_assert_eq!(size, const_size::<W, N>());
        Self { tiles: std::array::from_fn(|cell| tiles[cell] as u8), blank: blank_of(tiles) as u8 }
    }

    #[inline]
    fn size(&self) -> Size {
        const_size::<W, N>()
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        self.tiles[cell] as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank as usize
    }

    #[inline]
    fn slide_from(&mut self, cell: usize) {
        self.tiles.swap(self.blank as usize, cell);
        self.blank = cell as u8;
    }

    type Packed = [u8; N];

    fn packed(&self) -> [u8; N] {
        self.tiles
    }

    fn unpacked(_size: Size, packed: &[u8; N]) -> Self {
        let blank = packed.iter().position(|&tile| tile == 0).expect("a board has a blank");
        Self { tiles: *packed, blank: blank as u8 }
    }
}

/// A board of any size, two bytes per cell on the heap.
#[derive(Clone, Debug)]
pub struct Wide {
    tiles: Box<[u16]>,
    size: Size,
    blank: u16,
}

impl PartialEq for Wide {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.tiles == other.tiles
    }
}

impl Eq for Wide {}

impl Hash for Wide {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles.hash(state);
    }
}

impl Board for Wide {
    fn new(size: Size, tiles: &[u16]) -> Self {
        Self { tiles: tiles.into(), size, blank: blank_of(tiles) as u16 }
    }

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        self.tiles[cell] as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank as usize
    }

    #[inline]
    fn slide_from(&mut self, cell: usize) {
        self.tiles.swap(self.blank as usize, cell);
        self.blank = cell as u16;
    }

    /// One byte per cell up to 256 cells, otherwise two.
    type Packed = Box<[u8]>;

    fn packed(&self) -> Box<[u8]> {
        if self.tiles.len() <= BYTE_CELLS {
            self.tiles.iter().map(|&tile| tile as u8).collect()
        } else {
            self.tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect()
        }
    }

    fn unpacked(size: Size, packed: &Box<[u8]>) -> Self {
        let tiles: Box<[u16]> = if size.cells() <= BYTE_CELLS {
            packed.iter().map(|&tile| u16::from(tile)).collect()
        } else {
            packed.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        Self { blank: blank_of(&tiles) as u16, tiles, size }
    }

    fn packed_on_heap(size: Size) -> usize {
        let bytes = if size.cells() <= BYTE_CELLS { size.cells() } else { 2 * size.cells() };
        (bytes + ALLOCATION).next_multiple_of(ALLOCATION)
    }
}

/// Largest number of cells whose tiles fit in one byte each.
const BYTE_CELLS: usize = 256;

/// Bytes that an allocator adds to each allocation, and the multiple to which it rounds up.
const ALLOCATION: usize = 16;
