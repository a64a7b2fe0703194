//! Solving sliding-tile positions by names of algorithm and heuristic: plan, prepare, solve.
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_tiles::{Position, format_moves, parse_position};
//! use loyd_tiles::solver::{Engine, Plan, Settings, Solver};
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

mod admitted;
mod audits;
mod best_found;
mod databases;
mod engine;
mod estimates;
mod ida_star;
mod kernels;
mod lists;
mod multi_tile_pdb;
mod prediction;
mod puzzle;
mod staged;
mod tables;

use engine::Kernel;
use estimates::Estimates;

pub use admitted::OF_GOAL;
pub use audits::LevelAudit;
pub use loyd_search::solver::{
    AuditStage, Engine, NoAudit, NoCount, NotPersisted, PruningChoice, Watch,
};
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
#[cfg(not(target_family = "wasm"))]
use crate::search::IDASTAR_PROBE;
use crate::search::human::{self, Goals};
use crate::{MetricName, Position};
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::generic;
use std::sync::Arc;

pub use prediction::{NoPrediction, Predictor};

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
            #[cfg(not(target_family = "wasm"))]
            MetricName::Single if algorithm.name == IDASTAR_PROBE => {
                databases::worthwhile(goal, outlook).or_else(|| databases::first(goal))
            }
            MetricName::Single if deepening => databases::worthwhile(goal, outlook),
            MetricName::Multi if deepening => multi_tile_pdb::worthwhile(goal, outlook),
            #[cfg(not(target_family = "wasm"))]
            MetricName::Single if algorithm.name == AlgorithmName::Beam => {
                databases::worthwhile_for_beam(goal, outlook)
            }
            _ => None,
        };
        databases.unwrap_or_else(|| default_heuristic(goal, settings.metric, &algorithm).into())
    });
    let partitions = databases::partitions(goal, settings, &heuristic)?;
    #[cfg(not(target_family = "wasm"))]
    let algorithm = match settings.algorithm {
        None if databases::are_batched(settings.metric, &heuristic, &partitions) => {
            IDASTAR_PROBE.into()
        }
        _ => algorithm,
    };
    let (metric, pruning) = (settings.metric, settings.pruning);
    let plan = |fallback| {
        let (goal, partitions) = (goal.clone(), partitions.clone());
        let (algorithm, heuristic) = (algorithm.clone(), heuristic.clone());
        Plan {
            goal,
            metric,
            algorithm,
            heuristic,
            pruning,
            moves: Vec::new(),
            partitions,
            fallback,
        }
    };
    let fallback = fallback(plan(None), settings, outlook);
    Ok(plan(fallback.map(Box::new)))
}

/// Beam search, if every choice is open and most boards are too large to be solved optimally. Its databases are
/// those of placements, if they need not be built for a few boards, and otherwise those of the plan.
#[cfg(not(target_family = "wasm"))]
fn fallback(plan: Plan, settings: &Settings, outlook: &Outlook<'_>) -> Option<Plan> {
    /// The number of boards that are worth building a table, as a multiple of those for beam search alone.
    const BOARDS: u64 = 10;
    let (size, open) =
        (plan.goal.size(), settings.algorithm.is_none() && settings.heuristic.is_none());
    let is_large = size.cells() >= LARGE && !size.is_line();
    if settings.metric != MetricName::Single || !open || !is_large {
        return None;
    }
    let algorithm = Some(AlgorithmName::Beam.into());
    let (boards, memory) = (outlook.boards / BOARDS, outlook.memory / 2);
    let outlook = Outlook { boards, memory, ..*outlook };
    let beam = choose(&plan.goal, &Settings { algorithm, ..settings.clone() }, &outlook).ok()?;
    Some(if beam.partitions.is_empty() { Plan { algorithm: beam.algorithm, ..plan } } else { beam })
}

/// A page has no beam search.
#[cfg(target_family = "wasm")]
fn fallback(_plan: Plan, _settings: &Settings, _outlook: &Outlook<'_>) -> Option<Plan> {
    None
}

/// The number of cells from which on few random boards are solved optimally within minutes.
#[cfg(not(target_family = "wasm"))]
const LARGE: usize = 25;

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
    kernel: Kernel,
    /// True if the tables must be walked from each start before its search.
    walks: bool,
    estimates: Estimates,
    /// Of the plan's fallback.
    fallback: Option<Box<Solver>>,
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
        if !plan.goal.is_board() {
            let reason = "the goal admits several boards: prepare the plan for Tiles".to_owned();
            return Err(Unavailable { name: "this solver", reason });
        }
        let multi = multi_tile_pdb::prepare(plan, &tables.multi)?;
        let additive = match &multi {
            Some(_) => Vec::new(),
            None => databases::load(plan, &tables.single)?,
        };
        let kernel = multi.or_else(|| databases::prepare(plan, &additive));
        let kernel = kernel.or_else(|| kernels::prepare(plan));
        let walks = kernel.is_none();
        let kernel = match kernel {
            Some(trees) => Kernel::Trees(trees),
            #[cfg(not(target_family = "wasm"))]
            None if plan.algorithm.name == IDASTAR_PROBE => return Err(databases::not_batched()),
            None if plan.algorithm.name == AlgorithmName::IdaStar => {
                Kernel::Trees(ida_star::prepare(plan, &additive)?)
            }
            None => Kernel::Lists(lists::prepare(plan, &additive)?),
        };
        let fallback = plan.fallback.as_ref().map(|plan| Self::with_tables(plan, tables));
        let fallback = fallback.transpose()?.map(Box::new);
        let (plan, estimates) = (plan.clone(), Estimates::default());
        Ok(Self { plan, additive, kernel, walks, estimates, fallback })
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
}
