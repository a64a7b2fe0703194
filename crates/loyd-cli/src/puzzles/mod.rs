//! The puzzles beside tiles on the command line: a file or folder each.

mod cube2;
mod cube3;
mod cube_drawing;
pub(crate) mod cube_states;
mod published;
mod scrambles;
mod twisty;
