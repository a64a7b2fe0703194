//! Audit of random positions and their shortest solutions, for spaces with too many states.

use super::verdict::Verdict;
use super::{AuditArgs, remaining, unavailable};
use crate::batch::in_order;
use crate::exit::Failure;
use crate::family::Family;
use crate::progress::Display;
use loyd::Task;
use loyd::batch::Share;
use loyd::checking::check_path;
use loyd_search::observe::{Budget, Cancel, Limit, Outcome};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::Engine;
use std::time::Instant;

/// Random positions, always the same of a seed.
pub(super) struct Samples<P: Puzzle> {
    goal: P::Position,
    positions: Vec<P::Position>,
}

impl<P: Puzzle> Samples<P> {
    pub(super) fn new(args: &AuditArgs, goal: &P::Position) -> Self {
        let mut random = P::random(args.seed);
        let positions = (0..args.count).map(|_| random(goal)).collect();
        Self { goal: goal.clone(), positions }
    }

    /// The goal of all of them.
    pub(super) fn goal(&self) -> &P::Position {
        &self.goal
    }

    pub(super) fn positions(&self) -> &[P::Position] {
        &self.positions
    }
}

/// Compares estimates with the distances of all states on shortest solutions, found with the
/// heuristic that `loyd solve` would choose.
pub(super) fn audit<P: Family>(
    args: &AuditArgs,
    engine: &dyn Engine<P>,
    samples: &Samples<P>,
    began: Instant,
    cancel: &Cancel,
) -> Result<Verdict<P>, Failure> {
    let truth = args.solvers::<P>(args.settings()?, args.count, cancel).get(samples.goal())?;
    let limit = args.limits.limit(cancel);
    let share = Share::of(args.limits.resources.threads(), samples.positions().len());
    let display = Display::new(args.output.quiet, false, samples.positions().len(), share.workers);
    let mut solutions: Vec<(P::Position, Vec<P::Move>)> = Vec::new();
    let solved = in_order(
        samples.positions(),
        share.workers,
        |start| {
            let mut progress = |progress: &_| display.search(progress);
            let limit = remaining(&limit, began);
            (start.clone(), truth.solve(start, share.threads, &limit, &mut progress).outcome)
        },
        |(start, outcome)| {
            display.board_done();
            if let Outcome::Solved { path, cost, proven: true, .. } = outcome {
                let task = Task::<P> { start, goal: samples.goal().clone() };
                check_path(&task, truth.plan().metric, &path, Some(cost)).map_err(|why| {
                    Failure::environment(format!("internal error: {why}; this is a bug in loyd"))
                })?;
                solutions.push((task.start, path));
            }
            Ok(())
        },
    );
    display.finish();
    solved?;
    // A solution of a large board has millions of cells.
    let budget = Budget::start(&Limit { nodes: None, ..remaining(&limit, began) });
    let mut findings = engine.audit_along(&[]).map_err(|why| unavailable(&why))?;
    let mut audited = 0;
    for solution in &solutions {
        if budget.exceeded(0).is_some() {
            break;
        }
        let one = engine.audit_along(std::slice::from_ref(solution));
        findings.merge(one.map_err(|why| unavailable(&why))?);
        audited += 1;
    }
    let solutions = &solutions[..audited];
    let left_out = samples.positions().len() - solutions.len();
    Ok(Verdict::sample(engine.plan(), findings, solutions.len() as u64, left_out as u64))
}
