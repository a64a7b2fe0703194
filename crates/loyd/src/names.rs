//! The names that requests may use, puzzle by puzzle.

use crate::listed::Listed;
use crate::puzzles::PuzzleName;
use loyd_search::puzzle::HeuristicInfo;
use loyd_search::search::AlgorithmName;
use serde::Serialize;

/// A puzzle, and the names that its requests may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleInfo {
    /// The name.
    pub name: &'static str,
    /// A description in a few words.
    pub title: &'static str,
    /// The noun for a position: "board", "cube".
    pub noun: &'static str,
    /// The default shape.
    pub shape: &'static str,
    /// True if the puzzle has other shapes.
    pub has_sizes: bool,
    /// The columns that describe a position in a result.
    #[serde(skip)]
    pub fields: &'static [&'static str],
    /// Metrics with their definitions of a move, the default metric first.
    pub metrics: &'static [(&'static str, &'static str)],
    /// Named goals with summaries.
    pub goals: &'static [(&'static str, &'static str)],
    /// Algorithms with summaries.
    pub algorithms: Vec<(&'static str, &'static str)>,
    /// Heuristics with summaries, weakest first, then named pattern databases.
    pub heuristics: Vec<(&'static str, &'static str)>,
}

impl PuzzleInfo {
    /// The names of a puzzle.
    pub fn of<P: Listed>() -> Self {
        let algorithm = |name: AlgorithmName| (name.info().name, name.info().summary);
        let heuristic = |HeuristicInfo { name, summary }| (name, summary);
        let heuristics = P::heuristics().into_iter().map(heuristic);
        Self {
            name: P::NAME,
            title: P::TITLE,
            noun: P::NOUN,
            shape: P::SHAPE,
            has_sizes: P::HAS_SIZES,
            fields: P::FIELDS,
            metrics: P::METRIC_SUMMARIES,
            goals: P::GOALS,
            algorithms: P::algorithms().into_iter().map(algorithm).collect(),
            heuristics: heuristics.chain(P::database_heuristics()).collect(),
        }
    }
}

/// The algorithms of every puzzle, then those of single puzzles.
pub fn algorithms() -> Vec<AlgorithmName> {
    let mut algorithms = AlgorithmName::ALL.to_vec();
    for puzzle in PuzzleName::ALL {
        let own = puzzle.puzzle().algorithms();
        algorithms.extend(own.iter().skip(AlgorithmName::ALL.len()));
    }
    algorithms
}

/// All puzzles, the default one first.
pub fn puzzles() -> Vec<PuzzleInfo> {
    let info = |&puzzle: &PuzzleName| for_puzzle!(puzzle, P => PuzzleInfo::of::<P>());
    PuzzleName::ALL.iter().map(info).collect()
}
