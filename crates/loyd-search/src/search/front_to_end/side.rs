//! The states met from one end, and the two queues of those that are open.

use crate::search::open_closed::{Key, Nodes, Open};
use crate::space::Packing;

/// The states met from one end.
pub(in crate::search) struct Side<'a, S: Packing> {
    pub(super) space: &'a S,
    pub(in crate::search) nodes: Nodes<S::Packed>,
    /// Open states by `f`; ties nearer to the other end first.
    pub(super) waiting: Open,
    /// Open states whose `f` is at most the bound, by `g`.
    pub(in crate::search) ready: Open,
}

impl<'a, S: Packing> Side<'a, S> {
    pub(super) fn new(space: &'a S, on_heap: usize) -> Option<Self> {
        let (waiting, ready) = (Open::new(false), Open::new(false));
        Some(Self { space, nodes: Nodes::new(on_heap)?, waiting, ready })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.waiting.bytes() + self.ready.bytes()
    }

    /// The least `f` of the waiting states.
    pub(in crate::search) fn min_f(&self) -> u32 {
        self.waiting.min_key().map_or(u32::MAX, |key| key.priority as u32)
    }

    /// The least `g` of the ready states.
    pub(in crate::search) fn min_g(&self) -> Option<u32> {
        self.ready.min_key().map(|key| key.priority as u32)
    }

    /// Moves the first waiting state to the ready queue if its `f` is at most the bound; `false` if memory is
    /// exhausted.
    pub(in crate::search) fn make_ready(&mut self, bound: u32) -> bool {
        if !self.ready.reserve(1) {
            return false;
        }
        let Some(number) = self.take(false) else { return true };
        let node = self.nodes.get(number);
        let (g, f) = (node.g, node.g.saturating_add(node.h()));
        // After stale entries there may be a state that has to wait.
        if f <= bound {
            self.ready.push(ready_key(g), number);
        } else {
            self.waiting.push(waiting_key(g, f - g), number);
        }
        true
    }

    /// Takes the first valid state of a queue.
    pub(in crate::search) fn take(&mut self, ready: bool) -> Option<u32> {
        let mut popped = Vec::new();
        loop {
            popped.clear();
            let queue = if ready { &mut self.ready } else { &mut self.waiting };
            let key = queue.pop(1, &mut popped)?;
            let node = self.nodes.get(popped[0]);
            let now = if ready { ready_key(node.g) } else { waiting_key(node.g, node.h()) };
            if !node.closed() && key == now {
                return Some(popped[0]);
            }
        }
    }
}

pub(super) fn waiting_key(g: u32, h: u32) -> Key {
    Key { priority: u64::from(g.saturating_add(h)), tie: u32::MAX - g }
}

pub(in crate::search) fn ready_key(g: u32) -> Key {
    Key { priority: u64::from(g), tie: 0 }
}
