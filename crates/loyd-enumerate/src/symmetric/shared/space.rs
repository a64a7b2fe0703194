//! Keys of any puzzle: of classes of states, or ranks.

use crate::Request;
use loyd_search::puzzle::{Classes, Puzzle, Space, SpaceVisitor, Successors};
use loyd_search::space::Ranking;
use std::sync::Arc;

/// States without symmetries, each a separate class.
struct Ranked {
    successors: Box<dyn Successors>,
    start: u64,
    states: u64,
    moves: usize,
}

impl Classes for Ranked {
    fn goal(&self) -> u64 {
        self.start
    }

    fn append(&self, keys: &[u64], into: &mut Vec<u64>) {
        self.successors.append(keys, into);
    }

    fn max_neighbours(&self) -> usize {
        self.moves
    }

    fn states(&self, keys: &[u64]) -> u64 {
        keys.len() as u64
    }

    fn is_key(&self, number: u64) -> bool {
        number < self.states
    }

    fn is_bipartite(&self) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// The keys of a space.
struct Keys<'a, P: Puzzle>(&'a Request<P>);

impl<P: Puzzle> SpaceVisitor<P> for Keys<'_, P> {
    type Output = Option<Arc<dyn Classes>>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        if let Some(classes) = space.classes() {
            return Some(classes.into());
        }
        // Keys are compared with those of two levels.
        if !space.has_inverses() {
            return None;
        }
        let (ranking, successors) = (space.ranking()?, space.successors()?);
        let start = ranking.rank(&space.state(&self.0.start));
        let states = space.states().and_then(|states| u64::try_from(states).ok())?;
        let moves = space.letters();
        Some(Arc::new(Ranked { successors, start, states, moves }))
    }
}

/// The keys of the space of a request; `None` if its states have none of 64 bits.
pub(super) fn keys<P: Puzzle>(request: &Request<P>) -> Option<Arc<dyn Classes>> {
    P::visit_space(&request.start, request.metric, Keys(request))
}
