//! The safe interface of the kernels: lengths are checked here once per block, and the instruction
//! set is the best that the processor has.

// Where the portable set is the only one, some of its kernels are safe.
#![cfg_attr(not(target_arch = "x86_64"), allow(unused_unsafe))]

use super::portable;
use super::swaps::{BitSwap, LaneSwap};
use super::vector::{self, Starts};
use loyd_search::COMPACT;
use loyd_search::arch::cpu::{self, InstructionSet};
use loyd_search::arch::line::{Line, lanes, lanes_mut};

/// Orders streamed stores before all later stores.
pub(super) fn fence() {
    // Miri supports neither this instruction nor streamed stores.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: every x86-64 processor has SSE.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
}

/// The way in which a kernel writes its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Through the caches: for sets that fit in them.
    Cached,
    /// Past the caches (non-temporal), which saves reading the target: for large sets.
    Streamed,
}

/// A rearrangement of chunks of lanes; one row of source offsets per kind of target block.
#[derive(Clone, Debug)]
pub struct Gather {
    chunk_lanes: usize,
    chunks: usize,
    offsets: Vec<u32>,
    /// Number of lanes that a source must have.
    source_lanes: usize,
}

impl Gather {
    /// Builds the map; `offsets` holds, row by row, the source lane of each of the `chunks` chunks
    /// of a block.
    ///
    /// # Panics
    /// If there are no chunks or the offsets do not fill whole rows.
    #[must_use]
    pub fn new(chunk_lanes: usize, chunks: usize, offsets: Vec<u32>) -> Self {
        assert!(chunks > 0 && chunk_lanes > 0, "a block has chunks");
        assert!(offsets.len().is_multiple_of(chunks), "one offset for each chunk of each row");
        let last = offsets.iter().max().map_or(0, |&o| o as usize);
        Gather { chunk_lanes, chunks, offsets, source_lanes: last + chunk_lanes }
    }
}

/// Largest number of plain sources of a merge.
pub const MAX_SOURCES: usize = 8;

/// The sources of a merge: 1 to 8 plain blocks, or up to 7 and a pair, or up to 2 and two
/// pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources<'a> {
    /// Blocks used as they are.
    pub plain: &'a [&'a [Line]],
    /// Two blocks that form one source: the second gives the states in `mask`.
    pub pairs: &'a [[&'a [Line]; 2]],
    /// The states of a pair that come from its second block.
    pub mask: &'a [Line],
    /// Blocks that the kernel prefetches meanwhile (at most 8).
    pub ahead: &'a [&'a [Line]],
}

impl Sources<'_> {
    /// Checks all lengths and passes the starts of all blocks to a kernel.
    fn with_starts<R>(
        &self,
        shared: &[Line],
        out: &mut [Line],
        kernel: impl FnOnce(&Starts<'_>, &mut [Line]) -> R,
    ) -> R {
        let len = out.len();
        assert!(vector::has_kernel(self.plain.len(), self.pairs.len()), "too many or no sources");
        assert!(
            self.pairs.is_empty() || self.mask.len() >= len,
            "the mask is shorter than the target"
        );
        let start = |block: &[Line]| {
            assert!(block.len() >= len, "a source is shorter than its target");
            block.as_ptr()
        };
        let mut plain = [core::ptr::null(); MAX_SOURCES];
        for (to, block) in plain.iter_mut().zip(self.plain) {
            *to = start(block);
        }
        let mut pairs = [[core::ptr::null(); 2]; 2];
        for (to, pair) in pairs.iter_mut().zip(self.pairs) {
            *to = pair.map(start);
        }
        let mut ahead = [core::ptr::null(); MAX_SOURCES];
        for (to, block) in ahead.iter_mut().zip(self.ahead) {
            *to = block.as_ptr();
        }
        let from = Starts {
            plain: &plain[..self.plain.len()],
            pairs: &pairs[..self.pairs.len()],
            mask: self.mask.as_ptr(),
            shared: shared.as_ptr(),
            ahead: &ahead[..self.ahead.len().min(MAX_SOURCES)],
        };
        kernel(&from, out)
    }
}

/// An instruction set that was detected on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Runs the kernel of the chosen set.
macro_rules! dispatch {
    ($set:expr, $name:ident ( $($arg:expr),* $(,)? )) => {
        // SAFETY: a `Kernels` exists only for instruction sets that were detected; lengths were
        // checked by the caller in this file.
        unsafe {
            match $set {
                Set::Portable => portable::$name($($arg),*),
                #[cfg(target_arch = "x86_64")]
                Set::Avx2 => super::avx2::$name($($arg),*),
                #[cfg(target_arch = "x86_64")]
                Set::Avx512 => super::avx512::$name($($arg),*),
                #[cfg(target_arch = "aarch64")]
                Set::Neon => super::neon::$name($($arg),*),
            }
        }
    };
}

