//! The 3x3x3 cube.
//!
//! Centres are fixed, so whole-cube rotations are not moves: 8! · 3^7 · 12! · 2^11 / 2 =
//! 43,252,003,274,489,856,000 states ([`STATES`]). Every value of [`Cube3`] is one of them.
//!
//! | file | contents |
//! |---|---|
//! | `cube` | the packed state: turns, product, inverse |
//! | `facelets` | stickers to states and back, and the faults of impossible ones |
//! | `free_stickers` | goals that leave stickers free, as pieces |
//! | `colours` | text to colours |
//! | `steps` | turns of any layers and rotations, as turns of faces |
//! | `coordinates` | permutations and orientations as numbers, and a number for every state |
//! | `symmetry` | rotations, reflections and inversion |
//! | `moving` | coordinates with a table of turns and the distances of each |
//! | `pattern` | heuristics: pattern databases of two coordinates, or of some edges |
//! | `registry`, `spec` | heuristics by name |
//! | `puzzle` | the [`Cube`](crate::Cube), and so the space and the puzzle; the choice of engines |
//! | `tables`, `building` | tables that a cache can store: built, read and audited |
//! | `optimal` | shortest solutions: large tables of distances to subgroups |
//! | `two_phase` | short solutions at once: the two-phase algorithm |
//! | `classes` | states up to symmetry, as exact keys of 64 bits |

mod building;
mod classes;
mod colours;
mod coordinates;
mod cube;
mod facelets;
mod free_stickers;
mod moving;
mod optimal;
mod pattern;
mod puzzle;
mod registry;
mod spec;
mod steps;
mod symmetry;
mod tables;
mod two_phase;

pub use crate::{
    HeuristicVisitor, InvalidCube, InvalidText, PieceFault, UnknownHeuristic, with_heuristic,
};
pub use building::{BuildError, BuildProgress, Building};
pub use classes::Classes;
pub use coordinates::{
    CORNER_ORIENTATIONS, CORNER_PERMUTATIONS, Coordinates, EDGE_ORIENTATIONS, EDGE_PERMUTATIONS,
    SLICES, corner_orientation, corner_permutation, edge_orientation, edge_permutation, slice,
    with_slice,
};
pub use cube::Cube3;
pub use facelets::parse_cube;
pub use free_stickers::{
    GoalPlace, OrientedPieces, PieceGoal, parse_goal_with_free_stickers, pieces,
};
pub use moving::{Coordinate, CoordinateDistance};
pub use optimal::{Optimal, Rows, SubgroupDistance, SubgroupTable};
pub use pattern::{Edges, Pair, PatternDistance};
pub use puzzle::{Cube3Space, ThreeByThree, Unnumbered};
pub use registry::HeuristicName;
pub use steps::{parse_turns, resolve};
pub use symmetry::Cube3Symmetry;
pub use tables::{
    CachedTable, PatternName, PatternTable, TableAudit, TableFinding, TableKey, Tables,
};
pub use two_phase::{TWO_PHASE, TwoPhase, TwoPhaseTables};

/// One heuristic of the 3x3x3 cube, or the maximum of several.
pub type HeuristicSpec = crate::HeuristicSpec<HeuristicName>;

/// States of the corners alone: 8! · 3^7.
pub const CORNERS: u64 = 88_179_840;

/// States of the edges alone with the parity of their permutation given: 12!/2 · 2^11.
pub const EDGES: u64 = 490_497_638_400;

/// All states.
pub const STATES: u128 = CORNERS as u128 * EDGES as u128;
