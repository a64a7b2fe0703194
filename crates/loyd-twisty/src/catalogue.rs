//! Definitions by name: those that come with the crate, and those that a program has read.
//!
//! Texts of positions do not contain their definition, only its name; so the definitions that a
//! process uses are known to the whole process. A definition that was read is known by its own name
//! and a hash of its text, so that a position is never read with another definition.

use crate::cubes;
use crate::definition::Definition;
use crate::error::DefinitionError;
use crate::families;
use crate::invalid::InvalidPosition;
use crate::model::Model;
use crate::quotient::quotient;
use crate::subset::subset;
use loyd_search::names::did_you_mean;
use std::sync::{Arc, Mutex, PoisonError};

/// Definitions that a process may read.
const MAX_LEARNED: usize = 256;

/// Characters of a definition's own name that are used.
const MAX_OF_NAME: usize = 24;

/// Quotients and puzzles with fewer moves that a process keeps by name.
const MAX_DERIVED: usize = 64;

/// The character between the name of a puzzle and a goal that leaves pieces free.
const SEPARATOR: char = ':';

/// The character between the name of a puzzle and the only moves that are allowed.
const ONLY: char = '@';

macro_rules! built_in {
    ($($name:literal, $title:literal;)+) => {
        /// The puzzles that come with the crate as definitions, with their descriptions.
        pub const BUILT_IN: &[(&str, &str)] = &[$(($name, $title)),+];

        /// The puzzles of [`BUILT_IN`], the large cubes, and one of each family whose names have numbers.
        pub const NAMED: &[(&str, &str)] = {
            let ([cube4, cube5], [pancake, burnt, spin, lamps]) = (cubes::NAMED, families::EXAMPLES);
            &[$(($name, $title),)+ cube4, cube5, pancake, burnt, spin, lamps]
        };

        /// The definitions of [`BUILT_IN`] in JSON.
        const TEXTS: &[&str] =
            &[$(include_str!(concat!("../definitions/", $name, ".json"))),+];
    };
}

built_in! {
    "pyraminx", "the Pyraminx without its tips, 933,120 states";
    "skewb", "the Skewb, 3,149,280 states";
    "megaminx", "the Megaminx, 10^68 states";
    "twisty2x2x2", "the 2x2x2 cube, one corner held fixed";
    "twisty3x3x3", "the 3x3x3 cube, centres held fixed";
}

/// The definitions that the process has used so far.
static KNOWN: Mutex<Vec<Arc<Model>>> = Mutex::new(Vec::new());

/// The quotients and the puzzles with fewer moves that were used last.
static DERIVED: Mutex<Vec<Arc<Model>>> = Mutex::new(Vec::new());

/// The definition of a puzzle that comes with the crate, as text in JSON.
pub fn built_in_text(name: &str) -> Option<&'static str> {
    let index = BUILT_IN.iter().position(|(known, _)| *known == name)?;
    Some(TEXTS[index])
}

/// A hint for a name that is not that of a puzzle: the number in it that is out of range, or a name like it.
fn hint(name: &str) -> String {
    match families::definition(name) {
        Some(Err(reason)) => reason,
        _ => did_you_mean(name, NAMED.iter().map(|(known, _)| *known)),
    }
}

/// The puzzle of a name: one that comes with the crate or is of a family, or one that was [learned](learn); with some of
/// its moves, `skewb@U,R`; or the quotient of a goal of one of these, `skewb:GOAL` or `skewb@U,R:GOAL`.
pub fn by_name(name: &str) -> Option<Arc<Model>> {
    find(name).ok()
}

/// The puzzle of a name.
///
/// # Errors
/// If no puzzle has the name, or it has no such moves or no such goal.
pub fn find(name: &str) -> Result<Arc<Model>, InvalidPosition> {
    if let Some((base, goal)) = name.split_once(SEPARATOR) {
        if let Some(model) = derived(name) {
            return Ok(model);
        }
        return Ok(quotient_of(&find(base)?, &goal.replace(',', " "))?);
    }
    if let Some((base, moves)) = name.split_once(ONLY) {
        return match derived(name) {
            Some(model) => Ok(model),
            None => subset_of(&find(base)?, moves),
        };
    }
    known(name).ok_or_else(|| InvalidPosition::Unknown { name: name.to_owned(), hint: hint(name) })
}

