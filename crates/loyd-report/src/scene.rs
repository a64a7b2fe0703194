//! A picture as a list of shapes, independent of file formats.
//!
//! Coordinates are pixels of a screen, x to the right and y down from the top left corner. Later
//! shapes cover earlier ones; the background is white.

use crate::typeface::Weight;
use std::fmt::Write;

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Title for readers who do not see the picture.
    pub title: String,
    /// Content in words, for the same readers.
    pub description: String,
    /// Shapes from back to front.
    pub shapes: Vec<Shape>,
}

/// Something drawn. Some viewers show the note when the pointer is on the shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A filled rectangle.
    Rectangle {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width, not negative.
        width: f64,
        /// Height, not negative.
        height: f64,
        /// Colour of the area.
        fill: Colour,
        /// Explanation.
        note: Option<String>,
    },
    /// A filled circle.
    Dot {
        /// Centre.
        x: f64,
        /// Centre.
        y: f64,
        /// Radius, not negative.
        radius: f64,
        /// Colour of the area.
        fill: Colour,
        /// Explanation.
        note: Option<String>,
    },
    /// A filled area between points.
    Polygon {
        /// Corners in order; the last is joined to the first.
        points: Vec<(f64, f64)>,
        /// Colour of the area.
        fill: Colour,
        /// Explanation.
        note: Option<String>,
    },
    /// A line through points.
    Line {
        /// Points in order.
        points: Vec<(f64, f64)>,
        /// Width of the stroke.
        width: f64,
        /// Colour of the stroke.
        colour: Colour,
        /// Dashes of five pixels instead of one stroke.
        dashed: bool,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text on one base line.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Position of the anchor.
    pub x: f64,
    /// Position of the base line.
    pub y: f64,
    /// Font size.
    pub size: f64,
    /// Part of the text that is at `x`.
    pub anchor: Anchor,
    /// Weight of the font.
    pub weight: Weight,
    /// Colour of the letters.
    pub colour: Colour,
    /// The text itself; line breaks have no effect.
    pub content: String,
}

/// Part of a text that is at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// Red, green and blue, each from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Scene {
    /// Pictures one below the other under the title of all.
    pub fn stacked(title: String, scenes: impl IntoIterator<Item = Self>) -> Self {
        let (width, height, shapes) = (0.0, 0.0, Vec::new());
        let mut all = Self { width, height, title, description: String::new(), shapes };
        for scene in scenes {
            let by = (0.0, all.height);
            all.width = all.width.max(scene.width);
            all.height += scene.height;
            let before = if all.description.is_empty() { "" } else { " " };
            let _ = write!(all.description, "{before}{}: {}", scene.title, scene.description);
            all.shapes.extend(scene.shapes.into_iter().map(|shape| shape.moved(by)));
        }
        all
    }
}

impl Shape {
    /// The shape at another place.
    #[must_use]
    pub fn moved(mut self, by: (f64, f64)) -> Self {
        match &mut self {
            Self::Rectangle { x, y, .. } | Self::Dot { x, y, .. } => {
                (*x, *y) = (*x + by.0, *y + by.1);
            }
            Self::Text(text) => (text.x, text.y) = (text.x + by.0, text.y + by.1),
            Self::Polygon { points, .. } | Self::Line { points, .. } => {
                for point in points {
                    *point = (point.0 + by.0, point.1 + by.1);
                }
            }
        }
        self
    }
}

impl Text {
    /// Left and right end in the font of the pictures.
    pub fn extent(&self) -> (f64, f64) {
        let width = crate::typeface::text_width(&self.content, self.size, self.weight);
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        (left, left + width)
    }
}
