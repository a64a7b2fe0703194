//! Move metrics: the rules that count moves.

use super::{Direction, Slide};
use std::fmt;

/// A rule for counting slides; a type parameter of [`super::Sliding`].
pub trait Metric: Copy + Default + fmt::Debug + Send + Sync + 'static {
    /// The metric as a value.
    const NAME: MetricName;

    /// Largest number of tiles that one move may slide where there is space for `room` tiles.
    fn reach(room: usize) -> usize;

    /// Returns true unless `next` right after `last` is a detour by itself.
    fn may_follow(last: Slide, next: Slide) -> bool;

    /// Number of different moves on a board of this width and height.
    fn letters(width: usize, height: usize) -> usize;

    /// Returns the number of a move in the order of trial, below [`Metric::letters`].
    fn letter(width: usize, height: usize, slide: Slide) -> usize;

    /// Returns the move with this number.
    fn slide(width: usize, height: usize, letter: usize) -> Slide;
}

/// A metric chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MetricName {
    /// One tile per move.
    #[default]
    Single,
    /// One or more tiles of a line per move.
    Multi,
}

impl MetricName {
    /// `single` or `multi`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }
}

impl fmt::Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The single-tile metric: a move slides one tile.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Single;

impl Metric for Single {
    const NAME: MetricName = MetricName::Single;

    #[inline]
    fn reach(room: usize) -> usize {
        room.min(1)
    }

    #[inline]
    fn may_follow(last: Slide, next: Slide) -> bool {
        next.direction != last.direction.inverse()
    }

    fn letters(_width: usize, _height: usize) -> usize {
        4
    }

    fn letter(_width: usize, _height: usize, slide: Slide) -> usize {
        slide.direction as usize
    }

    fn slide(_width: usize, _height: usize, letter: usize) -> Slide {
        Slide::one(Direction::ALL[letter])
    }
}

/// The multi-tile metric: a move slides one or more tiles of the blank's row or column.
///
/// Two slides along the same line combine into one slide or none, so rows and columns alternate.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Multi;

impl Metric for Multi {
    const NAME: MetricName = MetricName::Multi;

    #[inline]
    fn reach(room: usize) -> usize {
        room
    }

    #[inline]
    fn may_follow(last: Slide, next: Slide) -> bool {
        last.direction.is_vertical() != next.direction.is_vertical()
    }

    fn letters(width: usize, height: usize) -> usize {
        2 * (width - 1) + 2 * (height - 1)
    }

    fn letter(width: usize, height: usize, slide: Slide) -> usize {
        let (columns, rows) = (width - 1, height - 1);
        let first = match slide.direction {
            Direction::Down => 0,
            Direction::Right => rows,
            Direction::Left => rows + columns,
            Direction::Up => rows + 2 * columns,
        };
        first + slide.count as usize - 1
    }

    fn slide(width: usize, height: usize, letter: usize) -> Slide {
        let (columns, rows) = (width - 1, height - 1);
        let mut rest = letter;
        for direction in Direction::ALL {
            let room = if direction.is_vertical() { rows } else { columns };
            if rest < room {
                return Slide { direction, count: rest as u16 + 1 };
            }
            rest -= room;
        }
        panic!("letter {letter} is not a slide of a {width}x{height} board");
    }
}
