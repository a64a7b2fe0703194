//! The part of a puzzle that only a command line needs: columns, drawings, hints, and its tables in the cache.
//!
//! Commands are written over a [`Family`]; [`for_puzzle!`](loyd::for_puzzle) runs them with the
//! one that `--puzzle` names.

use crate::exit::Failure;
use crate::level_audit::LevelAudit;
use loyd::record::value;
use loyd::{Listed, PuzzleName, TableCache, Unreadable};
use loyd_search::observe::Cancel;
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Engine, Plan, Unavailable};
use ratatui::text::Line;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// The resources for tables, and the folder that keeps them.
pub(crate) struct TableMeans {
    /// The folder that keeps them, if any.
    pub(crate) folder: Option<PathBuf>,
    /// Threads that build them.
    pub(crate) threads: usize,
    /// Bytes that building one may take.
    pub(crate) memory: u64,
    /// No progress and no warnings.
    pub(crate) quiet: bool,
    /// Stops building.
    pub(crate) cancel: Cancel,
    /// The time in which a table must be built, if it is limited.
    pub(crate) time: Option<Duration>,
}

/// A source of moves that lead to positions.
pub(crate) type Scrambles<P> = Box<dyn FnMut(&<P as Puzzle>::Position) -> Option<String>>;

/// A puzzle on the command line. The defaults are those of a puzzle of one shape, without tables.
pub(crate) trait Family: Listed {
    /// The source of its tables.
    type Cache: TableCache<Self, Error: Into<Failure>> + Send;

    /// The shape of random positions that are searched by algorithms that may be slow.
    const SMALL_SHAPE: &'static str = Self::SHAPE;

    /// True if an enumeration that exceeds memory can be completed in files.
    const HAS_FILES: bool = false;

    /// The heuristics that a comparison has by default.
    const COMPARED: &'static str;

    /// The columns of a position with its goal where many are listed, and what is in them.
    const LISTED: &'static [(&'static str, &'static str)];

    /// The contents of a column of moves.
    const MOVES: &'static str = "the solution";

    /// Heuristics that are written with parameters, and what they are.
    const HEURISTIC_FORMS: &'static [(&'static str, &'static str)] = &[];

    /// A source of tables.
    fn cache(means: TableMeans) -> Self::Cache;

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

    /// A position as lines for people; `colour` if they may hold the codes of a terminal.
    fn shown(position: &Self::Position, _colour: bool) -> String {
        Self::format(position) + "\n"
    }

    /// The position in a line of a file, without comments and numbers around it.
    fn content(line: &str) -> &str {
        line.split('#').next().unwrap_or_default()
    }

    /// Moves that lead to positions from the usual goal, where people write positions so.
    ///
    /// # Errors
    /// If there is no memory for the tables that find them.
    fn scrambles() -> Result<Option<Scrambles<Self>>, Unavailable> {
        Ok(None)
    }

    /// The values of [`Listed::FACTS`] as lines for people.
    fn facts_text(_facts: &[(&'static str, Value)]) -> String {
        String::new()
    }

    /// The audit of an engine's heuristic level by level, where an engine of enumeration makes the
    /// levels.
    fn level_audit(
        _engine: &dyn Engine<Self>,
        _threads: usize,
        _memory: u64,
    ) -> Option<LevelAudit<'_, Self>> {
        None
    }

    /// True if arguments are the parts of one position, and not a position each.
    fn is_one_position(_arguments: &[String]) -> bool {
        false
    }

    /// True if a field of the first line of a file is the name of a column, not part of a position.
    fn is_column_name(field: &str) -> bool {
        Self::COLUMNS.iter().any(|known| field.eq_ignore_ascii_case(known))
    }

    /// The pattern databases of a heuristic, by name or file.
    fn databases(_heuristic: &Self::Heuristic) -> Vec<String> {
        Vec::new()
    }

    /// True if a name of [`databases`](Family::databases) is that of a file.
    fn is_file(_database: &str) -> bool {
        false
    }

    /// Draws a position for the terminal, marking what is as in `target`, where a search is going,
    /// and what the last move changed since `before`. The default marks nothing.
    fn draw(
        position: &Self::Position,
        _target: &Self::Position,
        _before: Option<&Self::Position>,
    ) -> Vec<Line<'static>> {
        Self::shown(position, false).lines().map(|line| Line::raw(line.to_owned())).collect()
    }

    /// The patterns of a plan, as text: they must be the same for a search to continue.
    fn patterns(_plan: &Plan<Self>) -> String {
        String::new()
    }
}

/// Solvers with the tables of this program.
pub(crate) type Solvers<P> = loyd::Solvers<P, <P as Family>::Cache>;

/// The message for an unreadable position, goal or shape, with the option that helps.
pub(crate) fn advised(why: &Unreadable) -> String {
    if let Unreadable::Shape { reason } = why {
        return format!("--size: {reason}");
    }
    match why.shapes() {
        [] => why.to_string(),
        shapes => format!("{why}: say which size it is, with --size {}", shapes.join(" or ")),
    }
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

/// Refuses an option that is for positions of another puzzle.
///
/// # Errors
/// If the puzzle is not the one that the option is for.
pub(crate) fn only_of<P: Puzzle>(
    puzzle: PuzzleName,
    option: &str,
    why: &str,
) -> Result<(), Failure> {
    if P::NAME == puzzle.name() {
        return Ok(());
    }
    Err(Failure::input(format!("{option}: {why}, and --puzzle says {}", P::NAME)))
}
