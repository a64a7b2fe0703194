//! Stickers to states, and back.
//!
//! ```text
//! count the colours, look at the centres             -> wrong count, same centre
//! call every colour after the face of its centre
//! each corner: three different colours, none opposite, clockwise -> impossible corner
//! each edge: two different colours, not opposite     -> impossible edge
//! no piece twice                                     -> same corner, same edge
//! orientations divisible by three and two            -> twisted, flipped
//! both permutations even or both odd                 -> parity
//! ```
//!
//! Naming colours after centres is how a state loses the orientation of the whole cube: the cube is
//! not moved in space, so a solution of the state solves the cube as it was held.

use super::Cube3;
use super::colours::{Painted, STICKERS};
use crate::colours::letters;
use crate::stickers::paint;
use crate::{Corner, Edge, Face, InvalidCube, PieceFault, Stickers};

/// For each corner the numbers of its stickers, clockwise from its U or D side; stickers are
/// numbered as in [`Stickers`], nine a face: U 0-8, R 9-17, F 18-26, D 27-35, L 36-44, B 45-53.
pub(super) const CORNER_STICKERS: [[u8; 3]; 8] = [
    [8, 9, 20],
    [6, 18, 38],
    [0, 36, 47],
    [2, 45, 11],
    [29, 26, 15],
    [27, 44, 24],
    [33, 53, 42],
    [35, 17, 51],
];

/// For each edge the numbers of its stickers, in the order of its name.
pub(super) const EDGE_STICKERS: [[u8; 2]; 12] = [
    [5, 10],
    [7, 19],
    [3, 37],
    [1, 46],
    [32, 16],
    [28, 25],
    [30, 43],
    [34, 52],
    [23, 12],
    [21, 41],
    [50, 39],
    [48, 14],
];

/// Other orders of the faces U R F D L B, by their numbers, in which programs write cubes.
const FACE_ORDERS: [[usize; 6]; 5] = [
    [0, 4, 2, 1, 5, 3], // U L F R B D, line by line of a net
    [0, 2, 1, 5, 4, 3], // U F R B L D
    [2, 1, 5, 4, 0, 3], // F R B L U D
    [0, 3, 4, 1, 2, 5], // U D L R F B
    [0, 3, 2, 5, 4, 1], // U D F B L R
];

/// Parses the 54 stickers of a 3x3x3 cube, each face in reading order, as the letters of the faces or
/// as any other six letters for the colours.
///
/// The order of faces is U R F D L B. Stickers that do not make a cube in this order are read in the order of
/// their centres if these are U, R, F, D, L and B, else in each of the orders U L F R B D, U F R B L D,
/// F R B L U D, U D L R F B and U D F B L R, if they are a cube in one of them only.
///
/// White space and `, / | :` between letters are skipped, case is ignored, and the cube may be
/// held in any way: the centres name the colours.
///
/// # Errors
/// The reason why these are not the stickers of a solvable cube in the order U R F D L B.
pub fn parse_cube(text: &str) -> Result<Cube3, InvalidCube> {
    let letters = letters(text)?;
    let painted = Painted::new(&letters)?;
    cube(&painted).or_else(|fault| {
        let orders = match painted.face_order() {
            Some(order) => vec![order],
            None => FACE_ORDERS.to_vec(),
        };
        let read = |order: &[usize; 6]| cube(&Painted::new(&reordered(&letters, order)).ok()?).ok();
        let mut cubes = orders.iter().filter_map(read);
        let first = cubes.next();
        first.filter(|first| cubes.all(|other| other == *first)).ok_or(fault)
    })
}

/// Stickers whose faces come in an order, in the order U R F D L B.
fn reordered(letters: &[char], order: &[usize; 6]) -> Vec<char> {
    let mut faces = [[' '; 9]; 6];
    for (stickers, &face) in letters.chunks_exact(9).zip(order) {
        faces[face].copy_from_slice(stickers);
    }
    faces.concat()
}

/// The state of a plain cube, however it is held.
impl TryFrom<&Stickers> for Cube3 {
    type Error = InvalidCube;

    fn try_from(stickers: &Stickers) -> Result<Self, InvalidCube> {
        let letters: Vec<char> = stickers.colours().iter().map(|face| face.letter()).collect();
        cube(&Painted::new(&letters)?)
    }
}

