//! Goals that leave pieces free: the puzzle of the pieces that they name.
//!
//! ```text
//! ? ? ? ? 4 5 6 7 ? ? ? ? | ? ? ? ? ? ? ? ?     four edges, and any other pieces
//! 0 1+? ? | …                                    piece 1 in any orientation
//! { "EDGES": { "pieces": [0, 0, 1], "orientation": [0, 0, 0], "orientationMod": [1, 1, 0] }, … }
//! ```
//!
//! In the first form the pieces without a number are one kind without orientation. In the second form, the
//! patterns of cubing.js, the pieces that have one number are one kind: a number stands for the pieces which
//! the default pattern has in its slots.
//!
//! Positions that the goal does not tell apart are one state of another definition, with the same moves: the
//! *quotient*. Every search, table and enumeration of definitions serves it, and a shortest path in the quotient
//! is a shortest path to any position of the goal.

use crate::definition::Definition;
use crate::error::{DefinitionError, MAX_PIECE, Place};
use crate::exclusion::Exclusion;
use crate::json;
use crate::orbit::{Orbit, Slot};
use crate::pattern::{no_piece, of_every_orbit, parts, place, wrong};
use crate::source::PatternSource;

/// The names of the pieces of another puzzle in a quotient.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// The name of the puzzle of all pieces.
    pub(crate) base: String,
    /// The goal as it was written, with single spaces.
    pub(crate) goal: String,
    /// For each orbit, the image of each piece.
    images: Vec<Vec<Image>>,
}

/// The piece of a quotient that a piece becomes, and the twist between their orientations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Image {
    piece: u16,
    label: u16,
    twist: u8,
}

/// An orbit of a goal.
#[derive(Debug)]
struct Part {
    pattern: PatternSource,
    images: Vec<Image>,
}

impl Quotient {
    /// The slots of a position of the base, as a position of this quotient with its definition.
    pub(crate) fn slots(&self, definition: &Definition, of_base: &[Slot]) -> Option<Vec<Slot>> {
        let mut slots = Vec::new();
        for (orbit, images) in definition.orbits().iter().zip(&self.images) {
            for slot in of_base.get(orbit.slots())? {
                let image = images.iter().find(|image| image.piece == slot.piece)?;
                let modulus = orbit.kind(image.label).map_or(1, |kind| u16::from(kind.modulus));
                let orientation = (u16::from(slot.orientation) + u16::from(image.twist)) % modulus;
                slots.push(Slot { piece: image.label, orientation: orientation as u8 });
            }
        }
        Some(slots)
    }

    /// The pieces of the base, each with its orientations below `orientations`, that are one piece in an orbit of the
    /// quotient.
    pub(crate) fn pieces(
        &self,
        orbit: &Orbit,
        orientations: u8,
        (number, slot): (usize, Slot),
    ) -> Vec<Slot> {
        let modulus = orbit.kind(slot.piece).map_or(1, |kind| kind.modulus);
        let images = self.images[number].iter().filter(|image| image.label == slot.piece);
        let oriented = images.flat_map(|&Image { piece, twist, .. }| {
            let all = (0..orientations).map(move |orientation| Slot { piece, orientation });
            all.filter(move |it| (it.orientation + twist) % modulus == slot.orientation)
        });
        oriented.collect()
    }
}

/// True if a text is a goal that leaves pieces free, in the form with numbers.
pub(crate) fn leaves_pieces_free(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '+' | '|' | '?');
    text.contains('?') && text.chars().all(fits)
}

