//! Cactus plot: the number of problems that each series solves within a limit, a line for each series.

use super::marks::mark;
use super::plane::Plane;
use super::sheet::Sheet;
use super::strips::Axis;
use crate::palette::{COLOURS, of_series};
use crate::scene::{Scene, Shape};

/// The costs at which a series solves its problems.
#[derive(Clone, PartialEq, Debug)]
pub struct Costs {
    /// Its number, from 0, which decides the colour.
    pub number: usize,
    /// Name in the legend.
    pub name: String,
    /// The costs in ascending order, one for each solved problem.
    pub values: Vec<f64>,
}

/// Draws the solved problems (the second axis, from 0 to `problems`) against the cost.
pub fn cactus(
    (heading, what): (&str, &str),
    axes: [&Axis; 2],
    problems: usize,
    all: &[Costs],
    sheet: Sheet,
) -> Scene {
    let names: Vec<(usize, String)> =
        all.iter().map(|series| (series.number, series.name.clone())).collect();
    let values: Vec<f64> = all.iter().flat_map(|series| series.values.iter().copied()).collect();
    let ends = [0.0, problems as f64];
    let mut plane = Plane::new((heading, what), axes, &names, [&values, &ends], sheet);
    for series in all {
        let steps = steps(&series.values).filter_map(|point| plane.at(point));
        let points: Vec<(f64, f64)> = steps.collect();
        let Some(&last) = points.last() else { continue };
        let colour = of_series(series.number);
        let dashed = series.number / COLOURS % 2 == 1;
        plane.shapes.push(Shape::Line { points, width: 2.0, colour, dashed });
        plane.shapes.push(mark(series.number, last, 5.0, None));
    }
    let described = all.iter().map(|series| match (series.values.first(), series.values.last()) {
        (Some(first), Some(last)) => format!(
            "{}: {} of {problems}, the first at {}, the last at {}.",
            series.name,
            series.values.len(),
            (axes[0].shown)(*first),
            (axes[0].shown)(*last)
        ),
        _ => format!("{}: none of {problems}.", series.name),
    });
    let described = described.collect::<Vec<_>>().join(" ");
    plane.scene(heading, format!("{what} {described}"))
}

/// The corners of a staircase: at each cost one problem more is solved.
fn steps(values: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    let steps = values.iter().enumerate();
    steps.flat_map(|(below, &value)| [(value, below as f64), (value, below as f64 + 1.0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cost_is_a_step_of_one() {
        let corners: Vec<_> = steps(&[2.0, 5.0]).collect();
        assert_eq!(corners, [(2.0, 0.0), (2.0, 1.0), (5.0, 1.0), (5.0, 2.0)]);
        assert_eq!(steps(&[]).count(), 0);
    }
}
