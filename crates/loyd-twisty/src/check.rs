//! Definitions are read and checked here: every rule that their parts must keep.

use crate::definition::{Definition, Generator};
use crate::derived::{self, NamedMove};
use crate::error::{
    DefinitionError, MAX_BYTES, MAX_LETTERS, MAX_MOVES, MAX_NAME, MAX_ORIENTATIONS, MAX_POINTS,
    MAX_SLOTS, Place,
};
use crate::exclusion::{check_letters, exclusions};
use crate::notation::{is_rotation, name_and_amount};
use crate::orbit::{Orbit, Slot};
use crate::source::{ChangeSource, MoveSource, OrbitSource, PatternSource, Source};
use crate::transformation::Transformation;
use crate::{json, ksolve};

impl Definition {
    /// Reads a definition: JSON if it begins with a brace, otherwise the text form of ksolve.
    ///
    /// # Errors
    /// The first part that is wrong or exceeds a limit.
    pub fn parse(text: &str) -> Result<Self, DefinitionError> {
        if text.len() > MAX_BYTES {
            return Err(DefinitionError::TooLong { found: text.len() });
        }
        let text = text.trim_start_matches('\u{feff}');
        let is_json = text.trim_start().starts_with('{');
        if let Some(nul) = text.find('\0') {
            let before = &text[..nul];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            let reason = "a byte 0, which no text has: save the file as text in UTF-8".to_owned();
            return Err(DefinitionError::Text { line, column, reason });
        }
        definition(&if is_json { json::parse(text)? } else { ksolve::parse(text)? })
    }
}

/// The definition of a source.
///
/// # Errors
/// The first rule that a part does not keep, with its line if the text has lines.
fn definition(source: &Source) -> Result<Definition, DefinitionError> {
    let mut orbits = orbits(&source.orbits)?;
    let start = pattern(source, &mut orbits)?;
    let orientations: Vec<u8> =
        orbits.iter().flat_map(|orbit| vec![orbit.orientations; orbit.slots.len()]).collect();
    let count = source.moves.len() + source.derived.len();
    if count > MAX_MOVES {
        return Err(limit("the puzzle", "moves", count as u64, MAX_MOVES));
    }
    let mut moves = Vec::new();
    for mv in &source.moves {
        check_name(&mv.name).map_err(|error| error.on_line(mv.line))?;
        let transformation = transformation(mv, &orbits, source.may_omit)?;
        moves.push((mv.name.clone(), transformation, mv.line));
    }
    for derived in &source.derived {
        check_name(&derived.name).map_err(|error| error.on_line(derived.line))?;
    }
    let moves = derived::evaluate(&moves, &source.derived, &orientations)?;
    let moves = generators(&moves, &orientations)?;
    let exclusions = exclusions(&source.exclusions, &orbits, &start, source.first_piece)?;
    if !exclusions.is_empty() {
        let powers = moves.iter().filter(|mv| mv.is_move()).map(|mv| mv.order - 1);
        check_letters(powers.sum())?;
    }
    Ok(Definition {
        name: source.name.trim().to_owned(),
        orbits,
        start,
        moves,
        orientations,
        first_piece: source.first_piece,
        exclusions,
        notes: source.notes.clone(),
    })
}

fn limit(place: &str, what: &'static str, found: u64, limit: usize) -> DefinitionError {
    DefinitionError::Limit { place: place.to_owned(), what, found, limit }
}

/// Orbits with their slots; the kinds of pieces are not known yet.
fn orbits(sources: &[OrbitSource]) -> Result<Vec<Orbit>, DefinitionError> {
    let (mut orbits, mut points): (Vec<Orbit>, usize) = (Vec::new(), 0);
    for source in sources {
        let first = orbits.last().map_or(0, |orbit: &Orbit| orbit.slots.end);
        let orbit = orbit(source, first, &orbits).map_err(|error| error.on_line(source.line))?;
        points += orbit.slots.len() * usize::from(orbit.declared);
        let (slots, points) = (orbit.slots.end, points);
        orbits.push(orbit);
        let too_many = if slots > MAX_SLOTS {
            limit("the puzzle", "pieces", slots as u64, MAX_SLOTS)
        } else if points > MAX_POINTS {
            limit("the puzzle", "pieces in orientations", points as u64, MAX_POINTS)
        } else {
            continue;
        };
        return Err(too_many.on_line(source.line));
    }
    if orbits.is_empty() {
        return Err(DefinitionError::Empty { reason: "the puzzle has no orbits" });
    }
    Ok(orbits)
}

