//! The six ways to look at a state: from each of the three axes, and its inverse from there.
//!
//! Phase 1 looks for few moves into the subgroup of one axis; from another axis, or for the
//! inverse, the moves and the solutions differ. A solution of a view is one of the state: turns of
//! the image are images of turns, and the inverse is solved backwards.

use super::phase1::Place;
use super::phase2::{Quad, quad_rank};
use crate::cube3::{Cube3, Cube3Symmetry, corner_permutation};
use crate::{Edge, Face, Turn};
use loyd_search::space::Symmetry;

/// A state from one of its views.
pub(super) struct View {
    pub(super) place: Place,
    pub(super) corners: u16,
    /// The places of the edges of U, of D, and of the slice.
    pub(super) quads: [Quad; 3],
    /// For each face of the view the face of the state.
    faces: [Face; 6],
    inverted: bool,
}

/// The rotations that bring each axis upright: none, and both about the corner URF. Given as faces to
/// which U, R and F go.
const UPRIGHT: [[Face; 3]; 3] =
    [[Face::U, Face::R, Face::F], [Face::R, Face::F, Face::U], [Face::F, Face::U, Face::R]];

/// The elements of [`Cube3Symmetry`] that bring each axis upright.
pub(in crate::cube3) fn upright(symmetry: &Cube3Symmetry) -> [usize; 3] {
    UPRIGHT.map(|to| {
        let fits = |&element: &usize| symmetry.faces(element)[..3] == to;
        (0..symmetry.order()).find(fits).unwrap_or_else(|| unreachable!("it is a rotation"))
    })
}

impl View {
    /// All views of a state, the state itself first.
    pub(super) fn all(cube: Cube3, symmetry: &Cube3Symmetry) -> Vec<Self> {
        let elements = upright(symmetry);
        let both = [(cube, false), (cube.inverse(), true)];
        let views = both.into_iter().flat_map(|(cube, inverted)| {
            elements.into_iter().map(move |element| (element, cube, inverted))
        });
        let view = |(element, cube, inverted)| {
            let seen = symmetry.image(element, &cube);
            let mut faces = Face::ALL;
            for face in Face::ALL {
                faces[symmetry.faces(element)[face as usize] as usize] = face;
            }
            Self {
                place: Place::of(seen),
                corners: corner_permutation(seen) as u16,
                quads: [0, 4, 8].map(|first| quad_rank(places(seen, first))),
                faces,
                inverted,
            }
        };
        views.map(view).collect()
    }

    /// The solution of the state that a solution of this view is.
    pub(super) fn solution(&self, path: &[Turn]) -> Vec<Turn> {
        let seen = |turn: &Turn| Turn { face: self.faces[turn.face as usize], ..*turn };
        let mut path: Vec<Turn> = path.iter().map(seen).collect();
        if self.inverted {
            path.reverse();
            for turn in &mut path {
                *turn = turn.inverse();
            }
        }
        path
    }
}

/// The places of four edges, from this one on.
fn places(cube: Cube3, first: usize) -> [u8; 4] {
    let mut places = [0; 4];
    for place in Edge::ALL {
        let piece = cube.edge(place).0 as usize;
        if (first..first + 4).contains(&piece) {
            places[piece - first] = place as u8;
        }
    }
    places
}
