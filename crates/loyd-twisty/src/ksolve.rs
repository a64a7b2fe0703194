//! Definitions in the text form of the program ksolve.
//!
//! ```text
//! Name NAME
//! Set ORBIT PIECES ORIENTATIONS            once for each orbit, before the rest
//! Solved                                   missing orbits are in order
//!   ORBIT  pieces  [ orientations ]
//! End
//! Move NAME                                missing orbits are not moved
//!   ORBIT  permutation  [ orientations ]
//! End
//! ```
//!
//! Pieces and slots are numbered from 1. After a move, the piece in slot i is the one that was in
//! slot p = `permutation[i]`, twisted by the entry *p* of the orientations. Orientations that are
//! missing are 0. A `#` begins a comment.
//!
//! Two extensions of the program twsearch are read as well: the orientation `?` of a solved piece is
//! one that is ignored, and `StartState` and `MoveTransformation` are `Solved` and `Move` with
//! numbers from 0 and twists by the slot to which a piece goes. Blocks that change which sequences of
//! moves are allowed (`Block`, `ForbiddenPairs`, …) are refused, as the puzzle would be another one;
//! commands that do not define the puzzle (`Ignore`, `Multiplicators`, `ParallelMoves`) are skipped.

use crate::error::DefinitionError;
use crate::source::{ChangeSource, MoveSource, OrbitSource, PatternSource, Source};
use loyd_search::quote::quoted;
use std::iter::Peekable;

/// A word and its line, from 1.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
}

impl Word<'_> {
    fn wrong(self, reason: impl Into<String>) -> DefinitionError {
        DefinitionError::Line { line: self.line, reason: reason.into() }
    }
}

pub(crate) fn parse(text: &str) -> Result<Source, DefinitionError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.enumerate().flat_map(|(number, line)| {
        line.split_whitespace().map(move |text| Word { text, line: number + 1 })
    });
    let mut parser = Parser { words: words.peekable(), line: 1 };
    let mut source = Source { may_omit: true, ..Source::default() };
    let (mut named, mut solved) = (false, false);
    while let Some(command) = parser.words.next() {
        parser.line = command.line;
        match command.text {
            "Name" if named => return Err(command.wrong("there are two names")),
            "Name" => {
                named = true;
                let mut words = Vec::new();
                while let Some(word) = parser.words.next_if(|word| word.line == command.line) {
                    words.push(word.text);
                }
                source.name = words.join(" ");
            }
            "Set" if solved || !source.moves.is_empty() => {
                return Err(command.wrong("all sets are defined first"));
            }
            "Set" => source.orbits.push(parser.set()?),
            "Solved" | "StartState" if solved => {
                return Err(command.wrong("the solved state is defined twice"));
            }
            "Solved" | "StartState" => {
                solved = true;
                source.pattern = parser.pattern(&source.orbits)?;
            }
            "Move" | "MoveTransformation" => {
                let name = parser.word("the name of the move")?.text.to_owned();
                if source.moves.iter().any(|known| known.name == name) {
                    return Err(DefinitionError::Twice { what: "move", name });
                }
                let old = command.text == "Move";
                let orbits = parser.changes(&source.orbits)?;
                let first = u64::from(old);
                source.moves.push(MoveSource { name, orbits, first, by_origin: old });
            }
            "Ignore" | "Multiplicators" | "ParallelMoves" => parser.skip()?,
            "Block" | "ForbiddenPairs" | "ForbiddenGroups" | "Illegal" => {
                return Err(command.wrong(format!(
                    "{} restricts which moves may be made, which is not supported",
                    command.text
                )));
            }
            other => {
                return Err(command.wrong(format!("{} is not a command", quoted(other))));
            }
        }
    }
    Ok(source)
}

struct Parser<'a, I: Iterator<Item = Word<'a>>> {
    words: Peekable<I>,
    line: usize,
}

