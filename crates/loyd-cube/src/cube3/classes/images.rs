//! Tables of the contribution of a piece at a place to the image of a state.

use super::super::cube::CORNER_VALUES;
use super::super::symmetry::{EDGE_VALUES, Element};

/// By place and field: the place's digit in the corner orientation of the image.
pub(super) type CornerImage = [[u16; EDGE_VALUES]; 8];

/// By place and field: permutation in bits 0 to 47, orientation in bits 48 to 58.
pub(super) type EdgeImage = [[u64; EDGE_VALUES]; 12];

/// The place and kind of a piece in the inverse: it is the place's piece that stands at the
/// piece's place.
fn inverse_at(place: usize, piece: usize, back: usize, pieces: usize) -> (usize, usize) {
    (piece, place + pieces * back)
}

/// The table of corners of a symmetry, also with inversion.
pub(super) fn corner_image(element: &Element, inverse: bool) -> CornerImage {
    let mut image = [[0; EDGE_VALUES]; 8];
    for (place, image) in image.iter_mut().enumerate() {
        for (before, digit) in image[..CORNER_VALUES].iter_mut().enumerate() {
            let (at, field) = if inverse {
                inverse_at(place, before % 8, (3 - before / 8) % 3, 8)
            } else {
                (place, before)
            };
            let target = u32::from(element.corner_places[at]);
            let orientation = u16::from(element.corner_fields[at][field]) / 8;
            // The orientation of the last place follows from the others.
            *digit = if target < 7 { orientation * 3u16.pow(target) } else { 0 };
        }
    }
    image
}

/// The table of edges of a symmetry, also with inversion.
pub(super) fn edge_image(element: &Element, inverse: bool) -> EdgeImage {
    let mut image = [[0; EDGE_VALUES]; 12];
    for (place, image) in image.iter_mut().enumerate() {
        for (before, part) in image.iter_mut().enumerate().filter(|(before, _)| before % 16 < 12) {
            let (at, field) = if inverse {
                inverse_at(place, before % 16, before / 16, 16)
            } else {
                (place, before)
            };
            let target = u32::from(element.edge_places[at]);
            let field = u64::from(element.edge_fields[at][field]);
            let orientation = if target < 11 { field >> 4 << (48 + target) } else { 0 };
            *part = (field & 15) << (4 * target) | orientation;
        }
    }
    image
}
