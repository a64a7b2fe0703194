//! Any step of the cube as turns of U, R and F.
//!
//! A turn of L equals the same turn of R followed by a rotation of the whole cube, clockwise as
//! seen from L, because only the relative rotation of the two halves matters. After the rotation
//! the letters of the text denote other faces, so the frame of the text is tracked: for each face
//! of the text, the face of the fixed frame that is there.
//!
//! The result acts on a state with DBL in place as the text acts on the cube in hand, up to a
//! rotation of the whole cube.

use super::Cube2;
use crate::cube::scrambled;
use crate::{Face, Layers, NotationError, Step, Turn, parse_steps};

/// The turns of U, R and F that have the effect of `steps`, up to a rotation of the whole cube. One
/// turn for each turn of an outer layer, none for rotations (wide turns are rotations here);
/// nothing is merged.
pub fn resolve(steps: &[Step]) -> Vec<Turn> {
    let mut frame = Face::ALL;
    let mut turns = Vec::new();
    for &Step { face, layers, amount } in steps {
        let face = frame[face as usize];
        let rotated = match layers {
            Layers::Wide | Layers::All => true,
            // A cube of side 2 has no middle layer.
            Layers::Middle => continue,
            Layers::Outer => {
                let free = [Face::U, Face::R, Face::F].contains(&face);
                turns.push(Turn { face: if free { face } else { face.opposite() }, amount });
                !free
            }
        };
        if rotated {
            // The text's faces now show the faces that the rotation brought there.
            frame = frame.map(|shown| shown.rotated(face, 4 - amount.quarters()));
        }
    }
    turns
}

/// Parses moves of the 2x2x2 cube, of all faces and with rotations, as turns of U, R and F.
///
/// # Errors
/// Errors of [`parse_steps`].
pub fn parse_turns(text: &str) -> Result<Vec<Turn>, NotationError> {
    parse_steps(text, 2).map(|steps| resolve(&steps))
}

impl Cube2 {
    /// The state of a solved cube scrambled by these steps and held as they leave it: the solution
    /// can be turned without rotating the cube first.
    ///
    /// Differs from `Cube2::SOLVED.after(&resolve(steps))`, in which the corner that was at DBL
    /// before the first step is brought back there; both are equally far from solved.
    pub fn scrambled(steps: &[Step]) -> Self {
        scrambled(steps)
    }
}
