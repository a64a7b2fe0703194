//! Pruning by the last move, and by strings.

use super::Measured;
use loyd_cube::cube2::{Cube2, Cube2Space};
use loyd_cube::{Half, MetricName, Quarter};
use loyd_search::prune::{Pruning, StringPruning};
use loyd_search::space::{MoveAlphabet, StateSpace};
use std::collections::HashSet;

/// Every state that three moves lead to.
fn near<M: Measured>(space: &Cube2Space<M>) -> HashSet<Cube2> {
    let mut near = HashSet::from([Cube2::SOLVED]);
    for _ in 0..3 {
        let after = |cube: &Cube2| space.moves(cube).map(|turn| cube.after(&[turn])).collect();
        near.extend(near.iter().flat_map(|cube| -> Vec<Cube2> { after(cube) }).collect::<Vec<_>>());
    }
    near
}

/// A forbidden move leads no farther from the state before the last one; an allowed one leads
/// farther, since no shorter pruning is possible with strings of two.
fn only_detours_are_forbidden<M: Measured>() {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let distances = M::distances();
    for start in near(&space) {
        for last in space.moves(&start) {
            let before = distances.between(start, start.after(&[last]));
            assert_eq!(before, 1);
            for next in space.moves(&start) {
                let after = distances.between(start, start.after(&[last, next]));
                assert_eq!(space.may_follow(last, next), after > before, "{last} {next}");
            }
        }
    }
}

/// Levels along strings that a rule allows: full levels prove that every state keeps a shortest
/// string. Equal states with different last moves are distinct, as in a depth-first search.
fn keeps_shortest_strings<M: Measured>(rule: &StringPruning, depth: u32) {
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let root = Pruning::<Cube2Space<M>>::root(rule, &space, &Cube2::SOLVED);
    let mut frontier = HashSet::from([(Cube2::SOLVED, root)]);
    for length in 1..=depth {
        let mut next = HashSet::new();
        for (cube, state) in frontier {
            for turn in space.moves(&cube) {
                if let Some(state) = rule.next(&space, state, turn) {
                    next.insert((cube.after(&[turn]), state));
                }
            }
        }
        let distances = M::distances();
        let new = |&&(cube, _): &&(Cube2, _)| distances.of(cube) == length;
        let reached: HashSet<Cube2> = next.iter().filter(new).map(|node| node.0).collect();
        let level = distances.by_rank.iter().filter(|&&d| u32::from(d) == length).count();
        assert_eq!(reached.len(), level, "length {length}");
        frontier = next;
    }
}

#[test]
fn only_detours_are_forbidden_in_both_metrics() {
    only_detours_are_forbidden::<Half>();
    only_detours_are_forbidden::<Quarter>();
}

#[test]
fn every_state_keeps_a_shortest_string() {
    for length in [0, 2, 3, 4, 5] {
        let half = StringPruning::new(&Cube2Space::<Half>::default(), length, usize::MAX);
        keeps_shortest_strings::<Half>(&half, 6);
        let quarter = StringPruning::new(&Cube2Space::<Quarter>::default(), length, usize::MAX);
        keeps_shortest_strings::<Quarter>(&quarter, 7);
    }
}

/// R R R is R', and R R the same as R' R': only one of each pair is left.
#[test]
fn strings_of_three_prune_quarter_turns() {
    let space = Cube2Space::<Quarter>::default();
    let rule = StringPruning::new(&space, 3, usize::MAX);
    let allowed = |text: &str| {
        let turns = loyd_cube::cube2::parse_turns(text).expect("moves");
        let start = Pruning::<Cube2Space<Quarter>>::root(&rule, &space, &Cube2::SOLVED);
        turns.iter().try_fold(start, |state, &turn| rule.next(&space, state, turn)).is_some()
    };
    assert!(allowed("R R") && allowed("R R U"));
    assert!(!allowed("R R R") && !allowed("R' R'") && !allowed("R R'"));
    assert_eq!(space.contexts(), 1);
}

#[test]
fn half_turns_are_two_moves_where_quarter_turns_are_counted() {
    let turns = loyd_cube::cube2::parse_turns("R2 U F2").expect("moves");
    let text = |metric: MetricName| loyd_cube::format_turns(&metric.moves(&turns));
    assert_eq!(text(MetricName::Half), "R2 U F2");
    assert_eq!(text(MetricName::Quarter), "R R U F F");
    let length = |of: fn(loyd_cube::Turn) -> u32| turns.iter().map(|&turn| of(turn)).sum::<u32>();
    assert_eq!(length(<Half as loyd_cube::Metric>::length), 3);
    assert_eq!(length(<Quarter as loyd_cube::Metric>::length), 5);
    assert_eq!("QTM".parse(), Ok(MetricName::Quarter));
    assert_eq!(MetricName::default(), MetricName::Half);
    let error = "quartr".parse::<MetricName>().expect_err("no metric");
    assert_eq!(error.to_string(), "\"quartr\" is not a metric of cubes: did you mean quarter?");
}
