//! The subject of a comparison: groups of boards, and for each the algorithms with their heuristics.

use crate::error::Error;
use crate::grid;
use loyd::PuzzleName;
use loyd::choices::{SearchChoices, pruning_text};
use loyd::erased::{AnyTask, Metric};
use loyd_report::document::Field;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::PruningChoice;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// A position with its goal.
#[derive(Clone, Debug)]
pub struct Board {
    /// The id in its group.
    pub id: String,
    /// The position and the goal.
    pub task: Arc<dyn AnyTask>,
    /// The length of a shortest solution, if it is published.
    pub published: Option<u32>,
}

/// Positions of one shape that are averaged over.
#[derive(Clone, Debug)]
pub struct Group {
    /// "3x3", or "korf100".
    pub name: String,
    /// The shape of the positions.
    pub shape: String,
    /// The source of the positions.
    pub origin: String,
    /// The positions.
    pub boards: Vec<Board>,
}

/// One algorithm with one heuristic on one group: the subject of a row of the tables.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The index of the group.
    pub group: usize,
    /// The algorithm.
    pub algorithm: AlgorithmSpec,
    /// The name of the heuristic; `None` where the algorithm takes none.
    pub heuristic: Option<String>,
}

impl Cell {
    /// "astar, manhattan"
    pub fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.to_string(),
        }
    }

    /// Algorithm and heuristic, as fields of a table.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let heuristic = self.heuristic.as_deref().unwrap_or("–");
        vec![Field::words(self.algorithm.to_string()), Field::words(heuristic)]
    }
}

/// True if the choice of a heuristic makes a difference to an algorithm: those of single puzzles have their own
/// or none.
pub(crate) fn is_informed(algorithm: &AlgorithmSpec) -> bool {
    algorithm.name.info().informed && !matches!(algorithm.name, AlgorithmName::Own(_))
}

/// The puzzle and the rules of all searches of an experiment.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The puzzle.
    pub puzzle: PuzzleName,
    /// The metric.
    pub metric: Metric,
    /// The pruning of move strings.
    pub pruning: PruningChoice,
}

impl Rules {
    /// The rules with the default pruning, in the default metric unless one is named.
    ///
    /// # Errors
    /// If the puzzle has no metric of that name.
    pub fn new(puzzle: PuzzleName, metric: Option<&str>) -> Result<Self, Error> {
        let metric = puzzle.puzzle().metric(metric)?;
        Ok(Self { puzzle, metric, pruning: PruningChoice::Auto })
    }

    /// The choices of a search by name.
    pub fn choices(&self, algorithm: &AlgorithmSpec, heuristic: Option<&str>) -> SearchChoices {
        SearchChoices {
            metric: Some(self.metric.name.clone()),
            algorithm: Some(algorithm.to_string()),
            heuristic: heuristic.map(str::to_owned),
            pruning: pruning_text(self.pruning),
            moves: None,
        }
    }

    /// The choices of the searches of a cell.
    pub(crate) fn of_cell(&self, cell: &Cell) -> SearchChoices {
        self.choices(&cell.algorithm, cell.heuristic.as_deref())
    }
}

/// The limits of each run. Stored comparisons contain the names of these fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time of a search.
    pub time: Option<Duration>,
    /// The number of expanded states.
    pub nodes: Option<u64>,
    /// Bytes for the lists of all runs that run at once.
    pub memory: u64,
    /// Runs that run at once.
    pub at_once: usize,
}

impl Default for Limits {
    /// A gibibyte for lists, and one run at a time.
    fn default() -> Self {
        Self { time: None, nodes: None, memory: 1 << 30, at_once: 1 }
    }
}

/// The searches of an experiment, and how each is run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The puzzle, the metric and the pruning.
    pub rules: Rules,
    /// The positions.
    pub groups: Vec<Group>,
    /// The algorithms and heuristics.
    pub cells: Vec<Cell>,
    /// The limits of each run.
    pub limits: Limits,
    /// Runs of each search before those that are measured.
    pub warmup: u32,
    /// Runs of each search.
    pub repeats: u32,
    /// Omissions and notes for the reader of the figures.
    pub remarks: Vec<String>,
}

impl Experiment {
    /// The searches of a grid on all boards, each run once within the default limits.
    ///
    /// # Errors
    /// If a heuristic of the grid is unavailable for every group.
    pub fn new(groups: Vec<Group>, grid: &Grid) -> Result<Self, Error> {
        let (cells, remarks) = grid.cells(&groups)?;
        let (rules, limits) = (grid.rules.clone(), Limits::default());
        Ok(Self { rules, groups, cells, limits, warmup: 0, repeats: 1, remarks })
    }

