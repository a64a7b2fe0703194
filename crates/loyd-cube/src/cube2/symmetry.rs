//! Rotations and reflections of the cube as a whole.
//!
//! Element σ, a map of space that takes the cube to itself, takes a state to its conjugate: the
//! sticker that was at place p is at σ(p), and if its home was h it is now a sticker whose home is
//! σ(h). Turns map to turns of the image face (in the opposite direction under a reflection), so
//! distances are preserved, and solved stays solved. Afterwards another corner may be at DBL;
//! colours are renamed so that it is solved, as in [`super::parse_cube`].
//!
//! Stickers by corner: number 3 c + s is side s of corner c, sides clockwise from U or D. At place
//! p, side s shows side s − o of the piece there (modulo 3) if its orientation is o.

use super::Cube2;
use crate::symmetry::{face_maps, is_rotation};
use crate::{Corner, Face};
use loyd_search::space::Symmetry;

/// The 48 symmetries of the cube, as maps of states onto states.
#[derive(Clone, Debug)]
pub struct Cube2Symmetry {
    elements: Vec<Element>,
    /// The byte after the colours were renamed, by the byte at DBL and the byte.
    renamed: Vec<[u8; 24]>,
}

#[derive(Clone, Debug)]
struct Element {
    faces: [Face; 6],
    /// The image of each place.
    places: [u8; 8],
    /// The byte at the image of a place, by place and byte there.
    bytes: [[u8; 24]; 8],
}

/// The byte of a place (see [`Cube2`]) whose U or D side shows this sticker, and the reverse.
fn other_form(number: usize) -> usize {
    number / 3 * 3 + (3 - number % 3) % 3
}

/// The image of a sticker under a map of faces.
fn sticker_image(faces: [Face; 6], sticker: usize) -> usize {
    let image = |face: Face| faces[face as usize];
    let home = Corner::ALL[sticker / 3].faces();
    let here = home.map(image);
    let is_here = |corner: &Corner| corner.faces().iter().all(|face| here.contains(face));
    let corner = Corner::ALL.into_iter().find(is_here).expect("corners go to corners");
    let shown = image(home[sticker % 3]);
    let side = corner.faces().into_iter().position(|face| face == shown);
    3 * corner as usize + side.expect("the face meets there")
}

impl Element {
    fn new(faces: [Face; 6]) -> Self {
        let image: Vec<usize> = (0..24).map(|sticker| sticker_image(faces, sticker)).collect();
        let mut element = Self { faces, places: [0; 8], bytes: [[0; 24]; 8] };
        for place in 0..8 {
            let target = image[3 * place] / 3;
            element.places[place] = target as u8;
            // The side whose image is the target's U or D side.
            let side = (0..3).find(|side| image[3 * place + side] == 3 * target);
            let side = side.expect("sides go to sides");
            for byte in 0..24 {
                let (piece, orientation) = (byte / 3, byte % 3);
                let shown = 3 * piece + (side + 3 - orientation) % 3;
                element.bytes[place][byte] = other_form(image[shown]) as u8;
            }
        }
        element
    }

    /// The byte after the colours were renamed by this rotation.
    fn renamed(&self, byte: usize) -> u8 {
        other_form(sticker_image(self.faces, other_form(byte))) as u8
    }
}

impl Cube2Symmetry {
    /// Builds the tables, some 10 KiB.
    pub fn new() -> Self {
        let elements: Vec<Element> = face_maps().map(Element::new).collect();
        let solved = 3 * Corner::DBL as u8;
        let mut renamed = vec![[0; 24]; 24];
        for rotation in elements.iter().filter(|element| is_rotation(element.faces)) {
            let table: [u8; 24] = std::array::from_fn(|byte| rotation.renamed(byte));
            if let Some(at_dbl) = table.iter().position(|&byte| byte == solved) {
                renamed[at_dbl] = table;
            }
        }
        Self { elements, renamed }
    }

    /// The images of U, R, F, D, L and B under an element.
    pub fn faces(&self, element: usize) -> [Face; 6] {
        self.elements[element].faces
    }

    /// True if an element is a rotation; the other 24 are reflections.
    pub fn is_rotation(&self, element: usize) -> bool {
        is_rotation(self.elements[element].faces)
    }
}

impl Default for Cube2Symmetry {
    fn default() -> Self {
        Self::new()
    }
}

impl Symmetry<Cube2> for Cube2Symmetry {
    fn order(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    fn image(&self, element: usize, cube: &Cube2) -> Cube2 {
        let element = &self.elements[element];
        let mut image = [0; 8];
        for (place, byte) in cube.bytes().into_iter().enumerate() {
            image[element.places[place] as usize] = element.bytes[place][byte as usize];
        }
        let renamed = &self.renamed[image[Corner::DBL as usize] as usize];
        Cube2::from_bytes(image.map(|byte| renamed[byte as usize]))
    }
}
