//! The resources of a run, computed before any allocation, and the segmentation that suits
//! them.
//!
//! ```text
//! for each digit q, each width of a column:       (whole blocks, or parts of one)
//!     needed := bitmaps of the largest segments of all passes + tables + smallest buffers
//! among those that fit the memory, take the one whose units are closest to UNIT_BYTES and whose
//!     segments leave room for reading the next one ahead
//! remaining memory: buffers for reading ahead and writing behind, then partials
//! ```

use super::division::Division;
use super::error::DiskError;
use super::passes::LevelPasses;
use super::sampled_units::SampledUnits;
use super::segmentation::{Half, Segmentation};
use super::store::{LevelRecord, UnitCodec};
use crate::record;
use loyd_enumerate::record::RunRecord;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::{Bitmaps, MAX_SOURCES};
use loyd_tiles::bitmap::{Layout, Ranking};
use std::time::Duration;

/// The best size of a unit: large enough to be coded, read and written efficiently.
const UNIT_BYTES: f64 = 176.0 * 1024.0;

/// Lines that should be copied and merged at a time: 2 KiB.
const RUN_LINES: f64 = 32.0;

/// Weight of uneven shares of processes: twice the work of one is worse than units of any size.
const UNEVEN: f64 = 8.0;

/// Coded bytes of a level relative to its bitmaps: measured on the fullest levels of 12 and 14
/// cells with the denser codes, plus a reserve.
const CODED_SHARE: f64 = 0.55;

/// Memory of a state of the first levels until they are converted to bitmaps: its key, a sorted
/// copy, its unit, its entry in the list.
const LIST_BYTES: u64 = 48;

/// Levels are lists while they contain less than one in this many of all states. On two
/// cores the conversion takes about 0.25 microseconds a state, and a level of bitmaps one
/// nanosecond for 8 states of the space.
const THIN: u64 = 2048;

/// The enumeration to plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskTask {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The metric.
    pub metric: MetricName,
    /// The cell of the blank in the start state, in reading order.
    pub start: usize,
    /// Threads that compute; two more read and write.
    pub threads: usize,
    /// The memory limit in bytes.
    pub memory: u64,
    /// Size of the sample of each level; ignored in the multi-tile metric.
    pub samples: usize,
}

impl DiskTask {
    /// The record of a run before its first level.
    #[must_use]
    pub fn record(&self) -> RunRecord {
        record(self.width, self.height, self.metric, self.start, "units 1")
    }
}

/// The plan of a run and its resources.
#[derive(Clone, Debug)]
pub struct DiskPlan {
    /// The task.
    pub task: DiskTask,
    /// The segmentation of the bitmaps.
    pub segmentation: Segmentation,
    /// Bytes of the bitmaps of a segment.
    pub segment_bytes: u64,
    /// Bytes of tables and of buffers of single units.
    pub table_bytes: u64,
    /// Maximum of coded bytes read ahead.
    pub read_ahead: usize,
    /// Maximum of coded bytes not yet written.
    pub write_behind: usize,
    /// Coded bytes of partials that are buffered in memory; others are put into the store.
    pub partials: usize,
    /// Time between two checkpoints within a level; `None` for no checkpoints.
    pub checkpoint_every: Option<Duration>,
    /// The first levels are lists while their total is at most half this number of
    /// states; 0 for no lists.
    pub listed_states: u64,
    /// Levels that the store keeps regardless of space.
    pub retained_levels: usize,
    pub(super) ranking: Ranking,
}

impl DiskPlan {
    /// Plans a run. Allocates next to nothing.
    ///
    /// # Errors
    /// [`DiskError::Layout`] or [`DiskError::Start`] if the board or the start cell is unsuitable,
    /// [`DiskError::Metric`] if no segmentation suits the multi-tile metric, [`DiskError::TooBig`]
    /// if not even the smallest segments fit the memory.
    pub fn new(task: &DiskTask, codec: &dyn UnitCodec) -> Result<Self, DiskError> {
        Self::divided(task, codec, 1)
    }

