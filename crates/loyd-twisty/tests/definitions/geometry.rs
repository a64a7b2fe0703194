//! Puzzles as solids: pieces are sets of faces, moves are rotations. The definitions that come with
//! the crate are derived from this.

use std::fmt::Write;

/// A point or direction.
pub(crate) type Vector = [f64; 3];

/// Faces by name and normal.
pub(crate) type Faces = Vec<(&'static str, Vector)>;

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn sum(vectors: &[Vector]) -> Vector {
    vectors.iter().fold([0.0; 3], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

pub(crate) fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|x| x * factor)
}

pub(crate) fn near(a: Vector, b: Vector) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

/// Rodrigues' formula: clockwise by a fraction of a full turn, as seen from the end of the axis.
fn rotated(point: Vector, axis: Vector, fraction: f64) -> Vector {
    let axis = scaled(axis, dot(axis, axis).sqrt().recip());
    let (sin, cos) = (-std::f64::consts::TAU * fraction).sin_cos();
    let along = scaled(axis, dot(axis, point) * (1.0 - cos));
    sum(&[scaled(point, cos), scaled(cross(axis, point), sin), along])
}

/// The place of a piece: the directions of its stickers, clockwise as seen from outside.
pub(crate) type Piece = Vec<Vector>;

/// Pieces of one kind.
pub(crate) struct Orbit {
    pub(crate) name: &'static str,
    pub(crate) pieces: Vec<Piece>,
    /// Number of orientations: the number of stickers, or 1.
    pub(crate) orientations: usize,
}

/// A rotation of the pieces on one side of a plane.
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) axis: Vector,
    /// Pieces whose centre is farther along the axis than this are moved.
    pub(crate) above: f64,
    /// The part of a full turn.
    pub(crate) fraction: f64,
}

/// The piece with stickers on these faces, by name.
pub(crate) fn piece(faces: &Faces, names: &[&str]) -> Piece {
    let normal = |name: &&str| faces.iter().find(|(known, _)| known == name).expect("a face").1;
    names.iter().map(normal).collect()
}

/// All pieces of three faces that meet, the faces clockwise from the first.
pub(crate) fn corners(faces: &Faces, meet: impl Fn(Vector, Vector) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (a, &(_, one)) in faces.iter().enumerate() {
        for (b, &(_, two)) in faces.iter().enumerate().skip(a + 1) {
            for &(_, three) in &faces[b + 1..] {
                if meet(one, two) && meet(two, three) && meet(one, three) {
                    let clockwise = dot(one, cross(two, three)) < 0.0;
                    pieces.push(if clockwise {
                        vec![one, two, three]
                    } else {
                        vec![one, three, two]
                    });
                }
            }
        }
    }
    pieces
}

/// All pieces of two faces that meet.
pub(crate) fn edges(faces: &Faces, meet: impl Fn(Vector, Vector) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (a, &(_, one)) in faces.iter().enumerate() {
        for &(_, two) in &faces[a + 1..] {
            if meet(one, two) {
                pieces.push(vec![one, two]);
            }
        }
    }
    pieces
}

/// Permutation and twists of a move, slot by slot.
fn change(orbit: &Orbit, mv: &Move) -> (Vec<usize>, Vec<usize>) {
    let mut result = (vec![usize::MAX; orbit.pieces.len()], vec![0; orbit.pieces.len()]);
    for (from, piece) in orbit.pieces.iter().enumerate() {
        let moves = dot(sum(piece), mv.axis) > mv.above;
        let turn = |&sticker: &Vector| {
            if moves { rotated(sticker, mv.axis, mv.fraction) } else { sticker }
        };
        let moved: Vec<Vector> = piece.iter().map(turn).collect();
        let to = orbit.pieces.iter().position(|slot| near(sum(slot), sum(&moved)));
        let to = to.expect("a move takes pieces to places of pieces");
        let twist = orbit.pieces[to].iter().position(|&sticker| near(sticker, moved[0]));
        assert_eq!(result.0[to], usize::MAX);
        result.0[to] = from;
        result.1[to] = twist.expect("stickers of the place") % orbit.orientations;
    }
    result
}

fn list(numbers: impl IntoIterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

pub(crate) fn definition(name: &str, orbits: &[Orbit], moves: &[Move]) -> String {
    let mut text = format!("{{\n  \"name\": \"{name}\",\n  \"orbits\": [\n");
    let comma = |index: usize, of: usize| if index + 1 < of { "," } else { "" };
    for (index, orbit) in orbits.iter().enumerate() {
        let Orbit { name, pieces, orientations } = orbit;
        let (pieces, comma) = (pieces.len(), comma(index, orbits.len()));
        writeln!(
            text,
            "    {{ \"orbitName\": \"{name}\", \"numPieces\": {pieces}, \"numOrientations\": \
             {orientations} }}{comma}"
        )
        .expect("text");
    }
    text += "  ],\n  \"defaultPattern\": {\n";
    for (index, orbit) in orbits.iter().enumerate() {
        let count = orbit.pieces.len();
        let (pieces, zeros) = (list(0..count), list(std::iter::repeat_n(0, count)));
        let (name, comma) = (orbit.name, comma(index, orbits.len()));
        writeln!(
            text,
            "    \"{name}\": {{\n      \"pieces\": {pieces},\n      \"orientation\": {zeros}\n    }}{comma}"
        )
        .expect("text");
    }
    text += "  },\n  \"moves\": {\n";
    for (number, mv) in moves.iter().enumerate() {
        writeln!(text, "    \"{}\": {{", mv.name).expect("text");
        for (index, orbit) in orbits.iter().enumerate() {
            let (permutation, delta) = change(orbit, mv);
            let (permutation, delta) = (list(permutation), list(delta));
            let (name, comma) = (orbit.name, comma(index, orbits.len()));
            writeln!(
                text,
                "      \"{name}\": {{\n        \"permutation\": {permutation},\n        \
                 \"orientationDelta\": {delta}\n      }}{comma}"
            )
            .expect("text");
        }
        writeln!(text, "    }}{}", comma(number, moves.len())).expect("text");
    }
    text + "  }\n}\n"
}
