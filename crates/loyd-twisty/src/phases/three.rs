//! The 3x3x3 cube that a reduced large cube is.

use super::cube::Cube;
use crate::cubes::solid::{FACES, GRIDS, Place, Vector};
use crate::orbit::Slot;
use loyd_cube::cube3::{Cube3, parse_cube};

impl Cube {
    /// The 3x3x3 cube of the corners, edges and centres; `None` if the cube is not reduced.
    pub(super) fn reduced(&self, slots: &[Slot]) -> Option<Cube3> {
        let mut colours = Vec::with_capacity(54);
        for (&(_, face), [right, down]) in FACES.iter().zip(GRIDS) {
            for (row, column) in (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)))
            {
                let at: Vector =
                    std::array::from_fn(|i| face[i] + row * down[i] + column * right[i]);
                colours.push(self.sticker(slots, at, face)?);
            }
        }
        // The face on which the centre of each colour is.
        let face_of = |colour: u8| (0..6).find(|face| colours[9 * face + 4] == colour);
        let text: Option<String> =
            colours.iter().map(|&colour| face_of(colour).map(|face| FACES[face].0)).collect();
        parse_cube(&text?).ok()
    }

    /// The colour of a sticker at a point of the 3x3x3 cube.
    fn sticker(&self, slots: &[Slot], at: Vector, face: Vector) -> Option<u8> {
        let count = at.iter().filter(|&&x| x != 0).count();
        let name = ["CENTERS", "WINGS", "CORNERS"].get(count.checked_sub(1)?)?;
        let mut first = 0;
        for kind in &self.kinds {
            if kind.name == *name {
                let signs = |place: &Place| {
                    let largest = place.at.map(i8::abs).into_iter().max().unwrap_or(0);
                    place.at.map(|x| if x.abs() == largest { x.signum() } else { 0 })
                };
                let fits = |place: &Place| signs(place) == at && place.stickers.contains(&face);
                let slot = kind.places.iter().position(fits)?;
                let place = &kind.places[slot];
                let index = place.stickers.iter().position(|&sticker| sticker == face)?;
                return Some(kind.home(slot, slots[first + slot], index)? as u8);
            }
            first += kind.places.len();
        }
        None
    }
}
