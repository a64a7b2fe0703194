//! The engine for any puzzle: every algorithm of the registry over a typed space and heuristic.
//!
//! A puzzle turns names into types once, in [`Solve::prepare`](super::Solve::prepare); everything below is
//! statically dispatched. `idastar` prunes duplicate move strings ([`crate::prune`]) and can be
//! stopped and continued; the other algorithms run as listed in the registry.

use super::{
    AuditStage, Engine, FullAudit, NoAudit, NoCount, NotPersisted, Plan, PruningChoice, Settings,
    Unavailable, Watch, Watching,
};
use crate::COMPACT;
use crate::audit::{Distances, Findings, Incomplete, along, exhaustive};
use crate::observe::{Limit, OnProgress, Progress, Report};
use crate::prune::StringPruning;
use crate::puzzle::{Puzzle, Space};
use crate::search::deepening::checkpoint::Persistence;
use crate::search::every::{self, Extent, ShortestPaths};
use crate::search::subtree::{self, SpaceTree};
use crate::search::{AlgorithmName, AlgorithmSpec};
use crate::space::{Heuristic, MoveAlphabet, Ranking};
use std::any::Any;
use std::sync::OnceLock;

/// Maximum number of strings examined to build a pruning automaton: about a tenth of a second's
/// work.
const STRINGS: usize = 400_000;

/// Number of states of a small space per string examined, so that building the automaton takes no
/// longer than searching the space.
const STATES_A_STRING: u64 = 256;

/// Maximum length of pruned strings; spaces with many moves per state stop earlier, at [`STRINGS`].
const LENGTH: usize = 14;

/// Makes the choices that the settings leave open, for the generic engine.
///
/// # Errors
/// If the algorithm does not support the puzzle.
pub fn plan<P: Puzzle>(goal: &P::Position, settings: &Settings<P>) -> Result<Plan<P>, Unavailable> {
    let algorithm = settings.algorithm.clone();
    let algorithm = algorithm.unwrap_or_else(|| AlgorithmName::IdaStar.into());
    check_algorithm::<P>(&algorithm)?;
    let metric = settings.metric;
    let heuristic = if algorithm.name.info().informed {
        let usual = || P::usual_heuristic(goal, metric);
        settings.heuristic.clone().unwrap_or_else(usual)
    } else {
        // An algorithm without a heuristic must not report one.
        P::zero()
    };
    Ok(Plan {
        goal: goal.clone(),
        metric,
        algorithm,
        heuristic,
        pruning: settings.pruning,
        moves: settings.moves.clone(),
        partitions: Vec::new(),
        fallback: None,
    })
}

/// Refuses an algorithm that the puzzle does not have.
///
/// # Errors
/// If the puzzle does not have it.
pub fn check_algorithm<P: Puzzle>(algorithm: &AlgorithmSpec) -> Result<(), Unavailable> {
    let available = P::algorithms();
    if available.contains(&algorithm.name) {
        return Ok(());
    }
    let names: Vec<&str> = available.iter().map(|name| name.info().name).collect();
    let reason = format!("it does not search {}; choose one of {}", P::NAME, names.join(", "));
    Err(Unavailable { name: algorithm.name.info().name, reason })
}

/// The engine of a plan with a space and a heuristic made by the caller, for example from loaded
/// tables.
pub fn engine<P, S, H>(plan: &Plan<P>, space: S, heuristic: H) -> Box<dyn Engine<P>>
where
    P: Puzzle,
    S: Space<P>,
    H: Heuristic<S, Memo: Send + Sync> + Clone + Send + Sync + 'static,
{
    Box::new(Generic { plan: plan.clone(), space, heuristic, pruning: OnceLock::new() })
}

/// The rule by which `idastar` prunes duplicate move strings in a space of this many states, if
/// they can be counted.
pub fn pruning<S: MoveAlphabet>(
    choice: PruningChoice,
    space: &S,
    states: Option<u64>,
) -> StringPruning {
    match choice {
        PruningChoice::Auto => {
            let enough = states.map_or(u64::MAX, |states| states / STATES_A_STRING);
            StringPruning::new(space, LENGTH, STRINGS.min(enough as usize))
        }
        PruningChoice::LastMove => StringPruning::last_move(),
        PruningChoice::Length(length) => StringPruning::new(space, length as usize, 100 * STRINGS),
    }
}

/// An engine for any algorithm, in a space with a heuristic.
struct Generic<P: Puzzle, S, H> {
    plan: Plan<P>,
    space: S,
    heuristic: H,
    /// Built when `idastar` first needs it.
    pruning: OnceLock<StringPruning>,
}

impl<P, S, H> Generic<P, S, H>
where
    P: Puzzle,
    S: Space<P>,
    H: Heuristic<S, Memo: Send + Sync> + Clone + Send + Sync + 'static,
{
    fn tree(&self, start: S::State) -> SpaceTree<'_, S, H, StringPruning> {
        let pruning = self.pruning.get_or_init(|| {
            let states = self.space.ranking().map(|ranking| ranking.size());
            pruning(self.plan.pruning, &self.space, states)
        });
        let (space, heuristic) = (&self.space, &self.heuristic);
        SpaceTree { space, heuristic, pruning, start, forget: false }
    }
}

