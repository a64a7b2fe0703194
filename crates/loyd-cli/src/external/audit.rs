//! Audits of heuristics from outside: every state, with its estimate.

use super::External;
use crate::exit::Failure;
use loyd::audit::AuditResult;
use loyd::erased::AnyTask;
use loyd::spaces::space_of;
use loyd_report::numbers::count;
use loyd_search::observe::Limit;
use loyd_search::space::Properties;
use std::sync::Arc;
use std::time::Instant;

/// Positions that are estimated together.
const BATCH: u64 = 1 << 12;

/// Compares the estimates of all states with their distances.
///
/// # Errors
/// If the states have no ranks or exceed the memory, an estimate is missing, or a limit was reached.
pub(crate) fn run(
    external: &mut External,
    (heuristic, goal): (&str, Arc<dyn AnyTask>),
    metric: Option<&str>,
    (threads, limit): (usize, &Limit),
    progress: &mut dyn FnMut(u64, u64),
) -> Result<AuditResult, Failure> {
    let began = Instant::now();
    let space = space_of(&*goal, metric)?;
    let states = space.size().ok_or_else(|| {
        Failure::input(format!(
            "an audit of a heuristic from outside looks at every state, and {} has too many",
            goal.shape()
        ))
    })?;
    // A byte of distance and four of the estimate.
    let bytes = states.saturating_mul(5);
    if limit.memory.is_some_and(|memory| bytes > memory) {
        return Err(Failure::input(format!(
            "{} states take {}: choose a smaller size, or more --memory",
            count(states),
            loyd_report::numbers::bytes(bytes)
        )));
    }
    let distances = space.distances(threads, limit, &mut |_| ());
    let distances = distances.map_err(|why| Failure::stopped(why.to_string()))?;
    let mut estimates = Vec::with_capacity(states as usize);
    while (estimates.len() as u64) < states {
        let first = estimates.len() as u64;
        let ranks = first..states.min(first + BATCH);
        let positions: Vec<String> = ranks.map(|rank| space.task(rank).start()).collect();
        estimates.extend(external.estimates(&positions)?);
        progress(estimates.len() as u64, states);
    }
    let findings = space.audit(&distances, &estimates, threads, limit);
    let findings = findings.map_err(|why| Failure::stopped(why.to_string()))?;
    let evidence = findings.worst.as_ref().map(|worst| space.path(&distances, worst.state));
    Ok(AuditResult {
        heuristic: heuristic.to_owned(),
        metric: goal.puzzle().puzzle().metric(metric)?,
        goal,
        promises: Properties::NONE,
        findings: findings.map(|&rank| space.task(rank).start(), |mv| mv),
        radius: Some(distances.radius()),
        evidence,
        stopped: None,
        boards: None,
        branching: None,
        seconds: began.elapsed().as_secs_f64(),
    })
}
