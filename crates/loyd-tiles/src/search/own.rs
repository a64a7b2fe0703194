//! The searches that exist only for tiles, by their names in the registry.

use super::{constructive, human};
use crate::{Board, Metric, Slide, Sliding};
use loyd_search::observe::{Limit, Observer, Report};
use loyd_search::search::{AlgorithmName, OwnSearches, Parameters};
use loyd_search::space::Heuristic;

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
        match algorithm {
            AlgorithmName::Human => {
                Some(human::run(parameters, self, heuristic, start, limit, observer))
            }
            AlgorithmName::Constructive => Some(constructive::run(self, heuristic, start, limit)),
            _ => None,
        }
    }
}
