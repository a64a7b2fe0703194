//! Batches and beams, beside A* without batches.

use super::super::{astar, problem};
use super::*;

/// Stacks of pancakes of every number; a move turns over those above a place.
fn pancakes() -> impl Problem<State = Vec<u8>> {
    let flipped = |stack: &Vec<u8>, k| {
        [stack[..k].iter().rev().copied().collect(), stack[k..].to_vec()].concat()
    };
    let successors = move |stack: &Vec<u8>| (2..=stack.len()).map(|k| flipped(stack, k)).collect();
    problem(successors, |stack: &Vec<u8>| stack.is_sorted())
}

/// The gap heuristic (M. Helmert 2010), without the plate.
fn gaps(states: &[Vec<u8>]) -> Vec<f64> {
    let gap = |stack: &Vec<u8>| {
        stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count() as f64
    };
    states.iter().map(gap).collect()
}

/// Permutations of seven numbers from a fixed generator.
fn stacks() -> Vec<Vec<u8>> {
    let mut seed = 7_u64;
    let shuffled = |_| {
        let mut stack: Vec<u8> = (0..7).collect();
        for place in (1..7).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            stack.swap(place, (seed >> 33) as usize % (place + 1));
        }
        stack
    };
    (0..6).map(shuffled).collect()
}

#[test]
fn a_batch_of_any_size_returns_a_cheapest_path() {
    let (problem, none) = (pancakes(), Limit::none());
    let gaps = &mut |states: &[Vec<u8>]| Some(gaps(states));
    for start in stacks() {
        let cost = astar(&problem, &start, &none).expect("a path").cost;
        for batch in [1, 7, 1000] {
            let path = astar_in_batches(&problem, &start, (1.0, batch), &none, gaps);
            let path = path.expect("a path");
            assert_eq!((path.cost, path.states.len() as u32), (cost, cost + 1), "{batch}");
            assert!(
                path.states.windows(2).all(|pair| problem.successors(&pair[0]).contains(&pair[1]))
            );
        }
        let greedy = astar_in_batches(&problem, &start, (3.0, 4), &none, gaps);
        assert!((cost..=3 * cost).contains(&greedy.expect("a path").cost));
    }
}

#[test]
fn a_beam_as_wide_as_the_space_finds_a_shortest_path() {
    let (problem, none) = (pancakes(), Limit::none());
    let gaps = &mut |states: &[Vec<u8>]| Some(gaps(states));
    for start in stacks() {
        let cost = astar(&problem, &start, &none).expect("a path").cost;
        let wide = beam(&problem, &start, 1 << 16, &none, gaps).expect("a path");
        let narrow = beam(&problem, &start, 20, &none, gaps).expect("a path");
        assert_eq!(wide.cost, cost);
        assert!(narrow.cost >= cost && narrow.states.last().is_some_and(|it| it.is_sorted()));
        assert!(
            narrow.states.windows(2).all(|pair| problem.successors(&pair[0]).contains(&pair[1]))
        );
    }
}

#[test]
fn the_end_of_a_search_has_its_reason() {
    let line = problem(|&n: &u32| if n < 9 { vec![n + 1, n + 100] } else { vec![] }, |&n| n == 9);
    let far = &mut |states: &[u32]| Some(states.iter().map(|&n| f64::from(1000 - n)).collect());
    let none = Limit::none();
    assert_eq!(beam(&line, &0, 1, &none, far), Err(NoSolution::Dropped { width: 1 }));
    assert_eq!(beam(&line, &0, 2, &none, far).map(|path| path.cost), Ok(9));
    assert_eq!(beam(&line, &10, 1, &none, far), Err(NoSolution::Unsolvable));
    let few = Limit { nodes: Some(3), ..Limit::none() };
    let zero = &mut |states: &[u32]| Some(vec![0.0; states.len()]);
    let stopped = Err(NoSolution::Stopped { cause: StopCause::Nodes, lower_bound: 2 });
    assert_eq!(astar_in_batches(&line, &0, (1.0, 1), &few, zero), stopped);
    let refuses = &mut |_: &[u32]| None;
    let stopped = astar_in_batches(&line, &0, (1.0, 1), &none, refuses);
    assert!(matches!(stopped, Err(NoSolution::Stopped { cause: StopCause::Cancelled, .. })));
}
