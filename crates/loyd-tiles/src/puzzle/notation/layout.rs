//! Text to tokens, and to the rows in which they are drawn.
//!
//! Spaces and commas separate tiles. `;`, `/`, `|` and line breaks separate rows as soon as some
//! row has several tiles. Where each of these signs separates single tiles, the weakest of them is
//! taken as the tile separator (`1;2;3/4;5;0`); if there is only one kind, the board is not drawn
//! in rows (`1;2;3;0`).

use std::ops::Range;

/// The tokens of a board, and the number of tokens in each row.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) tokens: Vec<Range<usize>>,
    /// Row lengths, if the board is drawn in rows.
    pub(super) rows: Option<Vec<usize>>,
    /// True if each row has one token.
    pub(super) one_a_row: bool,
}

/// Signs that separate rows, weakest first.
const BREAKS: [char; 4] = [';', '|', '/', '\n'];

/// Signs for the blank other than 0.
pub(super) const BLANKS: [char; 6] = ['_', '.', '·', 'x', 'X', '-'];

/// The sign for any tile.
pub(super) const FREE: char = '?';

pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || BREAKS.contains(&c)
}

/// Returns true for a hexadecimal digit or a sign for the blank.
pub(super) fn is_compact(c: char) -> bool {
    c.is_ascii_hexdigit() || BLANKS.contains(&c)
}

pub(super) fn first_token(text: &str) -> Option<&str> {
    text.split(is_separator).find(|token| !token.is_empty())
}

/// Returns the tokens of a text and its rows.
pub(super) fn of_drawing(text: &str) -> Layout {
    let (mut tokens, mut between) = (Vec::new(), Vec::new());
    let (mut start, mut kinds) = (None, 0u8);
    for (index, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_separator(c), start) {
            (true, Some(first)) => {
                tokens.push(first..index);
                start = None;
            }
            (false, None) => {
                if !tokens.is_empty() {
                    between.push(kinds);
                }
                (start, kinds) = (Some(index), 0);
            }
            _ => {}
        }
        if let Some(kind) = BREAKS.iter().position(|&sign| sign == c) {
            kinds |= 1 << kind;
        }
    }
    let one_a_row = !between.is_empty() && between.iter().all(|&kinds| kinds != 0);
    Layout { rows: rows(&between), one_a_row, tokens }
}

/// Row lengths, from the kinds of breaks between consecutive tokens.
fn rows(between: &[u8]) -> Option<Vec<usize>> {
    let mut active = between.iter().fold(0, |all, kinds| all | kinds);
    while active != 0 {
        let lengths = lengths(between, active);
        if lengths.iter().any(|&length| length > 1) {
            return Some(lengths);
        }
        // The lowest set bit is the weakest kind.
        active &= active - 1;
    }
    None
}

fn lengths(between: &[u8], active: u8) -> Vec<usize> {
    let mut lengths = vec![1];
    for kinds in between {
        match lengths.last_mut() {
            Some(length) if kinds & active == 0 => *length += 1,
            _ => lengths.push(1),
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_where_several_tiles_stand_between_breaks() {
        for (text, rows) in [
            ("1 2 3 0", None),
            ("1;2;3;0", None),
            ("1\n2\n3\n0\n", None),
            ("1/2/3/0", None),
            ("1 2 / 3 0", Some(vec![2, 2])),
            ("1;2;3/4;5;0", Some(vec![3, 3])),
            ("| 1 | 2 |\n| 3 | 0 |", Some(vec![2, 2])),
            ("1,2,\n3,0\n", Some(vec![2, 2])),
            ("1 2 3 /\n 4 5 0", Some(vec![3, 3])),
            ("1 2 3; 4 5 6\n7 8 0", Some(vec![3, 3, 3])),
            ("1 2 3 / 4 0", Some(vec![3, 2])),
        ] {
            assert_eq!(of_drawing(text).rows, rows, "{text:?}");
        }
    }
}
