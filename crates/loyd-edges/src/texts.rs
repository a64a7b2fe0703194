//! Texts that are stored once and have numbers: one string of all of them, and a table of numbers by hash.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// An empty slot of the table.
const EMPTY: u32 = u32::MAX;

/// The reason why a text cannot be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The texts, or their bytes, exceed 32 bits.
    TooMany,
    /// The system refused memory.
    Memory,
}

/// Texts in the order in which they were stored.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: String,
    /// The end of each text.
    ends: Vec<u32>,
    /// Numbers by hash, with linear probing; the length is a power of two, at least twice the number of texts.
    table: Vec<u32>,
}

impl Texts {
    /// The number of texts.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of a number.
    pub(crate) fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.text[start as usize..self.ends[number] as usize]
    }

    /// The number of a text.
    pub(crate) fn number(&self, text: &str) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let number = self.table[self.slot(text)];
        (number != EMPTY).then_some(number)
    }

    /// The number of a text, which is stored if it is new.
    pub(crate) fn store(&mut self, text: &str) -> Result<u32, Refusal> {
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow()?;
        }
        let slot = self.slot(text);
        if self.table[slot] != EMPTY {
            return Ok(self.table[slot]);
        }
        let number = u32::try_from(self.len()).ok().filter(|&number| number < EMPTY);
        let number = number.ok_or(Refusal::TooMany)?;
        let end = u32::try_from(self.text.len() + text.len()).map_err(|_| Refusal::TooMany)?;
        self.text.try_reserve(text.len()).map_err(|_| Refusal::Memory)?;
        self.ends.try_reserve(1).map_err(|_| Refusal::Memory)?;
        self.text.push_str(text);
        self.ends.push(end);
        self.table[slot] = number;
        Ok(number)
    }

    /// All texts one after the other.
    pub(crate) fn joined(&self) -> &str {
        &self.text
    }

    /// The slot of a text, or the empty slot where it belongs.
    fn slot(&self, text: &str) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(text) as usize & mask;
        while self.table[slot] != EMPTY && self.get(self.table[slot]) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) -> Result<(), Refusal> {
        let slots = (2 * self.table.len()).max(16);
        let mut table = Vec::new();
        table.try_reserve_exact(slots).map_err(|_| Refusal::Memory)?;
        table.resize(slots, EMPTY);
        self.table = Vec::new();
        for number in 0..self.len() as u32 {
            let mut slot = hash(self.get(number)) as usize & (slots - 1);
            while table[slot] != EMPTY {
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = number;
        }
        self.table = table;
        Ok(())
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_numbers_of_their_first_place() {
        let mut texts = Texts::default();
        assert_eq!(texts.number("a"), None);
        for number in 0..1000 {
            assert_eq!(texts.store(&number.to_string()), Ok(number));
        }
        for number in 0..1000 {
            assert_eq!(texts.store(&number.to_string()), Ok(number));
            assert_eq!(texts.get(number), number.to_string());
        }
        assert_eq!((texts.number("1000"), texts.len()), (None, 1000));
        assert_eq!(texts.store(""), Ok(1000));
        assert_eq!(texts.get(1000), "");
    }
}
