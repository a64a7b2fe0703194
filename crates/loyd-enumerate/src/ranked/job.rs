//! The engine as a [`Job`]: planned from a request.

use super::levels::{Levels, memory, threads};
use super::snapshot::FORM;
use crate::bitmap::Bitmap;
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::record::RunRecord;
use crate::{Counted, EngineName, EnumerateError, Job, LevelSummary, Monitor, Request};
use loyd_search::observe::StopCause;
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
    // The kept states of a level as ranks, and for a moment those of two levels.
    let kept = 2 * 8 * states.min(request.antipodes as u64);
    let needed = memory(states, moves, threads).unwrap_or(u64::MAX).saturating_add(kept);
    if needed > request.memory {
        let allowed = request.memory;
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed, allowed });
    }
    Ok(Arc::new(Ranked { request: request.clone(), states, moves, threads, memory: needed }))
}

/// The size of a space.
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
        Some(Extent { states: space.ranking()?.size(), moves: space.letters() })
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

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError> {
        let Request { start, metric, .. } = &self.request;
        P::visit_space(start, *metric, Run { job: self, monitor, checkpoints })
    }
}

struct Run<'a, 'm, 'c, 'd, P: Puzzle> {
    job: &'a Ranked<P>,
    monitor: &'a mut Monitor<'m>,
    checkpoints: Option<&'c mut (dyn Checkpoints + 'd)>,
}

impl<P: Puzzle> SpaceVisitor<P> for Run<'_, '_, '_, '_, P> {
    type Output = Result<Counted<P>, EnumerateError>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let (Some(ranking), Some(successors)) = (space.ranking(), space.successors()) else {
            unreachable!("planned: every state has a number")
        };
        let Ranked { request, states, moves, threads, .. } = self.job;
        let start = ranking.rank(&space.state(&request.start));
        let levels = Levels::new(&*successors, *states, *moves, *threads)?;
        let position = |rank| space.position(&ranking.unrank(rank));
        let found = self.count(levels, start, &position)?;
        let deepest = found.deepest.filter(|_| request.antipodes > 0);
        let deepest = deepest.map(|ranks| ranks.into_iter().map(position).collect());
        Ok(Counted { deepest, ..found.counted })
    }
}

/// Counts, and the states of the last level as ranks.
struct Found<'p, P: Puzzle> {
    counted: Counted<P>,
    deepest: Option<Vec<u64>>,
    /// The position of a rank.
    position: &'p dyn Fn(u64) -> P::Position,
}

impl<P: Puzzle> Found<'_, P> {
    /// Adds a level, whose states are the frontier.
    fn add(&mut self, states: u64, frontier: &Bitmap, request: &Request<P>) {
        self.keep_deepest(states, frontier, request);
        self.counted.levels.push(states);
        let sample = sample(states, frontier, request.samples);
        self.counted.samples.push(sample.into_iter().map(self.position).collect());
    }

    /// Keeps the states of the last level, if they are within the limit.
    fn keep_deepest(&mut self, states: u64, frontier: &Bitmap, request: &Request<P>) {
        let all = states <= request.antipodes as u64;
        self.deepest = all.then(|| frontier.numbers().collect());
    }

    /// The level boundary without its bitmaps. The states of the last level are the frontier.
    fn snapshot(&self, request: &Request<P>, elapsed: Duration) -> Snapshot {
        let level = |&states| LevelSummary { states, ..LevelSummary::default() };
        let texts = |level: &Vec<P::Position>| level.iter().map(P::format).collect();
        let record = RunRecord {
            levels: self.counted.levels.iter().map(level).collect(),
            samples: self.counted.samples.iter().map(texts).collect(),
            ..RunRecord::of(request, FORM)
        };
        Snapshot { record, deepest: None, elapsed }
    }
}

/// Up to `most` states of a level, spread evenly over their ranks.
fn sample(states: u64, frontier: &Bitmap, most: usize) -> Vec<u64> {
    if most == 0 {
        return Vec::new();
    }
    let step = states.div_ceil(most as u64).max(1) as usize;
    frontier.numbers().step_by(step).collect()
}

