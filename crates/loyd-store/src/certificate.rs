//! What a finished run found, small enough to be kept for ever, and what must hold of it.

use crate::document;
use crate::names::FileName;
use crate::plausible;
use loyd_enumerate::Enumeration;
use loyd_enumerate::disk::LevelSummary;
use loyd_tiles::{MetricName, Position, Size, solvable_states};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Write;

/// The kind of document.
pub const FORMAT: &str = "loyd certificate";
/// The version of its format.
pub const VERSION: u32 = 1;

/// The table of statistics beside a certificate.
pub(crate) const STATISTICS: FileName = FileName::fixed("statistics.csv");

/// The most antipodes that are written down.
const MOST_ANTIPODES: usize = 1000;

/// The record of a finished enumeration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of loyd that made it.
    pub program: String,
    /// The board, `WxH`.
    pub puzzle: String,
    /// `single` or `multi`.
    pub metric: String,
    /// The cell of the blank in the start.
    pub start_cell: usize,
    /// The engine that counted.
    pub engine: String,
    /// Whether every state was counted.
    pub complete: bool,
    /// States at depth 0, 1, 2, …
    pub levels: Vec<u64>,
    /// Their sum.
    pub total: u64,
    /// The last depth, if every state was counted.
    pub radius: Option<u32>,
    /// Time of the search, of all parts of the run.
    pub seconds: f64,
    /// Time to allocate, and to load what was saved.
    pub setup_seconds: f64,
    /// Most bytes held at once.
    pub peak_memory_bytes: u64,
    /// Bytes read from files; by all parts of a run with levels in files, by the last part of others.
    pub bytes_read: u64,
    /// Bytes written to files; as for those read.
    pub bytes_written: u64,
    /// The farthest states, if they were kept and are few.
    pub antipodes: Option<Vec<String>>,
    /// Some states of each level.
    pub samples: Vec<Vec<String>>,
    /// What each level took, if levels were kept in files.
    #[serde(default)]
    pub statistics: Vec<LevelCost>,
    /// The most bytes that all files had at once, in the last part of the run.
    #[serde(default)]
    pub peak_file_bytes: u64,
}

/// What a level took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LevelCost {
    /// Seconds.
    pub seconds: f64,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Bytes written to files.
    pub bytes_written: u64,
    /// Bytes that one half of the moves handed to the other.
    pub partial_bytes: u64,
    /// Seconds that computing threads waited for files, added up.
    pub waited: f64,
}

fn summary((&states, cost): (&u64, &LevelCost)) -> LevelSummary {
    LevelSummary {
        states,
        seconds: cost.seconds,
        bytes_read: cost.bytes_read,
        bytes_written: cost.bytes_written,
        partial_bytes: cost.partial_bytes,
        waited: cost.waited,
    }
}

impl From<&LevelSummary> for LevelCost {
    fn from(level: &LevelSummary) -> Self {
        LevelCost {
            seconds: level.seconds,
            bytes_read: level.bytes_read,
            bytes_written: level.bytes_written,
            partial_bytes: level.partial_bytes,
            waited: level.waited,
        }
    }
}

/// One thing that must hold, and whether it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What must hold.
    pub what: &'static str,
    /// What was found; an error if it does not hold.
    pub found: Result<String, String>,
}

impl Certificate {
    /// The record of an enumeration.
    #[must_use]
    pub fn of(found: &Enumeration) -> Self {
        let lines = |boards: &Vec<Position>| boards.iter().map(Position::to_line).collect();
        let antipodes = found.antipodes.as_ref();
        Self {
            format: FORMAT.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: found.size.to_string(),
            metric: found.metric.name().into(),
            start_cell: found.start_cell,
            engine: found.engine.map_or("another", |engine| engine.info().name).into(),
            complete: found.complete,
            levels: found.levels.clone(),
            total: found.total,
            radius: found.radius,
            seconds: found.seconds,
            setup_seconds: found.setup_seconds,
            peak_memory_bytes: found.peak_memory_bytes,
            bytes_read: found.bytes_read,
            bytes_written: found.bytes_written,
            antipodes: antipodes.filter(|boards| boards.len() <= MOST_ANTIPODES).map(lines),
            samples: found.samples.iter().map(lines).collect(),
            statistics: found.statistics.iter().map(LevelCost::from).collect(),
            peak_file_bytes: 0,
        }
    }

