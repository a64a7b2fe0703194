//! The portable steps of a batch, with indices by vectors of 128 bits.

use super::{Batch, Tables, portable};
use crate::arch::pdb::index::Simd128;

pub(super) use super::portable::{fill, judge, places};
pub(super) use crate::arch::simd128::is_available;

/// See [`portable::locate`].
pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    // SAFETY: the vectors need no features beyond those of this build.
    unsafe { portable::locate_by::<C, L, Simd128>(tables, batch) };
}
