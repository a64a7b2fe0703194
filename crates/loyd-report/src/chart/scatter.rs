//! Points of several series: one quantity against another.

use super::marks::{SIZE, axis_name, legend, line, mark, name_at_left, text, title};
use super::scale::Scale;
use super::sheet::Sheet;
use super::strips::Axis;
use crate::palette::{GRID, INK, PALE_INK};
use crate::scene::{Anchor, Scene};
use crate::typeface::{Weight, room};

/// Points of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its number, from 0, which decides the mark.
    pub number: usize,
    /// Name in the legend.
    pub name: String,
    /// Coordinates and note of each point.
    pub points: Vec<(f64, f64, String)>,
}

const HEIGHT: f64 = 320.0;
const FOOT: f64 = 12.0;
/// The maximum number of marks of a series: more cannot be distinguished. Of more points, every
/// second, third, … is drawn.
pub const MAX: usize = 500;

/// Draws points under a heading and a caption: the first axis below, the second on the left.
pub fn scatter(heading: &str, what: &str, axes: [&Axis; 2], all: &[Series], sheet: Sheet) -> Scene {
    let (mut shapes, end) = title(heading, what, sheet);
    let names: Vec<(usize, String)> =
        all.iter().map(|series| (series.number, series.name.clone())).collect();
    let (keys, below) = legend(&names, sheet, end + 10.0);
    shapes.extend(keys);
    let (name, below) = name_at_left(&axes[1].name, sheet, below + 24.0);
    shapes.extend(name);
    let (top, bottom) = (below + 14.0, below + 14.0 + HEIGHT);
    let points = || all.iter().flat_map(|series| series.points.iter());
    let build = |axis: &Axis, values: &mut dyn Iterator<Item = f64>, ends| {
        if axis.logarithmic {
            Scale::logarithmic(values, ends)
        } else {
            Scale::linear(values, ends)
        }
    };
    let up = build(axes[1], &mut points().map(|point| point.1), (bottom - 6.0, top));
    let ticks = up.ticks(34.0);
    let widest = ticks.iter().map(|&tick| room(&(axes[1].shown)(tick), SIZE, Weight::Regular));
    let left = sheet.left + widest.fold(0.0, f64::max) + 8.0;
    let across =
        build(axes[0], &mut points().map(|point| point.0), (left + 12.0, sheet.right - 16.0));
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
    for series in all {
        let every = series.points.len().div_ceil(MAX).max(1);
        for (x, y, note) in series.points.iter().step_by(every) {
            if let (Some(x), Some(y)) = (across.at(*x), up.at(*y)) {
                shapes.push(mark(series.number, (x, y), 3.0, Some(note.clone())));
            }
        }
    }
    let described =
        all.iter().map(|series| format!("{}: {} points.", series.name, series.points.len()));
    Scene {
        width: sheet.width,
        height: end + FOOT,
        title: heading.to_owned(),
        description: format!("{what} {}", described.collect::<Vec<_>>().join(" ")),
        shapes,
    }
}
