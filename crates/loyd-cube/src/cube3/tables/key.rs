//! The tables by name.

use super::PatternName;
use super::pattern::FARTHEST;
use crate::MetricName;
use crate::cube3::{HeuristicName, Rows, SubgroupTable, TwoPhaseTables, two_phase};
use loyd_search::solver::Unavailable;
use std::fmt;

/// A table that a cache can store, one for each metric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKey {
    /// Distances to a subgroup, for shortest solutions.
    Subgroup(Rows),
    /// Distances of a part of the cube from solved.
    Pattern(PatternName),
    /// Distances to the subgroup of the two-phase algorithm, in half turns.
    TwoPhase,
}

impl TableKey {
    /// All tables: the default ones first, from small to large.
    pub const ALL: [Self; 7] = [
        Self::TwoPhase,
        Self::Subgroup(Rows::One),
        Self::Subgroup(Rows::Halves),
        Self::Subgroup(Rows::Tetrads),
        Self::Pattern(PatternName::EdgesA),
        Self::Pattern(PatternName::EdgesB),
        Self::Pattern(PatternName::Corners),
    ];

    /// The name: that of the algorithm, or of the heuristic without `pdb:`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoPhase => two_phase::NAME,
            Self::Subgroup(Rows::One) => "g1",
            Self::Subgroup(Rows::Halves) => "g1-35",
            Self::Subgroup(Rows::Tetrads) => "g1-70",
            Self::Pattern(PatternName::EdgesA) => "edges-6a",
            Self::Pattern(PatternName::EdgesB) => "edges-6b",
            Self::Pattern(PatternName::Corners) => "corners",
        }
    }

    /// The table of a name; the prefix `pdb:` is optional.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("pdb:").unwrap_or(name);
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The name of the heuristic or algorithm that needs it.
    pub fn user(self) -> &'static str {
        let mut names = HeuristicName::ALL.into_iter();
        let name = names.find(|name| name.table() == Some(self));
        name.map_or(self.name(), |name| name.info().name)
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
            Self::Pattern(PatternName::EdgesA) => {
                "distances of the edges UR UF UL UB FR FL from solved, 21 MB"
            }
            Self::Pattern(PatternName::EdgesB) => {
                "distances of the edges DR DF DL DB BL BR from solved, 21 MB"
            }
            Self::Pattern(PatternName::Corners) => "distances of all corners from solved, 44 MB",
        }
    }

    /// The version of the stored bytes.
    pub const fn layout(self) -> u32 {
        match self {
            Self::TwoPhase => TwoPhaseTables::LAYOUT,
            Self::Subgroup(_) => SubgroupTable::LAYOUT,
            Self::Pattern(_) => 1,
        }
    }

    /// The number of stored bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::TwoPhase => TwoPhaseTables::STORED,
            Self::Subgroup(rows) => rows.bytes(),
            // Sixteen entries in a word.
            Self::Pattern(pattern) => pattern.states().div_ceil(16) * 8,
        }
    }

    /// The number of entries: that of a subgroup's distance is for up to 16 states, that of a pattern for
    /// one.
    pub const fn entries(self) -> u64 {
        match self {
            Self::TwoPhase => Rows::One.entries(),
            Self::Subgroup(rows) => rows.entries(),
            Self::Pattern(pattern) => pattern.states(),
        }
    }

    /// The largest value of a table, which also stands for all larger distances.
    pub const fn open_from(self) -> usize {
        match self {
            Self::TwoPhase | Self::Subgroup(_) => 0,
            Self::Pattern(_) => FARTHEST as usize,
        }
    }

    /// Bytes that building or reading it takes: the table, and smaller ones.
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
            Self::Subgroup(_) | Self::Pattern(_) => Ok(()),
        }
    }
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
