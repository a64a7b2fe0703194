//! Pattern databases that are chosen for a puzzle by measurement.
//!
//! ```text
//! build the candidates of two PROBE_SHARES of the memory
//! for each candidate within the memory
//!     predicted := the line through the strongest probes of its form, of the mean over the logarithm of the size
//! for each candidate, the largest prediction first, that fits the rest of the memory
//!     build its table with all threads
//!     gain := mean over the sample of max(values, distances in the table) - mean of values
//!     if gain >= MIN_GAIN: it is in the set; values := the maximum
//!     stop after MAX_REJECTED candidates in a row without enough gain, or MAX_CHOSEN tables
//! remove tables whose loss lowers the mean by less than MIN_GAIN
//! ```
//!
//! A form is an orbit with a projection, such as pieces with their orientations; its candidates differ
//! in the pieces. The sample are uniform random states, whose values are 0 at first. A form with one size of probes
//! has the slope of a tree: with b moves that may follow a move, b times as many values are one move farther on average.
//!
//! | file | contents |
//! |---|---|
//! | `part` | a part of an orbit: the ranks of its values |
//! | `pattern` | parts of one or two orbits as an [abstraction](loyd_search::abstraction) |
//! | `candidates` | the patterns among which the set is chosen |
//! | `stored` | a set as bytes of a file, and the key under which a cache stores it |
//!
//! # Cost model
//!
//! A table of half-byte entries takes size / 2 bytes. Building it expands every value once: an unranking, and for each
//! letter a copy of 64 bytes, some 8 changed slots and a ranking of about 2n steps, n slots. A search ranks the state
//! for each table and reads one entry, a cache miss.
//!
//! Measured on two cores beside other programs: 3.3 to 3.9 million values a second of `twisty3x3x3`, 12 slots and 18
//! letters. The choice within 128 MiB takes 81 s (`docs/definitions.md`).

mod candidates;
mod part;
mod pattern;
mod stored;
#[cfg(test)]
mod tests;

pub use stored::{LAYOUT, PatternKey, PatternTables, StoredPatterns};

use crate::code::Code;
use crate::error::MAX_SLOTS;
use crate::metric::MetricName;
use crate::orbit::Slot;
use crate::position::Position;
use crate::random::Scrambler;
use candidates::Maker;
use loyd_search::abstraction::{BuildError, Options, Storage, Table, build};
use loyd_search::observe::Cancel;
use loyd_search::space::Reversible;
use pattern::{Pattern, WideSpace};
use std::sync::Arc;

/// Bytes of a set, if the user states none and the memory suffices.
const USUAL_BYTES: u64 = 128 << 20;

/// The share of the memory that a set takes at most, if the user does not state its bytes.
const MEMORY_SHARE: u64 = 4;

/// Bytes of a set within a limit of memory: a power of 2, so that a cache has few sets of a puzzle.
pub(crate) fn usual_bytes(memory: u64) -> u64 {
    let bytes = (memory / MEMORY_SHARE).clamp(1 << 20, USUAL_BYTES);
    1 << bytes.ilog2()
}

/// Random states on which tables are compared.
const SAMPLE: usize = 2_000;

/// The seed of the sample.
const SEED: u64 = 1;

/// Least part of the mean that a table must add, in moves.
const MIN_GAIN: f64 = 0.02;

/// Maximum number of tables.
const MAX_CHOSEN: usize = 8;

/// Number of candidates without enough gain after which no more are tried.
const MAX_REJECTED: usize = 3;

/// The largest distance in half a byte.
const MAX_OF_NIBBLES: u8 = 14;

/// Least number of entries of the largest probe, and the shares of all entries that it has otherwise.
const MIN_PROBE: u64 = 1 << 16;
const PROBE_SHARES: [u64; 2] = [2048, 128];

/// The reason why a set of tables is unavailable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternError {
    /// No part of the puzzle fits.
    #[error(
        "no part of the puzzle is small enough for a table of {bytes} bytes: more --memory may help"
    )]
    TooLarge {
        /// The bytes that the tables may take.
        bytes: u64,
    },
    /// A table could not be built.
    #[error(transparent)]
    Table(#[from] BuildError),
}

/// The goal, the metric and the limits of a set.
pub struct Request<'a> {
    /// The goals are its slots.
    pub goal: &'a Position,
    /// The metric of the distances.
    pub metric: MetricName,
    /// Maximum number of bytes of all tables.
    pub bytes: u64,
    /// Threads that build a table.
    pub threads: usize,
    /// Stops the build.
    pub cancel: Cancel,
}

