//! Observing a search of any state space through plain positions.

use crate::observe::{Expansion, Observer, Progress, SearchEvent};
use crate::puzzle::{Puzzle, Space};
use std::marker::PhantomData;

/// Watches a search; expansions come as plain positions.
pub trait Watch<P: Puzzle> {
    /// Called before a state is expanded.
    fn expanding(&mut self, expansion: &Expansion<'_, P::Position>);

    /// Called at an event between expansions.
    fn event(&mut self, _event: SearchEvent) {}

    /// Called a few times a second by long searches.
    fn progress(&mut self, _progress: &Progress) {}
}

/// A [`Watch`] as an observer of a search in one space.
pub struct Watching<'a, P, S> {
    watcher: &'a mut dyn Watch<P>,
    space: &'a S,
    puzzle: PhantomData<P>,
}

impl<'a, P: Puzzle, S: Space<P>> Watching<'a, P, S> {
    /// An observer of searches in this space.
    pub fn new(watcher: &'a mut dyn Watch<P>, space: &'a S) -> Self {
        Self { watcher, space, puzzle: PhantomData }
    }
}

impl<P: Puzzle, S: Space<P>> Observer<S> for Watching<'_, P, S> {
    fn expanding(&mut self, expansion: &Expansion<'_, S::State>) {
        let position = self.space.position(expansion.state);
        let Expansion { backward, g, h, f, open, closed, .. } = *expansion;
        let state = &position;
        self.watcher.expanding(&Expansion { state, backward, g, h, f, open, closed });
    }

    fn event(&mut self, event: SearchEvent) {
        self.watcher.event(event);
    }

    fn progress(&mut self, progress: &Progress) {
        self.watcher.progress(progress);
    }
}
