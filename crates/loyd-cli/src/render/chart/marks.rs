//! Marks that tell series apart: by colour, for all kinds of sight, and by shape.

use super::scene::{Anchor, Colour, Shape, Text, text_width, wrapped};
use super::style::{INK, PALE_INK, Sheet};

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
/// The size of the names of axes and diagrams.
pub(crate) const NAME: f64 = 14.0;
/// Between the lines of a name.
const NEXT: f64 = 17.0;

/// A legend below a place: its shapes and where it ends.
pub(crate) fn legend(names: &[(usize, String)], sheet: Sheet, top: f64) -> (Vec<Shape>, f64) {
    const KEY: f64 = 17.0;
    let mut shapes = Vec::new();
    let (mut x, mut y) = (sheet.left, top + LINE * 0.7);
    for (series, name) in names {
        let lines = wrapped(name, SIZE, sheet.room() - KEY);
        let widest = lines.iter().map(|line| text_width(line, SIZE)).fold(0.0, f64::max);
        if x > sheet.left && x + KEY + widest > sheet.right {
            (x, y) = (sheet.left, y + LINE);
        }
        shapes.push(mark(*series, (x + 6.0, y - 4.5), 5.0, None));
        for (index, content) in lines.iter().enumerate() {
            y += if index > 0 { NEXT } else { 0.0 };
            shapes.push(text((x + KEY, y), SIZE, Anchor::Start, INK, content.clone()));
        }
        x += widest + KEY + 17.0;
    }
    (shapes, y + LINE * 0.5)
}

/// A title, and below it what is shown: the shapes and where they end.
pub(crate) fn title(title: &str, what: &str, sheet: Sheet) -> (Vec<Shape>, f64) {
    const SIZE_OF_TITLE: f64 = 17.0;
    let mut y = 2.0;
    let mut shapes = Vec::new();
    // Bold letters are wider.
    for content in wrapped(title, SIZE_OF_TITLE * 1.08, sheet.room()) {
        y += 22.0;
        let (x, anchor) = (sheet.left, Anchor::Start);
        let heading = Text { x, y, size: SIZE_OF_TITLE, anchor, bold: true, colour: INK, content };
        shapes.push(Shape::Text(heading));
    }
    y += 3.0;
    for content in wrapped(what, SIZE, sheet.room()) {
        y += NEXT;
        shapes.push(text((sheet.left, y), SIZE, Anchor::Start, PALE_INK, content));
    }
    (shapes, y)
}

/// The name of a horizontal axis in the middle below it, from its first base line on: the shapes and
/// where they end.
pub(crate) fn axis_name(name: &str, (left, right): (f64, f64), first: f64) -> (Vec<Shape>, f64) {
    let middle = f64::midpoint(left, right);
    let mut y = first;
    let mut shapes = Vec::new();
    for (index, content) in wrapped(name, NAME, right - left).into_iter().enumerate() {
        y += if index > 0 { NEXT } else { 0.0 };
        shapes.push(text((middle, y), NAME, Anchor::Middle, INK, content));
    }
    (shapes, y)
}

/// A name at the left of a sheet, from its first base line on: the shapes and where they end.
pub(crate) fn name_at_left(name: &str, sheet: Sheet, first: f64) -> (Vec<Shape>, f64) {
    let mut y = first;
    let mut shapes = Vec::new();
    for (index, content) in wrapped(name, NAME, sheet.room()).into_iter().enumerate() {
        y += if index > 0 { NEXT } else { 0.0 };
        shapes.push(text((sheet.left, y), NAME, Anchor::Start, INK, content));
    }
    (shapes, y)
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
