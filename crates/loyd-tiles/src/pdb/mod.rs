//! Pattern databases: exact distances in an abstraction of the board, read as a heuristic.
//!
//! An *abstraction* keeps some tiles, the *pattern*, and forgets which of the others is which. A
//! move of a pattern tile costs 1, any other move nothing, so databases of disjoint patterns add
//! up to an admissible heuristic (Korf & Felner 2002).
//!
//! The abstraction here is *zero-aware*: of the blank it keeps the region of free cells that it
//! stands in, within which it can go anywhere without touching the pattern. Its values are never
//! below those of a standard table, which takes the least over all regions, and each move changes
//! exactly one pattern's value by exactly one: the sum is consistent. By that, one bit a state is
//! enough to follow the value from move to move ([`table`]).
//!
//! | file | what is in it |
//! |---|---|
//! | [`pattern`] | which tiles, on which board, towards which goal; what symmetry makes the same |
//! | [`layout`] | where a state of the abstraction has its place: occupied cells, region, order |
//! | [`table`] | one bit a state, and how to read distances from it |
//! | [`multi`] | the same for the multi-tile metric: other classes, maximum instead of sum |
//! | [`partition`] | disjoint patterns, and how people write them |
//! | [`catalogue`] | partitions that have a name |
//! | [`standard`] | tables as others have them: the least distance over all regions |
//! | [`build`] | how tables are made |
//! | [`audit`] | tables compared with what they must be, without the builder |
//! | [`additive`] | disjoint patterns added up, from several points of view: a heuristic |

pub mod additive;
pub mod audit;
pub mod build;
pub mod catalogue;
pub mod layout;
pub mod multi;
pub(crate) mod naive;
pub mod partition;
pub mod pattern;
pub mod standard;
pub mod table;

pub use additive::Additive;
pub use build::{BuildError, BuildProgress, Builder, Built};
pub use layout::Layout;
pub use partition::{Partition, PartitionError};
pub use pattern::{Pattern, PatternError};
pub use standard::StandardTable;
pub use table::Table;
