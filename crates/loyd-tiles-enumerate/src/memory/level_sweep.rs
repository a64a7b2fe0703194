//! The level step over bitmaps that both metrics share; most of the time is spent here.
//!
//! ```text
//! for each target bitmap t, each block b:
//!     skip if t's block b is full, or no source block grew at the last level
//!     block b of t := OR of the sources, seen through their transports
//!     growth       += its population count - the stored one
//! ```
//!
//! Skipping is exact: balls only grow, so a block whose sources are unchanged is unchanged, and an
//! equal population count means an equal block.
//!
//! Departures for speed:
//! 1. Blocks are visited in groups that share sources, see [`block_order`](super::block_order);
//!    threads take groups dynamically, since skipping makes their cost uneven.
//! 2. Within a group the sources of a chunk of blocks are located target by target, in branch-free
//!    loops, before any block is computed; one lookup of a run of source blocks serves all blocks
//!    that gather from it.
//! 3. Sources without states are not read.
//! 4. Sources that need rearranging go through buffers in the first-level cache; all others are
//!    merged, counted and stored in one pass over pointers. The two sources of a move that involves
//!    the implied digit are merged in the same pass.
//! 5. Data larger than the caches is written with non-temporal stores, and the sources of the next
//!    block are prefetched while one is computed.
//!
//! The limit is memory bandwidth: each computed block is written once, and at least as much is
//! read. [`bandwidth`](super::bandwidth) measures the machine, and
//! [`MemoryLoop::min_bytes`](super::MemoryLoop::min_bytes) gives the minimum traffic of a run.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::block_order;
use super::level_result::{CollectionLimits, LevelResult};
use super::sources::{BlockJob, LevelStep, Located};
use super::visit::{StateVisitor, VisitBuffer};
use loyd_tiles::arch::bitmap::{Bitmaps, Group, Kernels, Line, MAX_SOURCES, Phase, Store, Team};
use loyd_tiles::bitmap::{Layout, Ledger, Parities, Ranking, Scratch, Target};

/// Blocks of one target computed in a row: enough for simple loops, few enough that the sources of
/// a chunk stay in the second-level cache for the next target.
const CHUNK: usize = 64;

/// Total size of bitmaps from which on non-temporal stores are used.
const STREAM_FROM: u64 = 256 << 20;

/// Groups of blocks between two reports.
const REPORT_EVERY: usize = 64;

/// Cancellation, progress reports and visitor of a sweep.
pub(crate) struct SweepControl<'a> {
    cancel: &'a AtomicBool,
    report: Mutex<&'a mut (dyn FnMut(f64) + Send)>,
    visitor: Option<(&'a dyn StateVisitor, &'a Ranking)>,
}

impl<'a> SweepControl<'a> {
    pub(crate) fn new(cancel: &'a AtomicBool, report: &'a mut (dyn FnMut(f64) + Send)) -> Self {
        SweepControl { cancel, report: Mutex::new(report), visitor: None }
    }

    /// Adds a visitor of all new states; the ranking converts them to boards.
    pub(crate) fn with_visitor(self, visitor: Option<(&'a dyn StateVisitor, &'a Ranking)>) -> Self {
        SweepControl { visitor, ..self }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Reports the finished share of the sweep.
    fn report(&self, share: f64) {
        if let Ok(mut report) = self.report.lock() {
            report(share);
        }
    }
}

/// The targets of a sweep, and the order in which their blocks are visited.
#[derive(Debug)]
pub(crate) struct SweepPlan {
    pub(crate) phases: Vec<Phase>,
    pub(crate) targets: Vec<Vec<Target>>,
}

impl SweepPlan {
    pub(crate) fn new(
        layout: &Layout,
        targets: impl Iterator<Item = Target>,
        threads: usize,
    ) -> Self {
        let targets: Vec<Target> = targets.collect();
        let phases = block_order::phases(layout, &targets, threads);
        let of = |phase: &Phase| {
            let member = |target: &&Target| phase.maps >> target.map & 1 == 1;
            targets.iter().filter(member).cloned().collect()
        };
        SweepPlan { targets: phases.iter().map(of).collect(), phases }
    }
}

/// The bitmaps of an enumeration and the structures of a sweep.
#[derive(Debug)]
pub(crate) struct LevelBitmaps {
    pub(crate) layout: Layout,
    pub(crate) bitmaps: Bitmaps,
    pub(crate) ledger: Ledger,
    pub(crate) parities: Parities,
    pub(crate) kernels: Kernels,
    pub(crate) store: Store,
}

impl LevelBitmaps {
    pub(crate) fn new(layout: &Layout, bitmaps: Bitmaps, maps: usize, kernels: Kernels) -> Self {
        let bytes = maps as u64 * layout.map_bytes();
        LevelBitmaps {
            bitmaps,
            ledger: Ledger::new(maps, layout.blocks),
            parities: Parities::new(layout),
            kernels,
            store: if bytes > STREAM_FROM { Store::Streamed } else { Store::Cached },
            layout: layout.clone(),
        }
    }

