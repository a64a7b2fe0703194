//! The engine with its levels as lists in a store: for levels that exceed memory.
//!
//! A level is a sequence of lists of ascending keys ([`lists`](crate::lists)). The next one is made
//! range by range: candidates are collected in memory, several ranges at a time, sorted, and
//! compared with the lists of the two levels before. The level before is read once for every such
//! pass and once more for the comparison. The last level is only counted.
//!
//! A run is resumed from the last level that was committed.
//!
//! # Cost model
//!
//! With N classes in a level of a space of C, the mean gap of keys is C / N and takes log2 C/N + 1.44
//! bits: 4.5 bytes for the 7.5 million classes of the 3x3x3 cube at quarter-turn depth 9, of which there are
//! 2^58.6 in all (measured: 4.4, since levels are not spread evenly). A pass holds 8 bytes a candidate,
//! at most 16 while buffers grow.

use super::job::{exceeds, too_large};
use crate::error::Unsuitable;
use crate::lists::ListStore;
use crate::lists::job::{self as lists, ListJob, MakeForm};
use crate::lists::keys::{Key, KeySpace, Keys};
use crate::lists::level_loop::ListTask;
use crate::record::RunRecord;
use crate::reference::forecast::strings;
use crate::{EngineName, EnumerateError, Job, Request, states};
use loyd_search::puzzle::{Classes, Puzzle, Space, SpaceVisitor};
use std::sync::Arc;

const ENGINE: EngineName = EngineName::Disk;
/// The representation of keys.
const FORM: &str = "lists of classes 1";
/// Keys of a call that generates neighbours.
const BATCH: usize = 32;
/// Bytes of a level that no disk holds.
const MAX_LEVEL_BYTES: u64 = 1 << 50;
/// Levels from which the size of a class is estimated.
const FIRST: usize = 4;

/// Plans the engine for a request with a store; allocates nothing that grows with the levels. With
/// `resume` the run continues from the last committed level, if there is one; without, the contents
/// of the store are lost when the job runs.
///
/// # Errors
/// If the puzzle has no classes, if antipodes are requested, if not even small ranges fit the memory
/// limit, or if the store cannot be opened or contains another run.
pub fn in_lists<P: Puzzle>(
    request: &Request<P>,
    store: Arc<dyn ListStore>,
    resume: bool,
) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    let puzzle = P::shape(&request.start);
    let classes = classes_of(request)?;
    // The candidates of a range and its lists, of every thread; growing buffers may be twice as large
    // as their contents.
    let min_memory = classes.bytes() + request.threads.max(1) as u64 * (2 << 20);
    if min_memory > request.memory {
        let (engine, allowed) = (ENGINE, request.memory);
        return Err(EnumerateError::DoesNotFit { engine, puzzle, needed: min_memory, allowed });
    }
    let states = states::<P>(&request.start, request.metric);
    if request.depth.is_none()
        && exceeds(states, classes.max_neighbours(), 1.44 / 8.0, MAX_LEVEL_BYTES)
    {
        return Err(too_large(request));
    }
    let record = RunRecord::of(request, FORM);
    let saved = if resume { lists::open::<P>(&*store, &record, states)? } else { None };
    let (memory, depth, threads) = (request.memory, request.depth, request.threads);
    // The tables are in memory beside the lists.
    let task = ListTask {
        memory: memory - classes.bytes(),
        samples: 0,
        text: Arc::new(|_| String::new()),
        record,
    };
    let form: MakeForm = Box::new(move || Box::new(Keys::new(ClassKeys(classes.clone()), threads)));
    let method = "breadth-first search on classes of states under symmetry, coded lists of the last \
                  two levels, duplicates found by sorting";
    Ok(Arc::new(ListJob { method, task, form, min_memory, memory, store, saved, depth, states }))
}

/// The engine without a store.
///
/// # Errors
/// Always: levels must be stored somewhere.
pub(crate) fn without_store<P: Puzzle>(
    request: &Request<P>,
) -> Result<Arc<dyn Job<P>>, EnumerateError> {
    classes_of(request).and(Err(EnumerateError::NeedsFolder))
}

