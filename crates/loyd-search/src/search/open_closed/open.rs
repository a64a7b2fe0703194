//! The open list: a bucket priority queue of state numbers with whole-number keys.
//!
//! ```text
//! push(key, number): to the end of the bucket of key
//! pop: from the bucket with the least key; its newest number, or its oldest
//! ```
//!
//! A key is a priority and, for ties, a second number. Only non-empty buckets exist: a map finds a
//! bucket by its key, a heap finds the least key, and both are used once per bucket, not once per
//! number. A bucket is a chain of blocks of 15 numbers, one cache line each, from a free list.
//!
//! No key is ever lowered in place. A number that needs a smaller key is pushed again, and the
//! caller must recognise the stale entry when it pops it (R. B. Dial's buckets, Communications of
//! the ACM 12 (1969), with lazy deletion).

use super::arena::Arena;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The key: the least priority is popped first, among equals the least `tie`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::search) struct Key {
    pub(in crate::search) priority: u64,
    pub(in crate::search) tie: u32,
}

/// Number of entries in a block.
const BLOCK: usize = 15;

/// No block.
const NONE: u32 = u32::MAX;

/// A part of a bucket, 64 bytes.
struct Block {
    numbers: [u32; BLOCK],
    /// The block that comes next when this one is used up, or the next free block.
    link: u32,
}

/// The numbers of one key.
#[derive(Clone, Copy)]
struct Bucket {
    /// The oldest block, from which queues are popped, and the index of the first number still in
    /// it.
    first: u32,
    start: u8,
    /// The newest block, to which numbers are pushed, and the end of the numbers in it.
    last: u32,
    end: u8,
}

/// The priority queue.
pub(in crate::search) struct Open {
    /// True if the oldest number of a bucket is popped first.
    queue: bool,
    /// Indices into `buckets` by key.
    places: FxHashMap<Key, u32>,
    buckets: Vec<Bucket>,
    /// Unused indices of `buckets`.
    unused: Vec<u32>,
    keys: BinaryHeap<Reverse<(Key, u32)>>,
    blocks: Arena<Block, 4, 16>,
    free: u32,
    free_blocks: usize,
}

impl Open {
    /// An empty list; `queue` is true if the oldest of equal keys is popped first, false if the
    /// newest.
    pub(in crate::search) fn new(queue: bool) -> Self {
        Self {
            queue,
            places: FxHashMap::default(),
            buckets: Vec::new(),
            unused: Vec::new(),
            keys: BinaryHeap::new(),
            blocks: Arena::new(),
            free: NONE,
            free_blocks: 0,
        }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        /// Control bytes of a hash map per entry.
        const CONTROL: usize = 1;
        let places = self.places.capacity() * (size_of::<(Key, u32)>() + CONTROL);
        let buckets = self.buckets.capacity() * size_of::<Bucket>() + self.unused.capacity() * 4;
        let keys = self.keys.capacity() * size_of::<(Key, u32)>();
        self.blocks.bytes() + (places + buckets + keys) as u64
    }

    /// Bytes that must be added before `numbers` can be pushed.
    pub(in crate::search) fn missing(&self, numbers: usize) -> u64 {
        self.blocks.missing(numbers.saturating_sub(self.free_blocks))
    }

    /// Reserves memory for pushing `numbers`; `false` if the system refuses.
    #[must_use]
    pub(in crate::search) fn reserve(&mut self, numbers: usize) -> bool {
        // At worst each of them begins a block.
        self.blocks.reserve(numbers.saturating_sub(self.free_blocks))
    }

    pub(in crate::search) fn min_key(&self) -> Option<Key> {
        self.keys.peek().map(|&Reverse((key, _))| key)
    }

    /// Adds a number, for which memory was reserved.
    pub(in crate::search) fn push(&mut self, key: Key, number: u32) {
        let Some(&place) = self.places.get(&key) else {
            return self.begin(key, number);
        };
        let bucket = &mut self.buckets[place as usize];
        if usize::from(bucket.end) == BLOCK {
            let full = bucket.last;
            let block = self.block(number);
            let bucket = &mut self.buckets[place as usize];
            (bucket.last, bucket.end) = (block, 1);
            if self.queue {
                self.blocks.get_mut(full).link = block;
            } else {
                self.blocks.get_mut(block).link = full;
            }
        } else {
            self.blocks.get_mut(bucket.last).numbers[usize::from(bucket.end)] = number;
            bucket.end += 1;
        }
    }

