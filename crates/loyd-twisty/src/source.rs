//! A definition as it is written, before anything in it has been checked.

/// The parts of a definition, in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) orbits: Vec<OrbitSource>,
    pub(crate) pattern: Vec<(String, PatternSource)>,
    pub(crate) moves: Vec<MoveSource>,
    /// Names, and the moves of which they are made.
    pub(crate) derived: Vec<(String, String)>,
    /// Missing orbits are as the form defines: solved, or not moved.
    pub(crate) may_omit: bool,
}

#[derive(Debug)]
pub(crate) struct OrbitSource {
    pub(crate) name: String,
    pub(crate) pieces: u64,
    pub(crate) orientations: u64,
}

/// An orbit of a pattern, slot by slot.
#[derive(Debug, Default)]
pub(crate) struct PatternSource {
    pub(crate) pieces: Vec<u64>,
    pub(crate) orientation: Vec<u64>,
    /// Number of distinct orientations; 0 for all. Empty if all are for every piece.
    pub(crate) moduli: Vec<u64>,
}

#[derive(Debug)]
pub(crate) struct MoveSource {
    pub(crate) name: String,
    pub(crate) orbits: Vec<(String, ChangeSource)>,
    /// The number of the first slot: 0 or 1.
    pub(crate) first: u64,
    /// True if orientations are listed by the slot from which a piece comes, not by the one to
    /// which it goes.
    pub(crate) by_origin: bool,
}

/// The change of an orbit: the slot from which the piece of each slot comes, and its twist.
#[derive(Debug, Default)]
pub(crate) struct ChangeSource {
    pub(crate) permutation: Vec<u64>,
    pub(crate) delta: Vec<u64>,
}
