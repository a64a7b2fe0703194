//! The contract of the level loop with the two representations of levels as lists.

use crate::Monitor;
use crate::lists::level_run::{LevelFault, LevelRun};
use crate::lists::{CorruptList, ListExtent, ListNumber, ListStore};
use std::fmt::Debug;

/// The parameters of a new level.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelOrder {
    /// Its depth.
    pub(super) depth: u32,
    /// True if its lists are stored; otherwise its states are only counted.
    pub(super) keep: bool,
    /// Bytes of memory for everything except the lists.
    pub(super) memory: u64,
}

/// Lists of a level by number, and the computation of the next level.
pub(super) trait ListForm: Debug + Send + Sync {
    /// The list of the start, and its number.
    fn start(&self) -> (ListNumber, Vec<u8>);

    /// Takes over the lists of a committed level.
    fn know(
        &mut self,
        store: &dyn ListStore,
        depth: u32,
        units: Vec<(ListNumber, ListExtent)>,
    ) -> Result<(), LevelFault>;

    /// The total that [`LevelRun::done`] will report for the next level.
    fn work(&self) -> u64;

    /// Makes a level from the two before; returns its number of states.
    fn step(
        &mut self,
        level_run: &LevelRun<'_>,
        monitor: &mut Monitor<'_>,
        order: LevelOrder,
    ) -> Result<u64, LevelFault>;

    /// Bytes of memory in addition to the lists.
    fn memory(&self) -> u64;

    /// Up to `most` boards of a list: tiles in reading order.
    fn boards(
        &self,
        unit: ListNumber,
        list: &[u8],
        most: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList>;
}
