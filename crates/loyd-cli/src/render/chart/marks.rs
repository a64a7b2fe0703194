//! Marks that tell series apart: by colour, for all kinds of sight, and by shape.

use super::scene::{Anchor, Colour, Shape, Text, text_width};
use super::style::{INK, PALE_INK};

/// Of the palette of M. Okabe and K. Ito, without its yellow, which is lost on white.
const COLOURS: [Colour; 6] = [
    Colour(0x00, 0x72, 0xb2),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x00, 0x9e, 0x73),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x56, 0xb4, 0xe9),
];

/// The colour of a series.
pub(crate) fn colour(series: usize) -> Colour {
    COLOURS[series % COLOURS.len()]
}

/// A mark of a series at a place; every twelve series all marks are different.
pub(crate) fn mark(series: usize, (x, y): (f64, f64), radius: f64, note: Option<String>) -> Shape {
    let fill = colour(series);
    let corners = |offsets: &[(f64, f64)]| {
        offsets.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect()
    };
    match (series + series / 12) % 4 {
        0 => Shape::Dot { x, y, radius, fill, note },
        1 => {
            let side = radius * 1.7;
            let (x, y) = (x - side / 2.0, y - side / 2.0);
            Shape::Rectangle { x, y, width: side, height: side, fill, note }
        }
        2 => {
            let points = corners(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]);
            Shape::Polygon { points, fill, note }
        }
        _ => {
            let points = corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]);
            Shape::Polygon { points, fill, note }
        }
    }
}

/// The size of what is written in diagrams.
pub(crate) const SIZE: f64 = 13.0;
const LINE: f64 = 20.0;

/// A legend from a place on, at most so wide: its shapes and where it ends.
pub(crate) fn legend(
    names: &[(usize, String)],
    (left, top): (f64, f64),
    width: f64,
) -> (Vec<Shape>, f64) {
    let mut shapes = Vec::new();
    let (mut x, mut y) = (left, top + LINE * 0.7);
    for (series, name) in names {
        let room = text_width(name, SIZE) + 34.0;
        if x > left && x + room > left + width {
            (x, y) = (left, y + LINE);
        }
        shapes.push(mark(*series, (x + 6.0, y - 4.5), 5.0, None));
        shapes.push(text((x + 17.0, y), SIZE, Anchor::Start, INK, name.clone()));
        x += room;
    }
    (shapes, y + LINE * 0.5)
}

/// A title, and below it what is shown.
pub(crate) fn title(title: &str, what: &str, left: f64) -> [Shape; 2] {
    let heading = Text {
        x: left,
        y: 24.0,
        size: 17.0,
        anchor: Anchor::Start,
        bold: true,
        colour: INK,
        content: title.to_owned(),
    };
    [Shape::Text(heading), text((left, 44.0), SIZE, Anchor::Start, PALE_INK, what.to_owned())]
}

/// Text of the ordinary weight.
pub(crate) fn text(
    (x, y): (f64, f64),
    size: f64,
    anchor: Anchor,
    colour: Colour,
    content: String,
) -> Shape {
    Shape::Text(Text { x, y, size, anchor, bold: false, colour, content })
}

/// A thin line.
pub(crate) fn line(points: [(f64, f64); 2], colour: Colour) -> Shape {
    Shape::Line { points: points.to_vec(), width: 1.0, colour, dashed: false }
}
