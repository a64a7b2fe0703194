//! The effect of sliding the blank along a column by one cell on all placements at once.
//!
//! In reading order without the blank, the tile that the blank passes on its way down goes from the
//! last of w neighbouring positions, a *window*, to the first, and the other tiles of the window
//! move up by one position; on the way up the reverse. In terms of digits ([`super::places`]), this
//! is done tile by tile:
//!
//! ```text
//! pull(tile i, window):                    -- to := from, as it is after the rotation
//!   if the window has at most one free position: copy
//!   for each digit of tile i after the rotation
//!     digit before := it, one less or more within the window, or from end to end
//!     pull(tile i + 1, the rest of the window after tile i)
//! ```
//!
//! A tile that is taken from end to end leaves the others in order, so half of all lanes are copied
//! in large pieces. The effect on the last three digits, the bits of a block of lanes, depends only
//! on the window: it is computed once, as masks for each lane.

use super::places::Places;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not};

/// A run of neighbouring positions among the free ones; a window of at most one is not rotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) start: usize,
    pub(super) length: usize,
}

/// The direction of a rotation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// The last position of the window becomes the first: the blank moves down.
    Down,
    /// The first position becomes the last: the blank moves up.
    Up,
}

impl Turn {
    /// The digit before the rotation, and the remaining window for later tiles.
    fn source(self, window: Window, digit: usize) -> (usize, Window) {
        let Window { start, length } = window;
        let last = start + length - 1;
        if digit < start {
            return (digit, Window { start: start - 1, length });
        }
        if digit > last {
            return (digit, window);
        }
        let rest = Window { start, length: length - 1 };
        let none = Window { start, length: 0 };
        match self {
            Self::Down if digit == start => (last, none),
            Self::Down => (digit - 1, rest),
            Self::Up if digit == last => (start, none),
            Self::Up => (digit + 1, rest),
        }
    }
}

