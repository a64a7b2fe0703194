//! The tables by name.

use crate::MetricName;
use crate::cube3::{HeuristicName, Rows, SubgroupTable, TwoPhaseTables, two_phase};
use loyd::solver::Unavailable;
use std::fmt;

/// A table that can be kept between processes. Each metric has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKey {
    /// Distances to a subgroup, for shortest solutions.
    Subgroup(Rows),
    /// Distances to the subgroup of the two-phase algorithm, in half turns.
    TwoPhase,
}

impl TableKey {
    /// All tables, from small to large.
    pub const ALL: [Self; 4] = [
        Self::TwoPhase,
        Self::Subgroup(Rows::One),
        Self::Subgroup(Rows::Halves),
        Self::Subgroup(Rows::Tetrads),
    ];

    /// The name: that of the algorithm, or of the heuristic without `pdb:`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoPhase => two_phase::NAME,
            Self::Subgroup(Rows::One) => "g1",
            Self::Subgroup(Rows::Halves) => "g1-35",
            Self::Subgroup(Rows::Tetrads) => "g1-70",
        }
    }

    /// The table of a name; `pdb:` before it may be left out.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("pdb:").unwrap_or(name);
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The name of the heuristic or algorithm that needs it.
    pub fn user(self) -> &'static str {
        match self {
            Self::TwoPhase => two_phase::NAME,
            Self::Subgroup(rows) => {
                let mut names = HeuristicName::ALL.into_iter();
                let name = names.find(|name| name.rows() == Some(rows));
                name.map_or(self.name(), |name| name.info().name)
            }
        }
    }

    /// A description in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::TwoPhase => "distance to G1 = <U, D, R2, F2, L2, B2>, for two-phase, 36 MB",
            Self::Subgroup(Rows::One) => "distance to G1 = <U, D, R2, F2, L2, B2>, 36 MB",
            Self::Subgroup(Rows::Halves) => {
                "distance to the states of G1 with the corners of U in U or in D, 1.2 GB"
            }
            Self::Subgroup(Rows::Tetrads) => {
                "distance to the states of G1 with the corners of U in U, 2.5 GB"
            }
        }
    }

    /// The version of the stored bytes.
    pub const fn layout(self) -> u32 {
        match self {
            Self::TwoPhase => TwoPhaseTables::LAYOUT,
            Self::Subgroup(_) => SubgroupTable::LAYOUT,
        }
    }

    /// The number of stored bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::TwoPhase => TwoPhaseTables::STORED,
            Self::Subgroup(rows) => rows.bytes(),
        }
    }

    /// The number of entries, each for up to 16 states.
    pub const fn entries(self) -> u64 {
        let rows = match self {
            Self::TwoPhase => Rows::One,
            Self::Subgroup(rows) => rows,
        };
        rows.entries()
    }

    /// The memory that building or reading it takes: the table, and smaller ones beside it.
    pub const fn memory(self) -> u64 {
        const SMALLER: u64 = 16 << 20;
        self.bytes() + SMALLER
    }

    /// Refuses a metric in which there is no such table.
    ///
    /// # Errors
    /// For the two-phase algorithm, if it is not that of half turns.
    pub fn check(self, metric: MetricName) -> Result<(), Unavailable> {
        match self {
            Self::TwoPhase => two_phase::check(metric),
            Self::Subgroup(_) => Ok(()),
        }
    }
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
