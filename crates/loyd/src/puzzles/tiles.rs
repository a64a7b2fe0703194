//! Sliding tiles in the list of puzzles.

#[cfg(feature = "pictures")]
use super::board_picture::board;
use super::parity;
use crate::error::Unreadable;
#[cfg(feature = "enumerate")]
use crate::listed::LevelAudit;
use crate::listed::{Listed, levels_in_keys};
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::task::Task;
#[cfg(feature = "enumerate")]
use loyd_enumerate::{EnumerateError, Request};
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;
use loyd_search::insertion::insertion_sort;
use loyd_search::names::alternatives;
use loyd_search::observe::Cancel;
use loyd_search::puzzle::{Field, Puzzle};
use loyd_search::quote::shortened;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::{Engine, Plan};
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::{
    BuildProgress, Builder, Encoding, Partition, Pattern, PatternTable, catalogue, multi,
};
use loyd_tiles::search::HUMAN;
use loyd_tiles::search::human::cells_of;
use loyd_tiles::solver::{KnownTables, OF_GOAL, Solver, Tiles};
use loyd_tiles::{
    Goal, MetricName, NotationError, Position, Scrambler, Size, Slide, parse_goal, parse_position,
    parse_size,
};
#[cfg(feature = "enumerate")]
use loyd_tiles_enumerate as tiles;
use std::sync::LazyLock;
use std::thread::available_parallelism;

/// The partitions of the catalogue as heuristics, each once: some are of several boards.
static DATABASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<_> = catalogue::CATALOGUE.iter().map(catalogue::Entry::name).collect();
    insertion_sort(&mut names, |a, b| a < b);
    names.dedup();
    names.into_iter().map(|name| format!("pdb:{name}")).collect()
});

