//! The distribution of a heuristic over all solvable states, by cell of the blank, down to values
//! with a probability of 10^-20.
//!
//! The method is umbrella sampling along the Manhattan distance m, below which no useful heuristic
//! lies by much: a Markov chain over solvable boards visits all m up to the typical ones about
//! equally often, and each sample is weighted by the frequency of its m. The weights are found as
//! in B. E. Belardinelli, V. D. Pereyra, *Fast algorithm to calculate density of states*, Phys.
//! Rev. E 75 (2007).
//!
//! ```text
//! g(m) := 1
//! repeat                                  -- finds g, up to a factor
//!     propose: three tiles change places in a ring, or the blank swaps with a neighbour
//!     accept with probability min(1, g(m) / g(m'))
//!     g(m) := g(m) · f, f falling to 1 as bins / step
//! continue with g fixed: every few steps take the board, its h and the weight g(m)
//! P_b(h <= x) := weights of samples with the blank on b and h <= x / all weights with the blank on b
//! ```
//!
//! 1. Both proposals keep a board solvable and are as likely as their reverse, so that g alone
//!    decides which boards are visited.
//! 2. From the mean of m upwards g is constant: there the chain moves freely.
//! 3. Consecutive blocks of samples give independent estimates, whose spread is the standard error
//!    of every quantity computed from them.

use crate::{Position, Size};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The parameters of sampling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Number of boards on which the heuristic is evaluated.
    pub samples: usize,
    /// Seed; the same seed draws the same boards on every machine.
    pub seed: u64,
}

impl Default for Sampling {
    /// A hundred thousand boards: a standard error of about two per cent in a prediction.
    fn default() -> Self {
        Self { samples: 100_000, seed: 1 }
    }
}

/// Number of blocks from which a standard error is computed.
const BLOCKS: usize = 16;

/// Number of steps between two samples, per cell of the board.
const STEPS_A_CELL: usize = 6;

/// Number of steps that determine g, per bin.
const STEPS_A_BIN: usize = 60_000;

/// The distribution of a heuristic.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// P(h <= x), indexed by block, cell of the blank and x.
    at_most: Vec<Vec<Vec<f64>>>,
    mean: f64,
}

impl Distribution {
    /// Samples `value`, a heuristic, over all boards that can reach `goal`.
    ///
    /// # Panics
    /// If the board is a single line, or has fewer than three tiles.
    pub fn sample(
        goal: &Position,
        sampling: Sampling,
        mut value: impl FnMut(&Position) -> u32,
    ) -> Self {
        let mut chain = Chain::new(goal, sampling.seed);
        chain.find_weights();
        let cells = goal.size().cells();
        let mut weights = vec![vec![Vec::<f64>::new(); cells]; BLOCKS];
        for block in &mut weights {
            for _ in 0..sampling.samples.div_ceil(BLOCKS) {
                for _ in 0..STEPS_A_CELL * cells {
                    chain.step();
                }
                let h = value(&Position::from_permutation(goal.size(), chain.board.clone()));
                let of_cell = &mut block[chain.blank];
                if of_cell.len() <= h as usize {
                    of_cell.resize(h as usize + 1, 0.0);
                }
                of_cell[h as usize] += chain.weight();
            }
        }
        Self::from_weights(weights)
    }

    /// Builds the distribution from weights by block, cell of the blank and value.
    fn from_weights(mut weights: Vec<Vec<Vec<f64>>>) -> Self {
        let (mut mean, mut parts) = (0.0, 0.0);
        for block in &mut weights {
            // A cell that was never visited has no distribution.
            for of_cell in block {
                let all: f64 = of_cell.iter().sum();
                if all <= 0.0 {
                    continue;
                }
                let mut below = 0.0;
                for (h, weight) in of_cell.iter_mut().enumerate() {
                    mean += *weight / all * h as f64;
                    below += *weight;
                    *weight = below / all;
                }
                parts += 1.0;
            }
        }
        Self { at_most: weights, mean: mean / parts }
    }

    /// Number of independent estimates.
    pub fn blocks(&self) -> usize {
        self.at_most.len()
    }

    /// The probability, as estimated by one block, that the heuristic is at most `max` with the
    /// blank on `cell`.
    pub fn at_most(&self, block: usize, cell: usize, max: u32) -> f64 {
        let of_cell = &self.at_most[block][cell];
        let last = of_cell.len().checked_sub(1);
        last.map_or(0.0, |last| of_cell[last.min(max as usize)])
    }

    /// The mean of the heuristic over all states.
    pub fn mean(&self) -> f64 {
        self.mean
    }
}

