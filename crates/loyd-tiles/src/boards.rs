//! The list of board sizes that have a type, and the dispatch from a size known at run time to that
//! type. Every other size runs on a type whose shape is known only at run time
//! ([`with_shaped_board`]); no size is refused.

#[cfg(not(target_family = "wasm"))]
use crate::Bytes;
use crate::{Board, Nibbles, Size, Wide, Word64, Word128};
use loyd_search::COMPACT;

/// A computation over any board type.
pub trait BoardVisitor {
    /// The result of the computation.
    type Output;
    /// Runs with boards of type `B`.
    fn visit<B: Board>(self) -> Self::Output;
}

/// A computation over 64-bit boards, with width and number of cells in the type.
pub trait NibbleVisitor {
    /// The result of the computation.
    type Output;
    /// Runs with boards of width `W` and `N` cells.
    fn visit<const W: usize, const N: usize>(self) -> Self::Output;
}

/// Runs a computation with a board type shared by many sizes, for code not worth compiling for
/// each.
pub fn with_shaped_board<V: BoardVisitor>(size: Size, visitor: V) -> V::Output {
    let cells = size.cells();
    if cells <= Word64::MAX_CELLS {
        visitor.visit::<Word64>()
    } else if cells <= Word128::MAX_CELLS && !COMPACT {
        visitor.visit::<Word128>()
    } else {
        visitor.visit::<Wide>()
    }
}

macro_rules! shapes {
    (nibbles: $($nw:literal x $nh:literal)*; bytes: $($bw:literal x $bh:literal)*) => {
        /// Runs a computation with the board type of a size.
        pub fn with_board<V: BoardVisitor>(size: Size, visitor: V) -> V::Output {
            match (size.width(), size.height()) {
                $(($nw, $nh) => visitor.visit::<Nibbles<$nw, { $nw * $nh }>>(),)*
                $(($bw, $bh) => visitor.visit::<Bytes<$bw, { $bw * $bh }>>(),)*
                _ => with_shaped_board(size, visitor),
            }
        }

        /// Like [`with_board`], for sizes that [`with_nibbles`] does not cover.
        pub fn with_larger_board<V: BoardVisitor>(size: Size, visitor: V) -> V::Output {
            match (size.width(), size.height()) {
                $(($bw, $bh) => visitor.visit::<Bytes<$bw, { $bw * $bh }>>(),)*
                _ => with_shaped_board(size, visitor),
            }
        }

        /// Runs a computation with the width and number of cells of a 64-bit board as constants;
        /// returns `None` for sizes without such a type.
        pub fn with_nibbles<V: NibbleVisitor>(size: Size, visitor: V) -> Option<V::Output> {
            match (size.width(), size.height()) {
                $(($nw, $nh) => Some(visitor.visit::<$nw, { $nw * $nh }>()),)*
                _ => None,
            }
        }

        /// Every size with a type, as (width, height).
        pub const TYPED_SIZES: &[(usize, usize)] = &[$(($nw, $nh),)* $(($bw, $bh),)*];
    };
}

// Each size costs seconds of compile time: only those searched most, and those where search is
// long.
#[cfg(not(any(test, target_family = "wasm")))]
shapes! {
    nibbles:
        3 x 3  4 x 3  3 x 4  4 x 4  5 x 3  3 x 5
        2 x 7  7 x 2  2 x 8  8 x 2;
    bytes: 5 x 4  4 x 5  5 x 5  6 x 6
}

// Unit tests are compiled with some of each kind, the tests in `tests/` with all of them.
#[cfg(all(test, not(target_family = "wasm")))]
shapes! {
    nibbles: 3 x 3  4 x 3  3 x 4  4 x 4;
    bytes: 5 x 5
}

// A page loads the module over the network, and each size costs a hundred kilobytes of it: only the
// one whose kernels are worth it.
#[cfg(target_family = "wasm")]
shapes! {
    nibbles: 4 x 4;
    bytes:
}
