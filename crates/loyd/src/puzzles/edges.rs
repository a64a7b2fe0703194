//! Graphs from files of edges in the list of puzzles: the shape is the graph, by its name.

use crate::error::Unreadable;
use crate::listed::{Listed, levels_of_every_puzzle};
use crate::task::Task;
use loyd_edges::{
    Edge, Edges, FIRST, Graph, NAMED, Position, RIVER, Scrambler, by_name, find, learn,
};
use loyd_search::quote::quoted;
use loyd_search::rows::Rows;
use std::sync::Arc;

impl Listed for Edges {
    const TITLE: &'static str = "A graph from a file of edges, with states as nodes";
    const NOUN: &'static str = "state";
    const SHAPE: &'static str = RIVER;
    const HAS_SIZES: bool = true;
    const NAMED_SHAPES: &'static [(&'static str, &'static str)] = NAMED;
    const GOAL: &'static str = FIRST;
    const GOALS: &'static [(&'static str, &'static str)] =
        &[(FIRST, "files of edges: the state that the first row begins with")];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] =
        &[("every-move", "files of edges: each edge is one move")];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] =
        &[("state", "the key of the state"), ("goal", "the key of the goal")];
    const MOVES: &'static str =
        "the solution: the names of edges, or else the states that they lead to";
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] = &[("bibfs", "zero")];

    fn inverse(edge: Edge, of: &Position) -> Option<Edge> {
        of.opposite(edge)
    }

    /// The goal.
    fn origin(task: &Task<Self>) -> Position {
        task.goal.clone()
    }

    fn check_shape(shape: &str) -> Result<String, Unreadable> {
        Ok(graph(Some(shape))?.id().to_owned())
    }

    fn define_rows(name: &str, rows: &mut dyn Rows) -> Option<Result<String, Unreadable>> {
        let learned = learn(name, rows).map(|graph| graph.id().to_owned());
        Some(learned.map_err(|why| Unreadable::Shape { reason: why.to_string() }))
    }

    fn notes(shape: &str) -> Vec<String> {
        let duplicates = by_name(shape).map_or(0, |graph| graph.duplicates());
        let note = || format!("rows that repeat an edge are skipped: {duplicates}");
        (duplicates > 0).then(note).into_iter().collect()
    }

    fn start(shape: Option<&str>, start: Option<&str>) -> Result<Position, Unreadable> {
        let start = Position::parse(start.unwrap_or(FIRST), &graph(shape)?);
        start.map_err(|why| Unreadable::Start { reason: why.to_string() })
    }

    fn goal_at(shape: Option<&str>, goal: Option<&str>) -> Result<Option<Position>, Unreadable> {
        if shape.is_none() {
            return Ok(None);
        }
        let goal = Position::parse(goal.unwrap_or(FIRST), &graph(shape)?);
        goal.map(Some)
            .map_err(|why| Unreadable::Goal { reason: why.to_string(), shapes: Vec::new() })
    }

    /// The number of the state, in two parts of 16 bits, the lower one first.
    fn numbers(position: &Position) -> Vec<u16> {
        vec![position.state() as u16, (position.state() >> 16) as u16]
    }

    fn from_numbers(shape: &str, numbers: &[u16]) -> Result<Position, String> {
        let graph = find(shape).map_err(|why| why.to_string())?;
        let &[low, high] = numbers else {
            return Err(format!("{} numbers: a state is two", numbers.len()));
        };
        let state = u32::from(high) << 16 | u32::from(low);
        let position = Position::new(&graph, state);
        position.ok_or_else(|| {
            format!("state {state}: {} has {} states", quoted(shape), graph.states())
        })
    }

    levels_of_every_puzzle!();
}

/// The graph of a name, by default the one that comes with the crate.
fn graph(shape: Option<&str>) -> Result<Arc<Graph>, Unreadable> {
    let graph = find(shape.unwrap_or(RIVER).trim());
    graph.map_err(|why| Unreadable::Shape { reason: why.to_string() })
}
