//! The N x N x N cube as a solid: cubies at points of a lattice, moves as rotations of layers.
//!
//! The coordinates of a cubie are odd or even numbers from -(N - 1) to N - 1 in steps of 2; x points to the face R, y to
//! U, z to F. A layer is counted from its face, from 0.

use crate::orbit::Slot;
use crate::transformation::Transformation;
use loyd_cube::Face;
use std::ops::RangeInclusive;

/// A point or a direction.
pub(crate) type Vector = [i8; 3];

/// The faces in the order of facelet strings, with their normals.
pub(crate) const FACES: [(char, Vector); 6] = [
    ('U', [0, 1, 0]),
    ('R', [1, 0, 0]),
    ('F', [0, 0, 1]),
    ('D', [0, -1, 0]),
    ('L', [-1, 0, 0]),
    ('B', [0, 0, -1]),
];

/// The horizontal direction, to the right, and the vertical one, down, of each face in a string of facelets.
pub(crate) const GRIDS: [[Vector; 2]; 6] = [
    [[1, 0, 0], [0, 0, 1]],
    [[0, 0, -1], [0, -1, 0]],
    [[1, 0, 0], [0, -1, 0]],
    [[1, 0, 0], [0, 0, -1]],
    [[0, 0, 1], [0, -1, 0]],
    [[-1, 0, 0], [0, -1, 0]],
];

/// The corners by their faces, clockwise from the first.
const CORNERS: [&str; 8] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// The edges by their faces.
const EDGES: [&str; 12] = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"];

/// The corner that stays where it is in puzzles without fixed centres.
const HELD: &str = "DBL";

/// The place of a piece: its point, and the normals of its stickers.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) at: Vector,
    pub(crate) stickers: Vec<Vector>,
}

impl Place {
    /// The side of its edge on which a wing is, as seen with its first sticker above: a rotation does not change it.
    pub(crate) fn hand(&self) -> bool {
        let [a, b] = [self.stickers[0], self.stickers[1]];
        let cross = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
        dot(self.at, [cross(1, 2), cross(2, 0), cross(0, 1)]) > 0
    }
}

/// Places whose pieces move among one another.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) places: Vec<Place>,
    pub(crate) orientations: u8,
}

impl Kind {
    /// The home of a sticker of the piece in a slot; stickers are counted as those of the place.
    pub(crate) fn home(&self, slot: usize, piece: Slot, sticker: usize) -> Option<Face> {
        let (place, number) = (&self.places[slot], usize::from(piece.piece));
        let all = place.stickers.len();
        // Centres have the number of their face.
        if all == 1 {
            return Face::ALL.get(number).copied();
        }
        let home = self.places.get(number)?;
        let twist = match self.orientations {
            1 => usize::from(home.hand() != place.hand()),
            _ => usize::from(piece.orientation),
        };
        let normal = home.stickers[(sticker + all - twist) % all];
        FACES.iter().position(|(_, face)| *face == normal).map(|face| Face::ALL[face])
    }
}

/// A rotation of some layers of a face, clockwise as seen from outside the face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rotation {
    pub(crate) face: Vector,
    pub(crate) layers: RangeInclusive<usize>,
    pub(crate) quarters: i16,
}

/// A cube with this number of layers, from 2 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solid {
    pub(crate) side: usize,
}

pub(crate) fn dot(a: Vector, b: Vector) -> i8 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The normal of a face.
pub(crate) fn normal(letter: char) -> Option<Vector> {
    FACES.iter().find(|(known, _)| *known == letter).map(|(_, normal)| *normal)
}

/// A point after quarter turns clockwise as seen from the end of an axis.
pub(crate) fn rotated(point: Vector, axis: Vector, quarters: i16) -> Vector {
    let sum: i16 = axis.iter().map(|&x| i16::from(x)).sum();
    let quarter = |[x, y, z]: Vector| match axis {
        [0, _, 0] => [-z, y, x],
        [_, 0, 0] => [x, z, -y],
        _ => [y, -x, z],
    };
    (0..(quarters * sum).rem_euclid(4)).fold(point, |point, _| quarter(point))
}

impl Solid {
    /// The largest coordinate.
    fn end(self) -> i8 {
        self.side as i8 - 1
    }

