//! Solving sliding-tile positions by names of algorithm and heuristic: plan, prepare, solve.
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_tiles::{Position, format_moves, parse_position};
//! use loyd_tiles::solver::{Plan, Settings, Solver};
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

mod audits;
mod best_found;
mod databases;
mod deepening_engine;
mod estimates;
mod general;
mod generic_engine;
mod guarded;
mod kernels;
mod multi_tile_pdb;
mod prediction;
mod puzzle;
mod tables;

use estimates::Estimates;

pub use audits::LevelAudit;
pub use loyd_search::solver::{AuditStage, NoAudit, NoCount, NotPersisted, PruningChoice, Watch};
pub use puzzle::Tiles;
pub use tables::{KnownTables, tables_of};

/// Settings for boards of tiles.
pub type Settings = loyd_search::solver::Settings<Tiles>;
/// A plan for boards of tiles.
pub type Plan = loyd_search::solver::Plan<Tiles>;
/// The circumstances of a plan for boards of tiles.
pub type Outlook<'a> = loyd_search::solver::Outlook<'a, Tiles>;
/// The result of an audit of every board.
pub type FullAudit = loyd_search::solver::FullAudit<Tiles>;

use crate::heuristic::{HeuristicName, Unavailable};
use crate::pdb::Additive;
use crate::search::HUMAN;
use crate::search::human::{self, Goals};
use crate::{MetricName, Position, Slide};
use loyd_search::observe::{Limit, Progress, Report, StopCause};
use loyd_search::search::deepening::checkpoint::Persistence;
use loyd_search::search::every::ShortestPaths;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::generic;
use std::sync::Arc;

pub use prediction::{NoPrediction, Predictor};

/// A search with all its types chosen; one dynamic call per board.
trait Search: Send + Sync {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide>;

    /// Like [`Search::solve`], with checkpoints and resumption.
    fn solve_persisted(
        &self,
        _start: &Position,
        _threads: usize,
        _limit: &Limit,
        _persistence: Persistence<'_, Slide>,
        _progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotPersisted> {
        Err(NotPersisted::Engine)
    }

    /// Like `solve`, but reports every expansion to `watcher`; `None` if it cannot.
    fn watch(
        &self,
        _start: &Position,
        _limit: &Limit,
        _watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        None
    }

    /// The strings that its iterations walk.
    fn strings(&self) -> Strings {
        Strings::Unknown
    }
}

/// The move strings that the iterations of an engine walk.
enum Strings {
    /// No strings of a fixed rule, or no iterations.
    Unknown,
    /// Pairs (nodes, length): if the previous iteration expanded at least that many nodes, the
    /// iteration walks all strings but duplicates of at most that length
    /// ([`crate::search::additive::move_rows`]).
    Stages(Vec<(u64, usize)>),
    /// The strings that the rule of the general engines allows.
    General,
}

/// Makes the choices that the settings leave open.
pub(super) fn choose(
    goal: &Position,
    settings: &Settings,
    outlook: &Outlook<'_>,
) -> Result<Plan, Unavailable> {
    let algorithm = settings.algorithm.clone();
    let algorithm = algorithm.unwrap_or_else(|| AlgorithmName::IdaStar.into());
    generic::check_algorithm::<Tiles>(&algorithm)?;
    // A search that uses no heuristic does not claim one.
    let informed = algorithm.name.info().informed;
    let wished = match algorithm.name {
        _ if !informed => Some(HeuristicName::Zero.into()),
        // It has its own heuristic.
        name if name == HUMAN => Some(HeuristicName::Manhattan.into()),
        _ => settings.heuristic.clone(),
    };
    if let Some(goals) = algorithm.parameters.get::<Goals>() {
        human::cells_of(&goals, goal.size(), goal.blank()).map_err(|why| Unavailable {
            name: algorithm.name.info().name,
            reason: why.to_string(),
        })?;
    }
    let heuristic = wished.unwrap_or_else(|| {
        let deepening = algorithm.name == AlgorithmName::IdaStar;
        let databases = match settings.metric {
            MetricName::Single => databases::worthwhile,
            MetricName::Multi => multi_tile_pdb::worthwhile,
        };
        let databases = deepening.then(|| databases(goal, outlook)).flatten();
        databases.unwrap_or_else(|| default_heuristic(goal, settings.metric, &algorithm).into())
    });
    let partitions = databases::partitions(goal, settings, &heuristic)?;
    let (metric, pruning, goal) = (settings.metric, settings.pruning, goal.clone());
    Ok(Plan { goal, metric, algorithm, heuristic, pruning, partitions })
}

/// Returns the heuristic that solves boards of this kind in the shortest time, including the time
/// to build its tables.
fn default_heuristic(
    goal: &Position,
    metric: MetricName,
    algorithm: &AlgorithmSpec,
) -> HeuristicName {
    let size = goal.size();
    match metric {
        // It is exact there.
        _ if size.is_line() => HeuristicName::Manhattan,
        // Ten random 15-puzzles by A*: 22.5 million states in 5.2 s of CPU time; with Walking
        // Distance 22.3 million in 8.3 s or more.
        MetricName::Single
            if (size.width(), size.height()) == (4, 4) && algorithm.best_first().is_some() =>
        {
            HeuristicName::LinearConflict
        }
        // From here on Walking Distance has no tables and equals linear conflict.
        MetricName::Single if size.width().min(size.height()) >= 5 => HeuristicName::LinearConflict,
        MetricName::Single | MetricName::Multi => HeuristicName::WalkingDistance,
    }
}

/// A plan with its tables built: solves any number of positions, from any number of threads.
pub struct Solver {
    plan: Plan,
    additive: Vec<Arc<Additive>>,
    engine: Box<dyn Search>,
    estimates: Estimates,
}

/// A pattern of an additive database, and its share of the value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternValue {
    /// The tiles of the pattern.
    pub tiles: Vec<u16>,
    /// The minimum number of moves of these tiles that bring them to their goal cells.
    pub value: u32,
}

