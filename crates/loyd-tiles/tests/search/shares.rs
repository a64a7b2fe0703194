//! One search divided into parts: the nodes of each.

use super::korf::{goal, korf};
use super::solve;
use loyd_search::observe::{Limit, Share};
use loyd_tiles::heuristic::{HeuristicName, HeuristicSpec};
use loyd_tiles::solver::{Engine, Plan, PruningChoice, Settings, Solver};
use std::collections::BTreeMap;

const PARTS: usize = 4;

#[test]
fn parts_have_the_nodes_of_the_whole_between_them() {
    let goal = goal();
    let start = korf().swap_remove(2).start;
    let manhattan = HeuristicSpec::from(HeuristicName::Manhattan);
    let settings = Settings {
        heuristic: Some(manhattan),
        pruning: PruningChoice::LastMove,
        ..Settings::default()
    };
    let solver = Solver::prepare(&Plan::new(&goal, &settings).expect("a plan")).expect("a solver");
    let whole = solve(&solver, &start, 1).statistics.iterations;
    // The last iteration ends at a goal, wherever it is.
    let compared = &whole[..whole.len() - 1];
    let mut nodes: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for part in 0..PARTS {
        let share = Some(Share { part, parts: PARTS });
        // Enough for all compared iterations, and no search of the whole last one.
        let max_nodes = compared.iter().map(|iteration| iteration.expanded).sum::<u64>();
        let limit = Limit { share, nodes: Some(max_nodes), ..Limit::none() };
        let report = solver.solve(&start, 1, &limit, &mut |_| ());
        for iteration in report.statistics.iterations {
            nodes.entry(iteration.bound).or_default().push(iteration.expanded);
        }
    }
    assert!(compared.len() > 4);
    for iteration in compared.iter().filter(|iteration| iteration.expanded > 100_000) {
        let parts = &nodes[&iteration.bound];
        assert_eq!(parts.len(), PARTS, "every part has every bound");
        let sum: u64 = parts.iter().sum();
        // Nodes above the prefixes are counted by every part.
        let difference = sum.abs_diff(iteration.expanded);
        assert!(difference < 4_000, "{sum} of {} at {}", iteration.expanded, iteration.bound);
        let largest = *parts.iter().max().expect("parts");
        assert!(largest < iteration.expanded / 2, "{parts:?} of {}", iteration.expanded);
    }
}