    /// The enumeration that it is the record of; `None` if it names something unknown.
    #[must_use]
    pub fn enumeration(&self) -> Option<Enumeration> {
        let boards = |lines: &Vec<String>| lines.iter().map(|line| self.board(line)).collect();
        Some(Enumeration {
            size: self.size()?,
            metric: self.metric()?,
            start_cell: self.start_cell,
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
                Some(lines) => Some(boards(lines)?),
                None => None,
            },
            samples: self.samples.iter().map(boards).collect::<Option<_>>()?,
            resumed_at: None,
            saved: None,
            statistics: self.summaries(),
            stopped: None,
        })
    }

    fn summaries(&self) -> Vec<LevelSummary> {
        self.levels.iter().zip(&self.statistics).map(summary).collect()
    }

    /// The statistics as a table; empty if there are none.
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
            // A structure with named fields always is an object.
            _ => Map::new(),
        }
    }

    pub(crate) fn from_members(members: Map<String, Value>) -> Result<Self, String> {
        let certificate: Self =
            serde_json::from_value(Value::Object(members)).map_err(|error| error.to_string())?;
        if certificate.format != FORMAT {
            return Err(format!("it is a {:?}, not a {FORMAT:?}", certificate.format));
        }
        if certificate.version != VERSION {
            return Err(format!(
                "it is of version {}, this loyd reads version {VERSION}",
                certificate.version
            ));
        }
        let size = certificate.size().ok_or("its board is none")?;
        certificate.metric().ok_or("its metric is none")?;
        if certificate.start_cell >= size.cells() {
            return Err(format!("{size} has no cell {}", certificate.start_cell));
        }
        if !certificate.is_plausible(size) {
            return Err("what it says of its levels cannot be".to_owned());
        }
        Ok(certificate)
    }

    /// Returns whether a run of a board can have come to such numbers.
    fn is_plausible(&self, size: Size) -> bool {
        let level = |states| LevelSummary { states, ..LevelSummary::default() };
        let mut levels: Vec<_> = self.levels.iter().map(|&states| level(states)).collect();
        for (level, cost) in levels.iter_mut().zip(&self.statistics) {
            *level = summary((&level.states, cost));
        }
        plausible::levels(&levels, size)
            && self.statistics.len() <= levels.len()
            && self.samples.len() <= levels.len()
            && plausible::seconds(self.seconds)
            && plausible::seconds(self.setup_seconds)
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        loyd_tiles::parse_size(&self.puzzle).ok()
    }

    /// The metric.
    #[must_use]
    pub fn metric(&self) -> Option<MetricName> {
        document::metric(&self.metric)
    }

    /// Checks what must hold of the numbers, whatever the board.
    #[must_use]
    pub fn check(&self) -> Vec<Check> {
        let mut checks = vec![self.check_sum()];
        if self.complete {
            checks.push(self.check_total());
            checks.extend(self.check_colours());
        }
        checks.push(self.check_boards());
        checks
    }

    fn check_sum(&self) -> Check {
        let sum = self.levels.iter().try_fold(0u64, |sum, &level| sum.checked_add(level));
        let gap = self.levels.iter().position(|&level| level == 0);
        let found = match (sum, gap) {
            _ if self.levels.first() != Some(&1) => Err("depth 0 is not one state".into()),
            (_, Some(depth)) => Err(format!("no state at depth {depth}")),
            (Some(sum), None) if sum == self.total => Ok(format!("{} levels", self.levels.len())),
            _ => Err(format!("they do not add up to {}", self.total)),
        };
        Check { what: "levels add up to the total", found }
    }

    fn check_total(&self) -> Check {
        let expected = self.size().and_then(solvable_states);
        let radius = self.levels.len().checked_sub(1).map(|radius| radius as u32);
        let found = if expected != Some(u128::from(self.total)) {
            Err(format!("{} states, but {expected:?} can be reached", self.total))
        } else if self.radius != radius {
            Err(format!("the radius {:?} is not the last level {radius:?}", self.radius))
        } else {
            Ok(format!("{} states", self.total))
        };
        Check { what: "all states there are were counted", found }
    }

    /// A single-tile move changes the colour of the blank's cell: even depths hold the states with
    /// the blank on the colour of the start cell, and each cell has as many states.
    fn check_colours(&self) -> Option<Check> {
        let size = self.size().filter(|_| self.metric() == Some(MetricName::Single))?;
        let colour = |cell: usize| (size.column(cell) + size.row(cell)) % 2;
        let own = (0..size.cells()).filter(|&cell| colour(cell) == colour(self.start_cell));
        let expected = u128::from(self.total) / size.cells() as u128 * own.count() as u128;
        let even: u128 = self.levels.iter().step_by(2).map(|&level| u128::from(level)).sum();
        let found = if even == expected {
            Ok(format!("{even} states at even depths"))
        } else {
            Err(format!("{even} states at even depths instead of {expected}"))
        };
        Some(Check { what: "even and odd depths hold their colour", found })
    }

    fn check_boards(&self) -> Check {
        let mut boards = 0;
        let mut wrong = None;
        let antipodes = self.antipodes.iter().flatten();
        for line in self.samples.iter().flatten().chain(antipodes) {
            boards += 1;
            if self.board(line).is_none() {
                wrong = Some(format!("{line:?} is no board of this puzzle"));
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
        let found = wrong.map_or_else(|| Ok(format!("{boards} boards")), Err);
        Check { what: "kept boards are boards of this puzzle", found }
    }

    /// A board that was kept.
    #[must_use]
    pub fn board(&self, line: &str) -> Option<Position> {
        let tiles: Option<Vec<u64>> =
            line.split_whitespace().map(|tile| tile.parse().ok()).collect();
        Position::new(self.size()?, &tiles?).ok()
    }
}
