//! The passes of a level in either metric, and their bitmaps.
//!
//! ```text
//!               passes, in order                          bitmaps of a level       states of a level
//! single-tile   lower, upper          see `single_tile`   a cell each, one colour  growth of bitmaps
//! multi-tile    upper, lower, upper   see `multi_tile`    a row or column each     counted by passes
//! ```
//!
//! Bitmaps are identified by numbers, in [`Unit::cell`](super::Unit): those of a level come first,
//! those of partials may have separate numbers.

use super::multi_tile;
use super::segment_maps::SegmentMaps;
use super::segmentation::{Half, Segmentation};
use super::single_tile;
use super::unit_counts::UnitCounts;
use crate::memory::level_sweep::SweepPlan;
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::{Place, Ranking};

/// The passes of a level for a board, a start cell and a metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelPasses<'a> {
    pub(super) segmentation: &'a Segmentation,
    pub(super) ranking: &'a Ranking,
    pub(super) metric: MetricName,
}

impl LevelPasses<'_> {
    /// Returns whether bitmaps with this segmentation can be counted in a metric.
    pub(super) fn suits(segmentation: &Segmentation, metric: MetricName) -> bool {
        metric == MetricName::Single || multi_tile::suits(segmentation)
    }

    /// The half of the moves that each pass makes.
    pub(super) fn passes(&self) -> &'static [Half] {
        match self.metric {
            MetricName::Single => &[Half::Lower, Half::Upper],
            MetricName::Multi => &[Half::Upper, Half::Lower, Half::Upper],
        }
    }

    /// The bitmaps of a pass for a new level of a parity.
    pub(super) fn segment_maps(&self, pass: usize, parity: usize) -> SegmentMaps {
        match self.metric {
            MetricName::Single => single_tile::segment_maps(
                self.segmentation,
                self.passes()[pass],
                self.ranking.start(),
                parity,
            ),
            MetricName::Multi => multi_tile::segment_maps(self.segmentation, pass),
        }
    }

    /// The maximum number of bitmaps of a pass.
    pub(super) fn maps(&self, pass: usize) -> usize {
        self.segment_maps(pass, 0).len().max(self.segment_maps(pass, 1).len())
    }

    /// The sources of the targets of a pass.
    pub(super) fn sweep_plan(
        &self,
        pass: usize,
        segment_maps: &SegmentMaps,
        threads: usize,
    ) -> SweepPlan {
        let half = self.passes()[pass];
        let targets = match self.metric {
            MetricName::Single => {
                single_tile::targets(self.segmentation, half, segment_maps, self.ranking)
            }
            MetricName::Multi => {
                multi_tile::targets(self.segmentation, pass, half, segment_maps, self.ranking)
            }
        };
        SweepPlan::new(&self.segmentation.segment_layout(half), targets.into_iter(), threads)
    }

    /// The number of bitmaps of levels, of both parities.
    pub(super) fn level_maps(&self) -> usize {
        match self.metric {
            MetricName::Single => self.segmentation.layout.cells(),
            MetricName::Multi => self.segmentation.layout.width + self.segmentation.layout.height,
        }
    }

    pub(super) fn total_maps(&self) -> usize {
        match self.metric {
            MetricName::Single => self.segmentation.layout.cells(),
            MetricName::Multi => multi_tile::maps(self.segmentation),
        }
    }

    /// The maximum number of bitmaps of partials.
    pub(super) fn partial_maps(&self) -> usize {
        match self.metric {
            MetricName::Single => self.segmentation.layout.width.div_ceil(2),
            MetricName::Multi => multi_tile::partial_maps(self.segmentation),
        }
    }

    /// The bitmaps that a level of a parity consists of.
    pub(super) fn maps_of_parity(&self, parity: usize) -> Vec<usize> {
        let (w, start) = (self.segmentation.layout.width, self.ranking.start());
        let colour = |cell: usize| cell / w + cell % w;
        let is_of_parity = |cell: &usize| (colour(*cell) + colour(start)) % 2 == parity;
        match self.metric {
            MetricName::Single => (0..self.level_maps()).filter(is_of_parity).collect(),
            MetricName::Multi => (0..self.level_maps()).collect(),
        }
    }

    /// The states of level 0: bitmaps and ranks.
    pub(super) fn seeds(&self) -> Vec<Place> {
        match self.metric {
            MetricName::Single => vec![Place { cell: self.ranking.start(), rank: 0 }],
            MetricName::Multi => multi_tile::seeds(self.ranking),
        }
    }

    /// States of the new level; `None` if the ball has shrunk. `counted` is the number counted by
    /// the passes, `total` that of states up to the level before.
    pub(super) fn new_states(
        &self,
        unit_counts: &UnitCounts,
        maps: &[usize],
        counted: u64,
        total: u64,
    ) -> Option<u64> {
        match self.metric {
            MetricName::Single => maps.iter().try_fold(0, |states, &cell| {
                let (next, now) = unit_counts.growth(cell);
                Some(states + next.checked_sub(now)?)
            }),
            MetricName::Multi => {
                (multi_tile::of_rows(self.segmentation, unit_counts) + counted).checked_sub(total)
            }
        }
    }

    /// Returns whether the counts of bitmaps are consistent with the last of some levels.
    pub(super) fn agrees(&self, unit_counts: &UnitCounts, levels: &[u64]) -> bool {
        let count =
            |cells: &[usize]| cells.iter().map(|&cell| unit_counts.growth(cell).1).sum::<u64>();
        match self.metric {
            MetricName::Single => [0, 1].into_iter().all(|age| {
                let counted: u64 = levels.iter().rev().skip(age).step_by(2).sum();
                counted == count(&self.maps_of_parity((levels.len() + 1 + age) % 2))
            }),
            MetricName::Multi => multi_tile::agrees(self.segmentation, &count, levels.iter().sum()),
        }
    }
}