    /// Sets the limits and the number of runs of each search.
    ///
    /// # Errors
    /// [`Error::Memory`] if runs at once share too little.
    pub fn limited(self, limits: Limits, repeats: u32) -> Result<Self, Error> {
        const MIN: u64 = 1 << 20;
        if limits.memory / (limits.at_once as u64) < MIN {
            return Err(Error::Memory { at_once: limits.at_once });
        }
        Ok(Self { limits, repeats, ..self })
    }

    /// A position in a sentence: "board".
    pub fn noun(&self) -> &'static str {
        self.rules.puzzle.puzzle().facts().noun
    }

    /// The number of runs: of each board of each cell, with repeats.
    pub fn runs(&self) -> usize {
        let boards = self.cells.iter().map(|cell| self.groups[cell.group].boards.len());
        boards.sum::<usize>() * self.repeats as usize
    }

    /// True if a heuristic needs tables.
    pub fn has_databases(&self) -> bool {
        let puzzle = self.rules.puzzle.puzzle();
        let mut heuristics = self.cells.iter().filter_map(|cell| cell.heuristic.as_deref());
        heuristics.any(|name| puzzle.databases(name).is_ok_and(|tables| !tables.is_empty()))
    }

    /// True if the heuristic of a cell never overestimates.
    pub(crate) fn is_admissible(&self, cell: &Cell) -> bool {
        let choices = self.rules.of_cell(cell);
        self.rules.puzzle.puzzle().is_admissible(&choices.names()).unwrap_or(false)
    }

    /// A text that is the same for the same experiment; stored comparisons contain its fingerprint.
    pub fn identity(&self) -> String {
        let mut text = format!(
            "loyd {}\n{} {:?} {:?}\n",
            env!("CARGO_PKG_VERSION"),
            self.rules.metric.name,
            self.rules.pruning,
            self.limits
        );
        // Comparisons without repeats mean what they meant before there were any.
        if self.repeats > 1 {
            let _ = writeln!(text, "{} runs of each search", self.repeats);
        }
        for group in &self.groups {
            let _ = writeln!(text, "group {} {}", group.name, group.shape);
            for Board { id, task, .. } in &group.boards {
                let _ = writeln!(text, "{id}: {} -> {}", task.start(), task.goal());
            }
        }
        for cell in &self.cells {
            let _ = writeln!(text, "cell {} {}", cell.group, cell.name());
        }
        text
    }
}

/// The entries of the two lists, under the rules of their searches.
#[derive(Clone, Debug)]
pub struct Grid {
    rules: Rules,
    algorithms: Vec<AlgorithmSpec>,
    heuristics: Vec<String>,
    external: ExternalHeuristics,
}

/// Heuristics of the program, which the puzzle does not have.
#[derive(Clone, Debug)]
pub struct ExternalHeuristics {
    /// Their names.
    pub names: Vec<String>,
    /// The reason why an algorithm cannot have them, if it cannot.
    pub check: fn(&AlgorithmSpec) -> Result<(), String>,
}

impl Default for ExternalHeuristics {
    fn default() -> Self {
        Self { names: Vec::new(), check: |_| Ok(()) }
    }
}

impl Grid {
    /// Reads lists such as `astar,wastar(1.5|3)` and `manhattan,linear-conflict`.
    ///
    /// # Errors
    /// The list that cannot be read, or has a name that the puzzle does not have.
    pub fn parse(rules: Rules, algorithms: &str, heuristics: &str) -> Result<Self, Error> {
        Self::parse_with(rules, algorithms, heuristics, ExternalHeuristics::default())
    }

