//! The result of a board, and the check of a result that was read from a file.

use super::Board;
use crate::puzzle_text;
use loyd_enumerate::record::is_duration;
use loyd_search::puzzle::{Puzzle, replay};
use serde::{Deserialize, Serialize};

/// The result of a board, with the fields of a result on the command line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BoardResult {
    pub status: String,
    pub length: Option<u32>,
    pub proven: bool,
    pub lower_bound: Option<u32>,
    pub moves: Option<String>,
    pub expanded: Option<u64>,
    pub generated: Option<u64>,
    pub seconds: Option<f64>,
    pub algorithm: Option<String>,
    pub heuristic: Option<String>,
    pub message: Option<String>,
}

impl BoardResult {
    /// Checks a result that was read: replays its moves and compares its numbers.
    pub(super) fn check<P: Puzzle>(&self, board: &Board, metric: &str) -> Result<(), &'static str> {
        let metric = puzzle_text::metric::<P>(metric).ok_or("it is of no known metric")?;
        if self.seconds.is_some_and(|seconds| !is_duration(seconds)) {
            return Err("the time of a search in it is impossible");
        }
        let Ok(task) = &board.task else {
            let invalid = self.status == "invalid" && self.moves.is_none() && !self.proven;
            return if invalid { Ok(()) } else { Err("an invalid board has a result") };
        };
        // Boards that cannot be read are reported when it is their turn.
        let Some((start, goal)) = positions::<P>(task) else { return Ok(()) };
        match &self.status[..] {
            "solved" if self.solves::<P>(&start, &goal, metric).is_some() => Ok(()),
            "solved" => Err("a solution in it does not solve its board"),
            "unsolvable" if P::solvable(&start, &goal).is_ok() => {
                Err("a solvable board in it is called unsolvable")
            }
            "unsolvable" => Ok(()),
            _ => Err("a result in it is neither solved nor unsolvable"),
        }
    }

    /// Replays the moves and compares their cost with the stated length and bound.
    fn solves<P: Puzzle>(
        &self,
        start: &P::Position,
        goal: &P::Position,
        metric: P::Metric,
    ) -> Option<()> {
        let path = P::parse_moves(self.moves.as_ref()?).ok()?;
        let (length, bound) = (self.length?, self.lower_bound.unwrap_or(0));
        let (end, cost) = replay::<P>(start, &path, metric).ok()?;
        let is_bounded = if self.proven { bound == length } else { bound <= length };
        (P::is_goal(&end, goal) && cost == length && is_bounded).then_some(())
    }
}

fn positions<P: Puzzle>(
    (shape, start, goal): &(String, String, String),
) -> Option<(P::Position, P::Position)> {
    let position = |text: &str| P::parse(text, Some(shape)).ok();
    Some((position(start)?, position(goal)?))
}
