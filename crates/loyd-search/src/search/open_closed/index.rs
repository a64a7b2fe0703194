//! The index from states to their numbers: open addressing over lines of 16 slots, one cache line
//! each.
//!
//! ```text
//! line of a state := high half of its hash, scaled to the number of lines
//! a slot          := 0, or the state's number + 1 in its low bits and a tag, some bits of the hash,
//!                    above them
//! find: from the state's line on, line by line,
//!           a free slot: the state is not present, and this is its slot
//!           a slot with its tag, whose state equals it: there it is
//! ```
//!
//! Lines fill from their first slot on, and nothing is ever removed. The tag has the bits that the
//! numbers do not need; once in `2^bits` compared slots it matches a wrong state.
//!
//! Growing: the new lines are filled from the states themselves, so the old lines are freed first
//! and the two never take memory at the same time.

use crate::arch::slots::{SLOTS, Slots, prefetch};

/// Average number of filled slots per line of 16 before the index grows: fuller lines overflow into
/// the next one too often.
const FILL: u64 = 13;

/// The slot for a number that is not in the index yet.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Vacancy {
    line: usize,
    slot: usize,
}

/// State numbers by the hash of the state.
pub(super) struct Index {
    slots: Slots,
    /// Upper bound of the numbers that fit.
    room: u64,
    /// Bits of a number.
    bits: u32,
}

impl Index {
    pub(super) fn bytes_for(room: u64) -> u64 {
        Slots::bytes(Self::lines_for(room))
    }

    fn lines_for(room: u64) -> u64 {
        room.div_ceil(FILL).max(1)
    }

    /// An empty index for `room` numbers; `None` if the system refuses the memory.
    pub(super) fn new(room: u64) -> Option<Self> {
        debug_assert!(room < u64::from(u32::MAX));
        let slots = Slots::zeroed(Self::lines_for(room)).ok()?;
        Some(Self { slots, room, bits: room.ilog2() + 1 })
    }

    /// Upper bound of the numbers that fit.
    #[inline]
    pub(super) fn room(&self) -> u64 {
        self.room
    }

    pub(super) fn bytes(&self) -> u64 {
        Slots::bytes(self.slots.lines())
    }

    #[inline]
    fn line_of(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.lines()) >> 32) as usize
    }

    #[inline]
    fn tag_of(&self, hash: u64) -> u32 {
        // Shifted as 64 bits, because numbers may leave no bit for the tag.
        (u64::from(hash as u32) << self.bits) as u32
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.slots.line(self.line_of(hash))[0]);
    }

    /// The first number in the line of a hash that may match, to prefetch its node.
    #[inline]
    pub(super) fn candidate(&self, hash: u64) -> Option<u32> {
        let (tag, mask) = (self.tag_of(hash), self.mask());
        let line = self.slots.line(self.line_of(hash));
        if tagged(line, tag, mask) == 0 {
            return None;
        }
        let slot = line.iter().find(|&&slot| slot & !mask == tag)?;
        (slot & mask).checked_sub(1)
    }

    #[inline]
    fn mask(&self) -> u32 {
        ((1u64 << self.bits) - 1) as u32
    }

    /// The number with this hash for which `is` returns true, or the slot where it would go.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Result<u32, Vacancy> {
        let (tag, mask) = (self.tag_of(hash), self.mask());
        let mut line = self.line_of(hash);
        loop {
            let slots = self.slots.line(line);
            let used = used(slots);
            if tagged(slots, tag, mask) > 0 {
                for &value in &slots[..used] {
                    if value & !mask == tag {
                        let number = (value & mask) - 1;
                        if is(number) {
                            return Ok(number);
                        }
                    }
                }
            }
            if used < SLOTS {
                return Err(Vacancy { line, slot: used });
            }
            line += 1;
            if line as u64 == self.slots.lines() {
                line = 0;
            }
        }
    }

    /// Inserts a number below [`room`](Index::room) into the slot found for it.
    #[inline]
    pub(super) fn put(&mut self, vacancy: Vacancy, hash: u64, number: u32) {
        debug_assert!(u64::from(number) < self.room);
        let value = self.tag_of(hash) | (number + 1);
        self.slots.line_mut(vacancy.line)[vacancy.slot] = value;
    }

    /// Inserts the numbers from 0 on, none of which is present, one per hash.
    pub(super) fn fill(&mut self, hashes: impl Iterator<Item = u64>) {
        const AHEAD: usize = 32;
        let mut waiting = [0; AHEAD];
        let mut count = 0;
        for hash in hashes {
            self.prefetch(hash);
            let place = count % AHEAD;
            let before = std::mem::replace(&mut waiting[place], hash);
            if count >= AHEAD {
                self.append(before, (count - AHEAD) as u32);
            }
            count += 1;
        }
        for number in count.saturating_sub(AHEAD)..count {
            self.append(waiting[number % AHEAD], number as u32);
        }
    }

    /// Inserts a number that is not present.
    #[inline]
    fn append(&mut self, hash: u64, number: u32) {
        let mut line = self.line_of(hash);
        let mut slot = used(self.slots.line(line));
        while slot == SLOTS {
            line += 1;
            if line as u64 == self.slots.lines() {
                line = 0;
            }
            slot = used(self.slots.line(line));
        }
        self.put(Vacancy { line, slot }, hash, number);
    }
}

/// Number of filled slots of a line: counted rather than searched, which takes a few vector
/// operations and no branch.
#[inline]
fn used(line: &[u32; SLOTS]) -> usize {
    line.iter().map(|&slot| u32::from(slot != 0)).sum::<u32>() as usize
}

#[inline]
fn tagged(line: &[u32; SLOTS], tag: u32, mask: u32) -> u32 {
    line.iter().map(|&slot| u32::from(slot & !mask == tag)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A hash whose low bits carry no information.
    fn hash(key: u64, spread: u64) -> u64 {
        (key % spread).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Compares with a map, with many equal hashes.
    #[test]
    fn the_index_finds_exactly_the_stored_keys() {
        for spread in [1, 50, u64::MAX] {
            for room in [1, 13, 14, 5000] {
                let mut index = Index::new(room).unwrap();
                assert_eq!(index.bytes(), Index::bytes_for(room));
                let (mut keys, mut known) = (Vec::new(), HashMap::new());
                // Every other key comes twice.
                for step in 0..room.min(800) * 3 / 2 {
                    if keys.len() as u64 == room {
                        break;
                    }
                    let key = step - u64::from(step % 3 == 2);
                    let hash = hash(key, spread);
                    match index.find(hash, |number| keys[number as usize] == key) {
                        Ok(number) => assert_eq!(known.get(&key), Some(&number)),
                        Err(vacancy) => {
                            let number = keys.len() as u32;
                            assert_eq!(known.insert(key, number), None);
                            index.put(vacancy, hash, number);
                            keys.push(key);
                        }
                    }
                    if known.len() == 1 {
                        assert_eq!(index.candidate(hash), Some(0));
                    }
                }
                let mut again = Index::new(room).unwrap();
                again.fill(keys.iter().map(|&key| hash(key, spread)));
                for (number, &key) in keys.iter().enumerate() {
                    let slot = again.find(hash(key, spread), |n| keys[n as usize] == key);
                    assert_eq!(slot.ok(), Some(number as u32));
                }
            }
        }
    }
}
