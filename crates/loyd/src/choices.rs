//! The choices of a search by name: metric, algorithm, heuristic, pruning.

use crate::error::Error;
use crate::names::algorithms;
use loyd_search::names::did_you_mean;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::{PruningChoice, Settings};

/// The name that leaves a choice to the plan.
pub const AUTO: &str = "auto";

/// The name of a metric, also of one that cubers call `htm`, `ftm`, `face` or `qtm`.
pub fn canonical_metric(name: &str) -> String {
    match name.trim().to_ascii_lowercase().as_str() {
        "htm" | "ftm" | "face" => "half".to_owned(),
        "qtm" => "quarter".to_owned(),
        _ => name.trim().to_owned(),
    }
}

/// The name of a metric, and its title within a sentence: `single`, "single-tile metric".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// The name in options and files.
    pub name: String,
    /// The title within a sentence.
    pub title: String,
}

impl Metric {
    /// The names of a metric of a puzzle.
    pub fn of<P: Puzzle>(metric: P::Metric) -> Self {
        Self { name: metric.to_string(), title: P::metric_title(metric) }
    }
}

/// The metric that a text names; the default one without a text.
///
/// # Errors
/// [`Error::Metric`] if the puzzle has no such metric.
pub fn metric<P: Puzzle>(name: Option<&str>) -> Result<P::Metric, Error> {
    let Some(name) = name else { return Ok(P::Metric::default()) };
    let canonical = canonical_metric(name);
    let metric = P::METRICS.iter().find(|metric| metric.to_string() == canonical);
    metric.copied().ok_or_else(|| {
        let names: Vec<String> = P::METRICS.iter().map(ToString::to_string).collect();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        Error::Metric { name: name.to_owned(), puzzle: P::NAME, hint }
    })
}

/// The algorithm that a text names, with its parameters; `None` for `auto` or no text.
///
/// # Errors
/// [`Error::Algorithm`] if the algorithm or one of its parameters is unknown.
pub fn algorithm(name: Option<&str>) -> Result<Option<AlgorithmSpec>, Error> {
    let Some(name) = name.map(str::trim).filter(|name| *name != AUTO) else { return Ok(None) };
    let parsed = AlgorithmSpec::parse(name, &algorithms());
    parsed.map(Some).map_err(|why| Error::Algorithm { reason: why.to_string() })
}

/// The heuristic that a text names; `None` for `auto` or no text.
///
/// # Errors
/// [`Error::Heuristic`] if the puzzle has no such heuristic.
pub fn heuristic<P: Puzzle>(name: Option<&str>) -> Result<Option<P::Heuristic>, Error> {
    let Some(name) = name.filter(|name| name.trim() != AUTO) else { return Ok(None) };
    let parsed = name.parse::<P::Heuristic>();
    parsed.map(Some).map_err(|why| Error::Heuristic { reason: why.to_string() })
}

/// The pruning of duplicate work: `auto`, `last-move`, or the length of move strings.
///
/// # Errors
/// [`Error::Pruning`] if the text is anything else.
pub fn pruning(text: &str) -> Result<PruningChoice, Error> {
    /// Tables triple with every two moves more.
    const MAX_LENGTH: u32 = 24;
    match text.trim() {
        AUTO => Ok(PruningChoice::Auto),
        "last-move" | "last_move" => Ok(PruningChoice::LastMove),
        number => match number.parse() {
            Ok(length @ 1..=MAX_LENGTH) => Ok(PruningChoice::Length(length)),
            _ => Err(Error::Pruning { longest: MAX_LENGTH }),
        },
    }
}

/// The moves that a list allows in a metric.
///
/// # Errors
/// [`Error::Moves`] if the puzzle has no such moves.
pub fn moves<P: Puzzle>(text: &str, of: Option<&str>) -> Result<Vec<P::Move>, Error> {
    P::only_moves(text, metric::<P>(of)?).map_err(|reason| Error::Moves { reason })
}

/// The text that [`pruning`] reads again.
pub fn pruning_text(choice: PruningChoice) -> String {
    match choice {
        PruningChoice::Auto => AUTO.to_owned(),
        PruningChoice::LastMove => "last-move".to_owned(),
        PruningChoice::Length(length) => length.to_string(),
    }
}

/// The choices of a search, by name; `None` leaves one open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices<'a> {
    /// The metric.
    pub metric: Option<&'a str>,
    /// The algorithm, such as `astar` or `wastar(3)`.
    pub algorithm: Option<&'a str>,
    /// The heuristic, such as `manhattan` or `pdb:7-8`.
    pub heuristic: Option<&'a str>,
    /// The pruning of move strings.
    pub pruning: Option<&'a str>,
    /// The moves that are allowed, such as `U,R2`, if not all are.
    pub moves: Option<&'a str>,
}

impl Choices<'_> {
    /// The settings of a solver.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn settings<P: Puzzle>(self) -> Result<Settings<P>, Error> {
        Ok(Settings {
            metric: metric::<P>(self.metric)?,
            algorithm: algorithm(self.algorithm)?,
            heuristic: heuristic::<P>(self.heuristic)?,
            pruning: self.pruning.map_or(Ok(PruningChoice::Auto), pruning)?,
            moves: self.moves.map_or(Ok(Vec::new()), |text| moves::<P>(text, self.metric))?,
            partitions: Vec::new(),
        })
    }
}

/// The choices of a search by name, as owned texts; `None` leaves one open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchChoices {
    /// The metric.
    pub metric: Option<String>,
    /// The algorithm.
    pub algorithm: Option<String>,
    /// The heuristic.
    pub heuristic: Option<String>,
    /// The pruning of move strings.
    pub pruning: String,
    /// The moves that are allowed, if not all are.
    pub moves: Option<String>,
}

impl SearchChoices {
    /// The choices as the library takes them.
    pub fn names(&self) -> Choices<'_> {
        Choices {
            metric: self.metric.as_deref(),
            algorithm: self.algorithm.as_deref(),
            heuristic: self.heuristic.as_deref(),
            pruning: Some(&self.pruning),
            moves: self.moves.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pruning_texts_are_read_back() {
        for choice in [PruningChoice::Auto, PruningChoice::LastMove, PruningChoice::Length(14)] {
            assert_eq!(pruning(&pruning_text(choice)), Ok(choice));
        }
        for bad in ["0", "25", "all", ""] {
            assert!(pruning(bad).is_err(), "{bad}");
        }
    }
}
