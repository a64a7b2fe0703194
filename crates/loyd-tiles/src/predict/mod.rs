//! Prediction of the number of nodes that iterative-deepening A* expands, before it runs.
//!
//! R. E. Korf, M. Reid, S. Edelkamp, *Time complexity of iterative-deepening-A\**, Artificial
//! Intelligence 129 (2001): with a consistent heuristic an iteration of bound c expands
//!
//! ```text
//! E(c) = Σ_i Σ_b N(i, b) · P_b(h <= c - i)
//! ```
//!
//! where N(i, b) is the number of nodes at depth i of the brute-force tree with the blank on cell
//! b, and `P_b` is the distribution of the heuristic over all states with the blank there.
//!
//! 1. The paper's tree forbids reversing the last move. Here it is the tree as the search walks it:
//!    the strings that its pruning automaton allows, counted exactly ([`strings`]).
//! 2. The paper distinguishes middle, side and corner cells. Here every cell has its own
//!    distribution.
//! 3. The terms that matter have h far below its mean, where uniform samples rarely fall: the paper
//!    draws ten billion. Here the samples are drawn evenly over the Manhattan distance and weighted
//!    ([`distribution`]), and a hundred thousand are enough.
//!
//! E(c) is the mean over all starts with the blank on one cell. A single board differs from it by a
//! factor of up to about three if h of the start is unusual, but by nearly the same factor in all
//! its iterations: a few small measured iterations determine it.
//!
//! | file | idea |
//! |---|---|
//! | [`strings`] | N(i, b): paths in the graph of an automaton |
//! | [`distribution`] | `P_b`: weighted samples |

pub mod distribution;
pub mod strings;

pub use distribution::{Distribution, Sampling};
pub use strings::Strings;

/// The prediction for one iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The bound of the iteration.
    pub bound: u32,
    /// Expected number of expansions, the mean over starts.
    pub expanded: f64,
    /// Standard error of `expanded` due to sampling the heuristic. The spread among starts is
    /// larger and not included.
    pub error: f64,
}

/// Computes E(c) for nodes by depth and cell of the blank, as returned by [`Strings::levels`].
///
/// Depths beyond `levels` count nothing, so `bound + 1` levels are needed. Takes time proportional
/// to `levels.len()` times the cells times the blocks of the distribution.
pub fn expected(levels: &[Vec<f64>], distribution: &Distribution, bound: u32) -> Expected {
    let of_block = |block: usize| -> f64 {
        let depths = levels.iter().zip(0..=bound);
        depths
            .map(|(nodes, depth)| {
                let max_estimate = bound - depth;
                let cells = nodes.iter().enumerate().filter(|(_, nodes)| **nodes > 0.0);
                cells
                    .map(|(cell, nodes)| nodes * distribution.at_most(block, cell, max_estimate))
                    .sum::<f64>()
            })
            .sum()
    };
    let estimates: Vec<f64> = (0..distribution.blocks()).map(of_block).collect();
    let count = estimates.len() as f64;
    let mean = estimates.iter().sum::<f64>() / count;
    let squares: f64 = estimates.iter().map(|estimate| (estimate - mean).powi(2)).sum();
    let error = (squares / (count * (count - 1.0).max(1.0))).sqrt();
    Expected { bound, expanded: mean, error }
}

#[cfg(test)]
mod tests;
