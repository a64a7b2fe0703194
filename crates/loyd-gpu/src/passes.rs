//! The dispatches of a level step: which bitmaps each reads and writes.
//!
//! ```text
//! single-tile      cells      one bitmap of the next level from those of its neighbours
//! multi-tile       edges      new states of one cell, only if they are listed
//!                  columns    a column of B(d+1) from all rows of B(d); counts states
//!                  cells      a row of B(d+1) from all columns of B(d)
//! ```
//!
//! A target with more sources than a kernel may have takes several dispatches: balls only grow, so
//! each may OR its part into the target.

use crate::kernel::{Kernel, Movement};
use crate::parameters::Parameters;
use crate::plan::{Form, GpuPlan};
use crate::tables::{PullSource, PullTables, Tables, descriptions};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::{Pull, Target};
use loyd_tiles_enumerate::memory::targets;

/// A piece of a bitmap; one of its buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) map: usize,
    pub(crate) piece: usize,
}

/// A dispatch without its level.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub(crate) kernel: Kernel,
    pub(crate) movement: Movement,
    pub(crate) target: Piece,
    /// The ball of the column that is read.
    pub(crate) own: Option<Piece>,
    pub(crate) sources: Vec<Piece>,
    /// The pulls of its sources, with their tables and descriptions.
    pub(crate) pulls: Vec<(Pull, PullTables, PullSource)>,
    /// The place of the first pull among those of the target.
    pub(crate) first_pull: usize,
    pub(crate) parameters: Parameters,
}

/// The passes of a level, target by target; those that list states are each alone.
pub(crate) fn targets_of(level: &[Pass]) -> impl Iterator<Item = &[Pass]> {
    let same = |a: &Pass, b: &Pass| {
        a.kernel == b.kernel && a.target == b.target && a.kernel.writes_target()
    };
    level.chunk_by(same)
}

/// True if kernels read the former contents of a target: to list new states, or because it takes several
/// dispatches.
pub(crate) fn reads_target(target: &[Pass]) -> bool {
    target.len() > 1 || target.iter().any(|pass| pass.kernel.lists())
}

/// All passes of two successive levels, and their tables.
#[derive(Debug)]
pub(crate) struct Passes {
    /// By the parity of the level that is made.
    pub(crate) of_level: [Vec<Pass>; 2],
    pub(crate) tables: Tables,
    /// The order of the accounts of the bitmaps.
    slots: Vec<usize>,
}

/// The account words that are summed for a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumRange {
    pub(crate) at: u64,
    pub(crate) words: u64,
}

impl Passes {
    pub(crate) fn new(plan: &GpuPlan) -> Self {
        let ranking = plan.bitmaps().ranking();
        let mut passes = Passes {
            of_level: [Vec::new(), Vec::new()],
            tables: Tables::new(plan.layout()),
            slots: slots(plan),
        };
        for parity in 0..2 {
            let mut of_level = Vec::new();
            match plan.metric() {
                MetricName::Single => {
                    let kernel = if plan.collects() { Kernel::ListingCells } else { Kernel::Cells };
                    for target in targets::cells(ranking, parity) {
                        passes.union(plan, kernel, &target, None, &mut of_level);
                    }
                }
                MetricName::Multi => {
                    let columns = targets::columns(ranking, parity);
                    if plan.collects() {
                        for (column, target) in columns.iter().enumerate() {
                            passes.edges(plan, (parity, column), target, &mut of_level);
                        }
                    }
                    for (column, target) in columns.iter().enumerate() {
                        let own = targets::column_map(plan.layout(), 1 - parity, column);
                        let own = Some((own, column));
                        passes.union(plan, Kernel::Columns, target, own, &mut of_level);
                    }
                    for target in targets::rows(ranking, parity) {
                        passes.union(plan, Kernel::Cells, &target, None, &mut of_level);
                    }
                }
            }
            passes.of_level[parity] = of_level;
        }
        passes
    }

    fn account(&self, plan: &GpuPlan, map: usize) -> u32 {
        (self.slots[map] * plan.layout().blocks) as u32
    }

    /// The account words whose counts are the states up to the level that is made from `depth`.
    pub(crate) fn sum_range(&self, plan: &GpuPlan, depth: u32) -> SumRange {
        let blocks = plan.layout().blocks as u64;
        match plan.metric() {
            MetricName::Single => {
                let maps = targets::maps(plan.bitmaps().ranking(), MetricName::Single, depth + 1);
                let first = maps.iter().map(|&map| self.slots[map]).min().unwrap_or(0) as u64;
                SumRange { at: first * blocks, words: maps.len() as u64 * blocks }
            }
            MetricName::Multi => {
                let words = plan.layout().cells() as u64 * blocks;
                SumRange { at: counts_at(plan, depth as usize % 2).into(), words }
            }
        }
    }

    /// The dispatches that make a target; `own` is the ball of its column and the column.
    fn union(
        &mut self,
        plan: &GpuPlan,
        kernel: Kernel,
        target: &Target,
        own: Option<(usize, usize)>,
        passes: &mut Vec<Pass>,
    ) {
        let (layout, width) = (plan.layout(), plan.layout().width);
        let arranged = plan.form() == Form::Streamed;
        let tables: Vec<PullTables> =
            target.pulls.iter().map(|pull| self.tables.add(layout, pull, arranged)).collect();
        let cell = |row: usize| own.map_or(0, |(_, column)| row * width + column) as u32;
        for piece in 0..plan.form().pieces() {
            let mut rest = 0;
            while rest < target.pulls.len() {
                let mut sources = Vec::new();
                let mut pulls = Vec::new();
                for (number, pull) in target.pulls.iter().enumerate().skip(rest) {
                    let pieces = pieces_of(plan, pull, piece);
                    if sources.len() + pieces.len() > plan.sources(kernel) {
                        break;
                    }
                    let source = self.source(plan, &sources, &pieces, cell(number));
                    pulls.push((pull.clone(), tables[number], source));
                    sources.extend(pieces);
                }
                // The plan has made sure that one pull always fits.
                debug_assert!(!pulls.is_empty());
                let all = pulls.len() == target.pulls.len();
                let at = Piece { map: target.map, piece };
                let own_piece = own.map(|(map, _)| Piece { map, piece });
                let first_pull = rest;
                rest += pulls.len().max(1);
                let mut pass = self.pass(plan, kernel, at, own_piece, pulls);
                pass.first_pull = first_pull;
                pass.parameters.accumulate = u32::from(!all);
                pass.parameters.cell = target.map as u32;
                pass.sources = sources;
                passes.push(pass);
            }
        }
    }