impl Listed for Tiles {
    const TITLE: &'static str = "Sliding tiles on a board of any size";
    const NOUN: &'static str = "board";
    const SHAPE: &'static str = "4x4";
    const HAS_SIZES: bool = true;
    const GOAL: &'static str = "blank-last";
    const GOALS: &'static [(&'static str, &'static str)] = &[
        ("blank-last", "tiles: the tiles in order, then the blank"),
        ("blank-first", "tiles: the blank, then the tiles in order"),
    ];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = &[
        ("single", "tiles: a move slides one tile"),
        ("multi", "tiles: a move slides one or more tiles of the blank's row or column"),
    ];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("width", "columns of the board"),
        ("height", "rows of the board"),
        ("goal", "the goal, in reading order, 0 for the blank"),
        ("tiles", "the board, in reading order, 0 for the blank"),
    ];
    const MOVES: &'static str = "the solution: the directions in which tiles slide";
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] = &[];
    const FACTS: &'static [&'static str] = &["parity", "blank_distance"];

    #[cfg(feature = "pictures")]
    fn picture(task: &Task<Self>, style: &Style) -> Option<Scene> {
        Some(board(task, style))
    }

    fn inverse(slide: Slide, _of: &Position) -> Option<Slide> {
        Some(slide.inverse())
    }

    /// The goal: there are too many goals for one of them to be the solved position.
    fn origin(task: &Task<Self>) -> Position {
        task.goal.clone()
    }

    /// The tiles in reading order, 0 for the blank.
    fn numbers(position: &Position) -> Vec<u16> {
        position.tiles().to_vec()
    }

    fn from_numbers(shape: &str, numbers: &[u16]) -> Result<Position, String> {
        let size = parse_size(shape).map_err(|why| why.to_string())?;
        let tiles: Vec<u64> = numbers.iter().map(|&tile| tile.into()).collect();
        Position::new(size, &tiles).map_err(|why| why.to_string())
    }

    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, Unreadable> {
        let size = size(shape)?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| wrong_goal(&why))?.unwrap_or_default();
        let of_goal = goal.size().filter(|_| size.is_none());
        let fitting = of_goal.and_then(|size| parse_position(text, Some(size)).ok());
        let start = match fitting {
            Some(start) => start,
            None => parse_position(text, size).map_err(|why| wrong_position(&why))?,
        };
        let goal = goal.position(start.size()).ok_or_else(|| Unreadable::TwoShapes {
            noun: Self::NOUN,
            start: start.size().to_string(),
            goal: of_goal.map_or_else(|| "another".to_owned(), |size| size.to_string()),
        })?;
        Ok(Task { start, goal })
    }

    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        parse_size(shape).map(|size| size.to_string()).map_err(|why| wrong_shape(&why))
    }

    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Unreadable> {
        let size = shape.and_then(|shape| parse_size(shape).ok());
        parse_goal(goal, size).map(drop).map_err(|why| wrong_goal(&why))
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        let size = size(shape)?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| wrong_goal(&why))?.unwrap_or_default();
        let Some(size) = size.or(goal.size()) else { return Ok(None) };
        let other = || Unreadable::OtherShape { noun: Self::NOUN, shape: size.to_string() };
        goal.position(size).map(Some).ok_or_else(other)
    }

    /// None for a goal that admits several boards.
    fn facts(task: &Task<Self>) -> Vec<Field> {
        if task.goal.is_board() { parity::facts(task) } else { Vec::new() }
    }

    /// A slide of several tiles counts as this many single ones, as it is that many moves in a row.
    fn length(moves: &[Slide], metric: MetricName) -> u32 {
        match metric {
            MetricName::Single => moves.iter().map(|slide| u32::from(slide.count)).sum(),
            MetricName::Multi => moves.len() as u32,
        }
    }

    fn other_goal(task: &Task<Self>) -> Option<String> {
        Goal::reachable_from(&task.start).map(|goal| goal.to_string())
    }

    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        DATABASES.iter().map(|name| (&name[..], "pattern databases, added up")).collect()
    }

    fn databases(heuristic: &HeuristicSpec) -> Vec<(String, bool)> {
        let names = heuristic.databases().iter().map(|database| &database.partition);
        names
            .filter(|name| *name != OF_GOAL)
            .map(|name| (name.clone(), catalogue::named(name).next().is_none()))
            .collect()
    }

    fn intermediate_goals(goal: &Position, algorithm: &str) -> Option<Vec<Vec<usize>>> {
        let spec = AlgorithmSpec::parse(algorithm, &Self::algorithms()).ok()?;
        if spec.name != HUMAN {
            return None;
        }
        let goals = spec.parameters.get().unwrap_or_default();
        cells_of(&goals, goal.size(), goal.blank()).ok()
    }

    fn patterns(plan: &Plan<Self>) -> String {
        let cells = |pattern: &Pattern| {
            let cells: Vec<String> = pattern.cells().iter().map(ToString::to_string).collect();
            cells.join(" ")
        };
        let patterns = plan.partitions.iter().flat_map(Partition::patterns);
        patterns.map(cells).collect::<Vec<_>>().join("/")
    }

    fn pattern_values(engine: &dyn Engine<Self>, position: &Position) -> Vec<(Vec<u16>, u32)> {
        let solver = engine.as_any().downcast_ref::<Solver>();
        let values = solver.map_or_else(Vec::new, |solver| solver.pattern_values(position));
        values.into_iter().map(|part| (part.tiles, part.value)).collect()
    }

    #[cfg(feature = "enumerate")]
    fn level_audit(
        engine: &dyn Engine<Self>,
        threads: usize,
        memory: u64,
    ) -> Option<LevelAudit<'_, Self>> {
        let solver = engine.as_any().downcast_ref::<Solver>()?;
        // Small boards do not suit the engine.
        let plan = tiles::audit::AuditPlan::new(
            &solver.plan().goal,
            solver.plan().metric,
            threads,
            memory,
        )
        .ok()?;
        let (states, memory) = (plan.states(), plan.memory());
        let run = Box::new(move |limit: &_, progress: &mut (dyn FnMut(&_) + Send)| {
            let audited = plan.run(solver, limit, progress)?;
            Ok((audited.findings, audited.distance, audited.stopped))
        });
        Some(LevelAudit { states, memory, run })
    }

    fn build_table(
        table: &PatternTable,
        _metric: MetricName,
        tables: &mut KnownTables,
        watch: &(dyn Fn(&str, f64) + Sync),
    ) {
        if tables.contains(table) {
            return;
        }
        let KnownTables { single, multi: lines } = tables;
        let PatternTable { pattern, encoding } = table;
        let name = format!("{} tiles of a {} board", pattern.tiles(), pattern.size());
        let (threads, cancel) = (available_parallelism().map_or(1, usize::from), Cancel::new());
        let mut report_progress =
            |report: &BuildProgress| watch(&name, report.done as f64 / report.states.max(1) as f64);
        match encoding {
            Encoding::Bit | Encoding::Excess => {
                let Ok(builder) = Builder::new(pattern.size(), pattern.tiles(), threads) else {
                    return;
                };
                single.extend(builder.additive(pattern, *encoding, &cancel, &mut report_progress));
            }
            Encoding::Class => {
                let table = multi::build_watched(pattern, threads, &cancel, &mut report_progress);
                lines.extend(table.map(|built| built.table));
            }
        }
    }

    /// A start is the cell of the blank, with the tiles in order: other orders have the same levels. It can also be a
    /// goal that admits several boards.
    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Position, Unreadable> {
        if let Some(goal) = start_of_several(shape, start)? {
            return Ok(goal);
        }
        let missing = || Unreadable::Shape { reason: "say which size, such as 4x3".to_owned() };
        let size = size(shape)?.ok_or_else(missing)?;
        let cell = cell(start, size).map_err(|reason| Unreadable::Start { reason })?;
        Ok(Position::blank_on(size, cell))
    }

    fn start_title(start: &Position) -> String {
        if start.is_board() {
            return format!("blank starts on cell {}", start.blank());
        }
        format!("from {}", start.to_line())
    }

    fn start_cell(start: &Position) -> Option<usize> {
        start.is_board().then(|| start.blank())
    }

    #[cfg(feature = "enumerate")]
    fn plan_levels(request: &Request<Self>) -> Result<loyd_enumerate::Plan<Self>, EnumerateError> {
        if request.start.is_board() {
            tiles::plan(request)
        } else {
            loyd_enumerate::Plan::new(request)
        }
    }

    levels_in_keys!();
}

