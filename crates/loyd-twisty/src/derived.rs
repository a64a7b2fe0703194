//! Moves that are made of other moves.

use crate::error::DefinitionError;
use crate::notation::{is_rotation, name_and_amount, parse_turns};
use crate::transformation::Transformation;
use crate::turn::Turn;
use std::collections::HashMap;

/// A move of a definition, basic or derived.
#[derive(Clone, Debug)]
pub(crate) struct NamedMove {
    /// The name as written, with an amount if it has one.
    pub(crate) name: String,
    pub(crate) transformation: Transformation,
    /// The number of basic moves that it makes, turns of the whole puzzle not counted.
    pub(crate) turns: usize,
}

/// All moves: the basic ones, then the derived ones, in order.
///
/// # Errors
/// If one cannot be read, names an unknown move, or is made of itself.
pub(crate) fn evaluate(
    basic: &[(String, Transformation)],
    derived: &[(String, String)],
    orientations: &[u8],
) -> Result<Vec<NamedMove>, DefinitionError> {
    let named = basic.iter().map(|(name, transformation)| {
        let rotates = name_and_amount(name).is_some_and(|(name, _)| is_rotation(&name));
        let turns = usize::from(!rotates);
        NamedMove { name: name.clone(), transformation: transformation.clone(), turns }
    });
    let mut moves: Vec<NamedMove> = named.collect();
    let mut evaluator = Evaluator {
        known: moves.iter().map(|basic| (basic.name.clone(), Some(basic.clone()))).collect(),
        texts: derived.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect(),
        orientations,
    };
    // Some files define a basic move once more.
    let new = |name: &String| basic.iter().all(|(known, _)| known != name);
    for (name, _) in derived.iter().filter(|(name, _)| new(name)) {
        moves.push(evaluator.find(name, name)?);
    }
    Ok(moves)
}

struct Evaluator<'a> {
    /// Moves by their names as written; `None` for a move that is being evaluated.
    known: HashMap<String, Option<NamedMove>>,
    texts: HashMap<&'a str, &'a str>,
    orientations: &'a [u8],
}

impl Evaluator<'_> {
    /// A move; `user` is the derived move in which it occurs. The depth of recursion is at most the
    /// number of moves.
    fn find(&mut self, name: &str, user: &str) -> Result<NamedMove, DefinitionError> {
        let wrong = |reason: String| DefinitionError::Derived { name: user.to_owned(), reason };
        match self.known.get(name) {
            Some(Some(named)) => return Ok(named.clone()),
            Some(None) => return Err(wrong(format!("{name} is made of itself"))),
            None => {}
        }
        let Some((&name, &text)) = self.texts.get_key_value(name) else {
            return Err(wrong(format!("there is no move {name}")));
        };
        let wrong = |reason: String| DefinitionError::Derived { name: name.to_owned(), reason };
        self.known.insert(name.to_owned(), None);
        let turns = parse_turns(text).map_err(|error| wrong(error.to_string()))?;
        let mut named = NamedMove {
            name: name.to_owned(),
            transformation: Transformation::identity(self.orientations.len()),
            turns: 0,
        };
        for turn in turns {
            let (part, times) = self.part(turn, name)?;
            let power = part.transformation.power(times.into(), self.orientations);
            named.transformation = named.transformation.then(&power, self.orientations);
            named.turns += part.turns;
        }
        self.known.insert(name.to_owned(), Some(named.clone()));
        Ok(named)
    }

    /// The move that a turn is a power of, and the power: a name as written comes first.
    fn part(&mut self, turn: Turn, user: &str) -> Result<(NamedMove, i16), DefinitionError> {
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
