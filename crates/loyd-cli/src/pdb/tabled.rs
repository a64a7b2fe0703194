//! The contract between `loyd pdb` and a puzzle.

use super::arguments::{
    BuildArgs, EncodingName, InfoArgs, ListArgs, PlanPdbArgs, TargetArgs, VerifyArgs,
};
use crate::exit::{Exit, Failure};
use loyd::StoredTables;
use loyd_store::TableInfo;

/// The commands of a puzzle with tables in the cache.
pub(crate) trait TableCommands: Sync {
    /// The tables that have a name.
    fn names(&self) -> Vec<(&'static str, &'static str)>;

    /// Runs `loyd pdb build`.
    fn build(&self, args: &BuildArgs) -> Result<Exit, Failure>;

    /// Runs `loyd pdb list`.
    fn list(&self, args: &ListArgs) -> Result<Exit, Failure>;

    /// Runs `loyd pdb info`.
    fn describe(&self, args: &InfoArgs) -> Result<Exit, Failure>;

    /// Runs `loyd pdb verify`.
    fn verify(&self, args: &VerifyArgs) -> Result<Exit, Failure>;

    /// Runs `loyd plan pdb`.
    fn plan(&self, args: &PlanPdbArgs) -> Result<Exit, Failure>;
}

/// A puzzle with tables in the cache: the part of the commands that depends on it.
pub(crate) trait Tabled: StoredTables {
    /// The tables, or groups of tables, that have a name.
    fn catalogue() -> Vec<InCatalogue>;

    /// The tables that arguments name, in one encoding or in any of the cache.
    fn target(
        args: &TargetArgs,
        encoding: Option<EncodingName>,
    ) -> Result<Target<Self::Subject>, Failure>;

    /// The facts about a table, from its subject.
    fn facts_of(subject: &Self::Subject) -> Facts;

    /// The number of tiles in the pattern of a subject.
    fn tiles(_subject: &Self::Subject) -> Option<usize> {
        None
    }

    /// True if a subject is of this puzzle.
    fn is_own(_subject: &Self::Subject) -> bool {
        true
    }

    /// Compares entries, `samples` of a large table, with the results of searches.
    fn check(
        subject: &Self::Subject,
        table: &Self::Table,
        samples: u64,
        seed: u64,
    ) -> Result<Checked, String>;
}

/// A table, or a group of tables, that has a name.
pub(crate) struct InCatalogue {
    pub(crate) name: String,
    /// The shape of positions.
    pub(crate) shape: String,
    pub(crate) tables: usize,
    pub(crate) remark: String,
}

/// The tables that a name means.
pub(crate) struct Target<S> {
    /// The name as written.
    pub(crate) name: String,
    /// The meaning of the name, as text for people.
    pub(crate) text: String,
    pub(crate) parts: Vec<Part<S>>,
}

/// One of the tables that a name means.
pub(crate) struct Part<S> {
    /// The letter of a pattern.
    pub(crate) letter: Option<char>,
    /// The tiles of a pattern.
    pub(crate) tiles: Option<String>,
    /// The name of the table in an error about its absence.
    pub(crate) noun: String,
    /// The subject in each requested encoding.
    pub(crate) subjects: Vec<S>,
}

/// The facts about a table, from its subject.
pub(crate) struct Facts {
    /// The shape of positions.
    pub(crate) shape: String,
    pub(crate) encoding: &'static str,
    pub(crate) metric: String,
    pub(crate) metric_title: String,
    /// The table in a few words: "7 tiles".
    pub(crate) title: String,
    /// The objects that it has entries for: "states".
    pub(crate) entries: &'static str,
    /// The value that also stands for all larger ones; `None` if all are exact.
    pub(crate) open_from: Option<usize>,
}

/// The result of comparing entries with searches.
pub(crate) struct Checked {
    /// Entries compared.
    pub(crate) entries: Option<u64>,
    /// The comparison, in a few words.
    pub(crate) text: String,
}

impl Facts {
    /// True if the last value of a table stands for all larger ones, too.
    pub(crate) fn is_open<S>(&self, info: &TableInfo<S>) -> bool {
        self.open_from.is_some_and(|value| info.largest() >= value)
    }

    /// `values to 11, 9.21 on average`
    pub(crate) fn values<S>(&self, info: &TableInfo<S>) -> String {
        let (largest, average) = (info.largest(), info.average());
        if self.is_open(info) {
            return format!("values to {largest} or more, {average:.2} or more on average");
        }
        format!("values to {largest}, {average:.2} on average")
    }
}
