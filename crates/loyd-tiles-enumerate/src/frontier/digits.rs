//! The effect of a move on the Lehmer digits of a board.
//!
//! The tiles in reading order, without the blank, are a permutation of n = w·h − 1 elements; digit
//! i of its Lehmer code is the number of later tiles that are smaller than tile i, so it is below n
//! − i. A blank that moves along a row changes no digit. A blank that moves down from cell k takes
//! the last of the w tiles k … k+w−1 before the others; one that moves up takes the first behind
//! them. Only their own w digits change, and the change depends on nothing else.
//!
//! The last digit is 0, and the last but one follows from the parity of the permutation. A rotation
//! of w tiles is w − 1 exchanges, so the parity follows from the number of rows that the blank has
//! moved.

/// Exchanges two neighbouring tiles, on their digits. An involution.
fn exchange(digits: &mut [u8], at: usize) {
    let (one, other) = (digits[at], digits[at + 1]);
    // A tile before a larger one does not count it; after the exchange the larger one counts it.
    let exchanged = if one <= other { (other + 1, one) } else { (other, one - 1) };
    (digits[at], digits[at + 1]) = exchanged;
}

/// The direction of a move of the blank by one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowMove {
    /// Up: the first of the passed tiles goes behind the others.
    Up,
    /// Down: the last of the passed tiles goes before the others.
    Down,
}

impl RowMove {
    pub(super) fn reverse(self) -> Self {
        match self {
            RowMove::Up => RowMove::Down,
            RowMove::Down => RowMove::Up,
        }
    }

    /// Applies the move to the digits of the tiles that the blank passes.
    pub(super) fn apply(self, digits: &mut [u8]) {
        match self {
            RowMove::Up => (1..digits.len()).for_each(|at| exchange(digits, at - 1)),
            RowMove::Down => (1..digits.len()).rev().for_each(|at| exchange(digits, at - 1)),
        }
    }
}

/// The tiles of a code in reading order, numbered from 0.
fn tiles(digits: &[u8]) -> Vec<u8> {
    let mut remaining: Vec<u8> = (0..=u8::MAX).take(digits.len()).collect();
    digits.iter().map(|&digit| remaining.remove(usize::from(digit))).collect()
}

/// The board of a code with the blank on a cell: tiles in reading order.
pub(super) fn board(digits: &[u8], blank: usize) -> Vec<u8> {
    let mut board: Vec<u8> = tiles(digits).iter().map(|tile| tile + 1).collect();
    board.insert(blank, 0);
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The code of tiles, by its definition.
    fn code(tiles: &[u8]) -> Vec<u8> {
        let later = |at: usize| tiles[at + 1..].iter().filter(|&&tile| tile < tiles[at]).count();
        (0..tiles.len()).map(|at| later(at) as u8).collect()
    }

    proptest! {
        #[test]
        fn a_move_on_digits_is_a_move_on_tiles(
            order in Just((0..24u8).collect::<Vec<_>>()).prop_shuffle(),
            width in 1..7usize,
            first in 0..17usize,
        ) {
            prop_assert_eq!(&tiles(&code(&order)), &order);
            for row_move in [RowMove::Up, RowMove::Down] {
                let mut digits = code(&order);
                row_move.apply(&mut digits[first..first + width]);
                let mut moved = order.clone();
                match row_move {
                    RowMove::Up => moved[first..first + width].rotate_left(1),
                    RowMove::Down => moved[first..first + width].rotate_right(1),
                }
                prop_assert_eq!(&digits, &code(&moved));
                row_move.reverse().apply(&mut digits[first..first + width]);
                prop_assert_eq!(digits, code(&order));
            }
        }
    }
}
