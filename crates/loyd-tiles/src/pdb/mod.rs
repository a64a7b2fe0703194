//! Pattern databases: exact distances in an abstraction of the board, read as a heuristic.
//!
//! An *abstraction* keeps some tiles, the *pattern*, and makes the others indistinguishable. A move
//! of a pattern tile costs 1 and any other move nothing, so databases of disjoint patterns add up
//! to an admissible heuristic (Korf & Felner 2002).
//!
//! The abstraction here is *zero-aware*: of the blank it keeps the region of free cells in which
//! the blank can move without moving a pattern tile. Its values are never below those of a standard
//! table, which takes the minimum over all regions, and each move changes exactly one pattern's
//! value by exactly one, so the sum is consistent. Therefore one bit per state is enough to follow
//! the value from move to move ([`table`]).
//!
//! | file | idea |
//! |---|---|
//! | [`pattern`] | the tiles of an abstraction, its board and goal, and its canonical form under symmetry |
//! | [`layout`] | the index of a state of the abstraction: occupied cells, region, order |
//! | [`table`] | one bit per state, and how distances are read from it |
//! | [`multi`] | the same for the multi-tile metric: other classes, maximum instead of sum |
//! | [`partition`] | disjoint patterns, and their written forms |
//! | [`catalogue`] | partitions with names |
//! | [`standard`] | conventional tables: the least distance over all regions |
//! | [`encoding`] | the encodings of tables by name |
//! | [`build`] | construction of tables |
//! | [`audit`] | verification of tables, independent of the builder |
//! | [`additive`] | sums over disjoint patterns, from several views: a heuristic |

pub mod additive;
pub mod audit;
pub mod build;
pub mod catalogue;
pub mod encoding;
pub mod layout;
pub mod multi;
pub(crate) mod naive;
pub mod partition;
pub mod pattern;
pub mod standard;
pub mod table;

pub use additive::{Additive, AdditiveTable};
pub use build::{BuildError, BuildProgress, Builder, Built};
pub use encoding::{Encoding, PatternTable};
pub use layout::Layout;
pub use partition::{Partition, PartitionError};
pub use pattern::{Pattern, PatternError, Scientific};
pub use standard::StandardTable;
pub use table::Table;
