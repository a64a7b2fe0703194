//! A set of ranks, one bit for each rank there is.

use crate::EnumerateError;

/// A set of numbers below a bound.
#[derive(Debug)]
pub(super) struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// Bytes of a set of numbers below `size`; `None` if this machine cannot address them.
    pub(super) fn bytes(size: u64) -> Option<usize> {
        usize::try_from(size.div_ceil(64)).ok()?.checked_mul(8)
    }

    /// The empty set of numbers below `size`, its memory touched.
    pub(super) fn new(size: u64) -> Result<Self, EnumerateError> {
        let refused = EnumerateError::OutOfMemory { bytes: size / 8 };
        let length = Self::bytes(size).ok_or(refused.clone())? / 8;
        let mut words = Vec::new();
        words.try_reserve_exact(length).map_err(|_| refused)?;
        words.resize(length, 0);
        Ok(Self { words })
    }

    /// Adds a number; whether it was new.
    #[inline]
    pub(super) fn insert(&mut self, number: u64) -> bool {
        let word = &mut self.words[(number / 64) as usize];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Number of words, for [`Bitmap::drain`].
    pub(super) fn len_words(&self) -> usize {
        self.words.len()
    }

    /// The numbers in it, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let set = (0..64).filter(move |bit| word >> bit & 1 == 1);
            set.map(move |bit| index as u64 * 64 + bit)
        })
    }

    /// Empties a range of words, in order, and yields the numbers that were in it.
    pub(super) fn drain(&mut self, words: std::ops::Range<usize>) -> impl Iterator<Item = u64> {
        let first = words.start as u64 * 64;
        self.words[words].iter_mut().enumerate().flat_map(move |(index, word)| {
            let mut bits = std::mem::take(word);
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let lowest = bits.trailing_zeros();
                    bits &= bits - 1;
                    first + index as u64 * 64 + u64::from(lowest)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drains_what_was_inserted_once_and_in_order() {
        let mut set = Bitmap::new(200).unwrap();
        let new: Vec<bool> = [199, 0, 63, 64, 65, 127, 0].map(|number| set.insert(number)).into();
        assert_eq!(new, [true, true, true, true, true, true, false]);
        assert_eq!(set.numbers().collect::<Vec<_>>(), [0, 63, 64, 65, 127, 199]);
        assert_eq!(set.drain(0..1).collect::<Vec<_>>(), [0, 63]);
        assert_eq!(set.drain(0..4).collect::<Vec<_>>(), [64, 65, 127, 199]);
        assert!(set.insert(64));
    }
}
