//! Codes of boards in stores of states: the tiles in reading order.
//!
//! | cells | code |
//! |---|---|
//! | at most 16 | a hexadecimal digit each, the first cell the most significant digit; bytes in the same order |
//! | at most 256 | a byte each |
//! | more | two bytes each, the more significant one first |

use super::{Board, Size};

/// Greatest number of cells whose tiles are hexadecimal digits.
pub(crate) const MAX_DIGITS: usize = 16;

/// Greatest number of cells whose tiles are bytes.
const MAX_BYTES: usize = 256;

pub(crate) fn bytes(cells: usize) -> usize {
    match cells {
        0..=MAX_DIGITS => cells.div_ceil(2),
        _ if cells <= MAX_BYTES => cells,
        _ => 2 * cells,
    }
}

/// Writes the code of a board.
#[inline]
pub(crate) fn encode<B: Board>(board: &B, bytes: &mut [u8]) {
    let cells = board.size().cells();
    if cells <= MAX_DIGITS {
        let number = (0..cells).fold(0, |number, cell| number << 4 | board.tile(cell) as u64);
        let all = number.to_be_bytes();
        bytes.copy_from_slice(&all[all.len() - bytes.len()..]);
    } else if cells <= MAX_BYTES {
        for (cell, byte) in bytes.iter_mut().enumerate() {
            *byte = board.tile(cell) as u8;
        }
    } else {
        for (cell, pair) in bytes.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            *pair = (board.tile(cell) as u16).to_be_bytes();
        }
    }
}

/// The tiles of a code, which need not be a permutation; `None` if it has another length.
pub(crate) fn tiles(size: Size, code: &[u8]) -> Option<Vec<u16>> {
    let cells = size.cells();
    let digits = |byte: &u8| [u16::from(byte >> 4), u16::from(byte & 15)];
    let tiles: Vec<u16> = match cells {
        _ if code.len() != bytes(cells) => return None,
        // An odd number of digits has a 0 before it.
        0..=MAX_DIGITS => code.iter().flat_map(digits).skip(cells % 2).collect(),
        _ if cells <= MAX_BYTES => code.iter().map(|&byte| byte.into()).collect(),
        _ => code.as_chunks::<2>().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect(),
    };
    (cells > MAX_DIGITS || cells.is_multiple_of(2) || code[0] >> 4 == 0).then_some(tiles)
}

/// The board of a code; `None` if its tiles are not a permutation.
#[inline]
pub(crate) fn decode<B: Board>(size: Size, code: &[u8]) -> Option<B> {
    let cells = size.cells();
    if code.len() != bytes(cells) {
        return None;
    }
    if cells <= MAX_DIGITS {
        let number = code.iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        let (mut tiles, mut seen) = ([0; MAX_DIGITS], 0u32);
        for (cell, tile) in tiles[..cells].iter_mut().enumerate() {
            *tile = (number >> (4 * (cells - 1 - cell)) & 15) as u16;
            seen |= 1 << *tile;
        }
        let valid = seen == (1 << cells) - 1 && (cells == MAX_DIGITS || number >> (4 * cells) == 0);
        return valid.then(|| B::new(size, &tiles[..cells]));
    }
    let tiles = tiles(size, code)?;
    let mut seen = vec![false; cells];
    for &tile in &tiles {
        *seen.get_mut(usize::from(tile))? = true;
    }
    seen.iter().all(|&seen| seen).then(|| B::new(size, &tiles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Nibbles, Position, Scrambler, Wide, Word64, Word128};

    fn come_back<B: Board>(width: usize, height: usize) {
        let size = Size::new(width, height).expect("a size");
        let mut scrambler = Scrambler::new(3);
        for _ in 0..20 {
            let position = scrambler.position(&Position::blank_last(size));
            let board = B::new(size, position.tiles());
            let mut code = vec![0; bytes(size.cells())];
            encode(&board, &mut code);
            assert_eq!(decode::<B>(size, &code), Some(board), "{position}");
            code[0] = code[1];
            code[2] = code[1];
            assert_eq!(decode::<B>(size, &code), None, "{code:?}");
        }
        assert_eq!(decode::<B>(size, &[]), None);
    }

    #[test]
    fn boards_come_back_from_their_codes() {
        come_back::<Nibbles<3, 9>>(3, 3);
        come_back::<Nibbles<4, 16>>(4, 4);
        come_back::<Word64>(5, 3);
        come_back::<Word128>(5, 4);
        come_back::<Bytes<5, 25>>(5, 5);
        come_back::<Wide>(6, 5);
        come_back::<Wide>(17, 16);
    }

    #[test]
    fn a_code_is_read_like_the_board() {
        let size = Size::new(3, 3).expect("a size");
        let board = Nibbles::<3, 9>::new(size, Position::blank_last(size).tiles());
        let mut code = [0; 5];
        encode(&board, &mut code);
        assert_eq!(code, [0x01, 0x23, 0x45, 0x67, 0x80]);
    }
}
