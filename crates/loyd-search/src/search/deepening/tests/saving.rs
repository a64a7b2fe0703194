//! Checkpoints: searches that are stopped and continued.

use super::super::checkpoint::{
    Checkpoint, CheckpointStore, Finished, ForeignCheckpoint, Persistence, Subtree,
};
use super::*;

/// Keeps every checkpoint that is due.
#[derive(Default)]
struct Checkpoints {
    /// Asks for a checkpoint within an iteration at every few calls; 0 for never.
    every: u32,
    calls: u32,
    all: Vec<Checkpoint<u8>>,
    boundaries: usize,
}

impl CheckpointStore<u8> for Checkpoints {
    fn is_due(&mut self, boundary: bool) -> bool {
        self.calls += 1;
        self.boundaries += usize::from(boundary);
        boundary || self.every > 0 && self.calls.is_multiple_of(self.every)
    }

    fn save(&mut self, checkpoint: &Checkpoint<u8>) {
        self.all.push(checkpoint.clone());
    }
}

fn persisted(
    tree: &Tree,
    threads: usize,
    limit: &Limit,
    from: Option<Checkpoint<u8>>,
    keep: &mut Checkpoints,
) -> Result<Report<u8>, ForeignCheckpoint> {
    let persistence = Persistence { from, keep };
    search_persisted(&OneStage(tree), mode(threads), limit, persistence, &mut |_| ())
}

#[test]
fn a_search_may_be_stopped_and_continued_any_number_of_times() {
    let tree = Tree::with_goals();
    let expected = tree.iterations();
    let last = expected.len() - 1;
    for threads in [1, 2] {
        // Unfinished work below a prefix is lost, so each run may do more than the one before.
        let (mut from, mut runs, mut nodes) = (None, 0, 50_000);
        let report = loop {
            let mut keep = Checkpoints::default();
            let limit = Limit { nodes: Some(nodes), ..Limit::none() };
            let report = persisted(&tree, threads, &limit, from, &mut keep).expect("its own");
            (runs, nodes) = (runs + 1, 2 * nodes);
            assert!(runs < 10, "it does not come to an end");
            if matches!(report.outcome, Outcome::Solved { .. }) {
                break report;
            }
            from = keep.all.pop();
            assert!(from.is_some(), "a stopped search leaves a checkpoint");
        };
        assert!(runs > 4, "{runs} runs");
        assert_eq!(solution(&report), (tree.best(), START + 8, START + 8, true));
        assert_eq!(report.statistics.iterations[..last], expected[..last]);
        assert_sums(&report.statistics);
    }
}

#[test]
fn every_checkpoint_leads_to_the_same_end() {
    let tree = Tree::with_goals();
    let expected = tree.iterations();
    let mut keep = Checkpoints { every: 700, ..Checkpoints::default() };
    let whole = persisted(&tree, 1, &Limit::none(), None, &mut keep).expect("a search");
    assert_eq!(whole.statistics.iterations, expected);
    assert_eq!(keep.boundaries, expected.len() - 1);
    assert!(keep.all.len() > expected.len() + 2);
    let mut finished = 0;
    for checkpoint in keep.all {
        let iterations = checkpoint.iterations.len();
        assert_eq!(checkpoint.iterations, expected[..iterations]);
        assert_eq!(checkpoint.bound, expected[iterations].bound);
        let counts = checkpoint.subtrees.iter().filter_map(|subtree| subtree.finished);
        finished += counts.clone().count();
        assert!(counts.map(|counts| counts.expanded).sum::<u64>() < expected[iterations].expanded);
        // The estimates are those of the iteration before, less the rounding.
        if iterations > 0 {
            let weights: u64 = checkpoint.subtrees.iter().map(|subtree| subtree.weight).sum();
            let before = expected[iterations - 1].expanded;
            assert!(
                weights <= before && weights + before / 50 + 100 >= before,
                "{weights} {before}"
            );
        }
        let elapsed = Duration::from_secs(5000);
        let at = Checkpoint { elapsed, iteration_elapsed: elapsed / 2, ..checkpoint };
        let (mut keep, bound) = (Checkpoints { every: 100, ..Checkpoints::default() }, at.bound);
        let persistence = Persistence { from: Some(at.clone()), keep: &mut keep };
        let report = search_persisted(
            &OneStage(&tree),
            mode(1),
            &Limit::none(),
            persistence,
            &mut |progress| {
                assert!((5000..5100).contains(&progress.elapsed.as_secs()));
                let of_iteration = if progress.bound == bound { 2500..2600 } else { 0..100 };
                assert!(of_iteration.contains(&progress.iteration_elapsed.as_secs()));
            },
        );
        assert_eq!(report.expect("its own").statistics, whole.statistics);
        let later = keep.all.iter().all(|checkpoint| checkpoint.elapsed >= elapsed);
        assert!(later, "the time of earlier runs is included");
    }
    assert!(finished > 3, "no subtree had ended");
}

