//! Streamed bitmaps in the memory of the host, with their accounts.
//!
//! An account word of a block is that of the kernels: the level at which the block last grew, above the
//! number of its states.

use crate::bitmaps::block_counts;
use crate::error::GpuError;
use crate::plan::GpuPlan;
use loyd_search::arch::line::{bytes, bytes_mut};
use loyd_search::arch::memory::OutOfMemory;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::Bitmaps;
use loyd_tiles::bitmap::{Layout, Parities, Pull};
use loyd_tiles_enumerate::memory::{MemoryError, targets};
use std::ops::Range;

/// Bits of the number of states in an account word; as in `sources.wgsl`.
const COUNT_BITS: u32 = 20;

/// Bitmaps of a run.
#[derive(Debug)]
pub(crate) struct HostBitmaps {
    layout: Layout,
    bitmaps: Bitmaps,
    /// By bitmap and block.
    accounts: Vec<u32>,
    /// The states of the cells in the multi-tile metric, by parity of the level that was read, cell
    /// and block.
    counts: [Vec<u32>; 2],
    parities: Parities,
    /// The states of a block with an odd digit sum, as bytes of a bitmap.
    odd_states: Vec<u8>,
}

/// The number of states in an account word.
pub(crate) fn states_in(account: u32) -> u32 {
    account & ((1 << COUNT_BITS) - 1)
}

/// True if the block of an account word holds states and last grew at this level.
pub(crate) fn grew_at(account: u32, depth: u32) -> bool {
    states_in(account) > 0 && account >> COUNT_BITS == depth
}

impl HostBitmaps {
    /// Allocates the bitmaps and sets the start state.
    pub(crate) fn new(plan: &GpuPlan) -> Result<Self, GpuError> {
        let (layout, maps) = (plan.layout().clone(), plan.bitmaps().maps);
        let refused = |error: OutOfMemory| GpuError::Bitmaps(MemoryError::Memory(error));
        let counted_cells = match plan.metric() {
            MetricName::Single => 0,
            MetricName::Multi => layout.cells(),
        };
        let words = |maps: usize| zeroed_words(maps * layout.blocks).map_err(refused);
        let parities = Parities::new(&layout);
        let lanes = parities.odd_states().iter().flat_map(|line| line.0);
        let mut host = HostBitmaps {
            bitmaps: Bitmaps::zeroed(maps, layout.blocks, layout.block_lines).map_err(refused)?,
            accounts: words(maps)?,
            counts: [words(counted_cells)?, words(counted_cells)?],
            odd_states: lanes.flat_map(u16::to_le_bytes).collect(),
            parities,
            layout,
        };
        for (map, rank) in targets::start(plan.bitmaps().ranking(), plan.metric()) {
            let states = u64::from(host.layout.block_states());
            let (block, inside) = ((rank / states) as usize, (rank % states) as usize);
            let (lane, bit) = (inside / host.layout.tiles, inside % host.layout.tiles);
            let block_bytes = bytes_mut(host.bitmaps.get_mut(map, block, 1));
            block_bytes[2 * lane + bit / 8] |= 1 << (bit % 8);
            host.accounts[map * host.layout.blocks + block] = 1;
        }
        Ok(host)
    }

    /// The bytes of some blocks of a bitmap.
    pub(crate) fn blocks(&self, map: usize, blocks: Range<usize>) -> &[u8] {
        bytes(self.bitmaps.get(map, blocks.start, blocks.len()))
    }

    pub(crate) fn account(&self, map: usize, block: usize) -> u32 {
        self.accounts[map * self.layout.blocks + block]
    }

    pub(crate) fn count(&self, parity: usize, cell: usize, block: usize) -> u32 {
        self.counts[parity][cell * self.layout.blocks + block]
    }

    /// The source blocks for the place of a target block: that of the states with even digit sum, and
    /// that of the others.
    fn sources(&self, pull: &Pull, block: usize) -> (usize, usize) {
        let source = pull.source(block, self.parities.is_odd(block));
        // Of a run, the block at the same place.
        let inside = block % pull.run();
        (source.first as usize + inside, source.odd as usize + inside)
    }

