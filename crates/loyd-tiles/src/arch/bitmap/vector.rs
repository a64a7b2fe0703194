//! The kernels of the level step, written once over a small vector trait.
//!
//! For blocks of equal length they compute:
//!
//! ```text
//! merge:   out = s0 | s1 | …            returns popcount(out)
//!          some sources are pairs:  (even & !mask) | (odd & mask)
//!          optionally also returns the sum of popcount(shared | s_i)
//! gather:  out[i-th chunk] = source[offset[i] ..][.. chunk]
//! ```
//!
//! Departures for speed:
//! 1. The vector is one cache line ([`Line`], 64 bytes) on every instruction set, so the loops have
//!    neither heads nor tails.
//! 2. OR, population count and store are one pass, unrolled for each number of sources.
//! 3. Gathered chunks are copied in whole vectors that overlap their successors.
//! 4. The trait methods are `inline(always)`; they become vector code when inlined into a function
//!    compiled for the instruction set.
//!
//! With all sources in the first-level cache, a line costs one load per source, two per cycle with
//! AVX-512; for larger sets the merge waits for the caches or the memory.

use loyd_search::arch::line::Line;

/// 64 bytes in registers.
///
/// # Safety
/// All methods may use instructions of the implementing instruction set: they must be called only
/// where that set is known to be available.
pub(in crate::arch) trait Vector: Copy {
    /// Partial population counts.
    type Count: Copy;

    unsafe fn load(line: &Line) -> Self;
    unsafe fn store(self, line: &mut Line);
    /// Stores past the caches; visible to other threads only after a fence.
    unsafe fn stream(self, line: &mut Line);
    unsafe fn or(self, other: Self) -> Self;
    /// `self` where `mask` is 0, `other` where it is 1.
    unsafe fn select(self, other: Self, mask: Self) -> Self;
    /// The bits that are set in `self` and not in `other`.
    unsafe fn without(self, other: Self) -> Self;
    unsafe fn is_zero(self) -> bool;
    unsafe fn zero_count() -> Self::Count;
    unsafe fn add_count(self, count: Self::Count) -> Self::Count;
    unsafe fn total(count: Self::Count) -> u64;
    /// Copies 32 bytes between addresses of any alignment.
    unsafe fn copy32(from: *const u8, to: *mut u8);
    /// Copies 64 bytes between addresses of any alignment.
    unsafe fn copy64(from: *const u8, to: *mut u8);
    /// Prefetches a line into the second-level cache. Never faults.
    unsafe fn prefetch(at: *const u8);
}

/// The sources of a merge as the kernels take them; all blocks have the length of the target.
pub(super) struct Starts<'a> {
    pub(super) plain: &'a [*const Line],
    /// Sources of the states outside and inside `mask`.
    pub(super) pairs: &'a [[*const Line; 2]],
    pub(super) mask: *const Line,
    /// Another block, for counting unions.
    pub(super) shared: *const Line,
    /// Blocks to prefetch meanwhile; any address.
    pub(super) ahead: &'a [*const Line],
}

/// The use of a merge's result besides counting it.
pub(super) const STORE: u8 = 0;
pub(super) const STREAM: u8 = 1;
/// Store, and count the unions with `shared`.
pub(super) const UNION: u8 = 2;

/// `out = OR of sources`; returns the number of set bits and, on demand, the sum over the
/// sources of popcount(shared | source).
///
/// # Safety
/// `V`'s instruction set is available; there are N plain sources and P pairs; all blocks are as
/// long as `out`, `mask` if P > 0 and `shared` if unions are counted.
#[inline(always)]
unsafe fn merge_n<V: Vector, const N: usize, const P: usize, const MODE: u8>(
    from: &Starts<'_>,
    out: &mut [Line],
) -> (u64, u64) {
    let mut plain = [core::ptr::null::<Line>(); N];
    plain.copy_from_slice(from.plain);
    let mut pairs = [[core::ptr::null::<Line>(); 2]; P];
    pairs.copy_from_slice(from.pairs);
    // SAFETY: instruction set and lengths by contract; addresses ahead are never read.
    unsafe {
        let mut count = V::zero_count();
        let mut unions = V::zero_count();
        for (i, line) in out.iter_mut().enumerate() {
            if MODE != STORE {
                for &ahead in from.ahead {
                    V::prefetch(ahead.wrapping_add(i).cast());
                }
            }
            let mut all: Option<V> = None;
            // A macro: a closure may remain a function without the instructions of `V`.
            macro_rules! add {
                ($source:expr) => {
                    let v: V = $source;
                    if MODE == UNION {
                        unions = v.or(V::load(&*from.shared.add(i))).add_count(unions);
                    }
                    all = Some(if let Some(all) = all { all.or(v) } else { v });
                };
            }
            for source in plain {
                add!(V::load(&*source.add(i)));
            }
            for [even, odd] in pairs {
                add!(
                    V::load(&*even.add(i))
                        .select(V::load(&*odd.add(i)), V::load(&*from.mask.add(i)))
                );
            }
            if let Some(v) = all {
                count = v.add_count(count);
                if MODE == STREAM {
                    v.stream(line);
                } else {
                    v.store(line);
                }
            }
        }
        (V::total(count), V::total(unions))
    }
}

