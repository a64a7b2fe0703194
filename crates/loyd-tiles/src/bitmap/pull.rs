//! The sources of a target block, prepared for the merge.

use super::layout::Layout;
use super::transport::{Source, Transport};
use crate::arch::bitmap::{Kernels, LANES_PER_LINE, Line};

/// One source of a target bitmap.
#[derive(Clone, Debug)]
pub struct Pull {
    /// The bitmap to read.
    pub map: usize,
    /// The transport from source to target; `None` if ranks are unchanged (a horizontal move).
    pub transport: Option<Transport>,
}

impl Pull {
    /// Returns a source with unchanged ranks.
    #[must_use]
    pub fn same(map: usize) -> Self {
        Pull { map, transport: None }
    }

    /// Returns a source read through a transport.
    #[must_use]
    pub fn through(map: usize, transport: Transport) -> Self {
        Pull { map, transport: Some(transport) }
    }

    /// The blocks from which a target block takes its states; `odd` is true if the digits of the
    /// block index have an odd sum.
    #[must_use]
    #[inline]
    pub fn source(&self, block: usize, odd: bool) -> Source {
        match &self.transport {
            None => Source { first: block as u32, odd: block as u32 },
            Some(transport) => transport.source(block, odd),
        }
    }

    /// Number of consecutive source blocks read for one target block.
    #[must_use]
    #[inline]
    pub fn run(&self) -> usize {
        self.transport.as_ref().map_or(1, Transport::run)
    }

    /// The transport, if the source must first be rearranged into a buffer.
    #[must_use]
    #[inline]
    pub fn rearranging(&self) -> Option<&Transport> {
        self.transport.as_ref().filter(|transport| transport.rearranges())
    }
}

/// A target bitmap and its sources (8 at most).
#[derive(Clone, Debug)]
pub struct Target {
    /// The bitmap to write.
    pub map: usize,
    /// The sources that are `ORed` into it.
    pub pulls: Vec<Pull>,
}

/// The digit sums that determine which of two sources a state has.
#[derive(Clone, Debug)]
pub struct Parities {
    /// The states of a block with an odd digit sum within the block.
    odd_states: Vec<Line>,
    /// One bit per block: odd digit sum of the block index.
    odd_blocks: Vec<u64>,
}

impl Parities {
    /// Computes both, in O(states of a block + blocks).
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut odd_states = vec![Line::ZERO; layout.block_lines];
        let bits: u32 = (1 << layout.tiles) - 1;
        for lane in 0..layout.block_lanes {
            let odd = digit_sum(lane, layout.radix(1)) % 2 == 1;
            let pattern = if odd { 0x5555 } else { 0xaaaa };
            odd_states[lane / LANES_PER_LINE].0[lane % LANES_PER_LINE] = (pattern & bits) as u16;
        }
        let mut odd_blocks = vec![0u64; layout.blocks.div_ceil(64)];
        for block in 0..layout.blocks {
            let odd = digit_sum(block, layout.radix(layout.block_digits)) % 2;
            odd_blocks[block / 64] |= (odd as u64) << (block % 64);
        }
        Parities { odd_states, odd_blocks }
    }

    /// The same block indices for blocks of another kind: `odd_states` are the states of such a
    /// block whose digits below the block index have an odd sum.
    #[must_use]
    pub fn with_odd_states(self, odd_states: Vec<Line>) -> Self {
        Parities { odd_states, ..self }
    }

    /// The states of a block with an odd digit sum within it.
    #[must_use]
    pub fn odd_states(&self) -> &[Line] {
        &self.odd_states
    }

    /// Returns true if the digits of a block index have an odd sum.
    #[must_use]
    #[inline]
    pub fn is_odd(&self, block: usize) -> bool {
        self.odd_blocks[block / 64] >> (block % 64) & 1 == 1
    }
}

/// Sum of the digits of falling radix.
fn digit_sum(mut number: usize, first_radix: usize) -> usize {
    let mut sum = 0;
    let mut radix = first_radix;
    while number > 0 {
        sum += number % radix;
        number /= radix;
        radix -= 1;
    }
    sum
}

/// The buffers of one thread, small enough for the first-level cache.
#[derive(Debug)]
pub struct Scratch {
    buffers: Vec<Vec<Line>>,
    spare: Vec<Line>,
}

impl Scratch {
    /// Allocates space for `slots` sources.
    #[must_use]
    pub fn new(layout: &Layout, slots: usize) -> Self {
        let buffer = vec![Line::ZERO; layout.block_lines];
        Scratch { buffers: vec![buffer.clone(); slots], spare: buffer }
    }

    /// Rearranges the states of a target block from `source` into a slot; see
    /// [`Transport::rearrange`].
    #[inline]
    pub fn bring(
        &mut self,
        slot: usize,
        kernels: Kernels,
        transport: &Transport,
        block: usize,
        source: &[Line],
    ) {
        transport.rearrange(kernels, block, source, &mut self.buffers[slot], &mut self.spare);
    }

    /// The contents of a slot, as last written by [`bring`](Scratch::bring).
    #[must_use]
    #[inline]
    pub fn buffer(&self, slot: usize) -> &[Line] {
        &self.buffers[slot]
    }
}
