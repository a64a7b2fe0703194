//! The bitmaps of a segment and the moves of its pass.

use super::agenda::Agenda;
use super::cut::{Cut, Half};
use super::places::{Places, pieces};
use super::program::Program;
use super::slots::Slots;
use crate::tiles::memory::sources::{Job, LevelStep};
use crate::tiles::memory::step::{Field, Plane, Rule, Worker};
use loyd::arch::memory::OutOfMemory;
use loyd_tiles::arch::bitmap::{Bitmaps, Grid, Group, Kernels, Line, Sources, Store};
use loyd_tiles::bitmap::{Parities, Target};
use std::sync::atomic::{AtomicBool, Ordering};

/// The bitmaps of the segments of one pass, one segment at a time.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) cut: Cut,
    pub(super) half: Half,
    pub(super) field: Field,
    /// By the parity of the level that is made.
    pub(super) slots: [Slots; 2],
    pub(super) planes: [Plane; 2],
    /// The rows of patches that hold nothing but zeros.
    zero: Vec<AtomicBool>,
}

impl Stage {
    /// A stage without memory for a pass.
    pub(super) fn new(
        program: Program<'_>,
        pass: usize,
        threads: usize,
        kernels: Kernels,
    ) -> Result<Self, OutOfMemory> {
        let (cut, half, maps) = (program.cut, program.passes()[pass], program.maps(pass));
        let slots = [0, 1].map(|parity| program.slots(pass, parity));
        let planes = [0, 1].map(|parity: usize| program.plane(pass, &slots[parity], threads));
        let field = Field::new(&cut.segment_layout(half), Bitmaps::zeroed(0, 0, 0)?, maps, kernels);
        let mut zero = Vec::new();
        zero.resize_with(maps * cut.units_across(half) * cut.rows(), AtomicBool::default);
        Ok(Stage { cut: cut.clone(), half, field, slots, planes, zero })
    }

    /// Takes over memory in which anything may be.
    pub(super) fn enter(&mut self) {
        let layout = &self.field.layout;
        let maps = self.slots[0].len().max(self.slots[1].len());
        self.field.bitmaps.reshape(maps, layout.blocks, layout.block_lines);
        for zero in &self.zero {
            zero.store(false, Ordering::Relaxed);
        }
    }

    /// Prepares for a segment: which states are odd, which target blocks are open.
    pub(super) fn prepare(&mut self, segment: usize, whole: &Parities, agenda: &Agenda) {
        if self.half == Half::Lower {
            let mask = odd_states(&self.cut, segment, whole);
            self.field.parities = self.field.parities.clone().with_odd_states(mask);
        }
        let ledger = &self.field.ledger;
        let clear = |map: usize, count: u32| {
            (0..self.field.layout.blocks).for_each(|block| ledger.set(map, block, count, 0));
        };
        let all = agenda.fills.iter().chain(&agenda.reads).map(|load| (load.map, 0));
        let mut last = None;
        for (map, count) in all.chain(agenda.saves.iter().map(|save| (save.map, 1))) {
            if last.replace(map) != Some(map) {
                clear(map, count);
            }
        }
        for save in agenda.saves.iter().filter(|save| !save.closed) {
            for j in 0..self.cut.rows() {
                for (block, _) in pieces(&self.cut, self.half, segment, save.across, j) {
                    ledger.set(save.map, block, 0, 0);
                }
            }
        }
    }

    /// The parts of a stage that threads use while they fill the bitmaps.
    pub(super) fn split(&mut self) -> (&mut Bitmaps, Places<'_>) {
        let Stage { cut, half, field, zero, .. } = self;
        let pitch = match half {
            Half::Upper => cut.row_lines(),
            Half::Lower => cut.column_lines,
        };
        let grid = Grid { pitch, rows: cut.rows(), columns: cut.column_lines };
        let across = cut.units_across(*half);
        let places = Places {
            cut,
            half: *half,
            ledger: &field.ledger,
            kernels: field.kernels,
            store: field.store,
            zero,
            across,
            grid,
        };
        (&mut field.bitmaps, places)
    }
}

/// The states of a column whose digits below the rows have an odd sum.
fn odd_states(cut: &Cut, column: usize, whole: &Parities) -> Vec<Line> {
    let block_lines = cut.layout.block_lines;
    let line = |line: usize| {
        let mut states = whole.odd_states()[line % block_lines];
        if whole.is_odd(line / block_lines) {
            states.0 = states.0.map(|lane| !lane);
        }
        states
    };
    let mut mask: Vec<Line> = cut.lines(column).map(line).collect();
    mask.resize(cut.column_lines, Line::ZERO);
    mask
}

/// The rule of a segment: an open block whose sources hold states is the OR of them. The harvest of
/// a counted block is what its sources add to the bitmap that it is counted with, each alone.
pub(super) struct Fresh<'a>(pub(super) &'a Slots);

impl Rule for Fresh<'_> {
    #[inline]
    fn is_open(
        &self,
        step: &LevelStep<'_>,
        target: &Target,
        block: usize,
        _worker: &mut Worker<'_>,
    ) -> bool {
        step.ledger.get(target.map, block).count() == 0
    }

    #[inline]
    fn is_due(&self, _step: &LevelStep<'_>, _target: &Target, _block: usize) -> bool {
        false
    }

    #[inline]
    fn write(
        &self,
        step: &LevelStep<'_>,
        job: &Job<'_>,
        group: &mut Group<'_>,
        ahead: &[&[Line]],
        worker: &mut Worker<'_>,
    ) {
        let (map, block) = (job.target.map, job.block);
        let Worker { scratch, harvest, result, .. } = worker;
        if let Some(own) = self.0.shared(map) {
            let shared = step.sweep.source(own, block, 1);
            let mut alone = 0;
            if step.ledger.get(own, block).count() > 0 {
                let sources = Sources { plain: &[shared], ..Sources::default() };
                alone = step.kernels.merge(&sources, result, Store::Cached);
            }
            let (found, unions) = step.with_sources(job, ahead, scratch, |sources| {
                let (_, unions) =
                    step.kernels.merge_union(sources, shared, group.target(map, job.j));
                ((sources.plain.len() + sources.pairs.len()) as u64, unions)
            });
            harvest.new += unions - found * alone;
        } else {
            step.with_sources(job, ahead, scratch, |sources| {
                group.merge(step.kernels, sources, map, job.j, step.store)
            });
        }
        step.ledger.set(map, block, 1, 0);
    }
}
