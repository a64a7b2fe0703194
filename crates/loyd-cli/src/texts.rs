//! The texts and drawings of a puzzle on the command line: columns, forms of arguments and files, pictures
//! of positions.

use crate::enumerations::{Enumerations, EveryPuzzle};
use crate::exit::Failure;
use crate::pdb::TableCommands;
use loyd::choices::Choices;
use loyd::erased::{self, AnySolvers, AnyTask, Chosen};
use loyd::{CachedTables, PuzzleName, Unreadable};
use loyd_lab::sets::Set;
use ratatui::text::Line;
use serde_json::Value;

/// Columns with their contents, or names with their meanings.
pub(crate) type Columns = &'static [(&'static str, &'static str)];

/// The keys by which a puzzle is played on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keys {
    /// Arrows slide a tile.
    Arrows,
    /// Letters turn faces, capital ones backwards.
    Faces,
    /// Moves are written and end with Enter.
    Words,
}

/// The texts of a puzzle. The defaults are those of a puzzle of one shape.
pub(crate) trait PuzzleTexts: Sync {
    fn puzzle(&self) -> PuzzleName;

    /// The shape of random positions for algorithms that may be slow.
    fn small_shape(&self) -> &'static str {
        self.puzzle().puzzle().facts().shape
    }

    /// Solvers with tables of the cache, and with the heuristics that earlier runs chose.
    ///
    /// # Errors
    /// The name in the choices that the puzzle does not have.
    fn solvers(
        &self,
        choices: &Choices<'_>,
        tables: CachedTables,
        boards: (usize, &[Chosen]),
    ) -> Result<Box<dyn AnySolvers>, loyd::Error> {
        erased::solvers(self.puzzle(), choices, tables, boards)
    }

    /// The published levels from a start.
    fn published(&self, _start: &dyn AnyTask, _metric: &str) -> Option<Vec<u64>> {
        None
    }

    /// The arguments of `loyd enumerate` for a start.
    fn arguments(&self, start: &dyn AnyTask) -> String {
        format!("{}{}", start.shape(), unless_usual(start, "--start"))
    }

    /// The command that solves positions for a goal, without the positions; `metric` is its option.
    fn solve_command(&self, goal: &dyn AnyTask, metric: &str) -> String {
        let (shape, goal) = (goal.shape(), unless_usual(goal, "--goal"));
        format!("loyd solve --puzzle {shape}{metric}{goal}")
    }

    /// The enumerations of the puzzle.
    fn enumerations(&self) -> &'static dyn Enumerations {
        &EveryPuzzle
    }

    /// The heuristics that a comparison has by default: all but the weakest, if there are several.
    fn compared(&self) -> String {
        let heuristics = self.puzzle().puzzle().heuristics(false);
        let weakest = usize::from(heuristics.len() > 1);
        let names: Vec<&str> = heuristics.iter().skip(weakest).map(|facts| facts.name).collect();
        names.join(",")
    }

    /// Heuristics that are written with parameters.
    fn heuristic_forms(&self) -> Columns {
        &[]
    }

    /// The commands of its tables, if it has tables in the cache.
    fn tables(&self) -> Option<&'static dyn TableCommands> {
        None
    }

    /// The options that name a shape.
    fn shape_options(&self, shape: &str) -> String {
        format!("--puzzle {shape}")
    }

    /// The width and height that a shape, or else a goal that is a position, has.
    fn sides(&self, _shape: Option<&str>, _goal: Option<&str>) -> Option<(usize, usize)> {
        None
    }

    /// A position as lines for people; `colour` permits codes of a terminal.
    fn as_text(&self, task: &dyn AnyTask, _colour: bool) -> String {
        task.start() + "\n"
    }

    /// The position in a line of a file, without comments and numbers around it.
    fn content<'a>(&self, line: &'a str) -> &'a str {
        line.split('#').next().unwrap_or_default()
    }

    /// The [facts](loyd::Listed::FACTS) of a position as lines for people.
    fn facts_text(&self, _facts: &[(&'static str, Value)]) -> String {
        String::new()
    }

    /// True if an argument can name a file that holds a position.
    fn has_position_files(&self) -> bool {
        false
    }

    /// True if a text of several lines is one position, not a list.
    fn is_one_text(&self, _text: &str) -> bool {
        false
    }

    /// True if arguments are the parts of one position, not one position each.
    fn is_one_position(&self, _arguments: &[String]) -> bool {
        false
    }

    /// True if a field of the first line of a file is the name of a column, not part of a position.
    fn is_column_name(&self, field: &str) -> bool {
        let columns = self.puzzle().puzzle().facts().columns;
        columns.iter().any(|name| field.eq_ignore_ascii_case(name))
    }

    /// The keys by which it is played.
    fn keys(&self) -> Keys {
        Keys::Words
    }

    /// Draws a position for the terminal. Marks pieces that are as in the goal, and those that the last
    /// move changed since `before`. The default has no marks.
    fn draw(&self, task: &dyn AnyTask, _before: Option<&dyn AnyTask>) -> Vec<Line<'static>> {
        self.as_text(task, false).lines().map(|line| Line::raw(line.to_owned())).collect()
    }
}

/// The texts of a puzzle without special ones.
pub(crate) struct PlainTexts(pub(crate) PuzzleName);

impl PuzzleTexts for PlainTexts {
    fn puzzle(&self) -> PuzzleName {
        self.0
    }
}

/// The option for a position that is its own goal, unless it is the default goal.
fn unless_usual(position: &dyn AnyTask, option: &str) -> String {
    let usual = position.has_goal(position.puzzle().puzzle().facts().goal);
    let start = position.start();
    let quote = if start.contains(char::is_whitespace) { "\"" } else { "" };
    if usual { String::new() } else { format!(" {option} {quote}{start}{quote}") }
}

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

/// Refuses a set of positions of another puzzle.
///
/// # Errors
/// If `puzzle` is not that of the set.
pub(crate) fn check_set(set: Set, puzzle: PuzzleName) -> Result<(), Failure> {
    let why = format!("{} has positions of {}", set.info().0, set.puzzle().name());
    only_of(set.puzzle(), puzzle, "--set", &why)
}

/// Refuses an option of positions of another puzzle.
///
/// # Errors
/// If `puzzle` is not the one that the option is for.
pub(crate) fn only_of(
    of: PuzzleName,
    puzzle: PuzzleName,
    option: &str,
    why: &str,
) -> Result<(), Failure> {
    if puzzle == of {
        return Ok(());
    }
    Err(Failure::input(format!("{option}: {why}, and --puzzle says {}", puzzle.name())))
}
