//! Rows to a graph.
//!
//! ```text
//! from,to[,move]                   an edge from `from` to `to`
//! key,parent[,position][,move]     a state; edges in both directions between it and its parent, if it has one
//! ```
//!
//! A row that repeats an edge with its name is skipped and counted. Two edges of a state with one name and different
//! ends are refused, since the name would not tell which one is meant.

use crate::error::FileError;
use crate::graph::Parts;
use crate::lists::{Lists, are_equal, by_start, compact, turned};
use crate::texts::{Refusal, Texts};
use loyd_search::memory::granted;
use loyd_search::quote::{quoted, shortened};
use loyd_search::rows::Rows;

/// No name, or no parent.
const NONE: u32 = u32::MAX;

/// Columns that a message repeats.
const MAX_COLUMNS: usize = 12;

/// The numbers of rows, where the numbers are consecutive but for a few gaps.
#[derive(Default)]
struct Numbers {
    /// The first entries after a gap, each with the number of its row.
    runs: Vec<(u32, u64)>,
}

impl Numbers {
    /// Adds the number of the row of an entry, which is larger than those before.
    fn add(&mut self, entry: u32, number: u64) {
        if self.runs.is_empty() || self.of(entry) != number {
            self.runs.push((entry, number));
        }
    }

    fn of(&self, entry: u32) -> u64 {
        let run = self.runs.partition_point(|(first, _)| *first <= entry) - 1;
        let (first, number) = self.runs[run];
        number + u64::from(entry - first)
    }
}

/// The states and edges that were read so far.
struct Reader<'a> {
    rows: &'a mut dyn Rows,
    /// The number of the last row.
    number: u64,
    states: Texts,
    names: Texts,
    edges: Vec<[u32; 2]>,
    /// The number of the name of each edge; empty if the file does not name edges.
    labels: Vec<u32>,
    has_names: bool,
    /// The rows of edges; or of states, each with two edges or none.
    numbers: Numbers,
    of_states: bool,
}

/// Reads a graph.
///
/// # Errors
/// The place and the reason of the first error.
pub(crate) fn read(rows: &mut dyn Rows) -> Result<Parts, FileError> {
    let columns: Vec<String> = rows.columns().iter().map(|it| it.to_ascii_lowercase()).collect();
    if columns.is_empty() {
        return Err(FileError::Empty);
    }
    let find = |name: &str| columns.iter().position(|column| column == name);
    let missing = |name| missing_column(name, rows.columns());
    let names = find("move");
    let (ends, position) = match (find("from"), find("to"), find("key"), find("parent")) {
        (Some(from), Some(to), ..) => ([from, to], None),
        (None, None, Some(key), Some(parent)) => ([key, parent], Some(find("position"))),
        (None, None, Some(_), None) => return Err(missing("parent")),
        (None, ..) => return Err(missing("from")),
        (Some(_), None, ..) => return Err(missing("to")),
    };
    for column in ends.into_iter().chain(position.flatten()).chain(names) {
        if let Some(found) = rows.unfit_type(column) {
            let (column, found) = (rows.columns()[column].clone(), found.to_owned());
            return Err(FileError::Type { column, found });
        }
    }
    let mut reader = Reader {
        rows,
        number: 0,
        states: Texts::default(),
        names: Texts::default(),
        edges: Vec::new(),
        labels: Vec::new(),
        has_names: names.is_some(),
        numbers: Numbers::default(),
        of_states: false,
    };
    let first = match position {
        None => reader.edges(ends, names)?,
        Some(position) => reader.states(ends, position, names)?,
    };
    reader.graph(first)
}

fn missing_column(missing: &'static str, columns: &[String]) -> FileError {
    let shown: Vec<_> = columns.iter().take(MAX_COLUMNS).map(|it| shortened(it)).collect();
    let more = if columns.len() > shown.len() { ", …" } else { "" };
    FileError::Column { missing, columns: format!("{}{more}", shown.join(", ")) }
}