/// Returns whether the levels that must be stored for a request are likely to exceed its memory
/// limit: without a depth always, unless the puzzle has no classes.
#[must_use]
pub fn exceeds_memory<P: Puzzle>(request: &Request<P>) -> bool {
    let Ok(classes) = classes_of(request) else { return false };
    let Some(depth) = request.depth else { return true };
    let strings = P::visit_space(&request.start, request.metric, Strings { request, depth });
    let size = class_size(&*classes);
    let keys: f64 = strings.into_iter().map(|strings| strings as f64 / size).sum();
    // Beside the keys, candidates of at least one round.
    keys * 8.0 * 1.5 > request.memory as f64
}

/// Bytes of the files beside the levels: the certificate, the indices and the list of files.
const SMALL_FILES: u64 = 8 << 10;

/// An upper bound for the bytes of files of a request, by the cost model of this module:
/// those of a level that is being written and of the two before it. `levels` has the number of states at
/// each depth. `None` without a depth, if a level is not among `levels`, or if the puzzle has no classes.
#[must_use]
pub fn list_bytes<P: Puzzle>(request: &Request<P>, levels: &[u64]) -> Option<u64> {
    let depth = request.depth? as usize;
    let size = class_size(&*classes_of(request).ok()?);
    let all = states::<P>(&request.start, request.metric)? as f64 / size;
    let bytes = |depth: usize| {
        let keys = (*levels.get(depth)? as f64 / size).max(1.0);
        Some(keys * ((all / keys).log2().max(0.0) + 1.44) / 8.0)
    };
    // The last level is only counted.
    let bytes: Option<f64> = (0..depth).rev().take(3).map(bytes).sum();
    bytes.map(|bytes| bytes as u64 + SMALL_FILES)
}

fn classes_of<P: Puzzle>(request: &Request<P>) -> Result<Arc<dyn Classes>, EnumerateError> {
    let puzzle = P::shape(&request.start);
    let unsuited = |reason| EnumerateError::Unsuited { engine: ENGINE, puzzle, reason };
    match P::visit_space(&request.start, request.metric, ClassesOf) {
        None => Err(unsuited(Unsuitable::NoSuchEngine)),
        Some(_) if request.antipodes > 0 => Err(unsuited(Unsuitable::Antipodes)),
        Some(classes) => Ok(classes.into()),
    }
}

/// The mean size of the classes of a first level.
fn class_size(classes: &dyn Classes) -> f64 {
    let mut keys = vec![classes.goal()];
    for _ in 0..FIRST {
        let mut next = Vec::new();
        classes.append(&keys, &mut next);
        next.sort_unstable();
        next.dedup();
        keys = next;
    }
    classes.states(&keys) as f64 / keys.len().max(1) as f64
}

/// The classes of a space.
struct ClassesOf;

impl<P: Puzzle> SpaceVisitor<P> for ClassesOf {
    type Output = Option<Box<dyn Classes>>;

    fn visit<S: Space<P>>(self, space: S) -> Self::Output {
        space.classes()
    }
}

/// The move strings to the two levels before a depth: an upper bound for the states.
struct Strings<'a, P: Puzzle> {
    request: &'a Request<P>,
    depth: u32,
}

impl<P: Puzzle> SpaceVisitor<P> for Strings<'_, P> {
    type Output = [u64; 2];

    fn visit<S: Space<P>>(self, space: S) -> [u64; 2] {
        let of = |depth: u32| {
            let start = space.state(&self.request.start);
            strings(&space, std::slice::from_ref(&start)).nth(depth as usize).unwrap_or(u64::MAX)
        };
        [2, 1].map(|before| of(self.depth.saturating_sub(before)))
    }
}

/// Classes as keys of lists.
struct ClassKeys(Arc<dyn Classes>);

impl KeySpace<1> for ClassKeys {
    fn start(&self) -> Key<1> {
        [self.0.goal()]
    }

    fn neighbours(&self, keys: &[Key<1>], mut with: impl FnMut(Key<1>)) {
        let mut neighbours = Vec::with_capacity(BATCH * self.0.max_neighbours());
        for batch in keys.as_flattened().chunks(BATCH) {
            neighbours.clear();
            self.0.append(batch, &mut neighbours);
            for &key in &neighbours {
                with([key]);
            }
        }
    }

    fn stays_at_a_depth(&self) -> bool {
        !self.0.is_bipartite()
    }

    fn is_key(&self, key: &Key<1>) -> bool {
        self.0.is_key(key[0])
    }

    fn states(&self, keys: &[Key<1>]) -> u64 {
        self.0.states(keys.as_flattened())
    }

    fn state(&self, _key: &Key<1>) -> Option<Vec<u8>> {
        None
    }
}
