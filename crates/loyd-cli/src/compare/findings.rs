//! Everything a report is made of.

use super::judge::Verdict;
use super::measures::Measure;
use super::plan::{Cell, Experiment};
use super::result::{Ending, RunResult};
use super::statistics::Statistics;

/// Everything a report is made of.
pub(crate) struct Findings<'a> {
    pub(crate) experiment: &'a Experiment,
    /// By cell, then by board.
    pub(crate) results: &'a [RunResult],
    pub(crate) verdict: &'a Verdict,
    /// The command that does the same again.
    pub(crate) command: &'a str,
    /// The results of each cell.
    of_cell: Vec<&'a [RunResult]>,
}

impl<'a> Findings<'a> {
    /// Of results that are sorted by cell.
    pub(crate) fn new(
        experiment: &'a Experiment,
        results: &'a [RunResult],
        verdict: &'a Verdict,
        command: &'a str,
    ) -> Self {
        let of = |cell| {
            let from = results.partition_point(|run| run.cell < cell);
            &results[from..results.partition_point(|run| run.cell <= cell)]
        };
        let of_cell = (0..experiment.cells.len()).map(of).collect();
        Self { experiment, results, verdict, command, of_cell }
    }

    /// The cells of a group with their indices.
    pub(crate) fn cells(&self, group: usize) -> impl Iterator<Item = (usize, &'a Cell)> {
        let cells = self.experiment.cells.iter().enumerate();
        cells.filter(move |(_, cell)| cell.group == group)
    }

    /// The runs of a cell.
    pub(crate) fn runs(&self, cell: usize) -> impl Iterator<Item = &'a RunResult> {
        self.of_cell[cell].iter()
    }

    /// The runs of a cell that found a solution.
    pub(crate) fn solved(&self, cell: usize) -> impl Iterator<Item = &'a RunResult> {
        self.runs(cell).filter(|run| run.ending == Ending::Solved)
    }

    /// The shortest length of the board of a run.
    pub(crate) fn optimal(&self, run: &RunResult) -> Option<u32> {
        self.verdict.optimal(self.experiment.cells[run.cell].group, run.board)
    }

    /// A measure of the runs of a cell on boards that `wanted` lets through; `None` unless all of
    /// them have it: a ratio over some of the boards would be one over the easy ones.
    pub(crate) fn statistics(
        &self,
        cell: usize,
        measure: Measure,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Option<Statistics> {
        let runs = self.solved(cell).filter(|run| wanted(run.board));
        let values: Option<Vec<f64>> =
            runs.map(|run| (measure.of)(run, self.optimal(run))).collect();
        Statistics::of(values?)
    }

    /// The boards of a group that every cell solved, in order.
    pub(crate) fn solved_by_all(&self, group: usize) -> Vec<usize> {
        let mut solvers = vec![0; self.experiment.groups[group].boards.len()];
        for (cell, _) in self.cells(group) {
            for run in self.solved(cell) {
                solvers[run.board] += 1;
            }
        }
        let all = self.cells(group).count();
        (0..solvers.len()).filter(|&board| solvers[board] == all).collect()
    }
}
