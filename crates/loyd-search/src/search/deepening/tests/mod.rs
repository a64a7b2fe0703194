//! Iterative deepening compared with a plain search from the root.

mod saving;
mod tree;

use super::share::prefixes;
use super::*;
use crate::observe::{Cancel, Share};
use std::collections::HashSet;
use tree::{START, Tree};

fn mode(threads: usize) -> Mode {
    Mode { threads, proven: true, split: true }
}

fn solution(report: &Report<u8>) -> (&[u8], u32, u32, bool) {
    let Outcome::Solved { path, cost, lower_bound, proven } = &report.outcome else {
        panic!("{:?}", report.outcome)
    };
    (path, *cost, *lower_bound, *proven)
}

/// Only one part of the tree.
fn share(part: usize, parts: usize) -> Limit {
    Limit { share: Some(Share { part, parts }), ..Limit::none() }
}

/// Sums of iterations; the root counts as generated.
fn assert_sums(statistics: &Statistics) {
    let sum = |of: fn(&Iteration) -> u64| statistics.iterations.iter().map(of).sum::<u64>();
    assert_eq!(statistics.expanded, sum(|it| it.expanded));
    assert_eq!(statistics.generated, 1 + sum(|it| it.generated));
}

#[test]
fn threads_change_neither_the_path_nor_the_counts_of_complete_iterations() {
    let tree = Tree::with_goals();
    let expected = tree.iterations();
    let last = expected.len() - 1;
    assert!(expected[last - 1].expanded > WORTH_A_THREAD, "one thread would do it");
    for (threads, split) in [(1, true), (1, false), (2, true), (3, true), (4, false)] {
        let mode = Mode { split, ..mode(threads) };
        let (mut seen, mut shares) = ((START, 0), 0);
        let report = search(&OneStage(&tree), mode, &Limit::none(), &mut |progress| {
            assert!(progress.bound >= seen.0 && progress.expanded >= seen.1);
            if let Some(fraction) = progress.fraction {
                assert!((0.0..=1.0).contains(&fraction));
                shares += 1;
            }
            seen = (progress.bound, progress.expanded);
        });
        assert_eq!(solution(&report), (tree.best(), START + 8, START + 8, true));
        let statistics = &report.statistics;
        assert_eq!(statistics.iterations[..last], expected[..last], "{threads} threads");
        assert_eq!(statistics.iterations[last].bound, START + 8);
        if threads == 1 {
            assert_eq!(statistics.iterations, expected);
        }
        assert_sums(statistics);
        assert!(seen.1 <= statistics.expanded && seen.0 == START + 8);
        // Without prefixes nothing says how much of an iteration is done.
        assert_eq!(shares > 0, split);
    }
}

#[test]
fn without_an_admissible_heuristic_nothing_is_proven() {
    let tree = Tree::with_goals();
    let mode = Mode { proven: false, ..mode(1) };
    let report = search(&OneStage(&tree), mode, &Limit::none(), &mut |_| ());
    assert_eq!(solution(&report), (tree.best(), START + 8, 0, false));
    let few = Limit { nodes: Some(100_000), ..Limit::none() };
    let report = search(&OneStage(&tree), mode, &few, &mut |_| ());
    let stopped = Outcome::Stopped { cause: StopCause::Nodes, lower_bound: 0, best: None };
    assert_eq!(report.outcome, stopped);
}

