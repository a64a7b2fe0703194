//! What the engine asks of those who keep its lists.
//!
//! ```text
//! open → begin(0) put commit(0)
//!      → for each level d+1:  begin(d+1)
//!                             get(d, …), get(d−1, …), put(d+1, …)    in any order, from any threads
//!                             commit(d+1)
//! ```
//!
//! The last two levels that were committed stay readable; of a level that was not, nothing counts.
//! So a run that ends at any moment goes on from the last level committed.

use crate::LevelSummary;
pub use crate::checkpoint::StoreError;
use loyd_tiles::{MetricName, Size};
use std::fmt;

/// A part of a level, by number. What the numbers mean is the engine's business.
pub type ListNumber = u32;

/// How large a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListExtent {
    /// States in it.
    pub states: u32,
    /// Bytes that they take, coded.
    pub bytes: u32,
}

/// A place for lists of states.
pub trait ListStore: fmt::Debug + Send + Sync {
    /// The last level committed, if there is one. What was begun after it is dropped.
    ///
    /// # Errors
    /// If it cannot be told, or cannot be read.
    fn open(&self) -> Result<Option<ListRecord>, StoreError>;

    /// Makes room for a level; what was put for it before is dropped, and with the first level
    /// everything.
    ///
    /// # Errors
    /// If the store refuses.
    fn begin(&self, depth: u32) -> Result<(), StoreError>;

    /// Keeps a unit of the level begun. Each unit is put once at most, and none that is empty.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn put(&self, unit: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError>;

    /// The units of one of the last two levels committed, in ascending order; none of any other.
    fn units(&self, depth: u32) -> Vec<(ListNumber, ListExtent)>;

    /// Reads a unit of one of the last two levels committed into a buffer, in place of what is in it.
    ///
    /// # Errors
    /// If it is missing, or does not come back as it was put.
    fn get(&self, depth: u32, unit: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError>;

    /// Makes the level begun last, and with it the record: afterwards [`open`](ListStore::open)
    /// returns it, whatever happens. The level before the one before is dropped.
    ///
    /// # Errors
    /// If it cannot be done; the level before then still stands.
    fn commit(&self, record: &ListRecord) -> Result<(), StoreError>;

    /// Bytes of memory that the lists take: of all of them, if they are not kept elsewhere.
    fn memory(&self) -> u64;
}

/// A level boundary, beside its lists: all that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRecord {
    /// The board as given.
    pub size: Size,
    /// The metric counted in.
    pub metric: MetricName,
    /// The start cell as given.
    pub start: usize,
    /// How the lists are made: `pieces` or `keys`, with a version.
    pub form: String,
    /// What was found at each depth so far, and what it took.
    pub levels: Vec<LevelSummary>,
    /// Some states of each level: tiles in reading order.
    pub samples: Vec<Vec<Vec<u8>>>,
}

impl ListRecord {
    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }
}

/// Why coded bytes are no list of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CorruptList(pub(crate) &'static str);
