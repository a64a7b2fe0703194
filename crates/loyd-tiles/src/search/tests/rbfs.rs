//! Recursive best-first search: the order of its first expansions, and the states that it expands.

use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Position, Scrambler, Single, Size, Sliding, Word64};
use loyd_search::observe::{Expansion, Limit, Observer, Outcome};
use loyd_search::search::{astar, best_first, rbfs};
use std::collections::HashMap;

type Eight = Sliding<Word64, Single>;

/// The least f at which each state was expanded, and the f of first expansions in order.
#[derive(Default)]
struct Expansions {
    minima: HashMap<Word64, u32>,
    order: Vec<u32>,
}

impl Observer<Eight> for Expansions {
    fn expanding(&mut self, expansion: &Expansion<'_, Word64>) {
        let f = expansion.g + expansion.h;
        let minimum = self.minima.entry(*expansion.state).or_insert_with(|| {
            self.order.push(f);
            f
        });
        *minimum = f.min(*minimum);
    }
}

/// States nearer than the solution by f, which every search of this heuristic must expand.
fn necessary(expansions: &Expansions, cost: u32) -> HashMap<Word64, u32> {
    expansions.minima.clone().into_iter().filter(|&(_, f)| f < cost).collect()
}

#[test]
fn first_expansions_are_in_the_order_of_f_and_are_those_of_astar() {
    let size = Size::new(3, 3).expect("a size");
    let goal = Position::blank_last(size);
    let space = Eight::new(&goal);
    let heuristic = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let mut scrambler = Scrambler::new(11);
    for _ in 0..40 {
        let start = Eight::board(&scrambler.position(&goal));
        let (mut of_rbfs, mut of_astar) = (Expansions::default(), Expansions::default());
        let limit = Limit::none();
        let recursive = rbfs::search(&space, &heuristic, &start, &limit, &mut of_rbfs);
        let configuration = astar::configuration(&loyd_search::search::Parameters::default());
        let best =
            best_first::search(&space, &heuristic, &start, &configuration, &limit, &mut of_astar);
        let Outcome::Solved { cost, proven: true, lower_bound, .. } = recursive.outcome else {
            panic!("{:?}", recursive.outcome)
        };
        let Outcome::Solved { cost: least, .. } = best.outcome else { panic!("unsolved") };
        assert_eq!((cost, lower_bound), (least, least));
        assert!(of_rbfs.order.is_sorted(), "{:?}", of_rbfs.order);
        assert_eq!(necessary(&of_rbfs, cost), necessary(&of_astar, cost));
    }
}

#[test]
fn a_stopped_search_states_its_bound() {
    let size = Size::new(4, 4).expect("a size");
    let goal = Position::blank_last(size);
    let space = Eight::new(&goal);
    let heuristic = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let start = Eight::board(&Scrambler::new(1).position(&goal));
    let limit = Limit { nodes: Some(20_000), ..Limit::none() };
    let report = rbfs::search(&space, &heuristic, &start, &limit, &mut Expansions::default());
    let Outcome::Stopped { lower_bound, .. } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    let exact =
        loyd_search::search::ida_star::search(&space, &heuristic, &start, &Limit::none(), &mut ());
    let Outcome::Solved { cost, .. } = exact.outcome else { panic!("unsolved") };
    assert!(lower_bound <= cost && lower_bound > 0, "{lower_bound} {cost}");
}
