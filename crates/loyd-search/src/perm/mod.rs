//! Permutations: parity, and the Lehmer (lexicographic) rank.

mod lehmer;

pub use lehmer::{rank, unrank};

/// Returns true if a permutation of `0..n` (any n) is odd. Linear time: n minus the number of
/// cycles.
pub fn is_odd(permutation: &[u16]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for start in 0..permutation.len() {
        let mut length = 0;
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = permutation[at] as usize;
            length += 1;
        }
        // A cycle of even length is an odd permutation.
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: an odd number of inversions.
    fn is_odd_naive(permutation: &[u16]) -> bool {
        let n = permutation.len();
        let inversions = (0..n)
            .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
            .filter(|&(i, j)| permutation[i] > permutation[j])
            .count();
        inversions % 2 == 1
    }

    proptest::proptest! {
        #[test]
        fn parity_equals_inversions(
            permutation in proptest::strategy::Strategy::prop_shuffle(
                proptest::strategy::Just((0u16..30).collect::<Vec<_>>()))
        ) {
            proptest::prop_assert_eq!(is_odd(&permutation), is_odd_naive(&permutation));
        }
    }
}
