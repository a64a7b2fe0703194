//! The scenes of an animation side by side, for paper.

use super::Animation;
use crate::palette::PALE_INK;
use crate::scene::{Anchor, Scene, Shape, Text};
use crate::typeface::Weight;

/// The space around each scene.
const GAP: f64 = 16.0;

/// The font size of captions, and the height of their line.
const SIZE: f64 = 13.0;
const LINE: f64 = 18.0;

/// The scenes in rows of at most `width` pixels, with their captions and numbers.
pub fn strip(animation: &Animation, width: f64) -> Scene {
    let first = &animation.frames[0].scene;
    let (wide, high) = (first.width + GAP, first.height + LINE + GAP);
    let columns = ((width - GAP) / wide).max(1.0) as usize;
    let columns = columns.min(animation.frames.len());
    let rows = animation.frames.len().div_ceil(columns);
    let (width, height) = (GAP + columns as f64 * wide, GAP + rows as f64 * high);
    // The ground of the scenes is that of the strip.
    let mut shapes = Vec::new();
    if let Some(Shape::Rectangle { fill, .. }) = first.shapes.first() {
        let (fill, note) = (*fill, None);
        shapes.push(Shape::Rectangle { x: 0.0, y: 0.0, width, height, fill, note });
    }
    for (number, frame) in animation.frames.iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        let place = (GAP + column as f64 * wide, GAP + row as f64 * high);
        shapes.extend(frame.scene.shapes.iter().cloned().map(|shape| shape.moved(place)));
        let content =
            if number == 0 { String::new() } else { format!("{number}. {}", frame.caption) };
        shapes.push(Shape::Text(Text {
            x: place.0 + first.width / 2.0,
            y: place.1 + first.height + SIZE,
            size: SIZE,
            anchor: Anchor::Middle,
            weight: Weight::Regular,
            colour: PALE_INK,
            content,
        }));
    }
    Scene {
        width,
        height,
        title: first.title.clone(),
        description: first.description.clone(),
        shapes,
    }
}