/// The quotient of a goal that leaves pieces free, for the puzzle of a name; its default pattern is the goal.
///
/// # Errors
/// The part of the goal that is wrong.
pub(crate) fn quotient(
    (base, of_base): (&str, &Definition),
    goal: &str,
) -> Result<(Definition, Quotient), DefinitionError> {
    let orbits = of_base.orbits();
    let parts: Vec<Part> = if goal.starts_with('{') {
        let pattern = json::parse_pattern(goal)?;
        let sources = orbits.iter().zip(of_every_orbit(&pattern, orbits)?);
        sources.map(|(orbit, source)| classes(of_base, orbit, source)).collect::<Result<_, _>>()?
    } else {
        let texts = orbits.iter().zip(parts(goal, orbits)?);
        texts.map(|(orbit, text)| named(orbit, text)).collect::<Result<_, _>>()?
    };
    let patterns: Vec<&PatternSource> = parts.iter().map(|part| &part.pattern).collect();
    let mut definition = definition(of_base, &patterns)?;
    let images: Vec<Vec<Image>> = parts.into_iter().map(|part| part.images).collect();
    definition.exclusions = image_of_exclusions(of_base, &images)?;
    Ok((definition, Quotient { base: base.to_owned(), goal: goal.to_owned(), images }))
}

/// The pieces of a quotient that slots must not hold.
///
/// # Errors
/// If a slot must not hold a piece, and may hold another one that the goal does not tell apart from it.
fn image_of_exclusions(
    of_base: &Definition,
    images: &[Vec<Image>],
) -> Result<Vec<Exclusion>, DefinitionError> {
    let image = |&Exclusion { slot, piece }: &Exclusion| {
        let orbits = of_base.orbits().iter().zip(images);
        let (orbit, images) = orbits
            .into_iter()
            .find(|(orbit, _)| orbit.slots().contains(&slot))
            .unwrap_or_else(|| unreachable!("every slot is of an orbit"));
        let label = images.iter().find(|image| image.piece == piece).map(|image| image.label);
        let alike = images.iter().filter(|image| Some(image.label) == label);
        let is_blocked = |piece| of_base.exclusions.contains(&Exclusion { slot, piece });
        if let Some(free) = alike.map(|image| image.piece).find(|&piece| !is_blocked(piece)) {
            let reason = format!(
                "the goal does not tell pieces {piece} and {free} apart, of which a slot may hold only one"
            );
            return Err(wrong(orbit, reason));
        }
        Ok(Exclusion { slot, piece: label.unwrap_or(piece) })
    };
    of_base.exclusions.iter().map(image).collect()
}

fn wrong_length(orbit: &Orbit, list: &'static str, length: usize) -> DefinitionError {
    let (place, expected) = (place(orbit), orbit.slots().len());
    DefinitionError::Length { place, list, found: length, expected }
}

/// An orbit whose free pieces are question marks.
fn named(orbit: &Orbit, text: &str) -> Result<Part, DefinitionError> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    if tokens.len() != orbit.slots().len() {
        return Err(wrong_length(orbit, "pieces", tokens.len()));
    }
    let free = (0..=MAX_PIECE).find(|&label| orbit.kind(label).is_none());
    let free = free.ok_or_else(|| wrong(orbit, "it has too many kinds of pieces"))?;
    // Each named piece with the number of slots that name it, and the modulus of its orientations.
    let mut pieces: Vec<(u16, usize, u8)> = Vec::new();
    let mut pattern = PatternSource::default();
    for token in tokens {
        let (piece, orientation) = token.split_once('+').unwrap_or((token, "0"));
        if piece == "?" {
            pattern.pieces.push(free.into());
            pattern.orientation.push(0);
            pattern.moduli.push(1);
            continue;
        }

        let kind = piece
            .parse()
            .ok()
            .and_then(|piece| orbit.kind(piece))
            .ok_or_else(|| no_piece(orbit, piece))?;
        let (orientation, modulus) = match orientation {
            "?" => (0, 1),
            number => {
                let reason = || format!("piece {piece}: {number} is neither an orientation nor ?");
                let number = number.parse().map_err(|_| wrong(orbit, reason()))?;
                (number, kind.modulus)
            }
        };
        match pieces.iter_mut().find(|(piece, ..)| *piece == kind.piece) {
            Some((_, count, of_first)) if *of_first == modulus => *count += 1,
            Some(_) => {
                let reason = format!("piece {piece} is named with ? and with an orientation");
                return Err(wrong(orbit, reason));
            }
            None => pieces.push((kind.piece, 1, modulus)),
        }
        pattern.pieces.push(kind.piece.into());
        pattern.orientation.push(orientation);
        pattern.moduli.push(modulus.into());
    }
    for &(piece, count, _) in &pieces {
        let all = orbit.kind(piece).map_or(0, |kind| kind.count);
        if count != all {
            let reason = format!(
                "piece {piece} is named {count} times, and the puzzle has {all}: name all or none"
            );
            return Err(wrong(orbit, reason));
        }
    }
    let image = |piece| {
        let is_named = pieces.iter().any(|(named, ..)| *named == piece);
        Image { piece, label: if is_named { piece } else { free }, twist: 0 }
    };
    let images = orbit.kinds.iter().map(|kind| image(kind.piece)).collect();
    Ok(Part { pattern, images })
}

