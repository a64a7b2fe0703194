//! States as keys of a few words, and moves on keys.
//!
//! A key contains the digits of a state's code, the first in the highest bits, and the blank's cell
//! in the lowest bits: sorted keys are sorted codes. A digit takes the bits that its radix
//! requires and does not straddle words. Boards of one column have a single code, which is omitted.

use super::digits::{self, RowMove};
use loyd_enumerate::lists::form::ListForm;
use loyd_enumerate::lists::keys::{Key, KeySpace, Keys, MAX_WORDS};
use loyd_tiles::{MetricName, Size};

/// The position of a number in a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    #[inline]
    fn get<const N: usize>(self, key: &Key<N>) -> u64 {
        key[self.word] >> self.shift & self.mask
    }

    #[inline]
    fn set<const N: usize>(self, key: &mut Key<N>, value: u64) {
        let word = &mut key[self.word];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

/// The layout of keys for a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Packing {
    size: Size,
    metric: MetricName,
    /// The digits that can differ from 0, without the last.
    digits: Vec<Field>,
    cell: Field,
}

/// Digits are bytes, so a board has at most 255 digits.
const MAX_CELLS: usize = 256;
/// The maximum shorter side of such a board: the digits of a window.
const MAX_WIDTH: usize = 16;

impl Packing {
    /// The packing of a board that is not wider than high; `None` if it has several columns and too
    /// many cells.
    pub(super) fn new(size: Size, metric: MetricName) -> Option<Self> {
        let small = size.width() == 1 || size.cells() <= MAX_CELLS;
        if !small || size.width() > size.height() {
            return None;
        }
        let (mut word, mut free) = (0, u64::BITS);
        let mut field = |values: usize| {
            // A field with one value takes a bit that stays 0.
            let bits = (usize::BITS - (values - 1).leading_zeros()).max(1);
            if free < bits {
                (word, free) = (word + 1, u64::BITS);
            }
            free -= bits;
            Field { word, shift: free, mask: (1 << bits) - 1 }
        };
        let digits = size.cells() - 1;
        let varying = if size.width() == 1 { 0 } else { digits };
        let digits = (0..varying).map(|digit| field(digits - digit)).collect();
        let cell = field(size.cells());
        Some(Self { size, metric, digits, cell })
    }

    /// Words of a key.
    pub(super) fn words(&self) -> usize {
        self.cell.word + 1
    }

    /// Returns whether a move can lead to a state at the same depth.
    pub(super) fn stays_at_a_depth(&self) -> bool {
        self.metric == MetricName::Multi
    }

    /// The key of the state with its tiles in order.
    pub(super) fn start<const N: usize>(&self, cell: usize) -> Key<N> {
        let mut key = [0; N];
        self.cell.set(&mut key, cell as u64);
        key
    }

    /// Calls `with` for every neighbour of a state.
    #[inline]
    pub(super) fn successors<const N: usize>(&self, key: &Key<N>, mut with: impl FnMut(Key<N>)) {
        let (w, h) = (self.size.width(), self.size.height());
        let cell = self.cell.get(key) as usize;
        let (x, y) = (self.size.column(cell), self.size.row(cell));
        let max_distance = match self.metric {
            MetricName::Single => 1,
            MetricName::Multi => w.max(h),
        };
        for column in x.saturating_sub(max_distance)..w.min(x + max_distance + 1) {
            if column != x {
                let mut moved = *key;
                self.cell.set(&mut moved, (cell - x + column) as u64);
                with(moved);
            }
        }
        let mut moved = *key;
        for row in (y.saturating_sub(max_distance)..y).rev() {
            self.row_move(&mut moved, row * w + x, RowMove::Up);
            self.cell.set(&mut moved, (row * w + x) as u64);
            with(moved);
        }
        let mut moved = *key;
        for row in y + 1..h.min(y + max_distance + 1) {
            self.row_move(&mut moved, (row - 1) * w + x, RowMove::Down);
            self.cell.set(&mut moved, (row * w + x) as u64);
            with(moved);
        }
    }

