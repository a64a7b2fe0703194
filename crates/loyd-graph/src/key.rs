//! Keys of states, and rows of the table of states.
//!
//! | form | for | column |
//! |---|---|---|
//! | [`KeyForm::Board`] | boards of at most 16 cells | the tiles as hexadecimal digits of a signed 64-bit integer |
//! | [`KeyForm::Rank`] | spaces whose states have ranks below 2^63 | the rank, an integer |
//! | [`KeyForm::Bytes`] | all others | bytes, the same number for all states |
//! | [`KeyForm::Text`] | puzzles whose positions are texts of one length, on request | the text |
//!
//! Within this crate keys are words, whose order is that of the column.

use loyd_search::names::did_you_mean;
use std::fmt;
use std::str::FromStr;

/// A key as 64-bit words, the most significant one first.
pub(crate) type Word<const W: usize> = [u64; W];

/// The sign bit: integers in the order of words.
const SIGN: u64 = 1 << 63;

/// The form of the keys of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyForm {
    /// The tiles of a board of this many cells, as hexadecimal digits in reading order.
    Board(usize),
    /// Ranks.
    Rank,
    /// This number of bytes.
    Bytes(usize),
    /// The position as a text of this many bytes.
    Text(usize),
}

impl KeyForm {
    /// Returns true if keys are integers.
    pub fn is_number(self) -> bool {
        self.bytes().is_none()
    }

    /// Bytes of a key; `None` for integers.
    pub fn bytes(self) -> Option<usize> {
        match self {
            Self::Bytes(bytes) | Self::Text(bytes) => Some(bytes),
            Self::Board(_) | Self::Rank => None,
        }
    }

    /// Returns true if a client of the database can read the position in the key.
    pub fn shows_position(self) -> bool {
        matches!(self, Self::Board(_) | Self::Text(_))
    }

    /// The representation that has keys of this form.
    pub fn representation(self) -> Representation {
        match self {
            Self::Board(_) | Self::Bytes(_) => Representation::Packed,
            Self::Rank => Representation::Rank,
            Self::Text(_) => Representation::Text,
        }
    }
}

/// The representation of states in keys, as a request chooses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Representation {
    /// The digits of a board of at most 16 cells, or the bytes of a state.
    Packed,
    /// The rank of a state among all states.
    Rank,
    /// The position as text, as the paper stores it.
    Text,
}

impl Representation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Packed, Self::Rank, Self::Text];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Packed => "packed",
            Self::Rank => "rank",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Representation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|representation| representation.name() == text);
        named.ok_or_else(|| did_you_mean(text, Self::ALL.iter().map(|each| each.name())))
    }
}

impl fmt::Display for KeyForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(cells) => write!(f, "board {cells}"),
            Self::Rank => f.write_str("rank"),
            Self::Bytes(bytes) => write!(f, "bytes {bytes}"),
            Self::Text(bytes) => write!(f, "text {bytes}"),
        }
    }
}

impl FromStr for KeyForm {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(|_| ());
        match text.split_once(' ') {
            None if text == "rank" => Ok(Self::Rank),
            Some(("board", cells)) => Ok(Self::Board(number(cells)?)),
            Some(("bytes", bytes)) => Ok(Self::Bytes(number(bytes)?)),
            Some(("text", bytes)) => Ok(Self::Text(number(bytes)?)),
            _ => Err(()),
        }
    }
}

/// The key of a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// An integer.
    Number(i64),
    /// Bytes.
    Bytes(Box<[u8]>),
}

impl Key {
    /// The key of a word.
    pub(crate) fn of<const W: usize>(form: KeyForm, word: &Word<W>) -> Self {
        match form.bytes() {
            Some(length) => {
                let bytes = word.iter().flat_map(|word| word.to_be_bytes());
                Self::Bytes(bytes.take(length).collect())
            }
            None => Self::Number((word[0] ^ SIGN) as i64),
        }
    }

    /// The key at a place of a column.
    pub fn at(keys: &Keys, row: usize) -> Self {
        match keys {
            Keys::Numbers(numbers) => Self::Number(numbers[row]),
            Keys::Bytes { length, bytes } => Self::Bytes(bytes[row * length..][..*length].into()),
        }
    }
}

/// The word of a number.
pub(crate) fn word_of_number<const W: usize>(number: u64) -> Word<W> {
    let mut word = [0; W];
    word[0] = number ^ SIGN;
    word
}

/// The number of a word.
pub(crate) fn number_of_word<const W: usize>(word: &Word<W>) -> u64 {
    word[0] ^ SIGN
}

/// The word of bytes.
pub(crate) fn word_of_bytes<const W: usize>(bytes: &[u8]) -> Word<W> {
    let mut word = [0; W];
    for (word, part) in word.iter_mut().zip(bytes.chunks(8)) {
        let mut whole = [0; 8];
        whole[..part.len()].copy_from_slice(part);
        *word = u64::from_be_bytes(whole);
    }
    word
}