/// A pattern with the distances of its values.
#[derive(Debug)]
struct Chosen {
    /// Its place among the candidates.
    place: usize,
    pattern: Pattern,
    table: Table,
}

impl Chosen {
    #[inline]
    fn distance<C: Code>(&self, codes: &[C]) -> u32 {
        self.table.value(self.pattern.rank_of(codes)).unwrap_or_default()
    }

    /// The maximum of values and distances, for each state of a sample.
    fn raise(&self, sample: &[Vec<u16>], values: &[u32]) -> Vec<u32> {
        sample.iter().zip(values).map(|(state, &value)| self.distance(state).max(value)).collect()
    }
}

/// Builds tables of candidates.
struct Builder<'a> {
    request: &'a Request<'a>,
    goals: Vec<[u16; MAX_SLOTS]>,
}

impl Builder<'_> {
    /// The number of entries in all tables.
    fn entries(&self, storage: Storage) -> u64 {
        let per_byte = if storage == Storage::Bytes { 1 } else { 2 };
        self.request.bytes.saturating_mul(per_byte)
    }

    /// The patterns of at most `max` values, with their places.
    fn candidates(&self, max: u64) -> impl Iterator<Item = (usize, Pattern)> + use<> {
        candidates(self.request.goal, self.request.metric, max).into_iter().enumerate()
    }

    fn table(
        &self,
        place: usize,
        pattern: Pattern,
        storage: Storage,
        progress: &mut dyn FnMut(&str, u32, u64, u64),
    ) -> Result<Chosen, BuildError> {
        let (threads, cancel) = (self.request.threads, self.request.cancel.clone());
        let options = Options { storage, threads, cancel };
        let table = build::<WideSpace, _>(&pattern, &self.goals, &options, &mut |at| {
            progress(pattern.name(), at.depth, at.done, at.size);
        })?;
        Ok(Chosen { place, pattern, table })
    }

    /// Form, values and mean of small tables; and the bits of an entry that suffice: half a byte unless distances are
    /// large already in them.
    fn probes(&self) -> Result<(Vec<Probe>, Storage), BuildError> {
        let all = self.entries(Storage::Bytes);
        let (mut probes, mut largest): (Vec<Probe>, _) = (Vec::new(), 0);
        for share in PROBE_SHARES {
            for (place, pattern) in self.candidates((all / share).max(MIN_PROBE).min(all)) {
                let (form, size) = (pattern.form.clone(), pattern.size());
                let same = |probe: &Probe| probe.form == form && probe.size == size;
                if probes.iter().any(same) {
                    continue;
                }
                let table = self.table(place, pattern, Storage::Bytes, &mut |_, _, _, _| ())?.table;
                largest = largest.max(table.maximum());
                probes.push(Probe { form, size, mean: table.mean() });
            }
        }
        let fits = largest + 2 <= u32::from(MAX_OF_NIBBLES);
        let storage =
            if fits { Storage::Nibbles { maximum: MAX_OF_NIBBLES } } else { Storage::Bytes };
        Ok((probes, storage))
    }

    /// The predicted mean of a pattern.
    fn prediction(&self, pattern: &Pattern, probes: &[Probe]) -> f64 {
        let letters = self.request.goal.model().letters(self.request.metric);
        let of_form: Vec<&Probe> = probes.iter().filter(|it| it.form == pattern.form).collect();
        let point = |probe: &&Probe| ((probe.size as f64).ln(), probe.mean);
        let points = || of_form.iter().map(point);
        let last = points().max_by(|(a, _), (b, _)| a.total_cmp(b)).unwrap_or((0.0, 0.0));
        let first = points().min_by(|(a, _), (b, _)| a.total_cmp(b)).unwrap_or((0.0, 0.0));
        let slope = if last.0 > first.0 {
            (last.1 - first.1) / (last.0 - first.0)
        } else {
            1.0 / letters.mean_followers().max(1.1).ln()
        };
        last.1 + slope * ((pattern.size() as f64).ln() - last.0)
    }
}

/// A small table.
struct Probe {
    form: String,
    size: u64,
    mean: f64,
}

/// Pattern databases, and the maximum of their distances.
#[derive(Clone, Debug)]
pub struct Patterns {
    chosen: Arc<Vec<Chosen>>,
}

