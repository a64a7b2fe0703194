//! The 2x2x2 cube: the fast states against the plain cube, published tables and exhaustive search.

mod heuristics;
mod invalid;
mod levels;
mod metrics;
mod puzzle;
mod ranking;
mod searches;
mod subset;
mod symmetry;
mod traces;

use loyd_cube::cube2::{Cube2, Cube2Ranking, Cube2Space, STATES};
use loyd_cube::{Half, Metric, Quarter};
use loyd_search::space::{Ranking, StateSpace};
use std::sync::OnceLock;

/// The distance of every state from solved, by rank: breadth-first search with the space's own
/// moves, not with the tables of coordinates.
struct Distances {
    ranking: Cube2Ranking,
    by_rank: Vec<u8>,
}

impl Distances {
    fn search<M: Metric>() -> Self {
        let ranking = Cube2Ranking::new();
        let space = Cube2Space::<M>::new(Cube2::SOLVED);
        let mut by_rank = vec![u8::MAX; STATES as usize];
        by_rank[ranking.rank(&Cube2::SOLVED) as usize] = 0;
        let mut frontier = vec![Cube2::SOLVED];
        for depth in 1.. {
            let mut next = Vec::new();
            for mut state in frontier {
                for turn in space.moves(&state) {
                    let effect = space.apply(&mut state, turn);
                    let distance = &mut by_rank[ranking.rank(&state) as usize];
                    if *distance == u8::MAX {
                        *distance = depth;
                        next.push(state);
                    }
                    space.undo(&mut state, effect);
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        Self { ranking, by_rank }
    }

    fn of(&self, cube: Cube2) -> u32 {
        self.by_rank[self.ranking.rank(&cube) as usize].into()
    }

    /// From one state to another.
    fn between(&self, from: Cube2, to: Cube2) -> u32 {
        self.of(from.inverse().then(to))
    }
}

/// A metric whose distances are computed once for all tests.
trait Measured: Metric {
    fn distances() -> &'static Distances;
}

impl Measured for Half {
    fn distances() -> &'static Distances {
        static DISTANCES: OnceLock<Distances> = OnceLock::new();
        DISTANCES.get_or_init(Distances::search::<Half>)
    }
}

impl Measured for Quarter {
    fn distances() -> &'static Distances {
        static DISTANCES: OnceLock<Distances> = OnceLock::new();
        DISTANCES.get_or_init(Distances::search::<Quarter>)
    }
}

fn all_states(ranking: &Cube2Ranking) -> impl Iterator<Item = Cube2> {
    (0..STATES).map(|rank| ranking.unrank(rank))
}
