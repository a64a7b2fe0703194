//! Optimal solutions traced through a stored graph.
//!
//! ```text
//! s := the board
//! until s is the goal
//!     look s up: the move that led to it from the goal
//!     take that move back: it is the next move of the solution
//! ```
//!
//! The length of the solution is the level of the board, and every solution is replayed on the plain
//! position. All optimal solutions lead through neighbours that are one level lower each.

use crate::backend::Backend;
use crate::error::{GraphError, Result};
use crate::key::Key;
use crate::space::{GraphSpace, key_of};
use crate::stored::{Stored, goal_and_metric};
use loyd::checking::{Until, check_path};
use loyd::erased::Metric;
use loyd::{Listed, Remark, SolutionCount, SolveResult, Status, Task, for_puzzle};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::Limit;
use loyd_search::puzzle::Puzzle;
use rustc_hash::FxHashMap;

/// The algorithm that results name.
const ALGORITHM: &str = "graph";

/// An optimal solution of a board, with up to `all` of all optimal ones on request.
///
/// A board beyond the stored levels is a stopped result, whose lower bound is the first level that is
/// not stored; one that cannot reach the goal is an unsolvable result.
///
/// # Errors
/// If the text is not a position of the puzzle, or the database fails or is damaged.
pub fn path(backend: &mut dyn Backend, board: &str, all: Option<usize>) -> Result<SolveResult> {
    let stored = Stored::of(backend)?;
    for_puzzle!(stored.puzzle, P => typed::<P>(backend, stored, board, all))
}

fn typed<P: Listed>(
    backend: &mut dyn Backend,
    stored: Stored,
    board: &str,
    all: Option<usize>,
) -> Result<SolveResult> {
    let place = backend.place();
    let Stored { meta, space, .. } = stored;
    let (goal, metric) = goal_and_metric::<P>(&meta, &place)?;
    let shape = P::HAS_SIZES.then_some(meta.shape.as_str());
    let task = P::read(board, shape, Some(&meta.goal)).map_err(loyd::Error::from)?;
    let began = Stopwatch::start();
    let mut result = SolveResult::open(&task, &Metric::of::<P>(metric));
    result.algorithm = Some(ALGORITHM.to_owned());
    if let Err(unsolvable) = P::solvable(&task.start, &goal) {
        let (reason, other_goal) = (unsolvable.reason, P::other_goal(&task));
        result.status = Status::Unsolvable;
        result.remark = Some(Remark::Unsolvable { reason, other_goal });
        return Ok(result);
    }
    let mut graph = Graph { backend, space: &space, lookups: 0 };
    let start = key_of::<P>(&goal, metric, meta.key.representation(), &task.start)?;
    match graph.look_up(&start)? {
        Some((level, mv)) => {
            let moves = graph.trace(&start, level, mv).map_err(|why| why.at(&place))?;
            result.status = Status::Solved;
            (result.proven, result.lower_bound) = (true, Some(level));
            let (until, path) = (
                Until::end_of(began.clone(), &Limit::none()),
                moves_of::<P>(&place, &space, &moves)?,
            );
            result.take_path((&task, &until), metric, &path, Some(level));
            if let Some(limit) = all {
                let (count, paths) =
                    graph.all(&start, level, limit).map_err(|why| why.at(&place))?;
                let moves = shortest::<P>(&place, (&task, metric), &space, level, &paths)?;
                result.solutions = Some(SolutionCount(Some(count)));
                result.all_moves = Some(moves);
            }
        }
        None if meta.complete => {
            let reason = "a board that can reach the goal is not stored".to_owned();
            return Err(GraphError::Damaged { place, reason });
        }
        None => {
            let levels = graph.backend.levels()?.len() as u32;
            result.status = Status::Stopped;
            result.lower_bound = Some(levels);
        }
    }
    result.expanded = Some(graph.lookups);
    result.generated = Some(graph.lookups);
    result.seconds = Some(began.elapsed().as_secs_f64());
    Ok(result)
}

