//! States of a phase: bytes that a move permutes or maps.
//!
//! ```text
//! bytes 0 … a-1   the colours of places: a move takes the byte of each place from another place
//! the other bytes the places of pieces, in tracks of equal pieces: a move maps each byte by the table of its track
//! ```

use std::ops::Range;

/// Places of a track, at most.
pub(super) const PLACES: usize = 64;

/// The number of a move.
pub(super) type Number = u16;

/// The bytes of a state.
pub(super) type State<const N: usize> = [u8; N];

/// One move.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// The place from which each colour comes.
    pub(super) source: Vec<u8>,
    /// The place to which a piece goes, by track and place.
    pub(super) image: Vec<[u8; PLACES]>,
    /// The moves that it consists of, by number: itself, or those of a sequence that a phase makes as one.
    pub(super) word: Vec<Number>,
    /// Moves with the same axis commute.
    pub(super) axis: u8,
    /// The number of the move whose power it is; of moves that commute, the one with the smaller number comes first.
    pub(super) generator: u8,
}

/// All moves of a puzzle, on states of this many bytes.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    pub(super) letters: Vec<Letter>,
    /// The bytes of each track.
    pub(super) tracks: Vec<Range<usize>>,
}

impl Letter {
    /// This move, then another one.
    pub(super) fn then(&self, next: &Self) -> Self {
        let source = next.source.iter().map(|&place| self.source[usize::from(place)]).collect();
        let images = self.image.iter().zip(&next.image);
        let image = images.map(|(one, two)| one.map(|place| two[usize::from(place)])).collect();
        let word = [&self.word[..], &next.word].concat();
        Self { source, image, word, axis: self.axis, generator: self.generator }
    }
}

impl Moves {
    /// Adds a sequence of moves as one.
    pub(super) fn add_sequence(&mut self, word: &[usize]) {
        let letters = word.iter().map(|&letter| self.letters[letter].clone());
        let all = letters.reduce(|one, two| one.then(&two));
        // No move commutes with it.
        let axis = u8::MAX;
        self.letters.extend(all.map(|letter| Letter { axis, generator: u8::MAX, ..letter }));
    }

    /// The state after a move.
    #[inline]
    pub(super) fn after<const N: usize>(&self, state: &State<N>, letter: usize) -> State<N> {
        let letter = &self.letters[letter];
        let mut next = [0; N];
        for (to, &from) in next.iter_mut().zip(&letter.source) {
            *to = state[usize::from(from) % N];
        }
        for (range, image) in self.tracks.iter().zip(&letter.image) {
            let bytes = next[range.clone()].iter_mut().zip(&state[range.clone()]);
            for (to, &place) in bytes {
                *to = image[usize::from(place) % PLACES];
            }
        }
        next
    }

    /// True if a move may follow another: of moves that commute in one order, of powers of a move one.
    #[inline]
    pub(super) fn may_follow(&self, last: Option<Number>, next: usize) -> bool {
        let Some(last) = last else { return true };
        let (last, next) = (&self.letters[usize::from(last)], &self.letters[next]);
        last.axis != next.axis || last.generator < next.generator || last.axis == u8::MAX
    }
}

/// A 64-bit hash of a state (FNV-1a on words, finished as splitmix64).
#[inline]
pub(super) fn hash<const N: usize>(state: &State<N>) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in state.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 29;
    }
    hash
}
