//! Beams on stacks of pancakes, beside breadth-first search.

use super::search;
use crate::observe::{Limit, Outcome, Progress, StopCause};
use crate::space::{Heuristic, Packing, Properties, StateSpace};
use std::time::Duration;

/// A stack of pancakes; a move turns over those above a place.
struct Pancakes;

const SIZE: usize = 7;

type Stack = [u8; SIZE];

impl StateSpace for Pancakes {
    type State = Stack;
    type Move = usize;
    type Effect = usize;
    type Moves = std::ops::RangeInclusive<usize>;

    fn moves(&self, _: &Stack) -> Self::Moves {
        2..=SIZE
    }

    fn apply(&self, stack: &mut Stack, count: usize) -> usize {
        stack[..count].reverse();
        count
    }

    fn undo(&self, stack: &mut Stack, count: usize) {
        stack[..count].reverse();
    }

    fn may_follow(&self, last: usize, next: usize) -> bool {
        last != next
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }
}

impl Packing for Pancakes {
    type Packed = Stack;

    fn pack(&self, stack: &Stack) -> Stack {
        *stack
    }

    fn unpack(&self, stack: &Stack) -> Stack {
        *stack
    }
}

/// Gaps between neighbours: consistent.
struct Gaps;

impl Heuristic<Pancakes> for Gaps {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, stack: &Stack) -> u32 {
        let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count();
        gaps as u32 + u32::from(usize::from(stack[SIZE - 1]) != SIZE - 1)
    }

    fn step(&self, _: u32, after: &Stack, _: usize) -> u32 {
        self.start(after)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }
}

/// The distances of all stacks by breadth-first search.
fn distances() -> Vec<(Stack, u32)> {
    let mut all = vec![([0, 1, 2, 3, 4, 5, 6], 0)];
    let mut reached = std::collections::HashSet::from([all[0].0]);
    let mut next = 0;
    while let Some(&(stack, distance)) = all.get(next) {
        for count in 2..=SIZE {
            let mut turned = stack;
            turned[..count].reverse();
            if reached.insert(turned) {
                all.push((turned, distance + 1));
            }
        }
        next += 1;
    }
    all
}

/// The moves of a beam, replayed.
fn solve(start: Stack, width: Option<usize>, threads: usize, limit: &Limit) -> (Vec<usize>, bool) {
    let progress = &mut |_: &Progress| ();
    let report = search(&Pancakes, &Gaps, &start, width, threads, limit, progress);
    let (path, proven) = match report.outcome {
        Outcome::Solved { path, proven, .. } => (path, proven),
        Outcome::Stopped { best, .. } => (best.expect("a path"), false),
        Outcome::Unsolvable(_) => panic!("every stack can be sorted"),
    };
    let mut stack = start;
    for &count in &path {
        Pancakes.apply(&mut stack, count);
    }
    assert!(stack.is_sorted());
    (path, proven)
}

#[test]
fn a_beam_of_all_states_is_optimal() {
    let all = distances();
    assert_eq!(all.len(), 5040);
    for (stack, distance) in all.iter().step_by(37) {
        let (path, _) = solve(*stack, Some(6000), 2, &Limit::none());
        assert_eq!(path.len() as u32, *distance, "{stack:?}");
    }
}

#[test]
fn growing_beams_end_with_a_shortest_path() {
    for (stack, distance) in distances().iter().step_by(211) {
        let (path, proven) = solve(*stack, None, 1, &Limit::none());
        assert_eq!(path.len() as u32, *distance, "{stack:?}");
        assert_eq!(proven, Gaps.start(stack) == *distance, "{stack:?}");
    }
}

#[test]
fn every_number_of_threads_finds_the_same_path() {
    let all = distances();
    let mut longer = 0;
    for (stack, distance) in all.iter().rev().take(40) {
        for width in [1, 5, 2100] {
            let (one, _) = solve(*stack, Some(width), 1, &Limit::none());
            assert_eq!(one, solve(*stack, Some(width), 3, &Limit::none()).0);
            longer += u32::from(one.len() as u32 > *distance);
        }
    }
    assert!(longer > 0, "narrow beams are not optimal");
}

#[test]
fn limits_stop_a_beam_with_its_best_path() {
    let start = [6, 2, 4, 0, 5, 1, 3];
    let none = Limit::none();
    for limit in [
        Limit { nodes: Some(1), ..none.clone() },
        Limit { memory: Some(1), ..none.clone() },
        Limit { time: Some(Duration::ZERO), ..none.clone() },
    ] {
        let report = search(&Pancakes, &Gaps, &start, None, 1, &limit, &mut |_: &Progress| ());
        let Outcome::Stopped { cause, lower_bound, .. } = report.outcome else {
            panic!("{limit:?}");
        };
        assert_ne!(cause, StopCause::Cancelled);
        assert!(lower_bound > 0);
    }
    let goal = [0, 1, 2, 3, 4, 5, 6];
    assert_eq!(solve(goal, Some(1), 1, &none), (vec![], true));
}

#[test]
fn a_beam_that_walks_in_circles_ends() {
    let report = search(
        &Pancakes,
        &Zero,
        &[6, 2, 4, 0, 5, 1, 3],
        Some(1),
        1,
        &Limit::none(),
        &mut |_: &Progress| (),
    );
    let stopped = Outcome::Stopped { cause: StopCause::Width, lower_bound: 0, best: None };
    assert_eq!(report.outcome, stopped);
}

/// Nothing is known of a stack: ties decide.
struct Zero;

impl Heuristic<Pancakes> for Zero {
    type Memo = ();
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, _: &Stack) {}

    fn step(&self, (): (), _: &Stack, _: usize) {}

    fn value(&self, (): ()) -> u32 {
        0
    }
}
