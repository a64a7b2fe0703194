//! A strip for each series: every value a mark on a common axis, the middle half in a box.

use super::marks::{SIZE, line, mark, text, title};
use super::scale::Scale;
use super::scene::{Anchor, Scene, Shape, text_width};
use super::style::{GRID, INK, LEFT, PALE_INK, RIGHT, WIDTH};

/// A series of values with what each is of.
pub(crate) struct Strip {
    /// Its number among all series, which decides the mark.
    pub(crate) series: usize,
    pub(crate) name: String,
    /// In ascending order.
    pub(crate) values: Vec<(f64, String)>,
}

/// How values are shown on an axis.
pub(crate) struct Axis {
    /// With its unit.
    pub(crate) name: String,
    pub(crate) logarithmic: bool,
    pub(crate) shown: fn(f64) -> String,
}

const ROW: f64 = 40.0;
const TOP: f64 = 62.0;
const FOOT: f64 = 52.0;
/// More marks than this in a strip cannot be told apart.
const MOST: usize = 400;

/// The picture.
pub(crate) fn strips(heading: &str, what: &str, axis: &Axis, strips: &[Strip]) -> Scene {
    let widest = strips.iter().map(|strip| text_width(&strip.name, SIZE)).fold(0.0, f64::max);
    let left = (LEFT + widest + 12.0).min(WIDTH / 2.0);
    let bottom = TOP + ROW * strips.len() as f64;
    let values = || strips.iter().flat_map(|strip| strip.values.iter().map(|(value, _)| *value));
    let ends = (left + 8.0, RIGHT - 16.0);
    let scale = if axis.logarithmic {
        Scale::logarithmic(values(), ends)
    } else {
        Scale::linear(values(), ends)
    };
    let mut shapes = title(heading, what, LEFT).to_vec();
    for tick in scale.ticks(78.0) {
        let Some(x) = scale.at(tick) else { continue };
        shapes.push(line([(x, TOP), (x, bottom)], GRID));
        let at = (x, bottom + 18.0);
        shapes.push(text(at, SIZE, Anchor::Middle, INK, (axis.shown)(tick)));
    }
    shapes.push(line([(left, bottom), (RIGHT, bottom)], PALE_INK));
    let middle = f64::midpoint(left, RIGHT);
    shapes.push(text((middle, bottom + 40.0), 14.0, Anchor::Middle, INK, axis.name.clone()));
    for (row, strip) in strips.iter().enumerate() {
        shapes.extend(of_strip(strip, TOP + ROW * (row as f64 + 0.5), left, &scale));
    }
    Scene {
        width: WIDTH,
        height: bottom + FOOT,
        title: heading.to_owned(),
        description: format!(
            "{what} {}",
            strips.iter().map(|strip| describe(strip, axis)).collect::<Vec<_>>().join(" ")
        ),
        shapes,
    }
}

fn of_strip(strip: &Strip, y: f64, left: f64, scale: &Scale) -> Vec<Shape> {
    let at = (left - 12.0, y + 0.36 * SIZE);
    let mut shapes = vec![text(at, SIZE, Anchor::End, INK, strip.name.clone())];
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
    let every = strip.values.len().div_ceil(MOST).max(1);
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

/// A strip in words.
fn describe(strip: &Strip, axis: &Axis) -> String {
    match (strip.values.first(), strip.values.get(strip.values.len() / 2), strip.values.last()) {
        (Some(least), Some(middle), Some(most)) => format!(
            "{}: {} to {}, median {}.",
            strip.name,
            (axis.shown)(least.0),
            (axis.shown)(most.0),
            (axis.shown)(middle.0)
        ),
        _ => format!("{}: none.", strip.name),
    }
}