/// Returns true if [`merge`] has a kernel for these numbers of sources.
pub(super) fn has_kernel(plain: usize, pairs: usize) -> bool {
    matches!((plain, pairs), (1..=8, 0) | (0..=7, 1) | (0..=2, 2))
}

/// Selects the kernel by the number of sources.
///
/// # Safety
/// The conditions of [`merge_n`], with numbers of sources for which there is a kernel.
#[inline(always)]
pub(super) unsafe fn merge<V: Vector, const MODE: u8>(
    from: &Starts<'_>,
    out: &mut [Line],
) -> (u64, u64) {
    macro_rules! arms {
        ($($n:literal $p:literal),*) => {
            match (from.plain.len(), from.pairs.len()) {
                // SAFETY: passed on.
                $(($n, $p) => unsafe { merge_n::<V, $n, $p, MODE>(from, out) },)*
                _ => unreachable!("the number of sources was checked"),
            }
        };
    }
    arms!(
        1 0, 2 0, 3 0, 4 0, 5 0, 6 0, 7 0, 8 0, 0 1, 1 1, 2 1, 3 1, 4 1, 5 1, 6 1, 7 1, 0 2, 1 2, 2 2
    )
}

/// `out[i·chunk ..][.. chunk] = source[offsets[i] ..][.. chunk]`, all in lanes.
///
/// Chunks are copied 32 or 64 bytes at a time; bytes written past a chunk are overwritten by the
/// next one, and those past the last one are cleared.
///
/// # Safety
/// `V`'s instruction set is available; `offset + chunk <= source_lanes` for every offset;
/// `offsets.len() * chunk <= out_lanes`.
#[inline(always)]
pub(super) unsafe fn gather<V: Vector>(
    offsets: &[u32],
    chunk: usize,
    source: *const u16,
    source_lanes: usize,
    out: *mut u16,
    out_lanes: usize,
) {
    const NARROW: usize = 16;
    const WIDE: usize = 32;
    let step = if chunk <= NARROW { NARROW } else { WIDE };
    let reach = chunk.div_ceil(step) * step;
    for (i, &offset) in offsets.iter().enumerate() {
        let (from, to) = (offset as usize, i * chunk);
        // SAFETY: the first two paths stay inside both buffers by their condition, the last
        // one by contract.
        unsafe {
            if from + reach > source_lanes || to + reach > out_lanes {
                core::ptr::copy_nonoverlapping(source.add(from), out.add(to), chunk);
            } else if chunk <= NARROW {
                V::copy32(source.add(from).cast(), out.add(to).cast());
            } else {
                let mut at = 0;
                while at < chunk {
                    V::copy64(source.add(from + at).cast(), out.add(to + at).cast());
                    at += WIDE;
                }
            }
        }
    }
    let end = offsets.len() * chunk;
    let dirty = out_lanes.min(end + WIDE) - end;
    // SAFETY: `end + dirty <= out_lanes`.
    unsafe { core::ptr::write_bytes(out.add(end), 0, dirty) }
}

/// Compiles these kernels for one instruction set. A user must import this module as `vector`, and
/// [`Line`].
macro_rules! entry_points {
    ($vector:ty $(, $features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn merge(from: &vector::Starts<'_>, out: &mut [Line]) -> (u64, u64) {
            // SAFETY: the features are enabled; the rest by contract.
            unsafe { vector::merge::<$vector, { vector::STORE }>(from, out) }
        }
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn merge_stream(from: &vector::Starts<'_>, out: &mut [Line]) -> (u64, u64) {
            // SAFETY: as above.
            unsafe { vector::merge::<$vector, { vector::STREAM }>(from, out) }
        }
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn merge_union(from: &vector::Starts<'_>, out: &mut [Line]) -> (u64, u64) {
            // SAFETY: as above.
            unsafe { vector::merge::<$vector, { vector::UNION }>(from, out) }
        }
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn gather(
            offsets: &[u32],
            chunk: usize,
            source: *const u16,
            source_lanes: usize,
            out: *mut u16,
            out_lanes: usize,
        ) {
            // SAFETY: as above.
            unsafe { vector::gather::<$vector>(offsets, chunk, source, source_lanes, out, out_lanes) }
        }
    };
}
pub(super) use entry_points;
