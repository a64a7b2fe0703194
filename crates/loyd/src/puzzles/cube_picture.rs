//! Cubes: a projection, which shows the faces F, R and U, and the net, which shows all.

use crate::pictures::{Style, Theme, empty};
use loyd_cube::{Face, Stickers};
use loyd_report::scene::{Colour, Scene, Shape};

/// The cosine and the sine of 30 degrees, by which horizontal edges lean in the projection.
const COSINE: f64 = 0.866_025_403_784_438_6;
const SINE: f64 = 0.5;

/// The width of the line around a sticker, in parts of a sticker.
const LINE: f64 = 0.06;

/// The side of a sticker of the net, in parts of one of the projection.
const NET: f64 = 0.6;

/// The space around the drawings, in stickers.
const MARGIN: f64 = 0.3;

/// The column and the row of each face in the net.
const PLACES: [(Face, usize, usize); 6] = [
    (Face::U, 1, 0),
    (Face::L, 0, 1),
    (Face::F, 1, 1),
    (Face::R, 2, 1),
    (Face::B, 3, 1),
    (Face::D, 1, 2),
];

type Point = (f64, f64);

/// The homes of the stickers of a cube, numbered as those of [`Stickers`](loyd_cube::Stickers); `None` for those that
/// the goal leaves free.
#[derive(Clone, Copy)]
struct Cube<'a> {
    homes: &'a [Option<Face>],
    side: usize,
}

impl Cube<'_> {
    fn sticker(self, face: Face, number: usize) -> Option<Face> {
        self.homes[face as usize * self.side * self.side + number]
    }
}

/// A cube from two sides: its projection, and its net.
pub(super) fn cube(homes: &[Option<Face>], style: &Style) -> Scene {
    let cube = Cube { homes, side: (homes.len() / 6).isqrt() };
    let (unit, side) = (style.unit, cube.side as f64);
    let margin = MARGIN * unit;
    let solid = (2.0 * COSINE * side * unit, 2.0 * side * unit);
    let net = (4.0 * side * NET * unit, 3.0 * side * NET * unit);
    let height = solid.1.max(net.1) + 2.0 * margin;
    let width = solid.0 + net.0 + 3.0 * margin + unit;
    let title = format!("{0}x{0}x{0} cube", cube.side);
    let letters = homes.iter().map(|home| home.map_or('?', Face::letter)).collect();
    let mut scene = empty(width, height, style.theme, title, letters);
    projection(cube, unit, (margin, (height - solid.1) / 2.0), &mut scene);
    let left = solid.0 + 2.0 * margin + unit;
    unfolded(cube, NET * unit, (left, (height - net.1) / 2.0), style.theme, &mut scene);
    scene
}

/// The homes of all stickers.
pub(super) fn homes(cube: &Stickers) -> Vec<Option<Face>> {
    cube.colours().iter().copied().map(Some).collect()
}

/// The faces F, R and U as they are seen from the front, the right and above.
fn projection(cube: Cube<'_>, unit: f64, (left, top): Point, scene: &mut Scene) {
    let side = cube.side as f64 * unit;
    let along = |(x, y): Point, (dx, dy): Point, by: f64| (x + dx * by, y + dy * by);
    let (right, back, down) = ((COSINE, SINE), (COSINE, -SINE), (0.0, 1.0));
    let front = (-COSINE, SINE);
    let far = (left + COSINE * side, top);
    let corner = along(far, front, side);
    let faces = [
        (Face::U, far, right, front),
        (Face::F, corner, right, down),
        (Face::R, along(corner, right, side), back, down),
    ];
    for (face, origin, column, row) in faces {
        let at = |x: f64, y: f64| along(along(origin, column, x * unit), row, y * unit);
        let area = |x: f64, y: f64, width: f64| {
            vec![at(x, y), at(x + width, y), at(x + width, y + width), at(x, y + width)]
        };
        let (fill, note) = (BLACK, None);
        let points = area(0.0, 0.0, cube.side as f64);
        scene.shapes.push(Shape::Polygon { points, fill, note });
        for number in 0..cube.side * cube.side {
            let (x, y) = ((number % cube.side) as f64, (number / cube.side) as f64);
            let points = area(x + LINE, y + LINE, 1.0 - 2.0 * LINE);
            let fill = colour(cube.sticker(face, number));
            scene.shapes.push(Shape::Polygon { points, fill, note: None });
        }
    }
}

/// The net.
fn unfolded(cube: Cube<'_>, unit: f64, (left, top): Point, theme: Theme, scene: &mut Scene) {
    let side = cube.side;
    for (face, column, row) in PLACES {
        let x = left + (column * side) as f64 * unit;
        let y = top + (row * side) as f64 * unit;
        let width = side as f64 * unit;
        scene.shapes.push(square(x, y, width, BLACK));
        for number in 0..side * side {
            let x = x + ((number % side) as f64 + LINE) * unit;
            let y = y + ((number / side) as f64 + LINE) * unit;
            let fill = colour(cube.sticker(face, number));
            scene.shapes.push(square(x, y, (1.0 - 2.0 * LINE) * unit, fill));
        }
        // Between faces.
        let points = [(x, y), (x + width, y), (x + width, y + width), (x, y + width), (x, y)];
        let (colour, dashed) = (theme.paper(), false);
        let width = 2.0 * LINE * unit;
        scene.shapes.push(Shape::Line { points: points.to_vec(), width, colour, dashed });
    }
}

fn square(x: f64, y: f64, side: f64, fill: Colour) -> Shape {
    Shape::Rectangle { x, y, width: side, height: side, fill, note: None }
}

const BLACK: Colour = Colour(0x11, 0x11, 0x11);

/// The colours of most cubes: white up, green in front, red to the right; free stickers are grey.
fn colour(home: Option<Face>) -> Colour {
    let Some(home) = home else { return Colour(0x8a, 0x8f, 0x96) };
    match home {
        Face::U => Colour(0xfa, 0xfa, 0xf7),
        Face::R => Colour(0xc4, 0x1e, 0x3a),
        Face::F => Colour(0x00, 0x9b, 0x48),
        Face::D => Colour(0xff, 0xd5, 0x00),
        Face::L => Colour(0xff, 0x7a, 0x1a),
        Face::B => Colour(0x1b, 0x5f, 0xc4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_cube::parse_steps;

    #[test]
    fn a_turn_changes_colours_and_no_place() {
        let style = Style { unit: 30.0, theme: Theme::Dark };
        let solved = Stickers::solved(3);
        let turned = solved.after(&parse_steps("R", 3).expect("a turn"));
        let draw = |cube: &Stickers| super::cube(&homes(cube), &style);
        let (before, after) = (draw(&solved), draw(&turned));
        // Three faces of the projection and six of the net, with a ground each, and six borders.
        assert_eq!(before.shapes.len(), 1 + 3 * 10 + 6 * 11);
        let changed = before.shapes.iter().zip(&after.shapes).filter(|(one, other)| one != other);
        // R turns 20 stickers, 3 each on U, F, B and D; of R all nine have the colour of before.
        assert_eq!(changed.count(), (3 + 3) + 4 * 3);
        let corners = after.shapes.iter().flat_map(|shape| match shape {
            Shape::Polygon { points, .. } => points.clone(),
            _ => Vec::new(),
        });
        for (x, y) in corners {
            assert!((0.0..after.width).contains(&x) && (0.0..after.height).contains(&y));
        }
    }
}
