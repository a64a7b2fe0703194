//! Coded lists of ascending 64-bit keys: Rice codes of their gaps (R. F. Rice, 1979).
//!
//! ```text
//! number of keys u32   shift u8   low u8   first key u64   then bits, the lowest of each byte first
//! gap g > 0:   r := g rotated right by `shift`;  q := r >> low
//!              q ones, a zero, the `low` low bits of r             if q < 24
//!              24 ones, g in 64 bits                               otherwise
//! ```
//!
//! 1. Keys may end with a code that is nearly always the same, such as the number of symmetries of a
//!    state. Their gaps then end with zeros, and the rotation turns these into zeros at the top.
//! 2. `low` is the logarithm of the mean of the gaps that are not rare, times ln 2 (A. Kiely,
//!    *Selecting the Golomb Parameter in Rice Coding*, 2004): at most 0.05 bits above the optimum.

use crate::lists::CorruptList;

/// Bytes before the bits.
const HEAD: usize = 14;
/// The quotient that stands for a gap of any size.
const ESCAPE: u32 = 24;
/// The maximum number of low bits that a rotation moves.
const MAX_SHIFT: u32 = 16;

/// Appends ascending keys.
pub(crate) fn encode(keys: &[u64], out: &mut Vec<u8>) {
    let Some(first) = keys.first() else { return };
    let gaps = || keys.windows(2).map(|pair| pair[1] - pair[0]);
    let shift = common_zeros(gaps());
    let low = low_bits(gaps().map(|gap| gap.rotate_right(shift)));
    out.extend((keys.len() as u32).to_le_bytes());
    out.extend([shift as u8, low as u8]);
    out.extend(first.to_le_bytes());
    let mut bits = Writer { out, word: 0, filled: 0 };
    for gap in gaps() {
        let rotated = gap.rotate_right(shift);
        let quotient = rotated >> low;
        if quotient < u64::from(ESCAPE) {
            bits.put((1 << quotient) - 1, quotient as u32 + 1);
            bits.put_long(rotated & mask(low), low);
        } else {
            bits.put((1 << ESCAPE) - 1, ESCAPE);
            bits.put_long(gap, 64);
        }
    }
    bits.finish();
}

/// Calls `with` for every key of a list.
///
/// # Errors
/// If the bytes are not a list.
pub(crate) fn decode(list: &[u8], mut with: impl FnMut(u64)) -> Result<(), CorruptList> {
    const CUT: CorruptList = CorruptList("a list of keys ends too early");
    let (head, bits) = list.split_at_checked(HEAD).ok_or(CUT)?;
    let mut word = [0; 8];
    word[..4].copy_from_slice(&head[..4]);
    let keys = u64::from_le_bytes(word);
    word.copy_from_slice(&head[6..]);
    let mut key = u64::from_le_bytes(word);
    let (shift, low) = (u32::from(head[4]), u32::from(head[5]));
    // A gap takes at least one bit.
    if keys == 0 || keys - 1 > bits.len() as u64 * 8 || shift > MAX_SHIFT || low > 63 {
        return Err(CorruptList("a list of keys has an impossible head"));
    }
    let mut bits = Reader { bytes: bits, at: 0 };
    with(key);
    for _ in 1..keys {
        let ones = (!bits.peek()).trailing_zeros().min(ESCAPE);
        let gap = if ones < ESCAPE {
            bits.at += ones as usize + 1;
            (u64::from(ones) << low | bits.take(low)).rotate_left(shift)
        } else {
            bits.at += ESCAPE as usize;
            bits.take(64)
        };
        key = match key.checked_add(gap) {
            Some(next) if gap > 0 => next,
            _ => return Err(CorruptList("the keys of a list are not in order")),
        };
        with(key);
    }
    if bits.at.div_ceil(8) == bits.bytes.len() { Ok(()) } else { Err(CUT) }
}

/// The number of low bits that are zero in at least three of four gaps.
fn common_zeros(gaps: impl Iterator<Item = u64>) -> u32 {
    let (mut at_least, mut all) = ([0usize; MAX_SHIFT as usize + 1], 0);
    for gap in gaps {
        at_least[gap.trailing_zeros().min(MAX_SHIFT) as usize] += 1;
        all += 1;
    }
    let (mut shift, mut count) = (MAX_SHIFT, 0);
    loop {
        count += at_least[shift as usize];
        if shift == 0 || count * 4 >= all * 3 {
            return if all == 0 { 0 } else { shift };
        }
        shift -= 1;
    }
}

