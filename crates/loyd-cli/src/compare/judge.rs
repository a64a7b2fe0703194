//! Conditions on all results together: shortest is shortest, whoever finds it.
//!
//! Of each board: all proven lengths are equal, and equal to the published one; no solution is
//! shorter and no lower bound higher than they are; a bounded search keeps its bound. The runs of
//! one search expand the same number of states. Whatever does not hold is a bug of loyd or an error of a publication, and is said loudly.

use super::algorithms::bound;
use super::plan::Experiment;
use super::repeats::disagreements;
use super::result::{Ending, RunResult};
use crate::family::Family;
use std::collections::{BTreeMap, HashSet};

/// The facts about the boards after all runs.
pub(crate) struct Verdict {
    /// By group and board the length of a shortest solution.
    optimal: BTreeMap<(usize, usize), u32>,
    /// The violated conditions, in words.
    pub(crate) alarms: Vec<String>,
    /// Differences between the runs of a search whose course depends on time.
    pub(crate) remarks: Vec<String>,
}

impl Verdict {
    /// The length of a shortest solution, if any run proved it or it is published.
    pub(crate) fn optimal(&self, group: usize, board: usize) -> Option<u32> {
        self.optimal.get(&(group, board)).copied()
    }
}

/// Looks at all results together.
pub(crate) fn judge<P: Family>(experiment: &Experiment<P>, results: &[RunResult]) -> Verdict {
    let mut verdict = Verdict { optimal: BTreeMap::new(), alarms: Vec::new(), remarks: Vec::new() };
    let differing = disagreements(experiment, results);
    match experiment.limits.time {
        // Without a clock, a search on one thread is the same whenever it is run.
        None => verdict.alarms.extend(differing),
        Some(_) => verdict.remarks.extend(differing),
    }
    let mut boards: BTreeMap<(usize, usize), Vec<&RunResult>> = BTreeMap::new();
    for run in results {
        let group = experiment.cells[run.cell].group;
        boards.entry((group, run.board)).or_default().push(run);
    }
    for ((group, board), runs) in boards {
        let what = &experiment.groups[group].boards[board];
        let place = format!("{} {} {}", experiment.groups[group].name, P::NOUN, what.id);
        let name = |run: &RunResult| experiment.cells[run.cell].name();
        for run in runs.iter().filter(|run| run.ending == Ending::Wrong) {
            let why = run.message.clone().unwrap_or_default();
            verdict.alarms.push(format!("{place}: {}: {why}", name(run)));
        }
        let proven =
            runs.iter().filter(|run| run.proven).filter_map(|run| Some((run, run.length?)));
        let mut known: Option<(u32, String)> =
            what.published.map(|length| (length, "the published length".to_owned()));
        for (run, length) in proven {
            match &known {
                Some((other, whose)) if *other != length => verdict.alarms.push(format!(
                    "{place}: {} proves {length} moves, {whose} is {other}",
                    name(run)
                )),
                Some(_) => {}
                None => known = Some((length, format!("the length proven by {}", name(run)))),
            }
        }
        let Some((optimal, whose)) = known else { continue };
        verdict.optimal.insert((group, board), optimal);
        for run in &runs {
            verdict
                .alarms
                .extend(contradictions(experiment, run, optimal).map(|what| {
                    format!("{place}: {} {what}, but {whose} is {optimal}", name(run))
                }));
        }
    }
    // The runs of a search are wrong in the same way.
    let mut said = HashSet::new();
    verdict.alarms.retain(|alarm| said.insert(alarm.clone()));
    verdict
}

/// The contradictions in a run if `optimal` is the length of a shortest solution.
fn contradictions<P: Family>(
    experiment: &Experiment<P>,
    run: &RunResult,
    optimal: u32,
) -> impl Iterator<Item = String> {
    let cell = &experiment.cells[run.cell];
    let shorter = run.length.filter(|&length| length < optimal && !run.proven);
    let higher = run.lower_bound.filter(|&bound| bound > optimal && !run.proven);
    let promised = bound::<P>(&cell.algorithm, cell.heuristic.as_ref(), experiment.metric)
        .filter(|_| run.ending == Ending::Solved && !run.proven);
    let broken = promised.zip(run.length).filter(|&((above, below), length)| {
        u64::from(length) * u64::from(below) > u64::from(optimal) * u64::from(above)
    });
    let estimate = cell.heuristic.as_ref().zip(run.estimate).filter(|(heuristic, estimate)| {
        P::properties(heuristic, experiment.metric).admissible && *estimate > optimal
    });
    [
        shorter.map(|length| format!("finds {length} moves")),
        higher.map(|bound| format!("proves at least {bound} moves")),
        broken.map(|((above, below), length)| {
            format!("finds {length} moves and promises at most {above}/{below} times the shortest")
        }),
        estimate.map(|(_, estimate)| format!("has a heuristic that says {estimate}")),
    ]
    .into_iter()
    .flatten()
}