/// The stickers of a state, centres in place.
impl From<Cube3> for Stickers {
    fn from(cube: Cube3) -> Self {
        let mut colours: Vec<Face> = Face::ALL.iter().flat_map(|&face| [face; 9]).collect();
        debug_assert_eq!(colours.len(), STICKERS);
        for (place, stickers) in Corner::ALL.into_iter().zip(CORNER_STICKERS) {
            let (piece, orientation) = cube.corner(place);
            paint(&mut colours, stickers, piece.faces(), orientation);
        }
        for (place, stickers) in Edge::ALL.into_iter().zip(EDGE_STICKERS) {
            let (piece, orientation) = cube.edge(place);
            paint(&mut colours, stickers, piece.faces(), orientation);
        }
        Self::new(3, colours).expect("six faces of nine stickers")
    }
}

fn cube(painted: &Painted) -> Result<Cube3, InvalidCube> {
    let (mut corners, mut edges) = ([0; 8], [0; 12]);
    for place in Corner::ALL {
        let (piece, orientation) = corner_at(painted, place)?;
        corners[place as usize] = piece as u8 + 8 * orientation;
    }
    for place in Edge::ALL {
        let (piece, orientation) = edge_at(painted, place)?;
        edges[place as usize] = piece as u8 + 16 * orientation;
    }
    if let Some((first, second)) = duplicate_piece(&corners.map(|field| field % 8)) {
        let colours = painted.letters(corner_homes(painted, Corner::ALL[first]));
        let (first, second) = (Corner::ALL[first], Corner::ALL[second]);
        return Err(InvalidCube::SameCorner { colours, first, second });
    }
    if let Some((first, second)) = duplicate_piece(&edges.map(|field| field % 16)) {
        let colours = painted.letters(edge_homes(painted, Edge::ALL[first]));
        let (first, second) = (Edge::ALL[first], Edge::ALL[second]);
        return Err(InvalidCube::SameEdge { colours, first, second });
    }
    let sum: u32 = corners.iter().map(|&field| u32::from(field / 8)).sum();
    if !sum.is_multiple_of(3) {
        return Err(InvalidCube::Twisted { sum });
    }
    let flipped: u32 = edges.iter().map(|&field| u32::from(field / 16)).sum();
    if !flipped.is_multiple_of(2) {
        return Err(InvalidCube::Flipped { flipped });
    }
    let odd_corners = is_odd(&corners.map(|field| field % 8));
    if odd_corners != is_odd(&edges.map(|field| field % 16)) {
        return Err(InvalidCube::Parity { odd_corners });
    }
    Ok(Cube3::from_fields(corners, edges))
}

fn corner_homes(painted: &Painted, place: Corner) -> [Face; 3] {
    CORNER_STICKERS[place as usize].map(|sticker| painted.homes[sticker as usize])
}

fn edge_homes(painted: &Painted, place: Edge) -> [Face; 2] {
    EDGE_STICKERS[place as usize].map(|sticker| painted.homes[sticker as usize])
}

/// The piece at a place and its orientation.
fn corner_at(painted: &Painted, place: Corner) -> Result<(Corner, u8), InvalidCube> {
    let homes = corner_homes(painted, place);
    Corner::showing(homes).ok_or_else(|| InvalidCube::Corner {
        place,
        colours: painted.letters(homes),
        fault: clash(painted, &homes).unwrap_or(PieceFault::Mirrored),
    })
}

/// The piece at a place and its orientation.
fn edge_at(painted: &Painted, place: Edge) -> Result<(Edge, u8), InvalidCube> {
    let homes = edge_homes(painted, place);
    Edge::showing(homes).ok_or_else(|| InvalidCube::Edge {
        place,
        colours: painted.letters(homes),
        fault: clash(painted, &homes).unwrap_or(PieceFault::Mirrored),
    })
}

/// Two colours that cannot be on one piece.
fn clash(painted: &Painted, homes: &[Face]) -> Option<PieceFault> {
    let pairs =
        homes.iter().enumerate().flat_map(|(i, &a)| homes[..i].iter().map(move |&b| (b, a)));
    pairs.into_iter().find_map(|(a, b)| {
        let [x, y] = painted.letters([a, b]);
        match a {
            a if a == b => Some(PieceFault::SameColour(x)),
            a if a == b.opposite() => Some(PieceFault::Opposite(x, y)),
            _ => None,
        }
    })
}

/// The first two places that hold the same piece.
fn duplicate_piece(pieces: &[u8]) -> Option<(usize, usize)> {
    let place_before = |second: usize| pieces[..second].iter().position(|&p| p == pieces[second]);
    (0..pieces.len()).find_map(|second| Some((place_before(second)?, second)))
}

/// The parity of a permutation, by its pairs in the wrong order.
fn is_odd(pieces: &[u8]) -> bool {
    let smaller = |(place, piece)| pieces[place..].iter().filter(move |&&later| later < piece);
    let inversions: usize = pieces.iter().copied().enumerate().map(|at| smaller(at).count()).sum();
    !inversions.is_multiple_of(2)
}
