//! A graph in compressed rows: the edges of a state are neighbours in one list, in the order of the file.
//!
//! Searches from the goal, and the states that reach it, need the edges backward. They are stored only if some edge
//! lacks its opposite.

use crate::lists::Lists;
use crate::reach::Reach;
use crate::texts::Texts;
use std::sync::{Arc, Mutex, PoisonError};

/// The state of the last request, with the states that it reaches or that reach it.
type Cached = Mutex<Option<(u32, Arc<Reach>)>>;

/// States with keys, and edges between them.
#[derive(Debug)]
pub struct Graph {
    /// The name: that of the file, with a hash of its contents.
    pub(crate) id: String,
    /// The number among the graphs of the process.
    pub(crate) number: u32,
    pub(crate) states: Texts,
    /// The names of moves that are not keys of states.
    pub(crate) names: Texts,
    /// The default start and goal.
    pub(crate) first: u32,
    pub(crate) forward: Lists,
    /// The name of each edge: that of the state of this number, or of a move. Empty if each edge has the name of the
    /// state that it leads to.
    pub(crate) labels: Vec<u32>,
    /// `None` if each edge has its opposite.
    pub(crate) backward: Option<Lists>,
    /// Rows of the file that repeat an edge.
    pub(crate) duplicates: u64,
    reached: Cached,
    reaching: Cached,
}

/// The parts of a graph that come from a file.
pub(crate) struct Parts {
    pub(crate) states: Texts,
    pub(crate) names: Texts,
    pub(crate) first: u32,
    pub(crate) forward: Lists,
    pub(crate) labels: Vec<u32>,
    pub(crate) backward: Option<Lists>,
    pub(crate) duplicates: u64,
}

impl Graph {
    pub(crate) fn new(id: String, number: u32, parts: Parts) -> Self {
        let Parts { states, names, first, forward, labels, backward, duplicates } = parts;
        let (reached, reaching) = (Mutex::new(None), Mutex::new(None));
        Self {
            id,
            number,
            states,
            names,
            first,
            forward,
            labels,
            backward,
            duplicates,
            reached,
            reaching,
        }
    }

    /// The name, by which it is found again.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.forward.states.len()
    }

    /// The number of rows that repeat an edge.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// The key of a state.
    pub fn key(&self, state: u32) -> &str {
        self.states.get(state)
    }

    /// The edges backward: for each state those that lead to it.
    pub(crate) fn backward(&self) -> &Lists {
        self.backward.as_ref().unwrap_or(&self.forward)
    }

    /// The name of an edge, by its number.
    pub(crate) fn name(&self, edge: u32) -> &str {
        let label = self.labels.get(edge as usize).copied();
        self.label(label.unwrap_or_else(|| self.forward.states[edge as usize]))
    }

    fn label(&self, label: u32) -> &str {
        let states = self.states.len() as u32;
        if label < states { self.states.get(label) } else { self.names.get(label - states) }
    }

    /// The states that are reached from a state.
    pub(crate) fn reached_from(&self, state: u32) -> Arc<Reach> {
        self.cached(&self.reached, &self.forward, state)
    }

    /// The states that reach a state.
    pub(crate) fn reaching(&self, state: u32) -> Arc<Reach> {
        self.cached(&self.reaching, self.backward(), state)
    }

    /// The set of the state that was asked for last is stored.
    fn cached(&self, last: &Cached, lists: &Lists, state: u32) -> Arc<Reach> {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, reach)) = &*last
            && *of == state
        {
            return reach.clone();
        }
        let reach = Arc::new(Reach::of(self.states(), state, |state| lists.of(state)));
        *last = Some((state, reach.clone()));
        reach
    }
}
