//! A puzzle as a definition file describes it, checked.

use crate::derived::{self, NamedMove};
use crate::error::{
    DefinitionError, MAX_BYTES, MAX_LETTERS, MAX_MOVES, MAX_NAME, MAX_POINTS, MAX_SLOTS, Place,
};
use crate::notation::{is_rotation, name_and_amount};
use crate::orbit::{Orbit, Slot};
use crate::source::{ChangeSource, MoveSource, OrbitSource, PatternSource, Source};
use crate::transformation::Transformation;
use crate::turn::Turn;
use crate::{json, ksolve};

/// Maximum number of orientations of a piece: sums of two fit in a byte.
const MAX_ORIENTATIONS: usize = 127;

/// A named move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generator {
    pub(crate) name: String,
    /// The amount in the name: 2 for `Rw2`, which is all of `Rw` that the puzzle has; else 1.
    pub(crate) base: i16,
    pub(crate) transformation: Transformation,
    /// The least number of times that moves nothing.
    pub(crate) order: usize,
    /// True if the name is that of a turn of the whole puzzle, which a search does not make.
    pub(crate) is_rotation: bool,
    /// True if it is made of several moves, or of none.
    pub(crate) is_notation: bool,
}

impl Generator {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The least number of times that moves nothing.
    pub fn order(&self) -> usize {
        self.order
    }

    /// True if a search makes it: neither a turn of the whole puzzle nor made of several moves.
    pub fn is_move(&self) -> bool {
        !self.is_rotation && !self.is_notation
    }

    /// The generator of a turn, and the power of it that the turn is.
    pub(crate) fn of_turn(moves: &[Self], turn: Turn) -> Option<(&Self, i16)> {
        let matches = |known: &&Self| known.name == turn.name() && turn.amount() % known.base == 0;
        let generator =
            moves.iter().filter(matches).min_by_key(|known| known.base.unsigned_abs())?;
        Some((generator, turn.amount() / generator.base))
    }

    /// True if the name is that of a turn of the whole puzzle: `x`, `y`, `z`, or capitals and `v`.
    /// Such moves may be written in a position, and are not made by searches.
    pub fn is_rotation(&self) -> bool {
        self.is_rotation
    }
}

/// The parts of a puzzle: orbits, the default pattern, and moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub(crate) name: String,
    pub(crate) orbits: Vec<Orbit>,
    pub(crate) start: Vec<Slot>,
    pub(crate) moves: Vec<Generator>,
    /// Number of orientations of every slot.
    pub(crate) orientations: Vec<u8>,
}

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
        Self::check(&if is_json { json::parse(text)? } else { ksolve::parse(text)? })
    }

    /// The name that the definition gives itself; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The orbits, in order.
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// The default pattern: the solved puzzle, slot by slot.
    pub fn start(&self) -> &[Slot] {
        &self.start
    }

    /// The moves that have names, in order: the basic ones, then the derived ones.
    pub fn moves(&self) -> &[Generator] {
        &self.moves
    }

    pub(crate) fn orbit_of(&self, slot: usize) -> &Orbit {
        let orbit = self.orbits.iter().find(|orbit| orbit.slots.contains(&slot));
        orbit.unwrap_or_else(|| unreachable!("every slot is of an orbit"))
    }

    /// True if different transformations lead from the default pattern to different patterns.
    pub(crate) fn is_faithful(&self) -> bool {
        self.orbits.iter().all(Orbit::is_faithful)
    }

    fn check(source: &Source) -> Result<Self, DefinitionError> {
        let mut orbits = orbits(&source.orbits)?;
        let patterns =
            by_orbit(&source.pattern, &orbits, |orbit| Place::Pattern(orbit.to_owned()))?;
        let mut start = Vec::new();
        for (orbit, pattern) in orbits.iter_mut().zip(patterns) {
            let place = Place::Pattern(orbit.name.clone());
            let slots = match pattern {
                Some(pattern) => orbit.define(pattern, &place)?,
                None if source.may_omit => {
                    let pieces = (1..=orbit.slots.len() as u64).collect();
                    let orientation = vec![0; orbit.slots.len()];
                    let solved = PatternSource { pieces, orientation, moduli: Vec::new() };
                    orbit.define(&solved, &place)?
                }
                None => return Err(DefinitionError::MissingOrbit { place }),
            };
            start.extend(slots);
        }
        let orientations: Vec<u8> =
            orbits.iter().flat_map(|orbit| vec![orbit.orientations; orbit.slots.len()]).collect();
        let mut moves = Vec::new();
        let count = source.moves.len() + source.derived.len();
        if count > MAX_MOVES {
            return Err(limit("the puzzle", "moves", count as u64, MAX_MOVES));
        }
        for mv in &source.moves {
            check_name(&mv.name)?;
            let transformation = transformation(mv, &orbits, source.may_omit)?;
            moves.push((mv.name.clone(), transformation));
        }
        for (name, _) in &source.derived {
            check_name(name)?;
        }
        let moves = derived::evaluate(&moves, &source.derived, &orientations)?;
        let moves = generators(moves, &orientations)?;
        let name = source.name.trim().to_owned();
        Ok(Self { name, orbits, start, moves, orientations })
    }
}

