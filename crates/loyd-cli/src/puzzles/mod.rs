//! The puzzles beside tiles on the command line.

mod cube2;
mod cube3;
mod cube_drawing;
mod published;
