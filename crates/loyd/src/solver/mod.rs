//! Solving sliding-tile positions by names of algorithm and heuristic: plan, prepare, solve.
//!
//! ```
//! use loyd::observe::Limit;
//! use loyd::puzzle::tiles::{Position, format_moves, parse_position};
//! use loyd::solver::{Plan, Settings, Solver};
//!
//! let start = parse_position("8 6 7 2 5 4 3 0 1", None)?;
//! let goal = Position::blank_last(start.size());
//! let plan = Plan::new(&goal, &Settings::default())?;
//! let solver = Solver::prepare(&plan)?;
//! let report = solver.solve(&start, 1, &Limit::none(), &mut |_| ());
//! let path = report.outcome.path().expect("this position can be solved");
//! assert_eq!(path.len(), 31);
//! assert_eq!(start.replay(path).unwrap(), goal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod general;
mod kernels;

use crate::heuristic::{HeuristicName, HeuristicSpec, Unavailable};
use crate::observe::{Limit, Progress, Report};
use crate::puzzle::tiles::{MetricName, Position, Slide};
use crate::search::AlgorithmName;

/// A search with all its types chosen; one dynamic call a board.
trait Engine: Send + Sync {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide>;
}

/// What the user asked for; `None` leaves the choice to [`Plan::new`].
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What counts as a move.
    pub metric: MetricName,
    /// The algorithm.
    pub algorithm: Option<AlgorithmName>,
    /// The heuristic.
    pub heuristic: Option<HeuristicSpec>,
    /// Which move strings `idastar` does not follow.
    pub pruning: PruningChoice,
}

/// How much duplicate work `idastar` avoids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PruningChoice {
    /// Strings up to a length that suits the board.
    #[default]
    Auto,
    /// Only moves that undo the last one, as in the publications: node counts can be compared.
    LastMove,
    /// Strings up to this many moves.
    Length(u32),
}

/// What will be done: every choice made, nothing built yet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The goal, and with it the size.
    pub goal: Position,
    /// What counts as a move.
    pub metric: MetricName,
    /// The algorithm.
    pub algorithm: AlgorithmName,
    /// The heuristic.
    pub heuristic: HeuristicSpec,
    /// Which move strings `idastar` does not follow.
    pub pruning: PruningChoice,
}

impl Plan {
    /// Makes the choices that the settings leave open.
    ///
    /// # Errors
    /// If the heuristic cannot be had for these boards.
    pub fn new(goal: &Position, settings: &Settings) -> Result<Self, Unavailable> {
        Ok(Self {
            goal: goal.clone(),
            metric: settings.metric,
            algorithm: settings.algorithm.unwrap_or(AlgorithmName::IdaStar),
            heuristic: settings
                .heuristic
                .clone()
                .unwrap_or_else(|| strongest(goal, settings.metric).into()),
            pruning: settings.pruning,
        })
    }

    /// Whether the paths it finds are proven shortest.
    pub fn proves(&self) -> bool {
        self.algorithm.info().optimal && self.heuristic.properties(self.metric).admissible
    }
}

/// The heuristic that solves boards of this kind soonest, the building of its tables included.
fn strongest(goal: &Position, metric: MetricName) -> HeuristicName {
    let size = goal.size();
    match metric {
        // Exact there.
        _ if size.is_line() => HeuristicName::Manhattan,
        // From here on Walking Distance has no tables and is the same as linear conflict.
        MetricName::Single if size.width().min(size.height()) >= 5 => HeuristicName::LinearConflict,
        MetricName::Single | MetricName::Multi => HeuristicName::WalkingDistance,
    }
}

/// A plan with its tables built: solves any number of positions, from any number of threads.
pub struct Solver {
    plan: Plan,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// Builds the tables that a plan needs.
    ///
    /// # Errors
    /// If the heuristic cannot be had for these boards.
    pub fn prepare(plan: &Plan) -> Result<Self, Unavailable> {
        let engine = match kernels::prepare(plan) {
            Some(engine) => engine,
            None => general::prepare(plan)?,
        };
        Ok(Self { plan: plan.clone(), engine })
    }

    /// The plan it was made from.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Solves one position, which must have the goal's size, with up to `threads` threads.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
        self.engine.solve(start, threads, limit, progress)
    }
}