impl Solver {
    /// Builds the tables that a plan needs.
    ///
    /// # Errors
    /// [`Unavailable`] if the heuristic is unavailable for these boards.
    pub fn prepare(plan: &Plan) -> Result<Self, Unavailable> {
        Self::with_tables(plan, &KnownTables::default())
    }

    /// Like [`prepare`](Solver::prepare), but uses these tables of canonical patterns; others are
    /// built.
    ///
    /// # Errors
    /// [`Unavailable`] if the heuristic is unavailable for these boards.
    pub fn with_tables(plan: &Plan, tables: &KnownTables) -> Result<Self, Unavailable> {
        if let Some(engine) = multi_tile_pdb::prepare(plan, &tables.multi)? {
            return Ok(Self::with_engine(plan, Vec::new(), engine));
        }
        let additive = databases::load(plan, &tables.single)?;
        let engine = databases::prepare(plan, &additive).or_else(|| kernels::prepare(plan));
        let engine = match engine {
            Some(engine) => engine,
            None if additive.is_empty() => general::prepare(plan, &[])?,
            None => {
                let engine = general::prepare(plan, &additive)?;
                Box::new(guarded::Guarded { engine, additive: additive.clone() })
            }
        };
        Ok(Self::with_engine(plan, additive, engine))
    }

    fn with_engine(plan: &Plan, additive: Vec<Arc<Additive>>, engine: Box<dyn Search>) -> Self {
        Self { plan: plan.clone(), additive, engine, estimates: Estimates::default() }
    }

    /// Counts all optimal solutions of a position whose optimal length is `length`, and returns up
    /// to `max_paths` of them. Intended for interactive numbers of boards: every board has the same
    /// general type.
    ///
    /// # Errors
    /// [`NoCount`] if the plan's search is not optimal, or with the cause if it was stopped.
    ///
    /// # Panics
    /// If start and goal differ in size.
    pub fn all(
        &self,
        start: &Position,
        length: u32,
        max_paths: usize,
        limit: &Limit,
    ) -> Result<ShortestPaths<Slide>, NoCount> {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
        // A table that leads nowhere is detected before it slows the search down.
        let _ = self.estimate(start);
        if self.is_broken() {
            return Err(NoCount::Stopped(StopCause::BrokenTable));
        }
        let all = general::all(&self.plan, &self.additive, start, length, max_paths, limit)?;
        if self.is_broken() { Err(NoCount::Stopped(StopCause::BrokenTable)) } else { Ok(all) }
    }

    /// Returns the value of the plan's heuristic for a position: a lower bound on its distance if
    /// the heuristic is admissible. `None` if only their own search can read the tables (pattern
    /// databases in the multi-tile metric), and for positions without a solution. Intended for
    /// interactive numbers of boards: every board has the same general type.
    ///
    /// # Panics
    /// If start and goal differ in size.
    pub fn estimate(&self, start: &Position) -> Option<u32> {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
        self.estimates.value(&self.plan, &self.additive, start).filter(|_| !self.is_broken())
    }

    /// The patterns of additive databases that give a position its value: those of the view with the
    /// largest sum. Empty unless the heuristic has tables of the single-tile metric.
    ///
    /// # Panics
    /// If start and goal differ in size.
    pub fn pattern_values(&self, start: &Position) -> Vec<PatternValue> {
        let view_values = |additive: &Arc<Additive>| {
            let values = additive.lane_values(start);
            let sums = additive.sums(&values);
            let best = (0..sums.len()).max_by_key(|&view| (sums[view], std::cmp::Reverse(view)));
            let lanes = best.map_or(0..0, |view| additive.views()[view].clone());
            let value = |lane: usize| PatternValue {
                tiles: additive.lanes()[lane].tiles.clone(),
                value: values[lane],
            };
            lanes.map(value).collect::<Vec<_>>()
        };
        let sum = |values: &Vec<PatternValue>| values.iter().map(|part| part.value).sum::<u32>();
        self.additive.iter().map(view_values).max_by_key(sum).unwrap_or_default()
    }

    /// Returns true if the entries of a table of the single-tile metric turned out not to be
    /// distances; the values of its heuristic are then void. Searches stop by themselves
    /// ([`StopCause::BrokenTable`]).
    pub fn is_broken(&self) -> bool {
        guarded::is_broken(&self.additive)
    }

    /// The plan from which the solver was made.
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

    /// Like [`solve`](Solver::solve), but reports its resume points to `persistence`, and continues
    /// from a resume point of an earlier run with the same plan and start. Limits apply to this
    /// run; counts cover all runs, and for complete iterations are the same as without a stop.
    ///
    /// # Errors
    /// [`NotPersisted`] if the algorithm cannot be resumed, or the resume point belongs to another
    /// search.
    ///
    /// # Panics
    /// If start and goal differ in size.
    pub fn solve_persisted(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, Slide>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotPersisted> {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
        self.engine.solve_persisted(start, threads, limit, persistence, progress)
    }

    /// Solves one position on one thread, and reports every expansion to `watcher`. `None` if the
    /// algorithm reports none ([`AlgorithmInfo::observed`](loyd_search::search::AlgorithmInfo::observed)).
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn watch(
        &self,
        start: &Position,
        limit: &Limit,
        watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        assert_eq!(start.size(), self.plan.goal.size(), "start and goal differ in size");
        self.engine.watch(start, limit, watcher)
    }
}