#[test]
fn a_limit_ends_a_search_with_the_bound_it_has_reached() {
    let tree = Tree::with_goals();
    let expected = tree.iterations();
    for threads in [1, 2] {
        for nodes in [20_000, 150_000, 1_000_000] {
            let limit = Limit { nodes: Some(nodes), ..Limit::none() };
            let report = search(&OneStage(&tree), mode(threads), &limit, &mut |_| ());
            let mut sum = 0;
            let within = expected.iter().position(|iteration| {
                sum += iteration.expanded;
                sum > nodes
            });
            let bound = expected[within.expect("less than all")].bound;
            let cause = StopCause::Nodes;
            assert_eq!(report.outcome, Outcome::Stopped { cause, lower_bound: bound, best: None });
            let over = report.statistics.expanded - nodes;
            // Only the calling thread watches limits; it may have to wait for a processor.
            assert!(threads > 1 || over < 10_000, "{over} more than {nodes}");
            assert_sums(&report.statistics);
        }
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let limit = Limit::cancelled_by(&cancel);
    let report = search(&OneStage(&tree), mode(1), &limit, &mut |_| ());
    let cause = StopCause::Cancelled;
    assert!(matches!(report.outcome, Outcome::Stopped { cause: is, .. } if is == cause));
}

#[test]
fn a_finite_tree_without_a_goal_is_exhausted() {
    for longest in [0, 5, 40] {
        let tree = Tree { longest: Some(longest.min(12)), ..Tree::default() };
        let report = search(&OneStage(&tree), mode(2), &Limit::none(), &mut |_| ());
        assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{:?}", report.outcome);
        assert_eq!(report.statistics.iterations, tree.iterations());
    }
}

/// A tree that is replaced after an iteration of this many expansions.
struct Two<'a>(u64, [&'a Tree; 2]);

impl Stages<u8> for Two<'_> {
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<u8>) {
        let stage = usize::from(last_expanded >= self.0);
        (stage, self.1[stage])
    }
}

#[test]
fn a_later_tree_may_forbid_paths() {
    let first = Tree::with_goals();
    let second = Tree { pruned: true, ..first.clone() };
    let (all, pruned) = (first.iterations(), second.iterations());
    assert_eq!(all.len(), pruned.len());
    for change in 1..all.len() {
        let stages = Two(all[change - 1].expanded, [&first, &second]);
        let report = search(&stages, mode(1), &Limit::none(), &mut |_| ());
        assert_eq!(solution(&report).0, first.best());
        let expected = [&all[..change], &pruned[change..]].concat();
        assert_eq!(report.statistics.iterations, expected, "changed after {change}");
    }
}

#[test]
fn parts_of_a_tree_are_disjoint_and_cover_it() {
    let tree = Tree::default();
    for parts in [1, 2, 3, 7, 20] {
        let each: Vec<Vec<Vec<u8>>> =
            (0..parts).map(|part| prefixes(&tree, &share(part, parts), true)).collect();
        let all: HashSet<&Vec<u8>> = each.iter().flatten().collect();
        assert_eq!(all.len(), each.iter().map(Vec::len).sum::<usize>(), "twice");
        let cover: f64 = all.iter().map(|path| 3_f64.powi(-(path.len() as i32))).sum();
        assert!((cover - 1.0).abs() < 1e-9, "{parts} parts: {cover}");
        assert!((64 * parts..3 * 64 * parts).contains(&all.len()), "{parts}: {}", all.len());
        assert!(
            each.iter().all(|part| part.is_sorted() && part.len().abs_diff(each[0].len()) <= 1)
        );
        let whole: Vec<_> =
            (0..parts).map(|part| prefixes(&tree, &share(part, parts), false)).collect();
        assert!(whole[0] == [vec![]] && whole[1..].iter().all(Vec::is_empty));
    }
    assert_eq!(prefixes(&tree, &Limit::none(), true), [vec![]]);
}

#[test]
fn a_goal_near_the_root_is_in_one_part() {
    // The root itself, and one letter below it.
    struct Short(Vec<u8>);
    impl Subtrees<u8> for Short {
        fn f(&self, path: &[u8]) -> u32 {
            let away = self.0.len().abs_diff(path.len()).max(usize::from(path != self.0));
            (path.len() + away) as u32
        }
        fn moves(&self, _: &[u8]) -> Vec<u8> {
            vec![0, 1]
        }
        fn search(&self, _: &mut Vec<u8>, _: u32, _: &mut Tally<'_>) -> Visit {
            unreachable!("not searched")
        }
    }
    for goal in [vec![], vec![1], vec![0, 1, 0]] {
        let parts = [0, 1].map(|part| prefixes(&Short(goal.clone()), &share(part, 2), true));
        let holds = |part: &Vec<Vec<u8>>| part.iter().filter(|path| goal.starts_with(path)).count();
        assert_eq!(parts.iter().map(holds).sum::<usize>(), 1, "{goal:?}");
    }
}

