//! Text above the diagrams: title, total, and the numbers that readers look for first, two of which
//! are keys to the marks in the diagrams.

use super::Levels;
use super::summary::Summary;
use crate::chart::marks::text;
use crate::chart::sheet::Sheet;
use crate::numbers::{grouped, plural};
use crate::palette::{INK, MARKED, PALE_INK, WARNING};
use crate::scene::{Anchor, Colour, Shape, Text};
use crate::typeface::{Weight, room, wrap};
use std::fmt::Write;

/// The size of the names and remarks of numbers.
const SMALL: f64 = 13.0;
/// The size of numbers.
const LARGE: f64 = 20.0;

/// Title, total, and the numbers: the shapes and where they end.
pub(super) fn heading(
    levels: &Levels<'_>,
    summary: Option<&Summary>,
    sheet: Sheet,
) -> (Vec<Shape>, f64) {
    let mut below =
        Below { shapes: Vec::new(), y: if sheet.is_narrow() { 4.0 } else { 18.0 }, sheet };
    let (title, total_size) = if sheet.is_narrow() { (17.0, SMALL) } else { (22.0, 15.0) };
    below.paragraph(levels.title, title, Weight::Bold, INK);
    below.y += 6.0;
    let differs = levels.comparison.as_ref().is_some_and(|comparison| !comparison.agrees);
    let (weight, colour) =
        if differs { (Weight::Bold, WARNING) } else { (Weight::Regular, PALE_INK) };
    below.paragraph(&total(levels), total_size, weight, colour);
    if let Some(summary) = summary {
        let numbers = numbers(levels, summary);
        if sheet.is_narrow() { below.rows(&numbers) } else { below.columns(&numbers) }
    }
    (below.shapes, below.y + 8.0)
}

/// Shapes one below the other.
struct Below {
    shapes: Vec<Shape>,
    /// The lowest base line so far.
    y: f64,
    sheet: Sheet,
}

impl Below {
    fn paragraph(&mut self, content: &str, size: f64, weight: Weight, colour: Colour) {
        for content in wrap(content, size, weight, self.sheet.room()) {
            self.y += (size * 1.28).round();
            let (x, y, anchor) = (self.sheet.left, self.y, Anchor::Start);
            self.shapes.push(Shape::Text(Text { x, y, size, anchor, weight, colour, content }));
        }
    }

    /// The numbers beside each other.
    fn columns(&mut self, numbers: &[Number]) {
        let left = self.sheet.left;
        for (x, number) in [left, left + 330.0, left + 650.0].into_iter().zip(numbers) {
            self.small(number, x, self.y + 34.0);
            self.large(number, x, self.y + 58.0, LARGE);
            self.detail(number, x, self.y + 78.0);
        }
        self.y += 78.0;
    }

    /// A row for each number, its value beside the name.
    fn rows(&mut self, numbers: &[Number]) {
        let left = self.sheet.left;
        let width =
            |number: &Number| number.key.width() + room(&number.name, SMALL, Weight::Regular);
        let widest = numbers.iter().map(width).fold(0.0, f64::max);
        for number in numbers {
            self.small(number, left, self.y + 28.0);
            self.large(number, left + widest + 16.0, self.y + 28.0, 16.0);
            self.detail(number, left, self.y + 45.0);
            self.y += 45.0;
        }
    }

    fn small(&mut self, Number { name, key, .. }: &Number, x: f64, y: f64) {
        self.shapes.extend(key.shape(x, y));
        let at = (x + key.width(), y);
        self.shapes.push(text(at, SMALL, Anchor::Start, PALE_INK, name.clone()));
    }

    fn large(&mut self, number: &Number, x: f64, y: f64, size: f64) {
        let (anchor, weight, content) = (Anchor::Start, Weight::Bold, number.value.clone());
        self.shapes.push(Shape::Text(Text { x, y, size, anchor, weight, colour: INK, content }));
    }

    fn detail(&mut self, number: &Number, x: f64, y: f64) {
        let detail = number.detail.clone();
        self.shapes.push(text((x, y), SMALL, Anchor::Start, PALE_INK, detail));
    }
}

/// The total, whether that is all, and the outcome of the comparison.
fn total(levels: &Levels<'_>) -> String {
    let sum = levels.states.iter().copied().fold(0, u64::saturating_add);
    let states = plural(sum, "state");
    let all = if levels.complete { "all there are" } else { "not all there are" };
    let compared = levels.comparison.as_ref();
    let compared = compared.map_or_else(String::new, |its| format!("; {}", its.sentence));
    format!("{states}, {all}{compared}")
}

struct Number {
    name: String,
    value: String,
    detail: String,
    key: Key,
}

/// The mark of a number in the diagrams.
enum Key {
    None,
    Bar,
    DashedLine,
}

impl Key {
    fn width(&self) -> f64 {
        if matches!(self, Self::None) { 0.0 } else { 18.0 }
    }

    /// The mark at the left of a text on this base line.
    fn shape(&self, x: f64, y: f64) -> Option<Shape> {
        match self {
            Self::None => None,
            Self::Bar => Some(Shape::Rectangle {
                x,
                y: y - 11.0,
                width: 12.0,
                height: 12.0,
                fill: MARKED,
                note: None,
            }),
            Self::DashedLine => Some(Shape::Line {
                points: vec![(x + 6.0, y - 14.0), (x + 6.0, y + 4.0)],
                width: 1.5,
                colour: INK,
                dashed: true,
            }),
        }
    }
}

fn numbers(levels: &Levels<'_>, summary: &Summary) -> [Number; 3] {
    let last = levels.states.len() - 1;
    let deepest = plural(levels.states[last], "state");
    let so_far = if levels.complete { "" } else { " so far" };
    let several = summary.modes.len() > 1;
    let (plural_s, each) = if several { ("s", " each") } else { ("", "") };
    let share = summary.largest as f64 / summary.total as f64 * 100.0;
    [
        Number {
            name: "radius".to_owned(),
            value: if levels.complete { last.to_string() } else { "not reached".to_owned() },
            detail: format!("{deepest} at depth {last}"),
            key: Key::None,
        },
        Number {
            name: format!("most frequent depth{plural_s}{so_far}"),
            value: summary.modes(),
            detail: format!("{}{each}, {share:.1} %", plural(summary.largest, "state")),
            key: if summary.stands_out(summary.modes[0]) { Key::Bar } else { Key::None },
        },
        Number {
            name: format!("mean depth{so_far}"),
            value: format!("{:.2}", summary.mean),
            detail: format!("standard deviation {:.2}", summary.deviation),
            key: Key::DashedLine,
        },
    ]
}

/// The content of the picture in words.
pub(super) fn description(levels: &Levels<'_>, summary: Option<&Summary>) -> String {
    let mut text = format!(
        "How many states are at each depth, on a linear and on a logarithmic axis. {}.",
        total(levels)
    );
    if let Some(summary) = summary {
        for Number { name, value, detail, .. } in numbers(levels, summary) {
            let _ = write!(text, " {name}: {value} ({detail}).");
        }
    }
    let each: Vec<String> = levels.states.iter().map(|&states| grouped(states)).collect();
    text + " From depth 0: " + &each.join("; ") + "."
}