    /// Starts a bucket with a number.
    fn begin(&mut self, key: Key, number: u32) {
        let block = self.block(number);
        let bucket = Bucket { first: block, start: 0, last: block, end: 1 };
        let place = if let Some(place) = self.unused.pop() {
            self.buckets[place as usize] = bucket;
            place
        } else {
            self.buckets.push(bucket);
            self.buckets.len() as u32 - 1
        };
        self.places.insert(key, place);
        self.keys.push(Reverse((key, place)));
    }

    fn block(&mut self, number: u32) -> u32 {
        let mut numbers = [0; BLOCK];
        numbers[0] = number;
        if self.free == NONE {
            return self.blocks.push(Block { numbers, link: NONE });
        }
        let block = self.free;
        self.free_blocks -= 1;
        self.free =
            std::mem::replace(self.blocks.get_mut(block), Block { numbers, link: NONE }).link;
        block
    }

    /// Takes up to `max_count` numbers from the bucket with the least key, in order; returns the key.
    pub(in crate::search) fn pop(
        &mut self,
        max_count: usize,
        numbers: &mut Vec<u32>,
    ) -> Option<Key> {
        let &Reverse((key, place)) = self.keys.peek()?;
        for _ in 0..max_count {
            let (number, more) = self.pop_from(place);
            numbers.push(number);
            if !more {
                self.keys.pop();
                self.places.remove(&key);
                self.unused.push(place);
                break;
            }
        }
        Some(key)
    }

    /// Takes a number from a non-empty bucket; returns also true if the bucket has another.
    fn pop_from(&mut self, place: u32) -> (u32, bool) {
        let mut bucket = self.buckets[place as usize];
        let (block, at) = if self.queue {
            bucket.start += 1;
            (bucket.first, bucket.start - 1)
        } else {
            bucket.end -= 1;
            (bucket.last, bucket.end)
        };
        let Block { numbers, link } = self.blocks.get(block);
        let (number, link) = (numbers[usize::from(at)], *link);
        let used_up = if self.queue {
            let end = if block == bucket.last { bucket.end } else { BLOCK as u8 };
            bucket.start == end
        } else {
            bucket.end == 0
        };
        if used_up {
            self.blocks.get_mut(block).link = self.free;
            self.free = block;
            self.free_blocks += 1;
            if self.queue {
                (bucket.first, bucket.start) = (link, 0);
            } else {
                (bucket.last, bucket.end) = (link, BLOCK as u8);
            }
        }
        let end = if self.queue { bucket.last } else { bucket.first };
        let more = !used_up || block != end;
        self.buckets[place as usize] = bucket;
        (number, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, VecDeque};

    /// Compares with a sorted map of queues.
    #[test]
    fn numbers_are_popped_by_key_and_age() {
        for queue in [false, true] {
            let mut open = Open::new(queue);
            let mut naive: BTreeMap<Key, VecDeque<u32>> = BTreeMap::new();
            let (mut seed, mut count) = (12_345u64, 0usize);
            for number in 0..60_000u32 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let random = (seed >> 40) as u32;
                // Grows first, then shrinks.
                if random % 10 < if number < 30_000 { 7 } else { 3 } {
                    let priority =
                        u64::from(random / 16 % 7) << if number % 3 == 0 { 50 } else { 0 };
                    let key = Key { priority, tie: random / 256 % 3 };
                    assert!(open.reserve(1));
                    assert_eq!(open.missing(1), 0);
                    open.push(key, number);
                    naive.entry(key).or_default().push_back(number);
                    count += 1;
                } else {
                    let max_count = 1 + random as usize % 20;
                    let mut popped = Vec::new();
                    let key = open.pop(max_count, &mut popped);
                    let Some(mut entry) = naive.first_entry() else {
                        assert_eq!((key, popped.len()), (None, 0));
                        continue;
                    };
                    assert_eq!(key, Some(*entry.key()));
                    let expected: Vec<u32> = (0..max_count)
                        .map_while(|_| {
                            let entry = entry.get_mut();
                            if queue { entry.pop_front() } else { entry.pop_back() }
                        })
                        .collect();
                    assert_eq!(popped, expected);
                    count -= popped.len();
                    if entry.get().is_empty() {
                        entry.remove();
                    }
                }
                assert_eq!(open.min_key(), naive.first_key_value().map(|(&key, _)| key));
            }
            let mut rest = Vec::new();
            while open.pop(usize::MAX, &mut rest).is_some() {}
            assert_eq!(rest.len(), count);
            assert_eq!(open.free_blocks, open.blocks.len(), "every block is free again");
            assert_eq!(open.unused.len(), open.buckets.len());
        }
    }

    #[test]
    fn a_block_is_a_cache_line() {
        assert_eq!(size_of::<Block>(), 64);
    }
}
