//! A rotation of neighbouring places as steps on bits, bytes and words.
//!
//! The states of the target with order `o'` come from the orders o of the source that have at place
//! `to` the element of place `from`, with those in between moved by one place. In terms of
//! exchanges `E_m` of the places m, m+1, applied from right to left:
//!
//! ```text
//! from > to:  o = E_to … E_(from-1) o'     so the bitmap is turned at E_to first
//! from < to:  o = E_(to-1) … E_from o'     so the bitmap is turned at E_(to-1) first
//! ```
//!
//! All `E_m` with m >= 2 together move whole words and become one table.

use crate::tile_order::{orders, rank, unrank};

/// One rotation of the orders of up to eight tiles.
#[derive(Clone, Debug)]
pub struct Rotation {
    pub(super) words: usize,
    /// Number of words that share the digits from `d_3` on; a divisor of `words`.
    pub(super) group: usize,
    /// True if bits are exchanged before bytes and bytes before words; false for the reverse order.
    pub(super) low_first: bool,
    /// True if the places 0 and 1 are exchanged.
    pub(super) bits: bool,
    /// If the places 1 and 2 are exchanged: for each byte of a group (of eight words) its source
    /// byte.
    pub(super) bytes: Option<Box<[u8; 64]>>,
    /// The source of each word; all below `words`.
    pub(super) places: Option<Vec<u32>>,
    /// Like `places`, for the first words of groups, if groups move as a whole.
    pub(super) groups: Option<Vec<u32>>,
}

impl Rotation {
    /// Largest number of tiles whose orders fit in words.
    pub const MAX_TILES: usize = 8;

    /// Number of words of a block.
    pub fn words_of(tiles: usize) -> usize {
        orders(tiles.saturating_sub(2))
    }

    /// Returns the rotation that moves the element of place `from` to place `to`.
    ///
    /// # Panics
    /// If there are too many tiles, or the places do not exist.
    pub fn new(tiles: usize, from: usize, to: usize) -> Self {
        assert!(tiles <= Self::MAX_TILES && from < tiles && to < tiles, "no such rotation");
        let (low, high) = (from.min(to), from.max(to));
        let group = tiles.saturating_sub(2).max(1);
        let beyond = |place: usize| place.max(2) - 2;
        let places = (high > 2).then(|| moved(tiles - 2, beyond(from), beyond(to)));
        let whole = low > 2;
        let groups = places.as_ref().filter(|_| whole);
        Self {
            words: Self::words_of(tiles),
            group,
            low_first: from > to,
            bits: low == 0 && high > 0,
            bytes: (low <= 1 && high >= 2).then(|| Box::new(exchange(tiles))),
            groups: groups.map(|places| places.iter().step_by(group).copied().collect()),
            places: places.filter(|_| !whole),
        }
    }

    pub(super) fn lines(&self) -> usize {
        self.words.div_ceil(8)
    }
}

/// For the rank of each order, the rank of the order with the element of place `from` at place
/// `to`.
fn moved(tiles: usize, from: usize, to: usize) -> Vec<u32> {
    let rank_of = |number| {
        let mut order = unrank(tiles, number);
        let element = order.remove(from);
        order.insert(to, element);
        rank(&order) as u32
    };
    (0..orders(tiles)).map(rank_of).collect()
}

/// The sources of bytes for the exchange of the places 1 and 2: byte `d_1` of word `d_2`.
fn exchange(tiles: usize) -> [u8; 64] {
    std::array::from_fn(|byte| {
        let (b, a) = (byte / 8, byte % 8);
        if a >= tiles - 1 || b >= tiles - 2 {
            return byte as u8;
        }
        let (a, b) = if a <= b { (b + 1, a) } else { (b, a - 1) };
        (8 * b + a) as u8
    })
}
