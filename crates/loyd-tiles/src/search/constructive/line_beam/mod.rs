//! Beam search over a whole board whose lines are solved one after another, for boards without tables.
//!
//! ```text
//! score(state) := sum over tiles of cost(distance to the goal cell)
//!                 + weight · (sum of the distances of the stage's tiles + distance of the blank to the nearest of
//!                   them that is not in place) - a large number · stage
//! stage        := the number of border lines that are solved, in the order of the constructive solver
//!
//! pass(width): beam search by score; tiles of solved lines do not move
//!              if the least score has not fallen for some dozens of levels: the constructive solver solves the line,
//!                  from the state of least score, and the beam continues from there
//! repeat
//!     passes with other ties, from the start, and from states in the middle of the shortest path so far
//! with wider beams, while time lasts
//! ```
//!
//! Convex costs, distance^1.5, bring far tiles along while the tiles of a line are placed. On boards of more than
//! 150 cells each tile is a stage, only the last two tiles of a line are one, and costs are linear: narrow beams
//! solve them.
//!
//! A beam of 30,000 states by Manhattan distance alone solved one random 10x10 board in 11 s, with 1,431 moves: its
//! last tiles are far apart. This search takes 1,168 moves on average of four such boards, in 8 s on one thread.
//! Weights, widths and the limits of size were chosen on eight boards at most.

mod board;
mod tour;

use super::walker::BlankWalker;
use super::{Nodes, rest};
use crate::{Direction, Position, Size, Slide};
use board::{Course, MAX_WIDE_CELLS, ScoredBoard};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Budget, Limit, StopCause};
use std::thread;
use tour::{End, RunLimit};

/// The width of the first pass on boards of at most [`MAX_WIDE_CELLS`].
const FIRST: usize = 1000;

/// The number of states times moves of the first pass on other boards, and the least width.
const FIRST_STATES: usize = 1_000_000;
const MIN_WIDTH: usize = 8;

/// The largest width of a pass.
const MAX_WIDTH: usize = 1 << 16;

/// The starts of the passes of one width, as shares of the shortest path.
const CUTS: [f64; 4] = [0.0, 0.5, 0.25, 0.75];

/// The remaining time that another pass needs, as a multiple of the time of the last one.
const NEXT: f64 = 1.2;

/// The share of the time of a pass that is left for the constructive solver, which ends a pass that the limit stops.
const RESERVE: f64 = 0.1;

/// The width and the salt of the hashes, which order states of equal score.
#[derive(Clone, Copy)]
struct Variant {
    width: usize,
    salt: u64,
}

/// The first width for a board.
fn first_width(size: Size, limit: &Limit) -> usize {
    let moves = size.cells() * (size.width() + size.height());
    let width = if size.cells() <= MAX_WIDE_CELLS { FIRST } else { FIRST_STATES / moves };
    // A solution has about half as many moves.
    let affordable = limit.nodes.map_or(usize::MAX, |nodes| nodes as usize / moves);
    width.min(affordable).max(MIN_WIDTH)
}

/// Finds paths of fewer than `length` moves, each shorter than the one before; returns the last one.
///
/// `publish` is called with the states expanded and the length of the best path. Without a limit of time there
/// is one pass on one thread, which gives the same path for the same limit of nodes.
///
/// # Panics
/// If the goal is not reachable, or if start and goal differ in size.
pub fn improve(
    start: &Position,
    goal: &Position,
    length: usize,
    threads: usize,
    limit: &Limit,
    publish: &mut dyn FnMut(u64, Option<usize>),
) -> Option<Vec<Slide>> {
    assert_eq!(start.size(), goal.size(), "start and goal differ in size");
    if start.size().is_line() {
        return None;
    }
    let (clock, course) = (Stopwatch::start(), Course::new(goal));
    let (mut width, mut salt) = (first_width(start.size(), limit), 0);
    let (mut best, mut expanded): (Option<Vec<Slide>>, u64) = (None, 0);
    let threads = if limit.time.is_some() { threads.max(1) } else { 1 };
    let mut first_began = clock.elapsed();
    for cut in CUTS.into_iter().cycle() {
        let began = clock.elapsed();
        if cut == 0.0 {
            first_began = began;
        }
        let remaining = limit.time.map(|time| time.saturating_sub(began));
        let limit = Limit { time: remaining, ..limit.clone() };
        let path = best.as_deref().unwrap_or_default();
        let prefix = &path[..(cut * path.len() as f64) as usize];
        let from = start.replay(prefix).expect("a path from the start");
        let length = best.as_ref().map_or(length, Vec::len) - prefix.len();
        let pass = |salt, watch: &mut dyn FnMut(u64)| {
            Pass::new(&course, &from, goal, &limit).run(length, Variant { width, salt }, watch)
        };
        let results = thread::scope(|scope| {
            let others: Vec<_> = (1..threads as u64)
                .map(|thread| scope.spawn(move || pass(salt + thread, &mut |_| ())))
                .collect();
            let best_length = best.as_ref().map(Vec::len);
            let first = pass(salt, &mut |nodes| publish(expanded + nodes, best_length));
            let others = others.into_iter().map(|other| other.join().expect("a pass panicked"));
            [first].into_iter().chain(others).collect::<Vec<_>>()
        });
        salt += threads as u64;
        let cause = results.iter().find_map(|result| result.stopped);
        expanded += results.iter().map(|result| result.nodes.expanded).sum::<u64>();
        let paths = results.into_iter().filter_map(|result| result.path);
        if let Some(rest) = paths.min_by_key(Vec::len) {
            best = Some([prefix, &rest].concat());
        }
        publish(expanded, best.as_ref().map(Vec::len));
        let Some(time) = limit.time.filter(|_| cause.is_none()) else { return best };
        let took = clock.elapsed().saturating_sub(began);
        let remaining = time.saturating_sub(took);
        if remaining < took.mul_f64(NEXT) {
            return best;
        }
        let is_last = cut.total_cmp(&CUTS[CUTS.len() - 1]).is_eq();
        if is_last && 2 * clock.elapsed().saturating_sub(first_began) < remaining {
            width = (2 * width).min(MAX_WIDTH);
        }
    }
    best
}

