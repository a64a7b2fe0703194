//! A position as text and as JSON, and moves made on it one slot at a time.
//!
//! A text is one of
//!
//! - `solved`, or nothing: the default pattern;
//! - moves from the default pattern: `R U' R2`;
//! - a pattern: for each slot the number of its piece, and behind a `+` its orientation if it is not
//!   0, with a `|` between orbits: `0 2+1 1 | 0 1`;
//! - a pattern in JSON, in the form of `defaultPattern`;
//! - several of these with the word `or` between them, of a goal that is the nearest of them;
//! - a scramble file of twsearch with one block `Scramble`, `ScrambleState`, `StartState` or `ScrambleAlg`.

use crate::catalogue::quotient_of;
use crate::cubes;
use crate::definition::Generator;
use crate::error::DefinitionError;
use crate::exclusion::first_of;
use crate::invalid::InvalidPosition;
use crate::json;
use crate::model::Model;
use crate::notation::parse_turns;
use crate::orbit::{Orbit, Slot};
use crate::pattern::{
    Scramble, is_scramble, no_piece, numbers, of_every_orbit, place, scramble, wrong,
};
use crate::quotient::leaves_pieces_free;
use crate::source::{Pattern, PatternSource};
use crate::turn::Turn;
use loyd_search::names::{OR, alternatives, did_you_mean};
use loyd_search::quote::quoted;
use serde_json::{Value, json};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The text of the default pattern.
pub(crate) const SOLVED: &str = "solved";

/// A pattern of a puzzle; or a goal that is the nearest of several patterns, of which this is the first.
#[derive(Clone)]
pub struct Position {
    model: Arc<Model>,
    slots: Box<[Slot]>,
    /// The other patterns of a goal.
    others: Box<[Box<[Slot]>]>,
}

impl Position {
    /// The default pattern of a puzzle.
    pub fn solved(model: &Arc<Model>) -> Self {
        Self::of_slots(model, model.definition().start().into())
    }

    /// A position with these slots, which must be those of a pattern of the puzzle.
    pub(crate) fn of_slots(model: &Arc<Model>, slots: Vec<Slot>) -> Self {
        Self { model: model.clone(), slots: slots.into(), others: Box::default() }
    }

    /// Reads a position of a puzzle.
    ///
    /// # Errors
    /// The part of the text that is wrong.
    pub fn parse(text: &str, model: &Arc<Model>) -> Result<Self, InvalidPosition> {
        match &alternatives(text)[..] {
            [only] => Self::parse_one(only, model),
            all => nearest_of(all, |text| Self::parse_one(text, model)),
        }
    }

