//! The engine as the rest of the crate sees it: from a request to a job, from a job to counts.

use super::step::Levels;
use crate::checkpoint::Checkpoints;
use crate::error::Unsuitable;
use crate::reference::forecast::strings;
use crate::{Counted, EngineName, EnumerateError, Job, Monitor, Request};
use loyd::puzzle::{Classes, Puzzle, Space, SpaceVisitor};
use std::fmt;
use std::sync::Arc;

const ENGINE: EngineName = EngineName::Symmetric;

/// What this engine would do for a request; allocates nothing that grows with the space.
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
    let memory = needed.min(allowed);
    Ok(Arc::new(Symmetric { request, classes: classes.into(), memory }))
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

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        _checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<P>, EnumerateError> {
        let Request { depth, threads, memory, .. } = self.request;
        let mut levels = Levels::new(&*self.classes, threads.max(1), memory);
        let mut counted = Counted { levels: vec![1], ..Counted::default() };
        counted.setup = monitor.elapsed();
        monitor.level(0, 1, levels.bytes());
        let mut d = 0;
        while depth != Some(d) {
            match levels.step(d + 1, depth == Some(d + 1), monitor) {
                Ok(0) => {
                    counted.exhausted = true;
                    break;
                }
                Ok(states) => {
                    d += 1;
                    counted.levels.push(states);
                    monitor.level(d, states, levels.bytes());
                }
                Err(cause) => {
                    counted.stopped = Some(cause);
                    break;
                }
            }
        }
        counted.peak_memory_bytes = levels.peak;
        Ok(counted)
    }
}
