//! The puzzle that the command line names.

use crate::definition_file;
use crate::exit::Failure;
use crate::names::Offered;
use clap::Args;
use clap::builder::TypedValueParser;
use loyd::{PuzzleName, Unreadable};
use loyd_search::names::did_you_mean;
use loyd_search::quote::quoted;
use std::fmt;

/// A value parser for the names of puzzles, of shapes with a name, and of definition files.
pub(crate) fn parser() -> impl TypedValueParser<Value = Which> {
    let puzzles = PuzzleName::ALL.iter().map(|puzzle| (puzzle.name(), puzzle.title()));
    let shapes = loyd::named_shapes().into_iter().map(|(_, name, summary)| (name, summary));
    Offered(puzzles.chain(shapes).collect()).try_map(|text| Which::named(&text))
}

/// The option that names the puzzle.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PuzzleArgs {
    /// The puzzle: `tiles`, `cube2`, `cube3`, `pyraminx`, `skewb`, `megaminx`, the definition of a
    /// twisty puzzle, FILE.json, FILE.def or FILE.tws, or a file of edges, FILE.csv or FILE.parquet [default: tiles].
    #[arg(
        id = "puzzle",
        long,
        value_name = "NAME|FILE",
        value_parser = parser(),
        default_value = PuzzleName::default().name(),
        hide_default_value = true,
        help_heading = "Positions",
        hide_possible_values = true
    )]
    pub(crate) which: Which,
}

impl PuzzleArgs {
    pub(crate) fn puzzle(&self) -> PuzzleName {
        self.which.puzzle
    }

    /// The shape: that of the size, else that of the puzzle.
    pub(crate) fn shape(&self, size: Option<&str>) -> Option<String> {
        size.map(str::to_owned).or_else(|| self.which.shape.clone())
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
        let named = loyd::named_shapes().into_iter().find(|(_, name, _)| *name == text);
        if let Some((puzzle, name, _)) = named {
            return Ok(Self { puzzle, shape: Some(name.to_owned()) });
        }
        if loyd::begins_like_shape(text) {
            let (puzzle, shape) = loyd::shape(text).map_err(|why| why.to_string())?;
            return Ok(Self { puzzle, shape: Some(shape) });
        }
        let all = names();
        if let Some(square) = loyd::square_of(text) {
            return Ok(Self { puzzle: PuzzleName::default(), shape: Some(square) });
        }
        let puzzle = PuzzleName::named(text);
        let puzzle = puzzle.map_err(|_| {
            let names = did_you_mean(text, all.iter().copied());
            if text.contains('.') { with_endings(&names) } else { names }
        })?;
        Ok(Self { puzzle, shape: None })
    }

    /// Reads a shape, the name of a puzzle that has only one, or a definition file; `example` is a
    /// shape.
    pub(crate) fn parse(text: &str, example: &str) -> Result<Self, String> {
        if let Some(defined) = definition_file::read(text) {
            let (puzzle, shape) = defined?;
            return Ok(Self { puzzle, shape: Some(shape) });
        }
        let Ok(puzzle) = PuzzleName::named(text) else {
            let (puzzle, shape) = loyd::shape(text).map_err(|why| with_names(text, &why))?;
            return Ok(Self { puzzle, shape: Some(shape) });
        };
        let facts = puzzle.puzzle().facts();
        if facts.has_sizes {
            return Err(format!("say the size of the {}, such as {example}", facts.noun));
        }
        Ok(Self { puzzle, shape: None })
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shape.as_deref().unwrap_or(self.puzzle.name()))
    }
}

/// The shape of a puzzle with only some moves, as an option lists them in one or several values.
///
/// # Errors
/// The part of the list that is not a move.
pub(crate) fn with_moves(
    puzzle: PuzzleName,
    shape: Option<&str>,
    moves: &[String],
) -> Option<Result<String, Failure>> {
    let shape = puzzle.puzzle().with_moves(shape, &moves.join(","))?;
    Some(shape.map_err(|why| Failure::input(format!("--moves: {why}"))))
}

/// The shape of an enumeration with only some moves, if any are listed.
///
/// # Errors
/// The part of the list that is not a move, and a puzzle whose enumerations make all moves.
pub(crate) fn enumerated(
    puzzle: PuzzleName,
    shape: Option<String>,
    moves: &[String],
) -> Result<Option<String>, Failure> {
    if moves.is_empty() {
        return Ok(shape);
    }
    let none = || {
        Failure::input(
            "--moves lists moves of twisty puzzles: enumerate skewb, or for cubes twisty2x2x2 or \
             twisty3x3x3",
        )
    };
    with_moves(puzzle, shape.as_deref(), moves).ok_or_else(none)?.map(Some)
}

/// The names of all puzzles, and of all shapes with a name.
fn names() -> Vec<&'static str> {
    let puzzles = PuzzleName::ALL.iter().map(|puzzle| puzzle.name());
    puzzles.chain(loyd::named_shapes().into_iter().map(|(_, name, _)| name)).collect()
}

/// The reason why a text is not a shape, with a similar name.
fn with_names(text: &str, why: &Unreadable) -> String {
    if text.contains('.') || text.contains('/') {
        return with_endings(&why.to_string());
    }
    let similar = Some(did_you_mean(text, names().into_iter()))
        .filter(|hint| hint.starts_with("did you mean"));
    similar.map_or_else(|| why.to_string(), |hint| format!("{why}; {hint}"))
}

/// An error about a text that may be meant as a file of a definition.
fn with_endings(why: &str) -> String {
    let endings = definition_file::ENDINGS.map(|ending| format!(".{ending}")).join(", ");
    format!("{why}; the name of a definition file ends with {endings}")
}

/// The puzzle, beside one of this name, whose positions a column of a table holds.
pub(crate) fn of_column(column: &str) -> Option<&'static str> {
    let mut puzzles = PuzzleName::ALL.iter().map(|puzzle| puzzle.puzzle().facts());
    let holds = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(column));
    puzzles.find(|facts| holds(facts.columns)).map(|facts| facts.name)
}

/// The puzzle that a file names.
///
/// # Errors
/// If this program does not have it.
pub(crate) fn named(name: &str) -> Result<PuzzleName, Failure> {
    PuzzleName::named(name)
        .map_err(|_| Failure::input(format!("{} is not a puzzle of this loyd", quoted(name))))
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
        for cube in ["cube", "3x3x3", "Rubik"] {
            assert_eq!(parse(cube), Ok(Which { puzzle: PuzzleName::Cube3, shape: None }), "{cube}");
        }
        let shape = Some("4x4".to_owned());
        assert_eq!(parse("15-puzzle"), Ok(Which { puzzle: PuzzleName::Tiles, shape }));
        for bad in ["tiles", "cubes", "4", "0x4", ""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
