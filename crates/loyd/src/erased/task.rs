//! A position with its goal, of a puzzle that is known at run time.

use super::Metric;
use crate::checking::Until;
use crate::choices;
use crate::error::Error;
use crate::listed::Listed;
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::puzzles::PuzzleName;
use crate::replay::{ReplayResult, Verdict};
#[cfg(feature = "store")]
use crate::solve::Status;
use crate::solve::{SolveResult, position};
use crate::task::Task;
#[cfg(feature = "pictures")]
use loyd_report::animation::{Animation, Frame};
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmName;
#[cfg(feature = "store")]
use loyd_store::solves::BoardResult;
use serde_json::Value;
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A position with its goal, as texts and values.
pub trait AnyTask: Any + Debug + Send + Sync {
    /// The puzzle.
    fn puzzle(&self) -> PuzzleName;

    /// The shape, such as `4x3`.
    fn shape(&self) -> String;

    /// The position on one line, as it can be read again.
    fn start(&self) -> String;

    /// The goal as a position on one line.
    fn goal(&self) -> String;

    /// The name of the goal, or the goal as a position.
    fn goal_name(&self) -> String;

    /// The position as the start of an enumeration: `blank starts on cell 8`.
    fn start_title(&self) -> String;

    /// The cell of the blank, for puzzles with a blank.
    fn start_cell(&self) -> Option<usize>;