/// A puzzle that comes with the crate or was learned.
fn known(name: &str) -> Option<Arc<Model>> {
    let mut models = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = models.iter().find(|model| model.id() == name) {
        return Some(model.clone());
    }
    let derived =
        families::definition(name).and_then(Result::ok).or_else(|| cubes::definition(name));
    let definition = Definition::parse(derived.as_deref().or_else(|| built_in_text(name))?);
    let definition = definition.unwrap_or_else(|error| unreachable!("{name}: {error}"));
    let model = Arc::new(Model::new(name.to_owned(), definition));
    models.push(model.clone());
    Some(model)
}

/// Reads a definition and registers it in the process by a new name ([`Model::id`]). The same text
/// gives the same name.
///
/// # Errors
/// If the text is not a definition, or the process has read too many.
pub fn learn(text: &str) -> Result<Arc<Model>, DefinitionError> {
    let definition = Definition::parse(text)?;
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = definition.name.chars().filter(plain).take(MAX_OF_NAME).collect();
    let name = if name.is_empty() { "puzzle" } else { &name[..] };
    let id = format!("{name}-{:016x}", hash(text));
    let mut models = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(model) = models.iter().find(|model| model.id() == id) {
        return Ok(model.clone());
    }
    if models.len() >= MAX_LEARNED + BUILT_IN.len() {
        return Err(DefinitionError::TooMany { limit: MAX_LEARNED });
    }
    let model = Arc::new(Model::new(id, definition));
    models.push(model.clone());
    Ok(model)
}

/// The quotient of a goal that leaves pieces free. Its name is that of the puzzle with the goal, or with a hash of the
/// goal if it is JSON.
///
/// # Errors
/// The part of the goal that is wrong.
pub(crate) fn quotient_of(base: &Arc<Model>, goal: &str) -> Result<Arc<Model>, DefinitionError> {
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    let suffix = if goal.starts_with('{') {
        format!("{:016x}", hash(&goal))
    } else {
        goal.replace(' ', ",")
    };
    let id = format!("{}{SEPARATOR}{suffix}", base.id());
    if let Some(model) = derived(&id) {
        return Ok(model);
    }
    let (definition, quotient) = quotient((base.id(), base.definition()), &goal)?;
    Ok(keep(Model::of_quotient(id, definition, quotient)))
}

/// The puzzle with only some of the moves, under its canonical name.
fn subset_of(base: &Arc<Model>, moves: &str) -> Result<Arc<Model>, InvalidPosition> {
    let subset = subset(base.definition(), moves);
    let (definition, moves) = subset.map_err(|reason| InvalidPosition::Move { reason })?;
    let id = format!("{}{ONLY}{moves}", base.id());
    Ok(derived(&id).unwrap_or_else(|| keep(Model::new(id, definition))))
}

/// The moves that the name of a puzzle allows, if it has a list of them.
pub(crate) fn only_moves(name: &str) -> Option<&str> {
    let (_, moves) = name.split_once(ONLY)?;
    moves.split(SEPARATOR).next()
}

/// The name of a puzzle with only some moves.
pub fn with_moves(name: &str, moves: &str) -> String {
    match name.split_once(SEPARATOR) {
        Some((base, goal)) => format!("{base}{ONLY}{moves}{SEPARATOR}{goal}"),
        None => format!("{name}{ONLY}{moves}"),
    }
}

/// A quotient or a puzzle with fewer moves that was used before.
fn derived(name: &str) -> Option<Arc<Model>> {
    let models = DERIVED.lock().unwrap_or_else(PoisonError::into_inner);
    models.iter().find(|model| model.id() == name).cloned()
}

/// Keeps a derived puzzle, and forgets the oldest one of too many.
fn keep(model: Model) -> Arc<Model> {
    let model = Arc::new(model);
    let mut models = DERIVED.lock().unwrap_or_else(PoisonError::into_inner);
    if models.len() >= MAX_DERIVED {
        models.remove(0);
    }
    models.push(model.clone());
    model
}

/// FNV-1a, 64 bits.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    text.bytes().fold(0xCBF2_9CE4_8422_2325, step)
}
