//! Two axes under a heading and a legend: the frame of diagrams of one quantity against another.

use super::marks::{SIZE, axis_name, legend, line, name_at_left, text, title};
use super::scale::Scale;
use super::sheet::Sheet;
use super::strips::Axis;
use crate::palette::{GRID, INK, PALE_INK};
use crate::scene::{Anchor, Scene, Shape};
use crate::typeface::{Weight, room};

const HEIGHT: f64 = 320.0;
const FOOT: f64 = 12.0;

/// A frame, to which the marks of a diagram are added.
pub(super) struct Plane {
    pub(super) shapes: Vec<Shape>,
    pub(super) across: Scale,
    pub(super) up: Scale,
    sheet: Sheet,
    end: f64,
}

impl Plane {
    /// The frame around values: the first axis below, the second on the left; `names` are those of the legend.
    pub(super) fn new(
        (heading, what): (&str, &str),
        axes: [&Axis; 2],
        names: &[(usize, String)],
        values: [&[f64]; 2],
        sheet: Sheet,
    ) -> Self {
        let (mut shapes, end) = title(heading, what, sheet);
        let (keys, below) = legend(names, sheet, end + 10.0);
        shapes.extend(keys);
        let (name, below) = name_at_left(&axes[1].name, sheet, below + 24.0);
        shapes.extend(name);
        let (top, bottom) = (below + 14.0, below + 14.0 + HEIGHT);
        let build = |axis: &Axis, values: &[f64], ends| {
            let values = values.iter().copied();
            if axis.logarithmic {
                Scale::logarithmic(values, ends)
            } else {
                Scale::linear(values, ends)
            }
        };
        let up = build(axes[1], values[1], (bottom - 6.0, top));
        let ticks = up.ticks(34.0);
        let widest = ticks.iter().map(|&tick| room(&(axes[1].shown)(tick), SIZE, Weight::Regular));
        let left = sheet.left + widest.fold(0.0, f64::max) + 8.0;
        let across = build(axes[0], values[0], (left + 12.0, sheet.right - 30.0));
        for tick in ticks {
            let Some(y) = up.at(tick) else { continue };
            shapes.push(line([(left, y), (sheet.right, y)], GRID));
            let at = (left - 8.0, y + 0.36 * SIZE);
            shapes.push(text(at, SIZE, Anchor::End, INK, (axes[1].shown)(tick)));
        }
        for tick in across.ticks(60.0) {
            let Some(x) = across.at(tick) else { continue };
            shapes.push(line([(x, bottom), (x, bottom + 5.0)], PALE_INK));
            let at = (x, bottom + 20.0);
            shapes.push(text(at, SIZE, Anchor::Middle, INK, (axes[0].shown)(tick)));
        }
        shapes.push(line([(left, bottom), (sheet.right, bottom)], PALE_INK));
        let (name, end) = axis_name(&axes[0].name, (left, sheet.right), bottom + 42.0);
        shapes.extend(name);
        Self { shapes, across, up, sheet, end }
    }

    /// The place of a point; `None` if a value is outside a logarithmic scale.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((self.across.at(x)?, self.up.at(y)?))
    }

    /// The picture, with its title and its contents in words.
    pub(super) fn scene(self, heading: &str, description: String) -> Scene {
        Scene {
            width: self.sheet.width,
            height: self.end + FOOT,
            title: heading.to_owned(),
            description,
            shapes: self.shapes,
        }
    }
}