    /// The layer of a point, counted from a face.
    pub(crate) fn layer(self, point: Vector, face: Vector) -> usize {
        ((self.end() - dot(point, face)) / 2) as usize
    }

    /// The kinds of pieces; `held` drops the corner that stays in a cube without fixed centres.
    pub(crate) fn kinds(self, held: bool) -> Vec<Kind> {
        let faces = |names: &str| -> Vec<Vector> { names.chars().filter_map(normal).collect() };
        let at = |stickers: &[Vector], rest: Vector| -> Vector {
            let sum = |i: usize| stickers.iter().map(|sticker| sticker[i]).sum::<i8>();
            std::array::from_fn(|i| sum(i) * self.end() + rest[i])
        };
        let place = |names: &str, rest: Vector| {
            let stickers = faces(names);
            Place { at: at(&stickers, rest), stickers }
        };
        let corners = CORNERS.iter().filter(|names| !held || **names != HELD);
        let mut kinds = vec![Kind {
            name: "CORNERS",
            places: corners.map(|names| place(names, [0; 3])).collect(),
            orientations: 3,
        }];
        if self.side % 2 == 1 {
            let places = EDGES.iter().map(|names| place(names, [0; 3])).collect();
            kinds.push(Kind { name: "EDGES", places, orientations: 2 });
        }
        if self.side < 4 {
            return kinds;
        }
        let inner = if self.side % 2 == 1 { 2 } else { 1 };
        let wings = EDGES.iter().flat_map(|names| {
            let along = faces(names).iter().fold([1; 3], |free, normal| {
                std::array::from_fn(|i| if normal[i] == 0 { free[i] } else { 0 })
            });
            [inner, -inner].map(|by| place(names, along.map(|x| x * by)))
        });
        kinds.push(Kind { name: "WINGS", places: wings.collect(), orientations: 1 });
        kinds.push(self.centres("CENTERS", [(-1, -1), (-1, 1), (1, 1), (1, -1)], inner));
        if self.side % 2 == 1 {
            kinds.push(self.centres("TCENTERS", [(-1, 0), (0, 1), (1, 0), (0, -1)], inner));
        }
        kinds
    }

    /// Pieces of one sticker, four to a face, at these multiples of a distance from its middle.
    fn centres(self, name: &'static str, at: [(i8, i8); 4], distance: i8) -> Kind {
        let places = FACES.iter().flat_map(|&(_, normal)| {
            at.map(|(a, b)| {
                let mut free = [a * distance, b * distance].into_iter();
                let at =
                    normal.map(|x| if x == 0 { free.next().unwrap_or(0) } else { x * self.end() });
                Place { at, stickers: vec![normal] }
            })
        });
        Kind { name, places: places.collect(), orientations: 1 }
    }

    /// The effect of a rotation on the places of some kinds.
    pub(crate) fn transformation(self, kinds: &[Kind], rotation: &Rotation) -> Transformation {
        let slots = kinds.iter().map(|kind| kind.places.len()).sum();
        let mut change = Transformation::identity(slots);
        let mut first = 0;
        for kind in kinds {
            for (from, place) in kind.places.iter().enumerate() {
                if !rotation.layers.contains(&self.layer(place.at, rotation.face)) {
                    continue;
                }
                let turn = |point| rotated(point, rotation.face, rotation.quarters);
                let to = kind.places.iter().position(|other| {
                    other.at == turn(place.at) && other.stickers.contains(&turn(place.stickers[0]))
                });
                let to = to.unwrap_or_else(|| unreachable!("the held corner does not move"));
                let sticker = turn(place.stickers[0]);
                let twist = kind.places[to].stickers.iter().position(|&other| other == sticker);
                change.source[first + to] = (first + from) as u16;
                change.delta[first + to] =
                    (twist.unwrap_or(0) % usize::from(kind.orientations)) as u8;
            }
            first += kind.places.len();
        }
        change
    }

    /// The layer that stays where it is, counted from a face.
    pub(crate) fn held_layer(self, face: Vector) -> usize {
        let forward = face.iter().sum::<i8>() > 0;
        match self.side % 2 {
            1 => self.side / 2,
            _ if forward => self.side - 1,
            _ => 0,
        }
    }
}
