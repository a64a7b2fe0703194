//! The puzzles of this program: the one file that names them all.
//!
//! Commands are written over a [`Family`]; [`for_puzzle!`](crate::puzzles::for_puzzle) runs them with
//! the one that `--puzzle` names.

use crate::drawing;
use crate::exit::Failure;
use crate::partitions::Named;
use crate::tables::Tables;
use crate::task::Task;
use clap::{Args, ValueEnum};
use loyd::names::did_you_mean;
use loyd::puzzle::Puzzle;
use loyd::quote::quoted;
use loyd::solver::Settings;
use loyd_cube::Stickers;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_store::Encoding;
use loyd_store::tables::Loaded;
use loyd_tiles::heuristic::{HeuristicSpec, UnknownHeuristic};
use loyd_tiles::pdb::{Pattern, catalogue};
use loyd_tiles::solver::{KnownTables, Plan, Tiles};
use loyd_tiles::{
    Goal, MetricName, NotationError, Position, parse_goal, parse_position, parse_size,
};
use ratatui::text::Line;

/// A puzzle by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum PuzzleName {
    /// Sliding tiles on a board of any size.
    #[default]
    Tiles,
    /// The 2x2x2 cube.
    Cube2,
}

/// Runs an expression with the type of a puzzle.
macro_rules! for_puzzle {
    ($name:expr, $puzzle:ident => $body:expr) => {
        match $name {
            $crate::puzzles::PuzzleName::Tiles => {
                type $puzzle = loyd_tiles::solver::Tiles;
                $body
            }
            $crate::puzzles::PuzzleName::Cube2 => {
                type $puzzle = loyd_cube::cube2::TwoByTwo;
                $body
            }
        }
    };
}
pub(crate) use for_puzzle;

/// The metrics of all puzzles, with what a move is in them.
pub(crate) const METRICS: &[(&str, &str)] = &[
    ("single", "tiles: a move slides one tile"),
    ("multi", "tiles: a move slides one or more tiles of the blank's row or column"),
    ("half", "cubes: a move turns a face by a quarter or a half"),
    ("quarter", "cubes: a move turns a face by a quarter"),
];

/// Refuses a text that names no heuristic of any puzzle.
pub(crate) fn check_heuristic(name: &str) -> Result<(), UnknownHeuristic> {
    let of_cubes = name.parse::<<TwoByTwo as Puzzle>::Heuristic>();
    name.parse::<HeuristicSpec>().map(drop).or_else(|why| of_cubes.map(drop).map_err(|_| why))
}

/// The puzzle that a file names.
///
/// # Errors
/// If this program does not have it.
pub(crate) fn named(name: &str) -> Result<PuzzleName, Failure> {
    PuzzleName::from_str(name, false)
        .map_err(|_| Failure::input(format!("{} is no puzzle of this loyd", quoted(name))))
}

/// The name of a puzzle, as files and options have it.
pub(crate) fn name(puzzle: PuzzleName) -> &'static str {
    for_puzzle!(puzzle, P => P::NAME)
}

/// Which puzzle.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PuzzleArgs {
    /// The puzzle; a size alone means `tiles`.
    #[arg(
        long,
        value_name = "NAME",
        value_enum,
        default_value = "tiles",
        help_heading = "Boards",
        hide_possible_values = true
    )]
    pub(crate) puzzle: PuzzleName,
}

/// The hints of a puzzle that only a command line can give, and its tables in the cache.
pub(crate) trait Family: Puzzle {
    /// Reads a position and its goal, each as the user wrote it.
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, String>;

    /// Refuses a shape that no position can have.
    fn check_shape(shape: &str) -> Result<(), String>;

    /// Refuses a goal that no position can have.
    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Failure>;

    /// The width and height that a shape, or else a goal that is a position, tells.
    fn sides(shape: Option<&str>, goal: Option<&str>) -> Option<(usize, usize)>;

    /// The advice for a position that cannot reach its goal, but another goal with a name.
    fn other_goal(task: &Task<Self>) -> Option<String>;

    /// Whether arguments are the parts of one position, and not a position each.
    fn is_one_position(arguments: &[String]) -> bool;

    /// Adds the partitions that a heuristic names by tiles or files.
    fn define(settings: &mut Settings<Self>, goal: &Self::Position) -> Result<(), Failure>;

