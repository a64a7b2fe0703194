//! What moves do to pieces, stems and leaves, looked up.

use super::super::digits::Turn;
use super::layout::{Layout, Span, Way};

/// From leaf to leaf; indexed by 15 bits, which no bound need be checked for.
pub(super) type LeafTable = Box<[u16; 1 << 15]>;

/// A move within the leaf, for stems of either parity.
#[derive(Debug)]
pub(super) struct LeafMove {
    tables: Vec<LeafTable>,
}

impl LeafMove {
    fn new(layout: &Layout, first: usize, turn: Turn) -> Self {
        let implied = layout.digits.saturating_sub(2);
        // The digit that is not part of the rank depends on the parity of all others.
        let parities = if first + layout.size.width() > implied { 2 } else { 1 };
        Self { tables: (0..parities).map(|parity| table(layout, first, turn, parity)).collect() }
    }

    /// The table for leaves whose digits sum to this parity.
    #[inline]
    pub(super) fn table(&self, parity: usize) -> &[u16; 1 << 15] {
        &self.tables[parity % self.tables.len()]
    }
}

fn table(layout: &Layout, first: usize, turn: Turn, parity: usize) -> LeafTable {
    let zeros = vec![0; 1 << 15].into_boxed_slice();
    let mut table: LeafTable = zeros.try_into().expect("it has this length");
    let (leaf, w) = (layout.leaf, layout.size.width());
    let kept = layout.digits.saturating_sub(2).max(leaf) - leaf;
    let mut digits = vec![0; layout.digits - leaf];
    for rank in 0..layout.leaves {
        layout.split(leaf, rank, &mut digits[..kept]);
        digits[kept..].fill(0);
        let sum: usize = digits.iter().map(|&digit| usize::from(digit)).sum();
        if let Some(implied) = digits.get_mut(kept) {
            *implied = ((sum + parity) % 2) as u8;
        }
        turn.apply(&mut digits[first - leaf..first - leaf + w]);
        table[rank] = layout.number(leaf, &digits[..kept]) as u16;
    }
    table
}

/// A move whose window lies across two numbers: the low digits of one, the high digits of the
/// other.
#[derive(Debug)]
pub(super) struct Cross {
    /// Values of the low digits of the one …
    tails: usize,
    /// … and of the high digits of the other, …
    heads: usize,
    /// … and what a high digit is worth.
    below: usize,
    /// 2^32 by `below`, rounded up: exact for numbers of 16 bits.
    inverse: u64,
    /// By tail and head: the new tail, and the new head as part of its number.
    moved: Vec<(u16, u16)>,
}

impl Cross {
    /// `middle`: the first digit of the other number; `end`: the first digit behind it.
    fn new(layout: &Layout, first: usize, turn: Turn, middle: usize, end: usize) -> Self {
        let w = layout.size.width();
        let tails = layout.numbers(first, middle);
        let heads = layout.numbers(middle, first + w);
        let below = layout.numbers(first + w, end);
        let mut digits = vec![0; w];
        let moved = (0..tails * heads).map(|window| {
            layout.split(first, window, &mut digits);
            turn.apply(&mut digits);
            let new = layout.number(first, &digits);
            ((new / heads) as u16, (new % heads * below) as u16)
        });
        let inverse = (1u64 << 32).div_ceil(below as u64);
        Self { tails, heads, below, inverse, moved: moved.collect() }
    }

    /// The low digits of the one number, as a number.
    #[inline]
    pub(super) fn tail(&self, one: usize) -> usize {
        one % self.tails
    }

    /// The new tail for an old one, and the new other number.
    #[inline]
    pub(super) fn apply(&self, tail: usize, other: u16) -> (usize, u16) {
        let head = ((u64::from(other) * self.inverse) >> 32) as usize;
        let (new_tail, new_head) = self.moved[tail * self.heads + head];
        let rest = u32::from(other) - (head * self.below) as u32;
        (usize::from(new_tail), new_head + rest as u16)
    }
}

/// How the states that come by a way are found.
#[derive(Debug)]
pub(super) enum Arrival {
    /// The rank is the same.
    Same,
    /// From the leaves of the same stem.
    Leaf(LeafMove),
    /// From the leaves of all stems of the piece.
    Pushed(Cross),
    /// All leaves of the stem named, by the stem they go to.
    Stem(Vec<u16>),
    /// Handed over by other pieces.
    Handed(Cross),
    /// All stems of the piece named, by the piece they go to.
    Piece(Vec<u16>),
}

/// A way into a cell, with what is needed to go it.
#[derive(Debug)]
pub(super) struct Entry {
    /// The blank's cell before the move.
    pub(super) from: usize,
    pub(super) arrival: Arrival,
}

impl Entry {
    fn new(layout: &Layout, way: Way) -> Self {
        let Some((first, turn)) = way.turn else {
            return Self { from: way.from, arrival: Arrival::Same };
        };
        // Whence a number comes: the move back.
        let sources = |begin: usize, end: usize| {
            let mut digits = vec![0; end - begin];
            let window = first - begin..first - begin + layout.size.width();
            let source = |number| {
                layout.split(begin, number, &mut digits);
                turn.reverse().apply(&mut digits[window.clone()]);
                layout.number(begin, &digits) as u16
            };
            (0..layout.numbers(begin, end)).map(source).collect()
        };
        let (prefix, leaf) = (layout.prefix, layout.leaf);
        let arrival = match layout.span(first) {
            Span::Leaf => Arrival::Leaf(LeafMove::new(layout, first, turn)),
            Span::StemLeaf => {
                let kept = layout.digits - 2;
                Arrival::Pushed(Cross::new(layout, first, turn, leaf, kept))
            }
            Span::Stem => Arrival::Stem(sources(prefix, leaf)),
            Span::PieceStem => Arrival::Handed(Cross::new(layout, first, turn, prefix, leaf)),
            Span::Piece => Arrival::Piece(sources(0, prefix)),
        };
        Self { from: way.from, arrival }
    }
}

/// All ways into all cells.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) layout: Layout,
    /// The ways into each cell.
    pub(super) entries: Vec<Vec<Entry>>,
    /// Parity of the sum of the digits of each stem, and of each piece.
    pub(super) stem_parity: Vec<u8>,
    pub(super) piece_parity: Vec<u8>,
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
        let entry = |way| Entry::new(layout, way);
        let into = |cell| layout.ways(cell).into_iter().map(entry).collect();
        Self {
            entries: (0..layout.size.cells()).map(into).collect(),
            stem_parity: parities(layout.prefix, layout.leaf),
            piece_parity: parities(0, layout.prefix),
            layout: layout.clone(),
        }
    }

    /// Bytes of all tables, at most.
    pub(super) const BYTES: u64 = 4 << 20;
}