/// Moves by their numbers.
fn moves_of<P: Puzzle>(place: &str, space: &GraphSpace, numbers: &[u16]) -> Result<Vec<P::Move>> {
    let damaged = |reason: String| GraphError::Damaged { place: place.to_owned(), reason };
    let name = |&number: &u16| space.moves.get(usize::from(number)).map(|mv| mv.name.as_str());
    let names: Option<Vec<&str>> = numbers.iter().map(name).collect();
    let names = names.ok_or_else(|| damaged("a move has no name".to_owned()))?;
    P::parse_moves(&names.join(" ")).map_err(|why| damaged(why.to_string()))
}

/// All optimal solutions as texts, each replayed.
fn shortest<P: Listed>(
    place: &str,
    (task, metric): (&Task<P>, P::Metric),
    space: &GraphSpace,
    level: u32,
    paths: &[Vec<u16>],
) -> Result<Vec<String>> {
    let text = |numbers: &Vec<u16>| {
        let path = moves_of::<P>(place, space, numbers)?;
        let damaged = |reason| GraphError::Damaged { place: place.to_owned(), reason };
        check_path(task, metric, &path, Some(level)).map_err(damaged)?;
        Ok(P::format_moves(&path))
    };
    paths.iter().map(text).collect()
}

/// A stored graph on which lookups are counted.
struct Graph<'a> {
    backend: &'a mut dyn Backend,
    space: &'a GraphSpace,
    lookups: u64,
}

impl Graph<'_> {
    fn look_up(&mut self, key: &Key) -> Result<Option<(u32, Option<u16>)>> {
        self.lookups += 1;
        self.backend.find(key)
    }

    /// The numbers of the moves that lead from a key at a level to the goal.
    fn trace(&mut self, start: &Key, level: u32, mv: Option<u16>) -> Result<Vec<u16>> {
        let (mut key, mut level, mut mv) = (start.clone(), level, mv);
        let mut path = Vec::new();
        while level > 0 {
            let broken = || GraphError::invalid_key(&key);
            let last = mv.ok_or_else(broken)?;
            let inverse = self.space.moves.get(usize::from(last)).ok_or_else(broken)?.inverse;
            let parent = self.space.parent(&key, last)?;
            path.push(inverse);
            match self.look_up(&parent)? {
                Some((above, before)) if above + 1 == level => (level, mv) = (above, before),
                _ => return Err(broken()),
            }
            key = parent;
        }
        Ok(path)
    }

    /// The neighbours of a key at the level below, each with the move that leads there.
    fn closer(&mut self, key: &Key, level: u32) -> Result<Vec<(Key, u16)>> {
        let mut closer = Vec::new();
        for (neighbour, mv) in self.space.neighbours(key)? {
            if self.look_up(&neighbour)?.is_some_and(|(its, _)| its + 1 == level) {
                closer.push((neighbour, mv));
            }
        }
        Ok(closer)
    }

    /// The number of optimal solutions of a key at a level, and the first `limit` of them.
    fn all(&mut self, start: &Key, level: u32, limit: usize) -> Result<(u128, Vec<Vec<u16>>)> {
        let mut counts = FxHashMap::from_iter([(start.clone(), 1u128)]);
        for level in (1..=level).rev() {
            let mut below = FxHashMap::default();
            for (key, count) in counts {
                for (neighbour, _) in self.closer(&key, level)? {
                    let sum: &mut u128 = below.entry(neighbour).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            counts = below;
        }
        let mut paths = Vec::new();
        self.list(start, level, limit, &mut Vec::new(), &mut paths)?;
        Ok((counts.values().sum(), paths))
    }

    /// Appends optimal solutions in the order of their moves, until there are `limit`.
    fn list(
        &mut self,
        key: &Key,
        level: u32,
        limit: usize,
        path: &mut Vec<u16>,
        paths: &mut Vec<Vec<u16>>,
    ) -> Result<()> {
        if paths.len() >= limit {
            return Ok(());
        }
        if level == 0 {
            paths.push(path.clone());
            return Ok(());
        }
        for (neighbour, mv) in self.closer(key, level)? {
            path.push(mv);
            self.list(&neighbour, level - 1, limit, path, paths)?;
            path.pop();
        }
        Ok(())
    }
}
