//! A complete puzzle in one file: stacks of pancakes; a move turns over the top ones. It is solved
//! with every generic algorithm, enumerated, and audited, all by name, with a pattern database as
//! its heuristic. `cargo run --release -p loyd-search --example pancakes`
#![cfg_attr(any(), rustfmt::skip)] // short methods on one line each

use loyd_search::abstraction::{Abstraction, Options, PatternDatabase};
use loyd_search::puzzle::{EveryMove, HeuristicInfo, InvalidText, Puzzle, RandomPositions};
use loyd_search::puzzle::{Space, SpaceVisitor};
use loyd_search::search::{OwnSearches, iddfs::ZeroHeuristic};
use loyd_search::{observe::Limit, solver::{Engine, Plan, Settings, Solve, Unavailable, generic}};
use loyd_search::space::{MoveAlphabet, Packing, Properties, Ranking, Reversible, StateSpace};

/// Stacks of the pancakes `0..N`, top first; the goal is given. A move is the number to be flipped.
#[derive(Clone, Debug)]
pub(crate) struct Pancakes<const N: usize>(pub [u8; N]);
impl<const N: usize> StateSpace for Pancakes<N> {
    type State = [u8; N]; type Move = u8; type Effect = u8;
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
    fn rank(&self, stack: &[u8; N]) -> u64 { loyd_search::perm::rank(stack) }
    fn unrank(&self, r: u64) -> [u8; N] { let mut s = self.0; loyd_search::perm::unrank(r, &mut s); s }
}
impl<const N: usize> OwnSearches for Pancakes<N> {}
impl<const N: usize> Space<Self> for Pancakes<N> {
    type Ranking = Self;
    fn state(&self, stack: &[u8; N]) -> [u8; N] { *stack }
    fn position(&self, stack: &[u8; N]) -> [u8; N] { *stack }
    fn ranking(&self) -> Option<Self> { Some(self.clone()) }
    fn code_bytes(&self) -> usize { N }
    fn encode(&self, stack: &[u8; N], code: &mut [u8]) { code.copy_from_slice(stack); }
    fn decode(&self, code: &[u8]) -> Option<[u8; N]> { code.try_into().ok() }
}

/// The abstraction that keeps the places of K pancakes; the others are indistinguishable.
pub(crate) struct Pattern<const K: usize>(pub [u8; K]);
impl<const N: usize, const K: usize> Abstraction<Pancakes<N>> for Pattern<K> {
    type State = [u8; K]; type Action = u8; // the places; the number to be flipped
    fn project(&self, stack: &[u8; N]) -> [u8; K] {
        self.0.map(|pancake| stack.iter().position(|&p| p == pancake).unwrap() as u8)
    }
    fn size(&self) -> u64 { (N as u64).pow(K as u32) }
    fn rank(&self, places: &[u8; K]) -> u64 {
        places.iter().fold(0, |rank, &place| rank * N as u64 + u64::from(place))
    }
    fn unrank(&self, rank: u64) -> [u8; K] {
        std::array::from_fn(|i| (rank / (N as u64).pow((K - 1 - i) as u32) % N as u64) as u8)
    }
    fn predecessors(&self, places: &[u8; K], mut visit: impl FnMut([u8; K], u8)) {
        (2..=N as u8).for_each(|k| visit(places.map(|p| if p < k { k - 1 - p } else { p }), k));
    }
    fn charge(&self, _: u8) -> u32 { 1 }
    fn actions(&self) -> Vec<(u8, u32)> { (2..=N as u8).map(|k| (k, 1)).collect() }
}

