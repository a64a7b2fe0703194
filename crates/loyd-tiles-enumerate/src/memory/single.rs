//! The level step in the single-tile metric: one bitmap per cell, the cells of one colour computed from
//! those of the other.

use super::error::MemoryError;
use super::level_result::{CollectionLimits, LevelResult};
use super::level_sweep::{LevelBitmaps, SweepControl, SweepPlan, Union};
use super::plan::MemoryPlan;
use super::targets;
use loyd_search::insertion::insertion_sort;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Bitmaps, Kernels, Team};

/// The bitmaps of all cells, and the sources of each.
#[derive(Debug)]
pub(super) struct SingleTile {
    pub(super) field: LevelBitmaps,
    /// Indexed by the parity of the level that they hold.
    pub(super) sweep_plans: [SweepPlan; 2],
}

impl SingleTile {
    pub(super) fn new(
        plan: &MemoryPlan,
        kernels: Kernels,
        team: &mut Team,
    ) -> Result<Self, MemoryError> {
        let layout = &plan.layout;
        let mut bitmaps = Bitmaps::zeroed(plan.maps, layout.blocks, layout.block_lines)?;
        bitmaps.touch(team);
        let mut field = LevelBitmaps::new(layout, bitmaps, plan.maps, kernels);
        for (map, rank) in targets::start(&plan.ranking, MetricName::Single) {
            field.seed(map, rank);
        }
        let sweep_plan = |parity: usize| {
            let targets = targets::cells(&plan.ranking, parity);
            SweepPlan::new(layout, targets.into_iter(), plan.threads)
        };
        Ok(SingleTile { sweep_plans: [sweep_plan(0), sweep_plan(1)], field })
    }

    /// The bitmaps that hold level `depth`.
    pub(super) fn maps(&self, depth: u32) -> Vec<usize> {
        let mut maps: Vec<usize> =
            self.sweep_plans[depth as usize % 2].targets.iter().flatten().map(|t| t.map).collect();
        insertion_sort(&mut maps, |a, b| a < b);
        maps
    }

    /// Computes level `depth` + 1, or part of it if cancelled.
    pub(super) fn advance(
        &mut self,
        depth: u32,
        team: &mut Team,
        control: &SweepControl<'_>,
        limits: CollectionLimits,
    ) -> LevelResult {
        let sweep_plan = &self.sweep_plans[(depth as usize + 1) % 2];
        self.field.sweep(sweep_plan, &Union, depth, team, control, limits)
    }
}
