//! A list of numbered items that never move: it grows chunk by chunk, and never copies its contents
//! as a `Vec` does when it doubles.
//!
//! Chunks grow with the list until they have `2^LAST` items, so that a small search wastes at most a
//! quarter of its memory and a large one at most one chunk:
//!
//! ```text
//! j := i + 2^FIRST, l := ⌊log2 j⌋
//! item i is in chunk          4 (l - FIRST) + ⌊j / 2^(l-2)⌋ mod 4,   while l is below LAST,
//!              from there on  4 (LAST - FIRST) - 1 + ⌊j / 2^LAST⌋
//! ```

use crate::arch::slots::{advise_huge_pages, prefetch};

/// A list in chunks of `2^FIRST / 4` to `2^LAST` items.
pub(super) struct Arena<T, const FIRST: u32, const LAST: u32> {
    chunks: Vec<Vec<T>>,
    len: usize,
    capacity: usize,
}

impl<T, const FIRST: u32, const LAST: u32> Arena<T, FIRST, LAST> {
    /// No items.
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0, capacity: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.capacity * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()) as u64
    }

    /// Bytes of the chunks that must be added before `items` more can be pushed.
    pub(super) fn missing(&self, items: usize) -> u64 {
        let (mut capacity, mut number) = (self.capacity, self.chunks.len());
        while capacity - self.len < items {
            capacity += Self::size(number);
            number += 1;
        }
        ((capacity - self.capacity) * size_of::<T>()) as u64
    }

    /// Adds chunks until `items` more can be pushed; `false` if the system refuses.
    #[must_use]
    pub(super) fn reserve(&mut self, items: usize) -> bool {
        while self.capacity - self.len < items {
            let (mut chunk, size) = (Vec::new(), Self::size(self.chunks.len()));
            if chunk.try_reserve_exact(size).is_err() || self.chunks.try_reserve(1).is_err() {
                return false;
            }
            advise_huge_pages(chunk.spare_capacity_mut());
            self.chunks.push(chunk);
            self.capacity += size;
        }
        true
    }

    /// Adds an item, for which capacity was reserved, and returns its number.
    #[inline]
    pub(super) fn push(&mut self, item: T) -> u32 {
        debug_assert!(self.len < self.capacity, "room is asked for first");
        let number = self.len as u32;
        let (chunk, _) = Self::place(number);
        self.chunks[chunk].push(item);
        self.len += 1;
        number
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> &T {
        let (chunk, place) = Self::place(number);
        &self.chunks[chunk][place]
    }

    /// A mutable item.
    #[inline]
    pub(super) fn get_mut(&mut self, number: u32) -> &mut T {
        let (chunk, place) = Self::place(number);
        &mut self.chunks[chunk][place]
    }

    /// Prefetches the cache lines of an item.
    #[inline]
    pub(super) fn prefetch(&self, number: u32) {
        let (chunk, place) = Self::place(number);
        if let Some(item) = self.chunks.get(chunk).and_then(|chunk| chunk.get(place)) {
            prefetch(item);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    fn size(chunk: usize) -> usize {
        let level = FIRST + chunk as u32 / 4;
        1 << if level < LAST { level - 2 } else { LAST }
    }

    /// Chunk, and index within it.
    #[inline]
    fn place(number: u32) -> (usize, usize) {
        let shifted = u64::from(number) + (1 << FIRST);
        if shifted >> LAST != 0 {
            let chunk = (4 * (LAST - FIRST) - 1) as usize + (shifted >> LAST) as usize;
            (chunk, (shifted & ((1 << LAST) - 1)) as usize)
        } else {
            let level = shifted.ilog2();
            let quarter = (shifted >> (level - 2)) as usize & 3;
            let place = shifted & ((1 << (level - 2)) - 1);
            (4 * (level - FIRST) as usize + quarter, place as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut arena: Arena<u32, 2, 5> = Arena::new();
        let mut bytes = 0;
        for number in 0..1000 {
            bytes += arena.missing(1);
            assert!(arena.reserve(1));
            assert_eq!(arena.missing(1), 0);
            assert_eq!(arena.push(number * 3), number);
        }
        assert_eq!(arena.len(), 1000);
        assert_eq!(bytes, 4 * arena.capacity as u64);
        assert!(arena.bytes() >= bytes);
        assert!(arena.capacity < 1000 + 32, "at most a chunk is wasted");
        for (number, &item) in arena.iter().enumerate() {
            assert_eq!(item, number as u32 * 3);
            assert_eq!(*arena.get(number as u32), item);
        }
        *arena.get_mut(999) = 7;
        assert_eq!(*arena.get(999), 7);
        // Beyond the end nothing is prefetched.
        arena.prefetch(u32::MAX);
    }

    #[test]
    fn room_is_known_before_allocation() {
        let mut arena: Arena<u64, 2, 4> = Arena::new();
        let missing = arena.missing(100);
        assert!(arena.reserve(100));
        assert_eq!(missing, arena.capacity as u64 * 8);
        assert!(arena.capacity >= 100);
    }
}
