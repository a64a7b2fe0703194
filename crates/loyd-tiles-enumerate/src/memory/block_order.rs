//! The order in which blocks are visited, so that sources are read from memory only once.
//!
//! A source block is read by up to four targets: at the same block index by horizontal moves, and
//! where a vertical move changed a few neighbouring digits. Visiting all blocks that differ in a
//! *window* of digits before continuing, all targets together, finds those sources in the cache for
//! which the moves stay inside the window. Moves at low cells change low digits, moves at high
//! cells high ones, so the targets are divided into at most three ranges, each with its own window.
//!
//! ```text
//! traffic(range, window) = distinct sources read by horizontal moves or inside the window
//!                        + moves that leave the window
//! choose ranges and windows with the least traffic, each window's sources fitting the cache
//! ```

use core::ops::Range;

use loyd_tiles::arch::bitmap::Phase;
use loyd_tiles::bitmap::{Layout, Target};

/// Bytes of sources that one thread can expect to stay in a cache.
const CACHE: usize = 2 << 20;

/// Minimum number of groups per thread, so that all threads finish a level together.
const GROUPS: usize = 8;

/// A range of targets and its window.
#[derive(Clone, Debug)]
struct Choice {
    targets: Range<usize>,
    window: Range<usize>,
    traffic: usize,
}

/// Phases for some targets. O(targets² · digits²).
#[must_use]
pub fn phases(layout: &Layout, targets: &[Target], threads: usize) -> Vec<Phase> {
    let count = targets.len();
    let mut best: Option<Vec<Choice>> = None;
    for first in 0..count {
        for second in first..count {
            let parts = [0..first, first..second, second..count];
            let choices: Vec<Choice> = parts
                .into_iter()
                .filter(|p| !p.is_empty())
                .map(|p| choose(layout, targets, p, threads))
                .collect();
            let traffic = |choices: &[Choice]| choices.iter().map(|c| c.traffic).sum::<usize>();
            if best
                .as_ref()
                .is_none_or(|best| (traffic(&choices), choices.len()) < (traffic(best), best.len()))
            {
                best = Some(choices);
            }
        }
    }
    let phase = |choice: Choice| Phase {
        maps: targets[choice.targets].iter().map(|target| 1 << target.map).sum(),
        stride: layout.span(layout.block_digits..choice.window.start),
        count: layout.span(choice.window),
    };
    best.unwrap_or_default().into_iter().map(phase).collect()
}

/// The best window for some targets.
fn choose(layout: &Layout, targets: &[Target], part: Range<usize>, threads: usize) -> Choice {
    let m = layout.block_digits;
    let block = layout.block_lines * 64;
    // Segments of bitmaps omit the highest digits.
    let top = (m..layout.digits()).find(|&top| layout.span(m..top) == layout.blocks);
    let top = top.unwrap_or(layout.digits());
    let mut best: Option<Choice> = None;
    for start in m..top {
        for end in start + 1..=top {
            let window = start..end;
            let (shared, alone) = sources(&targets[part.clone()], &window, m);
            let fits = (shared + part.len()) * layout.span(window.clone()) * block <= CACHE
                && (threads == 1
                    || layout.blocks >= GROUPS * threads * layout.span(window.clone()));
            // The shortest window at the lowest digits is always possible.
            let choice = Choice { targets: part.clone(), window, traffic: shared + alone };
            if best.as_ref().is_none_or(|best| fits && choice.traffic < best.traffic) {
                best = Some(choice);
            }
        }
    }
    best.unwrap_or(Choice { targets: part, window: m..top, traffic: usize::MAX })
}

/// The number of distinct source maps read within the window, and of reads outside.
fn sources(targets: &[Target], window: &Range<usize>, block_digits: usize) -> (usize, usize) {
    let mut shared = 0u64;
    let mut alone = 0;
    for pull in targets.iter().flat_map(|target| &target.pulls) {
        let digits = pull.transport.as_ref().map_or(0..0, loyd_tiles::bitmap::Transport::digits);
        let changed = digits.start.max(block_digits)..digits.end;
        if changed.is_empty() || (window.start <= changed.start && changed.end <= window.end) {
            shared |= 1 << pull.map;
        } else {
            alone += 1;
        }
    }
    (shared.count_ones() as usize, alone)
}
