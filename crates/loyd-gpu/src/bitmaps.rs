//! The buffers of a run in the memory of a device.

use crate::device::Device;
use crate::error::GpuError;
use crate::plan::GpuPlan;
use crate::program::{Buffer, Numbers, Program, Role};
use loyd_tiles::bitmap::Layout;
use wgpu::BufferUsages;

/// Buffers of a run.
#[derive(Debug)]
pub(crate) struct DeviceBitmaps {
    /// By the numbers of the program.
    buffers: Vec<wgpu::Buffer>,
    numbers: Numbers,
    /// For transfers to the host.
    pub(crate) staging: wgpu::Buffer,
}

impl DeviceBitmaps {
    /// Allocates everything, zeroed, and writes the initial contents.
    pub(crate) fn new(
        device: &Device,
        plan: &GpuPlan,
        program: &Program,
    ) -> Result<Self, GpuError> {
        let buffers = device.checked(program.bytes() + plan.staging_bytes(), || {
            let buffer = |it: &Buffer| {
                let usage = match it.role {
                    Role::Storage => BufferUsages::STORAGE | BufferUsages::COPY_SRC,
                    Role::Uniform => BufferUsages::UNIFORM,
                };
                device.buffer(it.bytes, usage | BufferUsages::COPY_DST)
            };
            DeviceBitmaps {
                buffers: program.buffers.iter().map(buffer).collect(),
                numbers: Numbers::of(plan),
                staging: device
                    .buffer(plan.staging_bytes(), BufferUsages::MAP_READ | BufferUsages::COPY_DST),
            }
        })?;
        for contents in &program.contents {
            let bytes = words_to_bytes(&contents.words);
            device.write(buffers.buffer(contents.buffer), contents.at, &bytes)?;
        }
        Ok(buffers)
    }

    pub(crate) fn buffer(&self, number: usize) -> &wgpu::Buffer {
        &self.buffers[number]
    }

    pub(crate) fn numbers(&self) -> Numbers {
        self.numbers
    }

    pub(crate) fn accounts(&self) -> &wgpu::Buffer {
        self.buffer(self.numbers.accounts())
    }

    fn pieces(&self, map: usize) -> &[wgpu::Buffer] {
        &self.buffers[self.numbers.pieces(map)]
    }

    pub(crate) fn read(
        &self,
        device: &Device,
        plan: &GpuPlan,
        map: usize,
        into: &mut [u8],
    ) -> Result<(), GpuError> {
        for (piece, bytes) in into.chunks_mut(plan.piece_bytes() as usize).enumerate() {
            device.read(&self.pieces(map)[piece], 0, &self.staging, bytes)?;
        }
        Ok(())
    }

    /// Writes a bitmap that holds level `depth`, and its accounts; returns the number of states.
    ///
    /// # Errors
    /// `None` if a bit outside the states is set, besides those of the device.
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
            device.write(&self.pieces(map)[piece], 0, bytes)?;
        }
        let entry = |&count: &u32| if count > 0 { depth << 20 | count } else { 0 };
        let entries: Vec<u32> = counts.iter().map(entry).collect();
        device.write(self.accounts(), u64::from(account) * 4, &words_to_bytes(&entries))?;
        Ok(Some(counts.iter().map(|&count| u64::from(count)).sum()))
    }

    /// Forgets every state: accounts of zero, and the bitmaps of these numbers empty.
    pub(crate) fn clear(&self, device: &Device, maps: &[usize]) -> Result<(), GpuError> {
        device.submit(|encoder| {
            encoder.clear_buffer(self.accounts(), 0, None);
            for piece in maps.iter().flat_map(|&map| self.pieces(map)) {
                encoder.clear_buffer(piece, 0, None);
            }
        })
    }
}

/// The words in the byte order of devices.
pub(crate) fn words_to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub(crate) fn bytes_to_words(bytes: &[u8]) -> Vec<u32> {
    let word = |four: &[u8]| u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
    bytes.chunks_exact(4).map(word).collect()
}

/// The state count of each block of a bitmap; `None` if a bit without a state is set.
pub(crate) fn block_counts(layout: &Layout, bitmap: &[u8]) -> Option<Vec<u32>> {
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

    #[test]
    fn bits_without_a_state_are_refused() {
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
