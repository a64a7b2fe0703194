//! Distances modulo 3.
//!
//! If no move changes the distance by more than 1, the distance after a move follows from the
//! distance before it and both residues: the difference modulo 3 says whether it fell, stayed or
//! rose. The first distance of a search is found by walking down to the goal.

use super::cells::Cells;
use super::options::{BuildError, Options, Storage};
use super::sharing::share_out;
use super::table::Table;
use super::{Abstraction, rank_of};
use crate::space::StateSpace;
use std::collections::HashSet;
use std::ops::Range;

/// Bits of a residue; 3 means no distance.
pub(super) const BITS: u32 = 2;

/// The residues of a table of bytes. Checks that every move changes the distance by at most 1.
pub(super) fn packed<S, A>(
    abstraction: &A,
    exact: Table,
    options: &Options,
) -> Result<Table, BuildError>
where
    S: StateSpace,
    A: Abstraction<S> + Sync,
{
    if exact.saturated {
        return Err(BuildError::TooFar { limit: Storage::Residues.limit() - 1 });
    }
    let cells = Cells::new(exact.size, BITS).map_err(|bytes| BuildError::Memory { bytes })?;
    let pack = |words: Range<usize>| {
        let mut count = 0;
        for to in exact.cells.indices(words) {
            let after = exact.cells.get(to);
            // Entries after the last rank are empty too.
            if after == exact.cells.empty() {
                continue;
            }
            let mut broken = None;
            abstraction.predecessors(&abstraction.unrank(to), |before, _| {
                let from = rank_of(abstraction, before);
                let before = exact.cells.get(from);
                if before.abs_diff(after) > 1 {
                    broken = Some(BuildError::Step { from, to, before, after });
                }
            });
            if let Some(broken) = broken {
                return Err(broken);
            }
            cells.set(to, after % 3);
            count += 1;
        }
        Ok(count)
    };
    share_out(exact.cells.words(), options, pack, &mut |_| ())?;
    Ok(Table { cells, ..exact })
}

/// The distance of a rank, from residues. Repeatedly searches the plateau of states with equal
/// residue for a neighbour nearer to the goal, until the state has no residue.
///
/// Neighbours are predecessors: because every move can be undone, they are successors too.
pub(super) fn descend<S: StateSpace, A: Abstraction<S>>(
    abstraction: &A,
    table: &Table,
    start: u64,
) -> u32 {
    let Some(mut residue) = table.residue(start) else { return table.maximum() };
    let (mut rank, mut distance) = (start, 0);
    loop {
        let nearer = (residue + 2) % 3;
        let (mut plateau, mut seen) = (vec![rank], HashSet::from([rank]));
        let mut nearest = None;
        while let Some(rank) = plateau.pop() {
            abstraction.predecessors(&abstraction.unrank(rank), |neighbour, _| {
                let neighbour = rank_of(abstraction, neighbour);
                let there = table.residue(neighbour);
                if there == Some(nearer) {
                    nearest = Some(neighbour);
                } else if there == Some(residue) && seen.insert(neighbour) {
                    plateau.push(neighbour);
                }
            });
            if nearest.is_some() {
                break;
            }
        }
        let Some(next) = nearest else { return distance };
        (rank, residue, distance) = (next, nearer, distance + 1);
    }
}

/// The distance after a move, from the one before it and the residue.
#[inline]
pub(super) fn follow(before: u32, residue: u32) -> u32 {
    match (residue + 3 - before % 3) % 3 {
        0 => before,
        1 => before + 1,
        _ => before.saturating_sub(1),
    }
}
