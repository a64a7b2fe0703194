//! Every state of a space, level by level, as the engine for memory finds them.

use super::AuditArgs;
use super::verdict::Verdict;
use crate::exit::Failure;
use crate::family::Family;
use crate::level_audit::LevelAudit;
use crate::progress::{Display, Status};
use loyd::Task;
use loyd::checking::check_path;
use loyd_report::numbers::{count, duration, rate};
use loyd_search::audit::Overestimate;
use loyd_search::observe::{Cancel, Limit, Outcome};
use loyd_search::solver::{Engine, NoAudit};
use loyd_tiles_enumerate::audit::{AuditError, AuditProgress};
use loyd_tiles_enumerate::memory::MemoryError;

/// Compares estimates with the distances of all states, within the limits.
pub(super) fn audit<P: Family>(
    args: &AuditArgs,
    engine: &dyn Engine<P>,
    levels: LevelAudit<'_, P>,
    cancel: &Cancel,
) -> Result<Verdict<P>, Failure> {
    // The node limit is for searches.
    let limit = Limit { nodes: None, ..args.limits.limit(cancel) };
    let display = Display::new(args.output.quiet, args.progress, 1, 1);
    let LevelAudit { states, memory, run } = levels;
    let result = run(&limit, &mut |progress| display.status(|| status(progress)));
    display.finish();
    let audited = result.map_err(|why| failure(&why, memory))?;
    let evidence = match &audited.findings.worst {
        Some(worst) => evidence(args, engine, worst, cancel)?,
        None => None,
    };
    Ok(Verdict::levels(engine.plan(), audited, states, evidence))
}

fn status(progress: &AuditProgress) -> Status {
    let seconds = progress.elapsed.as_secs_f64();
    Status::of(progress.states as f64 / progress.of as f64, seconds)
        .with(format!("distance {}", progress.distance))
        .with(format!("{} of {} states", count(progress.states), count(progress.of)))
        .with(rate(progress.states, seconds))
        .with(duration(seconds))
}

fn failure(why: &AuditError, needed: u64) -> Failure {
    match why {
        AuditError::NoAudit(why @ (NoAudit::Unavailable(_) | NoAudit::Left)) => {
            Failure::input(why.to_string())
        }
        AuditError::Levels(MemoryError::Memory(_)) => Failure::environment(format!(
            "the system did not grant {}: look at a --sample",
            loyd_report::numbers::bytes(needed)
        )),
        why => Failure::environment(format!("{why}: look at a --sample")),
    }
}

/// A shortest solution of the worst overestimate, found by a search with another heuristic. It must
/// be as long as the level says.
fn evidence<P: Family>(
    args: &AuditArgs,
    engine: &dyn Engine<P>,
    worst: &Overestimate<P::Position>,
    cancel: &Cancel,
) -> Result<Option<Vec<P::Move>>, Failure> {
    let goal = &engine.plan().goal;
    let search = args.solvers::<P>(args.settings()?, 1, cancel).get(goal)?;
    let threads = args.limits.resources.threads();
    let report = search.solve(&worst.state, threads, &args.limits.limit(cancel), &mut |_| ());
    let Outcome::Solved { path, proven: true, .. } = report.outcome else { return Ok(None) };
    let task = Task { start: worst.state.clone(), goal: goal.clone() };
    if let Err(why) = check_path::<P>(&task, engine.plan().metric, &path, Some(worst.distance)) {
        return Err(Failure::environment(format!(
            "internal error: {} was found at distance {}, but its solution of {} moves is wrong: \
             {why}; this is a bug in loyd",
            P::format(&worst.state),
            worst.distance,
            path.len(),
        )));
    }
    Ok(Some(path))
}
