//! The memory bandwidth of this machine, measured with the kernel of the level step.

use std::time::Instant;

use loyd_search::arch::memory::OutOfMemory;
use loyd_tiles::arch::bitmap::{Bitmaps, Kernels, Phase, Sources, Store, Team};

/// Lines of a block of the probe: 4 KiB.
const BLOCK_LINES: usize = 64;

/// Copies `bytes` of non-zero data between two arrays with `threads` threads, three times, and
/// returns the best rate in bytes per second, read and written bytes both counted. Takes
/// 2·`bytes` of memory.
///
/// # Errors
/// [`OutOfMemory`] if the system refuses the memory.
pub fn copy_bandwidth(bytes: usize, threads: usize, store: Store) -> Result<f64, OutOfMemory> {
    const COUNT: usize = 64;
    let blocks = (bytes / 64 / BLOCK_LINES).next_multiple_of(COUNT).max(COUNT);
    let mut team = Team::new(threads);
    let mut maps = Bitmaps::zeroed(2, blocks, BLOCK_LINES)?;
    maps.touch(&mut team);
    // Zero pages may be shared by the system or the host; data is not.
    for (number, line) in maps.get_mut(0, 0, blocks).iter_mut().enumerate() {
        for (i, lane) in line.0.iter_mut().enumerate() {
            *lane = (number.wrapping_mul(0x9e37) ^ i) as u16;
        }
    }
    let kernels = Kernels::detect();
    let phases = [Phase { maps: 0b10, stride: 1, count: COUNT }];
    let mut best = 0.0_f64;
    for _ in 0..3 {
        let clock = Instant::now();
        let sweep = maps.sweep(&phases);
        team.run(&|_| {
            while let Some(mut group) = sweep.next() {
                for j in 0..group.len() {
                    let source = sweep.source(0, group.block(j), 1);
                    let sources = Sources { plain: &[source], ..Sources::default() };
                    group.merge(kernels, &sources, 1, j, store);
                }
            }
        });
        let copied = 2 * blocks * BLOCK_LINES * 64;
        best = best.max(copied as f64 / clock.elapsed().as_secs_f64());
    }
    Ok(best)
}