#[test]
fn limits_count_nodes_of_this_run() {
    let tree = Tree::with_goals();
    let mut keep = Checkpoints { every: 500, ..Checkpoints::default() };
    persisted(&tree, 1, &Limit::none(), None, &mut keep).expect("a search");
    let expanded_in = |checkpoint: &Checkpoint<u8>| {
        let of_subtrees = checkpoint.subtrees.iter().filter_map(|subtree| subtree.finished);
        checkpoint.iterations.iter().map(|iteration| iteration.expanded).sum::<u64>()
            + of_subtrees.map(|finished| finished.expanded).sum::<u64>()
    };
    let from = keep.all.into_iter().max_by_key(expanded_in).expect("checkpoints");
    let (before, nodes) = (expanded_in(&from), 100_000);
    assert!(before > 4 * nodes);
    let limit = Limit { nodes: Some(nodes), ..Limit::none() };
    let (mut keep, mut min_expanded) = (Checkpoints::default(), u64::MAX);
    let persistence = Persistence { from: Some(from), keep: &mut keep };
    let report =
        search_persisted(&OneStage(&tree), mode(1), &limit, persistence, &mut |progress| {
            min_expanded = min_expanded.min(progress.expanded);
        });
    let expanded = report.expect("its own").statistics.expanded;
    assert!(min_expanded >= before, "{min_expanded} {before}");
    // Nodes above the prefixes of the iteration are counted at its end.
    assert!((before + nodes..before + nodes + 10_000).contains(&expanded), "{before} {expanded}");
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let tree = Tree { pruned: true, ..Tree::with_goals() };
    let iteration = |bound| Iteration { bound, expanded: 5, generated: 9 };
    let subtree = |path: &[u8]| Subtree { path: path.to_vec(), weight: 3, finished: None };
    let good = Checkpoint {
        iterations: vec![iteration(START), iteration(START + 2)],
        bound: START + 4,
        subtrees: vec![subtree(&[0]), subtree(&[1]), subtree(&[2, 0]), subtree(&[2, 1])],
        elapsed: Duration::ZERO,
        iteration_elapsed: Duration::ZERO,
    };
    let limit = Limit { nodes: Some(1000), ..Limit::none() };
    let accepted = |checkpoint: &Checkpoint<u8>| {
        persisted(&tree, 1, &limit, Some(checkpoint.clone()), &mut Checkpoints::default()).is_ok()
    };
    assert!(accepted(&good));
    let changes: [fn(&mut Checkpoint<u8>); 7] = [
        |it| it.subtrees.clear(),
        |it| it.subtrees[2].path = vec![2, 2],
        |it| it.subtrees[0].path = vec![1, 0],
        |it| it.subtrees[1].path = vec![0, 1],
        |it| it.subtrees[1].path = vec![0],
        |it| it.bound = START + 2,
        |it| it.iterations[0].bound = START + 3,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut changed = good.clone();
        change(&mut changed);
        assert!(!accepted(&changed), "change {number}");
    }
    // A finished subtree is not searched again: without a next bound, no work remains.
    let counts = Finished { expanded: 7, generated: 8, next_bound: None };
    let mut over = good;
    over.subtrees.iter_mut().for_each(|subtree| subtree.finished = Some(counts));
    let report =
        persisted(&tree, 1, &limit, Some(over), &mut Checkpoints::default()).expect("its own");
    assert!(matches!(report.outcome, Outcome::Unsolvable(_)));
    let last = report.statistics.iterations[2];
    // The root, and the one letter above two of the prefixes.
    assert_eq!((last.expanded, last.generated), (4 * 7 + 2, 4 * 8 + 5));
}
