//! A puzzle of one's own in one file: stacks of pancakes, of which a flip turns over the top ones.
//! Solved by every algorithm that takes any puzzle, enumerated, and estimated by a hand-made
//! heuristic and by pattern databases. `cargo run --release -p loyd --example pancakes`
#![cfg_attr(any(), rustfmt::skip)] // short methods on one line each

use loyd::abstraction::{Abstraction, Options, PatternDatabase, Sum, build};
use loyd::audit::{Distances, exhaustive};
use loyd::observe::{Limit, Report};
use loyd::search::{Parameters, arastar, astar, best_first, bfs, bibfs, every, greedy, ida_star};
use loyd::search::{iddfs, nbs, ucs, weighted};
use loyd::space::{Heuristic, MoveAlphabet, Packing, Properties, Ranking, Reversible, StateSpace};

/// Stacks of the pancakes `0..N`, top first; the goal is given. A move is how many are flipped.
pub(crate) struct Pancakes<const N: usize>(pub [u8; N]);
impl<const N: usize> StateSpace for Pancakes<N> {
    type State = [u8; N];
    type Move = u8;
    type Effect = u8;
    type Moves = std::ops::RangeInclusive<u8>;
    fn moves(&self, _: &[u8; N]) -> Self::Moves { 2..=N as u8 }
    fn apply(&self, stack: &mut [u8; N], k: u8) -> u8 { stack[..k as usize].reverse(); k }
    fn undo(&self, stack: &mut [u8; N], k: u8) { stack[..k as usize].reverse(); }
    fn may_follow(&self, last: u8, next: u8) -> bool { last != next }
    fn is_goal(&self, stack: &[u8; N]) -> bool { *stack == self.0 }
}

impl<const N: usize> Packing for Pancakes<N> {
    type Packed = [u8; N];
    fn pack(&self, stack: &[u8; N]) -> [u8; N] { *stack }
    fn unpack(&self, packed: &[u8; N]) -> [u8; N] { *packed }
}
impl<const N: usize> Reversible for Pancakes<N> {
    fn goal_state(&self) -> [u8; N] { self.0 }
    fn reversed(&self, start: &[u8; N]) -> Self { Self(*start) }
}
impl<const N: usize> MoveAlphabet for Pancakes<N> {
    fn letters(&self) -> usize { N - 1 }
    fn letter(&self, k: u8) -> usize { k as usize - 2 }
    fn move_of(&self, letter: usize) -> u8 { letter as u8 + 2 }
    fn contexts(&self) -> usize { 1 } // every flip is always possible
    fn context(&self, _: &[u8; N]) -> usize { 0 }
    fn representative(&self, _: usize) -> [u8; N] { self.0 }
}
impl<const N: usize> Ranking<[u8; N]> for Pancakes<N> {
    fn size(&self) -> u64 { (1..=N as u64).product() }
    fn rank(&self, stack: &[u8; N]) -> u64 { loyd::perm::rank(stack) }
    fn unrank(&self, r: u64) -> [u8; N] { let mut s = self.0; loyd::perm::unrank(r, &mut s); s }
}

/// Counts neighbours that are none in the goal; a flip changes one junction (M. Helmert, *Landmark
/// Heuristics for the Pancake Problem*, 2010). Holds the place of each pancake in the goal.
pub(crate) struct Gap<const N: usize>(pub [u8; N]);
impl<const N: usize> Gap<N> {
    pub fn new(goal: &[u8; N]) -> Self {
        Self(std::array::from_fn(|p| goal.iter().position(|&q| q as usize == p).unwrap() as u8))
    }
    fn gap(&self, stack: &[u8; N], i: usize, j: usize) -> u32 {
        let place = |i| if i == N { N as u8 /* plate */ } else { self.0[stack[i] as usize] };
        u32::from(place(i).abs_diff(place(j)) != 1)
    }
}

impl<const N: usize> Heuristic<Pancakes<N>> for Gap<N> {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;
    fn start(&self, stack: &[u8; N]) -> u32 { (0..N).map(|i| self.gap(stack, i, i + 1)).sum() }
    fn step(&self, memo: u32, after: &[u8; N], k: u8) -> u32 {
        memo + self.gap(after, k as usize - 1, k as usize) - self.gap(after, 0, k as usize)
    }
    fn value(&self, memo: u32) -> u32 { memo }
    fn reversed(&self, space: &Pancakes<N>) -> Option<Self> { Some(Self::new(&space.0)) }
}

