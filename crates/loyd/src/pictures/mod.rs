//! Pictures of positions, as [scenes](loyd_report::scene) that make SVG, PNG and animations.
//!
//! | function | picture |
//! |---|---|
//! | [`picture`] | a position of any puzzle that has pictures |
//! | [`animation`] | the positions along moves |
//! | [`board`] | the tiles of a board, those in place green |
//! | [`cube`] | a cube seen from the front, the right and above, and its net |
//!
//! Pictures of one puzzle have the same shapes in the same order, as animations require.

mod board;
mod cube;

pub use board::board;
pub use cube::cube;

use crate::erased::{AnyTask, Path};
use crate::puzzles::PuzzleName;
use loyd_cube::cube2::TwoByTwo;
use loyd_cube::cube3::ThreeByThree;
use loyd_report::animation::{Animation, Frame};
use loyd_report::scene::{Colour, Scene, Shape};
use loyd_tiles::solver::Tiles;

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
    fn paper(self) -> Colour {
        match self {
            Self::Light => Colour(0xff, 0xff, 0xff),
            Self::Dark => Colour(0x16, 0x19, 0x1d),
        }
    }
}

/// A picture of a position; `None` for puzzles without pictures.
pub fn picture(task: &dyn AnyTask, style: &Style) -> Option<Scene> {
    match task.puzzle() {
        PuzzleName::Tiles => Some(board(task.typed::<Tiles>(), style)),
        PuzzleName::Cube2 => Some(cube(&task.typed::<TwoByTwo>().start.into(), style)),
        PuzzleName::Cube3 => Some(cube(&task.typed::<ThreeByThree>().start.into(), style)),
        #[allow(unreachable_patterns, reason = "a program may have no other puzzle")]
        _ => None,
    }
}

/// The positions along moves, each move in `step` seconds; `None` for puzzles without pictures.
pub fn animation(path: &Path, style: &Style, step: f64) -> Option<Animation> {
    let frame = |(caption, task): &(String, std::sync::Arc<dyn AnyTask>)| {
        Some(Frame { scene: picture(&**task, style)?, caption: caption.clone() })
    };
    let frames = path.steps.iter().map(frame).collect::<Option<_>>()?;
    Some(Animation { frames, step })
}

/// A picture of a position in words, without shapes but the ground.
fn empty(width: f64, height: f64, theme: Theme, title: String, description: String) -> Scene {
    let fill = theme.paper();
    let ground = Shape::Rectangle { x: 0.0, y: 0.0, width, height, fill, note: None };
    Scene { width, height, title, description, shapes: vec![ground] }
}
