//! All states met, open and closed, packed: an arena of nodes and an index into it.
//!
//! *Memory.* Boards up to 16 cells take 20 bytes per node: 8 for the state, 4 each for the parent,
//! `g`, and `h` with the flag. The index adds 4 bytes per slot, and 54 to 81 % of the slots are
//! used: 4.9 to 7.4 bytes per node. The open list adds 4 bytes for every entry, stale ones
//! included. Boards up to 25 cells take 28 bytes per node, larger ones 16 and the state on the
//! heap. Searches with pattern databases store 8 bytes more, the values of the patterns.
//!
//! Measured: 27.3 to 30.3 bytes in all for a 15-puzzle of more than ten million states, more for
//! small searches, whose index and open list have a larger empty share (docs/adr/016).
//!
//! *Least possible.* A state of a 15-puzzle has 43.3 bits, and any set of half a billion states
//! could be stored in 2 bytes each. With parent (a move: 2 bits), `g` and `h` (7 bits each) some 4
//! bytes would suffice, but such a structure would not allow direct lookups.

use super::arena::Arena;
use super::index::{Index, Vacancy};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The parent of the start.
pub(in crate::search) const NO_PARENT: u32 = u32::MAX;

/// Maximum number of states.
const MAX: u64 = u32::MAX as u64 - 1;

/// Initial capacity in states.
const FIRST_ROOM: u64 = 104;

/// Up to this many states the index doubles; beyond, it grows by half, so that little of it is
/// empty.
const SMALL: u64 = 1 << 20;

/// A state, its path and its estimate.
pub(in crate::search) struct Node<P> {
    pub(in crate::search) packed: P,
    pub(in crate::search) parent: u32,
    /// The cost of the path to it.
    pub(in crate::search) g: u32,
    /// Twice `h`, plus 1 if it is closed.
    mark: u32,
}

impl<P> Node<P> {
    pub(in crate::search) fn new(packed: P, parent: u32, g: u32, h: u32) -> Self {
        Self { packed, parent, g, mark: h << 1 }
    }

    /// The largest estimate that fits.
    pub(in crate::search) const MAX_H: u32 = u32::MAX >> 1;

    /// The estimate of the remaining cost.
    #[inline]
    pub(in crate::search) fn h(&self) -> u32 {
        self.mark >> 1
    }

    #[inline]
    pub(in crate::search) fn closed(&self) -> bool {
        self.mark & 1 != 0
    }

    /// Marks it as closed, or as open again.
    #[inline]
    pub(in crate::search) fn set_closed(&mut self, closed: bool) {
        self.mark = self.mark & !1 | u32::from(closed);
    }
}

