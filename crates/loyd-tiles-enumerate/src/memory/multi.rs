//! The level step in the multi-tile metric.
//!
//! Sliding along a row does not leave the *row class* of a state: the states that differ in the
//! column of the blank only. Likewise column classes. Each state is an edge between its row
//! class and its column class; the classes form a bipartite graph, and a move goes from an
//! edge to any other edge at one of its ends. Let B(d) be the classes at a distance of at most
//! d from the two classes of the start. Then
//!
//! ```text
//! B_row(d+1) = N(B_col(d))        B_col(d+1) = N(B_row(d))
//! states at a distance of at most d+1 = edges with an end in B(d)
//! ```
//!
//! Both balls are stored for two successive d; the older one is overwritten.
//!
//! ```text
//! for each column c, block b:                                        (columns)
//!     T_r := B_row(d)[r], brought from row r to the frame row, for all rows r
//!     B_col(d+1)[c] := OR of all T_r
//!     states        := sum over r of popcount(T_r | B_col(d)[c])
//! for each row r, block b:                                           (rows)
//!     B_row(d+1)[r] := OR over c of B_col(d)[c], brought from the frame row to row r
//! ```
//!
//! Departures for speed:
//! 1. A row class has the rank of its members, which all agree. A column class has the rank of
//!    its member in one fixed row, the *frame*: the last row but one. From there all moves to
//!    rows above are shifts of the block index until the digits of a block are reached, and
//!    only the last row needs the implied digit.
//! 2. States are counted while columns are computed: w counts over h sources read anyhow,
//!    instead of h counts over further w sources.
//! 3. A block of columns is skipped if neither a source nor its own class ball grew.

use std::sync::atomic::{AtomicU32, Ordering};

use super::error::MemoryError;
use super::level_result::{CollectionLimits, LevelResult};
use super::level_sweep::{BlockRule, LevelBitmaps, SweepControl, SweepPlan, SweepWorker, Union};
use super::plan::MemoryPlan;
use super::sources::{BlockJob, LevelStep};
use super::targets::{self, Maps, frame};
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Bitmaps, Group, Kernels, Line, Sources, Team};
use loyd_tiles::bitmap::{Place, Ranking, Target};

/// Bitmaps of row classes and column classes, twice.
#[derive(Debug)]
pub(super) struct MultiTile {
    pub(super) field: LevelBitmaps,
    /// Indexed by the parity of d: the sources of B(d).
    columns: [SweepPlan; 2],
    rows: [SweepPlan; 2],
    pub(super) states: States,
    ranking: Ranking,
}

/// States at a distance of at most d+1, by the parity of d.
#[derive(Debug)]
pub(super) struct States {
    /// Per column and block, for each parity.
    counts: [Vec<AtomicU32>; 2],
    totals: [u64; 2],
}

impl States {
    pub(super) fn clear(&mut self) {
        self.totals = [0, 0];
        for count in self.counts.iter().flatten() {
            count.store(0, Ordering::Relaxed);
        }
    }
}

impl MultiTile {
    pub(super) fn new(
        plan: &MemoryPlan,
        kernels: Kernels,
        team: &mut Team,
    ) -> Result<Self, MemoryError> {
        let (layout, ranking) = (&plan.layout, &plan.ranking);
        let mut bitmaps = Bitmaps::zeroed(plan.maps, layout.blocks, layout.block_lines)?;
        bitmaps.touch(team);
        let mut field = LevelBitmaps::new(layout, bitmaps, plan.maps, kernels);
        let start = ranking.start();
        let seeds = targets::start(ranking, MetricName::Multi);
        for &(map, rank) in &seeds {
            field.seed(map, rank);
        }
        let sweep_plan =
            |targets: Vec<Target>| SweepPlan::new(layout, targets.into_iter(), plan.threads);
        let columns = [0, 1].map(|parity| sweep_plan(targets::columns(ranking, parity)));
        let rows = [0, 1].map(|parity| sweep_plan(targets::rows(ranking, parity)));
        let zeros = || {
            let mut counts = Vec::new();
            counts.resize_with(layout.width * layout.blocks, AtomicU32::default);
            counts
        };
        let states = States { counts: [zeros(), zeros()], totals: [0, 1] };
        // Level 0 is the start alone, as if it were the only state with an end in B(-1).
        let member = ranking.slide(Place { cell: start, rank: 0 }, frame(layout));
        let block = (member.rank / u64::from(layout.block_states())) as usize;
        states.counts[1][start % layout.width * layout.blocks + block].store(1, Ordering::Relaxed);
        Ok(MultiTile { field, columns, rows, states, ranking: ranking.clone() })
    }

    /// The bitmaps that hold B(depth).
    pub(super) fn maps(&self, depth: u32) -> Vec<usize> {
        targets::maps(&self.ranking, MetricName::Multi, depth)
    }

