//! The search: both phases, from all views, until a path is short enough, a limit or a proof.
//!
//! ```text
//! best := 22 without a limit of nodes or time, else ∞
//! until there is a path                          -- a first one, soon; without a limit that is all
//!     for d1 = 0, 1, …: for each view: phase 2 has at most 10 moves, more from d1 = 13 on
//! for d1 = 0, 1, … while d1 < best               -- shorter ones, as long as it may take
//!     for each view
//!         for each path of d1 moves that ends in G1, the last move being none of G1
//!             path2 := a shortest path within G1 of fewer than best - d1 moves, if there is one
//!             best := the length of both
//!     no path has fewer than min(best, d1 + 1) moves
//! ```
//!
//! A path of the cube enters G1 for good by some move, which is not of G1, or starts there: its
//! first part is found at just one d1, which is at most its length. This is why the last line
//! holds.
//!
//! The threads share out the views and the first moves of each; they share `best`.

use super::blocks::on_threads;
use super::phase1::Place;
use super::phase2::Quad;
use super::views::View;
use super::{TwoPhaseTables, may_follow};
use crate::cube3::{Cube3, Cube3Symmetry};
use crate::{Amount, Face, Turn};
use loyd_search::observe::{
    Budget, Iteration, Limit, Outcome, Progress, Report, Statistics, StopCause,
};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

/// The length of a path that is short enough for a search without a limit of nodes or time. Every
/// state has paths of 20 moves (T. Rokicki, H. Kociemba, M. Davidson, J. Dethridge, *The Diameter of
/// the Rubik's Cube Group Is Twenty*, 2013), and one of 21 is found within milliseconds.
pub(super) const ENOUGH: u32 = 21;

/// Most moves of phase 2 while there is no path.
const FIRST: u32 = 10;

/// Moves of phase 1 to which every state can be brought to G1.
const DIAMETER: u32 = 12;

/// Moves of phase 1 from which on threads are worth their start.
const WORTH_THREADS: u32 = 9;

/// More moves than any path here has: those of both phases at most.
const LONGEST: usize = 64;

/// Expansions between two looks at the limits.
const POLL: u64 = 1 << 11;

