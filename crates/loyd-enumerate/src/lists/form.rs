//! The contract of the level loop with a representation of levels as lists.

use super::level_run::{LevelFault, LevelRun};
use super::{CorruptList, ListExtent, ListNumber, ListStore};
use crate::Monitor;
use std::fmt::Debug;

/// The parameters of a new level.
#[derive(Clone, Copy, Debug)]
pub struct LevelOrder {
    /// Its depth.
    pub depth: u32,
    /// True if its lists are stored; otherwise its states are only counted.
    pub keep: bool,
    /// Bytes of memory for everything except the lists.
    pub memory: u64,
}

/// Lists of a level by number, and the computation of the next level.
pub trait ListForm: Debug + Send + Sync {
    /// The list of the start, and its number.
    fn start(&self) -> (ListNumber, Vec<u8>);

    /// Takes over the lists of a committed level; returns their number of states.
    ///
    /// # Errors
    /// If a list cannot be read, or is corrupt.
    fn adopt(
        &mut self,
        store: &dyn ListStore,
        depth: u32,
        lists: Vec<(ListNumber, ListExtent)>,
    ) -> Result<u64, LevelFault>;

    /// The total that [`LevelRun::add_done`] will report for the next level.
    fn work(&self) -> u64;

    /// Makes a level from the two before; returns its number of states.
    ///
    /// # Errors
    /// The reason why the level was not finished.
    fn step(
        &mut self,
        level_run: &LevelRun<'_>,
        monitor: &mut Monitor<'_>,
        order: LevelOrder,
    ) -> Result<u64, LevelFault>;

    /// Bytes of memory in addition to the lists.
    fn memory(&self) -> u64;

    /// Up to `max_states` states of a list, in bytes that only the engine reads; none if a list does not
    /// name single states.
    ///
    /// # Errors
    /// If the bytes are not a list.
    fn states(
        &self,
        number: ListNumber,
        list: &[u8],
        max_states: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList>;
}
