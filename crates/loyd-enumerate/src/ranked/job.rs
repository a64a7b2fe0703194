//! The engine as a [`Job`]: planned from a request.

use super::levels::{Levels, memory, threads};
use super::snapshot::FORM;
use crate::bitmap::Bitmap;
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::level_loop::{Begin, LevelEngine, LevelOrder, Step, count_levels};
use crate::record::RunRecord;
use crate::{EngineName, EngineResult, EnumerateError, Job, LevelSummary, Monitor, Request};
use loyd_search::puzzle::{Puzzle, Space, SpaceVisitor};
use loyd_search::space::Ranking;
use std::sync::Arc;
use std::time::Duration;

const ENGINE: EngineName = EngineName::Memory;

/// Plans the engine for a request; allocates nothing that grows with the space.
///
/// # Errors
/// If the states have no ranks, or their bitmaps exceed the memory limit.
pub(crate) fn job<P: Puzzle>(request: &Request<P>) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    let puzzle = P::shape(&request.start);
    let Some(Extent { states, moves }) = P::visit_space(&request.start, request.metric, Extents)
    else {
        let reason = Unsuitable::NoNumbers;
        return Err(EnumerateError::Unsuited { engine: ENGINE, puzzle, reason });
    };
    let threads = threads(states, request.threads);
    // The deepest states of a level as ranks, and briefly those of two levels.
    let deepest_bytes = 2 * 8 * states.min(request.antipodes as u64);
    let needed = memory(states, moves, threads).unwrap_or(u64::MAX).saturating_add(deepest_bytes);
    if needed > request.memory {
        let allowed = request.memory;
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed, allowed });
    }
    Ok(Arc::new(Ranked { request: request.clone(), states, moves, threads, memory: needed }))
}

struct Extent {
    states: u64,
    /// Maximum number of moves of a state.
    moves: usize,
}

/// Determines the size of a space, if its states have ranks.
struct Extents;

impl<P: Puzzle> SpaceVisitor<P> for Extents {
    type Output = Option<Extent>;

    fn visit<S: Space<P>>(self, space: S) -> Option<Extent> {
        Some(Extent { states: space.ranking()?.size(), moves: space.max_moves() })
    }
}

#[derive(Debug)]
struct Ranked<P: Puzzle> {
    request: Request<P>,
    states: u64,
    moves: usize,
    threads: usize,
    memory: u64,
}

impl<P: Puzzle> Job<P> for Ranked<P> {
    fn method(&self) -> &'static str {
        "breadth-first search on the numbers of states, three bitmaps over all of them"
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError> {
        let Request { start, metric, .. } = &self.request;
        P::visit_space(start, *metric, Run { job: self, monitor })
    }
}

struct Run<'a, 'm, P: Puzzle> {
    job: &'a Ranked<P>,
    monitor: &'a mut Monitor<'m>,
}

impl<P: Puzzle> SpaceVisitor<P> for Run<'_, '_, P> {
    type Output = Result<EngineResult<P>, EnumerateError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let (Some(ranking), Some(successors)) = (space.ranking(), space.successors()) else {
            unreachable!("planned: every state has a number")
        };
        let Ranked { request, states, moves, threads, memory } = self.job;
        let position = |rank| space.position(&ranking.unrank(rank));
        let mut engine = Engine {
            levels: Levels::new(&*successors, *states, *moves, *threads)?,
            request,
            memory: *memory,
            counts: Vec::new(),
            samples: Vec::new(),
            deepest: None,
            position: &position,
        };
        let starts = space.starts(&request.start);
        let starts: Vec<u64> = starts.iter().map(|start| ranking.rank(start)).collect();
        engine.begin(*states, &starts, self.monitor)?;
        let begin = Begin::of(self.monitor);
        let counted = count_levels::<P>(&mut engine, begin, request.depth, self.monitor)?;
        let Engine { deepest, samples, .. } = engine;
        let deepest = deepest.filter(|_| request.antipodes > 0);
        let deepest = deepest.map(|ranks| ranks.into_iter().map(position).collect());
        Ok(EngineResult { deepest, samples, ..counted })
    }
}

/// The bitmaps between two levels, and the counts.
struct Engine<'a, P: Puzzle> {
    levels: Levels<'a>,
    request: &'a Request<P>,
    memory: u64,
    counts: Vec<u64>,
    samples: Vec<Vec<P::Position>>,
    /// The ranks of the last level, if they are within the limit.
    deepest: Option<Vec<u64>>,
    position: &'a dyn Fn(u64) -> P::Position,
}

impl<P: Puzzle> Engine<'_, P> {
    /// Starts, or resumes from a checkpoint.
    fn begin(
        &mut self,
        states: u64,
        starts: &[u64],
        monitor: &mut Monitor<'_>,
    ) -> Result<(), EnumerateError> {
        let requested = RunRecord::of(self.request, FORM);
        if let Some(saved) = self.levels.load(&requested, states, starts, monitor)? {
            self.counts = saved.record.counts();
            self.samples = saved.record.positions::<P>().map_err(StoreError::data)?;
            self.samples.resize(self.counts.len(), Vec::new());
            self.set_deepest();
        } else {
            self.levels.begin(starts);
            self.add(starts.len() as u64);
        }
        Ok(())
    }

    /// Adds a level, whose states are the frontier.
    fn add(&mut self, states: u64) {
        self.counts.push(states);
        let sample = sample(states, &self.levels.frontier, self.request.samples);
        self.samples.push(sample.into_iter().map(self.position).collect());
        self.set_deepest();
    }

    /// Takes the states of the last level from the frontier.
    fn set_deepest(&mut self) {
        let last = self.counts.last().copied().unwrap_or_default();
        let all = last <= self.request.antipodes as u64;
        self.deepest = all.then(|| self.levels.frontier.numbers().collect());
    }
}

impl<P: Puzzle> LevelEngine for Engine<'_, P> {
    fn counts(&self) -> Vec<u64> {
        self.counts.clone()
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        Ok(match self.levels.step(order.depth, self.memory, monitor) {
            Ok(0) => Step::Complete,
            Ok(states) => {
                self.add(states);
                Step::Level
            }
            Err(cause) => Step::Stopped(cause),
        })
    }

    fn save(
        &mut self,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let texts = |level: &Vec<P::Position>| level.iter().map(P::format).collect();
        let record = RunRecord {
            levels: LevelSummary::of_counts(&self.counts),
            samples: self.samples.iter().map(texts).collect(),
            ..RunRecord::of(self.request, FORM)
        };
        self.levels.save(Snapshot { record, deepest: None, elapsed }, checkpoints)
    }
}

/// Up to `max_states` states of a level, spread evenly over their ranks.
fn sample(states: u64, frontier: &Bitmap, max_states: usize) -> Vec<u64> {
    if max_states == 0 {
        return Vec::new();
    }
    let step = states.div_ceil(max_states as u64).max(1) as usize;
    frontier.numbers().step_by(step).collect()
}
