//! The tables that a plan needs, and tables built earlier.

use super::{Plan, multi_tile_pdb};
use crate::MetricName;
use crate::pdb::{Partition, Pattern, Table, multi};

/// Tables of canonical patterns, built before a solver is prepared. Each metric has its own kind.
#[derive(Clone, Debug, Default)]
pub struct KnownTables {
    /// Tables for the single-tile metric.
    pub single: Vec<Table>,
    /// Tables for the multi-tile metric.
    pub multi: Vec<multi::Table>,
}

/// Returns the canonical patterns whose tables [`Solver::with_tables`](super::Solver::with_tables)
/// takes, each once, of the kind of the plan's metric. Empty for a plan for which there is no
/// solver.
pub fn patterns_of(plan: &Plan) -> Vec<Pattern> {
    let patterns = match plan.metric {
        MetricName::Single => {
            let all = plan.partitions.iter().flat_map(Partition::patterns);
            all.cloned().collect()
        }
        MetricName::Multi => multi_tile_pdb::patterns_of(plan),
    };
    let mut canonical: Vec<Pattern> = Vec::new();
    for pattern in patterns {
        let (pattern, _) = pattern.canonical();
        if !canonical.contains(&pattern) {
            canonical.push(pattern);
        }
    }
    canonical
}
