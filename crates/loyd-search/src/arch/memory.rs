//! Zeroed memory for bitmaps: huge pages if the system has them, touched by several threads before
//! use, because clearing gigabytes of pages is the cost of their first use.

use core::fmt;
use core::ptr::NonNull;
use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::line::Line;
use super::team::Team;

/// The size of a huge page, to which large allocations are aligned.
const HUGE_PAGE: usize = 2 << 20;
/// Smaller allocations come from the ordinary allocator.
const MAPPED_FROM: usize = 8 * HUGE_PAGE;

/// The error for memory that the system refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Bytes requested.
    pub bytes: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the system refused {} bytes of memory; free some, or choose a method that needs less",
            self.bytes
        )
    }
}

impl std::error::Error for OutOfMemory {}

/// An owned array of zeroed lines.
#[derive(Debug)]
pub struct Lines {
    start: NonNull<Line>,
    len: usize,
    origin: Origin,
}

#[derive(Debug)]
enum Origin {
    Allocator {
        /// The number of lines that were allocated, which may exceed those in use.
        lines: usize,
    },
    #[cfg(unix)]
    Mapping { start: *mut libc::c_void, bytes: usize },
}

// SAFETY: `Lines` owns its memory like a `Vec<Line>`; a `Line` is plain data.
unsafe impl Send for Lines {}
// SAFETY: as above; shared access only reads.
unsafe impl Sync for Lines {}

impl Lines {
    /// Reserves `len` zeroed lines. Large arrays are only reserved here, see
    /// [`touch`](Lines::touch).
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn zeroed(len: usize) -> Result<Self, OutOfMemory> {
        let refused = OutOfMemory { bytes: (len as u64).saturating_mul(size_of::<Line>() as u64) };
        let bytes = len.checked_mul(size_of::<Line>()).ok_or(refused)?;
        if bytes >= MAPPED_FROM
            && let Some(lines) = Self::mapped(len, bytes)
        {
            return Ok(lines);
        }
        let lines = len.max(1);
        let layout = Layout::array::<Line>(lines).map_err(|_| refused)?;
        // SAFETY: the layout is not empty.
        let start = unsafe { std::alloc::alloc_zeroed(layout) };
        let start = NonNull::new(start.cast()).ok_or(refused)?;
        Ok(Lines { start, len, origin: Origin::Allocator { lines } })
    }

