//! The level step in the single-tile metric: one bitmap per cell, the cells of one colour made from
//! those of the other.

use super::error::MemoryError;
use super::level_result::{CollectionLimits, LevelResult};
use super::level_sweep::{LevelBitmaps, SweepControl, SweepPlan, Union};
use super::plan::MemoryPlan;
use loyd_tiles::arch::bitmap::{Bitmaps, Kernels, Team};
use loyd_tiles::bitmap::rotation::Direction;
use loyd_tiles::bitmap::{Layout, Pull, Ranking, Target, Transport};

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
        let start = plan.ranking.start();
        field.seed(start, 0);
        let colour = |cell: usize| (cell / layout.width + cell % layout.width) % 2;
        let sweep_plan = |parity: usize| {
            let of_level = |cell: &usize| (colour(*cell) + colour(start)) % 2 == parity;
            let cells = (0..layout.cells()).filter(of_level);
            SweepPlan::new(layout, cells.map(|cell| target(&plan.ranking, cell)), plan.threads)
        };
        Ok(SingleTile { sweep_plans: [sweep_plan(0), sweep_plan(1)], field })
    }

    /// The bitmaps that hold level `depth`.
    pub(super) fn maps(&self, depth: u32) -> Vec<usize> {
        let mut maps: Vec<usize> =
            self.sweep_plans[depth as usize % 2].targets.iter().flatten().map(|t| t.map).collect();
        maps.sort_unstable();
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

/// The target of a cell's bitmap, with its neighbours as sources.
fn target(ranking: &Ranking, cell: usize) -> Target {
    Target { map: cell, pulls: pulls(ranking, ranking.layout(), cell, Some) }
}

/// The sources of a cell's bitmap: the neighbours for which `map` returns a bitmap. `layout` is
/// that of the bitmaps, which may be segments of those of the ranking.
pub(crate) fn pulls(
    ranking: &Ranking,
    layout: &Layout,
    cell: usize,
    map: impl Fn(usize) -> Option<usize>,
) -> Vec<Pull> {
    let (w, parity) = (layout.width, ranking.parity(cell));
    let mut pulls = Vec::new();
    let left = (!cell.is_multiple_of(w)).then(|| map(cell - 1)).flatten();
    let right = (cell % w < w - 1).then(|| map(cell + 1)).flatten();
    pulls.extend(left.into_iter().chain(right).map(Pull::same));
    if let Some(above) = cell.checked_sub(w)
        && let Some(map) = map(above)
    {
        let transport = Transport::new(layout, &[above], Direction::FromAbove, parity);
        pulls.push(Pull::through(map, transport));
    }
    if cell + w < layout.cells()
        && let Some(map) = map(cell + w)
    {
        let transport = Transport::new(layout, &[cell], Direction::FromBelow, parity);
        pulls.push(Pull::through(map, transport));
    }
    pulls
}
