//! The parameters of algorithms, written in parentheses.

use super::goals::Goals;
use crate::names::did_you_mean;
use crate::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// The parameters of an algorithm; it chooses missing ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parameters {
    /// The weight of the heuristic, if the algorithm takes one.
    pub weight: Option<Weight>,
    /// The order among states of equal priority, if the algorithm takes it.
    pub ties: Option<Ties>,
    /// The order of expansion, if the algorithm takes it.
    pub order: Option<Order>,
    /// A list of intermediate goals, if the algorithm takes it.
    pub goals: Option<Goals>,
}

/// A parameter that an algorithm may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameter {
    /// [`Parameters::weight`].
    Weight,
    /// [`Parameters::ties`].
    Ties,
    /// [`Parameters::order`].
    Order,
    /// [`Parameters::goals`].
    Goals,
}

impl Parameter {
    /// The key before `=`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Weight => "weight",
            Self::Ties => "ties",
            Self::Order => "order",
            Self::Goals => "goals",
        }
    }
}

/// The weight of the heuristic: a decimal number from 1 to 1000, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight {
    millionths: u32,
}

impl Weight {
    /// The weight 1.
    pub const ONE: Self = Self { millionths: Self::UNIT };
    /// The number of millionths in 1.
    const UNIT: u32 = 1_000_000;
    const DECIMALS: usize = 6;
    const MAX: u32 = 1000;

    /// A whole weight from 1 to 1000.
    pub const fn whole(weight: u32) -> Option<Self> {
        match weight {
            1..=Self::MAX => Some(Self { millionths: weight * Self::UNIT }),
            _ => None,
        }
    }

    /// The weight as a fraction in lowest terms, numerator and denominator: at most 10⁹ and 10⁶.
    pub const fn fraction(self) -> (u32, u32) {
        let (mut a, mut b) = (self.millionths, Self::UNIT);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.millionths / a, Self::UNIT / a)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.millionths / Self::UNIT, self.millionths % Self::UNIT);
        let decimals = format!("{rest:06}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            decimals => write!(f, "{whole}.{decimals}"),
        }
    }
}

impl FromStr for Weight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let (max, decimals) = (Self::MAX, Self::DECIMALS);
            format!(
                "{} is not a weight: write a number from 1 to {max} with at most \
                 {decimals} decimals, such as 1.5",
                quoted(text)
            )
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let decimals = decimals.trim_end_matches('0');
        if whole.is_empty()
            || !digits(whole)
            || !digits(decimals)
            || decimals.len() > Self::DECIMALS
        {
            return Err(wrong());
        }
        let whole: u32 = whole.parse().map_err(|_| wrong())?;
        let rest: u32 = format!("{decimals:0<6}").parse().map_err(|_| wrong())?;
        let max = u64::from(Self::MAX * Self::UNIT);
        let millionths = u64::from(whole) * u64::from(Self::UNIT) + u64::from(rest);
        if millionths < u64::from(Self::UNIT) || millionths > max {
            return Err(wrong());
        }
        Ok(Self { millionths: millionths as u32 })
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $type:ident $what:literal { $($(#[$line:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type { $($(#[$line])* $variant,)* }

        impl $type {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let variant = Self::ALL.iter().find(|known| known.word() == text);
                variant.copied().ok_or_else(|| {
                    let words = Self::ALL.iter().map(|known| known.word());
                    format!(concat!("{} is not ", $what, ": {}"), quoted(text), did_you_mean(text, words))
                })
            }
        }
    };
}

words! {
    /// The order among states of equal priority.
    Ties "a tie-breaking rule" {
        /// The state farther from the start first, and of these the newest.
        HighG "high-g",
        /// The state nearer to the start first, and of these the newest.
        LowG "low-g",
        /// The newest first.
        Lifo "lifo",
        /// The oldest first.
        Fifo "fifo",
    }
}

words! {
    /// The order of expansion, with `d` the depth and `h` the heuristic.
    Order "an order" {
        /// `d`.
        Breadth "bfs",
        /// `h`.
        Greedy "greedy",
        /// `d + h`, or `d + weight h`.
        AStar "astar",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_fractions_in_lowest_terms() {
        let fraction = |text: &str| text.parse::<Weight>().expect(text).fraction();
        assert_eq!(fraction("1"), (1, 1));
        assert_eq!(fraction("1.5"), (3, 2));
        assert_eq!(fraction("3"), (3, 1));
        assert_eq!(fraction("1.000001"), (1_000_001, 1_000_000));
        assert_eq!(fraction("1000"), (1000, 1));
    }
}
