//! A strip for each series: every value a mark on a common axis, the middle half in a box.

use super::marks::{SIZE, axis_name, line, mark, text, title};
use super::scale::Scale;
use super::sheet::Sheet;
use crate::palette::{GRID, INK, PALE_INK};
use crate::scene::{Anchor, Scene, Shape};
use crate::typeface::{Weight, room, wrap};

/// Values of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct Strip {
    /// Its number, from 0, which decides the mark.
    pub series: usize,
    /// Name beside the strip.
    pub name: String,
    /// Values in ascending order, each with its note.
    pub values: Vec<(f64, String)>,
}

/// An axis of measured values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Quantity, with its unit.
    pub name: String,
    /// True if it is logarithmic; values that are not above zero then have no place on it.
    pub logarithmic: bool,
    /// Text of a value.
    pub shown: fn(f64) -> String,
}

/// The heights of a strip, of a line of its name, and of the gap between two strips.
const STRIP: f64 = 30.0;
const LINE: f64 = 17.0;
const BETWEEN: f64 = 10.0;
const FOOT: f64 = 12.0;
/// The maximum number of marks in a strip: more cannot be distinguished. Of more values, every
/// second, third, … is drawn.
pub const MAX: usize = 400;

/// The places of the strips: their names beside them, or above where there is no room beside.
struct Rows {
    names: Vec<Vec<String>>,
    /// The left edge of the diagram.
    left: f64,
    above: bool,
}

impl Rows {
    fn of(strips: &[Strip], sheet: Sheet) -> Self {
        let above = sheet.is_narrow();
        let width = if above { sheet.room() } else { sheet.width / 2.0 - sheet.left - 12.0 };
        let names: Vec<Vec<String>> =
            strips.iter().map(|strip| wrap(&strip.name, SIZE, Weight::Regular, width)).collect();
        let widths = names.iter().flatten().map(|line| room(line, SIZE, Weight::Regular));
        let widest = widths.fold(0.0, f64::max);
        let left = if above { sheet.left } else { sheet.left + widest + 12.0 };
        Self { names, left, above }
    }

    fn height(&self, row: usize) -> f64 {
        let name = LINE * self.names[row].len() as f64;
        BETWEEN + if self.above { name + STRIP } else { name.max(STRIP) }
    }

    /// The middle of a strip that begins at `top`.
    fn middle(&self, row: usize, top: f64) -> f64 {
        let height = self.height(row);
        if self.above { top + height - BETWEEN / 2.0 - STRIP / 2.0 } else { top + height / 2.0 }
    }

    /// Upper and lower ends of the lines of the grid: one for the whole diagram, or, where names are
    /// above strips, one for each strip, so that no name is crossed out.
    fn grid(&self, top: f64, bottom: f64) -> Vec<(f64, f64)> {
        if !self.above {
            return vec![(top, bottom)];
        }
        let mut row_top = top;
        let mut ends = Vec::new();
        for row in 0..self.names.len() {
            let middle = self.middle(row, row_top);
            ends.push((middle - STRIP / 2.0, middle + STRIP / 2.0));
            row_top += self.height(row);
        }
        ends
    }

    fn name(&self, row: usize, top: f64) -> Vec<Shape> {
        let lines = &self.names[row];
        let (x, anchor, first) = if self.above {
            (self.left, Anchor::Start, top + BETWEEN / 2.0 + 0.75 * LINE)
        } else {
            let up = LINE * (lines.len() as f64 - 1.0) / 2.0;
            (self.left - 12.0, Anchor::End, self.middle(row, top) - up + 0.36 * SIZE)
        };
        let at = |number: usize| (x, first + LINE * number as f64);
        let lines = lines.iter().enumerate();
        lines.map(|(number, line)| text(at(number), SIZE, anchor, INK, line.clone())).collect()
    }
}

