//! MM: its choices on random graphs by definition, and the middle that it does not cross.

use super::toy::{Graph, Guess};
use crate::heuristic::{Manhattan, TileHeuristic, Zero};
use crate::{Position, Scrambler, Single, Size, Sliding, Word64};
use loyd_search::observe::{Expansion, Limit, Observer, Outcome, SearchEvent};
use loyd_search::search::mm;
use loyd_search::space::{Heuristic, Reversible, StateSpace};
use std::collections::HashMap;

/// A state of one direction of the search by definition.
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

    fn priority(&self) -> u32 {
        self.f().max(2 * self.g + 1)
    }
}

/// The search by definition, in one map a direction, which follows the choices of the search that it observes.
struct Definition<'a> {
    graph: &'a Graph,
    estimates: [Option<Guess>; 2],
    sides: [HashMap<u32, Node>; 2],
    /// The greatest least priority so far.
    priority: u32,
    best: u32,
    expanded: u64,
}

impl<'a> Definition<'a> {
    fn new(graph: &'a Graph, guess: &Guess, start: u32, goal: u32) -> Self {
        let estimates = [Some(guess.clone()), guess.reversed(&graph.reversed(&start))];
        let sides = [HashMap::new(), HashMap::new()];
        let mut definition =
            Self { graph, estimates, sides, priority: 0, best: u32::MAX, expanded: 0 };
        definition.reach(0, start, 0);
        definition.reach(1, goal, 0);
        definition
    }

    fn open(&self, side: usize) -> impl Iterator<Item = &Node> {
        self.sides[side].values().filter(|node| node.open)
    }

    fn minimum(&self, side: usize, value: impl Fn(&Node) -> u32) -> u32 {
        self.open(side).map(value).min().expect("an open state")
    }

    /// The bound by which the search ends.
    fn bound(&self) -> u32 {
        let sum = self.minimum(0, |node| node.g) + self.minimum(1, |node| node.g) + 1;
        let min_f = self.minimum(0, Node::f).max(self.minimum(1, Node::f));
        self.priority.max(min_f).max(sum)
    }

    fn reach(&mut self, side: usize, state: u32, g: u32) {
        let h = self.estimates[side].as_ref().map_or(0, |guess| guess.start(&state));
        let earlier = self.sides[side].get(&state);
        if g + h >= self.best || earlier.is_some_and(|node| node.g <= g) {
            return;
        }
        self.sides[side].insert(state, Node { g, h, open: true });
        if let Some(other) = self.sides[1 - side].get(&state) {
            self.best = self.best.min(g + other.g);
        }
    }
}

impl Observer<Graph> for Definition<'_> {
    fn expanding(&mut self, expansion: &Expansion<'_, u32>) {
        let side = usize::from(expansion.backward);
        let minimum = self.minimum(0, Node::priority).min(self.minimum(1, Node::priority));
        self.priority = self.priority.max(minimum);
        assert!(self.best > self.bound(), "the solution is proved already");
        let choice = self.sides[side][expansion.state];
        assert!(choice.open && (choice.g, choice.h) == (expansion.g, expansion.h));
        assert!(choice.priority() <= self.priority, "another state comes first");
        if side == 1 {
            let forward = self.open(0).any(|node| node.priority() <= self.priority);
            assert!(!forward, "a forward state comes first");
        }
        let of_priority = self.open(side).filter(|node| node.priority() <= self.priority);
        assert!(of_priority.map(|node| node.g).min() == Some(choice.g), "a state nearer the root");
        self.expanded += 1;
        let state = *expansion.state;
        self.sides[side].get_mut(&state).expect("an open state").open = false;
        for edge in self.graph.moves(&state) {
            let mut child = state;
            self.graph.apply(&mut child, edge);
            self.reach(side, child, choice.g + self.graph.cost(edge));
        }
    }
}

/// Costs from 1 to 9, estimates that are admissible but not consistent, states with no path to the goal.
#[test]
fn each_expansion_has_the_least_priority_and_the_search_ends_with_a_proof() {
    let (mut solved, mut lost) = (0, 0);
    for seed in 0..60 {
        let graph = Graph::any(60, 90, if seed % 3 == 0 { 1 } else { 9 }, seed);
        let guess = Guess::new(&graph, seed);
        let distance = graph.distances();
        let goal = (0..graph.states()).find(|state| graph.is_goal(state)).expect("a goal");
        for start in 0..graph.states() {
            let mut definition = Definition::new(&graph, &guess, start, goal);
            let report = mm::search(&graph, &guess, &start, &Limit::none(), &mut definition);
            assert_eq!(report.statistics.expanded, definition.expanded);
            match (report.outcome, distance[start as usize]) {
                (Outcome::Solved { path, cost, lower_bound, proven: true }, Some(shortest)) => {
                    assert_eq!((cost, lower_bound), (shortest, shortest), "seed {seed}");
                    assert_eq!(graph.cost_of(start, &path), shortest);
                    assert_eq!(definition.best, shortest);
                    solved += 1;
                }
                (Outcome::Unsolvable(_), None) => lost += 1,
                (outcome, shortest) => panic!("seed {seed}: {outcome:?}, not {shortest:?}"),
            }
        }
    }
    assert!(solved > 1_000 && lost > 20, "{solved} {lost}");
}

/// The greatest `2 g + 1` of the expansions, forward and backward, and the costs of the solutions.
#[derive(Default)]
struct Middle {
    farthest: [u32; 2],
    solutions: Vec<u64>,
}

impl Observer<Sliding<Word64, Single>> for Middle {
    fn expanding(&mut self, expansion: &Expansion<'_, Word64>) {
        let farthest = &mut self.farthest[usize::from(expansion.backward)];
        *farthest = (2 * expansion.g + 1).max(*farthest);
    }

    fn event(&mut self, event: SearchEvent) {
        if let SearchEvent::Solution(cost) = event {
            self.solutions.push(cost);
        }
    }
}

/// With any estimate, the two searches meet in the middle.
#[test]
fn neither_direction_crosses_the_middle() {
    let goal = Position::blank_last(Size::new(3, 3).expect("a size"));
    let space = Sliding::<Word64, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let mut scrambler = Scrambler::new(41);
    for _ in 0..30 {
        let state = Sliding::<Word64, Single>::board(&scrambler.position(&goal));
        let none = Limit::none();
        for blind in [false, true] {
            let mut middle = Middle::default();
            let report = if blind {
                mm::search(&space, &Zero, &state, &none, &mut middle)
            } else {
                mm::search(&space, &manhattan, &state, &none, &mut middle)
            };
            let cost = report.outcome.path().expect("a solution").len() as u32;
            assert!(middle.farthest.iter().all(|&farthest| farthest <= cost), "{cost}");
            assert_eq!(middle.solutions.last(), Some(&cost.into()));
        }
    }
}
