//! Algorithms as a comparison sees them: what they take, what they promise, what they count.

use loyd_search::observe::Statistics;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};

/// True if a heuristic that is chosen makes a difference to it: the human-like search measures the
/// distances of its intermediate goals itself, the constructive one none, and the
/// two-phase one has its own.
pub(crate) fn informed(algorithm: &AlgorithmSpec) -> bool {
    let own = matches!(
        algorithm.name,
        AlgorithmName::Human | AlgorithmName::Constructive | AlgorithmName::TwoPhase
    );
    algorithm.name.info().informed && !own
}

/// The upper bound of its path costs, as a multiple of the shortest: numerator and denominator.
pub(crate) fn bound<P: Puzzle>(
    algorithm: &AlgorithmSpec,
    heuristic: Option<&P::Heuristic>,
    metric: P::Metric,
) -> Option<(u32, u32)> {
    if heuristic.is_some_and(|heuristic| !P::properties(heuristic, metric).admissible) {
        return None;
    }
    match algorithm.name {
        AlgorithmName::WeightedAStar => {
            let weight =
                algorithm.parameters.get().unwrap_or(loyd_search::search::weighted::WEIGHT);
            Some(weight.fraction())
        }
        _ => algorithm.optimal().then_some((1, 1)),
    }
}

/// The counts of a search with lists: inserted, reopened, bytes.
pub(crate) fn lists(statistics: &Statistics) -> [u64; 3] {
    [statistics.inserted, statistics.reopened, statistics.bytes]
}
