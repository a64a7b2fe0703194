//! The parameters that make a best-first search one algorithm or another.

use crate::search::parameters::Ties;

/// The parameters that make a best-first search one algorithm or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// The weight of `g` in the priority; at most 10⁶.
    pub g_weight: u32,
    /// The weight of `h` in the priority; at most 10⁹.
    pub h_weight: u32,
    /// True if `g` counts moves instead of their costs.
    pub moves: bool,
    /// The order among equal priorities.
    pub ties: Ties,
    /// The reaction to a cheaper path to a known state.
    pub lowering: Lowering,
    /// True if paths are shortest, given an admissible heuristic.
    pub optimal: bool,
    /// Maximum number of states expanded together.
    pub batch: usize,
}

impl Default for Configuration {
    /// A*, without the claim that its paths are shortest.
    fn default() -> Self {
        Self {
            g_weight: 1,
            h_weight: 1,
            moves: false,
            ties: Ties::HighG,
            lowering: Lowering::Always,
            optimal: false,
            batch: 16,
        }
    }
}

/// The reaction to a cheaper path to a known state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// The path is taken; a closed state is reopened.
    Always,
    /// The path is taken if the state is open.
    Open,
    /// The path is ignored.
    Never,
}
