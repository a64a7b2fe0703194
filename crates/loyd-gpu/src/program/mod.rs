//! A run as data: the buffers, the kernels with their bindings, and the dispatches of a level.
//!
//! [`GpuLoop`](crate::GpuLoop) carries it out with wgpu; tests read it without a device.
//!
//! ```text
//! make the buffers, zeroed; write their initial contents
//! for each step of some levels, beginning at level d:
//!     for each level d + s of the step, s = 0, 1, …:
//!         for each dispatch of a level that makes one of parity (d + s + 1) mod 2:
//!             parameters := those of the dispatch, with its level d + s and its slot s
//!             bind its group, and dispatch
//!     read the totals of the step, and the lists if there are any
//! ```
//!
//! The parameters of all dispatches of a step are written before it begins, one every
//! [`Program::stride`] bytes of the buffer of parameters, whose binding has a dynamic offset.

mod bindings;
mod buffers;
mod dispatches;

pub use bindings::{Access, Group, Kernel};
pub use buffers::{Buffer, Contents, Role};
pub use dispatches::Dispatch;

#[cfg(test)]
use crate::parameters::Parameters;
use crate::passes::Passes;
use crate::plan::GpuPlan;
pub(crate) use buffers::Numbers;

/// Bytes of the parameters of a dispatch that its kernel sees.
#[cfg(test)]
pub const PARAMETER_BYTES: u64 = Parameters::BYTES;
/// The place of the level in the parameters; a step sets it.
pub const LEVEL_WORD: usize = 0;
/// The place of the slot; a step sets it.
pub const SLOT_WORD: usize = 1;

/// A run as data. Buffers, kernels and groups have numbers: their places.
#[derive(Clone, Debug)]
pub struct Program {
    pub buffers: Vec<Buffer>,
    /// Their contents before level 0, where they are not zero.
    pub contents: Vec<Contents>,
    pub kernels: Vec<Kernel>,
    /// The buffers that dispatches bind.
    pub groups: Vec<Group>,
    /// The dispatches of a level, by the parity of the level that is made.
    pub of_level: [Vec<Dispatch>; 2],
    /// The buffer of parameters.
    pub parameters: usize,
    /// The buffer of the totals, two words a level of a step.
    pub totals: usize,
    /// The buffer of the lists, which is cleared before each step.
    pub lists: usize,
    /// Words of the list of a level; 0 if nothing is listed.
    pub list_words: u64,
    /// Bytes between the parameters of two dispatches.
    pub stride: u64,
    /// Levels of a step for which there are lists.
    slots: usize,
}

impl Program {
    /// The program of a plan, for a device whose dynamic offsets are multiples of `alignment`.
    #[must_use]
    pub fn new(plan: &GpuPlan, alignment: u64) -> Self {
        let passes = Passes::new(plan);
        let numbers = Numbers::of(plan);
        let (kernels, of_kernel) = bindings::kernels(plan, &passes);
        let (groups, of_level) = dispatches::of_levels(plan, &passes, numbers, &of_kernel);
        let stride = buffers::stride(alignment);
        let max_dispatches = of_level.iter().map(Vec::len).max().unwrap_or(0);
        Program {
            buffers: buffers::buffers(plan, &passes, stride * max_dispatches as u64),
            contents: buffers::contents(plan, &passes, numbers),
            kernels,
            groups,
            of_level,
            parameters: numbers.parameters(),
            totals: numbers.totals(),
            lists: numbers.lists(),
            list_words: if plan.collects() { plan.list_words() } else { 0 },
            stride,
            slots: plan.slots(),
        }
    }

    /// The number of levels of a step whose dispatches move at most this many bytes; at least 1.
    #[must_use]
    pub fn levels_within(&self, bytes: u64) -> usize {
        let both: u64 = self.of_level.iter().flatten().map(|step| step.bytes).sum();
        ((bytes.saturating_mul(2) / both.max(1)) as usize).clamp(1, self.slots)
    }

    /// Bytes of all buffers.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.buffers.iter().map(|buffer| buffer.bytes).sum()
    }
}
