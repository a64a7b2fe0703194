//! Patterns of a puzzle in their forms: numbers, JSON, and the blocks of scramble files.

use crate::check::by_orbit;
use crate::definition::Definition;
use crate::error::{DefinitionError, Place};
use crate::ksolve::Parser;
use crate::orbit::Orbit;
use crate::source::{OrbitSource, Pattern, PatternSource};
use loyd_search::quote::quoted;
use std::fmt::Display;

/// The place of an orbit in a pattern.
pub(crate) fn place(orbit: &Orbit) -> Place {
    Place::Pattern(orbit.name().to_owned())
}

/// The error that the pieces of an orbit are wrong.
pub(crate) fn wrong(orbit: &Orbit, reason: impl Into<String>) -> DefinitionError {
    DefinitionError::Pieces { orbit: orbit.name().to_owned(), reason: reason.into() }
}

/// The error that an orbit has no such piece.
pub(crate) fn no_piece(orbit: &Orbit, piece: impl Display) -> DefinitionError {
    wrong(orbit, format!("the orbit has no piece {piece}"))
}

/// The entry of every orbit, in the order of the orbits.
///
/// # Errors
/// If there is an entry of another orbit, or none of one.
pub(crate) fn of_every_orbit<'a>(
    pattern: &'a Pattern,
    orbits: &[Orbit],
) -> Result<Vec<&'a PatternSource>, DefinitionError> {
    let entries = by_orbit(pattern, orbits, |orbit| Place::Pattern(orbit.to_owned()))?;
    let entry = |(orbit, entry): (&Orbit, Option<&'a PatternSource>)| {
        entry.ok_or_else(|| DefinitionError::MissingOrbit { place: place(orbit) })
    };
    orbits.iter().zip(entries).map(entry).collect()
}

/// The parts of the form with numbers, one for each orbit.
///
/// # Errors
/// If there are more or fewer.
pub(crate) fn parts<'a>(text: &'a str, orbits: &[Orbit]) -> Result<Vec<&'a str>, DefinitionError> {
    let parts: Vec<&str> = text.split('|').collect();
    if parts.len() == orbits.len() {
        return Ok(parts);
    }
    Err(DefinitionError::Parts { parts: parts.len(), orbits: orbits.len() })
}

/// Reads the form with numbers.
pub(crate) fn numbers(text: &str, orbits: &[Orbit]) -> Result<Pattern, DefinitionError> {
    let entry = |(orbit, part): (&Orbit, &str)| {
        let number = |text: &str| {
            let not_a_number = |_| wrong(orbit, format!("{} is not a number", quoted(text)));
            text.parse::<u64>().map_err(not_a_number)
        };
        let mut source = PatternSource::default();
        for slot in part.split_whitespace() {
            let (piece, orientation) = slot.split_once('+').unwrap_or((slot, "0"));
            source.pieces.push(number(piece)?);
            source.orientation.push(number(orientation)?);
        }
        Ok((orbit.name().to_owned(), source))
    };
    orbits.iter().zip(parts(text, orbits)?).map(entry).collect()
}

/// A position of a scramble file of twsearch.
pub(crate) enum Scramble {
    /// A block `Scramble`, `ScrambleState` or `StartState`; missing orbits are solved.
    Pattern(Pattern),
    /// Moves of a block `ScrambleAlg`, from the solved puzzle.
    Moves(String),
}

/// True if a text begins like a scramble file.
pub fn is_scramble(text: &str) -> bool {
    let first = Parser::new(text).words.next();
    first.is_some_and(|word| {
        matches!(word.text, "Scramble" | "ScrambleState" | "StartState" | "ScrambleAlg")
    })
}

/// Reads a scramble file, which must have only one scramble.
pub(crate) fn scramble(text: &str, definition: &Definition) -> Result<Scramble, DefinitionError> {
    let orbit = |orbit: &Orbit| OrbitSource {
        name: orbit.name().to_owned(),
        pieces: orbit.slots().len() as u64,
        orientations: orbit.declared.into(),
        line: 0,
    };
    let orbits: Vec<OrbitSource> = definition.orbits().iter().map(orbit).collect();
    let mut parser = Parser::new(text);
    let command = parser.words.expect("a scramble")?;
    // The name of the scramble.
    while parser.words.on_line(command.line).is_some() {}
    let read = if command.text == "ScrambleAlg" {
        let mut moves = Vec::new();
        loop {
            match parser.words.expect("a move, or End,")?.text {
                "End" => break Scramble::Moves(moves.join(" ")),
                turn => moves.push(turn),
            }
        }
    } else {
        let first = u64::from(command.text == "Scramble");
        let mut pattern = parser.pattern(&orbits, first)?;
        for piece in pattern.iter_mut().flat_map(|(_, source)| &mut source.pieces) {
            let number = piece.checked_sub(first);
            let number = number.ok_or_else(|| command.wrong("pieces are numbered from 1"))?;
            *piece = number.saturating_add(definition.first_piece.into());
        }
        Scramble::Pattern(pattern)
    };
    match parser.words.next() {
        Some(more) => Err(more.wrong("a second scramble: keep one in the file")),
        None => Ok(read),
    }
}
