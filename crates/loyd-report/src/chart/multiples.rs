//! Histograms of whole numbers, one below the other with the same axes.

use super::marks::{SIZE, axis_name, line, name_at_left, text, title};
use super::scale::{Scale, short};
use super::sheet::Sheet;
use crate::numbers::plural;
use crate::palette::{GRID, INK, PALE_INK, of_series};
use crate::scene::{Anchor, Scene, Shape};
use std::collections::BTreeMap;

/// The frequency of each number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// Its number, from 0, which decides the colour.
    pub series: usize,
    /// Name above the histogram.
    pub name: String,
    /// Occurrences by number.
    pub counts: BTreeMap<i64, u64>,
}

const PANEL: f64 = 110.0;
/// From the axis of one histogram to the caption of the next.
const BETWEEN: f64 = 28.0;
const FOOT: f64 = 12.0;

/// Names of the axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes<'a> {
    /// Quantity along the horizontal axis, with its unit.
    pub across: &'a str,
    /// Singular of the counted things; the axis on the left has its plural.
    pub noun: &'a str,
}

/// Draws histograms under a heading and a caption, each with both axes named.
pub fn histograms(
    heading: &str,
    what: &str,
    axes: &Axes<'_>,
    all: &[Histogram],
    sheet: Sheet,
) -> Scene {
    let (mut shapes, mut top) = title(heading, what, sheet);
    top += 14.0;
    let left = sheet.left + 44.0;
    let numbers = all.iter().flat_map(|one| one.counts.keys().map(|&number| number as f64));
    let across = Scale::linear(numbers.chain([0.0]), (left + 14.0, sheet.right - 14.0));
    let unit = across.at(1.0).zip(across.at(0.0)).map_or(4.0, |(one, zero)| (one - zero).abs());
    let max_count = all.iter().flat_map(|one| one.counts.values().copied()).max().unwrap_or(1);
    for one in all {
        let (caption, below) = name_at_left(&one.name, sheet, top + 14.0);
        shapes.extend(caption);
        let counted = format!("number of {}s", axes.noun);
        shapes.push(text((sheet.left, below + 18.0), SIZE, Anchor::Start, PALE_INK, counted));
        let above = below + 30.0;
        let bottom = above + PANEL;
        let up = Scale::linear([0.0, max_count as f64].into_iter(), (bottom, above));
        for tick in up.ticks(36.0).into_iter().filter(|tick| tick.fract() == 0.0) {
            let Some(y) = up.at(tick) else { continue };
            shapes.push(line([(left, y), (sheet.right, y)], GRID));
            let at = (left - 8.0, y + 0.36 * SIZE);
            shapes.push(text(at, SIZE, Anchor::End, INK, short(tick)));
        }
        let width = (unit * 0.8).clamp(2.0, 26.0);
        for (&number, &count) in &one.counts {
            let (Some(x), Some(y)) = (across.at(number as f64), up.at(count as f64)) else {
                continue;
            };
            shapes.push(Shape::Rectangle {
                x: x - width / 2.0,
                y,
                width,
                height: bottom - y,
                fill: of_series(one.series),
                note: Some(format!("{number}: {}", plural(count, axes.noun))),
            });
        }
        shapes.push(line([(left, bottom), (sheet.right, bottom)], PALE_INK));
        for tick in across.ticks(56.0) {
            let Some(x) = across.at(tick) else { continue };
            shapes.push(line([(x, bottom), (x, bottom + 5.0)], PALE_INK));
            shapes.push(text((x, bottom + 20.0), SIZE, Anchor::Middle, INK, short(tick)));
        }
        let (name, end) = axis_name(axes.across, (left, sheet.right), bottom + 40.0);
        shapes.extend(name);
        top = end + BETWEEN;
    }
    Scene {
        width: sheet.width,
        height: top - BETWEEN + FOOT,
        title: heading.to_owned(),
        description: what.to_owned(),
        shapes,
    }
}
