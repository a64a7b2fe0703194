//! Animations as SVG, by the elements of SMIL, which every browser plays.

use super::{Animation, MOVING, place};
use crate::scene::{Colour, Shape};
use crate::svg::{Number, Paint, animated};
use std::fmt::Write;

/// An animation as one file that needs nothing else. It begins again at its end.
pub fn svg(animation: &Animation) -> String {
    animated(&animation.frames[0].scene, |number| elements(animation, number))
}

/// The changes of one shape.
fn elements(animation: &Animation, number: usize) -> String {
    let mut text = String::new();
    let places: Option<Vec<(f64, f64)>> = animation.shapes(number).map(place).collect();
    if let Some(places) = places {
        let (x, y) = match animation.frames[0].scene.shapes[number] {
            Shape::Dot { .. } => ("cx", "cy"),
            _ => ("x", "y"),
        };
        let xs: Vec<f64> = places.iter().map(|place| place.0).collect();
        let ys: Vec<f64> = places.iter().map(|place| place.1).collect();
        text += &gradual(animation, x, &xs);
        text += &gradual(animation, y, &ys);
    }
    let fills: Option<Vec<Colour>> = animation.shapes(number).map(fill).collect();
    text + &fills.map(|fills| sudden(animation, &fills)).unwrap_or_default()
}

/// The colour of an area or a text.
pub(super) fn fill(shape: &Shape) -> Option<Colour> {
    match shape {
        Shape::Rectangle { fill, .. } | Shape::Dot { fill, .. } | Shape::Polygon { fill, .. } => {
            Some(*fill)
        }
        Shape::Text(text) => Some(text.colour),
        Shape::Line { .. } => None,
    }
}

/// A coordinate that moves from each value to the next.
fn gradual(animation: &Animation, name: &str, values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|&value| Number(value).to_string()).collect();
    let mut keys = vec![(0.0, values[0].clone())];
    for (frame, pair) in values.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        let begin = animation.begin(frame + 1);
        let end = begin + MOVING * animation.step;
        keys.extend([(begin, pair[0].clone()), (end, pair[1].clone())]);
    }
    element(animation, name, "linear", keys)
}

/// A colour that changes when the shapes have moved.
fn sudden(animation: &Animation, values: &[Colour]) -> String {
    let mut keys = vec![(0.0, Paint::Fixed.of(values[0]))];
    for (frame, pair) in values.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        let time = animation.begin(frame + 1) + MOVING * animation.step;
        keys.push((time, Paint::Fixed.of(pair[1])));
    }
    element(animation, "fill", "discrete", keys)
}

/// The element of one attribute; nothing if it has a single value.
fn element(animation: &Animation, name: &str, mode: &str, mut keys: Vec<(f64, String)>) -> String {
    let mut text = String::new();
    let [.., last] = &keys[..] else { return text };
    if keys.len() == 1 {
        return text;
    }
    if mode == "linear" {
        keys.push((animation.seconds(), last.1.clone()));
    }
    let seconds = animation.seconds();
    let times: Vec<String> = keys.iter().map(|key| format!("{:.5}", key.0 / seconds)).collect();
    let values: Vec<&str> = keys.iter().map(|key| key.1.as_str()).collect();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "<animate attributeName=\"{name}\" calcMode=\"{mode}\" dur=\"{}s\" \
         repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
        Number(seconds),
        times.join(";"),
        values.join(";")
    );
    text
}
