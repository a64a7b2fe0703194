//! What is wrong with stickers that no turns can produce.

use crate::Corner;
use std::fmt;

/// Stickers that are not those of a 2x2x2 cube, or of one taken apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidCube {
    /// A number of stickers other than 24.
    #[error("{found} stickers, but a 2x2x2 cube has 24: 4 each of U R F D L B, in this order")]
    Length {
        /// How many there are.
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
        /// The colours, in the order in which they appear first.
        colours: Vec<char>,
    },
    /// A colour that is not on four stickers.
    #[error("the colour {colour} is on {found} stickers, but every colour must be on 4")]
    Count {
        /// The colour.
        colour: char,
        /// How many stickers have it.
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
        /// The colours it meets.
        meets: Vec<char>,
    },
    /// A corner with colours that do not meet at any corner.
    #[error("the corner {place} shows {}: {fault}", list(.colours))]
    Corner {
        /// Where it is.
        place: Corner,
        /// Its colours, clockwise from its U or D side.
        colours: [char; 3],
        /// Why there is no such corner.
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
    /// Orientations that do not add up.
    #[error(
        "a corner is twisted: the orientations of all corners sum up to {sum}, which is not \
         divisible by three; twist any corner {} and the cube can be solved",
        direction(*.sum)
    )]
    Twisted {
        /// The sum of the orientations, in clockwise thirds of a turn.
        sum: u32,
    },
}

/// Why three colours are not those of a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CornerFault {
    /// Two stickers have the same colour.
    SameColour(char),
    /// Two colours belong to opposite faces.
    Opposite(char, char),
    /// The colours are right, their sense of rotation is not.
    Mirrored,
}

impl fmt::Display for CornerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameColour(colour) => write!(f, "two of its stickers are {colour}"),
            Self::Opposite(a, b) => write!(f, "{a} and {b} are opposite and never meet"),
            Self::Mirrored => f.write_str("its colours stand in the order of its mirror image"),
        }
    }
}

fn list(colours: &[char]) -> String {
    colours.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

fn direction(sum: u32) -> &'static str {
    if sum % 3 == 1 { "counterclockwise" } else { "clockwise" }
}
