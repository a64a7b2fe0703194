//! Rubik's cubes as state spaces: states, turns, notation, perfect hashes, heuristics.
//!
//! A cube implements the contract of [`loyd_search::space`], so every search of [`loyd_search::search`] runs on
//! it. The [metric](Metric) is a type parameter: [`Half`] counts any turn of a face as one move,
//! [`Quarter`] only quarter turns.
//!
//! | module | contents |
//! |---|---|
//! | [`Face`], [`Corner`], [`Edge`], [`Turn`], [`Step`] | the parts of a cube, and its moves |
//! | [`Metric`] | the rules that count moves |
//! | [`parse_steps`], [`format_turns`] | Singmaster's notation |
//! | `only_moves` | lists of turns that a search may make |
//! | [`Stickers`] | the plain cube of any side, on which solutions are replayed |
//! | [`Scrambler`] | random cubes by seed |
//! | [`Cube`] | the contract of a packed state |
//! | [`CubeSpace`], [`CubePuzzle`] | the state space and the puzzle of any [`Cube`] |
//! | [`HeuristicSpec`], [`with_heuristic`] | heuristics by name |
//! | [`CoordinateDistance`], [`PatternDistance`] | heuristics from tables |
//! | [`cube2`] | the 2x2x2 cube |
//! | [`cube3`] | the 3x3x3 cube |
//!
//! # A worked example
//!
//! The stickers of a 2x2x2 cube, face by face in the order U R F D L B, solved in the fewest turns
//! and replayed on the plain cube:
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_search::search::ida_star;
//! use loyd_cube::cube2::{CoordinateDistance, Cube2, Cube2Space, parse_cube};
//! use loyd_cube::{Half, Stickers, format_turns, parse_steps};
//!
//! // A solved cube after these moves; any six letters would do for the colours.
//! let scramble = parse_steps("R U' F2 R' U // five turns", 2)?;
//! let scrambled = Stickers::solved(2).after(&scramble);
//! let cube = parse_cube(&scrambled.to_string())?;
//!
//! let space = Cube2Space::<Half>::new(Cube2::SOLVED);
//! let heuristic = CoordinateDistance::permutation(&space);
//! let report = ida_star::search(&space, &heuristic, &cube, &Limit::none(), &mut ());
//! let solution = report.outcome.path().expect("every cube can be solved");
//! assert_eq!(format_turns(solution), "U' R F2 U R'");
//!
//! assert!(scrambled.after(solution).is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod colours;
mod corner;
mod cube;
pub mod cube2;
pub mod cube3;
mod distance;
mod edge;
mod face;
mod heuristic_spec;
mod invalid;
mod maximum;
mod metric;
mod notation;
mod only_moves;
mod pattern;
mod puzzle;
mod random;
mod space;
mod stickers;
mod symmetry;
mod text;
mod turn;

pub use corner::Corner;
pub use cube::Cube;
pub use distance::{CoordinateDistance, MovingCoordinate};
pub use edge::Edge;
pub use face::Face;
pub use heuristic_spec::{
    HeuristicSpec, HeuristicVisitor, NamedHeuristic, UnknownHeuristic, with_heuristic,
};
pub use invalid::{InvalidCube, PieceFault};
pub use metric::{Half, Metric, MetricName, Quarter, UnknownMetric};
pub use notation::{MAX_STEPS, NotationError, Problem, format_turns, parse_steps};
pub use pattern::PatternDistance;
pub use puzzle::CubePuzzle;
pub use random::Scrambler;
pub use space::CubeSpace;
pub use stickers::Stickers;
pub use text::{InvalidText, parse_text};
pub use turn::{Amount, Layers, Step, Turn};
