//! The record of a run at a level boundary: everything that a store saves except the states.
//!
//! Every store of states uses it: [checkpoints](crate::checkpoint), [lists](crate::lists) and the
//! levels in files of engines for one puzzle. A record that was read is checked once, by
//! [`RunRecord::check`], against the resumed run, before any use.

use crate::{LevelSummary, Request};
use loyd_search::puzzle::Puzzle;
use std::time::Duration;

/// The maximum number of levels: a guard against hostile files.
const MAX_LEVELS: usize = 4000;
/// The maximum size of a sample.
pub const MAX_SAMPLES: usize = 1_000;
/// The maximum duration of a run in seconds: three hundred years.
const MAX_SECONDS: f64 = 1e10;
/// The maximum traffic of a run in bytes.
const MAX_BYTES: u64 = 1 << 60;

/// A run at a level boundary, without its states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunRecord {
    /// The puzzle, as results name it.
    pub puzzle: String,
    /// The metric.
    pub metric: String,
    /// The start, on one line.
    pub start: String,
    /// The representation of states in the store, with its version: an engine resumes only from its
    /// own.
    pub form: String,
    /// The states at each depth so far, and the cost of each level.
    pub levels: Vec<LevelSummary>,
    /// A sample of each level, positions on one line; shorter than the levels, or with gaps, if no
    /// samples were requested for a while.
    pub samples: Vec<Vec<String>>,
}

impl RunRecord {
    /// The record of a request before its first level.
    pub fn of<P: Puzzle>(request: &Request<P>, form: impl Into<String>) -> Self {
        Self {
            puzzle: P::shape(&request.start),
            metric: request.metric.to_string(),
            start: P::format(&request.start),
            form: form.into(),
            ..Self::default()
        }
    }

    /// The depth of the last level.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// The states at each depth.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.states).collect()
    }

    /// The time of all levels.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let seconds = self.levels.iter().map(|level| level.seconds).sum();
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// Compares the record with that of the resumed run, whose space has `states`
    /// states, if their number is defined; and its levels with possible ones.
    ///
    /// # Errors
    /// The difference.
    pub fn check(&self, requested: &Self, states: Option<u128>) -> Result<(), &'static str> {
        if self.puzzle != requested.puzzle {
            return Err("it is of another puzzle");
        }
        if self.metric != requested.metric {
            return Err("it is of another metric");
        }
        if self.start != requested.start {
            return Err("it is of another start");
        }
        if self.form != requested.form {
            return Err("its states are stored in another form: start again");
        }
        self.check_levels(states)
    }

    /// Checks the levels and samples alone.
    ///
    /// # Errors
    /// The impossible part.
    pub fn check_levels(&self, states: Option<u128>) -> Result<(), &'static str> {
        if self.levels.len() > MAX_LEVELS || !are_possible(&self.levels, states) {
            return Err("its levels are impossible");
        }
        let sizes = self.samples.iter().map(Vec::len).zip(&self.levels);
        let too_many = |(size, level): (usize, &LevelSummary)| {
            size > MAX_SAMPLES || size as u64 > level.states
        };
        if self.samples.len() > self.levels.len() || sizes.into_iter().any(too_many) {
            return Err("a sample is larger than its level");
        }
        Ok(())
    }

    /// The samples as positions.
    ///
    /// # Errors
    /// If a text is not a position of the puzzle.
    pub fn positions<P: Puzzle>(&self) -> Result<Vec<Vec<P::Position>>, &'static str> {
        let wrong = "a sample is not a position of this puzzle";
        let position = |text: &String| {
            let position = P::parse(text, Some(&self.puzzle)).map_err(|_| wrong)?;
            if P::shape(&position) == self.puzzle { Ok(position) } else { Err(wrong) }
        };
        let level = |texts: &Vec<String>| texts.iter().map(position).collect();
        self.samples.iter().map(level).collect()
    }
}

