//! Pattern databases for the multi-tile metric, one bit a class of placements.
//!
//! A move slides any number of tiles of the blank's row or column, so it may move tiles of several
//! patterns at once: databases combine by their maximum, and each keeps the exact blank and counts
//! every move.
//!
//! *Classes.* Two slides in a row along the same line are one or none, so shortest solutions
//! alternate between rows and columns. All states that differ by a slide along the row of the
//! blank are one *row class*, and likewise *column classes*; a state is an edge between its row
//! class and its column class. A solution that begins along a row and has n moves is a walk of
//! n − 1 edges from the row class of the start to one of the two classes of the goal: to the row
//! class if its last move is along a row. All of this holds for an abstraction too, which keeps
//! the blank and some tiles and takes the others for equal.
//!
//! *One bit.* The classes are a bipartite graph, so the distance to *one* class of the goal
//! changes by exactly one from class to neighbouring class, and is even for classes along the same
//! axis as the target. Bit 1 of the distance thus tells whether it rose or fell. (The lesser of the
//! distances to both classes does not have this property: it may stay the same.)
//!
//! There are w · h placements for every w placements of row classes: a pattern of 8 tiles of 4x4
//! has 4.15e9 placements and 1.04e9 row classes, 124 MiB.
//!
//! | file | what is in it |
//! |---|---|
//! | [`frame`] | what a class is to a table: a line, and the tiles' positions along the board |
//! | [`places`] | where a placement of tiles has its bit |
//! | `rotation` | what sliding the blank along a column does to all placements at once |
//! | [`mod@build`] | all distances, level by level |
//! | `work` | pieces of it for several threads, until it is cancelled |
//! | [`audit`] | tables compared with what they must be, without the builder |
//! | [`table`] | the bits of a pattern, and how to read distances from them |
//! | [`views`] | several tables seen from several points of view: a heuristic |

pub mod audit;
pub mod build;
pub mod frame;
pub(crate) mod naive;
pub mod places;
mod rotation;
pub mod table;
pub mod views;
mod work;

pub use build::{BuildError, build, build_watched};
pub use frame::Axis;
pub use places::Places;
pub use table::Table;
pub use views::Views;
