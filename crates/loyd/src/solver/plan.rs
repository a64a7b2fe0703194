//! The choices of a search: open in [`Settings`], all made in [`Plan`].

use super::{Engine, Solve, Unavailable};
use crate::puzzle::Puzzle;
use crate::search::AlgorithmSpec;

/// The wishes of the user; `None` leaves a choice to [`Plan::choose`].
#[derive(Clone, Debug)]
pub struct Settings<P: Puzzle> {
    /// What counts as a move.
    pub metric: P::Metric,
    /// The algorithm.
    pub algorithm: Option<AlgorithmSpec>,
    /// The heuristic.
    pub heuristic: Option<P::Heuristic>,
    /// The move strings that `idastar` does not follow.
    pub pruning: PruningChoice,
    /// Partitions that a heuristic may name beside those of the catalogue.
    pub partitions: Vec<(String, P::Partition)>,
}

impl<P: Puzzle> Default for Settings<P> {
    fn default() -> Self {
        Self {
            metric: P::Metric::default(),
            algorithm: None,
            heuristic: None,
            pruning: PruningChoice::default(),
            partitions: Vec::new(),
        }
    }
}

/// The circumstances that the choices of a plan may take into account.
pub struct Outlook<'a, P: Puzzle> {
    /// How many positions will be solved, as far as that is known.
    pub boards: u64,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Whether a table is there and need not be built.
    pub at_hand: &'a dyn Fn(&P::TableKey) -> bool,
}

impl<P: Puzzle> Default for Outlook<'_, P> {
    /// One position, and no table.
    fn default() -> Self {
        Self { boards: 1, memory: u64::MAX, at_hand: &|_| false }
    }
}

/// How much duplicate work `idastar` avoids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PruningChoice {
    /// Strings up to a length that suits the puzzle.
    #[default]
    Auto,
    /// Only moves that undo the last one, as in the publications: node counts can be compared.
    LastMove,
    /// Strings up to this many moves.
    Length(u32),
}

/// A search with every choice made, and nothing built yet.
#[derive(Clone, Debug)]
pub struct Plan<P: Puzzle> {
    /// The goal, and with it the shape.
    pub goal: P::Position,
    /// What counts as a move.
    pub metric: P::Metric,
    /// The algorithm.
    pub algorithm: AlgorithmSpec,
    /// The heuristic.
    pub heuristic: P::Heuristic,
    /// The move strings that `idastar` does not follow.
    pub pruning: PruningChoice,
    /// The partition of each of the heuristic's pattern databases.
    pub partitions: Vec<P::Partition>,
}

impl<P: Solve> Plan<P> {
    /// Makes the choices that the settings leave open, for one position.
    ///
    /// # Errors
    /// If the heuristic or the algorithm cannot be had for this goal.
    pub fn new(goal: &P::Position, settings: &Settings<P>) -> Result<Self, Unavailable> {
        Self::choose(goal, settings, &Outlook::default())
    }

    /// Makes the choices that the settings leave open.
    ///
    /// # Errors
    /// If the heuristic or the algorithm cannot be had for this goal.
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
    /// If the heuristic cannot be had for this goal.
    pub fn prepare(&self) -> Result<Box<dyn Engine<P>>, Unavailable> {
        P::prepare(self, &P::Tables::default())
    }
}

impl<P: Puzzle> Plan<P> {
    /// Whether the paths it finds are proven optimal.
    pub fn proves(&self) -> bool {
        self.algorithm.optimal() && P::properties(&self.heuristic, self.metric).admissible
    }
}
