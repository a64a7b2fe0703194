//! An audit by the type of its puzzle.

use super::{AuditEvent, AuditFailure, AuditRequest, AuditResult, Branching, SolversOf};
use crate::batch::{Share, Workers, in_order};
use crate::checking::check_path;
use crate::choices::{Choices, Metric};
use crate::listed::Listed;
use crate::solvers::Shared;
use crate::task::Task;
use loyd_search::audit::{Findings, Overestimate, effective_branching_factor};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Budget, Cancel, Limit, Outcome};
use loyd_search::solver::generic::audit_size;
use std::sync::Arc;

/// The findings of a puzzle.
type FindingsOf<P> = Findings<
    <P as loyd_search::puzzle::Puzzle>::Position,
    <P as loyd_search::puzzle::Puzzle>::Move,
>;

/// An audit with the solver of its heuristic.
pub(super) struct Audit<'a, P: Listed> {
    request: &'a AuditRequest<'a>,
    solvers: &'a SolversOf<'a>,
    observer: &'a (dyn Fn(AuditEvent<'_>) + Sync),
    goal: &'a P::Position,
    engine: Shared<P>,
    /// Random positions, always the same of a seed.
    positions: Vec<P::Position>,
    clock: Stopwatch,
}

impl<'a, P: Listed> Audit<'a, P> {
    pub(super) fn new(
        request: &'a AuditRequest<'a>,
        solvers: &'a SolversOf<'a>,
        observer: &'a (dyn Fn(AuditEvent<'_>) + Sync),
    ) -> Result<Self, AuditFailure> {
        let goal = &request.goal.typed::<P>().goal;
        let choices = Choices {
            metric: request.metric,
            heuristic: Some(request.heuristic),
            algorithm: Some("idastar"),
            pruning: None,
            moves: None,
        };
        let engine = solvers(&choices, 1)?.typed::<P>(request.goal)?;
        let clock = Stopwatch::start();
        let mut random = P::random(request.seed);
        let positions = (0..request.count).map(|_| random(goal)).collect();
        Ok(Self { request, solvers, observer, goal, engine, positions, clock })
    }

    pub(super) fn run(self) -> Result<AuditResult, AuditFailure> {
        let mut result = self.compare()?;
        (self.observer)(AuditEvent::Compared);
        result.seconds = self.clock.elapsed().as_secs_f64();
        if !self.request.limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            result.branching = self.branching()?;
        }
        Ok(result)
    }

    /// Compares estimates with the distances of every state if their number allows it, else of a sample.
    fn compare(&self) -> Result<AuditResult, AuditFailure> {
        /// More states would take hours.
        const MAX: u64 = u32::MAX as u64;
        let AuditRequest { threads, memory, .. } = *self.request;
        if self.request.sample {
            return self.sample();
        }
        let levels = P::level_audit(&*self.engine, threads, memory);
        let of_levels = levels.as_ref().map(|levels| (levels.states, levels.memory));
        let size = of_levels.or_else(|| audit_size(self.engine.plan()));
        let Some((states, needed)) = size else { return self.sample() };
        if states > MAX || needed > memory {
            (self.observer)(AuditEvent::TooMany { states, needed });
            return self.sample();
        }
        let limit = Limit { nodes: None, ..self.request.limit.clone() };
        let Some(levels) = levels else { return self.table(states, &limit) };
        let mut report = |progress: &_| (self.observer)(AuditEvent::Levels(progress));
        let audited = (levels.run)(&limit, &mut report);
        let (findings, distance, stopped) =
            audited.map_err(|why| AuditFailure::Levels { why, needed })?;
        let evidence = match &findings.worst {
            Some(worst) => self.evidence(worst)?,
            None => None,
        };
        Ok(AuditResult {
            radius: stopped.is_none().then_some(distance),
            stopped: stopped.map(|cause| (cause, states)),
            evidence,
            ..self.result(findings)
        })
    }

    /// Audits every state by a table of distances.
    fn table(&self, of: u64, limit: &Limit) -> Result<AuditResult, AuditFailure> {
        let mut report = |stage, states| (self.observer)(AuditEvent::Table { stage, states, of });
        let audit = self.engine.audit(self.request.threads, limit, &mut report)?;
        Ok(AuditResult {
            radius: Some(audit.radius),
            evidence: audit.evidence.map(|path| P::format_moves(&path)),
            ..self.result(audit.findings)
        })
    }

    /// Compares estimates with the distances of all states on shortest solutions of random positions, which
    /// are found with the heuristic that a search would choose.
    fn sample(&self) -> Result<AuditResult, AuditFailure> {
        let truth = self.truth(self.positions.len())?;
        let share = self.share();
        let mut solutions: Vec<(P::Position, Vec<P::Move>)> = Vec::new();
        in_order(
            &self.positions,
            self.workers(share),
            |start| {
                let mut report = |progress: &_| (self.observer)(AuditEvent::Search(progress));
                let limit = self.remaining(self.request.limit.clone());
                (start.clone(), truth.solve(start, share.threads, &limit, &mut report).outcome)
            },
            |(start, outcome)| {
                (self.observer)(AuditEvent::Solved);
                if let Outcome::Solved { path, cost, proven: true, .. } = outcome {
                    let task = Task::<P> { start, goal: self.goal.clone() };
                    check_path(&task, truth.plan().metric, &path, Some(cost))
                        .map_err(AuditFailure::Wrong)?;
                    solutions.push((task.start, path));
                }
                Ok::<(), AuditFailure>(())
            },
        )?;
        // A solution of a large board has millions of cells.
        let limit = Limit { nodes: None, ..self.request.limit.clone() };
        let budget = Budget::start(&self.remaining(limit));
        let mut findings = self.engine.audit_along(&[])?;
        let mut audited = 0;
        for solution in &solutions {
            if budget.exceeded(0).is_some() {
                break;
            }
            findings.merge(self.engine.audit_along(std::slice::from_ref(solution))?);
            audited += 1;
        }
        let boards = Some((audited, self.positions.len() as u64 - audited));
        Ok(AuditResult { boards, ..self.result(findings) })
    }

    /// A shortest solution of the worst overestimate, found by a search with another heuristic. It must
    /// be as long as the level says.
    fn evidence(&self, worst: &Overestimate<P::Position>) -> Result<Option<String>, AuditFailure> {
        let search = self.truth(1)?;
        let (threads, limit) = (self.request.threads, &self.request.limit);
        let report = search.solve(&worst.state, threads, limit, &mut |_| ());
        let Outcome::Solved { path, proven: true, .. } = report.outcome else { return Ok(None) };
        let task = Task::<P> { start: worst.state.clone(), goal: self.goal.clone() };
        let checked = check_path(&task, search.plan().metric, &path, Some(worst.distance));
        checked.map_err(|why| {
            AuditFailure::Wrong(format!(
                "{} was found at distance {}, but its solution of {} moves is wrong: {why}",
                P::format(&worst.state),
                worst.distance,
                path.len(),
            ))
        })?;
        Ok(Some(P::format_moves(&path)))
    }

    /// The effective branching factor of A* on random positions. Those that take too long are skipped, so
    /// the result is that of the easier ones.
    fn branching(&self) -> Result<Option<Branching>, AuditFailure> {
        /// Maximum number of expansions for a position.
        const MAX_EXPANSIONS: u64 = 1_000_000;
        let choices = Choices {
            metric: self.request.metric,
            heuristic: Some(self.request.heuristic),
            algorithm: Some("astar"),
            pruning: None,
            moves: None,
        };
        let solver = (self.solvers)(&choices, 1)?.typed::<P>(self.request.goal)?;
        let share = self.share();
        let all = self.request.limit.clone();
        let limit = Limit {
            nodes: Some(all.nodes.unwrap_or(MAX_EXPANSIONS).min(MAX_EXPANSIONS)),
            // Those searched at once share it.
            memory: all.memory.map(|bytes| bytes / share.workers as u64),
            ..all
        };
        let mut factors = Vec::new();
        in_order(
            &self.positions,
            self.workers(share),
            |position| {
                let limit = self.remaining(limit.clone());
                solver.solve(position, share.threads, &limit, &mut |_| ())
            },
            |report| {
                if let Outcome::Solved { path, .. } = report.outcome {
                    let generated = report.statistics.generated;
                    factors.extend(effective_branching_factor(generated, path.len() as u32));
                }
                Ok::<(), AuditFailure>(())
            },
        )?;
        let solved = factors.len() as u64;
        let factor = factors.iter().sum::<f64>() / solved as f64;
        let tried = self.positions.len() as u64;
        Ok((solved > 0).then_some(Branching { factor, solved, tried }))
    }

    /// A solver with the heuristic that a search of some positions would choose.
    fn truth(&self, positions: usize) -> Result<Shared<P>, AuditFailure> {
        let choices = Choices { metric: self.request.metric, ..Choices::default() };
        Ok((self.solvers)(&choices, positions)?.typed::<P>(self.request.goal)?)
    }

    fn share(&self) -> Share {
        Share::of(self.request.threads, self.positions.len())
    }

    fn workers(&self, share: Share) -> Workers {
        Workers { count: share.workers, address_space: self.request.address_space }
    }

    /// A limit whose time is that of the whole audit.
    fn remaining(&self, limit: Limit) -> Limit {
        let time = limit.time.map(|time| time.saturating_sub(self.clock.elapsed()));
        Limit { time, ..limit }
    }

    fn result(&self, findings: FindingsOf<P>) -> AuditResult {
        let plan = self.engine.plan();
        AuditResult {
            heuristic: plan.heuristic.to_string(),
            goal: Arc::new(Task::<P> { start: plan.goal.clone(), goal: plan.goal.clone() }),
            metric: Metric::of::<P>(plan.metric),
            promises: P::properties(&plan.heuristic, plan.metric),
            findings: findings.map(P::format, |mv| P::format_moves(&[mv])),
            radius: None,
            evidence: None,
            stopped: None,
            boards: None,
            branching: None,
            seconds: 0.0,
        }
    }
}
