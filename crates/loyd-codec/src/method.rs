//! The list of methods, and the effort of encoding.

use core::fmt;
use core::str::FromStr;

/// The encoding of a unit: its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Method {
    /// No state is set. One byte.
    Empty = 0,
    /// Every state is set. One byte.
    Full = 1,
    /// The lanes as they are, without padding.
    Raw = 2,
    /// Rice codes of the gaps between the rarer bits.
    Rice = 3,
    /// Frequent lanes in 4 bits, less frequent ones in 12, others in 28.
    Tiers = 4,
    /// Asymmetric numeral systems: halves of lanes in the context of their neighbours.
    Rans = 5,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 6] =
        [Method::Empty, Method::Full, Method::Raw, Method::Rice, Method::Tiers, Method::Rans];

    /// The name, as parsed by [`FromStr`].
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Empty => "empty",
            Method::Full => "full",
            Method::Raw => "raw",
            Method::Rice => "rice",
            Method::Tiers => "tiers",
            Method::Rans => "rans",
        }
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&method| method as u8 == byte)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not a [`Method`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no codec is called `{0}`; there are empty, full, raw, rice, tiers and rans")]
pub struct UnknownMethod(pub String);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let method = Self::ALL.into_iter().find(|method| method.name() == name);
        method.ok_or_else(|| UnknownMethod(name.into()))
    }
}

/// The effort that an encoder may spend on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Effort {
    /// Empty, full, Rice, tiers or raw: if the CPU is the bottleneck.
    #[default]
    Fast,
    /// Also rANS, if the coder has a model: if the disk is the bottleneck.
    Dense,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bytes_round_trip() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
            assert_eq!(Method::from_byte(method as u8), Some(method));
        }
        assert!("zip".parse::<Method>().unwrap_err().to_string().contains("tiers and rans"));
        assert_eq!(Method::from_byte(Method::ALL.len() as u8), None);
    }
}
