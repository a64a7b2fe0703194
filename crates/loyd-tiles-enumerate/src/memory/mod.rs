//! Complete enumeration in memory: all states, level by level, one bit per state.
//!
//! The single-tile graph is bipartite: each move changes the colour of the blank's cell. Let `W_d`
//! be the states at a distance of at most d, and of d modulo 2. Every state of `W_{d+1}` has a
//! neighbour in `W_d`, so that *exactly*
//!
//! ```text
//! W_0 = {start}
//! W_{d+1} = N(W_d)                      new states at d+1 = |W_{d+1}| - |W_{d-1}|
//! ```
//!
//! without visited set, frontier or duplicate detection: the bitmaps of one colour are overwritten
//! from those of the other, alternately (ball ping-pong). In the multi-tile metric the same
//! recursion runs on classes of states, see [`multi`].
//!
//! | file | contents |
//! |---|---|
//! | [`plan`] | the resources of a run, before anything is allocated |
//! | [`run`] | [`MemoryLoop`]: the level loop, interruption, the final check |
//! | [`single`] | the level step in the single-tile metric |
//! | [`multi`] | the level step in the multi-tile metric |
//! | [`block_order`] | the order in which blocks are visited |
//! | [`sample`] | samples of every level, for later checks |
//! | [`visit`] | a visitor of all states of a level |
//! | `level_result` | the result of a level step in addition to the bitmaps |
//! | [`deepest_states`] | collecting the states of a level while it is written |
//! | `level_sweep`, `sources` | the level step that both metrics share |
//! | [`targets`] | the targets of a level step and their sources |
//! | [`bandwidth`] | the memory bandwidth, to compare with |
//! | [`snapshot`] | saving and restoring a level boundary |

pub mod bandwidth;
pub mod block_order;
pub mod deepest_states;
pub mod error;
mod job;
pub(crate) mod level_result;
pub(crate) mod level_sweep;
pub mod multi;
pub mod plan;
pub mod run;
pub mod sample;
pub mod single;
pub mod snapshot;
pub(crate) mod sources;
pub mod targets;
pub mod visit;

pub use error::MemoryError;
pub(crate) use job::job;
pub use job::translate;
pub use plan::{MemoryPlan, MemoryTask};
pub use run::{FinishedLevel, MemoryLoop, MemoryStep};
pub use visit::StateVisitor;