impl Kernels {
    /// The fastest instruction set of this processor within the limit of this process.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or_else(Self::portable)
    }

    /// The instruction set that every processor has.
    #[must_use]
    pub fn portable() -> Self {
        Kernels(Set::Portable)
    }

    /// All instruction sets of this processor within the limit of this process, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::up_to(cpu::limit())
    }

    /// All instruction sets of this processor within a limit, slowest first.
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(unused_variables))]
    pub(super) fn up_to(limit: Option<InstructionSet>) -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Set::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if InstructionSet::Avx2.is_within(limit) && is_x86_feature_detected!("avx2") {
                sets.push(Set::Avx2);
            }
            if InstructionSet::Avx512.is_within(limit) && super::avx512::is_available() {
                sets.push(Set::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if InstructionSet::Neon.is_within(limit) && super::neon::is_available() {
            sets.push(Set::Neon);
        }
        sets.into_iter().map(Kernels).collect()
    }

    /// `portable`, `avx2`, `avx512` or `neon`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "neon",
        }
    }

    /// Writes the OR of the sources and returns its population count.
    ///
    /// # Panics
    /// If there are no sources or too many, or one is shorter than the target.
    pub fn merge(self, sources: &Sources<'_>, out: &mut [Line], store: Store) -> u64 {
        let count = self.merge_unfenced(sources, out, store);
        if store == Store::Streamed {
            fence();
        }
        count
    }

    /// Like [`merge`](Kernels::merge), but streamed stores are ordered only by a later [`fence`],
    /// which the caller must execute before others may read.
    #[inline]
    pub(super) fn merge_unfenced(
        self,
        sources: &Sources<'_>,
        out: &mut [Line],
        store: Store,
    ) -> u64 {
        let kernel = |from: &Starts<'_>, out: &mut [Line]| match store {
            // The portable kernels have one kind of store.
            Store::Streamed if !COMPACT => dispatch!(self.0, merge_stream(from, out)),
            Store::Cached | Store::Streamed => dispatch!(self.0, merge(from, out)),
        };
        sources.with_starts(&[], out, kernel).0
    }

    /// Like [`merge`](Kernels::merge), through the caches; also returns the sum over the sources of
    /// popcount(shared | source).
    ///
    /// # Panics
    /// Like [`merge`](Kernels::merge), or if `shared` is shorter than the target.
    pub fn merge_union(
        self,
        sources: &Sources<'_>,
        shared: &[Line],
        out: &mut [Line],
    ) -> (u64, u64) {
        assert!(shared.len() >= out.len(), "the shared block is shorter than the target");
        sources.with_starts(shared, out, |from, out| dispatch!(self.0, merge_union(from, out)))
    }

    /// Copies the chunks of the target from the source lanes in row `row` of `map`, and clears up
    /// to one line after them.
    ///
    /// # Panics
    /// If the map has no such row, or a chunk would exceed the source or the target.
    pub fn gather(self, map: &Gather, row: usize, source: &[Line], out: &mut [Line]) {
        let (source, out) = (lanes(source), lanes_mut(out));
        let offsets = &map.offsets[row * map.chunks..][..map.chunks];
        assert!(map.source_lanes <= source.len(), "a chunk leaves the source");
        assert!(map.chunks * map.chunk_lanes <= out.len(), "a chunk leaves the target");
        let (to, to_lanes) = (out.as_mut_ptr(), out.len());
        dispatch!(
            self.0,
            gather(offsets, map.chunk_lanes, source.as_ptr(), source.len(), to, to_lanes)
        );
    }

    /// Exchanges `d_0` and `d_1` of every state of a block; other lanes are unchanged.
    ///
    /// # Panics
    /// If a block is shorter than the groups of `shape`.
    pub fn swap_bits(self, shape: &BitSwap, source: &[Line], out: &mut [Line]) {
        let (source, out) = (lanes(source), lanes_mut(out));
        assert!(
            source.len() >= shape.lanes() && out.len() >= shape.lanes(),
            "a block is too short"
        );
        dispatch!(self.0, swap_bits(shape, source, out));
    }

    /// Exchanges `d_1` and `d_2` of every state of a block; other lanes are unchanged.
    ///
    /// # Panics
    /// If a block is shorter than the groups of `shape`.
    pub fn swap_lanes(self, shape: &LaneSwap, source: &[Line], out: &mut [Line]) {
        let (source, out) = (lanes(source), lanes_mut(out));
        assert!(
            source.len() >= shape.lanes() && out.len() >= shape.lanes(),
            "a block is too short"
        );
        dispatch!(self.0, swap_lanes(shape, source, out));
    }
}
