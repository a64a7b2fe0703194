//! Orbits: slots whose pieces move among one another, and the kinds of pieces in them.

use crate::error::{DefinitionError, MAX_PIECE, Place};
use crate::source::PatternSource;
use loyd_search::insertion::insertion_sort;
use std::ops::Range;

/// The piece in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Slot {
    /// The number of the piece; identical pieces have the same number.
    pub piece: u16,
    /// Its orientation, below the number of distinct ones.
    pub orientation: u8,
}

/// Identical pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) piece: u16,
    pub(crate) count: usize,
    /// Number of distinct orientations.
    pub(crate) modulus: u8,
    /// The code of orientation 0: a slot with orientation o has the code `first + o`.
    pub(crate) first: usize,
}

/// Slots whose pieces move among one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orbit {
    pub(crate) name: String,
    pub(crate) slots: Range<usize>,
    /// Number of orientations as it is written.
    pub(crate) declared: u8,
    /// Number of orientations on which transformations act: the modulus if all pieces have the same.
    pub(crate) orientations: u8,
    pub(crate) kinds: Vec<Kind>,
}

impl Orbit {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The slots, numbered through all orbits.
    pub fn slots(&self) -> Range<usize> {
        self.slots.clone()
    }

    /// Number of orientations that transformations distinguish.
    pub fn orientations(&self) -> u8 {
        self.orientations
    }

    /// True if all pieces have the same number of distinct orientations.
    pub(crate) fn is_uniform(&self) -> bool {
        self.kinds.iter().all(|kind| kind.modulus == self.orientations)
    }

    /// True if all pieces are distinct, and every twist of a piece is visible.
    pub(crate) fn is_faithful(&self) -> bool {
        self.is_uniform() && self.kinds.iter().all(|kind| kind.count == 1)
    }

    pub(crate) fn kind(&self, piece: u16) -> Option<&Kind> {
        self.kinds.binary_search_by_key(&piece, |kind| kind.piece).ok().map(|at| &self.kinds[at])
    }

    /// The code of a slot; all codes of the kinds are below [`codes`](Self::codes).
    pub(crate) fn code(&self, slot: Slot) -> usize {
        let first = self.kind(slot.piece).map_or(0, |kind| kind.first);
        first + usize::from(slot.orientation)
    }

    pub(crate) fn slot(&self, code: usize) -> Slot {
        let kind = self.kind_of_code(code);
        Slot { piece: kind.piece, orientation: (code - kind.first) as u8 }
    }

    fn kind_of_code(&self, code: usize) -> &Kind {
        let after = self.kinds.partition_point(|kind| kind.first <= code);
        let kind = after.checked_sub(1).and_then(|at| self.kinds.get(at));
        kind.unwrap_or_else(|| unreachable!("the first kind begins with code 0"))
    }

    pub(crate) fn codes(&self) -> usize {
        self.kinds.last().map_or(0, |kind| kind.first + usize::from(kind.modulus))
    }

    /// The code of a piece that differs from all others, for the piece in a slot of the orbit.
    pub(crate) fn label(&self, index: usize) -> usize {
        self.codes() + index * usize::from(self.orientations)
    }

    /// The code after a twist, of a kind or a [`label`](Self::label).
    pub(crate) fn twisted(&self, code: usize, delta: u8) -> usize {
        let (first, modulus) = if code < self.codes() {
            let kind = self.kind_of_code(code);
            (kind.first, usize::from(kind.modulus))
        } else {
            let modulus = usize::from(self.orientations);
            (code - (code - self.codes()) % modulus, modulus)
        };
        first + (code - first + usize::from(delta)) % modulus
    }

    /// Reads the default pattern of the orbit and determines the kinds of its pieces.
    pub(crate) fn define(
        &mut self,
        pattern: &PatternSource,
        place: &Place,
    ) -> Result<Vec<Slot>, DefinitionError> {
        let slots = self.read(pattern, place, |_| None)?;
        let mut kinds: Vec<Kind> = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            let modulus = self.modulus(pattern, index, place)?;
            match kinds.iter_mut().find(|kind| kind.piece == slot.piece) {
                Some(kind) if kind.modulus == modulus => kind.count += 1,
                Some(_) => {
                    return Err(DefinitionError::Range {
                        place: place.clone(),
                        list: "orientationMod",
                        entry: modulus.into(),
                        reason: "identical pieces must have the same".to_owned(),
                    });
                }
                None => kinds.push(Kind { piece: slot.piece, count: 1, modulus, first: 0 }),
            }
        }
        insertion_sort(&mut kinds, |a, b| a.piece < b.piece);
        let mut first = 0;
        for kind in &mut kinds {
            kind.first = first;
            first += usize::from(kind.modulus);
        }
        let uniform = kinds.iter().all(|kind| kind.modulus == kinds[0].modulus);
        if uniform {
            self.orientations = kinds[0].modulus;
        }
        self.kinds = kinds;
        Ok(slots)
    }

    /// Number of distinct orientations of the piece in a slot of the orbit.
    fn modulus(
        &self,
        pattern: &PatternSource,
        index: usize,
        place: &Place,
    ) -> Result<u8, DefinitionError> {
        let all = u64::from(self.declared);
        match pattern.moduli.get(index).copied().unwrap_or(0) {
            0 => Ok(self.declared),
            modulus if modulus <= all && all.is_multiple_of(modulus) => Ok(modulus as u8),
            entry => Err(DefinitionError::Range {
                place: place.clone(),
                list: "orientationMod",
                entry,
                reason: format!("it must divide {all}, the number of orientations"),
            }),
        }
    }

    /// Reads a pattern. `kind` is the known modulus of a piece; without one, that of the pattern.
    pub(crate) fn read(
        &self,
        pattern: &PatternSource,
        place: &Place,
        modulus_of: impl Fn(u16) -> Option<u8>,
    ) -> Result<Vec<Slot>, DefinitionError> {
        let expected = self.slots.len();
        for (list, entries) in [("pieces", &pattern.pieces), ("orientation", &pattern.orientation)]
        {
            if entries.len() != expected {
                let (place, found) = (place.clone(), entries.len());
                return Err(DefinitionError::Length { place, list, found, expected });
            }
        }
        let pairs = pattern.pieces.iter().zip(&pattern.orientation).enumerate();
        let slot = |(index, (&piece, &orientation)): (usize, (&u64, &u64))| {
            let range = |list, entry, reason: String| DefinitionError::Range {
                place: place.clone(),
                list,
                entry,
                reason,
            };
            let too_large = || range("pieces", piece, format!("a piece is at most {MAX_PIECE}"));
            let number = u16::try_from(piece).ok().filter(|&piece| piece <= MAX_PIECE);
            let piece = number.ok_or_else(too_large)?;
            let modulus = match modulus_of(piece) {
                Some(modulus) => modulus,
                None => self.modulus(pattern, index, place)?,
            };
            if orientation >= u64::from(modulus) {
                let reason = format!("this piece has {modulus} orientations, from 0");
                return Err(range("orientation", orientation, reason));
            }
            Ok(Slot { piece, orientation: orientation as u8 })
        };
        pairs.map(slot).collect()
    }
}
