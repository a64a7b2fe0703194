//! The states that are reached from a state, or that reach it, by breadth-first search over compressed rows.

use std::fmt;

/// A set of states.
#[derive(Clone)]
pub(crate) struct Reach {
    words: Vec<u64>,
    count: u64,
}

impl Reach {
    /// The states that are reached from `start`, where `row` gives the neighbours of a state.
    pub(crate) fn of<'a>(states: usize, start: u32, row: impl Fn(u32) -> &'a [u32]) -> Self {
        let mut reach = Self { words: vec![0; states.div_ceil(64)], count: 0 };
        reach.insert(start);
        let mut waiting = vec![start];
        while let Some(state) = waiting.pop() {
            waiting.extend(row(state).iter().filter(|&&next| reach.insert(next)));
        }
        reach
    }

    /// Adds a state; returns true if it is new.
    fn insert(&mut self, state: u32) -> bool {
        let (word, bit) = (state as usize / 64, 1 << (state % 64));
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        self.count += u64::from(is_new);
        is_new
    }

    /// True if a state is in the set.
    pub(crate) fn contains(&self, state: u32) -> bool {
        self.words[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// The number of states.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The state with this number of smaller ones in the set, which must have more.
    pub(crate) fn nth(&self, mut number: u64) -> u32 {
        for (index, &word) in self.words.iter().enumerate() {
            let ones = u64::from(word.count_ones());
            if number < ones {
                let rest = (0..number).fold(word, |word, _| word & (word - 1));
                return index as u32 * 64 + rest.trailing_zeros();
            }
            number -= ones;
        }
        unreachable!("the number is below the count")
    }
}

impl fmt::Debug for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states", self.count)
    }
}
