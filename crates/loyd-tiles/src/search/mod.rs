//! Searches specific to tile boards: fast kernels, and searches that exist only for tiles.
//!
//! | module | idea |
//! |---|---|
//! | `slack` | IDA* on boards in 64 bits |
//! | [`additive`] | IDA* with additive pattern databases, in batches of boards; an iteration may continue from the nodes of the one before |
//! | `beam` | beam search with tables of placements |
//! | [`multi`] | IDA* with pattern databases of the multi-tile metric |
//! | [`human`] | intermediate goals one after another, as people solve |
//! | [`constructive`] | line by line without a search, then shortened; line by line by beam search |
//! | `own` | the last two, by name |

pub mod additive;
#[cfg(not(target_family = "wasm"))]
pub mod beam;
pub mod constructive;
pub mod human;
pub mod multi;
mod own;
pub(crate) mod slack;
#[cfg(test)]
mod tests;

#[cfg(not(target_family = "wasm"))]
pub use own::IDASTAR_PROBE;
pub use own::{CONSTRUCTIVE, HUMAN};

use crate::{Position, Slide};
use loyd_search::search::deepening::Subtrees;

/// A kernel with its types chosen; one dynamic call per board.
pub trait TreeKernel: Send + Sync {
    /// Returns the tree below a start.
    fn tree(&self, start: &Position) -> Box<dyn Subtrees<Slide> + '_>;
}
