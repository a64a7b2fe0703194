//! Complete enumeration in memory: all states, level by level, one bit per state.
//!
//! The single-tile graph is bipartite: each move changes the colour of the blank's cell. Let
//! `W_d` be the states at a distance of at most d, and of d modulo 2. Every state of `W_{d+1}`
//! has a neighbour in `W_d`, so that *exactly*
//!
//! ```text
//! W_0 = {start}
//! W_{d+1} = N(W_d)                      new states at d+1 = |W_{d+1}| - |W_{d-1}|
//! ```
//!
//! without visited set, frontier or duplicate detection: the bitmaps of one colour are
//! overwritten from those of the other, to and fro (ball ping-pong). In the multi-tile metric
//! the same recursion runs on classes of states, see [`multi`].
//!
//! | file | what |
//! |---|---|
//! | [`plan`] | what a run needs, before anything is allocated |
//! | [`run`] | [`MemoryLoop`]: the level loop, interruption, the final check |
//! | [`single`] | the level step in the single-tile metric |
//! | [`multi`] | the level step in the multi-tile metric |
//! | [`order`] | the order in which blocks are visited |
//! | [`sample`] | some states of every level, to be checked afterwards |
//! | [`visit`] | all states of a level, handed to a visitor |
//! | `harvest` | what a level step gathers beside the bitmaps |
//! | [`deepest`] | catching the states of a level while it is written |
//! | `step`, `sources` | one level over bitmaps, shared by both metrics |
//! | [`probe`] | the bandwidth to compare with |
//! | [`snapshot`] | a level boundary as data, out and in |

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
pub mod visit;

pub use error::MemoryError;
pub(crate) use job::job;
pub use plan::{MemoryPlan, MemoryTask};
pub use run::{FinishedLevel, MemoryLoop, MemoryStep};
pub use visit::StateVisitor;