/// Draws strips one below the other, under a heading and a caption.
pub fn strips(heading: &str, what: &str, axis: &Axis, strips: &[Strip], sheet: Sheet) -> Scene {
    let rows = Rows::of(strips, sheet);
    let (mut shapes, end) = title(heading, what, sheet);
    let top = end + 14.0;
    let bottom = top + (0..strips.len()).map(|row| rows.height(row)).sum::<f64>();
    let values = || strips.iter().flat_map(|strip| strip.values.iter().map(|(value, _)| *value));
    let ends = (rows.left + 8.0, sheet.right - 16.0);
    let scale = if axis.logarithmic {
        Scale::logarithmic(values(), ends)
    } else {
        Scale::linear(values(), ends)
    };
    for tick in scale.ticks(if sheet.is_narrow() { 62.0 } else { 78.0 }) {
        let Some(x) = scale.at(tick) else { continue };
        let grid = rows.grid(top, bottom).into_iter();
        shapes.extend(grid.map(|(upper, lower)| line([(x, upper), (x, lower)], GRID)));
        shapes.push(line([(x, bottom), (x, bottom + 5.0)], PALE_INK));
        let at = (x, bottom + 20.0);
        // The first one does not leave a narrow sheet.
        let half = room(&(axis.shown)(tick), SIZE, Weight::Regular) / 2.0;
        let at = (at.0.clamp(half, sheet.width - half), at.1);
        shapes.push(text(at, SIZE, Anchor::Middle, INK, (axis.shown)(tick)));
    }
    shapes.push(line([(rows.left, bottom), (sheet.right, bottom)], PALE_INK));
    let (name, end) = axis_name(&axis.name, (rows.left, sheet.right), bottom + 40.0);
    shapes.extend(name);
    let mut y = top;
    for (row, strip) in strips.iter().enumerate() {
        shapes.extend(rows.name(row, y));
        shapes.extend(of_strip(strip, rows.middle(row, y), rows.left, &scale));
        y += rows.height(row);
    }
    Scene {
        width: sheet.width,
        height: end + FOOT,
        title: heading.to_owned(),
        description: format!(
            "{what} {}",
            strips.iter().map(|strip| describe(strip, axis)).collect::<Vec<_>>().join(" ")
        ),
        shapes,
    }
}

fn of_strip(strip: &Strip, y: f64, left: f64, scale: &Scale) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let quarter = |share: f64| {
        let place = share * (strip.values.len().checked_sub(1)?) as f64;
        scale.at(strip.values[place.round() as usize].0)
    };
    if let (Some(low), Some(middle), Some(high)) = (quarter(0.25), quarter(0.5), quarter(0.75)) {
        shapes.push(Shape::Rectangle {
            x: low - 1.0,
            y: y - 13.0,
            width: high - low + 2.0,
            height: 26.0,
            fill: GRID,
            note: None,
        });
        shapes.push(Shape::Line {
            points: vec![(middle, y - 13.0), (middle, y + 13.0)],
            width: 2.0,
            colour: INK,
            dashed: false,
        });
    }
    let every = strip.values.len().div_ceil(MAX).max(1);
    for (index, (value, note)) in strip.values.iter().enumerate().step_by(every) {
        // Off the middle by steps that do not repeat soon, so that equal values are seen.
        let shift = ((index * 7) % 13) as f64 - 6.0;
        if let Some(x) = scale.at(*value) {
            shapes.push(mark(strip.series, (x, y + shift * 1.4), 2.4, Some(note.clone())));
        }
    }
    if strip.values.is_empty() {
        let at = (left + 12.0, y + 0.36 * SIZE);
        shapes.push(text(at, SIZE, Anchor::Start, PALE_INK, "none solved".to_owned()));
    }
    shapes
}

fn describe(strip: &Strip, axis: &Axis) -> String {
    match (strip.values.first(), strip.values.get(strip.values.len() / 2), strip.values.last()) {
        (Some(first), Some(middle), Some(last)) => format!(
            "{}: {} to {}, median {}.",
            strip.name,
            (axis.shown)(first.0),
            (axis.shown)(last.0),
            (axis.shown)(middle.0)
        ),
        _ => format!("{}: none.", strip.name),
    }
}
