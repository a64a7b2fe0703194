//! What makes a best-first search one algorithm or another.

use crate::search::parameters::Ties;

/// What makes a best-first search one algorithm or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// How many times `g` counts in the priority; at most 10⁶.
    pub g_weight: u32,
    /// How many times `h` counts in the priority; at most 10⁹.
    pub h_weight: u32,
    /// Whether `g` counts moves, whatever they cost.
    pub moves: bool,
    /// Which of equal priorities goes first.
    pub ties: Ties,
    /// What happens when a cheaper way to a state shows.
    pub lowering: Lowering,
    /// Whether paths are shortest, given an admissible heuristic.
    pub optimal: bool,
    /// Most states expanded together.
    pub batch: usize,
}

impl Default for Configuration {
    /// A*, but for the claim that its paths are shortest.
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

/// What happens when a cheaper way to a known state shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// It is taken; a closed state is opened again.
    Always,
    /// It is taken if the state is open.
    Open,
    /// Nothing.
    Never,
}
