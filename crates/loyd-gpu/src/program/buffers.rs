//! The buffers of a run, and their contents before level 0.

use crate::parameters::Parameters;
use crate::passes::{Pass, Passes, Piece, account};
use crate::plan::{Form, GpuPlan, LEVELS};
use crate::shader::PART;
use loyd_tiles_enumerate::memory::targets;

/// The use of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Kernels read or write it; it is copied from and to.
    Storage,
    /// It holds the parameters of dispatches.
    Uniform,
}

/// A buffer, zeroed when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Buffer {
    pub bytes: u64,
    /// Its use.
    pub role: Role,
}

/// Words that are written to a buffer, least significant byte first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    pub buffer: usize,
    /// The first byte.
    pub at: u64,
    pub words: Vec<u32>,
}

/// The numbers of the buffers: first the pieces of all bitmaps, or of streamed bitmaps the pieces of
/// one target, its sources, and the ball of its column; then the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    streamed: bool,
    /// Pieces of a bitmap.
    pieces: usize,
    /// The first buffer that is not a piece.
    others: usize,
}

impl Numbers {
    pub(crate) fn of(plan: &GpuPlan) -> Self {
        Numbers {
            streamed: plan.form() == Form::Streamed,
            pieces: plan.form().pieces(),
            others: plan.piece_buffers(),
        }
    }

    /// The buffer of the target of a pass.
    pub(crate) fn target(self, pass: &Pass) -> usize {
        if self.streamed { 0 } else { self.piece(pass.target) }
    }

    /// The buffer of source `number` of a pass, if it has that many.
    pub(crate) fn source(self, pass: &Pass, number: usize) -> Option<usize> {
        let piece = pass.sources.get(number)?;
        Some(if self.streamed { 1 + pass.first_pull + number } else { self.piece(*piece) })
    }

    /// The buffer of the ball of the column of a pass, if it reads that.
    pub(crate) fn own(self, pass: &Pass) -> Option<usize> {
        let piece = pass.own?;
        Some(if self.streamed { self.others - 1 } else { self.piece(piece) })
    }

    pub(crate) fn piece(self, Piece { map, piece }: Piece) -> usize {
        map * self.pieces + piece
    }

    pub(crate) fn pieces(self, map: usize) -> std::ops::Range<usize> {
        map * self.pieces..(map + 1) * self.pieces
    }

    pub(crate) fn accounts(self) -> usize {
        self.others
    }

    pub(crate) fn tables(self) -> usize {
        self.others + 1
    }

    pub(crate) fn lists(self) -> usize {
        self.others + 2
    }

    pub(crate) fn parameters(self) -> usize {
        self.others + 3
    }

    pub(crate) fn parts(self) -> usize {
        self.others + 4
    }

    pub(crate) fn totals(self) -> usize {
        self.others + 5
    }
}

/// Bytes between the parameters of two dispatches.
pub(crate) fn stride(alignment: u64) -> u64 {
    Parameters::BYTES.next_multiple_of(alignment.max(1))
}

/// The buffers in the order of their [`Numbers`]; the parameters of a level take this many bytes.
pub(crate) fn buffers(plan: &GpuPlan, passes: &Passes, parameters: u64) -> Vec<Buffer> {
    let storage = |bytes| Buffer { bytes, role: Role::Storage };
    let levels = plan.slots().min(LEVELS) as u64;
    let sums = (0..2).map(|depth| passes.sum_range(plan, depth).words);
    // The host sums the counts of streamed bitmaps.
    let sums = sums.filter(|_| plan.form() != Form::Streamed);
    let parts = sums.max().unwrap_or(1).div_ceil(PART);
    let mut buffers = vec![storage(plan.piece_bytes()); Numbers::of(plan).others];
    buffers.extend([
        storage(plan.account_words() * 4),
        storage(passes.tables.words.len() as u64 * 4),
        storage(plan.list_words() * 4 * plan.slots() as u64),
        Buffer { bytes: parameters * levels, role: Role::Uniform },
        storage(parts * 4),
        storage(levels * 8),
    ]);
    buffers
}

/// The tables, the start state and its count.
pub(crate) fn contents(plan: &GpuPlan, passes: &Passes, numbers: Numbers) -> Vec<Contents> {
    let tables = Contents { buffer: numbers.tables(), at: 0, words: passes.tables.words.clone() };
    let mut contents = vec![tables];
    if plan.form() == Form::Streamed {
        return contents;
    }
    let layout = plan.layout();
    let states = u64::from(layout.block_states());
    for (map, rank) in targets::start(plan.bitmaps().ranking(), plan.metric()) {
        let (block, inside) = ((rank / states) as usize, (rank % states) as usize);
        let (lane, bit) = (inside / layout.tiles, inside % layout.tiles);
        let (piece, at) = address(plan, block, lane);
        let state = 1 << (lane % 2 * 16 + bit);
        contents.push(Contents {
            buffer: numbers.piece(Piece { map, piece }),
            at,
            words: vec![state],
        });
        let at = (u64::from(account(plan, map)) + block as u64) * 4;
        contents.push(Contents { buffer: numbers.accounts(), at, words: vec![1] });
    }
    contents
}

/// The piece of a bitmap that holds a lane, and the byte of the 32-bit word there.
fn address(plan: &GpuPlan, block: usize, lane: usize) -> (usize, u64) {
    let (layout, blocks) = (plan.layout(), plan.piece_blocks());
    let block_bytes = layout.map_bytes() / layout.blocks as u64;
    (block / blocks, (block % blocks) as u64 * block_bytes + lane as u64 / 2 * 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Capacity, Form};
    use loyd_tiles::MetricName;
    use loyd_tiles_enumerate::memory::MemoryTask;

    /// Every state has a different address within its piece, and in a bitmap of 5x3 addresses
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
}
