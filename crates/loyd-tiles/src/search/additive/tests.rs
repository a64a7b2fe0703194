//! The batched search compared with distances, and with plain IDA* using the same heuristic.

use super::{kernel, move_rows};
use crate::pdb::{Additive, AdditiveTable, Pattern, PatternError, naive};
use crate::{Position, Scrambler, Size};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::search::deepening::{self, Mode, OneStage};
use std::sync::Arc;

/// Partitions by goal cells.
fn heuristic(goal: &Position, partition: &[&[usize]], views: usize) -> Additive {
    let patterns: Result<Vec<_>, _> =
        partition.iter().map(|cells| Pattern::new(goal.size(), goal.blank(), cells)).collect();
    let table =
        |pattern: &Pattern| Ok::<_, PatternError>(AdditiveTable::States(naive::table(pattern)));
    Additive::new(goal, &[patterns.expect("valid")], views, table).expect("disjoint")
}

#[test]
fn lengths_are_distances() {
    let mut solved = 0;
    let (mut expanded, mut compared) = ([0, 0], 0);
    for (w, h, blank, partition) in [
        (3, 3, 0, &[&[1usize, 2, 3, 4][..], &[5, 6, 7, 8]][..]),
        (3, 3, 8, &[&[0, 1, 2], &[3, 4, 5], &[6, 7]]),
        (3, 3, 4, &[&[0, 1, 2, 3], &[5, 6]]),
        (4, 2, 7, &[&[0, 1, 4, 5], &[2, 3, 6]]),
        (3, 3, 0, &[&[1, 2, 3, 4, 5, 6, 7, 8]]),
        (3, 3, 0, &[]),
    ] {
        let size = Size::new(w, h).expect("a size");
        let goal = Position::blank_on(size, blank);
        let heuristic = Arc::new(heuristic(&goal, partition, 2));
        // A pattern of all tiles has the exact distances.
        let everything: Vec<usize> = (0..w * h).filter(|&cell| cell != blank).collect();
        let exact = self::heuristic(&goal, &[&everything], 1);
        let kernels = [false, true].map(|probes| {
            kernel(heuristic.clone(), move_rows(size, 10), probes).expect("it is small")
        });
        let mut scrambler = Scrambler::new(7);
        for _ in 0..200 {
            let start = scrambler.position(&goal);
            let mut complete = Vec::new();
            for (kernel, sum) in kernels.iter().zip(&mut expanded) {
                let tree = kernel.tree(&start);
                assert_eq!(tree.f(&[]), heuristic.value(&start), "{start:?}");
                let mode = Mode { threads: 1, proven: true, split: true };
                let limit = Limit::none();
                let report = deepening::search(&OneStage(&*tree), mode, &limit, &mut |_| ());
                let Outcome::Solved { path, cost, .. } = report.outcome else {
                    panic!("{start:?} can be solved");
                };
                assert_eq!(start.replay(&path).expect("legal moves"), goal);
                assert_eq!((path.len() as u32, cost), (cost, exact.value(&start)), "{start:?}");
                let statistics = report.statistics;
                let by_bound = statistics.iterations.iter().map(|bound| bound.expanded);
                assert_eq!(by_bound.sum::<u64>(), statistics.expanded);
                *sum += statistics.expanded;
                complete.push(statistics.iterations);
            }
            let [plain, probing] = &complete[..] else { unreachable!("two kernels") };
            assert_eq!(plain.len(), probing.len(), "iterations of {start:?}");
            // While all nodes are stored, an iteration expands the nodes that are new to it.
            let mut before = 0;
            for (plain, probing) in plain.iter().zip(probing).take(plain.len() - 1) {
                if plain.expanded < 1000 {
                    assert_eq!(before + probing.expanded, plain.expanded, "{start:?}");
                    compared += 1;
                }
                before = plain.expanded;
            }
            solved += 1;
        }
    }
    assert_eq!(solved, 1200);
    assert!(expanded[1] < expanded[0], "{expanded:?}");
    assert!(compared > 1000, "{compared} iterations");
}
