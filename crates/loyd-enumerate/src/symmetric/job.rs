//! The engine as the rest of the crate sees it: from a request to a job, from a job to counts.

use super::saved::FORM;
use super::step::Levels;
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::record::RunRecord;
use crate::reference::forecast::strings;
use crate::{Counted, EngineName, EnumerateError, Job, LevelSummary, Monitor, Request, states};
use loyd_search::puzzle::{Classes, Puzzle, Space, SpaceVisitor};
use std::fmt;
use std::sync::Arc;

const ENGINE: EngineName = EngineName::Symmetric;

/// Plans a request for this engine; allocates nothing that grows with the space.
///
/// # Errors
/// If the puzzle has no classes, or what is not in its power is asked for.
pub(crate) fn job<P: Puzzle>(request: &Request<P>) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    let puzzle = P::shape(&request.start);
    let unsuited =
        |reason| EnumerateError::Unsuited { engine: ENGINE, puzzle: puzzle.clone(), reason };
    let start = &request.start;
    let space = InSpace { start, depth: request.depth, threads: request.threads };
    let Some((classes, needed)) = P::visit_space(start, request.metric, space) else {
        return Err(unsuited(Unsuitable::NoSuchEngine));
    };
    if request.antipodes > 0 {
        return Err(unsuited(Unsuitable::Antipodes));
    }
    let least = Levels::fixed(&*classes, request.threads.max(1));
    let (request, allowed) = (request.clone(), request.memory);
    if least > allowed {
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed: least, allowed });
    }
    let states = states::<P>(&request.start, request.metric);
    // An engine that was asked for by name goes as far as memory allows.
    let free = request.engine.is_none() && request.depth.is_none();
    if free && exceeds(states, classes.most(), 8.0, allowed) {
        return Err(too_large(&request));
    }
    let memory = needed.min(allowed);
    Ok(Arc::new(Symmetric { request, classes: classes.into(), memory }))
}

/// The error for a whole space that no memory holds, with the deepest level that the memory limit certainly holds.
pub(super) fn too_large<P: Puzzle>(request: &Request<P>) -> EnumerateError {
    let fits = |&depth: &u32| {
        let space = InSpace { start: &request.start, depth: Some(depth), threads: request.threads };
        let needed = P::visit_space(&request.start, request.metric, space);
        needed.is_some_and(|(_, needed)| needed <= request.memory)
    };
    EnumerateError::TooLarge {
        puzzle: P::shape(&request.start),
        states: states::<P>(&request.start, request.metric),
        needed: None,
        memory: request.memory,
        depth: (1..u32::from(u8::MAX)).take_while(fits).last(),
    }
}

/// Returns whether the largest level of a space exceeds `allowed` bytes: of up to [`LEVELS`] levels the largest
/// has at least the mean number of states, in classes of at most `most` states.
pub(super) fn exceeds(states: Option<u128>, most: usize, bytes_a_key: f64, allowed: u64) -> bool {
    /// The 3x3x3 cube has 21 levels in half turns and 27 in quarter turns; puzzles with few moves have more.
    const LEVELS: f64 = 100.0;
    states.is_some_and(|states| {
        states as f64 / most.max(1) as f64 / LEVELS * bytes_a_key > allowed as f64
    })
}

/// Finds the classes of a space, and how much memory a depth takes at most.
struct InSpace<'a, P: Puzzle> {
    start: &'a P::Position,
    depth: Option<u32>,
    threads: usize,
}

impl<P: Puzzle> SpaceVisitor<P> for InSpace<'_, P> {
    type Output = Option<(Box<dyn Classes>, u64)>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let classes = space.classes()?;
        // Classes are at most as many as states, and states as move strings.
        let most = |depth: u32| strings(&space, &space.state(self.start)).nth(depth as usize);
        let keys = self.depth.map_or(u64::MAX, |depth| {
            let [before, previous] =
                [2, 1].map(|d| most(depth.saturating_sub(d)).unwrap_or(u64::MAX));
            // Candidates and what they leave, with the room that buckets need for their spread.
            let made = previous.saturating_mul(4 * classes.most() as u64);
            before.saturating_add(previous).saturating_add(made)
        });
        let fixed = Levels::fixed(&*classes, self.threads.max(1));
        // Small buckets are larger than their keys.
        let needed = keys.saturating_mul(8).saturating_add(fixed).saturating_add(16 << 20);
        Some((classes, needed))
    }
}

