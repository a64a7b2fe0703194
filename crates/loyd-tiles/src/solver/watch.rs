//! Watching a search of any board type through plain positions.

use crate::{Board, Metric, Position, Sliding};
use loyd::observe::{Expansion, Landmark, Observer, Progress};
use std::marker::PhantomData;

/// Watches a search; expansions come as plain positions.
pub trait Watch {
    /// A state is about to be expanded.
    fn expanding(&mut self, expansion: &Expansion<'_, Position>);

    /// Something else happened.
    fn landmark(&mut self, _landmark: Landmark) {}

    /// Called a few times a second by long searches.
    fn progress(&mut self, _progress: &Progress) {}
}

/// A [`Watch`] as an observer of a search.
pub(super) struct Watching<'a, B, M> {
    watcher: &'a mut dyn Watch,
    types: PhantomData<(B, M)>,
}

impl<'a, B, M> Watching<'a, B, M> {
    pub(super) fn new(watcher: &'a mut dyn Watch) -> Self {
        Self { watcher, types: PhantomData }
    }
}

impl<B: Board, M: Metric> Observer<Sliding<B, M>> for Watching<'_, B, M> {
    fn expanding(&mut self, expansion: &Expansion<'_, B>) {
        let state = expansion.state;
        let position = Position::from_permutation(state.size(), state.tiles());
        let Expansion { backward, g, h, f, open, closed, .. } = *expansion;
        let state = &position;
        self.watcher.expanding(&Expansion { state, backward, g, h, f, open, closed });
    }

    fn landmark(&mut self, landmark: Landmark) {
        self.watcher.landmark(landmark);
    }

    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(progress);
    }
}