/// Keeps the places of K pancakes. Charges every flip, or only those with one of them on top.
pub(crate) struct Kept<const K: usize> { pub pancakes: [u8; K], pub every_flip: bool }
impl<const N: usize, const K: usize> Abstraction<Pancakes<N>> for Kept<K> {
    type State = [u8; K]; // places
    type Action = Option<u8>; // the pancake on top before the flip, if it is kept
    fn project(&self, stack: &[u8; N]) -> [u8; K] {
        self.pancakes.map(|kept| stack.iter().position(|&p| p == kept).unwrap() as u8)
    }
    fn size(&self) -> u64 { (0..K).map(|i| (N - i) as u64).product() }
    fn rank(&self, places: &[u8; K]) -> u64 { // a digit is the place among those still free
        let taken = |i: usize| places[..i].iter().filter(|&&p| p < places[i]).count() as u64;
        (0..K).fold(0, |rank, i| rank * (N - i) as u64 + u64::from(places[i]) - taken(i))
    }
    fn unrank(&self, mut rank: u64) -> [u8; K] {
        let mut places = [0; K];
        for i in (0..K).rev() {
            places[i] = (rank % (N - i) as u64) as u8;
            rank /= (N - i) as u64;
            for later in i + 1..K { places[later] += u8::from(places[later] >= places[i]); }
        }
        places
    }
    fn predecessors(&self, places: &[u8; K], mut visit: impl FnMut([u8; K], Option<u8>)) {
        for k in 2..=N as u8 {
            let before = places.map(|place| if place < k { k - 1 - place } else { place });
            visit(before, before.iter().position(|&place| place == 0).map(|i| self.pancakes[i]));
        }
    }
    fn charge(&self, top: Option<u8>) -> u32 {
        u32::from(self.every_flip || top.is_some_and(|top| self.pancakes.contains(&top)))
    }
    fn actions(&self) -> Vec<(Option<u8>, u32)> { (0..N as u8).map(|top| (Some(top), 1)).collect() }
}

/// The reports of all searches; all but the first two prove that no path is shorter.
pub(crate) fn solve<const N: usize>(
    space: &Pancakes<N>, h: &impl Heuristic<Pancakes<N>>, from: &[u8; N],
) -> Vec<(&'static str, Report<u8>)> {
    let (no, o, told) = (&Limit::none(), &mut (), &Parameters::default());
    [("greedy", greedy::configuration(told)), ("weighted A*", weighted::configuration(told)),
        ("A*", astar::configuration(told)), ("breadth-first", bfs::configuration(told)),
        ("uniform cost", ucs::configuration(told))]
    .map(|(name, how)| (name, best_first::search(space, h, from, &how, no, o))).into_iter().chain([
        ("IDA*", ida_star::search(space, h, from, no, o)),
        ("deepening", ida_star::search(space, &iddfs::Blind, from, no, o)),
        ("bidirectional", bibfs::search(space, from, no, o)),
        ("NBS", nbs::search(space, h, from, no, o)),
        ("ARA*", arastar::search(space, h, from, arastar::WEIGHT, no, o)),
    ]).collect()
}

pub(crate) fn main() {
    let (goal, no) = ([0, 1, 2, 3, 4, 5, 6, 7], Limit::none());
    let (space, gap) = (Pancakes(goal), Gap::new(&goal));
    let random = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
    let start = space.unrank(random % space.size());
    let length = ida_star::search(&space, &gap, &start, &no, &mut ()).outcome.path().unwrap().len();
    let all = every::search(&space, &gap, &start, length as u32, 1, &no).unwrap();
    println!("{start:?}: {} shortest paths of {length} flips", all.count);
    for (name, Report { outcome, statistics }) in solve(&space, &gap, &start) {
        println!("{name:14} {:6} expanded, {:?}", statistics.expanded, outcome.path().unwrap());
    }
    let (all, o) = (Kept { pancakes: goal, every_flip: true }, Options::default());
    let all = build::<Pancakes<8>, _>(&all, &[goal], &o, &mut |_| ()).unwrap();
    println!("stacks by distance: {:?}", all.histogram());
    let sum = Sum::new([[0, 1, 2, 3], [4, 5, 6, 7]].map(|pancakes| {
        let kept = Kept { pancakes, every_flip: false };
        PatternDatabase::new(kept, &[goal], &o, &mut |_| ()).unwrap()
    })).expect("no flip is charged twice");
    let distances = Distances::of(&space, &space, &goal, 1, &no, &mut |_| ()).unwrap();
    for f in [
        exhaustive(&space, &space, &distances, &gap, 1, &no, &mut |_| ()).unwrap(),
        exhaustive(&space, &space, &distances, &sum, 1, &no, &mut |_| ()).unwrap(),
    ] {
        println!("mean estimate {}, consistent: {}", f.joint.estimate().mean, f.consistent());
    }
}
