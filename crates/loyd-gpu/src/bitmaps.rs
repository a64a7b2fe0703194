//! The bitmaps and accounts of a run in the memory of a device.

use crate::device::{Device, TRANSFER};
use crate::error::GpuError;
use crate::passes::{Passes, Piece};
use crate::plan::GpuPlan;
use loyd_tiles::bitmap::Layout;
use wgpu::BufferUsages;

/// Buffers of a run.
#[derive(Debug)]
pub(crate) struct DeviceBitmaps {
    /// By bitmap and piece.
    pieces: Vec<Vec<wgpu::Buffer>>,
    pub(crate) accounts: wgpu::Buffer,
    pub(crate) tables: wgpu::Buffer,
    pub(crate) list: wgpu::Buffer,
    /// For transfers to the host.
    pub(crate) staging: wgpu::Buffer,
}

impl DeviceBitmaps {
    /// Allocates everything, zeroed, and writes the tables.
    pub(crate) fn new(device: &Device, plan: &GpuPlan, passes: &Passes) -> Result<Self, GpuError> {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let table_bytes = passes.tables.words.len() as u64 * 4;
        let bytes = plan.device_bytes() + table_bytes;
        let made = device.checked(bytes, || {
            let piece = |_| device.buffer(plan.piece_bytes(), storage);
            let pieces = |_| (0..plan.form().pieces()).map(piece).collect();
            DeviceBitmaps {
                pieces: (0..plan.bitmaps().maps).map(pieces).collect(),
                accounts: device.buffer(plan.account_words() * 4, storage),
                tables: device.buffer(table_bytes, storage),
                list: device.buffer(plan.list_words() * 4 * plan.slots() as u64, storage),
                staging: device.buffer(TRANSFER, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            }
        })?;
        device.write(&made.tables, 0, &words_to_bytes(&passes.tables.words))?;
        Ok(made)
    }

    pub(crate) fn piece(&self, piece: Piece) -> &wgpu::Buffer {
        &self.pieces[piece.map][piece.piece]
    }

    /// Sets one state at level 0.
    pub(crate) fn seed(
        &self,
        device: &Device,
        plan: &GpuPlan,
        account: u32,
        (map, rank): (usize, u64),
    ) -> Result<(), GpuError> {
        let layout = plan.layout();
        let states = u64::from(layout.block_states());
        let (block, inside) = ((rank / states) as usize, (rank % states) as usize);
        let (lane, bit) = (inside / layout.tiles, inside % layout.tiles);
        let (piece, at) = address(plan, block, lane);
        let shift = (lane % 2 * 16 + bit) as u32;
        device.write(&self.pieces[map][piece], at, &(1u32 << shift).to_le_bytes())?;
        let at = (u64::from(account) + block as u64) * 4;
        device.write(&self.accounts, at, &1u32.to_le_bytes())
    }

    /// Reads a bitmap.
    pub(crate) fn read(
        &self,
        device: &Device,
        plan: &GpuPlan,
        map: usize,
        into: &mut [u8],
    ) -> Result<(), GpuError> {
        for (piece, bytes) in into.chunks_mut(plan.piece_bytes() as usize).enumerate() {
            device.read(&self.pieces[map][piece], 0, &self.staging, bytes)?;
        }
        Ok(())
    }

    /// Writes a bitmap that holds level `depth`, and its accounts; returns the number of states.
    ///
    /// # Errors
    /// `None` if a bit is set where there is no state, besides those of the device.
    pub(crate) fn write(
        &self,
        device: &Device,
        plan: &GpuPlan,
        (map, account): (usize, u32),
        depth: u32,
        bytes: &[u8],
    ) -> Result<Option<u64>, GpuError> {
        let Some(counts) = block_counts(plan.layout(), bytes) else { return Ok(None) };
        for (piece, bytes) in bytes.chunks(plan.piece_bytes() as usize).enumerate() {
            device.write(&self.pieces[map][piece], 0, bytes)?;
        }
        let entry = |&count: &u32| if count > 0 { depth << 20 | count } else { 0 };
        let entries: Vec<u32> = counts.iter().map(entry).collect();
        device.write(&self.accounts, u64::from(account) * 4, &words_to_bytes(&entries))?;
        Ok(Some(counts.iter().map(|&count| u64::from(count)).sum()))
    }

    /// Forgets every state: accounts of zero, and the bitmaps of these numbers empty.
    pub(crate) fn clear(&self, device: &Device, maps: &[usize]) -> Result<(), GpuError> {
        device.submit(|encoder| {
            encoder.clear_buffer(&self.accounts, 0, None);
            for piece in maps.iter().flat_map(|&map| &self.pieces[map]) {
                encoder.clear_buffer(piece, 0, None);
            }
        })
    }
}

/// The piece of a bitmap that holds a lane, and the byte of the 32-bit word there.
pub(crate) fn address(plan: &GpuPlan, block: usize, lane: usize) -> (usize, u64) {
    let (layout, blocks) = (plan.layout(), plan.piece_blocks());
    let block_bytes = layout.map_bytes() / layout.blocks as u64;
    (block / blocks, (block % blocks) as u64 * block_bytes + lane as u64 / 2 * 4)
}

/// The words in the byte order of devices.
pub(crate) fn words_to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The bytes as words.
pub(crate) fn bytes_to_words(bytes: &[u8]) -> Vec<u32> {
    let word = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

/// The number of states of each block of a bitmap; `None` if a bit is set where there is no state.
fn block_counts(layout: &Layout, bitmap: &[u8]) -> Option<Vec<u32>> {
    let block_bytes = bitmap.len() / layout.blocks;
    let mut counts = Vec::with_capacity(layout.blocks);
    for block in bitmap.chunks_exact(block_bytes) {
        let (mut count, mut outside) = (0, 0);
        for (number, lane) in block.chunks_exact(2).enumerate() {
            let lane = u32::from(u16::from_le_bytes([lane[0], lane[1]]));
            count += lane.count_ones();
            outside |= if number < layout.block_lanes { lane >> layout.tiles } else { lane };
        }
        if outside != 0 {
            return None;
        }
        counts.push(count);
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Capacity, Form};
    use loyd_enumerate::tiles::memory::MemoryTask;
    use loyd_tiles::MetricName;

    /// Every state has an address of its own within its piece, and in a bitmap of 5x3 addresses
    /// beyond 2^31 and 2^32 bytes are among them.
    #[test]
    fn addresses_of_large_bitmaps_are_exact() {
        let capacity =
            Capacity { binding_bytes: 1 << 40, storage_bindings: 16, workgroups: 65_535 };
        for form in [Form::Whole, Form::Cut] {
            let task = MemoryTask::new(5, 3, MetricName::Single);
            let plan = GpuPlan::with_form(&task, capacity, "card", form).unwrap();
            let layout = plan.layout();
            let stride = layout.block_lines as u64 * 64;
            let mut beyond = [false; 2];
            for block in (0..layout.blocks).step_by(997).chain([layout.blocks - 1]) {
                for lane in [0, 1, 2, layout.block_lanes - 1] {
                    let (piece, at) = address(&plan, block, lane);
                    assert!(piece < form.pieces() && at + 4 <= plan.piece_bytes());
                    let all = piece as u64 * plan.piece_bytes() + at;
                    assert_eq!(all, block as u64 * stride + (lane as u64 & !1) * 2);
                    beyond = [beyond[0] || all > 1 << 31, beyond[1] || all > 1 << 32];
                    // A kernel numbers the 16-byte words of a piece by 32 bits.
                    assert!(form == Form::Whole || at / 16 < 1 << 27);
                }
            }
            assert_eq!(beyond, [true, true]);
        }
    }

    #[test]
    fn bits_without_a_state_are_noticed() {
        let layout = Layout::new(3, 3).unwrap();
        let mut bitmap = vec![0; layout.map_bytes() as usize];
        bitmap[0] = 0x81;
        let stride = bitmap.len() / layout.blocks;
        bitmap[stride + 2] = 1;
        assert_eq!(block_counts(&layout, &bitmap).unwrap()[..3], [2, 1, 0]);
        let mut lane_too_high = bitmap.clone();
        lane_too_high[1] = 1;
        assert_eq!(block_counts(&layout, &lane_too_high), None);
        bitmap[stride - 1] = 1;
        assert_eq!(block_counts(&layout, &bitmap), None);
    }
}
