//! Samples of every level, collected while it is written, so that the distances can be checked by
//! another method.
//!
//! The sample of a level is a *bottom-k sample*: each candidate has a key, a hash of its position,
//! and the `k` smallest keys win. So the sample is spread over the whole level, does not depend on
//! the order of the blocks or the threads, and nearly all blocks are dismissed by one comparison:
//!
//! ```text
//! one state of each block that grew   key = hash(block)           below 2^63
//! its other new states                key = 2^63 + hash(state)    only if blocks are few
//! ```

use loyd_tiles::bitmap::Place;

/// Keys of states that are not the only one of their block.
const OTHERS: u64 = 1 << 63;

/// The sample of one level, as far as one thread has seen the level.
#[derive(Clone, Debug)]
pub struct Sample {
    size: usize,
    /// Ascending by key.
    entries: Vec<(u64, Place)>,
}

/// The candidates of one block.
pub struct BlockSample<'a> {
    sample: &'a mut Sample,
    cell: usize,
    key: u64,
    /// The state with the smallest hash represents the block.
    first: Option<(u64, u64)>,
}

impl Sample {
    /// Keeps up to `size` states.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Sample { size, entries: Vec::new() }
    }

    /// The size of the sample.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns whether new states of this block may belong to the sample.
    #[must_use]
    #[inline]
    pub fn wants(&self, cell: usize, block: usize) -> bool {
        self.size > 0 && {
            let worst = self.worst();
            worst >= OTHERS || block_key(cell, block) < worst
        }
    }

    /// The upper bound for keys of candidates.
    fn worst(&self) -> u64 {
        if self.entries.len() < self.size { u64::MAX } else { self.entries[self.size - 1].0 }
    }

    /// Begins the new states of a block.
    pub fn block(&mut self, cell: usize, block: usize) -> BlockSample<'_> {
        BlockSample { key: block_key(cell, block), sample: self, cell, first: None }
    }

    /// The sampled states and their keys, ascending by key.
    #[must_use]
    pub fn entries(&self) -> &[(u64, Place)] {
        &self.entries
    }

    /// Adds entries of another sample of the same level.
    pub fn join_entries(&mut self, entries: impl IntoIterator<Item = (u64, Place)>) {
        for (key, place) in entries {
            self.insert(key, place);
        }
    }

    fn insert(&mut self, key: u64, place: Place) {
        let entry = (key, place);
        let at = self.entries.partition_point(|&other| other < entry);
        if at < self.size && self.entries.get(at) != Some(&entry) {
            self.entries.insert(at, entry);
            self.entries.truncate(self.size);
        }
    }

    /// Replaces each state; those without replacement are dropped.
    pub fn convert(&mut self, replace: impl Fn(Place) -> Option<Place>) {
        let entries = core::mem::take(&mut self.entries).into_iter();
        self.entries = entries.filter_map(|(key, place)| Some((key, replace(place)?))).collect();
    }

    /// Adds the sample of another thread.
    pub fn join(&mut self, other: Sample) {
        self.join_entries(other.entries);
    }

    /// Returns the sampled states.
    #[must_use]
    pub fn finish(self) -> Vec<Place> {
        self.entries.into_iter().map(|(_, place)| place).collect()
    }
}

impl BlockSample<'_> {
    /// Adds a new state of the block.
    pub fn add(&mut self, rank: u64) {
        let hash = mix(rank ^ (self.cell as u64) << 56);
        let better = match self.first {
            Some(first) if first <= (hash, rank) => Some((hash, rank)),
            first => {
                self.first = Some((hash, rank));
                first
            }
        };
        if let Some((hash, rank)) = better {
            self.sample.insert(hash | OTHERS, Place { cell: self.cell, rank });
        }
    }

    /// Ends the block.
    pub fn finish(self) {
        if let Some((_, rank)) = self.first {
            self.sample.insert(self.key, Place { cell: self.cell, rank });
        }
    }
}

fn block_key(cell: usize, block: usize) -> u64 {
    mix(block as u64 ^ (cell as u64) << 40) & !OTHERS
}

/// The finaliser of `SplitMix64` (Steele, Lea & Flood 2014).
pub(crate) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sample of blocks with `each` states, seen in some order by two threads.
    fn sample(blocks: &[usize], each: u64, size: usize) -> Vec<Place> {
        let mut halves = [Sample::new(size), Sample::new(size)];
        for (i, &block) in blocks.iter().enumerate() {
            let half = &mut halves[i % 2];
            if half.wants(3, block) {
                let mut block_sample = half.block(3, block);
                (0..each).for_each(|i| block_sample.add(block as u64 * 100 + i));
                block_sample.finish();
            }
        }
        let [mut one, other] = halves;
        one.join(other);
        one.finish()
    }

    #[test]
    fn the_order_does_not_matter() {
        let upwards: Vec<usize> = (0..500).collect();
        let downwards: Vec<usize> = (0..500).rev().collect();
        let places = sample(&upwards, 7, 12);
        assert_eq!(places, sample(&downwards, 7, 12));
        let mut blocks: Vec<u64> = places.iter().map(|place| place.rank / 100).collect();
        blocks.sort_unstable();
        blocks.dedup();
        assert_eq!(blocks.len(), 12, "each of another block");
    }

    #[test]
    fn few_blocks_give_several_states_each() {
        let places = sample(&[5, 9], 20, 12);
        assert_eq!(places.len(), 12);
        assert_eq!(places, sample(&[9, 5], 20, 12));
        assert!(sample(&[5], 3, 12).len() == 3 && sample(&[5], 3, 0).is_empty());
    }
}
