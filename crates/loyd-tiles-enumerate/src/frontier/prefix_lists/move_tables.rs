//! Tables of moves on prefix, middle and suffix.

use super::super::digits::RowMove;
use super::layout::{IncomingMove, Layout, WindowPosition};

/// A table from suffix to suffix; its 15-bit index needs no bounds check.
pub(super) type SuffixTable = Box<[u16; 1 << 15]>;

/// A move within the suffix, for middles of either parity.
#[derive(Debug)]
pub(super) struct SuffixMove {
    tables: Vec<SuffixTable>,
}

impl SuffixMove {
    fn new(layout: &Layout, first: usize, row_move: RowMove) -> Self {
        let implied = layout.digits.saturating_sub(2);
        // The digit that is not part of the rank depends on the parity of all others.
        let parities = if first + layout.size.width() > implied { 2 } else { 1 };
        Self {
            tables: (0..parities).map(|parity| table(layout, first, row_move, parity)).collect(),
        }
    }

    /// The table for suffixes whose digits sum to this parity.
    #[inline]
    pub(super) fn table(&self, parity: usize) -> &[u16; 1 << 15] {
        &self.tables[parity % self.tables.len()]
    }
}

fn table(layout: &Layout, first: usize, row_move: RowMove, parity: usize) -> SuffixTable {
    let zeros = vec![0; 1 << 15].into_boxed_slice();
    let mut table: SuffixTable = zeros.try_into().expect("it has this length");
    let (suffix, w) = (layout.suffix_start, layout.size.width());
    let length = layout.digits.saturating_sub(2).max(suffix) - suffix;
    let mut digits = vec![0; layout.digits - suffix];
    for rank in 0..layout.suffixes {
        layout.split(suffix, rank, &mut digits[..length]);
        digits[length..].fill(0);
        let sum: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
        if let Some(implied) = digits.get_mut(length) {
            *implied = ((sum + parity) % 2) as u8;
        }
        row_move.apply(&mut digits[first - suffix..first - suffix + w]);
        table[rank] = layout.number(suffix, &digits[..length]) as u16;
    }
    table
}

/// A move whose window lies across two numbers: the low digits of the first, the high digits of the
/// second.
#[derive(Debug)]
pub(super) struct CrossTable {
    /// Number of values of the low digits of the first number.
    tails: usize,
    /// Number of values of the high digits of the second number.
    heads: usize,
    /// Weight of the high digits in the second number.
    below: usize,
    /// 2^32 by `below`, rounded up: exact for numbers of 16 bits.
    inverse: u64,
    /// The new tail, and the new head as part of its number, for each tail and head.
    moved: Vec<(u16, u16)>,
}

impl CrossTable {
    /// The table; `middle` is the first digit of the second number, `end` the digit after its last.
    fn new(layout: &Layout, first: usize, row_move: RowMove, middle: usize, end: usize) -> Self {
        let w = layout.size.width();
        let tails = layout.numbers(first, middle);
        let heads = layout.numbers(middle, first + w);
        let below = layout.numbers(first + w, end);
        let mut digits = vec![0; w];
        let moved = (0..tails * heads).map(|window| {
            layout.split(first, window, &mut digits);
            row_move.apply(&mut digits);
            let new = layout.number(first, &digits);
            ((new / heads) as u16, (new % heads * below) as u16)
        });
        let inverse = (1u64 << 32).div_ceil(below as u64);
        Self { tails, heads, below, inverse, moved: moved.collect() }
    }

    /// The low digits of the first number.
    #[inline]
    pub(super) fn tail(&self, one: usize) -> usize {
        one % self.tails
    }

    /// Returns the new tail and the new second number.
    #[inline]
    pub(super) fn apply(&self, tail: usize, other: u16) -> (usize, u16) {
        let head = ((u64::from(other) * self.inverse) >> 32) as usize;
        let (new_tail, new_head) = self.moved[tail * self.heads + head];
        let rest = u32::from(other) - (head * self.below) as u32;
        (usize::from(new_tail), new_head + rest as u16)
    }
}

/// The effect of a move on the rank.
#[derive(Debug)]
pub(super) enum MoveEffect {
    /// The rank is the same.
    Same,
    /// The suffix changes, within the same middle.
    Suffix(SuffixMove),
    /// Middle and suffix change.
    MiddleSuffix(CrossTable),
    /// The middle changes; for each new middle the old one.
    Middle(Vec<u16>),
    /// Prefix and middle change: sets are transferred from other prefixes.
    PrefixMiddle(CrossTable),
    /// The prefix changes; for each new prefix the old one.
    Prefix(Vec<u16>),
}

/// A move into a cell, with its tables.
#[derive(Debug)]
pub(super) struct MoveTable {
    /// The blank's cell before the move.
    pub(super) from: usize,
    pub(super) effect: MoveEffect,
}

impl MoveTable {
    fn new(layout: &Layout, incoming: IncomingMove) -> Self {
        let Some((first, row_move)) = incoming.row_move else {
            return Self { from: incoming.from, effect: MoveEffect::Same };
        };
        // The source of a number, by the inverse move.
        let sources = |begin: usize, end: usize| {
            let mut digits = vec![0; end - begin];
            let window = first - begin..first - begin + layout.size.width();
            let source = |number| {
                layout.split(begin, number, &mut digits);
                row_move.reverse().apply(&mut digits[window.clone()]);
                layout.number(begin, &digits) as u16
            };
            (0..layout.numbers(begin, end)).map(source).collect()
        };
        let (prefix, suffix) = (layout.prefix_digits, layout.suffix_start);
        let effect = match layout.window_position(first) {
            WindowPosition::Suffix => MoveEffect::Suffix(SuffixMove::new(layout, first, row_move)),
            WindowPosition::MiddleSuffix => {
                let end = layout.digits - 2;
                MoveEffect::MiddleSuffix(CrossTable::new(layout, first, row_move, suffix, end))
            }
            WindowPosition::Middle => MoveEffect::Middle(sources(prefix, suffix)),
            WindowPosition::PrefixMiddle => {
                MoveEffect::PrefixMiddle(CrossTable::new(layout, first, row_move, prefix, suffix))
            }
            WindowPosition::Prefix => MoveEffect::Prefix(sources(0, prefix)),
        };
        Self { from: incoming.from, effect }
    }
}

/// The tables of all moves.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) layout: Layout,
    /// The moves into each cell.
    pub(super) into_cell: Vec<Vec<MoveTable>>,
    /// Parity of the digit sum of each middle, and of each prefix.
    pub(super) middle_parity: Vec<u8>,
    pub(super) prefix_parity: Vec<u8>,
}

impl Tables {
    pub(super) fn new(layout: &Layout) -> Self {
        let parities = |first: usize, end: usize| {
            let mut digits = vec![0; end - first];
            let parity = |number| {
                layout.split(first, number, &mut digits);
                digits.iter().fold(0, |parity, digit| parity ^ digit & 1)
            };
            (0..layout.numbers(first, end)).map(parity).collect()
        };
        let move_table = |incoming| MoveTable::new(layout, incoming);
        let into = |cell| layout.incoming_moves(cell).into_iter().map(move_table).collect();
        Self {
            into_cell: (0..layout.size.cells()).map(into).collect(),
            middle_parity: parities(layout.prefix_digits, layout.suffix_start),
            prefix_parity: parities(0, layout.prefix_digits),
            layout: layout.clone(),
        }
    }

    /// Maximum size of all tables in bytes.
    pub(super) const BYTES: u64 = 4 << 20;
}