    /// The dispatches that list the new states of the cells of a column: row by row, with this
    /// level's row and the one before as sources.
    fn edges(
        &mut self,
        plan: &GpuPlan,
        (parity, column): (usize, usize),
        target: &Target,
        passes: &mut Vec<Pass>,
    ) {
        let layout = plan.layout();
        let own = targets::column_map(layout, 1 - parity, column);
        let classes = layout.width + layout.height;
        for (row, pull) in target.pulls.iter().enumerate() {
            let tables = self.tables.add(layout, pull, plan.form() == Form::Streamed);
            let other = if pull.map >= classes { pull.map - classes } else { pull.map + classes };
            let earlier = Pull { map: other, ..pull.clone() };
            for piece in 0..plan.form().pieces() {
                let mut sources = Vec::new();
                let mut pulls = Vec::new();
                for pull in [pull, &earlier] {
                    let pieces = pieces_of(plan, pull, piece);
                    let source = self.source(plan, &sources, &pieces, 0);
                    pulls.push((pull.clone(), tables, source));
                    sources.extend(pieces);
                }
                let at = Piece { map: target.map, piece };
                let own = Some(Piece { map: own, piece });
                let mut pass = self.pass(plan, Kernel::Edges, at, own, pulls);
                pass.parameters.cell = (row * layout.width + column) as u32;
                pass.sources = sources;
                passes.push(pass);
            }
        }
    }

    fn source(&self, plan: &GpuPlan, bound: &[Piece], pieces: &[Piece], cell: u32) -> PullSource {
        PullSource {
            account: pieces.first().map_or(0, |piece| self.account(plan, piece.map)),
            binding: bound.len() as u32,
            pieces: pieces.len() as u32,
            cell,
        }
    }

    fn pass(
        &mut self,
        plan: &GpuPlan,
        kernel: Kernel,
        target: Piece,
        own: Option<Piece>,
        pulls: Vec<(Pull, PullTables, PullSource)>,
    ) -> Pass {
        let piece_blocks = plan.piece_blocks() as u32;
        let described = pulls.iter().map(|&(_, tables, source)| (tables, source));
        // The ball of the column that is read belongs to the level that is read.
        let parity = own.map_or(0, |own| own.map / (plan.layout().width + plan.layout().height));
        let parameters = Parameters {
            first_block: target.piece as u32 * piece_blocks,
            blocks: piece_blocks,
            target_account: self.account(plan, target.map),
            own_account: own.map_or(0, |own| self.account(plan, own.map)),
            pulls: pulls.len() as u32,
            pull_at: self.tables.push(descriptions(described)),
            parity_at: self.tables.parity_at,
            counts_at: counts_at(plan, parity),
            traffic_at: plan.traffic_at() as u32,
            list_entries: plan.list_entries() as u32,
            list_slots: plan.bitmaps().request.samples as u32,
            ..Parameters::default()
        };
        let movement = pulls.iter().map(|(_, tables, _)| tables.movement()).max();
        let movement = movement.unwrap_or(Movement::Blocks);
        let sources = Vec::new();
        Pass { kernel, movement, target, own, sources, pulls, first_pull: 0, parameters }
    }
}

/// The first count of states in the accounts, for levels of a parity (multi-tile metric).
fn counts_at(plan: &GpuPlan, parity: usize) -> u32 {
    let layout = plan.layout();
    ((plan.bitmaps().maps + parity * layout.cells()) * layout.blocks) as u32
}

/// The first account word of a bitmap.
pub(crate) fn account(plan: &GpuPlan, map: usize) -> u32 {
    (slots(plan)[map] * plan.layout().blocks) as u32
}

/// The order of the accounts: in the single-tile metric the cells of one colour are together, so
/// that they can be summed.
fn slots(plan: &GpuPlan) -> Vec<usize> {
    let maps = plan.bitmaps().maps;
    if plan.metric() == MetricName::Multi {
        return (0..maps).collect();
    }
    let ranking = plan.bitmaps().ranking();
    let order = [0, 1].map(|parity| targets::maps(ranking, MetricName::Single, parity)).concat();
    let mut slots = vec![0; maps];
    for (slot, &map) in order.iter().enumerate() {
        slots[map] = slot;
    }
    slots
}

/// The pieces of a source that a target piece needs: its own, or all if the move changes the top
/// digit.
fn pieces_of(plan: &GpuPlan, pull: &Pull, piece: usize) -> Vec<Piece> {
    let changes_top = |pull: &Pull| {
        pull.transport.as_ref().is_some_and(|it| it.digits().end == plan.layout().digits())
    };
    let pieces = match plan.form() {
        Form::Cut if changes_top(pull) => 0..plan.form().pieces(),
        Form::Cut => piece..piece + 1,
        Form::Whole | Form::Streamed => 0..1,
    };
    pieces.map(|piece| Piece { map: pull.map, piece }).collect()
}