    #[inline]
    fn row_move<const N: usize>(&self, key: &mut Key<N>, first: usize, row_move: RowMove) {
        let w = self.size.width();
        let Some(fields) = self.digits.get(first..first + w) else { return };
        let mut window = [0; MAX_WIDTH];
        for (digit, field) in window.iter_mut().zip(fields) {
            *digit = field.get(key) as u8;
        }
        row_move.apply(&mut window[..w]);
        for (digit, field) in window.iter().zip(fields) {
            field.set(key, u64::from(*digit));
        }
    }

    /// The blank's cell and the digits of the code.
    pub(super) fn unpack<const N: usize>(&self, key: &Key<N>) -> (usize, Vec<u8>) {
        let mut digits: Vec<u8> = self.digits.iter().map(|field| field.get(key) as u8).collect();
        digits.resize(self.size.cells() - 1, 0);
        (self.cell.get(key) as usize, digits)
    }
}

/// Returns whether keys of this packing are not too long.
pub(super) fn has_keys(packing: &Packing) -> bool {
    packing.words() <= MAX_WORDS
}

/// The lists of a packing, whose keys are not too long, from a start with the blank on `cell`.
pub(super) fn form(packing: &Packing, cell: usize, threads: usize) -> Box<dyn ListForm> {
    fn of<const N: usize>(packing: &Packing, cell: usize, threads: usize) -> Box<dyn ListForm> {
        Box::new(Keys::<_, N>::new(Board { packing: packing.clone(), cell }, threads))
    }
    let of = match packing.words() {
        1 => of::<1>,
        2 => of::<2>,
        3 => of::<3>,
        4..=6 => of::<6>,
        7..=12 => of::<12>,
        _ => of::<MAX_WORDS>,
    };
    of(packing, cell, threads)
}

/// A board with its start.
struct Board {
    packing: Packing,
    cell: usize,
}

impl<const N: usize> KeySpace<N> for Board {
    fn start(&self) -> Key<N> {
        self.packing.start(self.cell)
    }

    fn neighbours(&self, keys: &[Key<N>], mut with: impl FnMut(Key<N>)) {
        for key in keys {
            self.packing.successors(key, &mut with);
        }
    }

    fn stays_at_a_depth(&self) -> bool {
        self.packing.stays_at_a_depth()
    }

    fn state(&self, key: &Key<N>) -> Option<Vec<u8>> {
        let (cell, code) = self.packing.unpack(key);
        Some(digits::board(&code, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_tiles::{Direction, Position, Slide};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The tiles in reading order, with the blank, that a key stands for.
    fn board(packing: &Packing, key: &Key<3>) -> Vec<u64> {
        let (cell, code) = packing.unpack(key);
        digits::board(&code, cell).into_iter().map(u64::from).collect()
    }

    proptest! {
        #[test]
        fn successors_are_those_of_a_plain_board(
            shape in prop::sample::select(vec![(2, 2), (2, 5), (3, 3), (4, 4), (5, 5), (4, 7), (1, 6)]),
            multi in any::<bool>(),
            steps in prop::collection::vec(0..8usize, 0..60),
        ) {
            let size = Size::new(shape.0, shape.1).unwrap();
            let metric = if multi { MetricName::Multi } else { MetricName::Single };
            let packing = Packing::new(size, metric).unwrap();
            let mut key = packing.start::<3>(size.cells() / 2);
            let mut walk = steps.into_iter();
            loop {
                let mut successors = Vec::new();
                packing.successors(&key, |moved| successors.push(moved));
                let here = Position::new(size, &board(&packing, &key)).unwrap();
                let max_count = if multi { 8 } else { 1 };
                let mut expected = BTreeSet::new();
                for direction in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
                    for count in 1..=max_count {
                        if let Ok(there) = here.replay(&[Slide { direction, count }]) {
                            expected.insert(there.tiles().iter().map(|&t| u64::from(t)).collect::<Vec<_>>());
                        }
                    }
                }
                prop_assert_eq!(successors.len(), expected.len());
                let boards: BTreeSet<_> = successors.iter().map(|key| board(&packing, key)).collect();
                prop_assert_eq!(boards, expected);
                let Some(step) = walk.next() else { break };
                key = successors[step % successors.len()];
            }
        }
    }
}