    /// Whether a table is in the cache, as far as names tell.
    fn is_at_hand(tables: &Tables, key: &Self::TableKey, metric: Self::Metric) -> bool;

    /// Takes a table from the cache, or builds and keeps it, unless it is among those `made`.
    fn find_table(
        tables: &mut Tables,
        key: &Self::TableKey,
        metric: Self::Metric,
        made: &mut Self::Tables,
    ) -> Result<(), Failure>;

    /// Draws a position for the terminal, marking what is as in `target`, where a search is going,
    /// and what the last move changed since `before`.
    fn draw(
        position: &Self::Position,
        target: &Self::Position,
        before: Option<&Self::Position>,
    ) -> Vec<Line<'static>>;

    /// The patterns of a plan, as text: they must be the same for a search to go on.
    fn patterns(plan: &loyd::solver::Plan<Self>) -> String;
}

/// The error, and the option that helps.
pub(crate) fn advised(why: &NotationError) -> String {
    let sizes: Vec<String> = why.sizes().iter().map(ToString::to_string).collect();
    if sizes.is_empty() {
        return why.to_string();
    }
    format!("{why}: say which size it is, with --size {}", sizes.join(" or "))
}

impl Family for Tiles {
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, String> {
        let size = shape.map(parse_size).transpose().map_err(|why| why.to_string())?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| format!("the goal: {}", advised(&why)))?.unwrap_or_default();
        let of_goal = match &goal {
            Goal::Board(goal) if size.is_none() => Some(goal.size()),
            _ => None,
        };
        let fitting = of_goal.and_then(|size| parse_position(text, Some(size)).ok());
        let start = match fitting {
            Some(start) => start,
            None => parse_position(text, size).map_err(|why| advised(&why))?,
        };
        let goal = goal.position(start.size()).ok_or_else(|| {
            let of = of_goal.map_or_else(|| "another".to_owned(), |size| size.to_string());
            format!("the board is {} and the goal {of}: they must be of one size", start.size())
        })?;
        Ok(Task { start, goal })
    }

    fn check_shape(shape: &str) -> Result<(), String> {
        parse_size(shape).map(drop).map_err(|why| why.to_string())
    }

    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Failure> {
        let size = shape.and_then(|shape| parse_size(shape).ok());
        let goal = parse_goal(goal, size);
        goal.map(drop).map_err(|why| Failure::input(format!("the goal: {}", advised(&why))))
    }

    fn sides(shape: Option<&str>, goal: Option<&str>) -> Option<(usize, usize)> {
        let of_goal = || match parse_goal(goal?, None).ok()? {
            Goal::Board(position) => Some(position.size()),
            Goal::BlankLast | Goal::BlankFirst => None,
        };
        let size = shape.and_then(|shape| parse_size(shape).ok()).or_else(of_goal)?;
        Some((size.width(), size.height()))
    }

    fn other_goal(task: &Task<Self>) -> Option<String> {
        let other = Goal::reachable_from(&task.start)?;
        Some(format!("; to {other} it can be solved: add --goal {other}"))
    }

    fn is_one_position(arguments: &[String]) -> bool {
        const LONGEST_TILE: usize = 3;
        let separates = |c: char| matches!(c, ' ' | ',' | '/' | ';' | '|' | '\n' | '\t');
        // A separator alone is a token too: 1 2 / 3 0.
        let token = |text: &String| !text.trim().contains(separates) || text.chars().all(separates);
        arguments.iter().all(token)
            && arguments.iter().any(|text| text.trim().len() <= LONGEST_TILE)
    }

    fn define(settings: &mut Settings<Self>, goal: &Position) -> Result<(), Failure> {
        let databases = settings.heuristic.iter().flat_map(|spec| spec.databases().to_vec());
        for name in databases.collect::<Vec<_>>() {
            if catalogue::named(&name).next().is_none() {
                let on = Goal::Board(goal.clone());
                let Named { name, partition } = Named::parse(&name, Some(goal.size()), Some(&on))?;
                settings.partitions.push((name, partition));
            }
        }
        Ok(())
    }

    fn is_at_hand(tables: &Tables, pattern: &Pattern, metric: MetricName) -> bool {
        tables.is_at_hand(pattern, Encoding::for_searches(metric))
    }

    fn find_table(
        tables: &mut Tables,
        pattern: &Pattern,
        metric: MetricName,
        made: &mut KnownTables,
    ) -> Result<(), Failure> {
        let encoding = Encoding::for_searches(metric);
        let KnownTables { single, multi } = made;
        let known = match encoding {
            Encoding::Class => multi.iter().any(|table| table.pattern() == pattern),
            Encoding::Bit | Encoding::Excess => {
                single.iter().any(|table| table.pattern() == pattern)
            }
        };
        if !known {
            match tables.find(pattern, encoding)?.loaded {
                Loaded::Bit(table) => single.push(table),
                Loaded::Class(table) => multi.push(table),
                Loaded::Excess(_) => {}
            }
        }
        Ok(())
    }

    fn draw(
        position: &Position,
        target: &Position,
        before: Option<&Position>,
    ) -> Vec<Line<'static>> {
        drawing::tiles::draw(position, target, before)
    }

    fn patterns(plan: &Plan) -> String {
        let cells = |pattern: &Pattern| {
            let cells: Vec<String> = pattern.cells().iter().map(ToString::to_string).collect();
            cells.join(" ")
        };
        let patterns = plan.partitions.iter().flat_map(loyd_tiles::pdb::Partition::patterns);
        patterns.map(cells).collect::<Vec<_>>().join("/")
    }
}

