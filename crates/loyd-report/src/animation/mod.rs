//! Scenes in a row as a picture that moves.
//!
//! All scenes have the same shapes in the same order: a tile is the shape of the same number in each of them. Places
//! change gradually, colours at once.

#[cfg(feature = "png")]
mod gif;
mod html;
mod strip;
mod svg;
#[cfg(test)]
mod tests;

#[cfg(feature = "png")]
pub use gif::gif;
pub use html::html;
pub use strip::strip;
pub use svg::svg;

use crate::scene::{Scene, Shape};

/// Scenes in a row.
#[derive(Clone, Debug)]
pub struct Animation {
    /// The scenes, at least one, of the same size and with the same shapes in the same order.
    pub frames: Vec<Frame>,
    /// Seconds of a step.
    pub step: f64,
}

/// One scene of an animation.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The picture.
    pub scene: Scene,
    /// The step that leads to it; empty for the first one.
    pub caption: String,
}

/// Seconds for which the first and the last scene stay.
const REST: f64 = 1.5;

/// The part of a step in which shapes move.
const MOVING: f64 = 0.6;

impl Animation {
    /// The second at which the step to a frame begins.
    fn begin(&self, frame: usize) -> f64 {
        if frame == 0 { 0.0 } else { (frame - 1) as f64 * self.step + REST }
    }

    /// Seconds of the whole.
    fn seconds(&self) -> f64 {
        (self.frames.len() - 1) as f64 * self.step + 2.0 * REST
    }

    /// The shapes of one number in all frames.
    fn shapes(&self, number: usize) -> impl Iterator<Item = &Shape> {
        self.frames.iter().map(move |frame| &frame.scene.shapes[number])
    }
}

/// The place of a shape, if it can move.
fn place(shape: &Shape) -> Option<(f64, f64)> {
    match shape {
        Shape::Rectangle { x, y, .. } | Shape::Dot { x, y, .. } => Some((*x, *y)),
        Shape::Text(text) => Some((text.x, text.y)),
        Shape::Polygon { .. } | Shape::Line { .. } => None,
    }
}
