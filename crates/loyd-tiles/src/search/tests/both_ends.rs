//! Tests of the bidirectional searches and the anytime search.

use super::toy::{Graph, Guess};
use crate::heuristic::{
    Hamming, LinearConflict, Manhattan, Maximum, TileHeuristic, WalkingDistance, Zero,
};
use crate::{
    Metric, Multi, Position, Scrambler, Single, Size, Slide, Sliding, Word64, parse_position,
};
use loyd_search::observe::{Limit, OnProgress, Outcome, Progress, Report, StopCause};
use loyd_search::search::{AlgorithmName, AlgorithmSpec, Weight};
use loyd_search::search::{arastar, bibfs, ida_star, mm, nbs};
use loyd_search::space::{Heuristic, StateSpace};
use std::collections::HashMap;

type Tiles<M> = Sliding<Word64, M>;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// Distances of all boards from the goal, by definition, on plain lists of tiles.
fn distances(goal: &Position, several: bool) -> HashMap<Vec<u16>, u32> {
    let (w, h) = (goal.size().width() as i32, goal.size().height() as i32);
    let mut distance = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut level = vec![goal.tiles().to_vec()];
    for depth in 1.. {
        let mut next = Vec::new();
        for tiles in &level {
            let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank") as i32;
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let (mut moved, mut x, mut y) = (tiles.clone(), blank % w, blank / w);
                while (0..w).contains(&(x + dx)) && (0..h).contains(&(y + dy)) {
                    moved.swap((y * w + x) as usize, ((y + dy) * w + x + dx) as usize);
                    (x, y) = (x + dx, y + dy);
                    if !distance.contains_key(&moved) {
                        distance.insert(moved.clone(), depth);
                        next.push(moved.clone());
                    }
                    if !several {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            return distance;
        }
        level = next;
    }
    unreachable!()
}

/// Checks that a report has an optimal path of this length, replayed on a plain board.
fn check(report: &Report<Slide>, start: &Position, goal: &Position, length: u32) {
    let Outcome::Solved { path, cost, lower_bound, proven: true } = &report.outcome else {
        panic!("{:?} of {start}", report.outcome)
    };
    assert_eq!((*cost, *lower_bound, path.len() as u32), (length, length, length), "{start}");
    assert_eq!(start.replay(path).as_ref(), Ok(goal));
}

/// Runs all searches of this file on a board, each with every admissible heuristic.
fn solve_all<M: Metric>(
    space: &Tiles<M>,
    start: &Position,
    goal: &Position,
    length: u32,
    blind: bool,
) {
    let state = Tiles::<M>::board(start);
    check(&bibfs::search(space, &state, &Limit::none(), &mut ()), start, goal, length);
    let manhattan = <Manhattan as TileHeuristic<Word64, M>>::new(space).expect("manhattan");
    with(space, &manhattan, &state, start, goal, length);
    let walking = <WalkingDistance as TileHeuristic<Word64, M>>::new(space).expect("tables");
    with(space, &walking, &state, start, goal, length);
    let conflict = <LinearConflict as TileHeuristic<Word64, M>>::new(space).expect("conflicts");
    if Heuristic::<Tiles<M>>::properties(&conflict).admissible {
        with(space, &conflict, &state, start, goal, length);
    }
    let spec = "max(hamming,manhattan)".parse::<crate::heuristic::HeuristicSpec>();
    let maximum = Maximum::of(spec.expect("a maximum").parts(), space).expect("a maximum");
    with(space, &maximum, &state, start, goal, length);
    if blind {
        with(space, &Zero, &state, start, goal, length);
        let hamming = <Hamming as TileHeuristic<Word64, M>>::new(space).expect("hamming");
        with(space, &hamming, &state, start, goal, length);
    }
}

fn with<M: Metric, H: Heuristic<Tiles<M>>>(
    space: &Tiles<M>,
    heuristic: &H,
    state: &Word64,
    start: &Position,
    goal: &Position,
    length: u32,
) {
    let none = Limit::none();
    check(&nbs::search(space, heuristic, state, &none, &mut ()), start, goal, length);
    check(&mm::search(space, heuristic, state, &none, &mut ()), start, goal, length);
    for weight in [Weight::ONE, arastar::WEIGHT] {
        let report = arastar::search(space, heuristic, state, weight, &none, &mut ());
        check(&report, start, goal, length);
    }
}

fn against_enumeration<M: Metric>(size: Size, boards: usize, seed: u64, blind: bool) {
    let mut scrambler = Scrambler::new(seed);
    let any = scrambler.position(&Position::blank_last(size));
    for goal in [Position::blank_last(size), any] {
        let distance = distances(&goal, M::reach(2) == 2);
        let space = Tiles::<M>::new(&goal);
        for _ in 0..boards {
            let start = scrambler.position(&goal);
            solve_all(&space, &start, &goal, distance[start.tiles()], blind);
        }
        // The goal itself, and its neighbours.
        solve_all(&space, &goal, &goal, 0, true);
        let state = Tiles::<M>::board(&goal);
        for slide in space.moves(&state) {
            let mut start = goal.clone();
            start.slide(slide).expect("a legal move");
            solve_all(&space, &start, &goal, 1, true);
        }
    }
}

#[test]
fn lengths_equal_those_of_complete_enumeration() {
    against_enumeration::<Single>(size(3, 3), 4, 1, true);
    against_enumeration::<Multi>(size(3, 3), 4, 2, true);
    for (width, height) in [(4, 2), (2, 3), (1, 4), (5, 1), (2, 2)] {
        against_enumeration::<Single>(size(width, height), 8, 3, true);
        against_enumeration::<Multi>(size(width, height), 8, 4, true);
    }
}

#[test]
#[ignore = "a minute: ten thousand boards"]
fn ten_thousand_boards_equal_complete_enumeration() {
    against_enumeration::<Single>(size(3, 3), 2_500, 5, false);
    against_enumeration::<Multi>(size(3, 3), 2_500, 6, false);
}

/// Lengths of larger boards, compared with IDA*.
fn against_ida_star<M: Metric>(size: Size, boards: usize, seed: u64) {
    let goal = Position::blank_on(size, 1);
    let space = Tiles::<M>::new(&goal);
    let walking = <WalkingDistance as TileHeuristic<Word64, M>>::new(&space).expect("tables");
    let mut scrambler = Scrambler::new(seed);
    for _ in 0..boards {
        let start = scrambler.position(&goal);
        let state = Tiles::<M>::board(&start);
        let report = ida_star::search(&space, &walking, &state, &Limit::none(), &mut ());
        let length = report.outcome.path().expect("it can be solved").len() as u32;
        let none = Limit::none();
        check(&bibfs::search(&space, &state, &none, &mut ()), &start, &goal, length);
        with(&space, &walking, &state, &start, &goal, length);
    }
}

#[test]
fn lengths_equal_those_of_ida_star() {
    against_ida_star::<Single>(size(5, 2), 6, 7);
    against_ida_star::<Multi>(size(5, 2), 6, 8);
    against_ida_star::<Single>(size(4, 3), 1, 9);
    against_ida_star::<Multi>(size(4, 3), 1, 10);
}

#[test]
#[ignore = "half a minute: some boards more"]
fn lengths_of_more_boards_equal_those_of_ida_star() {
    against_ida_star::<Single>(size(5, 2), 20, 7);
    against_ida_star::<Multi>(size(5, 2), 20, 8);
    against_ida_star::<Single>(size(4, 3), 4, 9);
    against_ida_star::<Multi>(size(4, 3), 2, 10);
}

/// Costs from 1 to 9, estimates that are admissible but not consistent, states with no path to the
/// goal.
#[test]
fn costs_on_graphs_are_least() {
    let (mut solved, mut not) = (0, 0);
    for seed in 0..60 {
        let dearest = if seed % 3 == 0 { 1 } else { 9 };
        let graph = Graph::any(60, 90, dearest, seed);
        let guess = Guess::new(&graph, seed);
        let distance = graph.distances();
        for start in 0..graph.states() {
            let none = Limit::none();
            let mut reports = vec![
                nbs::search(&graph, &guess, &start, &none, &mut ()),
                mm::search(&graph, &guess, &start, &none, &mut ()),
                arastar::search(&graph, &guess, &start, arastar::WEIGHT, &none, &mut ()),
                arastar::search(&graph, &guess, &start, Weight::ONE, &none, &mut ()),
            ];
            let breadth = bibfs::search(&graph, &start, &none, &mut ());
            if let Outcome::Solved { proven, .. } = &breadth.outcome {
                assert!(*proven || dearest > 1);
            }
            if dearest == 1 {
                reports.push(breadth);
            }
            for report in reports {
                match (&report.outcome, distance[start as usize]) {
                    (Outcome::Solved { path, cost, lower_bound, proven: true }, Some(shortest)) => {
                        assert_eq!((*cost, *lower_bound), (shortest, shortest), "seed {seed}");
                        assert_eq!(graph.cost_of(start, path), shortest);
                        solved += 1;
                    }
                    (Outcome::Unsolvable(_), None) => not += 1,
                    (outcome, shortest) => panic!("seed {seed}: {outcome:?}, not {shortest:?}"),
                }
            }
        }
    }
    assert!(solved > 1_000 && not > 100, "{solved} and {not}");
}

/// After any stop, the lower bound holds, and the path, if any, is a solution.
#[test]
fn stopped_searches_report_true_bounds() {
    let goal = Position::blank_last(size(3, 3));
    let distance = distances(&goal, false);
    let space = Tiles::<Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<Word64, Single>>::new(&space).expect("manhattan");
    let mut scrambler = Scrambler::new(11);
    let mut with_path = 0;
    for board in 0..40u64 {
        let start = scrambler.position(&goal);
        let state = Tiles::<Single>::board(&start);
        let length = distance[start.tiles()];
        for nodes in [1, 20 + board, 300, 1_000] {
            let limit = Limit { nodes: Some(nodes), ..Limit::none() };
            let memory = Limit { memory: Some(nodes * 1_000), ..Limit::none() };
            for limit in [limit, memory] {
                for report in [
                    bibfs::search(&space, &state, &limit, &mut ()),
                    nbs::search(&space, &manhattan, &state, &limit, &mut ()),
                    mm::search(&space, &manhattan, &state, &limit, &mut ()),
                    arastar::search(&space, &manhattan, &state, Weight::ONE, &limit, &mut ()),
                    arastar::search(&space, &manhattan, &state, arastar::WEIGHT, &limit, &mut ()),
                ] {
                    match &report.outcome {
                        Outcome::Stopped { cause, lower_bound, best } => {
                            let memory = limit.memory.is_some();
                            let expected =
                                if memory { StopCause::Memory } else { StopCause::Nodes };
                            assert_eq!(*cause, expected);
                            assert!(*lower_bound <= length);
                            if let Some(path) = best {
                                assert_eq!(start.replay(path).as_ref(), Ok(&goal));
                                with_path += 1;
                            }
                            let max_expanded = limit.nodes.unwrap_or(u64::MAX).saturating_add(2);
                            assert!(report.statistics.expanded <= max_expanded);
                        }
                        _ => check(&report, &start, &goal, length),
                    }
                    if let Some(max_bytes) = limit.memory {
                        // The smallest structures take some memory beyond any limit.
                        assert!(report.statistics.bytes <= max_bytes.max(200_000));
                    }
                }
            }
        }
    }
    assert!(with_path > 20, "{with_path}");
}

/// Every better path is reported, with a bound that never falls, and the first path is within its
/// weight.
#[test]
fn the_anytime_search_reports_every_better_path() {
    let hard = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let start = parse_position(hard, None).expect("a board");
    let goal = Position::blank_first(start.size());
    let space = Tiles::<Single>::new(&goal);
    let walking = <WalkingDistance as TileHeuristic<Word64, Single>>::new(&space).expect("tables");
    let mut reports: Vec<(u32, Option<u32>)> = Vec::new();
    let mut note = |progress: &Progress| reports.push((progress.bound, progress.best));
    let state = Tiles::<Single>::board(&start);
    let report = arastar::search(
        &space,
        &walking,
        &state,
        arastar::WEIGHT,
        &Limit::none(),
        &mut OnProgress(&mut note),
    );
    // Number 1 of Korf's hundred.
    check(&report, &start, &goal, 57);
    let bests: Vec<u32> = reports.iter().filter_map(|&(_, best)| best).collect();
    assert!(bests.is_sorted_by(|a, b| a >= b) && bests[0] > 57 && bests[0] <= 5 * 57, "{bests:?}");
    let bounds: Vec<u32> = reports.iter().map(|&(bound, _)| bound).collect();
    assert!(bounds.is_sorted() && reports.contains(&(57, Some(57))), "{bounds:?}");
    assert!(report.statistics.iterations.len() > 2);
}

/// Bidirectional searches need far fewer states than unidirectional ones.
#[test]
fn two_ends_save_states() {
    let goal = Position::blank_last(size(3, 3));
    let space = Tiles::<Single>::new(&goal);
    let mut scrambler = Scrambler::new(12);
    let (mut one, mut two) = (0, 0);
    let breadth_first = AlgorithmSpec::from(AlgorithmName::Bfs);
    for _ in 0..20 {
        let state = Tiles::<Single>::board(&scrambler.position(&goal));
        let run = breadth_first.run(&space, &Zero, &state, 1, &Limit::none(), &mut ());
        one += run.statistics.expanded;
        two += bibfs::search(&space, &state, &Limit::none(), &mut ()).statistics.expanded;
    }
    assert!(two * 10 < one, "{two} of {one}");
}
