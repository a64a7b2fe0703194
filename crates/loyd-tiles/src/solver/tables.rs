//! The tables that a plan needs, and tables built earlier.

use super::{Plan, multi_tile_pdb};
use crate::MetricName;
use crate::heuristic::DatabaseName;
use crate::pdb::{AdditiveTable, Encoding, Partition, Pattern, PatternTable, multi};

/// Tables of canonical patterns, built before a solver is prepared. Each metric has its own kind.
#[derive(Clone, Debug, Default)]
pub struct KnownTables {
    /// Tables for the single-tile metric, of states or of placements.
    pub single: Vec<AdditiveTable>,
    /// Tables for the multi-tile metric.
    pub multi: Vec<multi::Table>,
}

impl KnownTables {
    /// True if this table of a canonical pattern is among them.
    pub fn contains(&self, table: &PatternTable) -> bool {
        let PatternTable { pattern, encoding } = table;
        match encoding {
            Encoding::Class => self.multi.iter().any(|known| known.pattern() == pattern),
            Encoding::Bit | Encoding::Excess => {
                let of = |known: &AdditiveTable| {
                    (known.pattern(), known.encoding()) == (pattern, *encoding)
                };
                self.single.iter().any(of)
            }
        }
    }
}

/// Returns the tables of canonical patterns that
/// [`Solver::with_tables`](super::Solver::with_tables) takes, each once. Empty for a plan for which it
/// fails.
pub fn tables_of(plan: &Plan) -> Vec<PatternTable> {
    let mut tables: Vec<PatternTable> = Vec::new();
    let mut add = |pattern: &Pattern, encoding| {
        let table = PatternTable::canonical(pattern, encoding);
        if !tables.contains(&table) {
            tables.push(table);
        }
    };
    match plan.metric {
        MetricName::Single => {
            for (partition, encoding) in databases(plan) {
                for pattern in partition.patterns() {
                    add(pattern, encoding);
                }
            }
        }
        MetricName::Multi => {
            let patterns = multi_tile_pdb::patterns_of(plan);
            for pattern in &patterns {
                add(pattern, Encoding::Class);
            }
        }
    }
    for table in plan.fallback.iter().flat_map(|fallback| tables_of(fallback)) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    tables
}

/// The partitions of a plan with the encodings of their tables, in the single-tile metric.
pub(super) fn databases(plan: &Plan) -> impl Iterator<Item = (&Partition, Encoding)> {
    let encoding = |database: &DatabaseName| match database {
        DatabaseName { excess: true, .. } => Encoding::Excess,
        DatabaseName { excess: false, .. } => Encoding::Bit,
    };
    let encodings = plan.heuristic.databases().iter().map(encoding);
    plan.partitions.iter().zip(encodings)
}
