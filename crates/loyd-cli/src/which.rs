//! The puzzle that the command line names.

use crate::exit::Failure;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use loyd::puzzle::Puzzle;
use loyd::quote::quoted;
use loyd_facade::{Listed, PuzzleName, for_puzzle};
use std::fmt;

/// A value parser for the names of puzzles.
pub(crate) fn parser() -> impl TypedValueParser<Value = PuzzleName> {
    let value = |puzzle: &PuzzleName| PossibleValue::new(puzzle.name()).help(puzzle.title());
    let values: Vec<_> = PuzzleName::ALL.iter().map(value).collect();
    PossibleValuesParser::new(values).try_map(|name| PuzzleName::named(&name))
}

/// The option that names the puzzle.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PuzzleArgs {
    /// The puzzle: `tiles`, or `cube2` and `cube3`, the 2x2x2 and the 3x3x3 cube [default: tiles].
    #[arg(
        long,
        value_name = "NAME",
        value_parser = parser(),
        default_value = PuzzleName::default().name(),
        hide_default_value = true,
        help_heading = "Boards",
        hide_possible_values = true
    )]
    pub(crate) puzzle: PuzzleName,
}

/// An argument that names a puzzle or a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Which {
    pub(crate) puzzle: PuzzleName,
    /// The shape, if the puzzle has several.
    pub(crate) shape: Option<String>,
}

impl Which {
    /// Reads a shape, or the name of a puzzle that has only one; `example` is a shape.
    pub(crate) fn parse(text: &str, example: &str) -> Result<Self, String> {
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
