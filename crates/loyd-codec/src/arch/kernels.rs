//! The kernels behind a safe interface: lengths are checked here once per unit, and the best
//! instruction set is used that the processor has and the limit of the process allows.

use super::portable;
use super::scratch::{Backward, Dictionary, Streams};
use crate::model::{Model, STATES};
use crate::shape::GROUP;
use crate::tier_layout::NIBBLES;
use loyd_search::arch::cpu::{self, InstructionSet};

/// An instruction set known to be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Ssse3,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Runs the kernel of the chosen set.
macro_rules! dispatch {
    ($set:expr, $file:ident::$name:ident ( $($arg:expr),* $(,)? )) => {
        match $set {
            Set::Portable => portable::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            Set::Ssse3 => portable::$name($($arg),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant exists only where its features were detected; lengths were
            // checked by the caller in this file.
            Set::Avx2 => unsafe { super::avx2::$name($($arg),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { super::$file::$name($($arg),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Set::Neon => unsafe { super::neon::$name($($arg),*) },
        }
    };
}

impl Kernels {
    /// The fastest instruction set of this processor within the limit of this process.
    #[must_use]
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or_else(Self::portable)
    }

    /// The instruction set of every processor.
    #[must_use]
    pub fn portable() -> Self {
        Kernels(Set::Portable)
    }

    /// All instruction sets of this processor within the limit of this process, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::up_to(cpu::limit())
    }

    /// All instruction sets of this processor within a limit, the slowest first.
    pub(super) fn up_to(limit: Option<InstructionSet>) -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Set::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if InstructionSet::Avx2.is_within(limit) && super::vbyte::is_available() {
                sets.push(Set::Ssse3);
            }
            if InstructionSet::Avx2.is_within(limit) && super::avx2::is_available() {
                sets.push(Set::Avx2);
            }
            if InstructionSet::Avx512.is_within(limit) && super::avx512_tiers::is_available() {
                sets.push(Set::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if InstructionSet::Neon.is_within(limit) && super::neon::is_available() {
            sets.push(Set::Neon);
        }
        sets.into_iter().map(Kernels).collect()
    }

    /// `portable`, `ssse3` (Stream `VByte` only, else portable), `avx2`, `avx512` or `neon`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Ssse3 => "ssse3",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "neon",
        }
    }

    /// Number of set bits of bytes.
    pub(crate) fn count_ones(self, bytes: &[u8]) -> u64 {
        dispatch!(self.0, avx512_tiers::count_ones(bytes))
    }

    /// Number of set bits of lanes.
    pub(crate) fn count_states(self, lanes: &[u16]) -> u64 {
        self.count_ones(super::as_bytes(lanes))
    }

    /// Copies the lanes that differ from `out` together, in whole groups; returns the number of
    /// lanes of these groups. Sets a bit of `masks` for each lane copied.
    pub(crate) fn sieve(
        self,
        out: u16,
        lanes: &[u16],
        masks: &mut Vec<u8>,
        rest: &mut Vec<u16>,
    ) -> usize {
        assert!(lanes.len().is_multiple_of(GROUP), "whole groups");
        masks.resize(lanes.len() / 8, 0);
        rest.resize(lanes.len() + GROUP, 0);
        let count = dispatch!(self.0, avx512_tiers::sieve(out, lanes, masks, rest));
        let whole = count.next_multiple_of(GROUP);
        rest[count..whole].fill(0);
        whole
    }

    /// Fills `lanes` with `value` where a bit of `masks` is 0 and from `rest` where it is 1.
    ///
    /// # Panics
    /// If `rest` does not have one group more than there are ones.
    pub(crate) fn unsieve(self, value: u16, masks: &[u8], rest: &[u16], lanes: &mut [u16]) {
        assert!(lanes.len() == 8 * masks.len() && lanes.len().is_multiple_of(GROUP), "groups");
        dispatch!(self.0, avx512_tiers::unsieve(value, masks, rest, lanes));
    }

    /// Encodes whole groups of lanes in tiers; `codes` has the code of each value.
    pub(crate) fn tiers_encode(self, codes: &[u8], lanes: &[u16], streams: &mut Streams) {
        assert!(lanes.len().is_multiple_of(GROUP), "whole groups");
        streams.reserve(lanes.len());
        for (code, &lane) in streams.looked_up.iter_mut().zip(lanes) {
            *code = codes[usize::from(lane)];
        }
        dispatch!(self.0, avx512_tiers::encode_tiers(lanes, streams));
    }

    /// Decodes whole groups of lanes from tiers. Returns the number of codes and raw lanes used;
    /// `None` if there are too few.
    pub(crate) fn tiers_decode(
        self,
        dictionary: &Dictionary,
        nibbles: &[u8],
        codes: &[u8],
        raw: [&[u8]; 2],
        lanes: &mut [u16],
    ) -> Option<(usize, usize)> {
        assert!(lanes.len().is_multiple_of(GROUP), "whole groups");
        assert!(nibbles.len() == lanes.len() / GROUP * NIBBLES, "a nibble for each lane");
        assert!(raw[0].len() == raw[1].len(), "two bytes for each raw lane");
        dispatch!(self.0, avx512_tiers::decode_tiers(dictionary, nibbles, codes, raw, lanes))
    }

    /// Finds the table entry of each half of whole groups of lanes.
    pub(crate) fn rans_places(self, model: &Model, lanes: &[u16], to: &mut Backward) {
        assert!(lanes.len().is_multiple_of(GROUP), "whole groups");
        let full = model.split().full();
        assert!(lanes.iter().fold(0, |or, lane| or | lane) & !full == 0, "lanes of the model");
        to.reserve(lanes.len());
        dispatch!(self.0, avx512_rans::places(model.split(), lanes, to));
    }

    /// Encodes whole groups of lanes; returns the states at which decoding begins.
    pub(crate) fn rans_encode(
        self,
        model: &Model,
        lanes: &[u16],
        to: &mut Backward,
    ) -> [u32; STATES] {
        self.rans_places(model, lanes, to);
        dispatch!(self.0, avx512_rans::encode_rans(model, to))
    }

    /// Decodes whole groups of lanes; returns `false` unless all words and escapes were used and
    /// the final states are the initial states of encoding.
    pub(crate) fn rans_decode(
        self,
        model: &Model,
        states: &[u32; STATES],
        escapes: &[u8],
        words: &[u8],
        lanes: &mut [u16],
        counts: &mut Vec<u16>,
    ) -> bool {
        assert!(lanes.len().is_multiple_of(GROUP), "whole groups");
        counts.resize(lanes.len(), 0);
        dispatch!(self.0, avx512_rans::decode_rans(model, states, escapes, words, lanes, counts))
    }

    /// Adds up gaps of Stream `VByte` in groups of four, as far as that is faster; returns the
    /// number of groups and bytes read.
    pub(crate) fn vbyte_add_up(
        self,
        controls: &[u8],
        data: &[u8],
        to: &mut [u32],
    ) -> (usize, usize) {
        match self.0 {
            Set::Portable => portable::add_up(controls, data, to),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these variants exist only where SSSE3 was detected.
            Set::Ssse3 | Set::Avx2 | Set::Avx512 => unsafe {
                super::vbyte::add_up(controls, data, to)
            },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: this variant exists only where NEON was detected.
            Set::Neon => unsafe { super::vbyte::add_up(controls, data, to) },
        }
    }
}
