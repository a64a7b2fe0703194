//! Pictures of positions, as [scenes](loyd_report::scene): [`AnyTask::picture`](crate::erased::AnyTask::picture) draws
//! one, [`Path::animation`](crate::erased::Path::animation) the positions along moves.
//!
//! Pictures of one puzzle have the same shapes in the same order, as animations require.

use loyd_report::scene::{Colour, Scene, Shape};

/// Size and colours of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Pixels of the side of a tile or sticker.
    pub unit: f64,
    /// The colours.
    pub theme: Theme,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// For paper and bright pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

impl Theme {
    /// The colour behind everything.
    pub(crate) fn paper(self) -> Colour {
        match self {
            Self::Light => Colour(0xff, 0xff, 0xff),
            Self::Dark => Colour(0x16, 0x19, 0x1d),
        }
    }
}

/// A picture of a position in words, without shapes but the ground.
pub(crate) fn empty(
    width: f64,
    height: f64,
    theme: Theme,
    title: String,
    description: String,
) -> Scene {
    let fill = theme.paper();
    let ground = Shape::Rectangle { x: 0.0, y: 0.0, width, height, fill, note: None };
    Scene { width, height, title, description, shapes: vec![ground] }
}