/// The start that a text describes, if it is a goal that admits several boards.
fn start_of_several(
    shape: Option<&str>,
    start: Option<&str>,
) -> Result<Option<Position>, Unreadable> {
    let Some(text) = start.filter(|text| text.contains('?') || alternatives(text).len() > 1) else {
        return Ok(None);
    };
    let wrong = |reason: String| Unreadable::Start { reason };
    let size = size(shape)?;
    let goal = parse_goal(text, size).map_err(|why| wrong(why.to_string()))?;
    let size = size.or(goal.size());
    let missing = || wrong("say which size, such as 4x3".to_owned());
    let position = goal.position(size.ok_or_else(missing)?);
    let position = position.ok_or_else(|| wrong("the start has another size".to_owned()))?;
    if position.is_board() {
        return Err(wrong("it is a single board: write the cell of its blank".to_owned()));
    }
    Ok(Some(position))
}

/// The cell that the text of a start names; the last one without a text.
fn cell(start: Option<&str>, size: Size) -> Result<usize, String> {
    let cell = match start.map(|text| text.trim().to_ascii_lowercase()).as_deref() {
        None | Some("corner") => size.last_cell(),
        // A board of one cell has no other.
        Some("edge") => 1,
        Some("centre" | "center") => {
            (size.height() - 1) / 2 * size.width() + (size.width() - 1) / 2
        }
        Some(number) => number.parse().map_err(|_| {
            format!(
                "'{}' is not a start: write corner, edge, centre, or the number of a cell from 0, such as 5",
                shortened(number)
            )
        })?,
    };
    if cell < size.cells() {
        return Ok(cell);
    }
    Err(format!("cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1))
}

fn size(shape: Option<&str>) -> Result<Option<Size>, Unreadable> {
    shape.map(parse_size).transpose().map_err(|why| wrong_shape(&why))
}

fn wrong_shape(why: &NotationError) -> Unreadable {
    Unreadable::Shape { reason: why.to_string() }
}

fn wrong_goal(why: &NotationError) -> Unreadable {
    Unreadable::Goal { reason: why.to_string(), shapes: shapes(why) }
}

fn wrong_position(why: &NotationError) -> Unreadable {
    Unreadable::Position { reason: why.to_string(), shapes: shapes(why) }
}

/// The sizes that the board might have.
fn shapes(why: &NotationError) -> Vec<String> {
    why.sizes().iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_cells() {
        let size = Size::new(4, 3).expect("a size");
        let cell = |text: &str| cell(Some(text), size);
        assert_eq!(cell("corner"), Ok(11));
        assert_eq!(cell("edge"), Ok(1));
        assert_eq!(cell("centre"), Ok(5));
        assert_eq!(cell("7"), Ok(7));
        assert!(cell("middle").is_err() && cell("-1").is_err());
        let outside = "cell 12 is not on a 4x3 board: its cells are 0 to 11";
        assert_eq!(cell("12"), Err(outside.to_owned()));
    }
}
