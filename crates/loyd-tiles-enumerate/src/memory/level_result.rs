//! The result of a level step in addition to the bitmaps: counts, and collected states.

use super::deepest_states::DeepestStates;
use super::sample::Sample;
use loyd_tiles::arch::bitmap::{LANES_PER_LINE, Line};
use loyd_tiles::bitmap::{Layout, Place};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CollectionLimits {
    /// All states, up to this number.
    pub(crate) deepest: usize,
    /// A sample of this size.
    pub(crate) samples: usize,
    /// True if a visitor, if there is one, sees all states.
    pub(crate) visited: bool,
}

impl CollectionLimits {
    pub(crate) const NOTHING: CollectionLimits =
        CollectionLimits { deepest: 0, samples: 0, visited: false };
}

/// The result of a level step so far, retained when it is interrupted.
#[derive(Debug)]
pub(crate) struct LevelResult {
    /// New states so far.
    pub(crate) new: u64,
    /// Blocks computed.
    pub(crate) blocks: u64,
    pub(crate) deepest: DeepestStates,
    pub(crate) sample: Sample,
}

impl LevelResult {
    pub(crate) fn new(limits: CollectionLimits) -> Self {
        let (deepest, sample) = (DeepestStates::new(limits.deepest), Sample::new(limits.samples));
        LevelResult { new: 0, blocks: 0, deepest, sample }
    }

    pub(crate) fn limits(&self) -> CollectionLimits {
        CollectionLimits { deepest: self.deepest.cap(), samples: self.sample.size(), visited: true }
    }

    /// Returns whether the new states of a block are to be collected.
    #[inline]
    pub(crate) fn wants(&self, cell: usize, block: usize) -> bool {
        self.deepest.is_open() || self.sample.wants(cell, block)
    }

    /// Collects the states of a block that are in `new` and not in `old`.
    pub(crate) fn add(
        &mut self,
        layout: &Layout,
        cell: usize,
        block: usize,
        old: &[Line],
        new: &[Line],
    ) {
        let LevelResult { deepest, sample, .. } = self;
        if deepest.is_open() {
            each_new(layout, block, old, new, |rank| deepest.push(Place { cell, rank }));
        }
        if sample.wants(cell, block) {
            let mut states = sample.block(cell, block);
            each_new(layout, block, old, new, |rank| {
                states.add(rank);
                true
            });
            states.finish();
        }
    }

    /// Replaces each collected state; those without replacement are dropped.
    pub(crate) fn convert(&mut self, replace: impl Fn(Place) -> Option<Place>) {
        self.deepest.convert(&replace);
        self.sample.convert(&replace);
    }

    pub(crate) fn join(&mut self, other: LevelResult) {
        self.new += other.new;
        self.blocks += other.blocks;
        self.deepest.join(other.deepest);
        self.sample.join(other.sample);
    }
}

/// Calls `take` with the rank of each state of a block that is in `new` and not in `old`, until it
/// returns false.
fn each_new(
    layout: &Layout,
    block: usize,
    old: &[Line],
    new: &[Line],
    mut take: impl FnMut(u64) -> bool,
) {
    let first = block as u64 * u64::from(layout.block_states());
    for (number, (old, new)) in old.iter().zip(new).enumerate() {
        for (i, (&old, &new)) in old.0.iter().zip(&new.0).enumerate() {
            let mut bits = new & !old;
            while bits != 0 {
                let lane = number * LANES_PER_LINE + i;
                let rank = first + (lane * layout.tiles) as u64 + u64::from(bits.trailing_zeros());
                if !take(rank) {
                    return;
                }
                bits &= bits - 1;
            }
        }
    }
}
