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

use crate::boards::{BoardVisitor, with_board};
use crate::heuristic::{
    HeuristicName, HeuristicSpec, HeuristicVisitor, Maximum, TileHeuristic, Unavailable,
    with_heuristic,
};
use crate::observe::{Limit, OnProgress, Progress, Report};
use crate::prune::LastMove;
use crate::puzzle::tiles::{Board, Metric, MetricName, Multi, Position, Single, Slide, Sliding};
use crate::search::subtree::{self, SpaceTree};
use crate::search::{AlgorithmName, ida_star, pool};

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
            heuristic: settings.heuristic.clone().unwrap_or(HeuristicName::Manhattan.into()),
            pruning: settings.pruning,
        })
    }

    /// Whether the paths it finds are proven shortest.
    pub fn proves(&self) -> bool {
        self.algorithm.info().optimal && self.heuristic.properties(self.metric).admissible
    }
}

/// A plan with its tables built: solves any number of positions, from any number of threads.
pub struct Solver {
    plan: Plan,
    engine: Box<dyn Engine>,
}

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

impl Solver {
    /// Builds the tables that a plan needs.
    ///
    /// # Errors
    /// If the heuristic cannot be had for these boards.
    pub fn prepare(plan: &Plan) -> Result<Self, Unavailable> {
        let engine = with_board(plan.goal.size(), Prepare { plan })?;
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

struct Prepare<'a> {
    plan: &'a Plan,
}

impl BoardVisitor for Prepare<'_> {
    type Output = Result<Box<dyn Engine>, Unavailable>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.plan.metric {
            MetricName::Single => prepare::<B, Single>(self.plan),
            MetricName::Multi => prepare::<B, Multi>(self.plan),
        }
    }
}

fn prepare<B: Board, M: Metric>(plan: &Plan) -> Result<Box<dyn Engine>, Unavailable> {
    let space = Sliding::<B, M>::new(&plan.goal);
    if plan.algorithm == AlgorithmName::IdaStar {
        return with_heuristic(&plan.heuristic, &space, PrepareIdaStar { space: space.clone() });
    }
    let heuristic = Maximum::of(plan.heuristic.parts(), &space)?;
    Ok(Box::new(Plain { space, heuristic, algorithm: plan.algorithm }))
}

struct PrepareIdaStar<B, M> {
    space: Sliding<B, M>,
}

impl<B: Board, M: Metric> HeuristicVisitor<B, M> for PrepareIdaStar<B, M> {
    type Output = Box<dyn Engine>;

    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) -> Box<dyn Engine> {
        Box::new(IdaStar { space: self.space, heuristic })
    }
}

/// Iterative deepening on any board, statically typed per heuristic.
struct IdaStar<B, M, H> {
    space: Sliding<B, M>,
    heuristic: H,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> Engine for IdaStar<B, M, H> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        let (space, heuristic) = (&self.space, &self.heuristic);
        let tree = SpaceTree { space, heuristic, pruning: &LastMove, start: &start, forget: false };
        subtree::search(&tree, threads, limit, progress)
    }
}

/// The other algorithms: compiled once a board and metric, the heuristic a run-time choice.
struct Plain<B, M> {
    space: Sliding<B, M>,
    heuristic: Maximum,
    algorithm: AlgorithmName,
}

impl<B: Board, M: Metric> Engine for Plain<B, M> {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        let start = Sliding::<B, M>::board(start);
        let (space, heuristic) = (&self.space, &self.heuristic);
        if self.algorithm == AlgorithmName::IdaStarPlain {
            return ida_star::search(space, heuristic, &start, limit, &mut OnProgress(progress));
        }
        let tree = SpaceTree { space, heuristic, pruning: &LastMove, start: &start, forget: true };
        pool::search(&tree, threads, limit, progress)
    }
}
