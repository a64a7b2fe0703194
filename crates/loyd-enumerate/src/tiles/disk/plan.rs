//! What a run needs, known before anything is allocated, and the cut that suits it.
//!
//! ```text
//! for each digit q, each width of a column:       (whole blocks, or parts of one)
//!     needed := bitmaps of the largest segments of all passes + tables + smallest buffers
//! take, among those that fit the memory, the one whose units come nearest to UNIT_BYTES
//! what memory is left: buffers for reading ahead and writing behind, then partials
//! ```

use super::error::DiskError;
use super::passes::LevelPasses;
use super::sampled_units::SampledUnits;
use super::segmentation::{Half, Segmentation};
use super::store::{LevelRecord, UnitCodec};
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Bitmaps, MAX_SOURCES};
use loyd_tiles::bitmap::{Layout, Ranking};
use std::time::Duration;

/// Units of about this size are coded well, and read and written well one by one.
const UNIT_BYTES: f64 = 176.0 * 1024.0;

/// Lines that are copied and merged in one go, at least: 2 KiB.
const RUN_LINES: f64 = 32.0;

/// Bytes of a level's units after coding, compared with their bitmaps: what was measured on the
/// fullest levels of 12 and 14 cells with the denser codes, with some reserve.
const CODED_SHARE: f64 = 0.55;

/// What a state of the first levels takes in memory until all are handed over to bitmaps: its key,
/// a copy in order, its unit, its place in the list.
const LIST_BYTES: u64 = 48;

/// Levels are made by lists while they have less than one of so many states. A state takes about
/// 0.25 microseconds to be handed over on two cores, a level of bitmaps one nanosecond for 8 states of
/// the space.
const THIN: u64 = 2048;

/// What is to be enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskTask {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What a move is.
    pub metric: MetricName,
    /// The cell of the blank in the start state, in reading order.
    pub start: usize,
    /// Threads that compute; two more read and write.
    pub threads: usize,
    /// Bytes that may be used.
    pub memory: u64,
    /// States to keep of each level, as a sample; none are kept in the multi-tile metric.
    pub samples: usize,
}

/// How a run goes about it, and what it needs.
#[derive(Clone, Debug)]
pub struct DiskPlan {
    /// What was asked for.
    pub task: DiskTask,
    /// How the bitmaps are cut.
    pub segmentation: Segmentation,
    /// Bytes of the bitmaps of a segment.
    pub segment_bytes: u64,
    /// Bytes of tables and of buffers of single units.
    pub table_bytes: u64,
    /// Coded bytes read ahead, at most.
    pub read_ahead: usize,
    /// Coded bytes not yet written, at most.
    pub write_behind: usize,
    /// Coded bytes of partials that are kept in memory; more are given to the store.
    pub partials: usize,
    /// Time between two marks within a level; `None` for no marks.
    pub checkpoint_every: Option<Duration>,
    /// The first levels are made by lists of states as long as they are together no more than half
    /// so many; 0 for none.
    pub listed_states: u64,
    /// Levels that the store keeps whatever the room.
    pub kept_levels: usize,
    pub(super) ranking: Ranking,
}

