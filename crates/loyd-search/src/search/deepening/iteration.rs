//! One iteration: the subtrees below a list of prefixes, distributed among threads.

use super::checkpoint::{Checkpoint, Finished, Slot, Subtree, SubtreeResult};
use super::{End, Subtrees, Tally, Visit};
use crate::observe::StopCause;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A node near the root, named by the path to it.
#[derive(Clone)]
pub(super) struct Prefix<M> {
    path: Vec<M>,
    /// Expansions below it in the last iteration, as an estimate for the next.
    weight: u64,
}

impl<M> Prefix<M> {
    pub(super) fn new(path: Vec<M>) -> Self {
        Self { path, weight: 1 }
    }

    pub(super) fn path(&self) -> &[M] {
        &self.path
    }
}

impl<M: Clone> Prefix<M> {
    pub(super) fn of(checkpoint: &Checkpoint<M>) -> Vec<Self> {
        let subtrees = checkpoint.subtrees.iter();
        subtrees
            .map(|subtree| Self { path: subtree.path.clone(), weight: subtree.weight })
            .collect()
    }

    /// The subtrees of a checkpoint: prefixes and their results so far.
    pub(super) fn to_subtrees(prefixes: &[Self], slots: &[Slot]) -> Vec<Subtree<M>> {
        let subtree = |(prefix, slot): (&Self, &Slot)| Subtree {
            path: prefix.path.clone(),
            weight: prefix.weight,
            finished: slot.get().filter(|result| result.exhausted).map(|result| result.counts),
        };
        prefixes.iter().zip(slots).map(subtree).collect()
    }
}

/// Replaces every prefix with more than `share` expansions by its children, recursively if
/// necessary. Prefixes come with their expansions in the last iteration.
pub(super) fn split<M: Copy>(
    tree: &dyn Subtrees<M>,
    prefixes: Vec<(Prefix<M>, u64)>,
    share: u64,
) -> Vec<Prefix<M>> {
    /// Enough for the largest machines, and few enough to cost nothing.
    const MAX: usize = 1 << 17;
    let mut leaves = Vec::with_capacity(prefixes.len());
    for (mut prefix, weight) in prefixes {
        prefix.weight = weight;
        let mut stack = vec![prefix];
        while let Some(prefix) = stack.pop() {
            if prefix.weight <= share || leaves.len() > MAX {
                leaves.push(prefix);
                continue;
            }
            let moves = tree.moves(&prefix.path);
            let weight = prefix.weight / (moves.len() as u64).max(1);
            // Last child lowest on the stack: leaves come out in depth-first order.
            for &mv in moves.iter().rev() {
                let mut path = prefix.path.clone();
                path.push(mv);
                stack.push(Prefix { path, weight });
            }
        }
    }
    leaves
}

/// An iteration to be run.
pub(super) struct Job<'a, M> {
    pub(super) tree: &'a dyn Subtrees<M>,
    pub(super) prefixes: &'a [Prefix<M>],
    pub(super) bound: u32,
    /// The results of the prefixes: initially only of those that an earlier run finished.
    pub(super) slots: &'a [Slot],
}

/// State shared by the threads of an iteration.
struct Shared<M> {
    /// Index of the next prefix to be taken.
    next: AtomicUsize,
    /// Index of the first prefix with a goal so far.
    found: AtomicUsize,
    stop: AtomicBool,
    expanded: AtomicU64,
    weight_done: AtomicU64,
    solution: Mutex<Option<(usize, Vec<M>)>>,
}

/// Called from time to time with the expansions and the share done so far; returns a cause to stop.
type Watch<'a> = &'a mut dyn FnMut(u64, Option<f64>) -> Option<StopCause>;

