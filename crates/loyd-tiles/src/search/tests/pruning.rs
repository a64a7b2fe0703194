//! Pruning of duplicate move strings on tile boards.

use crate::{Bytes, Metric, Multi, Nibbles, Position, Single, Size, Sliding};
use loyd_search::prune::Pruning;
use loyd_search::prune::StringPruning;
use loyd_search::space::MoveAlphabet;
use std::collections::HashSet;

/// The sizes of breadth-first levels along strings that the rule allows. As pruning does not know
/// the goal, levels of full size prove that every state keeps an optimal string.
fn levels<S: MoveAlphabet + Sync>(
    space: &S,
    rule: &StringPruning,
    start: &S::State,
    depth: usize,
) -> Vec<usize> {
    let mut seen = HashSet::from([start.clone()]);
    let mut frontier = HashSet::from([(start.clone(), rule.root(space, start))]);
    let mut levels = Vec::new();
    while !frontier.is_empty() && levels.len() < depth {
        let mut next = HashSet::new();
        for (state, last) in frontier {
            for mv in space.moves(&state) {
                if let Some(last) = rule.next(space, last, mv) {
                    let mut child = state.clone();
                    space.apply(&mut child, mv);
                    if !seen.contains(&child) {
                        next.insert((child, last));
                    }
                }
            }
        }
        let new: HashSet<S::State> = next.iter().map(|node| node.0.clone()).collect();
        levels.push(new.len());
        seen.extend(new);
        frontier = next;
    }
    levels
}

fn keeps_shortest_strings<B: crate::Board, M: Metric>(size: Size, depth: usize) {
    let space = Sliding::<B, M>::new(&Position::blank_last(size));
    let plain = StringPruning::last_move();
    for blank in 0..size.cells() {
        let start = space.representative(blank);
        let all = levels(&space, &plain, &start, depth);
        for length in [2, 3, 5, 8] {
            let rule = StringPruning::new(&space, length, usize::MAX);
            assert_eq!(levels(&space, &rule, &start, depth), all, "{size} {blank} {length}");
        }
    }
}

#[test]
fn every_state_keeps_a_shortest_string() {
    let size = |w, h| Size::new(w, h).unwrap();
    keeps_shortest_strings::<Nibbles<3, 6>, Single>(size(3, 2), 99);
    keeps_shortest_strings::<Nibbles<3, 6>, Multi>(size(3, 2), 99);
    keeps_shortest_strings::<Nibbles<4, 8>, Multi>(size(4, 2), 99);
    keeps_shortest_strings::<Bytes<5, 25>, Single>(size(5, 5), 9);
}

#[test]
fn strings_of_two_are_the_last_move() {
    let size = Size::new(5, 5).unwrap();
    let single = Sliding::<Bytes<5, 25>, Single>::new(&Position::blank_last(size));
    let multi = Sliding::<Bytes<5, 25>, Multi>::new(&Position::blank_last(size));
    same_strings(&single);
    same_strings(&multi);
}

fn same_strings<S: MoveAlphabet + Sync>(space: &S) {
    let (plain, rule) = (StringPruning::last_move(), StringPruning::new(space, 2, usize::MAX));
    for context in 0..space.contexts() {
        let start = space.representative(context);
        let roots = (plain.root(space, &start), rule.root(space, &start));
        for first in space.moves(&start) {
            let after = (plain.next(space, roots.0, first), rule.next(space, roots.1, first));
            let (Some(a), Some(b)) = after else { panic!("a first move is forbidden") };
            let mut state = start.clone();
            space.apply(&mut state, first);
            for second in space.moves(&state) {
                let allowed = plain.next(space, a, second).is_some();
                assert_eq!(rule.next(space, b, second).is_some(), allowed);
            }
        }
    }
}