impl<'a, I: Iterator<Item = Word<'a>>> Parser<'a, I> {
    fn word(&mut self, what: &str) -> Result<Word<'a>, DefinitionError> {
        let word = self.words.next().ok_or_else(|| DefinitionError::Line {
            line: self.line,
            reason: format!("the text ends where {what} is expected"),
        })?;
        self.line = word.line;
        Ok(word)
    }

    fn number(&mut self, what: &str) -> Result<u64, DefinitionError> {
        let word = self.word(what)?;
        let wrong = |_| word.wrong(format!("{} is not {what}", quoted(word.text)));
        word.text.parse().map_err(wrong)
    }

    fn set(&mut self) -> Result<OrbitSource, DefinitionError> {
        let name = self.word("the name of the set")?.text.to_owned();
        let pieces = self.number("the number of pieces")?;
        let orientations = self.number("the number of orientations")?;
        Ok(OrbitSource { name, pieces, orientations })
    }

    /// The number of pieces of the orbit that begins here; `None` at the end of the block.
    fn orbit(
        &mut self,
        orbits: &[OrbitSource],
        seen: &mut Vec<&'a str>,
    ) -> Result<Option<(&'a str, usize)>, DefinitionError> {
        let word = self.word("the name of a set, or End,")?;
        if word.text == "End" {
            return Ok(None);
        }
        let orbit = orbits.iter().find(|orbit| orbit.name == word.text);
        let Some(orbit) = orbit else {
            return Err(word.wrong(format!("there is no set {}", quoted(word.text))));
        };
        if seen.contains(&word.text) {
            return Err(word.wrong(format!("the set {} is here twice", quoted(word.text))));
        }
        seen.push(word.text);
        Ok(Some((word.text, usize::try_from(orbit.pieces).unwrap_or(usize::MAX))))
    }

    fn numbers(&mut self, count: usize, what: &str) -> Result<Vec<u64>, DefinitionError> {
        // Nothing is reserved: the count is not checked yet, and the text ends soon enough.
        let mut numbers = Vec::new();
        while numbers.len() < count {
            numbers.push(self.number(what)?);
        }
        Ok(numbers)
    }

    /// True if the next word is an orientation, not the name of a set.
    fn has_orientation(&mut self) -> bool {
        let begins =
            |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit() || c == '?');
        self.words.peek().is_some_and(begins)
    }

    fn pattern(
        &mut self,
        orbits: &[OrbitSource],
    ) -> Result<Vec<(String, PatternSource)>, DefinitionError> {
        let (mut pattern, mut seen) = (Vec::new(), Vec::new());
        while let Some((name, count)) = self.orbit(orbits, &mut seen)? {
            let mut source = PatternSource {
                pieces: self.numbers(count, "a piece")?,
                ..PatternSource::default()
            };
            if self.has_orientation() {
                for _ in 0..count {
                    let word = self.word("an orientation")?;
                    let ignored = word.text == "?";
                    let wrong =
                        |_| word.wrong(format!("{} is not an orientation", quoted(word.text)));
                    let orientation = if ignored { 0 } else { word.text.parse().map_err(wrong)? };
                    source.orientation.push(orientation);
                    source.moduli.push(u64::from(ignored));
                }
            } else {
                source.orientation = vec![0; count];
            }
            pattern.push((name.to_owned(), source));
        }
        Ok(pattern)
    }

    fn changes(
        &mut self,
        orbits: &[OrbitSource],
    ) -> Result<Vec<(String, ChangeSource)>, DefinitionError> {
        let (mut changes, mut seen) = (Vec::new(), Vec::new());
        while let Some((name, count)) = self.orbit(orbits, &mut seen)? {
            let permutation = self.numbers(count, "a slot")?;
            let delta = if self.has_orientation() {
                self.numbers(count, "an orientation")?
            } else {
                vec![0; count]
            };
            changes.push((name.to_owned(), ChangeSource { permutation, delta }));
        }
        Ok(changes)
    }

    /// Skips to the end of a block.
    fn skip(&mut self) -> Result<(), DefinitionError> {
        while self.word("End")?.text != "End" {}
        Ok(())
    }
}
