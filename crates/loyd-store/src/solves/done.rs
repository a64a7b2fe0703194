//! A board that is done, and what must hold of its result.

use super::Board;
use crate::document;
use crate::plausible;
use loyd_tiles::{MetricName, Position, parse_moves, parse_position, parse_size, solvable};
use serde::{Deserialize, Serialize};

/// A board that is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)] // Those of a result on the command line.
pub struct Done {
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

impl Done {
    /// Checks a result that was read against its board: its moves are played.
    pub(super) fn check(&self, board: &Board, metric: &str) -> Result<(), &'static str> {
        let metric = document::metric(metric).ok_or("it is of no known metric")?;
        if self.seconds.is_some_and(|seconds| !plausible::seconds(seconds)) {
            return Err("a search in it took a time that cannot be");
        }
        let Ok(task) = &board.task else {
            let invalid = self.status == "invalid" && self.moves.is_none() && !self.proven;
            return if invalid { Ok(()) } else { Err("a board that is none has a result") };
        };
        // Boards that cannot be read are reported when they come up.
        let Some((start, goal)) = positions(task) else { return Ok(()) };
        let is_solvable = || solvable(start.size(), start.tiles(), goal.tiles()).is_ok();
        match &self.status[..] {
            "solved" if self.plays(&start, &goal, metric).is_some() => Ok(()),
            "solved" => Err("a solution in it does not solve its board"),
            "unsolvable" if is_solvable() => {
                Err("a board in it that can be solved is called unsolvable")
            }
            "unsolvable" => Ok(()),
            _ => Err("a result in it is neither solved nor unsolvable"),
        }
    }

    /// Plays the moves and compares their number with what is said of it.
    fn plays(&self, start: &Position, goal: &Position, metric: MetricName) -> Option<()> {
        let path = parse_moves(self.moves.as_ref()?).ok()?;
        let (length, bound) = (self.length?, self.lower_bound.unwrap_or(0));
        let end = start.replay(&path).ok()?;
        let alone = metric == MetricName::Multi || path.iter().all(|slide| slide.count == 1);
        let is_bounded = if self.proven { bound == length } else { bound <= length };
        (end == *goal && alone && path.len() == length as usize && is_bounded).then_some(())
    }
}

fn positions((size, start, goal): &(String, String, String)) -> Option<(Position, Position)> {
    let size = parse_size(size).ok()?;
    let position = |text: &str| parse_position(text, Some(size)).ok();
    Some((position(start)?, position(goal)?))
}
