//! The first levels: lists of states, converted to bitmaps.
//!
//! The states of a sparse level are spread over nearly all units, so as a bitmap it takes as long
//! as a dense one. The time of lists is proportional to the number of states. So the [frontier
//! engine](crate::frontier) enumerates the levels while their balls are small. They are
//! then written once, in the form from which this engine continues: the ball of the last level, and
//! the number of states of each unit in the level before.
//!
//! ```text
//! while the levels so far have few states:   make the next one as lists
//!     key of each state := unit, bit in the unit
//! sort the keys of every second level up to the last one; each unit := its bits        coded, put
//! count those of the others by unit
//! ```
//!
//! Before the conversion everything is in memory only: a run that ends before it starts again from
//! level 0.

use super::plan::DiskPlan;
use super::segmentation::Segmentation;
use super::store::Unit;
use super::unit_transfer;
use crate::frontier::{FirstLevels, Next};
use crate::memory::sample::Sample;
use loyd_enumerate::LevelSummary;
use loyd_enumerate::lists::ListError;
use loyd_enumerate::{EnumerateError, Monitor};
use loyd_search::observe::StopCause;
use loyd_tiles::arch::bitmap::{LANES_PER_LINE, Line};
use loyd_tiles::bitmap::Place;
use loyd_tiles::{MetricName, Size};
use std::ops::Range;

/// Levels as lists, down to the last one.
pub(super) struct ListedLevels {
    pub(super) levels: Vec<LevelSummary>,
    pub(super) samples: Vec<Vec<Place>>,
    /// The keys of the states of each level, see [`key`], in any order.
    keys: Vec<Vec<u64>>,
    pub(super) stopped: Option<StopCause>,
}

/// Bits of a key that give the position of a state in its unit.
const INSIDE: u32 = 32;
/// Bits of a line.
const LINE_BITS: usize = LANES_PER_LINE * 16;

/// The key of a state: its unit and its bit there.
fn key(segmentation: &Segmentation, place: Place) -> u64 {
    let (unit, line, lane, bit) = unit_transfer::locate(segmentation, place);
    (segmentation.number(unit) as u64) << INSIDE | (line * LINE_BITS + lane * 16 + bit) as u64
}

/// The states of a unit, in ascending order.
pub(super) struct UnitStates {
    pub(super) unit: Unit,
    keys: Range<usize>,
}

impl UnitStates {
    pub(super) fn states(&self) -> usize {
        self.keys.len()
    }
}

/// The ball of one colour: its states grouped by unit.
pub(super) struct ListedBall {
    keys: Vec<u64>,
    pub(super) groups: Vec<UnitStates>,
}

impl ListedBall {
    /// Sets the bits of a unit in lines that are zero.
    pub(super) fn fill(&self, group: &UnitStates, lines: &mut [Line]) {
        for &key in &self.keys[group.keys.clone()] {
            let bit = key as u32 as usize;
            lines[bit / LINE_BITS].0[bit % LINE_BITS / 16] |= 1 << (bit % 16);
        }
    }
}

impl ListedLevels {
    /// Makes the levels of a plan down to `last` or until they have too many states; `None` if
    /// lists are of no use.
    pub(super) fn make(
        plan: &DiskPlan,
        last: Option<u32>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, EnumerateError> {
        let (task, max_states) = (&plan.task, plan.listed_states);
        let size = Size::new(task.width, task.height);
        let (Some(size), MetricName::Single, 1..) = (size, task.metric, max_states) else {
            return Ok(None);
        };
        let first = FirstLevels::new(size, task.start, task.threads, task.memory / 2)?;
        let Some(mut lists) = first else { return Ok(None) };
        let mut listed = ListedLevels {
            levels: Vec::new(),
            samples: Vec::new(),
            keys: Vec::new(),
            stopped: None,
        };
        listed.take(plan, &lists, LevelSummary { states: 1, ..LevelSummary::default() })?;
        let mut total = 1;
        while total * 2 <= max_states && last.is_none_or(|last| listed.depth() < last) {
            let before = listed.levels[listed.depth() as usize];
            monitor.level(listed.depth(), before.states, listed.memory() + lists.memory());
            match lists.step(monitor)? {
                Next::Level(level) => {
                    total += level.states;
                    listed.take(plan, &lists, level)?;
                }
                Next::End => break,
                Next::Stopped(cause) => {
                    listed.stopped = Some(cause);
                    break;
                }
            }
        }
        Ok(Some(listed))
    }

    fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    fn memory(&self) -> u64 {
        self.keys.iter().map(|keys| 8 * keys.len() as u64).sum()
    }

    /// Takes the states of a level from the lists.
    fn take(
        &mut self,
        plan: &DiskPlan,
        lists: &FirstLevels,
        level: LevelSummary,
    ) -> Result<(), ListError> {
        #[derive(Default)]
        struct Part {
            keys: Vec<u64>,
            sample: Option<Sample>,
            is_wrong: bool,
        }
        let samples = plan.task.samples;
        let parts = lists.map(self.levels.len() as u32, |part: &mut Part, board| {
            let Ok(place) = plan.ranking.rank(board) else {
                part.is_wrong = true;
                return;
            };
            part.keys.push(key(&plan.segmentation, place));
            let sample = part.sample.get_or_insert_with(|| Sample::new(samples));
            // Each state is its own block.
            if sample.wants(place.cell, place.rank as usize) {
                let mut block = sample.block(place.cell, place.rank as usize);
                block.add(place.rank);
                block.finish();
            }
        })?;
        let states: usize = parts.iter().map(|part| part.keys.len()).sum();
        if states as u64 != level.states || parts.iter().any(|part| part.is_wrong) {
            return Err(ListError::Record { what: "its lists do not belong to its board" });
        }
        let (mut keys, mut sample) = (Vec::with_capacity(states), Sample::new(samples));
        for part in parts {
            keys.extend(part.keys);
            part.sample.into_iter().for_each(|of| sample.join(of));
        }
        self.keys.push(keys);
        self.samples.push(sample.finish());
        self.levels.push(level);
        Ok(())
    }

    /// The ball of the last level's colour, or of the other one; its levels are dropped.
    pub(super) fn ball(&mut self, segmentation: &Segmentation, of_last: bool) -> ListedBall {
        let (levels, age) = (self.keys.len(), usize::from(!of_last));
        let mut keys = Vec::new();
        for level in self.keys.iter_mut().enumerate() {
            if (levels - 1 - level.0) % 2 == age {
                keys.append(level.1);
            }
        }
        keys.sort_unstable();
        let mut groups: Vec<UnitStates> = Vec::new();
        let mut first = 0;
        for same in keys.chunk_by(|one, other| one >> INSIDE == other >> INSIDE) {
            let unit = segmentation.numbered((same[0] >> INSIDE) as usize);
            groups.push(UnitStates { unit, keys: first..first + same.len() });
            first += same.len();
        }
        ListedBall { keys, groups }
    }
}
