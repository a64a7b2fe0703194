//! Tests of focal search: its choices on random graphs by definition, its bound, and its lengths on boards.

use super::toy::{Graph, Guess};
use crate::heuristic::{LinearConflict, Manhattan, TileHeuristic, Zero};
use crate::{Metric, Multi, Position, Scrambler, Single, Size, Sliding, Word64};
use loyd_search::observe::{Expansion, Limit, Observer, OnProgress, Outcome, Progress, StopCause};
use loyd_search::search::{AlgorithmName, AlgorithmSpec, Weight, focal};
use loyd_search::space::{Heuristic, StateSpace};
use std::collections::HashMap;

const WEIGHTS: [&str; 5] = ["1", "1.1", "1.5", "3", "1000"];

fn weight(text: &str) -> Weight {
    text.parse().expect("a weight")
}

/// True if a number is at most the weight times another.
fn within(weight: Weight, number: u32, of: u32) -> bool {
    let (numerator, denominator) = weight.fraction();
    u64::from(number) * u64::from(denominator) <= u64::from(of) * u64::from(numerator)
}

/// A state of the search by definition.
#[derive(Clone, Copy)]
struct Node {
    g: u32,
    h: u32,
    open: bool,
}

impl Node {
    fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// The search by definition, in one map, which follows the choices of the search that it observes.
struct Definition<'a> {
    graph: &'a Graph,
    guess: &'a Guess,
    weight: Weight,
    states: HashMap<u32, Node>,
    min_f: u32,
    expanded: u32,
}

impl<'a> Definition<'a> {
    fn new(graph: &'a Graph, guess: &'a Guess, weight: Weight, start: u32) -> Self {
        let node = Node { g: 0, h: guess.start(&start), open: true };
        let states = HashMap::from([(start, node)]);
        Self { graph, guess, weight, states, min_f: 0, expanded: 0 }
    }

    fn open(&self) -> impl Iterator<Item = &Node> {
        self.states.values().filter(|state| state.open)
    }

    /// The focal list, after the bound is raised.
    fn focal(&mut self) -> Vec<Node> {
        let min_f = self.open().map(Node::f).min().expect("an open state");
        self.min_f = self.min_f.max(min_f);
        let is_focal = |state: &&Node| within(self.weight, state.f(), self.min_f);
        self.open().filter(is_focal).copied().collect()
    }

    fn expand(&mut self, state: u32) {
        self.expanded += 1;
        let g = self.states[&state].g;
        self.states.get_mut(&state).expect("an open state").open = false;
        for edge in self.graph.moves(&state) {
            let mut child = state;
            self.graph.apply(&mut child, edge);
            let g = g + self.graph.cost(edge);
            if self.states.get(&child).is_none_or(|known| g < known.g) {
                let node = Node { g, h: self.guess.start(&child), open: true };
                self.states.insert(child, node);
            }
        }
    }
}

impl Observer<Graph> for Definition<'_> {
    fn expanding(&mut self, expansion: &Expansion<'_, u32>) {
        let choice = self.states[expansion.state];
        assert!(choice.open && (choice.g, choice.h) == (expansion.g, expansion.h));
        assert_eq!(expansion.open, self.open().count() as u64);
        let focal = self.focal();
        assert!(within(self.weight, choice.f(), self.min_f), "it is not in the focal list");
        for other in focal {
            let order = |state: &Node| (state.h, u32::MAX - state.g);
            assert!(order(&choice) <= order(&other), "another state comes first");
        }
        self.expand(*expansion.state);
    }
}

/// Costs from 1 to 9, estimates that are admissible but not consistent, states with no path to the goal.
#[test]
fn each_expansion_is_the_first_of_the_focal_list() {
    let (mut longer, mut reopened, mut lost) = (0, 0, 0);
    for seed in 0..40 {
        let graph = Graph::any(60, 90, if seed % 3 == 0 { 1 } else { 9 }, seed);
        let guess = Guess::new(&graph, seed);
        let distance = graph.distances();
        for (start, weight) in (0..graph.states()).zip(WEIGHTS.into_iter().cycle().map(weight)) {
            let mut definition = Definition::new(&graph, &guess, weight, start);
            let none = Limit::none();
            let report = focal::search(&graph, &guess, &start, weight, &none, &mut definition);
            assert_eq!(report.statistics.expanded, u64::from(definition.expanded));
            assert_eq!(report.statistics.inserted, definition.states.len() as u64);
            reopened += report.statistics.reopened;
            match (report.outcome, distance[start as usize]) {
                (Outcome::Solved { path, cost, lower_bound, proven }, Some(shortest)) => {
                    assert_eq!(graph.cost_of(start, &path), cost);
                    assert!(lower_bound <= shortest && shortest <= cost, "seed {seed}");
                    assert!(within(weight, cost, lower_bound), "seed {seed}: {cost} {lower_bound}");
                    assert_eq!(proven, cost == lower_bound);
                    assert!(proven || weight != Weight::ONE);
                    longer += u32::from(cost > shortest);
                }
                (Outcome::Unsolvable(_), None) => lost += 1,
                (outcome, shortest) => panic!("seed {seed}: {outcome:?}, not {shortest:?}"),
            }
        }
    }
    assert!(longer > 100 && reopened > 100 && lost > 20, "{longer} {reopened} {lost}");
}

fn board_of(width: usize, height: usize) -> Position {
    Position::blank_last(Size::new(width, height).expect("a size"))
}

