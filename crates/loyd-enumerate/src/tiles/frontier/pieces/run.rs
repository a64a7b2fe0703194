//! Sets of leaves in few bytes, and units made of them.
//!
//! ```text
//! unit    one bit a stem, whether it holds a state; then for each such stem its run
//! run     how many leaves: one byte below 128, else two, the first with its top bit set; then
//!         few      two bytes a leaf
//!         some     the low byte of each, by high byte; then, one bit each, the leaves of a high
//!                  byte as ones and the end of each high byte but the last as a zero
//!         many     one bit a leaf
//! ```
//!
//! whichever is shortest. *Some* is the code of Elias and Fano with low parts of a byte: 1.2 to 1.6
//! bytes a state where there are 16 to 200 leaves of 20160. Within a high byte the order of leaves is
//! that in which they were found: a set has none.

use super::super::store::Corrupt;

/// Leaves that have one high byte.
const LOW: usize = 256;

/// How the runs of a board are coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub(super) stems: usize,
    leaves: usize,
    /// High bytes that leaves have.
    highs: usize,
    /// Bytes of a bit a leaf.
    bitmap: usize,
}

/// A set of leaves as it is coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    pub(super) leaves: usize,
    pub(super) body: &'a [u8],
}

/// The largest run there can be, in bytes.
pub(super) const MOST_RUN: usize = 20160 / 8 + 2;

impl Code {
    pub(super) fn new(stems: usize, leaves: usize) -> Self {
        Self { stems, leaves, highs: leaves.div_ceil(LOW), bitmap: leaves.div_ceil(8) }
    }

    /// Bytes before the runs of a unit.
    pub(super) fn head(&self) -> usize {
        self.stems.div_ceil(8)
    }

    fn sparse(&self, leaves: usize) -> usize {
        leaves + (leaves + self.highs - 1).div_ceil(8)
    }

    /// Bytes of the body of a run.
    pub(super) fn body(&self, leaves: usize) -> usize {
        (2 * leaves).min(self.sparse(leaves)).min(self.bitmap)
    }

    /// Appends a run of leaves, each of which occurs once.
    pub(super) fn encode(&self, leaves: &[u16], out: &mut Vec<u8>) {
        let count = leaves.len();
        if count < 128 {
            out.push(count as u8);
        } else {
            out.extend_from_slice(&[0x80 | (count >> 8) as u8, count as u8]);
        }
        let size = self.body(count);
        let begin = out.len();
        if size == 2 * count {
            out.extend(leaves.iter().flat_map(|leaf| leaf.to_le_bytes()));
            return;
        }
        out.resize(begin + size, 0);
        let body = &mut out[begin..];
        if size == self.sparse(count) {
            let (lows, highs) = body.split_at_mut(count);
            let mut next = [0u16; LOW];
            for &leaf in leaves {
                next[usize::from(leaf >> 8)] += 1;
            }
            let mut sum = 0;
            for next in &mut next[..self.highs] {
                (*next, sum) = (sum, sum + *next);
            }
            for &leaf in leaves {
                let high = usize::from(leaf >> 8);
                let place = usize::from(next[high]);
                next[high] += 1;
                lows[place] = leaf as u8;
                let bit = place + high;
                highs[bit / 8] |= 1 << (bit % 8);
            }
        } else {
            for &leaf in leaves {
                body[usize::from(leaf / 8)] |= 1 << (leaf % 8);
            }
        }
    }

    /// Calls `with` for every leaf of a run.
    ///
    /// # Errors
    /// If these bytes were never made by [`encode`](Code::encode).
    #[inline]
    pub(super) fn decode(&self, run: Run<'_>, mut with: impl FnMut(u16)) -> Result<(), Corrupt> {
        let Run { leaves: count, body } = run;
        let mut largest = 0;
        if body.len() == 2 * count {
            for pair in body.chunks_exact(2) {
                let leaf = u16::from_le_bytes([pair[0], pair[1]]);
                largest = largest.max(leaf);
                with(leaf);
            }
        } else if body.len() == self.sparse(count) {
            let (lows, highs) = body.split_at(count);
            let mut lows = lows.iter();
            let mut place = 0;
            words(highs, |base, mut bits| {
                while bits != 0 {
                    let Some(&low) = lows.next() else { return };
                    let at = base + bits.trailing_zeros();
                    let leaf = ((at - place) << 8) as u16 | u16::from(low);
                    largest = largest.max(leaf);
                    with(leaf);
                    place += 1;
                    bits &= bits - 1;
                }
            });
            if place as usize != count {
                return Err(Corrupt("the ends of a set of leaves are missing"));
            }
        } else {
            let mut found = 0;
            words(body, |base, mut bits| {
                while bits != 0 {
                    let leaf = (base + bits.trailing_zeros()) as u16;
                    largest = largest.max(leaf);
                    with(leaf);
                    found += 1;
                    bits &= bits - 1;
                }
            });
            if found != count {
                return Err(Corrupt("a set of leaves has another size than it says"));
            }
        }
        if usize::from(largest) >= self.leaves {
            return Err(Corrupt("a leaf in it does not exist"));
        }
        Ok(())
    }

