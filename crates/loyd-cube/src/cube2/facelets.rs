//! Stickers to states, and back.
//!
//! ```text
//! count the colours                                  -> wrong count
//! find out which colours are opposite                -> no opposite
//! each corner: three different colours, none opposite -> impossible corner
//! name the colours of the corner at DBL D, B and L, their opposites U, F and R
//! each corner: which piece is it, how twisted?       -> mirrored corner
//! no piece twice, orientations divisible by three    -> same corner, twisted
//! ```
//!
//! Naming the colours after the corner at DBL removes the orientation of the whole cube from the
//! state. The cube is not moved in space, so a solution of the state solves the cube as it is held.

use super::Cube2;
use super::colours::{PLACES, Painted};
use crate::stickers::paint;
use crate::{Corner, Face, InvalidCube, PieceFault, Stickers};

/// Parses the 24 stickers of a 2x2x2 cube in the order of faces U R F D L B, each face in reading
/// order, as the letters of the faces or as any other six letters for the colours.
///
/// White space and `, / | :` between letters are skipped, case is ignored, and the cube may be
/// held in any way.
///
/// # Errors
/// The reason why these are not the stickers of a solvable cube.
pub fn parse_cube(text: &str) -> Result<Cube2, InvalidCube> {
    cube(&Painted::parse(text)?)
}

/// The state of a plain cube, however it is held.
impl TryFrom<&Stickers> for Cube2 {
    type Error = InvalidCube;

    fn try_from(stickers: &Stickers) -> Result<Self, InvalidCube> {
        let letters: Vec<char> = stickers.colours().iter().map(|face| face.letter()).collect();
        cube(&Painted::new(&letters)?)
    }
}

/// The stickers of a state, DBL in place.
impl From<Cube2> for Stickers {
    fn from(cube: Cube2) -> Self {
        let mut colours = vec![Face::U; 24];
        for (place, stickers) in Corner::ALL.into_iter().zip(PLACES) {
            let (piece, orientation) = cube.corner(place);
            paint(&mut colours, stickers, piece.faces(), orientation);
        }
        Self::new(2, colours).expect("six faces of four stickers")
    }
}

fn cube(painted: &Painted) -> Result<Cube2, InvalidCube> {
    let opposites = painted.opposites()?;
    let corners = painted.corners();
    let fault = |place: Corner, fault| {
        let colours = painted.letters(corners[place as usize]);
        InvalidCube::Corner { place, colours, fault }
    };
    for place in Corner::ALL {
        let corner = corners[place as usize];
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let [x, y] = painted.letters([corner[a], corner[b]]);
            if corner[a] == corner[b] {
                return Err(fault(place, PieceFault::SameColour(x)));
            }
            if opposites[corner[a] as usize] == corner[b] {
                return Err(fault(place, PieceFault::Opposite(x, y)));
            }
        }
    }
    let names = names(corners[Corner::DBL as usize], opposites);
    let pieces = corners.map(|corner| Corner::showing(corner.map(|c| names[c as usize])));
    if let Some(place) = mirrored(painted, &pieces) {
        return Err(fault(place, PieceFault::Mirrored));
    }
    let mut bytes = [0; 8];
    let mut seen: [Option<Corner>; 8] = [None; 8];
    for (place, piece) in Corner::ALL.into_iter().zip(pieces) {
        let (piece, orientation) = piece.expect("none is mirrored");
        if let Some(first) = seen[piece as usize].replace(place) {
            let colours = painted.letters(corners[first as usize]);
            return Err(InvalidCube::SameCorner { colours, first, second: place });
        }
        bytes[place as usize] = 3 * piece as u8 + orientation;
    }
    match bytes.iter().map(|&byte| u32::from(byte % 3)).sum::<u32>() {
        sum if sum.is_multiple_of(3) => Ok(Cube2::from_bytes(bytes)),
        sum => Err(InvalidCube::Twisted { sum }),
    }
}

/// The face after which each colour is named, so that the corner at DBL is solved.
fn names(dbl: [u8; 3], opposites: [u8; 6]) -> [Face; 6] {
    let mut names = [Face::U; 6];
    for (colour, face) in dbl.into_iter().zip(Corner::DBL.faces()) {
        names[colour as usize] = face;
        names[opposites[colour as usize] as usize] = face.opposite();
    }
    names
}

/// The first corner that is the mirror image of a piece; `pieces` are those with colours named
/// after the corner at DBL, `None` if the sense of rotation differs from that corner's.
///
/// With the letters of faces the right sense is known; with other colours the majority decides,
/// because mirror images of the usual colour scheme exist.
fn mirrored(painted: &Painted, pieces: &[Option<(Corner, u8)>; 8]) -> Option<Corner> {
    let unlike_dbl = pieces.iter().filter(|piece| piece.is_none()).count();
    let dbl_is_right = if painted.faces {
        let dbl = painted.corners()[Corner::DBL as usize];
        Corner::showing(dbl.map(|colour| Face::ALL[colour as usize])).is_some()
    } else {
        unlike_dbl <= 4
    };
    Corner::ALL.into_iter().find(|&place| pieces[place as usize].is_some() != dbl_is_right)
}