pub(super) trait Lane:
    Copy
    + Default
    + PartialEq
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
{
    /// A run of `length` ones from bit `start`.
    fn ones(start: usize, length: usize) -> Self;
    /// Shifts towards higher bits by one.
    fn up(self) -> Self;
    /// Shifts towards lower bits by one.
    fn down(self) -> Self;
    /// Number of set bits.
    fn count(self) -> u32;
    /// Appends the bytes, lowest first.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! lane {
    ($($type:ty),*) => {$(
        impl Lane for $type {
            #[inline]
            fn ones(start: usize, length: usize) -> Self {
                (((1u32 << length) - 1) << start) as Self
            }

            #[inline]
            fn up(self) -> Self {
                self << 1
            }

            #[inline]
            fn down(self) -> Self {
                self >> 1
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
lane!(u8, u16);

/// The effect of a rotation on a block of neighbouring lanes, lane by lane: the source of each
/// lane, and which of its bits stay, which move by one, and which bit moves from end to end.
struct Program<L> {
    source: Vec<u16>,
    unmoved: Vec<L>,
    shifted: Vec<L>,
    end: Vec<L>,
    far: Vec<L>,
}

/// Largest number of lanes of a block: two digits of boards of 16 cells.
const BLOCK: usize = 14 * 13;

impl<L: Lane> Program<L> {
    fn new(places: &Places, leaf: usize, turn: Turn, window: Window) -> Self {
        let lanes: usize = (leaf..places.tiles() - 1).map(|i| places.radix(i)).product();
        assert!(lanes <= BLOCK);
        let none = vec![L::default(); lanes];
        let mut program = Self {
            source: vec![0; lanes],
            unmoved: none.clone(),
            shifted: none.clone(),
            end: none.clone(),
            far: none,
        };
        program.fill(places, leaf, turn, window, (0, 0, lanes));
        program
    }

    /// Handles the lanes `from ..` and `to ..` that agree in the digits before that of tile `i`.
    fn fill(
        &mut self,
        places: &Places,
        i: usize,
        turn: Turn,
        window: Window,
        (from, to, lanes): (usize, usize, usize),
    ) {
        let Window { start, length } = window;
        if i + 1 < places.tiles() {
            let stride = lanes / places.radix(i);
            for digit in 0..places.radix(i) {
                let (source, rest) =
                    if length > 1 { turn.source(window, digit) } else { (digit, window) };
                let part = (from + source * stride, to + digit * stride, stride);
                self.fill(places, i + 1, turn, rest, part);
            }
            return;
        }
        self.source[to] = from as u16;
        self.unmoved[to] = !L::default();
        if length > 1 {
            let (all, last) = (L::ones(start, length), start + length - 1);
            let (end, far) = match turn {
                Turn::Down => (last, start),
                Turn::Up => (start, last),
            };
            self.end[to] = L::ones(end, 1);
            self.far[to] = L::ones(far, 1);
            self.shifted[to] = all & !self.end[to];
            self.unmoved[to] = !all;
        }
    }

    /// Runs in two passes over a few cache lines; the second has no branches.
    fn run(&self, turn: Turn, from: &[L], to: &mut [L], add: Option<&[L]>) {
        let mut moved = [L::default(); BLOCK];
        let moved = &mut moved[..to.len()];
        for (moved, &source) in moved.iter_mut().zip(&self.source) {
            *moved = from[usize::from(source)];
        }
        match turn {
            Turn::Down => self.shift(moved, to, L::up),
            Turn::Up => self.shift(moved, to, L::down),
        }
        if let Some(add) = add {
            for (to, &add) in to.iter_mut().zip(add) {
                *to |= add;
            }
        }
    }

    #[inline]
    fn shift(&self, moved: &[L], to: &mut [L], near: impl Fn(L) -> L) {
        let length = moved.len();
        let (unmoved, shifted) = (&self.unmoved[..length], &self.shifted[..length]);
        let (end, far) = (&self.end[..length], &self.far[..length]);
        let to = &mut to[..length];
        for j in 0..length {
            let lane = moved[j];
            let crossing = if lane & end[j] == end[j] { far[j] } else { L::default() };
            to[j] = lane & unmoved[j] | near(lane & shifted[j]) | crossing;
        }
    }
}

/// All rotations of a board's windows, with the lowest digits precomputed.
pub(super) struct Rotations<L> {
    places: Places,
    width: usize,
    /// The first tile whose digit belongs to the block.
    leaf: usize,
    /// Indexed by turn, then by start and length of the window.
    programs: [Vec<Program<L>>; 2],
}

impl<L: Lane> Rotations<L> {
    pub(super) fn new(places: Places) -> Self {
        let width = places.size().width();
        let last = places.tiles() - 1;
        let leaf = last - last.saturating_sub(1).min(2);
        let programs = [Turn::Down, Turn::Up].map(|turn| {
            let windows = (0..places.radix(leaf)).flat_map(|start| {
                let room = places.radix(leaf) - start;
                (0..=width).map(move |length| Window { start, length: length.min(room) })
            });
            windows.map(|window| Program::new(&places, leaf, turn, window)).collect()
        });
        Self { places, width, leaf, programs }
    }

    /// Number of pieces of the work: a piece is all lanes with the same first digit, if there are
    /// lanes.
    pub(super) fn pieces(&self) -> usize {
        if self.leaf == 0 { 1 } else { self.places.radix(0) }
    }

    /// Computes one piece of `from` with the window at `start` rotated, united with the same piece
    /// of `add`, if given.
    pub(super) fn pull(
        &self,
        (turn, start): (Turn, usize),
        piece: usize,
        from: &[L],
        to: &mut [L],
        add: Option<&[L]>,
    ) {
        let window = Window { start, length: self.width };
        let lanes = to.len();
        let add = add.map(|add| &add[piece * lanes..][..lanes]);
        if self.leaf == 0 {
            return self.below(turn, 0, window, from, to, add);
        }
        let (source, rest) =
            if self.width > 1 { turn.source(window, piece) } else { (piece, window) };
        self.below(turn, 1, rest, &from[source * lanes..][..lanes], to, add);
    }

    /// Handles the placements that agree in the digits before that of tile `i`.
    fn below(
        &self,
        turn: Turn,
        i: usize,
        window: Window,
        from: &[L],
        to: &mut [L],
        add: Option<&[L]>,
    ) {
        if window.length <= 1 {
            match add {
                None => to.copy_from_slice(from),
                Some(add) => {
                    for ((to, &from), &add) in to.iter_mut().zip(from).zip(add) {
                        *to = from | add;
                    }
                }
            }
            return;
        }
        if i == self.leaf {
            let number = window.start * (self.width + 1) + window.length;
            return self.programs[turn as usize][number].run(turn, from, to, add);
        }
        let stride = to.len() / self.places.radix(i);
        for (digit, to) in to.chunks_exact_mut(stride).enumerate() {
            let (source, rest) = turn.source(window, digit);
            let add = add.map(|add| &add[digit * stride..][..stride]);
            self.below(turn, i + 1, rest, &from[source * stride..][..stride], to, add);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    /// Every placement of a few tiles, rotated directly.
    #[test]
    fn rotations_take_every_placement_to_its_place() {
        for (w, h, tiles) in [(3, 3, 4), (4, 2, 3), (2, 4, 2), (3, 2, 1), (5, 2, 5)] {
            let size = Size::new(w, h).expect("a size");
            let places = Places::new(size, tiles).expect("small");
            let rotations = Rotations::<u16>::new(places);
            for turn in [Turn::Down, Turn::Up] {
                for start in 0..=size.cells() - 1 - w {
                    let mut stack = vec![Vec::new()];
                    while let Some(placed) = stack.pop() {
                        if placed.len() < tiles {
                            for p in (0..size.cells() as u8 - 1).filter(|p| !placed.contains(p)) {
                                let mut more: Vec<u8> = placed.clone();
                                more.push(p);
                                stack.push(more);
                            }
                            continue;
                        }
                        let mut from = vec![0u16; places.lanes()];
                        let bits = 8 * places.lane_bytes();
                        let set = |bitmap: &mut [u16], positions: &[u8]| {
                            let rank = places.rank(positions);
                            bitmap[rank / bits] |= 1 << (rank % bits);
                        };
                        set(&mut from, &placed);
                        let (first, last) = (start as u8, (start + w - 1) as u8);
                        let turned = placed.iter().map(|&p| match turn {
                            _ if p < first || p > last => p,
                            Turn::Down if p == last => first,
                            Turn::Down => p + 1,
                            Turn::Up if p == first => last,
                            Turn::Up => p - 1,
                        });
                        let mut expected = vec![0u16; places.lanes()];
                        set(&mut expected, &turned.collect::<Vec<_>>());
                        let mut to = vec![0u16; places.lanes()];
                        let lanes = to.len() / rotations.pieces();
                        for (piece, to) in to.chunks_exact_mut(lanes).enumerate() {
                            rotations.pull((turn, start), piece, &from, to, None);
                        }
                        assert_eq!(to, expected, "{size} {placed:?} {turn:?} {start}");
                    }
                }
            }
        }
    }
}
