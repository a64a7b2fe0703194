//! Certificates: small permanent records of finished runs, and checks of them.

use crate::names::FileName;
use crate::puzzle_text;
pub use crate::record::LevelCost;
use loyd_enumerate::record::{are_possible, is_duration};
use loyd_enumerate::{Enumeration, LevelSummary, states};
use loyd_search::puzzle::Puzzle;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Write;

/// The kind of document.
pub const FORMAT: &str = "loyd certificate";
/// The version of its format.
pub const VERSION: u32 = 2;

/// The table of statistics beside a certificate.
pub(crate) const STATISTICS: FileName = FileName::fixed("statistics.csv");

/// The maximum number of antipodes in a certificate.
const MAX_ANTIPODES: usize = 1000;

/// The record of a finished enumeration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of loyd that wrote it.
    pub program: String,
    /// The family of the puzzle, such as `tiles`.
    pub puzzle: String,
    /// The puzzle as results name it, such as `4x4`.
    pub shape: String,
    /// The metric.
    pub metric: String,
    /// The start, on one line.
    pub start: String,
    /// The engine.
    pub engine: String,
    /// True if every state was counted.
    pub complete: bool,
    /// States at depth 0, 1, 2, …
    pub levels: Vec<u64>,
    /// Their sum.
    pub total: u64,
    /// The last depth, if every state was counted.
    pub radius: Option<u32>,
    /// Time of the search in all parts of the run.
    pub seconds: f64,
    /// Time to allocate, and to load a checkpoint.
    pub setup_seconds: f64,
    /// Maximum memory in use.
    pub peak_memory_bytes: u64,
    /// Bytes read from files; by all parts of a run with levels in files, by the last part of
    /// others.
    pub bytes_read: u64,
    /// Bytes written to files; as for bytes read.
    pub bytes_written: u64,
    /// The farthest states, if they were requested and are few.
    pub antipodes: Option<Vec<String>>,
    /// A sample of each level.
    pub samples: Vec<Vec<String>>,
    /// The cost of each level, if levels were stored in files.
    #[serde(default)]
    pub statistics: Vec<LevelCost>,
    /// The maximum size of all files in the last part of the run.
    #[serde(default)]
    pub peak_file_bytes: u64,
}

/// A condition, and whether it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The condition.
    pub what: &'static str,
    /// The finding; an error if the condition does not hold.
    pub result: Result<String, String>,
}

impl Certificate {
    /// The certificate of an enumeration.
    #[must_use]
    pub fn of<P: Puzzle>(enumeration: &Enumeration<P>) -> Self {
        let lines = |states: &Vec<P::Position>| states.iter().map(P::format).collect();
        let antipodes = enumeration.antipodes.as_ref();
        Self {
            format: FORMAT.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: P::NAME.into(),
            shape: P::shape(&enumeration.start),
            metric: enumeration.metric.to_string(),
            start: P::format(&enumeration.start),
            engine: enumeration.engine.map_or("another", |engine| engine.info().name).into(),
            complete: enumeration.complete,
            levels: enumeration.levels.clone(),
            total: enumeration.total,
            radius: enumeration.radius,
            seconds: enumeration.seconds,
            setup_seconds: enumeration.setup_seconds,
            peak_memory_bytes: enumeration.peak_memory_bytes,
            bytes_read: enumeration.bytes_read,
            bytes_written: enumeration.bytes_written,
            antipodes: antipodes.filter(|boards| boards.len() <= MAX_ANTIPODES).map(lines),
            samples: enumeration.samples.iter().map(lines).collect(),
            statistics: enumeration.statistics.iter().map(LevelCost::from).collect(),
            peak_file_bytes: 0,
        }
    }

    /// The enumeration of the certificate; `None` if a name in it is unknown.
    #[must_use]
    pub fn enumeration<P: Puzzle>(&self) -> Option<Enumeration<P>> {
        let positions =
            |lines: &Vec<String>| lines.iter().map(|line| self.position::<P>(line)).collect();
        Some(Enumeration {
            start: self.position::<P>(&self.start)?,
            metric: self.metric::<P>()?,
            levels: self.levels.clone(),
            total: self.total,
            complete: self.complete,
            radius: self.radius,
            engine: self.engine.parse().ok(),
            seconds: self.seconds,
            setup_seconds: self.setup_seconds,
            peak_memory_bytes: self.peak_memory_bytes,
            bytes_read: self.bytes_read,
            bytes_written: self.bytes_written,
            antipodes: match &self.antipodes {
                Some(lines) => Some(positions(lines)?),
                None => None,
            },
            samples: self.samples.iter().map(positions).collect::<Option<_>>()?,
            resumed_at: None,
            saved: None,
            statistics: self.summaries(),
            stopped: None,
        })
    }

    fn summaries(&self) -> Vec<LevelSummary> {
        self.levels
            .iter()
            .zip(&self.statistics)
            .map(|(&states, cost)| cost.summary(states))
            .collect()
    }

