//! Rows of a table, one after the other: the contract between programs that read files and puzzles that files define.

/// A table whose rows are read once.
pub trait Rows {
    /// The names of the columns.
    fn columns(&self) -> &[String];

    /// The noun for the number of a row: "line", "row".
    fn unit(&self) -> &'static str;

    /// The type of a column whose cells are neither texts nor whole numbers.
    fn unfit_type(&self, _column: usize) -> Option<&str> {
        None
    }

    /// Reads the next row and returns its number; `None` after the last one.
    ///
    /// # Errors
    /// The place and the reason why it cannot be read.
    fn advance(&mut self) -> Result<Option<u64>, String>;

    /// A cell of the row that was read last, without white space around it; empty if it is missing.
    fn cell(&self, column: usize) -> &str;
}
