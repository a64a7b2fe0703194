//! The units that a segment reads and writes, derived from the unit counts alone, so that the
//! reader and the workers derive the same list.
//!
//! A full unit stays full at later levels, and a unit is full if a source with the same ranks is
//! full: through a horizontal move, or a partial. Such targets are neither computed nor written. If
//! all targets are full, or all sources empty, nothing is read. Counted targets are skipped only if
//! they were full before: then nothing is to be counted.

use super::segment_maps::{SegmentMap, SegmentMaps};
use super::segmentation::{Half, Segmentation};
use super::store::{Unit, UnitKind};
use super::unit_counts::UnitCounts;

/// A source unit of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceUnit {
    pub(super) map: usize,
    pub(super) across: usize,
    pub(super) kind: UnitKind,
    pub(super) unit: Unit,
    pub(super) states: u32,
}

/// A target unit of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetUnit {
    pub(super) map: usize,
    pub(super) across: usize,
    pub(super) kind: UnitKind,
    pub(super) unit: Unit,
    /// True if the target is full after the pass.
    pub(super) closed: bool,
}

/// The units of a segment.
#[derive(Debug, Default)]
pub(super) struct SegmentPlan {
    /// Sources that are empty or full.
    pub(super) uniform_sources: Vec<SourceUnit>,
    /// Sources that must be read.
    pub(super) coded_sources: Vec<SourceUnit>,
    pub(super) targets: Vec<TargetUnit>,
}

impl SegmentPlan {
    /// Derives the plan from the unit counts.
    pub(super) fn new(
        segmentation: &Segmentation,
        half: Half,
        segment_maps: &SegmentMaps,
        unit_counts: &UnitCounts,
        segment: usize,
    ) -> Self {
        let across = 0..segmentation.units_across(half);
        let mut segment_plan = SegmentPlan::default();
        for (bitmap, same) in segment_maps.targets.iter().zip(&segment_maps.same) {
            segment_plan.targets.extend(across.clone().map(|across| {
                let unit = segmentation.unit(half, bitmap.cell, segment, across);
                let is_full = |bitmap: &SegmentMap| {
                    let unit = segmentation.unit(half, bitmap.cell, segment, across);
                    unit_counts.source(bitmap.kind, unit) == unit_counts.full(unit)
                };
                let closed =
                    unit_counts.now(unit) == unit_counts.full(unit) || same.iter().any(is_full);
                TargetUnit { map: bitmap.index, across, kind: bitmap.kind, unit, closed }
            }));
        }
        if segment_plan.targets.iter().all(|target| target.closed) {
            return segment_plan;
        }
        for bitmap in &segment_maps.sources {
            for across in across.clone() {
                let unit = segmentation.unit(half, bitmap.cell, segment, across);
                let states = unit_counts.source(bitmap.kind, unit);
                let source =
                    SourceUnit { map: bitmap.index, across, kind: bitmap.kind, unit, states };
                let filled = states == 0 || states == unit_counts.full(unit);
                if filled {
                    &mut segment_plan.uniform_sources
                } else {
                    &mut segment_plan.coded_sources
                }
                .push(source);
            }
        }
        segment_plan
    }

    /// Returns whether the segment needs no computation.
    pub(super) fn is_idle(&self) -> bool {
        self.coded_sources.is_empty()
            && self.uniform_sources.iter().all(|source| source.states == 0)
    }
}