impl DiskPlan {
    /// Plans a run. Allocates next to nothing.
    ///
    /// # Errors
    /// [`DiskError::Layout`] or [`DiskError::Start`] if the board or the start cell does not
    /// suit, [`DiskError::Metric`] if no cut suits the multi-tile metric, [`DiskError::TooBig`] if
    /// not even the smallest segments fit the memory.
    pub fn new(task: &DiskTask, codec: &dyn UnitCodec) -> Result<Self, DiskError> {
        let layout = Layout::new(task.width, task.height)?;
        let mut segmentations = segmentations(&layout);
        segmentations.retain(|segmentation| LevelPasses::suits(segmentation, task.metric));
        if segmentations.is_empty() {
            return Err(DiskError::Metric);
        }
        let plans = segmentations
            .iter()
            .map(|segmentation| Self::with_segmentation(task, segmentation, codec));
        let mut best: Option<DiskPlan> = None;
        let mut least = u64::MAX;
        for plan in plans {
            match plan {
                Ok(plan) if best.as_ref().is_none_or(|b| plan.penalty() < b.penalty()) => {
                    best = Some(plan);
                }
                Err(DiskError::TooBig { needed, .. }) => least = least.min(needed),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        best.ok_or(DiskError::TooBig { needed: least, allowed: task.memory })
    }

    /// Plans a run with a given cut.
    ///
    /// # Errors
    /// As [`new`](DiskPlan::new), for this cut.
    pub fn with_segmentation(
        task: &DiskTask,
        segmentation: &Segmentation,
        codec: &dyn UnitCodec,
    ) -> Result<Self, DiskError> {
        if !LevelPasses::suits(segmentation, task.metric) {
            return Err(DiskError::Metric);
        }
        let mut task = task.clone();
        if task.metric == MetricName::Multi {
            // Classes are not states, and no level before the last two is at hand.
            task.samples = 0;
        }
        let ranking = Ranking::new(&segmentation.layout, task.start)?;
        let level_passes = LevelPasses { segmentation, ranking: &ranking, metric: task.metric };
        let segments =
            (0..level_passes.passes().len()).map(|pass| segment_bytes(level_passes, pass));
        let segment_bytes = segments.max().unwrap_or(0);
        let unit = codec.most_bytes(segmentation.unit_lines());
        let table_bytes = table_bytes(&task, level_passes, codec);
        // Two units at least in each buffer: one is filled while another is emptied.
        let needed = segment_bytes + table_bytes + 4 * unit as u64;
        let Some(left) = task.memory.checked_sub(needed) else {
            return Err(DiskError::TooBig { needed, allowed: task.memory });
        };
        let half_segment = codec.most_bytes((segment_bytes / 128) as usize);
        let buffer = 2 * unit + half_segment.min((left / 3) as usize);
        let left = needed + left - segment_bytes - table_bytes - 2 * buffer as u64;
        let partials =
            left.min(level_passes.partial_maps() as u64 * segmentation.layout.map_bytes()) as usize;
        let listed_states = match task.metric {
            MetricName::Single => {
                (task.memory / LIST_BYTES).min(segmentation.layout.states() / THIN)
            }
            MetricName::Multi => 0,
        };
        Ok(DiskPlan {
            task,
            segmentation: segmentation.clone(),
            segment_bytes,
            table_bytes,
            read_ahead: buffer,
            write_behind: buffer,
            partials,
            checkpoint_every: None,
            kept_levels: 1,
            listed_states,
            ranking,
        })
    }

    /// Plans the continuation of a run that was cut in its own way.
    ///
    /// # Errors
    /// As [`with_segmentation`](DiskPlan::with_segmentation), and [`DiskError::Record`] if the record belongs to
    /// another task.
    pub fn resume(
        task: &DiskTask,
        record: &LevelRecord,
        codec: &dyn UnitCodec,
    ) -> Result<Self, DiskError> {
        let wrong = |what| DiskError::Record { what };
        if (task.width, task.height) != (record.width, record.height) {
            return Err(wrong("it is of another board"));
        }
        if task.metric != record.metric {
            return Err(wrong("it is of another metric"));
        }
        if task.start != record.start {
            return Err(wrong("it is of another start cell"));
        }
        let layout = Layout::new(task.width, task.height)?;
        if layout.block_digits != record.block_digits {
            return Err(wrong("its bitmaps have another layout"));
        }
        let segmentation = Segmentation::new(&layout, record.digit, record.column_lines)
            .ok_or(wrong("its bitmaps are segmentation in a way that cannot be"))?;
        Self::with_segmentation(task, &segmentation, codec)
    }

    /// What a level consists of.
    pub(super) fn level_passes(&self) -> LevelPasses<'_> {
        LevelPasses {
            segmentation: &self.segmentation,
            ranking: &self.ranking,
            metric: self.task.metric,
        }
    }

    /// All bytes that the run holds at once.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let buffers = self.read_ahead + self.write_behind + self.partials;
        self.segment_bytes + self.table_bytes + buffers as u64
    }