impl Family for TwoByTwo {
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, String> {
        let start = Self::parse(text, shape).map_err(|why| why.to_string())?;
        let goal = Self::goal(goal, &start).map_err(|why| format!("the goal: {why}"))?;
        Ok(Task { start, goal })
    }

    fn check_shape(shape: &str) -> Result<(), String> {
        Err(format!("{} has no size {shape}", Self::NAME))
    }

    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Failure> {
        if let Some(shape) = shape {
            return Err(Failure::input(format!("--size {shape} is for tiles: leave it out")));
        }
        let goal = Self::parse(goal, None);
        goal.map(drop).map_err(|why| Failure::input(format!("the goal: {why}")))
    }

    fn sides(_shape: Option<&str>, _goal: Option<&str>) -> Option<(usize, usize)> {
        None
    }

    fn other_goal(_task: &Task<Self>) -> Option<String> {
        None
    }

    fn is_one_position(arguments: &[String]) -> bool {
        // R U F' without quotes.
        const LONGEST_TURN: usize = 3;
        arguments.len() > 1 && arguments.iter().all(|text| text.trim().len() <= LONGEST_TURN)
    }

    fn define(_settings: &mut Settings<Self>, _goal: &Self::Position) -> Result<(), Failure> {
        Ok(())
    }

    fn is_at_hand(_tables: &Tables, _key: &Self::TableKey, _metric: Self::Metric) -> bool {
        false
    }

    fn find_table(
        _tables: &mut Tables,
        _key: &Self::TableKey,
        _metric: Self::Metric,
        _made: &mut Self::Tables,
    ) -> Result<(), Failure> {
        Ok(())
    }

    fn draw(&position: &Cube2, &target: &Cube2, before: Option<&Cube2>) -> Vec<Line<'static>> {
        let before = before.copied().map(Stickers::from);
        drawing::cube::draw(&position.into(), &target.into(), before.as_ref())
    }

    fn patterns(_plan: &loyd::solver::Plan<Self>) -> String {
        String::new()
    }
}

/// The metric that a text names; the default one without a text.
///
/// # Errors
/// If the puzzle has no such metric.
pub(crate) fn metric<P: Puzzle>(name: Option<&str>) -> Result<P::Metric, Failure> {
    let Some(name) = name else { return Ok(P::Metric::default()) };
    let found = P::METRICS.iter().find(|metric| metric.to_string() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<String> = P::METRICS.iter().map(ToString::to_string).collect();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        Failure::input(format!("{} is no metric of {}: {hint}", quoted(name), P::NAME))
    })
}

/// The heuristic that a text names; `None` is `auto`.
///
/// # Errors
/// If the puzzle has no such heuristic.
pub(crate) fn heuristic<P: Puzzle>(name: Option<&str>) -> Result<Option<P::Heuristic>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let parsed = name.parse::<P::Heuristic>();
    parsed.map(Some).map_err(|why| Failure::input(why.to_string()))
}
