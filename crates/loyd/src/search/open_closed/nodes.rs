//! All states met, open and closed, packed: an arena of nodes and an index into it.
//!
//! *Memory.* Boards to 16 cells take 20 bytes a node: 8 for the state, 4 each for the parent, `g`,
//! and `h` with the flag. The index adds 4 bytes a slot, of which 54 to 81 % are used: 4.9 to 7.4
//! bytes a node; the open list 4 bytes for every entry, those left behind included. Boards to 25
//! cells take 28 bytes a node, larger ones 16 and the state on the heap.
//!
//! Measured: 27.3 to 30.3 bytes in all for a 15-puzzle of more than ten million states, more for small
//! searches, of whose index and open list more is empty (docs/adr/016).
//!
//! *Least possible.* A state of a 15-puzzle has 43.3 bits and any set of half a billion of them
//! could be written down in 2 bytes each; with parent (a move: 2 bits), `g` and `h` (7 bits each) some
//! 4 bytes would do, at the price of a structure that is searched and not looked up.

use super::arena::Arena;
use super::index::{Index, Vacancy};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The parent of the start.
pub(in crate::search) const NO_PARENT: u32 = u32::MAX;

/// Most states that can be numbered.
const MOST: u64 = u32::MAX as u64 - 1;

/// States for which there is room at first.
const FIRST_ROOM: u64 = 104;

/// Up to so many states the index doubles; from there on it grows by half, so that little of it
/// is empty.
const SMALL: u64 = 1 << 20;

/// A state, how it was reached, and what is thought of it.
pub(in crate::search) struct Node<P> {
    /// The state.
    pub(in crate::search) packed: P,
    /// The number of the state it was reached from.
    pub(in crate::search) parent: u32,
    /// The cost of the way by which it was reached.
    pub(in crate::search) g: u32,
    /// Twice `h`, plus 1 if it is closed.
    mark: u32,
}

impl<P> Node<P> {
    /// An open node.
    pub(in crate::search) fn new(packed: P, parent: u32, g: u32, h: u32) -> Self {
        Self { packed, parent, g, mark: h << 1 }
    }

    /// The largest estimate that fits.
    pub(in crate::search) const MOST_H: u32 = u32::MAX >> 1;

    /// The estimate of what is left.
    #[inline]
    pub(in crate::search) fn h(&self) -> u32 {
        self.mark >> 1
    }

    /// Whether it is on the closed list.
    #[inline]
    pub(in crate::search) fn closed(&self) -> bool {
        self.mark & 1 != 0
    }

    /// Puts it on the closed list, or takes it back.
    #[inline]
    pub(in crate::search) fn set_closed(&mut self, closed: bool) {
        self.mark = self.mark & !1 | u32::from(closed);
    }
}

/// A hash of which all bits are good.
#[inline]
pub(in crate::search) fn hash<P: Hash>(packed: &P) -> u64 {
    let mut hasher = FxHasher::default();
    packed.hash(&mut hasher);
    // The hasher is made for maps that use few of its bits.
    let product = u128::from(hasher.finish()) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

/// All states met.
pub(in crate::search) struct Nodes<P> {
    arena: Arena<Node<P>, 6, 20>,
    index: Index,
    /// Bytes of a state on the heap.
    on_heap: u64,
}

impl<P: Hash + Eq> Nodes<P> {
    /// No states, each of which will take so many bytes on the heap; `None` if the system refuses
    /// even these few bytes.
    pub(in crate::search) fn new(on_heap: usize) -> Option<Self> {
        let index = Index::new(FIRST_ROOM)?;
        Some(Self { arena: Arena::new(), index, on_heap: on_heap as u64 })
    }

    /// Bytes taken.
    pub(in crate::search) fn bytes(&self) -> u64 {
        self.arena.bytes() + self.index.bytes() + self.arena.len() as u64 * self.on_heap
    }

    /// Makes room for `more` states within what `fits`, asked with the bytes that all nodes would
    /// then take; `false` if that is not possible.
    #[must_use]
    pub(in crate::search) fn reserve(&mut self, more: usize, fits: impl Fn(u64) -> bool) -> bool {
        let needed = (self.arena.len() + more) as u64;
        let missing = self.arena.missing(more);
        if missing == 0 && needed <= self.index.room() && self.on_heap == 0 {
            return true;
        }
        let without_index = self.arena.bytes() + missing + needed * self.on_heap;
        if needed <= self.index.room() {
            return fits(without_index + self.index.bytes()) && self.arena.reserve(more);
        }
        // As much more room as there is memory for: the less, the sooner it is made again.
        let room = self.index.room();
        let most = if room < SMALL { 2 * room } else { room + room / 2 };
        let wished = [most, room + room / 4, room + room / 8, needed + needed / 32];
        let granted = wished
            .iter()
            .map(|&room| room.min(MOST))
            .find(|&room| room >= needed && fits(without_index + Index::bytes_for(room)));
        match granted {
            Some(room) => self.arena.reserve(more) && self.index_with(room),
            None => false,
        }
    }

    /// Makes the index anew with more room.
    fn index_with(&mut self, room: u64) -> bool {
        // The old one goes first.
        let Some(smallest) = Index::new(1) else { return false };
        self.index = smallest;
        let Some(mut index) = Index::new(room) else { return false };
        index.fill(self.arena.iter().map(|node| hash(&node.packed)));
        self.index = index;
        true
    }

    /// A state.
    #[inline]
    pub(in crate::search) fn get(&self, number: u32) -> &Node<P> {
        self.arena.get(number)
    }

    /// A state, to be changed.
    #[inline]
    pub(in crate::search) fn get_mut(&mut self, number: u32) -> &mut Node<P> {
        self.arena.get_mut(number)
    }

    /// Asks for the cache lines of a state, if there is one of that number.
    #[inline]
    pub(in crate::search) fn prefetch(&self, number: u32) {
        self.arena.prefetch(number);
    }

    /// Asks for the part of the index that a hash leads to.
    #[inline]
    pub(in crate::search) fn prefetch_index(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Asks for the state that a hash most likely leads to; its part of the index should be here.
    #[inline]
    pub(in crate::search) fn prefetch_candidate(&self, hash: u64) {
        if let Some(number) = self.index.candidate(hash) {
            self.arena.prefetch(number);
        }
    }

    /// The number of a state, or where it would be put.
    #[inline]
    pub(in crate::search) fn find(&self, hash: u64, packed: &P) -> Result<u32, Vacancy> {
        self.index.find(hash, |number| self.arena.get(number).packed == *packed)
    }

    /// Adds a state that was not found, for which there is room.
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
