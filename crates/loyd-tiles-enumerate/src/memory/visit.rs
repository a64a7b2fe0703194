//! A visitor of every new state of a level, called while the level is written.
//!
//! ```text
//! for each lane with new states:
//!     digits 1 … n-3 of the rank := those of the lane      digit n-2 := implied by the parity
//!     for each new state of the lane, digit 0 := its bit:
//!         for j = 0 … n-1: the tile on the j-th cell := digit j selects among the remaining tiles
//! ```
//!
//! The remaining tiles are a list of half bytes in one word, from which two shifts remove one.

use loyd_tiles::arch::bitmap::{LANES_PER_LINE, Line};
use loyd_tiles::bitmap::rotation::split;
use loyd_tiles::bitmap::{Layout, Place, Ranking};

/// A visitor of all states of an enumeration, called from several threads.
pub trait StateVisitor: Sync {
    /// Visits states at a distance of `depth`: concatenated boards, a byte a cell, in the order of the
    /// request. `thread` is the number of the calling thread, below
    /// [`MemoryPlan::threads`](super::MemoryPlan).
    ///
    /// Every state is visited once, unless a level is interrupted and redone.
    fn visit(&self, thread: usize, depth: u32, boards: &[u8]);
}

/// The boards that a thread passes to a visitor.
pub(crate) struct VisitBuffer<'a> {
    visitor: &'a dyn StateVisitor,
    ranking: &'a Ranking,
    thread: usize,
    depth: u32,
    /// The start, which is not a state of level 1.
    start: Vec<u8>,
    boards: Vec<u8>,
}

impl<'a> VisitBuffer<'a> {
    pub(crate) fn new(
        (visitor, ranking): (&'a dyn StateVisitor, &'a Ranking),
        thread: usize,
        depth: u32,
    ) -> Self {
        let start = ranking.unrank(Place { cell: ranking.start(), rank: 0 });
        VisitBuffer { visitor, ranking, thread, depth, start, boards: Vec::new() }
    }

    /// Passes on the states of a block that are in `new` and not in `old`. Their ranks are those
    /// with the blank on the stored cell `cell`; then the blank is slid to the stored row `row`.
    pub(crate) fn add(
        &mut self,
        (cell, row): (usize, usize),
        block: usize,
        old: &[Line],
        new: &[Line],
    ) {
        let layout = self.ranking.layout();
        let n = layout.tiles;
        let cells = cells(layout, cell, row);
        let parity = self.ranking.parity(cell);
        let mut digits = [0u8; 16];
        self.boards.clear();
        for (number, (old, new)) in old.iter().zip(new).enumerate() {
            for (i, (&old, &new)) in old.0.iter().zip(&new.0).enumerate() {
                let mut bits = new & !old;
                if bits == 0 {
                    continue;
                }
                let lane = block * layout.block_lanes + number * LANES_PER_LINE + i;
                split(lane, n - 1, &mut digits[1..n - 2]);
                let sum = digits[1..n - 2].iter().sum::<u8>() + parity;
                while bits != 0 {
                    digits[0] = bits.trailing_zeros() as u8;
                    digits[n - 2] = (sum + digits[0]) % 2;
                    self.push(&digits[..n], &cells);
                    bits &= bits - 1;
                }
            }
        }
        if !self.boards.is_empty() {
            self.visitor.visit(self.thread, self.depth, &self.boards);
        }
    }

    /// Appends the board of these digits, with its tiles on these cells in turn.
    #[inline]
    fn push(&mut self, digits: &[u8], cells: &[u8; 16]) {
        let at = self.boards.len();
        self.boards.resize(at + digits.len() + 1, 0);
        let board = &mut self.boards[at..];
        let mut elements = 0xfedc_ba98_7654_3210_u64;
        for (&digit, &cell) in digits.iter().zip(cells) {
            let below = (1u64 << (4 * digit)) - 1;
            let element = elements >> (4 * digit) & 15;
            elements = elements & below | elements >> 4 & !below;
            board[usize::from(cell)] = self.ranking.tile(element as usize);
        }
        if self.depth == 1 && *board == *self.start {
            self.boards.truncate(at);
        }
    }
}

/// The board cells of the tiles in stored order, with the blank on a stored cell and then slid to a
/// stored row.
fn cells(layout: &Layout, cell: usize, row: usize) -> [u8; 16] {
    let w = layout.width;
    let from = cell / w;
    let mut cells = [0; 16];
    for (number, board_cell) in cells[..layout.tiles].iter_mut().enumerate() {
        let mut stored = number + usize::from(number >= cell);
        if stored % w == cell % w {
            // The tiles that the blank passes move the other way.
            if (row..from).contains(&(stored / w)) {
                stored += w;
            } else if (from + 1..=row).contains(&(stored / w)) {
                stored -= w;
            }
        }
        *board_cell = layout.board_cell(stored) as u8;
    }
    cells
}
