//! Histograms of whole numbers, one below the other on a common axis.

use super::marks::{SIZE, colour, line, text, title};
use super::scale::{Scale, short};
use super::scene::{Anchor, Scene, Shape};
use super::style::{GRID, INK, LEFT, PALE_INK, RIGHT, WIDTH};
use crate::render::text::plural;
use std::collections::BTreeMap;

/// How often each number occurs.
pub(crate) struct Histogram {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) counts: BTreeMap<i64, u64>,
}

const PANEL: f64 = 110.0;
const BETWEEN: f64 = 34.0;
const TOP: f64 = 62.0;
const FOOT: f64 = 54.0;

/// The picture; `axis` is what the numbers are, and `noun` what is counted: the axis on the left has
/// its plural.
pub(crate) fn histograms(
    heading: &str,
    what: &str,
    axis: &str,
    noun: &str,
    all: &[Histogram],
) -> Scene {
    let mut shapes = title(heading, what, LEFT).to_vec();
    let left = LEFT + 44.0;
    let numbers = all.iter().flat_map(|one| one.counts.keys().map(|&number| number as f64));
    let across = Scale::linear(numbers.chain([0.0]), (left + 14.0, RIGHT - 14.0));
    let unit = across.at(1.0).zip(across.at(0.0)).map_or(4.0, |(one, zero)| (one - zero).abs());
    let most = all.iter().flat_map(|one| one.counts.values().copied()).max().unwrap_or(1);
    let mut top = TOP;
    for one in all {
        let caption = top + SIZE;
        let above = caption + 10.0;
        let bottom = above + PANEL;
        shapes.push(text((left, caption), 14.0, Anchor::Start, INK, one.name.clone()));
        let counted = text((left - 8.0, caption), SIZE, Anchor::End, INK, format!("{noun}s"));
        shapes.push(counted);
        let up = Scale::linear([0.0, most as f64].into_iter(), (bottom, above));
        for tick in up.ticks(36.0) {
            let Some(y) = up.at(tick) else { continue };
            shapes.push(line([(left, y), (RIGHT, y)], GRID));
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
                fill: colour(one.series),
                note: Some(format!("{number}: {}", plural(count, noun))),
            });
        }
        shapes.push(line([(left, bottom), (RIGHT, bottom)], PALE_INK));
        top = bottom + BETWEEN;
    }
    let bottom = top - BETWEEN;
    for tick in across.ticks(56.0) {
        let Some(x) = across.at(tick) else { continue };
        shapes.push(line([(x, bottom), (x, bottom + 5.0)], PALE_INK));
        shapes.push(text((x, bottom + 20.0), SIZE, Anchor::Middle, INK, short(tick)));
    }
    let middle = f64::midpoint(left, RIGHT);
    shapes.push(text((middle, bottom + 42.0), 14.0, Anchor::Middle, INK, axis.to_owned()));
    Scene {
        width: WIDTH,
        height: bottom + FOOT,
        title: heading.to_owned(),
        description: what.to_owned(),
        shapes,
    }
}
