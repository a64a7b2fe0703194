//! The contents of `lists.json`: the run, and the files of its last two levels.

use crate::level_cost::LevelEntry;
use crate::names::{FileName, Numbered};
use crate::plausible::{self, MOST_SAMPLES};
use crate::tiles;
use loyd_enumerate::LevelSummary;
use loyd_enumerate::tiles::frontier::ListRecord;
use loyd_tiles::{Position, Size, parse_size, solvable_states};
use serde::{Deserialize, Serialize};

pub(super) const FORMAT: &str = "loyd lists";
pub(super) const VERSION: u32 = 1;
const DATA: Numbered = Numbered::new("lists-", &[4, 1], ".data");
const INDEX: Numbered = Numbered::new("lists-", &[4, 1], ".index");
/// The name of a level in the pointer: that of its files without extension.
const NAME: Numbered = Numbered::new("lists-", &[4, 1], "");
/// The families of files that this store removes.
pub(super) const FAMILIES: [Numbered; 2] = [DATA, INDEX];

/// The identity of a level's files: its depth, and a number that is unique for this depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileId(pub(super) [u32; 2]);

impl FileId {
    pub(super) fn data(self) -> FileName {
        DATA.name(&self.0)
    }

    pub(super) fn index(self) -> FileName {
        INDEX.name(&self.0)
    }

    /// The name in the pointer.
    pub(super) fn name(self) -> FileName {
        NAME.name(&self.0)
    }
}

/// The contents of `lists.json`.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Pointer {
    pub(super) format: String,
    pub(super) version: u32,
    program: String,
    puzzle: String,
    metric: String,
    start_cell: usize,
    form: String,
    /// The states and cost of each level.
    levels: Vec<LevelEntry>,
    /// A sample of each level.
    samples: Vec<Vec<Vec<u8>>>,
    /// The files of the stored levels, the last one last.
    pub(super) kept: Vec<Files>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Files {
    pub(super) depth: u32,
    pub(super) name: String,
    pub(super) data_bytes: u64,
    pub(super) index_hash: String,
}

impl Files {
    /// Returns their identity, if the name is that of a level of that depth.
    pub(super) fn id(&self) -> Option<FileId> {
        let numbers = NAME.numbers(&self.name)?;
        (numbers[0] == self.depth).then_some(FileId([numbers[0], numbers[1]]))
    }
}

/// The contents for a run whose last levels are in these files.
pub(super) fn pointer(record: &ListRecord, kept: Vec<Files>) -> Pointer {
    Pointer {
        format: FORMAT.into(),
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").into(),
        puzzle: record.size.to_string(),
        metric: record.metric.name().into(),
        start_cell: record.start,
        form: record.form.clone(),
        levels: record.levels.iter().map(LevelEntry::from).collect(),
        samples: record.samples.clone(),
        kept,
    }
}

/// The record of a run; `None` if it is invalid.
pub(super) fn record(pointer: Pointer) -> Option<ListRecord> {
    let depth = pointer.kept.last()?.depth;
    let depths = pointer.kept.iter().map(|files| files.depth);
    let is_last =
        pointer.kept.len() <= 2 && depths.is_sorted_by(|&a, &b| a.checked_add(1) == Some(b));
    let record = ListRecord {
        size: parse_size(&pointer.puzzle).ok()?,
        metric: tiles::metric(&pointer.metric)?,
        start: pointer.start_cell,
        form: pointer.form,
        levels: pointer.levels.iter().map(LevelSummary::from).collect(),
        samples: pointer.samples,
    };
    let cells = record.size.cells();
    let is_whole = record.depth() == depth
        && record.start < cells
        && plausible::levels(&record.levels, solvable_states(record.size))
        && are_samples(&record.samples, record.levels.len(), record.size);
    (is_last && is_whole).then_some(record)
}

/// Returns whether the samples of each level can be boards of this size.
fn are_samples(samples: &[Vec<Vec<u8>>], levels: usize, size: Size) -> bool {
    let is_board = |board: &Vec<u8>| {
        let tiles: Vec<u64> = board.iter().copied().map(u64::from).collect();
        Position::new(size, &tiles).is_ok()
    };
    samples.len() <= levels
        && samples.iter().all(|level| level.len() <= MOST_SAMPLES && level.iter().all(is_board))
}
