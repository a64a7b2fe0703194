//! What sliding the blank along a column by one cell does to all placements at once.
//!
//! In reading order without the blank, the tile that the blank passes on its way down goes from
//! the last of w neighbouring positions, a *window*, to the first, and the others of the window
//! move up by one; on the way up the reverse. In digits ([`super::places`]) this is done tile by
//! tile:
//!
//! ```text
//! pull(tile i, window):                    -- to := from, as it is after the rotation
//!   if the window has at most one free position: copy
//!   for each digit of tile i after the rotation
//!     digit before := it, one less or more within the window, or from end to end
//!     pull(tile i + 1, what tile i leaves of the window)
//! ```
//!
//! A tile that is taken from end to end leaves the others in order, so half of all lanes are copied
//! in large pieces. In the last tile's lane the rotation is a few shifts.

use super::places::Places;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not};

/// Neighbouring positions among the free ones; of at most one, nothing is rotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) start: usize,
    pub(super) length: usize,
}

/// The sense of a rotation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// The last of the window becomes the first: the blank goes down.
    Down,
    /// The first becomes the last.
    Up,
}

impl Turn {
    /// The digit before the rotation, and the window that remains for later tiles.
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

/// The bits of one lane.
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
    /// `length` ones from `start`.
    fn ones(start: usize, length: usize) -> Self;
    /// Towards higher bits.
    fn up(self, by: usize) -> Self;
    /// Towards lower bits.
    fn down(self, by: usize) -> Self;
    /// How many bits are set.
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
            fn up(self, by: usize) -> Self {
                self << by
            }

            #[inline]
            fn down(self, by: usize) -> Self {
                self >> by
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

/// The rotation of a lane, with its masks worked out.
#[derive(Clone, Copy)]
struct Shifts<L> {
    kept: L,
    shifted: L,
    end: L,
    far: usize,
    turn: Turn,
}

impl<L: Lane> Shifts<L> {
    fn new(turn: Turn, Window { start, length }: Window) -> Self {
        if length <= 1 {
            return Self {
                kept: !L::default(),
                shifted: L::default(),
                end: L::default(),
                far: 0,
                turn,
            };
        }
        let (first, last) = (L::ones(start, 1), L::ones(start + length - 1, 1));
        let all = L::ones(start, length);
        let end = if matches!(turn, Turn::Down) { last } else { first };
        Self { kept: !all, shifted: all & !end, end, far: length - 1, turn }
    }

    #[inline]
    fn apply(&self, lane: L) -> L {
        let (near, far) = (lane & self.shifted, lane & self.end);
        let moved = match self.turn {
            Turn::Down => near.up(1) | far.down(self.far),
            Turn::Up => near.down(1) | far.up(self.far),
        };
        lane & self.kept | moved
    }
}

/// A rotation of all placements.
pub(super) struct Rotation<'a> {
    pub(super) places: &'a Places,
    pub(super) turn: Turn,
    pub(super) window: Window,
}

impl Rotation<'_> {
    /// How many pieces the work has: all that have the same first digit, if there are lanes.
    pub(super) fn pieces(&self) -> usize {
        if self.places.tiles() == 1 { 1 } else { self.places.radix(0) }
    }

    /// Makes one piece of `from` rotated, together with the same piece of `add`, if given.
    pub(super) fn pull<L: Lane>(&self, piece: usize, from: &[L], to: &mut [L], add: Option<&[L]>) {
        if self.places.tiles() == 1 {
            to[0] = Shifts::new(self.turn, self.window).apply(from[0])
                | add.map_or(L::default(), |add| add[0]);
            return;
        }
        let (source, window) = self.turn.source(self.window, piece);
        let from = &from[source * to.len()..][..to.len()];
        let lanes = to.len();
        let add = add.map(|add| &add[piece * lanes..][..lanes]);
        self.below(1, window, from, to, add);
    }

    /// The placements that agree in the digits before that of tile `i`.
    fn below<L: Lane>(
        &self,
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
        let last = self.places.tiles() - 1;
        if i == last {
            // A pattern of two: the piece is a single lane.
            lanes(Shifts::new(self.turn, window), from, to, add);
            return;
        }
        if i + 1 == last {
            self.run(window, from, to, add);
            return;
        }
        let radix = self.places.radix(i);
        let stride = to.len() / radix;
        for (digit, to) in to.chunks_exact_mut(stride).enumerate() {
            let (source, window) = self.turn.source(window, digit);
            let add = add.map(|add| &add[digit * stride..][..stride]);
            self.below(i + 1, window, &from[source * stride..][..stride], to, add);
        }
    }

    /// Neighbouring lanes: all digits of the last but one tile.
    #[inline]
    fn run<L: Lane>(&self, window: Window, from: &[L], to: &mut [L], add: Option<&[L]>) {
        let Window { start, length } = window;
        let end = start + length;
        let rest = Shifts::new(self.turn, Window { start, length: length - 1 });
        // Where the rotated part begins before and after; and what goes from end to end.
        let (before, after, far_before, far_after) = match self.turn {
            Turn::Down => (start, start + 1, end - 1, start),
            Turn::Up => (start + 1, start, start, end - 1),
        };
        let mut part = |shifts, from_at: usize, to_at: usize, count: usize| {
            let add = add.map(|add| &add[to_at..][..count]);
            lanes(shifts, &from[from_at..][..count], &mut to[to_at..][..count], add);
        };
        if start > 0 {
            part(Shifts::new(self.turn, Window { start: start - 1, length }), 0, 0, start);
        }
        part(rest, before, after, length - 1);
        part(Shifts::new(self.turn, Window { start, length: 0 }), far_before, far_after, 1);
        if end < from.len() {
            part(Shifts::new(self.turn, window), end, end, from.len() - end);
        }
    }
}

#[inline]
fn lanes<L: Lane>(shifts: Shifts<L>, from: &[L], to: &mut [L], add: Option<&[L]>) {
    match add {
        None => {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = shifts.apply(from);
            }
        }
        Some(add) => {
            for ((to, &from), &add) in to.iter_mut().zip(from).zip(add) {
                *to = shifts.apply(from) | add;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tiles::Size;

    /// Every placement of a few tiles, rotated by hand.
    #[test]
    fn rotations_take_every_placement_to_its_place() {
        for (w, h, tiles) in [(3, 3, 4), (4, 2, 3), (2, 4, 2), (3, 2, 1), (5, 2, 4)] {
            let size = Size::new(w, h).expect("a size");
            let places = Places::new(size, tiles).expect("small");
            for turn in [Turn::Down, Turn::Up] {
                for start in 0..=size.cells() - 1 - w {
                    let window = Window { start, length: w };
                    let rotation = Rotation { places: &places, turn, window };
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
                        let lanes = to.len() / rotation.pieces();
                        for (piece, to) in to.chunks_exact_mut(lanes).enumerate() {
                            rotation.pull(piece, &from, to, None);
                        }
                        assert_eq!(to, expected, "{size} {placed:?} {turn:?} {window:?}");
                    }
                }
            }
        }
    }
}
