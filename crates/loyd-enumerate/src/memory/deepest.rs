//! Catching the states of a level while it is written.
//!
//! Which level is the deepest is known only when the next one turns out empty. So every level
//! tries to keep its states, gives up when they exceed the cap (in large levels at once), and
//! the last level that was not empty is the answer.

use loyd::arch::bitmap::{LANES_PER_LINE, Line};
use loyd::bitmap::{Layout, Place};

/// The states of one level caught by one thread.
#[derive(Clone, Debug)]
pub struct Catch {
    cap: usize,
    places: Vec<Place>,
    /// The cap was exceeded: nothing is kept of this level.
    overflow: bool,
}

impl Catch {
    /// Keeps up to `cap` states.
    #[must_use]
    pub fn new(cap: usize) -> Self {
        Catch { cap, places: Vec::new(), overflow: cap == 0 }
    }

    /// Whether states are still being kept.
    #[must_use]
    #[inline]
    pub fn is_open(&self) -> bool {
        !self.overflow
    }

    /// Keeps the states of a block of `cell` that `new` has and `old` has not.
    pub fn add(&mut self, layout: &Layout, cell: usize, block: usize, old: &[Line], new: &[Line]) {
        let first = block as u64 * u64::from(layout.block_states());
        for (number, (old, new)) in old.iter().zip(new).enumerate() {
            for (i, (&old, &new)) in old.0.iter().zip(&new.0).enumerate() {
                let mut bits = new & !old;
                while bits != 0 && self.is_open() {
                    let lane = number * LANES_PER_LINE + i;
                    let rank =
                        first + (lane * layout.tiles) as u64 + u64::from(bits.trailing_zeros());
                    self.push(Place { cell, rank });
                    bits &= bits - 1;
                }
            }
        }
    }

    fn push(&mut self, place: Place) {
        if self.places.len() == self.cap {
            self.overflow = true;
            self.places = Vec::new();
        } else {
            self.places.push(place);
        }
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
    pub fn join(&mut self, other: Catch) {
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
