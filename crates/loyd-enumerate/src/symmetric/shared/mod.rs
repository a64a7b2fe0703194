//! The engine over several processes: keys are partitioned by hash.
//!
//! ```text
//! repeat
//!     for each key of the own part of the last level: its neighbours' keys by owner
//!         own ones into their bucket; those of others sorted, packed, sent in blocks
//!     wait for all processes
//!     for each own bucket: sort; remove duplicates and keys of the last two levels; add up the states
//!     the level is the sum over all processes
//! ```
//!
//! A bucket belongs to a process, so duplicates meet at their owner, and nothing but candidates
//! travels. A bucket that fills up is sorted at once. As in one process, a last level that exceeds the
//! memory is made in passes, each for a part of the buckets; all processes agree on the number.
//!
//! Keys are those of classes of states, or the ranks of states where a puzzle has no symmetries.
//!
//! | file | contents |
//! |---|---|
//! | `space` | keys of any puzzle |
//! | `collector` | the buckets of a pass |
//! | `step` | the step from a level to the next |
//! | `job` | the level loop, checkpoints that all processes make at the same levels |

mod collector;
mod job;
mod space;
mod step;

pub use job::job_of_processes;