/// An orbit in which the pieces of one number are one kind.
fn classes(
    definition: &Definition,
    orbit: &Orbit,
    source: &PatternSource,
) -> Result<Part, DefinitionError> {
    for (list, entries) in [("pieces", &source.pieces), ("orientation", &source.orientation)] {
        if entries.len() != orbit.slots().len() {
            return Err(wrong_length(orbit, list, entries.len()));
        }
    }
    let mut images: Vec<Image> = Vec::new();
    let mut pattern = PatternSource::default();
    for (index, home) in definition.start()[orbit.slots()].iter().enumerate() {
        let (label, orientation) = (source.pieces[index], source.orientation[index]);
        let all = orbit.kind(home.piece).map_or(1, |kind| kind.modulus);
        let modulus = match source.moduli.get(index).copied().unwrap_or(0) {
            0 => all,
            // A modulus of the declared orientations may exceed those of the piece.
            modulus => u8::try_from(modulus).unwrap_or(all).min(all),
        };
        let number = u16::try_from(label).ok().filter(|&label| label <= MAX_PIECE);
        let number = number
            .ok_or_else(|| wrong(orbit, format!("{label} exceeds {MAX_PIECE}, the last piece")))?;
        if orientation >= u64::from(modulus) {
            let reason =
                format!("slot {index}: {orientation} is not an orientation below {modulus}");
            return Err(wrong(orbit, reason));
        }
        let back = u64::from(modulus - home.orientation % modulus);
        let twist = ((orientation + back) % u64::from(modulus)) as u8;
        let image = Image { piece: home.piece, label: number, twist };
        match images.iter().find(|known| known.piece == home.piece) {
            Some(known) if *known == image => {}
            Some(_) => {
                let reason = format!(
                    "the goal tells pieces of the number {} apart, which are identical",
                    home.piece
                );
                return Err(wrong(orbit, reason));
            }
            None => images.push(image),
        }
        pattern.pieces.push(label);
        pattern.orientation.push(orientation);
        pattern.moduli.push(modulus.into());
    }
    Ok(Part { pattern, images })
}

/// The definition with another default pattern, whose pieces have fewer kinds and orientations.
fn definition(
    base: &Definition,
    patterns: &[&PatternSource],
) -> Result<Definition, DefinitionError> {
    let mut definition = base.clone();
    definition.start.clear();
    definition.orientations.clear();
    for (orbit, pattern) in definition.orbits.iter_mut().zip(patterns) {
        let place = Place::Pattern(orbit.name.clone());
        definition.start.extend(orbit.define(pattern, &place)?);
        let slots = std::iter::repeat_n(orbit.orientations, orbit.slots.len());
        definition.orientations.extend(slots);
    }
    for generator in &mut definition.moves {
        let transformation = &mut generator.transformation;
        for (delta, &all) in transformation.delta.iter_mut().zip(&definition.orientations) {
            *delta %= all;
        }
        generator.order = transformation.order(&definition.orientations);
    }
    Ok(definition)
}
