//! A set of numbers, one bit for each number there is.

use crate::EnumerateError;
use std::ops::Range;

/// A set of numbers below a bound: number n is bit n % 8 of byte n / 8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bitmap {
    bytes: Vec<u8>,
}

/// Bytes of a machine word.
const WORD: usize = 8;

impl Bitmap {
    /// Bytes of a set of numbers below `size`; `None` if this machine cannot address them.
    pub(crate) fn bytes_for(size: u64) -> Option<usize> {
        usize::try_from(size.div_ceil(64)).ok()?.checked_mul(WORD)
    }

    /// The empty set of numbers below `size`; touches its memory.
    pub(crate) fn new(size: u64) -> Result<Self, EnumerateError> {
        let refused = EnumerateError::OutOfMemory { bytes: size / 8 };
        let length = Self::bytes_for(size).ok_or(refused.clone())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| refused)?;
        bytes.resize(length, 0);
        Ok(Self { bytes })
    }

    #[inline]
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.bytes[(number / 8) as usize] >> (number % 8) & 1 == 1
    }

    /// Adds a number; returns whether it was new.
    #[inline]
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let byte = &mut self.bytes[(number / 8) as usize];
        let bit = 1 << (number % 8);
        let new = *byte & bit == 0;
        *byte |= bit;
        new
    }

    pub(crate) fn count(&self) -> u64 {
        self.words(0..self.len_words()).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    /// Returns whether the set is a subset of `other`.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.bytes.iter().zip(&other.bytes).all(|(own, theirs)| own & !theirs == 0)
    }

    /// Returns whether all elements are below `size`.
    pub(crate) fn is_below(&self, size: u64) -> bool {
        let last = (self.len_words().saturating_sub(1), self.len_words());
        self.numbers_of(last.0..last.1).all(|number| number < size)
    }

    pub(crate) fn remove_all(&mut self, other: &Self) {
        for (own, theirs) in self.bytes.iter_mut().zip(&other.bytes) {
            *own &= !theirs;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.fill(0);
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn as_bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Number of 64-bit words, for [`Bitmap::numbers_of`].
    pub(crate) fn len_words(&self) -> usize {
        self.bytes.len() / WORD
    }

    fn words(&self, words: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        let bytes = &self.bytes[words.start * WORD..words.end * WORD];
        let word = |word: &[u8]| u64::from_le_bytes(std::array::from_fn(|byte| word[byte]));
        words.zip(bytes.chunks_exact(WORD).map(word))
    }

    /// The elements in a range of words, in ascending order.
    pub(crate) fn numbers_of(&self, words: Range<usize>) -> impl Iterator<Item = u64> {
        self.words(words).flat_map(|(index, word)| ones(index, word))
    }

    /// The numbers below `size` in a range of words that are not elements, in ascending order.
    pub(crate) fn missing_of(&self, words: Range<usize>, size: u64) -> impl Iterator<Item = u64> {
        self.words(words)
            .flat_map(|(index, word)| ones(index, !word))
            .take_while(move |&number| number < size)
    }

    /// Adds the elements of `other`, which count from the first word of a range.
    pub(crate) fn add(&mut self, words: Range<usize>, other: &Self) {
        let own = &mut self.bytes[words.start * WORD..words.end * WORD];
        for (own, theirs) in own.iter_mut().zip(&other.bytes) {
            *own |= theirs;
        }
    }

    /// The elements, in ascending order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.numbers_of(0..self.len_words())
    }
}

/// The elements that a word stands for.
#[inline]
fn ones(index: usize, mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lowest = bits.trailing_zeros();
            bits &= bits - 1;
            index as u64 * 64 + u64::from(lowest)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_bitmap_contains_the_inserted_elements() {
        let mut set = Bitmap::new(200).unwrap();
        let new: Vec<bool> = [199, 0, 63, 64, 65, 127, 0].map(|number| set.insert(number)).into();
        assert_eq!(new, [true, true, true, true, true, true, false]);
        assert_eq!(set.numbers().collect::<Vec<_>>(), [0, 63, 64, 65, 127, 199]);
        assert_eq!(set.numbers_of(0..1).collect::<Vec<_>>(), [0, 63]);
        assert_eq!(set.numbers_of(1..4).collect::<Vec<_>>(), [64, 65, 127, 199]);
        assert!(set.contains(65) && !set.contains(66));
        assert_eq!(set.count(), 6);
        assert!(set.is_below(200) && !set.is_below(199));
        let missing: Vec<u64> = set.missing_of(0..4, 199).collect();
        assert_eq!(missing.len(), 194);
        assert!(missing.iter().all(|&number| number < 199 && !set.contains(number)));
    }

    #[test]
    fn a_part_is_added_where_it_belongs() {
        let (mut all, mut part) = (Bitmap::new(300).unwrap(), Bitmap::new(128).unwrap());
        for number in [1, 64, 127] {
            part.insert(number);
        }
        all.insert(130);
        all.add(2..4, &part);
        assert_eq!(all.numbers().collect::<Vec<_>>(), [129, 130, 192, 255]);
    }

    #[test]
    fn sets_are_compared_and_subtracted() {
        let of = |numbers: &[u64]| {
            let mut set = Bitmap::new(300).unwrap();
            for &number in numbers {
                set.insert(number);
            }
            set
        };
        let (mut all, some) = (of(&[3, 70, 150, 299]), of(&[70, 299]));
        assert!(some.is_within(&all) && !all.is_within(&some));
        all.remove_all(&some);
        assert_eq!(all.numbers().collect::<BTreeSet<_>>(), BTreeSet::from([3, 150]));
        all.clear();
        assert_eq!(all, of(&[]));
    }
}
