//! Values on every state of the space.

use super::tiles::{Board, GOAL, Pattern, Tiles};
use crate::abstraction::{
    Abstraction, BuildError, Maximum, Options, PatternDatabase, Storage, Sum, SumError,
};
use crate::space::{Heuristic, StateSpace};
use std::collections::HashMap;

const STORAGES: [Storage; 4] = [
    Storage::Bytes,
    Storage::Nibbles { maximum: 14 },
    Storage::Nibbles { maximum: 5 },
    Storage::Residues,
];

fn database(pattern: Pattern, storage: Storage) -> PatternDatabase<Tiles, Pattern> {
    let options = Options { storage, ..Options::default() };
    PatternDatabase::new(pattern, &[GOAL], &options, &mut |_| ()).unwrap()
}

fn distances() -> HashMap<Board, u32> {
    let distances = Pattern::whole(&[1, 2, 3, 4, 5]).naive();
    assert_eq!(distances.len(), 360);
    distances
}

/// Checks that a value is at most the distance and falls by at most 1, and that values updated step
/// by step equal those computed from scratch.
fn check<H: Heuristic<Tiles>>(heuristic: &H, distances: &HashMap<Board, u32>) {
    assert!(heuristic.properties().consistent);
    for (board, &distance) in distances {
        let memo = heuristic.start(board);
        assert!(heuristic.value(memo) <= distance, "{board:?}");
        for mv in Tiles.moves(board) {
            let mut after = *board;
            let effect = Tiles.apply(&mut after, mv);
            let next = heuristic.step(memo, &after, effect);
            assert_eq!(next, heuristic.start(&after), "{board:?} to {after:?}");
            assert!(heuristic.value(memo) <= heuristic.value(next) + 1, "{board:?} to {after:?}");
        }
    }
}

#[test]
fn databases_are_consistent_in_every_storage() {
    let distances = distances();
    for storage in STORAGES {
        for tiles in [&[1, 2][..], &[3, 4, 5]] {
            check(&database(Pattern::whole(tiles), storage), &distances);
            check(&database(Pattern::additive(tiles), storage), &distances);
        }
    }
}

#[test]
fn residues_give_the_values_of_bytes() {
    for pattern in [
        Pattern::whole(&[]),
        Pattern::whole(&[1, 5]),
        Pattern::additive(&[2, 4]),
        Pattern { mirrored: true, ..Pattern::additive(&[1, 2]) },
        Pattern::whole(&[1, 2, 3, 4, 5]),
    ] {
        let bytes = database(pattern.clone(), Storage::Bytes);
        let residues = database(pattern, Storage::Residues);
        assert!(residues.table().bytes() <= bytes.table().bytes().div_ceil(4) + 8);
        assert_eq!(residues.table().histogram(), bytes.table().histogram());
        for board in distances().keys() {
            assert_eq!(residues.start(board), bytes.start(board), "{board:?}");
        }
    }
}

#[test]
fn sums_of_disjoint_patterns_are_consistent() {
    let distances = distances();
    for storage in STORAGES {
        let parts = [&[1, 2][..], &[3, 4, 5]];
        let sum = Sum::new(parts.map(|tiles| database(Pattern::additive(tiles), storage))).unwrap();
        check(&sum, &distances);
        let better = |board: &Board| {
            let parts = sum.start(board);
            parts.iter().all(|&part| part < sum.value(parts))
        };
        assert!(distances.keys().any(better), "a sum is more than its terms");
    }
}

#[test]
fn sums_that_charge_a_move_twice_are_refused() {
    let refused = |patterns: [Pattern; 2]| {
        Sum::new(patterns.map(|pattern| database(pattern, Storage::Bytes))).unwrap_err()
    };
    let twice = |tile| SumError { action: Some(tile), cost: 1, charged: 2 };
    assert_eq!(refused([&[1, 2, 3][..], &[3, 4]].map(Pattern::additive)), twice(3));
    assert_eq!(refused([Pattern::whole(&[1]), Pattern::additive(&[4, 5])]), twice(4));
    assert_eq!(refused([&[1][..], &[4]].map(Pattern::whole)), twice(1));
    // The refusal is right: some sum exceeds the distance.
    let parts =
        [&[1, 2, 3][..], &[3, 4]].map(|tiles| database(Pattern::additive(tiles), Storage::Bytes));
    let sum = |board: &Board| parts.iter().map(|part| part.start(board)).sum::<u32>();
    assert!(distances().iter().any(|(board, &distance)| sum(board) > distance));
}

#[test]
fn charges_above_the_cost_are_refused() {
    let pattern = Pattern { charges: [0, 1, 2, 0, 0, 0], ..Pattern::additive(&[1, 2]) };
    let refused =
        PatternDatabase::<Tiles, _>::new(pattern, &[GOAL], &Options::default(), &mut |_| ());
    assert_eq!(refused.unwrap_err(), BuildError::Overcharged { charge: 2, cost: 1 });
}

#[test]
fn a_maximum_is_that_of_its_parts() {
    let distances = distances();
    let parts =
        || [&[1, 2][..], &[3, 4, 5]].map(|tiles| database(Pattern::whole(tiles), Storage::Bytes));
    let [few, many] = parts();
    let (array, pair) = (Maximum(parts()), Maximum((few, many)));
    check(&array, &distances);
    check(&pair, &distances);
    for board in distances.keys() {
        let expected = pair.0.0.start(board).max(pair.0.1.start(board));
        assert_eq!(Heuristic::<Tiles>::value(&array, array.start(board)), expected);
        assert_eq!(Heuristic::<Tiles>::value(&pair, pair.start(board)), expected);
    }
    assert_eq!(Abstraction::<Tiles>::name(pair.0.0.abstraction()), "[1, 2]");
}

#[test]
fn boards_that_cannot_be_solved_have_a_value() {
    let swapped = [2, 0, 1, 3, 4, 5];
    for storage in STORAGES {
        let database = database(Pattern::whole(&[1, 2, 3, 4, 5]), storage);
        assert_eq!(database.start(&swapped), database.table().maximum());
    }
}