fn limit(place: &str, what: &'static str, found: u64, limit: usize) -> DefinitionError {
    DefinitionError::Limit { place: place.to_owned(), what, found, limit }
}

/// Orbits with their slots; the kinds of pieces are not known yet.
fn orbits(sources: &[OrbitSource]) -> Result<Vec<Orbit>, DefinitionError> {
    let (mut orbits, mut first, mut points): (Vec<Orbit>, usize, usize) = (Vec::new(), 0, 0);
    for OrbitSource { name, pieces, orientations } in sources {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if name.is_empty() || !name.chars().all(word) {
            let (name, what) = (name.clone(), "an orbit");
            let reason = "it has letters, digits, and _";
            return Err(DefinitionError::Name { name, what, reason });
        }
        if orbits.iter().any(|orbit| orbit.name == *name) {
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
        points += slots * orientations;
        let range = first..first + slots;
        first = range.end;
        let declared = orientations as u8;
        orbits.push(Orbit {
            name: name.clone(),
            slots: range,
            declared,
            orientations: declared,
            kinds: Vec::new(),
        });
        if first > MAX_SLOTS {
            return Err(limit("the puzzle", "pieces", first as u64, MAX_SLOTS));
        }
        if points > MAX_POINTS {
            return Err(limit("the puzzle", "pieces in orientations", points as u64, MAX_POINTS));
        }
    }
    if orbits.is_empty() {
        return Err(DefinitionError::Empty { reason: "the puzzle has no orbits" });
    }
    Ok(orbits)
}

/// The entry of each orbit, in the order of the orbits.
fn by_orbit<'a, T>(
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
            Some(change) => fill(&mut whole, mv, orbit, change, &place)?,
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

fn generators(
    moves: Vec<NamedMove>,
    orientations: &[u8],
) -> Result<Vec<Generator>, DefinitionError> {
    let (mut generators, mut letters) = (Vec::new(), 0);
    let plain: Vec<String> = moves.iter().map(|made| made.name.clone()).collect();
    for NamedMove { name, transformation, turns } in moves {
        let Some((quantum, base)) = name_and_amount(&name) else { continue };
        if base != 1 && plain.contains(&quantum) {
            // A power of another move.
            continue;
        }
        let order = transformation.order(orientations, MAX_LETTERS);
        let too_many =
            |found| limit(&format!("move {name}"), "moves with their powers", found, MAX_LETTERS);
        let order = order.ok_or_else(|| too_many(MAX_LETTERS as u64 + 1))?;
        let (is_rotation, is_notation) = (is_rotation(&quantum), turns != 1);
        if !is_rotation && !is_notation {
            letters += order - 1;
        }
        if letters > MAX_LETTERS {
            return Err(too_many(letters as u64));
        }
        let name = quantum;
        generators.push(Generator { name, base, transformation, order, is_rotation, is_notation });
    }
    if letters == 0 {
        return Err(DefinitionError::Empty { reason: "no move of the puzzle moves anything" });
    }
    Ok(generators)
}
