//! The Towers of Hanoi in the list of puzzles: the shape has the numbers of disks and pegs.

use crate::error::Unreadable;
use crate::listed::{Listed, levels_of_every_puzzle};
use crate::task::Task;
use loyd_hanoi::{Hanoi, Position, Scrambler, Shape, Transfer};
use loyd_search::puzzle::Puzzle;

impl Listed for Hanoi {
    const TITLE: &'static str = "The Towers of Hanoi with three to eight pegs";
    const NOUN: &'static str = "position";
    const SHAPE: &'static str = "hanoi-8x3";
    const HAS_SIZES: bool = true;
    const NAMED_SHAPES: &'static [(&'static str, &'static str)] = &[
        ("hanoi-8x3", "the Towers of Hanoi, 8 disks on 3 pegs; other numbers likewise"),
        ("hanoi-8x4", "Reve's puzzle, 8 disks on 4 pegs; other numbers likewise"),
    ];
    const GOAL: &'static str = "last-peg";
    const GOALS: &'static [(&'static str, &'static str)] = &[
        ("last-peg", "the Towers of Hanoi: all disks on the last peg"),
        ("first-peg", "the Towers of Hanoi: all disks on the first peg"),
    ];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] =
        &[("every-move", "the Towers of Hanoi: each disk that moves is one move")];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("towers", "the peg of each disk, the largest disk first"),
        ("goal", "the goal, in the same form"),
    ];
    const MOVES: &'static str = "the solution: the pegs that a disk leaves and reaches";
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] =
        &[("astar", "patterns"), ("beam(2000)", "patterns")];

    fn inverse(Transfer { from, to }: Transfer, _of: &Position) -> Option<Transfer> {
        Some(Transfer { from: to, to: from })
    }

    /// The goal, from which every position can be reached.
    fn origin(task: &Task<Self>) -> Position {
        task.goal.clone()
    }

    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        let shape: Result<Shape, _> = shape.parse();
        shape
            .map(|shape| shape.to_string())
            .map_err(|why| Unreadable::Shape { reason: why.to_string() })
    }

    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Position, Unreadable> {
        let shape = Self::check_shape(shape.unwrap_or(Self::SHAPE))?;
        let start = Self::parse(start.unwrap_or(Self::GOAL), Some(&shape));
        start.map_err(|why| Unreadable::Start { reason: why.to_string() })
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        let Some(shape) = shape else { return Ok(None) };
        let shape = Self::check_shape(shape)?;
        let goal = Self::parse(goal.unwrap_or(Self::GOAL), Some(&shape));
        goal.map(Some)
            .map_err(|why| Unreadable::Goal { reason: why.to_string(), shapes: Vec::new() })
    }

    /// The peg of each disk from 0, the largest disk first.
    fn numbers(position: &Position) -> Vec<u16> {
        position.pegs().iter().map(|&peg| peg.into()).collect()
    }

    fn from_numbers(shape: &str, numbers: &[u16]) -> Result<Position, String> {
        let peg = |&number: &u16| u8::try_from(number).map_err(|_| format!("peg {number}"));
        let pegs = numbers.iter().map(peg).collect::<Result<_, _>>()?;
        let shape: Shape = shape.parse().map_err(|why| format!("{why}"))?;
        Position::new(shape, pegs).map_err(|why| why.to_string())
    }

    levels_of_every_puzzle!();
}
