//! The tables of twisty puzzles: a set of pattern databases for a definition, a goal and a metric.

use crate::cached_tables::{Building, StoredTables, TableError};
use loyd_search::abstraction::BuildError;
use loyd_search::puzzle::Puzzle;
use loyd_store::disk::Bytes;
use loyd_store::tables::{Contents, Subject};
use loyd_store::{NamedTable, TableInfo};
use loyd_twisty::{
    LAYOUT, MetricName, PatternError, PatternKey, PatternTables, Patterns, Request, StoredPatterns,
    Twisty,
};

/// The name of a set, and the key from which it can be built.
#[derive(Clone, Debug)]
pub struct PatternSubject {
    named: NamedTable,
    /// `None` for the subject of a file, which does not state the puzzle.
    key: Option<(PatternKey, MetricName)>,
}

impl PartialEq for PatternSubject {
    fn eq(&self, other: &Self) -> bool {
        self.named == other.named
    }
}

impl Subject for PatternSubject {
    type Fields = NamedTable;
    type Loaded = Bytes;

    const NAMES_PUZZLE: bool = true;

    fn fields(&self) -> NamedTable {
        self.named.clone()
    }

    fn of_fields(fields: NamedTable) -> Option<Self> {
        Some(Self { named: NamedTable::of_fields(fields)?, key: None })
    }

    fn may_have(&self, bytes: u64) -> bool {
        self.named.may_have(bytes)
    }

    fn file_name(&self) -> String {
        self.named.file_name()
    }

    fn loaded(&self, bytes: Bytes) -> Result<Bytes, String> {
        Ok(bytes)
    }
}

/// A set of pattern databases, as a file stores it.
pub struct PatternSet {
    named: NamedTable,
    tables: StoredPatterns,
}

impl Contents for PatternSet {
    fn length(&self) -> usize {
        match &self.tables {
            StoredPatterns::Built(patterns) => patterns.length(),
            StoredPatterns::Bytes(bytes) => (**bytes).as_ref().len(),
        }
    }

    fn read(&self, offset: usize, buffer: &mut [u8]) {
        match &self.tables {
            StoredPatterns::Built(patterns) => patterns.read(offset, buffer),
            StoredPatterns::Bytes(bytes) => {
                buffer.copy_from_slice(&(**bytes).as_ref()[offset..][..buffer.len()]);
            }
        }
    }
}

impl StoredTables for Twisty {
    type Subject = PatternSubject;
    type Table = PatternSet;

    fn subject(key: &PatternKey, metric: MetricName) -> PatternSubject {
        let named = NamedTable {
            puzzle: Self::NAME.to_owned(),
            table: key.name(),
            metric: metric.to_string(),
            layout: LAYOUT,
        };
        PatternSubject { named, key: Some((key.clone(), metric)) }
    }

    /// The bytes are read by the solver, which knows the puzzle.
    fn table_of(info: &TableInfo<PatternSubject>, bytes: Bytes) -> Result<PatternSet, String> {
        let named = info.subject.named.clone();
        Ok(PatternSet { named, tables: StoredPatterns::Bytes(bytes) })
    }

    fn build(
        subject: &PatternSubject,
        building: &mut Building<'_>,
    ) -> Result<(TableInfo<PatternSubject>, PatternSet), TableError> {
        let Some((key, metric)) = &subject.key else {
            let reason = "the name of a table does not define its puzzle".to_owned();
            return Err(TableError::NoSuchTable(reason));
        };
        building.allow("a set of pattern databases", key.bytes, "a smaller pdb")?;
        let request = Request {
            goal: &key.goal,
            metric: *metric,
            bytes: key.bytes,
            threads: building.threads,
            cancel: building.cancel.clone(),
        };
        let built = Patterns::build(&request, &mut |name, distance, done, entries| {
            building.reports(name, "states")(distance, done, entries);
        });
        let patterns = built.map_err(|error| match error {
            PatternError::Table(BuildError::Cancelled) => TableError::Stopped,
            PatternError::Table(BuildError::Memory { bytes }) => {
                TableError::Refused { needs: bytes, instead: "a smaller pdb" }
            }
            PatternError::Table(_) => TableError::Failed(error.to_string()),
            PatternError::TooLarge { .. } => TableError::NoSuchTable(error.to_string()),
        })?;
        let info = TableInfo { subject: subject.clone(), histogram: patterns.levels() };
        let named = subject.named.clone();
        Ok((info, PatternSet { named, tables: StoredPatterns::Built(patterns) }))
    }

    fn is_made(key: &PatternKey, metric: MetricName, tables: &PatternTables) -> bool {
        tables.get(&key.name(), metric).is_some()
    }

    fn add(PatternSet { named, tables: set }: PatternSet, tables: &mut PatternTables) {
        if let Ok(metric) = named.metric.parse() {
            tables.insert(named.table, metric, set);
        }
    }
}