impl<const N: usize> Puzzle for Pancakes<N> {
    type Position = [u8; N]; type Move = u8;
    type Metric = EveryMove; type Heuristic = String;
    type Partition = (); type TableKey = (); type Tables = (); // no stored tables
    type Invalid = InvalidText;
    const NAME: &'static str = "pancakes";
    const METRICS: &'static [EveryMove] = &[EveryMove];
    fn heuristics() -> Vec<HeuristicInfo> {
        [("zero", "0 everywhere"), ("pdb", "flips that put three pancakes in their places")]
            .map(|(name, summary)| HeuristicInfo { name, summary }).to_vec()
    }
    fn properties(_: &String, _: EveryMove) -> Properties { Properties::CONSISTENT }
    fn zero() -> String { "zero".into() }
    fn usual_heuristic(_: &[u8; N], _: EveryMove) -> String { "pdb".into() }
    fn parse(text: &str, _: Option<&str>) -> Result<[u8; N], InvalidText> {
        let stack = Self::parse_moves(text)?.try_into().ok();
        let complete = |stack: &[u8; N]| (0..N as u8).all(|p| stack.contains(&p));
        stack.filter(complete).ok_or(InvalidText { reason: format!("not {N} pancakes, each once") })
    }
    fn format(stack: &[u8; N]) -> String { Self::format_moves(stack) }
    fn goal(text: Option<&str>, _: &[u8; N]) -> Result<[u8; N], InvalidText> {
        text.map_or(Ok(std::array::from_fn(|p| p as u8)), |text| Self::parse(text, None))
    }
    fn parse_moves(text: &str) -> Result<Vec<u8>, InvalidText> {
        let number = |k: &str| k.parse().map_err(|e| InvalidText { reason: format!("{k:?}: {e}") });
        text.split_whitespace().map(number).collect()
    }
    fn format_moves(flips: &[u8]) -> String {
        flips.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }
    fn apply(stack: &mut [u8; N], k: u8) -> Result<(), String> {
        stack.get_mut(..k.into()).map(<[u8]>::reverse).ok_or("there are fewer pancakes".into())
    }
    fn random(mut seed: u64) -> RandomPositions<Self> {
        Box::new(move |&goal| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Self(goal).unrank((seed >> 32) % Self(goal).size())
        })
    }
    fn visit_space<V: SpaceVisitor<Self>>(goal: &[u8; N], _: EveryMove, visitor: V) -> V::Output {
        visitor.visit(Self(*goal))
    }
}
impl<const N: usize> Solve for Pancakes<N> {
    fn prepare(plan: &Plan<Self>, (): &()) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        let no = |reason: String| Unavailable { name: "the heuristic", reason };
        let (goal, space) = (plan.goal, Self(plan.goal));
        let top = Pattern([0, 1, 2].map(|place| goal[place]));
        match plan.heuristic.as_str() {
            "zero" => Ok(generic::engine(plan, space, ZeroHeuristic)),
            "pdb" => PatternDatabase::new(top, &[goal], &Options::default(), &mut |_| ())
                .map(|table| generic::engine(plan, space, std::sync::Arc::new(table)))
                .map_err(|error| no(error.to_string())),
            other => Err(no(format!("there is no {other:?}"))),
        }
    }
}

pub(crate) fn main() {
    let goal = [0, 1, 2, 3, 4, 5, 6, 7];
    let start = Pancakes::<8>::random(u64::from(std::process::id()))(&goal);
    let engine = |settings| Plan::<Pancakes<8>>::new(&goal, &settings).unwrap().prepare().unwrap();
    for name in Pancakes::<8>::algorithms() {
        let engine = engine(Settings { algorithm: Some(name.into()), ..Settings::default() });
        let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
        println!("{start:?}, {name}: {:?}", report.outcome.path().unwrap());
    }
    let audit = engine(Settings::default()).audit(1, &Limit::none(), &mut |_, _| ()).unwrap();
    let (findings, mut levels) = (audit.findings, vec![0; audit.radius as usize + 1]);
    findings.joint.pairs().for_each(|(distance, _, stacks)| levels[distance as usize] += stacks);
    println!("stacks by distance: {levels:?}; pdb is consistent: {}", findings.consistent());
}
