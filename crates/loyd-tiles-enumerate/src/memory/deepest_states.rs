//! Collecting the states of a level while it is written.
//!
//! A level is the deepest if the next one is empty. So every level
//! collects its states and stops when they exceed the limit (in large levels at once); the
//! collection of the last non-empty level is the answer.

use loyd_tiles::bitmap::Place;

/// The states of one level, as collected by one thread.
#[derive(Clone, Debug)]
pub struct DeepestStates {
    cap: usize,
    places: Vec<Place>,
    /// The limit was exceeded: no state of this level is stored.
    overflow: bool,
}

impl DeepestStates {
    /// Collects up to `cap` states.
    #[must_use]
    pub fn new(cap: usize) -> Self {
        DeepestStates { cap, places: Vec::new(), overflow: cap == 0 }
    }

    /// Returns whether states are still being collected.
    #[must_use]
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.overflow
    }

    /// Adds a state; returns false if it exceeds the limit.
    pub fn push(&mut self, place: Place) -> bool {
        if self.places.len() == self.cap {
            self.overflow = true;
            self.places = Vec::new();
        } else {
            self.places.push(place);
        }
        !self.overflow
    }

    /// The maximum number of states.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.cap
    }

    /// Replaces each state; those without replacement are dropped.
    pub fn convert(&mut self, replace: impl Fn(Place) -> Option<Place>) {
        self.places = core::mem::take(&mut self.places).into_iter().filter_map(replace).collect();
    }

    /// Adds the states that another thread collected of the same level.
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
