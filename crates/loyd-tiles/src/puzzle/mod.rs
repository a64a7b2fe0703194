//! Sliding-tile puzzles of any size.
//!
//! A board is W columns x H rows; cells are numbered from 0 in reading order; one cell is blank
//! (tile 0). In the *single-tile* metric a move slides one tile into the blank; in the
//! *multi-tile* metric it slides one or more tiles of the blank's row or column.
//!
//! | file | idea |
//! |---|---|
//! | `size` | width and height |
//! | `position` | a validated board of any size, plain and slow: the board that people type and see |
//! | `admitted` | goals that admit several boards: with free tiles, or the nearest of several goals |
//! | `notation` | text to positions and moves, and back |
//! | `moves`, `metric` | directions, slides, and which slides count as one move |
//! | `board` | compact boards: 64-bit nibbles, bytes, 16-bit tiles |
//! | `words` | boards of any shape in one word of 64 or 128 bits; packed forms |
//! | `space` | the [`loyd_search::space::StateSpace`] for a board type and a metric |
//! | `quotient`, `placements` | the state space of such a goal; ranks of the cells of some tiles |
//! | `solvability` | parity, and the reason why a goal cannot be reached |
//! | `ranking`, `symmetry`, `random` | numbering, reflections, uniform random boards |

mod admitted;
mod board;
pub(crate) mod code;
mod metric;
mod moves;
mod notation;
mod packed;
mod placements;
mod position;
mod quotient;
mod random;
mod ranking;
mod size;
mod solvability;
mod space;
mod symmetry;
mod words;

pub use board::{Board, Bytes, Nibbles, Wide};
pub use metric::{Metric, MetricName, Multi, Single};
pub use moves::{Direction, Slid, Slide, Slides, TileMove};
pub use notation::{
    Goal, NotationError, format_moves, parse_goal, parse_moves, parse_position, parse_size,
};
pub use packed::{Packed64, Packed128};
pub use placements::Placements;
pub(crate) use placements::Places;
pub use position::{IllegalSlide, InvalidBoard, Position};
pub use quotient::{Quotient, QuotientRanking};
pub use random::{Scrambler, random_position};
pub use ranking::BoardRanking;
pub use size::Size;
pub use solvability::{solvable, solvable_states};
pub use space::Sliding;
pub(crate) use symmetry::cell_maps;
pub use symmetry::{BoardSymmetry, distinct_cells};
pub use words::{Word64, Word128};