#[test]
fn a_part_proves_no_bound_of_the_others() {
    let tree = Tree::with_goals();
    let mut solutions = Vec::new();
    for part in 0..3 {
        let limit = Limit { nodes: Some(10_000_000), ..share(part, 3) };
        let report = search(&OneStage(&tree), mode(2), &limit, &mut |_| ());
        match &report.outcome {
            Outcome::Solved { path, cost, lower_bound, proven } => {
                assert_eq!((*cost, *lower_bound, *proven), (START + 8, 0, false));
                solutions.push(path.clone());
            }
            Outcome::Stopped { cause: StopCause::Nodes, .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(!solutions.is_empty() && solutions.iter().all(|path| tree.goals.contains(path)));
}

/// A tree whose probes are the nodes of two letters.
struct Probing(Tree);

impl Subtrees<u8> for Probing {
    fn allows(&self, path: &[u8]) -> bool {
        self.0.allows(path)
    }

    fn f(&self, path: &[u8]) -> u32 {
        self.0.f(path)
    }

    fn moves(&self, path: &[u8]) -> Vec<u8> {
        self.0.moves(path)
    }

    fn search(&self, path: &mut Vec<u8>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        assert!(bound < START + 8, "a probe finds the goal of the last iteration");
        self.0.search(path, bound, tally)
    }

    fn probes(&self, bound: u32) -> usize {
        if bound > START { 9 } else { 0 }
    }

    fn probe(
        &self,
        next: &mut dyn FnMut() -> Option<usize>,
        path: &mut Vec<u8>,
        bound: u32,
        tally: &mut Tally<'_>,
    ) -> Visit {
        while let Some(number) = next() {
            let mut node = vec![2 - number as u8 / 3, 2 - number as u8 % 3];
            if self.0.f(&node) > bound {
                continue;
            }
            let visit = self.0.search(&mut node, bound, tally);
            if !matches!(visit, Visit::Exhausted { .. }) {
                *path = node;
                return visit;
            }
        }
        Visit::Exhausted { next_bound: None }
    }
}

#[test]
fn an_iteration_begins_with_probes() {
    let plain = Tree::with_goals();
    let (expected, goals) = (plain.iterations(), plain.goals.clone());
    let tree = Probing(plain);
    for threads in [1, 2, 4] {
        let report = search(&OneStage(&tree), mode(threads), &Limit::none(), &mut |_| ());
        let (path, cost, lower_bound, proven) = solution(&report);
        assert!(goals.iter().any(|goal| goal == path), "{path:?}");
        assert_eq!((cost, lower_bound, proven), (START + 8, START + 8, true));
        let iterations = &report.statistics.iterations;
        assert_eq!(iterations.len(), expected.len());
        assert_sums(&report.statistics);
        assert_eq!(iterations[0], expected[0], "no node was cut before it");
        // The probes of other iterations find no goal and are searched again.
        for (with, without) in iterations.iter().zip(&expected).take(expected.len() - 1).skip(1) {
            assert_eq!(with.bound, without.bound);
            assert!(with.expanded > without.expanded);
        }
    }
    // Limits hold within a probe.
    let before: u64 = expected[..expected.len() - 1].iter().map(|it| 2 * it.expanded).sum();
    let limit = Limit { nodes: Some(before), ..Limit::none() };
    let report = search(&OneStage(&tree), mode(1), &limit, &mut |_| ());
    let stopped = matches!(report.outcome, Outcome::Stopped { cause: StopCause::Nodes, .. });
    assert!(stopped, "{:?}", report.outcome);
}
