//! The choice of the steps' version.

#[cfg(any(test, not(target_feature = "simd128")))]
use super::portable;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
use super::simd128;
use super::{Batch, NODES, Tables};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// Kernels that run on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    #[cfg(any(test, not(target_feature = "simd128")))]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    Simd128,
}

impl Set {
    /// All sets, slowest first.
    const ALL: &[Self] = &[
        #[cfg(any(test, not(target_feature = "simd128")))]
        Self::Portable,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
        Self::Simd128,
    ];

    fn is_available(self) -> bool {
        match self {
            #[cfg(any(test, not(target_feature = "simd128")))]
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::is_available(),
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Self::Simd128 => simd128::is_available(),
        }
    }
}

/// Calls one version of a step.
macro_rules! dispatch {
    ($self:ident, $step:ident($($argument:expr),*)) => {
        match $self.0 {
            #[cfg(any(test, not(target_feature = "simd128")))]
            Set::Portable => portable::$step($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a set is made only where its `is_available` was true. The kernels need
            // nothing else: `Tables::new` has checked everything that they do not.
            Set::Avx2 => unsafe { avx2::$step($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { avx512::$step($($argument),*) },
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Set::Simd128 => simd128::$step($($argument),*),
        }
    };
}

impl Kernel {
    /// The fastest kernels on this processor within the limit of this process.
    pub(crate) fn detect() -> Self {
        let fastest = Set::ALL.iter().rev().find(|set| set.is_available());
        Self(*fastest.unwrap_or(&Set::ALL[0]))
    }

    /// All kernels that run on this processor, slowest first.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<Self> {
        Set::ALL.iter().filter(|set| set.is_available()).map(|&set| Self(set)).collect()
    }

    /// Lists the children of the batch's nodes.
    #[inline]
    pub(crate) fn fill<const C: usize, const L: usize>(
        self,
        tables: &Tables<'_>,
        batch: &mut Batch<C, L>,
    ) {
        assert!(batch.count <= NODES && tables.lanes.len() <= L);
        dispatch!(self, fill(tables, batch));
    }

    /// Computes the indices of the bits that test the children, and prefetches their lines.
    #[inline]
    pub(crate) fn locate<const C: usize, const L: usize>(
        self,
        tables: &Tables<'_>,
        batch: &mut Batch<C, L>,
    ) {
        assert!(batch.length <= 4 * NODES && tables.lanes.len() <= L);
        dispatch!(self, locate(tables, batch));
    }

    /// Reads the bits and keeps the children whose view has enough slack; returns true if no child
    /// was removed.
    #[inline]
    pub(crate) fn judge<const C: usize, const L: usize>(
        self,
        tables: &Tables<'_>,
        batch: &mut Batch<C, L>,
    ) -> bool {
        assert!(batch.length <= 4 * NODES);
        let length = batch.length;
        dispatch!(self, judge(tables, batch));
        batch.length == length
    }

    /// The cells of each pattern's tiles in the frame of its table.
    #[inline]
    pub(crate) fn places<const C: usize, const L: usize>(
        self,
        tables: &Tables<'_>,
        cells: &[u8; C],
    ) -> [u64; L] {
        dispatch!(self, places(tables, cells))
    }
}