    fn parse_one(text: &str, model: &Arc<Model>) -> Result<Self, InvalidPosition> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.starts_with('{') {
            return Ok(Self::of_pattern(&json::parse_pattern(text)?, model)?);
        }
        if is_scramble(text) {
            return Self::of_scramble(text, model);
        }
        let digits = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '+' | '|');
        if text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(digits) {
            let pattern = numbers(text, model.definition().orbits())?;
            return Ok(Self::of_pattern(&pattern, model)?);
        }
        let position = Self::solved(model);
        if text.eq_ignore_ascii_case(SOLVED) { Ok(position) } else { position.after(text) }
    }

    /// Reads a goal for a start, which may leave pieces free: then its puzzle is a quotient of that of the start.
    ///
    /// # Errors
    /// The part of the text that is wrong.
    pub fn parse_goal(text: &str, start: &Self) -> Result<Self, InvalidPosition> {
        match &alternatives(text)[..] {
            [only] => Self::parse_one_goal(only, start),
            all => nearest_of(all, |text| Self::parse_one_goal(text, start)),
        }
    }

    fn parse_one_goal(text: &str, start: &Self) -> Result<Self, InvalidPosition> {
        let (text, model) = (text.trim_start_matches('\u{feff}').trim(), start.model());
        if text.starts_with('{') {
            let pattern = json::parse_pattern(text)?;
            return match Self::of_pattern(&pattern, model) {
                Ok(position) if !frees_orientations(&pattern, model) => Ok(position),
                _ => Ok(Self::solved(&quotient_of(model, text)?)),
            };
        }
        if leaves_pieces_free(text) {
            return Ok(Self::solved(&quotient_of(model, text)?));
        }
        Self::parse_one(text, model)
    }

    /// This position as a goal tells its pieces apart.
    #[must_use]
    pub fn toward(self, goal: &Self) -> Self {
        let model = goal.model();
        let quotient = model.quotient().filter(|quotient| quotient.base == self.model.id());
        let slots = quotient.and_then(|it| it.slots(model.definition(), &self.slots));
        slots.map_or(self, |slots| Self::of_slots(model, slots))
    }

    fn of_pattern(pattern: &Pattern, model: &Arc<Model>) -> Result<Self, DefinitionError> {
        let orbits = model.definition().orbits();
        let mut slots = Vec::new();
        for (orbit, source) in orbits.iter().zip(of_every_orbit(pattern, orbits)?) {
            let modulus = |piece| orbit.kind(piece).map(|kind| kind.modulus);
            let placed = orbit.read(source, &place(orbit), modulus);
            let placed = placed.map_err(|error| error.on_line(source.line))?;
            same_pieces(orbit, &placed).map_err(|error| error.on_line(source.line))?;
            slots.extend(placed);
        }
        if let Some(found) = first_of(&model.definition().exclusions, &slots) {
            let orbit = model.definition().orbit_of(found.slot);
            let slot = found.slot - orbit.slots().start + 1;
            let reason = format!("slot {slot} must not hold piece {}", found.piece);
            return Err(wrong(orbit, reason));
        }
        Ok(Self::of_slots(model, slots))
    }

    /// Reads a scramble file of twsearch.
    fn of_scramble(text: &str, model: &Arc<Model>) -> Result<Self, InvalidPosition> {
        let mut pattern = match scramble(text, model.definition())? {
            Scramble::Moves(moves) => return Self::solved(model).after(&moves),
            Scramble::Pattern(pattern) => pattern,
        };
        // Orbits without an entry are solved.
        for orbit in model.definition().orbits() {
            if pattern.iter().any(|(name, _)| name == orbit.name()) {
                continue;
            }
            let slots = &model.definition().start()[orbit.slots()];
            let source = PatternSource {
                pieces: slots.iter().map(|slot| slot.piece.into()).collect(),
                orientation: slots.iter().map(|slot| slot.orientation.into()).collect(),
                ..PatternSource::default()
            };
            pattern.push((orbit.name().to_owned(), source));
        }
        Ok(Self::of_pattern(&pattern, model)?)
    }

    /// The position after moves.
    fn after(mut self, moves: &str) -> Result<Self, InvalidPosition> {
        let turns = parse_turns(moves)?;
        // Moves of a large cube may turn the part of it that the puzzle holds in place.
        let turns = match cubes::by_name(self.model.id()) {
            Some(solid) => solid.in_place(&turns),
            None => turns,
        };
        for turn in turns {
            self.turn(turn).map_err(|reason| InvalidPosition::Move { reason })?;
        }
        Ok(self)
    }

    /// The puzzle.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The slots, orbit by orbit.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The other patterns of a goal that is the nearest of several.
    pub fn others(&self) -> &[Box<[Slot]>] {
        &self.others
    }

    /// True if it is the default pattern.
    pub fn is_solved(&self) -> bool {
        *self.slots == *self.model.definition().start() && self.others.is_empty()
    }

    /// True if a position is the nearest goal of which this is one, or this position.
    pub fn admits(&self, position: &Self) -> bool {
        self.is_of(&position.model)
            && (self.slots == position.slots || self.others.contains(&position.slots))
    }

    fn is_of(&self, model: &Arc<Model>) -> bool {
        Arc::ptr_eq(&self.model, model) || self.model.id() == model.id()
    }

    /// Makes a turn: the move or its inverse this many times, piece by piece.
    ///
    /// # Errors
    /// If the puzzle has no such move, or it is blocked here, in words.
    pub fn turn(&mut self, turn: Turn) -> Result<(), String> {
        let model = self.model.clone();
        let definition = model.definition();
        let Some((generator, amount)) = Generator::of_turn(definition.moves(), turn) else {
            let hint = did_you_mean(turn.name(), definition.moves().iter().map(Generator::name));
            return Err(format!("unknown move {}: {hint}", quoted(&turn.to_string())));
        };
        let times = usize::from(amount.unsigned_abs()) % generator.order();
        let start = self.slots.clone();
        for _ in 0..times {
            let before = self.slots.clone();
            for orbit in definition.orbits() {
                for slot in orbit.slots() {
                    let origin = usize::from(generator.transformation.source[slot]);
                    let delta = generator.transformation.delta[slot];
                    if amount > 0 {
                        self.slots[slot] = twisted(orbit, before[origin], delta);
                    } else {
                        // Backwards, the piece of this slot returns to where it came from.
                        let all = orbit.orientations();
                        self.slots[origin] = twisted(orbit, before[slot], (all - delta) % all);
                    }
                }
            }
        }
        if let Some(found) = first_of(&definition.exclusions, &self.slots) {
            let (orbit, piece) = (definition.orbit_of(found.slot), found.piece);
            let slot = found.slot - orbit.slots().start + 1;
            self.slots = start;
            return Err(format!(
                "{turn} is blocked here: it would put piece {piece} into slot {slot} of orbit {}",
                quoted(orbit.name())
            ));
        }
        Ok(())
    }

    /// The pattern as JSON, in the form of `defaultPattern`.
    pub fn json(&self) -> Value {
        let orbits = self.model.definition().orbits().iter().map(|orbit| {
            let slots = &self.slots[orbit.slots()];
            let pieces: Vec<u16> = slots.iter().map(|slot| slot.piece).collect();
            let orientation: Vec<u8> = slots.iter().map(|slot| slot.orientation).collect();
            let modulus = |slot: &Slot| match orbit.kind(slot.piece).map_or(1, |kind| kind.modulus)
            {
                all if all == orbit.declared => 0,
                modulus => modulus,
            };
            let moduli: Vec<u8> = slots.iter().map(modulus).collect();
            let mut object = json!({ "pieces": pieces, "orientation": orientation });
            if moduli.iter().any(|&modulus| modulus != 0) {
                object["orientationMod"] = moduli.into();
            }
            (orbit.name().to_owned(), object)
        });
        Value::Object(orbits.collect())
    }
}

