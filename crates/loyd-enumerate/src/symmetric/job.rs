//! The engine as the rest of the crate sees it: from a request to a job, from a job to counts.

use super::saved::FORM;
use super::step::Levels;
use crate::checkpoint::{Checkpoints, Snapshot, StoreError};
use crate::error::Unsuitable;
use crate::level_loop::{Begin, LevelEngine, LevelOrder, Step, count_levels};
use crate::record::RunRecord;
use crate::reference::forecast::strings;
use crate::{
    EngineName, EngineResult, EnumerateError, Job, LevelSummary, Monitor, Request, states,
};
use loyd_search::puzzle::{Classes, Puzzle, Space, SpaceVisitor};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

const ENGINE: EngineName = EngineName::Symmetric;

/// Plans a request for this engine; allocates nothing that grows with the space.
///
/// # Errors
/// If the puzzle has no classes, or the request exceeds the abilities of the engine.
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
    let min_memory = Levels::fixed(&*classes, request.threads.max(1));
    let (request, allowed) = (request.clone(), request.memory);
    if min_memory > allowed {
        let needed = min_memory;
        return Err(EnumerateError::DoesNotFit { engine: ENGINE, puzzle, needed, allowed });
    }
    let states = states::<P>(&request.start, request.metric);
    // An engine requested by name continues to the memory limit.
    let free = request.engine.is_none() && request.depth.is_none();
    if free && exceeds(states, classes.max_neighbours(), 8.0, allowed) {
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
/// has at least the mean number of states, in classes of at most `size` states.
pub(super) fn exceeds(states: Option<u128>, size: usize, bytes_a_key: f64, allowed: u64) -> bool {
    /// The 3x3x3 cube has 21 levels in half turns and 27 in quarter turns; puzzles with few moves have more.
    const LEVELS: f64 = 100.0;
    states.is_some_and(|states| {
        states as f64 / size.max(1) as f64 / LEVELS * bytes_a_key > allowed as f64
    })
}

/// Finds the classes of a space, and an upper bound for the memory of a depth.
struct InSpace<'a, P: Puzzle> {
    start: &'a P::Position,
    depth: Option<u32>,
    threads: usize,
}

impl<P: Puzzle> SpaceVisitor<P> for InSpace<'_, P> {
    type Output = Option<(Box<dyn Classes>, u64)>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        let classes = space.classes()?;
        // Move strings bound the states, and states the classes.
        let bound = |depth: u32| strings(&space, &space.starts(self.start)).nth(depth as usize);
        let keys = self.depth.map_or(u64::MAX, |depth| {
            let [before, previous] =
                [2, 1].map(|d| bound(depth.saturating_sub(d)).unwrap_or(u64::MAX));
            // Candidates and what they leave, with the room that buckets need for their spread.
            let next = previous.saturating_mul(4 * classes.max_neighbours() as u64);
            before.saturating_add(previous).saturating_add(next)
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

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<P>, EnumerateError> {
        let Request { threads, memory, depth, .. } = self.request;
        let mut engine = Engine {
            levels: Levels::new(&*self.classes, threads.max(1), memory),
            request: &self.request,
            counts: vec![1],
            boundary: 0,
        };
        if let Some(saved) = engine.levels.load(&RunRecord::of(&self.request, FORM), monitor)? {
            engine.counts = saved.record.counts();
            engine.boundary = saved.record.depth();
        }
        let counted = count_levels(&mut engine, Begin::of(monitor), depth, monitor)?;
        Ok(EngineResult { peak_memory_bytes: engine.levels.peak, ..counted })
    }
}

/// The keys of two levels, and the counts.
struct Engine<'a, P: Puzzle> {
    levels: Levels<'a>,
    request: &'a Request<P>,
    counts: Vec<u64>,
    /// The level whose keys are stored; those of the last level requested are not.
    boundary: u32,
}

impl<P: Puzzle> LevelEngine for Engine<'_, P> {
    fn counts(&self) -> Vec<u64> {
        self.counts.clone()
    }

    fn memory(&self) -> u64 {
        self.levels.bytes()
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        let is_last = order.is_last();
        match self.levels.step(order.depth, is_last, monitor) {
            Ok(0) => return Ok(Step::Complete),
            Ok(states) => self.counts.push(states),
            Err(cause) => return Ok(Step::Stopped(cause)),
        }
        if !is_last {
            self.boundary = order.depth;
        }
        Ok(Step::Level)
    }

    fn save(
        &mut self,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let levels = LevelSummary::of_counts(&self.counts[..=self.boundary as usize]);
        let record = RunRecord { levels, ..RunRecord::of(self.request, FORM) };
        self.levels.save(Snapshot { record, deepest: None, elapsed }, checkpoints)
    }
}
