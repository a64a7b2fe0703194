//! What the system grants, asked before it is needed: for structures that are made of so many pieces
//! that none of them can ask for itself.

use std::hint::black_box;

/// Whether the system grants so many bytes in one piece now. They are given back at once, untouched, so
/// that asking costs some microseconds.
pub fn granted(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    let mut piece: Vec<u8> = Vec::new();
    let granted = piece.try_reserve_exact(bytes).is_ok();
    // Otherwise a compiler may leave out both the asking and the giving back.
    black_box(&piece);
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_memory_is_granted_and_not_all_that_has_an_address() {
        assert!(granted(0) && granted(1 << 20));
        assert!(!granted(1 << 62) && !granted(u64::MAX));
    }
}