/// The result of a pass.
struct PassResult {
    path: Option<Vec<Slide>>,
    nodes: Nodes,
    stopped: Option<StopCause>,
}

/// One pass.
struct Pass<'a> {
    course: &'a Course,
    start: &'a Position,
    goal: &'a Position,
    budget: Budget,
    /// The limit of the constructive solver.
    limit: &'a Limit,
    path: Vec<u8>,
}

impl<'a> Pass<'a> {
    fn new(course: &'a Course, start: &'a Position, goal: &'a Position, limit: &'a Limit) -> Self {
        let time = limit.time.map(|time| time.mul_f64(1.0 - RESERVE));
        let budget = Budget::start(&Limit { time, ..limit.clone() });
        Self { course, start, goal, budget, limit, path: Vec::new() }
    }

    fn run(mut self, length: usize, variant: Variant, watch: &mut dyn FnMut(u64)) -> PassResult {
        let mut board = ScoredBoard::new(self.course, self.start, variant.salt);
        let (mut nodes, mut stopped) = (Nodes::default(), None);
        let end = loop {
            let (steps, end) = tour::run(
                &board,
                &mut RunLimit {
                    width: variant.width,
                    length: length.saturating_sub(self.path.len()),
                    budget: &self.budget,
                    expanded: &mut nodes.expanded,
                    generated: &mut nodes.generated,
                    watch,
                },
            );
            self.append(&mut board, &steps);
            match end {
                End::Goal => break true,
                End::Stuck if board.distance as usize + self.path.len() >= length => break false,
                End::Stuck => {
                    let rescue = self.solve_lines(&mut board, 1);
                    if rescue.is_err() || board.distance == 0 {
                        break rescue.is_ok();
                    }
                }
                End::Stopped(cause) => {
                    stopped = Some(cause);
                    let lines = self.course.lines.len() + 1;
                    break self.solve_lines(&mut board, lines).is_ok();
                }
            }
        };
        let slide = |&step: &u8| Slide::one(Direction::ALL[usize::from(step)]);
        let is_shorter = end && self.path.len() < length;
        let path = is_shorter.then(|| self.path.iter().map(slide).collect());
        PassResult { path, nodes, stopped }
    }

    /// Makes steps on the board and appends them to the path.
    fn append(&mut self, board: &mut ScoredBoard<'_>, steps: &[u8]) {
        for &step in steps {
            board.step(step);
            if self.path.last().is_some_and(|last| last + step == 3) {
                self.path.pop();
            } else {
                self.path.push(step);
            }
        }
    }

    /// Solves this number of lines, and the region after the last one, by the constructive solver.
    fn solve_lines(&mut self, board: &mut ScoredBoard<'_>, count: usize) -> Result<(), StopCause> {
        let (size, first) = (self.course.size, self.course.line_of(board.stage));
        let unlimited = Limit { nodes: None, time: None, ..self.limit.clone() };
        let mut walker = BlankWalker::new(&board.position(), Budget::start(&unlimited));
        for cell in self.course.lines[..first].iter().flat_map(super::lines::Line::cells) {
            walker.fixed[cell] = true;
        }
        let end = self.course.lines.len().min(first + count);
        let solved = self.course.lines[first..end]
            .iter()
            .try_for_each(|line| line.solve(&mut walker, self.goal));
        solved?;
        if first + count > self.course.lines.len() {
            debug_assert_eq!(size, self.goal.size());
            rest(&mut walker, self.goal, &self.course.region, &unlimited)?;
        }
        let steps: Vec<u8> = walker.moves.iter().map(|slide| slide.direction as u8).collect();
        self.append(board, &steps);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
