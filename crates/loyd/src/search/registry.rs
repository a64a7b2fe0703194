//! The list of algorithms by name.

use super::{ida_star, pool, subtree};
use crate::names::did_you_mean;
use crate::observe::{Limit, Progress, Report};
use crate::space::{Heuristic, MoveAlphabet};
use std::fmt;
use std::str::FromStr;

/// What is known of an algorithm before it runs.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Whether its paths are shortest, given an admissible heuristic.
    pub optimal: bool,
}

macro_rules! registry {
    ($($variant:ident $name:literal $optimal:literal $run:path, $summary:literal;)*) => {
        /// An algorithm, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AlgorithmName {
            $(#[doc = $summary] $variant,)*
        }

        impl AlgorithmName {
            /// Every algorithm.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name and summary.
            pub const fn info(self) -> AlgorithmInfo {
                match self {
                    $(Self::$variant => AlgorithmInfo {
                        name: $name, summary: $summary, optimal: $optimal,
                    },)*
                }
            }

            /// Searches any space with this algorithm, on up to `threads` threads.
            pub fn run<S, H>(
                self,
                space: &S,
                heuristic: &H,
                start: &S::State,
                threads: usize,
                limit: &Limit,
                progress: &mut dyn FnMut(&Progress),
            ) -> Report<S::Move>
            where
                S: MoveAlphabet<State: Sync, Move: Send + Sync> + Sync,
                H: Heuristic<S> + Sync,
            {
                match self {
                    $(Self::$variant => $run(space, heuristic, start, threads, limit, progress),)*
                }
            }
        }
    };
}

// One line an algorithm: variant, name, whether it is optimal, the function that searches any
// space, what it is.
registry! {
    IdaStar "idastar" true subtree::run,
        "iterative-deepening A*: 64-bit kernels, duplicate strings pruned, all threads on one board";
    IdaStarPlain "idastar-plain" true ida_star::run,
        "iterative-deepening A* as published by Korf (1985), one thread: the reference";
    IdaStarPool "idastar-pool" true pool::run,
        "IDA* of the Optimal 8/15-Puzzle Solver: breadth-first prefixes, duplicates merged, two threads a core";
}

impl fmt::Display for AlgorithmName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// A text that names no algorithm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} is not an algorithm: {hint}")]
pub struct UnknownAlgorithm {
    text: String,
    hint: String,
}

impl FromStr for AlgorithmName {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let normal = text.trim().to_ascii_lowercase().replace('_', "-");
        let found = Self::ALL.iter().find(|known| known.info().name == normal);
        found.copied().ok_or_else(|| UnknownAlgorithm {
            text: text.to_owned(),
            hint: did_you_mean(&normal, Self::ALL.iter().map(|known| known.info().name)),
        })
    }
}
