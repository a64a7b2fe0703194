//! Marks that distinguish series: by colour, for all kinds of sight, and by shape.

use super::sheet::Sheet;
use crate::palette::{INK, PALE_INK, of_series};
use crate::scene::{Anchor, Colour, Shape, Text};
use crate::typeface::{Weight, room, wrap};

/// A mark of a series at a place; every twelve series all marks are different.
pub(super) fn mark(series: usize, (x, y): (f64, f64), radius: f64, note: Option<String>) -> Shape {
    let fill = of_series(series);
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

/// The size of texts in diagrams.
pub(super) const SIZE: f64 = 13.0;
const LINE: f64 = 20.0;
/// The size of the names of axes and diagrams.
pub(super) const NAME: f64 = 14.0;
/// Between the lines of a name.
const NEXT: f64 = 17.0;

/// A legend below a place: its shapes and where it ends.
pub(super) fn legend(names: &[(usize, String)], sheet: Sheet, top: f64) -> (Vec<Shape>, f64) {
    const KEY: f64 = 17.0;
    let mut shapes = Vec::new();
    let (mut x, mut y) = (sheet.left, top + LINE * 0.7);
    for (series, name) in names {
        let lines = wrap(name, SIZE, Weight::Regular, sheet.room() - KEY);
        let widest = lines.iter().map(|line| room(line, SIZE, Weight::Regular)).fold(0.0, f64::max);
        if x > sheet.left && x + KEY + widest > sheet.right {
            (x, y) = (sheet.left, y + LINE);
        }
        shapes.push(mark(*series, (x + 6.0, y - 4.5), 5.0, None));
        for (index, content) in lines.iter().enumerate() {
            y += if index > 0 { NEXT } else { 0.0 };
            shapes.push(text((x + KEY, y), SIZE, Anchor::Start, INK, content.clone()));
        }
        x += widest + KEY + 10.0;
    }
    (shapes, y + LINE * 0.5)
}

/// A title, and below it a caption: the shapes and their lower end.
pub(super) fn title(title: &str, what: &str, sheet: Sheet) -> (Vec<Shape>, f64) {
    const SIZE_OF_TITLE: f64 = 17.0;
    let mut y = 2.0;
    let mut shapes = Vec::new();
    let weight = Weight::Bold;
    for content in wrap(title, SIZE_OF_TITLE, weight, sheet.room()) {
        y += 22.0;
        let (x, anchor) = (sheet.left, Anchor::Start);
        let heading = Text { x, y, size: SIZE_OF_TITLE, anchor, weight, colour: INK, content };
        shapes.push(Shape::Text(heading));
    }
    y += 3.0;
    for content in wrap(what, SIZE, Weight::Regular, sheet.room()) {
        y += NEXT;
        shapes.push(text((sheet.left, y), SIZE, Anchor::Start, PALE_INK, content));
    }
    (shapes, y)
}

/// The name of a horizontal axis in the middle below it, from its first base line on: the shapes and
/// where they end.
pub(super) fn axis_name(name: &str, (left, right): (f64, f64), first: f64) -> (Vec<Shape>, f64) {
    let middle = f64::midpoint(left, right);
    let mut y = first;
    let mut shapes = Vec::new();
    for (index, content) in wrap(name, NAME, Weight::Regular, right - left).into_iter().enumerate()
    {
        y += if index > 0 { NEXT } else { 0.0 };
        shapes.push(text((middle, y), NAME, Anchor::Middle, INK, content));
    }
    (shapes, y)
}

/// A name at the left of a sheet, from its first base line on: the shapes and where they end.
pub(super) fn name_at_left(name: &str, sheet: Sheet, first: f64) -> (Vec<Shape>, f64) {
    let mut y = first;
    let mut shapes = Vec::new();
    for (index, content) in wrap(name, NAME, Weight::Regular, sheet.room()).into_iter().enumerate()
    {
        y += if index > 0 { NEXT } else { 0.0 };
        shapes.push(text((sheet.left, y), NAME, Anchor::Start, INK, content));
    }
    (shapes, y)
}

/// Text of the ordinary weight.
pub(super) fn text(
    (x, y): (f64, f64),
    size: f64,
    anchor: Anchor,
    colour: Colour,
    content: String,
) -> Shape {
    Shape::Text(Text { x, y, size, anchor, weight: Weight::Regular, colour, content })
}

pub(super) fn line(points: [(f64, f64); 2], colour: Colour) -> Shape {
    Shape::Line { points: points.to_vec(), width: 1.0, colour, dashed: false }
}
