//! The exchange between processes at the end of a pass: the number of states of each unit, and after
//! the last pass the other results of the level.
//!
//! ```text
//! counts     u32 each        of the new units: by target bitmap, own segment, unit of the segment
//! after the last pass:
//!   counted, bytes read, written, handed on         u64 each
//!   sample     number of states u32; key u64, cell u8, rank u64 each
//!   model      the rest: the coding model of the next level, from process 0 alone
//! ```
//!
//! Before the first level in files, each process sends its depth, u32, and process 0 the model after it.

use super::division::{Division, ProcessGroup};
use super::error::DiskError;
use super::passes::LevelPasses;
use super::progress::LevelInProgress;
use super::run::{DiskLoop, failed};
use super::store::{StoreError, Unit, UnitKind};
use crate::memory::sample::Sample;
use loyd_enumerate::LevelSummary;
use loyd_tiles::bitmap::Place;
use std::sync::atomic::Ordering;

/// The results of a level that all processes share.
#[derive(Debug, Default)]
pub(super) struct Settled {
    /// The number of states that the sources of counted bitmaps have added to them.
    pub(super) counted: u64,
    /// The cost of the level; bytes are those of all processes.
    pub(super) summary: LevelSummary,
}

const SAMPLE_ENTRY: usize = 17;

impl DiskLoop {
    /// Ends a pass: exchanges the counts of its units, and with `is_last` all results of the level.
    /// `None` if the run is being stopped.
    pub(super) fn settle(
        &mut self,
        pass: usize,
        done: &LevelInProgress,
        is_last: bool,
    ) -> Result<Option<Settled>, DiskError> {
        let depth = self.depth() + 1;
        let own =
            Settled { counted: done.counted.load(Ordering::Relaxed), summary: done.summary() };
        let Some(group) = self.group.clone() else { return Ok(Some(own)) };
        let mut message = self.counts_of(pass, group.process());
        if is_last {
            message.extend(results(&own, &self.sampler.sample()));
            if group.process() == 0 {
                message.extend(self.store.train());
            }
        }
        let all = group.gather(message).map_err(failed(depth, "exchanging counts"))?;
        let Some(all) = all else { return Ok(None) };
        let mut settled = Settled::default();
        settled.summary.seconds = own.summary.seconds;
        settled.summary.waited = own.summary.waited;
        for (process, message) in all.iter().enumerate() {
            let wrong = || {
                let message =
                    format!("process {process} sent results that do not fit its segments");
                failed(depth, "exchanging counts")(StoreError::data(message))
            };
            let rest = self.take_counts(pass, process, message).ok_or_else(wrong)?;
            if !is_last {
                continue;
            }
            let (sample, model) = settled.add(rest).ok_or_else(wrong)?;
            if process != group.process() {
                let layout = &self.plan.segmentation.layout;
                let (cells, states) = (layout.cells(), layout.states());
                let is_place =
                    |place: &Place| place.cell < cells && place.rank < states / cells as u64;
                if !sample.iter().all(|(_, place)| is_place(place)) {
                    return Err(wrong());
                }
                self.sampler.join(sample);
            }
            if process == 0 && group.process() != 0 {
                self.store.adopt(model).map_err(failed(depth, "adopting a model"))?;
            }
        }
        Ok(Some(settled))
    }

    /// The counts of the units of a process in a pass.
    fn counts_of(&self, pass: usize, process: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.each_unit(pass, process, |kind, unit| {
            bytes.extend(self.unit_counts.states(kind, unit).to_le_bytes());
            Some(())
        });
        bytes
    }

