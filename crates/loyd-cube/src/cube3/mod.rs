//! The 3x3x3 cube.
//!
//! Centres are held fixed, so whole-cube rotations are no moves: 8! · 3^7 · 12! · 2^11 / 2 =
//! 43,252,003,274,489,856,000 states ([`STATES`]). Every value of [`Cube3`] is one of them.
//!
//! | file | idea |
//! |---|---|
//! | `cube` | the packed state: turns, product, inverse |
//! | `facelets` | stickers to states and back, and what is wrong with impossible ones |
//! | `colours` | text to colours |
//! | `invalid` | the error |
//! | `steps` | turns of any layers and rotations, as turns of faces |
//! | `coordinates` | permutations and orientations as numbers, and a number for every state |
//! | `symmetry` | rotations, reflections and inversion |
//! | `moving` | coordinates with a table of turns each |
//! | `distance` | heuristics: distances in one coordinate |
//! | `pattern` | heuristics: pattern databases of two coordinates, or of some edges |
//! | `registry`, `spec` | heuristics by name |
//! | `text` | positions as text: stickers or scrambles |
//! | `puzzle` | the [`loyd::puzzle::Puzzle`] for programs |
//! | `tables`, `building` | tables that can be kept between processes, built and read again |
//! | `optimal` | shortest solutions: large tables of distances to subgroups |
//! | `two_phase` | short solutions at once: the two-phase algorithm |
//! | `classes` | states up to symmetry, as exact keys of 64 bits |
//! | `space` | the [`loyd::space::StateSpace`] of a metric and a goal |
//! | `random` | uniform random states |

mod building;
mod classes;
mod colours;
mod coordinates;
mod cube;
mod distance;
mod facelets;
mod invalid;
mod moving;
mod optimal;
mod pattern;
mod puzzle;
mod random;
mod registry;
mod space;
mod spec;
mod steps;
mod symmetry;
mod tables;
mod text;
mod two_phase;

pub use building::{BuildError, BuildProgress, Building};
pub use classes::Classes;
pub use coordinates::{
    CORNER_ORIENTATIONS, CORNER_PERMUTATIONS, Coordinates, EDGE_ORIENTATIONS, EDGE_PERMUTATIONS,
    SLICES, corner_orientation, corner_permutation, edge_orientation, edge_permutation, slice,
    with_slice,
};
pub use cube::Cube3;
pub use distance::CoordinateDistance;
pub use facelets::parse_cube;
pub use invalid::{InvalidCube, PieceFault};
pub use moving::Coordinate;
pub use optimal::{Optimal, Rows, SubgroupDistance, SubgroupTable};
pub use pattern::{Edges, Pair, PatternDistance};
pub use puzzle::{ThreeByThree, Unnumbered};
pub use registry::{HeuristicName, HeuristicVisitor, with_heuristic};
pub use space::Cube3Space;
pub use spec::{HeuristicSpec, UnknownHeuristic};
pub use steps::{parse_turns, resolve};
pub use symmetry::Cube3Symmetry;
pub use tables::{KeptTable, TableAudit, TableFinding, TableKey, Tables};
pub use text::{InvalidText, parse_text};
pub use two_phase::{TwoPhase, TwoPhaseTables};

/// States of the corners alone: 8! · 3^7.
pub const CORNERS: u64 = 88_179_840;

/// States of the edges alone with the parity of their permutation given: 12!/2 · 2^11.
pub const EDGES: u64 = 490_497_638_400;

/// All states.
pub const STATES: u128 = CORNERS as u128 * EDGES as u128;