impl<P: Puzzle> Run<'_, '_, '_, '_, P> {
    fn count<'p>(
        mut self,
        mut levels: Levels<'_>,
        start: u64,
        position: &'p dyn Fn(u64) -> P::Position,
    ) -> Result<Found<'p, P>, EnumerateError> {
        let request = &self.job.request;
        let bytes = self.job.memory;
        let mut found = self.begin(&mut levels, start, position)?;
        found.counted.peak_memory_bytes = bytes;
        let depth = |found: &Found<'_, P>| found.counted.levels.len() as u32 - 1;
        let mut stopped = self.monitor.check(depth(&found), 0, bytes);
        while stopped.is_none() && Some(depth(&found)) != request.depth && !found.counted.exhausted
        {
            match levels.step(depth(&found) + 1, bytes, self.monitor) {
                Ok(0) => found.counted.exhausted = true,
                Ok(states) => {
                    found.add(states, &levels.frontier, request);
                    self.monitor.level(depth(&found), states, bytes);
                    stopped = self.monitor.check(depth(&found), states, bytes);
                }
                Err(cause) => stopped = Some(cause),
            }
            self.save_if_due(&levels, &mut found, stopped);
        }
        found.counted.stopped = stopped;
        self.save_at_end(&levels, &mut found);
        Ok(found)
    }

    /// Starts, or resumes from a checkpoint.
    fn begin<'p>(
        &mut self,
        levels: &mut Levels<'_>,
        start: u64,
        position: &'p dyn Fn(u64) -> P::Position,
    ) -> Result<Found<'p, P>, EnumerateError> {
        let request = &self.job.request;
        let mut found = Found { counted: Counted::default(), deepest: None, position };
        let wanted = RunRecord::of(request, FORM);
        let saved = match self.checkpoints.as_deref_mut() {
            Some(checkpoints) => levels.load(&wanted, self.job.states, start, checkpoints)?,
            None => None,
        };
        if let Some((saved, bytes)) = saved {
            let counts = saved.record.counts();
            let last = counts.last().copied().unwrap_or_default();
            found.keep_deepest(last, &levels.frontier, request);
            found.counted.samples = saved.record.positions::<P>().map_err(StoreError::data)?;
            found.counted.samples.resize(counts.len(), Vec::new());
            found.counted.resumed_at = Some(saved.record.depth());
            found.counted.earlier = saved.elapsed;
            found.counted.bytes_read = bytes;
            self.monitor.resumed(counts.iter().rev().skip(1).sum());
            found.counted.levels = counts;
        } else {
            levels.begin(start);
            found.add(1, &levels.frontier, request);
        }
        let depth = found.counted.levels.len() as u32 - 1;
        let last = found.counted.levels.last().copied().unwrap_or_default();
        found.counted.setup = self.monitor.elapsed();
        self.monitor.level(depth, last, self.job.memory);
        Ok(found)
    }

    /// Time of the search so far, of all parts of the run.
    fn searched(&self, counted: &Counted<P>) -> Duration {
        counted.earlier + self.monitor.elapsed().saturating_sub(counted.setup)
    }

    /// Saves a checkpoint if one is due. Failure is not fatal: the previous one still exists, and
    /// the run continues.
    fn save_if_due(
        &mut self,
        levels: &Levels<'_>,
        found: &mut Found<'_, P>,
        stopped: Option<StopCause>,
    ) {
        let elapsed = self.searched(&found.counted);
        let depth = found.counted.levels.len() as u32 - 1;
        if let Some(checkpoints) = self.checkpoints.as_deref_mut()
            && !found.counted.exhausted
            && stopped.is_none()
            && checkpoints.is_due(depth)
        {
            let snapshot = found.snapshot(&self.job.request, elapsed);
            found.counted.bytes_written += levels.save(snapshot, checkpoints).unwrap_or(0);
        }
    }

    /// Saves a checkpoint at the end, also when the requested depth is reached: a later run may go
    /// deeper.
    fn save_at_end(&mut self, levels: &Levels<'_>, found: &mut Found<'_, P>) {
        let elapsed = self.searched(&found.counted);
        let snapshot = found.snapshot(&self.job.request, elapsed);
        let exhausted = found.counted.exhausted;
        let checkpoints = self.checkpoints.as_deref_mut().filter(|_| !exhausted);
        found.counted.saved = checkpoints.map(|checkpoints| {
            let written = levels.save(snapshot, checkpoints);
            written.map(|bytes| found.counted.bytes_written += bytes)
        });
    }
}
