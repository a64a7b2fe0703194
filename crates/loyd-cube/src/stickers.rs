//! The plain cube: every sticker of a cube of any side, moved by geometry.
//!
//! Slow and simple on purpose: solutions are replayed on it, and it shares no table with the
//! packed states that searches use.
//!
//! The frame: x to the right, y up, z to the front; the centre of the cube is the origin and small
//! cubes are two units apart, so that all coordinates are whole numbers for every side. Stickers
//! are numbered face by face in the order U R F D L B, each face in reading order as it is drawn in
//! the usual net: U with the back at its upper edge, D with the front at its upper edge, the others
//! with U at their upper edge.

use crate::{Face, Layers, Step};
use std::fmt;

type Vector = [i32; 3];

/// The stickers of a cube: at each place the face that is its sticker's home.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stickers {
    side: usize,
    colours: Vec<Face>,
}

/// A place for a sticker: the small cube, and the direction that the sticker faces.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    cube: Vector,
    normal: Vector,
}

impl Stickers {
    /// The solved cube of `side` small cubes along an edge.
    pub fn solved(side: usize) -> Self {
        let colours = Face::ALL.into_iter().flat_map(|face| vec![face; side * side]).collect();
        Self { side, colours }
    }

    /// A cube with these stickers, in the order described at the head of this file; `None` unless
    /// there are six times the square of `side` of them. Nothing else is checked.
    pub fn new(side: usize, colours: Vec<Face>) -> Option<Self> {
        (colours.len() == 6 * side * side).then_some(Self { side, colours })
    }

    /// Number of small cubes along an edge.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The home of the sticker at each place.
    pub fn colours(&self) -> &[Face] {
        &self.colours
    }

    /// True if every face shows one colour, however the cube is held.
    pub fn is_solved(&self) -> bool {
        self.colours.chunks(self.side * self.side).all(|face| face.iter().all(|c| *c == face[0]))
    }

    /// Makes one step.
    pub fn turn(&mut self, step: Step) {
        let places = places(self.side);
        for _ in 0..step.amount.quarters() {
            let before = self.colours.clone();
            for (from, place) in places.iter().enumerate() {
                if !turns(self.side, step, place.cube) {
                    continue;
                }
                let axis = normal(step.face);
                let after =
                    Place { cube: rotate(place.cube, axis), normal: rotate(place.normal, axis) };
                let Some(to) = places.iter().position(|place| *place == after) else {
                    unreachable!("turns take places to places");
                };
                self.colours[to] = before[from];
            }
        }
    }

    /// The cube after these steps.
    #[must_use]
    pub fn after<S: Into<Step> + Copy>(&self, steps: &[S]) -> Self {
        let mut cube = self.clone();
        for &step in steps {
            cube.turn(step.into());
        }
        cube
    }
}

/// The stickers' letters, without separators.
impl fmt::Display for Stickers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.colours.iter().try_for_each(|colour| write!(f, "{colour}"))
    }
}

/// Paints a piece: `stickers` are those of its place, `faces` the colours of the piece, and its
/// orientation is the number of sides by which these are shifted.
pub(crate) fn paint<const N: usize>(
    colours: &mut [Face],
    stickers: [u8; N],
    faces: [Face; N],
    orientation: u8,
) {
    for (side, colour) in faces.into_iter().enumerate() {
        colours[stickers[(side + orientation as usize) % N] as usize] = colour;
    }
}

/// The outward normal of a face.
fn normal(face: Face) -> Vector {
    match face {
        Face::U => [0, 1, 0],
        Face::R => [1, 0, 0],
        Face::F => [0, 0, 1],
        Face::D => [0, -1, 0],
        Face::L => [-1, 0, 0],
        Face::B => [0, 0, -1],
    }
}

/// The directions of rows and of columns on a face as it is drawn: to the right, and down.
fn drawing_axes(face: Face) -> (Vector, Vector) {
    const DOWN: Vector = [0, -1, 0];
    match face {
        Face::U => ([1, 0, 0], [0, 0, 1]),
        Face::R => ([0, 0, -1], DOWN),
        Face::F => ([1, 0, 0], DOWN),
        Face::D => ([1, 0, 0], [0, 0, -1]),
        Face::L => ([0, 0, 1], DOWN),
        Face::B => ([-1, 0, 0], DOWN),
    }
}

/// Every place, in the order described at the head of this file.
fn places(side: usize) -> Vec<Place> {
    let last = side as i32 - 1;
    let mut places = Vec::with_capacity(6 * side * side);
    for face in Face::ALL {
        let (normal, (right, down)) = (normal(face), drawing_axes(face));
        for row in 0..side as i32 {
            for column in 0..side as i32 {
                let (r, d) = (2 * column - last, 2 * row - last);
                let cube = [0, 1, 2].map(|i| last * normal[i] + r * right[i] + d * down[i]);
                places.push(Place { cube, normal });
            }
        }
    }
    places
}

/// Returns true if a step moves this small cube.
fn turns(side: usize, step: Step, cube: Vector) -> bool {
    let last = side as i32 - 1;
    // 0 is the layer at the step's face.
    let layer = (last - dot(cube, normal(step.face))) / 2;
    match step.layers {
        Layers::Outer => layer == 0,
        Layers::Wide => layer <= 1,
        Layers::Middle => 2 * layer == last,
        Layers::All => true,
    }
}

/// A vector after a quarter turn about an axis, clockwise as seen from its tip: the part along
/// the axis stays, the rest `v` becomes `v × axis`.
fn rotate(v: Vector, axis: Vector) -> Vector {
    let along = dot(v, axis);
    let cross = [
        v[1] * axis[2] - v[2] * axis[1],
        v[2] * axis[0] - v[0] * axis[2],
        v[0] * axis[1] - v[1] * axis[0],
    ];
    [0, 1, 2].map(|i| along * axis[i] + cross[i])
}

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}
