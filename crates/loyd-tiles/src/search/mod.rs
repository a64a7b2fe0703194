//! Searches made for boards of tiles: kernels for speed, and searches that only tiles have.
//!
//! | module | what |
//! |---|---|
//! | `slack` | IDA* on boards in 64 bits |
//! | [`additive`] | IDA* with additive pattern databases, many boards at once |
//! | [`multi`] | IDA* with pattern databases of the multi-tile metric |
//! | [`human`] | goal after goal, as people solve |
//! | [`constructive`] | line by line without a search, then shortened |
//! | `own` | the last two by the names of the registry |

pub mod additive;
pub mod constructive;
pub mod human;
pub mod multi;
mod own;
pub(crate) mod slack;
#[cfg(test)]
mod tests;
