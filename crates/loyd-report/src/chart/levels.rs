//! The histogram of levels: a heading, bars on a linear axis, and the same levels on a
//! logarithmic one, where the small ones can be seen.

mod axis;
mod heading;
mod panel;
mod summary;

use super::sheet::Sheet;
use crate::scene::Scene;
use heading::{description, heading};
use panel::{Frame, linear, logarithmic};
use summary::Summary;

/// The levels of an enumeration.
#[derive(Clone, PartialEq, Debug)]
pub struct Levels<'a> {
    /// Name of the enumerated space.
    pub title: &'a str,
    /// States at depth 0, 1, 2, ….
    pub states: &'a [u64],
    /// True if these are all states; the last depth then is the radius.
    pub complete: bool,
    /// Comparison with other counts, if there was one.
    pub comparison: Option<Comparison>,
}

/// Outcome of a comparison with other counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The outcome in words, without a capital letter and a full stop.
    pub sentence: String,
    /// True if the counts are equal; if not, the sentence stands out.
    pub agrees: bool,
}

/// Between the heading and the first diagram, for its caption.
const CAPTION: f64 = 44.0;
const LINEAR_HEIGHT: f64 = 250.0;
/// From the axis of one diagram to the top of the next.
const BETWEEN: f64 = 76.0;
const LOGARITHMIC_HEIGHT: f64 = 170.0;
/// Below the last axis.
const FOOT: f64 = 58.0;

/// Draws how many states are at each depth.
pub fn levels(levels: &Levels<'_>, sheet: Sheet) -> Scene {
    let summary = Summary::of(levels.states);
    let (mut shapes, end) = heading(levels, summary.as_ref(), sheet);
    let mut height = end + FOOT;
    if let Some(summary) = &summary {
        let place = (end + CAPTION, LINEAR_HEIGHT);
        let frame = Frame::new(levels.states, summary.largest, sheet, place);
        shapes.extend(linear(&frame, levels.states, summary));
        let frame = frame.moved(frame.bottom() + BETWEEN, LOGARITHMIC_HEIGHT);
        shapes.extend(logarithmic(&frame, levels.states, summary));
        height = frame.bottom() + FOOT;
    }
    Scene {
        width: sheet.width,
        height,
        title: levels.title.to_owned(),
        description: description(levels, summary.as_ref()),
        shapes,
    }
}

#[cfg(test)]
mod tests;