    /// The account word of the sources of a target block.
    pub(crate) fn source_account(&self, pull: &Pull, block: usize) -> u32 {
        let (even, odd) = self.sources(pull, block);
        // The word of the later growth is the larger one.
        self.account(pull.map, even).max(self.account(pull.map, odd))
    }

    /// Passes the source blocks for target blocks to `put`, in the order of the target, with the byte at
    /// which they begin.
    pub(crate) fn arrange(
        &self,
        pull: &Pull,
        blocks: Range<usize>,
        put: &mut dyn FnMut(usize, &[u8]),
    ) {
        if pull.transport.is_none() {
            return put(0, self.blocks(pull.map, blocks));
        }
        let mut merged = vec![0; self.odd_states.len()];
        for (number, block) in blocks.enumerate() {
            let at = number * merged.len();
            let (even, odd) = self.sources(pull, block);
            let evens = self.blocks(pull.map, even..even + 1);
            if even == odd {
                put(at, evens);
                continue;
            }
            let odds = self.blocks(pull.map, odd..odd + 1);
            let states = evens.iter().zip(odds).zip(&self.odd_states);
            for (byte, ((even, odd), mask)) in merged.iter_mut().zip(states) {
                *byte = (even & !mask) | (odd & mask);
            }
            put(at, &merged);
        }
    }

    /// Takes the blocks of a bitmap whose account words in `accounts` are new.
    pub(crate) fn accept(
        &mut self,
        map: usize,
        blocks: Range<usize>,
        accounts: &[u32],
        contents: &[u8],
    ) {
        for ((block, &account), states) in
            blocks.zip(accounts).zip(contents.chunks_exact(self.odd_states.len()))
        {
            let former = &mut self.accounts[map * self.layout.blocks + block];
            if *former != account {
                *former = account;
                bytes_mut(self.bitmaps.get_mut(map, block, 1)).copy_from_slice(states);
            }
        }
    }

    /// Takes the counts of a cell.
    pub(crate) fn accept_counts(
        &mut self,
        (parity, cell): (usize, usize),
        blocks: Range<usize>,
        counts: &[u32],
    ) {
        let first = cell * self.layout.blocks;
        let of_blocks = &mut self.counts[parity][first + blocks.start..first + blocks.end];
        of_blocks.copy_from_slice(&counts[..blocks.len()]);
    }

    /// The states up to the level after `depth`.
    pub(crate) fn total(&self, plan: &GpuPlan, depth: u32) -> u64 {
        let sum = |words: &[u32]| words.iter().map(|&word| u64::from(states_in(word))).sum::<u64>();
        if plan.metric() == MetricName::Multi {
            return sum(&self.counts[depth as usize % 2]);
        }
        let blocks = self.layout.blocks;
        let maps = targets::maps(plan.bitmaps().ranking(), MetricName::Single, depth + 1);
        maps.iter().map(|map| sum(&self.accounts[map * blocks..(map + 1) * blocks])).sum()
    }

    /// Sets a bitmap that holds level `depth`; returns its number of states, `None` if a bit without a
    /// state is set.
    pub(crate) fn write(&mut self, map: usize, depth: u32, bitmap: &[u8]) -> Option<u64> {
        let counts = block_counts(&self.layout, bitmap)?;
        let blocks = self.layout.blocks;
        bytes_mut(self.bitmaps.get_mut(map, 0, blocks)).copy_from_slice(bitmap);
        for (account, &count) in self.accounts[map * blocks..].iter_mut().zip(&counts) {
            *account = if count > 0 { depth << COUNT_BITS | count } else { 0 };
        }
        Some(counts.iter().map(|&count| u64::from(count)).sum())
    }

    /// Forgets every state: accounts of zero, and the bitmaps of these numbers empty.
    pub(crate) fn clear(&mut self, maps: &[usize]) {
        self.accounts.fill(0);
        self.counts.iter_mut().for_each(|counts| counts.fill(0));
        for &map in maps {
            bytes_mut(self.bitmaps.get_mut(map, 0, self.layout.blocks)).fill(0);
        }
    }
}

fn zeroed_words(count: usize) -> Result<Vec<u32>, OutOfMemory> {
    let mut words = Vec::new();
    words.try_reserve_exact(count).map_err(|_| OutOfMemory { bytes: count as u64 * 4 })?;
    words.resize(count, 0);
    Ok(words)
}
