//! The number of states of a space of any type.

use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};

/// The number of states of a space.
pub(crate) struct States;

impl<P: Puzzle> SpaceVisitor<P> for States {
    type Output = Option<u128>;

    fn visit<S: Space<P>>(self, space: S) -> Option<u128> {
        space.states()
    }
}

/// The number of states that a position stands for: several for a goal that admits several.
#[cfg(feature = "enumerate")]
pub(crate) struct StartCount<'a, P: Puzzle>(pub(crate) &'a P::Position);

#[cfg(feature = "enumerate")]
impl<P: Puzzle> SpaceVisitor<P> for StartCount<'_, P> {
    type Output = usize;

    fn visit<S: Space<P>>(self, space: S) -> usize {
        space.starts(self.0).len()
    }
}
