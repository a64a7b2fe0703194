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
