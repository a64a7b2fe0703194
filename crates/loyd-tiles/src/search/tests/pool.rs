//! The pool of subtrees on random graphs.

use super::toy::{Edge, Graph, Guess};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::prune::Pruning;
use loyd_search::search::pool::search;
use loyd_search::search::subtree::SpaceTree;

/// Allows every move.
struct Free;

impl Pruning<Graph> for Free {
    type State = ();

    fn root(&self, _: &Graph, _: &u32) {}

    fn next(&self, _: &Graph, (): (), _: Edge) -> Option<()> {
        Some(())
    }
}

#[test]
fn paths_are_cheapest_where_moves_differ_in_cost() {
    let (mut compared, mut at_once) = (0, 0);
    for seed in 0..60 {
        let graph = Graph::any(14, 26, 9, seed);
        let heuristic = Guess::new(&graph, seed);
        for (start, distance) in graph.distances().into_iter().enumerate() {
            let Some(distance) = distance else { continue };
            let start = start as u32;
            let (space, pruning) = (&graph, &Free);
            let tree = SpaceTree { space, heuristic: &heuristic, pruning, start, forget: true };
            // Levels are generated until each thread has a node.
            for cores in [1, 6] {
                let report = search(&tree, cores, &Limit::none(), &mut |_| ());
                let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
                    panic!("{:?}", report.outcome)
                };
                assert_eq!((cost, graph.cost_of(start, &path)), (distance, distance));
                compared += 1;
                at_once += u32::from(path.len() <= 2);
            }
        }
    }
    assert!(compared > 500 && at_once > 100, "{compared} {at_once}");
}
