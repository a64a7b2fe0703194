//! Moves that are made of other moves.

use crate::error::{DefinitionError, MAX_DERIVED_TURNS};
use crate::notation::{is_rotation, name_and_amount, parse_turns};
use crate::source::DerivedSource;
use crate::transformation::Transformation;
use crate::turn::Turn;
use std::collections::HashMap;

/// A move of a definition, basic or derived.
#[derive(Clone, Debug)]
pub(crate) struct NamedMove {
    /// The name as written, with an amount if it has one.
    pub(crate) name: String,
    pub(crate) transformation: Transformation,
    /// True if it is made of several moves, turns of the whole puzzle not counted, or of none, and the text does not
    /// make it one move.
    pub(crate) is_notation: bool,
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
}

/// A move with its parts.
#[derive(Clone, Debug)]
struct Part {
    transformation: Transformation,
    /// The number of basic moves that it makes, turns of the whole puzzle not counted.
    turns: usize,
}

/// All moves: the basic ones, then the derived ones, in order.
///
/// # Errors
/// If one cannot be read, names an unknown move, or is made of itself.
pub(crate) fn evaluate(
    basic: &[(String, Transformation, usize)],
    derived: &[DerivedSource],
    orientations: &[u8],
) -> Result<Vec<NamedMove>, DefinitionError> {
    let mut evaluator = Evaluator {
        known: HashMap::new(),
        texts: derived.iter().map(|of| (&of.name[..], of)).collect(),
        orientations,
        turns: 0,
    };
    let mut moves = Vec::new();
    for (name, transformation, line) in basic {
        let rotates = name_and_amount(name).is_some_and(|(name, _)| is_rotation(&name));
        let (transformation, turns) = (transformation.clone(), usize::from(!rotates));
        let part = Part { transformation: transformation.clone(), turns };
        evaluator.known.insert(name.clone(), Some(part));
        let name = name.clone();
        moves.push(NamedMove { name, transformation, is_notation: rotates, line: *line });
    }
    // Some files define a basic move once more.
    let new = |of: &&DerivedSource| basic.iter().all(|(known, ..)| *known != of.name);
    for DerivedSource { name, is_move, line, .. } in derived.iter().filter(new) {
        let part = evaluator.find(name, name)?;
        let is_notation = !is_move && part.turns != 1;
        let (name, transformation) = (name.clone(), part.transformation);
        moves.push(NamedMove { name, transformation, is_notation, line: *line });
    }
    Ok(moves)
}

struct Evaluator<'a> {
    /// Moves by their names as written; `None` for a move that is being evaluated.
    known: HashMap<String, Option<Part>>,
    texts: HashMap<&'a str, &'a DerivedSource>,
    orientations: &'a [u8],
    /// Moves that the derived moves are made of so far.
    turns: usize,
}

impl Evaluator<'_> {
    /// A move; `user` is the derived move in which it occurs. The depth of recursion is at most the
    /// number of moves.
    fn find(&mut self, name: &str, user: &str) -> Result<Part, DefinitionError> {
        let wrong = |reason: String| self.wrong(user, reason);
        match self.known.get(name) {
            Some(Some(part)) => return Ok(part.clone()),
            Some(None) => return Err(wrong(format!("{name} is made of itself"))),
            None => {}
        }
        let Some((&name, &derived)) = self.texts.get_key_value(name) else {
            return Err(wrong(format!("unknown move {name}")));
        };
        self.known.insert(name.to_owned(), None);
        let turns = parse_turns(&derived.moves);
        let turns = turns.map_err(|error| self.wrong(name, error.to_string()))?;
        self.turns += turns.len();
        if self.turns > MAX_DERIVED_TURNS {
            let reason = format!("derived moves are made of more than {MAX_DERIVED_TURNS} moves");
            return Err(self.wrong(name, reason));
        }
        let transformation = Transformation::identity(self.orientations.len());
        let mut product = Part { transformation, turns: 0 };
        for turn in turns {
            let (part, times) = self.part(turn, name)?;
            let power = part.transformation.power(times.into(), self.orientations);
            product.transformation = product.transformation.then(&power, self.orientations);
            product.turns += part.turns;
        }
        if derived.is_move {
            product.turns = 1;
        }
        self.known.insert(name.to_owned(), Some(product.clone()));
        Ok(product)
    }

    /// The error that a derived move is wrong.
    fn wrong(&self, name: &str, reason: String) -> DefinitionError {
        let line = self.texts.get(name).map_or(0, |derived| derived.line);
        DefinitionError::Derived { name: name.to_owned(), reason }.on_line(line)
    }

    /// The move that a turn is a power of, and the power: a name as written comes first.
    fn part(&mut self, turn: Turn, user: &str) -> Result<(Part, i16), DefinitionError> {
        let is_known = |evaluator: &Self, name: &str| {
            evaluator.known.contains_key(name) || evaluator.texts.contains_key(name)
        };
        for (written, times) in [(turn, 1), (turn.inverse(), -1)] {
            let written = written.to_string();
            if is_known(self, &written) {
                return Ok((self.find(&written, user)?, times));
            }
        }
        Ok((self.find(turn.name(), user)?, turn.amount()))
    }
}
