//! Sliding tiles in the list of puzzles.

use super::parity;
use crate::error::Unreadable;
use crate::listed::Listed;
use crate::task::Task;
use loyd::puzzle::Field;
use loyd_tiles::pdb::catalogue;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{
    Goal, MetricName, NotationError, Position, Scrambler, Size, Slide, parse_goal, parse_position,
    parse_size,
};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The partitions of the catalogue as heuristics, each once: some are of several boards.
static DATABASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names: BTreeSet<_> = catalogue::CATALOGUE.iter().map(catalogue::Entry::name).collect();
    names.into_iter().map(|name| format!("pdb:{name}")).collect()
});

impl Listed for Tiles {
    const TITLE: &'static str = "Sliding tiles on a board of any size";
    const NOUN: &'static str = "board";
    const SHAPE: &'static str = "4x4";
    const HAS_SIZES: bool = true;
    const GOAL: &'static str = "blank-last";
    const GOALS: &'static [(&'static str, &'static str)] = &[
        ("blank-last", "tiles: the tiles in order, then the blank"),
        ("blank-first", "tiles: the blank, then the tiles in order"),
    ];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = &[
        ("single", "tiles: a move slides one tile"),
        ("multi", "tiles: a move slides one or more tiles of the blank's row or column"),
    ];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const FACTS: &'static [&'static str] = &["parity", "blank_distance"];

    fn read(text: &str, shape: Option<&str>, goal: Option<&str>) -> Result<Task<Self>, Unreadable> {
        let size = size(shape)?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| wrong_goal(&why))?.unwrap_or_default();
        let of_goal = match &goal {
            Goal::Board(goal) if size.is_none() => Some(goal.size()),
            _ => None,
        };
        let fitting = of_goal.and_then(|size| parse_position(text, Some(size)).ok());
        let start = match fitting {
            Some(start) => start,
            None => parse_position(text, size).map_err(|why| wrong_position(&why))?,
        };
        let goal = goal.position(start.size()).ok_or_else(|| Unreadable::TwoShapes {
            noun: Self::NOUN,
            start: start.size().to_string(),
            goal: of_goal.map_or_else(|| "another".to_owned(), |size| size.to_string()),
        })?;
        Ok(Task { start, goal })
    }

    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        parse_size(shape).map(|size| size.to_string()).map_err(|why| wrong_shape(&why))
    }

    fn check_goal(goal: &str, shape: Option<&str>) -> Result<(), Unreadable> {
        let size = shape.and_then(|shape| parse_size(shape).ok());
        parse_goal(goal, size).map(drop).map_err(|why| wrong_goal(&why))
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        let size = size(shape)?;
        let goal = goal.map(|goal| parse_goal(goal, size)).transpose();
        let goal = goal.map_err(|why| wrong_goal(&why))?.unwrap_or_default();
        let size = match (size, &goal) {
            (Some(size), _) => size,
            (None, Goal::Board(board)) => board.size(),
            (None, _) => return Ok(None),
        };
        let other = || Unreadable::OtherShape { noun: Self::NOUN, shape: size.to_string() };
        goal.position(size).map(Some).ok_or_else(other)
    }

    fn facts(task: &Task<Self>) -> Vec<Field> {
        parity::facts(task)
    }

    /// A slide of several tiles counts as so many single ones, as it is that many moves in a row.
    fn length(moves: &[Slide], metric: MetricName) -> u32 {
        match metric {
            MetricName::Single => moves.iter().map(|slide| u32::from(slide.count)).sum(),
            MetricName::Multi => moves.len() as u32,
        }
    }

    fn other_goal(task: &Task<Self>) -> Option<String> {
        Goal::reachable_from(&task.start).map(|goal| goal.to_string())
    }

    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        DATABASES.iter().map(|name| (&name[..], "pattern databases, added up")).collect()
    }
}

fn size(shape: Option<&str>) -> Result<Option<Size>, Unreadable> {
    shape.map(parse_size).transpose().map_err(|why| wrong_shape(&why))
}

fn wrong_shape(why: &NotationError) -> Unreadable {
    Unreadable::Shape { reason: why.to_string() }
}

fn wrong_goal(why: &NotationError) -> Unreadable {
    Unreadable::Goal { reason: why.to_string(), shapes: shapes(why) }
}

fn wrong_position(why: &NotationError) -> Unreadable {
    Unreadable::Position { reason: why.to_string(), shapes: shapes(why) }
}

/// The sizes that the board might have.
fn shapes(why: &NotationError) -> Vec<String> {
    why.sizes().iter().map(ToString::to_string).collect()
}
