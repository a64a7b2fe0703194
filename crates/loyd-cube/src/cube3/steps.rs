//! Any step of the cube as turns of its outer layers.
//!
//! Only turns against the centres matter. Turning two layers is turning the third one the other way,
//! and rotating the cube; turning the middle layer is turning both outer ones the other way, and
//! rotating the cube. From then on the cube lies differently under the hands that write U, R, F, so
//! the frame of the text is tracked: for each face of the text the centre that is there.
//!
//! ```text
//! Rw = L  and a rotation as R          M = L' R  and a rotation as L
//! ```
//!
//! The result acts on a state with its centres in place as the text acts on the cube in hand, up to
//! a rotation of the whole cube.

use super::Cube3;
use crate::cube::scrambled;
use crate::{Face, Layers, NotationError, Step, Turn, parse_steps};

/// The turns with the effect of `steps`, but for a rotation of the whole cube. One turn for each
/// step of an outer layer or of two layers, two for one of a middle layer, none for rotations;
/// nothing is merged.
pub fn resolve(steps: &[Step]) -> Vec<Turn> {
    let mut frame = Face::ALL;
    let mut turns = Vec::new();
    for &Step { face, layers, amount } in steps {
        let face = frame[face as usize];
        let opposite = Turn { face: face.opposite(), amount };
        match layers {
            Layers::Outer => turns.push(Turn { face, amount }),
            Layers::Wide => turns.push(opposite),
            Layers::Middle => turns.extend([Turn { face, amount: amount.inverse() }, opposite]),
            Layers::All => {}
        }
        if layers != Layers::Outer {
            // The text's faces now show the faces that the rotation brought there.
            frame = frame.map(|shown| shown.rotated(face, 4 - amount.quarters()));
        }
    }
    turns
}

/// Parses moves of the 3x3x3 cube, of all layers and with rotations, as turns of faces.
///
/// # Errors
/// The errors of [`parse_steps`].
pub fn parse_turns(text: &str) -> Result<Vec<Turn>, NotationError> {
    parse_steps(text, 3).map(|steps| resolve(&steps))
}

impl Cube3 {
    /// The state of a solved cube scrambled by these steps and held as they leave it: the solution
    /// can be turned without rotating the cube first.
    ///
    /// Differs from `Cube3::SOLVED.after(&resolve(steps))`, where the centres are brought back to
    /// where they were before the first step; both are as far from solved.
    pub fn scrambled(steps: &[Step]) -> Self {
        scrambled(steps)
    }
}
