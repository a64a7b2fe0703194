//! Twisty puzzles from definition files as state spaces.
//!
//! A [definition](Definition) lists orbits of pieces, a solved pattern, and the effect of each move on
//! the pieces. Two public forms are read: the JSON of the library cubing.js (`KPuzzle`) and the text
//! form of the program ksolve. Each definition is a puzzle of [`loyd_search`]: it can be solved by
//! every search, enumerated, audited and scrambled.
//!
//! A state is a pattern: pieces with the same number are identical, and orientations that the
//! definition identifies are the same. A move is a power of a named move, in the [half-turn or
//! quarter-turn metric](MetricName).
//!
//! | module | contents |
//! |---|---|
//! | `json`, `json_path`, `ksolve`, `words`, `source` | the two forms, as they are written |
//! | `definition`, `check`, `orbit`, `transformation`, `derived` | the checked definition; errors in `error` |
//! | `catalogue`, `families`, `model` | definitions by name; a definition with values computed once |
//! | `turn`, `notation`, `pattern`, `position`, `invalid` | moves and positions as text; plain moves |
//! | `metric`, `letters`, `code`, `exclusion`, `space` | the moves of a metric, the state space |
//! | `reach`, `random` | by a stabiliser chain ([`loyd_search::group`]): solvability, uniform positions |
//! | `coordinate`, `ranking`, `holes` | parts of a state, and ranks made of them |
//! | `spec`, `parts`, `heuristic` | heuristics by name; pattern databases of orbits |
//! | `patterns` | larger pattern databases, chosen by measurement |
//! | `quotient`, `subset` | goals that leave pieces free; puzzles with some moves of another |
//! | `cubes` | the 4x4x4 and the 5x5x5 cube, derived from the solid |
//! | `stickers` | positions of N x N x N cubes as stickers |
//! | `phases` | random states of large puzzles, solved in phases |
//! | `puzzle`, `engine` | all of this as a [`Puzzle`](loyd_search::puzzle::Puzzle), and its engines |
//!
//! # A worked example
//!
//! Three pieces in a ring: they move around, or the first two change places.
//!
//! ```
//! use loyd_search::puzzle::Puzzle;
//! use loyd_search::solver::{Plan, Settings};
//! use loyd_twisty::{Twisty, learn};
//!
//! let ring = learn("
//!     Name Ring
//!     Set PIECES 3 1
//!     Move C  PIECES 3 1 2  End
//!     Move S  PIECES 2 1 3  End
//! ")?;
//! let start = Twisty::parse("C S C", Some(ring.id()))?;
//! let goal = Twisty::goal(None, &start)?;
//! let engine = Plan::<Twisty>::new(&goal, &Settings::default())?.prepare()?;
//! let report = engine.solve(&start, 1, &loyd_search::observe::Limit::none(), &mut |_| ());
//! let path = report.outcome.path().expect("moves lead back");
//! assert_eq!(Twisty::format_moves(path), "S");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod check;
mod code;
mod coordinate;
mod cubes;
mod definition;
mod derived;
mod engine;
mod error;
mod exclusion;
mod families;
mod heuristic;
mod holes;
mod invalid;
mod json;
mod json_path;
mod ksolve;
mod letters;
mod metric;
mod model;
mod notation;
mod orbit;
mod parts;
mod pattern;
mod patterns;
mod phases;
mod position;
mod puzzle;
mod quotient;
mod random;
mod ranking;
mod reach;
mod source;
mod space;
mod spec;
mod stickers;
mod subset;
mod transformation;
mod turn;
mod words;

pub use catalogue::{BUILT_IN, NAMED, built_in_text, by_name, find, learn, with_moves};
pub use code::Code;
pub use definition::{Definition, Generator};
pub use error::{
    DefinitionError, MAX_BYTES, MAX_LETTERS, MAX_MOVES, MAX_NAME, MAX_ORIENTATIONS, MAX_PIECE,
    MAX_POINTS, MAX_SLOTS, Place,
};
pub use exclusion::Turns;
pub use heuristic::OrbitDistances;
pub use invalid::InvalidPosition;
pub use metric::{MetricName, UnknownMetric};
pub use model::Model;
pub use notation::{MAX_TURNS, NotationError, format_turns, parse_turns};
pub use orbit::{Orbit, Slot};
pub use parts::{MAX_TABLES, NoHeuristic};
pub use pattern::is_scramble;
pub use patterns::{
    LAYOUT, PatternError, PatternKey, PatternTables, Patterns, Request, StoredPatterns,
};
pub use phases::PHASES;
pub use position::Position;
pub use puzzle::Twisty;
pub use random::Scrambler;
pub use ranking::StateRanking;
pub use space::TwistySpace;
pub use spec::{HeuristicName, HeuristicSpec, PATTERNS, UnknownHeuristic};
pub use transformation::Transformation;
pub use turn::Turn;
