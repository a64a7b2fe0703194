//! The dispatches of a level.

use super::Numbers;
use super::bindings::{Group, Places, buffers, buffers_of_sums};
use crate::parameters::{Parameters, dimensions};
use crate::passes::{Pass, Passes};
use crate::plan::GpuPlan;
use crate::shader::PART;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// The group that it binds, which has its kernel.
    pub group: usize,
    /// Its parameters, without level and slot.
    pub parameters: [u32; Parameters::WORDS],
    /// Its workgroups in two dimensions.
    pub workgroups: (u32, u32),
    /// Upper bound of the bytes that it moves.
    pub bytes: u64,
}

/// The dispatches of both parities: the passes, then the two sums; and the groups that they bind.
pub(crate) fn of_levels(
    plan: &GpuPlan,
    passes: &Passes,
    numbers: Numbers,
    kernels: &Places,
) -> (Vec<Group>, [Vec<Dispatch>; 2]) {
    let sums = [kernels.sum_parts(), kernels.sum_all()]
        .map(|kernel| Group { kernel, buffers: buffers_of_sums(numbers) });
    let [sum_parts, sum_all] = [0, 1];
    let mut groups = sums.to_vec();
    let max_workgroups = plan.capacity().workgroups;
    let of_level = [0, 1].map(|parity| {
        let mut dispatches = Vec::new();
        for pass in &passes.of_level[parity] {
            dispatches.push(Dispatch {
                group: groups.len(),
                parameters: pass.parameters.words(),
                workgroups: dimensions(pass.parameters.blocks, max_workgroups),
                bytes: bytes(plan, pass),
            });
            let kernel = kernels.of(pass);
            groups.push(Group { kernel, buffers: buffers(plan, pass, numbers) });
        }
        // The level that is read has the other parity.
        let range = passes.sum_range(plan, 1 - parity as u32);
        let sum = Parameters {
            blocks: range.words.div_ceil(PART) as u32,
            sum_at: range.at as u32,
            sum_words: range.words as u32,
            ..Parameters::default()
        };
        let sum =
            |group, workgroups| Dispatch { group, parameters: sum.words(), workgroups, bytes: 0 };
        let parts = range.words.div_ceil(PART) as u32;
        dispatches
            .extend([sum(sum_parts, dimensions(parts, max_workgroups)), sum(sum_all, (1, 1))]);
        dispatches
    });
    (groups, of_level)
}

/// Upper bound of the bytes that a pass moves: sources, target.
fn bytes(plan: &GpuPlan, pass: &Pass) -> u64 {
    let streams = u64::from(pass.parameters.pulls) + 1 + u64::from(pass.own.is_some());
    plan.piece_bytes() * (streams + u64::from(pass.parameters.accumulate))
}