struct Symmetric<P: Puzzle> {
    request: Request<P>,
    classes: Arc<dyn Classes>,
    memory: u64,
}

impl<P: Puzzle> fmt::Debug for Symmetric<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symmetric").field("request", &self.request).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Job<P> for Symmetric<P> {
    fn method(&self) -> &'static str {
        "breadth-first search on classes of states under symmetry, sorted lists of two levels"
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn is_exhaustive(&self) -> bool {
        false
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError> {
        let Request { threads, memory, .. } = self.request;
        let levels = Levels::new(&*self.classes, threads.max(1), memory);
        Run { job: self, monitor, checkpoints, levels, counted: Counted::default() }.count()
    }
}

/// A run: the levels, what was counted of them, and those that it reports to.
struct Run<'a, 'm, 'c, 'd, P: Puzzle> {
    job: &'a Symmetric<P>,
    monitor: &'a mut Monitor<'m>,
    checkpoints: Option<&'c mut (dyn Checkpoints + 'd)>,
    levels: Levels<'a>,
    counted: Counted<P>,
}

impl<P: Puzzle> Run<'_, '_, '_, '_, P> {
    fn count(mut self) -> Result<Counted<P>, EnumerateError> {
        self.begin()?;
        let depth = self.job.request.depth;
        // Of the last level nothing is kept, so it is no boundary to continue from.
        let mut boundary = self.counted.levels.len() as u32 - 1;
        while self.counted.stopped.is_none() && depth.is_none_or(|depth| boundary < depth) {
            let next = boundary + 1;
            let last = depth == Some(next);
            match self.levels.step(next, last, self.monitor) {
                Ok(0) => {
                    self.counted.exhausted = true;
                    break;
                }
                Ok(states) => {
                    self.counted.levels.push(states);
                    self.monitor.level(next, states, self.levels.bytes());
                    if last {
                        break;
                    }
                    boundary = next;
                    self.save_if_due(boundary);
                    self.counted.stopped = self.monitor.check(next, states, self.levels.bytes());
                }
                Err(cause) => self.counted.stopped = Some(cause),
            }
        }
        if !self.counted.exhausted {
            self.counted.saved = self.save(boundary);
        }
        self.counted.peak_memory_bytes = self.levels.peak;
        Ok(self.counted)
    }

    /// Begins, or continues from what was saved.
    fn begin(&mut self) -> Result<(), EnumerateError> {
        let wanted = RunRecord::of(&self.job.request, FORM);
        let saved = match self.checkpoints.as_deref_mut() {
            Some(checkpoints) => self.levels.load(&wanted, checkpoints)?,
            None => None,
        };
        if let Some((saved, bytes)) = saved {
            let counts = saved.record.counts();
            self.counted.resumed_at = Some(saved.record.depth());
            self.counted.earlier = saved.elapsed;
            self.counted.bytes_read = bytes;
            self.monitor.resumed(counts.iter().rev().skip(1).sum());
            self.counted.levels = counts;
        } else {
            self.counted.levels = vec![1];
        }
        self.counted.setup = self.monitor.elapsed();
        let depth = self.counted.levels.len() as u32 - 1;
        let last = self.counted.levels.last().copied().unwrap_or_default();
        self.monitor.level(depth, last, self.levels.bytes());
        Ok(())
    }

    /// The level boundary at some depth, without its keys.
    fn snapshot(&self, depth: u32) -> Snapshot {
        let levels = self.counted.levels.iter().take(depth as usize + 1);
        let level = |&states| LevelSummary { states, ..LevelSummary::default() };
        let levels = levels.map(level).collect();
        let record = RunRecord { levels, ..RunRecord::of(&self.job.request, FORM) };
        let elapsed =
            self.counted.earlier + self.monitor.elapsed().saturating_sub(self.counted.setup);
        Snapshot { record, deepest: None, elapsed }
    }

    /// Saves the boundary at some depth, where there is a place for it.
    fn save(&mut self, depth: u32) -> Option<Result<(), StoreError>> {
        let snapshot = self.snapshot(depth);
        let checkpoints = self.checkpoints.as_deref_mut()?;
        let written = self.levels.save(snapshot, checkpoints);
        Some(written.map(|bytes| self.counted.bytes_written += bytes))
    }

    /// One that fails costs nothing yet: the one before is still there, and the run goes on.
    fn save_if_due(&mut self, depth: u32) {
        if self.checkpoints.as_deref_mut().is_some_and(|place| place.is_due(depth)) {
            let _ = self.save(depth);
        }
    }
}