/// An orbit whose first slot is `first`, behind others.
fn orbit(source: &OrbitSource, first: usize, others: &[Orbit]) -> Result<Orbit, DefinitionError> {
    let OrbitSource { name, pieces, orientations, .. } = source;
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() || !name.chars().all(word) {
        let (name, what) = (name.clone(), "an orbit");
        let reason = "it has letters, digits, and _";
        return Err(DefinitionError::Name { name, what, reason });
    }
    if others.iter().any(|orbit| orbit.name == *name) {
        return Err(DefinitionError::Twice { what: "orbit", name: name.clone() });
    }
    let place = Place::Orbit(name.clone());
    let within = |list, number: u64, max: usize| match usize::try_from(number) {
        Ok(number) if (1..=max).contains(&number) => Ok(number),
        _ => Err(DefinitionError::Range {
            place: place.clone(),
            list,
            entry: number,
            reason: format!("it is from 1 to {max}"),
        }),
    };
    let slots = within("the number of pieces", *pieces, MAX_SLOTS)?;
    let orientations = within("the number of orientations", *orientations, MAX_ORIENTATIONS)?;
    let declared = orientations as u8;
    Ok(Orbit {
        name: name.clone(),
        slots: first..first + slots,
        declared,
        orientations: declared,
        kinds: Vec::new(),
    })
}

/// The default pattern, from which the kinds of pieces become known.
fn pattern(source: &Source, orbits: &mut [Orbit]) -> Result<Vec<Slot>, DefinitionError> {
    let place = |orbit: &str| Place::Pattern(orbit.to_owned());
    let patterns = by_orbit(&source.pattern, orbits, place)?;
    let mut start = Vec::new();
    for (orbit, pattern) in orbits.iter_mut().zip(patterns) {
        let place = place(&orbit.name);
        let slots = match pattern {
            Some(pattern) => {
                orbit.define(pattern, &place).map_err(|error| error.on_line(pattern.line))?
            }
            None if source.may_omit => {
                let first = u64::from(source.first_piece);
                let pieces = (first..first + orbit.slots.len() as u64).collect();
                let orientation = vec![0; orbit.slots.len()];
                let solved = PatternSource { pieces, orientation, ..PatternSource::default() };
                orbit.define(&solved, &place)?
            }
            None => return Err(DefinitionError::MissingOrbit { place }),
        };
        start.extend(slots);
    }
    Ok(start)
}

/// The entry of each orbit, in the order of the orbits.
///
/// # Errors
/// If there is an entry of another orbit.
pub(crate) fn by_orbit<'a, T>(
    entries: &'a [(String, T)],
    orbits: &[Orbit],
    place: impl Fn(&str) -> Place,
) -> Result<Vec<Option<&'a T>>, DefinitionError> {
    let exists = |name: &String| orbits.iter().any(|orbit| orbit.name == *name);
    if let Some((name, _)) = entries.iter().find(|(name, _)| !exists(name)) {
        return Err(DefinitionError::UnknownOrbit { place: place(name) });
    }
    let entry = |orbit: &Orbit| entries.iter().find(|(name, _)| *name == orbit.name);
    Ok(orbits.iter().map(|orbit| entry(orbit).map(|(_, entry)| entry)).collect())
}

fn check_name(name: &str) -> Result<(), DefinitionError> {
    let wrong = |reason| DefinitionError::Name { name: name.to_owned(), what: "a move", reason };
    if name.len() > MAX_NAME {
        return Err(wrong("it has at most 36 characters"));
    }
    if name_and_amount(name).is_none() {
        return Err(wrong(
            "it has letters and _, behind at most a number or a range of numbers, and may end in an amount",
        ));
    }
    Ok(())
}