/// The bytes of a word; `bytes` is as long as the keys of the form.
pub(crate) fn bytes_of_word<const W: usize>(word: &Word<W>, bytes: &mut [u8]) {
    for (part, word) in bytes.chunks_mut(8).zip(word) {
        part.copy_from_slice(&word.to_be_bytes()[..part.len()]);
    }
}

/// The word of a key.
pub(crate) fn word_of_key<const W: usize>(key: &Key) -> Word<W> {
    match key {
        Key::Number(number) => word_of_number(*number as u64),
        Key::Bytes(bytes) => word_of_bytes(bytes),
    }
}

/// A column of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keys {
    /// Integers.
    Numbers(Vec<i64>),
    /// Bytes, all keys one after the other.
    Bytes {
        /// Bytes of each key.
        length: usize,
        /// The keys.
        bytes: Vec<u8>,
    },
}

impl Keys {
    /// An empty column.
    pub fn new(form: KeyForm) -> Self {
        match form.bytes() {
            Some(length) => Self::Bytes { length, bytes: Vec::new() },
            None => Self::Numbers(Vec::new()),
        }
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Bytes { length, bytes } => bytes.len() / (*length).max(1),
        }
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        match self {
            Self::Numbers(numbers) => numbers.clear(),
            Self::Bytes { bytes, .. } => bytes.clear(),
        }
    }

    /// Appends a key of the same form.
    pub fn push(&mut self, key: &Key) {
        match (self, key) {
            (Self::Numbers(numbers), Key::Number(number)) => numbers.push(*number),
            (Self::Bytes { length, bytes }, Key::Bytes(key)) if key.len() == *length => {
                bytes.extend_from_slice(key);
            }
            _ => unreachable!("the keys of a graph have one form"),
        }
    }

    /// Appends the key of a word.
    pub(crate) fn push_word<const W: usize>(&mut self, word: &Word<W>) {
        match self {
            Self::Numbers(numbers) => numbers.push(number_of_word(word) as i64),
            Self::Bytes { length, bytes } => {
                let begin = bytes.len();
                bytes.resize(begin + *length, 0);
                bytes_of_word(word, &mut bytes[begin..]);
            }
        }
    }

    /// The word of a key.
    pub(crate) fn word<const W: usize>(&self, row: usize) -> Word<W> {
        match self {
            Self::Numbers(numbers) => word_of_number(numbers[row] as u64),
            Self::Bytes { length, bytes } => word_of_bytes(&bytes[row * length..][..*length]),
        }
    }
}

/// Rows of the table of states, column by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// The keys.
    pub keys: Keys,
    /// The level of each state.
    pub levels: Vec<u32>,
    /// The number of the move that led to each state; `None` for the start.
    pub moves: Vec<Option<u16>>,
    /// The positions as text; empty if the graph has no such column.
    pub positions: Vec<String>,
}

impl Rows {
    /// No rows.
    pub fn new(form: KeyForm) -> Self {
        let (levels, moves, positions) = (Vec::new(), Vec::new(), Vec::new());
        Self { keys: Keys::new(form), levels, moves, positions }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Returns true if it is empty.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.levels.clear();
        self.moves.clear();
        self.positions.clear();
    }

    /// The key of the last row.
    pub fn last_key(&self) -> Option<Key> {
        (!self.is_empty()).then(|| Key::at(&self.keys, self.len() - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn integers_have_the_order_of_their_words(a: i64, b: i64) {
            let word = |number: i64| word_of_key::<1>(&Key::Number(number));
            prop_assert_eq!(word(a).cmp(&word(b)), a.cmp(&b));
            prop_assert_eq!(Key::of(KeyForm::Rank, &word(a)), Key::Number(a));
        }

        #[test]
        fn bytes_have_the_order_of_their_words(a: [u8; 13], b: [u8; 13]) {
            let word = |bytes: &[u8]| word_of_bytes::<2>(bytes);
            prop_assert_eq!(word(&a).cmp(&word(&b)), a.cmp(&b));
            let mut column = Keys::new(KeyForm::Bytes(13));
            column.push_word(&word(&a));
            column.push(&Key::Bytes(b.into()));
            prop_assert_eq!(column.word::<2>(0), word(&a));
            prop_assert_eq!(Key::at(&column, 1), Key::Bytes(b.into()));
        }
    }

    #[test]
    fn forms_are_read_as_they_are_written() {
        for form in [KeyForm::Board(9), KeyForm::Rank, KeyForm::Bytes(13), KeyForm::Text(17)] {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("board".parse::<KeyForm>().is_err() && "bytes x".parse::<KeyForm>().is_err());
    }
}
