//! The representations of levels of tiles, and which of them a board gets.

use super::board_image::BoardImage;
use super::packing::{self, Packing};
use super::prefix_lists::PrefixLists;
use super::prefix_lists::layout::Layout;
use crate::line;
use loyd_enumerate::lists::form::ListForm;
use loyd_enumerate::lists::level_loop::ListTask;
use loyd_enumerate::record::RunRecord;
use loyd_tiles::MetricName;
use std::sync::Arc;

/// The representation of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListFormat {
    /// See [`prefix_lists`](super::prefix_lists).
    PrefixLists(Layout),
    /// See [`keys`](loyd_enumerate::lists::keys).
    Keys(Packing),
}

impl ListFormat {
    /// Returns the fast representation if the board allows it.
    pub(super) fn of(image: &BoardImage, metric: MetricName) -> Option<Self> {
        let prefix_lists =
            Layout::new(image.size, image.start).filter(|_| metric == MetricName::Single);
        let keys = || Packing::new(image.size, metric).filter(packing::has_keys);
        prefix_lists.map(ListFormat::PrefixLists).or_else(|| keys().map(ListFormat::Keys))
    }

    /// The name in records.
    pub(super) fn name(&self) -> &'static str {
        match self {
            ListFormat::PrefixLists(_) => "pieces 1",
            ListFormat::Keys(_) => "keys 2",
        }
    }

    /// A description of the method.
    pub(super) fn method(&self) -> &'static str {
        match self {
            ListFormat::PrefixLists(_) => {
                "breadth-first search, coded lists of the last two levels, duplicates found piece by \
                 piece"
            }
            ListFormat::Keys(_) => {
                "breadth-first search, coded lists of the last two levels, duplicates found by sorting"
            }
        }
    }

    /// The minimum memory for any level, in bytes.
    pub(super) fn min_memory(&self, threads: usize) -> u64 {
        match self {
            ListFormat::PrefixLists(layout) => PrefixLists::min_memory(layout, threads),
            ListFormat::Keys(packing) => 2048 * packing.words() as u64,
        }
    }

    /// The lists of a run whose start has the blank on this cell.
    pub(super) fn form(&self, start: usize, threads: usize) -> Box<dyn ListForm> {
        match self {
            ListFormat::PrefixLists(layout) => Box::new(PrefixLists::new(layout, threads)),
            ListFormat::Keys(packing) => packing::form(packing, start, threads),
        }
    }
}

/// The task of a run whose states are boards of this image.
pub(super) fn task(image: BoardImage, memory: u64, samples: usize, record: RunRecord) -> ListTask {
    ListTask { memory, samples, text: Arc::new(move |board| line(&image.board(board))), record }
}
