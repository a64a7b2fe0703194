//! The reasons why rows are not those of a graph.

/// The reason why rows are not those of a graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// A row cannot be read.
    #[error("{0}")]
    Row(String),
    /// A column is missing.
    #[error(
        "the file lacks the column `{missing}`: edges have the columns from and to, and may have move; the columns of this \
         file are {columns}"
    )]
    Column {
        /// The column.
        missing: &'static str,
        /// The columns of the file.
        columns: String,
    },
    /// A column has cells of another type.
    #[error("the column {column} has the type {found}: write texts or whole numbers")]
    Type {
        /// The column.
        column: String,
        /// Its type.
        found: String,
    },
    /// The file has a line of columns at most.
    #[error(
        "the file has no rows: its first line names columns, such as from,to, and each one below is an edge"
    )]
    Empty,
    /// A cell is missing.
    #[error(
        "{place}: the cell `{column}` is empty, but an edge has two states: complete or remove the {unit}"
    )]
    Cell {
        /// The row.
        place: String,
        /// The column.
        column: &'static str,
        /// The noun for a row.
        unit: &'static str,
    },
    /// Two edges of a state have one name.
    #[error(
        "{place}: the move {name} leads from {from} to {to}, but to {other} on {unit} {line}: give them different names"
    )]
    Ambiguous {
        /// The row.
        place: Box<str>,
        /// The name of the move.
        name: Box<str>,
        /// The state.
        from: Box<str>,
        /// The state that it leads to in this row.
        to: Box<str>,
        /// The state that it leads to in the other row.
        other: Box<str>,
        /// The noun for a row.
        unit: &'static str,
        /// The other row.
        line: u64,
    },
    /// Two rows are of one state.
    #[error("{place}: the state {key} has two rows: remove one")]
    Twice {
        /// The row.
        place: String,
        /// The state.
        key: String,
    },
    /// The parent has no row.
    #[error("{place}: the parent {key} has no row: add it, or name the columns from and to")]
    Parent {
        /// The row.
        place: String,
        /// The key of the parent.
        key: String,
    },
    /// Numbers have 32 bits.
    #[error("{place}: more than 4 billion states, edges or bytes of keys: use a smaller graph")]
    TooLarge {
        /// The row.
        place: String,
    },
    /// The system refused memory.
    #[error("{place}: the system refuses more memory: use a smaller graph")]
    Memory {
        /// The row.
        place: String,
    },
}
