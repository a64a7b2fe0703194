//! Lower bounds of states, and the search below a node.
//!
//! ```text
//! below(z, left, direct and inverse values):   -- a path of `left` moves from z?
//!     if left = 0: is z solved?
//!     z, or its inverse: whichever leaves fewer turns                                          1
//!     successors := z · m for each turn m that may follow and is none of a tight axis         2
//!     for each axis, tight ones first
//!         for each successor: ask for its entry of this axis                                  3
//!         successors := those whose entry is at most left - 1
//!     for each successor: make the state, ask for the entries of its inverse
//!     for each of these in which all are at most left - 1, and the least is less               2
//!         below(z · m, left - 1)
//! ```
//!
//! 1. A path of z is, backwards, one of its inverse. So the next turn may be put at either end of what
//!    is still missing.
//! 2. A path ends with a turn of some axis, which does not change whether the state is in the
//!    subgroup of that axis. So its distance to that subgroup is less than to solved: if the value of
//!    an axis is all that is left, the axis is *tight*, and no path ends with a turn of its faces. The
//!    paths of z begin as those of its inverse end. If all axes are tight there is no path.
//! 3. Memory is what takes the time: an entry is a line of a table of gigabytes. The loops over the
//!    turns ask for many lines before the first of them is read.

use super::follow::{Follow, Last};
use super::places::{Place, Places};
use super::table::SubgroupTable;
use crate::cube3::Cube3;
use crate::cube3::coordinates::corner_permutation;
use crate::{Metric, MetricName, Turn};
use loyd::perm;
use loyd::search::deepening::{Subtrees, Tally, Visit};
use std::marker::PhantomData;
use std::sync::Arc;

/// Expansions between two looks at the limits: about a millisecond.
const POLL: u64 = 1 << 12;

/// The axes of the cube.
const AXES: usize = 3;

/// By set of tight axes, the axes in the order in which successors are looked up. Where a tight axis is,
/// only turns that bring it nearer are good enough, which are a few: it comes first.
const TIGHT_FIRST: [[usize; AXES]; 1 << AXES] =
    [[0, 1, 2], [0, 1, 2], [1, 0, 2], [0, 1, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0], [0, 1, 2]];

/// The table with all that the search needs.
pub(super) struct Solver<M> {
    pub(super) table: Arc<SubgroupTable>,
    places: Places,
    follow: Follow,
    /// By set of axes: the turns of their faces.
    of_axes: [u32; 1 << AXES],
    metric: PhantomData<M>,
}

/// A state on the way, with its coordinates and those of its inverse.
#[derive(Clone, Copy)]
struct Node {
    cube: Cube3,
    places: [Place; AXES],
    inverse: [Place; AXES],
    /// The tight axes of the state, as a set.
    tight: u8,
    /// The tight axes of its inverse.
    inverse_tight: u8,
}

/// A successor whose first axes have been looked up.
#[derive(Clone, Copy, Default)]
struct Candidate {
    turn: u8,
    /// The axes with the value that is left.
    tight: u8,
    /// True if an axis has a smaller value.
    smaller: bool,
    entry: u64,
    places: [Place; AXES],
}

/// A successor on whose inverse it depends.
#[derive(Clone, Copy)]
struct Survivor {
    turn: u8,
    node: Node,
    entries: [u64; AXES],
}

impl<M: Metric> Solver<M> {
    /// With the table of this metric.
    pub(super) fn new(table: Arc<SubgroupTable>) -> Self {
        debug_assert_eq!(table.metric, M::NAME, "distances are those of the metric");
        let places = Places::new();
        let upright = |axis: usize, turn: usize| matches!(places.turns[axis][turn] / 3, 0 | 3);
        let of_axes = std::array::from_fn(|axes| {
            let one_of_them =
                |turn: &usize| (0..AXES).any(|axis| axes >> axis & 1 == 1 && upright(axis, *turn));
            (0..18).filter(one_of_them).fold(0, |set, turn| set | 1 << turn)
        });
        Self { table, places, follow: Follow::new::<M>(), of_axes, metric: PhantomData }
    }

    /// The coordinates of the inverse of a state.
    #[inline]
    fn of_inverse(&self, cube: Cube3) -> [Place; AXES] {
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
            let (least, most) = values
                .iter()
                .fold((u32::MAX, 0), |(least, most), &value| (value.min(least), value.max(most)));
            most.max(least + 1)
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
        let allowed = self.solver.follow.allowed(0, last);
        M::TURNS.iter().copied().filter(|turn| allowed >> turn.index() & 1 == 1).collect()
    }

