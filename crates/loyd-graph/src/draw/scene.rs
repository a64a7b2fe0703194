//! A picture as shapes: boards with their tiles, other states as dots that name them when pointed at.

use super::layout::places;
use super::{Layout, Node, Picture};
use loyd_report::numbers::plural;
use loyd_report::palette::{BARS, INK, PALE_INK, PAPER, WARNING};
use loyd_report::scene::{Anchor, Colour, Scene, Shape, Text};
use loyd_report::typeface::{Weight, room, text_width};

const EDGE: Colour = Colour(0xb4, 0xbc, 0xc8);

/// Font size of tiles, and the distance between rows of tiles.
const FONT: f64 = 11.0;
const ROW: f64 = 13.0;
/// Size of a state without rows.
const DOT: f64 = 12.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 56.0;
/// Space left of rows for the numbers of levels.
const NUMBERS: f64 = 120.0;

/// Draws a picture.
pub fn scene(picture: &Picture, layout: Layout) -> Scene {
    let size = picture
        .nodes
        .iter()
        .map(box_of)
        .fold(DOT, |largest, (width, height)| largest.max(width).max(height));
    let places = places(picture, layout, size);
    let left = if layout == Layout::Rows { MARGIN + NUMBERS } else { MARGIN };
    let min = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::min) - size / 2.0;
    let max = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max) + size / 2.0;
    let (x0, x1) = (min(&mut places.iter().map(|p| p.0)), max(&mut places.iter().map(|p| p.0)));
    let (y0, y1) = (min(&mut places.iter().map(|p| p.1)), max(&mut places.iter().map(|p| p.1)));
    let at: Vec<(f64, f64)> =
        places.iter().map(|(x, y)| (x - x0 + left, y - y0 + HEAD + MARGIN)).collect();
    let levels = picture.nodes.iter().map(|node| node.level).max().unwrap_or(0);
    let heading = format!(
        "{}: {}, {}",
        picture.title,
        plural(picture.nodes.len() as u64, "state"),
        plural(u64::from(levels) + 1, "level"),
    );
    let mut shapes = vec![text(MARGIN, MARGIN + 18.0, 18.0, Anchor::Start, INK, &heading)];
    shapes.extend(picture.edges.iter().map(|&(low, high)| Shape::Line {
        points: vec![at[low], at[high]],
        width: 1.0,
        colour: EDGE,
        dashed: picture.nodes[low].level == picture.nodes[high].level,
    }));
    for (node, &place) in picture.nodes.iter().zip(&at) {
        let share = if levels == 0 { 0.0 } else { f64::from(node.level) / f64::from(levels) };
        state(node, place, mixed(share), &mut shapes);
    }
    if layout == Layout::Rows {
        numbers(picture, &at, &mut shapes);
    }
    let width = (x1 - x0 + left + MARGIN).max(room(&heading, 18.0, Weight::Bold) + 2.0 * MARGIN);
    Scene {
        width: width.ceil(),
        height: (y1 - y0 + HEAD + 2.0 * MARGIN).ceil(),
        title: picture.title.clone(),
        description: format!("{heading}; {}", plural(picture.edges.len() as u64, "edge")),
        shapes,
    }
}

/// Width and height of a state.
fn box_of(node: &Node) -> (f64, f64) {
    let widest =
        node.rows.iter().map(|row| text_width(row, FONT, Weight::Regular)).fold(0.0, f64::max);
    if node.rows.is_empty() {
        (DOT, DOT)
    } else {
        (widest + 12.0, node.rows.len() as f64 * ROW + 8.0)
    }
}

fn state(node: &Node, (x, y): (f64, f64), colour: Colour, shapes: &mut Vec<Shape>) {
    let note = Some(format!("level {}: {}", node.level, node.text));
    if node.rows.is_empty() {
        shapes.push(Shape::Dot { x, y, radius: DOT / 2.0, fill: colour, note });
        return;
    }
    let (width, height) = box_of(node);
    let frame = |grown: f64, fill, note| Shape::Rectangle {
        x: x - width / 2.0 - grown,
        y: y - height / 2.0 - grown,
        width: width + 2.0 * grown,
        height: height + 2.0 * grown,
        fill,
        note,
    };
    shapes.push(frame(1.5, colour, note.clone()));
    shapes.push(frame(0.0, PAPER, note));
    for (row, content) in node.rows.iter().enumerate() {
        let base = y - height / 2.0 + 4.0 + (row as f64 + 0.8) * ROW;
        shapes.push(text(x, base, FONT, Anchor::Middle, INK, content));
    }
}

/// The number of each level and of its states, left of its row.
fn numbers(picture: &Picture, at: &[(f64, f64)], shapes: &mut Vec<Shape>) {
    for (level, nodes) in picture.levels().into_iter().enumerate() {
        let Some(&first) = nodes.first() else { continue };
        let states = plural(nodes.len() as u64, "state");
        let content = format!("{level}: {states}");
        shapes.push(text(MARGIN, at[first].1 + 4.0, 12.0, Anchor::Start, PALE_INK, &content));
    }
}

fn text(x: f64, y: f64, size: f64, anchor: Anchor, colour: Colour, content: &str) -> Shape {
    let weight = if size > 14.0 { Weight::Bold } else { Weight::Regular };
    Shape::Text(Text { x, y, size, anchor, weight, colour, content: content.to_owned() })
}

/// A colour between that of the first level and that of the last.
fn mixed(share: f64) -> Colour {
    let mix =
        |one: u8, other: u8| (f64::from(one) + (f64::from(other) - f64::from(one)) * share) as u8;
    Colour(mix(BARS.0, WARNING.0), mix(BARS.1, WARNING.1), mix(BARS.2, WARNING.2))
}