/// The goal of which each of some texts is one.
///
/// # Errors
/// The error of a position; also if two positions are of different puzzles, or cannot reach each other.
fn nearest_of(
    texts: &[&str],
    parse: impl Fn(&str) -> Result<Position, InvalidPosition>,
) -> Result<Position, InvalidPosition> {
    let wrong = |reason: &str| InvalidPosition::Move { reason: reason.to_owned() };
    let goals = texts.iter().filter(|text| !text.is_empty()).map(|text| parse(text));
    let goals: Vec<Position> = goals.collect::<Result<_, _>>()?;
    let [first, rest @ ..] = &goals[..] else { return Err(wrong("a goal is missing beside or")) };
    if goals.len() < texts.len() {
        return Err(wrong("a goal is missing beside or"));
    }
    let mut others: Vec<Box<[Slot]>> = Vec::new();
    for goal in rest {
        if !goal.is_of(&first.model) {
            return Err(wrong("several goals cannot leave pieces free: solve for each of them"));
        }
        if goal.slots != first.slots && first.model.leads(&goal.slots, &first.slots) != Some(true) {
            return Err(wrong(
                "no moves are known that lead from one of the goals to the first one",
            ));
        }
        if goal.slots != first.slots && !others.contains(&goal.slots) {
            others.push(goal.slots.clone());
        }
    }
    Ok(Position { others: others.into(), ..first.clone() })
}

/// True if a pattern identifies orientations of a piece that the puzzle tells apart.
fn frees_orientations(pattern: &[(String, PatternSource)], model: &Model) -> bool {
    model.definition().orbits().iter().any(|orbit| {
        let sources = pattern.iter().filter(|(name, _)| name == orbit.name());
        sources.flat_map(|(_, source)| source.pieces.iter().zip(&source.moduli)).any(
            |(&piece, &modulus)| {
                let kind = u16::try_from(piece).ok().and_then(|piece| orbit.kind(piece));
                kind.is_some_and(|kind| modulus != 0 && modulus < kind.modulus.into())
            },
        )
    })
}

/// A piece after a twist.
fn twisted(orbit: &Orbit, slot: Slot, delta: u8) -> Slot {
    let modulus = orbit.kind(slot.piece).map_or(1, |kind| u16::from(kind.modulus));
    let orientation = (u16::from(slot.orientation) + u16::from(delta)) % modulus;
    Slot { orientation: orientation as u8, ..slot }
}

/// Refuses a pattern whose pieces are not those of the orbit.
fn same_pieces(orbit: &Orbit, slots: &[Slot]) -> Result<(), DefinitionError> {
    if let Some(slot) = slots.iter().find(|slot| orbit.kind(slot.piece).is_none()) {
        return Err(no_piece(orbit, slot.piece));
    }
    for kind in &orbit.kinds {
        let count = slots.iter().filter(|slot| slot.piece == kind.piece).count();
        if count != kind.count {
            let reason = format!(
                "piece {} is there {count} times, and the puzzle has {}",
                kind.piece, kind.count
            );
            return Err(wrong(orbit, reason));
        }
    }
    Ok(())
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.is_of(&other.model) && self.slots == other.slots && self.others == other.others
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slots.hash(state);
    }
}

fn write_pattern(f: &mut fmt::Formatter<'_>, model: &Model, slots: &[Slot]) -> fmt::Result {
    for (number, orbit) in model.definition().orbits().iter().enumerate() {
        if number > 0 {
            f.write_str(" |")?;
        }
        for (index, slot) in slots[orbit.slots()].iter().enumerate() {
            if number > 0 || index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{}", slot.piece)?;
            if slot.orientation > 0 {
                write!(f, "+{}", slot.orientation)?;
            }
        }
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pattern(f, &self.model, &self.slots)?;
        for other in &self.others {
            f.write_str(OR)?;
            write_pattern(f, &self.model, other)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.model.id())
    }
}