    /// Plans the part of each of some processes: with enough bands and columns for all of them, as
    /// far as the board has this many.
    ///
    /// # Errors
    /// The errors of [`new`](DiskPlan::new).
    pub fn divided(
        task: &DiskTask,
        codec: &dyn UnitCodec,
        processes: usize,
    ) -> Result<Self, DiskError> {
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
        let mut min_needed = u64::MAX;
        for plan in plans {
            match plan {
                Ok(plan)
                    if best
                        .as_ref()
                        .is_none_or(|b| plan.penalty(processes) < b.penalty(processes)) =>
                {
                    best = Some(plan);
                }
                Err(DiskError::TooBig { needed, .. }) => min_needed = min_needed.min(needed),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        best.ok_or_else(|| DiskError::TooBig {
            segments: "smallest segments".to_owned(),
            needed: min_needed,
            allowed: task.memory,
        })
    }

    /// Plans a run with a segmentation.
    ///
    /// # Errors
    /// The errors of [`new`](DiskPlan::new), for this segmentation.
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
            // Classes are not states, and only the last two levels are available.
            task.samples = 0;
        }
        let ranking = Ranking::new(&segmentation.layout, task.start)?;
        let level_passes = LevelPasses { segmentation, ranking: &ranking, metric: task.metric };
        let segments =
            (0..level_passes.passes().len()).map(|pass| segment_bytes(level_passes, pass));
        let segment_bytes = segments.max().unwrap_or(0);
        let unit = codec.max_bytes(segmentation.unit_lines());
        let table_bytes = table_bytes(&task, level_passes, codec);
        // At least two units in each buffer: one is filled while the other is emptied.
        let needed = segment_bytes + table_bytes + 4 * unit as u64;
        let Some(free) = task.memory.checked_sub(needed) else {
            let passes = level_passes.passes().len();
            let segments = format!("{passes} segments with which the run started, one at a time,");
            return Err(DiskError::TooBig { segments, needed, allowed: task.memory });
        };
        let half_segment = codec.max_bytes((segment_bytes / 128) as usize);
        let buffer = 2 * unit + half_segment.min((free / 3) as usize);
        let free = needed + free - segment_bytes - table_bytes - 2 * buffer as u64;
        let partials =
            free.min(level_passes.partial_maps() as u64 * segmentation.layout.map_bytes()) as usize;
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
            retained_levels: 1,
            listed_states,
            ranking,
        })
    }

    /// Plans the continuation of a run, with its segmentation.
    ///
    /// # Errors
    /// The errors of [`with_segmentation`](DiskPlan::with_segmentation), and [`DiskError::Record`] if the
    /// record belongs to another task.
    pub fn resume(
        task: &DiskTask,
        record: &LevelRecord,
        codec: &dyn UnitCodec,
    ) -> Result<Self, DiskError> {
        let wrong = |what| DiskError::Record { what };
        record.run.check(&task.record(), None).map_err(wrong)?;
        let layout = Layout::new(task.width, task.height)?;
        if layout.block_digits != record.block_digits {
            return Err(wrong("its bitmaps have another layout"));
        }
        let segmentation = Segmentation::new(&layout, record.digit, record.column_lines)
            .ok_or(wrong("its segmentation is impossible"))?;
        Self::with_segmentation(task, &segmentation, codec)
    }

    pub(super) fn level_passes(&self) -> LevelPasses<'_> {
        LevelPasses {
            segmentation: &self.segmentation,
            ranking: &self.ranking,
            metric: self.task.metric,
        }
    }

    /// All bytes that the run uses at once.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let buffers = self.read_ahead + self.write_behind + self.partials;
        self.segment_bytes + self.table_bytes + buffers as u64
    }

    /// The number of segments of each pass over a level, in the order of the passes.
    #[must_use]
    pub fn passes(&self) -> Vec<usize> {
        let passes = self.level_passes().passes().iter();
        passes.map(|&half| self.segmentation.segments(half)).collect()
    }

    /// All states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.segmentation.layout.states()
    }

    /// Bytes of the bitmaps of one level: of the cells of one colour, or of all classes.
    #[must_use]
    pub fn level_bytes(&self) -> u64 {
        let maps = [0, 1].map(|parity| self.level_passes().maps_of_parity(parity).len());
        self.segmentation.layout.map_bytes() * maps[0].max(maps[1]) as u64
    }

    /// Estimates the bytes that the store needs at once: the retained levels and the new one, coded,
    /// and the partials that do not fit in memory; all partials if there are checkpoints.
    #[must_use]
    pub fn store_bytes(&self) -> u64 {
        let coded = |raw: u64| (raw as f64 * CODED_SHARE) as u64;
        let partials =
            self.level_passes().partial_maps() as u64 * self.segmentation.layout.map_bytes();
        // A checkpoint writes the buffered partials to the store.
        let in_memory = if self.checkpoint_every.is_none() { self.partials as u64 } else { 0 };
        let partials = coded(partials).saturating_sub(in_memory);
        coded((1 + self.retained_levels as u64) * self.level_bytes()) + partials
    }

    /// The share of a level's bitmaps that segments of both halves read, so that their units may belong
    /// to two processes.
    #[must_use]
    pub fn travelling_levels(&self) -> f64 {
        Division::new(self.level_passes(), 2, 0).travelling(self.level_passes().level_maps())
    }

    /// The division among processes, seen from process 0.
    #[must_use]
    pub fn division(&self, processes: usize) -> Division {
        Division::new(self.level_passes(), processes, 0)
    }

    /// Bits of the bitmaps of a level for each state of the space, and bits of its partials: a bitmap of
    /// classes stands for fewer bits than states.
    #[must_use]
    pub fn bits_a_state(&self) -> (f64, f64) {
        let level_passes = self.level_passes();
        let cells = self.segmentation.layout.cells() as f64;
        match self.task.metric {
            // A level has the cells of one colour. Narrow boards have fewer partials, and denser ones:
            // 4x3, 6x2 and 7x2 take about the same bytes a state for them.
            MetricName::Single => (0.5, 0.125),
            MetricName::Multi => {
                let partials = level_passes.partial_maps() as f64;
                (level_passes.level_maps() as f64 / cells, partials / cells)
            }
        }
    }

    /// The maximum number of segments of a process relative to the mean: 1 if all have the same.
    #[must_use]
    pub fn unequal_shares(&self, processes: usize) -> f64 {
        let segments = [self.segmentation.bands(), self.segmentation.columns()];
        let unequal = segments
            .map(|segments| (segments.div_ceil(processes) * processes) as f64 / segments as f64);
        unequal[0].max(unequal[1])
    }

    /// Distance of the plan from the ideal.
    fn penalty(&self, processes: usize) -> f64 {
        let segmentation = &self.segmentation;
        let size = (segmentation.unit_lines() as f64 * 64.0 / UNIT_BYTES).log2().abs();
        // Short runs cost a lookup each; runs of whole blocks compress better.
        let short = (RUN_LINES / segmentation.column_lines as f64).log2().max(0.0);
        let broken = !segmentation.column_lines.is_multiple_of(segmentation.layout.block_lines);
        // The slowest process has the most segments.
        let uneven = |segments: usize| {
            let max_segments = segments.div_ceil(processes) * processes;
            (max_segments as f64 / segments as f64).log2()
        };
        let uneven = uneven(segmentation.bands()) + uneven(segmentation.columns());
        // Half of a segment should be read ahead while another one is computed.
        let crowded = (self.segment_bytes as f64 / 2.0 / self.read_ahead as f64).log2().max(0.0);
        size + short + UNEVEN * uneven + crowded + if broken { 0.5 } else { 0.0 }
    }
}

/// All segmentations to consider: columns of some blocks that divide a row, or of a part of a
/// block.
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
        widths.extend((2..=layout.block_lines).map(|parts| layout.block_lines.div_ceil(parts)));
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
    // record or a checkpoint.
    bytes += level_passes.total_maps() * segmentation.units() * size_of::<u32>() * 5;
    let unit = codec.max_bytes(segmentation.unit_lines());
    for (pass, &half) in level_passes.passes().iter().enumerate() {
        let layout = segmentation.segment_layout(half);
        let maps = level_passes.maps(pass);
        let across = maps * segmentation.units_across(half);
        // A word for each block, a flag for each patch and each of its rows, and the segment plan,
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
