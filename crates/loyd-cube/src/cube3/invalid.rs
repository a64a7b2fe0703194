//! The faults of stickers that no turns can produce.

use crate::{Corner, Edge, Face};
use std::fmt;

/// Stickers that are not those of a 3x3x3 cube, or of one taken apart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidCube {
    /// A number of stickers other than 54.
    #[error("{found} stickers, but a 3x3x3 cube has 54: 9 each of U R F D L B, in this order")]
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
        /// The colours, in the order in which they appear first.
        colours: Vec<char>,
    },
    /// A colour that is not on nine stickers.
    #[error("the colour {colour} is on {found} stickers, but every colour must be on 9")]
    Count {
        /// The colour.
        colour: char,
        /// The number of its stickers.
        found: usize,
    },
    /// One colour on two centres.
    #[error("the centres of {first} and {second} are both {colour}")]
    SameCentre {
        /// The colour.
        colour: char,
        /// One face.
        first: Face,
        /// The other.
        second: Face,
    },
    /// A corner with colours that do not meet at any corner.
    #[error("the corner {place} shows {}: {fault}", list(.colours))]
    Corner {
        /// Its place.
        place: Corner,
        /// Its colours, clockwise from its U or D side.
        colours: [char; 3],
        /// The reason why there is no such corner.
        fault: PieceFault,
    },
    /// An edge with colours that do not meet at any edge.
    #[error("the edge {place} shows {}: {fault}", list(.colours))]
    Edge {
        /// Its place.
        place: Edge,
        /// Its colours, in the order of the place's name.
        colours: [char; 2],
        /// The reason why there is no such edge.
        fault: PieceFault,
    },
    /// One corner in two places.
    #[error("the same corner ({}) is at {first} and at {second}", list(.colours))]
    SameCorner {
        /// Its colours, as at the first place.
        colours: [char; 3],
        /// One place.
        first: Corner,
        /// The other.
        second: Corner,
    },
    /// One edge in two places.
    #[error("the same edge ({}) is at {first} and at {second}", list(.colours))]
    SameEdge {
        /// Its colours, as at the first place.
        colours: [char; 2],
        /// One place.
        first: Edge,
        /// The other.
        second: Edge,
    },
    /// Orientations of the corners that do not add up.
    #[error(
        "a corner is twisted: the orientations of all corners sum up to {sum}, which is not \
         divisible by three; twist any corner {} and the cube can be solved, if nothing else is \
         wrong",
        direction(*.sum)
    )]
    Twisted {
        /// The sum of the orientations, in clockwise thirds of a turn.
        sum: u32,
    },
    /// Orientations of the edges that do not add up.
    #[error(
        "an edge is flipped: {flipped} edges are flipped, and turns flip an even number; flip any \
         edge and the cube can be solved, if nothing else is wrong"
    )]
    Flipped {
        /// The number of flipped edges.
        flipped: u32,
    },
    /// Permutations of different parity.
    #[error(
        "two pieces are exchanged: the order of the corners is {} and that of the edges is not, but \
         turns change both together; exchange any two edges and the cube can be solved",
        if *.odd_corners { "odd" } else { "even" }
    )]
    Parity {
        /// True if the permutation of the corners is odd; then that of the edges is even.
        odd_corners: bool,
    },
}

/// The reason why some colours are not those of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceFault {
    /// Two stickers have the same colour.
    SameColour(char),
    /// Two colours belong to opposite faces.
    Opposite(char, char),
    /// The colours are right, their sense of rotation is not.
    Mirrored,
}

impl fmt::Display for PieceFault {
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
