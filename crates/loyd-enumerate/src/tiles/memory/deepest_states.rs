//! Catching the states of a level while it is written.
//!
//! Which level is the deepest is known only when the next one turns out empty. So every level
//! tries to keep its states, gives up when they exceed the cap (in large levels at once), and
//! the last level that was not empty is the answer.

use loyd_tiles::bitmap::Place;

/// The states of one level caught by one thread.
#[derive(Clone, Debug)]
pub struct DeepestStates {
    cap: usize,
    places: Vec<Place>,
    /// The cap was exceeded: nothing is kept of this level.
    overflow: bool,
}

impl DeepestStates {
    /// Keeps up to `cap` states.
    #[must_use]
    pub fn new(cap: usize) -> Self {
        DeepestStates { cap, places: Vec::new(), overflow: cap == 0 }
    }

    /// Whether states are still being kept.
    #[must_use]
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.overflow
    }

    /// Keeps a state; false if it was one too many.
    pub fn push(&mut self, place: Place) -> bool {
        if self.places.len() == self.cap {
            self.overflow = true;
            self.places = Vec::new();
        } else {
            self.places.push(place);
        }
        !self.overflow
    }

    /// The most states that are kept.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// Replaces each state; those without replacement are dropped.
    pub fn convert(&mut self, replace: impl Fn(Place) -> Option<Place>) {
        self.places = core::mem::take(&mut self.places).into_iter().filter_map(replace).collect();
    }

    /// Adds what another thread caught of the same level.
    pub fn join(&mut self, other: DeepestStates) {
        if other.overflow || self.places.len() + other.places.len() > self.cap {
            self.overflow = true;
            self.places = Vec::new();
        } else if self.is_open() {
            self.places.extend(other.places);
        }
    }

    /// The states in ascending order, or `None` if there were too many.
    #[must_use]
    pub fn finish(mut self) -> Option<Vec<Place>> {
        self.places.sort_unstable();
        self.is_open().then_some(self.places)
    }
}
