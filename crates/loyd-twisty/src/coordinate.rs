//! Coordinates: parts of a state that the moves change without regard to the rest.
//!
//! A coordinate looks at the slots of one orbit and forgets some of their contents: orientations,
//! pieces, or the identities of some pieces. Its values are found by making all moves from a start,
//! so they are exactly those that occur, with every constraint of parity or twist within the orbit.

use crate::letters::Letters;
use crate::orbit::Orbit;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Maximum length of the move table of a heuristic's coordinate: its values times the letters.
pub(crate) const MAX_ENTRIES: usize = 1 << 21;

/// The information that a coordinate keeps of a slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Projection {
    /// The pieces, without their orientations.
    Pieces,
    /// The orientations, without the pieces; only if all pieces have the same number of them.
    Orientations,
    /// Pieces and orientations.
    Everything,
    /// These pieces with their orientations; the others are indistinguishable.
    Some(Vec<u8>),
    /// These pieces without their orientations; the others are indistinguishable.
    SomePieces(Vec<u8>),
}

impl Projection {
    fn class(&self, orbit: &Orbit, code: u8) -> u8 {
        const OTHER: u8 = u8::MAX;
        let slot = orbit.slot(code);
        let first = orbit.kind(slot.piece).map_or(0, |kind| kind.first as u8);
        match self {
            Self::Pieces => first,
            Self::Orientations => slot.orientation,
            Self::Everything => code,
            Self::Some(pieces) if pieces.contains(&slot.piece) => code,
            Self::SomePieces(pieces) if pieces.contains(&slot.piece) => first,
            Self::Some(_) | Self::SomePieces(_) => OTHER,
        }
    }
}

/// A part of a state with its values numbered, and the effect of every letter on them.
#[derive(Debug)]
pub(crate) struct Coordinate {
    pub(crate) name: String,
    slots: Range<usize>,
    /// The class of each code.
    classes: Box<[u8; 256]>,
    numbers: FxHashMap<Box<[u8]>, u32>,
    letters: usize,
    /// The value after each letter, for each value.
    pub(crate) after: Vec<u32>,
}

impl Coordinate {
    /// The coordinate with the values that can be reached from `start`, a code for each slot of the
    /// puzzle; `None` if its table would have more than `max` entries.
    pub(crate) fn new(
        orbit: &Orbit,
        keep: &Projection,
        letters: &Letters,
        start: &[u8],
        max: usize,
    ) -> Option<Self> {
        let mut classes = Box::new([0; 256]);
        // A code of each class, to twist in its place.
        let mut member = [0; 256];
        for code in 0..orbit.codes() {
            let class = keep.class(orbit, code as u8);
            classes[code] = class;
            member[usize::from(class)] = code as u8;
        }
        let twist = |class: u8, delta: u8| {
            classes[usize::from(orbit.twisted(member[usize::from(class)], delta))]
        };
        let slots = orbit.slots.clone();
        let first: Box<[u8]> =
            start[slots.clone()].iter().map(|&code| classes[usize::from(code)]).collect();
        let mut values = vec![first.clone()];
        let mut numbers = FxHashMap::from_iter([(first, 0)]);
        let mut after = Vec::new();
        let mut at = 0;
        while at < values.len() {
            for transformation in &letters.transformations {
                let value = &values[at];
                let next: Box<[u8]> = slots
                    .clone()
                    .map(|slot| {
                        let origin = usize::from(transformation.source[slot]) - slots.start;
                        match transformation.delta[slot] {
                            0 => value[origin],
                            delta => twist(value[origin], delta),
                        }
                    })
                    .collect();
                let number = numbers.get(&next).copied();
                after.push(number.unwrap_or_else(|| {
                    let number = values.len() as u32;
                    numbers.insert(next.clone(), number);
                    values.push(next);
                    number
                }));
            }
            if values.len() * letters.count() > max {
                return None;
            }
            at += 1;
        }
        let name = orbit.name.clone();
        Some(Self { name, slots, classes, numbers, letters: letters.count(), after })
    }

    pub(crate) fn size(&self) -> usize {
        self.numbers.len()
    }

    /// The value of a state, a code for each slot; `None` if it cannot be reached.
    pub(crate) fn value(&self, codes: &[u8]) -> Option<u32> {
        let mut key = [0; 256];
        let key = &mut key[..self.slots.len()];
        for (class, &code) in key.iter_mut().zip(&codes[self.slots.clone()]) {
            *class = self.classes[usize::from(code)];
        }
        self.numbers.get(&*key).copied()
    }

    #[inline]
    pub(crate) fn after_letter(&self, value: u32, letter: usize) -> u32 {
        self.after[value as usize * self.letters + letter]
    }

    pub(crate) fn values(&self) -> Vec<&[u8]> {
        let mut values = vec![&[][..]; self.numbers.len()];
        for (value, &number) in &self.numbers {
            values[number as usize] = value;
        }
        values
    }
}
