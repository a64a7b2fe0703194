//! Animations as a page with buttons, which needs nothing else.

use super::svg::fill;
use super::{Animation, place};
use crate::scene::Colour;
use crate::svg::{Escaped, Paint, animated};
use serde_json::{Value, json};

/// An animation as a page on which every step can be chosen.
pub fn html(animation: &Animation) -> String {
    let first = &animation.frames[0].scene;
    let shapes: Vec<Value> =
        (0..first.shapes.len()).map(|number| shape(animation, number)).collect();
    let captions: Vec<&str> = animation.frames.iter().map(|frame| frame.caption.as_str()).collect();
    let data = json!({ "shapes": shapes, "captions": captions, "step": animation.step });
    // A closing tag in a caption must not end the script.
    let data = data.to_string().replace('<', "\\u003c");
    include_str!("page.html")
        .replace("@title@", &Escaped(&first.title).to_string())
        .replace("@last@", &(animation.frames.len() - 1).to_string())
        .replace("@picture@", &animated(first, |_| String::new()))
        .replace("@data@", &data)
}

/// The places and colours of a shape by frame, each `null` if it does not change.
fn shape(animation: &Animation, number: usize) -> Value {
    let places: Option<Vec<(f64, f64)>> = animation.shapes(number).map(place).collect();
    let places = places.filter(|places| places.iter().any(|place| *place != places[0]));
    let fills: Option<Vec<Colour>> = animation.shapes(number).map(fill).collect();
    let fills = fills.filter(|fills| fills.iter().any(|fill| *fill != fills[0]));
    let moved = places.map(|places| {
        let (x, y) = places[0];
        places.iter().map(|place| json!([place.0 - x, place.1 - y])).collect::<Value>()
    });
    let fills =
        fills.map(|fills| fills.into_iter().map(|fill| Paint::Fixed.of(fill)).collect::<Value>());
    json!([moved, fills])
}
