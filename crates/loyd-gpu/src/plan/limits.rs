//! The limits of an adapter, and whether a plan is within them.

use super::GpuPlan;
use crate::error::GpuError;
use crate::kernel::Kernel;

/// The limits of an adapter that decide which boards it can hold. Its memory is unknown before an
/// allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Bytes of the largest buffer that a kernel can use.
    pub binding_bytes: u64,
    /// Number of buffers that a kernel can use.
    pub storage_bindings: u32,
    /// Number of workgroups in each dimension of a dispatch.
    pub workgroups: u32,
}

impl Capacity {
    /// The limits that every device of WebGPU has.
    pub const DEFAULT: Capacity =
        Capacity { binding_bytes: 128 << 20, storage_bindings: 8, workgroups: 65_535 };
}

impl GpuPlan {
    /// Checks the limits of the adapter.
    pub(crate) fn check_limits(&self) -> Result<(), GpuError> {
        let (capacity, form) = (self.capacity, self.form);
        let bytes = |bytes: u64| format!("{bytes} bytes");
        let too_small = |what, needed, allowed| {
            let (adapter, puzzle) = (self.adapter.clone(), self.puzzle());
            Err(GpuError::TooSmall { adapter, puzzle, what, needed, allowed })
        };
        // A bitmap that is read through all its pieces is the least; of edges two at once.
        let needed = |kernel: &Kernel| {
            let sources = form.pieces() * if *kernel == Kernel::Edges { 2 } else { 1 };
            kernel.other_bindings() + sources as u32
        };
        let min_bindings = self.kernels().iter().map(needed).max().unwrap_or(0);
        if capacity.storage_bindings < min_bindings {
            return too_small(
                "a kernel has at most",
                format!("{min_bindings} buffers"),
                format!("{} buffers", capacity.storage_bindings),
            );
        }
        let largest = self
            .piece_bytes()
            .max(self.account_words() * 4)
            .max(self.list_words() * 4 * self.slots() as u64);
        // Words of kernels are numbered by 32 bits.
        let allowed = capacity.binding_bytes.min(16 * u64::from(u32::MAX));
        if largest > allowed {
            return too_small("a buffer has at most", bytes(largest), bytes(allowed));
        }
        let (across, blocks) = (u64::from(capacity.workgroups), self.piece_blocks as u64);
        if across * across < blocks || self.account_words() > u64::from(u32::MAX) {
            return too_small(
                "a dispatch has at most",
                format!("{blocks} workgroups"),
                format!("{} workgroups", across * across),
            );
        }
        Ok(())
    }
}