    /// The columns of the position with their values.
    fn fields(&self) -> Vec<(&'static str, Value)>;

    /// The columns of a list of positions with their values; `goal` is the text of the goal.
    fn list_fields(&self, goal: &str) -> Vec<(&'static str, Value)>;

    /// Returns true if a text names the goal.
    fn has_goal(&self, text: &str) -> bool;

    /// A result that states the position, without a search. The metric is the default one if the puzzle has
    /// none of that name.
    fn open_result(&self, metric: &str) -> SolveResult;

    /// A result with the moves of an earlier search, which are replayed.
    fn replayed_result(&self, metric: &str, moves: &str, length: Option<u32>) -> SolveResult;

    /// Adds a solution that needs no tables to a result without one, if the puzzle has such an algorithm.
    fn add_quick_solution(&self, metric: &str, result: &mut SolveResult);

    /// The length and the moves of a solution that needs no tables, and the algorithm that found it.
    fn quick_solution(&self, metric: &str) -> Option<(usize, String, AlgorithmName)>;

    /// Replays moves on the plain position; also returns the moves as they are written in results.
    ///
    /// # Errors
    /// If the metric is unknown, or a move cannot be read.
    fn replay(&self, moves: &str, metric: Option<&str>) -> Result<(ReplayResult, String), Error>;

    /// The position and those after each of some moves, up to the first impossible one.
    ///
    /// # Errors
    /// If a move cannot be read.
    fn path(&self, moves: &str) -> Result<Path, Error>;

    /// Returns true if the position is the goal.
    fn is_solved(&self) -> bool;

    /// A picture of the position; `None` for puzzles without pictures.
    #[cfg(feature = "pictures")]
    fn picture(&self, style: &Style) -> Option<Scene>;
}

/// The positions along a list of moves.
#[derive(Debug)]
pub struct Path {
    /// The start without a text, then for each possible move its text and the position after it.
    pub steps: Vec<(String, Arc<dyn AnyTask>)>,
    /// The reason why the next move is impossible, if one is.
    pub illegal: Option<String>,
}

#[cfg(feature = "pictures")]
impl Path {
    /// The positions as an animation, each move in `step` seconds; `None` for puzzles without pictures.
    pub fn animation(&self, style: &Style, step: f64) -> Option<Animation> {
        let frame = |(caption, task): &(String, Arc<dyn AnyTask>)| {
            Some(Frame { scene: task.picture(style)?, caption: caption.clone() })
        };
        Some(Animation { frames: self.steps.iter().map(frame).collect::<Option<_>>()?, step })
    }
}

impl dyn AnyTask {
    /// The typed position and goal.
    ///
    /// # Panics
    /// If the task is of another puzzle.
    pub fn typed<P: Puzzle>(&self) -> &Task<P> {
        let any: &dyn Any = self;
        any.downcast_ref().unwrap_or_else(|| panic!("the task is not of {}", P::NAME))
    }
}

fn metric<P: Puzzle>(name: &str) -> P::Metric {
    choices::metric::<P>(Some(name)).unwrap_or_default()
}

impl<P: Listed> AnyTask for Task<P> {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::of::<P>()
    }

    fn shape(&self) -> String {
        P::shape(&self.start)
    }

    fn start(&self) -> String {
        P::format(&self.start)
    }

    fn goal(&self) -> String {
        P::format(&self.goal)
    }

    fn goal_name(&self) -> String {
        P::goal_name(&self.goal)
    }

    fn start_title(&self) -> String {
        P::start_title(&self.start)
    }

    fn start_cell(&self) -> Option<usize> {
        P::start_cell(&self.start)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        position::<P>(&self.start)
    }

    fn list_fields(&self, goal: &str) -> Vec<(&'static str, Value)> {
        let fields = self.fields();
        let columns = P::LIST_COLUMNS.iter().map(|&(name, _)| {
            let field = fields.iter().find(|(known, _)| *known == name);
            (name, field.map_or_else(|| goal.into(), |(_, value)| value.clone()))
        });
        columns.collect()
    }

    fn has_goal(&self, text: &str) -> bool {
        P::goal(Some(text), &self.start).is_ok_and(|goal| goal == self.goal)
    }

    fn open_result(&self, name: &str) -> SolveResult {
        SolveResult::open(self, &Metric::of::<P>(metric::<P>(name)))
    }

    fn replayed_result(&self, name: &str, moves: &str, length: Option<u32>) -> SolveResult {
        let metric = metric::<P>(name);
        let mut result = SolveResult::open(self, &Metric::of::<P>(metric));
        match P::parse_moves(moves) {
            Ok(path) => result.take_path((self, &Until::done()), metric, &path, length),
            Err(why) => result.reject(why.to_string()),
        }
        result
    }

    fn add_quick_solution(&self, metric: &str, result: &mut SolveResult) {
        if result.moves.is_none()
            && let Some((length, moves, name)) = self.quick_solution(metric)
        {
            result.found_by = Some(name.info().name);
            result.length = Some(length as u32);
            result.moves = Some(moves);
        }
    }

    fn quick_solution(&self, name: &str) -> Option<(usize, String, AlgorithmName)> {
        let (path, algorithm) = P::quick_solution(&self.start, &self.goal, metric::<P>(name))?;
        Some((path.len(), P::format_moves(&path), algorithm))
    }

    fn replay(&self, moves: &str, metric: Option<&str>) -> Result<(ReplayResult, String), Error> {
        let moves = P::parse_moves(moves);
        let moves = moves.map_err(|why| Error::Moves { reason: why.to_string() })?;
        let metric = choices::metric::<P>(metric)?;
        let result = ReplayResult::of(self, &moves, metric, &Verdict::of(self, &moves));
        Ok((result, P::format_moves(&moves)))
    }

    fn path(&self, moves: &str) -> Result<Path, Error> {
        let moves = P::parse_moves(moves);
        let moves = moves.map_err(|why| Error::Moves { reason: why.to_string() })?;
        let start: Arc<dyn AnyTask> = Arc::new(self.clone());
        let mut path = Path { steps: vec![(String::new(), start)], illegal: None };
        let mut position = self.start.clone();
        for mv in moves {
            if let Err(reason) = P::apply(&mut position, mv) {
                path.illegal = Some(reason);
                break;
            }
            let task = Self { start: position.clone(), goal: self.goal.clone() };
            path.steps.push((P::format_moves(&[mv]), Arc::new(task)));
        }
        Ok(path)
    }

    fn is_solved(&self) -> bool {
        P::is_goal(&self.start, &self.goal)
    }

    #[cfg(feature = "pictures")]
    fn picture(&self, style: &Style) -> Option<Scene> {
        P::picture(self, style)
    }
}

#[cfg(feature = "store")]
impl SolveResult {
    /// The result of a board that a folder stores as solved or unsolvable; its moves are replayed. `None` if
    /// the stored result is neither.
    pub fn restored(task: &dyn AnyTask, metric: &str, stored: &BoardResult) -> Option<Self> {
        let complete = [Status::Solved, Status::Unsolvable];
        let status = complete.into_iter().find(|status| status.name() == stored.status)?;
        let result = match &stored.moves {
            Some(moves) => task.replayed_result(metric, moves, stored.length),
            None => task.open_result(metric),
        };
        if result.remark.is_some() {
            return Some(result);
        }
        Some(Self {
            status,
            proven: stored.proven,
            lower_bound: stored.lower_bound,
            expanded: stored.expanded,
            generated: stored.generated,
            seconds: stored.seconds,
            heuristic: stored.heuristic.clone(),
            algorithm: stored.algorithm.clone(),
            ..result
        })
    }
}
