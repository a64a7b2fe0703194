//! Algorithms as they are written: a name, and in brackets what it takes.
//!
//! ```text
//! spec      := name [ "(" argument { "," argument } ")" ]
//! argument  := [ key "=" ] value         -- weight=3 or 3, ties=fifo or fifo, goals=rows or rows
//! ```
//!
//! Which keys an algorithm takes is in its line of the registry. The canonical text leaves out
//! whatever was not given, so it can be read again and means the same.

use super::human::{Goals, InvalidGoals};
use super::registry::{AlgorithmName, UnknownAlgorithm};
use crate::names::did_you_mean;
use std::fmt;
use std::str::FromStr;

/// An algorithm with its parameters: `astar`, `wastar(3)`, `astar(ties=fifo)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlgorithmSpec {
    /// The algorithm.
    pub name: AlgorithmName,
    /// How much the heuristic counts; only where the algorithm takes one.
    pub weight: Option<Weight>,
    /// Which of equally promising states goes first; only where the algorithm takes it.
    pub ties: Option<Ties>,
    /// What the order of expansion is made of; only where the algorithm takes it.
    pub order: Option<Order>,
    /// A list of intermediate goals; only where the algorithm takes it.
    pub goals: Option<Goals>,
}

/// What an algorithm may be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameter {
    /// [`AlgorithmSpec::weight`].
    Weight,
    /// [`AlgorithmSpec::ties`].
    Ties,
    /// [`AlgorithmSpec::order`].
    Order,
    /// [`AlgorithmSpec::goals`].
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

/// How many times the heuristic counts: a decimal number from 1 to 1000, in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight {
    millionths: u32,
}

impl Weight {
    /// The heuristic as it is.
    pub const ONE: Self = Self { millionths: Self::UNIT };
    /// Millionths of one.
    const UNIT: u32 = 1_000_000;
    /// Six decimals.
    const DECIMALS: usize = 6;
    /// The largest.
    const MOST: u32 = 1000;

    /// A whole weight from 1 to 1000.
    pub const fn whole(weight: u32) -> Option<Self> {
        match weight {
            1..=Self::MOST => Some(Self { millionths: weight * Self::UNIT }),
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
            let (most, decimals) = (Self::MOST, Self::DECIMALS);
            format!(
                "{text:?} is not a weight: write a number from 1 to {most} with at most \
                 {decimals} decimals, such as 1.5"
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
        let most = u64::from(Self::MOST * Self::UNIT);
        let millionths = u64::from(whole) * u64::from(Self::UNIT) + u64::from(rest);
        if millionths < u64::from(Self::UNIT) || millionths > most {
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
            /// All of them.
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
                let found = Self::ALL.iter().find(|known| known.word() == text);
                found.copied().ok_or_else(|| {
                    let words = Self::ALL.iter().map(|known| known.word());
                    format!(concat!("{:?} is no ", $what, ": {}"), text, did_you_mean(text, words))
                })
            }
        }
    };
}

words! {
    /// Which of equally promising states is expanded first.
    Ties "rule for ties" {
        /// The one farther from the start, and of these the newest.
        HighG "high-g",
        /// The one nearer to the start, and of these the newest.
        LowG "low-g",
        /// The newest.
        Lifo "lifo",
        /// The oldest.
        Fifo "fifo",
    }
}

words! {
    /// What the order of expansion is made of, with `d` the depth and `h` the heuristic.
    Order "order" {
        /// `d`.
        Breadth "bfs",
        /// `h`.
        Greedy "greedy",
        /// `d + h`, or `d + weight h`.
        AStar "astar",
    }
}

impl From<AlgorithmName> for AlgorithmSpec {
    fn from(name: AlgorithmName) -> Self {
        Self { name, weight: None, ties: None, order: None, goals: None }
    }
}

impl AlgorithmSpec {
    /// Whether its paths are shortest, given an admissible heuristic.
    pub fn optimal(&self) -> bool {
        // Weighted by one it is A*.
        let unweighted =
            self.name == AlgorithmName::WeightedAStar && self.weight == Some(Weight::ONE);
        self.name.info().optimal || unweighted
    }