impl Reader<'_> {
    fn advance(&mut self) -> Result<bool, FileError> {
        let number = self.rows.advance().map_err(FileError::Row)?;
        self.number = number.unwrap_or(self.number);
        Ok(number.is_some())
    }

    fn place(&self) -> String {
        format!("{} {}", self.rows.unit(), self.number)
    }

    fn refused(&self, refusal: Refusal) -> FileError {
        match refusal {
            Refusal::TooMany => FileError::TooLarge { place: self.place() },
            Refusal::Memory => FileError::Memory { place: self.place() },
        }
    }

    /// The number of the state in a cell.
    fn state(&mut self, column: usize, name: &'static str) -> Result<u32, FileError> {
        let key = self.rows.cell(column);
        if key.is_empty() {
            return Err(self.empty(name));
        }
        let state = self.states.store(key);
        state.map_err(|refusal| self.refused(refusal))
    }

    fn empty(&self, column: &'static str) -> FileError {
        FileError::Cell { place: self.place(), column, unit: self.rows.unit() }
    }

    /// The number of the name in a cell.
    fn name(&mut self, column: Option<usize>) -> Result<u32, FileError> {
        let name = column.map_or("", |column| self.rows.cell(column));
        if name.is_empty() {
            return Ok(NONE);
        }
        let name = self.names.store(name);
        name.map_err(|refusal| self.refused(refusal))
    }

    fn edge(&mut self, ends: [u32; 2], name: u32) -> Result<u32, FileError> {
        let number = u32::try_from(self.edges.len()).ok().filter(|&number| number < NONE);
        let number = number.ok_or_else(|| self.refused(Refusal::TooMany))?;
        let reserved = self.edges.try_reserve(1).and_then(|()| self.labels.try_reserve(1));
        reserved.map_err(|_| self.refused(Refusal::Memory))?;
        self.edges.push(ends);
        if self.has_names {
            self.labels.push(name);
        }
        Ok(number)
    }

    /// Reads a row for each edge; returns the first state.
    fn edges(&mut self, [from, to]: [usize; 2], names: Option<usize>) -> Result<u32, FileError> {
        while self.advance()? {
            let ends = [self.state(from, "from")?, self.state(to, "to")?];
            let name = self.name(names)?;
            let edge = self.edge(ends, name)?;
            self.numbers.add(edge, self.number);
        }
        if self.edges.is_empty() { Err(FileError::Empty) } else { Ok(0) }
    }

    /// Reads a row for each state; returns the first one without a parent, or else the first one.
    fn states(
        &mut self,
        [key, parent]: [usize; 2],
        position: Option<usize>,
        names: Option<usize>,
    ) -> Result<u32, FileError> {
        let mut keys = Texts::default();
        // The state of each key; the parent's key and the name of each state.
        let (mut state_of, mut rows): (Vec<u32>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
        self.of_states = true;
        while self.advance()? {
            let mut number = |text: &str| {
                if text.is_empty() { Ok(NONE) } else { keys.store(text) }
            };
            let of_row = number(self.rows.cell(key));
            let of_row = of_row.map_err(|refusal| self.refused(refusal))?;
            let of_parent = number(self.rows.cell(parent));
            let of_parent = of_parent.map_err(|refusal| self.refused(refusal))?;
            if of_row == NONE {
                return Err(self.empty("key"));
            }
            let (states, column) = (self.states.len() as u32, position.unwrap_or(key));
            let state = self.state(column, if position.is_some() { "position" } else { "key" })?;
            state_of.resize(keys.len(), NONE);
            if state != states || state_of[of_row as usize] != NONE {
                let key = quoted(self.rows.cell(column));
                return Err(FileError::Twice { place: self.place(), key });
            }
            state_of[of_row as usize] = state;
            let name = self.name(names)?;
            rows.push((of_parent, name));
            self.numbers.add(state, self.number);
        }
        for (state, &(parent, name)) in rows.iter().enumerate() {
            if parent == NONE {
                continue;
            }
            let state = state as u32;
            self.number = self.numbers.of(state);
            let from = state_of[parent as usize];
            if from == NONE {
                let key = quoted(keys.get(parent));
                return Err(FileError::Parent { place: self.place(), key });
            }
            self.edge([from, state], name)?;
            self.edge([state, from], NONE)?;
        }
        if rows.is_empty() {
            return Err(FileError::Empty);
        }
        Ok(rows.iter().position(|&(parent, _)| parent == NONE).unwrap_or(0) as u32)
    }

    /// The graph of all rows.
    fn graph(mut self, first: u32) -> Result<Parts, FileError> {
        let states = self.states.len();
        if self.labels.iter().all(|&label| label == NONE) {
            self.labels = Vec::new();
        }
        // The ends and names by start, a copy of their offsets, and the edges turned round.
        let bytes = 8 * (states + self.edges.len()) + 4 * self.labels.len();
        if !granted(bytes as u64) {
            return Err(self.refused(Refusal::Memory));
        }
        self.number_labels();
        let (mut forward, mut labels) = by_start(states, &self.edges, &self.labels);
        let edges = self.edges.len();
        if let Some(entries) = compact(&mut forward, &mut labels) {
            return Err(self.ambiguous(&forward, &labels, entries));
        }
        let duplicates = (edges - forward.states.len()) as u64;
        let Self { states, names, edges, labels: of_edges, .. } = self;
        drop((edges, of_edges));
        let backward = Some(turned(&forward)).filter(|backward| !are_equal(&forward, backward));
        Ok(Parts { states, names, first, forward, labels, backward, duplicates })
    }

    /// Numbers the names of moves after the states; a name that is the key of a state has the number of the state.
    fn number_labels(&mut self) {
        let states = self.states.len() as u32;
        let of_name: Vec<u32> = (0..self.names.len() as u32)
            .map(|name| self.states.number(self.names.get(name)).unwrap_or(states + name))
            .collect();
        for (label, [_, to]) in self.labels.iter_mut().zip(&self.edges) {
            *label = if *label == NONE { *to } else { of_name[*label as usize] };
        }
    }

    /// The number of the row of an edge.
    fn number_of(&self, edge: usize) -> u64 {
        let [from, to] = self.edges[edge];
        let state = if edge.is_multiple_of(2) { to } else { from };
        self.numbers.of(if self.of_states { state } else { edge as u32 })
    }

    /// The error that two edges of a state have one name, from their entries.
    fn ambiguous(&self, forward: &Lists, labels: &[u32], entries: [u32; 2]) -> FileError {
        let from = forward.owner(entries[0]);
        let label = labels[entries[0] as usize];
        let [to, other] = entries.map(|entry| forward.states[entry as usize]);
        let number = |to: u32| {
            let mut edges = self.edges.iter().zip(&self.labels);
            let edge = edges.position(|(edge, &of)| *edge == [from, to] && of == label);
            self.number_of(edge.unwrap_or_default())
        };
        let (mut to, mut other) = ((number(to), to), (number(other), other));
        if to < other {
            (to, other) = (other, to);
        }
        let states = self.states.len() as u32;
        let text = |state| quoted(self.states.get(state)).into_boxed_str();
        FileError::Ambiguous {
            place: format!("{} {}", self.rows.unit(), to.0).into(),
            name: if label < states {
                text(label)
            } else {
                quoted(self.names.get(label - states)).into()
            },
            from: text(from),
            to: text(to.1),
            other: text(other.1),
            unit: self.rows.unit(),
            line: other.0,
        }
    }
}
