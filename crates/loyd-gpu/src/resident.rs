//! Steps of several levels with all bitmaps on the card.

use crate::bitmaps::words_to_bytes;
use crate::card::{Card, StepWords};
use crate::error::GpuError;
use crate::program::{Dispatch, LEVEL_WORD, SLOT_WORD};
use std::sync::atomic::{AtomicBool, Ordering};

/// A dispatch that is ready: which one of a level, and the level.
#[derive(Clone, Copy, Debug)]
struct Work {
    parity: usize,
    dispatch: usize,
    /// True if it is the last one of its level.
    ends_level: bool,
}

/// Computes up to `levels` levels after level `depth`, in submissions of about `budget` bytes.
pub(crate) fn step(
    card: &Card,
    depth: u32,
    levels: usize,
    budget: u64,
    cancel: &AtomicBool,
    report: &mut dyn FnMut(f64),
) -> Result<StepWords, GpuError> {
    let levels = card.program.levels_within(budget).min(levels).max(1);
    let works = prepare(card, depth, levels)?;
    // Later submissions may have overwritten the first level of the step.
    let computed = submit(card, &works, budget, cancel, report)?;
    if computed == 0 {
        return Ok(StepWords::default());
    }
    Ok(StepWords {
        totals: card.read_words(card.program.totals, computed as u64 * 2)?,
        lists: card.lists(computed)?,
    })
}

/// Writes the parameters of all dispatches of the next levels.
fn prepare(card: &Card, depth: u32, levels: usize) -> Result<Vec<Work>, GpuError> {
    let mut works = Vec::new();
    let mut bytes = Vec::new();
    for slot in 0..levels as u32 {
        let depth = depth + slot;
        let parity = (depth as usize + 1) % 2;
        let all = &card.program.of_level[parity];
        for (dispatch, it) in all.iter().enumerate() {
            let mut words = it.parameters;
            (words[LEVEL_WORD], words[SLOT_WORD]) = (depth, slot);
            bytes.extend(words_to_bytes(&words));
            works.push(Work { parity, dispatch, ends_level: dispatch + 1 == all.len() });
            bytes.resize(works.len() * card.program.stride as usize, 0);
        }
    }
    let parameters = card.bitmaps.buffer(card.program.parameters);
    card.device.write(parameters, 0, &bytes)?;
    Ok(works)
}

/// Runs the dispatches in submissions of limited cost, until all are done or the run is
/// cancelled; returns the number of levels that are complete.
fn submit(
    card: &Card,
    works: &[Work],
    budget: u64,
    cancel: &AtomicBool,
    report: &mut dyn FnMut(f64),
) -> Result<usize, GpuError> {
    let of = |work: Work| -> &Dispatch { &card.program.of_level[work.parity][work.dispatch] };
    let mut next = 0;
    while next < works.len() {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let (first, mut cost) = (next, 0);
        while next < works.len() && (next == first || cost < budget) {
            cost += of(works[next]).bytes;
            next += 1;
        }
        card.device.submit(|encoder| {
            if first == 0 && card.plan.collects() {
                encoder.clear_buffer(card.bitmaps.buffer(card.program.lists), 0, None);
            }
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for (number, &work) in works[first..next].iter().enumerate() {
                card.dispatch(&mut pass, of(work), first + number);
            }
        })?;
        report(next as f64 / works.len() as f64);
    }
    Ok(works[..next].iter().filter(|work| work.ends_level).count())
}
