//! The turns of a metric on ranks: one lookup per coordinate, without unranking.

use super::{Coordinates, Cube2Ranking, ORIENTATIONS, TurnTables};
use crate::Turn;
use loyd_search::puzzle::Successors;

/// Maximum number of moves of a state: three turns of three faces.
const MAX: usize = 9;

/// The effect of turns on each part of a rank; some 200 KiB.
pub(super) struct RankTurns {
    moves: usize,
    /// The permutation part of the rank after a move, by permutation and move.
    permutation: Vec<[u32; MAX]>,
    /// The orientation part of the rank after a move, by orientation and move.
    orientation: Vec<[u32; MAX]>,
}

impl RankTurns {
    /// The tables of some turns of U, R and F.
    pub(super) fn new(ranking: &Cube2Ranking, turns: &[Turn]) -> Self {
        let tables = TurnTables::new(ranking);
        let part = |after: &[u16; MAX], weight: u32| {
            let mut parts = [u32::from(after[turns[0].index()]) * weight; MAX];
            for (part, turn) in parts.iter_mut().zip(turns) {
                *part = u32::from(after[turn.index()]) * weight;
            }
            parts
        };
        let weight = ORIENTATIONS as u32;
        Self {
            moves: turns.len(),
            permutation: tables.permutation.iter().map(|after| part(after, weight)).collect(),
            orientation: tables.orientation.iter().map(|after| part(after, 1)).collect(),
        }
    }
}

impl Successors for RankTurns {
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>) {
        into.reserve(ranks.len() * self.moves);
        for &rank in ranks {
            let Coordinates { permutation, orientation } = Coordinates::of_rank(rank);
            let permutation = &self.permutation[permutation as usize][..self.moves];
            let orientation = &self.orientation[orientation as usize][..self.moves];
            let pairs = permutation.iter().zip(orientation);
            into.extend(
                pairs.map(|(permutation, orientation)| u64::from(permutation + orientation)),
            );
        }
    }

    fn retain_near(&self, ranks: &mut Vec<u64>, set: &[u8]) {
        // All moves are looked up: the search for the first one in the set would end at a branch that
        // nothing predicts. The entries after the last move repeat the first.
        ranks.retain(|&rank| {
            let Coordinates { permutation, orientation } = Coordinates::of_rank(rank);
            let permutation = &self.permutation[permutation as usize];
            let orientation = &self.orientation[orientation as usize];
            let pairs = permutation.iter().zip(orientation);
            let bits = pairs.map(|(permutation, orientation)| {
                let rank = permutation + orientation;
                set[(rank / 8) as usize] >> (rank % 8)
            });
            bits.fold(0, |any, bit| any | bit) & 1 == 1
        });
    }
}
