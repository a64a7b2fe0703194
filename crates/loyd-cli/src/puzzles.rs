//! The puzzles of this program: the one file that names them all.
//!
//! Commands are written over a [`Family`]; [`for_puzzle!`](crate::puzzles::for_puzzle) runs them with
//! the one that `--puzzle` names.

mod cube2;
mod parity;
mod tiles;

pub(crate) use tiles::advised;

use crate::commands::audit::levels::Levels;
use crate::exit::Failure;
use crate::record::value;
use crate::tables::Tables;
use crate::task::Task;
use clap::{Args, ValueEnum};
use loyd::names::did_you_mean;
use loyd::puzzle::{Field, Puzzle};
use loyd::quote::{quoted, shortened};
use loyd::solver::{Engine, Settings};
use loyd_tiles::solver::Tiles;
use ratatui::text::Line;
use serde_json::Value;

/// A puzzle by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum PuzzleName {
    /// Sliding tiles on a board of any size.
    #[default]
    Tiles,
    /// The 2x2x2 cube.
    Cube2,
}

impl PuzzleName {
    /// All of them.
    pub(crate) const ALL: [Self; 2] = [Self::Tiles, Self::Cube2];
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
    ("half", "cubes: a move turns a face by any amount"),
    ("quarter", "cubes: a move turns a face by a quarter"),
];

/// Goals with names, and what they are.
pub(crate) const GOALS: &[(&str, &str)] = &[
    ("blank-last", "tiles: the tiles in order, then the blank"),
    ("blank-first", "tiles: the blank, then the tiles in order"),
    ("solved", "cubes: every face of one colour"),
];

/// Refuses a text that names no heuristic of any puzzle, with the hint of the one that has a name
/// like it.
pub(crate) fn check_heuristic(name: &str) -> Result<(), String> {
    const SIMILAR: &str = "did you mean";
    let mut wrong = Vec::new();
    for puzzle in PuzzleName::ALL {
        let why: Option<String> = for_puzzle!(puzzle, P => {
            name.parse::<<P as Puzzle>::Heuristic>().err().map(|why| why.to_string())
        });
        match why {
            None => return Ok(()),
            Some(why) => wrong.push(why),
        }
    }
    let similar = wrong.iter().find(|why| why.contains(SIMILAR)).cloned();
    Err(similar.unwrap_or_else(|| wrong.join("; ")))
}

/// The puzzles, beside one of this name, whose positions a column of a table holds.
pub(crate) fn of_column(column: &str) -> Option<&'static str> {
    let holds = |columns: &[&str]| columns.iter().any(|known| known.eq_ignore_ascii_case(column));
    PuzzleName::ALL
        .into_iter()
        .find_map(|puzzle| for_puzzle!(puzzle, P => holds(P::COLUMNS).then_some(P::NAME)))
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
    /// The puzzle: `tiles`, or `cube2`, the 2x2x2 cube [default: tiles].
    #[arg(
        long,
        value_name = "NAME",
        value_enum,
        default_value = "tiles",
        hide_default_value = true,
        help_heading = "Boards",
        hide_possible_values = true
    )]
    pub(crate) puzzle: PuzzleName,
}

/// The hints of a puzzle that only a command line can give, and its tables in the cache. The
/// defaults are those of a puzzle of one shape, without tables.
pub(crate) trait Family: Puzzle {
    /// A position in a sentence: "board", "cube".
    const NOUN: &'static str;

    /// The shape of positions where nothing tells it.
    const SHAPE: &'static str = Self::NAME;

    /// The same, where many of them are searched by algorithms that may be slow.
    const SMALL_SHAPE: &'static str = Self::SHAPE;

    /// Whether positions have sizes, which `--size` names.
    const HAS_SIZES: bool = false;

    /// The name of the default goal.
    const GOAL: &'static str;

    /// The name of the generator of random positions, which says what a seed means.
    const GENERATOR: &'static str;

    /// The heuristics that a comparison has by default.
    const COMPARED: &'static str;

    /// The columns of a position with its goal where many are listed, and what is in them.
    const LISTED: &'static [(&'static str, &'static str)];

    /// What a column of moves holds.
    const MOVES: &'static str;