    /// The runs of a unit, one after the other.
    ///
    /// # Errors
    /// If it is shorter than its head.
    pub(super) fn runs<'a>(&self, unit: &'a [u8]) -> Result<Runs<'a>, Corrupt> {
        let (head, rest) = unit.split_at_checked(self.head()).ok_or(CUT)?;
        Ok(Runs { code: *self, head, rest })
    }
}

const CUT: Corrupt = Corrupt("a list of states ends too early");

/// Calls `with` for each eight bytes and the number of the first of their bits.
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

/// Reads the runs of a unit by the stems that have one, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs<'a> {
    code: Code,
    pub(super) head: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Runs<'a> {
    /// A unit that holds no state.
    pub(super) fn none(code: &Code) -> Self {
        Self { code: *code, head: &[], rest: &[] }
    }

    /// Whether a stem has a run.
    #[inline]
    pub(super) fn has(&self, stem: usize) -> bool {
        self.head.get(stem / 8).is_some_and(|bits| bits >> (stem % 8) & 1 == 1)
    }

    /// The next run.
    ///
    /// # Errors
    /// If there is none, or it is cut off.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Run<'a>, Corrupt> {
        let (leaves, rest) = match *self.rest {
            [one, ref rest @ ..] if one < 0x80 => (usize::from(one), rest),
            [high, low, ref rest @ ..] => (usize::from(high & 0x7f) << 8 | usize::from(low), rest),
            _ => return Err(CUT),
        };
        if leaves > self.code.leaves {
            return Err(Corrupt("a set of leaves is larger than there are"));
        }
        let (body, rest) = rest.split_at_checked(self.code.body(leaves)).ok_or(CUT)?;
        self.rest = rest;
        Ok(Run { leaves, body })
    }

    /// Whether all was read.
    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}

/// The stems of a head or of a set, in order.
pub(super) fn stems(
    head: &[u8],
    mut with: impl FnMut(usize) -> Result<(), Corrupt>,
) -> Result<(), Corrupt> {
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

    fn decoded(code: &Code, run: Run<'_>) -> Result<Vec<u16>, Corrupt> {
        let mut leaves = Vec::new();
        code.decode(run, |leaf| leaves.push(leaf)).map(|()| leaves)
    }

    fn of_bytes<'a>(code: &Code, bytes: &'a [u8]) -> Runs<'a> {
        Runs { code: *code, head: &[], rest: bytes }
    }

    proptest! {
        #[test]
        fn a_set_comes_back(
            picked in prop::collection::vec(0..20160u16, 0..600),
            extra in prop_oneof![Just(0usize), 0..20160usize],
            leaves in prop_oneof![Just(20160usize), Just(360), Just(1), Just(257)],
        ) {
            let all = picked.into_iter().chain(0..extra as u16);
            let mut set: Vec<u16> = all.filter(|&leaf| usize::from(leaf) < leaves).collect();
            let mut seen = BTreeSet::new();
            set.retain(|&leaf| seen.insert(leaf));
            let code = Code::new(3, leaves);
            let mut bytes = Vec::new();
            code.encode(&set, &mut bytes);
            prop_assert!(bytes.len() <= MOST_RUN);
            let mut runs = of_bytes(&code, &bytes);
            let run = runs.next().unwrap();
            prop_assert!(runs.is_done() && run.leaves == set.len());
            let back: BTreeSet<u16> = decoded(&code, run).unwrap().into_iter().collect();
            prop_assert_eq!(back, seen);
        }

        #[test]
        fn arbitrary_bytes_are_refused_or_are_a_set(
            bytes in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let code = Code::new(3, 20160);
            let mut runs = of_bytes(&code, &bytes);
            while let Ok(run) = runs.next() {
                if let Ok(leaves) = decoded(&code, run) {
                    prop_assert_eq!(leaves.len(), run.leaves);
                    prop_assert!(leaves.iter().all(|&leaf| leaf < 20160));
                }
            }
        }
    }
}
