//! The parameters of algorithms, written in parentheses.
//!
//! A parameter is a type that implements [`ParameterValue`]: its key, its form for messages, and its text.
//! The line of an algorithm in the registry lists the types that it takes, so the type of a parameter that
//! only one algorithm has stands in the file of that algorithm.

use crate::names::did_you_mean;
use crate::quote::quoted;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A value of a parameter; the error of its text says what the text may be.
pub trait ParameterValue: FromStr<Err: fmt::Display> + fmt::Display {
    /// The key before `=`.
    const KEY: &'static str;

    /// The form of values for messages: `a weight such as 1.5`.
    const FORM: &'static str;

    /// Returns true if a text without a key may be a value.
    fn may_be(text: &str) -> bool {
        text.parse::<Self>().is_ok()
    }

    /// Returns true if the canonical text has the key.
    fn is_keyed(&self) -> bool {
        false
    }
}

/// A parameter that an algorithm takes: the functions of a [`ParameterValue`].
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key before `=`.
    pub key: &'static str,
    /// The form of values for messages.
    pub form: &'static str,
    pub(super) may_be: fn(&str) -> bool,
    pub(super) canonical: fn(&str) -> Result<String, String>,
}

impl Parameter {
    /// The parameter with values of a type.
    pub const fn of<V: ParameterValue>() -> Self {
        Self { key: V::KEY, form: V::FORM, may_be: V::may_be, canonical: canonical::<V> }
    }
}

/// The argument for a text in its canonical form.
fn canonical<V: ParameterValue>(text: &str) -> Result<String, String> {
    text.parse::<V>().map(|value| argument(&value)).map_err(|why| why.to_string())
}

fn argument<V: ParameterValue>(value: &V) -> String {
    if value.is_keyed() { format!("{}={value}", V::KEY) } else { value.to_string() }
}

/// The parameters given to an algorithm, by their keys, as canonical arguments. The algorithm chooses
/// missing ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parameters(BTreeMap<&'static str, String>);

impl Parameters {
    /// The value of a parameter, if it is given.
    pub fn get<V: ParameterValue>(&self) -> Option<V> {
        self.0.get(V::KEY)?.rsplit('=').next()?.parse().ok()
    }

    /// With a value.
    #[must_use]
    pub fn with<V: ParameterValue>(mut self, value: &V) -> Self {
        self.set(V::KEY, argument(value));
        self
    }

    /// Sets the canonical argument of a key; returns false if it was set before.
    pub(super) fn set(&mut self, key: &'static str, argument: String) -> bool {
        self.0.insert(key, argument).is_none()
    }

    /// The canonical arguments in the order of the parameters of an algorithm.
    pub(super) fn arguments(&self, parameters: &[Parameter]) -> Vec<&str> {
        let argument = |parameter: &Parameter| self.0.get(parameter.key).map(|text| &text[..]);
        parameters.iter().filter_map(argument).collect()
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

impl ParameterValue for Weight {
    const KEY: &'static str = "weight";
    const FORM: &'static str = "a weight such as 1.5";

    /// Lists of numbers have separators.
    fn may_be(text: &str) -> bool {
        text.starts_with(|c: char| c.is_ascii_digit() || c == '.') && !text.contains(['-', '/'])
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

impl ParameterValue for Ties {
    const KEY: &'static str = "ties";
    const FORM: &'static str = "ties=high-g|low-g|lifo|fifo";

    fn is_keyed(&self) -> bool {
        true
    }
}

impl ParameterValue for Order {
    const KEY: &'static str = "order";
    const FORM: &'static str = "order=bfs|greedy|astar";
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
