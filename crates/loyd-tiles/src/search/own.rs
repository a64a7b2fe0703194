//! The algorithms that exist only for tiles: their names, and their searches by name.

use super::{constructive, human};
use crate::{Board, Metric, Slide, Sliding};
use loyd_search::observe::{Limit, Observer, Report};
use loyd_search::search::{
    AlgorithmInfo, AlgorithmName, Guarantee, Order, OwnSearches, Parameter, Parameters, Ties,
    Weight,
};
use loyd_search::space::Heuristic;

/// The search from goal to goal.
pub const HUMAN: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: "human",
    summary: "human-like, goal after goal: human(rows|rows-columns|tiles|goals=CELLS,greedy|W), each by best-first search with weight W (3 by default; tiles: 1, as the program of Nayak & Huang)",
    guarantee: Guarantee::None,
    informed: true,
    observed: true,
    improves_until_limit: false,
    deepens: false,
    parameters: &[
        Parameter::of::<human::Goals>(),
        Parameter::of::<Order>(),
        Parameter::of::<Weight>(),
        Parameter::of::<Ties>(),
    ],
});

/// The construction line by line.
pub const CONSTRUCTIVE: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: "constructive",
    summary: "line by line without a search (Parberry), then shortened: any board in milliseconds",
    guarantee: Guarantee::None,
    informed: true,
    observed: false,
    improves_until_limit: false,
    deepens: false,
    parameters: &[],
});

/// Iterative deepening that continues from the deepest nodes of the iteration before: [`crate::search::additive`].
#[cfg(not(target_family = "wasm"))]
pub const IDASTAR_PROBE: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: "idastar-probe",
    summary: "idastar that continues an iteration from the deepest nodes of the one before, and so rarely searches the last one whole; for a pattern database up to 5x5 (after Bu & Korf 2019, Reinefeld & Marsland 1994)",
    guarantee: Guarantee::Optimal,
    informed: true,
    observed: false,
    improves_until_limit: false,
    deepens: true,
    parameters: &[],
});

impl<B: Board, M: Metric> OwnSearches for Sliding<B, M> {
    fn own_search<H: Heuristic<Self>>(
        &self,
        algorithm: AlgorithmName,
        parameters: &Parameters,
        heuristic: &H,
        start: &B,
        limit: &Limit,
        observer: &mut dyn Observer<Self>,
    ) -> Option<Report<Slide>> {
        if algorithm == HUMAN {
            return Some(human::run(parameters, self, heuristic, start, limit, observer));
        }
        (algorithm == CONSTRUCTIVE).then(|| constructive::run(self, heuristic, start, limit))
    }
}
