//! Lexicographic rank of permutations of up to 20 elements, by Lehmer digits.
//!
//! Digit i counts the elements after place i that are smaller; the rank is the number with these
//! digits in the mixed radix n, n−1, …, 1. Departure from the quadratic definition: the set of
//! elements still unused is a bit mask, so a digit is one population count.

/// Most elements whose ranks fit 64 bits (20! < 2^64).
const MAX_RANKED: usize = 20;

/// The place of a permutation of `0..n` among all in lexicographic order. n must be at most 20.
pub fn rank(permutation: &[u8]) -> u64 {
    debug_assert!(permutation.len() <= MAX_RANKED);
    let mut unused = (1u32 << permutation.len()) - 1;
    let mut rank = 0;
    for (place, &element) in permutation.iter().enumerate() {
        let bit = 1u32 << element;
        let digit = (unused & (bit - 1)).count_ones();
        unused &= !bit;
        rank = rank * (permutation.len() - place) as u64 + u64::from(digit);
    }
    rank
}

/// The permutation of a rank below `permutation.len()!`, written over the slice given.
pub fn unrank(mut rank: u64, permutation: &mut [u8]) {
    let n = permutation.len();
    debug_assert!(n <= MAX_RANKED);
    for place in (0..n).rev() {
        let radix = (n - place) as u64;
        permutation[place] = (rank % radix) as u8;
        rank /= radix;
        // Elements behind that are not smaller move up by one to make room.
        let element = permutation[place];
        for behind in &mut permutation[place + 1..] {
            *behind += u8::from(*behind >= element);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All permutations of `0..n` in lexicographic order, by the definition.
    fn all(n: u8) -> Vec<Vec<u8>> {
        fn extend(prefix: &mut Vec<u8>, n: u8, into: &mut Vec<Vec<u8>>) {
            if prefix.len() == n as usize {
                into.push(prefix.clone());
            }
            for element in (0..n).filter(|e| !prefix.contains(e)).collect::<Vec<_>>() {
                prefix.push(element);
                extend(prefix, n, into);
                prefix.pop();
            }
        }
        let mut permutations = Vec::new();
        extend(&mut Vec::new(), n, &mut permutations);
        permutations
    }

    #[test]
    fn ranks_are_places_in_lexicographic_order() {
        for n in 0..=8 {
            for (place, permutation) in all(n).iter().enumerate() {
                assert_eq!(rank(permutation), place as u64);
                let mut back = vec![0; n as usize];
                unrank(place as u64, &mut back);
                assert_eq!(&back, permutation);
            }
        }
    }

    #[test]
    fn the_largest_ranks_fit() {
        let falling: Vec<u8> = (0..20).rev().collect();
        assert_eq!(rank(&falling), (1..=20u64).product::<u64>() - 1);
    }
}
