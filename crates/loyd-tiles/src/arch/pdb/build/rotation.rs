//! A rotation of neighbouring places as steps on bits, bytes and words.
//!
//! The states of the target with order `o'` come from the orders o of the source that have the
//! element of place `from` at place `to` instead, those between moved up by one. As exchanges
//! `E_m` of the places m, m+1, applied from right to left:
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
    /// Words of a block.
    pub(super) words: usize,
    /// Words that share the digits from `d_3` on; a divisor of `words`.
    pub(super) group: usize,
    /// Whether bits are exchanged before bytes and bytes before words, or the other way round.
    pub(super) low_first: bool,
    /// Whether the places 0 and 1 are exchanged.
    pub(super) bits: bool,
    /// Whether the places 1 and 2 are exchanged: for each byte of a group (of eight words) the
    /// byte that it comes from.
    pub(super) bytes: Option<Box<[u8; 64]>>,
    /// For each word the one that it comes from; all below `words`.
    pub(super) places: Option<Vec<u32>>,
    /// As `places`, for the first words of groups, if groups move as a whole.
    pub(super) groups: Option<Vec<u32>>,
}

impl Rotation {
    /// The most tiles whose orders fit into words.
    pub const MAX_TILES: usize = 8;

    /// The words of a block.
    pub fn words_of(tiles: usize) -> usize {
        orders(tiles.saturating_sub(2))
    }

    /// The rotation that moves the element of place `from` to place `to`.
    ///
    /// # Panics
    /// If there are more tiles than fit, or no such places.
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

    /// The lines of a block.
    pub(super) fn lines(&self) -> usize {
        self.words.div_ceil(8)
    }
}

/// For the rank of each order, that of the order with the element of place `from` at place `to`.
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
