//! Random boards and their shortest solutions: what is known where not every state can be looked at.

use super::verdict::Verdict;
use super::{AuditArgs, unavailable};
use crate::batch::{Share, in_order};
use crate::exit::Failure;
use crate::progress::Display;
use loyd::observe::{Cancel, Outcome};
use loyd_tiles::solver::Solver;
use loyd_tiles::{Position, Scrambler, Slide};

/// Random boards, always the same of a seed.
pub(super) struct Samples {
    goal: Position,
    boards: Vec<Position>,
}

impl Samples {
    /// The boards of a command.
    pub(super) fn new(args: &AuditArgs, goal: &Position) -> Self {
        let mut scrambler = Scrambler::new(args.seed);
        let boards = (0..args.count).map(|_| scrambler.position(goal)).collect();
        Self { goal: goal.clone(), boards }
    }

    /// The goal of all of them.
    pub(super) fn goal(&self) -> &Position {
        &self.goal
    }

    /// The boards.
    pub(super) fn boards(&self) -> &[Position] {
        &self.boards
    }
}

/// Compares estimates with the distances of all states on shortest solutions, found with the
/// heuristic that `loyd solve` would choose.
pub(super) fn audit(
    args: &AuditArgs,
    solver: &Solver,
    samples: &Samples,
    cancel: &Cancel,
) -> Result<Verdict, Failure> {
    let truth = args.solvers(args.settings()?, args.count, cancel).get(samples.goal())?;
    let limit = args.limits.limit(cancel);
    let share = Share::of(args.limits.resources.threads(), samples.boards().len());
    let display = Display::new(args.output.quiet, false, samples.boards().len(), share.workers);
    let mut solutions: Vec<(Position, Vec<Slide>)> = Vec::new();
    let solved = in_order(
        samples.boards(),
        share.workers,
        |board| {
            let mut progress = |progress: &_| display.search(progress);
            let report = truth.solve(board, share.threads, &limit, &mut progress);
            (board.clone(), report.outcome)
        },
        |(board, outcome)| {
            display.board_done();
            if let Outcome::Solved { path, proven: true, .. } = outcome {
                if board.replay(&path).ok().as_ref() != Some(samples.goal()) {
                    return Err(Failure::environment(
                        "internal error: the moves found do not lead to the goal; this is a bug in loyd",
                    ));
                }
                solutions.push((board, path));
            }
            Ok(())
        },
    );
    display.finish();
    solved?;
    let findings = solver.audit_along(&solutions).map_err(|why| unavailable(&why))?;
    let left_out = samples.boards().len() - solutions.len();
    Ok(Verdict::sample(solver.plan(), findings, solutions.len() as u64, left_out as u64))
}
