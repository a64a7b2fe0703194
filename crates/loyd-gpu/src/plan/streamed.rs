//! The resources of bitmaps that stay in the memory of the host.
//!
//! ```text
//! host     all bitmaps, with one account word for each block
//! card     the piece of one target | as many pieces of sources as the largest target has
//!          | the ball of the column (multi-tile) | accounts of these pieces | tables, lists
//! bus      for each target piece: its sources to the card, then the target to the host
//! ```

use super::GpuPlan;
use loyd_tiles::MetricName;

/// The part of a plan that only streamed bitmaps have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stream {
    /// Pieces whose transfers overlap with the kernels of the one before: 1 or 2.
    pub(crate) in_flight: usize,
    /// Bytes of tables, lists and parameters.
    pub(crate) other_bytes: u64,
    /// Bitmaps that the transfers of a level comprise, both directions, at most.
    pub(crate) level_bitmaps: u64,
}

impl GpuPlan {
    /// Target pieces that the card computes, or that are on their way, at a time.
    pub(crate) fn in_flight(&self) -> usize {
        self.stream.in_flight
    }

    /// Buffers for sources: the pulls of the largest target.
    pub(crate) fn source_buffers(&self) -> usize {
        let layout = self.layout();
        match self.metric() {
            MetricName::Single => 2 + 2.min(layout.width - 1),
            MetricName::Multi => layout.width.max(layout.height),
        }
    }

    /// Bytes that a level sends over the bus at most, in both directions, accounts excluded: whole
    /// levels, of which pieces whose sources did not grow are skipped. 0 unless streamed.
    #[must_use]
    pub fn level_transfer_bytes(&self) -> u64 {
        self.stream.level_bitmaps * self.layout().map_bytes()
    }

    /// Bytes of the buffers on the card; those from which it takes what the host sends are included,
    /// since drivers may place them there.
    pub(super) fn streamed_device_bytes(&self) -> u64 {
        self.buffer_bytes() * (1 + self.stream.in_flight as u64) + self.stream.other_bytes
    }

    /// Bytes of the buffers of a piece, its sources and their accounts.
    pub(crate) fn buffer_bytes(&self) -> u64 {
        self.piece_buffers() as u64 * self.piece_bytes() + self.account_words() * 4
    }

    /// Bytes of bitmaps and accounts in the memory of the host, and of the buffers from which it
    /// takes what the card sends.
    pub(super) fn streamed_host_bytes(&self) -> u64 {
        let layout = self.layout();
        let download = self.piece_bytes() + self.account_words() * 4;
        let words = (self.bitmaps.maps + 2 * layout.cells()) * layout.blocks;
        self.bitmaps.bitmap_bytes + words as u64 * 4 + self.stream.in_flight as u64 * download
    }
}
