//! Lower bounds of states, and their search trees.

use super::follow::{Follow, Last};
use super::places::{Place, Places};
use super::search::{Node, Search};
use super::table::SubgroupTable;
use crate::cube3::coordinates::corner_permutation;
use crate::cube3::{Cube3, Cube3Symmetry};
use crate::{Metric, MetricName, Turn};
use loyd_search::perm;
use loyd_search::search::deepening::{Subtrees, Tally, Visit};
use loyd_search::space::Symmetry;
use std::marker::PhantomData;
use std::sync::Arc;

pub(super) const AXES: usize = 3;

/// The table with all that the search needs.
pub(super) struct Solver<M> {
    pub(super) table: Arc<SubgroupTable>,
    pub(super) places: Places,
    pub(super) follow: Follow,
    /// By set of axes: the turns of their faces.
    pub(super) of_axes: [u32; 1 << AXES],
    symmetry: Cube3Symmetry,
    metric: PhantomData<M>,
}

impl<M: Metric> Solver<M> {
    pub(super) fn new(table: Arc<SubgroupTable>) -> Self {
        debug_assert_eq!(table.metric, M::NAME, "distances are those of the metric");
        let places = Places::new();
        let upright = |axis: usize, turn: usize| matches!(places.turns[axis][turn] / 3, 0 | 3);
        let of_axes = std::array::from_fn(|axes| {
            let one_of_them =
                |turn: &usize| (0..AXES).any(|axis| axes >> axis & 1 == 1 && upright(axis, *turn));
            (0..18).filter(one_of_them).fold(0, |set, turn| set | 1 << turn)
        });
        let (follow, symmetry) = (Follow::new::<M>(), Cube3Symmetry::new());
        Self { table, places, follow, of_axes, symmetry, metric: PhantomData }
    }

    /// The coordinates of the inverse of a state.
    #[inline]
    pub(super) fn of_inverse(&self, cube: Cube3) -> [Place; AXES] {
        self.places.of_inverse(cube).map(|place| self.table.numbered(place))
    }

    fn values(&self, places: [Place; AXES]) -> [u32; AXES] {
        let entries = places.map(|place| self.table.entry(place));
        [0, 1, 2].map(|axis| self.table.value(entries[axis], places[axis]))
    }

    /// A lower bound of the distance from solved: the largest value, or one more than the least, of
    /// the state and of its inverse; in the quarter-turn metric as even or odd as the state.
    pub(super) fn lower_bound(&self, cube: Cube3) -> u32 {
        if cube == Cube3::SOLVED {
            return 0;
        }
        let both = [self.of_inverse(cube.inverse()), self.of_inverse(cube)];
        let bounds = both.map(|places| {
            let values = self.values(places);
            let (min, max) = values
                .iter()
                .fold((u32::MAX, 0), |(min, max), &value| (value.min(min), value.max(max)));
            max.max(min + 1)
        });
        let bound = bounds[0].max(bounds[1]);
        match M::NAME {
            MetricName::Half => bound,
            MetricName::Quarter => bound + (bound + u32::from(is_odd(cube))) % 2,
        }
    }

    /// Moves between two bounds that can be the length of a path.
    fn step() -> u32 {
        match M::NAME {
            MetricName::Half => 1,
            MetricName::Quarter => 2,
        }
    }

    /// The end of a path, if every turn of it may follow.
    fn last(&self, path: &[Turn]) -> Option<Last> {
        path.iter().try_fold(Last::NONE, |last, turn| {
            let allowed = self.follow.allowed(0, last) >> turn.index() & 1 == 1;
            allowed.then(|| Follow::next(last, turn.index()))
        })
    }

    /// Turns with which a shortest solution of a state begins, up to the symmetries that take the state to
    /// itself: the least turn, by [`Turn::index`], of each orbit. The image of a solution is one too.
    ///
    /// Of two opposite faces, [`Follow`] turns the one with the lesser index first. This does not
    /// contradict it: let an image begin with the least turn r of its orbit and continue with a turn x
    /// of the opposite face, which has the lesser index. Then x comes first; the least turn of its orbit
    /// is of U, R or F, and so is the face that is turned first in the image of this solution.
    fn first_turns(&self, start: Cube3) -> u32 {
        let image = |element: usize, turn: Turn| {
            let face = self.symmetry.faces(element)[turn.face as usize];
            let turn = Turn { face, ..turn };
            if self.symmetry.is_rotation(element) { turn } else { turn.inverse() }
        };
        let own = |&element: &usize| self.symmetry.image(element, &start) == start;
        let own: Vec<usize> = (0..self.symmetry.order()).filter(own).collect();
        let is_least = |turn: &&Turn| {
            own.iter().all(|&element| image(element, **turn).index() >= turn.index())
        };
        M::TURNS.iter().filter(is_least).fold(0, |set, turn| set | 1 << turn.index())
    }

    fn node(&self, cube: Cube3, left: u32) -> Node {
        let (places, inverse) = (self.of_inverse(cube.inverse()), self.of_inverse(cube));
        let tight = |places| {
            let values: [u32; AXES] = self.values(places);
            (0..AXES).filter(|&axis| values[axis] >= left).map(|axis| 1 << axis).sum()
        };
        Node { cube, places, inverse, tight: tight(places), inverse_tight: tight(inverse) }
    }
}

/// True if an odd number of quarter turns leads to a state.
fn is_odd(cube: Cube3) -> bool {
    perm::unrank(corner_permutation(cube) as u64, &mut [0; 8])
}

/// The search tree of a state.
pub(super) struct Tree<'a, M> {
    pub(super) solver: &'a Solver<M>,
    pub(super) start: Cube3,
}

impl<M: Metric> Subtrees<Turn> for Tree<'_, M> {
    fn allows(&self, path: &[Turn]) -> bool {
        let moves = path.iter().all(|turn| M::TURNS.contains(turn));
        moves && self.solver.last(path).is_some()
    }

    fn f(&self, path: &[Turn]) -> u32 {
        path.len() as u32 + self.solver.lower_bound(self.start.after(path))
    }

    fn moves(&self, path: &[Turn]) -> Vec<Turn> {
        let last = self.solver.last(path).unwrap_or(Last::NONE);
        let mut allowed = self.solver.follow.allowed(0, last);
        if path.is_empty() {
            allowed &= self.solver.first_turns(self.start);
        }
        M::TURNS.iter().copied().filter(|turn| allowed >> turn.index() & 1 == 1).collect()
    }

    fn search(&self, path: &mut Vec<Turn>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let remaining = bound - path.len() as u32;
        let node = self.solver.node(self.start.after(path), remaining);
        let last = self.solver.last(path).unwrap_or(Last::NONE);
        let mut search = Search::new(self.solver, tally);
        let visit = search.run(node, last, remaining);
        if visit == Visit::Found {
            let [first, second] = search.turns_by_side();
            path.extend(first);
            path.extend(second.iter().rev().map(|turn| turn.inverse()));
        }
        match visit {
            Visit::Exhausted { .. } => {
                Visit::Exhausted { next_bound: Some(bound + Solver::<M>::step()) }
            }
            end => end,
        }
    }
}
