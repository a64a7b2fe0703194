//! The bitmaps of a segment.

use super::store::UnitKind;

/// A bitmap of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentMap {
    /// Its number among all bitmaps.
    pub(super) cell: usize,
    pub(super) kind: UnitKind,
    /// Its number among the bitmaps of the segment.
    pub(super) index: usize,
}

/// The bitmaps of a segment by role.
#[derive(Clone, Debug, Default)]
pub(super) struct SegmentMaps {
    pub(super) sources: Vec<SegmentMap>,
    pub(super) targets: Vec<SegmentMap>,
    /// For each target the sources with the same ranks; none if the target is counted.
    pub(super) same: Vec<Vec<SegmentMap>>,
    /// For each counted target the source that is merged with each of the others.
    pub(super) shared: Vec<Option<usize>>,
}

impl SegmentMaps {
    pub(super) fn len(&self) -> usize {
        self.sources.len() + self.targets.len()
    }

    /// The source with which a counted target is merged.
    pub(super) fn shared(&self, map: usize) -> Option<usize> {
        self.shared.get(map.checked_sub(self.sources.len())?).copied().flatten()
    }
}