impl Patterns {
    /// Chooses and builds a set of tables. `progress` receives a pattern, the distance that is expanded, the entries
    /// that have a distance, and all.
    ///
    /// # Errors
    /// If no pattern fits, memory is refused, or the work is cancelled.
    pub fn build(
        request: &Request<'_>,
        progress: &mut dyn FnMut(&str, u32, u64, u64),
    ) -> Result<Self, PatternError> {
        let space = WideSpace::new(request.goal, request.metric);
        let sample = sample(request.goal, &space);
        let builder = Builder { request, goals: space.goal_states() };
        let (probes, storage) = builder.probes()?;
        let entries = builder.entries(storage);
        let mut candidates: Vec<(f64, usize, Pattern)> = builder
            .candidates(entries)
            .map(|(place, pattern)| (builder.prediction(&pattern, &probes), place, pattern))
            .collect();
        candidates.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        let mut values = vec![0; sample.len()];
        let (mut chosen, mut rest, mut rejected) = (Vec::new(), entries, 0);
        for (_, place, pattern) in candidates {
            if chosen.len() == MAX_CHOSEN || rejected == MAX_REJECTED {
                break;
            }
            if pattern.size() > rest {
                continue;
            }
            let of_table = builder.table(place, pattern, storage, progress)?;
            let raised = of_table.raise(&sample, &values);
            if mean(&raised) - mean(&values) < MIN_GAIN {
                rejected += 1;
                continue;
            }
            (values, rejected) = (raised, 0);
            rest -= of_table.pattern.size();
            chosen.push(of_table);
        }
        remove_weak(&mut chosen, &sample);
        if chosen.is_empty() {
            return Err(PatternError::TooLarge { bytes: request.bytes });
        }
        chosen.sort_by_key(|of_table| of_table.place);
        Ok(Self { chosen: Arc::new(chosen) })
    }

    /// The maximum of the distances of a state, a code for each slot.
    #[inline]
    pub(crate) fn distance<C: Code>(&self, codes: &[C]) -> u32 {
        self.chosen.iter().map(|of_table| of_table.distance(codes)).max().unwrap_or_default()
    }

    /// Name, number of values, largest and mean distance of each table.
    pub fn tables(&self) -> impl Iterator<Item = (&str, u64, u32, f64)> {
        self.chosen.iter().map(|Chosen { pattern, table, .. }| {
            (pattern.name(), pattern.size(), table.maximum(), table.mean())
        })
    }

    /// The number of entries with each distance, over all tables.
    pub fn levels(&self) -> Vec<u64> {
        let mut sums = Vec::new();
        for of_table in &*self.chosen {
            let levels = of_table.table.levels();
            sums.resize(sums.len().max(levels.len()), 0);
            for (sum, level) in sums.iter_mut().zip(levels) {
                *sum += level;
            }
        }
        sums
    }
}

/// The patterns of at most `max` values, in the order in which they are tried.
fn candidates(goal: &Position, metric: MetricName, max: u64) -> Vec<Pattern> {
    let model = goal.model();
    let letters = model.letters(metric);
    let others = goal.others().iter().map(|slots| &slots[..]);
    let goals: Vec<&[Slot]> = [goal.slots()].into_iter().chain(others).collect();
    Maker { orbits: model.definition().orbits(), letters, goals, max }.patterns()
}

/// Uniform random states, a code for each slot.
fn sample(goal: &Position, space: &WideSpace) -> Vec<Vec<u16>> {
    let mut scrambler = Scrambler::new(SEED);
    let state = |_| {
        let position = scrambler.position(goal);
        space.code(position.slots())[..space.slot_count()].to_vec()
    };
    (0..SAMPLE).map(state).collect()
}

/// Removes tables without which the mean of the sample is hardly lower, the weakest first.
fn remove_weak(chosen: &mut Vec<Chosen>, sample: &[Vec<u16>]) {
    let mut values: Vec<Vec<u32>> = chosen
        .iter()
        .map(|of_table| sample.iter().map(|state| of_table.distance(state)).collect())
        .collect();
    let mean_without = |values: &[Vec<u32>], without: usize| {
        let maximum = |state: usize| {
            let others = values.iter().enumerate().filter(|&(table, _)| table != without);
            others.map(|(_, of_table)| of_table[state]).max().unwrap_or_default()
        };
        mean(&(0..sample.len()).map(maximum).collect::<Vec<u32>>())
    };
    while chosen.len() > 1 {
        let all = mean_without(&values, usize::MAX);
        let losses = (0..chosen.len()).map(|table| (table, all - mean_without(&values, table)));
        let weakest = losses.min_by(|(_, a), (_, b)| a.total_cmp(b));
        match weakest.filter(|&(_, loss)| loss < MIN_GAIN) {
            Some((table, _)) => {
                chosen.remove(table);
                values.remove(table);
            }
            None => return,
        }
    }
}

fn mean(values: &[u32]) -> f64 {
    let sum: u64 = values.iter().map(|&value| u64::from(value)).sum();
    sum as f64 / values.len().max(1) as f64
}
