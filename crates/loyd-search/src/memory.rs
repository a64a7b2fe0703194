//! Checks that the system grants memory before it is needed, for structures whose pieces are too
//! small and too many to check one by one.

use std::hint::black_box;

/// Returns true if the system grants `bytes` in one allocation now. The memory is freed at once,
/// untouched, so the check costs some microseconds.
pub fn granted(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    let mut piece: Vec<u8> = Vec::new();
    let granted = piece.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler may remove both the allocation and the deallocation.
    black_box(&piece);
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_allocations_are_granted_and_huge_ones_refused() {
        assert!(granted(0) && granted(1 << 20));
        assert!(!granted(1 << 62) && !granted(u64::MAX));
    }
}
