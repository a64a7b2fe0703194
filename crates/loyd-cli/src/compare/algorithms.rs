//! Algorithms as a comparison sees them: what they take, what they promise, what they count.

use loyd::heuristic::HeuristicSpec;
use loyd::observe::Statistics;
use loyd::puzzle::tiles::MetricName;
use loyd::search::AlgorithmName;

/// An algorithm with its parameters.
pub(crate) type Spec = AlgorithmName;

/// Whether a heuristic makes a difference to it.
pub(crate) fn informed(_algorithm: &Spec) -> bool {
    true
}

/// Whether its paths are shortest, given an admissible heuristic.
pub(crate) fn optimal(algorithm: &Spec) -> bool {
    algorithm.info().optimal
}

/// What its paths are at most, as a multiple of the shortest: numerator and denominator.
pub(crate) fn bound(
    algorithm: &Spec,
    heuristic: Option<&HeuristicSpec>,
    metric: MetricName,
) -> Option<(u32, u32)> {
    let admissible = heuristic.is_none_or(|heuristic| heuristic.properties(metric).admissible);
    (optimal(algorithm) && admissible).then_some((1, 1))
}

/// What was counted of the lists of a search: inserted, reopened, bytes.
pub(crate) fn lists(_statistics: &Statistics) -> [u64; 3] {
    [0, 0, 0]
}
