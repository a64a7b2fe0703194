//! Choices of heuristics.

use super::{HeuristicName, HeuristicSpec, Rows, TableKey};

impl HeuristicSpec {
    /// Tables that are built in about a second, enough for cubes up to some twelve moves away;
    /// farther cubes take longer than the build.
    pub(super) fn quick() -> Self {
        use HeuristicName::{
            CornerPermutation, CornersOrientation, EdgesOrientation, Orientations,
        };
        let parts = [Orientations, CornersOrientation, EdgesOrientation, CornerPermutation];
        Self::maximum(&parts)
    }

    /// Tables that are built in a fifth of a second: enough for cubes up to some ten moves away.
    pub(super) fn light() -> Self {
        use HeuristicName::{CornerPermutation, CornersOrientation, EdgesOrientation};
        Self::maximum(&[CornersOrientation, EdgesOrientation, CornerPermutation])
    }

    /// The databases of R. E. Korf (1997): the most informed ones, and the slowest to build.
    pub(super) fn thorough() -> Self {
        Self::maximum(&[HeuristicName::Corners, HeuristicName::EdgesA, HeuristicName::EdgesB])
    }

    /// The distance to a subgroup with the largest table that pays and fits this many bytes with
    /// some room.
    pub(super) fn subgroup_within(memory: u64, worth: impl Fn(Rows) -> bool) -> Option<Self> {
        let fits = |name: &HeuristicName| {
            let rows = name.rows().filter(|&rows| worth(rows));
            rows.is_some_and(|rows| TableKey::Subgroup(rows).memory() <= memory)
        };
        // They are listed from small to large.
        HeuristicName::ALL.into_iter().rev().find(fits).map(Self::from)
    }

    /// The name and the table of a distance to a subgroup, if that is all it is.
    pub(super) fn subgroup(&self) -> Option<(&'static str, Rows)> {
        let &[name] = self.parts() else { return None };
        Some((name.info().name, name.rows()?))
    }
}
