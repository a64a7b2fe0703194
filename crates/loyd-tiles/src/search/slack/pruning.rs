//! The automaton of sliding tiles on boards of up to 16 cells, single-tile metric: letters are the
//! directions of the blank, contexts its cells.
//!
//! A good depth is 14 on 4x4 (53,205 states, 45 ms) for a search of a second or more, and 10 (4,147
//! states, 3 ms) for one that may end immediately.

use super::{neighbour, slide};
use loyd_search::prune::{Dfa, FORBIDDEN, MoveSystem, Probing};

/// A finite-state rule over the four directions of the blank.
///
/// States are small numbers; 0 is [`FORBIDDEN`]. Moves off the board are forbidden too, so a search
/// needs no other move generator.
pub trait Prune: Send + Sync {
    /// True if the last direction determines the state, so that a search specialised for that
    /// direction knows it at compile time.
    const BY_LAST: bool;

    /// State before the first move, with the blank on `cell`.
    fn start(&self, cell: usize) -> u32;

    /// State after moving the blank from `cell` in `direction`, or [`FORBIDDEN`].
    fn next(&self, state: u32, cell: usize, direction: usize) -> u32;

    /// Number of directions allowed in `state` with the blank on `cell`.
    fn degree(&self, state: u32, cell: usize) -> usize;
}

/// Forbids only the inverse of the last move: the rule of plain IDA*.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastMove<const W: usize, const N: usize>;

impl<const W: usize, const N: usize> LastMove<W, N> {
    /// State before any move; `direction + 1` is the state after a move in `direction`.
    pub const START: u32 = 5;
}

impl<const W: usize, const N: usize> Prune for LastMove<W, N> {
    const BY_LAST: bool = true;

    #[inline(always)]
    fn start(&self, _cell: usize) -> u32 {
        Self::START
    }

    #[inline(always)]
    fn next(&self, state: u32, cell: usize, direction: usize) -> u32 {
        let takes_back = state + direction as u32 == 4;
        if takes_back || neighbour::<W, N>(cell, direction).is_none() {
            FORBIDDEN
        } else {
            direction as u32 + 1
        }
    }

    #[inline(always)]
    fn degree(&self, state: u32, cell: usize) -> usize {
        (0..4).filter(|&d| self.next(state, cell, d) != FORBIDDEN).count()
    }
}

/// Number of states that a compact table can name: 16 bits, with one value spent on "forbidden".
pub const MAX_STATES: usize = u16::MAX as usize;

/// The four moves of the blank on a `W`-wide board of `N` <= 16 cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct TileSystem<const W: usize, const N: usize>;

impl<const W: usize, const N: usize> MoveSystem<4> for TileSystem<W, N> {
    type State = u64;
    type Set = Probing;
    const BIPARTITE: bool = true;

    fn contexts(&self) -> usize {
        N
    }

    fn representative(&self, blank: usize) -> u64 {
        // Tile i on cell i for i > 0; the blank's nibble moves to cell 0.
        let board: u64 = (0..N as u64).map(|cell| cell << (4 * cell)).sum();
        slide(board, 0, blank)
    }

    #[inline(always)]
    fn apply(&self, &board: &u64, blank: usize, direction: usize) -> Option<(u64, usize)> {
        let to = neighbour::<W, N>(blank, direction)?;
        Some((slide(board, blank, to), to))
    }
}

/// The automaton of a board in the form that the search kernels read: one 8-byte row per state.
#[derive(Clone, Debug)]
pub struct Automaton<const W: usize, const N: usize> {
    rows: Vec<[u16; 4]>,
    degrees: Vec<u8>,
    starts: [u16; 16],
}

impl<const W: usize, const N: usize> Automaton<W, N> {
    /// Rejects duplicate strings of at most `depth` moves.
    ///
    /// Returns `None` if the table would have more than [`MAX_STATES`] states.
    #[must_use]
    pub fn new(depth: usize) -> Option<Self> {
        Self::from_dfa(&Dfa::build(&TileSystem::<W, N>, depth))
    }

    /// Like [`Automaton::new`], with the largest depth up to `depth` that fits in the table.
    #[must_use]
    pub fn at_most(depth: usize) -> Self {
        let fitting = (1..=depth).rev().find_map(Self::new);
        fitting.expect("strings of one letter make a few states")
    }

    /// The compact form of `dfa`, or `None` if it has too many states.
    ///
    /// # Panics
    /// If `dfa` names a state that it does not have.
    #[must_use]
    pub fn from_dfa(dfa: &Dfa<4>) -> Option<Self> {
        if dfa.states() > MAX_STATES {
            return None;
        }
        assert!(
            dfa.rows
                .iter()
                .flatten()
                .chain(&dfa.starts)
                .all(|&state| (state as usize) < dfa.rows.len()),
            "an automaton is closed under its transitions"
        );
        let mut starts = [0; 16];
        for (slot, &start) in starts.iter_mut().zip(&dfa.starts) {
            *slot = start as u16;
        }
        Some(Self {
            rows: dfa.rows.iter().map(|row| row.map(|s| s as u16)).collect(),
            degrees: dfa
                .rows
                .iter()
                .map(|row| row.iter().filter(|&&s| s != FORBIDDEN).count() as u8)
                .collect(),
            starts,
        })
    }

