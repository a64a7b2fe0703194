//! Checkpoints of iterative deepening, so that a search can be stopped and continued: the completed
//! iterations, and the completed subtrees of the current one.
//!
//! A checkpoint names subtrees by their paths and does not depend on the number of threads. A
//! continued search has the same counts in every complete iteration as an uninterrupted one: a
//! subtree is counted when it is finished, and unfinished subtrees are searched again from their
//! roots.

use super::{End, Subtrees};
use crate::observe::Iteration;
use std::sync::OnceLock;
use std::time::Duration;

/// The progress of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint<M> {
    /// The iterations that are complete, in order.
    pub iterations: Vec<Iteration>,
    /// The bound of the current iteration.
    pub bound: u32,
    /// The subtrees of that iteration, in depth-first order.
    pub subtrees: Vec<Subtree<M>>,
    /// Time spent on all iterations, earlier runs included.
    pub elapsed: Duration,
    /// Time spent on the current iteration.
    pub iteration_elapsed: Duration,
}

/// A subtree of the current iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree<M> {
    /// The moves from the start to its root.
    pub path: Vec<M>,
    /// Expansions in the last iteration, as an estimate for this one.
    pub weight: u64,
    /// Its counts, if it was searched completely.
    pub finished: Option<Finished>,
}

/// The result of a completely searched subtree without a goal within the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// The smallest `f` above the bound, if there was one.
    pub next_bound: Option<u32>,
}

/// Storage for the checkpoints of a search.
pub trait CheckpointStore<M> {
    /// Returns true if a checkpoint should be saved now. Called every few milliseconds, and with
    /// `boundary` when an iteration is complete.
    fn is_due(&mut self, boundary: bool) -> bool;

    /// Saves a checkpoint. Called by the thread that began the search, while the others continue.
    /// If it fails, the search continues nevertheless.
    fn save(&mut self, checkpoint: &Checkpoint<M>);
}

/// The checkpoint from which a search continues, and the storage for new ones.
pub struct Persistence<'a, M> {
    /// The checkpoint to continue from; `None` begins with the first iteration.
    pub from: Option<Checkpoint<M>>,
    /// The storage. A checkpoint is also saved when the search is stopped.
    pub keep: &'a mut dyn CheckpointStore<M>,
}

/// The error for a checkpoint whose subtrees are not those of this search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the saved subtrees are not those of this board and this search")]
pub struct ForeignCheckpoint;

impl<M: PartialEq> Subtree<M> {
    /// True if neither of two subtrees contains the other.
    fn is_apart_from(&self, other: &Self) -> bool {
        !self.path.starts_with(&other.path) && !other.path.starts_with(&self.path)
    }
}

/// The result of a subtree, set once.
pub(super) type Slot = OnceLock<SubtreeResult>;

#[derive(Clone, Copy)]
pub(super) struct SubtreeResult {
    pub(super) counts: Finished,
    /// True if it was searched completely, without a goal.
    pub(super) exhausted: bool,
}

impl<M: Copy + PartialEq> Checkpoint<M> {
    /// True if the tree allows all paths, no subtree contains the next one, and the bounds of the
    /// iterations increase.
    pub(super) fn fits(&self, tree: &dyn Subtrees<M>) -> bool {
        let bounds = self.iterations.iter().map(|iteration| iteration.bound).chain([self.bound]);
        bounds.is_sorted_by(|before, after| before < after)
            && !self.subtrees.is_empty()
            && self.subtrees.iter().all(|subtree| tree.allows(&subtree.path))
            && self.subtrees.windows(2).all(|pair| pair[0].is_apart_from(&pair[1]))
    }

    pub(super) fn slots(&self) -> Vec<Slot> {
        let slot = |subtree: &Subtree<M>| match subtree.finished {
            Some(counts) => Slot::from(SubtreeResult { counts, exhausted: true }),
            None => Slot::new(),
        };
        self.subtrees.iter().map(slot).collect()
    }
}

impl SubtreeResult {
    /// Adds the counts to those of an iteration.
    pub(super) fn add_to<M>(&self, end: &mut End<M>) {
        end.expanded += self.counts.expanded;
        end.generated += self.counts.generated;
        end.next_bound = end.next_bound.into_iter().chain(self.counts.next_bound).min();
    }
}