    /// All states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.segmentation.layout.states()
    }

    /// Bytes of the bitmaps of one level: of the cells of one colour, or of all classes.
    #[must_use]
    pub fn level_bytes(&self) -> u64 {
        let maps = [0, 1].map(|parity| self.level_passes().made(parity).len());
        self.segmentation.layout.map_bytes() * maps[0].max(maps[1]) as u64
    }

    /// Bytes that the store has to keep at once, as far as it can be foretold: the levels kept and
    /// the one that is made, coded, and the partials for which there is no memory, all of them if there are marks.
    #[must_use]
    pub fn store_bytes(&self) -> u64 {
        let coded = |raw: u64| (raw as f64 * CODED_SHARE) as u64;
        let partials =
            self.level_passes().partial_maps() as u64 * self.segmentation.layout.map_bytes();
        // A mark gives those to the store that are in memory.
        let in_memory = if self.checkpoint_every.is_none() { self.partials as u64 } else { 0 };
        let partials = coded(partials).saturating_sub(in_memory);
        coded((1 + self.kept_levels as u64) * self.level_bytes()) + partials
    }

    /// How far a plan is from what is wanted.
    fn penalty(&self) -> f64 {
        let segmentation = &self.segmentation;
        let size = (segmentation.unit_lines() as f64 * 64.0 / UNIT_BYTES).log2().abs();
        // Short runs cost a look at each; runs of whole blocks are coded better.
        let short = (RUN_LINES / segmentation.column_lines as f64).log2().max(0.0);
        let broken = !segmentation.column_lines.is_multiple_of(segmentation.layout.block_lines);
        size + short + if broken { 0.5 } else { 0.0 }
    }
}

/// All cuts worth looking at: columns of some blocks that divide a row, or of a part of a block.
fn segmentations(layout: &Layout) -> Vec<Segmentation> {
    let mut segmentations = Vec::new();
    for digit in Segmentation::digits(layout) {
        let Some(row) =
            Segmentation::new(layout, digit, 1).map(|segmentation| segmentation.row_blocks())
        else {
            continue;
        };
        let whole = (1..=row).filter(|&blocks| row.is_multiple_of(blocks));
        let mut widths: Vec<usize> = whole.map(|blocks| blocks * layout.block_lines).collect();
        // Parts of a block must not reach into the next one: no code could tell where it begins.
        let parts = (2..=layout.block_lines).map(|parts| layout.block_lines.div_ceil(parts));
        let is_within = |width: &usize| row == 1 || layout.block_lines.is_multiple_of(*width);
        widths.extend(parts.filter(is_within));
        widths.dedup();
        segmentations
            .extend(widths.into_iter().filter_map(|width| Segmentation::new(layout, digit, width)));
    }
    segmentations
}

fn segment_bytes(level_passes: LevelPasses<'_>, pass: usize) -> u64 {
    let layout = level_passes.segmentation.segment_layout(level_passes.passes()[pass]);
    let maps = level_passes.maps(pass) as u64;
    Bitmaps::bytes_needed(maps, layout.blocks as u64, layout.block_lines as u64)
}

fn table_bytes(task: &DiskTask, level_passes: LevelPasses<'_>, codec: &dyn UnitCodec) -> u64 {
    let segmentation = level_passes.segmentation;
    let mut bytes = segmentation.layout.blocks / 8 + segmentation.layout.block_lines * 64;
    // Counts of the last two levels, of the next one and of partials; copies of two of them for a
    // record or a mark.
    bytes += level_passes.all_maps() * segmentation.units() * size_of::<u32>() * 5;
    let unit = codec.most_bytes(segmentation.unit_lines());
    for (pass, &half) in level_passes.passes().iter().enumerate() {
        let layout = segmentation.segment_layout(half);
        let maps = level_passes.maps(pass);
        let across = maps * segmentation.units_across(half);
        // A word a block, a flag a patch and each of its rows, and the list of what is to be done,
        // twice.
        bytes +=
            maps * layout.blocks * size_of::<u32>() + across * (1 + segmentation.rows() + 2 * 96);
        bytes += layout.block_lines * 64;
    }
    let widest =
        segmentation.segment_layout(Half::Lower).block_lines.max(segmentation.layout.block_lines);
    let scratch = (MAX_SOURCES + 2) * widest * 64;
    let coder =
        codec.coder_bytes(segmentation.unit_lines()) + segmentation.unit_lines() * 64 + 2 * unit;
    if task.samples > 0 {
        bytes += SampledUnits::bytes(segmentation);
    }
    bytes += task.threads.max(1) * (scratch + coder) + 2 * unit;
    bytes as u64
}