    /// The names of [`facts`](Family::facts).
    const FACTS: &'static [&'static str] = &[];

    /// Reads a position and its goal, each as the user wrote it.
    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, String> {
        let start = Self::parse(text, shape).map_err(|why| why.to_string())?;
        let goal = Self::goal(goal, &start).map_err(|why| format!("the goal: {why}"))?;
        Ok(Task { start, goal })
    }

    /// Refuses a shape that no position can have.
    fn check_shape(shape: &str) -> Result<(), String> {
        if shape == Self::NAME {
            return Ok(());
        }
        Err(format!("{} has no sizes: leave {} out", Self::NAME, shortened(shape)))
    }

    /// Refuses a goal that no position can have.
    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Failure> {
        Self::goal_at(shape, Some(goal)).map(drop)
    }

    /// The goal of positions of a shape; `None` if neither the shape nor the goal tells which shape
    /// is meant.
    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Self::Position>, Failure> {
        if let Some(shape) = shape {
            Self::check_shape(shape).map_err(|why| Failure::input(format!("--size: {why}")))?;
        }
        let goal = Self::parse(goal.unwrap_or(Self::GOAL), None);
        goal.map(Some).map_err(|why| Failure::input(format!("the goal: {why}")))
    }

    /// The options that say which shape is meant.
    fn shape_options(shape: &str) -> String {
        if Self::HAS_SIZES { format!("--size {shape}") } else { format!("--puzzle {}", Self::NAME) }
    }

    /// The width and height that a shape, or else a goal that is a position, tells.
    fn sides(_shape: Option<&str>, _goal: Option<&str>) -> Option<(usize, usize)> {
        None
    }

    /// The width and height of a position, where it has them.
    fn size(_position: &Self::Position) -> Option<(usize, usize)> {
        None
    }

    /// A position as lines for people.
    fn shown(position: &Self::Position) -> String {
        Self::format(position) + "\n"
    }

    /// What more is known of a position and its goal, by the names of [`FACTS`](Family::FACTS), and
    /// as a line for people.
    fn facts(_task: &Task<Self>) -> Facts {
        Facts::default()
    }

    /// The length of a sequence of moves, if each is allowed.
    fn length(moves: &[Self::Move], metric: Self::Metric) -> u32 {
        moves.iter().map(|&mv| Self::cost(mv, metric).unwrap_or(1)).sum()
    }

    /// The audit of an engine's heuristic level by level, where an engine of enumeration makes the
    /// levels.
    fn levels(
        _engine: &dyn Engine<Self>,
        _threads: usize,
        _memory: u64,
    ) -> Option<Levels<'_, Self>> {
        None
    }

    /// The advice for a position that cannot reach its goal, but another goal with a name.
    fn other_goal(_task: &Task<Self>) -> Option<String> {
        None
    }

    /// Whether arguments are the parts of one position, and not a position each.
    fn is_one_position(arguments: &[String]) -> bool;

    /// Adds the partitions that a heuristic names by tiles or files.
    fn define(_settings: &mut Settings<Self>, _goal: &Self::Position) -> Result<(), Failure> {
        Ok(())
    }

    /// The pattern databases of a heuristic, by name or file.
    fn databases(_heuristic: &Self::Heuristic) -> Vec<String> {
        Vec::new()
    }

    /// Whether a name of [`databases`](Family::databases) is that of a file.
    fn is_file(_database: &str) -> bool {
        false
    }

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
    fn patterns(_plan: &loyd::solver::Plan<Self>) -> String {
        String::new()
    }
}

/// What is known of a position and its goal beside whether it can be solved.
#[derive(Default)]
pub(crate) struct Facts {
    /// Values in the order of [`Family::FACTS`].
    pub(crate) values: Vec<Field>,
    /// The same as lines for people.
    pub(crate) text: String,
}

/// The columns of [`Family::LISTED`] with their values.
pub(crate) fn listed<P: Family>(start: &P::Position, goal: &str) -> Vec<(&'static str, Value)> {
    let fields = P::fields(start);
    let columns = P::LISTED.iter().map(|&(name, _)| {
        let field = fields.iter().find(|(known, _)| *known == name);
        (name, field.map_or_else(|| goal.into(), |(_, field)| value(field.clone())))
    });
    columns.collect()
}

/// Refuses an option that is for boards of tiles.
///
/// # Errors
/// If the puzzle is another one.
pub(crate) fn only_of_tiles<P: Family>(option: &str, why: &str) -> Result<(), Failure> {
    if P::NAME == Tiles::NAME {
        return Ok(());
    }
    Err(Failure::input(format!("{option}: {why}, and --puzzle says {}", P::NAME)))
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