    /// Works as [`parse`](Self::parse) does, with heuristics of the program; then the list of heuristics may be
    /// empty.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_with(
        rules: Rules,
        algorithms: &str,
        heuristics: &str,
        external: ExternalHeuristics,
    ) -> Result<Self, Error> {
        let puzzle = rules.puzzle.puzzle();
        let algorithms = grid::expand(algorithms).map_err(Error::Algorithms)?;
        let heuristics = if heuristics.is_empty() && !external.names.is_empty() {
            Vec::new()
        } else {
            grid::expand(heuristics).map_err(Error::Heuristics)?
        };
        let names = loyd::algorithms();
        let algorithm = |text: &String| {
            AlgorithmSpec::parse(text, &names).map_err(|why| Error::Algorithms(why.to_string()))
        };
        let algorithms: Vec<AlgorithmSpec> =
            algorithms.iter().map(algorithm).collect::<Result<_, _>>()?;
        let heuristic = |text: &String| {
            let name = puzzle.heuristic(Some(text));
            let name = name.map_err(|why| Error::Heuristics(why.to_string()))?;
            name.ok_or_else(|| Error::Heuristics(format!("{text} is not the name of a heuristic")))
        };
        let heuristics = heuristics.iter().map(heuristic).collect::<Result<_, _>>()?;
        for algorithm in &algorithms {
            let check = puzzle.check_algorithm(algorithm);
            check.map_err(|why| Error::Algorithms(why.to_string()))?;
        }
        Ok(Self { rules, algorithms, heuristics, external })
    }

    /// The cells of the grid over all groups, and remarks on omissions. An algorithm without a heuristic
    /// appears once; an unavailable heuristic of a group is omitted.
    ///
    /// # Errors
    /// If a heuristic is unavailable for every group.
    pub fn cells(&self, groups: &[Group]) -> Result<(Vec<Cell>, Vec<String>), Error> {
        let (mut cells, mut remarks) = (Vec::new(), Vec::new());
        let heuristics = || self.heuristics.iter().chain(&self.external.names);
        let mut available = vec![None; heuristics().count()];
        let mut push = |cell: Cell| {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        };
        for (group, boards) in groups.iter().enumerate() {
            let goals = goals(boards);
            for algorithm in &self.algorithms {
                let algorithm = algorithm.clone();
                if !is_informed(&algorithm) {
                    push(Cell { group, algorithm, heuristic: None });
                    continue;
                }
                for (index, heuristic) in heuristics().enumerate() {
                    let heuristic = Some(heuristic.clone());
                    let cell = Cell { group, algorithm: algorithm.clone(), heuristic };
                    match self.check(&cell, &goals) {
                        Ok(()) => {
                            available[index] = Some(Ok(()));
                            push(cell);
                        }
                        Err(why) => {
                            let remark = format!("{}: {why}; left out there.", boards.name);
                            if !remarks.contains(&remark) {
                                remarks.push(remark);
                            }
                            available[index].get_or_insert(Err(why.to_string()));
                        }
                    }
                }
            }
        }
        if let Some(why) = available.into_iter().find_map(|check| check?.err()) {
            return Err(Error::Unavailable(why));
        }
        remarks.extend(self.overestimates(&cells)?);
        Ok((cells, remarks))
    }

    fn is_external(&self, cell: &Cell) -> bool {
        cell.heuristic.as_ref().is_some_and(|name| self.external.names.contains(name))
    }

    /// Refuses a heuristic that is unavailable for one of the goals.
    fn check(&self, cell: &Cell, goals: &[&dyn AnyTask]) -> Result<(), loyd::Error> {
        let puzzle = self.rules.puzzle.puzzle();
        if self.is_external(cell) {
            let check = (self.external.check)(&cell.algorithm);
            return check.map_err(|reason| loyd::Error::Heuristic { reason });
        }
        let databases = cell.heuristic.as_deref().map_or(Ok(Vec::new()), |it| puzzle.databases(it));
        // Files with drawings are read when the tables are made.
        if databases?.into_iter().any(|(_, is_file)| is_file) {
            return Ok(());
        }
        let choices = self.rules.of_cell(cell);
        goals.iter().try_for_each(|goal| puzzle.check_plan(*goal, &choices.names()))
    }

    /// Warnings about inadmissible heuristics of algorithms that require admissible ones.
    fn overestimates(&self, cells: &[Cell]) -> Result<Vec<String>, Error> {
        let puzzle = self.rules.puzzle.puzzle();
        let mut remarks = Vec::new();
        for cell in cells.iter().filter(|cell| !self.is_external(cell)) {
            let remark = puzzle.overestimate(&self.rules.of_cell(cell).names())?;
            remarks.extend(remark.filter(|remark| !remarks.contains(remark)));
        }
        Ok(remarks)
    }
}

/// A board for each goal of a group.
fn goals(group: &Group) -> Vec<&dyn AnyTask> {
    let mut goals: Vec<(String, &dyn AnyTask)> = Vec::new();
    for board in &group.boards {
        let goal = board.task.goal();
        if !goals.iter().any(|(other, _)| *other == goal) {
            goals.push((goal, &*board.task));
        }
    }
    goals.into_iter().map(|(_, task)| task).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::random;

    #[test]
    fn stored_comparisons_are_recognised() {
        let rules = Rules::new(PuzzleName::Tiles, None).expect("a metric");
        let grid = Grid::parse(rules, "bfs,wastar(1.5|3)", "manhattan").expect("names");
        let groups = vec![random(PuzzleName::Tiles, "2x2", 1, 1, None).expect("boards")];
        let experiment = Experiment::new(groups, &grid).expect("cells");
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let experiment = experiment.limited(limits, 3).expect("memory");
        let expected = format!(
            "loyd {}\nsingle Auto Limits {{ time: Some(1s), nodes: None, memory: 1073741824, at_once: 1 }}\n\
             3 runs of each search\ngroup 2x2 2x2\n1: {} -> 1 2 3 0\n\
             cell 0 bfs\ncell 0 wastar(1.5), manhattan\ncell 0 wastar(3), manhattan\n",
            env!("CARGO_PKG_VERSION"),
            experiment.groups[0].boards[0].task.start(),
        );
        assert_eq!(experiment.identity(), expected);
    }
}
