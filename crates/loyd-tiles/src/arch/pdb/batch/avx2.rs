//! The portable steps of a batch, compiled for AVX2.

use super::{Batch, Tables, portable};
use crate::arch::pdb::index::Avx2;
use loyd_search::arch::cpu::InstructionSet;

/// True if the processor has the features that the steps are compiled for, within the limit of this
/// process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx2.is_allowed() && InstructionSet::Avx2.is_present()
}

/// See [`portable::fill`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fill<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    portable::fill(tables, batch);
}

/// See [`portable::locate`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    // SAFETY: AVX2 is enabled.
    unsafe { portable::locate_by::<C, L, Avx2>(tables, batch) };
}

/// See [`portable::judge`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn judge<const C: usize, const L: usize>(
    tables: &Tables<'_>,
    batch: &mut Batch<C, L>,
) -> bool {
    portable::judge(tables, batch)
}