impl<P, S, H> Engine<P> for Generic<P, S, H>
where
    P: Puzzle,
    S: Space<P>,
    H: Heuristic<S, Memo: Send + Sync> + Clone + Send + Sync + 'static,
{
    fn plan(&self) -> &Plan<P> {
        &self.plan
    }

    fn solve(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<P::Move> {
        let start = self.space.state(start);
        if self.plan.algorithm.name == AlgorithmName::IdaStar {
            return subtree::search(&self.tree(start), threads, limit, progress);
        }
        let (algorithm, observer) = (&self.plan.algorithm, &mut OnProgress(progress));
        algorithm.run(&self.space, &self.heuristic, &start, threads, limit, observer)
    }

    fn solve_persisted(
        &self,
        start: &P::Position,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, P::Move>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<P::Move>, NotPersisted> {
        if COMPACT || self.plan.algorithm.name != AlgorithmName::IdaStar {
            return Err(NotPersisted::Engine);
        }
        let start = self.space.state(start);
        Ok(subtree::search_persisted(&self.tree(start), threads, limit, persistence, progress)?)
    }

    fn watch(
        &self,
        start: &P::Position,
        limit: &Limit,
        watcher: &mut dyn Watch<P>,
    ) -> Option<Report<P::Move>> {
        let Self { plan, space, heuristic, .. } = self;
        if !plan.algorithm.name.info().observed {
            return None;
        }
        let (start, mut observer) = (space.state(start), Watching::new(watcher, space));
        Some(plan.algorithm.run(space, heuristic, &start, 1, limit, &mut observer))
    }

    fn all_within(
        &self,
        start: &P::Position,
        extent: Extent,
        limit: &Limit,
    ) -> Result<ShortestPaths<P::Move>, NoCount> {
        if !self.heuristic.properties().admissible {
            return Err(NoCount::Unproven { heuristic: self.plan.heuristic.to_string() });
        }
        let start = self.space.state(start);
        every::search_within(&self.space, &self.heuristic, &start, extent, limit)
            .map_err(NoCount::Stopped)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn estimate(&self, start: &P::Position) -> Option<u32> {
        P::solvable(start, &self.plan.goal).ok()?;
        Some(self.heuristic.value(self.heuristic.start(&self.space.state(start))))
    }

    fn audit(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit<P>, NoAudit> {
        audit(&self.space, &self.heuristic, threads, limit, progress)
    }

    fn audit_along(
        &self,
        solutions: &[(P::Position, Vec<P::Move>)],
    ) -> Result<Findings<P::Position, P::Move>, NoAudit> {
        audit_along(&self.space, &self.heuristic, solutions)
    }
}

/// Compares a heuristic with the distance of every state, as [`Engine::audit`].
///
/// # Errors
/// If the space exceeds the memory limit, or a limit was reached.
pub fn audit<P: Puzzle, S: Space<P>>(
    space: &S,
    heuristic: &(impl Heuristic<S> + Sync),
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(AuditStage, u64),
) -> Result<FullAudit<P>, NoAudit> {
    if COMPACT {
        return Err(NoAudit::Left);
    }
    let too_large = Incomplete::TooLarge { states: u64::MAX, bytes: u64::MAX };
    let ranking = space.ranking().ok_or(too_large)?;
    let goals = space.goal_states();
    let backward = space.reversed(&space.goal_state());
    let distances = Distances::of(&backward, &ranking, &goals, threads, limit, &mut |states| {
        progress(AuditStage::Distances, states);
    })?;
    let findings =
        exhaustive(space, &ranking, &distances, heuristic, threads, limit, &mut |states| {
            progress(AuditStage::Estimates, states);
        })?;
    let worst = findings.worst.as_ref();
    let evidence = worst.map(|worst| distances.path(space, &ranking, &worst.state));
    let findings = findings.map(|state| space.position(state), |mv| mv);
    Ok(FullAudit { findings, radius: distances.radius(), evidence })
}

/// Compares a heuristic with the known distances of states on shortest solutions, as
/// [`Engine::audit_along`].
///
/// # Errors
/// If the program is compact.
pub fn audit_along<P: Puzzle, S: Space<P>>(
    space: &S,
    heuristic: &impl Heuristic<S>,
    solutions: &[(P::Position, Vec<P::Move>)],
) -> Result<Findings<P::Position, P::Move>, NoAudit> {
    if COMPACT {
        return Err(NoAudit::Left);
    }
    let starts: Vec<S::State> = solutions.iter().map(|(start, _)| space.state(start)).collect();
    let paths = starts.iter().zip(solutions.iter().map(|(_, path)| path.as_slice()));
    let findings = along(space, heuristic, paths);
    Ok(findings.map(|state| space.position(state), |mv| mv))
}

/// Number of states that an exhaustive audit examines, and the bytes that it takes; `None` if there
/// are too many to be counted.
pub fn audit_size<P: Puzzle>(plan: &Plan<P>) -> Option<(u64, u64)> {
    struct Size;
    impl<P: Puzzle> crate::puzzle::SpaceVisitor<P> for Size {
        type Output = Option<u64>;

        fn visit<S: Space<P>>(self, space: S) -> Option<u64> {
            Some(space.ranking()?.size())
        }
    }
    let states = P::visit_space(&plan.goal, plan.metric, Size)?;
    Some((states, Distances::memory(states)))
}
