//! Tables with a name: the subject of puzzles that have a few tables each.

use super::subject::Subject;
use crate::disk::Bytes;
use serde::{Deserialize, Serialize};

/// A table of a puzzle by name.
///
/// The puzzle knows the meaning of the bytes by name and version.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct NamedTable {
    /// The puzzle.
    pub puzzle: String,
    /// The table.
    pub table: String,
    /// The metric of its distances.
    pub metric: String,
    /// The version of the layout: it changes when the same bytes mean something else.
    pub layout: u32,
}

impl Subject for NamedTable {
    type Fields = Self;
    type Loaded = Bytes;

    const NAMES_PUZZLE: bool = true;

    fn fields(&self) -> Self {
        self.clone()
    }

    fn of_fields(fields: Self) -> Option<Self> {
        let plain = |name: &str| {
            let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            !name.is_empty() && name.len() <= 64 && name.chars().all(letter)
        };
        let names = [&fields.puzzle, &fields.table, &fields.metric];
        let all_plain = names.into_iter().all(|name| plain(name));
        all_plain.then_some(fields)
    }

    /// The puzzle defines the number of entries.
    fn may_have(&self, _bytes: u64) -> bool {
        true
    }

    fn file_name(&self) -> String {
        format!("{}-{}-{}", self.puzzle, self.metric, self.table)
    }

    fn loaded(&self, bytes: Bytes) -> Result<Bytes, String> {
        Ok(bytes)
    }
}
