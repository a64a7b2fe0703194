//! What is compared: groups of boards, and for each the algorithms with their heuristics.

use super::algorithms::informed;
use super::grid;
use crate::exit::Failure;
use crate::solvers::overestimate;
use loyd::search::AlgorithmSpec;
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::solver::{Plan, PruningChoice, Settings, Tiles};
use loyd_tiles::{MetricName, Position, Size};
use std::fmt::Write;
use std::time::Duration;

/// A board with its goal.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) id: String,
    pub(crate) start: Position,
    pub(crate) goal: Position,
    /// The length of a shortest solution, if it is published.
    pub(crate) published: Option<u32>,
}

/// Boards of one size that are averaged over.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// "3x3", or "korf100".
    pub(crate) name: String,
    pub(crate) size: Size,
    /// Where the boards come from.
    pub(crate) origin: String,
    pub(crate) boards: Vec<Board>,
}

/// One algorithm with one heuristic on one group: what a row of the tables is about.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    /// The index of the group.
    pub(crate) group: usize,
    pub(crate) algorithm: AlgorithmSpec,
    /// `None` where the algorithm takes none.
    pub(crate) heuristic: Option<HeuristicSpec>,
}

impl Cell {
    /// "astar, manhattan"
    pub(crate) fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.to_string(),
        }
    }

    /// Whether it takes tables.
    pub(crate) fn has_databases(&self) -> bool {
        self.heuristic.iter().any(|heuristic| !heuristic.databases().is_empty())
    }

    /// What the solver is asked for.
    pub(crate) fn settings(&self, metric: MetricName, pruning: PruningChoice) -> Settings {
        Settings {
            metric,
            algorithm: Some(self.algorithm.clone()),
            heuristic: self.heuristic.clone(),
            pruning,
            partitions: Vec::new(),
        }
    }
}

/// What each run may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    /// Bytes for the lists of all runs that go on at once.
    pub(crate) memory: u64,
    /// Runs that go on at once.
    pub(crate) at_once: usize,
}

/// All that is to be done.
pub(crate) struct Experiment {
    pub(crate) groups: Vec<Group>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) metric: MetricName,
    pub(crate) pruning: PruningChoice,
    pub(crate) limits: Limits,
    /// Runs of each search.
    pub(crate) repeats: u32,
    /// What was left out, and what should be known before reading the figures.
    pub(crate) remarks: Vec<String>,
}

impl Experiment {
    /// How many searches there are: one for each board of each cell.
    pub(crate) fn searches(&self) -> usize {
        self.cells.iter().map(|cell| self.groups[cell.group].boards.len()).sum()
    }

    /// How many runs there are.
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
            let _ = writeln!(text, "group {} {}", group.name, group.size);
            for board in &group.boards {
                let (start, goal) = (board.start.to_line(), board.goal.to_line());
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
pub(crate) struct Grid {
    algorithms: Vec<AlgorithmSpec>,
    heuristics: Vec<HeuristicSpec>,
}

impl Grid {
    /// Reads lists such as `astar,wastar(1.5|3)` and `manhattan,linear-conflict`.
    pub(crate) fn parse(algorithms: &str, heuristics: &str) -> Result<Self, Failure> {
        let wrong = |option: &str, why: String| Failure::input(format!("{option}: {why}"));
        let (one, other) = ("--algorithms", "--heuristics");
        let algorithms = grid::expand(algorithms).map_err(|why| wrong(one, why))?;
        let heuristics = grid::expand(heuristics).map_err(|why| wrong(other, why))?;
        let algorithms = algorithms
            .iter()
            .map(|text| text.parse().map_err(|why: loyd::search::UnknownAlgorithm| why.to_string()))
            .collect::<Result<Vec<AlgorithmSpec>, _>>()
            .map_err(|why| wrong(one, why))?;
        let heuristics = heuristics
            .iter()
            .map(|text| {
                text.parse().map_err(|why: loyd_tiles::heuristic::UnknownHeuristic| why.to_string())
            })
            .collect::<Result<Vec<HeuristicSpec>, _>>()
            .map_err(|why| wrong(other, why))?;
        Ok(Self { algorithms, heuristics })
    }

    /// The cells of a grid over all groups. An algorithm without a heuristic is there once; a
    /// heuristic that cannot be had for a group is left out there and said, and it is an error if
    /// no group has it.
    pub(crate) fn cells(
        &self,
        groups: &[Group],
        metric: MetricName,
        pruning: PruningChoice,
    ) -> Result<(Vec<Cell>, Vec<String>), Failure> {
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

fn push(cells: &mut Vec<Cell>, cell: Cell) {
    if !cells.contains(&cell) {
        cells.push(cell);
    }
}

/// Why the heuristic cannot be had for the boards of a group.
fn possible(
    cell: &Cell,
    group: &Group,
    metric: MetricName,
    pruning: PruningChoice,
) -> Result<(), String> {
    let mut goals: Vec<&Position> = Vec::new();
    for board in &group.boards {
        if !goals.contains(&&board.goal) {
            goals.push(&board.goal);
            // Files with drawings are read when the tables are made.
            let is_file = |name: &String| loyd_tiles::pdb::catalogue::named(name).next().is_none();
            if cell.heuristic.iter().flat_map(HeuristicSpec::databases).any(is_file) {
                continue;
            }
            Plan::new(&board.goal, &cell.settings(metric, pruning))
                .map_err(|why| why.to_string())?;
        }
    }
    Ok(())
}

/// Warnings of heuristics that promise nothing to algorithms that rely on them.
fn unproven(cells: &[Cell], metric: MetricName) -> Vec<String> {
    let mut remarks = Vec::new();
    for cell in cells {
        let remark =
            cell.heuristic.as_ref().and_then(|h| overestimate::<Tiles>(&cell.algorithm, h, metric));
        remarks.extend(remark.filter(|remark| !remarks.contains(remark)));
    }
    remarks
}
