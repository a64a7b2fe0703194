//! The error for stickers that no turns can produce.

use crate::Corner;
use std::fmt;

/// The fault of stickers that are not those of a solvable 2x2x2 cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidCube {
    /// A number of stickers other than 24.
    #[error("{found} stickers, but a 2x2x2 cube has 24: 4 each of U R F D L B, in this order")]
    Length {
        /// The number found.
        found: usize,
    },
    /// A character that cannot be a colour.
    #[error("{found:?} (sticker {sticker}) is not a colour: use letters")]
    NotALetter {
        /// The character.
        found: char,
        /// Its place among the stickers, from 1.
        sticker: usize,
    },
    /// A number of different colours other than six.
    #[error("{} different colours, but a cube has six: {}", .colours.len(), list(.colours))]
    Colours {
        /// The colours, in order of first appearance.
        colours: Vec<char>,
    },
    /// A colour that is not on four stickers.
    #[error("the colour {colour} is on {found} stickers, but every colour must be on 4")]
    Count {
        /// The colour.
        colour: char,
        /// Number of stickers that have it.
        found: usize,
    },
    /// A colour without an opposite: on a cube every colour meets four others at corners and never
    /// the fifth.
    #[error(
        "the colour {colour} meets {} other colours ({}) at corners, but must meet all but the one \
         opposite to it",
        .meets.len(),
        list(.meets)
    )]
    NoOpposite {
        /// The colour.
        colour: char,
        /// The colours that it meets.
        meets: Vec<char>,
    },
    /// A corner with colours that do not meet at any corner.
    #[error("the corner {place} shows {}: {fault}", list(.colours))]
    Corner {
        /// The place.
        place: Corner,
        /// Its colours, clockwise from its U or D side.
        colours: [char; 3],
        /// The fault.
        fault: CornerFault,
    },
    /// One piece in two places.
    #[error("the same corner ({}) is at {first} and at {second}", list(.colours))]
    SameCorner {
        /// Its colours, as at the first place.
        colours: [char; 3],
        /// One place.
        first: Corner,
        /// The other.
        second: Corner,
    },
    /// Orientations whose sum is not a multiple of three.
    #[error(
        "a corner is twisted: the orientations of all corners sum to {sum}, which is not \
         divisible by three; twist any corner {} and the cube can be solved",
        direction(*.sum)
    )]
    Twisted {
        /// The sum of the orientations, in clockwise thirds of a turn.
        sum: u32,
    },
}

/// The reason why three colours are not those of a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CornerFault {
    /// Two stickers have the same colour.
    SameColour(char),
    /// Two colours belong to opposite faces.
    Opposite(char, char),
    /// The colours are right, but their sense of rotation is wrong.
    Mirrored,
}

impl fmt::Display for CornerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameColour(colour) => write!(f, "two of its stickers are {colour}"),
            Self::Opposite(a, b) => write!(f, "{a} and {b} are opposite and never meet"),
            Self::Mirrored => f.write_str("its colours are in the order of its mirror image"),
        }
    }
}

fn list(colours: &[char]) -> String {
    colours.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

fn direction(sum: u32) -> &'static str {
    if sum % 3 == 1 { "counterclockwise" } else { "clockwise" }
}
