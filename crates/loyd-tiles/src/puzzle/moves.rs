//! Directions, slides, and the effect of a slide.

use super::{Board, Metric, Size};
use std::fmt;

/// The direction in which a *tile* slides into the blank.
///
/// The declaration order is the order in which moves are tried: blank up, left, right, down. Node
/// counts depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// The tile slides down; the blank moves up.
    Down,
    /// The tile slides right; the blank moves left.
    Right,
    /// The tile slides left; the blank moves right.
    Left,
    /// The tile slides up; the blank moves down.
    Up,
}

impl Direction {
    /// All directions in the order of trial.
    pub const ALL: [Self; 4] = [Self::Down, Self::Right, Self::Left, Self::Up];

    /// Returns the direction that undoes this one.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Returns true if tiles move along a column.
    #[inline]
    pub fn is_vertical(self) -> bool {
        matches!(self, Self::Down | Self::Up)
    }

    /// The letter of the direction: `D`, `R`, `L` or `U`.
    pub fn letter(self) -> char {
        match self {
            Self::Down => 'D',
            Self::Right => 'R',
            Self::Left => 'L',
            Self::Up => 'U',
        }
    }

    /// Number of tiles that can slide this way when the blank is on `blank`.
    #[inline]
    pub fn room(self, size: Size, blank: usize) -> usize {
        match self {
            Self::Down => size.row(blank),
            Self::Right => size.column(blank),
            Self::Left => size.width() - 1 - size.column(blank),
            Self::Up => size.height() - 1 - size.row(blank),
        }
    }

    /// Returns the cell that the blank reaches from `blank` in one step; there must be space for
    /// the step.
    #[inline]
    pub fn blank_step(self, size: Size, blank: usize) -> usize {
        match self {
            Self::Down => blank - size.width(),
            Self::Right => blank - 1,
            Self::Left => blank + 1,
            Self::Up => blank + size.width(),
        }
    }
}

/// One move: `count` tiles slide one cell in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slide {
    /// The direction in which the tiles slide.
    pub direction: Direction,
    /// Number of tiles that move; 1 in the single-tile metric.
    pub count: u16,
}

impl Slide {
    /// Returns the slide of one tile.
    pub fn one(direction: Direction) -> Self {
        Self { direction, count: 1 }
    }

    /// Returns the slide that undoes this one.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { direction: self.direction.inverse(), count: self.count }
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.direction.letter()),
            count => write!(f, "{}{count}", self.direction.letter()),
        }
    }
}

/// The slides of a state, in the order of trial: directions as in [`Direction::ALL`], counts
/// ascending.
#[derive(Clone, Debug)]
pub struct Slides {
    room: [u16; 4],
    direction: u8,
    count: u16,
}

impl Slides {
    /// Returns the slides of a board with its blank on `blank`.
    #[inline]
    pub fn of<M: Metric>(size: Size, blank: usize) -> Self {
        let reach = |direction: Direction| M::reach(direction.room(size, blank)) as u16;
        let [first, second, third, fourth] = Direction::ALL;
        // `array::map` would not be inlined.
        let room = [reach(first), reach(second), reach(third), reach(fourth)];
        Self { room, direction: 0, count: 0 }
    }
}

impl Iterator for Slides {
    type Item = Slide;

    #[inline]
    fn next(&mut self) -> Option<Slide> {
        while let Some(&direction) = Direction::ALL.get(self.direction as usize) {
            if self.count < self.room[self.direction as usize] {
                self.count += 1;
                return Some(Slide { direction, count: self.count });
            }
            self.direction += 1;
            self.count = 0;
        }
        None
    }
}

/// The effect of a slide: where the blank was and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slid {
    /// The cell of the blank before the slide.
    pub blank_from: u16,
    /// The cell of the blank after the slide.
    pub blank_to: u16,
}

/// One tile that changed its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileMove {
    /// The tile.
    pub tile: usize,
    /// The cell that it left.
    pub from: usize,
    /// The cell that it is on now.
    pub to: usize,
}

impl Slid {
    /// Returns true if the tiles moved along a column.
    #[inline]
    pub fn is_vertical(self, size: Size) -> bool {
        size.width() == 1 || self.blank_from.abs_diff(self.blank_to) as usize >= size.width()
    }

    /// Signed distance in cell numbers from the blank's old cell towards its new one.
    #[inline]
    pub(crate) fn stride(self, size: Size) -> isize {
        let stride = if self.is_vertical(size) { size.width() as isize } else { 1 };
        if self.blank_to < self.blank_from { -stride } else { stride }
    }

    /// Returns the tiles that moved, read off the board after the move.
    #[inline]
    pub fn tiles<B: Board>(self, after: &B) -> impl Iterator<Item = TileMove> {
        let stride = self.stride(after.size());
        let mut to = self.blank_from as isize;
        std::iter::from_fn(move || {
            (to != self.blank_to as isize).then(|| {
                let from = to + stride;
                let tile = after.tile(to as usize);
                let moved = TileMove { tile, from: from as usize, to: to as usize };
                to = from;
                moved
            })
        })
    }
}
