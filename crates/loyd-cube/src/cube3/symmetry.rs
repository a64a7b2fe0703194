//! Rotations and reflections of the cube as a whole, and inversion.
//!
//! Element σ, a map of space that takes the cube to itself, takes a state to its conjugate: the
//! sticker that was at place p is at σ(p), and if its home was h it is now a sticker whose home is
//! σ(h). Turns go to turns of the image face (counterclockwise after a reflection), so distances
//! are invariant, and solved stays solved.
//!
//! The inverse of a state is as far from solved too. Inversion commutes with the 48 maps, which
//! makes 96 maps that keep the distance *from solved*; but it takes neighbours a, a · m to a⁻¹ and
//! m⁻¹ · a⁻¹, which are not neighbours of it. Inversion is not an element of [`Symmetry`].
//!
//! A place p and the field there (see `cube`) tell the image's place and field, so an image is a
//! look-up for each piece.

use super::Cube3;
use super::cube::{CORNER_VALUES, FIELD, field};
use crate::symmetry::{face_maps, is_rotation};
use crate::{Corner, Edge, Face};
use loyd_search::space::Symmetry;

/// The 48 symmetries of the cube, as maps of states onto states.
#[derive(Clone, Debug)]
pub struct Cube3Symmetry {
    elements: Vec<Element>,
}

/// Values of an edge's field.
pub(super) const EDGE_VALUES: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct Element {
    faces: [Face; 6],
    /// For each place of a corner its image.
    pub corner_places: [u8; 8],
    /// By place and field there, the field at the image of the place.
    pub corner_fields: [[u8; CORNER_VALUES]; 8],
    /// For each place of an edge its image.
    pub edge_places: [u8; 12],
    /// By place and field there, the field at the image of the place.
    pub edge_fields: [[u8; EDGE_VALUES]; 12],
}

/// The corner with these faces, in any order.
fn corner_of(faces: [Face; 3]) -> Corner {
    let has_all = |corner: &Corner| corner.faces().iter().all(|face| faces.contains(face));
    Corner::ALL.into_iter().find(has_all).expect("corners go to corners")
}

/// The edge with these faces, in any order.
fn edge_of(faces: [Face; 2]) -> Edge {
    let has_all = |edge: &Edge| edge.faces().iter().all(|face| faces.contains(face));
    Edge::ALL.into_iter().find(has_all).expect("edges go to edges")
}

fn side_of(faces: &[Face], face: Face) -> usize {
    faces.iter().position(|&side| side == face).expect("the face meets there")
}

impl Element {
    fn new(faces: [Face; 6]) -> Self {
        let image = |face: Face| faces[face as usize];
        let mut element = Self {
            faces,
            corner_places: [0; 8],
            corner_fields: [[0; CORNER_VALUES]; 8],
            edge_places: [0; 12],
            edge_fields: [[0; EDGE_VALUES]; 12],
        };
        for place in Corner::ALL {
            let here = place.faces().map(image);
            let target = corner_of(here);
            element.corner_places[place as usize] = target as u8;
            // The side of the place that comes to lie on the first side of its image.
            let side = side_of(&here, target.faces()[0]);
            for piece in Corner::ALL {
                let home = piece.faces().map(image);
                let new = corner_of(home);
                for orientation in 0..3 {
                    // The sticker on this side, and the side of the new piece that it is.
                    let shown = side_of(&new.faces(), home[(side + 3 - orientation) % 3]);
                    let field = new as usize + 8 * ((3 - shown) % 3);
                    let before = piece as usize + 8 * orientation;
                    element.corner_fields[place as usize][before] = field as u8;
                }
            }
        }
        for place in Edge::ALL {
            let here = place.faces().map(image);
            let target = edge_of(here);
            element.edge_places[place as usize] = target as u8;
            let side = side_of(&here, target.faces()[0]);
            for piece in Edge::ALL {
                let home = piece.faces().map(image);
                let new = edge_of(home);
                for orientation in 0..2 {
                    let shown = side_of(&new.faces(), home[side ^ orientation]);
                    let before = piece as usize + 16 * orientation;
                    let field = new as usize + 16 * shown;
                    element.edge_fields[place as usize][before] = field as u8;
                }
            }
        }
        element
    }

    fn image(&self, cube: Cube3) -> Cube3 {
        let (corners, edges) = cube.words();
        let (mut corner_image, mut edge_image) = (0, 0);
        for (place, (&to, fields)) in self.corner_places.iter().zip(&self.corner_fields).enumerate()
        {
            corner_image |= u64::from(fields[field(corners, place)]) << (FIELD * to as usize);
        }
        for (place, (&to, fields)) in self.edge_places.iter().zip(&self.edge_fields).enumerate() {
            edge_image |= u64::from(fields[field(edges, place)]) << (FIELD * to as usize);
        }
        Cube3::from_words(corner_image, edge_image)
    }
}

impl Cube3Symmetry {
    /// Builds the tables, some 30 KiB.
    pub fn new() -> Self {
        Self { elements: face_maps().map(Element::new).collect() }
    }

    /// The elements, the identity first.
    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The faces to which an element takes U, R, F, D, L and B.
    pub fn faces(&self, element: usize) -> [Face; 6] {
        self.elements[element].faces
    }

    /// True if an element is a rotation; the other 24 are reflections.
    pub fn is_rotation(&self, element: usize) -> bool {
        is_rotation(self.elements[element].faces)
    }

    /// The chosen one of the images of a state under the 48 symmetries: the same for all of them.
    pub fn canonical(&self, cube: Cube3) -> Cube3 {
        let images = self.elements.iter().map(|element| element.image(cube));
        images.min_by_key(|image| image.words()).unwrap_or(cube)
    }

    /// The chosen one of the images of a state and of its inverse: the same for all 96 of them.
    pub fn canonical_with_inverse(&self, cube: Cube3) -> Cube3 {
        let both = [self.canonical(cube), self.canonical(cube.inverse())];
        both.into_iter().min_by_key(|image| image.words()).unwrap_or(cube)
    }
}

impl Default for Cube3Symmetry {
    fn default() -> Self {
        Self::new()
    }
}

impl Symmetry<Cube3> for Cube3Symmetry {
    fn order(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    fn image(&self, element: usize, cube: &Cube3) -> Cube3 {
        self.elements[element].image(*cube)
    }
}