/// Returns whether a duration of this many seconds is possible.
#[must_use]
pub fn is_duration(seconds: f64) -> bool {
    (0.0..=MAX_SECONDS).contains(&seconds)
}

/// Returns whether a level can have this cost.
#[must_use]
pub fn is_cost(level: &LevelSummary) -> bool {
    let bytes = [level.bytes_read, level.bytes_written, level.partial_bytes];
    bytes.into_iter().all(|bytes| bytes <= MAX_BYTES)
        && is_duration(level.seconds)
        && is_duration(level.waited)
}

/// Returns whether levels of a space with `all` states, if that is defined, can have these states and
/// costs: one state at the start, some at each depth, none more than there are.
#[must_use]
pub fn are_possible(levels: &[LevelSummary], all: Option<u128>) -> bool {
    let (mut states, mut bytes, mut time) = (0u64, 0u64, 0.0);
    for level in levels {
        let Some(sum) = states.checked_add(level.states).filter(|_| level.states > 0) else {
            return false;
        };
        states = sum;
        for amount in [level.bytes_read, level.bytes_written, level.partial_bytes] {
            bytes = bytes.saturating_add(amount);
        }
        time += level.seconds + level.waited;
        if !is_cost(level) {
            return false;
        }
    }
    levels.first().is_some_and(|start| start.states == 1)
        && bytes <= MAX_BYTES
        && is_duration(time)
        && all.is_none_or(|all| u128::from(states) <= all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(states: u64) -> LevelSummary {
        LevelSummary { states, ..LevelSummary::default() }
    }

    fn levels(counts: &[u64]) -> Vec<LevelSummary> {
        counts.iter().copied().map(level).collect()
    }

    #[test]
    fn levels_have_states_of_the_board_and_times_of_this_world() {
        let twelve = Some(12);
        assert!(are_possible(&levels(&[1, 2, 2, 2, 2, 2, 1]), twelve), "all twelve");
        assert!(are_possible(&levels(&[1]), twelve));
        for bad in [&[][..], &[2], &[1, 0, 3], &[1, 2, 10], &[1, u64::MAX, 2]] {
            assert!(!are_possible(&levels(bad), twelve), "{bad:?}");
        }
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e30] {
            assert!(!are_possible(&[LevelSummary { seconds, ..level(1) }], None), "{seconds}");
            let waited = seconds;
            assert!(!are_possible(&[LevelSummary { waited, ..level(1) }], None), "{seconds}");
        }
        let bytes_read = u64::MAX;
        assert!(!are_possible(&[LevelSummary { bytes_read, ..level(1) }], None));
    }

    type Change = fn(&mut RunRecord);

    #[test]
    fn every_difference_to_the_request_is_named() {
        let text = |text: &str| text.to_owned();
        let good = RunRecord {
            puzzle: text("2x2"),
            metric: text("single"),
            start: text("1 2 3 0"),
            form: text("keys 1"),
            levels: levels(&[1, 2, 2]),
            samples: vec![vec![text("1 2 3 0")], Vec::new()],
        };
        let requested = RunRecord { levels: Vec::new(), samples: Vec::new(), ..good.clone() };
        assert_eq!(good.check(&requested, Some(12)), Ok(()));
        let bad: [(Change, &str); 7] = [
            (|it| it.puzzle.push('1'), "puzzle"),
            (|it| it.metric.clear(), "metric"),
            (|it| it.start.push('1'), "start"),
            (|it| it.form.push('1'), "form"),
            (|it| it.levels[1].states = 0, "impossible"),
            (|it| it.samples[0].push("2".into()), "sample"),
            (|it| it.samples.resize(4, Vec::new()), "sample"),
        ];
        for (change, what) in bad {
            let mut record = good.clone();
            change(&mut record);
            let check = record.check(&requested, Some(12));
            assert!(check.is_err_and(|message| message.contains(what)), "{what}: {check:?}");
        }
    }
}