/// Compares lengths with those of A* for a heuristic; returns the number of longer paths.
fn against_astar<M: Metric, H: Heuristic<Sliding<Word64, M>, Memo: Send + Sync> + Sync>(
    space: &Sliding<Word64, M>,
    heuristic: &H,
    goal: &Position,
    starts: &[Position],
) -> u32 {
    let astar = AlgorithmSpec::from(AlgorithmName::AStar);
    let mut longer = 0;
    for start in starts {
        let state = Sliding::<Word64, M>::board(start);
        let report = astar.run(space, heuristic, &state, 1, &Limit::none(), &mut ());
        let shortest = report.outcome.path().expect("a solution").len() as u32;
        for weight in WEIGHTS.map(weight) {
            let report = focal::search(space, heuristic, &state, weight, &Limit::none(), &mut ());
            let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else {
                panic!("{start}: {:?}", report.outcome)
            };
            assert_eq!(start.replay(&path).as_ref(), Ok(goal));
            assert_eq!(path.len() as u32, cost);
            assert!(lower_bound <= shortest && shortest <= cost, "{start}");
            assert!(within(weight, cost, lower_bound), "{start}: {cost} of {lower_bound}");
            assert_eq!(proven, cost == lower_bound);
            if weight == Weight::ONE {
                assert_eq!((cost, proven), (shortest, true), "{start}");
            }
            longer += u32::from(cost > shortest);
        }
    }
    longer
}

fn against_astar_in<M: Metric>(seed: u64) -> u32 {
    let mut scrambler = Scrambler::new(seed);
    let mut longer = 0;
    for (width, height, count) in [(3, 3, 150), (4, 2, 40), (2, 3, 20), (5, 1, 3)] {
        let goal = board_of(width, height);
        let space = Sliding::<Word64, M>::new(&goal);
        let mut starts = vec![goal.clone()];
        starts.extend((0..count).map(|_| scrambler.position(&goal)));
        let manhattan = <Manhattan as TileHeuristic<Word64, M>>::new(&space).expect("manhattan");
        longer += against_astar(&space, &manhattan, &goal, &starts);
        let some = &starts[..starts.len().min(10)];
        longer += against_astar(&space, &Zero, &goal, some);
        let conflict =
            <LinearConflict as TileHeuristic<Word64, M>>::new(&space).expect("conflicts");
        if Heuristic::<Sliding<Word64, M>>::properties(&conflict).admissible {
            longer += against_astar(&space, &conflict, &goal, &starts);
        }
    }
    longer
}

#[test]
fn paths_are_within_the_weight_and_shortest_for_weight_1() {
    assert!(against_astar_in::<Single>(21) > 200);
    assert!(against_astar_in::<Multi>(22) > 200);
}

/// Without an admissible heuristic nothing is proved, and a solution is found all the same.
#[test]
fn an_inadmissible_heuristic_proves_nothing() {
    let goal = board_of(3, 3);
    let space = Sliding::<Word64, Multi>::new(&goal);
    let conflict =
        <LinearConflict as TileHeuristic<Word64, Multi>>::new(&space).expect("conflicts");
    assert!(!Heuristic::<Sliding<Word64, Multi>>::properties(&conflict).admissible);
    let mut scrambler = Scrambler::new(23);
    for _ in 0..10 {
        let start = scrambler.position(&goal);
        let state = Sliding::<Word64, Multi>::board(&start);
        let none = Limit::none();
        let report = focal::search(&space, &conflict, &state, Weight::ONE, &none, &mut ());
        let Outcome::Solved { path, lower_bound: 0, proven: false, .. } = report.outcome else {
            panic!("{start}: {:?}", report.outcome)
        };
        assert_eq!(start.replay(&path).as_ref(), Ok(&goal));
    }
}

/// Limits of nodes and of memory on a board that is 31 moves from the goal.
#[test]
fn a_stopped_search_proves_a_bound() {
    let goal = board_of(3, 3);
    let space = Sliding::<Word64, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let start = crate::parse_position("8 6 7 2 5 4 3 0 1", None).expect("a board");
    let state = Sliding::<Word64, Single>::board(&start);
    let mut bounds = Vec::new();
    for count in [1, 10, 100, 1_000] {
        let nodes = Limit { nodes: Some(count), ..Limit::none() };
        let memory = Limit { memory: Some(100 * count), ..Limit::none() };
        for limit in [nodes, memory] {
            let mut highest = 0;
            let mut tell = OnProgress(|progress: &Progress| {
                assert!(highest <= progress.bound && progress.bound <= 31);
                highest = progress.bound;
            });
            let report = focal::search(&space, &manhattan, &state, Weight::ONE, &limit, &mut tell);
            let Outcome::Stopped { cause, lower_bound, best: None } = report.outcome else {
                assert_eq!(report.outcome.path().map(<[_]>::len), Some(31));
                continue;
            };
            assert!(lower_bound >= highest && lower_bound <= 31);
            if limit.nodes.is_some() {
                assert_eq!((cause, report.statistics.expanded), (StopCause::Nodes, count));
                bounds.push(lower_bound);
            } else {
                assert_eq!(cause, StopCause::Memory);
                assert!(report.statistics.bytes <= 100 * count);
            }
        }
    }
    assert!(bounds.is_sorted() && bounds.first() < bounds.last(), "{bounds:?}");
}
