//! Positions of N x N x N cubes as stickers.

use crate::cubes;
use crate::cubes::solid::{FACES, GRIDS, Solid};
use crate::position::Position;
use loyd_cube::Face;

/// The cube of a puzzle's name, which may have a list of moves or a goal behind it.
fn cube(name: &str) -> Option<Solid> {
    let side = match name.split(['@', ':']).next()? {
        "twisty2x2x2" => 2,
        "twisty3x3x3" => 3,
        _ => return cubes::by_name(name),
    };
    Some(Solid { side })
}

impl Position {
    /// The stickers of an N x N x N cube, numbered as those of [`Stickers`](loyd_cube::Stickers): at each place the
    /// home of its sticker, or `None` if the goal does not tell it. `None` for other puzzles.
    pub fn stickers(&self) -> Option<Vec<Option<Face>>> {
        let model = self.model();
        let solid = cube(model.id())?;
        let area = solid.side * solid.side;
        let mut stickers: Vec<_> =
            Face::ALL.into_iter().flat_map(|face| vec![Some(face); area]).collect();
        let kinds = solid.kinds(solid.holds_corner());
        for (number, orbit) in model.definition().orbits().iter().enumerate() {
            let kind = kinds.iter().find(|kind| kind.name == orbit.name())?;
            for (slot, &piece) in self.slots()[orbit.slots()].iter().enumerate() {
                let pieces = match model.quotient() {
                    Some(quotient) => quotient.pieces(orbit, kind.orientations, (number, piece)),
                    None => vec![piece],
                };
                let place = &kind.places[slot];
                for (sticker, &normal) in place.stickers.iter().enumerate() {
                    let home = |&piece| kind.home(slot, piece, sticker);
                    let first = pieces.first().and_then(home);
                    let is_one = pieces.iter().all(|piece| home(piece) == first);
                    let face = FACES.iter().position(|(_, face)| *face == normal)?;
                    let [column, row] =
                        GRIDS[face].map(|axis| solid.layer(place.at, axis.map(|x| -x)));
                    stickers[face * area + row * solid.side + column] = first.filter(|_| is_one);
                }
            }
        }
        Some(stickers)
    }
}
