//! Contents of tables, and refusals.

use super::tiles::{Board, GOAL, Pattern, Tiles};
use crate::abstraction::{Abstraction, BuildError, Options, Storage, Table, build};
use crate::observe::Cancel;

pub(super) fn build_table(pattern: &Pattern, storage: Storage) -> Result<Table, BuildError> {
    let options = Options { storage, ..Options::default() };
    build::<Tiles, _>(pattern, &[GOAL], &options, &mut |_| ())
}

/// Compares every entry; distances from `limit` on read as `limit`.
fn compare(pattern: &Pattern, table: &Table, limit: u32) {
    let naive = pattern.naive();
    for (board, &distance) in &naive {
        let value = table.value(pattern.rank(board));
        assert_eq!(value, Some(distance.min(limit)), "{board:?} of {pattern:?}");
    }
    let farthest = *naive.values().max().unwrap();
    let mut histogram = vec![0; farthest.min(limit - 1) as usize + 1];
    for distance in naive.values().filter(|&&distance| distance < limit) {
        histogram[*distance as usize] += 1;
    }
    assert_eq!(table.histogram(), histogram);
    assert_eq!(table.saturated(), farthest >= limit);
    assert_eq!(table.maximum(), farthest.min(limit));
    let distances: Vec<f64> =
        naive.values().filter(|&&d| d < limit).map(|&distance| f64::from(distance)).collect();
    assert!((table.mean() - distances.iter().sum::<f64>() / distances.len() as f64).abs() < 1e-9);
    assert_eq!(table.unreached(), table.size() - distances.len() as u64);
}

fn patterns() -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for tiles in [&[][..], &[4], &[1, 2], &[3, 4, 5], &[1, 2, 3, 5], &[1, 2, 3, 4, 5]] {
        patterns.push(Pattern::whole(tiles));
        patterns.push(Pattern::additive(tiles));
        // Charges of several units leave gaps between the levels.
        patterns.push(Pattern { charges: [0, 3, 1, 4, 0, 5], ..Pattern::additive(tiles) });
        patterns.push(Pattern { charges: [0, 3, 2, 4, 7, 5], merged: 2, ..Pattern::whole(tiles) });
    }
    patterns
}

#[test]
fn every_entry_equals_that_of_the_slow_search() {
    for pattern in patterns() {
        compare(&pattern, &build_table(&pattern, Storage::Bytes).unwrap(), 254);
    }
    // Merged tiles move at no charge, so the goal's level has more states than the goal.
    let additive = build_table(&Pattern::additive(&[1, 2]), Storage::Bytes).unwrap();
    assert!(additive.histogram()[0] > 1);
}

#[test]
fn nibbles_saturate_at_their_maximum() {
    for pattern in patterns() {
        for maximum in 1..=14 {
            let table = build_table(&pattern, Storage::Nibbles { maximum }).unwrap();
            assert!(table.bytes() <= pattern.size().div_ceil(16) * 8);
            compare_saturated(&pattern, &table, maximum.into());
        }
    }
    for maximum in [0, 15, 200] {
        let refused = build_table(&Pattern::whole(&[1]), Storage::Nibbles { maximum });
        assert_eq!(refused.unwrap_err(), BuildError::Maximum { maximum });
    }
}

/// Compares as [`compare`] does, for charges that may skip the levels below the limit.
fn compare_saturated(pattern: &Pattern, table: &Table, limit: u32) {
    for (board, &distance) in &pattern.naive() {
        assert_eq!(table.value(pattern.rank(board)), Some(distance.min(limit)));
        assert!(distance < limit || table.saturated());
    }
    if !pattern.tiles.is_empty() && pattern.charges == [1; 6] {
        compare(pattern, table, limit);
    }
}

#[test]
fn a_table_from_its_bytes_is_the_same() {
    let storages =
        [Storage::Bytes, Storage::Nibbles { maximum: 4 }, Storage::Nibbles { maximum: 14 }];
    for pattern in patterns() {
        for storage in storages.into_iter().chain([Storage::Residues]) {
            let Ok(table) = build_table(&pattern, storage) else { continue };
            let mut bytes = vec![0; table.bytes() as usize];
            for (part, buffer) in bytes.chunks_mut(16).enumerate() {
                table.read_bytes(16 * part, buffer);
            }
            let again = |levels: &[u64], bytes: &[u8]| {
                Table::from_bytes(storage, table.size(), levels.to_vec(), bytes)
            };
            let levels = table.levels();
            let read = again(&levels, &bytes).expect("its own bytes");
            assert_eq!(read.histogram(), table.histogram());
            assert_eq!((read.saturated(), read.maximum()), (table.saturated(), table.maximum()));
            for rank in 0..table.size() {
                assert_eq!(read.value(rank), table.value(rank));
                assert_eq!(read.residue(rank), table.residue(rank));
            }
            assert!(again(&levels, &bytes[8..]).is_none(), "too few bytes");
            assert!(again(&[], &bytes).is_none() && again(&[1; 300], &bytes).is_none());
            assert!(again(&[table.size(), 1], &bytes).is_none(), "too many ranks");
        }
    }
}

