//! Codes of sets of suffixes, and the lists that consist of them.
//!
//! ```text
//! list    one bit for each middle, set if it has states; then a set for each such middle
//! set     number of suffixes: one byte below 128, else two, the first with its top bit set; then
//!         few      two bytes a suffix
//!         some     the low byte of each, by high byte; then, one bit each, the suffixes of a high
//!                  byte as ones and the end of each high byte but the last as a zero
//!         many     one bit for each possible suffix
//! ```
//!
//! and the shortest is used. *Some* is the Elias–Fano code with low parts of a byte: 1.2 to 1.6 bytes
//! a state for 16 to 200 suffixes of 20160. Within a high byte suffixes are in order of discovery:
//! the order of a set does not matter.

use loyd_enumerate::lists::CorruptList;

/// Number of suffixes with one high byte.
const LOW: usize = 256;

/// The parameters of the code for a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetCode {
    pub(super) middles: usize,
    suffixes: usize,
    /// Number of high bytes.
    highs: usize,
    /// Bytes of a bitmap of suffixes.
    bitmap: usize,
}

/// A coded set of suffixes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodedSet<'a> {
    pub(super) suffixes: usize,
    pub(super) body: &'a [u8],
}

/// Maximum size of a coded set in bytes.
pub(super) const MAX_SET_BYTES: usize = 20160 / 8 + 2;

impl SetCode {
    pub(super) fn new(middles: usize, suffixes: usize) -> Self {
        Self { middles, suffixes, highs: suffixes.div_ceil(LOW), bitmap: suffixes.div_ceil(8) }
    }

    /// Bytes of a list before its sets.
    pub(super) fn head(&self) -> usize {
        self.middles.div_ceil(8)
    }

    fn sparse(&self, suffixes: usize) -> usize {
        suffixes + (suffixes + self.highs - 1).div_ceil(8)
    }

    /// Bytes of a set after its length.
    pub(super) fn body(&self, suffixes: usize) -> usize {
        (2 * suffixes).min(self.sparse(suffixes)).min(self.bitmap)
    }

    /// Appends a set of distinct suffixes.
    pub(super) fn encode(&self, suffixes: &[u16], out: &mut Vec<u8>) {
        let count = suffixes.len();
        if count < 128 {
            out.push(count as u8);
        } else {
            out.extend_from_slice(&[0x80 | (count >> 8) as u8, count as u8]);
        }
        let size = self.body(count);
        let begin = out.len();
        if size == 2 * count {
            out.extend(suffixes.iter().flat_map(|suffix| suffix.to_le_bytes()));
            return;
        }
        out.resize(begin + size, 0);
        let body = &mut out[begin..];
        if size == self.sparse(count) {
            let (lows, highs) = body.split_at_mut(count);
            let mut next = [0u16; LOW];
            for &suffix in suffixes {
                next[usize::from(suffix >> 8)] += 1;
            }
            let mut sum = 0;
            for next in &mut next[..self.highs] {
                (*next, sum) = (sum, sum + *next);
            }
            for &suffix in suffixes {
                let high = usize::from(suffix >> 8);
                let place = usize::from(next[high]);
                next[high] += 1;
                lows[place] = suffix as u8;
                let bit = place + high;
                highs[bit / 8] |= 1 << (bit % 8);
            }
        } else {
            for &suffix in suffixes {
                body[usize::from(suffix / 8)] |= 1 << (suffix % 8);
            }
        }
    }

    /// Calls `with` for every suffix of a set.
    ///
    /// # Errors
    /// If the bytes are not the code of a set.
    #[inline]
    pub(super) fn decode(
        &self,
        run: CodedSet<'_>,
        mut with: impl FnMut(u16),
    ) -> Result<(), CorruptList> {
        let CodedSet { suffixes: count, body } = run;
        let mut largest = 0;
        if body.len() == 2 * count {
            for pair in body.chunks_exact(2) {
                let suffix = u16::from_le_bytes([pair[0], pair[1]]);
                largest = largest.max(suffix);
                with(suffix);
            }
        } else if body.len() == self.sparse(count) {
            let (lows, highs) = body.split_at(count);
            let mut lows = lows.iter();
            let mut place = 0;
            words(highs, |base, mut bits| {
                while bits != 0 {
                    let Some(&low) = lows.next() else { return };
                    let at = base + bits.trailing_zeros();
                    let suffix = ((at - place) << 8) as u16 | u16::from(low);
                    largest = largest.max(suffix);
                    with(suffix);
                    place += 1;
                    bits &= bits - 1;
                }
            });
            if place as usize != count {
                return Err(CorruptList("a set of suffixes is incomplete"));
            }
        } else {
            let mut decoded = 0;
            words(body, |base, mut bits| {
                while bits != 0 {
                    let suffix = (base + bits.trailing_zeros()) as u16;
                    largest = largest.max(suffix);
                    with(suffix);
                    decoded += 1;
                    bits &= bits - 1;
                }
            });
            if decoded != count {
                return Err(CorruptList("the size of a set of suffixes is wrong"));
            }
        }
        if usize::from(largest) >= self.suffixes {
            return Err(CorruptList("a suffix in it is out of range"));
        }
        Ok(())
    }

