//! The engine as a [`Job`]: planned from a request and a store.

use super::board_image::BoardImage;
use super::format::{ListFormat, task};
use crate::{ensure_order, record, reference};
use loyd_enumerate::Unsuitable;
use loyd_enumerate::lists::job::{self as lists, ListJob, MakeForm};
use loyd_enumerate::lists::{ListStore, MemoryListStore};
use loyd_enumerate::{EngineName, EnumerateError, Job, Request};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size, solvable_states};
use std::sync::Arc;

/// Plans the engine for a request without a folder. Unless it is requested by name, it leaves to
/// other engines spaces that fit in memory with one bit a state, and runs without a depth limit.
pub(crate) fn in_memory(request: &Request<Tiles>) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    let job = job(request, Arc::new(MemoryListStore::new()), false)?;
    let states = solvable_states(request.start.size()).unwrap_or(u128::MAX);
    let beyond = states / 8 > u128::from(request.memory);
    if request.engine.is_none() && (request.depth.is_none() || !beyond) {
        return Err(unsuited(request.start.size(), Unsuitable::NoDepth));
    }
    Ok(job)
}

/// Returns whether a request is limited to the first levels of a board: those before the large
/// middle levels, for which bitmaps on disk are shorter than lists. At depth 40 of 4x4 and 37 of
/// 5x3, two and a half times the number of cells, a level has one in 180 to 250 of all states; in
/// the multi-tile metric the limit is half as deep.
#[must_use]
pub fn is_shallow(request: &Request<Tiles>) -> bool {
    let cells = request.start.size().cells() as u64;
    let max_depth = match request.metric {
        MetricName::Single => 5 * cells / 2,
        MetricName::Multi => 5 * cells / 4,
    };
    request.depth.is_some_and(|depth| u64::from(depth) <= max_depth)
}

fn unsuited(size: Size, reason: Unsuitable) -> EnumerateError {
    EnumerateError::Unsuited { engine: EngineName::Frontier, puzzle: size.to_string(), reason }
}

/// Plans the engine for a request with a store; allocates nothing. With `resume` the run continues
/// from the last committed level, if there is one; without, the contents of the store are lost when
/// the job runs.
///
/// # Errors
/// If the board is unsuitable, or the store cannot be opened or contains another run.
pub fn job(
    request: &Request<Tiles>,
    store: Arc<dyn ListStore>,
    resume: bool,
) -> Result<Arc<dyn Job<Tiles>>, EnumerateError> {
    ensure_order(request)?;
    let (size, start) = (request.start.size(), request.start.blank());
    let image = BoardImage::of(size, start);
    if request.antipodes > 0 {
        return Err(unsuited(size, Unsuitable::Antipodes));
    }
    let form = ListFormat::of(&image, request.metric);
    let form = form.ok_or_else(|| unsuited(size, Unsuitable::LongStates))?;
    let record = record(size.width(), size.height(), request.metric, start, form.name());
    let min_memory = form.min_memory(request.threads);
    if min_memory > request.memory {
        let (engine, puzzle, allowed) = (EngineName::Frontier, size.to_string(), request.memory);
        return Err(EnumerateError::DoesNotFit { engine, puzzle, needed: min_memory, allowed });
    }
    let states = solvable_states(size);
    let saved = if resume { lists::open::<Tiles>(&*store, &record, states)? } else { None };
    // Tiles of larger boards exceed a byte.
    let samples = if size.cells() > 256 { 0 } else { request.samples };
    let (cell, threads) = (image.start, request.threads);
    let task = task(image, request.memory, samples, record);
    let method = form.method();
    let form: MakeForm = Box::new(move || form.form(cell, threads));
    // Sets of states take more bytes a state than lists and the successors that become the next
    // level.
    let max_memory =
        reference::sets_memory(request).map_or(u64::MAX, |sets| min_memory.saturating_add(sets));
    let (memory, depth) = (max_memory.min(request.memory), request.depth);
    Ok(Arc::new(ListJob { method, task, form, min_memory, memory, store, saved, depth, states }))
}
