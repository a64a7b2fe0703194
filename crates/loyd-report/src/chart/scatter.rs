//! Points of several series: one quantity against another.

use super::marks::mark;
use super::plane::Plane;
use super::sheet::Sheet;
use super::strips::Axis;
use crate::palette::PALE_INK;
use crate::scene::{Scene, Shape};

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

/// The maximum number of marks of a series: more cannot be distinguished. Of more points, every
/// second, third, … is drawn.
pub const MAX: usize = 500;

/// Draws points under a heading and a caption: the first axis below, the second on the left.
pub fn scatter(heading: &str, what: &str, axes: [&Axis; 2], all: &[Series], sheet: Sheet) -> Scene {
    let points = || all.iter().flat_map(|series| series.points.iter());
    let values = [points().map(|point| point.0).collect(), points().map(|point| point.1).collect()];
    on_plane((heading, what), axes, all, &values, sheet, false)
}

/// Draws points whose coordinates are values of the same quantity, on equal scales, with the diagonal on which both
/// are equal.
pub fn pairs(heading: &str, what: &str, axes: [&Axis; 2], all: &[Series], sheet: Sheet) -> Scene {
    let points = all.iter().flat_map(|series| series.points.iter());
    let values: Vec<f64> = points.flat_map(|point| [point.0, point.1]).collect();
    on_plane((heading, what), axes, all, &[values.clone(), values], sheet, true)
}

fn on_plane(
    (heading, what): (&str, &str),
    axes: [&Axis; 2],
    all: &[Series],
    values: &[Vec<f64>; 2],
    sheet: Sheet,
    diagonal: bool,
) -> Scene {
    let names: Vec<(usize, String)> =
        all.iter().map(|series| (series.number, series.name.clone())).collect();
    let mut plane = Plane::new((heading, what), axes, &names, [&values[0], &values[1]], sheet);
    if diagonal {
        let (near, far) = (plane.across.start(), plane.across.end());
        let points = vec![(near, plane.up.start()), (far, plane.up.end())];
        plane.shapes.push(Shape::Line { points, width: 1.0, colour: PALE_INK, dashed: true });
    }
    for series in all {
        let every = series.points.len().div_ceil(MAX).max(1);
        for (x, y, note) in series.points.iter().step_by(every) {
            if let Some(at) = plane.at((*x, *y)) {
                plane.shapes.push(mark(series.number, at, 3.0, Some(note.clone())));
            }
        }
    }
    let described =
        all.iter().map(|series| format!("{}: {} points.", series.name, series.points.len()));
    let described = described.collect::<Vec<_>>().join(" ");
    plane.scene(heading, format!("{what} {described}"))
}
