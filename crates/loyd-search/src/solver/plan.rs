//! The choices of a search: partly open in [`Settings`], all made in [`Plan`].

use super::{Engine, Solve, Unavailable};
use crate::puzzle::Puzzle;
use crate::search::AlgorithmSpec;

/// The user's settings; `None` leaves a choice to [`Plan::choose`].
#[derive(Clone, Debug)]
pub struct Settings<P: Puzzle> {
    /// The metric.
    pub metric: P::Metric,
    /// The algorithm.
    pub algorithm: Option<AlgorithmSpec>,
    /// The heuristic.
    pub heuristic: Option<P::Heuristic>,
    /// The move strings that `idastar` prunes.
    pub pruning: PruningChoice,
    /// The moves that are allowed, if not all are: closed under inverses.
    pub moves: Vec<P::Move>,
    /// Partitions that a heuristic may name in addition to those of the catalogue.
    pub partitions: Vec<(String, P::Partition)>,
}

impl<P: Puzzle> Default for Settings<P> {
    fn default() -> Self {
        Self {
            metric: P::Metric::default(),
            algorithm: None,
            heuristic: None,
            pruning: PruningChoice::default(),
            moves: Vec::new(),
            partitions: Vec::new(),
        }
    }
}

/// The circumstances that the choices of a plan may take into account.
pub struct Outlook<'a, P: Puzzle> {
    /// Number of positions to be solved, as far as known.
    pub boards: u64,
    /// Memory limit for tables, in bytes.
    pub memory: u64,
    /// Returns true if a table exists and need not be built.
    pub is_cached: &'a dyn Fn(&P::TableKey) -> bool,
}

impl<P: Puzzle> Default for Outlook<'_, P> {
    /// One position, and no existing table.
    fn default() -> Self {
        Self { boards: 1, memory: u64::MAX, is_cached: &|_| false }
    }
}

/// The duplicate move strings that `idastar` prunes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PruningChoice {
    /// Strings up to a length that suits the puzzle.
    #[default]
    Auto,
    /// Only moves that undo the last one, as in the literature, so that node counts can be
    /// compared.
    LastMove,
    /// Strings up to this many moves.
    Length(u32),
}

/// A search with every choice made, and nothing built yet.
#[derive(Clone, Debug)]
pub struct Plan<P: Puzzle> {
    /// The goal, and with it the shape.
    pub goal: P::Position,
    /// The metric.
    pub metric: P::Metric,
    /// The algorithm.
    pub algorithm: AlgorithmSpec,
    /// The heuristic.
    pub heuristic: P::Heuristic,
    /// The move strings that `idastar` prunes.
    pub pruning: PruningChoice,
    /// The moves that are allowed, if not all are. Only engines of puzzles that read
    /// [lists of moves](Puzzle::only_moves) find them here.
    pub moves: Vec<P::Move>,
    /// The partition of each of the heuristic's pattern databases.
    pub partitions: Vec<P::Partition>,
    /// The search that finds a path if a limit stops this one; without it, the puzzle's own way.
    pub fallback: Option<Box<Plan<P>>>,
}

impl<P: Solve> Plan<P> {
    /// Makes the choices that the settings leave open, for one position.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is not available for this goal.
    pub fn new(goal: &P::Position, settings: &Settings<P>) -> Result<Self, Unavailable> {
        Self::choose(goal, settings, &Outlook::default())
    }

    /// Makes the choices that the settings leave open.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is not available for this goal.
    pub fn choose(
        goal: &P::Position,
        settings: &Settings<P>,
        outlook: &Outlook<'_, P>,
    ) -> Result<Self, Unavailable> {
        P::plan(goal, settings, outlook)
    }

    /// Builds the tables that the plan needs.
    ///
    /// # Errors
    /// If the heuristic is not available for this goal.
    pub fn prepare(&self) -> Result<Box<dyn Engine<P>>, Unavailable> {
        P::prepare(self, &P::Tables::default())
    }
}

impl<P: Puzzle> Plan<P> {
    /// True if the paths it finds are proven optimal.
    pub fn proves(&self) -> bool {
        self.algorithm.optimal() && P::properties(&self.heuristic, self.metric).admissible
    }
}
