//! The error for stickers that no turns can produce.

use crate::{Corner, Edge, Face};
use std::fmt;

/// The fault of stickers that are not those of a solvable cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvalidCube {
    /// A number of stickers other than six times the square of the side.
    Length {
        /// The side of the cube.
        side: usize,
        /// The number found.
        found: usize,
    },
    /// A character that cannot be a colour.
    NotALetter {
        /// The character.
        found: char,
        /// Its place among the stickers, from 1.
        sticker: usize,
    },
    /// A number of different colours other than six.
    Colours {
        /// The colours, in order of first appearance.
        colours: Vec<char>,
    },
    /// A colour with a wrong number of stickers.
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
    NoOpposite {
        /// The colour.
        colour: char,
        /// The colours that it meets.
        meets: Vec<char>,
    },
    /// One colour on two centres.
    SameCentre {
        /// The colour.
        colour: char,
        /// One face.
        first: Face,
        /// The other.
        second: Face,
    },
    /// A corner with colours that do not meet at any corner.
    Corner {
        /// The place.
        place: Corner,
        /// Its colours, clockwise from its U or D side.
        colours: [char; 3],
        /// The fault.
        fault: PieceFault,
    },
    /// An edge with colours that do not meet at any edge.
    Edge {
        /// The place.
        place: Edge,
        /// Its colours, in the order of the place's name.
        colours: [char; 2],
        /// The fault.
        fault: PieceFault,
    },
    /// One corner in two places.
    SameCorner {
        /// Its colours, as at the first place.
        colours: [char; 3],
        /// One place.
        first: Corner,
        /// The other.
        second: Corner,
    },
    /// One edge in two places.
    SameEdge {
        /// Its colours, as at the first place.
        colours: [char; 2],
        /// One place.
        first: Edge,
        /// The other.
        second: Edge,
    },
    /// Orientations of the corners whose sum is not a multiple of three.
    Twisted {
        /// The sum of the orientations, in clockwise thirds of a turn.
        sum: u32,
    },
    /// An odd number of flipped edges.
    Flipped {
        /// The number of flipped edges.
        flipped: u32,
    },
    /// Permutations of different parity.
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

impl InvalidCube {
    /// The message, with the names of colours behind letters such as W and B if `is_named`: "blue (B)".
    pub(crate) fn message(&self, is_named: bool) -> String {
        let name = |colour: char| colour_name(colour, is_named);
        match self {
            Self::Length { side, found } => format!(
                "{found} stickers, but a {side}x{side}x{side} cube has {}: {} each of U R F D L B, in \
                 this order",
                6 * side * side,
                side * side
            ),
            Self::NotALetter { found, sticker } => {
                format!("{found:?} (sticker {sticker}) is not a colour: use letters")
            }
            Self::Colours { colours } => format!(
                "{} different colours, but a cube has six: {}",
                colours.len(),
                list(colours, is_named)
            ),
            Self::Count { side, colour, found } => format!(
                "the colour {} is on {found} stickers, but every colour must be on {}",
                name(*colour),
                side * side
            ),
            Self::NoOpposite { colour, meets } => format!(
                "the colour {} meets {} other colours ({}) at corners, but must meet all but the one \
                 opposite to it",
                name(*colour),
                meets.len(),
                list(meets, is_named)
            ),
            Self::SameCentre { colour, first, second } => {
                format!("the centres of {first} and {second} are both {}", name(*colour))
            }
            Self::Corner { place, colours, fault } => format!(
                "the corner {place} shows {}: {}",
                list(colours, is_named),
                fault.message(is_named)
            ),
            Self::Edge { place, colours, fault } => format!(
                "the edge {place} shows {}: {}",
                list(colours, is_named),
                fault.message(is_named)
            ),
            Self::SameCorner { colours, first, second } => format!(
                "the same corner ({}) is at {first} and at {second}",
                list(colours, is_named)
            ),
            Self::SameEdge { colours, first, second } => {
                format!("the same edge ({}) is at {first} and at {second}", list(colours, is_named))
            }
            Self::Twisted { sum } => format!(
                "a corner is twisted: the orientations of all corners sum to {sum}, which is not \
                 divisible by three; twist any corner {} and the cube can be solved, if nothing else \
                 is wrong",
                direction(*sum)
            ),
            Self::Flipped { flipped } => format!(
                "an edge is flipped: {} and turns flip an even number; flip any edge and the cube can \
                 be solved, if nothing else is wrong",
                if *flipped == 1 {
                    "1 edge is flipped,".to_owned()
                } else {
                    format!("{flipped} edges are flipped,")
                }
            ),
            Self::Parity { odd_corners } => format!(
                "two pieces are exchanged: the order of the corners is {} and that of the edges is \
                 not, but turns change both together; exchange any two edges and the cube can be solved",
                if *odd_corners { "odd" } else { "even" }
            ),
        }
    }
}

impl fmt::Display for InvalidCube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(false))
    }
}

impl std::error::Error for InvalidCube {}

impl PieceFault {
    fn message(self, is_named: bool) -> String {
        let name = |colour| colour_name(colour, is_named);
        match self {
            Self::SameColour(colour) => format!("two of its stickers are {}", name(colour)),
            Self::Opposite(a, b) => {
                format!("{} and {} are opposite and never meet", name(a), name(b))
            }
            Self::Mirrored => "its colours are in the order of its mirror image".to_owned(),
        }
    }
}

impl fmt::Display for PieceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(false))
    }
}

/// The letters of the usual colours; those of the faces of a cube are others.
const COLOUR_NAMES: [(char, &str); 6] =
    [('W', "white"), ('Y', "yellow"), ('R', "red"), ('O', "orange"), ('G', "green"), ('B', "blue")];

/// True if the letters of stickers are those of colours, and not those of faces.
pub(crate) fn are_colour_names(letters: &[char]) -> bool {
    let is_name = |letter: &char| COLOUR_NAMES.iter().any(|(known, _)| known == letter);
    letters.iter().all(is_name) && letters.iter().any(|letter| "WYOG".contains(*letter))
}

/// A colour with its name, if the letters are those of colours.
fn colour_name(colour: char, is_named: bool) -> String {
    match COLOUR_NAMES.iter().find(|(letter, _)| is_named && *letter == colour) {
        Some((letter, name)) => format!("{name} ({letter})"),
        None => colour.to_string(),
    }
}

fn list(colours: &[char], is_named: bool) -> String {
    let names: Vec<String> = colours.iter().map(|&colour| colour_name(colour, is_named)).collect();
    names.join(if is_named { ", " } else { " " })
}

fn direction(sum: u32) -> &'static str {
    if sum % 3 == 1 { "counterclockwise" } else { "clockwise" }
}
