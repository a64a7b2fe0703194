//! The division of lanes into halves, and the contexts of the halves.

use crate::shape::GROUP;

/// The division of lanes of n bits, and the contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) low_bits: u32,
    pub(crate) high_bits: u32,
    /// Distances of context lanes, ascending, at least one group; 0 if unused.
    steps: [usize; 3],
    /// The assumed counts of an unknown lane.
    pub(crate) middle: u16,
    /// The context of a sum of counts: from 0 for low halves, from 32 for high halves; the latter
    /// leave room for the population count of the low half.
    pub(crate) contexts: [u8; 64],
    pub(crate) low_contexts: usize,
    pub(crate) high_contexts: usize,
}

impl Split {
    pub(crate) fn new(bits: u32) -> Self {
        let n = bits as usize;
        let (low_bits, high_bits) = (bits.div_ceil(2), bits / 2);
        let mut steps = [0; 3];
        let mut step = n - 1;
        let mut count = 0;
        for digit in 3..7 {
            step *= (n + 1).saturating_sub(digit);
            if step >= GROUP && count < 3 {
                steps[count] = step;
                count += 1;
            }
        }
        let mut contexts = [0; 64];
        let (mut low_contexts, mut high_contexts) = (0, 0);
        let (low_most, high_most) = (3 * low_bits as usize, 3 * high_bits as usize);
        for (sum, context) in contexts[..32].iter_mut().enumerate().take(low_most + 1) {
            *context = bucket(sum, low_most);
            low_contexts = usize::from(*context) + 1;
        }
        for (sum, context) in contexts[32..].iter_mut().enumerate().take(high_most + 1) {
            let bucket = bucket(sum, high_most);
            *context = bucket * (low_bits as u8 + 1);
            high_contexts = (usize::from(bucket) + 1) * (low_bits as usize + 1);
        }
        let middle = u16::from_le_bytes([low_bits as u8 / 2, high_bits as u8 / 2]);
        Split { low_bits, high_bits, steps, middle, contexts, low_contexts, high_contexts }
    }

    /// A lane with all bits set.
    pub(crate) fn full(&self) -> u16 {
        u16::MAX >> (16 - self.low_bits - self.high_bits)
    }

    /// The distances of context lanes for the group at lane `start`: those inside the unit, the
    /// largest one repeated; 0 without any.
    pub(crate) fn steps_at(&self, start: usize) -> [usize; 3] {
        let mut last = 0;
        self.steps.map(|step| {
            if step != 0 && step <= start {
                last = step;
            }
            last
        })
    }

    pub(crate) fn halves(&self, lane: u16) -> (u16, u16) {
        (lane & ((1 << self.low_bits) - 1), lane >> self.low_bits)
    }

    /// Population counts of the halves, in the two bytes of a word.
    pub(crate) fn counts(low: u16, high: u16) -> u16 {
        low.count_ones() as u16 | (high.count_ones() as u16) << 8
    }
}

/// The bucket of a sum from 0 to `max`: sums near the ends have their own, others share one.
fn bucket(sum: usize, max: usize) -> u8 {
    /// The bucket of a distance from the nearer end.
    const FROM_END: [u8; 13] = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6];
    let half = max / 2;
    let below = FROM_END[half.min(12)];
    if sum <= half {
        FROM_END[sum]
    } else {
        // The upper half has the same buckets in reverse order.
        let upper = FROM_END[max - half - 1];
        below + 1 + upper - FROM_END[max - sum]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_numbered_without_gaps() {
        for bits in 2..=16 {
            let split = Split::new(bits);
            assert_eq!(split.low_bits + split.high_bits, bits);
            let sums = 3 * split.low_bits as usize;
            let low = &split.contexts[..=sums];
            assert!(low.windows(2).all(|w| w[1] == w[0] || w[1] == w[0] + 1), "{low:?}");
            assert!(low[sums / 2] < low[sums / 2 + 1], "the halves share no context: {low:?}");
            assert_eq!(usize::from(low[sums]) + 1, split.low_contexts);
            assert!(split.low_contexts <= 14 && split.high_contexts <= 14 * 9);
        }
        assert_eq!(Split::new(13).steps, [132, 1320, 11880]);
        assert_eq!(Split::new(2).steps, [0; 3]);
    }

    #[test]
    fn counts_of_the_halves_are_two_bytes() {
        assert_eq!(Split::counts(0b1011, 0b11), 0x0203);
        assert_eq!(Split::counts(0xffff, 0), 16);
    }

    #[test]
    fn steps_stay_inside_the_unit() {
        let split = Split::new(11);
        assert_eq!(split.steps, [90, 720, 5040]);
        assert_eq!(split.steps_at(64), [0; 3]);
        assert_eq!(split.steps_at(128), [90; 3]);
        assert_eq!(split.steps_at(5056), [90, 720, 5040]);
    }
}
