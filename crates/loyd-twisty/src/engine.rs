//! The engines of twisty puzzles: the generic one, and that of the algorithm `phases`.

use crate::error::MAX_SLOTS;
use crate::heuristic::OrbitDistances;
use crate::metric::MetricName;
use crate::parts::NoHeuristic;
use crate::patterns::{PatternKey, PatternTables, Patterns, Request, usual_bytes};
use crate::phases::{NAME, PHASES, PUZZLES, solve, supports};
use crate::position::Position;
use crate::puzzle::{Twisty, with_space};
use crate::space::TwistySpace;
use crate::spec::HeuristicName;
use crate::turn::Turn;
use loyd_search::COMPACT;
use loyd_search::audit::Findings;
use loyd_search::observe::{Cancel, Limit, Outcome, Progress, Report, Statistics, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::every::{Extent, ShortestPaths};
use loyd_search::solver::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, Outlook, Plan, Settings, Solve, Unavailable,
    Watch, generic,
};
use std::any::Any;

/// The generic engine, and that of phases for the puzzles that have them.
impl Solve for Twisty {
    fn plan(
        goal: &Position,
        settings: &Settings<Self>,
        outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        check_metric(goal, settings.metric)?;
        let mut plan = generic::plan(goal, settings)?;
        if !COMPACT {
            let bytes = usual_bytes(outlook.memory);
            let is_usual = settings.heuristic.is_none() && plan.heuristic != Self::zero();
            if is_usual && (outlook.is_cached)(&PatternKey::new(goal, bytes)) {
                plan.heuristic = HeuristicName::Patterns(Some(bytes)).into();
            }
            plan.heuristic = plan.heuristic.with_bytes(bytes);
        }
        if plan.algorithm.name == PHASES {
            check(goal, plan.metric)?;
            return Ok(plan);
        }
        let is_open = settings.algorithm.is_none() && settings.heuristic.is_none();
        if is_open && !COMPACT && check(goal, plan.metric).is_ok() {
            return Ok(Plan { algorithm: PHASES.into(), heuristic: Self::zero(), ..plan });
        }
        Ok(plan)
    }

    fn tables_of(plan: &Plan<Self>) -> Vec<PatternKey> {
        key(plan).into_iter().collect()
    }

    fn prepare(
        plan: &Plan<Self>,
        tables: &PatternTables,
    ) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        if plan.algorithm.name == PHASES {
            return Ok(Box::new(Phases::new(plan)?));
        }
        let unavailable =
            |why: NoHeuristic| Unavailable { name: "the heuristic", reason: why.to_string() };
        let patterns = patterns(plan, tables).map_err(unavailable)?;
        with_space!(&plan.goal, plan.metric, space => {
            let distances = OrbitDistances::new(&space, &plan.heuristic, patterns);
            Ok(generic::engine(plan, space, distances.map_err(unavailable)?))
        })
    }
}

/// The key of the set of pattern databases of a plan, if it has one.
fn key(plan: &Plan<Twisty>) -> Option<PatternKey> {
    let bytes = plan.heuristic.bytes_of_patterns().filter(|_| !COMPACT)?;
    Some(PatternKey::new(&plan.goal, bytes))
}

/// The set of pattern databases of a plan, if it has one: from `tables`, or else built.
fn patterns(plan: &Plan<Twisty>, tables: &PatternTables) -> Result<Option<Patterns>, NoHeuristic> {
    let Some(key) = key(plan) else { return Ok(None) };
    if let Some(stored) = tables.get(&key.name(), plan.metric) {
        let patterns = stored.patterns(&key, plan.metric);
        return patterns.map(Some).ok_or_else(|| NoHeuristic::Stored { name: key.name() });
    }
    let request = Request {
        goal: &plan.goal,
        metric: plan.metric,
        bytes: key.bytes,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        cancel: Cancel::new(),
    };
    Ok(Some(Patterns::build(&request, &mut |_, _, _, _| ())?))
}

/// Refuses the quarter-turn metric for a puzzle with a move that is neither a quarter turn nor its inverse: a turn
/// costs its amount there.
fn check_metric(goal: &Position, metric: MetricName) -> Result<(), Unavailable> {
    let moves = goal.model().definition().moves().iter();
    let half = moves.filter(|known| known.is_move()).find(|known| known.base.abs() != 1);
    match half {
        Some(half) if metric == MetricName::Quarter => {
            let (name, base) = (half.name(), half.base.abs());
            let reason = format!(
                "{name}{base} is a move here, and {name} is not: choose the half-turn metric"
            );
            Err(Unavailable { name: "the quarter-turn metric", reason })
        }
        _ => Ok(()),
    }
}

/// Solves random states in phases.
struct Phases {
    plan: Plan<Twisty>,
}

impl Phases {
    /// The engine of a plan.
    ///
    /// # Errors
    /// If the puzzle, its goal or the metric has no phases.
    fn new(plan: &Plan<Twisty>) -> Result<Self, Unavailable> {
        check(&plan.goal, plan.metric)?;
        Ok(Self { plan: plan.clone() })
    }
}

/// Refuses a goal or a metric without phases.
///
/// # Errors
/// The reason.
fn check(goal: &Position, metric: MetricName) -> Result<(), Unavailable> {
    let unavailable = |reason: String| Err(Unavailable { name: NAME, reason });
    if metric == MetricName::Quarter {
        return unavailable(
            "its phases count half turns as one move: use the half-turn metric".to_owned(),
        );
    }
    if !supports(goal) {
        let names = PUZZLES.join(", ");
        return unavailable(format!("it solves {names} with all moves, to the solved position"));
    }
    Ok(())
}

fn no_heuristic() -> Unavailable {
    let reason = "each of its phases has its own tables, and the whole has no estimate";
    Unavailable { name: NAME, reason: reason.to_owned() }
}

impl Engine<Twisty> for Phases {
    fn plan(&self) -> &Plan<Twisty> {
        &self.plan
    }

    fn solve(
        &self,
        start: &Position,
        _threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Turn> {
        solve(start, limit, progress).unwrap_or_else(|| {
            let outcome = Outcome::Stopped { cause: StopCause::Memory, lower_bound: 0, best: None };
            Report::new(outcome, Statistics::default())
        })
    }

    fn watch(
        &self,
        _start: &Position,
        _limit: &Limit,
        _watcher: &mut dyn Watch<Twisty>,
    ) -> Option<Report<Turn>> {
        None
    }

    fn all_within(
        &self,
        _start: &Position,
        _extent: Extent,
        _limit: &Limit,
    ) -> Result<ShortestPaths<Turn>, NoCount> {
        Err(NoCount::Unproven { heuristic: NAME.to_owned() })
    }

    fn estimate(&self, _start: &Position) -> Option<u32> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn audit(
        &self,
        _threads: usize,
        _limit: &Limit,
        _progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit<Twisty>, NoAudit> {
        Err(no_heuristic().into())
    }

    fn audit_along(
        &self,
        _solutions: &[(Position, Vec<Turn>)],
    ) -> Result<Findings<Position, Turn>, NoAudit> {
        Err(no_heuristic().into())
    }
}