    /// Computes level `depth` + 1, or part of it if cancelled. `total` is the number of states up
    /// to level `depth`.
    pub(super) fn advance(
        &mut self,
        depth: u32,
        total: u64,
        team: &mut Team,
        control: &SweepControl<'_>,
        limits: CollectionLimits,
    ) -> LevelResult {
        let (now, next) = (depth as usize % 2, (depth as usize + 1) % 2);
        let maps = Maps::from(&self.field.layout);
        let rule = ColumnRule { maps, now, counts: &self.states.counts };
        let columns = &self.columns[next];
        let mut result = self.field.sweep(columns, &rule, depth, team, control, limits);
        self.states.totals[now] += result.new;
        result.new = 0;
        let start = Place { cell: self.ranking.start(), rank: 0 };
        result.convert(|place| {
            let width = self.field.layout.width;
            let member =
                Place { cell: frame(&self.field.layout) * width + place.cell % width, ..place };
            Some(self.ranking.slide(member, place.cell / width))
                .filter(|&place| depth > 0 || place != start)
        });
        if !control.is_cancelled() {
            self.field.sweep(
                &self.rows[next],
                &Union,
                depth,
                team,
                control,
                CollectionLimits::NOTHING,
            );
        }
        if !control.is_cancelled() {
            result.new = self.states.totals[now].saturating_sub(total);
        }
        result
    }
}

/// The rule of column classes, which also counts states.
struct ColumnRule<'a> {
    maps: Maps,
    /// The parity of the level that is read.
    now: usize,
    counts: &'a [Vec<AtomicU32>; 2],
}

impl ColumnRule<'_> {
    /// Records the states of a block of classes at a distance of at most d+1.
    fn record(&self, worker: &mut SweepWorker<'_>, at: usize, states: u32) {
        let count = &self.counts[self.now][at];
        worker.result.new += u64::from(states - count.load(Ordering::Relaxed));
        count.store(states, Ordering::Relaxed);
    }

    /// The column of a target and the map of its ball that is read.
    fn own(&self, target: &Target) -> (usize, usize) {
        let (column, _) = self.maps.column_of(target.map);
        (column, self.maps.column(self.now, column))
    }

    /// Collects the states of the new level: those with an end in B(d) and none in B(d-1).
    fn catch(
        &self,
        step: &LevelStep<'_>,
        job: &BlockJob<'_>,
        own: [&[Line]; 2],
        worker: &mut SweepWorker<'_>,
    ) {
        let (column, _) = self.own(job.target);
        let SweepWorker { scratch, result, visit_buffer, .. } = worker;
        let member = frame(step.layout) * self.maps.width + column;
        for (row, pull) in job.target.pulls.iter().enumerate() {
            let [new, old] = [0, 1].map(|age| {
                let map = self.maps.row(self.now ^ age, row);
                let mut union = step.seen(pull, map, job.block, scratch);
                for (line, own) in union.iter_mut().zip(own[age]) {
                    for (lane, own) in line.0.iter_mut().zip(&own.0) {
                        *lane |= own;
                    }
                }
                union
            });
            result.add(step.layout, row * self.maps.width + column, job.block, &old, &new);
            if let Some(visit_buffer) = visit_buffer {
                visit_buffer.add((member, row), job.block, &old, &new);
            }
        }
    }
}

impl BlockRule for ColumnRule<'_> {
    fn is_open(
        &self,
        step: &LevelStep<'_>,
        target: &Target,
        block: usize,
        worker: &mut SweepWorker<'_>,
    ) -> bool {
        let full = step.layout.block_states();
        let (column, own_map) = self.own(target);
        // After an interruption the target may be full already though B(d) is not.
        if [target.map, own_map].iter().all(|&map| step.ledger.get(map, block).count() == full) {
            self.record(
                worker,
                column * step.layout.blocks + block,
                full * step.layout.height as u32,
            );
            return false;
        }
        true
    }

    fn is_due(&self, step: &LevelStep<'_>, target: &Target, block: usize) -> bool {
        step.ledger.get(self.own(target).1, block).grew_at(step.depth)
    }

    fn write(
        &self,
        step: &LevelStep<'_>,
        job: &BlockJob<'_>,
        group: &mut Group<'_>,
        ahead: &[&[Line]],
        worker: &mut SweepWorker<'_>,
    ) {
        let (map, block) = (job.target.map, job.block);
        let (column, own_map) = self.own(job.target);
        let at = column * step.layout.blocks + block;
        let before = step.ledger.get(map, block).count();
        let own_count = step.ledger.get(own_map, block).count();
        let shared = step.sweep.source(own_map, block, 1);
        let (after, states) = {
            let SweepWorker { scratch, block_buffer, .. } = &mut *worker;
            step.with_sources(job, ahead, scratch, |sources| {
                let source_count = sources.plain.len() + sources.pairs.len();
                let absent = (job.target.pulls.len() - source_count) as u32;
                let (after, unions) = match source_count {
                    0 => (0, 0),
                    _ => step.kernels.merge_union(sources, shared, block_buffer),
                };
                (after as u32, unions as u32 + absent * own_count)
            })
        };
        self.record(worker, at, states);
        let earlier = self.counts[1 - self.now][at].load(Ordering::Relaxed);
        let mut cells = (0..step.layout.height).map(|row| row * step.layout.width + column);
        let is_collected =
            worker.visit_buffer.is_some() || cells.any(|cell| worker.result.wants(cell, block));
        if states != earlier && is_collected {
            self.catch(step, job, [shared, group.target(map, job.j)], worker);
        }
        if after != before {
            let sources = Sources { plain: &[&worker.block_buffer], ..Sources::default() };
            group.merge(step.kernels, &sources, map, job.j, step.store);
            step.ledger.set(map, block, after, step.depth + 1);
        }
    }
}
