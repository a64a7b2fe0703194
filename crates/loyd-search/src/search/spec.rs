//! Algorithms as written on the command line: a name, and its parameters in parentheses.
//!
//! ```text
//! spec      := name [ "(" argument { "," argument } ")" ]
//! argument  := [ key "=" ] value         -- weight=3 or 3, ties=fifo or fifo
//! ```
//!
//! The line of an algorithm in the registry lists its keys. The canonical text contains only the
//! given parameters, so parsing it again gives the same value.

use super::best_first::Configuration;
use super::own::OwnSearches;
use super::parameters::{Parameter, Parameters, Weight};
use super::{AlgorithmName, Guarantee, UnknownAlgorithm};
use crate::observe::{Limit, Observer, Report};
use crate::quote::quoted;
use crate::space::{Heuristic, MoveAlphabet, Packing, Reversible};
use std::fmt;

/// An algorithm with its parameters: `astar`, `wastar(3)`, `astar(ties=fifo)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlgorithmSpec {
    /// The algorithm.
    pub name: AlgorithmName,
    /// Its parameters.
    pub parameters: Parameters,
}

impl From<AlgorithmName> for AlgorithmSpec {
    fn from(name: AlgorithmName) -> Self {
        Self { name, parameters: Parameters::default() }
    }
}

impl AlgorithmSpec {
    /// The greatest ratio of the cost of its paths to the least cost, given an admissible heuristic; `None`
    /// if it promises none.
    pub fn max_ratio(&self) -> Option<Weight> {
        match self.name.info().guarantee {
            Guarantee::Optimal => Some(Weight::ONE),
            Guarantee::Weighted(weight) => Some(self.parameters.get().unwrap_or(weight)),
            Guarantee::None => None,
        }
    }

    /// True if its paths are shortest, given an admissible heuristic.
    pub fn optimal(&self) -> bool {
        self.max_ratio() == Some(Weight::ONE)
    }

    /// The configuration of best-first search for this algorithm; `None` if it is another kind.
    pub fn best_first(&self) -> Option<Configuration> {
        self.name.best_first(&self.parameters)
    }

    /// Searches any space with this algorithm, on up to `threads` threads.
    pub fn run<S, H>(
        &self,
        space: &S,
        heuristic: &H,
        start: &S::State,
        threads: usize,
        limit: &Limit,
        observer: &mut dyn Observer<S>,
    ) -> Report<S::Move>
    where
        S: MoveAlphabet<State: Sync, Move: Send + Sync>
            + Packing<Packed: Sync>
            + Reversible
            + OwnSearches
            + Sync,
        H: Heuristic<S, Memo: Send + Sync> + Sync,
    {
        self.name.run(&self.parameters, space, heuristic, start, threads, limit, observer)
    }

    fn take(&mut self, argument: &str) -> Result<(), String> {
        let (key, value) = match argument.split_once('=') {
            Some((key, value)) => (Some(key), value),
            None => (None, argument),
        };
        let fits = |parameter: &&Parameter| match key {
            Some(key) => key == parameter.key,
            None => (parameter.may_be)(value),
        };
        // The first parameter of a list may accept any text.
        let Some(parameter) = self.name.info().parameters.iter().rev().find(fits) else {
            return Err(refused(self.name, argument));
        };
        let is_new = self.parameters.set(parameter.key, (parameter.canonical)(value)?);
        if is_new { Ok(()) } else { Err(format!("{} is given twice", parameter.key)) }
    }
}

/// The message for an argument that is refused.
fn refused(name: AlgorithmName, argument: &str) -> String {
    let forms: Vec<&str> = name.info().parameters.iter().map(|parameter| parameter.form).collect();
    if forms.is_empty() {
        return format!("{name} takes no parameters");
    }
    format!("{name} does not take {}; it takes {}", quoted(argument), forms.join(", "))
}

impl fmt::Display for AlgorithmSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.name.info();
        let arguments = self.parameters.arguments(info.parameters);
        f.write_str(info.name)?;
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(",")) }
    }
}

impl AlgorithmSpec {
    /// Reads one of these algorithms, such as [those of a puzzle](crate::puzzle::Puzzle::algorithms), with its
    /// parameters.
    ///
    /// # Errors
    /// [`UnknownAlgorithm`] if the text has another form, or names no algorithm of these.
    pub fn parse(text: &str, known: &[AlgorithmName]) -> Result<Self, UnknownAlgorithm> {
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
        let name = AlgorithmName::find(name, known)
            .map_err(|why| UnknownAlgorithm { text: text.to_owned(), ..why })?;
        let mut spec = Self::from(name);
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
        AlgorithmSpec::parse(text, AlgorithmName::ALL)
            .map(|spec| spec.to_string())
            .map_err(|why| why.to_string())
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
            ("A*", "astar"),
            ("a*(fifo)", "astar(ties=fifo)"),
            ("IDA*", "idastar"),
            ("WA*(2)", "wastar(2)"),
            ("dijkstra", "ucs"),
            ("Breadth_First", "bfs"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(canonical), "{text}");
            assert_eq!(read(canonical).as_deref(), Ok(canonical), "{canonical}");
        }
        for &name in AlgorithmName::ALL {
            let spec = AlgorithmSpec::from(name);
            assert_eq!(AlgorithmSpec::parse(&spec.to_string(), AlgorithmName::ALL), Ok(spec));
        }
    }

    #[test]
    fn errors_name_the_argument() {
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
            ("idastar(3)", "takes no parameters"),
            ("", "choose one of"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(hint), "{text}: {error}");
            assert!(error.contains(&format!("{text:?}")), "{text}: {error}");
        }
    }
}
