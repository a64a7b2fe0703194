//! Everything a report is made of.

use super::judge::Verdict;
use super::measures::Measure;
use super::plan::{Cell, Experiment};
use super::result::{Ending, RunResult};
use super::statistics::Statistics;
use crate::family::Family;
use loyd_search::puzzle::Puzzle;

/// Everything a report is made of.
pub(crate) struct Findings<'a, P: Puzzle> {
    pub(crate) experiment: &'a Experiment<P>,
    /// Every run, by cell, board and repeat.
    pub(crate) every: &'a [RunResult],
    pub(crate) verdict: &'a Verdict,
    /// The command that does the same again.
    pub(crate) command: &'a str,
    /// The results of each cell: one for each board, see [`merged`](super::repeats::merged).
    of_cell: Vec<&'a [RunResult]>,
    /// All runs of each cell.
    every_of_cell: Vec<&'a [RunResult]>,
}

impl<'a, P: Family> Findings<'a, P> {
    /// Of every run, and of one for each search; both are sorted by cell.
    pub(crate) fn new(
        experiment: &'a Experiment<P>,
        (every, merged): (&'a [RunResult], &'a [RunResult]),
        verdict: &'a Verdict,
        command: &'a str,
    ) -> Self {
        let of = |results: &'a [RunResult], cell| {
            let from = results.partition_point(|run| run.cell < cell);
            &results[from..results.partition_point(|run| run.cell <= cell)]
        };
        let of_cell = (0..experiment.cells.len()).map(|cell| of(merged, cell)).collect();
        let every_of_cell = (0..experiment.cells.len()).map(|cell| of(every, cell)).collect();
        Self { experiment, every, verdict, command, of_cell, every_of_cell }
    }

    /// The time of a search in each of the repeats of a cell: the mean over the boards that it
    /// solved in all of them.
    pub(crate) fn passes(&self, cell: usize) -> Vec<f64> {
        let repeats = self.experiment.repeats as usize;
        let (mut sums, mut boards) = (vec![0.0; repeats], 0);
        for runs in self.every_of_cell[cell].chunk_by(|one, other| one.board == other.board) {
            if runs.len() == repeats && runs.iter().all(|run| run.ending == Ending::Solved) {
                boards += 1;
                for (sum, run) in sums.iter_mut().zip(runs) {
                    *sum += run.seconds;
                }
            }
        }
        if boards == 0 {
            return Vec::new();
        }
        sums.into_iter().map(|sum| sum / f64::from(boards)).collect()
    }

    /// True if every cell of a group solved all of its boards.
    pub(crate) fn all_solved(&self, group: usize) -> bool {
        let boards = self.experiment.groups[group].boards.len();
        self.cells(group).all(|(cell, _)| self.solved(cell).count() == boards)
    }

    /// The cells of a group with their indices.
    pub(crate) fn cells(&self, group: usize) -> impl Iterator<Item = (usize, &'a Cell<P>)> {
        let cells = self.experiment.cells.iter().enumerate();
        cells.filter(move |(_, cell)| cell.group == group)
    }

    /// The results of a cell, one for each board.
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