/// The number of low bits of a Rice code for these gaps. The mean omits gaps
/// above a thousand times the median: rotated ones are far above all others.
fn low_bits(gaps: impl Iterator<Item = u64> + Clone) -> u32 {
    let mut sizes = [0usize; 65];
    let mut all = 0;
    for gap in gaps.clone() {
        sizes[64 - gap.leading_zeros() as usize] += 1;
        all += 1;
    }
    let mut below = 0;
    let middle = sizes.iter().position(|&size| {
        below += size;
        below * 2 >= all
    });
    let max_gap = mask((middle.unwrap_or(0) as u32 + 10).min(64));
    let (mut sum, mut number) = (0f64, 0u64);
    for gap in gaps.filter(|&gap| gap <= max_gap) {
        sum += gap as f64;
        number += 1;
    }
    let parameter = sum / number.max(1) as f64 * std::f64::consts::LN_2;
    // Rounded to the nearest power of two.
    (parameter.max(1.0).log2() + 0.5) as u32
}

fn mask(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

/// Appends bits to bytes.
struct Writer<'o> {
    out: &'o mut Vec<u8>,
    word: u64,
    filled: u32,
}

impl Writer<'_> {
    /// Appends up to 32 bits.
    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        self.word |= value << self.filled;
        self.filled += bits;
        if self.filled >= 32 {
            self.out.extend_from_slice(&(self.word as u32).to_le_bytes());
            self.word >>= 32;
            self.filled -= 32;
        }
    }

    /// Appends up to 64 bits.
    #[inline]
    fn put_long(&mut self, value: u64, bits: u32) {
        if bits > 32 {
            self.put(value & mask(32), 32);
            self.put(value >> 32, bits - 32);
        } else {
            self.put(value, bits);
        }
    }

    fn finish(self) {
        let bytes = self.filled.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
    }
}

/// Reads bits; zeros after the end.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next 57 bits or more.
    #[inline]
    fn peek(&self) -> u64 {
        let byte = self.at / 8;
        let whole = self.bytes.get(byte..byte + 8).and_then(|bytes| bytes.first_chunk());
        let word = whole.map_or_else(
            || {
                let rest = self.bytes.get(byte..).unwrap_or_default();
                rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
            },
            |bytes| u64::from_le_bytes(*bytes),
        );
        word >> (self.at % 8)
    }

    /// Takes up to 64 bits.
    #[inline]
    fn take(&mut self, bits: u32) -> u64 {
        if bits > 32 {
            let low = self.take(32);
            return low | self.take(bits - 32) << 32;
        }
        let value = self.peek() & mask(bits);
        self.at += bits as usize;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(list: &[u8]) -> Result<Vec<u64>, CorruptList> {
        let mut keys = Vec::new();
        decode(list, |key| keys.push(key)).map(|()| keys)
    }

    proptest! {
        #[test]
        fn keys_come_back(
            gaps in prop::collection::vec(
                prop_oneof![1..300u64, 1..1u64 << 40, (1..1u64 << 30).prop_map(|gap| gap << 4)],
                0..300),
            first: u32,
        ) {
            let sums = gaps.iter().scan(u64::from(first), |key, gap| {
                *key += gap;
                Some(*key)
            });
            let keys: Vec<u64> = std::iter::once(u64::from(first)).chain(sums).collect();
            let mut list = Vec::new();
            encode(&keys, &mut list);
            prop_assert_eq!(decoded(&list), Ok(keys));
            for cut in 0..list.len() {
                prop_assert!(decoded(&list[..cut]).is_err());
            }
        }

        #[test]
        fn arbitrary_bytes_do_no_harm(list in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(keys) = decoded(&list) {
                prop_assert!(keys.is_sorted());
            }
        }
    }

    #[test]
    fn the_largest_keys_come_back() {
        let keys = [0, 1, u64::MAX - 1, u64::MAX];
        let mut list = Vec::new();
        encode(&keys, &mut list);
        assert_eq!(decoded(&list), Ok(keys.to_vec()));
    }

    /// Keys that are random but for four low bits take little more than log2 e bits above the
    /// logarithm of their mean gap.
    #[test]
    fn random_keys_take_as_much_as_they_should() {
        let mut word = 1u64;
        let mut next = || {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            word >> 8 << 4
        };
        let mut keys: Vec<u64> = (0..1 << 16).map(|_| next()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut list = Vec::new();
        encode(&keys, &mut list);
        let bits = list.len() as f64 * 8.0 / keys.len() as f64;
        let entropy = 56.0 - 16.0 + std::f64::consts::LOG2_E;
        assert!((entropy..entropy + 0.2).contains(&bits), "{bits} bits a key, {entropy} at least");
    }
}
