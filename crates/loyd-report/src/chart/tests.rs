//! Layout of all charts: texts do not overlap.

use super::cactus::{Costs, cactus};
use super::multiples::{Axes, Histogram, histograms};
use super::scatter::{Series, pairs, scatter};
use super::strips::{Axis, Strip, strips};
use super::{Sheet, short, short_seconds};
use crate::scene::{Anchor, Scene, Shape, Text};
use crate::typeface::OTHER_FONTS;

pub(super) fn texts(scene: &Scene) -> Vec<&Text> {
    let shapes = scene.shapes.iter();
    shapes
        .filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
        .collect()
}

/// Left and right end of a text in the widest font.
fn widest(text: &Text) -> (f64, f64) {
    let (left, right) = text.extent();
    let more = (right - left) * (OTHER_FONTS - 1.0);
    match text.anchor {
        Anchor::Start => (left, right + more),
        Anchor::Middle => (left - more / 2.0, right + more / 2.0),
        Anchor::End => (left - more, right),
    }
}

/// In no font does a text overlap another or leave the picture.
pub(super) fn assert_readable(scene: &Scene) {
    let texts = texts(scene);
    for (index, text) in texts.iter().enumerate() {
        let (left, right) = widest(text);
        assert!(left >= -0.01 && right <= scene.width + 0.01, "{text:?}");
        assert!(text.y - text.size >= 0.0 && text.y < scene.height - 4.0, "{text:?}");
        for other in &texts[..index] {
            let (its_left, its_right) = widest(other);
            let beside = left >= its_right || right <= its_left;
            // An exponent is close to its ten.
            let apart = (text.y - other.y).abs() >= 0.9 * text.size.min(other.size);
            assert!(beside || apart, "{other:?}\n{text:?}");
        }
    }
}

const NAMES: [&str; 5] = [
    "astar, manhattan",
    "bfs",
    "idastar, max(walking-distance,linear-conflict,manhattan,hamming)",
    "wastar(1.5,ties=fifo), inverted-distance-with-a-name-that-no-line-of-a-narrow-sheet-can-hold",
    "greedy, hamming",
];
const SHEETS: [Sheet; 2] = [Sheet::WIDE, Sheet::NARROW];
const WHAT: &str = "Each mark is a board; the box holds the middle half, the line is the median.";

/// Values of some orders of magnitude, or none.
fn values(count: i32) -> Vec<f64> {
    (0..count).map(|number| 3e-6 * 10_f64.powf(f64::from(number) * 0.3)).collect()
}

fn axes() -> [Axis; 2] {
    let axis = |name: &str, logarithmic, shown| Axis { name: name.to_owned(), logarithmic, shown };
    [
        axis("length of the solution found: moves", false, short),
        axis("time of a search, on an axis with a long name, logarithmic", true, short_seconds),
    ]
}

#[test]
fn texts_of_strips_do_not_overlap() {
    for (sheet, axis, count) in cases() {
        let all: Vec<Strip> = (0..NAMES.len())
            .map(|series| {
                let values = values(count).into_iter().map(|value| (value, String::new()));
                Strip { series, name: NAMES[series].to_owned(), values: values.collect() }
            })
            .collect();
        assert_readable(&strips("100 random boards of 4x4: time", WHAT, &axis, &all, sheet));
    }
}

#[test]
fn texts_of_points_do_not_overlap() {
    for (sheet, axis, count) in cases() {
        let all: Vec<Series> = (0..NAMES.len())
            .map(|number| {
                let points = values(count).into_iter().rev().zip(values(count));
                let points = points.map(|(x, y)| (x, y, String::new())).collect();
                Series { number, name: NAMES[number].to_owned(), points }
            })
            .collect();
        for other in axes() {
            assert_readable(&scatter("4x4", WHAT, [&axis, &other], &all, sheet));
        }
        assert_readable(&pairs("4x4", WHAT, [&axis, &axis], &all, sheet));
    }
}

#[test]
fn texts_of_cactus_plots_do_not_overlap() {
    for (sheet, axis, count) in cases() {
        let of_series = |number| Costs {
            number,
            name: NAMES[number].to_owned(),
            values: values(count * number as i32 / 2),
        };
        let all: Vec<Costs> = (0..NAMES.len()).map(of_series).collect();
        let up = &axes()[0];
        assert_readable(&cactus(("4x4", WHAT), [&axis, up], 2 * count as usize, &all, sheet));
    }
}

/// On the diagonal both coordinates of a point are equal.
#[test]
fn equal_costs_are_on_the_diagonal_and_a_step_is_as_high_as_a_problem() {
    let [_, axis] = axes();
    let point = |value: f64| (value, value, String::new());
    let points = [0.002, 0.5, 40.0].map(point).to_vec();
    let all = [Series { number: 0, name: "astar".to_owned(), points }];
    let scene = pairs("3x3", WHAT, [&axis, &axis], &all, Sheet::WIDE);
    let diagonal = scene.shapes.iter().find_map(|shape| match shape {
        Shape::Line { points, dashed: true, .. } => Some((points[0], points[1])),
        _ => None,
    });
    let ((left, bottom), (right, top)) = diagonal.expect("a dashed line");
    let mut marks = 0;
    for shape in &scene.shapes {
        if let Shape::Dot { x, y, note: Some(_), .. } = shape {
            marks += 1;
            let expected = bottom + (top - bottom) * (x - left) / (right - left);
            assert!((y - expected).abs() < 1e-6, "{x} {y}");
        }
    }
    assert_eq!(marks, 3);
    let values = vec![0.002, 0.5, 40.0];
    let all = [Costs { number: 0, name: "astar".to_owned(), values }];
    let scene = cactus(("3x3", WHAT), [&axis, &axes()[0]], 10, &all, Sheet::WIDE);
    let steps = scene.shapes.iter().find_map(|shape| match shape {
        Shape::Line { points, width: 2.0, .. } => Some(points),
        _ => None,
    });
    let steps = steps.expect("a line of the series");
    let heights: Vec<f64> = steps.chunks(2).map(|step| step[0].1 - step[1].1).collect();
    assert_eq!(heights.len(), 3);
    assert!(heights.iter().all(|height| (height - heights[0]).abs() < 1e-6 && *height > 0.0));
}

#[test]
fn texts_of_histograms_do_not_overlap() {
    for (sheet, axis, count) in cases() {
        let all: Vec<Histogram> = (0..NAMES.len())
            .map(|series| {
                let counts = (0..i64::from(count)).map(|number| (number * 3 - 10, 1 << number));
                Histogram { series, name: NAMES[series].to_owned(), counts: counts.collect() }
            })
            .collect();
        let axes = Axes { across: &axis.name, noun: "board" };
        assert_readable(&histograms("4x4", WHAT, &axes, &all, sheet));
    }
}

fn cases() -> impl Iterator<Item = (Sheet, Axis, i32)> {
    let sheets = SHEETS.into_iter();
    let with_axes = sheets.flat_map(|sheet| axes().map(|axis| (sheet, axis)));
    with_axes.flat_map(|(sheet, axis)| [0, 1, 2, 33].map(|count| (sheet, axis.clone(), count)))
}