    /// The table: next state for each state and direction, 0 = forbidden.
    #[must_use]
    pub fn rows(&self) -> &[[u16; 4]] {
        &self.rows
    }
}

impl<const W: usize, const N: usize> Prune for Automaton<W, N> {
    const BY_LAST: bool = false;

    #[inline(always)]
    fn start(&self, cell: usize) -> u32 {
        u32::from(self.starts[cell])
    }

    #[inline(always)]
    fn next(&self, state: u32, _cell: usize, direction: usize) -> u32 {
        u32::from(self.rows[state as usize][direction])
    }

    #[inline(always)]
    fn degree(&self, state: u32, _cell: usize) -> usize {
        usize::from(self.degrees[state as usize])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Number of new boards by distance from a start, along strings that `rule` allows. Only
    /// optimal strings are followed.
    fn levels<const W: usize, const N: usize, P: Prune>(blank: usize, rule: &P) -> Vec<usize> {
        let system = TileSystem::<W, N>;
        let start = system.representative(blank);
        let mut seen = HashSet::from([start]);
        let mut frontier = vec![(start, blank, rule.start(blank))];
        let mut levels = Vec::new();
        while !frontier.is_empty() {
            let mut next = HashSet::new();
            for (board, cell, state) in frontier {
                for direction in 0..4 {
                    let to_state = rule.next(state, cell, direction);
                    if to_state == FORBIDDEN {
                        continue;
                    }
                    let (child, to) = system
                        .apply(&board, cell, direction)
                        .expect("moves off the board are forbidden");
                    if !seen.contains(&child) {
                        next.insert((child, to, to_state));
                    }
                }
            }
            let new: HashSet<u64> = next.iter().map(|node| node.0).collect();
            levels.push(new.len());
            seen.extend(new);
            frontier = next.into_iter().collect();
        }
        levels
    }

    /// Every board keeps a string of its optimal length. As pruning does not know the goal, this
    /// proves optimality for every start *and* every goal.
    fn keeps_a_shortest_string<const W: usize, const N: usize>(depth: usize, starts: &[usize]) {
        let automaton = Automaton::<W, N>::new(depth).expect("few states");
        for &blank in starts {
            let all = levels::<W, N, _>(blank, &LastMove::<W, N>);
            let pruned = levels::<W, N, _>(blank, &automaton);
            assert_eq!(pruned, all, "{W} wide, depth {depth}, blank on {blank}");
            assert_eq!(all.iter().sum::<usize>(), (3..=N).product::<usize>() - 1);
        }
    }

    #[test]
    fn every_arrangement_keeps_a_shortest_string() {
        for depth in [1, 2, 3, 4, 6, 7, 8, 10, 12, 13, 14, 16] {
            keeps_a_shortest_string::<2, 4>(depth, &[0, 1, 2, 3]);
            keeps_a_shortest_string::<3, 6>(depth, &[0, 1, 2, 3, 4, 5]);
            keeps_a_shortest_string::<2, 6>(depth, &[0, 1, 2, 3, 4, 5]);
            keeps_a_shortest_string::<4, 8>(depth, &[0, 1, 2, 5]);
            keeps_a_shortest_string::<2, 8>(depth, &[0, 1, 2, 5]);
        }
        keeps_a_shortest_string::<3, 9>(7, &[0, 4]);
        keeps_a_shortest_string::<3, 9>(14, &[1]);
    }

    #[test]
    #[ignore = "half a minute: every start of 3x3"]
    fn every_arrangement_of_3x3_keeps_a_shortest_string() {
        for depth in [7, 14] {
            keeps_a_shortest_string::<3, 9>(depth, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
    }

    #[test]
    #[ignore = "a minute: ten starts with 1,814,400 arrangements each"]
    fn every_arrangement_keeps_a_shortest_string_5x2() {
        keeps_a_shortest_string::<5, 10>(14, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn depth_two_is_last_move_pruning() {
        let automaton = Automaton::<4, 16>::new(2).expect("few states");
        let plain = LastMove::<4, 16>;
        let mut seen = HashSet::new();
        let mut queue: Vec<(usize, u32, u32)> =
            (0..16).map(|cell| (cell, plain.start(cell), automaton.start(cell))).collect();
        while let Some((cell, last, state)) = queue.pop() {
            if !seen.insert((cell, last, state)) {
                continue;
            }
            assert_eq!(plain.degree(last, cell), automaton.degree(state, cell));
            for direction in 0..4 {
                let next = plain.next(last, cell, direction);
                let other = automaton.next(state, cell, direction);
                assert_eq!(next == FORBIDDEN, other == FORBIDDEN);
                if let Some(to) = neighbour::<4, 16>(cell, direction).filter(|_| next != FORBIDDEN)
                {
                    queue.push((to, next, other));
                }
            }
        }
    }

    #[test]
    fn the_number_of_states_on_4x4() {
        for (depth, states) in [(8, 878), (10, 4_147), (12, 15_222)] {
            let dfa = Dfa::build(&TileSystem::<4, 16>, depth);
            assert_eq!(dfa.states(), states, "depth {depth}");
        }
    }
}
