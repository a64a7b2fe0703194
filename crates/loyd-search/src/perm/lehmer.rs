//! Lexicographic rank of permutations of up to 20 elements, by Lehmer digits.
//!
//! Digit i counts the smaller elements after place i; the rank is the number with these digits in
//! the mixed radix n, n−1, …, 1:
//!
//! ```text
//! unused := [0, 1, …, n−1]                 (ascending)
//! for i in 0..n
//!     digit := index of permutation[i] in unused
//!     remove it from unused
//!     rank += digit · (n−1−i)!
//! ```
//!
//! Departure: lists of small numbers are packed into one integer, so that a step is a shift and a
//! subtraction, or a few masks. Ranking keeps, in field e, the index of element e in `unused`;
//! removing e subtracts 1 from every field above it. Unranking keeps `unused` itself.

/// Maximum number of elements whose ranks fit in 64 bits (20! < 2^64).
const MAX_RANKED: usize = 20;

/// 0!, 1!, …, 19!
const FACTORIAL: [u64; MAX_RANKED] = {
    let mut factorial = [1; MAX_RANKED];
    let mut n = 1;
    while n < MAX_RANKED {
        factorial[n] = factorial[n - 1] * n as u64;
        n += 1;
    }
    factorial
};

/// ⌊2^64 / r⌋ + 1 for the radices r = 2, …, 20: division by multiplication. With M the entry,
/// M·r = 2^64 + e and 1 <= e <= r, so ⌊x·M / 2^64⌋ = ⌊x / r⌋ as long as x·e < 2^64. Where
/// [`unrank`] divides by r, x is at most 20! / (r−1)!, and 20!·r / (r−1)! < 2^64.
const RECIPROCAL: [u64; MAX_RANKED + 1] = {
    let mut reciprocal = [0; MAX_RANKED + 1];
    let mut radix = 2;
    while radix <= MAX_RANKED {
        reciprocal[radix] = u64::MAX / radix as u64 + 1;
        radix += 1;
    }
    reciprocal
};

macro_rules! packed {
    ($rank:ident, $unrank:ident, $word:ty, $bits:literal) => {
        #[inline]
        fn $rank(permutation: &[u8]) -> u64 {
            const FIELDS: u32 = <$word>::BITS / $bits;
            // 1 in every field except the lowest.
            let ones = const { fields(FIELDS, $bits, [0, 1]) as $word };
            let mut indices = const { fields(FIELDS, $bits, [1, 0]) as $word };
            let mut rank = 0;
            for (place, &element) in permutation.iter().enumerate() {
                let above = $bits * u32::from(element);
                let digit = (indices >> above) as u64 & ((1 << $bits) - 1);
                // No field borrows: field e counts the unused elements below e, used or not.
                indices = indices.wrapping_sub(ones << above);
                rank += digit * FACTORIAL[permutation.len() - 1 - place];
            }
            rank
        }

        #[inline]
        fn $unrank(digits: &mut [u8]) {
            let mut unused = const { fields(<$word>::BITS / $bits, $bits, [1, 0]) as $word };
            for place in digits {
                let index = $bits * u32::from(*place);
                *place = (unused >> index) as u8 & ((1 << $bits) - 1);
                let below = ((1 as $word) << index) - 1;
                unused = unused & below | unused >> $bits & !below;
            }
        }
    };
}

/// Field 0 holds 0, and field e > 0 holds e·slope + constant.
const fn fields(count: u32, bits: u32, [slope, constant]: [u32; 2]) -> u128 {
    let mut word = 0;
    let mut field = 1;
    while field < count {
        word |= ((field * slope + constant) as u128) << (bits * field);
        field += 1;
    }
    word
}

// Sixteen fields of 4 bits; twenty-one fields of 6 bits.
packed!(rank_16, unrank_16, u64, 4);
packed!(rank_20, unrank_20, u128, 6);

/// The lexicographic rank of a permutation of `0..n`. n must be at most 20.
#[inline]
pub fn rank(permutation: &[u8]) -> u64 {
    debug_assert!(permutation.len() <= MAX_RANKED);
    if permutation.len() <= 16 { rank_16(permutation) } else { rank_20(permutation) }
}

/// Writes the permutation of a rank below `permutation.len()!` into the slice. Returns true if it
/// is odd.
#[inline]
pub fn unrank(mut rank: u64, permutation: &mut [u8]) -> bool {
    let n = permutation.len();
    debug_assert!(n <= MAX_RANKED);
    // The sum of the digits is the number of inversions.
    let mut inversions = 0;
    if let Some(last) = permutation.last_mut() {
        *last = 0;
    }
    for (radix, digit) in permutation.iter_mut().rev().enumerate().skip(1) {
        let radix = radix + 1;
        let quotient = ((u128::from(rank) * u128::from(RECIPROCAL[radix])) >> 64) as u64;
        *digit = (rank - quotient * radix as u64) as u8;
        inversions ^= *digit;
        rank = quotient;
    }
    if n <= 16 {
        unrank_16(permutation);
    } else {
        unrank_20(permutation);
    }
    inversions & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::strategy::{Just, Strategy};

    /// All permutations of `0..n` in lexicographic order, by the definition.
    fn all_permutations(n: u8) -> Vec<Vec<u8>> {
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
            for (place, permutation) in all_permutations(n).iter().enumerate() {
                assert_eq!(rank(permutation), place as u64);
                let mut back = vec![0; n as usize];
                let odd = unrank(place as u64, &mut back);
                assert_eq!(&back, permutation);
                let wide: Vec<u16> = back.iter().map(|&element| element.into()).collect();
                assert_eq!(odd, crate::perm::is_odd(&wide));
            }
        }
    }

    #[test]
    fn the_largest_ranks_fit() {
        let falling: Vec<u8> = (0..20).rev().collect();
        assert_eq!(rank(&falling), (1..=20u64).product::<u64>() - 1);
    }

    /// The rank by definition: digits counted pair by pair.
    fn rank_naive(permutation: &[u8]) -> u64 {
        permutation.iter().enumerate().fold(0, |rank, (place, element)| {
            let after = &permutation[place + 1..];
            let digit = after.iter().filter(|&behind| behind < element).count();
            rank * (permutation.len() - place) as u64 + digit as u64
        })
    }

    proptest::proptest! {
        #[test]
        fn packed_equals_naive_up_to_20(
            permutation in (0usize..=20).prop_flat_map(
                |n| Just((0..n as u8).collect::<Vec<_>>()).prop_shuffle())
        ) {
            let number = rank(&permutation);
            proptest::prop_assert_eq!(number, rank_naive(&permutation));
            let mut back = vec![0; permutation.len()];
            unrank(number, &mut back);
            proptest::prop_assert_eq!(back, permutation);
        }
    }
}
