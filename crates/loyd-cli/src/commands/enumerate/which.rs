//! The puzzle that is enumerated, as one argument: a size of tiles, or a name.

use crate::puzzles::{self, PuzzleName};
use clap::ValueEnum;
use loyd_tiles::parse_size;
use std::fmt;

/// A puzzle, and its shape if it has several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Which {
    pub(crate) puzzle: PuzzleName,
    pub(crate) shape: Option<String>,
}

impl Which {
    /// A value parser.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match PuzzleName::from_str(text.trim(), true) {
            Ok(PuzzleName::Tiles) => Err("say the size of the board, such as 4x4".to_owned()),
            Ok(puzzle) => Ok(Self { puzzle, shape: None }),
            Err(_) => {
                let size = parse_size(text).map_err(|why| why.to_string())?;
                Ok(Self { puzzle: PuzzleName::Tiles, shape: Some(size.to_string()) })
            }
        }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shape.as_deref().unwrap_or(puzzles::name(self.puzzle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_of_tiles_and_a_name_of_its_puzzle() {
        let shape = Some("4x3".to_owned());
        assert_eq!(Which::parse("4x3"), Ok(Which { puzzle: PuzzleName::Tiles, shape }));
        assert_eq!(Which::parse("cube2"), Ok(Which { puzzle: PuzzleName::Cube2, shape: None }));
        for bad in ["tiles", "cube", "4", "0x4", ""] {
            assert!(Which::parse(bad).is_err(), "{bad}");
        }
    }
}
