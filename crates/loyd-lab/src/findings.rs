//! The facts of a report: an experiment, its results, and the verdict on them.

use super::judge::{Verdict, judge};
use super::measures::Measure;
use super::plan::{Cell, Experiment};
use super::repeats::merged;
use super::result::{Ending, RunResult};
use super::statistics::Statistics;

/// The experiment, its results, and all that follows from them.
pub struct Findings<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Every run, by cell, board and repeat.
    pub every: &'a [RunResult],
    /// The conditions on all results together.
    pub verdict: Verdict,
    /// One result for each search, by cell.
    searches: Vec<RunResult>,
}

/// The results of a cell, of those that are sorted by cell.
fn of_cell(results: &[RunResult], cell: usize) -> &[RunResult] {
    let from = results.partition_point(|run| run.cell < cell);
    &results[from..results.partition_point(|run| run.cell <= cell)]
}

impl<'a> Findings<'a> {
    /// Judges the results of an experiment, which are sorted by cell, board and repeat.
    pub fn new(experiment: &'a Experiment, every: &'a [RunResult]) -> Self {
        let (verdict, searches) = (judge(experiment, every), merged(every));
        Self { experiment, every, verdict, searches }
    }

    /// The time of a search in each of the repeats of a cell: the mean over the boards that `is_included` accepts and
    /// that it solved in all of them.
    pub fn passes(&self, cell: usize, is_included: &dyn Fn(usize) -> bool) -> Vec<f64> {
        let repeats = self.experiment.repeats as usize;
        let (mut sums, mut boards) = (vec![0.0; repeats], 0);
        for runs in of_cell(self.every, cell).chunk_by(|one, other| one.board == other.board) {
            if is_included(runs[0].board)
                && runs.len() == repeats
                && runs.iter().all(|run| run.ending == Ending::Solved)
            {
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
    pub fn all_solved(&self, group: usize) -> bool {
        let boards = self.experiment.groups[group].boards.len();
        self.cells(group).all(|(cell, _)| self.solved(cell).count() == boards)
    }

    /// The cells of a group with their indices.
    pub fn cells(&self, group: usize) -> impl Iterator<Item = (usize, &'a Cell)> {
        let cells = self.experiment.cells.iter().enumerate();
        cells.filter(move |(_, cell)| cell.group == group)
    }

    /// The results of a cell, one for each board.
    pub fn runs(&self, cell: usize) -> impl Iterator<Item = &RunResult> {
        of_cell(&self.searches, cell).iter()
    }

    /// The runs of a cell with a solution.
    pub fn solved(&self, cell: usize) -> impl Iterator<Item = &RunResult> {
        self.runs(cell).filter(|run| run.ending == Ending::Solved)
    }

    /// The shortest length of the board of a run.
    pub fn optimal(&self, run: &RunResult) -> Option<u32> {
        self.verdict.optimal(self.experiment.cells[run.cell].group, run.board)
    }

    /// A measure of the runs of a cell on the boards that `is_included` accepts; `None` unless all of
    /// them have it: a ratio over some of the boards would be one over the easy ones.
    pub fn statistics(
        &self,
        cell: usize,
        measure: Measure,
        is_included: &dyn Fn(usize) -> bool,
    ) -> Option<Statistics> {
        let runs = self.solved(cell).filter(|run| is_included(run.board));
        let values: Option<Vec<f64>> =
            runs.map(|run| (measure.of)(run, self.optimal(run))).collect();
        Statistics::of(values?)
    }

    /// The boards of a group that every cell solved, in order.
    pub fn solved_by_all(&self, group: usize) -> Vec<usize> {
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