    fn search(&self, path: &mut Vec<Turn>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let left = bound - path.len() as u32;
        let node = self.solver.node(self.start.after(path), left);
        let last = self.solver.last(path).unwrap_or(Last::NONE);
        let mut search = Bounded {
            solver: self.solver,
            tally,
            made: [Vec::new(), Vec::new()],
            survivors: Vec::with_capacity(64),
        };
        let visit = search.below(&node, 0, [last, Last::NONE], left);
        if visit == Visit::Found {
            let [first, second] = search.made;
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

struct Bounded<'a, 't, M> {
    solver: &'a Solver<M>,
    tally: &'a mut Tally<'t>,
    /// The turns made at the state, and at its inverse.
    made: [Vec<Turn>; 2],
    /// Of all nodes on the way, those of the last one at the end.
    survivors: Vec<Survivor>,
}

impl<M: Metric> Bounded<'_, '_, M> {
    /// Searches below a node whose values are at most `left`; `side` is 1 if it is the inverse of the
    /// state that the path was made from.
    fn below(&mut self, node: &Node, side: usize, last: [Last; 2], left: u32) -> Visit {
        if left == 0 {
            let solved = node.cube == Cube3::SOLVED;
            return if solved { Visit::Found } else { Visit::Exhausted { next_bound: None } };
        }
        self.tally.expanded += 1;
        if self.tally.expanded.is_multiple_of(POLL) && self.tally.stop() {
            return Visit::Stopped;
        }
        let allowed = |side: usize, tight: u8| {
            let solver = self.solver;
            solver.follow.allowed(side, last[side]) & !solver.of_axes[tight as usize]
        };
        let (here, there) = (allowed(side, node.inverse_tight), allowed(1 - side, node.tight));
        let first = self.survivors.len();
        let side = if there.count_ones() < here.count_ones() {
            self.expand(&inverted(node), there, left - 1);
            1 - side
        } else {
            self.expand(node, here, left - 1);
            side
        };
        let mut visit = Visit::Exhausted { next_bound: None };
        for number in first..self.survivors.len() {
            let Survivor { turn, mut node, entries } = self.survivors[number];
            let Some(tight) = self.tight(entries, node.inverse, left - 1) else { continue };
            node.inverse_tight = tight;
            let mut last = last;
            last[side] = Follow::next(last[side], turn.into());
            self.made[side].push(Turn::of_index(turn.into()));
            visit = self.below(&node, side, last, left - 1);
            if !matches!(visit, Visit::Exhausted { .. }) {
                break;
            }
            self.made[side].pop();
        }
        self.survivors.truncate(first);
        visit
    }

    /// The tight axes of a state, if its values allow a path of `left` moves.
    #[inline]
    fn tight(&self, entries: [u64; AXES], places: [Place; AXES], left: u32) -> Option<u8> {
        let (mut tight, mut smaller) = (0, left == 0);
        for axis in 0..AXES {
            let value = self.solver.table.value(entries[axis], places[axis]);
            if value > left {
                return None;
            }
            tight |= u8::from(value == left) << axis;
            smaller |= value < left;
        }
        smaller.then_some(tight)
    }

    /// Puts the successors by these turns that may have a path of `left` moves, as far as their own
    /// values tell, at the end of the survivors.
    #[inline]
    fn expand(&mut self, node: &Node, mut turns: u32, left: u32) {
        let (table, places) = (&*self.solver.table, &self.solver.places);
        let mut candidates = [Candidate::default(); 18];
        let mut count = 0;
        while turns != 0 {
            candidates[count].turn = turns.trailing_zeros() as u8;
            candidates[count].smaller = left == 0;
            turns &= turns - 1;
            count += 1;
        }
        self.tally.generated += count as u64;
        for axis in TIGHT_FIRST[node.tight as usize] {
            let turned = &places.turns[axis];
            for candidate in &mut candidates[..count] {
                let place = table.turned(node.places[axis], turned[candidate.turn as usize].into());
                candidate.places[axis] = place;
                table.ask_for_class(place);
            }
            for candidate in &mut candidates[..count] {
                candidate.entry = table.entry(candidate.places[axis]);
            }
            let mut kept = 0;
            for number in 0..count {
                let mut candidate = candidates[number];
                let value = table.value(candidate.entry, candidate.places[axis]);
                if value <= left {
                    candidate.tight |= u8::from(value == left) << axis;
                    candidate.smaller |= value < left;
                    candidates[kept] = candidate;
                    kept += 1;
                }
            }
            count = kept;
        }
        for Candidate { turn, tight, places, .. } in
            candidates[..count].iter().filter(|candidate| candidate.smaller)
        {
            let mut cube = node.cube;
            cube.turn(Turn::of_index((*turn).into()));
            let inverse = self.solver.of_inverse(cube);
            let entries = inverse.map(|place| self.solver.table.entry(place));
            let node = Node { cube, places: *places, inverse, tight: *tight, inverse_tight: 0 };
            self.survivors.push(Survivor { turn: *turn, node, entries });
        }
    }
}

/// The inverse of a node.
fn inverted(node: &Node) -> Node {
    Node {
        cube: node.cube.inverse(),
        places: node.inverse,
        inverse: node.places,
        tight: node.inverse_tight,
        inverse_tight: node.tight,
    }
}
