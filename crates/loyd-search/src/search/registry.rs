//! The macro behind the list of algorithms in [`search`](super), and their names as text.
//!
//! The kinds of lines:
//!
//! * `best PATH`: a configuration of best-first search, a function from [`Parameters`] to a
//!   [`best_first::Configuration`];
//! * `plain PATH`: a function over any space and heuristic, called like the other plain ones; it
//!   reports every expansion to its observer;
//! * `fast PATH`: one that only reports progress;
//! * `wide PATH`: as `fast`, with the [`Parameters`] as its first argument;
//! * `parametrised PATH`: as `plain`, with the [`Parameters`] as its first argument.
//!
//! A puzzle supplies the names of the algorithms that only it has as [`AlgorithmName::Own`] and runs them by [`OwnSearches`].
//! An algorithm without a heuristic is marked `uninformed`: the plan then has the heuristic `zero`.

use super::AlgorithmName;
use super::parameters::{Parameter, Weight};
use crate::names::did_you_mean;
use crate::quote::quoted;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Properties of an algorithm that are known before it runs.
#[allow(clippy::struct_excessive_bools)] // Independent properties.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The promise about the costs of its paths.
    pub guarantee: Guarantee,
    /// True if it uses a heuristic.
    pub informed: bool,
    /// True if it reports every expansion to an observer.
    pub observed: bool,
    /// True if its first solution takes milliseconds, and a time limit makes it improve that solution until
    /// the limit.
    pub improves_until_limit: bool,
    /// True if its iterations search a tree that can be divided among processes and pruned by
    /// [`PruningChoice`](crate::solver::PruningChoice).
    pub deepens: bool,
    /// The parameters that it takes.
    pub parameters: &'static [Parameter],
}

/// The promise of an algorithm about the costs of its paths, given an admissible heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guarantee {
    /// The least cost.
    Optimal,
    /// At most the weight times the least cost: the parameter, or this weight.
    Weighted(Weight),
    /// None.
    None,
}

/// Names are unique.
impl PartialEq for AlgorithmInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for AlgorithmInfo {}

impl Hash for AlgorithmInfo {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name.hash(hasher);
    }
}

/// The configuration of an algorithm that is a best-first search, `None` for others.
macro_rules! configuration {
    (best $path:path, $parameters:expr) => {
        Some($path($parameters))
    };
    ($kind:ident $path:path, $parameters:expr) => {
        None
    };
}

/// A search by one line of the registry.
macro_rules! run {
    (best $path:path, $parameters:expr, ($space:expr, $heuristic:expr, $start:expr, $threads:expr, $limit:expr, $observer:expr)) => {
        best_first::search($space, $heuristic, $start, &$path($parameters), $limit, $observer)
    };
    (plain $path:path, $parameters:expr, ($($argument:expr),*)) => {
        $path($($argument),*)
    };
    (fast $path:path, $parameters:expr, ($space:expr, $heuristic:expr, $start:expr, $threads:expr, $limit:expr, $observer:expr)) => {
        $path($space, $heuristic, $start, $threads, $limit, &mut |progress| $observer.progress(progress))
    };
    (parametrised $path:path, $parameters:expr, ($($argument:expr),*)) => {
        $path($parameters, $($argument),*)
    };
    (wide $path:path, $parameters:expr, ($space:expr, $heuristic:expr, $start:expr, $threads:expr, $limit:expr, $observer:expr)) => {
        $path($parameters, $space, $heuristic, $start, $threads, $limit, &mut |progress| $observer.progress(progress))
    };
}

