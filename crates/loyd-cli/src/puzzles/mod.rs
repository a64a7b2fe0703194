//! The puzzles on the command line: a file or folder each, those of tiles in [`tiles`](crate::tiles).

pub(crate) mod cube2;
pub(crate) mod cube3;
mod cube_drawing;
mod cube_texts;
mod published;
pub(crate) mod twisty;