/// Searches from a state to solved.
pub(super) fn search(
    tables: &TwoPhaseTables,
    cube: Cube3,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<Turn> {
    let is_limited = limit.nodes.is_some() || limit.time.is_some();
    let views = View::all(cube, &Cube3Symmetry::new());
    let distances: Option<Vec<u32>> =
        views.iter().map(|view| tables.phase1.distance(view.place)).collect();
    let Some(distances) = distances else {
        let (cause, statistics) = (StopCause::BrokenTable, Statistics::default());
        let outcome = Outcome::Stopped { cause, lower_bound: 0, best: None };
        return Report::new(outcome, statistics);
    };
    let shared = Shared {
        tables,
        views: &views,
        distances: &distances,
        budget: Budget::start(limit),
        is_limited,
        best: AtomicU32::new(if is_limited { u32::MAX } else { ENOUGH + 1 }),
        path: Mutex::new(None),
        stop: AtomicBool::new(false),
        cause: Mutex::new(None),
        expanded: AtomicU64::new(0),
        generated: AtomicU64::new(1),
    };
    shared.run(threads, progress)
}

/// The data shared by the threads.
struct Shared<'a> {
    tables: &'a TwoPhaseTables,
    views: &'a [View],
    /// Of phase 1, by view.
    distances: &'a [u32],
    budget: Budget,
    /// True if there is a limit of nodes or time: paths are improved until then.
    is_limited: bool,
    /// The length of the best path; at first, more than the longest useful one.
    best: AtomicU32,
    path: Mutex<Option<Vec<Turn>>>,
    stop: AtomicBool,
    cause: Mutex<Option<StopCause>>,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl Shared<'_> {
    fn run(self, threads: usize, progress: &mut dyn FnMut(&Progress)) -> Report<Turn> {
        let mut lower_bound = self.distances.iter().copied().max().unwrap_or_default();
        let mut iterations = Vec::new();
        let mut d1 = 0;
        while !self.has_path() && d1 < self.best.load(Relaxed) && !self.stop.load(Relaxed) {
            self.level(d1, FIRST + d1.saturating_sub(DIAMETER), threads);
            d1 += 1;
        }
        d1 = 0;
        loop {
            let best = self.best.load(Relaxed);
            let (expanded, generated) = (self.expanded.load(Relaxed), self.generated.load(Relaxed));
            progress(&Progress {
                bound: lower_bound,
                best: self.has_path().then_some(best),
                expanded,
                generated: Some(generated),
                lists: (0, 0),
                fraction: None,
                elapsed: self.budget.elapsed(),
                iteration_elapsed: std::time::Duration::ZERO,
            });
            if d1 >= best || self.stop.load(Relaxed) {
                break;
            }
            self.level(d1, u32::MAX, threads);
            let expanded = self.expanded.load(Relaxed) - expanded;
            let generated = self.generated.load(Relaxed) - generated;
            iterations.push(Iteration { bound: d1, expanded, generated });
            if self.stop.load(Relaxed) {
                break;
            }
            d1 += 1;
            lower_bound = lower_bound.max(d1).min(self.best.load(Relaxed));
        }
        let statistics = Statistics {
            expanded: self.expanded.into_inner(),
            generated: self.generated.into_inner(),
            iterations,
            ..Statistics::default()
        };
        let path = self.path.into_inner().unwrap_or_else(PoisonError::into_inner);
        let cause = self.cause.into_inner().unwrap_or_else(PoisonError::into_inner);
        let outcome = match (path, cause) {
            // A limit ends the improvement normally; an interrupt is reported as a stop.
            (Some(path), None | Some(StopCause::Time | StopCause::Nodes)) => {
                let cost = path.len() as u32;
                Outcome::solved(path, cost, lower_bound)
            }
            (best, cause) => {
                let cause = cause.unwrap_or(StopCause::BrokenTable);
                Outcome::Stopped { cause, lower_bound, best }
            }
        };
        Report::new(outcome, statistics)
    }

    /// All paths with `d1` moves in phase 1 and at most `max_phase2` in phase 2.
    fn level(&self, d1: u32, max_phase2: u32, threads: usize) {
        let first_turns = if d1 == 0 { 1 } else { 18 };
        let next = AtomicUsize::new(0);
        let take = || {
            loop {
                let task = next.fetch_add(1, Relaxed);
                let (view, first) = (task / first_turns, task % first_turns);
                if view >= self.views.len() || self.stop.load(Relaxed) {
                    return;
                }
                if self.distances[view] <= d1 {
                    let mut worker = Worker::new(self, view, max_phase2);
                    worker.begin(d1, first);
                    worker.count();
                }
            }
        };
        on_threads(if d1 < WORTH_THREADS { 1 } else { threads }, &take);
    }

    fn has_path(&self) -> bool {
        self.path.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn publish(&self, path: Vec<Turn>) {
        let mut best = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| path.len() < best.len()) {
            self.best.store(path.len() as u32, Relaxed);
            *best = Some(path);
        }
        if !self.is_limited {
            self.stop.store(true, Relaxed);
        }
    }

    fn look_at_limits(&self) -> bool {
        if let Some(cause) = self.budget.exceeded(self.expanded.load(Relaxed)) {
            self.stop.store(true, Relaxed);
            *self.cause.lock().unwrap_or_else(PoisonError::into_inner) = Some(cause);
        }
        self.stop.load(Relaxed)
    }
}

/// True if a turn is not of G1.
fn leaves(turn: Turn) -> bool {
    turn.amount != Amount::Half && !matches!(turn.face, Face::U | Face::D)
}

