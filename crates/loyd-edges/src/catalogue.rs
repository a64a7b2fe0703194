//! Graphs by name: the one that comes with the crate, and those that a program has read.
//!
//! Texts of positions and moves name no graph, so the graphs of a process are known to the whole process: by a number, and
//! by a name with a hash of the contents, so that a position is never read with another graph.

use crate::error::FileError;
use crate::graph::{Graph, Parts};
use crate::reading::read;
use loyd_search::puzzle::InvalidText;
use loyd_search::quote::quoted;
use loyd_search::rows::Rows;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of the graph that comes with the crate.
pub const RIVER: &str = "river";

/// The graphs that have names, with their descriptions.
pub const NAMED: &[(&str, &str)] =
    &[(RIVER, "a farmer ferries a wolf, a goat and a cabbage, 10 states")];

const RIVER_ROWS: &str = include_str!("../graphs/river.csv");

/// Characters of the name of a file that are used.
const MAX_OF_NAME: usize = 24;

/// The graphs of the process, by number.
static GRAPHS: Mutex<Vec<Arc<Graph>>> = Mutex::new(Vec::new());

fn graphs() -> MutexGuard<'static, Vec<Arc<Graph>>> {
    GRAPHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The graph of a number.
pub(crate) fn numbered(number: u32) -> Arc<Graph> {
    graphs()[number as usize].clone()
}

/// The graph of a name: the one that comes with the crate, or one that was [learned](learn).
pub fn by_name(name: &str) -> Option<Arc<Graph>> {
    let graph = graphs().iter().find(|graph| graph.id == name).cloned();
    graph.or_else(|| {
        let parts = (name == RIVER).then(|| read(&mut Lines::of(RIVER_ROWS)))?;
        let parts = parts.unwrap_or_else(|error| unreachable!("{RIVER}: {error}"));
        Some(stored(RIVER.to_owned(), parts))
    })
}

/// The graph of a name.
///
/// # Errors
/// If no graph has the name.
pub fn find(name: &str) -> Result<Arc<Graph>, InvalidText> {
    by_name(name).ok_or_else(|| InvalidText {
        reason: format!("{} is not a graph: write {RIVER}, or read a file of edges", quoted(name)),
    })
}

/// Reads a graph and registers it in the process by a new name ([`Graph::id`]): the given one with a hash of the contents.
/// The same rows give the same name.
///
/// # Errors
/// If the rows are not those of a graph.
pub fn learn(name: &str, rows: &mut dyn Rows) -> Result<Arc<Graph>, FileError> {
    let parts = read(rows)?;
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = name.chars().filter(plain).take(MAX_OF_NAME).collect();
    let name = if name.is_empty() { "graph" } else { &name[..] };
    let id = format!("{name}-{:016x}", hash(&parts));
    Ok(stored(id, parts))
}

fn stored(id: String, parts: Parts) -> Arc<Graph> {
    let mut graphs = graphs();
    if let Some(graph) = graphs.iter().find(|graph| graph.id == id) {
        return graph.clone();
    }
    let graph = Arc::new(Graph::new(id, graphs.len() as u32, parts));
    graphs.push(graph.clone());
    graph
}

/// A hash of the states, the edges and the names of moves.
fn hash(parts: &Parts) -> u64 {
    let mut hasher = FxHasher::default();
    for texts in [&parts.states, &parts.names] {
        (texts.len(), texts.joined()).hash(&mut hasher);
    }
    (parts.first, &parts.forward.offsets, &parts.forward.states, &parts.labels).hash(&mut hasher);
    hasher.finish()
}

/// Lines of cells without quotes: the form of the graph that comes with the crate.
struct Lines<'a> {
    columns: Vec<String>,
    rest: std::str::Lines<'a>,
    cells: Vec<&'a str>,
    number: u64,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let mut rest = text.lines();
        let columns = rest.next().unwrap_or_default().split(',').map(str::to_owned).collect();
        Self { columns, rest, cells: Vec::new(), number: 1 }
    }
}

impl Rows for Lines<'_> {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn unit(&self) -> &'static str {
        "line"
    }

    fn advance(&mut self) -> Result<Option<u64>, String> {
        let Some(line) = self.rest.next() else { return Ok(None) };
        self.cells = line.split(',').collect();
        self.number += 1;
        Ok(Some(self.number))
    }

    fn cell(&self, column: usize) -> &str {
        self.cells.get(column).copied().unwrap_or_default()
    }
}
