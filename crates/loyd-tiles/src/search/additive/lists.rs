//! The open lists and the trail of [`open_lists`](super::open_lists): children over a bound by depth, and the
//! states that were expanded.
//!
//! Both grow by blocks, so nothing moves as they grow, and the blocks of children that were taken serve the lists of
//! the next bound.

use crate::arch::pdb::batch::{Child, Margins};

/// The number of the view of a child whose views were all read.
pub(super) const NO_VIEW: u64 = 3;

/// A child over the bound, in two words: a vector of words just stored in pieces waits for the stores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Its margins for the next bound, except for a view not read.
    pub(super) margins: Margins,
    /// Its parent's step (32 bits), the state of the automaton (16), the cell of the parent's blank (8), the
    /// direction (4), and the view not read (4).
    origin: u64,
}

impl Cut {
    #[inline]
    pub(super) fn new(child: Child, margins: Margins, step: u32, unread: u64) -> Self {
        let (state, blank) = (u64::from(child.state()), child.blank() as u64);
        let direction = child.direction() as u64;
        let origin = u64::from(step) | state << 32 | blank << 48 | direction << 56 | unread << 60;
        Self { margins, origin }
    }

    pub(super) fn step(self) -> u32 {
        self.origin as u32
    }

    pub(super) fn blank(self) -> usize {
        (self.origin >> 48) as usize & 31
    }

    pub(super) fn direction(self) -> usize {
        (self.origin >> 56) as usize & 3
    }

    pub(super) fn unread(self) -> u64 {
        self.origin >> 60
    }

    /// The child of the parent with a number in a batch, whose tile moves.
    pub(super) fn child(self, parent: usize, tile: u8) -> Child {
        let view = if self.unread() == NO_VIEW { 0 } else { self.unread() };
        let places = (self.blank() as u64) << 56 | (self.direction() as u64) << 24;
        let state = self.origin >> 32 & 0xffff;
        Child(places | state | (parent as u64) << 16 | u64::from(tile) << 32 | view << 40)
    }
}

/// An expanded node: its cells, its parent's step and the direction from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<P> {
    pub(super) cells: P,
    pub(super) from: u32,
    pub(super) direction: u8,
}

/// Number of children of a block, which is the unit of memory of the lists.
const BLOCK: usize = 512;

/// Children over a bound, by depth: blocks of which all but the last of a depth are full.
#[derive(Default)]
pub(super) struct Lists {
    by_depth: Vec<Vec<Vec<Cut>>>,
    /// Number of children.
    pub(super) length: u64,
}

impl Lists {
    #[inline]
    pub(super) fn push(&mut self, depth: usize, cut: Cut, pool: &mut Pool) {
        self.length += 1;
        loop {
            match self.by_depth.get_mut(depth).and_then(|blocks| blocks.last_mut()) {
                Some(block) if block.len() < BLOCK => return block.push(cut),
                _ => self.add_block(depth, pool),
            }
        }
    }

    #[cold]
    fn add_block(&mut self, depth: usize, pool: &mut Pool) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize_with(depth + 1, Vec::new);
        }
        self.by_depth[depth].push(pool.take());
    }

    /// Takes a child of the greatest depth, and returns its depth.
    #[inline]
    pub(super) fn pop(&mut self, pool: &mut Pool) -> Option<(usize, Cut)> {
        loop {
            let depth = self.by_depth.len().checked_sub(1)?;
            let Some(block) = self.by_depth[depth].last_mut() else {
                self.by_depth.pop();
                continue;
            };
            if let Some(cut) = block.pop() {
                self.length -= 1;
                return Some((depth, cut));
            }
            pool.unused.extend(self.by_depth[depth].pop());
        }
    }
}

/// The blocks of all lists that hold no child.
#[derive(Default)]
pub(super) struct Pool {
    unused: Vec<Vec<Cut>>,
    /// Number of blocks of the pool and of all lists.
    blocks: u64,
}

impl Pool {
    /// Bytes of all blocks.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks * (BLOCK * size_of::<Cut>()) as u64
    }

    fn take(&mut self) -> Vec<Cut> {
        self.unused.pop().unwrap_or_else(|| {
            self.blocks += 1;
            Vec::with_capacity(BLOCK)
        })
    }
}

/// Steps, named by their numbers. They do not move as the trail grows.
pub(super) struct Trail<P> {
    blocks: Vec<Vec<Step<P>>>,
}

impl<P: Copy> Trail<P> {
    /// Number of steps of a block.
    const BLOCK: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self { blocks: vec![Vec::with_capacity(Self::BLOCK)] }
    }

    pub(super) fn length(&self) -> usize {
        (self.blocks.len() - 1) * Self::BLOCK + self.blocks.last().map_or(0, Vec::len)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.len() * Self::BLOCK * size_of::<Step<P>>()) as u64
    }

    #[inline]
    pub(super) fn step(&self, number: u32) -> Step<P> {
        self.blocks[number as usize / Self::BLOCK][number as usize % Self::BLOCK]
    }

    /// Adds a step and returns its number.
    #[inline]
    pub(super) fn push(&mut self, step: Step<P>) -> u32 {
        if self.blocks.last().is_none_or(|block| block.len() == Self::BLOCK) {
            self.blocks.push(Vec::with_capacity(Self::BLOCK));
        }
        let at = self.blocks.len() - 1;
        let block = &mut self.blocks[at];
        block.push(step);
        (at * Self::BLOCK + block.len() - 1) as u32
    }
}
