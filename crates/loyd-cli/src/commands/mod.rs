//! The commands, one file each.

pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod cache;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod distance;
pub(crate) mod enumerate;
#[cfg(feature = "graph")]
pub(crate) mod graph;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod scramble;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
