//! Partial-expansion A\*: the states that it stores and expands, and its costs on random graphs.

use super::toy::{Graph, Guess};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Position, Scrambler, Single, Size, Sliding, Word64};
use loyd_search::observe::{Expansion, Limit, Observer, Outcome, StopCause};
use loyd_search::search::{Parameters, astar, best_first, pea};
use std::collections::HashSet;

type Eight = Sliding<Word64, Single>;

/// The expanded states whose `g + h` is less than a cost, and the stored values of all expansions in order.
struct Expansions {
    cost: u32,
    nearer: HashSet<Word64>,
    values: Vec<u64>,
}

impl Expansions {
    fn nearer_than(cost: u32) -> Self {
        Self { cost, nearer: HashSet::new(), values: Vec::new() }
    }
}

impl Observer<Eight> for Expansions {
    fn expanding(&mut self, expansion: &Expansion<'_, Word64>) {
        if expansion.g + expansion.h < self.cost {
            self.nearer.insert(*expansion.state);
        }
        self.values.push(expansion.f);
    }
}

#[test]
fn the_expanded_states_are_those_of_astar_and_fewer_are_stored() {
    let goal = Position::blank_last(Size::new(3, 3).expect("a size"));
    let space = Eight::new(&goal);
    let heuristic = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let mut scrambler = Scrambler::new(31);
    let limit = Limit::none();
    let configuration = astar::configuration(&Parameters::default());
    for _ in 0..40 {
        let start = Eight::board(&scrambler.position(&goal));
        let plain = best_first::search(&space, &heuristic, &start, &configuration, &limit, &mut ());
        let Outcome::Solved { cost: shortest, .. } = plain.outcome else { panic!("unsolved") };
        let mut of_astar = Expansions::nearer_than(shortest);
        best_first::search(&space, &heuristic, &start, &configuration, &limit, &mut of_astar);
        let mut of_pea = Expansions::nearer_than(shortest);
        let report = pea::search(&space, &heuristic, &start, &limit, &mut of_pea);
        let Outcome::Solved { path, cost, lower_bound, proven: true } = report.outcome else {
            panic!("{:?}", report.outcome)
        };
        assert_eq!((path.len() as u32, cost, lower_bound), (shortest, shortest, shortest));
        assert_eq!(of_pea.nearer, of_astar.nearer);
        assert!(of_pea.values.is_sorted(), "{:?}", of_pea.values);
        assert!(of_pea.values.iter().all(|&value| value <= shortest.into()));
        assert_eq!(of_pea.values.len() as u64, report.statistics.expanded);
        let (stored, of_plain) = (report.statistics.inserted, plain.statistics.inserted);
        assert!(stored <= of_plain, "{stored} {of_plain}");
        assert!(shortest < 20 || stored * 10 < of_plain * 9, "{stored} {of_plain}");
    }
}

/// Costs from 1 to 9, estimates that are admissible but not consistent, states with no path to the goal.
#[test]
fn costs_on_graphs_are_least_and_partly_expanded_states_are_reached_more_cheaply() {
    let (mut solved, mut reopened, mut lost) = (0, 0, 0);
    for seed in 0..60 {
        let graph = Graph::any(60, 90, if seed % 3 == 0 { 1 } else { 9 }, seed);
        let guess = Guess::new(&graph, seed);
        let distance = graph.distances();
        for start in 0..graph.states() {
            let report = pea::search(&graph, &guess, &start, &Limit::none(), &mut ());
            reopened += report.statistics.reopened;
            match (report.outcome, distance[start as usize]) {
                (Outcome::Solved { path, cost, lower_bound, proven: true }, Some(shortest)) => {
                    assert_eq!((cost, lower_bound), (shortest, shortest), "seed {seed}");
                    assert_eq!(graph.cost_of(start, &path), shortest);
                    solved += 1;
                }
                (Outcome::Unsolvable(_), None) => lost += 1,
                (outcome, shortest) => panic!("seed {seed}: {outcome:?}, not {shortest:?}"),
            }
        }
    }
    assert!(solved > 1_000 && reopened > 100 && lost > 20, "{solved} {reopened} {lost}");
}

/// Limits of nodes and of memory on a board that is 31 moves from the goal.
#[test]
fn a_stopped_search_proves_a_bound() {
    let goal = Position::blank_last(Size::new(3, 3).expect("a size"));
    let space = Eight::new(&goal);
    let heuristic = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let start = crate::parse_position("8 6 7 2 5 4 3 0 1", None).expect("a board");
    let state = Eight::board(&start);
    let mut bounds = Vec::new();
    for count in [1, 10, 100, 1_000] {
        let nodes = Limit { nodes: Some(count), ..Limit::none() };
        let report = pea::search(&space, &heuristic, &state, &nodes, &mut ());
        let Outcome::Stopped { cause, lower_bound, best: None } = report.outcome else {
            panic!("{:?}", report.outcome)
        };
        assert_eq!((cause, report.statistics.expanded), (StopCause::Nodes, count));
        assert!(lower_bound <= 31);
        bounds.push(lower_bound);
        let memory = Limit { memory: Some(10 * count), ..Limit::none() };
        let report = pea::search(&space, &heuristic, &state, &memory, &mut ());
        let Outcome::Stopped { cause: StopCause::Memory, lower_bound, .. } = report.outcome else {
            panic!("{:?}", report.outcome)
        };
        assert!(lower_bound <= 31 && report.statistics.bytes <= 10 * count);
    }
    assert!(bounds.is_sorted() && bounds.first() < bounds.last(), "{bounds:?}");
}