    /// Takes such counts; returns the bytes after them, or `None` if they do not fit.
    fn take_counts<'a>(&self, pass: usize, process: usize, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let mut rest = bytes;
        self.each_unit(pass, process, |kind, unit| {
            let (count, tail) = rest.split_first_chunk()?;
            let count = u32::from_le_bytes(*count);
            rest = tail;
            (count <= self.unit_counts.full(unit))
                .then(|| self.unit_counts.record(kind, unit, count))
        })?;
        Some(rest)
    }

    /// Calls a function for every unit that a process makes in a pass; `None` as soon as it returns
    /// `None`.
    fn each_unit(
        &self,
        pass: usize,
        process: usize,
        mut then: impl FnMut(UnitKind, Unit) -> Option<()>,
    ) -> Option<()> {
        let level_passes = self.plan.level_passes();
        let half = level_passes.passes()[pass];
        let segmentation = &self.plan.segmentation;
        let parity = (self.depth() as usize + 1) % 2;
        for target in level_passes.segment_maps(pass, parity).targets {
            for segment in self.division.segments(half, process) {
                for across in 0..segmentation.units_across(half) {
                    let unit = segmentation.unit(half, target.cell, segment, across);
                    then(target.kind, unit)?;
                }
            }
        }
        Some(())
    }

    /// Waits until all processes have put their units of the first level, and agrees on the coding model
    /// of the next one; `None` if the run is being stopped.
    pub(super) fn meet(&self, depth: u32) -> Result<Option<()>, DiskError> {
        const AT: &str = "meeting the other processes";
        let Some(group) = &self.group else { return Ok(Some(())) };
        let mut message = depth.to_le_bytes().to_vec();
        if group.process() == 0 {
            message.extend(self.store.train());
        }
        let Some(all) = group.gather(message).map_err(failed(depth, AT))? else {
            return Ok(None);
        };
        let another = all.iter().position(|other| !other.starts_with(&depth.to_le_bytes()));
        if let Some(process) = another {
            let message = format!("process {process} begins at another level");
            return Err(failed(depth, AT)(StoreError::data(message)));
        }
        if group.process() != 0 {
            let model = &all[0][size_of::<u32>()..];
            self.store.adopt(model).map_err(failed(depth, "adopting a model"))?;
        }
        Ok(Some(()))
    }
}

/// The division of a plan for a group of processes, or for one process.
pub(super) fn division_of(
    level_passes: LevelPasses<'_>,
    group: Option<&dyn ProcessGroup>,
) -> Division {
    let Some(group) = group else { return Division::new(level_passes, 1, 0) };
    let division = Division::new(level_passes, group.processes(), group.process());
    group.divide(&division);
    division
}

/// The results of a level as bytes.
fn results(own: &Settled, sample: &Sample) -> Vec<u8> {
    let LevelSummary { bytes_read, bytes_written, partial_bytes, .. } = own.summary;
    let numbers = [own.counted, bytes_read, bytes_written, partial_bytes];
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let entries = sample.entries();
    bytes.extend((entries.len() as u32).to_le_bytes());
    for &(key, place) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.push(place.cell as u8);
        bytes.extend(place.rank.to_le_bytes());
    }
    bytes
}

/// A sampled state with its key.
type Sampled = (u64, Place);

impl Settled {
    /// Adds the results of a process; returns its sample and the bytes of its model.
    fn add<'a>(&mut self, bytes: &'a [u8]) -> Option<(Vec<Sampled>, &'a [u8])> {
        let mut rest = bytes;
        let mut number = || {
            let (number, tail) = rest.split_first_chunk()?;
            rest = tail;
            Some(u64::from_le_bytes(*number))
        };
        self.counted = self.counted.checked_add(number()?)?;
        let summary = &mut self.summary;
        for sum in [&mut summary.bytes_read, &mut summary.bytes_written, &mut summary.partial_bytes]
        {
            *sum = sum.checked_add(number()?)?;
        }
        let (entries, tail) = rest.split_first_chunk()?;
        let entries = (u32::from_le_bytes(*entries) as usize).checked_mul(SAMPLE_ENTRY)?;
        let (entries, model) = tail.split_at_checked(entries)?;
        let word = |bytes: &[u8]| bytes.try_into().ok().map(u64::from_le_bytes);
        let sample = entries
            .chunks_exact(SAMPLE_ENTRY)
            .map(|entry| {
                let place = Place { cell: usize::from(entry[8]), rank: word(&entry[9..])? };
                Some((word(&entry[..8])?, place))
            })
            .collect::<Option<Vec<Sampled>>>()?;
        Some((sample, model))
    }
}
