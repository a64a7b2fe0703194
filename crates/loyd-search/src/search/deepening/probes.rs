//! The probes of an iteration, as one subtree for each thread.

use super::{Subtrees, Tally, Visit};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// A tree whose searches take the probes of another tree.
pub(super) struct Probes<'a, M> {
    tree: &'a dyn Subtrees<M>,
    count: usize,
    /// The number of the next probe.
    next: AtomicUsize,
    is_over: AtomicBool,
}

impl<'a, M> Probes<'a, M> {
    /// The probes of an iteration; `None` if the tree stores no nodes for it.
    pub(super) fn new(tree: &'a dyn Subtrees<M>, bound: u32) -> Option<Self> {
        let count = tree.probes(bound);
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        (count > 0).then_some(Self { tree, count, next, is_over })
    }
}

impl<M: Sync> Subtrees<M> for Probes<'_, M> {
    fn f(&self, _path: &[M]) -> u32 {
        0
    }

    fn moves(&self, _path: &[M]) -> Vec<M> {
        Vec::new()
    }

    fn search(&self, path: &mut Vec<M>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let mut next = || {
            let number = self.next.fetch_add(1, Relaxed);
            (number < self.count && !self.is_over.load(Relaxed)).then_some(number)
        };
        let visit = self.tree.probe(&mut next, path, bound, tally);
        if !matches!(visit, Visit::Exhausted { .. }) {
            self.is_over.store(true, Relaxed);
        }
        visit
    }
}
