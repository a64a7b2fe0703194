//! All optimal paths, compared with a count level by level.

use crate::heuristic::{Manhattan, TileHeuristic, Zero};
use crate::{Board, MetricName, Multi, Position, Scrambler, Single, Size, Slide, Sliding, Wide};
use loyd_search::observe::{Limit, StopCause};
use loyd_search::search::every::{Extent, search, search_within};
use loyd_search::space::{Heuristic, StateSpace};
use std::collections::HashMap;

/// Number of optimal paths, counted breadth-first: the paths to a state are those to its
/// predecessors.
fn count_paths<M: crate::Metric>(space: &Sliding<Wide, M>, start: &Wide) -> (u32, u128) {
    let mut level = HashMap::from([(start.clone(), 1u128)]);
    let mut seen = std::collections::HashSet::from([start.clone()]);
    for depth in 0.. {
        if let Some((_, &ways)) = level.iter().find(|(state, _)| space.is_goal(state)) {
            return (depth, ways);
        }
        let mut next: HashMap<Wide, u128> = HashMap::new();
        for (state, ways) in &level {
            for mv in space.moves(state) {
                let mut child = state.clone();
                space.apply(&mut child, mv);
                if !seen.contains(&child) {
                    *next.entry(child).or_default() += ways;
                }
            }
        }
        seen.extend(next.keys().cloned());
        level = next;
    }
    unreachable!("the goal can be reached")
}

fn check<M: crate::Metric>(size: Size, boards: usize) -> u128
where
    Manhattan: TileHeuristic<Wide, M> + Heuristic<Sliding<Wide, M>>,
    Zero: TileHeuristic<Wide, M> + Heuristic<Sliding<Wide, M>>,
{
    let goal = Position::blank_last(size);
    let space = Sliding::<Wide, M>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<Wide, M>>::new(&space).expect("for all boards");
    let mut scrambler = Scrambler::new(5);
    let mut sum = 0;
    for _ in 0..boards {
        let position = scrambler.position(&goal);
        let start = Wide::new(size, position.tiles());
        let (length, ways) = count_paths(&space, &start);
        let none = Limit::none();
        let all = search(&space, &manhattan, &start, length, 1000, &none).expect("no limit");
        assert_eq!(all.count, ways, "{position:?}");
        assert_eq!(all.paths.len() as u128, ways.min(1000));
        let mut distinct = all.paths.clone();
        distinct.sort_by_key(|path| crate::format_moves(path));
        distinct.dedup();
        assert_eq!(distinct.len(), all.paths.len());
        for path in &all.paths {
            assert_eq!(path.len() as u32, length);
            assert_eq!(position.replay(path).expect("legal"), goal);
        }
        sum += ways;
    }
    sum
}

#[test]
fn all_shortest_paths_are_found_and_no_others() {
    let size = |w, h| Size::new(w, h).expect("a size");
    // Some of the boards have several optimal paths.
    assert!(check::<Single>(size(3, 3), 10) > 10);
    assert!(check::<Multi>(size(3, 3), 10) > 10);
    assert!(check::<Single>(size(4, 2), 10) > 10);
    assert!(check::<Multi>(size(2, 3), 20) > 20);
}

/// All sequences of at most `left` moves that come to the goal only at their end, in which moves may follow one
/// another.
fn sequences<M: crate::Metric>(
    space: &Sliding<Wide, M>,
    state: &Wide,
    path: &mut Vec<Slide>,
    left: u32,
    found: &mut Vec<Vec<Slide>>,
) {
    if space.is_goal(state) {
        found.push(path.clone());
        return;
    }
    if left == 0 {
        return;
    }
    for slide in space.moves(state) {
        // Slides of one line are one move of several tiles or none; single ones only take each other back.
        let redundant = |last: &Slide| match M::NAME {
            MetricName::Single => last.direction == slide.direction.inverse(),
            MetricName::Multi => last.direction.is_vertical() == slide.direction.is_vertical(),
        };
        if !path.last().is_some_and(redundant) {
            let mut child = state.clone();
            space.apply(&mut child, slide);
            path.push(slide);
            sequences(space, &child, path, left - 1, found);
            path.pop();
        }
    }
}

fn check_slack<M: crate::Metric>(size: Size, moves: &[u8], slacks: u32)
where
    Manhattan: TileHeuristic<Wide, M> + Heuristic<Sliding<Wide, M>>,
{
    let goal = Position::blank_last(size);
    let space = Sliding::<Wide, M>::new(&goal);
    let zero = <Manhattan as TileHeuristic<Wide, M>>::new(&space).expect("for all boards");
    let mut start = Wide::new(size, goal.tiles());
    for &which in moves {
        let mut all: Vec<Slide> = space.moves(&start).collect();
        let slide = all.swap_remove(usize::from(which) % all.len());
        space.apply(&mut start, slide);
        let (length, _) = count_paths(&space, &start);
        for slack in 0..=slacks {
            let mut expected = Vec::new();
            sequences(&space, &start, &mut Vec::new(), length + slack, &mut expected);
            expected.sort_by_key(Vec::len);
            let extent = Extent { length, slack, max_paths: 1_000_000 };
            let all = search_within(&space, &zero, &start, extent, &Limit::none());
            let all = all.expect("no limit");
            assert_eq!(all.count, expected.len() as u128, "{start:?}, {slack}");
            assert_eq!(all.paths, expected, "{start:?}, {slack}");
        }
    }
}

#[test]
fn paths_near_the_shortest_are_those_of_a_search_of_all_sequences() {
    let size = |w, h| Size::new(w, h).expect("a size");
    check_slack::<Single>(size(3, 3), &[0, 1, 1, 0, 2, 1], 6);
    check_slack::<Single>(size(2, 3), &[1, 0, 1, 1, 0, 1], 14);
    check_slack::<Multi>(size(3, 3), &[0, 2, 1, 0], 3);
}

#[test]
fn a_limit_stops_it() {
    let size = Size::new(4, 4).expect("a size");
    let goal = Position::blank_last(size);
    let space = Sliding::<Wide, Single>::new(&goal);
    let zero = <Zero as TileHeuristic<Wide, Single>>::new(&space).expect("for all boards");
    let start = Wide::new(size, Scrambler::new(1).position(&goal).tiles());
    let limit = Limit { nodes: Some(5000), ..Limit::none() };
    assert_eq!(search(&space, &zero, &start, 60, 1, &limit), Err(StopCause::Nodes));
    let limit = Limit { memory: Some(100_000), ..Limit::none() };
    assert_eq!(search(&space, &zero, &start, 60, 1, &limit), Err(StopCause::Memory));
}