    /// Takes one argument.
    fn take(&mut self, argument: &str) -> Result<(), String> {
        let info = self.name.info();
        let (key, value) = match argument.split_once('=') {
            Some((key, value)) => (Some(key), value),
            None => (None, argument),
        };
        let fits = |parameter: Parameter| match key {
            Some(key) => key == parameter.key(),
            None => match parameter {
                // Cells look like numbers too, but have these signs between them.
                Parameter::Weight => {
                    value.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                        && !value.contains(['-', '/'])
                }
                Parameter::Ties => value.parse::<Ties>().is_ok(),
                Parameter::Order => value.parse::<Order>().is_ok(),
                Parameter::Goals => true,
            },
        };
        let Some(&parameter) = info.parameters.iter().find(|&&parameter| fits(parameter)) else {
            return Err(not_taken(self.name, argument));
        };
        let twice = match parameter {
            Parameter::Weight => self.weight.replace(value.parse()?).is_some(),
            Parameter::Ties => self.ties.replace(value.parse()?).is_some(),
            Parameter::Order => self.order.replace(value.parse()?).is_some(),
            Parameter::Goals => {
                let goals = value.parse().map_err(|why: InvalidGoals| why.to_string())?;
                self.goals.replace(goals).is_some()
            }
        };
        if twice { Err(format!("{} is given twice", parameter.key())) } else { Ok(()) }
    }
}

/// Why an argument is refused.
fn not_taken(name: AlgorithmName, argument: &str) -> String {
    let parameters = name.info().parameters;
    if parameters.is_empty() {
        return format!("{name} takes nothing in brackets");
    }
    let form = |parameter: &Parameter| match parameter {
        Parameter::Weight => "a weight such as 1.5".to_owned(),
        Parameter::Ties => "ties=high-g|low-g|lifo|fifo".to_owned(),
        Parameter::Order => "order=bfs|greedy|astar".to_owned(),
        Parameter::Goals => "goals=rows|rows-columns|tiles|CELLS".to_owned(),
    };
    let forms: Vec<String> = parameters.iter().map(form).collect();
    format!("{name} does not take {argument:?} but {}", forms.join(", "))
}

impl fmt::Display for AlgorithmSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goals = self.goals.as_ref().map(|goals| match goals {
            // A single cell would be taken for a weight.
            Goals::Cells(_) => format!("goals={goals}"),
            name => name.to_string(),
        });
        let weight = self.weight.map(|weight| weight.to_string());
        let order = self.order.map(|order| order.to_string());
        let ties = self.ties.map(|ties| format!("ties={ties}"));
        let given: Vec<String> = goals.into_iter().chain(order).chain(weight).chain(ties).collect();
        f.write_str(self.name.info().name)?;
        if given.is_empty() { Ok(()) } else { write!(f, "({})", given.join(",")) }
    }
}

impl FromStr for AlgorithmSpec {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let normal = compact.to_ascii_lowercase();
        let wrong = |hint: String| UnknownAlgorithm { text: text.to_owned(), hint };
        let (name, arguments) = match normal.split_once('(') {
            None => (&normal[..], None),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(arguments) if !arguments.contains(['(', ')']) => (name, Some(arguments)),
                _ => return Err(wrong("its brackets do not match".into())),
            },
        };
        let known: AlgorithmName = name
            .parse()
            .map_err(|why: UnknownAlgorithm| UnknownAlgorithm { text: text.to_owned(), ..why })?;
        let mut spec = Self::from(known);
        for argument in arguments.iter().flat_map(|arguments| arguments.split(',')) {
            spec.take(argument).map_err(wrong)?;
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        text.parse::<AlgorithmSpec>().map(|spec| spec.to_string()).map_err(|why| why.to_string())
    }

    #[test]
    fn texts_are_read_and_written_in_one_form() {
        for (text, canonical) in [
            ("astar", "astar"),
            (" AStar ( fifo )", "astar(ties=fifo)"),
            ("astar(ties=low-g)", "astar(ties=low-g)"),
            ("wastar(3)", "wastar(3)"),
            ("wastar(weight=1.50,lifo)", "wastar(1.5,ties=lifo)"),
            ("wastar(1.000001)", "wastar(1.000001)"),
            ("nayak-huang(greedy)", "nayak-huang(greedy)"),
            ("nayak_huang(astar,3)", "nayak-huang(astar,3)"),
            ("idastar_plain", "idastar-plain"),
            ("arastar(2)", "arastar(2)"),
            ("human", "human"),
            ("human(rows,3)", "human(rows,3)"),
            ("human(greedy, goals=rows-columns)", "human(rows-columns,greedy)"),
            ("human(0-3/4.8.12.13,1)", "human(goals=0-3/4.8.12-13,1)"),
            ("human(goals=4)", "human(goals=4)"),
            ("human(goals=4,2)", "human(goals=4,2)"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(canonical), "{text}");
            assert_eq!(read(canonical).as_deref(), Ok(canonical), "{canonical}");
        }
        for &name in AlgorithmName::ALL {
            let spec = AlgorithmSpec::from(name);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, hint) in [
            ("asta", "did you mean astar?"),
            ("wastr(2)", "did you mean wastar?"),
            ("wastar(0.5)", "from 1 to 1000"),
            ("wastar(1001)", "from 1 to 1000"),
            ("wastar(99999999999)", "from 1 to 1000"),
            ("wastar(1.0000001)", "at most 6 decimals"),
            ("wastar(3", "brackets"),
            ("wastar(3))", "brackets"),
            ("wastar()", "does not take \"\""),
            ("wastar(2,3)", "given twice"),
            ("astar(3)", "does not take \"3\""),
            ("astar(ties=hig-g)", "did you mean high-g?"),
            ("idastar(3)", "takes nothing in brackets"),
            ("human(row)", "no list of goals"),
            ("human(goals=)", "no list of goals"),
            ("human(goals=3-1)", "no list of goals"),
            ("human(goals=1/99999)", "no list of goals"),
            ("human(rows,rows)", "given twice"),
            ("", "choose one of"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(hint), "{text}: {error}");
            assert!(error.contains(&format!("{text:?}")), "{text}: {error}");
        }
    }

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
