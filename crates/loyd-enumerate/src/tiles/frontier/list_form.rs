//! How a search keeps its levels: what the level loop asks of either form of lists.

use super::level_run::{LevelFault, LevelRun};
use super::store::{CorruptList, ListExtent, ListNumber, ListStore};
use crate::Monitor;
use std::fmt::Debug;

/// How a level is to be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelOrder {
    /// The level.
    pub(super) depth: u32,
    /// Whether its lists are kept; else its states are only counted.
    pub(super) keep: bool,
    /// Bytes that may be held beside the lists.
    pub(super) memory: u64,
}

/// Lists of a level by number, and how to make those of the next.
pub(super) trait ListForm: Debug + Send + Sync {
    /// The list of the start, and its number.
    fn start(&self) -> (ListNumber, Vec<u8>);

    /// Takes over what the store has committed of a level.
    fn know(
        &mut self,
        store: &dyn ListStore,
        depth: u32,
        units: Vec<(ListNumber, ListExtent)>,
    ) -> Result<(), LevelFault>;

    /// How much [`Watch::done`] there is to do for the next level.
    fn work(&self) -> u64;

    /// Makes a level from the two before; how many states it has.
    fn step(
        &mut self,
        level_run: &LevelRun<'_>,
        monitor: &mut Monitor<'_>,
        order: LevelOrder,
    ) -> Result<u64, LevelFault>;

    /// Bytes held beside the lists.
    fn memory(&self) -> u64;

    /// Some of the boards of a list: tiles in reading order.
    fn boards(
        &self,
        unit: ListNumber,
        list: &[u8],
        most: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList>;
}
