//! The 4x4x4 and the 5x5x5 cube: definitions derived from the solid, and moves as people write them.
//!
//! Every turn of outer layers is one move (outer block turn metric): `U`, `Uw`, and on the 4x4x4 `3Uw`, which turns all
//! layers but D. The 4x4x4 holds the corner DBL in place of centres, so it has the moves of three faces; `3Uw` does the
//! work of D. The 5x5x5 holds its centres. The four centres of a face that are of one kind are identical.
//!
//! | file | contents |
//! |---|---|
//! | `solid` | places of pieces, and rotations of layers |
//! | `frame` | moves with any layers and rotations as moves of the puzzle |

mod frame;
pub(crate) mod solid;

use serde_json::{Map, Value, json};
use solid::{FACES, Kind, Rotation, Solid, Vector};
use std::ops::Range;

/// The puzzles of this module, with their descriptions.
pub(crate) const NAMED: [(&str, &str); 2] = [
    ("cube4", "the 4x4x4 cube, 7.4 · 10^45 states"),
    ("cube5", "the 5x5x5 cube, 2.8 · 10^74 states"),
];

/// The cube of a puzzle's name, which may have a list of moves or a goal behind it.
pub(crate) fn by_name(name: &str) -> Option<Solid> {
    match name.split(['@', ':']).next()? {
        "cube4" => Some(Solid { side: 4 }),
        "cube5" => Some(Solid { side: 5 }),
        _ => None,
    }
}

/// The definition of a cube in JSON; `None` for another name.
pub(crate) fn definition(name: &str) -> Option<String> {
    by_name(name).filter(|_| NAMED.iter().any(|(known, _)| *known == name)).map(text)
}

impl Solid {
    /// True for a cube that holds a corner, having no centres that stay.
    pub(crate) fn holds_corner(self) -> bool {
        self.side.is_multiple_of(2)
    }

    /// The faces that moves of the puzzle turn, and the number of layers up to which they turn them.
    fn outer_blocks(self) -> Vec<(Vector, usize)> {
        let faces = if self.holds_corner() { &FACES[..3] } else { &FACES[..] };
        let layers = if self.holds_corner() { self.side - 1 } else { self.side / 2 };
        faces.iter().flat_map(|&(_, face)| (0..layers).map(move |last| (face, last))).collect()
    }
}

/// The slots of each kind.
fn ranges(kinds: &[Kind]) -> Vec<Range<usize>> {
    let mut first = 0;
    let range = |kind: &Kind| {
        first += kind.places.len();
        first - kind.places.len()..first
    };
    kinds.iter().map(range).collect()
}

fn text(solid: Solid) -> String {
    let kinds = solid.kinds(solid.holds_corner());
    let orbits = kinds.iter().map(|kind| {
        json!({ "orbitName": kind.name, "numPieces": kind.places.len(), "numOrientations": kind.orientations })
    });
    let pattern = kinds.iter().map(|kind| {
        let identical = if kind.places[0].stickers.len() == 1 { 4 } else { 1 };
        let pieces: Vec<usize> = (0..kind.places.len()).map(|piece| piece / identical).collect();
        let orientation = vec![0; pieces.len()];
        (kind.name.to_owned(), json!({ "pieces": pieces, "orientation": orientation }))
    });
    let mut moves = Map::new();
    let mut derived = Map::new();
    for (face, last) in solid.outer_blocks() {
        let rotation = Rotation { face, layers: 0..=last, quarters: 1 };
        let change = solid.transformation(&kinds, &rotation);
        let orbit = |(kind, range): (&Kind, Range<usize>)| {
            let first = range.start;
            let source: Vec<usize> = change.source[range.clone()]
                .iter()
                .map(|&slot| usize::from(slot) - first)
                .collect();
            let delta = &change.delta[range];
            (kind.name.to_owned(), json!({ "permutation": source, "orientationDelta": delta }))
        };
        let name = Solid::outer_name(face, last);
        if last > 0 {
            let outer = Solid::outer_name(face, last - 1);
            let letter = Solid::outer_name(face, 0);
            derived.insert(format!("{}{letter}", last + 1), format!("{name} {outer}'").into());
            let small = name.trim_end_matches('w').to_ascii_lowercase();
            derived.insert(small, name.clone().into());
        }
        let orbits = kinds.iter().zip(ranges(&kinds)).map(orbit);
        moves.insert(name, Value::Object(orbits.collect()));
    }
    let side = solid.side;
    json!({
        "name": format!("{side}x{side}x{side}"),
        "orbits": orbits.collect::<Vec<_>>(),
        "defaultPattern": Value::Object(pattern.collect()),
        "moves": moves,
        "derivedMoves": derived,
    })
    .to_string()
}
