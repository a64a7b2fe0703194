//! The subject of a comparison: groups of boards, and for each the algorithms with their heuristics.

use super::algorithms::informed;
use super::grid;
use crate::exit::Failure;
use crate::family::Family;
use loyd::overestimate;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::generic::check_algorithm;
use loyd_search::solver::{Plan, PruningChoice, Settings};
use std::fmt::Write;
use std::time::Duration;

/// A position with its goal.
#[derive(Clone, Debug)]
pub(crate) struct Board<P: Puzzle> {
    pub(crate) id: String,
    pub(crate) start: P::Position,
    pub(crate) goal: P::Position,
    /// The length of a shortest solution, if it is published.
    pub(crate) published: Option<u32>,
}

/// Positions of one shape that are averaged over.
#[derive(Clone, Debug)]
pub(crate) struct Group<P: Puzzle> {
    /// "3x3", or "korf100".
    pub(crate) name: String,
    pub(crate) shape: String,
    /// The source of the positions.
    pub(crate) origin: String,
    pub(crate) boards: Vec<Board<P>>,
}

/// One algorithm with one heuristic on one group: what a row of the tables is about.
#[derive(Clone, Debug)]
pub(crate) struct Cell<P: Puzzle> {
    /// The index of the group.
    pub(crate) group: usize,
    pub(crate) algorithm: AlgorithmSpec,
    /// `None` where the algorithm takes none.
    pub(crate) heuristic: Option<P::Heuristic>,
}

impl<P: Family> Cell<P> {
    /// "astar, manhattan"
    pub(crate) fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.to_string(),
        }
    }

    /// True if it takes tables.
    pub(crate) fn has_databases(&self) -> bool {
        self.heuristic.iter().any(|heuristic| !P::databases(heuristic).is_empty())
    }

    /// The request to the solver.
    pub(crate) fn settings(&self, metric: P::Metric, pruning: PruningChoice) -> Settings<P> {
        Settings {
            metric,
            algorithm: Some(self.algorithm.clone()),
            heuristic: self.heuristic.clone(),
            pruning,
            partitions: Vec::new(),
        }
    }
}

/// The limits of each run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    /// Bytes for the lists of all runs that run at once.
    pub(crate) memory: u64,
    /// Runs that run at once.
    pub(crate) at_once: usize,
}

/// All that is to be done.
pub(crate) struct Experiment<P: Puzzle> {
    pub(crate) groups: Vec<Group<P>>,
    pub(crate) cells: Vec<Cell<P>>,
    pub(crate) metric: P::Metric,
    pub(crate) pruning: PruningChoice,
    pub(crate) limits: Limits,
    /// Runs of each search.
    pub(crate) repeats: u32,
    /// Omissions and notes for the reader of the figures.
    pub(crate) remarks: Vec<String>,
}

impl<P: Family> Experiment<P> {
    /// The number of searches: one for each board of each cell.
    pub(crate) fn searches(&self) -> usize {
        self.cells.iter().map(|cell| self.groups[cell.group].boards.len()).sum()
    }

    /// The number of runs.
    pub(crate) fn runs(&self) -> usize {
        self.searches() * self.repeats as usize
    }

    /// A text that is the same for the same experiment.
    pub(crate) fn identity(&self) -> String {
        let mut text = format!(
            "loyd {}\n{} {:?} {:?}\n",
            env!("CARGO_PKG_VERSION"),
            self.metric,
            self.pruning,
            self.limits
        );
        // Comparisons without repeats mean what they meant before there were any.
        if self.repeats > 1 {
            let _ = writeln!(text, "{} runs of each search", self.repeats);
        }
        for group in &self.groups {
            let _ = writeln!(text, "group {} {}", group.name, group.shape);
            for board in &group.boards {
                let (start, goal) = (P::format(&board.start), P::format(&board.goal));
                let _ = writeln!(text, "{}: {start} -> {goal}", board.id);
            }
        }
        for cell in &self.cells {
            let _ = writeln!(text, "cell {} {}", cell.group, cell.name());
        }
        text
    }
}

/// The entries of the two lists, read.
pub(crate) struct Grid<P: Puzzle> {
    algorithms: Vec<AlgorithmSpec>,
    heuristics: Vec<P::Heuristic>,
}