    /// The statistics as a table; empty if no level has any.
    #[must_use]
    pub fn statistics_table(&self) -> String {
        if self.statistics.is_empty() {
            return String::new();
        }
        let mut text =
            "depth,states,seconds,bytes_read,bytes_written,partial_bytes,waited\n".to_owned();
        for (depth, (states, cost)) in self.levels.iter().zip(&self.statistics).enumerate() {
            let LevelCost { seconds, bytes_read, bytes_written, partial_bytes, waited } = cost;
            let _ = writeln!(
                text,
                "{depth},{states},{seconds:.3},{bytes_read},{bytes_written},{partial_bytes},{waited:.3}"
            );
        }
        text
    }

    pub(crate) fn members(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members,
            // A structure with named fields is always an object.
            _ => Map::new(),
        }
    }

    pub(crate) fn from_members<P: Puzzle>(members: Map<String, Value>) -> Result<Self, String> {
        let certificate: Self =
            serde_json::from_value(Value::Object(members)).map_err(|error| error.to_string())?;
        certificate
            .position::<P>(&certificate.start)
            .ok_or("its start does not belong to its puzzle")?;
        certificate.metric::<P>().ok_or("its metric is unknown")?;
        if !certificate.is_plausible::<P>() {
            return Err("what it says of its levels are impossible".to_owned());
        }
        Ok(certificate)
    }

    /// Returns whether a run can produce such numbers.
    fn is_plausible<P: Puzzle>(&self) -> bool {
        let level = |states| LevelSummary { states, ..LevelSummary::default() };
        let mut levels: Vec<_> = self.levels.iter().map(|&states| level(states)).collect();
        for (level, cost) in levels.iter_mut().zip(&self.statistics) {
            *level = cost.summary(level.states);
        }
        are_possible(&levels, self.states::<P>())
            && self.statistics.len() <= levels.len()
            && self.samples.len() <= levels.len()
            && is_duration(self.seconds)
            && is_duration(self.setup_seconds)
    }

    /// The metric; `None` if the puzzle has none of this name.
    #[must_use]
    pub fn metric<P: Puzzle>(&self) -> Option<P::Metric> {
        puzzle_text::metric::<P>(&self.metric)
    }

    /// A position of the certificate; `None` if it does not belong to the puzzle.
    #[must_use]
    pub fn position<P: Puzzle>(&self, line: &str) -> Option<P::Position> {
        puzzle_text::position::<P>(&self.puzzle, &self.shape, line)
    }

    /// The number of states of the space, if the puzzle defines it.
    fn states<P: Puzzle>(&self) -> Option<u128> {
        states::<P>(&self.position::<P>(&self.start)?, self.metric::<P>()?)
    }

    /// Checks the conditions of every puzzle; `own` are checks of this puzzle alone, such as
    /// [`check_colours`](crate::tiles::check_colours).
    #[must_use]
    pub fn check<P: Puzzle>(&self, own: impl IntoIterator<Item = Check>) -> Vec<Check> {
        let mut checks = vec![self.check_sum()];
        if self.complete {
            checks.push(self.check_total::<P>());
        }
        checks.extend(own);
        checks.push(self.check_positions::<P>());
        checks
    }

    fn check_sum(&self) -> Check {
        let sum = self.levels.iter().try_fold(0u64, |sum, &level| sum.checked_add(level));
        let gap = self.levels.iter().position(|&level| level == 0);
        let result = match (sum, gap) {
            _ if self.levels.first() != Some(&1) => Err("depth 0 is not one state".into()),
            (_, Some(depth)) => Err(format!("no state at depth {depth}")),
            (Some(sum), None) if sum == self.total => Ok(format!("{} levels", self.levels.len())),
            _ => Err(format!("they do not add up to {}", self.total)),
        };
        Check { what: "levels add up to the total", result }
    }

    fn check_total<P: Puzzle>(&self) -> Check {
        let expected = self.states::<P>();
        let radius = self.levels.len().checked_sub(1).map(|radius| radius as u32);
        let result = if expected != Some(u128::from(self.total)) {
            Err(format!("{} states, but {expected:?} can be reached", self.total))
        } else if self.radius != radius {
            Err(format!("the radius {:?} is not the last level {radius:?}", self.radius))
        } else {
            Ok(format!("{} states", self.total))
        };
        Check { what: "all states there are were counted", result }
    }

    fn check_positions<P: Puzzle>(&self) -> Check {
        let mut boards = 0;
        let mut wrong = None;
        let antipodes = self.antipodes.iter().flatten();
        for line in self.samples.iter().flatten().chain(antipodes) {
            boards += 1;
            if self.position::<P>(line).is_none() {
                wrong = Some(format!("{line:?} is not a board of this puzzle"));
            }
        }
        for (depth, samples) in self.samples.iter().enumerate() {
            if samples.len() as u64 > self.levels.get(depth).copied().unwrap_or(0) {
                wrong = Some(format!("more samples than states at depth {depth}"));
            }
        }
        if let (Some(antipodes), Some(&last)) = (&self.antipodes, self.levels.last())
            && antipodes.len() as u64 != last
        {
            wrong = Some(format!("{} antipodes instead of {last}", antipodes.len()));
        }
        let result = wrong.map_or_else(|| Ok(format!("{boards} boards")), Err);
        Check { what: "stored boards are boards of this puzzle", result }
    }
}

#[cfg(test)]
mod tests;
