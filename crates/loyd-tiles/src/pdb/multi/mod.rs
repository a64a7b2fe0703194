//! Pattern databases for the multi-tile metric, one bit per class of placements.
//!
//! A move slides any number of tiles of the blank's row or column, so it may move tiles of several
//! patterns at once. Databases are therefore combined by their maximum, and each keeps the exact
//! cell of the blank and counts every move.
//!
//! *Classes.* Two consecutive slides along the same line combine into one or none, so optimal
//! solutions alternate between rows and columns. All states that differ by a slide along the row of
//! the blank form one *row class*, and likewise for *column classes*; a state is an edge between
//! its row class and its column class. A solution of n moves that begins along a row is a walk of n
//! − 1 edges from the row class of the start to one of the two classes of the goal: to the row
//! class if its last move is along a row. All of this also holds for an abstraction that keeps the
//! blank and some tiles and makes the others indistinguishable.
//!
//! *One bit.* The classes form a bipartite graph, so the distance to *one* class of the goal
//! changes by exactly one from class to neighbouring class, and is even for classes along the same
//! axis as the target. Bit 1 of the distance therefore tells whether it rose or fell. (The smaller
//! of the distances to both classes does not have this property: it may stay the same.)
//!
//! A row class has w placements as members: a pattern of 8 tiles of 4x4 has 4.15e9 placements and
//! 1.04e9 row classes, 124 MiB.
//!
//! | file | idea |
//! |---|---|
//! | [`frame`] | a class as the table sees it: a line, and the tiles' positions along the board |
//! | [`places`] | the index of a placement's bit |
//! | `rotation` | the effect of sliding the blank along a column on all placements at once |
//! | [`mod@build`] | all distances, level by level |
//! | `work` | distribution of work over threads, with cancellation |
//! | [`audit`] | verification of tables, independent of the builder |
//! | [`table`] | the bits of a pattern, and how distances are read from them |
//! | [`views`] | several tables from several views: a heuristic |

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
