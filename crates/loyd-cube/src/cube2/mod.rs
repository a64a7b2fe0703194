//! The 2x2x2 cube: states, heuristics and the puzzle for programs.
//!
//! Rotations of the whole cube are not moves: the corner DBL is held fixed, and the three faces
//! that do not touch it, U, R and F, are turned. Any turn of D, L or B equals one of these followed
//! by a rotation ([`resolve`]). That leaves 7! · 3^6 = 3,674,160 states ([`STATES`]): the seven
//! other corners in any order, each in one of three orientations, where the last orientation
//! follows from the others. Every value of [`Cube2`] is one of them.
//!
//! | file | contents |
//! |---|---|
//! | `cube` | the packed state: turns, product, inverse |
//! | `facelets` | stickers to states and back, and the faults of impossible ones |
//! | `colours` | text to colours, and pairs of opposite colours |
//! | `steps` | turns of all faces and rotations, as turns of U, R and F |
//! | `ranking` | the numbering of all states |
//! | `coordinates` | permutation and orientation, with a table of turns and the distances of each |
//! | `successors` | turns on the ranks of states |
//! | `symmetry` | rotations and reflections |
//! | `classes` | states up to symmetry, as keys |
//! | `pattern` | heuristics: pattern databases of some corners, or of all |
//! | `registry` | heuristics by name |
//! | `puzzle` | the [`Cube`](crate::Cube), and so the space and the puzzle |

mod classes;
mod colours;
mod coordinates;
mod cube;
mod facelets;
mod pattern;
mod puzzle;
mod ranking;
mod registry;
mod steps;
mod successors;
mod symmetry;

pub use crate::{
    HeuristicVisitor, InvalidCube, InvalidText, PieceFault, UnknownHeuristic, with_heuristic,
};
pub use coordinates::{CoordinateDistance, Coordinates, TurnTables};
pub use cube::Cube2;
pub use facelets::parse_cube;
pub use pattern::{Corners, PatternDistance, Whole};
pub use puzzle::{Cube2Space, TwoByTwo};
pub use ranking::Cube2Ranking;
pub use registry::HeuristicName;
pub use steps::{parse_turns, resolve};
pub use symmetry::Cube2Symmetry;

/// One heuristic of the 2x2x2 cube, or the maximum of several.
pub type HeuristicSpec = crate::HeuristicSpec<HeuristicName>;

/// Number of permutations of the seven movable corners: 7!.
pub const PERMUTATIONS: usize = 5040;

/// Number of orientations of the seven movable corners: 3^6.
pub const ORIENTATIONS: usize = 729;

/// Number of states.
pub const STATES: u64 = (PERMUTATIONS * ORIENTATIONS) as u64;
