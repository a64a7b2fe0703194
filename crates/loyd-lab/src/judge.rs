//! Conditions that the results of an experiment must meet together.
//!
//! For each board, all proven lengths are equal, and equal to the published one; no solution is shorter
//! and no lower bound higher than they are; a bounded search keeps its bound. The runs of one search expand
//! the same number of states. A violated condition is a bug of loyd or an error of a publication: an alarm.

use super::plan::Experiment;
use super::repeats::disagreements;
use super::result::{Ending, RunResult};
use loyd_search::search::{AlgorithmSpec, Weight};
use std::collections::{BTreeMap, HashSet};

/// The facts about the boards after all runs.
pub struct Verdict {
    /// By group and board the length of a shortest solution.
    optimal: BTreeMap<(usize, usize), u32>,
    /// The violated conditions, in words.
    pub alarms: Vec<String>,
    /// Differences between the runs of a search whose course depends on time.
    pub remarks: Vec<String>,
}

impl Verdict {
    /// The length of a shortest solution, if any run proved it or it is published.
    pub fn optimal(&self, group: usize, board: usize) -> Option<u32> {
        self.optimal.get(&(group, board)).copied()
    }
}

pub(crate) fn judge(experiment: &Experiment, results: &[RunResult]) -> Verdict {
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
    let admissible: Vec<bool> =
        experiment.cells.iter().map(|cell| experiment.is_admissible(cell)).collect();
    for ((group, board), runs) in boards {
        let what = &experiment.groups[group].boards[board];
        let place = format!("{} {} {}", experiment.groups[group].name, experiment.noun(), what.id);
        let name = |run: &RunResult| experiment.cells[run.cell].name();
        for run in runs.iter().filter(|run| run.ending == Ending::Wrong) {
            let why = run.message.clone().unwrap_or_default();
            verdict.alarms.push(format!("{place}: {}: {why}", name(run)));
        }
        let proven =
            runs.iter().filter(|run| run.proven).filter_map(|run| Some((run, run.length?)));
        let mut shortest: Option<(u32, String)> =
            what.published.map(|length| (length, "the published length".to_owned()));
        for (run, length) in proven {
            match &shortest {
                Some((other, whose)) if *other != length => verdict.alarms.push(format!(
                    "{place}: {} proves {length} moves, {whose} is {other}",
                    name(run)
                )),
                Some(_) => {}
                None => shortest = Some((length, format!("the length proven by {}", name(run)))),
            }
        }
        let Some((optimal, whose)) = shortest else { continue };
        verdict.optimal.insert((group, board), optimal);
        for run in &runs {
            let algorithm = &experiment.cells[run.cell].algorithm;
            let broken = contradictions(algorithm, admissible[run.cell], run, optimal);
            verdict
                .alarms
                .extend(broken.map(|what| {
                    format!("{place}: {} {what}, but {whose} is {optimal}", name(run))
                }));
        }
    }
    // The runs of a search are wrong in the same way.
    let mut unique = HashSet::new();
    verdict.alarms.retain(|alarm| unique.insert(alarm.clone()));
    verdict
}

/// The contradictions in a run if `optimal` is the length of a shortest solution.
fn contradictions(
    algorithm: &AlgorithmSpec,
    is_admissible: bool,
    run: &RunResult,
    optimal: u32,
) -> impl Iterator<Item = String> {
    let shorter = run.length.filter(|&length| length < optimal && !run.proven);
    let higher = run.lower_bound.filter(|&bound| bound > optimal && !run.proven);
    let promised = algorithm
        .max_ratio()
        .filter(|_| is_admissible && run.ending == Ending::Solved && !run.proven)
        .map(Weight::fraction);
    let broken = promised.zip(run.length).filter(|&((above, below), length)| {
        u64::from(length) * u64::from(below) > u64::from(optimal) * u64::from(above)
    });
    let estimate = run.estimate.filter(|&estimate| is_admissible && estimate > optimal);
    [
        shorter.map(|length| format!("finds {length} moves")),
        higher.map(|bound| format!("proves at least {bound} moves")),
        broken.map(|((above, below), length)| {
            format!("finds {length} moves and promises at most {above}/{below} times the shortest")
        }),
        estimate.map(|estimate| format!("has a heuristic that says {estimate}")),
    ]
    .into_iter()
    .flatten()
}