/// A hash in which all bits are well mixed.
#[inline]
pub(in crate::search) fn hash<P: Hash>(packed: &P) -> u64 {
    let mut hasher = FxHasher::default();
    packed.hash(&mut hasher);
    // The hasher is designed for maps that use few of its bits.
    let product = u128::from(hasher.finish()) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

/// All states met.
pub(in crate::search) struct Nodes<P> {
    arena: Arena<Node<P>, 6, 20>,
    index: Index,
    /// Bytes of a state on the heap.
    on_heap: u64,
    /// The packed memo of each state, if the search stores them.
    memos: Option<Arena<u64, 6, 20>>,
}

impl<P: Hash + Eq> Nodes<P> {
    /// An empty list of states that will take `on_heap` bytes each on the heap; `None` if the
    /// system refuses the initial memory.
    pub(in crate::search) fn new(on_heap: usize) -> Option<Self> {
        let index = Index::new(FIRST_ROOM)?;
        Some(Self { arena: Arena::new(), index, on_heap: on_heap as u64, memos: None })
    }

    /// The same list, in which each state has a packed memo ([`push_memo`](Self::push_memo)).
    pub(in crate::search) fn with_memos(self) -> Self {
        Self { memos: Some(Arena::new()), ..self }
    }

    pub(in crate::search) fn bytes(&self) -> u64 {
        let memos = self.memos.as_ref().map_or(0, Arena::bytes);
        self.arena.bytes() + memos + self.index.bytes() + self.arena.len() as u64 * self.on_heap
    }

    /// Reserves capacity for `more` states; `fits` receives the bytes that all nodes would then
    /// take. Returns `false` if the memory does not fit or is refused.
    #[must_use]
    pub(in crate::search) fn reserve(&mut self, more: usize, fits: impl Fn(u64) -> bool) -> bool {
        let needed = (self.arena.len() + more) as u64;
        let missing =
            self.arena.missing(more) + self.memos.as_ref().map_or(0, |memos| memos.missing(more));
        if missing == 0 && needed <= self.index.room() && self.on_heap == 0 {
            return true;
        }
        let bytes = self.arena.bytes() + self.memos.as_ref().map_or(0, Arena::bytes);
        let without_index = bytes + missing + needed * self.on_heap;
        if needed <= self.index.room() {
            return fits(without_index + self.index.bytes()) && self.reserve_items(more);
        }
        // The largest growth that memory allows: the smaller it is, the sooner the index must grow
        // again.
        let room = self.index.room();
        let preferred = if room < SMALL { 2 * room } else { room + room / 2 };
        let wished = [preferred, room + room / 4, room + room / 8, needed + needed / 32];
        let granted = wished
            .iter()
            .map(|&room| room.min(MAX))
            .find(|&room| room >= needed && fits(without_index + Index::bytes_for(room)));
        match granted {
            Some(room) => self.reserve_items(more) && self.index_with(room),
            None => false,
        }
    }

    /// Reserves capacity for `more` states and their memos.
    fn reserve_items(&mut self, more: usize) -> bool {
        self.arena.reserve(more) && self.memos.as_mut().is_none_or(|memos| memos.reserve(more))
    }

    /// Rebuilds the index with a larger capacity.
    fn index_with(&mut self, room: u64) -> bool {
        // The old index is freed first.
        let Some(smallest) = Index::new(1) else { return false };
        self.index = smallest;
        let Some(mut index) = Index::new(room) else { return false };
        index.fill(self.arena.iter().map(|node| hash(&node.packed)));
        self.index = index;
        true
    }

    #[inline]
    pub(in crate::search) fn get(&self, number: u32) -> &Node<P> {
        self.arena.get(number)
    }

    /// A mutable state.
    #[inline]
    pub(in crate::search) fn get_mut(&mut self, number: u32) -> &mut Node<P> {
        self.arena.get_mut(number)
    }

    /// Prefetches the cache lines of a state, if the number exists.
    #[inline]
    pub(in crate::search) fn prefetch(&self, number: u32) {
        self.arena.prefetch(number);
    }

    /// Stores the packed memo of the state inserted last, for which capacity was reserved with that of the state.
    #[inline]
    pub(in crate::search) fn push_memo(&mut self, memo: u64) {
        if let Some(memos) = &mut self.memos {
            memos.push(memo);
        }
    }

    /// The packed memo of a state, if the list has them.
    #[inline]
    pub(in crate::search) fn memo(&self, number: u32) -> Option<u64> {
        self.memos.as_ref().map(|memos| *memos.get(number))
    }

    /// Prefetches the packed memo of a state, if the list has them.
    #[inline]
    pub(in crate::search) fn prefetch_memo(&self, number: u32) {
        if let Some(memos) = &self.memos {
            memos.prefetch(number);
        }
    }

    #[inline]
    pub(in crate::search) fn prefetch_index(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Prefetches the state that a hash most likely belongs to; the index line should be in the
    /// cache already.
    #[inline]
    pub(in crate::search) fn prefetch_candidate(&self, hash: u64) {
        if let Some(number) = self.index.candidate(hash) {
            self.arena.prefetch(number);
        }
    }

    /// The number of a state, or the slot where it would be inserted.
    #[inline]
    pub(in crate::search) fn find(&self, hash: u64, packed: &P) -> Result<u32, Vacancy> {
        self.index.find(hash, |number| self.arena.get(number).packed == *packed)
    }

    /// Adds a state that was not found; capacity was reserved before.
    #[inline]
    pub(in crate::search) fn insert(&mut self, vacancy: Vacancy, hash: u64, node: Node<P>) -> u32 {
        let number = self.arena.push(node);
        self.index.put(vacancy, hash, number);
        number
    }

    /// All states, in the order in which they were met.
    pub(in crate::search) fn iter(&self) -> impl Iterator<Item = &Node<P>> {
        self.arena.iter()
    }
}