impl<M: Copy + PartialEq + Send + Sync> Job<'_, M> {
    pub(super) fn run(&self, threads: usize, watch: Watch<'_>) -> End<M> {
        let shared = Shared {
            next: AtomicUsize::new(0),
            found: AtomicUsize::new(usize::MAX),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(
                self.finished().map(|(_, result)| result.counts.expanded).sum(),
            ),
            weight_done: AtomicU64::new(self.finished().map(|(prefix, _)| prefix.weight).sum()),
            solution: Mutex::new(None),
        };
        let all: u64 = self.prefixes.iter().map(|prefix| prefix.weight).sum();
        let has_weights = self.prefixes.len() > 1;
        let mut stopped = None;
        // The calling thread works too; it alone watches limits and reports progress.
        let mut first = |expanded: u64| {
            let fraction =
                has_weights.then(|| shared.weight_done.load(Relaxed) as f64 / all.max(1) as f64);
            stopped = stopped.or(watch(expanded, fraction));
            stopped.is_some()
        };
        self.run_threads(threads, &shared, &mut first);
        self.end(shared, stopped)
    }

    fn finished(&self) -> impl Iterator<Item = (&Prefix<M>, &SubtreeResult)> {
        let both = self.prefixes.iter().zip(self.slots);
        both.filter_map(|(prefix, slot)| slot.get().map(|result| (prefix, result)))
    }

    #[cfg(all(feature = "threads", not(target_family = "wasm")))]
    fn run_threads(&self, threads: usize, shared: &Shared<M>, first: &mut dyn FnMut(u64) -> bool) {
        let helpers = threads.min(self.prefixes.len()).saturating_sub(1);
        if helpers == 0 {
            return self.work(shared, first);
        }
        let caller = std::thread::current();
        let helper = || {
            self.work(shared, &mut |_| false);
            caller.unpark();
        };
        std::thread::scope(|scope| {
            // If the system refuses threads, fewer do the work.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, helper).ok();
            let others: Vec<_> = (0..helpers).map_while(start).collect();
            self.work(shared, first);
            // Out of work: keep watching the limits for the others.
            while !others.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                std::thread::park_timeout(std::time::Duration::from_millis(1));
                if first(shared.expanded.load(Relaxed)) {
                    shared.stop.store(true, Relaxed);
                }
            }
            for other in others {
                if let Err(panic) = other.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        });
    }

    #[cfg(any(not(feature = "threads"), target_family = "wasm"))]
    fn run_threads(&self, _threads: usize, shared: &Shared<M>, first: &mut dyn FnMut(u64) -> bool) {
        self.work(shared, first);
    }

    /// Takes prefixes until none is left, an earlier one has a goal, or the search is stopped.
    fn work(&self, shared: &Shared<M>, stop: &mut dyn FnMut(u64) -> bool) {
        loop {
            let index = shared.next.fetch_add(1, Relaxed);
            let (Some(prefix), Some(slot)) = (self.prefixes.get(index), self.slots.get(index))
            else {
                return;
            };
            if index > shared.found.load(Relaxed) || shared.stop.load(Relaxed) {
                return;
            }
            if slot.get().is_some() {
                continue;
            }
            // Each prefix is taken once, so no other thread sets its slot.
            let end = |expanded, generated, next_bound, exhausted| {
                let counts = Finished { expanded, generated, next_bound };
                let _ = slot.set(SubtreeResult { counts, exhausted });
            };
            let f = self.tree.f(&prefix.path);
            if f > self.bound {
                end(0, 0, Some(f), true);
                continue;
            }
            let mut counted = 0u64;
            let mut poll = |expanded: u64| {
                // A subtree that is searched again for its path subtracts its counts first.
                let more = expanded.wrapping_sub(counted);
                let all = shared.expanded.fetch_add(more, Relaxed).wrapping_add(more);
                counted = expanded;
                if stop(all) {
                    shared.stop.store(true, Relaxed);
                }
                shared.stop.load(Relaxed) || index > shared.found.load(Relaxed)
            };
            let mut tally = Tally::new(&mut poll);
            let mut path = prefix.path.clone();
            let visit = self.tree.search(&mut path, self.bound, &mut tally);
            let (expanded, generated) = (tally.expanded, tally.generated);
            let over = poll(expanded);
            shared.weight_done.fetch_add(prefix.weight, Relaxed);
            let next_bound = match visit {
                Visit::Exhausted { next_bound } => next_bound,
                Visit::Found | Visit::Stopped => None,
            };
            let exhausted = visit == (Visit::Exhausted { next_bound });
            end(expanded, generated, next_bound, exhausted);
            if visit == Visit::Found {
                shared.found.fetch_min(index, Relaxed);
                let mut solution = shared.solution.lock().unwrap_or_else(PoisonError::into_inner);
                if solution.as_ref().is_none_or(|(first, _)| index < *first) {
                    *solution = Some((index, path));
                }
            }
            if over || !exhausted {
                return;
            }
        }
    }

    fn end(&self, shared: Shared<M>, stopped: Option<StopCause>) -> End<M> {
        let mut end = End {
            expanded: 0,
            generated: 0,
            next_bound: None,
            weights: vec![0; self.prefixes.len()],
            path: None,
            stopped,
        };
        let mut last = 0;
        for (index, slot) in self.slots.iter().enumerate() {
            if let Some(result) = slot.get() {
                result.add_to(&mut end);
                end.weights[index] = result.counts.expanded;
                last = index;
            }
        }
        let solution = shared.solution.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((index, path)) = solution {
            end.path = Some(path);
            end.stopped = None;
            last = index;
        }
        let (expanded, generated) = inner_nodes(self.prefixes.get(..=last).unwrap_or_default());
        end.expanded += expanded;
        end.generated += generated;
        debug_assert!(
            end.path.is_some() || end.stopped.is_some() || last + 1 >= self.prefixes.len(),
            "an iteration ended before all its prefixes were searched"
        );
        end
    }
}

/// Nodes expanded above these prefixes, and nodes generated down to them, as counted by a
/// depth-first search that visits the prefixes in order.
fn inner_nodes<M: PartialEq>(prefixes: &[Prefix<M>]) -> (u64, u64) {
    let (mut expanded, mut generated) = (0, 0);
    let mut previous: Option<&[M]> = None;
    for prefix in prefixes {
        let path = &prefix.path;
        match previous {
            None => expanded += path.len() as u64,
            Some(previous) => {
                let common = path.iter().zip(previous).take_while(|(a, b)| a == b).count();
                expanded += (path.len() - common).saturating_sub(1) as u64;
                generated += (path.len() - common) as u64;
            }
        }
        if previous.is_none() {
            generated += path.len() as u64;
        }
        previous = Some(path);
    }
    (expanded, generated)
}