    /// Sets one state at level 0.
    pub(crate) fn seed(&mut self, map: usize, rank: u64) {
        let states = u64::from(self.layout.block_states());
        let (block, inside) = ((rank / states) as usize, (rank % states) as usize);
        let (lane, bit) = (inside / self.layout.tiles, inside % self.layout.tiles);
        loyd_search::arch::line::lanes_mut(self.bitmaps.get_mut(map, block, 1))[lane] = 1 << bit;
        self.ledger.set(map, block, 1, 0);
    }

    /// Sweeps over the targets with all threads, applying `rule` to every block.
    pub(crate) fn sweep<R: BlockRule>(
        &mut self,
        sweep_plan: &SweepPlan,
        rule: &R,
        depth: u32,
        team: &mut Team,
        control: &SweepControl<'_>,
        limits: CollectionLimits,
    ) -> LevelResult {
        let sweep = self.bitmaps.sweep(&sweep_plan.phases);
        let step = LevelStep {
            layout: &self.layout,
            ledger: &self.ledger,
            parities: &self.parities,
            kernels: self.kernels,
            store: self.store,
            sweep: &sweep,
            depth,
        };
        let all = Mutex::new(LevelResult::new(limits));
        team.run(&|thread| {
            let visitor = control.visitor.filter(|_| limits.visited);
            let visit_buffer = visitor.map(|visitor| VisitBuffer::new(visitor, thread, depth + 1));
            let mut worker = SweepWorker::new(&self.layout, limits, visit_buffer);
            let mut groups = 0usize;
            while let Some(mut group) = sweep.next() {
                let targets = &sweep_plan.targets[group.phase()];
                work(&step, rule, targets, &mut group, &mut worker);
                groups += 1;
                if thread == 0 && groups.is_multiple_of(REPORT_EVERY) {
                    control.report(sweep.share());
                }
                if control.is_cancelled() {
                    break;
                }
            }
            if let Ok(mut all) = all.lock() {
                all.join(worker.result);
            }
        });
        all.into_inner().unwrap_or_else(|_| LevelResult::new(limits))
    }
}

/// The computation of a target block.
pub(crate) trait BlockRule: Sync {
    /// Returns whether the block may change, judged without its sources.
    fn is_open(
        &self,
        step: &LevelStep<'_>,
        target: &Target,
        block: usize,
        worker: &mut SweepWorker<'_>,
    ) -> bool;

