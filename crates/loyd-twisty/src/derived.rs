//! Moves that are made of other moves.

use crate::error::DefinitionError;
use crate::notation::parse_turns;
use crate::transformation::Transformation;
use std::collections::HashMap;

/// A name and its transformation.
type Named = (String, Transformation);

/// The transformations of derived moves, in order.
///
/// # Errors
/// If one cannot be read, names an unknown move, or is made of itself.
pub(crate) fn evaluate(
    basic: &[Named],
    derived: &[(String, String)],
    orientations: &[u8],
) -> Result<Vec<Named>, DefinitionError> {
    let mut evaluator = Evaluator {
        known: basic.iter().map(|(name, of)| (name.as_str(), Some(of.clone()))).collect(),
        texts: derived.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect(),
        orientations,
    };
    let named = |(name, _): &(String, String)| Ok((name.clone(), evaluator.find(name, name)?));
    derived.iter().map(named).collect()
}

struct Evaluator<'a> {
    /// Transformations; `None` for a move that is being evaluated.
    known: HashMap<&'a str, Option<Transformation>>,
    texts: HashMap<&'a str, &'a str>,
    orientations: &'a [u8],
}

impl Evaluator<'_> {
    /// The transformation of a move; `user` is the derived move in which it occurs. The depth of
    /// recursion is at most the number of moves.
    fn find(&mut self, name: &str, user: &str) -> Result<Transformation, DefinitionError> {
        let wrong = |reason: String| DefinitionError::Derived { name: user.to_owned(), reason };
        match self.known.get(name) {
            Some(Some(transformation)) => return Ok(transformation.clone()),
            Some(None) => return Err(wrong(format!("{name} is made of itself"))),
            None => {}
        }
        let Some((&name, &text)) = self.texts.get_key_value(name) else {
            return Err(wrong(format!("there is no move {name}")));
        };
        let wrong = |reason: String| DefinitionError::Derived { name: name.to_owned(), reason };
        self.known.insert(name, None);
        let turns = parse_turns(text).map_err(|error| wrong(error.to_string()))?;
        let mut whole = Transformation::identity(self.orientations.len());
        for turn in turns {
            let part = self.find(turn.name(), name)?;
            whole =
                whole.then(&part.power(turn.amount().into(), self.orientations), self.orientations);
        }
        self.known.insert(name, Some(whole.clone()));
        Ok(whole)
    }
}
