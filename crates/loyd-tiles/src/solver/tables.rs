//! Which tables a plan needs, and those that were made before.

use super::{Plan, multi_tile_pdb};
use crate::MetricName;
use crate::pdb::{Partition, Pattern, Table, multi};

/// Tables of canonical patterns, made before a solver is prepared. Each metric has its own kind.
#[derive(Clone, Debug, Default)]
pub struct KnownTables {
    /// For the single-tile metric.
    pub single: Vec<Table>,
    /// For the multi-tile metric.
    pub multi: Vec<multi::Table>,
}

/// The canonical patterns whose tables [`Solver::with_tables`](super::Solver::with_tables) takes,
/// each once; they are of the kind of the plan's metric. None of a plan for which there is no
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