impl<P: Family> Grid<P> {
    /// Reads lists such as `astar,wastar(1.5|3)` and `manhattan,linear-conflict`.
    pub(crate) fn parse(algorithms: &str, heuristics: &str) -> Result<Self, Failure> {
        let wrong = |option: &str, why: String| Failure::input(format!("{option}: {why}"));
        let (one, other) = ("--algorithms", "--heuristics");
        let algorithms = grid::expand(algorithms).map_err(|why| wrong(one, why))?;
        let heuristics = grid::expand(heuristics).map_err(|why| wrong(other, why))?;
        let algorithms = algorithms
            .iter()
            .map(|text| {
                text.parse().map_err(|why: loyd_search::search::UnknownAlgorithm| why.to_string())
            })
            .collect::<Result<Vec<AlgorithmSpec>, _>>()
            .map_err(|why| wrong(one, why))?;
        let heuristics = heuristics
            .iter()
            .map(|text| text.parse::<P::Heuristic>().map_err(|why| why.to_string()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|why| wrong(other, why))?;
        for algorithm in &algorithms {
            check_algorithm::<P>(algorithm).map_err(|why| wrong(one, why.to_string()))?;
        }
        Ok(Self { algorithms, heuristics })
    }

    /// The cells of a grid over all groups. An algorithm without a heuristic is there once; a
    /// heuristic that cannot be had for a group is left out there and said, and it is an error if
    /// no group has it.
    pub(crate) fn cells(
        &self,
        groups: &[Group<P>],
        metric: P::Metric,
        pruning: PruningChoice,
    ) -> Result<(Vec<Cell<P>>, Vec<String>), Failure> {
        let (mut cells, mut remarks) = (Vec::new(), Vec::new());
        let mut had = vec![None; self.heuristics.len()];
        for (group, boards) in groups.iter().enumerate() {
            for algorithm in &self.algorithms {
                if !informed(algorithm) {
                    push(&mut cells, Cell { group, algorithm: algorithm.clone(), heuristic: None });
                    continue;
                }
                for (index, heuristic) in self.heuristics.iter().enumerate() {
                    let heuristic = Some(heuristic.clone());
                    let cell = Cell { group, algorithm: algorithm.clone(), heuristic };
                    match possible(&cell, boards, metric, pruning) {
                        Ok(()) => {
                            had[index] = Some(Ok(()));
                            push(&mut cells, cell);
                        }
                        Err(why) => {
                            let remark = format!("{}: {why}; left out there.", boards.name);
                            if !remarks.contains(&remark) {
                                remarks.push(remark);
                            }
                            had[index].get_or_insert(Err(why));
                        }
                    }
                }
            }
        }
        if let Some(why) = had.into_iter().find_map(|had| had?.err()) {
            return Err(Failure::input(why));
        }
        remarks.extend(unproven(&cells, metric));
        Ok((cells, remarks))
    }
}

fn push<P: Puzzle>(cells: &mut Vec<Cell<P>>, cell: Cell<P>) {
    let what = |cell: &Cell<P>| (cell.group, cell.algorithm.clone(), cell.heuristic.clone());
    if !cells.iter().any(|known| what(known) == what(&cell)) {
        cells.push(cell);
    }
}

/// The reason why the heuristic cannot be had for the boards of a group.
fn possible<P: Family>(
    cell: &Cell<P>,
    group: &Group<P>,
    metric: P::Metric,
    pruning: PruningChoice,
) -> Result<(), String> {
    let mut goals: Vec<&P::Position> = Vec::new();
    for board in &group.boards {
        if !goals.contains(&&board.goal) {
            goals.push(&board.goal);
            // Files with drawings are read when the tables are made.
            let mut databases = cell.heuristic.iter().flat_map(P::databases);
            if databases.any(|name| P::is_file(&name)) {
                continue;
            }
            Plan::new(&board.goal, &cell.settings(metric, pruning))
                .map_err(|why| why.to_string())?;
        }
    }
    Ok(())
}

/// Warnings of heuristics that promise nothing to algorithms that rely on them.
fn unproven<P: Family>(cells: &[Cell<P>], metric: P::Metric) -> Vec<String> {
    let mut remarks = Vec::new();
    for cell in cells {
        let heuristic = cell.heuristic.as_ref();
        let remark = heuristic.and_then(|h| overestimate::<P>(&cell.algorithm, h, metric));
        remarks.extend(remark.filter(|remark| !remarks.contains(remark)));
    }
    remarks
}
