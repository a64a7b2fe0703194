//! Positions as text, and plain moves that check the solutions of the searches.

use crate::edge::{Edge, List};
use crate::graph::Graph;
use loyd_search::puzzle::InvalidText;
use loyd_search::quote::quoted;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The name of the default start and goal: the first state of a file.
pub const FIRST: &str = "first";

/// Keys that a message shows as examples.
const EXAMPLES: usize = 3;

/// A state of a graph.
#[derive(Clone)]
pub struct Position {
    pub(crate) graph: Arc<Graph>,
    pub(crate) state: u32,
}

impl Position {
    /// The state of a number; `None` if the graph has fewer states.
    pub fn new(graph: &Arc<Graph>, state: u32) -> Option<Self> {
        ((state as usize) < graph.states()).then(|| Self { graph: graph.clone(), state })
    }

    /// Parses the key of a state, or `first`.
    ///
    /// # Errors
    /// If the graph has no such state.
    pub fn parse(text: &str, graph: &Arc<Graph>) -> Result<Self, InvalidText> {
        let key = text.trim();
        let first = (key == FIRST).then_some(graph.first);
        let state = graph.states.number(key).or(first).ok_or_else(|| {
            let examples =
                (0..graph.states().min(EXAMPLES)).map(|state| quoted(graph.key(state as u32)));
            let examples = examples.collect::<Vec<_>>().join(", ");
            let reason = format!(
                "{} is not one of the {} states of {}: their keys are such as {examples}",
                quoted(key),
                graph.states(),
                graph.id()
            );
            InvalidText { reason }
        })?;
        Ok(Self { graph: graph.clone(), state })
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The number of the state.
    pub fn state(&self) -> u32 {
        self.state
    }

    /// True for the default start and goal.
    pub(crate) fn is_first(&self) -> bool {
        self.state == self.graph.first
    }

    /// The edge that leads back over an edge of this state; `None` if the graph has none.
    pub fn opposite(&self, edge: Edge) -> Option<Edge> {
        let mut after = self.clone();
        after.apply(edge).ok()?;
        let mut back = self.graph.forward.range(after.state);
        let number = back.find(|&edge| self.graph.forward.states[edge as usize] == self.state)?;
        Some(Edge { list: List::Forward(self.graph.number), number })
    }

    /// Follows an edge.
    ///
    /// # Errors
    /// If the state has no edge of that name.
    pub(crate) fn apply(&mut self, edge: Edge) -> Result<(), String> {
        let graph = &self.graph;
        let mut edges = graph.forward.range(self.state);
        let of_state = match edge.list {
            List::Forward(number) if number == graph.number => {
                edges.contains(&edge.number).then_some(edge.number)
            }
            _ => edge.with_name(|name| edges.find(|&other| graph.name(other) == name)),
        };
        let number = of_state.ok_or_else(|| {
            let key = quoted(graph.key(self.state));
            format!("no edge from {key} has the name {}", edge.with_name(quoted))
        })?;
        self.state = graph.forward.states[number as usize];
        Ok(())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && Arc::ptr_eq(&self.graph, &other.graph)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.graph.number, self.state).hash(hasher);
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.graph.key(self.state))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