/// A random walk over solvable boards.
struct Chain {
    size: Size,
    goal_cell: Vec<u16>,
    board: Vec<u16>,
    blank: usize,
    manhattan: usize,
    /// ln g by Manhattan distance; the last entry is for all larger distances.
    density: Vec<f64>,
    random: ChaCha8Rng,
}

impl Chain {
    fn new(goal: &Position, seed: u64) -> Self {
        let size = goal.size();
        assert!(!size.is_line() && size.cells() >= 4, "nothing to sample on {size}");
        let mut goal_cell = vec![0; size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            goal_cell[usize::from(tile)] = cell as u16;
        }
        let (board, blank) = (goal.tiles().to_vec(), goal.blank());
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut chain =
            Self { size, goal_cell, board, blank, manhattan: 0, density: vec![0.0], random };
        // Without weights every proposal is accepted: the walk finds the typical distances.
        let steps = 200 * size.cells();
        let mut sum = 0;
        for step in 0..2 * steps {
            chain.step();
            sum += if step < steps { 0 } else { chain.manhattan };
        }
        chain.density = vec![0.0; sum / steps + 1];
        chain
    }

    fn distance(&self, tile: u16, cell: usize) -> usize {
        let home = usize::from(self.goal_cell[usize::from(tile)]);
        self.size.column(home).abs_diff(self.size.column(cell))
            + self.size.row(home).abs_diff(self.size.row(cell))
    }

    fn bin(&self, manhattan: usize) -> usize {
        manhattan.min(self.density.len() - 1)
    }

    /// ln g, scaled so that it is 0 at the typical distances.
    fn weight(&self) -> f64 {
        (self.density[self.bin(self.manhattan)] - self.density[self.density.len() - 1]).exp()
    }

    /// Proposes a move and makes it if it is accepted.
    fn step(&mut self) {
        let bits = self.random.next_u64();
        // Each number below n comes from 15 separate bits; only symmetry matters.
        let below = |shift: u32, n: usize| ((bits >> shift & 0x7fff) as usize * n) >> 15;
        if bits >> 62 == 0 {
            self.move_blank(below(0, 4));
        } else {
            let cells = self.board.len();
            self.turn_ring([below(0, cells), below(15, cells), below(30, cells)]);
        }
    }

    fn move_blank(&mut self, direction: usize) {
        let (width, from) = (self.size.width(), self.blank);
        let to = match direction {
            0 if self.size.row(from) > 0 => from - width,
            1 if self.size.column(from) > 0 => from - 1,
            2 if self.size.column(from) + 1 < width => from + 1,
            3 if self.size.row(from) + 1 < self.size.height() => from + width,
            _ => return,
        };
        let tile = self.board[to];
        let after = self.manhattan + self.distance(tile, from) - self.distance(tile, to);
        if self.accepts(after) {
            self.board.swap(from, to);
            self.blank = to;
        }
    }

    fn turn_ring(&mut self, [a, b, c]: [usize; 3]) {
        let apart = a != b && b != c && a != c;
        if !apart || [a, b, c].contains(&self.blank) {
            return;
        }
        let [x, y, z] = [a, b, c].map(|cell| self.board[cell]);
        let before = self.distance(x, a) + self.distance(y, b) + self.distance(z, c);
        let after = self.distance(x, b) + self.distance(y, c) + self.distance(z, a);
        if self.accepts(self.manhattan + after - before) {
            (self.board[b], self.board[c], self.board[a]) = (x, y, z);
        }
    }

    /// Decides on a move to a board of this distance; if accepted, it becomes the current distance.
    fn accepts(&mut self, manhattan: usize) -> bool {
        let rise = self.density[self.bin(manhattan)] - self.density[self.bin(self.manhattan)];
        let accepted = rise <= 0.0 || {
            let uniform = (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            uniform < (-rise).exp()
        };
        if accepted {
            self.manhattan = manhattan;
        }
        accepted
    }

    fn find_weights(&mut self) {
        let bins = self.density.len();
        // Some distances may not occur at all: those seen once must be seen in every round.
        let (mut ever, mut seen) = (vec![false; bins], vec![false; bins]);
        let mut factor = 1.0_f64;
        for step in 1..=STEPS_A_BIN * bins {
            self.step();
            if self.manhattan < bins {
                self.density[self.manhattan] += factor;
                seen[self.manhattan] = true;
            }
            let min_factor = bins as f64 / step as f64;
            if factor <= min_factor {
                factor = min_factor;
            } else if step % (100 * bins) == 0 {
                let mut complete = true;
                for (ever, &seen) in ever.iter_mut().zip(&seen) {
                    complete &= seen || !*ever;
                    *ever |= seen;
                }
                if complete {
                    factor = (factor / 2.0).max(min_factor);
                    seen.fill(false);
                }
            }
        }
    }
}
