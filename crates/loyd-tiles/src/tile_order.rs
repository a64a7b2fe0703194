//! Rank and unrank of the order of a pattern's tiles on the board.
//!
//! The occupied cells in reading order hold the tile slots `s_0, s_1, …, s_(k-1)`. Lehmer digit
//!
//! ```text
//! d_m = number of m' > m with s_m' < s_m        (0 <= d_m < k - m)
//! rank = d_0 + k · (d_1 + (k-1) · (d_2 + (k-2) · (…)))
//! ```
//!
//! The first digit is the least significant, unlike in the lexicographic rank of [`loyd_search::perm`]. A
//! tile that passes s others in reading order rotates s + 1 neighbouring places m … m+s, which
//! changes only the digits m … m+s, by a rule that depends on no others. All orders that agree in
//! the lower digits therefore move together as one piece of a bitmap, which makes the table builder
//! fast. Exchanging neighbours with digits (a, b) gives (b + 1, a) if a <= b, and (b, a − 1)
//! otherwise.

/// Largest number of tiles of a pattern: 12! orders are 57 MiB of bits for one set of cells.
pub const MAX_TILES: usize = 12;

/// Number of orders of `tiles` tiles.
///
/// # Panics
/// Above [`MAX_TILES`].
pub const fn orders(tiles: usize) -> usize {
    assert!(tiles <= MAX_TILES);
    let mut product = 1;
    let mut factor = 2;
    while factor <= tiles {
        product *= factor;
        factor += 1;
    }
    product
}

/// The weight of digit `place` in the rank of an order of `tiles` tiles: k · (k-1) · … , with
/// `place` factors.
pub const fn weight(tiles: usize, place: usize) -> usize {
    orders(tiles) / orders(tiles - place)
}

/// The rank of an order: `sequence[m]` is the slot of the tile on the m-th occupied cell.
pub fn rank(sequence: &[u8]) -> usize {
    let tiles = sequence.len();
    let digit = |place: usize| {
        let later = &sequence[place + 1..];
        later.iter().filter(|&&slot| slot < sequence[place]).count()
    };
    (0..tiles).rev().fold(0, |rank, place| rank * (tiles - place) + digit(place))
}

/// The order with this rank, which must be below [`orders`]`(tiles)`.
pub fn unrank(tiles: usize, mut rank: usize) -> Vec<u8> {
    let mut unused: Vec<u8> = (0..tiles as u8).collect();
    (0..tiles)
        .map(|place| {
            let digit = rank % (tiles - place);
            rank /= tiles - place;
            unused.remove(digit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_a_numbering() {
        for tiles in 0..=6 {
            for number in 0..orders(tiles) {
                assert_eq!(rank(&unrank(tiles, number)), number);
            }
        }
    }

    #[test]
    fn digits_have_their_weights_and_neighbours_exchange_by_the_rule() {
        let tiles = 6;
        let digits = |order: &[u8]| -> Vec<usize> {
            let number = rank(order);
            (0..tiles).map(|m| number / weight(tiles, m) % (tiles - m)).collect()
        };
        for number in 0..orders(tiles) {
            let order = unrank(tiles, number);
            for m in 0..tiles - 1 {
                let mut exchanged = order.clone();
                exchanged.swap(m, m + 1);
                let mut expected = digits(&order);
                let (a, b) = (expected[m], expected[m + 1]);
                (expected[m], expected[m + 1]) = if a <= b { (b + 1, a) } else { (b, a - 1) };
                assert_eq!(digits(&exchanged), expected);
            }
        }
    }
}
