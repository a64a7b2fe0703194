//! Boards as compact keys.

use loyd_enumerate::reference::keys::Packing;
use loyd_tiles::{Board, Size};
use std::marker::PhantomData;

/// Boards as keys: the tiles in reading order in fields of equal width that do not straddle words,
/// without the last tile, which is determined by the others. One word up to 16 cells, two for 5x5.
#[derive(Clone, Debug)]
pub struct BoardPacking<B> {
    size: Size,
    /// Bits of a field.
    bits: u32,
    /// Fields of a word.
    fields: usize,
    board: PhantomData<B>,
}

impl<B> BoardPacking<B> {
    /// The packing of boards of a size.
    pub fn new(size: Size) -> Self {
        let largest = size.cells() as u32 - 1;
        let bits = (u32::BITS - largest.leading_zeros()).max(1);
        // 63 and not 64: at least one bit stays clear, so no word is `u64::MAX`.
        let fields = 63 / bits as usize;
        Self { size, bits, fields, board: PhantomData }
    }

    /// Bytes of a key.
    pub fn bytes(size: Size) -> usize {
        let packing = Self::new(size);
        8 * (size.cells() - 1).div_ceil(packing.fields).max(1)
    }
}

impl<B: Board> Packing<B> for BoardPacking<B> {
    fn words(&self) -> usize {
        Self::bytes(self.size) / 8
    }

    #[inline]
    fn pack(&self, board: &B, key: &mut [u64]) {
        let packed_tiles = board.size().cells() - 1;
        let mut cell = 0;
        for word in key {
            let end = packed_tiles.min(cell + self.fields);
            *word = 0;
            for (field, cell) in (cell..end).enumerate() {
                *word |= (board.tile(cell) as u64) << (field as u32 * self.bits);
            }
            cell = end;
        }
    }

    fn unpack(&self, key: &[u64]) -> B {
        let cells = self.size.cells();
        let mask = (1 << self.bits) - 1;
        let mut tiles = Vec::with_capacity(cells);
        // The sum of all tiles minus those present.
        let mut last = cells * (cells - 1) / 2;
        for &word in key {
            for field in 0..self.fields.min(cells - 1 - tiles.len()) {
                let tile = (word >> (field as u32 * self.bits) & mask) as u16;
                last -= tile as usize;
                tiles.push(tile);
            }
        }
        tiles.push(last as u16);
        B::new(self.size, &tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::{Position, Scrambler, Wide};

    #[test]
    fn keys_are_boards_and_back() {
        for (width, height, words) in [
            (1, 1, 1),
            (2, 1, 1),
            (4, 4, 1),
            (17, 1, 2),
            (5, 5, 2),
            (6, 6, 4),
            (10, 10, 11),
            (16, 16, 37),
            (300, 1, 43),
        ] {
            let size = Size::new(width, height).unwrap();
            let packing = BoardPacking::<Wide>::new(size);
            assert_eq!(packing.words(), words, "{size}");
            let goal = Position::blank_last(size);
            let mut random = Scrambler::new(3);
            for _ in 0..50 {
                let position = random.position(&goal);
                let board = Wide::new(size, position.tiles());
                let mut key = vec![7; words];
                packing.pack(&board, &mut key);
                assert!(key[0] != u64::MAX);
                assert_eq!(packing.unpack(&key), board, "{size}");
            }
        }
    }
}
