//! Coded lists of sorted keys: those of one word in [bits](super::rice), longer ones in bytes.
//!
//! ```text
//! the first key; then for each key the difference from the one before:
//! its length in bytes, one byte; its bytes, the least significant first
//! ```

use super::{Key, rice};
use crate::lists::CorruptList;

/// Appends ascending keys.
pub(super) fn encode<const N: usize>(keys: &[Key<N>], out: &mut Vec<u8>) {
    if N == 1 {
        return rice::encode(keys.as_flattened(), out);
    }
    let Some((first, rest)) = keys.split_first() else { return };
    out.extend(first.iter().flat_map(|word| word.to_le_bytes()));
    let mut last = first;
    for key in rest {
        let gap = difference(key, last);
        let zero = gap.iter().take_while(|&&word| word == 0).count().min(N - 1);
        let high = gap[zero];
        let bytes = 8 * (N - 1 - zero) + (8 - high.leading_zeros() as usize / 8);
        out.push(bytes as u8);
        let begin = out.len();
        out.extend(gap[zero..].iter().rev().flat_map(|word| word.to_le_bytes()));
        out.truncate(begin + bytes);
        last = key;
    }
}

fn difference<const N: usize>(one: &Key<N>, other: &Key<N>) -> Key<N> {
    let mut borrow = false;
    let mut result = [0; N];
    for word in (0..N).rev() {
        let (part, under) = one[word].overflowing_sub(other[word]);
        let (part, again) = part.overflowing_sub(u64::from(borrow));
        (result[word], borrow) = (part, under || again);
    }
    result
}

/// The first key of a list in bytes; `None` if the list is empty.
fn first<const N: usize>(list: &[u8]) -> Option<Key<N>> {
    let bytes = list.get(..8 * N)?;
    let mut key = [0; N];
    for (word, bytes) in key.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    Some(key)
}

const CUT: CorruptList = CorruptList("a list of keys ends too early");

/// Appends the keys of a list.
///
/// # Errors
/// If the bytes are not a list.
pub(super) fn decode<const N: usize>(
    list: &[u8],
    keys: &mut Vec<Key<N>>,
) -> Result<(), CorruptList> {
    if N == 1 {
        return rice::decode(list, |key| keys.push([key; N]));
    }
    let mut key = first::<N>(list).ok_or(CUT)?;
    keys.push(key);
    let mut rest = &list[8 * N..];
    while let [bytes, after @ ..] = rest {
        let (mut gap, after) = after.split_at_checked(usize::from(*bytes)).ok_or(CUT)?;
        let mut carry = false;
        for word in key.iter_mut().rev() {
            let (part, tail) = gap.split_at(gap.len().min(8));
            let mut whole = [0; 8];
            whole[..part.len()].copy_from_slice(part);
            gap = tail;
            let (sum, over) = word.overflowing_add(u64::from_le_bytes(whole));
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over || again);
        }
        if carry || !gap.is_empty() {
            return Err(CorruptList("a list of keys exceeds the largest key"));
        }
        keys.push(key);
        rest = after;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_come_back(
            mut keys in prop::collection::vec(
                (0..3u64, any::<u64>(), prop_oneof![0..300u64, any::<u64>()]), 1..80),
        ) {
            keys.sort_unstable();
            keys.dedup();
            let keys: Vec<Key<3>> = keys.into_iter().map(|(a, b, c)| [a, b, c]).collect();
            let mut list = Vec::new();
            encode(&keys, &mut list);
            let mut back = Vec::new();
            decode(&list, &mut back).unwrap();
            prop_assert_eq!(back, keys);
        }

        #[test]
        fn arbitrary_bytes_do_no_harm(list in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut keys = Vec::new();
            if decode::<2>(&list, &mut keys).is_ok() {
                prop_assert!(keys.is_sorted());
            }
        }
    }
}