#[test]
fn too_large_tables_are_refused() {
    /// More ranks than any memory holds.
    struct Huge(Pattern);

    impl Abstraction<Tiles> for Huge {
        type State = Board;
        type Action = Option<u8>;

        fn project(&self, board: &Board) -> Board {
            self.0.project(board)
        }

        fn size(&self) -> u64 {
            1 << 62
        }

        fn rank(&self, board: &Board) -> u64 {
            self.0.rank(board)
        }

        fn unrank(&self, rank: u64) -> Board {
            Abstraction::<Tiles>::unrank(&self.0, rank)
        }

        fn predecessors(&self, board: &Board, visit: impl FnMut(Board, Option<u8>)) {
            self.0.predecessors(board, visit);
        }

        fn charge(&self, action: Option<u8>) -> u32 {
            Abstraction::<Tiles>::charge(&self.0, action)
        }

        fn actions(&self) -> Vec<(Option<u8>, u32)> {
            Abstraction::<Tiles>::actions(&self.0)
        }
    }

    let huge = Huge(Pattern::whole(&[1]));
    let refused = build::<Tiles, _>(&huge, &[GOAL], &Options::default(), &mut |_| ());
    assert_eq!(refused.unwrap_err(), BuildError::Memory { bytes: 1 << 62 });
}

#[test]
fn symmetric_states_share_an_entry() {
    for pattern in [Pattern::additive(&[1, 2]), Pattern::whole(&[3, 4, 5])] {
        let mirrored = Pattern { mirrored: true, ..pattern.clone() };
        let table = build_table(&mirrored, Storage::Bytes).unwrap();
        let naive = pattern.naive();
        for (board, &distance) in &naive {
            let mut chosen: Board = *board;
            Abstraction::<Tiles>::canonical(&mirrored, &mut chosen);
            assert_eq!(table.value(mirrored.rank(&chosen)), Some(distance));
        }
        let stored: u64 = table.histogram().iter().sum();
        assert!(stored * 2 < naive.len() as u64 + 20 && stored < naive.len() as u64);
    }
}

#[test]
fn several_goals_are_one() {
    // Boards that are 2 moves and many moves from the goal.
    let others = [[1, 2, 5, 3, 4, 0], [5, 4, 3, 2, 0, 1]];
    for pattern in [Pattern::whole(&[1, 2, 3, 4, 5]), Pattern::additive(&[1, 4])] {
        let goals = [GOAL, others[0], others[1]];
        let table = build::<Tiles, _>(&pattern, &goals, &Options::default(), &mut |_| ()).unwrap();
        let naive = pattern.naive_to(&goals);
        assert!(others.iter().all(|goal| pattern.naive().contains_key(&pattern.project(goal))));
        for (board, &distance) in &naive {
            assert_eq!(table.value(pattern.rank(board)), Some(distance));
        }
    }
}

#[test]
fn residues_are_refused_where_a_move_changes_the_distance_by_more_than_1() {
    let pattern = Pattern { charges: [0, 1, 2, 0, 0, 0], ..Pattern::additive(&[1, 2]) };
    match build_table(&pattern, Storage::Residues).unwrap_err() {
        BuildError::Step { from, to, before, after } => {
            let naive = pattern.naive();
            assert_eq!(naive[&Abstraction::<Tiles>::unrank(&pattern, from)], before);
            assert_eq!(naive[&Abstraction::<Tiles>::unrank(&pattern, to)], after);
            assert_eq!(before.abs_diff(after), 2);
        }
        other => panic!("{other}"),
    }
    let far = Pattern { charges: [100; 6], ..Pattern::additive(&[1, 2]) };
    assert_eq!(
        build_table(&far, Storage::Residues).unwrap_err(),
        BuildError::TooFar { limit: 253 }
    );
}

#[test]
fn progress_is_reported_and_builds_can_be_cancelled() {
    let (pattern, mut reports) = (Pattern::whole(&[1, 2, 3, 4, 5]), Vec::new());
    let options = Options::default();
    let table =
        build::<Tiles, _>(&pattern, &[GOAL], &options, &mut |now| reports.push(*now)).unwrap();
    assert!(reports.is_sorted_by_key(|now| (now.depth, now.done)));
    assert_eq!(reports.last().unwrap().done, 360);
    assert_eq!(reports.last().unwrap().size, pattern.size());
    assert_eq!(reports.last().unwrap().depth as usize, table.histogram().len() - 1);

    let cancel = Cancel::new();
    let options = Options { cancel: cancel.clone(), ..Options::default() };
    let stopped = build::<Tiles, _>(&pattern, &[GOAL], &options, &mut |now| {
        if now.depth == 3 {
            cancel.cancel();
        }
    });
    assert_eq!(stopped.unwrap_err(), BuildError::Cancelled);
}
