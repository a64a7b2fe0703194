//! What is written above the diagrams: title, total, and the numbers people look for first, two
//! of which are keys to the marks in the diagrams.

use super::scene::{Anchor, Colour, Shape, Text};
use super::style::{INK, LEFT, MARKED, PALE_INK, WARNING, WIDTH};
use super::summary::Summary;
use crate::enumerable::Enumerable;
use crate::published::Reference;
use crate::render::enumerate::heading as title;
use crate::render::text::{grouped, plural};
use loyd_enumerate::Enumeration;
use std::fmt::Write;

/// Where the heading ends.
pub(crate) const BOTTOM: f64 = 158.0;

/// Title, total, and a column for each of the numbers.
pub(crate) fn heading<P: Enumerable>(
    enumeration: &Enumeration<P>,
    summary: Option<&Summary>,
    reference: Reference,
) -> Vec<Shape> {
    let mut shapes = vec![text((LEFT, 46.0), 22.0, true, INK, title(enumeration))];
    let differs = matches!(reference, Reference::Mismatch(_));
    let colour = if differs { WARNING } else { PALE_INK };
    shapes.push(text((LEFT, 72.0), 15.0, differs, colour, total(enumeration, reference)));
    let Some(summary) = summary else { return shapes };
    let columns = [LEFT, LEFT + 330.0, LEFT + 650.0];
    for (x, Number { name, value, detail, key }) in
        columns.into_iter().zip(numbers(enumeration, summary))
    {
        shapes.extend(key.shape(x));
        shapes.push(text((x + key.width(), 106.0), 13.0, false, PALE_INK, name));
        shapes.push(text((x, 130.0), 20.0, true, INK, value));
        shapes.push(text((x, 150.0), 13.0, false, PALE_INK, detail));
    }
    shapes
}

/// The total, whether that is all, and what came of the comparison.
pub(crate) fn total<P: Enumerable>(enumeration: &Enumeration<P>, reference: Reference) -> String {
    let states = plural(enumeration.total, "state");
    let all = if enumeration.complete { "all there are" } else { "not all there are" };
    let compared = reference.sentence().map_or_else(String::new, |text| format!("; {text}"));
    format!("{states}, {all}{compared}")
}

/// A number with its name.
struct Number {
    name: String,
    value: String,
    detail: String,
    key: Key,
}

/// How a number is marked in the diagrams.
enum Key {
    None,
    Bar,
    DashedLine,
}

impl Key {
    fn width(&self) -> f64 {
        if matches!(self, Self::None) { 0.0 } else { 18.0 }
    }

    fn shape(&self, x: f64) -> Option<Shape> {
        match self {
            Self::None => None,
            Self::Bar => Some(Shape::Rectangle {
                x,
                y: 95.0,
                width: 12.0,
                height: 12.0,
                fill: MARKED,
                note: None,
            }),
            Self::DashedLine => Some(Shape::Line {
                points: vec![(x + 6.0, 92.0), (x + 6.0, 110.0)],
                width: 1.5,
                colour: INK,
                dashed: true,
            }),
        }
    }
}

fn numbers<P: Enumerable>(enumeration: &Enumeration<P>, summary: &Summary) -> [Number; 3] {
    let last = enumeration.levels.len() - 1;
    let deepest = plural(enumeration.levels[last], "state");
    let so_far = if enumeration.complete { "" } else { " so far" };
    let several = summary.most_frequent.len() > 1;
    let (plural_s, each) = if several { ("s", " each") } else { ("", "") };
    let share = summary.largest as f64 / summary.total as f64 * 100.0;
    [
        Number {
            name: "radius".to_owned(),
            value: enumeration
                .radius
                .map_or_else(|| "not reached".to_owned(), |radius| radius.to_string()),
            detail: format!("{deepest} at depth {last}"),
            key: Key::None,
        },
        Number {
            name: format!("most frequent depth{plural_s}{so_far}"),
            value: summary.most_frequent(),
            detail: format!("{}{each}, {share:.1} %", plural(summary.largest, "state")),
            key: if summary.stands_out(summary.most_frequent[0]) { Key::Bar } else { Key::None },
        },
        Number {
            name: format!("mean depth{so_far}"),
            value: format!("{:.2}", summary.mean),
            detail: format!("standard deviation {:.2}", summary.deviation),
            key: Key::DashedLine,
        },
    ]
}

/// What the picture shows, for those who do not see it.
pub(crate) fn description<P: Enumerable>(
    enumeration: &Enumeration<P>,
    summary: Option<&Summary>,
    reference: Reference,
) -> String {
    let mut text = format!(
        "How many states are at each depth, on a linear and on a logarithmic axis. {}.",
        total(enumeration, reference)
    );
    if let Some(summary) = summary {
        for Number { name, value, detail, .. } in numbers(enumeration, summary) {
            let _ = write!(text, " {name}: {value} ({detail}).");
        }
    }
    let levels: Vec<String> = enumeration.levels.iter().map(|&states| grouped(states)).collect();
    text + " From depth 0: " + &levels.join("; ") + "."
}

fn text((x, y): (f64, f64), size: f64, bold: bool, colour: Colour, content: String) -> Shape {
    debug_assert!(x < WIDTH);
    Shape::Text(Text { x, y, size, anchor: Anchor::Start, bold, colour, content })
}
