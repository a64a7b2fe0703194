//! Boards in one machine word whose shape is known only at run time: one type for all shapes, where
//! compiling code for each shape would cost more than it saves.
//!
//! | type | cells | bits per cell | for |
//! |---|---|---|---|
//! | [`Word64`] | at most 16 | 4 | boards up to 4x4 and 8x2 |
//! | [`Word128`] | at most 25 | 5 | boards up to 5x5 |
//!
//! Cell i is in the i-th lowest field.

use super::Size;
use super::board::{Board, blank_of};
use super::packed::{Packed64, Packed128};
use std::hash::{Hash, Hasher};

macro_rules! words {
    ($(#[$doc:meta])* $board:ident $packed:ident $word:ty, $bits:literal bits) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $board {
            word: $word,
            size: Size,
            blank: u8,
        }

        impl $board {
            /// Bits per cell.
            const BITS: u32 = $bits;
            /// Largest number of cells.
            pub const MAX_CELLS: usize = (<$word>::BITS / Self::BITS) as usize;
            /// A field with all bits set.
            const FIELD: $word = (1 << Self::BITS) - 1;
            /// The lowest bit of every field.
            const ONES: $word = {
                let (mut ones, mut cell) = (0, 0);
                while cell < Self::MAX_CELLS {
                    ones |= 1 << (Self::BITS as usize * cell);
                    cell += 1;
                }
                ones
            };
        }

        impl PartialEq for $board {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.word == other.word && self.size == other.size
            }
        }

        impl Eq for $board {}

        impl Hash for $board {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.word.hash(state);
            }
        }

        impl Board for $board {
            type Packed = $packed;

            fn new(size: Size, tiles: &[u16]) -> Self {
                assert!(size.cells() <= Self::MAX_CELLS, "{size} has too many cells");
                let word = tiles
                    .iter()
                    .rev()
                    .fold(0, |word: $word, &tile| word << Self::BITS | <$word>::from(tile));
                Self { word, size, blank: blank_of(tiles) as u8 }
            }

            #[inline]
            fn size(&self) -> Size {
                self.size
            }

            #[inline]
            fn tile(&self, cell: usize) -> usize {
                (self.word >> (Self::BITS as usize * cell) & Self::FIELD) as usize
            }

            #[inline]
            fn blank(&self) -> usize {
                self.blank as usize
            }

            #[inline]
            fn slide_from(&mut self, cell: usize) {
                let from = Self::BITS as usize * cell;
                let tile = self.word >> from & Self::FIELD;
                self.word ^= tile << from | tile << (Self::BITS * u32::from(self.blank));
                self.blank = cell as u8;
            }

            #[inline]
            fn packed(&self) -> $packed {
                $packed::new(self.word)
            }

            #[inline]
            fn unpacked(size: Size, packed: &$packed) -> Self {
                let word = packed.word();
                // The lowest zero field is the blank's: unused fields lie above the board's cells.
                let high = Self::ONES << (Self::BITS - 1);
                let zeros = word.wrapping_sub(Self::ONES) & !word & high;
                let blank = (zeros.trailing_zeros() / Self::BITS) as u8;
                Self { word, size, blank }
            }
        }
    };
}

words! {
    /// A board of any shape with up to 16 cells.
    Word64 Packed64 u64, 4 bits
}

words! {
    /// A board of any shape with up to 25 cells.
    Word128 Packed128 u128, 5 bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Multi, Nibbles, Position, Scrambler, Single, Sliding, Wide};
    use loyd_search::space::{Packing, StateSpace};

    /// A random walk shows the same tiles on both types of board, and packing loses nothing.
    fn same<A: Board, B: Board>(width: usize, height: usize) {
        let size = Size::new(width, height).expect("a size");
        let goal = Position::blank_last(size);
        let start = Scrambler::new(9).position(&goal);
        let (a, b) = (Sliding::<A, Single>::new(&goal), Sliding::<B, Single>::new(&goal));
        let (mut one, mut other) = (A::new(size, start.tiles()), B::new(size, start.tiles()));
        for step in 0..300usize {
            let moves: Vec<_> = a.moves(&one).collect();
            assert_eq!(moves, b.moves(&other).collect::<Vec<_>>());
            let mv = moves[(step * step + step / 7) % moves.len()];
            let before = a.pack(&one);
            a.apply(&mut one, mv);
            assert_eq!(a.move_between(&before, &a.pack(&one)), Some(mv));
            b.apply(&mut other, mv);
            assert_eq!(one.tiles(), other.tiles());
            let again = a.unpack(&a.pack(&one));
            assert_eq!((&again, again.blank(), again.size()), (&one, one.blank(), size));
            let again = b.unpack(&b.pack(&other));
            assert_eq!((&again, again.blank(), again.size()), (&other, other.blank(), size));
        }
    }

    #[test]
    fn multi_tile_moves_are_derived_from_the_blank() {
        for (width, height) in [(4, 4), (5, 2), (1, 6), (6, 1)] {
            let goal = Position::blank_on(Size::new(width, height).expect("a size"), 1);
            let space = Sliding::<Word64, Multi>::new(&goal);
            let mut state = Sliding::<Word64, Multi>::board(&goal);
            for step in 0..100 {
                let moves: Vec<_> = space.moves(&state).collect();
                let before = space.pack(&state);
                let mv = moves[step * 7 % moves.len()];
                space.apply(&mut state, mv);
                assert_eq!(space.move_between(&before, &space.pack(&state)), Some(mv));
            }
        }
    }

    #[test]
    fn all_types_of_board_agree() {
        same::<Word64, Wide>(4, 4);
        same::<Word64, Nibbles<4, 16>>(4, 4);
        same::<Word64, Nibbles<3, 9>>(3, 3);
        same::<Word64, Wide>(5, 3);
        same::<Word64, Wide>(2, 8);
        same::<Word128, Bytes<5, 25>>(5, 5);
        same::<Word128, Wide>(3, 7);
        same::<Word128, Wide>(2, 2);
        same::<Wide, Bytes<8, 64>>(8, 8);
        same::<Wide, Wide>(16, 16);
        same::<Wide, Wide>(20, 15);
    }

    #[test]
    fn packed_words_are_small() {
        assert_eq!((size_of::<Packed64>(), align_of::<Packed64>()), (8, 4));
        assert_eq!((size_of::<Packed128>(), align_of::<Packed128>()), (16, 4));
        let word = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;
        assert_eq!(Packed128::new(word).word(), word);
        assert_eq!(Packed64::new(word as u64).word(), word as u64);
    }
}
