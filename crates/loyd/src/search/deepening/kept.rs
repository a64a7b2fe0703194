//! What a search by iterations keeps, so that it can be stopped and continued: the bounds that are
//! done, and of the iteration in work the subtrees that are.
//!
//! A checkpoint names subtrees by their paths and does not depend on the number of threads. A search that
//! goes on from one counts in every complete iteration what it would have counted in one go: a
//! subtree is counted when it is finished, and what was done of those in work is done again.

use super::{End, Subtrees};
use crate::observe::Iteration;
use std::sync::OnceLock;
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint<M> {
    /// The iterations that are complete, in order.
    pub iterations: Vec<Iteration>,
    /// The bound of the iteration in work.
    pub bound: u32,
    /// The subtrees of that iteration, in depth-first order.
    pub subtrees: Vec<Subtree<M>>,
    /// Time spent on all iterations, earlier runs included.
    pub elapsed: Duration,
    /// Time spent on the iteration in work.
    pub iteration_elapsed: Duration,
}

/// A subtree of the iteration in work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree<M> {
    /// The moves from the start to its root.
    pub path: Vec<M>,
    /// Expansions that the last iteration suggests.
    pub weight: u64,
    /// What it came to, if it was searched to its end.
    pub finished: Option<Finished>,
}

/// A subtree without a goal within the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// The smallest `f` above the bound, if there was any.
    pub next_bound: Option<u32>,
}

/// Where a search keeps how far it has come.
pub trait Keep<M> {
    /// Whether to save now. Asked every few milliseconds, and with `boundary` when an iteration is
    /// complete.
    fn is_due(&mut self, boundary: bool) -> bool;

    /// Saves. Called by the thread that began the search; the others go on meanwhile. If it fails,
    /// the search goes on all the same.
    fn save(&mut self, checkpoint: &Checkpoint<M>);
}

/// A search that is kept: where it begins, and where it is kept.
pub struct Kept<'a, M> {
    /// Where to go on; `None` begins with the first iteration.
    pub from: Option<Checkpoint<M>>,
    /// Where to keep it. Also saved when the search is stopped.
    pub keep: &'a mut dyn Keep<M>,
}

/// A checkpoint whose subtrees are not those of this search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the subtrees that were kept are not those of this board and this search")]
pub struct Foreign;

/// How the search of a subtree ended, set once.
pub(super) type Slot = OnceLock<Done>;

/// The end of one subtree.
#[derive(Clone, Copy)]
pub(super) struct Done {
    pub(super) counts: Finished,
    /// Whether it was searched to its end, without a goal.
    pub(super) exhausted: bool,
}

impl<M: Copy> Checkpoint<M> {
    /// Whether all paths are allowed in a tree, whose iterations have bounds that grow.
    pub(super) fn fits(&self, tree: &dyn Subtrees<M>) -> bool {
        let bounds = self.iterations.iter().map(|iteration| iteration.bound).chain([self.bound]);
        bounds.is_sorted_by(|before, after| before < after)
            && !self.subtrees.is_empty()
            && self.subtrees.iter().all(|subtree| tree.allows(&subtree.path))
    }

    /// The slots of its subtrees.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let slot = |subtree: &Subtree<M>| match subtree.finished {
            Some(counts) => Slot::from(Done { counts, exhausted: true }),
            None => Slot::new(),
        };
        self.subtrees.iter().map(slot).collect()
    }
}

impl Done {
    /// Adds what was counted to the end of an iteration.
    pub(super) fn add_to<M>(&self, end: &mut End<M>) {
        end.expanded += self.counts.expanded;
        end.generated += self.counts.generated;
        end.next_bound = end.next_bound.into_iter().chain(self.counts.next_bound).min();
    }
}
