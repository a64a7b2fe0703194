//! The instruction sets that kernels of this process may use: those of the processor, up to a limit.
//!
//! A limit ([`set_limit`]) lets one machine measure and test the kernels of others. It holds for the kernels that the
//! process chooses from then on: those of a search or an enumeration are chosen when it begins.

use core::fmt;
use core::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A family of kernels, by the instructions that they are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionSet {
    /// The instructions of every processor of the architecture.
    Portable,
    /// AVX2 of x86-64, and all before it: 32 bytes a register.
    Avx2,
    /// AVX-512 of x86-64 with VBMI, VBMI2, BITALG, VPOPCNTDQ, VNNI and GFNI: 64 bytes a register.
    Avx512,
    /// Advanced SIMD of 64-bit Arm: 16 bytes a register.
    Neon,
}

impl InstructionSet {
    /// All sets; those of one architecture from the slowest to the fastest.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Neon];

    /// The name in options and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Returns true if this processor has all instructions of the set.
    #[must_use]
    pub fn is_present(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                macro_rules! has {
                    ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
                }
                has_avx2()
                    && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi")
                    && has!("avx512vbmi2" "avx512bitalg" "avx512vpopcntdq" "avx512vnni" "gfni")
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
            #[cfg(not(target_arch = "aarch64"))]
            Self::Neon => false,
        }
    }

    /// The sets of this processor, from the slowest to the fastest, without regard to a limit.
    pub fn present() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|set| set.is_present())
    }

    /// Returns true if kernels of this set may run where `limit` is the last one allowed: those of
    /// `portable` always, those of `avx2` also under `avx512`.
    #[must_use]
    pub fn is_within(self, limit: Option<Self>) -> bool {
        match limit {
            None => true,
            Some(limit) => {
                self == limit
                    || self == Self::Portable
                    || (self, limit) == (Self::Avx2, Self::Avx512)
            }
        }
    }

    /// Returns true if the limit of this process allows kernels of this set. The processor may lack
    /// them all the same.
    #[must_use]
    pub fn is_allowed(self) -> bool {
        self.is_within(limit())
    }
}

/// The instructions of the AVX2 kernels: those of every processor with AVX2.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no instruction set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown instruction set {text:?}: use portable, avx2, avx512 or neon")]
pub struct UnknownSet {
    /// The text.
    pub text: String,
}

impl FromStr for InstructionSet {
    type Err = UnknownSet;

    fn from_str(text: &str) -> Result<Self, UnknownSet> {
        let named = Self::ALL.into_iter().find(|set| set.name() == text);
        named.ok_or_else(|| UnknownSet { text: text.to_owned() })
    }
}

/// The number of the limit in [`InstructionSet::ALL`]; one above all without a limit.
static LIMIT: AtomicUsize = AtomicUsize::new(InstructionSet::ALL.len());

/// The fastest instruction set allowed in this process; `None` without a limit.
#[must_use]
pub fn limit() -> Option<InstructionSet> {
    InstructionSet::ALL.get(LIMIT.load(Relaxed)).copied()
}

/// Sets the limit of this process; `None` removes it.
pub fn set_limit(limit: Option<InstructionSet>) {
    let number = InstructionSet::ALL.iter().position(|&set| Some(set) == limit);
    LIMIT.store(number.unwrap_or(InstructionSet::ALL.len()), Relaxed);
}

/// The fastest instruction set that the processor has and the limit allows.
#[must_use]
pub fn in_use() -> InstructionSet {
    let fastest = InstructionSet::present().filter(|set| set.is_allowed()).last();
    fastest.unwrap_or(InstructionSet::Portable)
}

#[cfg(test)]
mod tests {
    use super::InstructionSet::{self, Avx2, Avx512, Neon, Portable};

    #[test]
    fn names_are_read_back() {
        for set in InstructionSet::ALL {
            assert_eq!(set.name().parse(), Ok(set));
        }
        assert!("sse".parse::<InstructionSet>().is_err());
    }

    #[test]
    fn a_limit_allows_the_sets_below_it() {
        let within = |limit| {
            InstructionSet::ALL.into_iter().filter(|set| set.is_within(limit)).collect::<Vec<_>>()
        };
        assert_eq!(within(None), InstructionSet::ALL);
        assert_eq!(within(Some(Portable)), [Portable]);
        assert_eq!(within(Some(Avx2)), [Portable, Avx2]);
        assert_eq!(within(Some(Avx512)), [Portable, Avx2, Avx512]);
        assert_eq!(within(Some(Neon)), [Portable, Neon]);
    }

    #[test]
    fn the_portable_set_is_always_present() {
        assert_eq!(InstructionSet::present().next(), Some(Portable));
    }
}
