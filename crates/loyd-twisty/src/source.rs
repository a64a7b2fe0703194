//! A definition as it is written, before anything in it has been checked.

/// The parts of a definition, in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) orbits: Vec<OrbitSource>,
    pub(crate) pattern: Pattern,
    pub(crate) moves: Vec<MoveSource>,
    pub(crate) derived: Vec<DerivedSource>,
    /// Missing orbits are as the form defines: solved, or not moved.
    pub(crate) may_omit: bool,
    /// The number of the first piece: 0 or 1.
    pub(crate) first_piece: u16,
    /// Pieces that slots must not hold.
    pub(crate) exclusions: Vec<ExclusionSource>,
    /// The parts that were skipped, in words.
    pub(crate) notes: Vec<String>,
}

impl Source {
    /// Notes that a command was skipped, once for each command.
    pub(crate) fn note(&mut self, line: usize, command: &str, reason: &str) {
        let text = format!("{command} is skipped: {reason}");
        if !self.notes.iter().any(|note| note.ends_with(&text)) {
            self.notes.push(format!("line {line}: {text}"));
        }
    }
}

#[derive(Debug)]
pub(crate) struct OrbitSource {
    pub(crate) name: String,
    pub(crate) pieces: u64,
    pub(crate) orientations: u64,
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
}

/// A pattern, orbit by orbit.
pub(crate) type Pattern = Vec<(String, PatternSource)>;

/// An orbit of a pattern, slot by slot.
#[derive(Debug, Default)]
pub(crate) struct PatternSource {
    pub(crate) pieces: Vec<u64>,
    pub(crate) orientation: Vec<u64>,
    /// Number of distinct orientations; 0 for all. Empty if all are for every piece.
    pub(crate) moduli: Vec<u64>,
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
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
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
}

/// Pieces that a slot must not hold.
#[derive(Debug)]
pub(crate) struct ExclusionSource {
    pub(crate) orbit: String,
    /// The slot, from 1.
    pub(crate) slot: u64,
    /// The pieces, from 1.
    pub(crate) pieces: Vec<u64>,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// A move that is made of other moves.
#[derive(Debug)]
pub(crate) struct DerivedSource {
    pub(crate) name: String,
    pub(crate) moves: String,
    /// True if it is one move, even if it is made of several.
    pub(crate) is_move: bool,
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
}

/// The change of an orbit: the slot from which the piece of each slot comes, and its twist.
#[derive(Debug, Default)]
pub(crate) struct ChangeSource {
    pub(crate) permutation: Vec<u64>,
    pub(crate) delta: Vec<u64>,
    /// The line, from 1; 0 if it is unknown.
    pub(crate) line: usize,
}