macro_rules! registry {
    ($($(#[$where:meta])* $variant:ident $name:literal $guarantee:ident $(($weight:path))? $informed:ident [$($parameter:ident)*]
       $kind:ident $path:path, $summary:literal;)*) => {
        /// An algorithm, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AlgorithmName {
            $($(#[$where])* #[doc = $summary] $variant,)*
            /// An algorithm that only some puzzles have; they supply the value.
            Own(&'static AlgorithmInfo),
        }

        impl AlgorithmName {
            /// The algorithms of every puzzle.
            pub const ALL: &'static [Self] = &[$($(#[$where])* Self::$variant,)*];

            /// Name and summary.
            pub const fn info(self) -> AlgorithmInfo {
                match self {
                    $($(#[$where])* Self::$variant => AlgorithmInfo {
                        name: $name,
                        summary: $summary,
                        guarantee: guarantee!($guarantee $($weight)?),
                        informed: informed!($informed),
                        observed: observed!($kind),
                        improves_until_limit: false,
                        deepens: matches!(self, Self::IdaStar),
                        parameters: const { &[$(Parameter::of::<$parameter>(),)*] },
                    },)*
                    Self::Own(info) => *info,
                }
            }

            /// The configuration of best-first search for this algorithm; `None` if it is another
            /// kind.
            fn best_first(self, parameters: &Parameters) -> Option<best_first::Configuration> {
                match self {
                    $($(#[$where])* Self::$variant => configuration!($kind $path, parameters),)*
                    Self::Own(_) => None,
                }
            }

            /// Searches any space with this algorithm, on up to `threads` threads.
            #[allow(clippy::too_many_arguments)]
            fn run<S, H>(
                self,
                parameters: &Parameters,
                space: &S,
                heuristic: &H,
                start: &S::State,
                threads: usize,
                limit: &Limit,
                observer: &mut dyn Observer<S>,
            ) -> Report<S::Move>
            where
                S: MoveAlphabet<State: Sync, Move: Send + Sync>
                    + Packing<Packed: Sync>
                    + Reversible
                    + OwnSearches
                    + Sync,
                H: Heuristic<S, Memo: Send + Sync> + Sync,
            {
                match self {
                    $($(#[$where])* Self::$variant => run!(
                        $kind $path, parameters, (space, heuristic, start, threads, limit, observer)
                    ),)*
                    Self::Own(_) => own::run(self, parameters, space, heuristic, start, limit, observer),
                }
            }
        }
    };
}

/// True for kinds that report every expansion.
macro_rules! observed {
    (fast) => {
        false
    };
    (wide) => {
        false
    };
    ($kind:ident) => {
        true
    };
}

/// The guarantee of a line; `bounded` has the default of the weight.
macro_rules! guarantee {
    (optimal) => {
        Guarantee::Optimal
    };
    (bounded $weight:path) => {
        Guarantee::Weighted($weight)
    };
    (any) => {
        Guarantee::None
    };
}

/// True for algorithms that use a heuristic.
macro_rules! informed {
    (informed) => {
        true
    };
    (uninformed) => {
        false
    };
}

impl fmt::Display for AlgorithmName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// Names that are common in the literature and in other programs.
const ALIASES: &[(&str, AlgorithmName)] = &[
    ("a*", AlgorithmName::AStar),
    ("a-star", AlgorithmName::AStar),
    ("ida*", AlgorithmName::IdaStar),
    ("ida-star", AlgorithmName::IdaStar),
    ("ida", AlgorithmName::IdaStar),
    ("wa*", AlgorithmName::WeightedAStar),
    ("weighted-astar", AlgorithmName::WeightedAStar),
    ("weighted-a*", AlgorithmName::WeightedAStar),
    #[cfg(not(target_family = "wasm"))]
    ("ara*", AlgorithmName::AraStar),
    #[cfg(not(target_family = "wasm"))]
    ("a*-epsilon", AlgorithmName::Focal),
    #[cfg(not(target_family = "wasm"))]
    ("astar-epsilon", AlgorithmName::Focal),
    #[cfg(not(target_family = "wasm"))]
    ("focal-search", AlgorithmName::Focal),
    #[cfg(not(target_family = "wasm"))]
    ("pea*", AlgorithmName::Pea),
    #[cfg(not(target_family = "wasm"))]
    ("partial-expansion", AlgorithmName::Pea),
    #[cfg(not(target_family = "wasm"))]
    ("mm-epsilon", AlgorithmName::Mm),
    ("dijkstra", AlgorithmName::Ucs),
    ("uniform-cost", AlgorithmName::Ucs),
    ("breadth-first", AlgorithmName::Bfs),
    ("iterative-deepening", AlgorithmName::IdDfs),
    ("dfid", AlgorithmName::IdDfs),
    ("ids", AlgorithmName::IdDfs),
    ("gbfs", AlgorithmName::Greedy),
    ("best-first", AlgorithmName::Greedy),
    ("greedy-best-first", AlgorithmName::Greedy),
    ("bidirectional", AlgorithmName::Bibfs),
    ("bidirectional-bfs", AlgorithmName::Bibfs),
];

/// The error for a text that does not name an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not an algorithm: {hint}", quoted(.text))]
pub struct UnknownAlgorithm {
    pub(super) text: String,
    pub(super) hint: String,
}

impl AlgorithmName {
    /// The algorithm of these that a text names.
    pub(super) fn find(text: &str, known: &[Self]) -> Result<Self, UnknownAlgorithm> {
        let normal = text.trim().to_ascii_lowercase().replace('_', "-");
        let by_name = known.iter().find(|known| known.info().name == normal).copied();
        let alias = || ALIASES.iter().find(|(alias, _)| *alias == normal).map(|&(_, name)| name);
        by_name.or_else(alias).ok_or_else(|| UnknownAlgorithm {
            text: text.to_owned(),
            hint: did_you_mean(&normal, known.iter().map(|known| known.info().name)),
        })
    }
}
