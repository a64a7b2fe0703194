//! A chart of bars on a logarithmic axis: one value for each name.

use loyd_report::palette::{GRID, INK, PALE_INK};
use loyd_report::scene::{Anchor, Colour, Scene, Shape, Text};
use loyd_report::typeface::Weight;

/// A bar with its name, and its value as text.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) label: String,
    pub(crate) colour: Colour,
}

const WIDTH: f64 = 760.0;
/// The ends of the axis; labels of the longest bars are to the right of it.
const AXIS: (f64, f64) = (240.0, 660.0);
const TOP: f64 = 62.0;
const ROW: f64 = 24.0;
const SIZE: f64 = 13.0;

fn text(x: f64, y: f64, size: f64, anchor: Anchor, colour: Colour, content: &str) -> Shape {
    let weight = if size > SIZE { Weight::Bold } else { Weight::Regular };
    Shape::Text(Text { x, y, size, anchor, weight, colour, content: content.to_owned() })
}

/// Draws the bars one below the other. Each grid line has ten times the value of the one before.
pub(crate) fn bars(title: &str, caption: &str, bars: &[Bar]) -> Scene {
    let powers = |bar: &Bar| bar.value.log10();
    let first = bars.iter().map(powers).fold(f64::INFINITY, f64::min).floor() - 1.0;
    let last = bars.iter().map(powers).fold(f64::NEG_INFINITY, f64::max).ceil();
    let x = |power: f64| AXIS.0 + (AXIS.1 - AXIS.0) * (power - first) / (last - first);
    let bottom = TOP + ROW * bars.len() as f64;
    let mut shapes = vec![
        text(16.0, 24.0, 17.0, Anchor::Start, INK, title),
        text(16.0, 44.0, SIZE, Anchor::Start, PALE_INK, caption),
    ];
    let mut power = first;
    while power <= last {
        let points = vec![(x(power), TOP), (x(power), bottom)];
        shapes.push(Shape::Line { points, width: 1.0, colour: GRID, dashed: false });
        power += 1.0;
    }
    for (row, bar) in bars.iter().enumerate() {
        let y = TOP + ROW * row as f64;
        let (left, right) = (AXIS.0, x(powers(bar)));
        shapes.push(text(left - 10.0, y + 16.0, SIZE, Anchor::End, INK, &bar.name));
        let (width, height, fill) = (right - left, ROW - 8.0, bar.colour);
        shapes.push(Shape::Rectangle { x: left, y: y + 4.0, width, height, fill, note: None });
        shapes.push(text(right + 6.0, y + 16.0, SIZE, Anchor::Start, INK, &bar.label));
    }
    let values = bars.iter().map(|bar| format!("{}: {}.", bar.name, bar.label));
    Scene {
        width: WIDTH,
        height: bottom + 12.0,
        title: title.to_owned(),
        description: format!("{caption} {}", values.collect::<Vec<_>>().join(" ")),
        shapes,
    }
}
