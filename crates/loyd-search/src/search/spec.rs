//! Algorithms as written on the command line: a name, and its parameters in parentheses.
//!
//! ```text
//! spec      := name [ "(" argument { "," argument } ")" ]
//! argument  := [ key "=" ] value         -- weight=3 or 3, ties=fifo or fifo, goals=rows or rows
//! ```
//!
//! The line of an algorithm in the registry lists its keys. The canonical text contains only the
//! given parameters, so parsing it again gives the same value.

use super::best_first::Configuration;
use super::goals::{Goals, UnknownGoals};
use super::own::OwnSearches;
use super::parameters::{Order, Parameter, Parameters, Ties, Weight};
use super::registry::{AlgorithmName, UnknownAlgorithm};
use crate::observe::{Limit, Observer, Report};
use crate::quote::quoted;
use crate::space::{Heuristic, MoveAlphabet, Packing, Reversible};
use std::fmt;
use std::str::FromStr;

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
    /// True if its paths are shortest, given an admissible heuristic.
    pub fn optimal(&self) -> bool {
        // With weight 1 it is A*.
        let unweighted = self.name == AlgorithmName::WeightedAStar
            && self.parameters.weight == Some(Weight::ONE);
        self.name.info().optimal || unweighted
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
        S: MoveAlphabet<State: Sync, Move: Send + Sync> + Packing + Reversible + OwnSearches + Sync,
        H: Heuristic<S> + Sync,
    {
        self.name.run(&self.parameters, space, heuristic, start, threads, limit, observer)
    }

    fn take(&mut self, argument: &str) -> Result<(), String> {
        let info = self.name.info();
        let (key, value) = match argument.split_once('=') {
            Some((key, value)) => (Some(key), value),
            None => (None, argument),
        };
        let fits = |parameter: Parameter| match key {
            Some(key) => key == parameter.key(),
            None => match parameter {
                // Cells look like numbers too, but have these separators between them.
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
        let parameters = &mut self.parameters;
        let twice = match parameter {
            Parameter::Weight => parameters.weight.replace(value.parse()?).is_some(),
            Parameter::Ties => parameters.ties.replace(value.parse()?).is_some(),
            Parameter::Order => parameters.order.replace(value.parse()?).is_some(),
            Parameter::Goals => {
                let goals = value.parse().map_err(|why: UnknownGoals| why.to_string())?;
                parameters.goals.replace(goals).is_some()
            }
        };
        if twice { Err(format!("{} is given twice", parameter.key())) } else { Ok(()) }
    }
}

/// The message for an argument that is refused.
fn not_taken(name: AlgorithmName, argument: &str) -> String {
    let parameters = name.info().parameters;
    if parameters.is_empty() {
        return format!("{name} takes no parameters");
    }
    let form = |parameter: &Parameter| match parameter {
        Parameter::Weight => "a weight such as 1.5".to_owned(),
        Parameter::Ties => "ties=high-g|low-g|lifo|fifo".to_owned(),
        Parameter::Order => "order=bfs|greedy|astar".to_owned(),
        Parameter::Goals => "goals=rows|rows-columns|tiles|CELLS".to_owned(),
    };
    let forms: Vec<String> = parameters.iter().map(form).collect();
    format!("{name} does not take {}; it takes {}", quoted(argument), forms.join(", "))
}

impl fmt::Display for AlgorithmSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = &self.parameters;
        let goals = parameters.goals.as_ref().map(|goals| match goals {
            // A single cell would be parsed as a weight.
            Goals::Cells(_) => format!("goals={goals}"),
            name => name.to_string(),
        });
        let weight = parameters.weight.map(|weight| weight.to_string());
        let order = parameters.order.map(|order| order.to_string());
        let ties = parameters.ties.map(|ties| format!("ties={ties}"));
        let arguments: Vec<String> =
            goals.into_iter().chain(order).chain(weight).chain(ties).collect();
        f.write_str(self.name.info().name)?;
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(",")) }
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
        let name: AlgorithmName = name
            .parse()
            .map_err(|why: UnknownAlgorithm| UnknownAlgorithm { text: text.to_owned(), ..why })?;
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
            assert_eq!(spec.to_string().parse(), Ok(spec));
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
            ("human(row)", "not a list of goals"),
            ("human(goals=)", "not a list of goals"),
            ("human(goals=3-1)", "not a list of goals"),
            ("human(goals=1/99999)", "not a list of goals"),
            ("human(rows,rows)", "given twice"),
            ("", "choose one of"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(hint), "{text}: {error}");
            assert!(error.contains(&format!("{text:?}")), "{text}: {error}");
        }
    }
}
