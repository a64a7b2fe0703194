//! The two diagrams: levels on a linear and on a logarithmic axis, above the same depths.

use super::axis::{Linear, Logarithmic, depth_ticks};
use super::summary::Summary;
use crate::chart::marks::{SIZE, line, text};
use crate::chart::scale::short;
use crate::chart::sheet::Sheet;
use crate::numbers::{grouped, plural};
use crate::palette::{BARS, GRID, INK, MARKED, PALE_INK};
use crate::scene::{Anchor, Colour, Shape};
use crate::typeface::{Weight, room};

/// Between an axis and its labels.
const GAP: f64 = 8.0;

/// The place of a diagram.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    sheet: Sheet,
    left: f64,
    top: f64,
    height: f64,
    /// The width of a depth.
    slot: f64,
    depths: usize,
}

impl Frame {
    /// A diagram below `top` of some height; on its left, room for numbers up to `largest`.
    pub(super) fn new(
        levels: &[u64],
        largest: u64,
        sheet: Sheet,
        (top, height): (f64, f64),
    ) -> Self {
        let ticks = Linear::new(largest, 0.0, 1.0).ticks().into_iter();
        let widest = ticks.map(|states| width(&label(states, sheet))).fold(0.0, f64::max);
        // The logarithmic axis has room for 10 to the power of 19.
        let widest = widest.max(width("1000"));
        let left = sheet.left + widest + GAP;
        let depths = levels.len().max(1);
        Self { sheet, left, top, height, slot: (sheet.right - left) / depths as f64, depths }
    }

    /// A diagram with the same depths elsewhere.
    pub(super) fn moved(self, top: f64, height: f64) -> Self {
        Self { top, height, ..self }
    }

    /// The coordinate of its lower axis.
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn at(&self, depth: f64) -> f64 {
        self.left + (depth + 0.5) * self.slot
    }

    /// The title; the lower axis with its depths; the mean depth.
    fn furniture(&self, caption: &str, summary: &Summary) -> Vec<Shape> {
        let bottom = self.bottom();
        let at = (self.sheet.left, self.top - 20.0);
        let mut shapes = vec![
            text(at, 14.0, Anchor::Start, INK, caption.to_owned()),
            line([(self.left, bottom), (self.sheet.right, bottom)], PALE_INK),
        ];
        let last = self.depths - 1;
        // Two digits of space between numbers.
        let room = width(&format!("{last}00"));
        for depth in depth_ticks(last, (room / self.slot).ceil() as usize) {
            let x = self.at(depth as f64);
            shapes.push(line([(x, bottom), (x, bottom + 5.0)], PALE_INK));
            // The last one does not leave a narrow sheet.
            let at = (x.min(self.sheet.width - width(&depth.to_string()) / 2.0), bottom + 20.0);
            shapes.push(text(at, SIZE, Anchor::Middle, INK, depth.to_string()));
        }
        let x = self.at(summary.mean);
        shapes.push(Shape::Line {
            points: vec![(x, self.top - 8.0), (x, bottom)],
            width: 1.5,
            colour: INK,
            dashed: true,
        });
        shapes
    }

    /// A line across, and its number on the left.
    fn rule(&self, y: f64) -> Shape {
        line([(self.left, y), (self.sheet.right, y)], GRID)
    }
}

/// Bars on a linear axis.
pub(super) fn linear(frame: &Frame, levels: &[u64], summary: &Summary) -> Vec<Shape> {
    let scale = Linear::new(summary.largest, frame.bottom(), frame.top);
    let mut shapes = Vec::new();
    for states in scale.ticks() {
        let y = scale.at(states);
        shapes.push(frame.rule(y));
        let at = (frame.left - GAP, y + 0.36 * SIZE);
        shapes.push(text(at, SIZE, Anchor::End, INK, label(states, frame.sheet)));
    }
    // Beyond some width a bar is a wall.
    let width = (frame.slot * 0.82).min(56.0);
    for (depth, &states) in levels.iter().enumerate() {
        let y = scale.at(states);
        shapes.push(Shape::Rectangle {
            x: frame.at(depth as f64) - width / 2.0,
            y,
            width,
            height: frame.bottom() - y,
            fill: colour(depth, summary),
            note: Some(note(depth, states)),
        });
    }
    shapes.extend(frame.furniture("states at each depth", summary));
    shapes
}

/// Dots on a logarithmic axis: there is no zero for bars to stand on.
pub(super) fn logarithmic(frame: &Frame, levels: &[u64], summary: &Summary) -> Vec<Shape> {
    // Off the lower axis, so that a level of one state is seen.
    let scale = Logarithmic::new(summary.largest, frame.bottom() - 10.0, frame.top);
    let mut shapes = Vec::new();
    let ticks = scale.ticks(18.0);
    // Powers as such where the numbers are too long to be read.
    let longest = if frame.sheet.is_narrow() { 3 } else { 6 };
    let powers = ticks.last().is_some_and(|&last| last > longest);
    for exponent in ticks {
        let Some(y) = scale.at(10_u64.pow(exponent)) else { continue };
        shapes.push(frame.rule(y));
        shapes.extend(power_of_ten(exponent, powers, (frame.left - GAP, y + 0.36 * SIZE)));
    }
    let radius = (frame.slot * 0.3).clamp(1.0, 4.0);
    let mut points = Vec::new();
    let mut dots = Vec::new();
    for (depth, &states) in levels.iter().enumerate() {
        let Some(y) = scale.at(states) else { continue };
        let x = frame.at(depth as f64);
        points.push((x, y));
        let (fill, note) = (colour(depth, summary), Some(note(depth, states)));
        dots.push(Shape::Dot { x, y, radius, fill, note });
    }
    if points.len() > 1 {
        shapes.push(Shape::Line { points, width: 1.0, colour: BARS, dashed: false });
    }
    shapes.extend(frame.furniture("the same on a logarithmic axis", summary));
    shapes.extend(dots);
    let at = (f64::midpoint(frame.left, frame.sheet.right), frame.bottom() + 42.0);
    let name = "depth: moves from the start".to_owned();
    shapes.push(text(at, 14.0, Anchor::Middle, INK, name));
    shapes
}

/// `1,000` or `10³`, the exponent as a separate text.
fn power_of_ten(exponent: u32, as_power: bool, (x, y): (f64, f64)) -> Vec<Shape> {
    if !as_power {
        return vec![text((x, y), SIZE, Anchor::End, INK, grouped(10_u64.pow(exponent)))];
    }
    let right = x - room("00", SMALL, Weight::Regular);
    vec![
        text((right, y), SIZE, Anchor::End, INK, "10".to_owned()),
        text((right + 1.0, y - 5.0), SMALL, Anchor::Start, INK, exponent.to_string()),
    ]
}

/// The size of exponents.
const SMALL: f64 = 10.0;

fn colour(depth: usize, summary: &Summary) -> Colour {
    if summary.stands_out(depth) { MARKED } else { BARS }
}

fn note(depth: usize, states: u64) -> String {
    format!("depth {depth}: {}", plural(states, "state"))
}

/// A number of states on an axis, short where there is little room.
fn label(states: u64, sheet: Sheet) -> String {
    if sheet.is_narrow() && states >= 10_000 { short(states as f64) } else { grouped(states) }
}

/// The width of a label of the axes.
fn width(content: &str) -> f64 {
    room(content, SIZE, Weight::Regular)
}
