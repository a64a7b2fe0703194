//! Levels as numbered lists of coded states: the contract of engines with the storage of lists.
//!
//! A store is independent of the puzzle: a list is a number, a number of states and some bytes.
//!
//! ```text
//! open → begin(0) put commit(0)
//!      → for each level d+1:  begin(d+1)
//!                             get(d, …), get(d−1, …), put(d+1, …)    in any order, from any threads
//!                             commit(d+1)
//! ```
//!
//! The last two committed levels stay readable; an uncommitted level does not count. So a run that
//! ends at any moment resumes from the last committed level.
//!
//! | file | contents |
//! |---|---|
//! | [`MemoryListStore`] | a store in memory |
//! | [`form`] | the contract of the level loop with a representation of levels |
//! | [`keys`] | sorted keys, of states or of classes of states |
//! | [`level_loop`] | the level loop, interruption, resumption |
//! | [`level_run`] | the threads of a level, its progress, its failures |
//! | [`job`] | a search with lists as a [`Job`](crate::Job) |

mod error;
pub mod form;
mod in_memory;
pub mod job;
pub mod keys;
pub mod level_loop;
pub mod level_run;

pub use crate::checkpoint::StoreError;
use crate::record::RunRecord;
pub use error::ListError;
pub use in_memory::MemoryListStore;
use std::fmt;

/// The number of a list of a level. Its meaning is up to the engine.
pub type ListNumber = u32;

/// The size of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListExtent {
    /// Number of states, or of classes of states if the engine stores these.
    pub states: u32,
    /// Coded bytes.
    pub bytes: u32,
}

/// A store of lists of states.
pub trait ListStore: fmt::Debug + Send + Sync {
    /// Returns the last committed level, if there is one. Later lists are dropped.
    ///
    /// # Errors
    /// If the record is unknown or cannot be read.
    fn open(&self) -> Result<Option<RunRecord>, StoreError>;

    /// Begins a level. Lists put for it earlier are dropped; level 0 drops everything.
    ///
    /// # Errors
    /// The error of the store.
    fn begin(&self, depth: u32) -> Result<(), StoreError>;

    /// Stores a list of the current level. Each list is put at most once, and empty lists never.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError>;

    /// The lists of one of the last two committed levels, in ascending order; none of other levels.
    fn lists(&self, depth: u32) -> Vec<(ListNumber, ListExtent)>;

    /// Reads a list of one of the last two committed levels into a buffer, replacing its contents.
    ///
    /// # Errors
    /// If it is missing, or differs from the list put.
    fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError>;

    /// Makes the current level durable, together with the record: afterwards
    /// [`open`](ListStore::open) returns it, after any failure. Only the last two levels remain.
    ///
    /// # Errors
    /// If it fails; the level before then remains valid.
    fn commit(&self, record: &RunRecord) -> Result<(), StoreError>;

    /// Bytes of memory that the store uses.
    fn memory(&self) -> u64;
}

/// The reason why coded bytes are not a list of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CorruptList(pub &'static str);
