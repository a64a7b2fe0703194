//! The error for stickers that no turns can produce.

use crate::{Corner, Edge, Face};
use std::fmt;

/// The fault of stickers that are not those of a solvable cube.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidCube {
    /// A number of stickers other than six times the square of the side.
    #[error(
        "{found} stickers, but a {side}x{side}x{side} cube has {}: {} each of U R F D L B, in this \
         order",
        6 * .side * .side,
        .side * .side
    )]
    Length {
        /// The side of the cube.
        side: usize,
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
    /// A colour that is not on as many stickers as a face has.
    #[error(
        "the colour {colour} is on {found} stickers, but every colour must be on {}",
        .side * .side
    )]
    Count {
        /// The side of the cube.
        side: usize,
        /// The colour.
        colour: char,
        /// Number of stickers that have it.
        found: usize,
    },
    /// A colour without an opposite, on a cube without centres: every colour meets four others at
    /// corners and never the fifth.
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
        /// The place.
        place: Corner,
        /// Its colours, clockwise from its U or D side.
        colours: [char; 3],
        /// The fault.
        fault: PieceFault,
    },
    /// An edge with colours that do not meet at any edge.
    #[error("the edge {place} shows {}: {fault}", list(.colours))]
    Edge {
        /// The place.
        place: Edge,
        /// Its colours, in the order of the place's name.
        colours: [char; 2],
        /// The fault.
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
    /// Orientations of the corners whose sum is not a multiple of three.
    #[error(
        "a corner is twisted: the orientations of all corners sum to {sum}, which is not \
         divisible by three; twist any corner {} and the cube can be solved, if nothing else is \
         wrong",
        direction(*.sum)
    )]
    Twisted {
        /// The sum of the orientations, in clockwise thirds of a turn.
        sum: u32,
    },
    /// An odd number of flipped edges.
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
    /// The colours are right, but their sense of rotation is wrong.
    Mirrored,
}

impl fmt::Display for PieceFault {
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