    /// Returns whether the block must be computed although no source grew.
    fn is_due(&self, step: &LevelStep<'_>, target: &Target, block: usize) -> bool;

    fn write(
        &self,
        step: &LevelStep<'_>,
        job: &BlockJob<'_>,
        group: &mut Group<'_>,
        ahead: &[&[Line]],
        worker: &mut SweepWorker<'_>,
    );
}

/// Computes a group in chunks of blocks, target by target: first the sources are located in simple
/// loops, then the open blocks are computed. Meanwhile the sources of the next block are
/// prefetched.
fn work<R: BlockRule>(
    step: &LevelStep<'_>,
    rule: &R,
    targets: &[Target],
    group: &mut Group<'_>,
    worker: &mut SweepWorker<'_>,
) {
    let mut located_blocks = core::mem::take(&mut worker.located);
    for chunk in (0..group.len()).step_by(CHUNK) {
        let chunk = chunk..group.len().min(chunk + CHUNK);
        for target in targets {
            located_blocks.clear();
            for j in chunk.clone() {
                let block = group.block(j);
                if rule.is_open(step, target, block, worker) {
                    located_blocks.push(Located::new(j, block));
                }
            }
            step.locate(target, &mut located_blocks);
            located_blocks.retain(|located| {
                located.grew || rule.is_due(step, target, located.block as usize)
            });
            worker.result.blocks += located_blocks.len() as u64;
            for (i, located) in located_blocks.iter().enumerate() {
                let mut ahead: [&[Line]; MAX_SOURCES] = [&[]; MAX_SOURCES];
                let count = match located_blocks.get(i + 1) {
                    Some(next) if step.store == Store::Streamed => {
                        step.ahead(target, next, &mut ahead)
                    }
                    _ => 0,
                };
                let job = BlockJob {
                    target,
                    j: located.j as usize,
                    block: located.block as usize,
                    located,
                };
                rule.write(step, &job, group, &ahead[..count], worker);
            }
        }
    }
    worker.located = located_blocks;
}

/// The scratch memory of a thread.
pub(crate) struct SweepWorker<'a> {
    pub(crate) scratch: Scratch,
    pub(crate) result: LevelResult,
    pub(crate) visit_buffer: Option<VisitBuffer<'a>>,
    /// Buffer for a block that is not yet written.
    pub(crate) block_buffer: Vec<Line>,
    located: Vec<Located>,
}

impl<'a> SweepWorker<'a> {
    fn new(
        layout: &Layout,
        limits: CollectionLimits,
        visit_buffer: Option<VisitBuffer<'a>>,
    ) -> Self {
        SweepWorker {
            scratch: Scratch::new(layout, MAX_SOURCES),
            result: LevelResult::new(limits),
            visit_buffer,
            block_buffer: vec![Line::ZERO; layout.block_lines],
            located: Vec::new(),
        }
    }
}

/// The rule of row classes and single tiles: a block is the OR of its sources. The growth of its
/// population is counted, and its new states are collected within the limits.
pub(crate) struct Union;

impl BlockRule for Union {
    #[inline]
    fn is_open(
        &self,
        step: &LevelStep<'_>,
        target: &Target,
        block: usize,
        _worker: &mut SweepWorker<'_>,
    ) -> bool {
        step.ledger.get(target.map, block).count() != step.layout.block_states()
    }

    #[inline]
    fn is_due(&self, _step: &LevelStep<'_>, _target: &Target, _block: usize) -> bool {
        false
    }

    #[inline]
    fn write(
        &self,
        step: &LevelStep<'_>,
        job: &BlockJob<'_>,
        group: &mut Group<'_>,
        ahead: &[&[Line]],
        worker: &mut SweepWorker<'_>,
    ) {
        let SweepWorker { scratch, result, visit_buffer, .. } = worker;
        let (map, block) = (job.target.map, job.block);
        let before = step.ledger.get(map, block).count();
        let after = step.with_sources(job, ahead, scratch, |sources| {
            let is_collected = result.wants(map, block);
            if !is_collected && visit_buffer.is_none() {
                return group.merge(step.kernels, sources, map, job.j, step.store);
            }
            let out = group.target(map, job.j);
            let mut new = out.to_vec();
            let after = step.kernels.merge(sources, &mut new, Store::Cached);
            if is_collected {
                result.add(step.layout, map, block, out, &new);
            }
            if let Some(visit_buffer) = visit_buffer {
                visit_buffer.add((map, map / step.layout.width), block, out, &new);
            }
            out.copy_from_slice(&new);
            after
        }) as u32;
        if after != before {
            result.new += u64::from(after - before);
            step.ledger.set(map, block, after, step.depth + 1);
        }
    }
}