    /// Returns the sets of a list.
    ///
    /// # Errors
    /// If the list is shorter than its head.
    pub(super) fn runs<'a>(&self, unit: &'a [u8]) -> Result<CodedSets<'a>, CorruptList> {
        let (head, rest) = unit.split_at_checked(self.head()).ok_or(CUT)?;
        Ok(CodedSets { code: *self, head, rest })
    }
}

const CUT: CorruptList = CorruptList("a list of states ends too early");

/// Calls `with` for each eight bytes, with the number of their first bit.
#[inline]
fn words(bytes: &[u8], mut with: impl FnMut(u32, u64)) {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut base = 0;
    for word in words {
        with(base, u64::from_le_bytes(*word));
        base += 64;
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        with(base, u64::from_le_bytes(last));
    }
}

/// The sets of a list, in order of their middles.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodedSets<'a> {
    code: SetCode,
    pub(super) head: &'a [u8],
    rest: &'a [u8],
}

impl<'a> CodedSets<'a> {
    /// The sets of an empty list.
    pub(super) fn none(code: &SetCode) -> Self {
        Self { code: *code, head: &[], rest: &[] }
    }

    /// Returns whether a middle has a set.
    #[inline]
    pub(super) fn has(&self, middle: usize) -> bool {
        self.head.get(middle / 8).is_some_and(|bits| bits >> (middle % 8) & 1 == 1)
    }

    /// Reads the next set.
    ///
    /// # Errors
    /// If it is missing or truncated.
    #[inline]
    pub(super) fn next(&mut self) -> Result<CodedSet<'a>, CorruptList> {
        let (suffixes, rest) = match *self.rest {
            [one, ref rest @ ..] if one < 0x80 => (usize::from(one), rest),
            [high, low, ref rest @ ..] => (usize::from(high & 0x7f) << 8 | usize::from(low), rest),
            _ => return Err(CUT),
        };
        if suffixes > self.code.suffixes {
            return Err(CorruptList("a set of suffixes is too large"));
        }
        let (body, rest) = rest.split_at_checked(self.code.body(suffixes)).ok_or(CUT)?;
        self.rest = rest;
        Ok(CodedSet { suffixes, body })
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Calls `with` for the middles of a head, in ascending order.
pub(super) fn middles(
    head: &[u8],
    mut with: impl FnMut(usize) -> Result<(), CorruptList>,
) -> Result<(), CorruptList> {
    for (byte, &bits) in head.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            with(8 * byte + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn decoded(code: &SetCode, run: CodedSet<'_>) -> Result<Vec<u16>, CorruptList> {
        let mut suffixes = Vec::new();
        code.decode(run, |suffix| suffixes.push(suffix)).map(|()| suffixes)
    }

    fn of_bytes<'a>(code: &SetCode, bytes: &'a [u8]) -> CodedSets<'a> {
        CodedSets { code: *code, head: &[], rest: bytes }
    }

    proptest! {
        #[test]
        fn a_set_comes_back(
            picked in prop::collection::vec(0..20160u16, 0..600),
            extra in prop_oneof![Just(0usize), 0..20160usize],
            suffixes in prop_oneof![Just(20160usize), Just(360), Just(1), Just(257)],
        ) {
            let all = picked.into_iter().chain(0..extra as u16);
            let mut set: Vec<u16> = all.filter(|&suffix| usize::from(suffix) < suffixes).collect();
            let mut seen = BTreeSet::new();
            set.retain(|&suffix| seen.insert(suffix));
            let code = SetCode::new(3, suffixes);
            let mut bytes = Vec::new();
            code.encode(&set, &mut bytes);
            prop_assert!(bytes.len() <= MAX_SET_BYTES);
            let mut runs = of_bytes(&code, &bytes);
            let run = runs.next().unwrap();
            prop_assert!(runs.is_done() && run.suffixes == set.len());
            let back: BTreeSet<u16> = decoded(&code, run).unwrap().into_iter().collect();
            prop_assert_eq!(back, seen);
        }

        #[test]
        fn arbitrary_bytes_are_refused_or_are_a_set(
            bytes in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let code = SetCode::new(3, 20160);
            let mut runs = of_bytes(&code, &bytes);
            while let Ok(run) = runs.next() {
                if let Ok(suffixes) = decoded(&code, run) {
                    prop_assert_eq!(suffixes.len(), run.suffixes);
                    prop_assert!(suffixes.iter().all(|&suffix| suffix < 20160));
                }
            }
        }
    }
}
