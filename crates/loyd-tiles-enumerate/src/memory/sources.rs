//! The sources of a target block: locating them, testing for growth, rearranging them.

use loyd_tiles::arch::bitmap::{Kernels, Line, MAX_SOURCES, Sources, Store, Sweep};
use loyd_tiles::bitmap::transport::Source;
use loyd_tiles::bitmap::{Layout, Ledger, Parities, Pull, Scratch, Target};

/// The maximum number of paired sources: two columns of the last row.
const MAX_PAIRS: usize = 2;

/// A target block that must be computed.
pub(crate) struct BlockJob<'a> {
    pub(crate) target: &'a Target,
    /// Its number within the group.
    pub(crate) j: usize,
    pub(crate) block: usize,
    pub(crate) located: &'a Located,
}

/// A target block with its located sources.
#[derive(Clone, Copy, Default)]
pub(crate) struct Located {
    pub(crate) j: u32,
    pub(crate) block: u32,
    /// Bit i: source i has states.
    present: u32,
    /// True if a source grew at the last level.
    pub(crate) grew: bool,
    sources: [Source; MAX_SOURCES],
}

impl Located {
    pub(crate) fn new(j: usize, block: usize) -> Self {
        Located { j: j as u32, block: block as u32, ..Located::default() }
    }
}

/// The context of a level, shared by its threads.
pub(crate) struct LevelStep<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) ledger: &'a Ledger,
    pub(crate) parities: &'a Parities,
    pub(crate) kernels: Kernels,
    pub(crate) store: Store,
    pub(crate) sweep: &'a Sweep<'a>,
    /// The level that is read.
    pub(crate) depth: u32,
}

impl LevelStep<'_> {
    /// Locates the sources of blocks of one target and looks up their state counts.
    pub(crate) fn locate(&self, target: &Target, blocks: &mut [Located]) {
        for (i, pull) in target.pulls.iter().enumerate() {
            let run = pull.run();
            // Neighbouring blocks have the same run of sources.
            let mut last = (u32::MAX, false, false);
            for located in blocks.iter_mut() {
                let block = located.block as usize;
                let source = pull.source(block, self.parities.is_odd(block));
                if run == 1 {
                    let first = self.ledger.get(pull.map, source.first as usize);
                    let odd = self.ledger.get(pull.map, source.odd as usize);
                    located.grew |= first.grew_at(self.depth) | odd.grew_at(self.depth);
                    located.present |= u32::from(first.count() | odd.count() > 0) << i;
                } else {
                    if source.first != last.0 {
                        let (grew, any) =
                            self.ledger.summary(pull.map, source.first as usize, run, self.depth);
                        last = (source.first, grew, any);
                    }
                    located.grew |= last.1;
                    located.present |= u32::from(last.2) << i;
                }
                located.sources[i] = source;
            }
        }
    }

    /// Lists the blocks that will be read whole for a target block.
    pub(crate) fn ahead<'a>(
        &'a self,
        target: &Target,
        located: &Located,
        list: &mut [&'a [Line]; MAX_SOURCES],
    ) -> usize {
        let mut count = 0;
        for (i, pull) in target.pulls.iter().enumerate() {
            let source = located.sources[i];
            if pull.run() == 1 && located.present >> i & 1 == 1 {
                list[count] = self.sweep.source(pull.map, source.first as usize, 1);
                count += 1;
            }
        }
        count
    }

    /// Rearranges the sources with states and passes them to `then`.
    #[inline]
    pub(crate) fn with_sources<R>(
        &self,
        job: &BlockJob<'_>,
        ahead: &[&[Line]],
        scratch: &mut Scratch,
        then: impl FnOnce(&Sources<'_>) -> R,
    ) -> R {
        let BlockJob { target, block, located, .. } = job;
        let present = |i: usize| located.present >> i & 1 == 1;
        for (i, pull) in target.pulls.iter().enumerate() {
            if let Some(transport) = pull.rearranging()
                && present(i)
            {
                let source = located.sources[i];
                let read = self.sweep.source(pull.map, source.first as usize, pull.run());
                scratch.bring(i, self.kernels, transport, *block, read);
            }
        }
        let mut plain: [&[Line]; MAX_SOURCES] = [&[]; MAX_SOURCES];
        let mut pairs: [[&[Line]; 2]; MAX_PAIRS] = [[&[]; 2]; MAX_PAIRS];
        let (mut count, mut paired) = (0, 0);
        for (i, pull) in target.pulls.iter().enumerate().filter(|&(i, _)| present(i)) {
            let source = located.sources[i];
            let whole = |block: u32| self.sweep.source(pull.map, block as usize, 1);
            if pull.rearranging().is_some() {
                plain[count] = scratch.buffer(i);
                count += 1;
            } else if source.odd != source.first {
                pairs[paired] = [whole(source.first), whole(source.odd)];
                paired += 1;
            } else {
                plain[count] = whole(source.first);
                count += 1;
            }
        }
        let mask = self.parities.odd_states();
        then(&Sources { plain: &plain[..count], pairs: &pairs[..paired], mask, ahead })
    }

    /// A copy of a block of `map` as seen through a source of a target; for rare uses.
    pub(crate) fn seen(
        &self,
        pull: &Pull,
        map: usize,
        block: usize,
        scratch: &mut Scratch,
    ) -> Vec<Line> {
        let source = pull.source(block, self.parities.is_odd(block));
        let read = |first: u32, count: u32| self.sweep.source(map, first as usize, count as usize);
        if let Some(transport) = pull.rearranging() {
            scratch.bring(0, self.kernels, transport, block, read(source.first, pull.run() as u32));
            return scratch.buffer(0).to_vec();
        }
        let mut seen = vec![Line::ZERO; self.layout.block_lines];
        let pair = [read(source.first, 1), read(source.odd, 1)];
        let sources =
            Sources { pairs: &[pair], mask: self.parities.odd_states(), ..Sources::default() };
        self.kernels.merge(&sources, &mut seen, Store::Cached);
        seen
    }
}
