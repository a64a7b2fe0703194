//! Numbers for some of the numbers below a bound: those that can be reached from 0.
//!
//! A bitmap marks them, and every block of it has the count of all marks before it.

/// Words of 64 bits in a block.
const BLOCK: usize = 8;

/// The marked numbers below a bound, in order.
#[derive(Debug)]
pub(crate) struct Holes {
    marks: Vec<u64>,
    /// Marks before each block, and all of them at the end.
    before: Vec<u64>,
}

impl Holes {
    /// Marks the numbers below `bound` that can be reached from 0.
    pub(crate) fn new(bound: u64, neighbours: impl Fn(u64, &mut dyn FnMut(u64))) -> Self {
        let words = bound.div_ceil(64) as usize;
        // Every pass over the bitmaps expands the marks that are not expanded yet.
        let (mut marks, mut open) = (vec![0u64; words], vec![0u64; words]);
        (marks[0], open[0]) = (1, 1);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for word in 0..words {
                while open[word] != 0 {
                    changed = true;
                    let number = 64 * word as u64 + u64::from(open[word].trailing_zeros());
                    open[word] &= open[word] - 1;
                    neighbours(number, &mut |next| {
                        let (word, bit) = ((next / 64) as usize, 1 << (next % 64));
                        open[word] |= bit & !marks[word];
                        marks[word] |= bit;
                    });
                }
            }
        }
        let mut before = vec![0];
        let mut all = 0;
        for block in marks.chunks(BLOCK) {
            all += block.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            before.push(all);
        }
        Self { marks, before }
    }

    pub(crate) fn states(&self) -> u64 {
        self.before.last().copied().unwrap_or_default()
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        self.marks[(number / 64) as usize] >> (number % 64) & 1 == 1
    }

    /// Number of marks below a number.
    #[inline]
    pub(crate) fn rank(&self, number: u64) -> u64 {
        let word = (number / 64) as usize;
        let block = word / BLOCK;
        let whole = &self.marks[block * BLOCK..word];
        let whole: u32 = whole.iter().map(|word| word.count_ones()).sum();
        let part = (self.marks[word] & ((1 << (number % 64)) - 1)).count_ones();
        self.before[block] + u64::from(whole + part)
    }

    /// The marked number with this many marks below it.
    #[inline]
    pub(crate) fn unrank(&self, rank: u64) -> u64 {
        let block = self.before.partition_point(|&before| before <= rank) - 1;
        let mut remaining = (rank - self.before[block]) as u32;
        let mut word = block * BLOCK;
        while remaining >= self.marks[word].count_ones() {
            remaining -= self.marks[word].count_ones();
            word += 1;
        }
        let mut bits = self.marks[word];
        for _ in 0..remaining {
            bits &= bits - 1;
        }
        64 * word as u64 + u64::from(bits.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_places_of_the_marked_numbers() {
        // Multiples of 3 below 10,002, by steps of 9 forwards and 6 backwards.
        let holes = Holes::new(10_002, |number, visit| {
            visit((number + 9) % 10_002);
            visit((number + 10_002 - 6) % 10_002);
        });
        assert_eq!(holes.states(), 3_334);
        for rank in 0..3_334 {
            assert_eq!(holes.unrank(rank), 3 * rank);
            assert_eq!(holes.rank(3 * rank), rank);
            assert!(holes.contains(3 * rank) && !holes.contains(3 * rank + 1));
        }
    }
}
