//! What there is to do for a segment, told by the index alone, so that those who read ahead and
//! those who compute come to the same list.
//!
//! A unit that is full at one level stays full, and a unit is full if one is from which it takes
//! the same ranks: by a horizontal move, or a partial. Such targets are neither computed nor
//! written. If all targets are such, or all sources are empty, nothing is read. Targets whose states
//! are counted are only left alone if they were full before: then there is nothing to count.

use super::cut::{Cut, Half};
use super::index::Index;
use super::slots::{Slot, Slots};
use super::store::{Kind, Unit};

/// A source unit of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) map: usize,
    pub(super) across: usize,
    pub(super) kind: Kind,
    pub(super) unit: Unit,
    pub(super) states: u32,
}

/// A target unit of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Save {
    pub(super) map: usize,
    pub(super) across: usize,
    pub(super) kind: Kind,
    pub(super) unit: Unit,
    /// Known to be full at the end.
    pub(super) closed: bool,
}

/// What there is to do for a segment.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// Sources that are empty or full.
    pub(super) fills: Vec<Load>,
    /// Sources to be read.
    pub(super) reads: Vec<Load>,
    pub(super) saves: Vec<Save>,
}

impl Agenda {
    /// What there is to do, from the index alone.
    pub(super) fn new(cut: &Cut, half: Half, slots: &Slots, index: &Index, segment: usize) -> Self {
        let across = 0..cut.units_across(half);
        let mut agenda = Agenda::default();
        for (slot, same) in slots.targets.iter().zip(&slots.same) {
            agenda.saves.extend(across.clone().map(|across| {
                let unit = cut.unit(half, slot.cell, segment, across);
                let is_full = |slot: &Slot| {
                    let unit = cut.unit(half, slot.cell, segment, across);
                    index.source(slot.kind, unit) == index.full(unit)
                };
                let closed = index.now(unit) == index.full(unit) || same.iter().any(is_full);
                Save { map: slot.map, across, kind: slot.kind, unit, closed }
            }));
        }
        if agenda.saves.iter().all(|save| save.closed) {
            return agenda;
        }
        for slot in &slots.sources {
            for across in across.clone() {
                let unit = cut.unit(half, slot.cell, segment, across);
                let states = index.source(slot.kind, unit);
                let load = Load { map: slot.map, across, kind: slot.kind, unit, states };
                let filled = states == 0 || states == index.full(unit);
                if filled { &mut agenda.fills } else { &mut agenda.reads }.push(load);
            }
        }
        agenda
    }

    /// Whether there is nothing to compute.
    pub(super) fn is_idle(&self) -> bool {
        self.reads.is_empty() && self.fills.iter().all(|load| load.states == 0)
    }
}
