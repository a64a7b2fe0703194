//! The subject of a table, as the header of its file describes it, and the statistics of its values.

use crate::disk::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// More than the values of any table.
const MAX_VALUES: usize = 1 << 16;

/// The subject of a table: what it holds distances of, and in which form.
pub trait Subject: Clone + PartialEq + Debug + Send + Sync {
    /// The fields of a header that describe the subject.
    type Fields: Serialize + DeserializeOwned;

    /// A loaded table.
    type Loaded;

    /// True if headers name the puzzle, in a field `puzzle`. Those of sliding tiles, the first ones,
    /// do not.
    const NAMES_PUZZLE: bool;

    /// The fields of a header.
    fn fields(&self) -> Self::Fields;

    /// The subject that the fields of a header describe; `None` if they describe no subject.
    fn of_fields(fields: Self::Fields) -> Option<Self>;

    /// Returns true if a table of this subject may have this many bytes.
    fn may_have(&self, bytes: u64) -> bool;

    /// The name of the file in a cache, without its extension.
    fn file_name(&self) -> String;

    /// The table of verified bytes.
    ///
    /// # Errors
    /// The reason why they are not that table.
    fn loaded(&self, bytes: Bytes) -> Result<Self::Loaded, String>;
}

/// The description of a table and the statistics of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo<S> {
    /// The subject of the distances.
    pub subject: S,
    /// The number of entries with each value.
    pub histogram: Vec<u64>,
}

impl<S> TableInfo<S> {
    /// The number of entries with a value.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The largest value.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.histogram.len().saturating_sub(1)
    }

    /// The mean of all values.
    #[must_use]
    pub fn average(&self) -> f64 {
        let sum: u64 =
            self.histogram.iter().zip(0..).map(|(&states, h): (_, u64)| states * h).sum();
        sum as f64 / self.states().max(1) as f64
    }
}

/// The header of a file.
#[derive(Serialize, Deserialize)]
pub(super) struct Header<F> {
    program: String,
    #[serde(flatten)]
    fields: F,
    histogram: Vec<u64>,
    pub(super) bytes: u64,
}

/// The field of a header that names its puzzle.
#[derive(Deserialize)]
pub(super) struct PuzzleField {
    puzzle: Option<String>,
}

impl PuzzleField {
    /// Returns true if subjects of this type have this field, or both lack it.
    pub(super) fn fits<S: Subject>(&self) -> bool {
        self.puzzle.is_some() == S::NAMES_PUZZLE
    }
}

impl<F> Header<F> {
    /// The header of a table of this many bytes.
    pub(super) fn new<S: Subject<Fields = F>>(info: &TableInfo<S>, bytes: u64) -> Self {
        let (program, fields) = (env!("CARGO_PKG_VERSION").into(), info.subject.fields());
        Self { program, fields, histogram: info.histogram.clone(), bytes }
    }

    /// Returns the description of the table.
    ///
    /// # Errors
    /// If the puzzle lacks such a table, or tables of this subject have another size.
    pub(super) fn info<S: Subject<Fields = F>>(self) -> Result<TableInfo<S>, &'static str> {
        let subject = S::of_fields(self.fields).ok_or("its header names no pattern")?;
        if !subject.may_have(self.bytes) {
            return Err("its header states a number of bytes that no table of this pattern has");
        }
        let counted = self.histogram.iter().try_fold(0u64, |sum, &states| sum.checked_add(states));
        // No entry is smaller than a bit, and no value exceeds the longest walk.
        let entries = self.bytes.saturating_mul(8);
        if counted.is_none_or(|counted| counted > entries) || self.histogram.len() > MAX_VALUES {
            return Err("its header counts more states than there are");
        }
        Ok(TableInfo { subject, histogram: self.histogram })
    }
}
