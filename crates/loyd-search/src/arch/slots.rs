//! Memory for the lists of a best-first search: slots in whole cache lines, huge pages, and
//! prefetching of cache lines.

use super::line::Line;
pub use super::memory::advise_huge_pages;
use super::memory::{Lines, OutOfMemory};

/// Number of slots in a cache line.
pub const SLOTS: usize = size_of::<Line>() / size_of::<u32>();

/// Lines of 16 numbers each, all zero at first, aligned to cache lines.
#[derive(Debug)]
pub struct Slots(Lines);

impl Slots {
    /// Bytes of this many lines.
    #[inline]
    pub fn bytes(lines: u64) -> u64 {
        lines.saturating_mul(size_of::<Line>() as u64)
    }

    /// Allocates this many lines.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn zeroed(lines: u64) -> Result<Self, OutOfMemory> {
        let refused = OutOfMemory { bytes: Self::bytes(lines) };
        Lines::zeroed(usize::try_from(lines).map_err(|_| refused)?).map(Self)
    }

    /// The number of lines.
    #[inline]
    pub fn lines(&self) -> u64 {
        self.0.len() as u64
    }

    /// A line.
    #[inline]
    pub fn line(&self, number: usize) -> &[u32; SLOTS] {
        let line = &raw const self.0.all()[number];
        // SAFETY: `Line` is 64 initialised bytes without padding, aligned to 64, of which any
        // are 16 numbers; the borrow of `self` is passed on.
        unsafe { &*line.cast() }
    }

    /// A line, to be written.
    #[inline]
    pub fn line_mut(&mut self, number: usize) -> &mut [u32; SLOTS] {
        let line = &raw mut self.0.all_mut()[number];
        // SAFETY: as in `line`; the exclusive borrow is passed on, and any 16 numbers are a `Line`.
        unsafe { &mut *line.cast() }
    }
}

/// Prefetches the cache lines of a value that will be needed soon.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(value).cast::<i8>();
        // SAFETY: a prefetch of any address is harmless: nothing is read.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start) };
        if size_of::<T>() > align_of::<T>() {
            // SAFETY: as above.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(size_of::<T>() - 1)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_zero_and_keep_written_values() {
        let mut slots = Slots::zeroed(300_000).unwrap();
        assert_eq!((slots.lines(), Slots::bytes(300_000)), (300_000, 300_000 * 64));
        assert_eq!(slots.line(299_999), &[0; SLOTS]);
        slots.line_mut(7)[15] = u32::MAX;
        assert_eq!(slots.line(7)[15], u32::MAX);
        assert_eq!((slots.line(7)[14], slots.line(8)[0]), (0, 0));
        assert_eq!(slots.line(7).as_ptr().addr() % 64, 0);
    }

    #[test]
    fn memory_stays_usable_after_the_advice() {
        for bytes in [0, 100, 9 << 20] {
            let mut memory: Vec<u8> = Vec::with_capacity(bytes);
            advise_huge_pages(memory.spare_capacity_mut());
            memory.resize(bytes, 3);
            memory.iter().for_each(prefetch);
            assert!(memory.iter().all(|&byte| byte == 3));
        }
    }
}