fn transformation(
    mv: &MoveSource,
    orbits: &[Orbit],
    may_omit: bool,
) -> Result<Transformation, DefinitionError> {
    let place = |orbit: &str| Place::Move { name: mv.name.clone(), orbit: orbit.to_owned() };
    let slots = orbits.last().map_or(0, |orbit| orbit.slots.end);
    let mut whole = Transformation::identity(slots);
    for (orbit, change) in orbits.iter().zip(by_orbit(&mv.orbits, orbits, place)?) {
        let place = place(&orbit.name);
        match change {
            Some(change) => fill(&mut whole, mv, orbit, change, &place)
                .map_err(|error| error.on_line(change.line))?,
            None if may_omit => {}
            None => return Err(DefinitionError::MissingOrbit { place }),
        }
    }
    Ok(whole)
}

/// Writes the change of an orbit into the transformation of a move.
fn fill(
    whole: &mut Transformation,
    mv: &MoveSource,
    orbit: &Orbit,
    change: &ChangeSource,
    place: &Place,
) -> Result<(), DefinitionError> {
    let expected = orbit.slots.len();
    for (list, entries) in
        [("permutation", &change.permutation), ("orientationDelta", &change.delta)]
    {
        if entries.len() != expected {
            let (place, found) = (place.clone(), entries.len());
            return Err(DefinitionError::Length { place, list, found, expected });
        }
    }
    let declared = u64::from(orbit.declared);
    if let Some(&entry) = change.delta.iter().find(|&&delta| delta >= declared) {
        let (place, list) = (place.clone(), "orientationDelta");
        let reason = format!("there are {declared} orientations, from 0");
        return Err(DefinitionError::Range { place, list, entry, reason });
    }
    let mut used = vec![false; expected];
    for (index, &entry) in change.permutation.iter().enumerate() {
        let wrong = |reason| DefinitionError::Permutation { place: place.clone(), entry, reason };
        let origin = entry.checked_sub(mv.first).and_then(|origin| usize::try_from(origin).ok());
        let origin = origin.filter(|&origin| origin < expected);
        let origin = origin.ok_or_else(|| wrong("is not the number of a slot"))?;
        if std::mem::replace(&mut used[origin], true) {
            return Err(wrong("is there twice"));
        }
        let delta = change.delta[if mv.by_origin { origin } else { index }];
        let slot = orbit.slots.start + index;
        whole.source[slot] = (orbit.slots.start + origin) as u16;
        whole.delta[slot] = (delta % u64::from(orbit.orientations)) as u8;
    }
    Ok(())
}

/// The moves with their orders, without those that are powers of others.
fn generators(moves: &[NamedMove], orientations: &[u8]) -> Result<Vec<Generator>, DefinitionError> {
    let (mut generators, mut letters) = (Vec::new(), 0);
    let transformation_of = |name: &str| {
        let named = moves.iter().find(|named| named.name == name);
        named.map(|named| named.transformation.clone())
    };
    for NamedMove { name, transformation, is_notation, line } in moves {
        let Some((quantum, base)) = name_and_amount(name) else { continue };
        if let Some(once) = transformation_of(&quantum).filter(|_| base != 1) {
            if once.power(base.into(), orientations) == *transformation {
                continue;
            }
            let reason = format!("it is another move than {quantum} done {base} times");
            let error = DefinitionError::Move { name: name.clone(), reason };
            return Err(error.on_line(*line));
        }
        let order = transformation.order(orientations);
        let (is_rotation, is_notation) = (is_rotation(&quantum), *is_notation);
        if !is_rotation && !is_notation {
            letters = usize::saturating_add(letters, order - 1);
        }
        if letters > MAX_LETTERS {
            let place = format!("move {name}");
            let error = limit(&place, "moves with their powers", letters as u64, MAX_LETTERS);
            return Err(error.on_line(*line));
        }
        let (name, transformation) = (quantum, transformation.clone());
        generators.push(Generator { name, base, transformation, order, is_rotation, is_notation });
    }
    if letters == 0 {
        return Err(DefinitionError::Empty { reason: "no move of the puzzle moves anything" });
    }
    Ok(generators)
}
