//! Heuristics that are admissible but not consistent, and moves that cost more than 1.

use super::{configuration, distances, size};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::{Nibbles, Position, Scrambler, Single, Slid, Sliding};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::search::best_first::{Configuration, Lowering, search};
use loyd_search::space::{Heuristic, Packing, Properties, StateSpace};

/// A graph of letters, by edges with costs.
#[derive(Debug)]
struct Graph(&'static [(char, char, u32)]);

/// The cheap path to `a` is found after `a` has been expanded along the expensive one.
const DETOUR: Graph =
    Graph(&[('s', 'a', 3), ('s', 'b', 1), ('b', 'a', 1), ('a', 'g', 3), ('a', 'c', 1)]);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    from: char,
    to: char,
    cost: u32,
}

impl StateSpace for Graph {
    type State = char;
    type Move = Edge;
    type Effect = Edge;
    type Moves = std::vec::IntoIter<Edge>;

    fn moves(&self, state: &char) -> Self::Moves {
        let edges = self.0.iter().filter(|edge| edge.0 == *state);
        let edges: Vec<Edge> = edges.map(|&(from, to, cost)| Edge { from, to, cost }).collect();
        edges.into_iter()
    }

    fn apply(&self, state: &mut char, edge: Edge) -> Edge {
        *state = edge.to;
        edge
    }

    fn undo(&self, state: &mut char, edge: Edge) {
        *state = edge.from;
    }

    fn may_follow(&self, _last: Edge, _next: Edge) -> bool {
        true
    }

    fn cost(&self, edge: Edge) -> u32 {
        edge.cost
    }

    fn is_goal(&self, state: &char) -> bool {
        *state == 'g'
    }
}

impl Packing for Graph {
    type Packed = char;

    fn pack(&self, state: &char) -> char {
        *state
    }

    fn unpack(&self, packed: &char) -> char {
        *packed
    }
}

/// True distances at `b` and the goal, 0 elsewhere: never too high, but it falls by 4 from `b` to
/// `a`, which are 1 apart.
struct Uneven;

impl Heuristic<Graph> for Uneven {
    type Memo = char;
    const PROPERTIES: Properties = Properties::ADMISSIBLE;

    fn start(&self, state: &char) -> char {
        *state
    }

    fn step(&self, _memo: char, after: &char, _effect: Edge) -> char {
        *after
    }

    fn value(&self, memo: char) -> u32 {
        if memo == 'b' { 4 } else { 0 }
    }
}

#[test]
fn closed_states_are_reopened() {
    let run = |configuration: &Configuration| {
        search(&DETOUR, &Uneven, &'s', configuration, &Limit::none(), &mut ())
    };
    let report = run(&configuration("astar"));
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else { panic!() };
    assert_eq!((cost, lower_bound, proven, path.len()), (5, 5, true, 3));
    // c, reached through a, is reopened as well.
    assert_eq!((report.statistics.reopened, report.statistics.inserted), (2, 5));

    let lowering_open =
        Configuration { lowering: Lowering::Open, optimal: false, ..configuration("astar") };
    let Outcome::Solved { cost, proven, .. } = run(&lowering_open).outcome else { panic!() };
    assert_eq!((cost, proven), (6, false));
}

#[test]
fn the_fewest_moves_are_not_proven_cheapest() {
    let report = search(&DETOUR, &Uneven, &'s', &configuration("bfs"), &Limit::none(), &mut ());
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else { panic!() };
    assert_eq!((path.len(), cost, proven), (2, 6, false));
    assert!(lower_bound <= 5);
    let report = search(&DETOUR, &Uneven, &'s', &configuration("ucs"), &Limit::none(), &mut ());
    assert!(matches!(report.outcome, Outcome::Solved { cost: 5, proven: true, .. }));
}

#[test]
fn spaces_without_a_path_are_searched_completely() {
    let disconnected = Graph(&[('s', 'a', 1), ('a', 's', 1), ('a', 'b', 2)]);
    for name in ["astar", "greedy", "bfs", "nayak-huang"] {
        let report =
            search(&disconnected, &Uneven, &'s', &configuration(name), &Limit::none(), &mut ());
        assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}");
        assert_eq!(report.statistics.expanded, 3);
    }
}

/// Manhattan distance if a bit of the board is set, otherwise 0.
struct Patchy(Manhattan);

type Eight = Nibbles<3, 9>;

impl Heuristic<Sliding<Eight, Single>> for Patchy {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::ADMISSIBLE;

    fn start(&self, state: &Eight) -> u32 {
        let sees = state.word().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62 != 0;
        let manhattan = Heuristic::<Sliding<Eight, Single>>::start(&self.0, state);
        if sees { Heuristic::<Sliding<Eight, Single>>::value(&self.0, manhattan) } else { 0 }
    }

    fn step(&self, _memo: u32, after: &Eight, _slid: Slid) -> u32 {
        self.start(after)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }
}

#[test]
fn an_inconsistent_heuristic_still_leads_to_shortest_paths() {
    let goal = Position::blank_last(size(3, 3));
    let distance = distances(&goal, false);
    let space = Sliding::<Eight, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<Eight, Single>>::new(&space).expect("for all");
    let patchy = Patchy(manhattan);
    let (mut scrambler, mut reopened) = (Scrambler::new(8), 0);
    for _ in 0..60 {
        let start = scrambler.position(&goal);
        let board = Sliding::<Eight, Single>::board(&start);
        for name in ["astar", "astar(fifo)"] {
            let configuration = configuration(name);
            let report = search(&space, &patchy, &board, &configuration, &Limit::none(), &mut ());
            let Outcome::Solved { cost, proven: true, .. } = report.outcome else { panic!() };
            assert_eq!(cost, distance[start.tiles()]);
            reopened += report.statistics.reopened;
        }
    }
    assert!(reopened > 100, "{reopened} states opened again");
}
