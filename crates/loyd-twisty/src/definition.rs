//! A puzzle as a definition file describes it, checked.

use crate::exclusion::Exclusion;
use crate::orbit::{Orbit, Slot};
use crate::transformation::Transformation;
use crate::turn::Turn;

/// A named move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generator {
    pub(crate) name: String,
    /// The amount in the name: 2 for `Rw2`, which is all of `Rw` that the puzzle has; else 1.
    pub(crate) base: i16,
    pub(crate) transformation: Transformation,
    /// The least number of times that moves nothing; [`usize::MAX`] if it does not fit.
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
    /// The number of the first piece of each orbit in the text: 0 or 1.
    pub(crate) first_piece: u16,
    /// Pieces that slots must not hold.
    pub(crate) exclusions: Vec<Exclusion>,
    pub(crate) notes: Vec<String>,
}

impl Definition {
    /// The parts of the text that were skipped because they do not change the puzzle, in words with their lines.
    pub fn notes(&self) -> &[String] {
        &self.notes
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

    /// True if some moves cannot be made in some positions.
    pub fn has_blocked_moves(&self) -> bool {
        !self.exclusions.is_empty()
    }

    /// Number of codes of an orbit and of the labels of its pieces, if there are states of labels.
    pub(crate) fn codes_with_labels(&self, orbit: &Orbit) -> usize {
        if self.has_labels(orbit) { orbit.label(orbit.slots.len()) } else { orbit.codes() }
    }

    /// True if a state of pieces that are all distinct has labels: pieces are identical, twists invisible, or moves of
    /// the solved puzzle blocked.
    pub(crate) fn has_labels(&self, orbit: &Orbit) -> bool {
        self.has_blocked_moves() || !orbit.is_faithful()
    }

    /// True if different transformations lead from the default pattern to different patterns.
    pub(crate) fn is_faithful(&self) -> bool {
        self.orbits.iter().all(Orbit::is_faithful)
    }
}