/// A thread's search in one view.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    view: &'a View,
    /// Maximum number of moves of phase 2.
    max_phase2: u32,
    path: Vec<Turn>,
    /// The corners and the edges after each number of moves of the path.
    corners: [u16; LONGEST],
    quads: [[Quad; 3]; LONGEST],
    /// Up to here these two are those of the path.
    known: usize,
    /// Not yet added to the shared counts.
    expanded: u64,
    generated: u64,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, view: usize, max_phase2: u32) -> Self {
        let view = &shared.views[view];
        Self {
            shared,
            view,
            max_phase2,
            path: Vec::with_capacity(LONGEST),
            corners: [view.corners; LONGEST],
            quads: [view.quads; LONGEST],
            known: 0,
            expanded: 0,
            generated: 0,
        }
    }

    /// Adds up, and says whether to stop.
    fn count(&mut self) -> bool {
        self.shared.expanded.fetch_add(std::mem::take(&mut self.expanded), Relaxed);
        self.shared.generated.fetch_add(std::mem::take(&mut self.generated), Relaxed);
        self.shared.look_at_limits()
    }

    /// Searches below the first turn, or with none.
    fn begin(&mut self, d1: u32, first: usize) {
        let (phase1, place) = (&self.shared.tables.phase1, self.view.place);
        if d1 == 0 {
            self.phase2();
            return;
        }
        let value = phase1.value(place).unwrap_or_default();
        let next = phase1.turned(place, first);
        let value = phase1.value_next_to(next, value);
        let turn = Turn::of_index(first);
        if value < d1 && (d1 > 1 || leaves(turn)) {
            self.path.push(turn);
            self.phase1(next, value, d1 - 1);
        }
    }

    /// Searches for paths of `left` more moves to G1; whether to stop.
    fn phase1(&mut self, place: Place, value: u32, left: u32) -> bool {
        if left == 0 {
            return self.phase2();
        }
        // A shorter path than the best needs this many moves more.
        if self.path.len() as u32 + left >= self.shared.best.load(Relaxed) {
            return false;
        }
        self.expanded += 1;
        if self.expanded >= POLL && self.count() {
            return true;
        }
        let phase1 = &self.shared.tables.phase1;
        let last = self.path.last().copied();
        for index in 0..18 {
            let turn = Turn::of_index(index);
            if !may_follow(last.as_ref(), turn) || left == 1 && !leaves(turn) {
                continue;
            }
            self.generated += 1;
            let next = phase1.turned(place, index);
            let value = phase1.value_next_to(next, value);
            if value >= left {
                continue;
            }
            self.known = self.known.min(self.path.len());
            self.path.push(turn);
            let stop = self.phase1(next, value, left - 1);
            self.path.pop();
            if stop {
                return true;
            }
        }
        false
    }

    /// Continues in G1; returns true to stop.
    fn phase2(&mut self) -> bool {
        let phase2 = &self.shared.tables.phase2;
        let moves = self.path.len();
        for (at, turn) in self.path.iter().enumerate().skip(self.known) {
            let turn = turn.index();
            self.corners[at + 1] = phase2.corners_turned[self.corners[at] as usize][turn];
            self.quads[at + 1] =
                self.quads[at].map(|quad| phase2.quads_turned[quad as usize][turn]);
        }
        self.known = moves;
        let Some(remaining) = self.shared.best.load(Relaxed).checked_sub(moves as u32 + 1) else {
            return false;
        };
        let max_phase2 = remaining.min(self.max_phase2);
        let Some((orders, estimate)) =
            phase2.orders(self.corners[moves], self.quads[moves], max_phase2)
        else {
            return false;
        };
        let mut path = std::mem::take(&mut self.path);
        let mut stopped = false;
        for left in estimate..=max_phase2.min(LONGEST as u32 / 2) {
            let mut stop = || {
                self.expanded += 1;
                self.generated += 1;
                self.expanded >= POLL && self.count()
            };
            match phase2.search(orders, left, &mut path, &mut stop) {
                Some(false) => {}
                Some(true) => {
                    self.shared.publish(self.view.solution(&path));
                    stopped = self.shared.stop.load(Relaxed);
                    break;
                }
                None => {
                    stopped = true;
                    break;
                }
            }
        }
        path.truncate(moves);
        self.path = path;
        stopped
    }
}