    #[cfg(unix)]
    fn mapped(len: usize, bytes: usize) -> Option<Self> {
        let total = bytes.checked_add(HUGE_PAGE)?;
        // SAFETY: a new private anonymous mapping concerns no other memory.
        let start = unsafe {
            libc::mmap(
                core::ptr::null_mut(),
                total,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return None;
        }
        let aligned = start.map_addr(|a| a.next_multiple_of(HUGE_PAGE));
        #[cfg(target_os = "linux")]
        // SAFETY: the range lies in the mapping; the advice changes no contents, and a refusal
        // only costs speed.
        unsafe {
            libc::madvise(aligned, bytes, libc::MADV_HUGEPAGE);
        }
        Some(Lines {
            start: NonNull::new(aligned.cast())?,
            len,
            origin: Origin::Mapping { start, bytes: total },
        })
    }

    /// Other systems have only the allocator.
    #[cfg(not(unix))]
    fn mapped(_len: usize, _bytes: usize) -> Option<Self> {
        None
    }

    /// Makes every page present, in pieces handed to the threads of `team`.
    pub fn touch(&mut self, team: &mut Team) {
        const PAGE_LINES: usize = 4096 / size_of::<Line>();
        const PIECE_LINES: usize = 4 * HUGE_PAGE / size_of::<Line>();
        if matches!(self.origin, Origin::Allocator { .. }) {
            return;
        }
        let pieces = self.len.div_ceil(PIECE_LINES);
        let next = AtomicUsize::new(0);
        let (start, len) = (self.start.as_ptr().addr(), self.len);
        let base = self.start.as_ptr();
        let shared = Shared(base);
        debug_assert_eq!(start, base.addr());
        team.run(&|_| {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    break;
                }
                let end = len.min((piece + 1) * PIECE_LINES);
                for at in (piece * PIECE_LINES..end).step_by(PAGE_LINES) {
                    // SAFETY: `at < len`; each piece has one thread, and `&mut self` keeps
                    // everyone else away. A zero over a zero changes nothing.
                    unsafe { shared.at(at).cast::<u64>().write_volatile(0) };
                }
            }
        });
    }

    /// The number of lines.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no lines.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the memory after the first `len` lines to the system, as far as it accepts it.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        match &mut self.origin {
            Origin::Allocator { lines } => {
                let used = self.len.max(1);
                let Ok(layout) = Layout::array::<Line>(*lines) else { return };
                if used == *lines {
                    return;
                }
                // SAFETY: allocated with this layout; the new size is smaller and not 0.
                let start = unsafe {
                    let bytes = used * size_of::<Line>();
                    std::alloc::realloc(self.start.as_ptr().cast(), layout, bytes)
                };
                // If it is refused, the allocation is as it was.
                if let Some(start) = NonNull::new(start.cast()) {
                    (self.start, *lines) = (start, used);
                }
            }
            #[cfg(unix)]
            Origin::Mapping { start, bytes } => {
                let used = self.start.as_ptr().addr() + self.len * size_of::<Line>() - start.addr();
                let used_bytes = used.next_multiple_of(HUGE_PAGE).min(*bytes);
                if used_bytes < *bytes {
                    // SAFETY: the rest of the mapping lies behind all lines that are left; its
                    // start is a multiple of the page size as the mapping's is.
                    unsafe {
                        libc::munmap(start.byte_add(used_bytes), *bytes - used_bytes);
                    }
                    *bytes = used_bytes;
                }
            }
        }
    }

    /// All lines.
    #[inline]
    #[must_use]
    pub fn all(&self) -> &[Line] {
        // SAFETY: owned, initialised (zeroed at first), `len` long; shared borrow of `self`.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    /// All lines, to be written.
    #[inline]
    #[must_use]
    pub fn all_mut(&mut self) -> &mut [Line] {
        // SAFETY: as in `all`, with the exclusive borrow of `self`.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }

    /// The first line.
    #[inline]
    #[must_use]
    pub fn start(&self) -> *mut Line {
        self.start.as_ptr()
    }
}

/// A pointer that the threads of a touch may share.
struct Shared(*mut Line);

impl Shared {
    /// # Safety
    /// The line lies in the array.
    #[inline]
    unsafe fn at(&self, line: usize) -> *mut Line {
        // SAFETY: by contract.
        unsafe { self.0.add(line) }
    }
}

// SAFETY: the pointer is only used by `touch`, which gives each thread its own pieces.
unsafe impl Sync for Shared {}

impl Drop for Lines {
    fn drop(&mut self) {
        match self.origin {
            Origin::Allocator { lines } => {
                if let Ok(layout) = Layout::array::<Line>(lines) {
                    // SAFETY: allocated by `zeroed`, or reallocated by `truncate`, with this layout.
                    unsafe { std::alloc::dealloc(self.start.as_ptr().cast(), layout) }
                }
            }
            #[cfg(unix)]
            Origin::Mapping { start, bytes } => {
                // SAFETY: mapped by `mapped` with this length and not used any more.
                unsafe {
                    libc::munmap(start, bytes);
                }
            }
        }
    }
}

/// Asks the system to use huge pages for memory that is not in use yet, as far as whole ones lie in
/// it. A refusal costs only speed.
pub fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        let bytes = size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<libc::c_void>();
        let skipped = start.align_offset(HUGE_PAGE);
        if let Some(rest) = bytes.checked_sub(skipped)
            && rest >= HUGE_PAGE
        {
            // SAFETY: the range lies in the memory that is borrowed, from a page's first byte; the
            // advice changes no contents.
            unsafe {
                libc::madvise(
                    start.wrapping_byte_add(skipped),
                    rest / HUGE_PAGE * HUGE_PAGE,
                    libc::MADV_HUGEPAGE,
                );
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths; under Miri, which has no mappings, only those that the allocator serves.
    fn lengths<const N: usize>(all: [usize; N]) -> impl Iterator<Item = usize> {
        all.into_iter().filter(|len| !cfg!(miri) || len * size_of::<Line>() < MAPPED_FROM)
    }

    #[test]
    fn small_and_large_arrays_are_zero_and_aligned() {
        for len in lengths([0, 1, 1000, MAPPED_FROM / size_of::<Line>() + 3]) {
            let mut lines = Lines::zeroed(len).unwrap();
            lines.touch(&mut Team::new(2));
            assert!(lines.all().iter().all(|&line| line == Line::ZERO));
            assert_eq!(lines.start().addr() % 64, 0);
        }
    }

    #[test]
    fn a_truncated_array_keeps_its_start() {
        for len in lengths([1000, MAPPED_FROM / size_of::<Line>() + 3, MAPPED_FROM / 32]) {
            let mut lines = Lines::zeroed(len).unwrap();
            lines.all_mut()[len / 3].0[5] = 7;
            lines.truncate(len / 3 + 1);
            assert_eq!(lines.len(), len / 3 + 1);
            assert_eq!(lines.all()[len / 3].0[5], 7);
            // The allocator gets back the size that it granted.
            if let Origin::Allocator { lines: allocated } = lines.origin {
                assert_eq!(allocated, len / 3 + 1);
            }
        }
    }

    #[test]
    fn an_absurd_size_is_refused() {
        let error = Lines::zeroed(usize::MAX / 64).unwrap_err();
        assert!(error.to_string().contains("bytes of memory"));
    }
}
