//! Pieces that slots must not hold: a move that would put one there cannot be made.
//!
//! Bandaged puzzles are defined so: the slice of the Square-1 cannot turn while a corner is across it. Every power of a
//! move is one move, and only the position after it counts.

use crate::code::Code;
use crate::error::DefinitionError;
use crate::letters::Letters;
use crate::orbit::{Orbit, Slot};
use crate::source::ExclusionSource;
use crate::turn::Turn;
use std::iter::Copied;
use std::slice::Iter;

/// Maximum number of moves of a state, with their powers, if some can be blocked.
const MAX_LETTERS: usize = 128;

/// A piece that a slot must not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exclusion {
    pub(crate) slot: usize,
    pub(crate) piece: u16,
}

/// The pieces that slots must not hold.
///
/// # Errors
/// If the puzzle has no such orbit, slot or piece, or if the solved puzzle has one of them in its slot.
pub(crate) fn exclusions(
    sources: &[ExclusionSource],
    orbits: &[Orbit],
    start: &[Slot],
    first_piece: u16,
) -> Result<Vec<Exclusion>, DefinitionError> {
    let mut all = Vec::new();
    for source in sources {
        let wrong = |reason: String| {
            let orbit = source.orbit.clone();
            DefinitionError::Pieces { orbit, reason }.on_line(source.line)
        };
        let orbit = orbits.iter().find(|orbit| orbit.name() == source.orbit);
        let orbit = orbit.ok_or_else(|| wrong("the puzzle has no such orbit".to_owned()))?;
        let index = usize::try_from(source.slot).ok().and_then(|slot| slot.checked_sub(1));
        let slot = index.and_then(|index| orbit.slots().nth(index));
        let slot = slot.ok_or_else(|| wrong(format!("it has no slot {}", source.slot)))?;
        for &number in &source.pieces {
            let piece = number.checked_sub(1).map(|piece| piece + u64::from(first_piece));
            let piece = piece.and_then(|piece| u16::try_from(piece).ok());
            let kind = piece.and_then(|piece| orbit.kind(piece));
            let kind = kind.ok_or_else(|| wrong(format!("the orbit has no piece {number}")))?;
            if start[slot].piece == kind.piece {
                return Err(wrong(format!("the solved puzzle has piece {number} in this slot")));
            }
            all.push(Exclusion { slot, piece: kind.piece });
        }
    }
    Ok(all)
}

/// The first slot with a piece that it must not hold.
pub(crate) fn first_of(exclusions: &[Exclusion], slots: &[Slot]) -> Option<Exclusion> {
    exclusions.iter().copied().find(|it| slots[it.slot].piece == it.piece)
}

/// The moves that can be blocked, for states of codes.
#[derive(Debug)]
pub(crate) struct Blocks<C> {
    /// For each letter the slots and codes before it that block it; empty if no move can be blocked.
    of_letter: Vec<Vec<(C, C)>>,
}

impl<C: Code> Blocks<C> {
    pub(crate) fn new(exclusions: &[Exclusion], orbits: &[Orbit], letters: &Letters) -> Self {
        if exclusions.is_empty() {
            return Self { of_letter: Vec::new() };
        }
        let of_letter = letters.transformations.iter().map(|transformation| {
            let before = |&Exclusion { slot, piece }: &Exclusion| {
                let origin = C::of(transformation.source[slot].into());
                let orbit = orbits.iter().find(|orbit| orbit.slots().contains(&slot));
                let kind = orbit.and_then(|orbit| orbit.kind(piece));
                let codes =
                    kind.map_or(0..0, |kind| kind.first..kind.first + usize::from(kind.modulus));
                codes.map(move |code| (origin, C::of(code)))
            };
            exclusions.iter().flat_map(before).collect()
        });
        Self { of_letter: of_letter.collect() }
    }

    /// True if no move can be blocked.
    pub(crate) fn is_empty(&self) -> bool {
        self.of_letter.is_empty()
    }

    /// The moves of a state, without those that are blocked.
    #[inline]
    pub(crate) fn turns(&self, turns: &'static [Turn], state: &[C]) -> Turns {
        Turns { turns: turns.iter().copied(), blocked: self.mask(state) }
    }

    /// A bit for each letter that is blocked.
    #[inline]
    fn mask(&self, state: &[C]) -> u128 {
        if self.of_letter.is_empty() {
            return 0;
        }
        let is_blocked =
            |pairs: &Vec<(C, C)>| pairs.iter().any(|(slot, code)| state[slot.number()] == *code);
        let letters = self.of_letter.iter().enumerate();
        letters.fold(0, |mask, (letter, pairs)| mask | u128::from(is_blocked(pairs)) << letter)
    }
}

/// Refuses more moves than a state with blocked moves has bits for.
///
/// # Errors
/// If there are too many.
pub(crate) fn check_letters(letters: usize) -> Result<(), DefinitionError> {
    if letters <= MAX_LETTERS {
        return Ok(());
    }
    Err(DefinitionError::Limit {
        place: "a puzzle with Illegal".to_owned(),
        what: "moves with their powers",
        found: letters as u64,
        limit: MAX_LETTERS,
    })
}

/// The moves of a state.
#[derive(Clone, Debug)]
pub struct Turns {
    turns: Copied<Iter<'static, Turn>>,
    /// A bit for each of the moves that is blocked, the next one first.
    blocked: u128,
}

impl Iterator for Turns {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        loop {
            let turn = self.turns.next()?;
            let is_blocked = self.blocked & 1 == 1;
            self.blocked >>= 1;
            if !is_blocked {
                return Some(turn);
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (all, _) = self.turns.size_hint();
        (all.saturating_sub(self.blocked.count_ones() as usize), Some(all))
    }
}
