//! The puzzle that the command line names, and the puzzles beside tiles.

mod cube2;
mod cube3;
mod cube_drawing;
mod definition_file;
mod published;
mod twisty;

use crate::exit::Failure;
use crate::names::Offered;
use clap::Args;
use clap::builder::TypedValueParser;
use loyd::names::did_you_mean;
use loyd::puzzle::Puzzle;
use loyd::quote::quoted;
use loyd_facade::{Listed, PuzzleName, for_puzzle};
use std::fmt;

/// A value parser for the names of puzzles, of shapes with a name, and of definition files.
pub(crate) fn parser() -> impl TypedValueParser<Value = Which> {
    let puzzles = PuzzleName::ALL.iter().map(|puzzle| (puzzle.name(), puzzle.title()));
    let shapes = loyd_facade::named_shapes().into_iter().map(|(_, name, summary)| (name, summary));
    Offered(puzzles.chain(shapes).collect()).try_map(|text| Which::named(&text))
}

/// The option that names the puzzle.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PuzzleArgs {
    /// The puzzle: `tiles`; `cube2` and `cube3`, the 2x2x2 and the 3x3x3 cube; `pyraminx`, `skewb`,
    /// `megaminx`; or any twisty puzzle by its definition, FILE.json or FILE.def [default: tiles].
    #[arg(
        id = "puzzle",
        long,
        value_name = "NAME|FILE",
        value_parser = parser(),
        default_value = PuzzleName::default().name(),
        hide_default_value = true,
        help_heading = "Boards",
        hide_possible_values = true
    )]
    pub(crate) which: Which,
}

impl PuzzleArgs {
    /// The puzzle.
    pub(crate) fn puzzle(&self) -> PuzzleName {
        self.which.puzzle
    }

    /// The shape that the size tells, if any, or else the puzzle.
    pub(crate) fn shape(&self, size: Option<String>) -> Option<String> {
        size.or_else(|| self.which.shape.clone())
    }
}

/// An argument that names a puzzle or a shape.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Which {
    pub(crate) puzzle: PuzzleName,
    /// The shape, if the puzzle has several.
    pub(crate) shape: Option<String>,
}

impl Which {
    /// Reads the name of a puzzle, of a shape, or of a definition file.
    fn named(text: &str) -> Result<Self, String> {
        if let Some(defined) = definition_file::read(text) {
            let (puzzle, shape) = defined?;
            return Ok(Self { puzzle, shape: Some(shape) });
        }
        let named = loyd_facade::named_shapes().into_iter().find(|(_, name, _)| *name == text);
        if let Some((puzzle, name, _)) = named {
            return Ok(Self { puzzle, shape: Some(name.to_owned()) });
        }
        let puzzles = PuzzleName::ALL.iter().map(|puzzle| puzzle.name());
        let shapes = loyd_facade::named_shapes().into_iter().map(|(_, name, _)| name);
        let all: Vec<&str> = puzzles.chain(shapes).collect();
        let puzzle = PuzzleName::named(text);
        let puzzle = puzzle.map_err(|_| did_you_mean(text, all.iter().copied()))?;
        Ok(Self { puzzle, shape: None })
    }

    /// Reads a shape, the name of a puzzle that has only one, or a definition file; `example` is a
    /// shape.
    pub(crate) fn parse(text: &str, example: &str) -> Result<Self, String> {
        if let Some(defined) = definition_file::read(text) {
            let (puzzle, shape) = defined?;
            return Ok(Self { puzzle, shape: Some(shape) });
        }
        let same = |puzzle: &PuzzleName| puzzle.name().eq_ignore_ascii_case(text.trim());
        let Some(puzzle) = PuzzleName::ALL.iter().copied().find(same) else {
            let (puzzle, shape) = loyd_facade::shape(text).map_err(|why| why.to_string())?;
            return Ok(Self { puzzle, shape: Some(shape) });
        };
        match for_puzzle!(puzzle, P => P::HAS_SIZES.then_some(P::NOUN)) {
            Some(noun) => Err(format!("say the size of the {noun}, such as {example}")),
            None => Ok(Self { puzzle, shape: None }),
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shape.as_deref().unwrap_or(self.puzzle.name()))
    }
}

/// The puzzle, beside one of this name, whose positions a column of a table holds.
pub(crate) fn of_column(column: &str) -> Option<&'static str> {
    let holds = |columns: &[&str]| columns.iter().any(|known| known.eq_ignore_ascii_case(column));
    PuzzleName::ALL
        .iter()
        .find_map(|&puzzle| for_puzzle!(puzzle, P => holds(P::COLUMNS).then_some(P::NAME)))
}

/// The puzzle that a file names.
///
/// # Errors
/// If this program does not have it.
pub(crate) fn named(name: &str) -> Result<PuzzleName, Failure> {
    PuzzleName::named(name)
        .map_err(|_| Failure::input(format!("{} is no puzzle of this loyd", quoted(name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_of_tiles_and_a_name_of_its_puzzle() {
        let shape = Some("4x3".to_owned());
        let parse = |text| Which::parse(text, "4x4");
        assert_eq!(parse("4x3"), Ok(Which { puzzle: PuzzleName::Tiles, shape }));
        assert_eq!(parse("cube2"), Ok(Which { puzzle: PuzzleName::Cube2, shape: None }));
        for bad in ["tiles", "cube", "4", "0x4", ""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
